"""QueryFrame: what one turn asks, slot by slot, and which rule said so."""

from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum


class Intent(StrEnum):
    """What kind of question the turn is."""

    DOSE = "dose"
    SECTION = "section"  # one or several sections of a named drug
    OVERVIEW = "overview"  # the bare name, or "tổng quan về …"
    INTERACTION = "interaction"
    CONDITION_TO_DRUG = "condition_to_drug"  # which drugs are indicated for …
    SYMPTOM_TO_DRUG = "symptom_to_drug"  # what to take for …
    CONDITION_RELATION = "condition_relation"  # which drugs are not for …, which cause …
    COMPARISON = "comparison"  # two drugs or two populations side by side on a section
    SMALLTALK = "smalltalk"
    OUT_OF_SCOPE = "out_of_scope"
    UNCLEAR = "unclear"  # no rule fired


class Population(StrEnum):
    ADULT = "nguoi_lon"
    CHILD = "tre_em"
    NEONATE = "tre_so_sinh"
    ELDERLY = "nguoi_cao_tuoi"
    PREGNANT = "phu_nu_co_thai"
    BREASTFEEDING = "phu_nu_cho_con_bu"
    RENAL = "suy_than"
    HEPATIC = "suy_gan"


AGE_CLASSES = frozenset({Population.ADULT, Population.CHILD, Population.NEONATE, Population.ELDERLY})
CHILDREN = frozenset({Population.CHILD, Population.NEONATE})
IMPAIRED = frozenset({Population.RENAL, Population.HEPATIC})
MOTHERS = frozenset({Population.PREGNANT, Population.BREASTFEEDING})
CONDITIONS = IMPAIRED | MOTHERS


class Route(StrEnum):
    ORAL = "uong"
    IV_INJECTION = "tiem_tinh_mach"
    IV_INFUSION = "truyen_tinh_mach"
    IM = "tiem_bap"
    SC = "tiem_duoi_da"
    RECTAL = "dat_truc_trang"
    INHALED = "hit"
    NEBULISED = "khi_dung"
    SUBLINGUAL = "ngam_duoi_luoi"
    LOCAL = "tai_cho"
    OTHER = "khac"


class Relation(StrEnum):
    """How a condition stands to the drugs asked for. Only `indication` is answered."""

    INDICATION = "indication"
    CONTRAINDICATION = "contraindication"
    ADVERSE_EFFECT = "adverse_effect"
    CAUTION = "caution"


class Verbosity(StrEnum):
    CONCISE = "concise"
    DETAILED = "detailed"


class Signal(StrEnum):
    """Facts about the turn that decide its route whatever drug it names."""

    NON_HUMAN = "non_human"
    WANTS_PHARMACIST = "wants_pharmacist"
    RESTRICTED = "restricted"  # complaint, legal matter, change of a prescription on someone's behalf
    FRUSTRATED = "frustrated"
    EMERGENCY = "emergency"
    OFF_TOPIC = "off_topic"
    INSTRUCTION = "instruction"  # text that addresses the program rather than asks of the book
    AMBIGUOUS_CONDITION = "ambiguous_condition"
    VALUE_UNKNOWN = "value_unknown"  # "không biết": the asked value cannot be had
    MALFORMED = "malformed"  # blank, emoji only, no letters
    RANKING = "ranking"  # which is better, gentler, stronger: never answered


class Link(StrEnum):
    """How the words of a turn hang on earlier turns; `rag.slots` decides what that carries over."""

    FOLLOW_UP = "follow_up"  # "còn …", "thế …", "… thì sao"
    SAME_PATIENT = "same_patient"  # "BN này", "bé đó", "chuyển sang …"
    RETURN = "return"  # "quay lại cháu hồi nãy"
    NEW_PATIENT = "new_patient"  # "đổi ca", "bệnh nhân khác"
    CORRECTION = "correction"  # "à nhầm, …"
    REJECTED = "rejected"  # "không đúng ý tôi"
    ADDED_DRUG = "added_drug"  # "dùng cùng …", "thêm …": together with the drug talked about
    REMOVED_DRUG = "removed_drug"  # "bỏ X ra": the others without it
    REPLACED_DRUG = "replaced_drug"  # "thay X bằng Y": the others with Y instead
    THAT_DRUG = "that_drug"  # "thuốc đó", "nó"
    FIRST_DRUG = "first_drug"
    SECOND_DRUG = "second_drug"
    THIRD_DRUG = "third_drug"
    OTHER_DRUG = "other_drug"  # "thuốc kia": of two, the one not spoken of now
    BOTH_DRUGS = "both_drugs"  # "hai thuốc này"
    FIRST_PATIENT = "first_patient"  # "bé đầu tiên"
    SECOND_PATIENT = "second_patient"


