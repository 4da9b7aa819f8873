from collections import defaultdict

import pytest

from formulary.printing import style
from formulary.printing.atoms import Options
from formulary.printing.faces import Face, Unprintable
from formulary.printing.layout import lay_out
from formulary.printing.placed import Role, truth
from tests.formulary.printing.shown import example, lines_of, printed_blocks, sample, shown_text

HEADINGS = {Role.TITLE, Role.SECTION, Role.SUBHEADING}
LONG = "Thuốc được hấp thu nhanh qua đường tiêu hóa và phân bố vào phần lớn các mô của cơ thể. " * 8


@pytest.fixture(scope="module", params=[False, True], ids=["clean", "hyphenated"])
def pages(request):
    return lay_out(sample(), options=Options(hyphenate=request.param))


def test_every_character_of_every_block_is_printed_once(pages):
    printed = printed_blocks(pages)
    for monograph in sample():
        for section in monograph.sections:
            for ordinal, block in enumerate(section.blocks):
                spans = [(at.start, at.end) for at in printed[(monograph.slug, section.key, ordinal)]]
                assert "".join("".join(block.text[a:b].split()) for a, b in spans) == shown_text(block)


def test_every_line_says_which_characters_it_shows(pages):
    texts = {(m.slug, s.key, i): b.text for m in sample() for s in m.sections for i, b in enumerate(s.blocks)}
    for line in truth(pages):
        if line.at is not None:
            shown = texts[(line.at.slug, line.at.section, line.at.ordinal)][line.at.start : line.at.end]
            assert line.text.removeprefix("- ").removesuffix("-") == shown.removeprefix("- ").removesuffix("-")


def test_no_two_lines_stand_in_each_others_place(pages):
    for page in pages:
        boxes = sorted(line.box for line in page.lines if line.text)
        for i, a in enumerate(boxes):
            for b in boxes[i + 1 :]:
                if b[0] >= a[2]:
                    break
                overlap = min(a[3], b[3]) - max(a[1], b[1])
                assert overlap < 0.6, (page.number, a, b)


def test_nothing_stands_outside_the_type_area(pages):
    for page in pages:
        for line in page.lines:
            left, _, right, bottom = line.box
            assert left >= style.LEFT - 0.1
            assert right <= style.PAGE_WIDTH - style.LEFT + 0.1
            assert bottom <= style.BODY_BOTTOM + 0.1


def test_no_heading_stands_alone_at_the_end_of_a_column(pages):
    for page in pages:
        columns = defaultdict(list)
        for line in page.lines:
            if line.role not in (Role.HEAD, Role.NUMBER, Role.CELL, Role.REPEATED):
                columns[line.x > style.COLUMN_LEFTS[1] - 1].append(line)
        for lines in columns.values():
            last = max(lines, key=lambda line: line.y)
            wide_table_follows = any(line.role is Role.CELL and line.y > last.y for line in page.lines)
            assert last.role not in HEADINGS or wide_table_follows, (page.number, last.text)


def test_printed_numbers_start_behind_the_front_matter_and_rise_by_one(pages):
    numbered = [page for page in pages if page.printed is not None]
    assert numbered[0].printed == 1
    assert numbered[0].number > 1
    assert {page.number - page.printed for page in numbered} == {numbered[0].number - 1}


def test_running_heads_name_the_first_monograph_on_even_and_the_last_on_odd_pages():
    monographs = [
        example(f"## Chỉ định\n{LONG * 3}", title=t, slug=t.lower()) for t in ("Alfa", "Beta", "Gama", "Delta")
    ]
    pages = lay_out(monographs)
    heads = {p.printed: [line.text for line in p.lines if line.role in (Role.HEAD, Role.NUMBER)] for p in pages}
    assert heads[1][0] == "DTQG MẪU"
    assert heads[1][2] == "1"
    assert heads[2][0] == "2"
    assert heads[2][2] == "DTQG MẪU"
    titles = {n: [line.text for line in p.lines if line.role is Role.TITLE] for n, p in ((p.printed, p) for p in pages)}
    assert heads[1][1].upper() == titles[1][-1]


