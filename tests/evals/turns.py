"""Hand-made turns in the contract's JSON form, with defaults, so that a test shows only what matters."""

import json
from typing import Any

from rag.evals.cases import Case, CaseTurn, read_cases
from rag.evals.replies import Reply, Shelf
from rag.evals.scene import Scene

DOSING = "lieu_luong_va_cach_dung"
NAMES = {
    "paracetamol": "Paracetamol",
    "ibuprofen": "Ibuprofen",
    "prednisolon": "Prednisolon",
    "salbutamol-ho-hap": "Salbutamol (dùng trong hô hấp)",
    "salbutamol-san-khoa": "Salbutamol (dùng trong sản khoa)",
    "epinephrin": "Epinephrin (Adrenalin)",
    "metformin": "Metformin",
}
SHELF = Shelf(
    titles=NAMES,
    names={"paracetamol": ("Acetaminophen", "Efferalgan", "Panadol"), "metformin": ("Glucophage",)},
    sections={id: frozenset({DOSING, "chi_dinh", "chong_chi_dinh"}) for id in NAMES},
)


def drug(id: str, *, how: str = "title", name: str | None = None) -> dict[str, str]:
    return {"id": id, "name": name or NAMES[id], "matched": id, "how": how}


def claim(monograph: str, section: str = DOSING, *, role: str = "answer", **block: Any) -> dict[str, Any]:
    """`block`: populations, routes of the quoted block."""
    cited = {"passage": "p", "edition": "mau", "monograph": monograph, "section": section, "page_from": 1, "page_to": 1}
    cited |= {"quote": "…", "start": 0, "end": 1, "url": "/"} | block
    return {"text": "…", "role": role, "citations": [cited], "checks": []}


def turn(
    outcome: str = "answered/verbatim",
    *,
    drugs: tuple[Any, ...] = (),
    claims: tuple[Any, ...] = (),
    asks: str | None = None,
    options: tuple[str, ...] = (),
    message: str = "",
    notices: tuple[str, ...] = (),
    pointers: tuple[str, ...] = (),
    **frame: Any,
) -> dict[str, Any]:
    """`drugs`: ids or `drug(…)`; `asks`: the slot of our question; `frame`: any other field of the frame."""
    kind, _, reason = outcome.partition("/")
    return {
        "outcome": kind,
        "reason": reason,
        "message": message,
        "frame": {
            "drugs": [drug(d) if isinstance(d, str) else d for d in drugs],
            "ambiguous": [{"text": "…", "options": [{"id": id, "name": NAMES[id]} for id in options]}],
            **frame,
        },
        "claims": list(claims),
        "clarify": {"question": "…?", "slot": asks, "quick_replies": []} if asks else None,
        "notices": [{"kind": "carry_over", "text": text} for text in notices],
        "pointers": [{"monograph": "m", "section": section, "page_from": 1, "url": "/"} for section in pointers],
    }


def case(expected: dict[str, Any], *, question: str = "…", kind: str = "dose_adult") -> Case:
    """A case of one turn, read by the reader itself, so that a test cannot use a form that the reader refuses."""
    line = {"id": "X", "kind": kind, "turns": [{"question": question, "expected": expected}]}
    return read_cases(json.dumps(line), source="test")[0]


def scene(expected: dict[str, Any], got: dict[str, Any], *, question: str = "…", kind: str = "dose_adult") -> Scene:
    made = case({"outcome": "answered"} | expected, question=question, kind=kind)
    first: CaseTurn = made.turns[0]
    return Scene(made, question, first.expected, Reply.of(got), SHELF)
