"""Where a text names a person: a capitalised word is only a name after a word that announces one; a drug's never is."""

import re
from collections.abc import Collection, Iterator, Sequence

Span = tuple[int, int]  # characters

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


def names_in(plain: str, folded: str) -> Iterator[Span]:
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


def _addressed(plain: str, folded: str, at: int, *, fewest: int, never: Collection[str]) -> Iterator[Span]:
    """Capitalised syllables of a form of address, not shouted: a name however short."""
    run: list[re.Match[str]] = []
    for word in _words_from(plain, at):
        if not _is_name_word(plain, folded, word) or (len(word.group()) > 1 and word.group().isupper()):
            break
        run.append(word)
    keys = [folded[word.start() : word.end()] for word in run]
    if fewest <= len(run) <= 3 and keys[0] not in {*_NO_NAMES, *never} and not _is_condition(folded, run):
        yield run[0].start(), run[-1].end()


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


def _run(plain: str, folded: str, at: int, *, fewest: int, family: bool) -> Iterator[Span]:
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
    if family and not _has_middle(folded, run) and (shouted or (run and _is_condition(folded, run))):
        return  # "BN CAO HUYẾT ÁP" is shouted too
    if len(run) >= fewest:
        yield run[0].start(), run[-1].end()


def _has_middle(folded: str, words: Sequence[re.Match[str]]) -> bool:
    return any(w.group().lower() in _MIDDLES for w in words) or _has_unmarked_middle(folded, words)


def _has_unmarked_middle(folded: str, words: Sequence[re.Match[str]]) -> bool:
    """ "NGUYEN VAN AN": without its mark only behind a family name that is no other word."""
    surely = len(words) > 1 and folded[words[0].start() : words[0].end()] in _SURE_FAMILIES
    return surely and words[1].group().lower() in ("thi", "van")


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


def _given_name(plain: str, folded: str, at: int) -> Iterator[Span]:
    """ "bé An 5 tuổi", "chị Thu Hà 30t": capitalised syllables that an age or a weight follows."""
    run: list[re.Match[str]] = []
    for word in _words_from(plain, at):
        if not _is_name_word(plain, folded, word) or (len(word.group()) > 1 and word.group().isupper()):
            break
        run.append(word)
    if not run or len(run) > 3 or len(run[0].group()) < 2 or folded[run[0].start() : run[0].end()] in _NO_NAMES:
        return
    if _AGE_FOLLOWS.match(folded, run[-1].end()):
        yield run[0].start(), run[-1].end()


def _typed_small(plain: str, folded: str, at: int) -> Iterator[Span]:
    """ "bn tran thi thu 58t": without capitals only a sure family name with thị or văn."""
    words = list(_words_from(plain, at))
    if len(words) < 3 or words[0].group()[0].isupper():
        return
    keys = [folded[w.start() : w.end()] for w in words]
    middle = words[1].group().lower()
    if keys[0] in _SURE_FAMILIES and keys[1] in ("thi", "van") and middle in ("thi", "van", *_MIDDLES):
        end = next((w for w in reversed(words[:4]) if _SYLLABLE.fullmatch(folded, w.start(), w.end())), words[2])
        yield words[0].start(), end.end()


def _full_names(plain: str, folded: str) -> Iterator[Span]:
    """A family name, Thị or Văn, and a given name, wherever they stand."""
    for first in _WORD.finditer(plain):
        if folded[first.start() : first.end()] in _FAMILIES and first.group()[0].isupper():
            words = list(_words_from(plain, first.start()))
            marked = any(word.group().lower() in _MIDDLES for word in words[1:2])
            part = folded[first.start() : first.end()] == "phan"  # "TOAN PHAN VAN TIM"
            if len(words) > 2 and (marked or (not part and _has_unmarked_middle(folded, words))):
                yield from _run(plain, folded, first.start(), fewest=3, family=True)
