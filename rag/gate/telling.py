"""What a draft leaves untold of a span that it was written from: the whole, what may not be lost, or any word."""

from collections.abc import Collection, Iterator, Sequence

from rag.accounts import Account
from rag.claims import Claim
from rag.gate.amounts import Limit
from rag.gate.atoms import Atom, Sort
from rag.gate.lexicon import Operator
from rag.gate.matching import is_own_name
from rag.gate.printed_sentences import Printed, printed_sentences
from rag.gate.spelling import one_spelling
from rag.gate.verdicts import Told
from rag.passages import Evidence
from rag.ports import DrugNames

# Every item counts: a list of who must not have the drug says of everybody else that they may.
_WHOLE = frozenset(
    {
        "chong_chi_dinh", "than_trong", "thoi_ky_mang_thai", "thoi_ky_cho_con_bu", "tuong_tac_thuoc", "tuong_ky",
    }
)  # fmt: skip
_DECISIVE = frozenset(
    {
        Operator.FORBIDDEN, Operator.AVOID, Operator.CAUTION, Operator.RESTRICT, Operator.STOP, Operator.NOT,
        Operator.NOT_YET, Operator.EXCEPT, Operator.ONLY, Operator.DOWN, Operator.MOST,
    }
)  # fmt: skip


def is_left_out(span: Claim, evidence: Evidence, names: DrugNames, told: Collection[Told]) -> bool:
    """`told`: `GateReport.told` of the draft.

    In sections of prohibitions every item of the span must be told; elsewhere something of it, and every sentence that
    limits or forbids.
    """
    sentences = _sentences(span, evidence, names)
    untold = [printed for printed in sentences if not _starts(printed, told)]
    return len(untold) == len(sentences) or any(_is_lost(printed, told) for printed in sentences)


def in_doubt(
    accounts: Sequence[Account],
    sources: Sequence[Claim],
    evidence: Evidence,
    names: DrugNames,
    told: Collection[Told],
) -> tuple[Claim, ...]:
    """Sources that the claims do not tell to the last word, and of which no sound account says that nothing is missing.

    `told`: `GateReport.told` of the claims. No sound account is none, two, or one with a restriction that the source
    does not print or no claim tells.
    """
    return tuple(
        span
        for number, span in enumerate(sources, 1)
        if not tells_all_of(None, span, evidence, names, told)
        if not _is_sound([a for a in accounts if a.source == number], span, evidence, names, told)
    )


def _is_sound(
    own: Sequence[Account], span: Claim, evidence: Evidence, names: DrugNames, told: Collection[Told]
) -> bool:
    if len(own) != 1 or own[0].left_out:
        return False
    return all(tells_all_of(words, span, evidence, names, told) for words in own[0].restrictions)


def tells_all_of(words: str | None, span: Claim, evidence: Evidence, names: DrugNames, told: Collection[Told]) -> bool:
    """Is every one of these words of the span told, wherever it prints them? None: all its words. Words that the span
    does not print are not told."""
    found = False
    for printed in _sentences(span, evidence, names):
        starts = _starts(printed, told)
        for atoms in [list(printed.reading.atoms)] if words is None else _occurrences(one_spelling(words), printed):
            found = True
            said = [a for a in atoms if a.sort is not Sort.OPERATOR and not is_own_name(a, printed)]
            if not starts or not starts.issuperset(a.start for a in said):
                return False
    return found


def _occurrences(words: str, printed: Printed) -> Iterator[list[Atom]]:
    text, at = printed.reading.text, 0
    while words and (at := text.find(words, at)) >= 0:
        yield [a for a in printed.reading.atoms if at <= a.start < at + len(words)]
        at += len(words)


def _sentences(span: Claim, evidence: Evidence, names: DrugNames) -> list[Printed]:
    resolved = [(c, p) for c in span.citations if (p := evidence.by_id(c.passage)) is not None]
    return [printed for citation, passage in resolved for printed in printed_sentences(citation, passage, names)]


def _starts(printed: Printed, told: Collection[Told]) -> set[int]:
    own = (printed.passage.id, printed.sentence)
    return {start for passage, sentence, start in told if (passage, sentence) == own}


def _is_lost(printed: Printed, told: Collection[Told]) -> bool:
    starts = _starts(printed, told)
    if printed.passage.section in _WHOLE:
        said = [a for a in printed.reading.atoms if a.sort is not Sort.OPERATOR]
        return {a.piece for a in said} != {a.piece for a in said if a.start in starts}
    return not starts and _decides(printed)


def _decides(printed: Printed) -> bool:
    limits = any(a.amount is not None and a.amount.limit is Limit.MAXIMUM for a in printed.reading.atoms)
    return limits or bool(printed.reading.operators & _DECISIVE)
