"""How a turn came about, on request: every call of a model and every verdict, with its reason and what gave it.

Never the text of a sentence that was refused. A verdict's own words may quote it, and a model's words on a sentence are
nobody's but the model's: both go to those alone whose office it is to read everyone's turns.
"""

import re
from typing import Any

from conversations.models import ModelCall, Turn, Verification
from rag.messages import GATE_REASONS
from rag.records import Check, Verdict

Json = dict[str, Any]

# As `rag.model_answers` ends the reason of a verdict of the gate.
_GATE = re.compile(r"(?:^|; )gate (\w+)$")


def inspection_of(turn: Turn, *, in_full: bool) -> Json:
    """`in_full`: with the words of every verdict."""
    checks = Verification.objects.filter(turn=turn).select_related("claim").order_by("id")
    return {
        "turn": str(turn.pk),
        "outcome": turn.outcome,
        "reason": turn.reason,
        "edition": turn.edition_key,
        "edition_revision": turn.edition_revision,
        "rag_version": turn.rag_version,
        "calls": [_call(call) for call in ModelCall.objects.filter(turn=turn).order_by("position")],
        "checks": [_check(check, in_full=in_full) for check in checks],
    }


def _call(call: ModelCall) -> Json:
    return {
        "purpose": call.purpose,
        "model": call.model,
        "prompt_sha256": call.prompt_sha256,
        "outcome": call.outcome,
        "ms": call.ms,
        "input_tokens": call.input_tokens,
        "output_tokens": call.output_tokens,
        "cost": None if call.cost is None else f"{call.cost.normalize():f}",
        "currency": call.currency,
    }


def _check(found: Verification, *, in_full: bool) -> Json:
    claim, gate = found.claim, _GATE.search(found.detail)
    return {
        "drafted": None if claim is None else claim.index,
        "claim": None if claim is None else claim.place,
        "check": found.check_name,
        "verdict": found.verdict,
        "reasons": [] if found.verdict == Verdict.PASS else _reasons(found),
        "gate": gate[1] if gate else None,
        "detail": found.detail if in_full else None,
    }


def _reasons(found: Verification) -> list[str]:
    """Fixed sentences of ours. A judgement of a model has none."""
    if found.check_name == Check.ENTAILMENT:
        return []
    return [
        reason
        for reason in GATE_REASONS.values()
        if re.search(rf"(?:^|; ){re.escape(reason)}(?:: «|; |$)", found.detail)
    ]
