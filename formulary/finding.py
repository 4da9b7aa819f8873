"""What a search of the book found: the sentence of each block that holds the words, and where it stands."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from formulary.folding import name_key, searchable
from formulary.models import DrugName
from formulary.selectors import EditionInUse, MonographLine, printed_title
from formulary.tables import cells, is_row, is_rule
from rag.passages import BlockKind, Erratum, Passage
from rag.vietnamese import tokens

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")  # what follows a semicolon may limit what stands before it
_LONGEST = 260  # characters of a sentence that are shown
_MOST_WORDS = 12
_LONGEST_NAME = 4  # words


@dataclass(frozen=True, slots=True)
class FoundPart:
    text: str
    is_match: bool


@dataclass(frozen=True, slots=True)
class FoundSentence:
    """`parts` in order are the sentence; empty when the block is held back. `doubts` are about what it prints."""

    monograph_name: str
    section_title: str
    page: int | None
    url: str
    parts: tuple[FoundPart, ...]
    held: str | None
    doubts: tuple[Erratum, ...]

    @property
    def holds_a_word(self) -> bool:
        return any(part.is_match for part in self.parts)


def named_drugs(edition: EditionInUse, query: str) -> tuple[tuple[MonographLine, ...], str]:
    """The monographs whose full name stands in what was typed, and the rest of it. One query."""
    words = name_key(query).split()[:_MOST_WORDS]
    grams = {
        (i, j): " ".join(words[i:j])
        for i in range(len(words))
        for j in range(i + 1, min(i + _LONGEST_NAME, len(words)) + 1)
    }
    rows = (
        DrugName.objects.filter(monograph__edition_id=edition.id, is_withdrawn=False, folded__in=set(grams.values()))
        .order_by("monograph__position", "id")
        .values_list("folded", "monograph__slug", "monograph__title", "monograph__bracket", "monograph__page_from")
    )
    lines: dict[str, list[MonographLine]] = {}
    for folded, slug, title, bracket, page in rows:
        lines.setdefault(folded, []).append(MonographLine(slug, printed_title(title, bracket), page))
    taken: set[int] = set()
    found: dict[str, MonographLine] = {}
    # Longer names first: "insulin glargin" is not "insulin".
    for (i, j), gram in sorted(grams.items(), key=lambda entry: entry[0][0] - entry[0][1]):
        if gram in lines and not taken & set(range(i, j)):
            taken |= set(range(i, j))
            found |= {line.slug: line for line in lines[gram]}
    return tuple(found.values()), " ".join(word for i, word in enumerate(words) if i not in taken)


def sentence_of(passage: Passage, query: str) -> FoundSentence:
    """The first sentence of the block that holds most words of the query."""
    words = frozenset(searchable(query).split())
    parts: tuple[FoundPart, ...] = ()
    start, end = 0, len(passage.text)
    if passage.quarantine is None:
        start, end = max(_sentences(passage), key=lambda span: (len(words & _words(passage.text, span)), -span[0]))
        parts = tuple(_parts(passage, start, end, words))
    return FoundSentence(
        monograph_name=passage.monograph_name,
        section_title=passage.section_title,
        page=passage.provenance.page_from,
        url=cited_address(passage, start, end),
        parts=parts,
        held=passage.quarantine,
        doubts=tuple(e for e in passage.errata if e.start < end and start < e.end),
    )


def cited_address(passage: Passage, start: int, end: int) -> str:
    """The block in its monograph, these characters of it marked."""
    path, _, anchor = passage.url.partition("#")
    asked = {"muc": passage.section, "k": passage.ordinal, "tu": start, "den": end}
    return f"{path}?{urlencode(asked)}#{anchor}"


def _sentences(passage: Passage) -> Iterator[tuple[int, int]]:
    """Spans of the block's sentences; of a table the rows. There is always one."""
    text, at = passage.text, 0
    found = False
    for match in (*_SENTENCE_END.finditer(text), None):
        end = len(text) if match is None else match.start()
        is_shown = end > at and not (passage.kind is BlockKind.TABLE and is_rule(text[at:end]))
        if is_shown:
            found = True
            yield at, end
        at = end if match is None else match.end()
    if not found:
        yield 0, len(text)


def _words(text: str, span: tuple[int, int]) -> frozenset[str]:
    return frozenset(searchable(text[slice(*span)]).split())


def _parts(passage: Passage, start: int, end: int, words: Iterable[str]) -> Iterator[FoundPart]:
    sentence = passage.text[start:end]
    if is_row(sentence):
        sentence = " · ".join(cells(sentence))
    wanted = frozenset(words)
    hits = [(t.start, t.end) for t in tokens(sentence) if t.folded in wanted]
    at, to = 0, len(sentence)
    if to > _LONGEST:
        at = max(0, min((hits[0][0] if hits else 0) - _LONGEST // 4, to - _LONGEST))
        at = sentence.find(" ", at) + 1 if at else 0
        to = sentence.rfind(" ", at, at + _LONGEST) if at + _LONGEST < to else to
    if at:
        yield FoundPart("… ", False)
    for hit_start, hit_end in hits:
        if hit_start < at or hit_end > to:
            continue
        if hit_start > at:
            yield FoundPart(sentence[at:hit_start], False)
        yield FoundPart(sentence[hit_start:hit_end], True)
        at = hit_end
    if at < to:
        yield FoundPart(sentence[at:to], False)
    if to < len(sentence):
        yield FoundPart(" …", False)
