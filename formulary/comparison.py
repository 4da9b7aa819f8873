"""What one release says otherwise than another: monographs, sections, blocks, numbers, names, quarantine."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from enum import StrEnum
from functools import lru_cache

from django.db.models import Q

from formulary.models import Chunk, DrugName, Edition, Monograph
from formulary.word_diff import Piece, has_number, likeness, same_numbers, word_diff, words_of
from rag.passages import SECTION_TITLES

_ALIKE = 0.5  # blocks that share less than half of their words are two blocks, not one that changed


class Change(StrEnum):
    ADDED = "added"
    REMOVED = "removed"
    REWORDED = "reworded"
    MOVED_UNDER = "moved_under"  # same words under another sub-heading: another patient may be meant
    HELD = "held"
    RELEASED = "released"


@dataclass(frozen=True, slots=True)
class BlockSide:
    """A block in one of the two releases."""

    ordinal: int
    text: str
    headings: tuple[str, ...]
    context: tuple[tuple[str, ...], ...]
    page: int | None
    held: str | None


@dataclass(frozen=True, slots=True)
class BlockChange:
    """`old` is None for an added block, `new` for a removed one. `numbers` says that a number or its unit changed."""

    section: str
    change: Change
    old: BlockSide | None
    new: BlockSide | None
    numbers: bool

    @property
    def section_title(self) -> str:
        return SECTION_TITLES[self.section]

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return word_diff(self.old.text if self.old else "", self.new.text if self.new else "")


@dataclass(frozen=True, slots=True)
class MonographChange:
    """`change` is ADDED, REMOVED or REWORDED (changed in any way). Counts are of blocks and names."""

    slug: str
    title: str
    change: Change
    blocks: dict[Change, int]
    numbers: int
    names_added: tuple[str, ...] = ()
    names_removed: tuple[str, ...] = ()

    def count(self, change: str) -> int:
        return self.blocks.get(Change(change), 0)


@dataclass(frozen=True, slots=True)
class Quarantined:
    """Of an edition: held blocks, all blocks."""

    held: int
    blocks: int

    @property
    def share(self) -> float:
        """0 to 1."""
        return self.held / self.blocks if self.blocks else 0.0


@dataclass(frozen=True, slots=True)
class Comparison:
    monographs: tuple[MonographChange, ...]
    unchanged: int
    quarantine_before: Quarantined
    quarantine_after: Quarantined

    def of(self, change: Change) -> int:
        """How many monographs were added, removed or changed."""
        return sum(m.change is change for m in self.monographs)

    @property
    def numbers(self) -> int:
        """Blocks with a changed number."""
        return sum(m.numbers for m in self.monographs)

    @property
    def names_added(self) -> int:
        return sum(len(m.names_added) for m in self.monographs)

    @property
    def names_removed(self) -> int:
        return sum(len(m.names_removed) for m in self.monographs)


def compare(old: Edition, new: Edition) -> Comparison:
    """Every monograph that differs, in book order, in counts; `changes_in` tells one of them word by word."""
    return _compare(old.pk, old.revision, new.pk, new.revision)


@lru_cache(maxsize=4)
def _compare(old_id: int, old_revision: int, new_id: int, new_revision: int) -> Comparison:
    """Whole books are compared, and the pages of one comparison are turned one after the other."""
    old, new = Edition.objects.get(pk=old_id), Edition.objects.get(pk=new_id)
    before, after = _monographs(old), _monographs(new)
    # Held or released by a person does not show in the hash of what was imported.
    apart = _with_other_quarantine(old, new)
    differing = {
        slug
        for slug in before.keys() | after.keys()
        if before.get(slug, ("", ""))[1] != after.get(slug, ("", ""))[1] or slug in apart
    }
    old_blocks, new_blocks = _blocks(old, differing), _blocks(new, differing)
    old_names, new_names = _names(old), _names(new)
    found = []
    for slug in [*after, *(slug for slug in before if slug not in after)]:
        changes = tuple(_section_changes(old_blocks.get(slug, {}), new_blocks.get(slug, {})))
        gained = tuple(sorted(new_names.get(slug, set()) - old_names.get(slug, set())))
        lost = tuple(sorted(old_names.get(slug, set()) - new_names.get(slug, set())))
        if not (changes or gained or lost):
            continue
        title = after[slug][0] if slug in after else before[slug][0]
        change = Change.ADDED if slug not in before else Change.REMOVED if slug not in after else Change.REWORDED
        counts = Counter(c.change for c in changes)
        found.append(MonographChange(slug, title, change, dict(counts), sum(c.numbers for c in changes), gained, lost))
    same = sum(slug in before for slug in after) - sum(m.change is Change.REWORDED for m in found)
    return Comparison(tuple(found), same, _quarantined(old), _quarantined(new))


def changes_in(slug: str, old: Edition, new: Edition) -> tuple[BlockChange, ...]:
    """Every block of one monograph that differs, in the order of the book."""
    before, after = _blocks(old, {slug}), _blocks(new, {slug})
    return tuple(_section_changes(before.get(slug, {}), after.get(slug, {})))


def names_in(slug: str, old: Edition, new: Edition) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(names that came, names that went) of one monograph."""
    before, after = _names(old, slug).get(slug, set()), _names(new, slug).get(slug, set())
    return tuple(sorted(after - before)), tuple(sorted(before - after))


