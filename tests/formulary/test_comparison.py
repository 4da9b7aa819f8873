"""What a release says otherwise than the one before."""

import pytest
from django.contrib.auth.models import User

from formulary.comparison import Change, changes_in, compare, names_in
from formulary.editions import add_alias, quarantine_chunk
from formulary.models import Edition
from rag.passages import DOSING
from tests.formulary.book import chunk, import_files, make_monograph

pytestmark = pytest.mark.django_db

ADULT = "### Người lớn\n\nUống 250 mg/lần, cách 6 giờ một lần."


def two_releases(old: dict[str, str], new: dict[str, str]) -> tuple[Edition, Edition]:
    for sections in (old, new):
        import_files(
            {"a.md": make_monograph("a", "Alpha", **sections), "b.md": make_monograph("b", "Beta", chi_dinh="Sốt.")}
        )
    return Edition.objects.get(key="mau"), Edition.objects.get(key="mau-r2")


def changes(old: dict[str, str], new: dict[str, str]) -> list[tuple[str, Change, bool]]:
    return [(c.section, c.change, c.numbers) for c in changes_in("a", *two_releases(old, new))]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        pytest.param({"chi_dinh": "Sốt."}, {"chi_dinh": "Sốt.\n\nHo."}, [("chi_dinh", Change.ADDED, False)], id="added"),
        pytest.param({"chi_dinh": "Sốt.\n\nHo."}, {"chi_dinh": "Sốt."}, [("chi_dinh", Change.REMOVED, False)], id="removed"),
        pytest.param(
            {DOSING: ADULT}, {DOSING: ADULT.replace("250", "500")}, [(DOSING, Change.REWORDED, True)], id="another dose"
        ),
        pytest.param(
            {DOSING: ADULT}, {DOSING: ADULT.replace("Uống", "Dùng")}, [(DOSING, Change.REWORDED, False)], id="another word"
        ),
        pytest.param(
            {DOSING: ADULT}, {DOSING: ADULT.replace("Người lớn", "Trẻ em")}, [(DOSING, Change.MOVED_UNDER, False)],
            id="the same words for another patient",
        ),
        pytest.param(
            {"chi_dinh": "Sốt."}, {"chi_dinh": "Sốt.", "than_trong": "Không quá 4 g/ngày."},
            [("than_trong", Change.ADDED, True)], id="a new section with a number",
        ),
        pytest.param(
            {"chi_dinh": "Sốt.\n\nHo khan.\n\nĐau đầu."}, {"chi_dinh": "Đau răng.\n\nSốt.\n\nHo.\n\nĐau đầu."},
            [("chi_dinh", Change.ADDED, False), ("chi_dinh", Change.REWORDED, False)], id="what stands between stays put",
        ),
    ],
)  # fmt: skip
def test_blocks_are_told_apart(old: dict[str, str], new: dict[str, str], found: list[tuple[str, Change, bool]]):
    assert changes(old, new) == found


def test_only_monographs_that_differ_are_listed_with_their_counts():
    found = compare(*two_releases({DOSING: ADULT}, {DOSING: ADULT.replace("250", "500")}))
    assert [(m.slug, m.change, m.count("reworded"), m.numbers) for m in found.monographs] == [
        ("a", Change.REWORDED, 1, 1)
    ]
    assert found.unchanged == 1


def test_a_monograph_that_came_and_one_that_went_are_told():
    import_files({"a.md": make_monograph("a", "Alpha", chi_dinh="Sốt.")})
    import_files({"b.md": make_monograph("b", "Beta", chi_dinh="Sốt.")})
    found = compare(Edition.objects.get(key="mau"), Edition.objects.get(key="mau-r2"))
    assert [(m.slug, m.change) for m in found.monographs] == [("b", Change.ADDED), ("a", Change.REMOVED)]
    assert (found.of(Change.ADDED), found.of(Change.REMOVED)) == (1, 1)


def test_a_name_that_was_added_shows_although_the_text_is_the_same():
    pharmacist = User.objects.create_user("duoc-si")
    old, new = two_releases({"chi_dinh": "Sốt."}, {"chi_dinh": "Ho."})
    add_alias(new.monographs.get(slug="b"), name="Bê ta", actor=pharmacist)
    new.refresh_from_db()
    found = {m.slug: m.names_added for m in compare(old, new).monographs}
    assert found["b"] == ("Bê ta",)
    assert names_in("b", old, new) == (("Bê ta",), ())


def test_a_block_that_is_held_in_one_of_them_is_a_change_and_counts_in_the_share():
    pharmacist = User.objects.create_user("duoc-si")
    old, new = two_releases({"chi_dinh": "Sốt."}, {"chi_dinh": "Ho."})
    quarantine_chunk(chunk("b", "chi_dinh", 0, key="mau-r2"), reason="x", actor=pharmacist)
    new.refresh_from_db()
    found = compare(old, new)
    assert [c.change for c in changes_in("b", old, new)] == [Change.HELD]
    assert (found.quarantine_before.share, found.quarantine_after.share) == (0.0, 0.5)


def test_releases_with_the_same_text_differ_in_nothing():
    old, _ = two_releases({"chi_dinh": "Sốt."}, {"chi_dinh": "Ho."})
    assert compare(old, old).monographs == ()
