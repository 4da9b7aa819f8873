"""NameIndex: which drugs of the edition a question names, which names several answer to, which drugs it lacks.

The rules in order; each looks only at what the ones before it left over:

1. *listed*: the longest, leftmost name that the edition prints, or a spelling or salt of it (`name_rules`);
2. *heard*: syllables written as they sound (`name_sounds`);
3. *shortened*: cut short as in speech (`name_shortened`);
4. *mistyped*: near to one name and clearly less near to any other, known look-alikes counted (`name_typos`);
5. *strangers*: what looks like a drug name and is none that we know (`name_strangers`).

A name that several drugs answer to, two drugs as near to a typo, and listed look-alikes are handed back as a question.
"""

from collections.abc import Collection, Iterable, Mapping

from formulary.homonyms import Homonyms, homonyms
from formulary.look_alikes import LookAlikePair, LookAlikes, look_alike_pairs
from formulary.name_context import Reading
from formulary.name_entries import GROUP, NameEntry, Shelf
from formulary.name_guesses import heard, mistyped
from formulary.name_listed import Hit, listed
from formulary.name_mentions import Mentions
from formulary.name_shortened import shortened
from formulary.name_strangers import strangers
from formulary.name_text import cut
from formulary.name_typos import MAX_OPTIONS
from formulary.name_words import is_ordinary
from formulary.other_drugs import other_drugs
from formulary.risky_names import RiskyNames
from rag.frames import AmbiguousName, DrugMention, DrugOption, How
from rag.ports import LookAlike, NameSpan, PrintedName
from rag.vietnamese import fold

__all__ = ["NameEntry", "NameIndex"]


