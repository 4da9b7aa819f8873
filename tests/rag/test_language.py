"""What a prompt must be before any provider sees it."""

from typing import Any

import pytest

from tests.prompts import make_prompt


@pytest.mark.parametrize(
    "change",
    [{"system": ""}, {"user": " \n\t"}, {"user": "\u00a0"}, {"max_tokens": 0}, {"usual_seconds": 0.0}],
    ids=str,
)
def test_a_prompt_that_no_provider_could_answer_is_not_made(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="the prompt write"):
        make_prompt(**change)