class How(StrEnum):
    """How a name in the question became a drug of the book."""

    TITLE = "title"
    INN = "inn"
    BRAND = "brand"
    ABBREVIATION = "abbreviation"
    ALIAS = "alias"  # curated, printed nowhere in the book
    SPELLING = "spelling"  # listed other spelling
    SOUND = "sound"  # spelt as it is heard
    FUZZY = "fuzzy"
    HISTORY = "history"  # "thuốc đó", inherited
    CHOICE = "choice"  # picked from options that we offered


@dataclass(frozen=True, slots=True)
class DrugMention:
    """A drug of the current edition that the turn is about."""

    id: str
    name: str
    matched: str  # as typed
    how: How


@dataclass(frozen=True, slots=True)
class DrugOption:
    id: str
    name: str


@dataclass(frozen=True, slots=True)
class AmbiguousName:
    """A typed name that several drugs answer to: asked about, never picked."""

    text: str
    options: tuple[DrugOption, ...]
    why: str  # "shared_name", "near_tie", "look_alike", "homonym", "combination", TWO_READINGS


TWO_READINGS = "two_readings"
"""Why a drug is asked about that the rules and a model read differently; the text is what the model points at."""


@dataclass(frozen=True, slots=True)
class TwoReadings:
    """A value of the patient that the rules and a model read differently; both stand in what was typed.

    `field`: "age_months" or "weight_kg". The frame holds neither of the two until the asker says which.
    """

    field: str
    by_rules: Decimal
    by_model: Decimal


@dataclass(frozen=True, slots=True)
class Renal:
    """Renal function as said. `value` None: impairment named without a number."""

    measure: str  # "clcr" (ml/phút; also MLCT, GFR) | "creatinin" | "suy_than" | "loc_mau"
    value: Decimal | None
    unit: str | None
    text: str
    comparator: str | None = None  # "<", "<=", ">", ">=", None = equal


@dataclass(frozen=True, slots=True)
class Finding:
    """A condition, allergy or co-medication that was said to be present or absent."""

    name: str
    present: bool
    substance: str = ""  # of an allergy: the book's title of what was named, "Cefuroxim" for "dị ứng Zinnat"


@dataclass(frozen=True, slots=True)
class DoseTask:
    """What a turn says of a dose that is to be worked out or held against the print. None and "": not said.

    A dose that somebody names is `amount` of `unit` (from `amount_from`, where a range is named), for each kilogram or
    m2 where `per` says so, each `base` ("lần", "ngày", "tuần", "giờ", "phút"; "" is "lần"). Or it is `count` of
    `count_unit` ("viên", "ml"), of the strength that is said: so much in `strength_ml` millilitres, or in one tablet,
    ampoule or sachet where that is None. `times` are doses in a `times_in` ("ngày", "tuần"; "": not said in what).
    """

    wants_dose: bool = False  # "tính liều …", "bao nhiêu mg"
    wants_check: bool = False  # "… được không"
    unread: bool = False  # a dose is named in words that nothing reads
    amount: Decimal | None = None
    amount_from: Decimal | None = None
    unit: str = ""
    per: str = ""  # "kg", "m2"
    base: str = ""
    count: Decimal | None = None
    count_from: Decimal | None = None
    count_unit: str = ""
    times: Decimal | None = None
    times_from: Decimal | None = None
    times_in: str = ""
    interval_hours: Decimal | None = None
    interval_from: Decimal | None = None
    strength: Decimal | None = None
    strength_unit: str = ""
    strength_ml: Decimal | None = None
    wants_volume: bool = False
    wants_tablets: bool = False
    surface_m2: Decimal | None = None
    sex: str = ""  # "nam", "nữ"
    kept: bool = False  # part of the named dose was said in an earlier turn

    @property
    def names_dose(self) -> bool:
        """Is a dose named, whether or not it was read?"""
        return self.amount is not None or self.count is not None or self.unread

    @property
    def says_how_often(self) -> bool:
        return self.times is not None or self.interval_hours is not None

    @property
    def checks(self) -> bool:
        """Is a dose named, to be held against the print?"""
        return self.wants_check and self.names_dose

    @property
    def is_request(self) -> bool:
        """Is there anything to work out? A surface, a sex or a strength alone is a reply to a question of ours."""
        return self.wants_dose or self.checks


