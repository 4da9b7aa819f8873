"""The names of an edition as the pipeline asks for them: built once a process for each state of the edition."""

from threading import Lock

from formulary.classes import brands
from formulary.name_index import NameEntry, NameIndex
from formulary.other_drugs import other_drugs
from formulary.selectors import atc_codes, name_rows

_LOCK = Lock()
_BUILT: dict[int, tuple[int, NameIndex]] = {}
"""Edition id -> the newest revision that was asked for, and its index."""


def names_for(edition_id: int, revision: int) -> NameIndex:
    """The names of an edition at a revision (`Edition.revision`).

    One index is kept for each edition: a newer revision replaces an older one. Threads that ask together wait for one
    build.
    """
    built = _BUILT.get(edition_id)
    if built is not None and built[0] == revision:
        return built[1]
    with _LOCK:
        built = _BUILT.get(edition_id)
        if built is not None and built[0] >= revision:
            return built[1]
        # A brand that the edition does not print is named back as unknown, never passed over.
        world = (*other_drugs(), *((brand,) for brand in brands()))
        entries = (NameEntry(*row) for row in name_rows(edition_id))
        index = NameIndex(entries, world=world, codes=atc_codes(edition_id))
        _BUILT[edition_id] = (revision, index)
        return index
