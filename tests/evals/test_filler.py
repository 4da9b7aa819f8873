import pytest

from rag.vietnamese import fold
from tests.bench.filler import REAL_NAMES, SAMPLE, fillers, write_edition

INVENTED = tuple(fillers(687))


def test_the_same_seed_gives_the_same_names():
    assert tuple(fillers(20)) == INVENTED[:20]


def test_seven_hundred_monographs_have_about_eight_thousand_names():
    assert 7_500 <= sum(len(names) for filler in INVENTED for _, names in filler.by_kind) <= 8_500


def test_no_two_invented_drugs_share_a_name():
    names = [fold(name) for filler in INVENTED for _, names in filler.by_kind for name in names]
    assert len(names) == len(set(names))


def test_no_invented_name_is_a_drug_that_we_know_of():
    known = set(fold(REAL_NAMES.read_text(encoding="utf-8")).split())
    assert not known & {fold(filler.title) for filler in INVENTED}


def test_names_that_are_taken_are_not_given_again():
    again = fillers(100, taken=[filler.title for filler in INVENTED])
    assert not {filler.title for filler in again} & {filler.title for filler in INVENTED}


@pytest.mark.parametrize("monographs", [5, 20])
def test_an_edition_has_as_many_files_as_monographs(tmp_path, monographs: int):
    assert write_edition(tmp_path, monographs) == len(list(tmp_path.glob("*.md"))) == monographs


def test_an_invented_monograph_does_not_speak_of_the_one_it_was_shaped_after(tmp_path):
    shipped = sorted(path.stem for path in SAMPLE.glob("*.md"))
    write_edition(tmp_path, 2 * len(shipped))
    shaped_after_warfarin = INVENTED[shipped.index("warfarin")]
    text = (tmp_path / f"{shaped_after_warfarin.slug}.md").read_text(encoding="utf-8")
    assert shaped_after_warfarin.title.lower() in text.lower()
    assert "warfarin" not in text.lower()
