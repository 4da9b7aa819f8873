"""The faults are the ones that are meant, one at a time, and the module still compiles with each."""

import ast
from pathlib import Path

import pytest

from tests.mutants.alternation import without_a_branch
from tests.mutants.changes import count, mutant
from tests.mutants.groups import GROUPS, ROOT

HERE = Path(__file__)


def faults(source: str) -> set[str]:
    return {mutant(HERE, source, i).source for i in range(count(source))}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a < b", {"a <= b"}), ("a == b", {"a != b"}), ("a in b", {"a not in b"}), ("a + b", {"a - b"}), ("a / b", {"a * b"}),
        ("a and b", {"a or b"}), ("not a", {"bool(a)"}), ("f(3)", {"f(4)", "pass"}), ("x = Decimal('0.5')", {"x = Decimal('0.6')"}),
        ("x = a if b else c", {"x = a if True else c", "x = a if False else c"}), ("x += 1", {"x += 2", "pass"}),
        ("x = [a for a in b if a]", {"x = [a for a in b]"}), ("x = {a, b}", {"x = {b}", "x = {a}"}),
        ("x = {'a': b, 'c': d}", {"x = {'c': d}", "x = {'a': b}", "x = {'a': d, 'c': b}"}),
        ("x = 'a b'.split()", {"x = 'a'.split()", "x = 'b'.split()"}), ("x = 'a|b'", {"x = 'a'", "x = 'b'"}),
        ("def f():\n    return x", {"def f():\n    return None"}), ("import a", set()), ("'''a|b'''", set()),
        ("def f(a: int=3) -> Literal['a', 'b']:\n    pass", {"def f(a: int=4) -> Literal['a', 'b']:\n    pass"}),
    ],
)  # fmt: skip
def test_each_kind_of_fault(source, expected):
    assert faults(source) == expected


@pytest.mark.parametrize(
    ("pattern", "rest"),
    [
        ("ab|c", {"c", "ab"}), ("x(?:a|b)y", {"x(?:b)y", "x(?:a)y"}), (r"a\|b", set()), ("[a|b]", set()), ("(a|b)|c", {"(b)|c", "(a)|c", "c", "(a|b)"}),
        ("(?<!a|b)c", {"(?<!b)c", "(?<!a)c"}), ("[]|]a|b", {"[]|]a", "b"}),
    ],
)  # fmt: skip
def test_one_branch_of_a_pattern_is_left_out(pattern, rest):
    assert {without for _, without in without_a_branch(pattern)} == rest


def test_a_branch_that_goes_on_outside_the_piece_is_left_alone():
    assert [branch for branch, _ in without_a_branch("a|b|c", begins=False, ends=False)] == ["b"]
    assert [branch for branch, _ in without_a_branch("(?:a|b", ends=False)] == ["a"]
    assert [branch for branch, _ in without_a_branch("a|b)", begins=False)] == ["b"]


def test_every_module_of_every_group_is_there_and_compiles_with_its_faults():
    for group in GROUPS.values():
        assert len(group.paths()) >= 6
        for path in group.paths()[:2]:
            source = path.read_text(encoding="utf-8")
            for i in range(0, count(source), 40):
                changed = mutant(path, source, i)
                assert ast.parse(changed.source)
                assert changed.source != ast.unparse(ast.parse(source))
    assert all((ROOT / test).exists() for group in GROUPS.values() for test in group.tests if "*" not in test)
