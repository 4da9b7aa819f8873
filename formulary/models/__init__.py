"""The rows of the book."""

from formulary.models.book import Chunk, DrugName, Edition, Monograph, Section
from formulary.models.care import QuarantineEvent
from formulary.models.defect_kinds import DefectKind

__all__ = ["Chunk", "DefectKind", "DrugName", "Edition", "Monograph", "QuarantineEvent", "Section"]
