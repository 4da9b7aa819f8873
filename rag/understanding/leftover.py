"""The content words left over: what inside a section is asked for, as typed."""

import re
from collections.abc import Collection

from rag.asked_words import topic_terms
from rag.understanding import lexicon
from rag.understanding.findings import Condition
from rag.understanding.phrases import Hit
from rag.understanding.utterance import Utterance
from rag.vietnamese import fold, folded_words

_USED = (
    lexicon.SECTIONS,
    lexicon.PEOPLE,
    lexicon.ROUTES,
    lexicon.STOPS,
    lexicon.CUES,
    lexicon.SOCIAL,
    lexicon.WHICH,
    lexicon.LINKS,
    lexicon.SCOPE,
)
_PART = ("phần", "mục", "đoạn")  # "phần thận trọng"
_BEFORE_PARTNER = ("kỵ", "kị", "ăn", "uống", "với", "có")
# Wordings that name a section and, inside it, the very thing that is asked for.
_TELLING = frozenset(
    {"kinetics", "frequency", "missed", "meal", "taper", "pharmacology", "effect_kept", "level", "tablet", "daytime"}
)
_ONLY_ASKING = frozenset(
    map(
        fold,
        (
            "cơ chế", "cơ chế tác dụng", "cơ chế hoạt động", "cơ chế tác động", "mechanism", "mechanism of action",
            "dược lý", "dược lực", "pharmacology", "dược động học", "pharmacokinetics", "tần suất",
        ),
    )
)  # fmt: skip
# "Viên bao tan trong ruột", "giải phóng kéo dài": which tablet it is, and nothing that is done to it.
_OF_FORM = ("giải", "phóng", "thích", "kéo", "dài", "chậm", "bao", "tan", "ruột")
_ORGANS = ("gan", "thận", "tim", "tai")  # "hại gan": the effects on it are asked for
_TIME = ("tuần", "tháng", "ngày", "giờ", "phút")
_MANY = 12
_FOREIGN = re.compile(r"[\u0400-\u04ff\u0e00-\u0e7f\u0600-\u06ff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{2,}")


def terms_in(
    u: Utterance,
    asking: Utterance,
    *,
    used: Collection[int],
    conditions: Collection[Condition],
    partners: frozenset[int] = frozenset(),
) -> tuple[str, ...]:
    """Conditions that fill no slot and the words nothing else has taken, in the order of the question.

    `asking`: the part of the question that asks; `used`: words of values, drugs and filled slots; `partners`: words of
    what the drugs meet, where those fill their own slot.
    """
    taken = set(used) | partners
    for table in _USED:
        for hit in u.hits.of(table):
            taken.update(range(hit.start, hit.end))
    taken |= {i for i in range(len(u.words)) if u.addressed and i in u.addressed}
    taken |= {h.start - 1 for h in u.of(lexicon.SECTIONS) if u.says(h.start - 1, *_PART)}
    found: list[tuple[int, str]] = []
    how_often: list[tuple[int, str]] = []
    for hit in asking.of(lexicon.SECTIONS):
        typed = u.typed(hit.start, hit.end)
        if _names_effect(u, hit):
            first = next(i for i in range(hit.start, hit.end) if not u.says(i, "làm", "có", "thể", "gây", "ra"))
            found.append((first, u.typed(first, hit.end)))
        elif hit.label == "harm" and (organ := _organ_harmed(u, hit)):
            found.append((hit.start, organ))
        if hit.label in _TELLING and fold(typed) not in _ONLY_ASKING:
            (how_often if hit.label == "frequency" else found).append((hit.start, _without_asking(u, hit)))
    for condition in conditions:
        typed = u.typed(condition.start, condition.end)
        found.append((condition.start, typed))
        if condition.kind != "open" and condition.name.lower() != typed.lower():
            found.append((condition.start, condition.name))
        taken.update(range(condition.start, condition.end))
    for hit in asking.of(lexicon.PARTNERS):
        if hit.start in used or not partners.isdisjoint(range(hit.start, hit.end)):
            continue
        start = hit.start + (hit.end > hit.start + 1 and u.says(hit.start, *_BEFORE_PARTNER))
        found.append((start, u.typed(start, hit.end)))
        taken.update(range(hit.start, hit.end))
    for at in range(len(u.words) - 1):
        if u.says(at, "tác") and u.says(at + 1, "dụng") and at not in taken and at in _span_of(u, asking):
            found.append((at, u.typed(at, at + 2)))
            taken |= {at, at + 1}
    if asking.has(lexicon.SECTIONS, "tablet"):
        taken |= {i for i in range(len(u.words)) if u.says(i, *_OF_FORM)}
    in_titles = _words_of_titles(u)
    # The "tuần" of "12 tuần" counts: a sentence with other weeks is no answer to it.
    taken |= {n.end for n in u.numbers if not n.in_words and u.says(n.end, *_TIME)}
    for at in _span_of(u, asking):
        word = u.words[at]
        if at not in taken and word.key not in in_titles and word.is_word and (len(word.text) > 1):
            found.append((at, u.reading.text[word.start : word.end]))
    # "Gây ho có hay gặp không" asks for the cough: its heading says how often, other effects are called frequent too.
    ordered = [text for _, text in sorted(found or how_often, key=lambda item: item[0])]
    ordered += topic_terms(sorted(asking.labels(lexicon.SECTIONS)))
    return tuple(dict.fromkeys(ordered))[:_MANY]


def _span_of(u: Utterance, asking: Utterance) -> range:
    return range(*(asking.span or (0, len(u.words))))


def _names_effect(u: Utterance, hit: Hit) -> bool:
    """ "kéo dài QT", "làm tăng đường huyết", "nhiễm độc phổi": the wording says itself which effect is asked for."""
    if hit.label == "harm":
        return any(u.says(i, "nhiễm", "ngộ") for i in range(hit.start, hit.end))
    return hit.label == "adr" and (
        u.says(hit.end - 1, "qt", "đỉnh") or (u.says(hit.start, "làm") and hit.end - hit.start > 2)
    )


def _organ_harmed(u: Utterance, hit: Hit) -> str:
    """ "gan" of "hại gan" and "có hại gan"; empty where none is named."""
    for at in (hit.end - 1, hit.end):
        if u.says(at, *_ORGANS):
            return u.typed(at, at + 1)
        if u.says(at, "dạ") and u.says(at + 1, "dày"):
            return u.typed(at, at + 2)
    return ""


def _words_of_titles(u: Utterance) -> frozenset[str]:
    """ "sản" of "salbutamol sản khoa": what tells two monographs of one title apart is asked of neither."""
    titles = [d.span.mention.name for d in u.drugs if d.span.mention]
    return frozenset(word for title in titles for word in folded_words(title).split())


def _without_asking(u: Utterance, hit: Hit) -> str:
    """ "ức chế men" of "ức chế men gì", "hết tác dụng" of "bao lâu thì hết tác dụng"."""
    start, end = hit.start, hit.end
    while start < end - 2 and u.says(start, "bao", "lâu", "thì", "mới"):
        start += 1
    while end > hit.start + 1 and u.says(end - 1, "gì", "nào", "bao", "lâu", "nhiêu"):
        end -= 1
    return u.typed(start, end)


def foreign_names(u: Utterance) -> tuple[str, ...]:
    """Runs of another script: names that we cannot know ("布洛芬")."""
    spans = [(d.span.start, d.span.end) for d in u.drugs]
    return tuple(
        m.group()
        for m in _FOREIGN.finditer(u.reading.text)
        if not any(start < m.end() and m.start() < end for start, end in spans)
    )
