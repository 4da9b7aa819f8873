"""Names that are not written as they are listed: as heard, and as mistyped."""

from collections.abc import Callable, Iterator

from formulary.look_alikes import LookAlikes
from formulary.name_context import Reading
from formulary.name_entries import Listed, Shelf
from formulary.name_listed import Hit, titles
from formulary.name_rules import CONNECTORS, is_salt, name_key
from formulary.name_sounds import sound_key
from formulary.name_text import Word
from formulary.name_typos import ACCEPT_AT, ASK_UNPROMPTED_AT, MAX_OPTIONS, MIN_LETTERS, judge
from rag.frames import How

_FEWEST_HEARD = 3  # syllables: two of ordinary words sound like some brand too easily
_LONGEST_HEARD = 8
_MIN_HEARD = 7  # letters of a name written syllable by syllable
_LONGEST_MISTYPED = 3  # words
_BRANDS = (How.BRAND, How.ALIAS)


# As heard -------------------------------------------------------------------------------------------------


def heard(shelf: Shelf, reading: Reading, free: Callable[[int], bool]) -> Iterator[Hit]:
    """Three to eight short words that together sound like one name."""
    at = 0
    while at < len(reading.words):
        hit = _heard_at(shelf, reading, at, free)
        if hit is not None:
            yield hit
        at = hit.last if hit is not None else at + 1


def _heard_at(shelf: Shelf, reading: Reading, first: int, free: Callable[[int], bool]) -> Hit | None:
    last = first
    while (
        last < len(reading.words)
        and last - first < _LONGEST_HEARD
        and free(last)
        and _is_syllable_like(reading.words[last])
        and (last == first or reading.continues(last))
    ):
        last += 1
    for end in range(last, first + _FEWEST_HEARD - 1, -1):
        words = reading.words[first:end]
        if sum(len(word.text) for word in words) < _MIN_HEARD:
            return None
        owners = shelf.by_sound.get(sound_key([word.text for word in words]), ())
        if owners and len(titles(owners)) <= MAX_OPTIONS:
            return Hit(first, end, owners, How.SOUND)
    return None


def _is_syllable_like(word: Word) -> bool:
    return word.text.isalpha() and len(word.text) <= 6


# As mistyped ----------------------------------------------------------------------------------------------


def mistyped(shelf: Shelf, look_alikes: LookAlikes, reading: Reading, free: Callable[[int], bool]) -> Iterator[Hit]:
    """One to three words that no ordinary word is among, the longest run of them that is near to a name."""
    at = 0
    while at < len(reading.words):
        hit = _mistyped_at(shelf, look_alikes, reading, at, free)
        if hit is not None:
            yield hit
        at = hit.last if hit is not None else at + 1


def _mistyped_at(
    shelf: Shelf, look_alikes: LookAlikes, reading: Reading, first: int, free: Callable[[int], bool]
) -> Hit | None:
    last = first
    while (
        last < len(reading.words)
        and last - first < _LONGEST_MISTYPED
        and free(last)
        and reading.words[last].text.isalpha()
        and not reading.is_plain(last)
        and (last == first or reading.continues(last))
    ):
        last += 1
    hits = (_near(shelf, look_alikes, reading, first, end) for end in range(last, first, -1))
    return next((hit for hit in hits if hit is not None), None)


def _near(shelf: Shelf, look_alikes: LookAlikes, reading: Reading, first: int, last: int) -> Hit | None:
    words = reading.words[first:last]
    folded = [word.folded for word in words]
    key = name_key(folded)
    if {folded[0], folded[-1]} & CONNECTORS or reading.acts_in_body(first, last):
        return None
    if len(key) < MIN_LETTERS or all(is_salt(word) or word == "acid" for word in folded):
        return None

    def owners(of: str) -> tuple[Listed, ...]:
        return shelf.by_key.get(of, ())

    def is_brand(of: str) -> bool:
        return all(name.how in _BRANDS and name.drug_id for name in owners(of))

    near = shelf.typos.near(key)
    if reading.is_where_no_drug_stands(first):
        near = tuple(n for n in near if not is_brand(n.key))
    found = judge(
        key,
        near,
        look_alikes,
        drugs_of=lambda of: titles(owners(of)) or of,
        is_ours=lambda of: any(name.drug_id for name in owners(of)),
        # A brand is never put right unasked: thousands lie a letter apart, and no edition lists them all. Nor is a
        # name with a syllable in front of it: that is how another substance is named (citalopram, escitalopram).
        may_accept=lambda of: not is_brand(of) and not _has_syllable_in_front(key, of),
    )
    if found.accepted is not None:
        return Hit(first, last, owners(found.accepted), How.FUZZY)
    asked = tuple(dict.fromkeys(name for of in found.asked for name in owners(of)))
    if len(words) == 1 and (sound := _sounds_like(shelf, words[0], asked)):
        return Hit(first, last, sound, How.SOUND)
    is_faint = len(words) > 1 or all(is_brand(of) for of in found.asked)
    enough = ACCEPT_AT if is_faint else ASK_UNPROMPTED_AT
    if not asked or (near[0].score < enough and not reading.is_where_drugs_stand(first, last)):
        return None
    return Hit(first, last, asked, None, found.is_look_alike)


def _has_syllable_in_front(one: str, other: str) -> bool:
    longer, shorter = sorted((one, other), key=len, reverse=True)
    return longer.endswith(shorter) and len(longer) - len(shorter) > 1


def _sounds_like(shelf: Shelf, word: Word, asked: tuple[Listed, ...]) -> tuple[Listed, ...]:
    """Proper names of the one drug that the word sounds like, when nothing else is near in letters either."""
    names = shelf.by_sound.get(sound_key([word.text]), ())
    if len(titles(names)) != 1 or titles(asked) - titles(names):
        return ()
    return tuple(name for name in names if name.how not in _BRANDS)
