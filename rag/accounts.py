"""The writer's own account of each source, given after its claims: it can have more of the book shown, never less.

A model that is made to go over its sources once more names restrictions that it has passed over. What it says of itself
proves nothing, so an account lets no claim pass: a source of which it leaves doubt stands as printed behind the claims.
It is written while the last claims are being judged, so that no turn waits for it.
"""

import json
from dataclasses import dataclass
from typing import Any

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
    """Those of the asked form that stand under `key` of a reply that is a JSON object. Any other is none: whoever reads
    them takes a source without an account for one in doubt."""
    listed = json.loads(reply).get(key)
    return tuple(account for item in listed if (account := _account(item))) if isinstance(listed, list) else ()


def _account(item: Any) -> Account | None:
    match item:
        case {"so": int(source), "giu": list(words), "thieu": str(left_out)} if len(item) == 3:
            if not isinstance(source, bool) and all(isinstance(said, str) for said in words):
                return Account(source, tuple(words), left_out.strip())
    return None
