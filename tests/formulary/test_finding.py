"""What the search page shows: names before sentences, whole sentences, doubts beside what is doubted."""

from dataclasses import replace

import pytest

from formulary.finding import named_drugs, sentence_of
from formulary.selectors import current_edition, find_monographs
from rag.passages import BlockKind, Erratum, PrintDoubt
from tests.factories import make_passage
from tests.formulary.book import load_markdown_edition, make_monograph


def words(sentence) -> str:
    return "".join(part.text for part in sentence.parts)


def matches(sentence) -> list[str]:
    return [part.text for part in sentence.parts if part.is_match]


def test_the_sentence_with_most_of_the_words_is_shown_with_its_address():
    passage = make_passage("Sốt cao. Suy thận nặng: tránh dùng. Suy gan.", section="than_trong")
    found = sentence_of(passage, "suy than")
    assert words(found) == "Suy thận nặng: tránh dùng."
    assert matches(found) == ["Suy", "thận"]
    assert "k=0&tu=9&den=35#than_trong-0" in found.url


def test_what_follows_a_semicolon_may_limit_what_stands_before_it_and_stays_with_it():
    passage = make_passage("Suy thận nặng: tránh dùng; nếu phải dùng, giảm liều.", section="than_trong")
    assert words(sentence_of(passage, "tranh dung")) == passage.text


def test_a_table_gives_the_row_that_holds_the_words():
    text = "| Clcr | Liều |\n|---|---|\n| > 30 | không đổi |\n| < 30 | tránh dùng |"
    found = sentence_of(make_passage(text, kind=BlockKind.TABLE), "tránh")
    assert words(found) == "< 30 · tránh dùng"


def test_a_long_sentence_is_cut_around_what_was_found():
    passage = make_passage("mở đầu " * 60 + "phù Quincke " + "kết thúc " * 60)
    found = sentence_of(passage, "quincke")
    assert matches(found) == ["Quincke"]
    assert words(found).startswith("… ")
    assert words(found).endswith(" …")
    assert len(words(found)) < 300


def test_a_doubted_value_is_never_shown_without_its_note():
    doubt = Erratum(0, 9, PrintDoubt.MISPRINT, "nghi in sai")
    passage = replace(make_passage("Liều 20 mg. Uống."), errata=(doubt,))
    assert sentence_of(passage, "liều").doubts == (doubt,)
    assert sentence_of(passage, "uống").doubts == ()


def test_a_held_block_shows_no_word():
    found = sentence_of(make_passage("Liều 20 mg.", quarantine="số đáng ngờ"), "liều")
    assert (found.parts, found.held) == ((), "số đáng ngờ")


@pytest.mark.django_db
class TestNames:
    @pytest.fixture(autouse=True)
    def _book(self):
        load_markdown_edition({
            "a.md": make_monograph("insulin", "Insulin", chi_dinh="Đái tháo đường."),
            "b.md": make_monograph("insulin-glargin", "Insulin glargin", chi_dinh="Đái tháo đường."),
            "c.md": make_monograph("acid-acetylsalicylic", "Acid acetylsalicylic", chi_dinh="Sốt."),
            "d.md": make_monograph("amoxicilin", "Amoxicilin", chi_dinh="Nhiễm khuẩn.", ten_thuong_mai="Acid Amoxi."),
        })  # fmt: skip

    def found(self, query: str) -> list[str]:
        edition = current_edition()
        assert edition is not None
        return [line.slug for line in find_monographs(edition, query)]

    def test_the_name_itself_comes_before_names_that_begin_so(self):
        assert self.found("insulin") == ["insulin", "insulin-glargin"]

    def test_a_name_is_found_by_words_of_it_in_any_order(self):
        assert self.found("acetyl acid") == ["acid-acetylsalicylic"]

    def test_a_beginning_comes_before_a_word_inside(self):
        assert self.found("amox") == ["amoxicilin"]
        assert self.found("glar") == ["insulin-glargin"]

    def test_nothing_typed_finds_nothing(self):
        assert self.found("") == []

    @pytest.mark.parametrize(
        ("query", "slugs", "rest"),
        [
            ("Insulin glargin suy thận", ["insulin-glargin"], "suy than"),
            ("hạ đường huyết do insulin", ["insulin"], "ha duong huyet do"),
            ("suy thận", [], "suy than"),
            ("AMOXICILIN", ["amoxicilin"], ""),
        ],
    )
    def test_a_drug_that_is_named_narrows_the_search_to_it(self, query: str, slugs: list[str], rest: str):
        edition = current_edition()
        assert edition is not None
        drugs, words = named_drugs(edition, query)
        assert ([line.slug for line in drugs], words) == (slugs, rest)
