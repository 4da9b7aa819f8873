"""Mask what identifies a person before a question is stored or shown to a model.

Ages, weights and laboratory values are no identifiers and stay. A capitalised word is only a name after a word that
announces a person; a name of a drug is none.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rag.person_names import names_in
from rag.vietnamese import fold, nfc

NAME, PHONE, ID_CARD, INSURANCE, RECORD, EMAIL, ADDRESS = (
    "tên",
    "số điện thoại",
    "số giấy tờ",
    "thẻ bảo hiểm",
    "mã bệnh án",
    "thư điện tử",
    "địa chỉ",
)
"""Kinds of identifiers; the text shows them as "[tên]"."""
KINDS = (NAME, PHONE, ID_CARD, INSURANCE, RECORD, EMAIL, ADDRESS)


@dataclass(frozen=True, slots=True)
class _Found:
    start: int
    end: int
    kind: str


def mask_identifiers(text: str) -> tuple[str, tuple[str, ...]]:
    """(the text with identifiers replaced, the kinds in order of appearance); unchanged when there are none."""
    plain = nfc(text)
    found: list[_Found] = []
    for finder in _FINDERS:
        for hit in finder(plain, fold(plain)):
            if not any(hit.start < f.end and f.start < hit.end for f in found):
                found.append(hit)
    if not found:
        return text, ()
    parts: list[str] = []
    at = 0
    for hit in sorted(found, key=lambda f: f.start):
        parts += [plain[at : hit.start], f"[{hit.kind}]"]
        at = hit.end
    kinds = dict.fromkeys(f.kind for f in sorted(found, key=lambda f: f.start))
    return "".join([*parts, plain[at:]]), tuple(kinds)


_CUES_OF_MASKED = (
    r"(?:so dien thoai|dien thoai|sdt|dt|tel|phone|zalo|e-?mail|mail|thu dien tu|cccd|cmnd|can cuoc(?: cong dan)?"
    r"|so giay to|so dinh danh|ho chieu|so (?:benh an|ho so|vao vien|nhap vien)|ma (?:ba|bn|hs|benh an|ho so)|ma|mrn"
    r"|the bao hiem(?: y te)?|bao hiem y te|bhyt|so the|dia chi|nha (?:o )?(?:so)?|so nha|o|so|ho (?:va )?ten|ten)"
)
_MASKED = re.compile(
    rf"(?:(?<![^\W_]){_CUES_OF_MASKED}[\s:=.#-]*(?:la|so)?[\s:]*)?"
    rf"\[(?P<kind>{'|'.join(re.escape(fold(kind)) for kind in KINDS)})\]"
)


def without_masks(text: str) -> str:
    """The text with blanks where identifiers were masked, and what announced them: they ask for nothing.

    Of the length of the text in NFC. Words on both sides of a masked name belong together ("bé [tên] 18 tháng"); those
    around another mask are no phrase: a mark that ends a part of a sentence is left there.
    """
    plain = nfc(text)
    for hit in reversed(tuple(_MASKED.finditer(fold(plain)))):
        mark = "" if hit["kind"] == fold(NAME) else ";"
        plain = f"{plain[: hit.start()]}{mark.ljust(hit.end() - hit.start())}{plain[hit.end() :]}"
    return plain


# --- numbers and addresses: looked for in the folded text, whose offsets are the same ------------------------------

_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_PHONE = re.compile(
    r"(?<![\d.,/])(?:(?:\+84[ .-]?\d{2,3}|\(0\d{2,3}\)|0\d{2,3})[ .-]?\d{3,4}[ .-]?\d{3,4}|84[35789]\d{8})(?![\d/])"
)
_ID_CUE = r"(?:cccd|cmnd|cmt|can cuoc(?: cong dan)?|chung minh(?: nhan dan| thu)?|so dinh danh|ho chieu|passport)"
_ID_AFTER_CUE = re.compile(rf"\b{_ID_CUE}\b[\s:=.#-]*(?:so|la|:)?\s*([a-z]?\d(?:[ .-]?\d){{6,11}})(?!\d)")
_TWELVE = re.compile(r"(?<![\d.,])\d{12}(?!\d)")
_INSURANCE = re.compile(
    r"\b(?:bhyt|bao hiem y te|the bao hiem|so the)\b[\s:=.#-]*(?:so|la"
    r"|:)?\s*([a-z]{0,2}[ -]?\d(?:[ .-]?\d){7,14})(?!\d)"
    r"|\b([a-z]{2}[ -]?\d(?:[ -]?\d){12})(?!\d)"
)
_RECORD = re.compile(
    r"\b(?:ma (?:ba|benh an|bn|benh nhan|hs|ho so|y te|dieu tri|kcb)|so (?:benh an|ho so|vao vien|nhap vien"
    r"|luu tru)|mrn)\b"
    r"[\s:=.#]*(?:la|so|:)?\s*((?=[\w./-]*\d)[a-z0-9][a-z0-9./-]{2,})"
    r"|\bma[\s:=.#]*(?:la|so|:)?\s*((?:bn|hs|ba|kcb|yt)[./-]?\d[a-z0-9./-]{2,})"
    r"|\b(?:mbn|hsba|pid|id)[\s:=.#]*(?:la|so|:)?\s*((?:bn|hs|ba)?[./-]?\d{5,}(?:[./-]\d+)*)(?![\w%])"
)
_ADDRESS = re.compile(
    r"\b(?:dia chi|d/c|dc:|thuong tru|tru tai|ngu tai|cu tru tai|song o so|nha (?:o )?so|so nha)[\s:]*(?:la |tai |o )?"
    r"([^,.;\n]+(?:,\s*(?:p(?:huong)?|q(?:uan)?|h(?:uyen)?|tp|thanh pho|tinh|xa|thon|ap|khu pho|to|duong|pho|ngo"
    r"|hem|thi xa|thi tran)"
    r"[. ][^,;\n]+)*)"
)


def _groups(kind: str, pattern: re.Pattern[str]) -> Callable[[str, str], Iterator[_Found]]:
    """Hits of a pattern in the folded text; a group marks the identifier without its cue."""

    def find(_plain: str, folded: str) -> Iterator[_Found]:
        for match in pattern.finditer(folded):
            group = next((i for i in range(1, pattern.groups + 1) if match.group(i)), 0)
            end = match.end(group)
            while end > match.start(group) and folded[end - 1] in " .-":
                end -= 1
            yield _Found(match.start(group), end, kind)

    return find


def _names(plain: str, folded: str) -> Iterator[_Found]:
    return (_Found(start, end, NAME) for start, end in names_in(plain, folded))


# In this order: a card number is also a run of digits that a telephone number could start in.
_FINDERS: tuple[Callable[[str, str], Iterator[_Found]], ...] = (
    _groups(EMAIL, _EMAIL),
    _groups(RECORD, _RECORD),
    _groups(ID_CARD, _ID_AFTER_CUE),
    _groups(INSURANCE, _INSURANCE),
    _groups(ID_CARD, _TWELVE),
    _groups(PHONE, _PHONE),
    _groups(ADDRESS, _ADDRESS),
    _names,
)
