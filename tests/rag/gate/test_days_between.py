"""How often, how fast, and of which amount: told by words that elsewhere only join."""

import pytest

from rag.claims import Draft
from rag.frames import Intent
from rag.gate.deciding import check_draft
from rag.gate.verdicts import Decision
from tests.factories import make_evidence, make_frame, make_passage, quote
from tests.fakes import ListedNames

NAMES = ListedNames(prednison="prednison")
OTHER_DAY = "Uống 40 mg/lần, cách ngày một lần, trong 4 tuần."
ONE_DAY_BETWEEN = "Uống 40 mg/lần, cách 1 ngày 1 lần, trong 4 tuần."
DAILY = "Uống 40 mg/lần, mỗi ngày một lần, trong 4 tuần."
WEEKLY = "Uống 10 mg/lần, mỗi tuần một lần."
SLOWLY = "Khi ngừng phải giảm liều từ từ."
AT_ONCE = "Phải ngừng thuốc ngay khi có phát ban."
DIVIDED = "Uống 60 mg/ngày, chia 3 lần."
IN_ALL = "Uống 1,5 g/lần, cách 12 giờ/lần, tới tổng liều 6 g."


def decide(printed: str, told: str) -> Decision:
    passage = make_passage(printed)
    draft = Draft((quote(passage, text=told),))
    return check_draft(draft, make_evidence(passage), make_frame(intent=Intent.SECTION), NAMES).decision


@pytest.mark.parametrize(
    ("printed", "told"),
    [
        (OTHER_DAY, "Uống 40 mg/lần, ngày một lần, trong 4 tuần."),
        (OTHER_DAY, "Uống 40 mg/lần, mỗi ngày một lần, trong 4 tuần."),
        (OTHER_DAY, "Uống 40 mg/lần, hằng ngày, trong 4 tuần."),
        (OTHER_DAY, "Uống 40 mg/lần, cách 24 giờ/lần, trong 4 tuần."),
        (OTHER_DAY, "Uống 40 mg/lần, cách tuần một lần, trong 4 tuần."),
        (OTHER_DAY, "Uống 40 mg/lần, trong 4 tuần."),
        (ONE_DAY_BETWEEN, "Uống 40 mg/lần, cách 24 giờ/lần, trong 4 tuần."),
        (ONE_DAY_BETWEEN, DAILY),
        (DAILY, OTHER_DAY),
        (WEEKLY, "Uống 10 mg/lần, cách tuần một lần."),
        (WEEKLY, "Uống 10 mg/lần, mỗi ngày một lần."),
        ("Dùng thuốc cách ngày.", "Dùng thuốc mỗi ngày."),
        ("Dùng thuốc cách nhật.", "Dùng thuốc hàng ngày."),
        (SLOWLY, "Khi ngừng phải giảm liều."),
        (AT_ONCE, "Phải ngừng thuốc khi có phát ban."),
        (DIVIDED, "Uống 60 mg/ngày, 3 lần."),
        (IN_ALL, "Uống 1,5 g/lần, cách 12 giờ/lần, tới liều 6 g."),
    ],
)
def test_another_interval_manner_or_amount_is_not_told(printed, told):
    assert decide(printed, told) is not Decision.PASS


@pytest.mark.parametrize(
    ("printed", "told"),
    [
        (OTHER_DAY, "Uống 40 mg/lần, cách nhật, trong 4 tuần."),
        (OTHER_DAY, "Uống 40 mg mỗi lần, cách ngày uống 1 lần, trong 4 tuần."),
        (ONE_DAY_BETWEEN, OTHER_DAY),
        (DAILY, "Uống 40 mg/lần, 1 lần/ngày, trong 4 tuần."),
        (WEEKLY, "Uống 10 mg/lần, 1 lần/tuần."),
        (SLOWLY, "Phải giảm liều từ từ khi ngừng."),
        (AT_ONCE, "Phải ngừng ngay thuốc khi có phát ban."),
        (AT_ONCE, "Khi có phát ban phải ngừng thuốc ngay."),
        (DIVIDED, "Uống 60 mg mỗi ngày, chia 3 lần."),
        (IN_ALL, "Uống 1,5 g/lần, cách 12 giờ/lần, cho tới tổng liều 6 g."),
        ("Theo dõi cách 1 ngày sau khi truyền.", "Theo dõi cách 1 ngày sau khi truyền."),
        (
            "Cách chia liều 60 mg/ngày: Chia 3 lần/ngày, uống lúc no.",
            "Liều 60 mg/ngày được chia 3 lần/ngày, uống lúc no.",
        ),
    ],
)
def test_the_same_in_other_words_is_told(printed, told):
    assert decide(printed, told) is Decision.PASS
