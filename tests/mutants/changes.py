"""Small faults that somebody could put into a module: one changed comparison, number, word or statement each."""

import ast
import copy
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

from tests.mutants.alternation import without_a_branch
from tests.mutants.standing import stands_in

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
}  # fmt: skip
_ANNOTATIONS = {"annotation", "returns", "decorator_list", "type_params", "bases"}
_ALONGSIDE = ast.Constant | ast.Attribute | ast.Name | ast.Tuple | ast.Call
_GENERIC = {"tuple", "dict", "list", "set", "frozenset", "Callable", "Literal"}
LEFT_OUT = "(left out)"
_PLACE = tuple[ast.AST, str, int | None]


T = TypeVar("T")


@dataclass(frozen=True)
class Mutant:
    """The whole text of a module with one change.

    `function`: the outermost one whose running changes, by its qualified name; None: what changes is done when the
    module is loaded. `lines`: of the statement, without what stands under it.
    """

    path: Path
    line: int
    kind: str
    before: str
    after: str
    source: str
    function: str | None
    lines: range


@dataclass(frozen=True)
class _Change:
    line: int
    kind: str
    before: str
    after: str
    node: ast.AST
    apply: Callable[[], None]


def count(source: str) -> int:
    return sum(1 for _ in _changes(ast.parse(source)))


def mutant(path: Path, source: str, number: int) -> Mutant:
    """The `number`-th change of the module, in the order of its syntax tree."""
    tree = ast.parse(source)
    change = next(c for i, c in enumerate(_changes(tree)) if i == number)
    function, lines = stands_in(tree, change.node, change.line)
    change.apply()
    return Mutant(
        path,
        change.line,
        change.kind,
        change.before,
        change.after,
        ast.unparse(ast.fix_missing_locations(tree)),
        function,
        lines,
    )


def _changes(tree: ast.Module) -> Iterator[_Change]:
    for place, node in _walk(tree):
        for kind, new in _variants(place, node):
            yield _change(place, node, kind, new, _words(node), _words(new))
        for kind, new, before, after in _lists(place, node):
            yield _change(place, node, kind, new, before, after)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "|" in node.value.strip("|"):
            yield from _branches(place, node)


def _walk(node: ast.AST) -> Iterator[tuple[_PLACE, ast.AST]]:
    """Every node that decides something, with its place: no annotation, docstring, import or type alias."""
    for name, value in ast.iter_fields(node):
        if name in _ANNOTATIONS:
            continue
        for index, child in enumerate(value) if isinstance(value, list) else ((None, value),):
            if not isinstance(child, ast.AST) or _says_nothing(child):
                continue
            yield (node, name, index), child
            yield from _walk(child)


def _says_nothing(node: ast.AST) -> bool:
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Assign(value=ast.Subscript(value=ast.Name(id=name))):
            return name in _GENERIC
    return False


def _change(place: _PLACE, node: ast.AST, kind: str, new: ast.AST, before: str, after: str) -> _Change:
    def apply() -> None:
        _put(place, new)

    at = node.target if isinstance(node, ast.comprehension) else node
    return _Change(getattr(at, "lineno", 0), kind, before, after, node, apply)


def _put(place: _PLACE, new: ast.AST) -> None:
    parent, name, index = place
    if index is None:
        setattr(parent, name, new)
    else:
        getattr(parent, name)[index] = new


def _words(node: ast.AST) -> str:
    """The node on one short line; of a block only its head."""
    lines = ast.unparse(ast.fix_missing_locations(copy.deepcopy(node))).splitlines()
    return lines[0] + (" …" if len(lines) > 1 else "")


# --- one kind of fault after another -----------------------------------------------------------------------------


def _variants(place: _PLACE, node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    match node:
        case ast.Compare():
            for i, operator in enumerate(node.ops):
                ops = [_COMPARED[type(operator)]() if i == j else o for j, o in enumerate(node.ops)]
                yield "comparison", ast.Compare(node.left, ops, node.comparators)
        case ast.BinOp() if type(node.op) in _RECKONED:
            yield "arithmetic", ast.BinOp(node.left, _RECKONED[type(node.op)](), node.right)
        case ast.BoolOp():
            yield "and/or", ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        case ast.UnaryOp(op=ast.Not()):
            yield "not", ast.Call(ast.Name("bool", ast.Load()), [node.operand], [])
        case ast.Constant():
            yield from _constants(place, node)
        case ast.If() | ast.IfExp() | ast.While():
            for truth in (False,) if isinstance(node, ast.While) else (True, False):
                yield "condition", _with(node, test=ast.Constant(truth))
        case ast.comprehension(ifs=[_, *_]):
            for i in range(len(node.ifs)):
                yield "filter dropped", _with(node, ifs=[c for j, c in enumerate(node.ifs) if i != j])
        case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and not value.value):
            yield "return None", ast.Return(ast.Constant(None))
        case ast.Expr() | ast.AugAssign() | ast.Continue() | ast.Break() | ast.Raise():
            if not isinstance(node, ast.Expr) or isinstance(node.value, ast.Call):
                yield "statement dropped", ast.Pass()