def test_a_long_title_takes_two_lines_and_keeps_its_bracket():
    monograph = example(
        "## Chỉ định\nĐau.", title="Vắc xin haemophilus influenzae typ b cộng hợp", bracket="dùng cho trẻ"
    )
    lines = lines_of(lay_out([monograph]), Role.TITLE)
    assert len(lines) >= 2
    assert " ".join(line.text for line in lines).endswith("(Dùng cho trẻ)")


def test_the_first_sections_stand_on_one_line_with_their_label():
    pages = lay_out([example("## Chỉ định\nĐau.")])
    label = next(line for line in lines_of(pages, Role.LABEL) if line.text == "Mã ATC:")
    value = next(line for line in truth(pages) if line.text == "A01BC02.")
    assert label.box[3] == value.box[3]
    assert label.box[2] == value.box[0]


@pytest.mark.parametrize(
    ("rank", "face", "size"),
    [(0, Face.BOLD_ITALIC, 9.5), (1, Face.ITALIC, 9.5), (2, Face.ITALIC, 8.8)],
)
def test_sub_headings_show_their_rank(rank, face, size):
    body = "## Liều lượng và cách dùng\n### Người lớn\n#### Đau\n##### Uống\n500 mg/lần."
    pages = lay_out([example(body)])
    line = [line for page in pages for line in page.lines if line.role is Role.SUBHEADING][rank]
    assert (line.face, line.size) == (face, size)


def test_a_sub_heading_is_printed_again_when_others_stood_between():
    body = (
        "## Liều lượng và cách dùng\n### Người lớn\n#### Uống\n1 g.\n### Trẻ em\n#### Uống\n1 mg.\n### Suy thận\nGiảm."
    )
    headings = [line.text for line in lines_of(lay_out([example(body)]), Role.SUBHEADING)]
    assert headings == ["Người lớn", "Uống", "Trẻ em", "Uống", "Suy thận"]


def test_the_first_line_of_a_paragraph_is_indented_and_an_item_opens_at_the_edge():
    body = f"## Chỉ định\n{LONG}\n\n- {LONG}"
    lines = lines_of(lay_out([example(body)]), Role.TEXT)
    paragraph = [line for line in lines if line.at.section == "chi_dinh" and line.at.ordinal == 0]
    item = [line for line in lines if line.at.section == "chi_dinh" and line.at.ordinal == 1]
    assert paragraph[0].box[0] == style.LEFT + style.INDENT
    assert {line.box[0] for line in paragraph[1:]} <= set(style.COLUMN_LEFTS)
    assert item[0].text.startswith("- ")
    assert {line.box[0] for line in item} <= set(style.COLUMN_LEFTS)


def test_kinetics_stand_under_an_italic_line_without_a_full_stop():
    body = "## Dược lý và cơ chế tác dụng\nGiảm đau.\n## Dược động học\nHấp thu nhanh."
    pages = lay_out([example(body)])
    line = next(line for page in pages for line in page.lines if line.text == "Dược động học")
    assert line.face is Face.ITALIC


def test_a_new_monograph_opens_in_the_middle_of_a_column():
    pages = lay_out([example("## Chỉ định\nĐau.", slug=f"a{k}", title=f"Tên {k}") for k in range(3)])
    assert len({line.page for line in lines_of(pages, Role.TITLE)}) == 1


def test_new_names_carry_an_asterisk_in_the_list_of_names():
    pages = lay_out([example("## Chỉ định\nĐau.")], new=["vi-du"])
    assert [line.text for line in lines_of(pages, Role.NAMES)] == ["Ví dụ* – Exampline"]


def test_the_index_gives_the_printed_page_on_which_the_monograph_opens():
    pages = lay_out([example("## Chỉ định\nĐau.\n## Tên thương mại\nHapacol; Acemol 500.")])
    assert [line.text for line in lines_of(pages, Role.INDEX)] == ["Acemol 500 - Ví dụ, 1", "Hapacol - Ví dụ, 1"]


def test_a_character_that_the_faces_lack_is_named():
    with pytest.raises(Unprintable, match=r"U\+4E2D"):
        lay_out([example("## Chỉ định\nĐau 中.")])
