"""The shapes of the API, for reading requests and for the OpenAPI page. Answers are made by `transcripts`."""

from typing import Any

from django.core.validators import ProhibitNullCharactersValidator
from rest_framework import serializers
from rest_framework.validators import ProhibitSurrogateCharactersValidator

from conversations.intake import KEY_CHARACTERS
from rag.language import CallOutcome
from rag.outcomes import Kind, Outcome
from rag.records import Check, NoticeKind, Verdict


class Body(serializers.Serializer[None]):
    """A request's body."""

    default_error_messages = {"invalid": "Nội dung gửi lên phải là một đối tượng JSON."}


class TextField(serializers.CharField):
    """Text that came as text: DRF's own takes a number for its digits.

    Which characters may be asked with is for `intake` to say, as it does for every other way in.
    """

    default_error_messages = {
        "required": "Thiếu trường này.",
        "null": "Trường này không được là null.",
        "invalid": "Trường này phải là chuỗi ký tự.",
        "blank": "Trường này không được để trống.",
        "max_length": "Trường này dài quá {max_length} ký tự.",
    }

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        of_characters = (ProhibitNullCharactersValidator, ProhibitSurrogateCharactersValidator)
        self.validators = [validator for validator in self.validators if not isinstance(validator, of_characters)]

    def to_internal_value(self, data: object) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class AskSerializer(Body):
    """A question."""

    question = TextField(allow_blank=True, trim_whitespace=False, help_text="Nhiều nhất 2.000 ký tự.")
    client_key = TextField(
        required=False,
        allow_blank=True,
        max_length=KEY_CHARACTERS,
        help_text="Gửi lại cùng khóa trong một cuộc hỏi trả về lượt đầu. Có thể dùng header Idempotency-Key.",
    )


class OpenSerializer(Body):
    """A conversation to be opened."""

    client_key = TextField(required=False, allow_blank=True, max_length=KEY_CHARACTERS)


class DrugSerializer(serializers.Serializer[None]):
    id = serializers.CharField()
    name = serializers.CharField()
    matched = serializers.CharField()
    how = serializers.CharField()


class RenalSerializer(serializers.Serializer[None]):
    measure = serializers.CharField()
    value = serializers.FloatField(allow_null=True)
    unit = serializers.CharField(allow_null=True)
    text = serializers.CharField()
    comparator = serializers.CharField(allow_null=True)


class FindingSerializer(serializers.Serializer[None]):
    name = serializers.CharField()
    present = serializers.BooleanField()


class FrameSerializer(serializers.Serializer[None]):
    intent = serializers.CharField()
    drugs = DrugSerializer(many=True)
    unknown_drugs = serializers.ListField(child=serializers.CharField())
    sections = serializers.ListField(child=serializers.CharField())
    population = serializers.CharField(allow_null=True)
    age_months = serializers.FloatField(allow_null=True)
    weight_kg = serializers.FloatField(allow_null=True)
    route = serializers.CharField(allow_null=True)
    indication = serializers.CharField(allow_null=True)
    condition = serializers.CharField(allow_null=True)
    relation = serializers.CharField(allow_null=True)
    renal = RenalSerializer(allow_null=True)
    hepatic = serializers.CharField(allow_null=True)
    pregnancy_weeks = serializers.IntegerField(allow_null=True)
    trimesters = serializers.ListField(child=serializers.IntegerField(min_value=1, max_value=3))
    comorbidities = FindingSerializer(many=True)
    verbosity = serializers.CharField(allow_null=True)
    inherited = serializers.ListField(child=serializers.CharField())
    understood_by = serializers.CharField()


class CitationSerializer(serializers.Serializer[None]):
    passage = serializers.CharField()
    edition = serializers.CharField()
    edition_title = serializers.CharField()
    monograph = serializers.CharField()
    monograph_name = serializers.CharField()
    section = serializers.CharField()
    section_title = serializers.CharField()
    headings = serializers.ListField(child=serializers.CharField())
    page_from = serializers.IntegerField(allow_null=True)
    page_to = serializers.IntegerField(allow_null=True)
    quote = serializers.CharField()
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    url = serializers.CharField()


class CheckSerializer(serializers.Serializer[None]):
    check = serializers.ChoiceField([check.value for check in Check])
    verdict = serializers.ChoiceField([verdict.value for verdict in Verdict])


