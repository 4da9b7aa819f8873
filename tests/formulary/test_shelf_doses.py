"""The shipped monographs, asked for every age, weight and route: what is answered never contradicts its own words.

The words are read here by a second, simpler reader than the one that chose the block.
"""

import re
from decimal import Decimal
from pathlib import Path

import pytest

from formulary.ingest.book import PrintedMonograph
from formulary.ingest.markdown import read_monograph
from rag.claims import ClaimRole
from rag.composing import compose_sections
from rag.frames import DrugMention, How, Intent, Population, QueryFrame, Route
from rag.passages import DOSING, Evidence, Passage, Provenance
from rag.ports import Ports
from tests.fakes import ListedNames, MemoryPassages

SHELF = sorted((Path(__file__).parents[2] / "formulary" / "sample").glob("*.md"))
PATIENTS = [
    ("0.2", 3), ("0.9", 4), (1, 4), (2, 5), (3, 6), (6, 7), (11, 9), (12, 10), (18, 11), (24, 12), (36, 14), (48, 16),
    (60, 18), (72, 20), (84, 23), (96, 25), (120, 32), (144, 40), (150, 42), (180, 50), (191, 55), (192, 56), (204, 58),
]  # fmt: skip
ROUTES = [
    (),
    (Route.ORAL,),
    (Route.RECTAL,),
    (Route.IM,),
    (Route.IV_INJECTION,),
    (Route.IV_INFUSION,),
    (Route.INHALED,),
    (Route.NEBULISED,),
]
UNITS = {"ngày": Decimal(1) / 30, "tuần": Decimal(7) / 30, "tháng": Decimal(1), "tuổi": Decimal(12)}


def passages_of(path: Path) -> tuple[Passage, ...]:
    return passages_in(read_monograph(path.read_text(encoding="utf-8"), file=path.name))


def passages_in(book: PrintedMonograph) -> tuple[Passage, ...]:
    return tuple(
        Passage(
            id=f"mau/{book.slug}/{section.key}/{i}",
            monograph=book.slug,
            monograph_name=book.title,
            section=section.key,
            headings=block.headings,
            text=block.text,
            ordinal=i,
            kind=block.kind,
            provenance=Provenance("mau", "Mẫu", block.page, block.page, 0, len(block.text), "0" * 64),
            populations=block.context.populations,
            routes=block.context.routes,
            indications=block.context.indications,
            quarantine=block.hold.reason if block.hold else None,
        )
        for section in book.sections
        for i, block in enumerate(section.blocks)
    )


def answers(passages, *, populations, months=None, kg=None, routes=()):
    drug = passages[0].monograph
    frame = QueryFrame(
        intent=Intent.DOSE,
        drugs=(DrugMention(drug, drug, drug, How.TITLE),),
        sections=(DOSING,),
        populations=populations,
        age_months=None if months is None else Decimal(str(months)),
        weight_kg=None if kg is None else Decimal(kg),
        routes=routes,
    )
    wanted = (DOSING, "dang_thuoc_va_ham_luong")
    evidence = Evidence(tuple(p for p in passages if p.section in wanted))
    composed = compose_sections(frame, evidence, Ports(ListedNames(), MemoryPassages()))
    return [c for c in composed.draft.claims if c.role in (ClaimRole.ANSWER, ClaimRole.ALSO)]


def contradictions(text: str, months: Decimal, kg: Decimal) -> list[str]:
    """Age or weight ranges at the head of the block that do not hold the patient, read by plain patterns."""
    head = text.split(":")[0] if ":" in text[:120] else ""
    found = []
    for low, low_unit, high, unit in re.findall(
        r"(\d+) ?(tháng|ngày|tuần)?(?: tuổi)? - (\d+) (tuổi|tháng|tuần|ngày)", head
    ):
        if unit == "tuần" or "sau kinh" in head or "tuổi thai" in head:
            continue
        start, end = Decimal(low) * UNITS[low_unit or unit], Decimal(high) * UNITS[unit]
        if not start <= months <= end:
            found.append(f"{low} {low_unit} - {high} {unit}")
    for sign, value, unit in re.findall(r"\b(dưới|trên) (\d+) (tuổi|tháng)(?! tuổi sau)", head):
        limit = Decimal(value) * UNITS[unit]
        if (sign == "dưới" and months > limit) or (sign == "trên" and months < limit):
            found.append(f"{sign} {value} {unit}")
    for low, high in re.findall(r"(\d+) - (\d+) kg", head):
        if not Decimal(low) <= kg <= Decimal(high):
            found.append(f"{low} - {high} kg")
    return found


@pytest.mark.parametrize("path", SHELF, ids=lambda p: p.stem)
def test_no_child_is_answered_with_a_block_whose_own_words_exclude_it(path: Path):
    passages = passages_of(path)
    for months, kg in PATIENTS:
        age, newborn = Decimal(str(months)), Decimal(str(months)) < 1
        populations = (Population.NEONATE,) if newborn else (Population.CHILD,)
        for routes in ROUTES:
            for claim in answers(passages, populations=populations, months=months, kg=kg, routes=routes):
                said = f"{claim.heading} | {claim.text}"
                assert not contradictions(claim.text, age, Decimal(kg)), (months, kg, routes, said)
                head = claim.text.split(":")[0]
                since = re.match(r"Người lớn từ (\d+) tuổi trở lên", head)
                reaches = since is not None and age >= Decimal(since[1]) * 12
                adult_only = claim.text.startswith("Người lớn") and "trẻ" not in head and not reaches
                assert not adult_only, (months, kg, routes, said)
                if newborn:
                    continue
                of_newborns = re.sub(r"qua tuổi sơ sinh|kể cả trẻ sơ sinh", "", head)
                assert "sơ sinh" not in of_newborns.lower(), said


@pytest.mark.parametrize("path", SHELF, ids=lambda p: p.stem)
def test_no_adult_is_answered_with_a_childs_block(path: Path):
    passages = passages_of(path)
    for routes in ROUTES:
        for claim in answers(passages, populations=(Population.ADULT,), months=480, kg=60, routes=routes):
            head = claim.text.split(":")[0]
            assert "người lớn" in head.lower() or not re.match(r"(?:Trẻ|trẻ)", head), (routes, claim.text)
            assert "Trẻ" not in claim.heading or "Người lớn" in claim.heading, (routes, claim.heading)


@pytest.mark.parametrize("path", SHELF, ids=lambda p: p.stem)
def test_a_route_in_the_heading_is_the_asked_one(path: Path):
    passages = passages_of(path)
    spoken = {"Uống": Route.ORAL, "Đặt trực tràng": Route.RECTAL, "Tiêm bắp": Route.IM, "Khí dung": Route.NEBULISED}
    for routes in ROUTES[1:]:
        for population in (Population.ADULT, Population.CHILD):
            for claim in answers(
                passages,
                populations=(population,),
                months=480 if population is Population.ADULT else 60,
                kg=18,
                routes=routes,
            ):
                named = {route for words, route in spoken.items() for h in claim.heading.split(" › ") if h == words}
                assert not named or named & set(routes), (routes, claim.heading, claim.text)
