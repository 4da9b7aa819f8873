"""The words with which a model is asked: one file a prompt, in git like code, its hash stored with every call.

What a turn fills in goes as one JSON object, so that no text of a question or of the book can look like the prompt.
"""

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any, NamedTuple

from rag.language import Prompt, Structure

_PARTS = "\n=====\n"


class PromptTemplate(NamedTuple):
    name: str
    sha256: str
    system: str
    user: Template


@cache
def template(name: str) -> PromptTemplate:
    """The file `name`.md: what is said to the model, a line of five "=", then the frame of what it is sent."""
    text = files("rag.prompts").joinpath(f"{name}.md").read_text(encoding="utf-8")
    system, _, user = text.partition(_PARTS)
    return PromptTemplate(name, hashlib.sha256(text.encode()).hexdigest(), system.strip(), Template(user.strip()))


def hashes() -> dict[str, str]:
    """Every prompt there is -> its hash."""
    names = sorted(
        file.name.removesuffix(".md") for file in files("rag.prompts").iterdir() if file.name.endswith(".md")
    )
    return {name: template(name).sha256 for name in names}


def filled(
    name: str,
    data: Mapping[str, Any],
    *,
    structure: Structure,
    max_tokens: int,
    usual_seconds: float,
    most_seconds: float | None = None,
) -> Prompt:
    """The prompt with `data` in it, as JSON without escapes for Vietnamese. Raises KeyError for a broken template."""
    chosen = template(name)
    return Prompt(
        name=name,
        sha256=chosen.sha256,
        system=chosen.system,
        user=chosen.user.substitute(data=json.dumps(data, ensure_ascii=False)),
        max_tokens=max_tokens,
        usual_seconds=usual_seconds,
        most_seconds=most_seconds,
        structure=structure,
    )
