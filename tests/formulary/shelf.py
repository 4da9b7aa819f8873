"""A shelf of drug names for tests: what an edition would list, as plain values."""

from functools import cache

from formulary.name_index import NameEntry, NameIndex
from rag.ports import NameSpan
from rag.vietnamese import nfc

# Printed title: names by kind. The id is the title in small letters with hyphens.
SHELF: dict[str, dict[str, list[str]]] = {
    "Acid acetylsalicylic": {"inn": ["Acetylsalicylic acid"], "vietnamised": ["Aspirin"], "abbreviation": ["ASA"]},
    "Acid valproic": {"inn": ["Valproic acid"], "brand": ["Depakine"]},
    "Alopurinol": {"inn": ["Allopurinol"]},
    "Amlodipin": {"inn": ["Amlodipine"], "brand": ["Amlor"]},
    "Amoxicilin": {"inn": ["Amoxicillin"], "vietnamised": ["Amoxicillin trihydrate"], "brand": ["Osavix", "Hagimox"]},
    "Amoxicilin và kali clavulanat": {
        "inn": ["Amoxicillin and potassium clavulanate"],
        "abbreviation": ["Amox-clav"],
        "brand": ["Augmentin", "Augmentin SR", "Osavix"],
    },
    "Ampicilin": {"inn": ["Ampicillin"]},
    "Azithromycin": {"inn": ["Azithromycin"], "brand": ["Zithromax"]},
    "Benzylpenicilin": {"inn": ["Benzylpenicillin"]},
    "Cefalexin": {"inn": ["Cefalexin"]},
    "Cefixim": {"inn": ["Cefixime"], "brand": ["Crocin"]},
    "Cefotaxim": {"inn": ["Cefotaxime"]},
    "Cefuroxim": {"inn": ["Cefuroxime"], "brand": ["Zinnat"]},
    "Ceftriaxon": {"inn": ["Ceftriaxone"]},
    "Ciprofloxacin": {"inn": ["Ciprofloxacin"]},
    "Clindamycin": {"inn": ["Clindamycin"], "brand": ["Crocin"]},
    "Codein phosphat": {"inn": ["Codeine phosphate"]},
    "Diazepam": {"inn": ["Diazepam"], "brand": ["Seduxen", "Seduxen 5"]},
    "Diclofenac": {"inn": ["Diclofenac"], "brand": ["Voltaren"]},
    "Digoxin": {"inn": ["Digoxin"]},
    "Epinephrin (Adrenalin)": {"inn": ["Epinephrine"], "vietnamised": ["Adrenalin"]},
    "Furosemid": {"inn": ["Furosemide"], "brand": ["Lasix"]},
    "Glibenclamid": {"inn": ["Glibenclamide"]},
    "Glucose": {"inn": ["Glucose"]},
    "Haloperidol": {"inn": ["Haloperidol"]},
    "Ibuprofen": {"inn": ["Ibuprofen"], "brand": ["Brufen", "Ibuprofen 200", "Gofen 400 clearcap"]},
    "Insulin": {"inn": ["Insulin", "human"]},
    "Isosorbid dinitrat": {"inn": ["Isosorbide dinitrate"], "abbreviation": ["ISDN"]},
    "Kali clorid": {"inn": ["Potassium chloride"]},
    "Metformin": {
        "inn": ["Metformin"],
        "brand": ["Glucophage", "Glucophage XR", "DH - Metglu 500"],
        "group": ["biguanid", "dẫn chất biguanid"],
    },
    "Methotrexat": {"inn": ["Methotrexate"], "abbreviation": ["MTX"]},
    "Natri clorid": {"inn": ["Sodium chloride"]},
    "Omeprazol": {
        "inn": ["Omeprazole"],
        "brand": ["Losec", "Omez"],
        "group": ["thuốc ức chế bơm proton", "PPI"],
    },
    "Paracetamol": {
        "inn": ["Paracetamol"],
        "vietnamised": ["Acetaminophen"],
        "abbreviation": ["PCM"],
        "alias": ["Panadol"],
        "brand": ["Efferalgan", "Hapacol", "Sara", "Am", "Gan", "Tylenol 8 Hour", "Dol"],
    },
    "Prednisolon": {"inn": ["Prednisolone"], "brand": ["Pred Forte"]},
    "Prednison": {"inn": ["Prednisone"]},
    "Salbutamol (dùng trong hô hấp)": {"inn": ["Salbutamol"], "vietnamised": ["Albuterol"], "brand": ["Ventolin"]},
    "Salbutamol (dùng trong sản khoa)": {"inn": ["Salbutamol"], "vietnamised": ["Albuterol"], "brand": ["Ventolin"]},
    "Sắt sulfat": {"inn": ["Ferrous sulfate"]},
    "Simvastatin": {"inn": ["Simvastatin"]},
    "Warfarin": {
        "inn": ["Warfarin"],
        "vietnamised": ["Warfarin natri"],
        "group": ["coumarin", "thuốc chống đông đường uống", "thuốc kháng vitamin K"],
    },
}


def drug_id(title: str) -> str:
    return nfc(title).lower().replace(" ", "-")


def entries_of(shelf: dict[str, dict[str, list[str]]]) -> list[NameEntry]:
    """Entries as the edition's rows give them: the title name stands without a bracket that tells namesakes apart."""
    found = []
    for title, kinds in shelf.items():
        bare = title.partition(" (dùng")[0]
        for kind, names in {"title": [bare], **kinds}.items():
            found += [NameEntry(drug_id(title), title, name, kind) for name in names]
    return found


@cache
def index() -> NameIndex:
    return NameIndex(entries_of(SHELF))


def told(span: NameSpan) -> str:
    """One line for a span: a title, "? text: titles" for a question, "! text" for an unknown name."""
    if span.mention is not None:
        return span.mention.name
    if span.ambiguous is not None:
        return f"? {span.ambiguous.text}: {' | '.join(option.name for option in span.ambiguous.options)}"
    return f"! {span.unknown}"


def found(question: str, *, names: NameIndex | None = None) -> list[str]:
    return [told(span) for span in (names or index()).find(nfc(question))]
