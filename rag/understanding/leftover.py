"""The content words left over: what inside a section is asked for, as typed."""

import re
from collections.abc import Collection

from rag.understanding import lexicon
from rag.understanding.findings import Condition
from rag.understanding.phrases import Hit
from rag.understanding.section_keys import topic_terms
from rag.understanding.utterance import Utterance
from rag.vietnamese import folded_words

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
_BEFORE_PARTNER = ("kỵ", "kị", "ăn", "uống", "với", "có")
# Wordings that name a section and, inside it, the very thing that is asked for.
_TELLING = frozenset({"kinetics", "frequency", "missed", "meal", "taper", "pharmacology", "effect_kept", "level"})
_ONLY_ASKING = frozenset({"cơ chế", "dược lý", "dược lực", "dược động học", "tần suất"})
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
    found: list[tuple[int, str]] = []
    for hit in asking.of(lexicon.SECTIONS):
        typed = u.typed(hit.start, hit.end)
        if hit.label == "harm" and (organ := _organ_harmed(u, hit)):
            found.append((hit.start, organ))
        if hit.label in _TELLING and typed.lower() not in _ONLY_ASKING:
            found.append((hit.start, _without_asking(u, hit)))
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
    first, last = asking.span if asking.span else (0, len(u.words))
    in_titles = _words_of_titles(u)
    # The "tuần" of "12 tuần" counts: a sentence with other weeks is no answer to it.
    taken |= {n.end for n in u.numbers if not n.in_words and u.says(n.end, *_TIME)}
    for at in range(first, last):
        word = u.words[at]
        if at not in taken and word.key not in in_titles and word.is_word and (len(word.text) > 1):
            found.append((at, u.reading.text[word.start : word.end]))
    ordered = [text for _, text in sorted(found, key=lambda item: item[0])]
    ordered += topic_terms(sorted(asking.labels(lexicon.SECTIONS)))
    return tuple(dict.fromkeys(ordered))[:_MANY]


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
    """ "ức chế men" of "ức chế men gì"."""
    end = hit.end
    while end > hit.start + 1 and u.says(end - 1, "gì", "nào", "bao", "lâu", "nhiêu"):
        end -= 1
    return u.typed(hit.start, end)


def foreign_names(u: Utterance) -> tuple[str, ...]:
    """Runs of another script: names that we cannot know ("布洛芬")."""
    spans = [(d.span.start, d.span.end) for d in u.drugs]
    return tuple(
        m.group()
        for m in _FOREIGN.finditer(u.reading.text)
        if not any(start < m.end() and m.start() < end for start, end in spans)
    )