def _with(node: ast.AST, **fields: object) -> ast.AST:
    return type(node)(**dict(ast.iter_fields(node)) | fields)


def _constants(place: _PLACE, node: ast.Constant) -> Iterator[tuple[str, ast.AST]]:
    if type(node.value) is int:
        yield "number", ast.Constant(node.value + 1)
    elif isinstance(node.value, str) and _is_call_of(place[0], "Decimal"):
        with suppress(InvalidOperation):
            yield "number", ast.Constant(str(Decimal(node.value) + Decimal("0.1")))


def _is_call_of(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


# --- what is listed ----------------------------------------------------------------------------------------------


def _lists(place: _PLACE, node: ast.AST) -> Iterator[tuple[str, ast.AST, str, str]]:
    """(kind, the new list, what it was about, what became of that)"""
    match node:
        case ast.Dict(keys=[_, _, *_]) if all(node.keys):
            yield from _entries(node)
        case ast.Set(elts=elts) | ast.List(elts=elts) | ast.Tuple(elts=elts) if _is_list_of_alike(place, elts):
            for i, element in enumerate(elts):
                yield "element dropped", _with(node, elts=_without(elts, i)), _words(element), LEFT_OUT
        case ast.Constant(value=str(words)) if isinstance(place[0], ast.Attribute) and place[0].attr == "split":
            for i, word in enumerate(words.split()):
                yield "element dropped", ast.Constant(" ".join(_without(words.split(), i))), word, LEFT_OUT


def _entries(node: ast.Dict) -> Iterator[tuple[str, ast.AST, str, str]]:
    for i, (key, value) in enumerate(zip(node.keys, node.values, strict=True)):
        assert key is not None
        less = ast.Dict(_without(node.keys, i), _without(node.values, i))
        yield "element dropped", less, f"{_words(key)}: {_words(value)}", LEFT_OUT
    for i, (one, other) in enumerate(pairwise(node.values)):
        if ast.dump(one) != ast.dump(other):
            swapped = [*node.values[:i], other, one, *node.values[i + 2 :]]
            keys = [_words(key) for key in node.keys[i : i + 2] if key is not None]
            yield "mapping swapped", ast.Dict(node.keys, swapped), ", ".join(keys), f"{_words(other)}, {_words(one)}"


def _without(listed: list[T], place: int) -> list[T]:
    return [*listed[:place], *listed[place + 1 :]]


def _is_list_of_alike(place: _PLACE, elements: list[ast.expr]) -> bool:
    """A list of words, names or rows, of which one can be forgotten; no row, pair or unpacking."""
    parent, name, _ = place
    inside = isinstance(parent, ast.Tuple | ast.List | ast.Set | ast.For | ast.Subscript | ast.comprehension)
    if (inside and name in ("elts", "target", "slice")) or (isinstance(parent, ast.Assign) and name == "targets"):
        return False
    if isinstance(parent, ast.Return | ast.Yield):
        return False
    kinds = {type(e) for e in elements}
    return len(elements) > 1 and len(kinds) == 1 and isinstance(elements[0], _ALONGSIDE)


def _branches(place: _PLACE, node: ast.Constant) -> Iterator[_Change]:
    parent, name, index = place
    begins = ends = True
    if isinstance(parent, ast.JoinedStr) and index is not None:
        begins, ends = index == 0, index == len(parent.values) - 1
    for branch, rest in without_a_branch(node.value, begins=begins, ends=ends):
        if begins and ends and not _compiles(rest):
            continue

        def apply(rest: str = rest) -> None:
            _put((parent, name, index), ast.Constant(rest))

        yield _Change(node.lineno, "branch dropped", f"…|{branch}|…", LEFT_OUT, node, apply)


def _compiles(pattern: str) -> bool:
    try:
        re.compile(pattern)
    except re.error:
        return False
    return True
