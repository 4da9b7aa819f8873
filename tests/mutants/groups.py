"""What is tried: the modules on which a patient's safety rests, and the tests that have to notice."""

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TARGET = 85  # per cent of the mutants that a test notices


NEED_DJANGO = (
    "tests/formulary/test_shelf_doses.py",
    "tests/formulary/test_dose_rule_labels.py",
    "tests/formulary/test_names.py",
)
"""Of the tests below. All others run without: a second of each run is saved."""


@dataclass(frozen=True)
class Group:
    modules: tuple[str, ...]
    tests: tuple[str, ...]

    def paths(self) -> list[Path]:
        return sorted({path for pattern in self.modules for path in ROOT.glob(pattern)})


GROUPS = {
    "dosing": Group(
        ("rag/dosing/*.py", "rag/calculations.py", "rag/usable_rules.py"),
        ("tests/rag/dosing", "tests/rag/test_calculation*.py", "tests/formulary/test_dose_rule_labels.py"),
    ),
    "units": Group(
        (
            "rag/quantities.py", "rag/dosing/units.py", "rag/understanding/weights.py", "rag/understanding/ages.py",
            "rag/understanding/numbers.py", "rag/understanding/age_units.py",
        ),
        (
            "tests/rag/test_*.py", "tests/rag/dosing/test_units.py", "tests/rag/dosing/test_boundaries.py",
            "tests/rag/dosing/test_results.py",
            "tests/rag/understanding",
        ),
    ),
    "names": Group(
        ("formulary/name_*.py", "formulary/names.py"),
        ("tests/formulary/test_name*.py", "tests/formulary/test_drug_names.py"),
    ),
    "routing": Group(
        ("rag/routes.py", "rag/slots/*.py", "rag/applicability.py", "rag/endings.py"),
        ("tests/rag/test_*.py", "tests/rag/understanding", "tests/formulary/test_shelf_doses.py"),
    ),
    "grounding": Group(
        (
            "rag/grounding.py", "rag/quoting.py", "rag/regimens.py", "rag/prohibitions.py", "rag/doses.py",
            "rag/printed.py", "rag/asked_words.py",
        ),
        ("tests/rag/test_*.py", "tests/formulary/test_shelf_doses.py"),
    ),
}  # fmt: skip
