"""In an emergency: where the antidote has doses of its own, and what is said when nothing on acting is printed."""

from rag import messages
from rag.assembling import Composition, Parts, pointers_to
from rag.claims import Claim, ClaimRole
from rag.conditions import conditions_said
from rag.frames import DrugMention, Population, QueryFrame, Signal
from rag.outcomes import Outcome
from rag.overdoses import of_this_course
from rag.passages import DOSING, MANAGING, OVERDOSE, Evidence, Passage
from rag.ports import Ports
from rag.printed import lead_of
from rag.records import Notice, NoticeKind
from rag.urgent import RESCUED, antidotes_of_their_own, dosed_elsewhere


def point_to_antidotes(
    parts: Parts, drug: DrugMention, frame: QueryFrame, evidence: Evidence, ports: Ports, asked: tuple[str, ...]
) -> None:
    """Before a child's antidote is read off a text that names no age: where the book prints it for children."""
    shown = evidence.of(drug.id, OVERDOSE)
    own = antidotes_of_their_own(drug.name, asked, shown, ports.names, ports.passages)
    for title, passages in own.items():
        for_children = [p for p in passages if Population.CHILD in p.populations]
        child = frame.is_paediatric and bool(for_children)
        told = messages.dosed_in_own_monograph(title, f"quá liều {drug.name}")
        if child:
            parts.sentences.insert(0, f"{told} {messages.antidote_of_children(title)}")
        else:
            parts.sentences.append(told)
        parts.see_also.append(for_children[0] if child else passages[0])


def nothing_on_acting(frame: QueryFrame, evidence: Evidence, ports: Ports) -> Composition:
    """No section says what to do: said at once, with where the book prints what is given for the very reaction."""
    reaction, elsewhere = _rescue(frame, ports)
    gaps = [messages.no_section(drug.name, MANAGING) for drug in frame.drugs]
    told = [messages.dosed_in_own_monograph(title, reaction) for title in elsewhere]
    return Composition(
        Outcome.ABSTAIN_NO_EVIDENCE,
        " ".join([*gaps, *told]),
        notices=(Notice(NoticeKind.NOT_A_SAFETY_STATEMENT, messages.NOT_A_SAFETY_STATEMENT),),
        pointers=pointers_to([*elsewhere.values(), *evidence.passages]),
    )


def point_to_rescue(parts: Parts, frame: QueryFrame, ports: Ports) -> None:
    """A reaction that goes on now and for which the asked drugs are not given: where the book doses what is."""
    if Signal.EMERGENCY not in frame.signals or DOSING in frame.sections:
        return
    reaction, elsewhere = _rescue(frame, ports)
    for title, passage in elsewhere.items():
        parts.sentences.append(messages.dosed_in_own_monograph(title, reaction))
        parts.see_also.append(passage)


def gravest_first(claims: list[Claim], frame: QueryFrame) -> None:
    """In an emergency what is printed for the grave form of what is told stands on top, whatever section it is of."""
    if Signal.EMERGENCY in frame.signals:
        claims.sort(key=lambda c: c.role is not ClaimRole.ANSWER or of_this_course(lead_of(c.text), frame) > 0)


def _rescue(frame: QueryFrame, ports: Ports) -> tuple[str, dict[str, Passage]]:
    reaction = next((c for c in conditions_said(frame) if c in RESCUED), "")
    return reaction, dosed_elsewhere(reaction, frame.drug_ids, ports.passages) if reaction else {}
