"""Every way a turn can end."""

from enum import StrEnum


class Kind(StrEnum):
    """The family of an outcome: the contract's `outcome` field."""

    ANSWERED = "answered"
    CLARIFY = "clarify"
    ABSTAIN = "abstain"
    VERIFY_PDF = "verify_pdf"
    ESCALATE = "escalate"


class Outcome(StrEnum):
    """`kind/reason`, both as the contract names them. One member per way to end; nothing else ends a turn."""

    ANSWERED_VERIFIED = "answered/verified"
    ANSWERED_VERBATIM = "answered/verbatim"
    ANSWERED_DOSE_CALCULATED = "answered/dose_calculated"
    ANSWERED_CANDIDATE_LIST = "answered/candidate_list"
    ANSWERED_SMALLTALK = "answered/smalltalk"

    CLARIFY_POPULATION = "clarify/missing_population"
    CLARIFY_CHILD_AGE_OR_WEIGHT = "clarify/missing_pediatric_age_or_weight"
    CLARIFY_SECTION = "clarify/missing_attribute"
    CLARIFY_DRUG = "clarify/no_drug"
    CLARIFY_AMBIGUOUS_DRUG = "clarify/ambiguous_drug"
    CLARIFY_AMBIGUOUS_CONDITION = "clarify/ambiguous_condition"
    CLARIFY_CONDITION = "clarify/no_condition"
    CLARIFY_INDICATION = "clarify/no_indication"
    CLARIFY_ROUTE = "clarify/ambiguous_route"
    CLARIFY_AMBIGUOUS_INDICATION = "clarify/ambiguous_indication"
    CLARIFY_MORE_INFO = "clarify/needs_more_info"

    ABSTAIN_OUT_OF_SCOPE = "abstain/out_of_scope"
    ABSTAIN_DRUG_NOT_IN_FORMULARY = "abstain/drug_not_in_formulary"
    ABSTAIN_REVERSE_RELATION = "abstain/unsupported_reverse_relation"
    ABSTAIN_NO_EVIDENCE = "abstain/no_evidence"
    ABSTAIN_NO_INTERACTION_EVIDENCE = "abstain/no_interaction_evidence"
    ABSTAIN_NO_SAFETY_EVIDENCE = "abstain/no_safety_evidence"
    ABSTAIN_INSUFFICIENT_EVIDENCE = "abstain/insufficient_evidence"
    ABSTAIN_UNGROUNDED = "abstain/ungrounded"
    ABSTAIN_NOT_ENTAILED = "abstain/not_entailed"
    ABSTAIN_MODEL_UNAVAILABLE = "abstain/model_unavailable"
    ABSTAIN_BUDGET_EXHAUSTED = "abstain/budget_exhausted"
    ABSTAIN_CLARIFY_LOOP = "abstain/clarify_loop_exhausted"
    ABSTAIN_INTERRUPTED = "abstain/interrupted"
    ABSTAIN_SYSTEM_ERROR = "abstain/system_error"

    VERIFY_PDF_QUARANTINED = "verify_pdf/quarantined_content"
    VERIFY_PDF_NO_PROVENANCE = "verify_pdf/missing_provenance"
    VERIFY_PDF_SOURCE_ERRATUM = "verify_pdf/source_erratum"

    ESCALATE_USER_REQUESTED = "escalate/user_requested"
    ESCALATE_INSUFFICIENT_RETRIEVAL = "escalate/insufficient_retrieval"
    ESCALATE_UNGROUNDED = "escalate/ungrounded"
    ESCALATE_RESTRICTED_INTENT = "escalate/restricted_intent"
    ESCALATE_BUDGET_EXHAUSTED = "escalate/budget_exhausted"
    ESCALATE_FRUSTRATION = "escalate/frustration"
    ESCALATE_CLARIFY_EXHAUSTED = "escalate/clarify_exhausted"

    @property
    def kind(self) -> Kind:
        return Kind(self.value.partition("/")[0])

    @property
    def reason(self) -> str:
        return self.value.partition("/")[2]

    @classmethod
    def of(cls, kind: str, reason: str) -> "Outcome":
        """Raises ValueError when the contract has no such pair."""
        return cls(f"{kind}/{reason}")
