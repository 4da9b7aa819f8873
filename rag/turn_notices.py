"""What the reader must know of how a turn was read, before anything else."""

import re

from rag import messages, wording
from rag.frames import How, QueryFrame, Signal
from rag.records import Notice, NoticeKind, TurnRequest

_PLACEHOLDER = re.compile(
    r"\[(?:tên|số điện thoại|số giấy tờ|mã bệnh án|thẻ bảo hiểm|email|thư điện tử|địa chỉ)[^\]]*\]"
)


def reading_notices(frame: QueryFrame, request: TurnRequest) -> list[Notice]:
    found: list[Notice] = []
    if Signal.EMERGENCY in frame.signals:
        found.append(Notice(NoticeKind.EMERGENCY, messages.EMERGENCY))
    if _PLACEHOLDER.search(request.question):
        found.append(Notice(NoticeKind.IDENTIFIER_MASKED, messages.IDENTIFIER_MASKED))
    if request.history_unavailable:
        found.append(Notice(NoticeKind.CARRY_OVER, messages.HISTORY_UNAVAILABLE))
    if frame.inherited:
        found.append(Notice(NoticeKind.CARRY_OVER, _carried(frame)))
    for drug in frame.drugs:
        if drug.how is How.ALIAS:
            found.append(Notice(NoticeKind.ALIAS_USED, messages.alias_used(drug.matched, drug.name)))
        elif drug.how in (How.FUZZY, How.SOUND):
            found.append(Notice(NoticeKind.ALIAS_USED, messages.read_as(drug.matched, drug.name)))
    return found


def _carried(frame: QueryFrame) -> str:
    fields = ", ".join(messages.FIELD_WORDS[name] for name in frame.inherited if name in messages.FIELD_WORDS)
    route = wording.routes(frame.routes) if len(frame.routes) < 3 else ""
    told = wording.findings(frame) if "comorbidities" in frame.inherited else ""
    known = ", ".join(filter(None, [wording.drugs(frame), wording.patient(frame), told, route]))
    return messages.carried(fields, known)
