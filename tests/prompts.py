"""A prompt with defaults, so that a test shows only what matters."""

from typing import Any

from rag.language import Prompt, Structure

ANSWER = Structure("dap_an", {"type": "object", "properties": {"y": {"type": "string"}}, "required": ["y"]})


def make_prompt(**changes: Any) -> Prompt:
    given: dict[str, Any] = {
        "name": "write",
        "sha256": "a" * 64,
        "system": "Chỉ trả lời theo đoạn trích.",
        "user": "Liều paracetamol?",
        "max_tokens": 500,
        "usual_seconds": 3.0,
    }
    return Prompt(**given | changes)
