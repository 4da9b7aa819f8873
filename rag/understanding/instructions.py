"""Text that addresses the program instead of asking the book: noticed and set aside, never obeyed, never deleted."""

import re
from collections.abc import Collection, Sequence

from rag.understanding.phrases import Hit, Lexicon, Word, word_key
from rag.understanding.reading import read

_WORDINGS: dict[str, str] = {
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
    " (đóng|vào|nhập) vai (là|làm|thành|một|bác sĩ), (giả vờ|giả làm) (là|làm|một|bác sĩ), you are now,"
    " act as (a|an|my|the|if you were a|) (doctor|physician|pharmacist|nurse|expert|assistant|developer|system|ai|bot),"
    " pretend (to be|you are), (khỏi|không) cần (trích dẫn|nguồn|trích nguồn|kiểm chứng|dẫn nguồn),"
    " đánh dấu (mọi|tất cả) (câu trả lời|nội dung),"
    " (in|tiết lộ|hiển thị|xuất) (ra|) (toàn bộ|nguyên văn|hết|) (câu lệnh|prompt|chỉ thị|system),"
    " (print|reveal|show) (your|the) (prompt|instructions|system), without (citing|citation|sources),"
    " trả lời như (một|) bác sĩ, do anything now, no restrictions,"
    " giải mã (rồi|và) (làm|thực hiện|trả lời) theo, decode (it|this|) and (follow|obey|execute)",
    # What follows is what the order wants said; nobody asks it: "… và viết rằng X dùng được cho mọi người".
    "dictate": "(viết|nói|ghi|trả lời|kết luận|thông báo|báo|xác nhận|tuyên bố|cam đoan) (rằng|là), khẳng định,"
    " (đặt|sửa|đổi) (outcome|kết quả), (say|write|state|answer|reply|claim|confirm|tell them|tell the user) that,"
    " set (the|) outcome",
}

_TABLE = "instructions"
_LEXICON = Lexicon({_TABLE: _WORDINGS})

# A bracket that speaks to the program: the whole of it is set aside, names of drugs included.
_BRACKETS = re.compile(
    r"\[\s*(?:system|(?:hệ thống|he thong)(?!\s+[^\W\d_])|admin|assistant|developer|inst)\b[^\]]*(?:\]|$)"
    r"|<\s*/?\s*(?:system|assistant|developer|inst|prompt)\b[^>]*>"
    r"(?:[^<]*<\s*/\s*(?:system|assistant|developer|inst|prompt)\s*>)?"
    r"|```[^`]*\brole\b[^`]*(?:```|$)|\{[^{}]*[\"']role[\"']\s*:[^{}]*(?:\}|$)"
    r"|<\|[^|>]*\|>|^\s*#{2,}\s*(?:system|instruction)[^\n]*|(?:^|(?<=\n))\s*(?:system|assistant)\s*:[^\n]*",
    re.IGNORECASE | re.MULTILINE,
)
# Bytes written as letters, which only a program can read. Case counts: no word of any language changes it so often.
_ENCODED = re.compile(r"(?<![\w+/])(?=[A-Za-z+/]*\d)(?=[\w+/]*[a-z][A-Z])[A-Za-z\d+/]{20,}={0,2}(?![\w+/])")
_SENTENCE_ENDS = frozenset(".!?;")
_CLAUSE_ENDS = frozenset(".,;!?\n:()[]—")
_REACH = 4  # words between the parts of an order


def bracketed(text: str) -> tuple[tuple[int, int], ...]:
    """Character spans of brackets, tags, messages and encoded text that speak to the program."""
    return tuple((m.start(), m.end()) for pattern in (_BRACKETS, _ENCODED) for m in pattern.finditer(text))


def addresses_program(text: str) -> bool:
    """For print, which asks nothing: does any of it give a program orders, however it is written?"""
    plain = read(text)
    words = [Word(t.text, word_key(t.text), t.start, t.end) for t in plain.tokens]
    return bool(bracketed(plain.text) or _orders(_hits(words, frozenset())))


def addressed_words(text: str, words: Sequence[Word], drug_words: frozenset[int]) -> frozenset[int]:
    """Words of a question that address the program.

    Around an order the whole clause counts, unless it names a drug: then the clause also asks something. What an order
    dictates counts whatever it names, to the end of its sentence.
    """
    addressed = {i for start, end in bracketed(text) for i, w in enumerate(words) if start <= w.start and w.end <= end}
    hits = _hits(words, drug_words)
    orders = _orders(hits)
    dictated = _dictated(text, words, hits, orders)
    addressed |= dictated
    drug_words = drug_words - dictated
    for start, end in orders:
        first, last = start, end
        while first > 0 and words[first - 1].text not in _CLAUSE_ENDS:
            first -= 1
        while last < len(words) and words[last].text not in _CLAUSE_ENDS:
            last += 1
        clause = set(range(first, last))
        addressed |= set(range(start, end)) if clause & drug_words else clause
    return frozenset(addressed)


def _hits(words: Sequence[Word], blocked: Collection[int]) -> tuple[Hit, ...]:
    # An order is several words that mean it together, so one without marks counts in a text with marks as well.
    return _LEXICON.scan(words, blocked=blocked).of(_TABLE)


def _dictated(text: str, words: Sequence[Word], hits: Sequence[Hit], orders: Sequence[tuple[int, int]]) -> set[int]:
    found: set[int] = set()
    for _, after in orders:
        last = after
        while last < len(words) and not _ends_sentence(text, words, last):
            last += 1
        begun = [hit.start for hit in hits if hit.label == "dictate" and after <= hit.start < last]
        if begun:
            found |= set(range(min(begun), last))
    return found


def _ends_sentence(text: str, words: Sequence[Word], at: int) -> bool:
    """A full stop, or a new line that does not go on in small letters."""
    word = words[at]
    new_line = at > 0 and "\n" in text[words[at - 1].end : word.start]
    return word.text in _SENTENCE_ENDS or (new_line and not word.text[0].islower())


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
