"""A fault is put into the function where it stands, and is tried by the tests that get to its statement."""

import ast
import importlib
import sys
from functools import lru_cache

import pytest

from tests.mutants.changes import count, mutant
from tests.mutants.reaching import forget_everything, recording
from tests.mutants.standing import stands_in
from tests.mutants.swapping import module_of, swap

SOURCE = """\
from functools import cache
LIMIT = 3


@cache
def cached(a):
    return a + 1


class Of:
    @property
    def value(self):
        return 5

    def less(self, a, most=7):
        if a < most:
            return [
                b for b in range(a)
                if b > 1
            ]
        match a:
            case 9:
                return 8
        return []
"""


@pytest.fixture
def product(tmp_path, monkeypatch):
    """(its file, the module)"""
    path = tmp_path / "swapped_module.py"
    path.write_text(SOURCE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    yield path, importlib.import_module("swapped_module")
    del sys.modules["swapped_module"]


def fault(path, before):
    (found,) = [m for m in (mutant(path, SOURCE, i) for i in range(count(SOURCE))) if m.before == before]
    return found


@pytest.mark.parametrize(
    ("before", "function", "lines"),
    [
        ("3", None, range(2, 3)), ("7", None, range(15, 16)), ("a + 1", "cached", range(7, 8)), ("5", "Of.value", range(13, 14)),
        ("a < most", "Of.less", range(16, 17)), ("b > 1", "Of.less", range(17, 21)), ("9", "Of.less", range(22, 23)),
        ("8", "Of.less", range(23, 24)),
    ],
)  # fmt: skip
def test_a_fault_stands_in_a_function_and_on_the_lines_of_its_statement(before, function, lines):
    tree = ast.parse(SOURCE)
    (node,) = [n for n in ast.walk(tree) if isinstance(n, ast.expr) and ast.unparse(n) == before]
    assert stands_in(tree, node, node.lineno) == (function, lines)


def test_the_functions_of_a_module_that_is_loaded_get_the_fault(product):
    path, module = product
    assert module_of(fault(path, "a + 1"), path.parent) is module
    assert swap(fault(path, "a + 1"), module)
    assert swap(fault(path, "5"), module)
    assert swap(fault(path, "b > 1"), module)
    assert (module.cached(4), module.Of().value, module.Of().less(3)) == (3, 6, [1, 2])


@pytest.mark.parametrize("before", ["3", "7"])
def test_what_is_done_when_a_module_is_loaded_cannot_be_swapped(product, before):
    path, module = product
    assert not swap(fault(path, before), module)
    assert (module.LIMIT, module.Of().less(7)) == (3, [])


def test_the_lines_that_run_are_recorded_and_no_others(product):
    path, module = product
    with recording([path]) as reached:
        module.Of().less(9)
        lru_cache(len)("x")
    module.cached(1)
    assert reached == {(str(path), line) for line in (15, 16, 21, 22, 23)}


def test_what_is_cached_is_forgotten(monkeypatch):
    calls = []
    monkeypatch.setattr(sys.modules[__name__], "kept", lru_cache(calls.append), raising=False)
    for _ in range(2):
        sys.modules[__name__].kept(1)
        forget_everything()
    assert calls == [1, 1]
