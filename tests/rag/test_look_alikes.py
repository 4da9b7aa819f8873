"""What a risky name is not: said once, from the print, and never of what the turn itself speaks of."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rag.frames import DrugOption, How
from rag.outcomes import Outcome
from rag.passages import BlockKind, Erratum, PrintDoubt
from rag.pipeline import run_turn
from rag.ports import LookAlike, NameSpan, Ports
from rag.records import NoticeKind, PastTurn, TurnRequest
from tests.factories import make_passage
from tests.fakes import ListedLookAlikes, ListedNames, MemoryPassages
from tests.formulary.shelf import SHELF, entries_of, index


def printed(drug, text="Quá mẫn.", section="chong_chi_dinh", **fields):
    return make_passage(text, monograph=drug, section=section, **fields)


CLONIDIN = printed("clonidin", "Thuốc hạ huyết áp.", "loai_thuoc")
CLONAZEPAM = printed("clonazepam", "Thuốc chống động kinh; benzodiazepin.", "loai_thuoc")
BOOK = (printed("clonidin"), CLONIDIN, printed("clonazepam"), CLONAZEPAM, printed("warfarin"))
NAMES = ListedNames(clonidin="clonidin", clonazepam="clonazepam", warfarin="warfarin")
TAKEN = ListedLookAlikes("clonidin", "clonazepam", clonidin=("clonazepam",), clonazepam=("clonidin",))


def ports(*book, names=NAMES, taken=TAKEN):
    return Ports(names, MemoryPassages(*(book or BOOK)), look_alikes=taken)


def talk(*questions, ports):
    history, record = (), None
    for number, question in enumerate(questions, start=1):
        record = run_turn(TurnRequest(question, number, history), ports)
        history = (*history, PastTurn(number, question, record.frame, record.outcome, record.clarify))
    return record


def said(*questions, ports=None):
    """What the last turn says of look-alikes."""
    record = talk(*questions, ports=ports or globals()["ports"]())
    return [notice.text for notice in record.notices if notice.kind is NoticeKind.LOOK_ALIKE]


def page(passage):
    return passage.provenance.page_from


def test_the_answer_says_what_the_drug_is_and_what_it_is_not_in_the_words_of_the_print():
    assert said("chống chỉ định clonidin") == [
        f"Đây là Clonidin («Thuốc hạ huyết áp», trang {page(CLONIDIN)}), "
        f"không phải Clonazepam («Thuốc chống động kinh; benzodiazepin», trang {page(CLONAZEPAM)})."
    ]


def test_what_the_notice_quotes_is_recorded_with_what_was_read():
    record = talk("chống chỉ định clonidin", ports=ports())
    assert {CLONIDIN.id, CLONAZEPAM.id} <= {passage.id for passage in record.evidence.passages}
    assert record.outcome is Outcome.ANSWERED_VERBATIM
    assert all(citation.passage != CLONIDIN.id for claim in record.claims for citation in claim.citations)


def test_a_drug_that_is_taken_for_nothing_gets_no_notice():
    assert said("chống chỉ định warfarin") == []


# What each is --------------------------------------------------------------------------------------------------


def other(what="", why="", name="Clonazepam"):
    return ListedLookAlikes(clonidin=(LookAlike(name, None, what, why),))


@pytest.mark.parametrize(
    ("taken", "ends"),
    [
        pytest.param(other(), "không phải Clonazepam.", id="only the name"),
        pytest.param(
            other("chống động kinh"), "không phải Clonazepam (ghi chú ngoài sách: chống động kinh).", id="what it is"
        ),
        pytest.param(
            other(why="liều khác hẳn"), "không phải Clonazepam. Ghi chú ngoài sách: liều khác hẳn.", id="why it matters"
        ),
    ],
)
def test_words_of_the_list_are_marked_as_no_print(taken, ends):
    (text,) = said("chống chỉ định clonidin", ports=ports(taken=taken))
    assert text.endswith(ends)


def test_words_of_the_list_give_way_to_the_print():
    listed = LookAlike("Clonazepam", DrugOption("clonazepam", "Clonazepam"), "lời của danh sách", "vì sao")
    (text,) = said("chống chỉ định clonidin", ports=ports(taken=ListedLookAlikes(clonidin=(listed,))))
    assert "Thuốc chống động kinh" in text
    assert "ngoài sách" not in text


@pytest.mark.parametrize(
    "block",
    [
        pytest.param(replace(CLONAZEPAM, quarantine="bảng lệch cột"), id="held back"),
        pytest.param(
            replace(CLONAZEPAM, provenance=replace(CLONAZEPAM.provenance, page_from=None)), id="without a page"
        ),
        pytest.param(replace(CLONAZEPAM, errata=(Erratum(0, 5, PrintDoubt.MISPRINT, "nghi in sai"),)), id="misprinted"),
        pytest.param(replace(CLONAZEPAM, kind=BlockKind.TABLE), id="a table"),
        pytest.param(replace(CLONAZEPAM, text="Thuốc " * 40), id="too long to be quoted short"),
    ],
)
def test_print_that_may_not_be_quoted_is_not(block):
    (text,) = said("chống chỉ định clonidin", ports=ports(printed("clonidin"), CLONIDIN, block))
    assert text.endswith("không phải Clonazepam.")


def test_a_long_class_is_cut_at_a_semicolon_and_says_so():
    long = replace(CLONAZEPAM, text="Thuốc chống động kinh; " + "thuốc an thần; " * 9)
    (text,) = said("chống chỉ định clonidin", ports=ports(printed("clonidin"), CLONIDIN, long))
    quoted = text.rpartition("Clonazepam («")[2].partition(" …»")[0]
    assert quoted
    assert len(quoted) <= 100
    assert long.text.startswith(quoted + ";")


def test_a_brand_is_told_as_it_was_typed():
    class Brands(ListedNames):
        def find(self, text):
            return tuple(
                NameSpan(s.start, s.end, mention=replace(s.mention, name="Omeprazol", how=How.BRAND))
                for s in super().find(text)
            )

    losec = Brands(losec="omeprazol")
    lasix = LookAlike("Lasix", DrugOption("furosemid", "Furosemid"))
    book = (printed("omeprazol"), printed("furosemid", "Thuốc lợi tiểu quai.", "loai_thuoc"))
    (text,) = said("chống chỉ định losec", ports=ports(*book, names=losec, taken=ListedLookAlikes(omeprazol=(lasix,))))
    assert text.startswith("«losec» là Omeprazol, không phải Lasix, tức Furosemid («Thuốc lợi tiểu quai»")


def test_kinds_of_one_monograph_are_said_to_be_of_it():
    class Kinds(ListedNames):
        def find(self, text):
            return tuple(
                NameSpan(s.start, s.end, mention=replace(s.mention, name="Insulin", how=How.ALIAS))
                for s in super().find(text)
            )

    taken = ListedLookAlikes(insulin=(LookAlike("Humulin", DrugOption("insulin", "Insulin"), "insulin người"),))
    kinds = ports(printed("insulin"), names=Kinds(humalog="insulin"), taken=taken)
    assert said("chống chỉ định humalog", ports=kinds) == [
        "«humalog» là Insulin, không phải Humulin (ghi chú ngoài sách: insulin người). "
        "Humulin cũng thuộc chuyên luận Insulin nhưng không phải cùng một loại."
    ]
    assert said("chống chỉ định humalog và humulin", ports=kinds) == []


def test_a_kind_is_told_as_it_was_typed_though_its_name_is_a_proper_one():
    taken = ListedLookAlikes(insulin=(LookAlike("Insulin detemir", DrugOption("insulin", "Insulin")),))
    aspart = ports(printed("insulin"), names=ListedNames(insulin_aspart="insulin"), taken=taken)
    (text,) = said("chống chỉ định insulin aspart", ports=aspart)
    assert text.startswith("«insulin aspart» là Insulin, không phải Insulin detemir.")


def test_three_names_at_most_are_told():
    many = ListedLookAlikes(clonidin=("a một", "b hai", "c ba", "d bốn"))
    (text,) = said("chống chỉ định clonidin", ports=ports(taken=many))
    assert text.endswith("không phải A một, B hai hay C ba.")


# Never what the turn speaks of ---------------------------------------------------------------------------------


def test_an_interaction_of_two_look_alikes_does_not_say_that_the_one_is_not_the_other():
    assert said("tương tác clonidin với clonazepam") == []


def test_a_comparison_of_two_look_alikes_neither():
    assert said("so sánh chống chỉ định của clonidin và clonazepam") == []


def test_what_the_patient_takes_beside_it_neither():
    assert said("chống chỉ định clonidin ở bệnh nhân đang dùng clonazepam") == []


def test_a_drug_that_the_edition_lacks_and_that_is_asked_about_neither():
    class Unknown(ListedNames):
        def find(self, text):
            at = text.find("clonazepan")
            return (*super().find(text), NameSpan(at, at + 10, unknown="clonazepan"))

        def mentioned(self, drug, text):
            return super().mentioned("clonazepam" if drug == "clonazepan" else drug, text)

    names = Unknown(clonidin="clonidin", clonazepam="clonazepam")
    taken = ListedLookAlikes(clonidin=("clonazepam",))
    assert said("tương tác clonidin với clonazepan", ports=ports(names=names, taken=taken)) == []


def test_a_combination_does_not_speak_of_its_substance():
    taken = ListedLookAlikes(amoxiclav=("amoxicilin",))
    names = ListedNames(amoxicilin_clavulanat="amoxiclav")
    (text,) = said("chống chỉ định amoxicilin clavulanat", ports=ports(printed("amoxiclav"), names=names, taken=taken))
    assert text.endswith("không phải Amoxicilin.")


def test_several_drugs_share_one_short_notice_with_one_name_each():
    taken = ListedLookAlikes(clonidin=("quinidin", "clozapin"), warfarin=("heparin",))
    assert said("tương tác clonidin với warfarin", ports=ports(taken=taken)) == [
        "Clonidin không phải Quinidin; Warfarin không phải Heparin."
    ]


SHELF_BOOK = MemoryPassages(
    *(printed(entry.drug_id, section=section) for entry in entries_of(SHELF) if entry.kind == "title" for section in
      ("tuong_tac_thuoc", "chong_chi_dinh", "loai_thuoc"))
)  # fmt: skip
TYPED = sorted({entry.name for entry in entries_of(SHELF) if entry.kind in ("title", "inn", "brand")})


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(TYPED), min_size=1, max_size=4, unique=True))
def test_no_notice_says_that_a_drug_is_not_one_of_those_asked_about(typed):
    shelf = Ports(index(), SHELF_BOOK, look_alikes=index())
    record = run_turn(TurnRequest(f"tương tác của {', '.join(typed)}", 1), shelf)
    told = [n.text for n in record.notices if n.kind is NoticeKind.LOOK_ALIKE]
    refused = [part.partition(" không phải ")[2].removesuffix(".") for text in told for part in text.split("; ")]
    names = {name for part in refused for name in re.split(r", tức |, | hay ", re.sub(r" \([^)]*\)", "", part))}
    assert names.isdisjoint(drug.name for drug in record.frame.drugs)


# When ----------------------------------------------------------------------------------------------------------


def test_a_follow_up_does_not_say_it_again():
    assert said("chống chỉ định clonidin", "còn chỉ định?") == []
    assert said("chống chỉ định clonidin", "chống chỉ định clonidin") == []


def test_a_turn_about_the_other_drug_does():
    (text,) = said("chống chỉ định clonidin", "chống chỉ định clonazepam")
    assert text.startswith("Đây là Clonazepam")


def test_it_is_said_again_when_the_last_time_was_long_ago():
    between = ["chống chỉ định warfarin"] * 6
    assert said("chống chỉ định clonidin", *between, "chống chỉ định clonidin") != []


def test_a_question_of_ours_comes_first_and_the_notice_with_the_answer():
    doses = (
        printed("clonidin", "Người lớn: 0,1 mg/lần.", "lieu_luong_va_cach_dung", headings=("Người lớn",)),
        CLONIDIN,
    )
    assert said("liều clonidin", ports=ports(*doses)) == []
    assert said("liều clonidin", "người lớn uống", ports=ports(*doses)) != []


def test_what_the_book_does_not_print_is_told_with_the_notice_too():
    record = talk("bảo quản clonidin", ports=ports())
    assert record.outcome is Outcome.ABSTAIN_NO_EVIDENCE
    assert [n for n in record.notices if n.kind is NoticeKind.LOOK_ALIKE] != []
