"""Where printed text of the book names a drug: by a proper name, by a part of it, or by a class that it belongs to."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from formulary.classes import DrugClass, brands, drug_classes, other_partners
from formulary.name_entries import Listed, NameEntry
from formulary.name_rules import (
    CONNECTORS,
    base_of_brand,
    is_metal,
    is_salt,
    name_key,
    parts_of,
    substance_key,
    without_salts,
)
from formulary.name_text import Word, cut
from formulary.other_drugs import other_drugs
from rag.frames import How
from rag.ports import Naming, PrintedName
from rag.understanding.syllables import is_plain_syllable
from rag.vietnamese import has_diacritics, nfc, same_word

_BLOCKS_KEPT = 16_384
_SHORT = 4  # letters: a class of so few (PPI, ACE) counts only in capitals, as printed
_NOT_IN_BOOK = (How.BRAND, How.ABBREVIATION, How.ALIAS)
_KINDS = frozenset({"nhom", "loai", "cac", "la"})
_GLOSS_END = re.compile(r"(?![^()]*\bkhác\b)[^()]{0,60}\)")
_PARTNER_DRUGS = frozenset({"vitamin", "cafein", "caffein", "caffeine"})
_JOINING = frozenset({"voi", "cung"})
_CLEAR_WHEN_JOINED = frozenset({"sat", "sua", "kem", "buoi"})  # typed without marks; "voi ca" may be "với cả"
_PASSED_OVER = CONNECTORS | {"khac"}  # "thuốc khác độc với thận"
_REACH = 60  # characters: "thuốc chẹn calci (không phải dihydropyridin)" speaks of those without the exception

Owners = frozenset[str]
"""Drug ids; for a substance that the edition lacks, its line in the list of the world's drugs."""
_NONE: Owners = frozenset()


@dataclass(frozen=True, slots=True)
class _Hit:
    start: int
    end: int
    key: str
    by_name: Owners
    by_class: Owners
    is_excepted: bool


@dataclass(frozen=True, slots=True)
class _Meant:
    """What an id or a typed name is looked for as. `key`: as typed, for a name that no list knows and for a class."""

    itself: Owners = _NONE
    parts: Owners = _NONE
    members: Owners = _NONE  # of the class that was typed
    wholes: Owners = _NONE  # combinations with a drug that the edition lacks
    key: str = ""
    keys: Owners = _NONE  # of every name of the class that was typed
    made_of: Owners = _NONE  # keys of classes whose substances its preparations consist of


