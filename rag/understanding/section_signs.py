"""Small words around a wording that say what it asks for: reasons, durations, what is set aside, what goes on."""

from rag.understanding import lexicon
from rag.understanding.section_keys import ADR, CAUTION, CONTRA, PHARMACOLOGY
from rag.understanding.utterance import Utterance

_FLUIDS = ("glucose", "dextrose", "ringer", "lactat", "clorid", "nacl", "muối", "gì", "nào", "được")


def works(u: Utterance) -> bool:
    """ "bao lâu X có tác dụng"; not "có tác dụng phụ"."""
    words = range(len(u.words))
    if not (u.has(lexicon.SECTIONS, "how_long") or any(u.says(i, "bao") and u.says(i + 1, "lâu") for i in words)):
        return False
    at = [i for i in words if u.says(i, "tác") and u.says(i + 1, "dụng")]
    unwanted = u.hits.labelled(lexicon.SECTIONS, "adr", "adr_changed")
    if any(u.says(i, "last", "lasts") for i in words):
        return True
    begins = ("có", "hết", "đầu", "huy", "được", "cho")
    return any(u.says(i - 1, *begins) and not any(h.start <= i < h.end for h in unwanted) for i in at)


def joined_to_effects(u: Utterance) -> bool:
    """ "Tác dụng phụ và cách xử trí": both are asked, the effects first."""
    manage = u.hits.labelled(lexicon.SECTIONS, "manage")[0]
    return any(u.says(i, "và", "rồi", "+", ",", "and") for i in range(max(0, manage.start - 2), manage.start))


def apart(u: Utterance) -> bool:
    """ "X với Y uống cách nhau mấy giờ"."""
    return any(u.says(i, "cách") and u.says(i + 1, "nhau", "xa") for i in range(len(u.words)))


def reason(u: Utterance) -> tuple[str, ...]:
    """ "vì sao X chống kết tập tiểu cầu" asks how it works, "vì sao trẻ em không dùng X" what forbids it."""
    if any(u.says(i, "không", "chưa") for i in range(len(u.words))):
        return (CONTRA, CAUTION)
    does = ("chống", "hạ", "giảm", "ức", "trị", "chữa", "diệt", "kháng", "giúp", "có", "lại")
    return (PHARMACOLOGY,) if any(u.says(d.end, *does) for d in u.drugs) else (CAUTION, ADR)


def again(u: Utterance) -> bool:
    """ "dùng lại được không": what a drug has brought about may forbid it."""
    take = ("dùng", "uống", "tiêm", "truyền", "xài", "cho")
    return any(u.says(i, *take) and u.says(i + 1, "lại", "tiếp") for i in range(len(u.words)))


def stops(u: Utterance) -> bool:
    """ "aspirin ngừng trước mổ bao lâu"."""
    return any(u.says(i, "ngừng", "ngưng", "dừng") for i in range(len(u.words)))


def set_aside(u: Utterance, at: int) -> bool:
    """ "bỏ qua phần thận trọng", "không cần chống chỉ định": named as what need not be read."""
    at -= u.says(at - 1, "phần", "mục", "đoạn")
    return (u.says(at - 2, "bỏ") and u.says(at - 1, "qua")) or (
        u.says(at - 2, "không", "khỏi", "chưa") and u.says(at - 1, "cần")
    )


def into_what(u: Utterance) -> bool:
    """ "pha với glucose được không", "pha dịch gì": what it must not be mixed with is asked as well."""
    return u.has(lexicon.PARTNERS, "fluid") or any(u.says(i, *_FLUIDS) for i in range(len(u.words)))


def given_to_comatose(u: Utterance, labels: frozenset[str]) -> bool:
    """ "BN hôn mê dùng X được không": the coma is the patient's, not what X has brought about."""
    coma = u.hits.labelled(lexicon.SECTIONS, "coma")[0].start
    takes = any(u.says(i, "dùng", "cho", "tiêm", "truyền") for d in u.drugs for i in range(d.start - 2, d.start))
    return "may" in labels and takes and all(coma < d.start for d in u.drugs)
