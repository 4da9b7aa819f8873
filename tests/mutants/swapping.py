"""Put the changed code of one function in the place of its code, in a process where the module is loaded already."""

import importlib
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from tests.mutants.changes import Mutant


def module_of(mutant: Mutant, root: Path) -> ModuleType:
    parts = mutant.path.relative_to(root).with_suffix("").parts
    return importlib.import_module(".".join(parts).removesuffix(".__init__"))


def swap(mutant: Mutant, module: ModuleType) -> bool:
    """False: it cannot be done in a module that is loaded (the change is not in a function, or its function is
    not found under its own name)."""
    if mutant.function is None:
        return False
    codes = [c for c in _codes(compile(mutant.source, str(mutant.path), "exec")) if c.co_qualname == mutant.function]
    function = _function(module, mutant.function)
    if len(codes) != 1 or function is None or function.__code__.co_freevars != codes[0].co_freevars:
        return False
    function.__code__ = codes[0]
    return True


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _function(module: ModuleType, qualified: str) -> FunctionType | None:
    found: Any = module
    for name in qualified.split("."):
        found = vars(found).get(name)
        if found is None:
            return None
    for wrapping in ("fget", "func", "__func__", "__wrapped__"):
        found = getattr(found, wrapping, None) or found
    return found if isinstance(found, FunctionType) and found.__qualname__ == qualified else None