class Mentions:
    """Whole words, whatever their marks and spelling. The book speaks of no brands and no abbreviations of names."""

    def __init__(
        self,
        listed: Iterable[Listed],
        groups: Iterable[NameEntry],
        *,
        codes: Mapping[str, Collection[str]] | None = None,
    ) -> None:
        """`groups`: the classes that the edition itself says a drug goes by; `codes`: drug id -> its printed codes."""
        self._names = defaultdict[str, set[str]](set)
        self._substances = defaultdict[str, set[str]](set)
        self._parts = defaultdict[str, set[str]](set)
        self._classes = defaultdict[str, set[str]](set)
        self._short = dict[str, str]()  # class key -> the only way it counts
        self._others = defaultdict[str, dict[tuple[str, ...], str]](dict)  # key -> words with marks -> owner
        self._asked = dict[str, tuple[str, ...]]()  # key of a name that only questions use -> its words
        self._asked_classes = defaultdict[str, set[str]](set)
        self._asked_others = dict[str, str]()
        self._hiding = set[str]()  # owners that are never meant
        self._longest = defaultdict[str, int](int)  # key of a first word -> words of the longest name
        self._ids = self._add_names(listed, other_drugs())
        self._called = defaultdict[str, set[str]](set)  # key of a class -> keys of all its names
        self._made_of = defaultdict[str, set[str]](set)
        self._ingredients = dict[str, Owners]()  # owner of what is no drug -> what it is made of
        self._salts = defaultdict[str, set[str]](set)  # key of a mineral's salt -> owners
        self._holds = defaultdict[str, set[str]](set)  # owner of a mineral -> owners of its salts
        listed_classes = drug_classes()
        keys_of = {one.name: {name_key(_folded(n)) for n in (*one.printed, *one.asked)} for one in listed_classes}
        for one in listed_classes:
            for key in keys_of[one.name]:
                self._called[key] |= keys_of[one.name]
                self._made_of[key] |= {k for part in one.made_of for k in keys_of[part]}
            members = {owner for member in one.members for owner in self._owners(_folded(member))}
            members |= {drug for drug, of in (codes or {}).items() if drug in self._ids and _is_under(of, one.atc)}
            for printed in one.printed:
                self._add_class(printed, members)
            for asked in one.asked:
                self._add_asked(asked)
                self._asked_classes[name_key(_folded(asked))] |= members
        for other in other_partners():
            self._add_other(other)
        for entry in groups:
            self._add_class(entry.name, {entry.drug_id})
        self._brands = {name_key(_folded(brand)): substances for brand, substances in brands().items()}
        # Print does not change while an index lives, and the same blocks are read for every pair.
        self._hits = lru_cache(maxsize=_BLOCKS_KEPT)(self._scan)
        self._meant = lru_cache(maxsize=4_096)(self._look_up)
        self.spans = lru_cache(maxsize=_BLOCKS_KEPT)(self._spans)

    # --- tables ------------------------------------------------------------------------------------------------

    def _add_names(self, listed: Iterable[Listed], world: Iterable[tuple[str, ...]]) -> frozenset[str]:
        ids, titles = set[str](), list[tuple[str, Sequence[str]]]()
        for name in listed:
            if name.drug_id is None:
                continue
            ids.add(name.drug_id)
            if name.how not in _NOT_IN_BOOK:
                self._add_name(name.words, {name.drug_id})
                titles.append((name.drug_id, name.words))
        for line in world:
            forms = [_folded(name) for name in line]
            owners = {owner for form in forms for owner in self._owners(form)} or {f"~{line[0]}"}
            for form in forms:
                if not self._owners(form):
                    self._add_name(form, owners)
            titles += [(owner, forms[0]) for owner in owners]
        for owner, words in titles:
            for part in parts_of(words):
                self._parts[owner] |= self._owners(part) - {owner}
        return frozenset(ids)

    def _add_name(self, words: Sequence[str], owners: set[str]) -> None:
        for form in (words, without_salts(words)):
            self._names[name_key(form)] |= owners
            self._note_length(form)
        self._substances[substance_key(words)] |= owners

    def _add_class(self, printed: str, members: set[str]) -> None:
        words = cut(nfc(printed))
        folded = [word.folded for word in words]
        self._classes[name_key(folded)] |= members
        self._note_length(folded)
        if len(words) == 1 and len(printed) <= _SHORT:
            self._short[name_key(folded)] = words[0].text

    def _add_other(self, other: DrugClass) -> None:
        owner = f"~{other.name}"
        if other.only_hides:
            self._hiding.add(owner)
        for printed in other.printed:
            words = cut(nfc(printed))
            folded = [word.folded for word in words]
            self._others[name_key(folded)][tuple(word.text.lower() for word in words)] = owner
            self._note_length(folded)
        for asked in other.asked:
            self._add_asked(asked)
            self._asked_others[name_key(_folded(asked))] = owner
        self._ingredients[owner] = frozenset(f"~{name}" for name in other.made_of)
        for member in other.members:
            salt = _folded(member)
            owners = self._owners(salt) or {f"~{member}"}
            self._salts[name_key(salt)] |= owners
            self._holds[owner] |= owners
            self._note_length(salt)

    def _add_asked(self, name: str) -> None:
        words = cut(nfc(name))
        self._asked[name_key([word.folded for word in words])] = tuple(word.text for word in words)
        self._note_length([word.folded for word in words])

    def _note_length(self, words: Sequence[str]) -> None:
        for first, length in ((name_key(words[:1]), len(words)), (name_key(words), 1)):  # also run together
            self._longest[first] = max(self._longest[first], length)

    def _owners(self, words: Sequence[str]) -> set[str]:
        """Of exactly that name, or of its substance without the salt; empty when no list knows it."""
        return self._names.get(name_key(words)) or self._names.get(name_key(without_salts(words))) or set()

    # --- what is meant -----------------------------------------------------------------------------------------

    def _look_up(self, drug: str) -> _Meant:
        if drug in self._ids:
            return self._with_parts(frozenset({drug}))
        words = _folded(drug)
        if not words:
            return _Meant()
        key = name_key(words)
        if key in self._names:
            pass
        elif key in self._classes:
            return self._as_class(key, self._classes[key])
        elif key in self._asked_classes:
            return self._as_class(key, self._asked_classes[key])
        elif key in self._salts:
            return _Meant(frozenset(self._salts[key]))
        elif key in self._others or key in self._asked_others:
            owners = set(self._others.get(key, {}).values()) or {self._asked_others[key]}
            members = {salt for owner in owners for salt in self._holds.get(owner, _NONE)}
            parts = {part for owner in owners for part in self._ingredients.get(owner, _NONE)}
            return _Meant(frozenset(owners - self._hiding), frozenset(parts), frozenset(members))
        bare = base_of_brand(words)  # "Plavix 75"
        for form in (words, bare):  # brands first: the world's list holds them as names of nothing else
            if substances := self._brands.get(name_key(form)):
                found = frozenset(owner for one in substances for owner in self._owners(_folded(one)))
                return self._with_parts(found) if len(substances) == 1 else _Meant(parts=found)
            if owners := self._owners(form) or self._substances.get(substance_key(form), set()):
                return self._with_wholes(self._with_parts(frozenset(owners)))
        return _Meant(key=name_key(bare))

    def _as_class(self, key: str, members: Collection[str]) -> _Meant:
        keys, made_of = self._called.get(key, _NONE), self._made_of.get(key, _NONE)
        return _Meant(members=frozenset(members), key=key, keys=frozenset(keys), made_of=frozenset(made_of))

    def _with_wholes(self, meant: _Meant) -> _Meant:
        """A drug of the edition has a monograph apart from those of its combinations; another is met inside them."""
        if meant.itself & self._ids:
            return meant
        wholes = {owner for owner, parts in self._parts.items() if parts & meant.itself}
        return replace(meant, wholes=frozenset(wholes))

    def _with_parts(self, owners: Owners) -> _Meant:
        return _Meant(owners, frozenset(part for owner in owners for part in self._parts.get(owner, _NONE)))

    def _spans(self, drug: str, text: str) -> tuple[PrintedName, ...]:
        """Where `text` names the drug, left to right. A longer name of another drug hides a shorter one inside it."""
        meant = self._meant(drug)
        found = list[PrintedName]()
        for hit in self._hits(text) if meant.itself or meant.parts or meant.members else _literal(text, meant.key):
            naming = _naming(hit, meant)
            if naming is None:
                continue
            if not hit.is_excepted:
                found.append(PrintedName(hit.start, hit.end, naming, bool(hit.by_class) and not hit.by_name))
            elif found and found[-1].naming is Naming.CLASS and hit.start - found[-1].end <= _REACH:
                found.pop()
        return tuple(found)

    # --- what a question calls a partner -------------------------------------------------------------------------

    def partners(self, text: str) -> tuple[tuple[int, int], ...]:
        """Characters of a question that name a class, food, drink or another partner; marks count as far as typed.

        A single syllable without its marks names nothing: "tra" is seldom trà.
        """
        words, found, at = cut(text), list[tuple[int, int]](), 0
        keys = [name_key([word.folded]) for word in words]
        while at < len(words):
            last = at + 1
            while last < len(words) and last <= at + self._longest.get(keys[at], 0) and words[last].continues:
                last += 1
            for end in range(last, at, -1):
                ends = words[at].folded, words[end - 1].folded
                joined = at > 0 and words[at - 1].folded in _JOINING and words[at].continues
                read = None if CONNECTORS.intersection(ends) else self._partner(words[at:end], joined=joined)
                if read is not None:
                    found += [(words[at].start, words[end - 1].end)] if read else []
                    at = end
                    break
            else:
                at += 1
        return tuple(found)

    def _partner(self, words: Sequence[Word], *, joined: bool) -> bool | None:
        """None: no name that we know; False: a drug's name, or one that only hides others. `joined`: behind "với"."""
        key, typed = name_key([word.folded for word in words]), [word.text for word in words]
        if key in self._names:  # a drug: found by its name, except a vitamin or cafein, no words of a drug's name
            return typed[0].lower() in _PARTNER_DRUGS and not self._names[key] & self._ids
        if joined and len(words) == 1 and typed[0].lower() in _CLEAR_WHEN_JOINED:
            return True
        if key in self._others:
            read = [owner for form, owner in self._others[key].items() if _reads(typed, form)]
            if read:
                return not self._hiding.issuperset(read)
        if key in self._asked and _reads(typed, self._asked[key]):
            return True
        if key in self._classes and (key not in self._short or typed[0] == self._short[key]):
            return True
        return None

    # --- what is printed ---------------------------------------------------------------------------------------

    def _scan(self, text: str) -> tuple[_Hit, ...]:
        words, hits, at = cut(text), list[_Hit](), 0
        keys = [name_key([word.folded]) for word in words]
        while at < len(words):
            hit, at = self._longest_at(words, keys, at)
            if hit is not None:
                is_gloss = bool(hits) and _explains(hits[-1], hit, text)
                hits.append(replace(hit, by_class=_NONE) if is_gloss else hit)
        return tuple(hits)

    def _longest_at(self, words: tuple[Word, ...], keys: list[str], first: int) -> tuple[_Hit | None, int]:
        """The longest name or class that begins at `first`, and where to read on."""
        longest = self._longest.get(keys[first])
        if longest is None:
            return None, first + 1
        last = first + 1
        limit = first + longest + 1  # a connector may stand inside, "natri" before
        while last < len(words) and last < limit and words[last].continues:
            last += 1
        for end in range(last, first, -1):
            if words[first].folded in _PASSED_OVER or words[end - 1].folded in _PASSED_OVER:
                continue
            key = "".join(keys[i] for i in range(first, end) if words[i].folded not in _PASSED_OVER)
            by_name = frozenset(self._names.get(key, _NONE)) | frozenset(self._salts.get(key, _NONE))
            other = self._others.get(key, {}).get(tuple(word.text.lower() for word in words[first:end]))
            by_class = self._classes.get(key) if self._is_class(key, words, first, end) else None
            if other is not None and other in self._holds:
                by_class = self._holds[other] | (by_class or set())
            if by_name or other is not None or by_class is not None:
                excepted = _is_excepted(words, first)
                start, stop = words[first].start, words[end - 1].end
                owners = by_name if other is None else by_name | {other}
                return _Hit(start, stop, key, owners, frozenset(by_class or _NONE), excepted), end
        return None, first + 1

    def _is_class(self, key: str, words: tuple[Word, ...], first: int, end: int) -> bool:
        """Short classes in capitals only; "nitrat" behind a name is its salt ("miconazol nitrat", "gali nitrat")."""
        if key in self._short and words[first].text != self._short[key]:
            return False
        if end - first > 1 or not is_salt(words[first].folded) or first == 0 or not words[first].continues:
            return True
        before = words[first - 1].folded
        return is_plain_syllable(before) and not is_metal(before)


