"""A request for the dose of something that nothing knows: "liều oresol", "còn xyzmab"."""

from dataclasses import replace

from rag.frames import Link, QueryFrame
from rag.slots.remembered import UNREAD
from rag.understanding import lexicon
from rag.understanding.facts import Facts
from rag.understanding.syllables import is_plain_syllable
from rag.understanding.utterance import Utterance

# What "liều …" says of a dose and of no substance, beside what the tables of sections and routes know.
_OF_DOSES = frozenset(
    [
        "thong",
        "thuong",
        "ban",
        "trung",
        "theo",
        "can",
        "bo",
        "don",
        "toi",
        "dang",
        "chuan",
        "doc",
        "hieu",
        "khuyen",
        "quy",
        "tuong",
        "lap",
        "nhac",
        "lan",
        "hang",
        "hang",
        "nen",
        "co",
        "vua",
        "nhe",
        "manh",
        "gap",
        "doi",
        "chia",
        "ke",
        "tan",
        "khoi",
        "phong",
        "tieu",
        "tinh",
        "hop",
        "phu",
        "tich",
        "cong",
        "tong",
        "gioi",
        "muc",
        "tuan",
        "thang",
    ]
)
_BETWEEN = ("thuốc", "của", "lượng", "dùng")
_BLAMES = ("do", "vì", "tại", "bởi")
_SHORTEST = 5  # letters of a name that stands behind "còn" alone


def with_unread_name(facts: Facts, frame: QueryFrame) -> QueryFrame:
    """The frame marked so that no drug of an earlier turn, and none that is only blamed, is put in its place."""
    u = facts.u
    if any(not u.says(drug.start - 1, *_BLAMES) for drug in u.drugs) or frame.links & {Link.THAT_DRUG}:
        return frame
    if not any(_is_unread(facts, frame, at) for at in _places(u, frame)):
        return frame
    return replace(frame, drugs=(), ambiguous=(), unknown_drugs=(), rules={**frame.rules, "drugs": UNREAD})


def _places(u: Utterance, frame: QueryFrame) -> list[int]:
    """Where the name of what is asked about would stand."""
    places = []
    for hit in u.hits.labelled(lexicon.SECTIONS, "dose"):
        at = hit.end
        while u.says(at, *_BETWEEN):
            at += 1
        if u.says(hit.start, "liều") and u.key(at) not in _OF_DOSES:
            places.append(at)
    if not (frame.sections or frame.populations or u.drugs):
        follows = [hit.end for hit in u.hits.labelled(lexicon.LINKS, "follow_up")]
        places += [at for at in follows if len(u.key(at)) >= _SHORTEST and not is_plain_syllable(u.key(at))]
    return places


def _is_unread(facts: Facts, frame: QueryFrame, at: int) -> bool:
    u = facts.u
    if at >= len(u.words) or not u.words[at].is_word:
        return False
    if any(c.start <= at < c.end for c in facts.conditions.conditions):
        return False
    word = u.typed(at, at + 1)
    return any(term.split()[:1] == [word] for term in frame.terms)
