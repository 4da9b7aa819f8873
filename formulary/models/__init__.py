"""The rows of the book."""

from formulary.models.book import Chunk, DrugName, Edition, Monograph, Section
from formulary.models.care import Erratum, Finding, QuarantineEvent
from formulary.models.choices import EditionChoice
from formulary.models.defect_kinds import DefectKind
from formulary.models.dosing import DoseRule
from formulary.models.files import FilePage, ImportJob, SourceFile, StoredVector
from formulary.models.search import SearchIndex

__all__ = [
    "Chunk",
    "DefectKind",
    "DoseRule",
    "DrugName",
    "Edition",
    "EditionChoice",
    "Erratum",
    "FilePage",
    "Finding",
    "ImportJob",
    "Monograph",
    "QuarantineEvent",
    "SearchIndex",
    "Section",
    "SourceFile",
    "StoredVector",
]