class ClaimSerializer(serializers.Serializer[None]):
    text = serializers.CharField()
    role = serializers.CharField()
    heading = serializers.CharField(allow_blank=True)
    side = serializers.CharField(allow_blank=True)
    citations = CitationSerializer(many=True)
    checks = CheckSerializer(many=True)


class ClarifySerializer(serializers.Serializer[None]):
    question = serializers.CharField()
    slot = serializers.CharField()
    quick_replies = serializers.ListField(child=serializers.CharField())


class NoticeSerializer(serializers.Serializer[None]):
    kind = serializers.ChoiceField([kind.value for kind in NoticeKind])
    text = serializers.CharField()


class PointerSerializer(serializers.Serializer[None]):
    monograph = serializers.CharField()
    monograph_name = serializers.CharField()
    section = serializers.CharField()
    page_from = serializers.IntegerField(allow_null=True)
    url = serializers.CharField()


class TurnSerializer(serializers.Serializer[None]):
    """A question and how it ended."""

    id = serializers.UUIDField()
    conversation = serializers.UUIDField()
    number = serializers.IntegerField()
    status = serializers.ChoiceField(["waiting", "running", "done"])
    question = serializers.CharField(help_text="Đã che thông tin nhận dạng người bệnh.")
    outcome = serializers.ChoiceField([kind.value for kind in Kind], allow_null=True)
    reason = serializers.ChoiceField(sorted({outcome.reason for outcome in Outcome}), allow_null=True)
    message = serializers.CharField(allow_blank=True)
    frame = FrameSerializer(allow_null=True)
    claims = ClaimSerializer(many=True, help_text="Rỗng trừ khi outcome là answered.")
    calculation = serializers.DictField(allow_null=True)
    interactions = serializers.DictField(allow_null=True)
    clarify = ClarifySerializer(allow_null=True)
    notices = NoticeSerializer(many=True)
    escalation = serializers.DictField(allow_null=True)
    pointers = PointerSerializer(many=True)
    limits = serializers.DictField(child=serializers.FloatField())
    model_calls = serializers.IntegerField()
    ms = serializers.IntegerField(allow_null=True)
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class ModelCallSerializer(serializers.Serializer[None]):
    purpose = serializers.CharField()
    model = serializers.CharField()
    prompt_sha256 = serializers.CharField()
    outcome = serializers.CharField(help_text=", ".join(CallOutcome))
    ms = serializers.IntegerField()
    input_tokens = serializers.IntegerField(allow_null=True)
    output_tokens = serializers.IntegerField(allow_null=True)
    cost = serializers.CharField(
        allow_null=True, help_text="Chuỗi thập phân; null khi không đặt giá hay không rõ token."
    )
    currency = serializers.CharField(allow_blank=True)


class InspectedCheckSerializer(CheckSerializer):
    drafted = serializers.IntegerField(allow_null=True, help_text="Câu thứ mấy của bản soạn; null là cả bản soạn.")
    claim = serializers.IntegerField(allow_null=True, help_text="Chỗ trong claims; null là không hiển thị.")
    reasons = serializers.ListField(child=serializers.CharField())
    gate = serializers.CharField(allow_null=True)
    detail = serializers.CharField(allow_null=True, allow_blank=True, help_text="Chỉ cho dược sĩ và kiểm toán.")


class InspectionSerializer(serializers.Serializer[None]):
    """How a turn came about."""

    turn = serializers.UUIDField()
    outcome = serializers.ChoiceField([kind.value for kind in Kind], allow_null=True)
    reason = serializers.ChoiceField(sorted({outcome.reason for outcome in Outcome}), allow_null=True)
    edition = serializers.CharField(allow_blank=True)
    edition_revision = serializers.IntegerField(allow_null=True)
    rag_version = serializers.CharField(allow_blank=True)
    calls = ModelCallSerializer(many=True)
    checks = InspectedCheckSerializer(many=True)


class ConversationSerializer(serializers.Serializer[None]):
    """A thread of questions."""

    id = serializers.UUIDField()
    title = serializers.CharField(allow_blank=True)
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()
    escalated_at = serializers.DateTimeField(allow_null=True)
    turns = TurnSerializer(many=True)


class ProblemSerializer(serializers.Serializer[None]):
    """Why a request was not served (RFC 9457)."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.JSONField(help_text="Một câu, hoặc lỗi theo từng trường.")
