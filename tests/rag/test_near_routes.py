"""An injection into a vein and an infusion are not the same: where only one is printed for the other, that is said."""

import pytest

from tests.factories import make_passage
from tests.rag.test_calculations import ask

INFUSED = make_passage("Người lớn: 5 mg/kg/lần, 3 lần/ngày.", headings=["Truyền tĩnh mạch"], monograph="ibuprofen")
INJECTED = make_passage("Người lớn: 100 mg/lần.", headings=["Tiêm tĩnh mạch"], monograph="ibuprofen", ordinal=1)
SAID = "Sách không in liều"


@pytest.mark.parametrize(
    ("asked", "printed", "said"),
    [
        ("tiêm tĩnh mạch", (INFUSED,), True),
        ("TMC", (INFUSED,), True),
        ("truyền tĩnh mạch", (INJECTED,), True),
        ("tiêm tĩnh mạch", (INFUSED, INJECTED), False),
        ("truyền tĩnh mạch", (INFUSED,), False),
        ("tĩnh mạch", (INFUSED,), False),
    ],
)
def test_a_dose_that_is_printed_for_the_other_way_into_a_vein_is_said_to_be(asked, printed, said):
    record = ask(f"liều ibuprofen người lớn {asked}", *printed)
    assert record.claims[0].text in {p.text for p in printed}
    assert (SAID in record.message) is said
