"""Several sides of one answer beside each other: what one holds back or repeats takes nothing from another."""

from collections.abc import Iterable, Sequence

from rag import messages, wording
from rag.assembling import Parts, printed_pages
from rag.frames import Population
from rag.passages import DOSING
from rag.records import Notice, NoticeKind
from rag.sides import Side

Found = Sequence[tuple[Side, Parts]]


def without_repeats(found: Found) -> Found:
    """Beside the adults' doses the elderly show only what is printed for them."""
    of_adults = {claim.citations for side, parts in found if _is_of(side, Population.ADULT) for claim in parts.claims}
    for side, parts in found:
        if not of_adults or not _is_of(side, Population.ELDERLY):
            continue
        dosed = bool(parts.claims)
        parts.claims = [claim for claim in parts.claims if claim.citations not in of_adults]
        if dosed and not any(_is_dosing(parts, claim.citations[0].passage) for claim in parts.claims):
            parts.sentences.append(messages.no_dose_of_its_own(wording.POPULATION_WORDS[Population.ELDERLY]))
    return found


def readable(found: Found) -> Iterable[tuple[Side, Parts]]:
    """A side whose blocks are held back says so and shows nothing, while the others are shown."""
    held = [parts for _, parts in found if parts.held_back]
    if not held or len(held) == len(found):
        return found
    shown: list[tuple[Side, Parts]] = []
    for side, parts in found:
        if parts.held_back:
            first = parts.held_back[0]
            text = messages.held_elsewhere(first.monograph_name, first.section, printed_pages(parts.held_back))
            parts = Parts(read=parts.read, notices=[*parts.notices, Notice(NoticeKind.QUARANTINE, text)])
        shown.append((side, parts))
    return shown


def _is_of(side: Side, group: Population) -> bool:
    return bool(side.label) and group in side.frame.populations


def _is_dosing(parts: Parts, passage_id: str) -> bool:
    return any(p.id == passage_id and p.section == DOSING for p in parts.read)
