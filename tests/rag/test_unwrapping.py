"""What is taken off around the JSON object of a reply, whole or in parts, and what is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.unwrapping import Unwrapping, unwrapped

INNER = '{"cau": [{"text": "Liều ```500 mg``` </think>", "nguon": [1]}]}'


@pytest.mark.parametrize(
    "said",
    [
        INNER,
        f"```json\n{INNER}\n```",
        f"```\n{INNER}\n```\n",
        f"\n ```JSON {INNER}```",
        f"```json\r\n{INNER}\r\n```\r\n",
        f"<think>\nHừm, {{một}} ```json [2] ```\n</think>\n\n{INNER}",
        f"Câu hỏi hỏi về liều.\n</think>\n\n{INNER}",
        f"<think></think>```json\n{INNER}\n```",
    ],
)
def test_a_fence_and_thoughts_are_taken_off(said: str) -> None:
    assert (unwrapped(said) or "").strip() == INNER


@pytest.mark.parametrize(
    "said",
    [
        f"Đây là câu trả lời:\n```json\n{INNER}\n```",
        f"{INNER}\n```",
        f"```python\n{INNER}\n```",
        f"<think>Hừm\n{INNER}",
        f"Hừm</think>Xin chào {INNER}",
        f'{{"cau": []}}</think>{INNER}',
        "Xin lỗi, tôi không thể giúp.",
        "``",
        f"[THINK]Hừm[/THINK]{INNER}",
        f"<|channel|>analysis<|message|>Hừm<|end|><|start|>assistant<|channel|>final<|message|>{INNER}",
        "```json\n[1]\n```",
    ],
)
def test_anything_else_stays_or_loses_its_thoughts_alone(said: str) -> None:
    left = unwrapped(said)
    assert left is not None
    assert left.strip() != INNER
    assert left in said


@pytest.mark.parametrize("said", [f"```json\n{INNER}", f"```json\n{INNER}\n``", f"```json\n{INNER}\n```\nXong."])
def test_a_fence_that_is_left_open_is_said(said: str) -> None:
    assert unwrapped(said) is None


@given(
    before=st.sampled_from(["", "\n", "<think>Hừm ```</think>", "Hừm</think> "]),
    opened=st.sampled_from(["", "```", "```json\n", "```JSON ", "``", "````"]),
    closed=st.sampled_from(["", "\n```", "```\n", "``", "\n```\nXong", "```\n```"]),
    sizes=st.lists(st.integers(1, 9), min_size=1),
)
def test_parts_give_what_the_whole_gives(before: str, opened: str, closed: str, sizes: list[int]) -> None:
    said = before + opened + INNER + closed
    parts, at = [], 0
    while at < len(said):
        size = sizes[len(parts) % len(sizes)]
        parts.append(said[at : at + size])
        at += size
    one, whole = Unwrapping(), Unwrapping()
    in_parts = "".join(map(one.feed, parts)) + one.end()
    assert in_parts == whole.feed(said) + whole.end()
    assert one.is_left_open == whole.is_left_open
