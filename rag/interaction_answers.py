"""The answer to a question about several drugs together: a matrix of pairs, each with the printed sentences.

Nothing is weighed: a severity stands only in the book's own words, and silence is never called safe.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rag import messages, wording
from rag.assembling import Composition, Parts, ended, pointers_to, printed_pages
from rag.claims import Claim
from rag.frames import CONDITIONS, QueryFrame
from rag.interactions import ANSWERING, Pair, Unread, names_in_held, pairs_of, substances_of
from rag.outcomes import Outcome
from rag.pair_statements import MAIN, Substance
from rag.passages import Evidence, Passage
from rag.ports import DrugNames, Naming, Ports
from rag.records import Clarification, Notice, NoticeKind

MOST_SUBSTANCES = 10
_NAMED_IN_MESSAGE = 3  # silent pairs: more are counted, the matrix names them


def compose_interaction(frame: QueryFrame, evidence: Evidence, ports: Ports) -> Composition:
    """Quoted statements pair by pair, printed contraindications first, then the nearest naming; what is not found is
    named."""
    frame = _with_strange_terms(frame, ports.names)
    substances = substances_of(frame)
    if len(substances) > MOST_SUBSTANCES:
        question = messages.too_many_together(MOST_SUBSTANCES, len(substances))
        return Composition(Outcome.CLARIFY_MORE_INFO, question, clarify=Clarification(question, "drug"))
    pairs = sorted(pairs_of(substances, evidence, ports.names), key=_forbidden_first)
    claims = tuple(dict.fromkeys(claim for pair in pairs for said in pair.said for claim in said.claims()))
    parts = Parts(claims=list(claims), read=list(evidence.passages))
    held = _held(pairs, evidence)
    if (not claims and _may_be_held(pairs)) or _answer_is_held(pairs, evidence, ports.names):
        parts.held_back.extend(held)
    parts.sentences.extend(_told(frame, pairs))
    parts.notices.extend(_notices(pairs, held, evidence))
    if claims or parts.held_back:
        answer = ended(parts, frame, evidence)
        pages = tuple(dict.fromkeys((*answer.pointers, *pointers_to(held))))
        # What is held back is shown nowhere: no statement may point at a claim that the answer does not make.
        return replace(
            answer, pointers=pages, interactions=interactions_as_json(substances, pairs, answer.draft.claims)
        )
    unknown = [messages.unknown_drugs(frame)] if frame.unknown_drugs else []
    text = messages.no_interaction_found(_pair_names(pairs), [d.name for d in frame.drugs], len(substances))
    return Composition(
        Outcome.ABSTAIN_NO_INTERACTION_EVIDENCE,
        " ".join([*unknown, *_not_read_for(frame), text]),
        notices=tuple(dict.fromkeys(parts.notices)),
        pointers=pointers_to(_where_to_look(frame, evidence)),
        interactions=interactions_as_json(substances, pairs, ()),
    )


def interactions_as_json(
    substances: Sequence[Substance], pairs: Sequence[Pair], claims: Sequence[Claim]
) -> dict[str, Any]:
    """The `interactions` of the contract: drugs, and for every pair what was found, where, and what was not read.

    `drugs` of a pair, `printed_in` and `drug` are places in the list of drugs; `claim` is a place among the claims.
    """
    place = {s.id: i for i, s in enumerate(substances)}
    number = {claim: i for i, claim in enumerate(claims)}
    return {
        "drugs": [
            {"id": s.id if s.in_edition else None, "name": s.name, "kind": "drug" if s.is_drug else "other"}
            for s in substances
        ],
        "pairs": [
            {
                "drugs": [place[pair.one.id], place[pair.other.id]],
                "found": _FOUND[pair.found],
                "read_as": pair.read_as,
                "statements": [
                    {
                        "claim": number[claim],
                        "printed_in": place[said.side],
                        "found": _FOUND[said.naming],
                        "words": said.words,
                    }
                    for said in pair.said
                    for claim in said.claims()
                    if claim in number
                ],
                "not_read": [{"drug": place[side], "why": why.value} for side, why in pair.unread],
            }
            for pair in pairs
        ],
    }


_FOUND: dict[Naming | None, str] = {
    Naming.ITSELF: "named",
    Naming.PART: "part",
    Naming.MEMBER: "member",
    Naming.CLASS: "class",
    None: "nothing",
}


def _forbidden_first(pair: Pair) -> tuple[bool, int]:
    ranks = list(Naming)
    return not pair.is_forbidden, len(ranks) if pair.found is None else ranks.index(pair.found)


def _with_strange_terms(frame: QueryFrame, names: DrugNames) -> QueryFrame:
    """A word left over that would be a drug's name behind "thuốc" is one beside two drugs: "warfarin với foobarin"."""
    strange = [s.unknown for term in frame.terms for s in names.find(f"thuốc {term}") if s.unknown is not None]
    return replace(frame, unknown_drugs=tuple(dict.fromkeys([*frame.unknown_drugs, *strange])))


# --- what is held back -----------------------------------------------------------------------------------------


