"""Proposals, decisions and what revokes them, over rows of the book."""

import pytest
from django.contrib.auth.models import User

from formulary import dose_rules
from formulary.dose_rules import ApprovedDoseRules, RefusedDecision, decide, propose_for, shipped
from formulary.editions import make_current
from formulary.errata import shipped_errata
from formulary.ingest.load import load_edition
from formulary.ingest.reading import read_book
from formulary.models import DoseRule, Edition
from formulary.signals import edition_published
from rag.dosing.grammar import propose
from rag.passages import DOSING
from tests.formulary.test_shelf_doses import SHELF, passages_of

pytestmark = pytest.mark.django_db

TEXT = "Trẻ em 1 - 12 tuổi: 10 mg/kg/lần, 3 lần/ngày; tối đa 600 mg/ngày."
MONOGRAPH = """---
ma: thu-lieu
ten: Thử liều
---
# THỬ LIỀU

[trang 5]

## Tên chung quốc tế

Test.

## Dạng thuốc và hàm lượng

Viên nén: 100 mg.

## Chỉ định

Thử.

## Liều lượng và cách dùng

### Uống

{text}
"""


@pytest.fixture
def pharmacist():
    return User.objects.create_user("duoc-si")


def loaded(tmp_path, text: str = TEXT) -> Edition:
    folder = tmp_path / "book"
    folder.mkdir(exist_ok=True)
    (folder / "thu-lieu.md").write_text(MONOGRAPH.format(text=text), encoding="utf-8")
    load_edition(read_book(folder), family="thu")
    return Edition.objects.filter(family="thu").order_by("-release")[0]


def published(tmp_path, text: str = TEXT) -> Edition:
    return make_current(loaded(tmp_path, text), actor=None)


def approved() -> frozenset[str]:
    return ApprovedDoseRules().fingerprints(["thu-lieu"])


def test_a_rule_is_proposed_beside_the_print_and_not_used(tmp_path):
    found = propose_for(published(tmp_path))
    row = DoseRule.objects.get()
    assert (found.new, found.approved) == (1, 0)
    assert row.quote == TEXT
    assert row.fields["Liều"] == "10 mg/kg/lần"
    assert row.fields["Tối đa"] == "600 mg/ngày"
    assert approved() == frozenset()


def test_an_approved_rule_is_used(tmp_path, pharmacist):
    propose_for(published(tmp_path))
    assert decide(DoseRule.objects.all(), status=DoseRule.Status.APPROVED, actor=pharmacist) == 1
    row = DoseRule.objects.get()
    assert approved() == {row.fingerprint}
    assert row.approved_by == pharmacist
    assert row.decided_at is not None


def test_a_revocation_says_why(tmp_path, pharmacist):
    propose_for(published(tmp_path))
    with pytest.raises(RefusedDecision, match="lý do"):
        decide(DoseRule.objects.all(), status=DoseRule.Status.REVOKED, actor=pharmacist, reason=" ")


def test_a_revoked_rule_is_not_used(tmp_path, pharmacist):
    propose_for(published(tmp_path))
    decide(DoseRule.objects.all(), status=DoseRule.Status.APPROVED, actor=pharmacist)
    decide(DoseRule.objects.all(), status=DoseRule.Status.REVOKED, actor=pharmacist, reason="đọc sai")
    assert approved() == frozenset()


def test_the_same_print_in_a_new_release_keeps_its_approval(tmp_path, pharmacist):
    propose_for(published(tmp_path))
    decide(DoseRule.objects.all(), status=DoseRule.Status.APPROVED, actor=pharmacist)
    found = propose_for(published(tmp_path, TEXT + "\n\nUống sau bữa ăn."))
    assert (found.new, found.kept, found.revoked) == (0, 1, 0)
    assert len(approved()) == 1


def test_a_changed_print_revokes_the_approval_and_proposes_anew(tmp_path, pharmacist):
    propose_for(published(tmp_path))
    decide(DoseRule.objects.all(), status=DoseRule.Status.APPROVED, actor=pharmacist)
    found = propose_for(published(tmp_path, TEXT.replace("10 mg/kg", "15 mg/kg")))
    assert (found.new, found.revoked) == (1, 1)
    assert approved() == frozenset()
    old = DoseRule.objects.get(status=DoseRule.Status.REVOKED)
    assert old.reason == dose_rules.PRINT_CHANGED


def test_a_staged_release_revokes_nothing(tmp_path, pharmacist):
    propose_for(published(tmp_path))
    decide(DoseRule.objects.all(), status=DoseRule.Status.APPROVED, actor=pharmacist)
    assert propose_for(loaded(tmp_path, TEXT.replace("10 mg/kg", "15 mg/kg"))).revoked == 0
    assert len(approved()) == 1


def test_a_print_that_comes_back_waits_for_a_decision_again(tmp_path, pharmacist):
    first = published(tmp_path)
    propose_for(first)
    decide(DoseRule.objects.all(), status=DoseRule.Status.APPROVED, actor=pharmacist)
    propose_for(published(tmp_path, TEXT.replace("10 mg/kg", "15 mg/kg")))
    first.refresh_from_db()
    propose_for(make_current(first, actor=None))
    assert approved() == frozenset()
    assert DoseRule.objects.get(quote=TEXT).status == DoseRule.Status.PROPOSED


def test_the_person_who_publishes_is_told(tmp_path):
    told = [said for _, said in edition_published.send_robust(sender=Edition, edition=published(tmp_path))]
    assert "Quy tắc liều: 0 đang dùng, 1 mới chờ duyệt, 0 thu hồi vì lời in đã đổi." in told


def test_proposing_twice_changes_nothing(tmp_path):
    edition = published(tmp_path)
    propose_for(edition)
    again = propose_for(edition)
    assert (again.new, again.kept, again.revoked) == (0, 1, 0)


def test_a_revocation_here_wins_over_the_shipped_list(pharmacist):
    slug = next(iter(shipped().by_monograph))
    (print_, *_) = shipped().of([slug])
    assert print_ in ApprovedDoseRules().fingerprints([slug])
    row = DoseRule.objects.create(
        fingerprint=print_, monograph=slug, section=DOSING, text_sha256="0" * 64, start=0, end=1, quote="x", fields={}
    )
    decide([row], status=DoseRule.Status.REVOKED, actor=pharmacist, reason="không dùng ở bệnh viện này")
    assert print_ not in ApprovedDoseRules().fingerprints([slug])


def test_the_shipped_list_approves_rules_of_at_least_forty_drugs():
    assert len(shipped().by_monograph) >= 40


def test_every_shipped_monograph_is_of_the_sample_edition():
    assert set(shipped().by_monograph) <= {path.stem for path in SHELF}


def test_no_shipped_rule_touches_a_value_that_is_listed_as_a_misprint():
    doubted = [e.printed for e in shipped_errata() if e.kind == "misprint"]
    quotes = [r.quote for path in SHELF for r in propose(passages_of(path)).rules]
    assert [q for q in quotes if any(printed in q for printed in doubted)] == []
