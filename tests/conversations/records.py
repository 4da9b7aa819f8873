"""Turn records with defaults, so that a test shows only what matters to it."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

from rag.claims import Citation, Claim, ClaimRole
from rag.frames import DrugMention, Finding, How, Intent, Population, QueryFrame, Renal, Route
from rag.outcomes import Outcome
from rag.passages import BlockKind, Evidence, Passage, Provenance
from rag.records import Check, Clarification, Notice, NoticeKind, Pointer, TurnRecord, Verdict, Verification

TEXT = "Trẻ em 4 - 6 tuổi: 240 mg/lần, nhắc lại sau 6 giờ nếu cần."


def make_passage(ordinal: int = 0, text: str = TEXT, **changes: Any) -> Passage:
    key = f"mau/paracetamol/lieu_luong_va_cach_dung/{ordinal}"
    defaults: dict[str, Any] = {
        "id": key,
        "monograph": "paracetamol",
        "monograph_name": "Paracetamol",
        "section": "lieu_luong_va_cach_dung",
        "headings": ("Liều dùng", "Trẻ em"),
        "text": text,
        "ordinal": ordinal,
        "kind": BlockKind.ITEM,
        "provenance": Provenance("mau", "Bản mẫu", 12, 12, 0, len(text), "0" * 64),
        "populations": (Population.CHILD,),
        "routes": (Route.ORAL,),
        "url": f"/formulary/mau/paracetamol/#lieu_luong_va_cach_dung-{ordinal}",
    }
    return Passage(**(defaults | changes))


def make_claim(passage: Passage, quote: str | None = None, role: ClaimRole = ClaimRole.ANSWER) -> Claim:
    quote = passage.text if quote is None else quote
    start = passage.text.index(quote)
    return Claim(quote, (Citation(passage.id, quote, start, start + len(quote)),), role, "Trẻ em")


def make_frame(**changes: Any) -> QueryFrame:
    frame = QueryFrame(
        intent=Intent.DOSE,
        drugs=(DrugMention("paracetamol", "Paracetamol", "panadol", How.ALIAS),),
        sections=("lieu_luong_va_cach_dung",),
        populations=(Population.CHILD,),
        age_months=Decimal(60),
        weight_kg=Decimal("18.5"),
        routes=(Route.ORAL,),
        renal=Renal("clcr", Decimal("22.5"), "ml/phút", "Clcr 22,5"),
        comorbidities=(Finding("dị ứng", False),),
        inherited=("drugs",),
        rules={"intent": "dose-words"},
    )
    return replace(frame, **changes)


def passed(index: int | None, *checks: Check) -> tuple[Verification, ...]:
    return tuple(Verification(check, Verdict.PASS, index) for check in checks)


def answered(*, claims: int = 1, **changes: Any) -> TurnRecord:
    """An answer of `claims` claims from as many passages, and one more passage that is not cited."""
    passages = tuple(make_passage(n, f"{n}. {TEXT}") for n in range(claims + 1))
    made = tuple(make_claim(passage) for passage in passages[:claims])
    record = TurnRecord(
        outcome=Outcome.ANSWERED_VERBATIM,
        message="Về Paracetamol, ở trẻ em:",
        frame=make_frame(),
        route="one drug",
        evidence=Evidence(passages),
        claims=made,
        drafted=made,
        verifications=tuple(v for n in range(claims) for v in passed(n, Check.CITATION, Check.NUMBERS)),
        notices=(Notice(NoticeKind.CARRY_OVER, "Giữ thuốc đã hỏi: Paracetamol."),),
        seconds=0.0123,
    )
    return replace(record, **changes)


def clarifying(**changes: Any) -> TurnRecord:
    record = TurnRecord(
        outcome=Outcome.CLARIFY_CHILD_AGE_OR_WEIGHT,
        message="Bé bao nhiêu tuổi?",
        frame=make_frame(age_months=None),
        route="dose, which child?",
        clarify=Clarification("Bé bao nhiêu tuổi?", "age", ("dưới 1 tuổi", "1 - 5 tuổi")),
    )
    return replace(record, **changes)


def abstaining(outcome: Outcome = Outcome.ABSTAIN_NO_EVIDENCE, **changes: Any) -> TurnRecord:
    record = TurnRecord(
        outcome=outcome,
        message="Dược thư không nói đến điều này.",
        frame=make_frame(),
        route="one drug",
        pointers=(Pointer("paracetamol", "Paracetamol", "than_trong", 13, "/formulary/mau/paracetamol/#than_trong"),),
    )
    return replace(record, **changes)


def escalating(outcome: Outcome = Outcome.ESCALATE_USER_REQUESTED, **changes: Any) -> TurnRecord:
    record = TurnRecord(
        outcome=outcome,
        message="Đã chuyển câu hỏi cho dược sĩ.",
        frame=make_frame(),
        route="wants a person",
        escalation={
            "status": "escalate",
            "message": "Đã chuyển câu hỏi cho dược sĩ.",
            "reason": outcome.reason,
            "handoff_context": {
                "rewritten_query": "Muốn gặp dược sĩ",
                "top_chunks": [],
                "conversation_summary": "",
                "user_profile": {},
            },
        },
    )
    return replace(record, **changes)