class NameIndex:
    """The names of one edition. Never changes once built, so threads may share it."""

    def __init__(
        self,
        entries: Iterable[NameEntry],
        *,
        world: Iterable[tuple[str, ...]] | None = None,
        pairs: Iterable[LookAlikePair] | None = None,
        same_titles: Homonyms | None = None,
        codes: Mapping[str, Collection[str]] | None = None,
    ) -> None:
        """`world`, `pairs`, `same_titles`: drugs of the world, look-alikes, homonyms; None takes the curated lists.

        `codes`: drug id -> its printed ATC codes, by which it belongs to classes.
        """
        entries = tuple(entries)
        pairs = tuple(look_alike_pairs() if pairs is None else pairs)
        world = tuple(other_drugs() if world is None else world)
        self._shelf = Shelf(entries, other_drugs=world, look_alike_pairs=pairs)
        self._look_alikes = LookAlikes(pairs)
        titles = {entry.drug_id: entry.drug_title for entry in entries}
        self.risky = RiskyNames(self._shelf, self._look_alikes, world=world, titles=titles)
        self._homonyms = homonyms() if same_titles is None else same_titles
        self._mentions = Mentions(
            (name for names in self._shelf.exact.values() for name in names),
            (e for e in entries if e.kind == GROUP),
            codes=codes,
        )

    def find(self, text: str) -> tuple[NameSpan, ...]:
        """Every drug name in `text` (NFC), left to right, without overlap."""
        reading = Reading(text, cut(text))
        taken = [False] * len(reading.words)
        hits = list[Hit]()

        def free(index: int) -> bool:
            return not taken[index]

        for rule in (
            listed(self._shelf, self._look_alikes, reading),
            heard(self._shelf, reading, free),
            shortened(self._shelf, reading, free),
            mistyped(self._shelf, self._look_alikes, reading, free),
        ):
            for hit in rule:
                hits.append(hit)
                taken[hit.first : hit.last] = [True] * (hit.last - hit.first)
        spans = list[NameSpan]()
        for hit in sorted(hits, key=lambda h: h.first):
            if spans and reading.words[hit.first].start < spans[-1].end:
                continue  # "Efferalgan Codein" is one product
            if span := self._span(reading, hit, taken):
                spans.append(span)
        for first, last in strangers(reading, free, drugs_named=any(hit.drug_ids for hit in hits)):
            spans.append(_unknown(reading, first, last))
        return tuple(sorted(spans, key=lambda span: span.start))

    def mentioned(self, drug: str, text: str) -> tuple[PrintedName, ...]:
        """Where printed `text` names the drug (id or typed name), left to right: by a proper name, a part, a class."""
        return self._mentions.spans(drug, text)

    def is_ordinary(self, word: str) -> bool:
        return is_ordinary(fold(word))

    def partners(self, text: str) -> tuple[tuple[int, int], ...]:
        """Characters of a question that name a class of drugs, food, drink or what else a drug may meet."""
        return self._mentions.partners(text)

    def taken_for(self, drug: DrugMention) -> tuple[LookAlike, ...]:
        """Names that the drug, as it was typed, is easily taken for: the listed first, then the nearest."""
        return tuple(
            LookAlike(
                name=risk.other,
                drug=DrugOption(risk.drug_id, risk.drug_title) if risk.drug_id is not None else None,
                what=risk.what,
                why=risk.why,
            )
            for risk in self.risky.of_name(drug.id, drug.matched)
        )

    def _span(self, reading: Reading, hit: Hit, taken: list[bool]) -> NameSpan | None:
        """The hit with what belongs to it, named for what it is. None: a vitamin that we lack is no unknown drug."""
        first = reading.prefix_start(hit.first)
        if first < hit.first and not taken[first]:
            taken[first] = True
            return _unknown(reading, first, hit.last)
        end = self._end(reading, hit, taken)
        product = reading.qualifier_end(end, is_brand=hit.how in (How.BRAND, How.ALIAS))
        if reading.folded(end) == "plus" and product < len(taken) and taken[product]:
            product = end  # "ibuprofen plus paracetamol"
        if product == end < len(taken) and not taken[end]:
            product = reading.compound_end(end)
        if product > end:
            taken[end:product] = [True] * (product - end)
            return _unknown(reading, hit.first, product)
        if not hit.drug_ids:
            return None if reading.folded(hit.first) == "vitamin" else _unknown(reading, hit.first, hit.last)
        start, stop = reading.words[hit.first].start, reading.words[end - 1].end
        named = reading.text[start : reading.words[hit.last - 1].end]
        options = {name.drug_id: name.drug_title for name in hit.owners if name.drug_id is not None}
        chosen = self._chosen(options, hit, reading.text)
        if chosen is not None and hit.how is not None:
            return NameSpan(start, stop, mention=DrugMention(chosen, options[chosen], named, hit.how))
        if len(options) > MAX_OPTIONS:
            return _unknown(reading, hit.first, hit.last)
        offered = tuple(DrugOption(drug_id, title) for drug_id, title in options.items())
        return NameSpan(start, stop, ambiguous=AmbiguousName(named, offered, _why(options, hit)))

    def _end(self, reading: Reading, hit: Hit, taken: list[bool]) -> int:
        """Behind strength and form: "Efferalgan 500", "Losec 20mg", "Glucophage XR 750"."""
        end = hit.last
        while (longer := max(reading.form_end(end), reading.strength_end(end)[0])) > end and not any(taken[end:longer]):
            end = longer
        taken[hit.last : end] = [True] * (end - hit.last)
        return end

    def _chosen(self, options: dict[str, str], hit: Hit, text: str) -> str | None:
        """The one drug that is meant, or None when there are several; words beside a shared title may decide."""
        if any(name.drug_id is None for name in hit.owners):
            return None
        if len(options) == 1:
            return next(iter(options))
        if not _share_title(options):
            return None
        title = self._homonyms.meant(_bare(next(iter(options.values()))), options.values(), text)
        return next((drug_id for drug_id, printed in options.items() if printed == title), None)


def _unknown(reading: Reading, first: int, last: int) -> NameSpan:
    start, end = reading.words[first].start, reading.words[last - 1].end
    return NameSpan(start, end, unknown=reading.text[start:end])


def _bare(title: str) -> str:
    """A title without the bracket that tells it from its namesake."""
    return title.partition("(")[0].strip()


def _share_title(options: dict[str, str]) -> bool:
    return len(options) > 1 and len({fold(_bare(title)) for title in options.values()}) == 1


def _why(options: dict[str, str], hit: Hit) -> str:
    if _share_title(options):
        return "homonym"
    if hit.is_look_alike:
        return "look_alike"
    return "near_tie" if hit.how in (None, How.SOUND) or len(options) == 1 else "shared_name"
