"""What was found wrong with the file of an edition and may hide a monograph, a section or a warning.

No block carries such a finding, so none is held for it: who publishes the edition says why it may answer all the same.
"""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Q

from formulary.models import DefectKind, Edition, Finding
from rag.passages import SECTION_TITLES

_K = DefectKind
_HARMLESS = frozenset({_K.FILE_NOTE, _K.MISSING_SECTION})
_CONTRAINDICATIONS = SECTION_TITLES["chong_chi_dinh"]


@dataclass(frozen=True, slots=True)
class GraveFindings:
    """How many of a kind; `label` as people say it."""

    kind: str
    label: str
    count: int


def grave_findings(edition: Edition) -> tuple[GraveFindings, ...]:
    """Most first; empty when nothing stands in the way of publishing."""
    missing = Q(kind=_K.MISSING_SECTION, evidence=_CONTRAINDICATIONS)
    rows = Finding.objects.filter(edition=edition, chunk=None).filter(~Q(kind__in=_HARMLESS) | missing)
    counts = Counter(rows.order_by().values_list("kind", flat=True))
    return tuple(GraveFindings(kind, _label(kind), count) for kind, count in counts.most_common())


def _label(kind: str) -> str:
    if kind == _K.MISSING_SECTION:
        return f"chuyên luận thiếu mục «{_CONTRAINDICATIONS}»"
    return str(_K(kind).label)
