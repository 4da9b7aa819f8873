"""Names as the edition prints them, and as the rules of spelling let them be written."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from formulary.look_alikes import LookAlikes
from formulary.name_context import Reading
from formulary.name_entries import PROPER, Listed, Shelf
from formulary.name_rules import CONNECTORS, is_salt, name_key, substance_key
from formulary.name_typos import SCORER, STRANGER_MARGIN
from formulary.name_words import is_ordinary, is_shorthand
from rag.frames import How
from rag.understanding.syllables import is_plain_syllable
from rag.vietnamese import accent_key, has_diacritics, same_word

_SPLIT = 3  # a name may be typed in so many words more than it has
SHORT = 4  # names of so few letters count only as printed
_RANK = {how: i for i, how in enumerate((How.TITLE, How.INN, How.ABBREVIATION, How.BRAND, How.ALIAS, How.SPELLING))}


@dataclass(frozen=True, slots=True)
class Hit:
    """Words `first` to `last` answer to `owners`. `how` None: they are only near, and must be asked about."""

    first: int
    last: int
    owners: tuple[Listed, ...]
    how: How | None
    is_look_alike: bool = False

    @property
    def drug_ids(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(n.drug_id for n in self.owners if n.drug_id is not None))


def titles(names: tuple[Listed, ...]) -> frozenset[str]:
    """Equal for names of the same drug or drugs, drugs that the edition lacks included."""
    return frozenset(name.drug_title for name in names)


def listed(shelf: Shelf, look_alikes: LookAlikes, reading: Reading) -> Iterator[Hit]:
    """Leftmost, longest; a salt behind the name belongs to it unless the salt itself is a listed drug."""
    at = free_from = 0
    while at < len(reading.words):
        hit = _listed_at(shelf, reading, at)
        if hit is None:
            at += 1
            continue
        end = hit.last
        if reading.continues(end) and _listed_at(shelf, reading, end) is None:
            end = reading.salt_end(end)
        hit = _longer_mistyped(shelf, reading, hit, free_from) or _checked(look_alikes, shelf, reading, hit)
        at = free_from = max(end, hit.last)
        yield replace(hit, last=at)


def _listed_at(shelf: Shelf, reading: Reading, first: int) -> Hit | None:
    begins = reading.words[first].folded
    may_be_printed = begins[:3] in shelf.starts
    may_be_spelt = not reading.is_plain(first)
    if not (may_be_printed or may_be_spelt):
        return None
    lasts = [first + 1]
    while len(lasts) < shelf.longest + _SPLIT and reading.continues(lasts[-1]):
        lasts.append(lasts[-1] + 1)
    for last in reversed(lasts):
        if may_be_printed and (owners := _printed(shelf, reading, first, last)):
            return Hit(first, last, owners, owners[0].how)
        if may_be_spelt and (owners := _spelt(shelf, reading, first, last)):
            return Hit(first, last, owners, How.SPELLING)
    return None


def _printed(shelf: Shelf, reading: Reading, first: int, last: int) -> tuple[Listed, ...]:
    names = shelf.exact.get("".join(word.folded for word in reading.words[first:last]), ())
    fitting = (name for name in names if _is_typed(name, reading, first, last))
    return tuple(sorted(fitting, key=lambda name: _RANK[name.how]))


def _is_typed(name: Listed, reading: Reading, first: int, last: int) -> bool:
    """Does the listed name stand there? Marks that were typed must be right; blanks may move only in a long name."""
    words = reading.words[first:last]
    if len(words) == len(name.spoken):
        if not all(same_word(word.text, spoken) for word, spoken in zip(words, name.spoken, strict=True)):
            return False
    else:
        typed = "".join(word.text for word in words)
        if has_diacritics(typed) and accent_key(typed) != accent_key("".join(name.spoken)):
            return False
        if len(name.joined) < (8 if all(is_plain_syllable(word.folded) for word in words) else 6):
            return False
    return _is_meant_as_name(name, reading, first, last)


def _is_meant_as_name(name: Listed, reading: Reading, first: int, last: int) -> bool:
    """An ordinary word in small letters is itself, not a brand ("gan", "am", "clear"), unless the turn holds no more.

    Titles, and proper names of several words, are names wherever they stand. Shorthand (TM, BN) is never a name.
    """
    words = reading.words[first:last]
    if (len(words) == 1 and is_shorthand(words[0].folded)) or reading.acts_in_body(first, last):
        return False
    if len(name.joined) > SHORT and (name.how is How.TITLE or (name.how in PROPER and len(words) > 1)):
        return True
    if not all(word.is_number or is_ordinary(word.folded) for word in words):
        return True
    return any(reading.is_capitalised(i) for i in range(first, last)) or reading.stands_alone(first, last)


def _spelt(shelf: Shelf, reading: Reading, first: int, last: int) -> tuple[Listed, ...]:
    """Names of the same substance by the rules of spelling. The window ends in no salt: `salt_end` takes those."""
    words = reading.words[first:last]
    folded = [word.folded for word in words]
    if any(reading.is_plain(i) for i in range(first, last)) or reading.acts_in_body(first, last):
        return ()
    if {folded[0], folded[-1]} & CONNECTORS or (len(folded) > 1 and folded[-1] == "acid" and folded[-2] in CONNECTORS):
        return ()
    if len("".join(folded)) <= SHORT or (is_salt(folded[-1]) and not all(map(is_salt, folded))):
        return ()
    if any(has_diacritics(word.text) for word in words if word.folded not in CONNECTORS):
        return ()
    return shelf.by_substance.get(substance_key(folded), ())


def _longer_mistyped(shelf: Shelf, reading: Reading, hit: Hit, free_from: int) -> Hit | None:
    """A longer name of another drug that the hit and a free word beside it nearly spell: "benzathn benzylpenicilin"."""
    windows = list[tuple[int, int, int]]()
    if hit.first > free_from and reading.continues(hit.first):
        windows.append((hit.first - 1, hit.first - 1, hit.last))
    if reading.continues(hit.last):
        windows.append((hit.last, hit.first, hit.last + 1))
    for beside, first, last in windows:
        if _is_part_of_nothing(shelf, reading, beside):
            continue
        near = shelf.typos.near(name_key([word.folded for word in reading.words[first:last]]))
        owners = shelf.by_key[near[0].key] if near else ()
        if owners and titles(owners) != titles(hit.owners):
            return Hit(first, last, (*owners, *hit.owners), None)
    return None


def _is_part_of_nothing(shelf: Shelf, reading: Reading, index: int) -> bool:
    """Numbers, short and ordinary words, salts and names in their own right make no longer name."""
    word = reading.words[index]
    if not word.text.isalpha() or len(word.text) < SHORT or reading.is_plain(index):
        return True
    return is_salt(word.folded) or word.folded == "acid" or word.folded in shelf.exact


def _checked(look_alikes: LookAlikes, shelf: Shelf, reading: Reading, hit: Hit) -> Hit:
    """A spelling that is as near to a listed look-alike as to the name it spells is asked about ("Tobraex")."""
    if hit.how is not How.SPELLING or hit.owners[0].how is How.SPELLING:
        return hit
    typed = "".join(word.folded for word in reading.words[hit.first : hit.last])
    score = max(SCORER(typed, name.joined) for name in hit.owners)
    rivals = [
        name
        for key in dict.fromkeys(name_key(name.words) for name in hit.owners)
        for partner in look_alikes.partners(key)
        if SCORER(typed, partner) > score - STRANGER_MARGIN
        for name in shelf.by_key.get(partner, ())
        if name.drug_title not in titles(hit.owners)
    ]
    return replace(hit, owners=(*hit.owners, *rivals), how=None, is_look_alike=True) if rivals else hit
