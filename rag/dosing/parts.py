"""Cut a dosing sentence into statements: alternatives ("hoặc") and steps ("sau đó"), each with its phrases."""

import re
from dataclasses import dataclass
from itertools import pairwise

from rag.dosing.phrases import Kind, Phrase, phrases_in
from rag.dosing.rules import Per
from rag.dosing.units import converts
from rag.dosing.words import NotUnderstood, check_after, check_before, check_digits, check_substance, clauses


@dataclass(slots=True)
class Part:
    """One statement of a sentence: its phrases and the words between them. Offsets count the body."""

    phrases: list[Phrase]
    joined_by: str = ""  # "hoặc", "sau đó": how it hangs on the part before it
    before: str = ""  # words before the amount
    rest: tuple[str, ...] = ()  # words after it, clause by clause
    after_semicolon: tuple[Phrase, ...] = ()

    def of(self, *kinds: Kind) -> list[Phrase]:
        return [p for p in self.phrases if p.kind in kinds]


_THEN = re.compile(r"[,;]?\s*(?P<word>hoặc|sau đó|rồi)(?: nếu cần,?| có thể)*\s*$", re.IGNORECASE)


def parts_of(body: str, *, own: frozenset[str]) -> list[Part]:
    """In the order of the print. `own`: names of the drug itself, in small letters. Raises NotUnderstood."""
    body = _RESTATED.sub(lambda m: _blank_if_restated(body, m), body)
    body = _without_splits_of_caps(body)
    phrases = phrases_in(body)
    if not phrases:
        raise NotUnderstood("không có lượng thuốc")
    gaps = [body[a.end : b.start] for a, b in zip((Phrase(Kind.AMOUNT, 0, 0), *phrases), phrases, strict=False)]
    tail = body[phrases[-1].end :]
    parts = [Part([])]
    words: list[list[str]] = [[]]
    semicolon_after = [False]
    after: list[list[Phrase]] = [[]]
    before: Phrase | None = None
    for gap, phrase in zip(gaps, phrases, strict=True):
        check_digits(gap)
        if before is not None and before.kind in (Kind.AMOUNT, Kind.CAP, Kind.RAISED):
            check_substance(gap, own)
        before = phrase
        joined = _THEN.search(gap)
        starts_next = phrase.kind in (Kind.AMOUNT, Kind.SINGLE) and parts[-1].of(Kind.AMOUNT) and joined is not None
        if starts_next and joined is not None:
            words[-1].append(gap[: joined.start()])
            word = joined["word"].lower()
            parts.append(Part([], joined_by="sau đó" if word == "rồi" else word))
            words.append([])
            after.append([])
            semicolon_after.append(False)
            gap = ""
        if ";" in gap and parts[-1].of(Kind.AMOUNT):
            semicolon_after[-1] = True
        if not parts[-1].of(Kind.AMOUNT):
            parts[-1].before += gap
        else:
            words[-1].append(gap)
        parts[-1].phrases.append(phrase)
        if semicolon_after[-1]:
            after[-1].append(phrase)
    check_digits(tail)
    if phrases[-1].kind in (Kind.AMOUNT, Kind.CAP, Kind.RAISED):
        check_substance(tail, own)
    words[-1].append(tail)
    for part, between, behind in zip(parts, words, after, strict=True):
        part.rest = tuple(clause for text in between for clause in clauses(text))
        part.after_semicolon = tuple(behind)
        check_before(part.before, own)
        check_after(part.rest)
        if len(part.of(Kind.AMOUNT)) > 1:
            raise NotUnderstood("nhiều lượng thuốc trong một vế")
    return parts


# "(100 đvqt/kg)" behind "1 mg/kg", "(2 viên 500 mg)": the same dose said in another unit.
_RESTATED = re.compile(r"\((?:khoảng |tức |tương đương )*[^()]*\d[^()]*\)")
_COUNTED_FORM = re.compile(r"\d+ (?:viên|ống|lọ|gói)(?: [\d ,]+ (?:mg|g|microgam)(?:/[\d ,]+ ml)?)?")


def _blank_if_restated(body: str, match: re.Match[str]) -> str:
    """Blanks of the same length for what is the amount before it in a unit that does not convert; else unchanged."""
    inside = match.group()[1:-1]
    blank = " " * len(match.group())
    if _COUNTED_FORM.fullmatch(inside):
        return blank
    before = [p for p in phrases_in(body[: match.start()]) if p.stated]
    own = phrases_in(inside)
    if not before or not own or own[0].kind is not Kind.AMOUNT:
        return match.group()
    if (
        any(p.kind not in (Kind.AMOUNT, Kind.INTERVAL, Kind.TIMES) for p in own)
        or sum(p.kind is Kind.AMOUNT for p in own) > 1
    ):
        return match.group()
    said, again = before[-1].stated[-1], own[0].stated[0]
    other_unit = not converts(said.high.unit, again.high.unit) or {said.per, again.per} == {Per.M2, Per.KG}
    return blank if other_unit else match.group()


def _without_splits_of_caps(body: str) -> str:
    """Without the division that follows a daily maximum ("tối đa 30 mg/kg/ngày, chia 3 - 4 lần/ngày").

    It tells how the maximum is divided, not the dose. Same length: blanks stand for it.
    """
    phrases = phrases_in(body)
    for before, phrase in pairwise(phrases):
        if (
            phrase.kind is Kind.DIVISION
            and before.kind is Kind.CAP
            and body[before.end : phrase.start].strip(" ,") == ""
        ):
            body = body[: phrase.start] + " " * (phrase.end - phrase.start) + body[phrase.end :]
    return body
