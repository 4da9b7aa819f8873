"""Which approved rules stand for the quoted sentences, and when their number alone would mislead."""

from collections.abc import Container, Iterable, Mapping, Sequence

from rag import messages
from rag.applicability import Match
from rag.doses import read_dose
from rag.dosing.approval import approved
from rag.dosing.rules import DoseRule
from rag.dosing.surroundings import HELD, without_heading
from rag.frames import QueryFrame
from rag.passages import DOSING, Evidence, Passage, PrintDoubt
from rag.printed import Segment, lead_of
from rag.purpose_words import courses_in
from rag.regimens import Chosen, Selection

Place = tuple[str, int, int]
"""Id of a passage, and where in its text a sentence or a rule begins and ends."""


def place_of(segment: Segment) -> Place:
    return segment.passage.id, segment.start, segment.end


def places_of(rules: Mapping[DoseRule, Passage]) -> set[Place]:
    return {(passage.id, rule.span.start, rule.span.end) for rule, passage in rules.items()}


def usable_rules(
    found: Selection, frame: QueryFrame, drug_id: str, evidence: Evidence, fingerprints: frozenset[str]
) -> dict[DoseRule, Passage]:
    """Approved rules of the very sentences that answer what was asked, and the limits printed beside them, each with
    the passage that prints it."""
    lost = {block for block, why in without_heading(evidence.of(drug_id, DOSING)).items() if why != HELD}
    answers = [c.segment for c in _of_purpose(found, frame)]
    return _rules(answers, [c.segment for c in found.beside], lost, fingerprints)


def why_misleading(rules: dict[DoseRule, Passage], found: Selection, frame: QueryFrame) -> str:
    """Why the number of these rules would look like an answer that it is not, told to the reader; else ""."""
    if narrow := _of_unasked_indication(rules, found, frame):
        return messages.only_for_indication(narrow)
    apart = _courses_apart(rules, found, frame)
    return messages.courses_apart(apart) if apart else ""


def _of_purpose(found: Selection, frame: QueryFrame) -> tuple[Chosen, ...]:
    """The answers without those quoted with their block and printed for another purpose or course than was said."""
    if not (frame.indication or frame.condition) or not found.indication_found:
        return found.answers
    return tuple(c for c in found.answers if c.fits.indication is not Match.NO)


def _rules(
    answers: Sequence[Segment], beside: Sequence[Segment], lost: Container[str], fingerprints: frozenset[str]
) -> dict[DoseRule, Passage]:
    """Approved rules of the very sentences that are the answer, and the limits printed beside them."""
    chosen, near = set(map(place_of, answers)), set(map(place_of, beside))
    passages = {s.passage.id: s.passage for s in (*answers, *beside)}
    usable = [p for p in passages.values() if p.quarantine is None and p.id not in lost]
    rules: dict[DoseRule, Passage] = {}
    for passage in usable:
        for rule in approved((passage,), fingerprints):
            place = (passage.id, rule.span.start, rule.span.end)
            doubted = passage.errata_in(rule.span.start, rule.span.end, PrintDoubt.MISPRINT)
            if not doubted and (place in chosen or (rule.amount is None and place in near)):
                rules[rule] = passage
    return rules


def _of_unasked_indication(rules: Iterable[DoseRule], found: Selection, frame: QueryFrame) -> tuple[str, ...]:
    """Printed indications of the only rules there are, where those are not what was asked; else nothing.

    No indication was said and other doses for the patient have no rule, or the one that was said is not printed: the
    rule's number would look like the answer.
    """
    stating = [rule for rule in rules if rule.amount is not None]
    if not stating or not all(rule.indications for rule in stating):
        return ()
    of_rules = tuple(dict.fromkeys(rule.indications[0] for rule in stating))
    if frame.indication or frame.condition:
        return () if found.indication_found else of_rules
    covered = {rule.indications for rule in stating}
    doses = [c.segment for c in found.answers if read_dose(c.segment.text).states]
    return of_rules if any(s.context.indications not in covered for s in doses) else ()


def _courses_apart(rules: dict[DoseRule, Passage], found: Selection, frame: QueryFrame) -> list[str]:
    """Openings of doses for two courses of what was asked, none of them said, of which only one has a rule.

    Its number would look like the dose of the other: "đa trị liệu" for an epilepsy that one drug may treat.
    """
    if not (frame.indication or frame.condition):
        return []
    places = places_of({rule: passage for rule, passage in rules.items() if rule.amount is not None})
    said = {pair for pair, _ in courses_in(frame.purpose or "")}
    of_course: dict[int, dict[int, list[Segment]]] = {}
    for segment in (c.segment for c in found.answers if read_dose(c.segment.text).states):
        for pair, side in courses_in(" . ".join((*segment.passage.headings[-1:], lead_of(segment.text)))):
            of_course.setdefault(pair, {}).setdefault(side, []).append(segment)
    for pair, sides in of_course.items():
        with_rule = {side for side, of in sides.items() if any(place_of(s) in places for s in of)}
        if pair not in said and len(sides) == 2 and len(with_rule) == 1:
            return [lead_of(s.text).strip(" :") for of in sides.values() for s in of]
    return []