def _explains(named: _Hit, hit: _Hit, text: str) -> bool:
    """ "Erythromycin, clarithromycin (macrolid)": the class in brackets says what the named ones are, and speaks of no
    other drug of it."""
    is_narrower = bool(named.by_name) and named.by_name <= hit.by_class
    is_narrower = is_narrower or (bool(named.by_class) and named.by_class < hit.by_class)
    between, behind = text[named.end : hit.start], _GLOSS_END.match(text, hit.end)
    return is_narrower and between.strip() == "(" and behind is not None


def _naming(hit: _Hit, meant: _Meant) -> Naming | None:
    if hit.by_name & meant.itself or (meant.key and hit.key == meant.key) or hit.key in meant.keys:
        return Naming.ITSELF
    if hit.by_name & (meant.parts | meant.wholes) or hit.key in meant.made_of:
        return Naming.PART
    if hit.by_class & (meant.itself | meant.parts) or (meant.members and meant.members <= hit.by_class):
        return Naming.CLASS
    narrower = hit.by_name & meant.members or (hit.by_class and hit.by_class <= meant.members)
    return Naming.MEMBER if narrower else None


def _is_under(codes: Collection[str], branches: Sequence[str]) -> bool:
    return any(code.startswith(branch) for code in codes for branch in branches)


