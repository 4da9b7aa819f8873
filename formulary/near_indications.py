"""Blocks of Chỉ định that are near in meaning to a condition that none of them prints: the search index ranks them."""

import logging
import time

from formulary.ports import EmbedderUnavailable, IndexUnavailable
from formulary.searching import nearest_in_meaning
from formulary.selectors import EditionInUse
from rag.passages import Passage

logger = logging.getLogger(__name__)

_MOST = 8
_SECTION = ("chi_dinh",)


class NearIndications:
    """IndicationMeanings over one edition; nothing where the index is missing, being built, down or too slow."""

    def __init__(self, edition: EditionInUse) -> None:
        self.edition = edition

    def near(self, condition: str, *, seconds: float) -> tuple[Passage, ...]:
        deadline = time.monotonic() + seconds
        try:
            return nearest_in_meaning(self.edition, condition, section_keys=_SECTION, limit=_MOST, deadline=deadline)
        except (IndexUnavailable, EmbedderUnavailable):
            logger.warning("indications near in meaning could not be looked up", exc_info=True)
            return ()
