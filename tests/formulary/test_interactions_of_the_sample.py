"""Every sentence of the shipped monographs that speaks of another shipped drug is found, whichever is asked first.

The truth is read here by a second, simpler reader: the printed names of the drug as whole words, sentence by sentence.
"""

import re
from functools import cache
from itertools import combinations

import pytest

from formulary.classes import drug_classes
from formulary.ingest.drug_names import names_of
from formulary.ingest.markdown import read_monograph
from formulary.name_index import NameEntry, NameIndex
from rag.frames import DrugMention, How, Intent, QueryFrame
from rag.interaction_answers import compose_interaction
from rag.interactions import Pair, pairs_of, substances_of
from rag.outcomes import Kind
from rag.pair_statements import MAIN
from rag.passages import Evidence, Passage
from rag.ports import Naming, Ports
from rag.printed import segments
from tests.fakes import MemoryPassages
from tests.formulary.test_shelf_doses import SHELF, passages_of

BOOKS = {path.stem: read_monograph(path.read_text(encoding="utf-8"), file=path.name) for path in SHELF}
TITLES = {slug: book.title + (f" ({book.bracket})" if book.bracket else "") for slug, book in BOOKS.items()}
# A name inside a longer name of another substance, or of its own combination, names something else.
LONGER = re.compile(
    r"(amoxicilin (?:và|/|\+) ?(?:kali )?(?:acid )?clavulan\w+|isosorbid mononitrat|ferrous \w+|\w*methyl\w+|"
    r"benzathin benzylpenicilin|procain benzylpenicilin|insulin kháng insulin)",
    re.IGNORECASE,
)
TOGETHER = re.compile(r"phối hợp|đồng thời|dùng cùng|dùng kèm|dùng chung|kết hợp|cùng với|cùng lúc", re.IGNORECASE)


@cache
def index() -> NameIndex:
    entries = []
    for slug, book in BOOKS.items():
        entries += [NameEntry(slug, TITLES[slug], one.name, one.kind) for one in names_of(book)[0]]
    return NameIndex(entries)


@cache
def passages() -> tuple[Passage, ...]:
    return tuple(p for path in SHELF for p in passages_of(path))


@cache
def evidence(one: str, other: str) -> Evidence:
    return Evidence(tuple(p for p in passages() if p.monograph in (one, other)))


def asked(*slugs: str, partners: tuple[str, ...] = ()) -> QueryFrame:
    drugs = tuple(DrugMention(slug, TITLES[slug], slug, How.TITLE) for slug in slugs)
    return QueryFrame(intent=Intent.INTERACTION, drugs=drugs, sections=(MAIN,), partners=partners)


@cache
def pair(one: str, other: str) -> Pair:
    (found,) = pairs_of(substances_of(asked(one, other)), evidence(one, other), index())
    return found


