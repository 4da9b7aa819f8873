"""Does print speak of a condition or an allergy that was named? For headings of doses and for safety sections."""

import re
from collections.abc import Iterable
from functools import lru_cache

from rag.condition_names import caution_names, listed_as, search_terms, spoken
from rag.frames import QueryFrame
from rag.spellings import in_one_spelling
from rag.vietnamese import accent_key, fold, folded_words, has_diacritics, same_word


def names_indication(asked: str, printed: str) -> bool:
    """Is the asked condition one of the printed indications, not a word inside another's name?

    "sốt" is no "Bệnh Kawasaki, giai đoạn đầu có sốt"; "viêm tai giữa cấp" is "viêm tai giữa".
    """
    return any(_same_item(term, item) for term in search_terms(asked) for item in _ITEMS.split(printed))


_ITEMS = re.compile(r"[,;()]| - | và | hoặc ")
_EXTRA_WORDS = 2  # "viêm khớp dạng thấp" for "viêm khớp"
# Words around a condition that make no other condition of it: "cơn hen cấp", "hạ sốt", "điều trị đau".
_AROUND = re.compile(
    r" (?:con|dot|benh|chung|trieu chung|cap|cap tinh|man|man tinh|ha|giam|cat|dieu tri|tri|o|khi|bi|nguoi lon|tre em|virus|sieu vi|cao)(?= )"
)
_SEVERITY = re.compile(r" (nang|nhe|vua|nang hon|nhe hon)(?= )")
# Heads that say nothing alone: "nhiễm khuẩn" is part of twenty names.
_BARE_HEADS = frozenset(
    {"nhiem khuan", "nhiem trung", "dau", "sot", "viem", "loet", "ho", "ung thu", "suy", "roi loan"}
)


def _same_item(asked: str, item: str) -> bool:
    wanted, words = folded_words(asked), folded_words(item)
    if wanted == words:
        return True
    told, printed = _SEVERITY.search(wanted), _SEVERITY.search(words)
    if told and printed and told.group(1)[:3] != printed.group(1)[:3]:
        return False
    wanted, words = (_SEVERITY.sub("", _AROUND.sub("", text)) for text in (wanted, words))
    if not wanted.strip() or not words.strip():
        return False
    if wanted == words:
        return True
    if wanted in words:
        extra = len(words.split()) - len(wanted.split())
        return wanted.strip() not in _BARE_HEADS and len(wanted.split()) > 1 and extra <= _EXTRA_WORDS
    # The asked name is longer: "viêm tai giữa cấp ở trẻ" is viêm tai giữa, "đau thắt ngực" is no đau.
    return words in wanted and len(words.split()) > 1 and words.strip() not in _BARE_HEADS


_EXCEPTION = re.compile(r"\b(?:ngoai tru|ngoai le|tru)\b.*$")


def is_excepted(said: Iterable[str], printed: str) -> bool:
    """Does the sentence spare one of the conditions said ("trừ người mang van tim cơ học")?"""
    exception = _EXCEPTION.search(fold(printed))
    return exception is not None and any(same_condition(condition, exception.group()) for condition in said)


_ALLERGY = re.compile(r"\b(?:di ung|qua man|man cam)\b(?: (?:voi|thuoc|nang|nhom|cac|khang sinh|bat ky))*")
# Print also tells an allergy by what it brought about: "tiền sử phản ứng phản vệ với penicilin".
_SPEAKS_OF_ALLERGY = re.compile(r"\b(?:di ung|qua man|man cam|phan ve|phu mach)\b")
# Allergens that the book names for each other.
_ALLERGENS: tuple[frozenset[str], ...] = (
    frozenset({"penicilin", "pnc", "amoxicilin", "ampicilin", "benzylpenicilin", "cloxacilin", "oxacilin", "augmentin", "amoxicilin va kali clavulanat", "beta lactam", "betalactam", "cephalosporin", "cefalexin", "cefuroxim", "ceftriaxon", "cefotaxim", "cefixim", "cefaclor", "ceftazidim", "cefadroxil", "cefpodoxim", "cefdinir"}),
    frozenset({"aspirin", "acid acetylsalicylic", "salicylat", "nsaid", "thuoc chong viem khong steroid", "ibuprofen", "diclofenac", "naproxen", "meloxicam", "celecoxib", "ketoprofen", "piroxicam", "indomethacin"}),
    frozenset({"sulfonamid", "sulfamid", "sulfa", "cotrimoxazol", "co trimoxazol", "sulfamethoxazol", "sulfadiazin", "sulfasalazin"}),
    frozenset({"aminoglycosid", "gentamicin", "amikacin", "tobramycin", "streptomycin", "neomycin", "kanamycin", "netilmicin"}),
    frozenset({"macrolid", "erythromycin", "azithromycin", "clarithromycin", "spiramycin", "roxithromycin"}),
    frozenset({"quinolon", "fluoroquinolon", "ciprofloxacin", "levofloxacin", "ofloxacin", "moxifloxacin", "norfloxacin", "acid nalidixic"}),
    frozenset({"imidazol", "nitroimidazol", "5 nitroimidazol", "metronidazol", "tinidazol"}),
    frozenset({"azol", "fluconazol", "itraconazol", "ketoconazol"}),
    frozenset({"benzimidazol", "omeprazol", "esomeprazol", "lansoprazol", "pantoprazol", "rabeprazol"}),
    frozenset({"benzodiazepin", "diazepam", "midazolam", "lorazepam", "clonazepam"}),
    frozenset({"thuoc uc che ace", "uc che ace", "uc che enzym chuyen", "captopril", "enalapril", "lisinopril", "perindopril", "ramipril"}),
    frozenset({"nitrat", "isosorbid dinitrat", "nitroglycerin"}),
    frozenset({"coumarin", "warfarin", "acenocoumarol"}),
)  # fmt: skip


