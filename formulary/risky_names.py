"""Which names of other drugs are easily taken for a name of the edition: listed by people, or alike by measure.

A name is asked about when somebody types it, so what it is taken for is worked out then and kept: under a millisecond
the first time, a look-up after that. Nothing is worked out for the thousands of names that nobody types.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from rapidfuzz import fuzz, process

from formulary.classes import brands
from formulary.look_alikes import LookAlikes
from formulary.name_entries import PROPER, Listed, Shelf
from formulary.name_likeness import MIN_LETTERS, NEAR_AT, STRANGER_ALIKE_AT, Alike, Likeness, alike, likeness
from formulary.name_rules import base_of_brand, name_key, parts_of, without_salts
from formulary.name_text import cut
from rag.frames import How
from rag.vietnamese import fold, nfc

_NAMES_KEPT = 4096
_BRANDS = (How.BRAND, How.ALIAS)
_NOT_COMPARED = frozenset({"acid"})


@dataclass(frozen=True, slots=True)
class Risk:
    """`name`, of the drug asked about, is easily taken for `other`.

    `drug_id` and `drug_title` say what `other` names in the edition; None and "" when the edition lacks it, or when
    several drugs answer to it. `what` it is and `why` that matters are words of the list, never of the book; "" when it
    does not say.
    """

    name: str
    other: str
    drug_id: str | None
    drug_title: str
    alike: Alike
    what: str = ""
    why: str = ""

    @property
    def is_listed(self) -> bool:
        return self.alike.why is Likeness.LISTED


class RiskyNames:
    """The look-alikes of one edition. Never changes once built, so threads may share it."""

    def __init__(
        self,
        shelf: Shelf,
        pairs: LookAlikes,
        *,
        world: Iterable[tuple[str, ...]],
        titles: Mapping[str, str],
        brand_names: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        """`world`: drugs of the world, one tuple of names a substance. `titles`: drug id -> printed title.
        `brand_names`: brands that the edition may not print and their substances; None takes the curated list."""
        self._pairs = pairs
        self._by_key = shelf.by_key
        self._titles = titles
        self._compared = defaultdict[str, dict[Listed, None]](dict)
        self._of_drug = defaultdict[str, dict[Listed, None]](dict)
        self._brands = defaultdict[str, dict[Listed, None]](dict)  # by first and by last word
        self._combined = defaultdict[str, dict[Listed, None]](dict)  # by each substance
        for names in shelf.by_key.values():
            for name in names:
                self._compared[_compared_key(name.words)][name] = None
                if name.drug_id is not None:
                    self._of_drug[name.drug_id][name] = None
                    for part in parts_of(name.words):
                        self._combined[_compared_key(part)][name] = None
        self._keys = [key for key in self._compared if len(key) >= MIN_LETTERS]
        for names in shelf.exact.values():
            for name in names:
                if name.how in _BRANDS:
                    self._brands[name.words[0]][name] = None
                    self._brands[name.words[-1]][name] = None
        self._substance = {
            _key_of(name): line for line, names in enumerate(world) for name in names
        }  # one substance under two names is one warning
        self._brand_of = {
            _key_of(brand): frozenset(n.drug_id for n in shelf.by_key.get(_key_of(substances[0]), ()) if n.drug_id)
            for brand, substances in (brands() if brand_names is None else brand_names).items()
            if len(substances) == 1
        }
        self.of_name = lru_cache(maxsize=_NAMES_KEPT)(self._look_up)
        self.of_drug = lru_cache(maxsize=_NAMES_KEPT)(self._look_through)

    def _look_up(self, drug_id: str, typed: str) -> tuple[Risk, ...]:
        """What a name of this drug is taken for, the listed first, then the nearest. What is none of its names (a
        misspelling) counts as its title."""
        keys = {name_key(form) for form in _forms(tuple(word.folded for word in cut(nfc(typed))))}
        own = tuple(self._of_drug.get(drug_id, ()))
        names = [name for name in own if name_key(name.words) in keys] or [n for n in own if n.how is How.TITLE]
        risks = self._of_all(drug_id, names)
        if any(name.how in PROPER for name in names):
            risks += self._of_substance(drug_id, own, _shown(names[0]))
        return self._best(drug_id, risks)

    def _look_through(self, drug_id: str, with_brands: bool) -> tuple[Risk, ...]:
        """Of every name of the drug, or of its proper names alone."""
        names = [n for n in self._of_drug.get(drug_id, ()) if with_brands or n.how in PROPER]
        return self._best(drug_id, self._of_all(drug_id, names), per_name=with_brands)

    # --- one name ----------------------------------------------------------------------------------------------

    def _of_all(self, drug_id: str, names: Iterable[Listed]) -> list[Risk]:
        found, measured = list[Risk](), set[str]()
        for name in names:
            found += [risk for form in _forms(name.words) for risk in self._listed(drug_id, form, _shown(name))]
            found += self._family(drug_id, name)
            found += self._combinations(drug_id, name)
            key = _compared_key(name.words)
            if key not in measured:  # a name and its salts are compared once
                measured.add(key)
                found += self._measured(drug_id, name, key)
        return found

    def _of_substance(self, drug_id: str, own: Iterable[Listed], shown: str) -> Iterator[Risk]:
        """What is listed of a substance holds under each of its names; what is listed of a kind, only of that kind."""
        for name in own:
            if name.how in PROPER:
                for form in _forms(name.words):
                    yield from self._listed(drug_id, form, shown, kinds=False)

    def _listed(self, drug_id: str, words: tuple[str, ...], shown: str, *, kinds: bool = True) -> Iterator[Risk]:
        key = name_key(words)
        for partner in self._pairs.partners(key):
            pair = self._pairs.pair(key, partner)
            if pair is None or not pair.warns or (pair.may_share_monograph and not kinds):
                continue
            owners = self._by_key.get(partner, ())
            if self._is_same(drug_id, owners) and not pair.may_share_monograph:
                continue
            other, what = pair.partner(key)
            how = Alike(Likeness.LISTED, likeness(key, partner))
            yield replace(self._risk(shown, _capitalised(other), owners, how), what=what, why=pair.note)

    def _measured(self, drug_id: str, name: Listed, key: str) -> Iterator[Risk]:
        if len(key) < MIN_LETTERS:
            return
        near = process.extract(key, self._keys, scorer=fuzz.ratio, score_cutoff=NEAR_AT, limit=None)
        for other, _, _ in near:
            owners = tuple(self._compared[other])
            how = None if self._is_same(drug_id, owners) else alike(key, other)
            if how is not None and self._is_near_enough(how, owners) and not self._is_judged(name, owners):
                yield self._risk(_shown(name), _shown(owners[0]), owners, how)

    def _family(self, drug_id: str, name: Listed) -> Iterator[Risk]:
        """Another drug's brand that begins or ends with this one, or the reverse: "Panadol" and "Panadol Extra"."""
        if name.how not in _BRANDS:
            return
        for other in {**self._brands.get(name.words[0], {}), **self._brands.get(name.words[-1], {})}:
            shorter, longer = sorted((name.words, other.words), key=len)
            rest = longer[len(shorter) :] if longer[: len(shorter)] == shorter else longer[: -len(shorter)]
            is_family = shorter in (longer[: len(shorter)], longer[-len(shorter) :]) and "".join(rest).isalpha()
            is_bare = other.drug_id is None and shorter == other.words  # "Actrapid" beside the drug's "Actrapid HM"
            if is_family and not is_bare and not self._is_same(drug_id, (other,)):
                how = Alike(Likeness.BRAND_FAMILY, likeness(name_key(name.words), name_key(other.words)))
                yield self._risk(_shown(name), _shown(other), (other,), how)

    def _combinations(self, drug_id: str, name: Listed) -> Iterator[Risk]:
        """A combination that the edition holds beside one of its substances, and the substances of a combination."""
        if name.how not in PROPER:
            return
        whole = _compared_key(name.words)
        parts = [_compared_key(part) for part in parts_of(name.words)]
        found = [*self._combined.get(whole, ()), *(n for part in parts for n in self._compared.get(part, ()))]
        for other in found:
            if other.drug_id is not None and other.how is How.TITLE and not self._is_same(drug_id, (other,)):
                how = Alike(Likeness.COMBINATION, likeness(whole, _compared_key(other.words)))
                if not self._is_judged(name, (other,)):
                    yield self._risk(_shown(name), _shown(other), (other,), how)

    def _is_same(self, drug_id: str, owners: Iterable[Listed]) -> bool:
        """Is one of these names also the drug's own, its namesake's, or a brand of the very substance?"""
        title = _bare(self._titles.get(drug_id, ""))
        return any(
            drug_id in self._brand_of.get(name_key(name.words), ())
            if name.drug_id is None
            else name.drug_id == drug_id or _bare(name.drug_title) == title
            for name in owners
        )

    def _is_near_enough(self, how: Alike, owners: Iterable[Listed]) -> bool:
        is_ours = any(name.drug_id is not None for name in owners)
        return is_ours or how.why is Likeness.SOUND or how.score >= STRANGER_ALIKE_AT

    def _is_judged(self, name: Listed, owners: Iterable[Listed]) -> bool:
        """People put the pair on the list: it warns, or only makes us ask, as they said."""
        keys = [name_key(form) for form in _forms(name.words)]
        others = [name_key(form) for other in owners for form in _forms(other.words)]
        return any(self._pairs.pair(key, other) for key in keys for other in others)

    def _risk(self, name: str, other: str, owners: Iterable[Listed], how: Alike) -> Risk:
        drugs = {owner.drug_id: owner.drug_title for owner in owners if owner.drug_id is not None}
        (drug_id, title), *more = drugs.items() or [(None, "")]
        return Risk(name, other, None if more else drug_id, "" if more else title, how)

    # --- several -----------------------------------------------------------------------------------------------

    def _best(self, drug_id: str, risks: Iterable[Risk], *, per_name: bool = False) -> tuple[Risk, ...]:
        """The listed first, then the nearest; every other drug once.

        `per_name`: once beside each name of this drug, a salt of it being no other name.
        """
        found: dict[object, Risk] = {}
        for risk in sorted(risks, key=lambda r: (not r.is_listed, -r.alike.score, r.other)):
            name = _compared_key([word.folded for word in cut(risk.name)]) if per_name else ""
            found.setdefault((self._meant(risk, drug_id), name), risk)
        return tuple(found.values())

    def _meant(self, risk: Risk, drug_id: str) -> object:
        """Equal for names of one drug; kinds and products of the drug asked about stay apart."""
        if risk.drug_id is not None and risk.drug_id != drug_id:
            return risk.drug_id
        key = _key_of(risk.other)
        return self._substance.get(key, key)


def _compared_key(words: Sequence[str]) -> str:
    """Without salts and "acid": what names share by these says nothing."""
    kept = tuple(word for word in without_salts(words) if word not in _NOT_COMPARED)
    return name_key(kept or words)


def _key_of(name: str) -> str:
    return name_key([word.folded for word in cut(nfc(name))])


def _forms(words: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """A name as it is, without its salts, without what follows the brand."""
    return tuple(dict.fromkeys((words, without_salts(words), base_of_brand(words)))) if words else ()


def _shown(name: Listed) -> str:
    return name.drug_title if name.how is How.TITLE else _capitalised(name.text or " ".join(name.spoken))


def _capitalised(name: str) -> str:
    return name[:1].upper() + name[1:]


def _bare(title: str) -> str:
    return fold(title.partition("(")[0].strip())
