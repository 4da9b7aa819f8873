"""One question, read, written out and scanned: what every rule looks at."""

from dataclasses import dataclass, replace
from functools import cached_property

from rag.identifiers import without_masks
from rag.ports import DrugNames, NameSpan
from rag.understanding import lexicon
from rag.understanding.instructions import addressed_words, bracketed
from rag.understanding.numbers import Number, numbers_in
from rag.understanding.phrases import Hit, Hits, Word, stands_for
from rag.understanding.reading import Reading, read
from rag.understanding.salts import without_metal
from rag.understanding.shorthand import written_out
from rag.vietnamese import Token, has_diacritics

_SENTENCE_ENDS = frozenset(".!?;")


@dataclass(frozen=True, slots=True)
class NamedDrug:
    """A drug name and the words it takes up."""

    span: NameSpan
    start: int
    end: int


@dataclass(frozen=True)
class Utterance:
    reading: Reading
    words: tuple[Word, ...]
    hits: Hits
    drugs: tuple[NamedDrug, ...]
    partners: tuple[tuple[int, int], ...]  # word ranges that name a class, food, drink: what a drug may meet
    addressed: frozenset[int]  # words that speak to the program, not to the book
    span: tuple[int, int] | None = None  # the words looked at, when only a part is

    @cached_property
    def numbers(self) -> tuple[Number, ...]:
        return tuple(
            n
            for n in numbers_in(self.words, marked=self.marked)
            if not self.addressed.intersection(range(n.start, n.end))
        )

    @cached_property
    def marked(self) -> bool:
        """Was the question typed with diacritics?"""
        return is_marked(self.reading.tokens)

    @cached_property
    def drug_words(self) -> frozenset[int]:
        return frozenset(i for drug in self.drugs for i in range(drug.start, drug.end))

    @cached_property
    def sentences(self) -> tuple[tuple[int, int], ...]:
        """Word ranges; a point inside a number or an abbreviation ends nothing."""
        ranges: list[tuple[int, int]] = []
        start = 0
        for i, word in enumerate(self.words):
            following = self.words[i + 1] if i + 1 < len(self.words) else None
            if word.text in _SENTENCE_ENDS and (following is None or following.start > word.end):
                ranges.append((start, i + 1))
                start = i + 1
        if start < len(self.words):
            ranges.append((start, len(self.words)))
        return tuple(ranges)

    def within(self, start: int, end: int) -> "Utterance":
        """The same words, with only the drugs and phrases of a part."""
        part = {t: tuple(h for h in hits if start <= h.start and h.end <= end) for t, hits in self.hits.found.items()}
        drugs = tuple(d for d in self.drugs if start <= d.start and d.end <= end)
        partners = tuple((a, b) for a, b in self.partners if start <= a and b <= end)
        return replace(self, hits=Hits(part), drugs=drugs, partners=partners, span=(start, end))

    def typed(self, start: int, end: int) -> str:
        """Words `start` to `end` as they stand in the text."""
        return self.reading.text[self.words[start].start : self.words[end - 1].end] if start < end else ""

    def key(self, at: int) -> str:
        return self.words[at].key if 0 <= at < len(self.words) else ""

    def says(self, at: int, *listed: str) -> bool:
        """Is word `at` one of the listed words?"""
        return 0 <= at < len(self.words) and any(stands_for(self.words[at], word) for word in listed)

    def of(self, table: str) -> tuple[Hit, ...]:
        """Hits of a table, without those that only keep a longer phrase from being misread."""
        return tuple(hit for hit in self.hits.of(table) if hit.label != "-")

    def labels(self, table: str) -> frozenset[str]:
        return frozenset(hit.label for hit in self.of(table))

    def has(self, table: str, *labels: str) -> bool:
        return bool(self.labels(table).intersection(labels))


