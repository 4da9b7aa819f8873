"""Mask what identifies a person before a question is stored or shown to a model.

Ages, weights and laboratory values are no identifiers and stay. A capitalised word is only a name after a word that
announces a person; a name of a drug is none.
"""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

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
_PHONE = re.compile(r"(?<![\d.,/])(?:\+84[ .-]?\d{2,3}|0\d{2,3})[ .-]?\d{3}[ .-]?\d{3,4}(?![\d/])")
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


# --- names ---------------------------------------------------------------------------------------------------------

# fmt: off
_FAMILIES_LISTED = (
    "nguyen tran le pham hoang huynh phan vu vo dang bui do ho ngo duong ly dinh lam trinh mai doan to ha cao "
    "chau ta thai tang luong vuong quach truong phung la luu dao kieu khuong mac nghiem quang thach tong trieu "
    "van tieu bach chu cu diep khong lai lo ma nong phi thi giang"
)
_FAMILIES = frozenset(_FAMILIES_LISTED.split())
# Family names that are no other common word when typed without capitals and marks.
_SURE_FAMILIES_LISTED = "nguyen tran pham hoang huynh phan bui ngo trinh truong phung luong quach"
_SURE_FAMILIES = frozenset(_SURE_FAMILIES_LISTED.split())
_MIDDLES = frozenset(("thị", "văn"))
_PERSON = (
    r"(?:bn|b/n|benh nhan|nguoi benh|ong|ba|anh|chi|co|chu|bac|cu|chau|be|em|con|me|bo|cha|vo|chong|ten|ho ten"
    r"|ho va ten|ten la|ten benh nhan"
    r"|ten bn|pt|patient|mr|mrs|ms|san phu|thai phu|nam|nu)"
)
# fmt: on
_CUE = re.compile(rf"(?<![^\W_]){_PERSON}(?![^\W_])[\s:.]*")
# Whoever is addressed so is named without an age: "bs Hoa", "ông Tư Hùng".
_STAFF_CUE = re.compile(r"(?<![^\W_])(?:bs|b/s|bac si|ds|duoc si|dd|dieu duong|ktv)(?![^\W_])[\s:.]*")
_ELDER_CUE = re.compile(r"(?<![^\W_])(?:ong|ba|anh|chi|co|chu|bac|cau|di|mo|thim|ong cu|ba cu)(?![^\W_])[\s:.]*")
_NAMED_CUE = re.compile(
    r"(?<![^\W_])(?:ho (?:va )?ten|ten (?:la|benh nhan|bn|chau|be)|toi ten|em ten|chau ten"
    r"|name is)(?![^\W_])[\s:]*(?:la )?"
)
_DRUG_CUE = re.compile(r"(?:thuoc|biet duoc|hoat chat|loai|san pham|siro|vien)\s*$")
_WORD = re.compile(r"[^\W\d_]+")
_SYLLABLE = re.compile(r"(?:ngh|ng|nh|gh|gi|kh|ph|th|tr|ch|qu|[bcdghklmnprstvx])?[aeiouy]{1,3}(?:ng|nh|ch|[cmnpt])?")
_AGE_FOLLOWS = re.compile(r"\s*,?\s*\(?\d{1,3}\s*(?:t\b|tuoi|thang|ngay tuoi|tuan tuoi|kg|ky|can\b)")
_LONGEST_NAME = 5
# Capitalised at will, and never a given name after "BN".
_NO_NAMES_LISTED = (
    "nam nu hen lao gut gout sot ho dau suy viem nhiem ung loet thai bau cao tieu tang roi xo tam gan than tim "
    "phoi da bi dang moi tre be nguoi uong tiem khoang"
)
_NO_NAMES = frozenset(_NO_NAMES_LISTED.split())
# What a physician is of: "BS Nội trú", "bs Hồi sức".
_FIELDS_LISTED = "noi ngoai san nhi hoi cap da mat rang tim khoa ung lao y truong dieu truc chuyen gia"
_FIELDS = frozenset(_FIELDS_LISTED.split())
_SPOKEN_OF_LISTED = "em phu mang hai noi ngoai cu con chau nguoi ta chi anh ong ba co chu bac dang khong"
_SPOKEN_OF = frozenset(_SPOKEN_OF_LISTED.split())


def _names(plain: str, folded: str) -> Iterator[_Found]:
    for cue in _NAMED_CUE.finditer(folded):
        if not _DRUG_CUE.search(folded[: cue.start()]):
            yield from _run(plain, folded, cue.end(), fewest=1, family=False)
    for cue in _CUE.finditer(folded):
        yield from _run(plain, folded, cue.end(), fewest=2, family=True)
        yield from _given_name(plain, folded, cue.end())
        yield from _typed_small(plain, folded, cue.end())
    for cue in _STAFF_CUE.finditer(folded):
        yield from _addressed(plain, folded, cue.end(), fewest=1, never=_FIELDS)
    for cue in _ELDER_CUE.finditer(folded):
        yield from _addressed(plain, folded, cue.end(), fewest=2, never=_SPOKEN_OF)
    yield from _full_names(plain, folded)


