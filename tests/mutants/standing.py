"""Where a part of a module stands: in which function, and on which lines its statement."""

import ast

_FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef
_STATEMENT = ast.stmt | ast.match_case | ast.ExceptHandler


def stands_in(tree: ast.Module, part: ast.AST, line: int) -> tuple[str | None, range]:
    """The qualified name of the outermost function in whose body the part is, None when it is in none (a default or a
    decorator is worked out when the function is made); and the lines of its statement, without those of its blocks."""
    way = _way(tree, part) or [tree]
    names: list[str] = []
    function = None
    for node, below in zip(way, [*way[1:], None], strict=True):
        if isinstance(node, ast.ClassDef | _FUNCTION):
            names.append(node.name)
        if isinstance(node, _FUNCTION) and below in node.body:
            function = ".".join(names)
            break
    statements = [node for node in way if isinstance(node, _STATEMENT)]
    return function, _lines(statements[-1], line) if statements else range(line, line + 1)


def _way(node: ast.AST, part: ast.AST) -> list[ast.AST] | None:
    if node is part:
        return [node]
    for child in ast.iter_child_nodes(node):
        if way := _way(child, part):
            return [node, *way]
    return None


def _lines(statement: ast.AST, line: int) -> range:
    first = getattr(statement, "lineno", line)
    last = getattr(statement, "end_lineno", None) or line
    match statement:
        case ast.Match(cases=[ast.match_case(pattern=under), *_]):
            last = under.lineno - 1
        case ast.match_case(pattern=ast.pattern(lineno=first), body=[under, *_]) if isinstance(under, ast.stmt):
            last = under.lineno - 1
        case ast.stmt() | ast.ExceptHandler():
            under = (getattr(statement, "body", None) or [None])[0]
            last = under.lineno - 1 if isinstance(under, ast.stmt) else last
    return range(first, max(first, last) + 1)
