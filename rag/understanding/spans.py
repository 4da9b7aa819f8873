"""Runs of words around a condition: what denies it, where its name ends, which drug stands beside it."""

from rag.understanding import lexicon
from rag.understanding.phrases import Hit
from rag.understanding.utterance import NamedDrug, Utterance

FILLERS = ("bị", "có", "mắc", "bệnh", "cả", "thêm", "từng", "gì", "về", "hề")
_OR = ("hay", "hoặc", "lẫn", "và", "cũng", "nor", "or")
_SEVERITY = ("nặng", "nhẹ", "vừa", "mạn", "cấp", "tính", "mạn tính")


def is_negated(u: Utterance, at: int) -> bool:
    """ "không X", "không bị X", "không có tiền sử X", "không X hay Y"; "dùng được không" denies nothing."""
    back = at
    while back > 0:
        for cue in u.hits.labelled(lexicon.CUES, "negated"):
            if cue.end == back and not _belongs_to_question(u, cue) and not _is_to_cure(u, cue):
                return True
        if u.says(back - 1, *FILLERS):
            back -= 1
            continue
        joined = u.says(back - 1, *_OR) and next((c for c in named_conditions(u) if c[1] == back - 1), None)
        if not joined:
            return False
        back = joined[0]
    return False


def _belongs_to_question(u: Utterance, cue: Hit) -> bool:
    """ "không" that closes "dùng được không" or "có hại không"."""
    return any(h.label == "may" and h.start < cue.start < h.end for h in u.of(lexicon.SECTIONS))


def _is_to_cure(u: Utterance, cue: Hit) -> bool:
    """ "Thuoc chua ho": typed without marks "chữa" looks like "chưa"."""
    return u.words[cue.start].text.lower() == "chua" and u.says(
        cue.start - 1, "thuốc", "để", "nào", "gì", "cách", "trị"
    )


def named_conditions(u: Utterance) -> tuple[tuple[int, int], ...]:
    """Word ranges of every listed condition and impairment."""
    tables = (*u.of(lexicon.DISEASE), *u.of(lexicon.SYMPTOM))
    people = u.hits.labelled(lexicon.PEOPLE, "renal", "hepatic", "dialysis")
    return tuple((h.start, h.end) for h in (*tables, *people))


def run_end(u: Utterance, start: int, *, limit: int) -> int:
    """The end of the run of plain words from `start`: it stops at signs, numbers, drugs and words with a job."""
    end = start
    while end < len(u.words) and end - start < limit and u.words[end].is_word and is_plain(u, end):
        end += 1
    return end


def is_plain(u: Utterance, at: int) -> bool:
    if at in u.drug_words or at in u.addressed:
        return False
    tables = (
        lexicon.SECTIONS,
        lexicon.ROUTES,
        lexicon.PEOPLE,
        lexicon.STOPS,
        lexicon.CUES,
        lexicon.LINKS,
        lexicon.SCOPE,
    )
    return not any(h.start <= at < h.end for table in tables for h in u.hits.of(table)) or u.says(at, *_SEVERITY)


def drug_at(u: Utterance, at: int) -> NamedDrug | None:
    return next((d for d in u.drugs if d.start == at), None)
