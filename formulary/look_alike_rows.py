"""Look-alikes of an edition as readers and pharmacists see them: what each name may be taken for, and why we say so."""

from collections.abc import Iterable
from dataclasses import dataclass

from formulary.name_likeness import Likeness
from formulary.names import names_for
from formulary.risky_names import Risk
from formulary.selectors import EditionInUse, MonographLine

WHY = {
    Likeness.LISTED: "trong danh sách",
    Likeness.SOUND: "đọc giống nhau",
    Likeness.ALIKE: "giống về chữ và âm",
    Likeness.SYLLABLE: "chỉ khác một âm tiết",
    Likeness.IN_FRONT: "thêm âm tiết ở đầu",
    Likeness.BRAND_FAMILY: "cùng gốc biệt dược",
    Likeness.COMBINATION: "đơn chất và phối hợp",
}


@dataclass(frozen=True, slots=True)
class ShownRisk:
    """`slug` and `title` are empty when the edition lacks the other drug. `note` is the list's word, not the book's."""

    name: str
    other: str
    slug: str
    title: str
    why: str
    percent: int
    note: str


@dataclass(frozen=True, slots=True)
class RiskyMonograph:
    line: MonographLine
    risks: tuple[ShownRisk, ...]


def taken_for(edition: EditionInUse, slug: str) -> tuple[ShownRisk, ...]:
    """What the proper names of a monograph are taken for, the listed first, then the nearest."""
    risky = names_for(edition.id, edition.revision).risky
    return tuple(map(_shown, risky.of_drug(slug, False)))


def risky_monographs(edition: EditionInUse, lines: Iterable[MonographLine]) -> list[RiskyMonograph]:
    """Of these monographs, those with a risky name, brands included."""
    risky = names_for(edition.id, edition.revision).risky
    found = [RiskyMonograph(line, tuple(map(_shown, risky.of_drug(line.slug, True)))) for line in lines]
    return [monograph for monograph in found if monograph.risks]


def _shown(risk: Risk) -> ShownRisk:
    return ShownRisk(
        name=risk.name,
        other=risk.other,
        slug=risk.drug_id or "",
        title=risk.drug_title,
        why=WHY[risk.alike.why],
        percent=round(100 * risk.alike.score),
        note="; ".join(filter(None, (risk.what, risk.why))),
    )