def _held(pairs: Sequence[Pair], evidence: Evidence) -> list[Passage]:
    """The blocks that were not read, of every side of a pair."""
    sides = {side for pair in pairs for side, why in pair.unread if why in _HELD}
    return [p for p in evidence.passages if p.quarantine is not None and p.monograph in sides]


_MAY_HOLD_IT = frozenset({Unread.HELD_BACK, Unread.HELD_BACK_NAMES_IT})
_HELD = _MAY_HOLD_IT | {Unread.HELD_BACK_ELSEWHERE}


def _may_be_held(pairs: Sequence[Pair]) -> bool:
    """Nothing was found, and interactions, or blocks that seem to name a pair, were not read."""
    return any(why in _MAY_HOLD_IT for pair in pairs for _, why in pair.unread)


def _answer_is_held(pairs: Sequence[Pair], evidence: Evidence, names: DrugNames) -> bool:
    """One pair alone was asked for, and a block of interactions or contraindications that is held back seems to speak
    of it. One of another section (a table of doses) takes away nothing that is printed of them together."""
    if len(pairs) != 1:
        return False
    (pair,) = pairs
    sides = ((pair.one, pair.other), (pair.other, pair.one))
    return any(names_in_held(a, b, evidence, names, ANSWERING) for a, b in sides)


# --- in words --------------------------------------------------------------------------------------------------


def _not_read_for(frame: QueryFrame) -> list[str]:
    """Pairs are read for anybody: what was told of this patient is not looked up, and that is said."""
    facts = [finding.name for finding in frame.comorbidities if finding.present]
    states = wording.populations(frame) if set(frame.populations) & CONDITIONS else ""
    facts += [states] if states else []
    return [messages.only_interactions(facts)] if facts else []


def _told(frame: QueryFrame, pairs: Sequence[Pair]) -> list[str]:
    told = [messages.unknown_drugs(frame)] if frame.unknown_drugs else []
    told += _not_read_for(frame)
    if len(pairs) == 1:
        told += [sentence for sentence in [_how_named(pairs[0])] if sentence]
    else:
        told.append(
            messages.pairs_counted(
                len(pairs),
                named=sum(p.found is Naming.ITSELF for p in pairs),
                by_class=sum(p.found not in (Naming.ITSELF, None) for p in pairs),
                silent=sum(p.is_silent for p in pairs),
            )
        )
        told += [messages.looked_up_as(_name(p), p.read_as) for p in pairs if p.read_as]
    silent = _pair_names([p for p in pairs if p.is_silent])
    if silent:
        told.append(messages.silent_pairs(silent if len(silent) <= _NAMED_IN_MESSAGE else [], len(silent)))
    return told


def _notices(pairs: Sequence[Pair], held: Sequence[Passage], evidence: Evidence) -> list[Notice]:
    notices = []
    if any(pair.is_silent for pair in pairs):
        notices.append(Notice(NoticeKind.NOT_A_SAFETY_STATEMENT, messages.NOT_A_SAFETY_STATEMENT))
    for monograph, section in dict.fromkeys((p.monograph, p.section) for p in held):
        blocks = [p for p in held if (p.monograph, p.section) == (monograph, section)]
        text = messages.held_beside(blocks[0].monograph_name, section, printed_pages(blocks))
        notices.append(Notice(NoticeKind.QUARANTINE, text))
    unprinted = {side for pair in pairs for side, why in pair.unread if why is Unread.NO_SECTION}
    names = {s.id: s.name for pair in pairs for s in (pair.one, pair.other)}
    for side in sorted(unprinted, key=lambda side: names[side]):
        text = messages.half_read(names[side], MAIN, has_other_sections=bool(evidence.of(side)))
        notices.append(Notice(NoticeKind.NOT_A_SAFETY_STATEMENT, text))
    return notices


def _name(pair: Pair) -> str:
    return f"{pair.one.name} với {pair.other.name}"


def _pair_names(pairs: Sequence[Pair]) -> list[str]:
    return [_name(pair) for pair in pairs]


def _how_named(pair: Pair) -> str:
    """Says how far the print speaks of the very drugs; empty where it names them as they were asked."""
    if pair.read_as:
        return messages.looked_up_as(_name(pair), pair.read_as)
    if pair.found in (Naming.ITSELF, None):
        return ""
    ways = (
        (Naming.PART, "theo thành phần hoặc dạng phối hợp"),
        (Naming.MEMBER, "thuốc của nhóm"),
        (Naming.CLASS, "theo nhóm"),
    )
    said = [f"{way}: {', '.join(map(messages.within_a_sentence, pair.words(n)))}" for n, way in ways if pair.words(n)]
    return messages.named_otherwise(_name(pair), "; ".join(said))


def _where_to_look(frame: QueryFrame, evidence: Evidence) -> list[Passage]:
    """Of every drug its interactions; its contraindications where the book prints no interactions."""
    return [p for d in frame.drugs for p in (evidence.of(d.id, MAIN) or evidence.of(d.id, "chong_chi_dinh"))]