def _reads(typed: Sequence[str], listed: Sequence[str]) -> bool:
    """Marks count as far as typed; where some are, a word without them is meant so: "tiêm chung" is no tiêm chủng."""
    if len(typed) == 1 and is_plain_syllable(listed[0]):
        return typed[0].lower() == listed[0].lower()
    if len(typed) != len(listed) or not all(map(same_word, typed, listed)):
        return False
    return not any(map(has_diacritics, typed)) or list(map(has_diacritics, typed)) == list(map(has_diacritics, listed))


def _literal(text: str, key: str) -> Iterator[_Hit]:
    """A name that no list knows, as it was typed."""
    words = cut(text)
    for first, word in enumerate(words):
        joined, end = "", first
        while end < len(words) and key.startswith(joined) and joined != key and (end == first or words[end].continues):
            joined += name_key([words[end].folded])
            end += 1
        if joined == key:
            yield _Hit(word.start, words[end - 1].end, key, _NONE, _NONE, _is_excepted(words, first))


def _is_excepted(words: tuple[Word, ...], first: int) -> bool:
    """Behind "không phải", "không thuộc nhóm", "trừ"."""
    at = first
    while at > 0 and not words[at].opens and words[at - 1].folded in _KINDS:
        at -= 1
    if at == 0 or words[at].opens:
        return False
    before, earlier = words[at - 1], words[at - 2].folded if at > 1 else ""
    if before.folded == "tru":
        return earlier == "ngoai" or bool(before.before)  # "(trừ aspirin)", but "thải trừ lithi"
    return earlier == "khong" and before.folded in ("phai", "thuoc", "gom")


def _folded(name: str) -> tuple[str, ...]:
    return tuple(word.folded for word in cut(nfc(name)))