PURPOSE_ALONE = "section.purpose_alone"
"""The rule of a turn that names one drug and what it may be for, and says no more ("haloperidol cai rượu")."""

BY_DAY = "often.by_day"
"""The rule, under "often", of a question whether a drug may be given every day."""

AGE_BY_WEEKS = "age.print_goes_by_weeks"
"""The rule, under "age_months", of a newborn whose printed doses go by its weeks since the last period alone."""

PRETERM = "sinh non"  # name of the finding that "thiếu tháng" gives; "đủ tháng" is its absence


@dataclass(frozen=True, slots=True)
class QueryFrame:
    """All that is known of what a turn asks.

    `None` means not said; `False` in a Finding means said to be absent. Ages are months, weights kilograms.
    `rules` maps a field to the rule that filled it: that is how sure the frame is.
    """

    intent: Intent = Intent.UNCLEAR
    drugs: tuple[DrugMention, ...] = ()
    ambiguous: tuple[AmbiguousName, ...] = ()
    unknown_drugs: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    own_sections: dict[str, tuple[str, ...]] = field(default_factory=dict, hash=False)  # drug id -> asked of it alone
    populations: tuple[Population, ...] = ()
    groups: tuple[Population, ...] = ()  # of these, those named side by side: each is answered apart, in this order
    age_months: Decimal | None = None
    weight_kg: Decimal | None = None
    routes: tuple[Route, ...] = ()  # several: any of them is meant ("tiêm")
    indication: str | None = None
    condition: str | None = None
    purpose: str | None = None  # the words that tell what the dose is for, with "phòng" where it is to prevent
    relation: Relation | None = None
    renal: Renal | None = None
    hepatic: str | None = None
    pregnancy_weeks: int | None = None
    trimesters: tuple[int, ...] = ()  # of 1, 2, 3 as said; two where either may be meant ("6 tháng cuối")
    gestational_weeks: int | None = None  # of a neonate, at its birth
    postmenstrual_weeks: int | None = None  # of a neonate, until now: those at birth and its age together
    infant_age_months: Decimal | None = None  # of a breast-fed child while the mother is the patient
    comorbidities: tuple[Finding, ...] = ()
    co_medications: tuple[str, ...] = ()  # taken beside the drug asked about: drug id, else the name as typed
    partners: tuple[str, ...] = ()  # what the drugs meet and is no drug of its own, as typed: "NSAID", "rượu"
    of_relatives: tuple[str, ...] = ()  # what is told of relatives of the patient, as typed
    stopped: tuple[str, ...] = ()  # drugs told as no longer taken, as typed
    verbosity: Verbosity | None = None
    dose_task: DoseTask | None = None
    signals: frozenset[Signal] = frozenset()
    links: frozenset[Link] = frozenset()
    two_readings: tuple[TwoReadings, ...] = ()
    implausible: tuple[str, ...] = ()  # fields said but not believable: "weight_kg", "age_months"
    terms: tuple[str, ...] = ()  # content words left over: what inside the section is asked for
    inherited: tuple[str, ...] = ()  # field names taken from earlier turns
    answers_slot: str | None = None  # the slot of our own last question that this turn fills
    notes: tuple[str, ...] = ()  # repairs of the reading: "telex", "mojibake", "homoglyph"
    rules: dict[str, str] = field(default_factory=dict, hash=False)
    understood_by: str = "rules"  # "model": the rules were not sure, and what a model read was verified and used

    @property
    def drug_ids(self) -> tuple[str, ...]:
        return tuple(drug.id for drug in self.drugs)

    def sections_of(self, drug_id: str) -> tuple[str, ...]:
        """What is asked of this drug: its own sections where the words give each drug its own."""
        return self.own_sections.get(drug_id, self.sections)

    @property
    def population(self) -> Population | None:
        """The first population named, or None."""
        return self.populations[0] if self.populations else None

    @property
    def route(self) -> Route | None:
        """The route, when one is meant; "tĩnh mạch" without more stands for the injection."""
        if set(self.routes) == {Route.IV_INJECTION, Route.IV_INFUSION}:
            return Route.IV_INJECTION
        return self.routes[0] if len(self.routes) == 1 else None

    @property
    def is_paediatric(self) -> bool:
        return Population.CHILD in self.populations or Population.NEONATE in self.populations