def _addressed(plain: str, folded: str, at: int, *, fewest: int, never: Collection[str]) -> Iterator[_Found]:
    """Capitalised syllables of a form of address, not shouted: a name however short."""
    run: list[re.Match[str]] = []
    for word in _words_from(plain, at):
        if not _is_name_word(plain, folded, word) or (len(word.group()) > 1 and word.group().isupper()):
            break
        run.append(word)
    keys = [folded[word.start() : word.end()] for word in run]
    if fewest <= len(run) <= 3 and keys[0] not in {*_NO_NAMES, *never} and not _is_condition(folded, run):
        yield _Found(run[0].start(), run[-1].end(), NAME)


def _words_from(plain: str, at: int) -> Iterator[re.Match[str]]:
    """Words that follow each other with nothing but one blank between."""
    for _ in range(_LONGEST_NAME):
        word = _WORD.match(plain, at)
        if word is None:
            return
        yield word
        at = word.end() + 1
        if plain[word.end() : at] != " ":
            return


def _is_name_word(plain: str, folded: str, word: re.Match[str]) -> bool:
    typed = word.group()
    return typed[0].isupper() and (_SYLLABLE.fullmatch(folded, word.start(), word.end()) is not None or len(typed) == 1)


def _run(plain: str, folded: str, at: int, *, fewest: int, family: bool) -> Iterator[_Found]:
    """Capitalised syllables after a cue; `family`: the first must be a family name."""
    words = list(_words_from(plain, at))
    if not words or (family and folded[words[0].start() : words[0].end()] not in _FAMILIES):
        return
    run = []
    for word in words:
        if not _is_name_word(plain, folded, word):
            break
        run.append(word)
    shouted = all(len(w.group()) > 1 and w.group().isupper() for w in run)
    if family and shouted and not any(w.group().lower() in _MIDDLES for w in run):
        return  # "BN CAO HUYẾT ÁP" is shouted too
    if family and run and not any(w.group().lower() in _MIDDLES for w in run) and _is_condition(folded, run):
        return
    if len(run) >= fewest:
        yield _Found(run[0].start(), run[-1].end(), NAME)


_CONDITIONS = (
    "cao huyet",
    "thai ky",
    "ho ra",
    "ho khan",
    "ho co",
    "ta trang",
    "thai luu",
    "ho hap",
    "tang huyet",
    "lao phoi",
    "thai nghen",
)


def _is_condition(folded: str, run: list[re.Match[str]]) -> bool:
    """ "Cao Huyết Áp", "Tăng Huyết Áp" in title case begin like family names."""
    return folded[run[0].start() : run[-1].end()].startswith(_CONDITIONS)


def _given_name(plain: str, folded: str, at: int) -> Iterator[_Found]:
    """ "bé An 5 tuổi", "chị Thu Hà 30t": capitalised syllables that an age or a weight follows."""
    run: list[re.Match[str]] = []
    for word in _words_from(plain, at):
        if not _is_name_word(plain, folded, word) or (len(word.group()) > 1 and word.group().isupper()):
            break
        run.append(word)
    if not run or len(run) > 3 or len(run[0].group()) < 2 or folded[run[0].start() : run[0].end()] in _NO_NAMES:
        return
    if _AGE_FOLLOWS.match(folded, run[-1].end()):
        yield _Found(run[0].start(), run[-1].end(), NAME)


def _typed_small(plain: str, folded: str, at: int) -> Iterator[_Found]:
    """ "bn tran thi thu 58t": without capitals only a sure family name with thị or văn."""
    words = list(_words_from(plain, at))
    if len(words) < 3 or words[0].group()[0].isupper():
        return
    keys = [folded[w.start() : w.end()] for w in words]
    middle = words[1].group().lower()
    if keys[0] in _SURE_FAMILIES and keys[1] in ("thi", "van") and middle in ("thi", "van", *_MIDDLES):
        end = next((w for w in reversed(words[:4]) if _SYLLABLE.fullmatch(folded, w.start(), w.end())), words[2])
        yield _Found(words[0].start(), end.end(), NAME)


def _full_names(plain: str, folded: str) -> Iterator[_Found]:
    """A family name, Thị or Văn, and a given name, wherever they stand."""
    for first in _WORD.finditer(plain):
        if folded[first.start() : first.end()] in _FAMILIES and first.group()[0].isupper():
            words = list(_words_from(plain, first.start()))
            if len(words) > 2 and words[1].group().lower() in _MIDDLES:
                yield from _run(plain, folded, first.start(), fewest=3, family=True)


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
