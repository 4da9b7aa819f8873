"""Listed phrases found in words."""

import pytest

from rag.understanding.numbers import numbers_in
from rag.understanding.phrases import Lexicon, expand
from rag.understanding.shorthand import written_out
from rag.vietnamese import tokens

LEXICON = Lexicon(
    {
        "t": {
            "dose": "liều, quá liều, ~thận trọng",
            "dog": "=chó, chó cắn",
            "long": "không (được|) dùng cho",
            "ky": "kỳ kinh",
        }
    },
    lenient=("t",),
)


def labels(text: str) -> list[str]:
    return [hit.label for hit in LEXICON.scan(written_out(tokens(text))).of("t")]


def test_alternatives_are_written_out_and_an_empty_one_leaves_the_word_away():
    assert expand("không (được|) dùng (cho|ở)") == (
        "không được dùng cho", "không được dùng ở", "không dùng cho", "không dùng ở",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("liều", ["dose"], id="as listed"),
        pytest.param("lieu", ["dose"], id="without marks"),
        pytest.param("liễu", [], id="other marks"),
        pytest.param("quá liều", ["dose"], id="the longest wins"),
        pytest.param("chó", ["dog"], id="exact"),
        pytest.param("cho", [], id="exact needs its marks"),
        pytest.param("cho can", ["dog"], id="a longer phrase need not be exact"),
        pytest.param("thân trọng", ["dose"], id="one slip where it is allowed"),
        pytest.param("không được dung cho", ["long"], id="three words bear one slip"),
        pytest.param("k dc dùng cho", ["long"], id="shorthand"),
        pytest.param("kì kinh", ["ky"], id="i for y"),
    ],
)
def test_phrases_are_found(text, found):
    assert labels(text) == found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("enoxaparin cho BN giảm bn %", "enoxaparin cho bệnh nhân giảm bao nhiêu %"),
        ("liều bn?", "liều bao nhiêu ?"),
        ("K 4,9", "K 4 , 9"),
        ("dùng đc k", "dùng được không"),
        ("vitamin k", "vitamin k"),
        ("tiêm TM", "tiêm tĩnh mạch"),
        ("bệnh TM", "bệnh TM"),
        ("td phụ", "tác dụng phụ"),
        ("cần td gì", "cần theo dõi gì"),
        ("tt", "tt"),
        ("bị ntn", "bị nhiễm khuẩn tiết niệu"),
        ("dùng ntn", "dùng như thế nào"),
        ("đau hông phải", "đau hông phải"),
        ("uống được hông", "uống được không"),
    ],
)
def test_shorthand_is_written_out_by_what_stands_beside_it(text, words):
    assert " ".join(w.text for w in written_out(tokens(text))) == words


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("13,5", ["13.5"]),
        ("4.88", ["4.88"]),
        ("27 000", ["27000"]),
        ("6, 12", ["6", "12"]),
        ("mười bốn", ["14"]),
        ("hai mươi mốt", ["21"]),
        ("ba chục", ["30"]),
        ("lên năm tuổi", ["5"]),
        ("sau khi ăn thì", []),
        ("bà bầu", []),
    ],
)
def test_numbers_in_digits_and_words(text, values):
    words = written_out(tokens(text))
    assert [str(n.value) for n in numbers_in(words, marked=True)] == values
