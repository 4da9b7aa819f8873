"""How an answer is worded and laid out by the templates."""

import re
from typing import Any

import pytest
from django.template.loader import render_to_string

from conversations.templatetags import answer_words as words
from conversations.templatetags import answers
from rag.claims import ClaimRole
from rag.interactions import Unread
from rag.outcomes import Kind, Outcome
from rag.records import NoticeKind, Stage

TABLE = "| Độ thanh thải | Liều |\n|---|---|\n| > 30 ml/phút | 500 mg |\n| < 10 ml/phút |  |"


def citation(ordinal: int = 0, **changes: Any) -> dict[str, Any]:
    return {
        "passage": f"mau/metformin/chong_chi_dinh/{ordinal}",
        "edition": "mau",
        "edition_title": "Ấn bản mẫu",
        "monograph": "metformin",
        "monograph_name": "Metformin",
        "section": "chong_chi_dinh",
        "section_title": "Chống chỉ định",
        "page_from": 37,
        "page_to": 37,
        "quote": "Suy gan.",
        "start": 0,
        "end": 8,
        "url": f"/formulary/mau/metformin/#chong_chi_dinh-{ordinal}",
    } | changes


def claim(*citations: dict[str, Any], **changes: Any) -> dict[str, Any]:
    cited = citations or (citation(),)
    return {"text": cited[0]["quote"], "role": "answer", "heading": "", "side": "", "citations": list(cited)} | changes


def excerpts(*claims: dict[str, Any]) -> list[answers.Excerpt]:
    return [excerpt for row in columns(*claims) for side in row.sides for excerpt in side.excerpts]


def columns(*claims: dict[str, Any]) -> list[answers.Columns]:
    return answers.columns({"claims": list(claims)})


@pytest.mark.parametrize("outcome", Outcome)
def test_every_ending_is_named_in_words_except_small_talk(outcome: Outcome) -> None:
    label = answers.outcome_label({"outcome": outcome.kind, "reason": outcome.reason})
    assert bool(label) is (outcome is not Outcome.ANSWERED_SMALLTALK)


@pytest.mark.parametrize(
    ("table", "keys"),
    [
        (words.KIND_ICONS, Kind),
        (words.NOTICES, NoticeKind),
        (words.ROLES, ClaimRole),
        (words.STAGES, Stage),
    ],
    ids=["kinds", "notices", "roles", "stages"],
)
def test_there_are_words_for_every_value(table: dict[str, Any], keys: type) -> None:
    assert set(table) == set(keys)


def test_claims_from_the_same_pages_of_a_section_share_one_excerpt() -> None:
    (excerpt,) = excerpts(claim(citation(0)), claim(citation(1)))
    assert excerpt.place == "Metformin\u00a0· Chống chỉ định"
    assert [shown.text for part in excerpt.parts for shown in part.claims] == ["Suy gan.", "Suy gan."]
    assert excerpt.sources == ["Trích nguyên văn\u00a0· Ấn bản mẫu\u00a0· trang 37"]


def test_sides_stand_in_one_row_each_under_its_name_and_numbered_through() -> None:
    row, rest = columns(
        claim(citation(0), side="Metformin"),
        claim(citation(1), side="Glibenclamid"),
        claim(citation(2), side="Glibenclamid"),
        claim(citation(3)),
    )
    assert [(side.label, len(side.excerpts)) for side in row.sides] == [("Metformin", 1), ("Glibenclamid", 1)]
    assert row.named
    assert not rest.named
    marks = [m.number for side in row.sides for e in side.excerpts for p in e.parts for c in p.claims for m in c.marks]
    assert marks == [1, 2, 3]
    assert all(
        side.excerpts[0].place for side in row.sides
    )  # each column says where it stands, whatever the other says


def test_what_is_stricter_stands_above_a_calculation_and_is_numbered_through() -> None:
    claims = [claim(citation(i), role=role) for i, role in enumerate(("stricter", "stricter", "answer", "stricter"))]
    rows = answers.columns({"claims": claims, "calculation": {}})
    assert not any(row.above for row in rows)
    above, below = answers.columns({"claims": claims, "calculation": {"kind": "calculation"}})
    assert (above.above, below.above) == (True, False)
    numbers = [
        [m.number for side in row.sides for e in side.excerpts for p in e.parts for c in p.claims for m in c.marks]
        for row in (above, below)
    ]
    assert numbers == [[1, 2], [3, 4]]


