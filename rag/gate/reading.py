"""Read one sentence, of a claim or of the book, into atoms under their operators."""

import re
from collections.abc import Hashable, Iterator

from rag.frames import Route
from rag.gate.amount_reading import amounts
from rag.gate.amounts import Amount
from rag.gate.atoms import Atom, Reading, Sort
from rag.gate.governing import governed
from rag.gate.lexicon import LINKS, OPERATORS, PERSONS, STAGES, STATES
from rag.gate.spelling import one_spelling
from rag.ports import DrugNames
from rag.printed_words import ANY_INJECTION, ROUTE_WORDS
from rag.vietnamese import accent_key

GAP, AMOUNT_GAP = "\x01", "\x00"  # what stands in the text where something has been read
_OPERATOR = re.compile("|".join(f"(?P<o{i}>(?<!\\w)(?:{words})(?!\\w))" for i, (_, words) in enumerate(OPERATORS)))
_SUBJECTS: tuple[tuple[Sort, Hashable, re.Pattern[str]], ...] = tuple(
    (sort, key, re.compile(rf"(?<!\w)(?:{words})(?!\w)"))
    for sort, rows in ((Sort.STAGE, STAGES), (Sort.STATE, STATES), (Sort.PERSON, PERSONS))
    for key, words in rows
)
# "đv/kg/ngày" without a number is one word: no part of it may get lost.
_WORD = re.compile(r"[^\W\d_][^\W_]*(?:/[^\W\d_][^\W_]*)*|\d+|[=±%→↑↓]")
_TRIMESTER = re.compile(r"3 tháng (?:đầu|giữa|cuối)\b")


def read(text: str, names: DrugNames) -> Reading:
    """Atoms in the order of the text, each with its piece and the operators that govern it.

    What stands first takes its characters: amounts, names, operators, subjects, routes; the rest are words.
    """
    spelt = one_spelling(text)
    left = _Left(spelt)
    for amount in amounts(spelt):
        if not _TRIMESTER.search(spelt, amount.start, amount.end + len(" giữa")):
            left.take(Sort.AMOUNT, None, amount.start, amount.end, amount)
    for span in names.find(spelt):
        name = spelt[span.start : span.end]
        left.take(Sort.DRUG, span.mention.id if span.mention else f"? {name}", span.start, span.end)
    for operator in _operators(left.text):
        left.take(*operator)
    for sort, key, pattern in _SUBJECTS:
        for match in pattern.finditer(left.text):
            left.take(sort, key, match.start(), match.end())
    _take_routes(left)
    for match in _WORD.finditer(LINKS.sub(lambda m: " " * len(m.group()), left.text)):
        left.take(Sort.WORD, accent_key(match.group()), match.start(), match.end())
    return Reading(spelt, governed(spelt, left.atoms))


def _operators(text: str) -> Iterator[tuple[Sort, Hashable, int, int]]:
    for match in _OPERATOR.finditer(text):
        operator, _ = OPERATORS[int((match.lastgroup or "o0")[1:])]
        if operator is not None:
            yield Sort.OPERATOR, operator, match.start(), match.end()
        else:  # one word, though it has two syllables: "thai" of "tránh thai" is not to be had alone
            yield Sort.WORD, " ".join(map(accent_key, match.group().split())), match.start(), match.end()


def _take_routes(left: "_Left") -> None:
    for routes, words in (*ROUTE_WORDS, ((), ANY_INJECTION)):
        for match in words.marked.finditer(left.text):
            # Drops for the eye are no drops for the ear: what is local is told by its words.
            key: Hashable = match.group() if routes == (Route.LOCAL,) else routes
            left.take(Sort.ROUTE, key, match.start(), match.end())


class _Left:
    """The text with what has been read blanked out, and the atoms read so far."""

    def __init__(self, text: str) -> None:
        self._whole = text
        self._atoms: list[Atom] = []
        self.text = text

    def take(self, sort: Sort, key: Hashable, start: int, end: int, amount: Amount | None = None) -> None:
        self._atoms.append(Atom(sort, key, self._whole[start:end].strip(), start, amount=amount))
        gap = (AMOUNT_GAP if amount else GAP) * (end - start)
        self.text = self.text[:start] + gap + self.text[end:]

    @property
    def atoms(self) -> list[Atom]:
        return sorted(self._atoms, key=lambda a: a.start)
