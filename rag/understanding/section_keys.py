"""What each wording of a request stands for: sections of the book."""

from rag.passages import DOSING, OVERDOSE, SECTION_KEYS

CONTRA, CAUTION, ADR = "chong_chi_dinh", "than_trong", "tac_dung_khong_mong_muon"
INTERACTION = "tuong_tac_thuoc"
PREGNANCY, LACTATION, INCOMPATIBLE = "thoi_ky_mang_thai", "thoi_ky_cho_con_bu", "tuong_ky"
KINETICS, STORAGE = "duoc_dong_hoc", "do_on_dinh_va_bao_quan"
INDICATION, PHARMACOLOGY, FORMS = "chi_dinh", "duoc_ly", "dang_thuoc_va_ham_luong"

ASKS_AMOUNT = frozenset({"dose", "amount", "interval", "adjust", "how", "dose_kind"})

# What a wording asks for, and where the book also puts it.
SECTIONS_OF: dict[str, tuple[str, ...]] = {
    "dose": (DOSING,),
    "amount": (DOSING,),
    "how": (DOSING,),
    "interval": (DOSING,),
    "adjust": (DOSING,),
    "dose_kind": (DOSING,),
    "level": (DOSING, CAUTION),
    "driving": (CAUTION, ADR),
    "method": (DOSING,),
    "meal": (DOSING, KINETICS),
    "tablet": (DOSING,),
    "daytime": (DOSING,),
    "mixing": (DOSING,),
    "speed": (DOSING,),
    "fast": (DOSING, ADR, CAUTION),
    "missed": (DOSING,),
    "taper": (DOSING, CAUTION),
    "overdose": (OVERDOSE,),
    "adr": (ADR,),
    "frequency": (ADR,),
    "harm": (ADR, CAUTION),
    "interaction": (INTERACTION,),
    "effect_kept": (INTERACTION,),
    "adr_changed": (ADR,),
    "incompatible": (INCOMPATIBLE, CONTRA, INTERACTION),
    "indication": (INDICATION,),
    "contraindication": (CONTRA,),
    "caution": (CAUTION,),
    "monitoring": (CAUTION,),
    "stop": (CAUTION, CONTRA, INTERACTION),
    "pregnancy": (PREGNANCY,),
    "conceive": (PREGNANCY, CAUTION, CONTRA),
    "lactation": (LACTATION,),
    "kinetics": (KINETICS, PHARMACOLOGY),
    "pharmacology": (PHARMACOLOGY,),
    "class": ("loai_thuoc", PHARMACOLOGY),
    "atc": ("ma_atc",),
    "inn": ("ten_chung_quoc_te",),
    "forms": (FORMS,),
    "storage": (STORAGE,),
    "mixed": (STORAGE, DOSING),
    "sun": (CAUTION, ADR),
    "light": (STORAGE, CAUTION, ADR),
    "brands": ("ten_thuong_mai",),
    "rules": ("thong_tin_quy_che",),
    "whole": SECTION_KEYS,
}
WEAK = frozenset(
    {"how_much", "how_long", "may", "how_about", "overview", "compare", "added", "manage", "coma", "clash", "tt", "why"}
)
# Safety words that leave a question about two drugs a question about their interaction.
BESIDE_INTERACTION = frozenset(
    {"caution", "harm", "monitoring", "stop", "effect_kept", "interaction", "adr", "adr_changed"}
)
