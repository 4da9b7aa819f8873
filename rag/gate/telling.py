"""What a draft leaves untold of a span that it was written from: the whole of it, or a part that may not be lost."""

from collections.abc import Collection

from rag.claims import Claim
from rag.gate.amounts import Limit
from rag.gate.atoms import Sort
from rag.gate.lexicon import Operator
from rag.gate.printed_sentences import Printed, printed_sentences
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
    resolved = [(c, p) for c in span.citations if (p := evidence.by_id(c.passage)) is not None]
    sentences = [printed for citation, passage in resolved for printed in printed_sentences(citation, passage, names)]
    untold = [printed for printed in sentences if not _starts(printed, told)]
    return len(untold) == len(sentences) or any(_is_lost(printed, told) for printed in sentences)


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
