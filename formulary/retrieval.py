"""The PassageStore over one edition: exact look-ups by SQL, so that a quarantine holds from the moment it is set."""

from collections.abc import Sequence
from functools import reduce
from operator import or_

from django.contrib.postgres.search import SearchQuery, SearchVector, SearchVectorExact
from django.db.models import Q

from formulary.folding import searchable
from formulary.selectors import EditionInUse, current_edition, passages
from rag.passages import Passage

__all__ = ["EditionInUse", "EditionPassages", "current_edition"]


class EditionPassages:
    """Made for one turn; holds no state but which edition it reads."""

    def __init__(self, edition: EditionInUse) -> None:
        self.edition = edition

    def sections(self, drug_ids: Sequence[str], section_keys: Sequence[str]) -> tuple[Passage, ...]:
        """All blocks of those sections, monographs in the order asked, sections and blocks in book order. One query."""
        if not drug_ids or not section_keys:
            return ()
        found = passages(self.edition, section__monograph__slug__in=set(drug_ids), section__key__in=set(section_keys))
        asked = {slug: i for i, slug in reversed(list(enumerate(drug_ids)))}
        return tuple(sorted(found, key=lambda passage: asked[passage.monograph]))

    def monograph(self, drug_id: str) -> tuple[Passage, ...]:
        """Every block in book order; empty when the edition has no such monograph."""
        return tuple(passages(self.edition, section__monograph__slug=drug_id))

    def by_indication(self, terms: Sequence[str]) -> tuple[Passage, ...]:
        """Blocks of `chi_dinh` that contain any of the terms in their text or above it (folded, whole syllables)."""
        wanted = {key for key in map(searchable, terms) if key.strip()}
        if not wanted:
            return ()
        # The index of words finds the candidates; the text itself decides.
        words = reduce(or_, (SearchQuery(key, config="simple", search_type="phrase") for key in sorted(wanted)))
        holds_any = reduce(or_, (Q(folded__contains=key) | Q(folded_context__contains=key) for key in sorted(wanted)))
        found = Q(SearchVectorExact(SearchVector("folded_context", "folded", config="simple"), words))
        return tuple(passages(self.edition, found, holds_any, section_key="chi_dinh"))