def allergen_of(finding: str) -> str | None:
    """What an allergy is to, folded ("dị ứng penicilin" gives "penicilin"); None for what is no allergy."""
    folded = folded_words(finding).strip()
    match = _ALLERGY.search(folded)
    return _vietnamised(folded[match.end() :].strip()) if match else None


def _vietnamised(name: str) -> str:
    """The spelling of the book for an international name: penicillin, cefuroxime."""
    name = re.sub(r"e\b", "", name.replace("ll", "l"))
    if name.startswith("cef") and "sporin" in name:
        return name.replace("cefalo", "cephalo")  # the class keeps its ph
    return name.replace("ph", "f") if name.startswith("ceph") and "sporin" not in name else name


def names_allergy(allergen: str, printed: str, *, own_names: Iterable[str] = (), substance: str = "") -> bool:
    """Does a printed sentence speak of an allergy to it, to its class, or, for the drug itself, to the drug?

    `substance`: what a brand stands for, as the book calls it.
    """
    text = folded_words(printed)
    if not _SPEAKS_OF_ALLERGY.search(text) or not allergen:
        return False
    own = {folded_words(name).strip() for name in own_names}
    names = {allergen, _vietnamised(folded_words(substance).strip())} - {""}
    wanted = names.union(*(group for group in _ALLERGENS if group & names or _cut_short(names, group)))
    if wanted & own:
        return True
    return any(f" {name} " in text for name in wanted)


_SHORTEST = 4  # letters of a name that was cut short ("amox", "genta")


def _cut_short(names: set[str], group: frozenset[str]) -> bool:
    """Does one of the names begin members of this group and of no other?"""
    return any(
        len(name) >= _SHORTEST
        and any(member.startswith(name) for member in group)
        and not any(member.startswith(name) for other in _ALLERGENS if other is not group for member in other)
        for name in names
    )


def same_condition(asked: str, printed: str) -> bool:
    """Does printed text (an indication heading, a block) speak of the asked condition? Whole words.

    With their marks where both have some: "nước tiểu dương tính" does not speak of "tiểu đường". "Sốc không do phản vệ"
    does not speak of phản vệ.
    """
    listed = listed_as(asked) is not None
    text = in_one_spelling(printed)
    return any(
        _is_named(folded_words(term), folded_words(text)) and (not has_diacritics(text) or _stands(term, text, listed))
        for term in map(in_one_spelling, search_terms(asked))
    )


def concerns(finding: str, printed: str) -> bool:
    """Does a printed contraindication or caution concern a patient who has it, also under a wider name or a form's?"""
    return any(same_condition(name, printed) for name in caution_names(finding))


def _is_named(term: str, text: str) -> bool:
    """Folded words; somewhere not behind "không do", nor as what another drug is against ("thuốc chống nôn",
    "thuốc hạ huyết áp")."""
    at = text.find(term)
    while at >= 0:
        before = text[: at + 1]
        of_drug = (term.strip() in _COMPLAINTS or term.startswith(" ha ")) and _DRUG_AGAINST.search(before)
        if not of_drug and not before.endswith(_NOT_BECAUSE_OF):
            return True
        at = text.find(term, at + 1)
    return False


_NOT_BECAUSE_OF = (" khong do ", " khong phai do ", " khong phai ")
# Whoever has a lasting disease takes the drugs against it; a complaint is no word on the other drugs against it.
_DRUG_AGAINST = re.compile(r" (?:thuoc|bien phap) (?:uong |tiem )?(?:chong |giam |ha )?$")
_COMPLAINTS = frozenset({"non", "buon non", "ho", "sot", "dau", "viem", "ngua", "chong non", "chong viem"})


def _stands(term: str, printed: str, listed: bool) -> bool:
    """Of words in no list, one that was typed without marks stands for every word that folds to it ("viêm hong").

    A listed name is written as it is printed: "hen" is not in "thở hổn hển", nor "ho" in "hô hấp".
    """
    if listed:
        return _marked_words(term) in _marked_words(printed)
    if not has_diacritics(term):
        return True
    wanted, words = spoken(term), spoken(printed)
    return any(all(map(same_word, wanted, words[at:])) for at in range(len(words) - len(wanted) + 1))


@lru_cache(maxsize=16_384)
def _marked_words(text: str) -> str:
    return " " + " ".join(accent_key(word) for word in spoken(text)) + " "


def conditions_said(frame: QueryFrame) -> list[str]:
    """Every condition of the turn and of its patient, however it was read; single words left over are too vague."""
    said = [f.name for f in frame.comorbidities if f.present]
    said += [c for c in (frame.indication, frame.condition) if c]
    said += [t for t in frame.terms if len(t.split()) > 1]
    return list(dict.fromkeys(said))
