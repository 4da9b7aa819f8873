"""Rows that go in as one JSON text come out as they were."""

import pytest
from django.contrib.auth.models import User
from django.forms.models import model_to_dict

from conversations import bulk
from conversations.intake import submit_turn
from conversations.mapping import record_rows
from conversations.models import CitedPassage, Turn
from rag.passages import Evidence
from tests.conversations.records import abstaining, make_passage

pytestmark = pytest.mark.django_db

TEXTS = (
    "Liều ≤ 0,5 g; 10² và ½ viên – “đủ”",
    "dấu \"nháy\", 'đơn', \\ gạch chéo, %s, %(a)s, {ngoặc}, $1",
    "dòng\nmới\ttab | bảng | 💊",
    "\u202eđảo\u200b chiều",
)


def test_every_field_reads_back_as_it_was_written(clinician: User) -> None:
    turn = submit_turn(conversation=None, owner=clinician, question="liều")
    Turn.objects.filter(pk=turn.pk).update(status="running")
    passages = [make_passage(n, text, headings=(text, "b")) for n, text in enumerate(TEXTS)]
    passages.append(make_passage(9, quarantine="cột lệch", populations=(), routes=(), headings=()))
    rows = record_rows(turn, abstaining(evidence=Evidence(tuple(passages)))).passages
    bulk.insert(rows)
    stored = CitedPassage.objects.order_by("position")
    assert [model_to_dict(row, exclude=["id"]) for row in stored] == [model_to_dict(r, exclude=["id"]) for r in rows]


def test_nothing_to_insert_is_no_statement(django_assert_num_queries: object) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        bulk.insert([])
