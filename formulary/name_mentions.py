"""Where printed text of the book names a drug: by a proper name, by a part of it, or by a class that it belongs to."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from formulary.classes import DrugClass, brands, drug_classes
from formulary.name_entries import Listed, NameEntry
from formulary.name_rules import CONNECTORS, base_of_brand, is_metal, is_salt, name_key, substance_key, without_salts
from formulary.name_text import Word, cut
from formulary.other_drugs import other_drugs
from rag.frames import How
from rag.ports import Naming, PrintedName
from rag.understanding.syllables import is_plain_syllable
from rag.vietnamese import fold, nfc

_LONGEST_NAME = 10  # words
_BLOCKS_KEPT = 16_384
_SHORT = 4  # letters: a class of so few (PPI, ACE) counts only in capitals, as printed
_NOT_IN_BOOK = (How.BRAND, How.ABBREVIATION, How.ALIAS)
_EXCEPT = frozenset({"khong phai", "khong thuoc", "khong gom", "ngoai tru", "tru"})
_REACH = 60  # characters: "thuốc chẹn calci (không phải dihydropyridin)" speaks of those without the exception

Owners = frozenset[str]
"""Drug ids, and for substances that the edition lacks the first name of their line."""


@dataclass(frozen=True, slots=True)
class _Hit:
    """Words that name substances (`by_name`) or a class (`by_class`: its members). `is_excepted`: "không phải …"."""

    start: int
    end: int
    by_name: Owners
    by_class: Owners
    is_excepted: bool


class Mentions:
    """Whole words, whatever their marks and spelling. The book speaks of no brands and no abbreviations of names."""

    def __init__(
        self,
        listed: Iterable[Listed],
        groups: Iterable[NameEntry],
        *,
        world: Iterable[tuple[str, ...]] | None = None,
        classes: Iterable[DrugClass] | None = None,
        brand_names: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        """`groups`: how the edition itself says that a drug goes by a class. None takes the curated lists."""
        self._ids = set[str]()
        self._names = defaultdict[str, set[str]](set)
        self._classes = defaultdict[str, set[str]](set)
        self._as_printed = dict[str, str]()
        self._parts = defaultdict[str, set[str]](set)
        self._add_names(listed, other_drugs() if world is None else world)
        for one in drug_classes() if classes is None else classes:
            members = {owner for member in one.members for owner in self._owners(member)}
            for name in one.printed:
                self._add_class(name, members)
        for entry in groups:
            self._add_class(entry.name, {entry.drug_id})
        self._brands = {_key(brand): parts for brand, parts in (brands() if brand_names is None else brand_names).items()}
        self._by_substance = defaultdict[str, set[str]](set)
        for key, owners in tuple(self._spoken.items()):
            self._by_substance[key] |= owners
        self._longest = self._longest_by_first_word()
        # Print does not change while an index lives, and the same blocks are read for every pair.
        self._hits = lru_cache(maxsize=_BLOCKS_KEPT)(self._scan)
        self.meant = lru_cache(maxsize=4_096)(self._meant)
        self.spans = lru_cache(maxsize=_BLOCKS_KEPT)(self._spans)