def printed_names(slug: str) -> re.Pattern[str]:
    kinds = {"title", "inn", "vietnamised"}
    names = {one.name for one in names_of(BOOKS[slug])[0] if one.kind in kinds}
    bare = {name.removesuffix(" phosphat").removesuffix(" dinitrat") for name in names} - {"Isosorbid"}
    words = "|".join(re.escape(name) for name in sorted(names | bare, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)


def truth() -> list[tuple[str, str, str, str]]:
    """(monograph, the other drug, section, sentence) for every sentence that names the other drug for use together."""
    names = {slug: printed_names(slug) for slug in BOOKS}
    found = []
    for passage in passages():
        if passage.section not in (MAIN, "chong_chi_dinh", "than_trong", "tuong_ky") or passage.quarantine is not None:
            continue
        for part in segments(passage):
            text = LONGER.sub("…", part.text)
            if passage.section in ("chong_chi_dinh", "than_trong") and not TOGETHER.search(text):
                continue
            found += [
                (passage.monograph, slug, passage.section, part.text)
                for slug, pattern in names.items()
                if not is_same_substance(slug, passage.monograph) and pattern.search(text)
            ]
    return found


def is_same_substance(one: str, other: str) -> bool:
    """Its own name in a monograph, that of the combination it is in, or of the other monograph of it, is no partner."""
    return one == other or TITLES[one].split()[0] == TITLES[other].split()[0] != "Acid"


TRUTH = truth()


def quoted(found: Pair) -> str:
    return "\n".join(claim.text for said in found.said for claim in said.claims())


def test_the_truth_is_large_enough_to_mean_something():
    assert len(TRUTH) >= 250
    assert len({frozenset(row[:2]) for row in TRUTH}) >= 150


def test_every_sentence_that_names_another_shipped_drug_is_found_from_either_side():
    missed = [
        row
        for row in TRUTH
        for one, other in (row[:2], row[1::-1])
        if row[3] not in quoted(pair(one, other)) or pair(one, other).found not in (Naming.ITSELF, Naming.PART)
    ]
    assert missed == []


@pytest.mark.parametrize(
    ("one", "other"),
    [("amoxicilin", "amoxicilin-va-kali-clavulanat"), ("salbutamol-ho-hap", "salbutamol-san-khoa")],
)
def test_a_monograph_that_names_its_own_substance_says_nothing_of_its_other_monograph(one: str, other: str):
    assert all(said.naming not in (Naming.ITSELF, Naming.PART) for said in pair(one, other).said)


def test_the_order_of_the_question_changes_nothing_but_the_order():
    for one, other in sorted({(row[0], row[1]) for row in TRUTH}):
        there, back = pair(one, other), pair(other, one)
        assert {(s.side, s.segments, s.naming) for s in there.said} == {
            (s.side, s.segments, s.naming) for s in back.said
        }


def test_no_pair_is_called_named_where_neither_monograph_prints_the_other_name():
    """The other way round: what is found by name holds the name."""
    for one, other in combinations(sorted(BOOKS), 2):
        for said in pair(one, other).said:
            if said.naming is Naming.ITSELF:
                text = " ".join([*said.segments[0].passage.headings, said.segments[0].passage.text])
                assert said.words in text
                assert index().mentioned(other if said.side == one else one, said.words)


# --- by class: every printed class of the curated table, asked for every member ------------------------------------


def class_truth() -> list[tuple[str, str, str]]:
    """(monograph, member of the class, lead) for every lead of an interaction that is the class and nothing else."""
    members = {
        printed.lower(): {slug for slug in BOOKS if TITLES[slug].lower().split(" (")[0] in one.members}
        for one in drug_classes()
        for printed in one.printed
    }
    found = []
    for passage in passages():
        lead, colon, _ = passage.text.partition(":")
        if passage.section == MAIN and colon and passage.quarantine is None:
            found += [
                (passage.monograph, slug, passage.text)
                for slug in members.get(lead.strip().lower(), ())
                if slug != passage.monograph
            ]
    return found


CLASS_TRUTH = class_truth()


def is_of_its_class(monograph: str, member: str, text: str) -> bool:
    """Both belong to the class of the lead: the book then speaks of the monograph's own drug, or of "… khác"."""
    lead = text.partition(":")[0].strip().lower()
    own = TITLES[monograph].lower().split(" (")[0]
    return any(own in one.members for one in drug_classes() if lead in [p.lower() for p in one.printed])


def test_every_lead_that_is_a_class_is_found_for_every_member_of_it():
    assert len(CLASS_TRUTH) >= 100
    missed = [
        row for row in CLASS_TRUTH if not is_of_its_class(*row) and row[2].split("\n")[0] not in quoted(pair(*row[:2]))
    ]
    assert missed == []


# --- food, drink, contrast media -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("drug", "partner", "said"),
    [
        ("warfarin", "rượu", "Nghiện rượu làm giảm tác dụng của warfarin"),
        ("metronidazol", "ruou", "phản ứng kiểu disulfiram"),
        ("simvastatin", "bưởi", "Nước ép bưởi: Làm tăng sinh khả dụng của simvastatin"),
        ("metformin", "thuốc cản quang", "Thuốc cản quang có iod"),
        ("ciprofloxacin", "sữa", "Không uống cùng sữa"),
        ("ciprofloxacin", "sắt", "Nhôm, calci, magnesi, kẽm, sắt"),
        (
            "ceftriaxon",
            "ringer",
            "Không dùng cho trẻ sơ sinh từ 1 đến 28 ngày tuổi đang hoặc sẽ phải dùng dung dịch chứa calci",
        ),
        ("ceftriaxon", "Ringer lactat", "Dung dịch chứa calci: Ceftriaxon tạo phức gây tủa với calci"),
        ("ceftriaxon", "canxi", "Dung dịch chứa calci: Ceftriaxon tạo phức gây tủa với calci"),
        ("warfarin", "rau xanh", "Thức ăn giàu vitamin K"),
        ("rifampicin", "thuốc ngừa thai", "Viên uống tránh thai"),
        ("ibuprofen", "thuốc chống đông", "Người bệnh đang điều trị bằng thuốc chống đông coumarin"),
    ],
)
def test_a_partner_that_is_no_drug_is_found(drug, partner, said):
    (found,) = pairs_of(substances_of(asked(drug, partners=(partner,))), evidence(drug, drug), index())
    assert said in quoted(found)


# --- many at once ----------------------------------------------------------------------------------------------


def test_ten_drugs_at_once_say_of_every_pair_what_the_pair_alone_says():
    ten = ("acid-acetylsalicylic", "warfarin", "diclofenac", "omeprazol", "simvastatin", "amiodaron", "digoxin",
           "clarithromycin", "metformin", "furosemid")  # fmt: skip
    of_ten = Evidence(tuple(p for p in passages() if p.monograph in ten))
    ports = Ports(index(), MemoryPassages(*of_ten.passages))
    composed = compose_interaction(asked(*ten), of_ten, ports)
    assert composed.outcome.kind is Kind.ANSWERED
    assert composed.interactions is not None
    assert len(composed.interactions["pairs"]) == 45
    shown = composed.draft.claims
    for cell in composed.interactions["pairs"]:
        one, other = (composed.interactions["drugs"][i]["id"] for i in cell["drugs"])
        alone = pair(one, other)
        texts = [claim.text for said in alone.said for claim in said.claims()]
        assert [shown[statement["claim"]].text for statement in cell["statements"]] == texts
