"""What the import contracts cannot say."""

import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path

import grimp
import pytest

from conversations.management.commands import show_routes
from rag.messages import ENDINGS
from rag.outcomes import Outcome

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("duocthu", "conversations", "formulary", "rag")
CODE = sorted(
    str(path.relative_to(ROOT)) for package in PACKAGES for path in (ROOT / package).rglob("*.py") if path.is_file()
)
TEMPLATES = sorted(
    str(path.relative_to(ROOT))
    for folder in (ROOT / "templates", *(ROOT / package for package in PACKAGES))
    for path in folder.rglob("*.html")
)


# --- rag is a library of pure functions ------------------------------------------------------------------------


def test_rag_imports_only_the_standard_library() -> None:
    graph = grimp.build_graph("rag", include_external_packages=True, cache_dir=None)
    outside = {name for name in graph.modules if graph.is_module_squashed(name)}
    assert outside - sys.stdlib_module_names == set()


def test_importing_the_pipeline_loads_nothing_but_rag_and_the_standard_library() -> None:
    program = (
        "import sys; before = set(sys.modules); import rag.pipeline\n"
        "print(*sorted({m.partition('.')[0] for m in set(sys.modules) - before}))"
    )
    found = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert set(found.stdout.split()) - sys.stdlib_module_names == {"rag"}


# --- acts name their actor -------------------------------------------------------------------------------------

ACTS = ("formulary.editions", "conversations.intake", "conversations.feedback", "conversations.answering")
# Nobody acts here: these read, check, or are the machine's own work on a turn that somebody submitted.
NOT_ACTS = {
    "formulary.editions.alias_problem",
    "formulary.editions.rollback_target",
    "conversations.intake.check_key",
    "conversations.answering.answer_turn",
    "conversations.answering.stage_of",
}


def acts() -> dict[str, Callable[..., object]]:
    return {
        f"{module}.{name}": function
        for module in ACTS
        for name, function in vars(import_module(module)).items()
        if inspect.isfunction(function) and function.__module__ == module and not name.startswith("_")
    }


def test_every_act_of_a_person_says_who_acts() -> None:
    nameless = {name for name, act in acts().items() if not {"actor", "owner"} & set(inspect.signature(act).parameters)}
    assert nameless - NOT_ACTS == set()


def test_the_actor_is_a_keyword_without_a_default() -> None:
    for name in acts().keys() - NOT_ACTS:
        parameters = inspect.signature(acts()[name]).parameters
        for who in {"actor", "owner"} & parameters.keys():
            assert parameters[who].default is inspect.Parameter.empty, name


def test_every_exception_to_that_still_exists() -> None:
    assert acts().keys() >= NOT_ACTS


# --- every ending has its words --------------------------------------------------------------------------------


@pytest.mark.parametrize("outcome", Outcome)
def test_every_outcome_has_a_sentence(outcome: Outcome) -> None:
    assert ENDINGS[outcome].endswith((".", "?"))


# --- pages that are generated ----------------------------------------------------------------------------------


def test_the_page_of_routes_is_fresh() -> None:
    assert (ROOT / show_routes.PAGE).read_text(encoding="utf-8") == show_routes.page()


# --- text stays text -------------------------------------------------------------------------------------------


def _marks_html_as_safe_or_folds_numbers(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Name(id="mark_safe" | "SafeString" | "SafeText" as name):
                yield name
            case ast.Attribute(attr="mark_safe" | "SafeString" | "SafeText" as name):
                yield name
            case ast.ImportFrom(names=names) if any(n.name in ("mark_safe", "SafeString", "SafeText") for n in names):
                yield "mark_safe"
            case ast.Constant(value="NFKC" | "NFKD" as form):
                yield form  # 10² would become 102, and ½ 1⁄2


def _offenders(paths: Iterable[str], offences: Callable[[str], list[str]]) -> dict[str, list[str]]:
    found = {path: offences((ROOT / path).read_text(encoding="utf-8")) for path in paths}
    return {path: what for path, what in found.items() if what}


def test_code_never_marks_text_as_safe_html_and_never_uses_compatibility_forms() -> None:
    assert _offenders(CODE, lambda text: list(_marks_html_as_safe_or_folds_numbers(ast.parse(text)))) == {}


def test_templates_escape_everything() -> None:
    unescaped = re.compile(r"\|\s*safe(?:seq)?\b|\{%\s*autoescape\s+off")
    assert _offenders(TEMPLATES, unescaped.findall) == {}


def test_templates_hold_no_inline_script_style_or_handler() -> None:
    inline = re.compile(
        r"<script\b(?![^>]*\b(?:src=|type=\"application/json\"))[^>]*>|<style\b|\sstyle\s*=|javascript:|\son[a-z]+\s*=",
        flags=re.IGNORECASE,
    )
    assert _offenders(TEMPLATES, inline.findall) == {}


def test_code_holds_no_unfinished_work() -> None:
    assert _offenders(CODE, re.compile(r"\b(?:TODO|FIXME|XXX|NotImplementedError)\b").findall) == {}


def test_there_is_code_and_a_template_to_look_at() -> None:
    assert len(CODE) > 50
    assert TEMPLATES