Sections = dict[str, list[BlockSide]]


def _monographs(edition: Edition) -> dict[str, tuple[str, str]]:
    """Slug -> (printed title, hash of its content), in book order."""
    return {
        m.slug: (m.printed_title, m.content_sha256)
        for m in Monograph.objects.filter(edition=edition).order_by("position")
    }


def _with_other_quarantine(old: Edition, new: Edition) -> set[str]:
    held = Chunk.objects.filter(quarantine_kind__isnull=False)
    columns = ("section__monograph__slug", "section__key", "text_sha256")
    before, after = (
        set(held.filter(section__monograph__edition=edition).values_list(*columns)) for edition in (old, new)
    )
    return {slug for slug, _, _ in before ^ after}


def _blocks(edition: Edition, slugs: set[str]) -> dict[str, Sections]:
    rows = (
        Chunk.objects.filter(section__monograph__edition=edition, section__monograph__slug__in=slugs)
        .order_by("section__position", "ordinal")
        .values_list(
            "section__monograph__slug", "section__key", "ordinal", "text", "headings", "populations", "routes",
            "indications", "page_from", "quarantine_reason",
        )
    )  # fmt: skip
    found: dict[str, Sections] = {}
    for slug, key, ordinal, text, headings, populations, routes, indications, page, held in rows.iterator(2_000):
        context = (tuple(populations), tuple(routes), tuple(indications))
        side = BlockSide(ordinal, text, tuple(headings), context, page, held)
        found.setdefault(slug, {}).setdefault(key, []).append(side)
    return found


def _names(edition: Edition, slug: str | None = None) -> dict[str, set[str]]:
    which = Q(monograph__edition=edition, is_withdrawn=False)
    if slug is not None:
        which &= Q(monograph__slug=slug)
    found: dict[str, set[str]] = {}
    for monograph, name in DrugName.objects.filter(which).values_list("monograph__slug", "name"):
        found.setdefault(monograph, set()).add(name)
    return found


def _quarantined(edition: Edition) -> Quarantined:
    blocks = Chunk.objects.filter(section__monograph__edition=edition)
    return Quarantined(blocks.filter(quarantine_kind__isnull=False).count(), blocks.count())


def _section_changes(before: Sections, after: Sections) -> Iterator[BlockChange]:
    for key in SECTION_TITLES:
        for change in _aligned(before.get(key, []), after.get(key, [])):
            yield replace(change, section=key)


def _aligned(old: Sequence[BlockSide], new: Sequence[BlockSide]) -> Iterator[BlockChange]:
    matcher = SequenceMatcher(None, [b.text for b in old], [b.text for b in new], autojunk=False)
    for what, i1, i2, j1, j2 in matcher.get_opcodes():
        if what == "equal":
            for before, after in zip(old[i1:i2], new[j1:j2], strict=True):
                if change := _same_words(before, after):
                    yield BlockChange("", change, before, after, False)
        else:
            yield from _replaced(old[i1:i2], new[j1:j2])


def _same_words(before: BlockSide, after: BlockSide) -> Change | None:
    if before.headings != after.headings or before.context != after.context:
        return Change.MOVED_UNDER
    if (before.held is None) != (after.held is None):
        return Change.HELD if after.held is not None else Change.RELEASED
    return None


def _replaced(old: Sequence[BlockSide], new: Sequence[BlockSide]) -> Iterator[BlockChange]:
    """Blocks that are alike are one that changed; in the order of the book on both sides."""
    start = 0
    words = [words_of(before.text) for before in old]
    for after in new:
        wanted = words_of(after.text)
        scores = [likeness(before, wanted) for before in words[start:]]
        best = max(range(len(scores)), key=scores.__getitem__, default=None)
        if best is None or scores[best] < _ALIKE:
            yield BlockChange("", Change.ADDED, None, after, has_number(after.text))
            continue
        for before in old[start : start + best]:
            yield _removed(before)
        before = old[start + best]
        yield BlockChange("", Change.REWORDED, before, after, not same_numbers(before.text, after.text))
        start += best + 1
    for before in old[start:]:
        yield _removed(before)


def _removed(before: BlockSide) -> BlockChange:
    return BlockChange("", Change.REMOVED, before, None, has_number(before.text))
