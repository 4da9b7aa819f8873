"""Text that addresses the program instead of asking the book: noticed and set aside, never obeyed, never deleted."""

import re
from collections.abc import Sequence

from rag.understanding.phrases import Hit, Hits, Word

INSTRUCTION_WORDINGS: dict[str, str] = {
    # Look-alikes: clinical or ordinary speech.
    "-": "đóng vai trò, bỏ qua (liều|cữ|luôn|đi), hướng dẫn (xử trí|sử dụng|dùng|giảm liều|điều trị|cách|cài đặt),"
    " (ban đỏ|thần kinh|toàn) hệ thống, quên (liều|thuốc|uống|cữ)",
    # Three parts of one order: "bỏ qua" + "tất cả" + "hướng dẫn", "quên" + "quy tắc" + "ở trên".
    "override": "ignore, disregard, forget, override, bypass, bỏ qua, phớt lờ, gạt bỏ, quên, xóa, xóa bỏ, lờ, vượt qua",
    "all": "tất cả, mọi, toàn bộ, hết, all, any, every, your, previous, prior, above, earlier, existing, các, những",
    "rules": "hướng dẫn, chỉ dẫn, chỉ thị, quy tắc, quy định, luật, luật lệ, lệnh, câu lệnh, ràng buộc, giới hạn,"
    " rule, rules, prompt, prompts, instruction, instructions, guideline, guidelines",
    "above": "ở trên, phía trên, bên trên, trước đó, trước đây, hệ thống, nội bộ, ban đầu, (đã|được) giao, above",
    # Orders that are whole by themselves.
    "order": "(câu lệnh|lệnh|hướng dẫn|chỉ dẫn|chỉ thị|quy tắc|prompt) (hệ thống|nội bộ|ẩn), câu lệnh gốc,"
    " prompt gốc, system (prompt|message), developer mode, chế độ (nhà phát triển|developer|không giới hạn),"
    " jailbreak, (bạn|cậu|hệ thống) (giờ|bây giờ) là,"
    " (giờ|bây giờ|từ giờ|từ bây giờ|kể từ giờ) (bạn|cậu|ngươi) (sẽ|) là,"
    " (đóng|vào|nhập) vai (là|làm|thành|một|bác sĩ), (giả vờ|giả làm) (là|làm|một|bác sĩ), you are now, act as,"
    " pretend (to be|you are), (khỏi|không) cần (trích dẫn|nguồn|trích nguồn|kiểm chứng|dẫn nguồn),"
    " đánh dấu (mọi|tất cả) (câu trả lời|nội dung),"
    " (in|tiết lộ|hiển thị|xuất) (ra|) (toàn bộ|nguyên văn|hết|) (câu lệnh|prompt|chỉ thị|system),"
    " (print|reveal|show) (your|the) (prompt|instructions|system), without (citing|citation|sources),"
    " trả lời như (một|) bác sĩ, do anything now, no restrictions",
}

# A bracket that speaks to the program: the whole of it is set aside, names of drugs included.
_BRACKETS = re.compile(
    r"\[\s*(?:system|hệ thống|he thong|admin|assistant|developer|inst)\b[^\]]*(?:\]|$)"
    r"|<\s*/?\s*(?:system|assistant|developer|inst|prompt)\b[^>]*>"
    r"(?:[^<]*<\s*/\s*(?:system|assistant|developer|inst|prompt)\s*>)?"
    r"|<\|[^|>]*\|>|^\s*#{2,}\s*(?:system|instruction)[^\n]*|(?:^|(?<=\n))\s*(?:system|assistant)\s*:[^\n]*",
    re.IGNORECASE | re.MULTILINE,
)
_CLAUSE_ENDS = frozenset(".,;!?\n:()[]—")
_REACH = 4  # words between the parts of an order


def bracketed(text: str) -> tuple[tuple[int, int], ...]:
    """Character spans of brackets and tags that speak to the program."""
    return tuple((m.start(), m.end()) for m in _BRACKETS.finditer(text))


def addressed_words(
    text: str, words: Sequence[Word], hits: Hits, drug_words: frozenset[int], *, table: str
) -> frozenset[int]:
    """Words that address the program.

    Around an order the whole clause counts, unless it names a drug: then the clause also asks something.
    """
    addressed = {i for start, end in bracketed(text) for i, w in enumerate(words) if start <= w.start and w.end <= end}
    for start, end in _orders(hits.of(table)):
        first, last = start, end
        while first > 0 and words[first - 1].text not in _CLAUSE_ENDS:
            first -= 1
        while last < len(words) and words[last].text not in _CLAUSE_ENDS:
            last += 1
        clause = set(range(first, last))
        addressed |= set(range(start, end)) if clause & drug_words else clause
    return frozenset(addressed)


def _orders(hits: Sequence[Hit]) -> list[tuple[int, int]]:
    """Word ranges of whole orders, and of a verb with its object: all the rules, or the rules that stand above."""
    found = [(hit.start, hit.end) for hit in hits if hit.label == "order"]
    for i, verb in enumerate(hits):
        if verb.label != "override":
            continue
        parts = [verb]
        for hit in hits[i + 1 :]:
            if hit.start - parts[-1].end > _REACH or hit.label not in ("all", "rules", "above"):
                break
            parts.append(hit)
        labels = [hit.label for hit in parts]
        if "rules" in labels and ("all" in labels or "above" in labels):
            found.append((parts[0].start, parts[-1].end))
    return found
