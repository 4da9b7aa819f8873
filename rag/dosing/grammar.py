"""Propose dose rules from the sentences of a dosing section.

A rule is proposed only when the whole sentence was understood: every number stands in a phrase that is known, and
between the phrases stand only words that change no dose. What is refused keeps its reason. Nothing here is used before
a pharmacist has approved it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rag.doses import read_dose
from rag.dosing.phrases import Kind, phrases_in
from rag.dosing.rules import DoseRule, Span
from rag.dosing.sentences import read_sentence
from rag.dosing.surroundings import HELD, without_heading
from rag.dosing.words import NotUnderstood
from rag.passages import DOSING, BlockKind, Passage, PrintDoubt
from rag.printed import Segment, lead_of, segments
from rag.vietnamese import fold


@dataclass(frozen=True, slots=True)
class Refusal:
    """A sentence that states a dose and gave no rule."""

    passage: str
    span: Span
    quote: str
    reason: str


@dataclass(frozen=True, slots=True)
class Proposals:
    """`beside_held`: readings that are refused only because the block before theirs is held back."""

    rules: tuple[DoseRule, ...] = ()
    refused: tuple[Refusal, ...] = ()
    beside_held: tuple[DoseRule, ...] = ()


def propose(passages: Sequence[Passage]) -> Proposals:
    """Rules and refusals of the dosing blocks, in book order.

    What is held back, misprinted or a table gives no rule.
    """
    rules: list[DoseRule] = []
    refused: list[Refusal] = []
    beside_held: list[DoseRule] = []
    lost = without_heading(passages)
    for passage in passages:
        if passage.section != DOSING:
            continue
        of_block = _propose_block(passage)
        refused.extend(of_block.refused)
        if why := lost.get(passage.id):
            refused.extend(Refusal(passage.id, rule.span, rule.quote, why) for rule in of_block.rules)
            beside_held.extend(of_block.rules if why == HELD else ())
        else:
            rules.extend(of_block.rules)
    return Proposals(tuple(rules), tuple(refused), tuple(beside_held))


def _propose_block(passage: Passage) -> Proposals:
    rules: list[DoseRule] = []
    refused: list[Refusal] = []
    stated_before = refused_before = False
    for segment in segments(passage):
        states = read_dose(segment.text).states
        try:
            _check_usable(segment)
            if refused_before and not states and not lead_of(segment.text) and _only_limits(segment):
                raise NotUnderstood("giới hạn của một câu chưa đọc được")
            found = read_sentence(segment) if states or _only_limits(segment) else ()
        except NotUnderstood as why:
            refused_before |= states
            if states:
                refused.append(Refusal(passage.id, Span(segment.start, segment.end), segment.text, str(why)))
            if _has_unread_limit(segment):
                # A maximum that was not understood stands behind the doses above it: none of them is complete.
                reason = f"câu sau trong cùng khối có giới hạn chưa hiểu ({why})"
                refused.extend(Refusal(passage.id, r.span, r.quote, reason) for r in rules if r.amount is not None)
                rules.clear()
            continue
        only_limits = bool(found) and all(r.amount is None for r in found)
        if only_limits and stated_before:
            # It limits the doses above it in its block, and no others.
            rules = [_limited(rule, found) for rule in rules]
            continue
        stated_before |= states
        refused_before = refused_before and not states
        rules.extend(found)
    return Proposals(tuple(rules), tuple(refused))


def _limited(rule: DoseRule, limits: Sequence[DoseRule]) -> DoseRule:
    """The rule with the maxima of the sentences that follow it in its block."""
    caps = tuple(cap for limit in limits for cap in limit.caps)
    count = next((limit.count_cap for limit in limits if limit.count_cap), rule.count_cap)
    return replace(rule, caps=(*rule.caps, *caps), count_cap=count)


def _check_usable(segment: Segment) -> None:
    passage = segment.passage
    if passage.kind is BlockKind.TABLE:
        raise NotUnderstood("bảng")
    if passage.quarantine is not None:
        raise NotUnderstood("khối đang được giữ lại")
    if passage.errata_in(segment.start, segment.end, PrintDoubt.MISPRINT):
        raise NotUnderstood("có chỗ nghi in sai")


def _only_limits(segment: Segment) -> bool:
    return any(p.kind in (Kind.CAP, Kind.COUNT_CAP) for p in phrases_in(segment.text))


def _has_unread_limit(segment: Segment) -> bool:
    return re.search(r"\b(?:toi da|khong (?:duoc )?(?:vuot )?qua)\b", fold(segment.text)) is not None