def test_the_next_page_of_a_section_does_not_repeat_the_place() -> None:
    first, second = excerpts(claim(citation(0)), claim(citation(1, page_from=38, page_to=39)))
    assert second.place == ""
    assert second.sources == ["Trích nguyên văn\u00a0· Ấn bản mẫu\u00a0· trang 38–39"]
    assert first.place


def test_sub_headings_are_shown_once_above_what_stands_under_them() -> None:
    (excerpt,) = excerpts(
        claim(citation(0), heading="Trẻ em › Uống"),
        claim(citation(1), heading="Trẻ em › Uống"),
        claim(citation(2), heading="Trẻ em › Đặt trực tràng"),
    )
    assert [(part.heading, len(part.claims)) for part in excerpt.parts] == [
        ("Trẻ em › Uống", 2),
        ("Trẻ em › Đặt trực tràng", 1),
    ]


def test_what_is_stricter_elsewhere_is_set_apart_and_says_so() -> None:
    _, stricter = excerpts(claim(), claim(citation(section="than_trong", section_title="Thận trọng"), role="stricter"))
    assert stricter.role == "Chặt chẽ hơn ở mục khác"
    assert stricter.place == "Metformin\u00a0· Thận trọng"


def test_a_span_cited_twice_keeps_its_number() -> None:
    (excerpt,) = excerpts(claim(citation(0)), claim(citation(1)), claim(citation(0)))
    numbers = [mark.number for part in excerpt.parts for shown in part.claims for mark in shown.marks]
    assert numbers == [1, 2, 1]


def test_a_sentence_that_is_not_the_printed_one_is_not_called_a_quotation() -> None:
    (excerpt,) = excerpts(claim(text="Không dùng khi suy gan."))
    assert excerpt.sources == ["Diễn đạt lại, đã kiểm chứng\u00a0· Ấn bản mẫu\u00a0· trang 37"]


def test_a_citation_leads_to_the_marked_span_of_its_section() -> None:
    source = answers.source_address(citation(4, start=10, end=25))
    assert source == "/formulary/mau/metformin/chong_chi_dinh/?k=4&tu=10&den=25"


def test_the_marks_that_a_citation_carries_already_do_not_disturb_the_panel() -> None:
    marked = citation(4, start=10, end=25)
    marked["url"] = "/formulary/mau/metformin/?muc=chong_chi_dinh&k=4&tu=10&den=25#chong_chi_dinh-4"
    assert answers.source_address(marked) == "/formulary/mau/metformin/chong_chi_dinh/?k=4&tu=10&den=25"


def test_a_pointer_to_a_whole_section_marks_nothing() -> None:
    pointer = {"section": "than_trong", "url": "/formulary/mau/metformin/#than_trong"}
    assert answers.source_address(pointer) == "/formulary/mau/metformin/than_trong/"


@pytest.mark.parametrize(
    ("page", "expected"),
    [(48, "Xem Metformin, mục Thận trọng, trang 48"), (None, "Xem Metformin, mục Thận trọng")],
    ids=["page known", "page unknown"],
)
def test_a_pointer_says_where_to_look(page: int | None, expected: str) -> None:
    pointer = {"monograph_name": "Metformin", "section": "than_trong", "page_from": page}
    assert answers.pointer_text(pointer) == expected


def test_a_table_is_shown_as_one_with_its_empty_cells() -> None:
    table = answers.markdown_table(TABLE)
    assert table == answers.Table(("Độ thanh thải", "Liều"), [("> 30 ml/phút", "500 mg"), ("< 10 ml/phút", "")])


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Suy gan.", id="prose"),
        pytest.param("| một ô", id="one line"),
        pytest.param(TABLE + "\nChú ý: xem dưới bảng.", id="prose under the table"),
        pytest.param(TABLE + "\n| 10 - 30 ml/phút | 250 mg | 12 giờ |", id="a row with one cell more"),
        pytest.param(TABLE.replace("|---|---|\n", ""), id="no rule under the header"),
    ],
)
def test_what_is_not_exactly_one_table_is_shown_as_it_stands(text: str) -> None:
    assert answers.markdown_table(text) is None


def test_our_question_is_not_asked_twice() -> None:
    turn = {"message": "Về Paracetamol: bé mấy tuổi?", "clarify": {"question": "bé mấy tuổi?"}}
    assert answers.our_question(turn) == ""
    assert answers.our_question(turn | {"message": "Về Paracetamol."}) == "bé mấy tuổi?"


# --- several drugs together ------------------------------------------------------------------------------------


