"""The writer's own account of each source, given after its claims: it can have more of the book shown, never less.

A model that is made to go over its sources once more names restrictions that it has passed over. What it says of itself
proves nothing, so an account lets no claim pass: a source of which it leaves doubt stands as printed behind the claims.
It is written while the last claims are being judged, so that no turn waits for it.
"""

import json
from dataclasses import dataclass
from typing import Any

from rag.errors import MalformedReply

SCHEMA = {
    "type": "array",
    "items": {
        "type": "object",
        "additionalProperties": False,
        "required": ["so", "giu", "thieu"],
        "properties": {
            "so": {"type": "integer", "minimum": 1},
            "giu": {"type": "array", "items": {"type": "string"}},
            "thieu": {"type": "string"},
        },
    },
}


@dataclass(frozen=True, slots=True)
class Account:
    """`source`: its number, from 1. `restrictions`: words of it that the writer holds to forbid, limit or restrict;
    `left_out`: what no claim tells, blank for nothing."""

    source: int
    restrictions: tuple[str, ...]
    left_out: str


def accounts_of(reply: str, key: str) -> tuple[Account, ...]:
    """Those that stand under `key` of a reply that is JSON. Raises MalformedReply for an account of another form."""
    listed = json.loads(reply).get(key)
    if not isinstance(listed, list):
        raise MalformedReply("no account of the sources")
    return tuple(map(_account, listed))


def _account(item: Any) -> Account:
    match item:
        case {"so": int(source), "giu": list(words), "thieu": str(left_out)} if len(item) == 3:
            pass
        case _:
            raise MalformedReply("an account of another form")
    if isinstance(source, bool) or not all(isinstance(said, str) for said in words):
        raise MalformedReply("an account of another form")
    return Account(source, tuple(words), left_out.strip())
