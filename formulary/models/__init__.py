"""The rows of the book."""

from formulary.models.book import Chunk, DrugName, Edition, Monograph, Section
from formulary.models.care import Erratum, Finding, QuarantineEvent
from formulary.models.defect_kinds import DefectKind
from formulary.models.files import FilePage, ImportJob, SourceFile, StoredVector

__all__ = [
    "Chunk",
    "DefectKind",
    "DrugName",
    "Edition",
    "Erratum",
    "FilePage",
    "Finding",
    "ImportJob",
    "Monograph",
    "QuarantineEvent",
    "Section",
    "SourceFile",
    "StoredVector",
]