def together(
    *pairs: dict[str, Any], names: tuple[str, ...] = ("A", "B", "C"), claims: int = 2
) -> answers.ShownInteractions:
    found = {"drugs": [{"id": n.lower(), "name": n, "kind": "drug"} for n in names], "pairs": list(pairs)}
    said = [claim(citation(i, quote=f"Câu {i}."), text=f"Câu {i}.") for i in range(claims)]
    return answers.interactions({"number": 4, "interactions": found, "claims": said})


def pair(
    one: int, other: int, *claims: int, found: str = "named", not_read: tuple[dict[str, Any], ...] = ()
) -> dict[str, Any]:
    statements = [{"claim": n, "printed_in": one, "found": found, "words": "x"} for n in claims]
    return {"drugs": [one, other], "found": found, "read_as": "", "statements": statements, "not_read": list(not_read)}


def test_each_pair_stands_once_in_the_table_and_leads_to_its_sentences() -> None:
    shown = together(pair(0, 1, 0), pair(1, 2, found="nothing"))
    assert shown.matrix is not None
    assert shown.matrix.head == ["A", "B"]
    of_b, of_c = shown.matrix.rows
    assert [cell.label for cell in of_b.cells] == ["nêu đích danh", ""]
    assert [cell.label for cell in of_c.cells] == ["không tra", "không thấy"]
    assert (of_b.cells[0].anchor, shown.pairs[0].anchor, of_c.cells[1].anchor) == ("cap-4-1", "cap-4-1", "")


def test_two_drugs_have_no_table() -> None:
    assert together(pair(0, 1, 0), names=("A", "B")).matrix is None


def test_a_sentence_of_two_pairs_is_quoted_once_and_then_referred_to_by_its_number() -> None:
    first, second = together(pair(0, 1, 0), pair(0, 2, 0, 1)).pairs
    assert [c.text for e in first.excerpts for p in e.parts for c in p.claims] == ["Câu 0."]
    assert [c.text for e in second.excerpts for p in e.parts for c in p.claims] == ["Câu 1."]
    assert [mark.number for mark in second.again] == [1]


@pytest.mark.parametrize(
    ("why", "said", "is_unread"),
    [
        ("not_in_edition", "chỉ đọc được một phía", False),
        ("no_section", "không in mục Tương tác thuốc", False),
        ("held_back", "chưa đọc", True),
        ("held_back_names_it", "xem trang in", True),
        ("held_back_elsewhere", "", False),
    ],
)
def test_a_side_that_was_not_read_is_told_beside_its_pair(why: str, said: str, is_unread: bool) -> None:
    shown = together(pair(0, 1, 0, not_read=({"drug": 1, "why": why},)))
    told = " ".join(shown.pairs[0].unread)
    assert told.startswith("B: ") is bool(said)
    assert said in told
    assert shown.matrix is not None
    assert shown.matrix.rows[0].cells[0].is_unread is is_unread


@pytest.mark.parametrize(
    ("why", "is_unread"),
    [("not_in_edition", True), ("no_section", True), ("held_back", True), ("held_back_elsewhere", False)],
)
def test_a_silent_pair_one_side_of_which_could_not_be_read_says_so_in_the_table(why: str, is_unread: bool) -> None:
    shown = together(pair(0, 1, found="nothing", not_read=({"drug": 1, "why": why},)))
    assert shown.matrix is not None
    assert shown.matrix.rows[0].cells[0].is_unread is is_unread


def test_a_name_as_it_was_typed_is_text_and_never_markup() -> None:
    shown = together(
        pair(0, 1, 0), pair(0, 2, found="nothing"), names=("<b>a</b>", 'b" onclick="x', "<script>c</script>")
    )
    page = render_to_string("conversations/partials/interactions.html", {"shown": shown})
    assert "&lt;b&gt;a&lt;/b&gt; + b&quot; onclick=&quot;x" in page
    assert not re.search(r"<b>|<script|onclick=\"", page)


def test_there_are_words_for_whatever_a_pair_may_be() -> None:
    assert set(words.FOUND) == {"named", "part", "member", "class", "nothing"}
    assert set(words.NOT_READ) == set(Unread) - {Unread.HELD_BACK_ELSEWHERE}


def test_what_is_quoted_beside_pairs_is_shown_after_them_under_the_numbers_that_follow() -> None:
    said = [claim(citation(i, quote=f"Câu {i}."), text=f"Câu {i}.") for i in range(3)]
    turn = {"interactions": {"pairs": [pair(0, 1, 0)]}, "claims": said}
    parts = [p for row in answers.columns(turn) for side in row.sides for e in side.excerpts for p in e.parts]
    shown = [(c.text, [mark.number for mark in c.marks]) for p in parts for c in p.claims]
    assert shown == [("Câu 1.", [2]), ("Câu 2.", [3])]