def hear(question: str, names: DrugNames) -> Utterance:
    """Read a question and find names, phrases and what addresses the program."""
    reading = read(without_masks(question))
    words = written_out(reading.tokens)
    marked = is_marked(reading.tokens)
    outside = bracketed(reading.text)
    drugs = tuple(
        _without_person(NamedDrug(span, *_word_range(words, span.start, span.end)), words)
        for span in (without_metal(found, reading.text) for found in names.find(reading.text))
        if not any(start <= span.start < end for start, end in outside)
    )
    if any(drug.span.unknown for drug in drugs):
        drugs = _without_conditions(drugs, lexicon.LEXICON.scan(words, marked=marked))
    taken = frozenset(i for drug in drugs for i in range(drug.start, drug.end))
    partners = tuple(_word_range(words, start, end) for start, end in names.partners(reading.text))
    hits = _without_parts_of_names(lexicon.LEXICON.scan(words, blocked=taken, marked=marked))
    addressed = addressed_words(reading.text, words, taken)
    if addressed:
        hits = _without_parts_of_names(lexicon.LEXICON.scan(words, blocked=taken | addressed, marked=marked))
        drugs = tuple(d for d in drugs if addressed.isdisjoint(range(d.start, d.end)))
    partners = tuple((a, b) for a, b in partners if (taken | addressed).isdisjoint(range(a, b)))
    return Utterance(reading, words, hits, drugs, partners, addressed)


_OF_PERSON = ("lớn", "bệnh", "già", "cao", "trưởng", "suy", "bị", "có", "mang", "béo", "đang", "nghiện", "đái")


def _without_person(drug: NamedDrug, words: tuple[Word, ...]) -> NamedDrug:
    """ "Insulin người" is a name of the book; in "insulin người lớn" the last word is the patient's."""
    last = drug.end - 1
    if drug.end >= len(words) or last <= drug.start or not stands_for(words[last], "người"):
        return drug
    goes_on = any(stands_for(words[drug.end], word) for word in _OF_PERSON)
    return NamedDrug(drug.span, drug.start, last) if goes_on else drug


def _without_conditions(drugs: tuple[NamedDrug, ...], hits: Hits) -> tuple[NamedDrug, ...]:
    """ "Nephrotic syndrome" is no drug that we lack."""
    named = hits.of(lexicon.CONDITIONS)
    return tuple(d for d in drugs if not (d.span.unknown and any(h.start <= d.start and d.end <= h.end for h in named)))


# Labels that a part of a condition's name may bear by chance: "ho gà", "cơn đau" and "kết mạc" typed without marks.
_BY_CHANCE = {lexicon.SCOPE: ("animal", "animal_patient"), lexicon.CUES: ("allergy", "history"), lexicon.LINKS: ()}


def _without_parts_of_names(hits: Hits) -> Hits:
    """Without what is only a part of the longer name of a condition; no sign of danger is ever dropped."""
    named = hits.of(lexicon.CONDITIONS)
    if not named:
        return hits

    def is_part(hit: Hit) -> bool:
        labels = _BY_CHANCE[hit.table]
        inside = any(n.start <= hit.start and hit.end <= n.end and n.end - n.start > hit.end - hit.start for n in named)
        return inside and (not labels or hit.label in labels)

    kept = {table: tuple(h for h in hits.of(table) if not is_part(h)) for table in _BY_CHANCE}
    return Hits({**hits.found, **kept})


def is_marked(tokens: tuple[Token, ...]) -> bool:
    """Two words in five with diacritics: names of drugs and shorthand bear none."""
    spoken = [t for t in tokens if t.is_word]
    return sum(has_diacritics(t.text) for t in spoken) * 5 >= len(spoken) * 2 > 0


def _word_range(words: tuple[Word, ...], start: int, end: int) -> tuple[int, int]:
    inside = [i for i, word in enumerate(words) if word.start < end and start < word.end]
    return (inside[0], inside[-1] + 1) if inside else (0, 0)
