"""A small DrugNames: exact look-up, whatever the marks, of the names that the tests use."""

import re

from rag.frames import AmbiguousName, DrugMention, DrugOption, How
from rag.ports import NameSpan
from rag.vietnamese import fold

_TITLES = (
    "Aciclovir, Acid acetylsalicylic, Acid valproic, Acetylcystein, Alopurinol, Amikacin, Amiodaron, Amlodipin,"
    " Amoxicilin, Amoxicilin và kali clavulanat, Atorvastatin, Azithromycin, Benzylpenicilin, Captopril,"
    " Carbamazepin, Cefalexin, Cefixim, Cefotaxim, Ceftriaxon, Cefuroxim, Cetirizin, Ciprofloxacin, Clarithromycin,"
    " Clorpheniramin, Codein phosphat, Colchicin, Diazepam, Diclofenac, Digoxin, Domperidon, Enalapril, Enoxaparin,"
    " Epinephrin, Fluconazol, Furosemid, Gentamicin, Glibenclamid, Haloperidol, Ibuprofen, Insulin, Isoniazid,"
    " Isosorbid dinitrat, Meloxicam, Metformin, Methotrexat, Metronidazol, Morphin, Nifedipin, Omeprazol,"
    " Pantoprazol, Paracetamol, Phenytoin, Prednisolon, Prednison, Rifampicin, Salbutamol, Simvastatin,"
    " Spironolacton, Vancomycin, Warfarin"
)
_ALSO = {
    "adrenalin": "Epinephrin", "allopurinol": "Alopurinol", "amiodarone": "Amiodaron", "amlodipil": "Amlodipin",
    "amox-clav": "Amoxicilin và kali clavulanat", "amox/clav": "Amoxicilin và kali clavulanat",
    "amoxicilin/clavulanat": "Amoxicilin và kali clavulanat", "aspirin": "Acid acetylsalicylic",
    "cefotaxime": "Cefotaxim",
    "cefuroxime": "Cefuroxim", "codein": "Codein phosphat", "depakine": "Acid valproic", "efferalgan": "Paracetamol",
    "haloperidon": "Haloperidol", "insulin người": "Insulin", "mtx": "Methotrexat", "pa ra xe ta mon": "Paracetamol", "panadol": "Paracetamol",
    "sabutamol": "Salbutamol", "seduxen": "Diazepam", "simvastatinn": "Simvastatin", "zinnat": "Cefuroxim",
}  # fmt: skip
_PARTNERS = re.compile(
    r"nsaid|thuốc ức chế cyp3a4|(?:thuốc )?kéo dài (?:khoảng )?qt|thuốc cản quang|thuốc huyết áp|thuốc giãn cơ|rượu|macrolid|kali(?! máu)|tiêm chung"
)
_UNKNOWN = (
    "promethazin, hydroazin, dobamin, clorpropazin, lasec, methylprednisolon, clopidogrel, levetiracetam,"
    " rivaroxaban, zyntalgo 200, esomeprazol, panadol extra, tramadol, lipitor, penicilin"
)
_NEAR = {
    "prednisoln": ("Prednison", "Prednisolon"),
    "prednisoon": ("Prednison", "Prednisolon"),
    "cefoxim": ("Cefixim", "Cefotaxim", "Cefuroxim"),
}


def _slug(title: str) -> str:
    return fold(title).replace(" ", "-")


class FakeNames:
    """Implements `find` over dictionaries; names in a question may bear marks or none."""

    def __init__(self) -> None:
        titles = [t.strip() for t in _TITLES.split(",")]
        self._titles = {fold(t): t for t in titles} | {fold(k): v for k, v in _ALSO.items()}
        self._unknown = {fold(u.strip()) for u in _UNKNOWN.split(",")}
        everything = sorted([*self._titles, *self._unknown, *_NEAR], key=len, reverse=True)
        self._pattern = re.compile(rf"(?<![^\W_])({'|'.join(map(re.escape, everything))})(?![^\W_])")

    def find(self, text: str) -> tuple[NameSpan, ...]:
        return tuple(self._span(text, m) for m in self._pattern.finditer(fold(text)))

    def _span(self, text: str, match: re.Match[str]) -> NameSpan:
        key, typed = match.group(), text[match.start() : match.end()]
        if key in _NEAR:
            options = tuple(DrugOption(_slug(o), o) for o in _NEAR[key])
            return NameSpan(match.start(), match.end(), ambiguous=AmbiguousName(typed, options, "near_tie"))
        if key in self._titles:
            title = self._titles[key]
            return NameSpan(match.start(), match.end(), mention=DrugMention(_slug(title), title, typed, How.TITLE))
        return NameSpan(match.start(), match.end(), unknown=typed)

    def mentioned(self, drug_id: str, text: str) -> tuple[tuple[int, int], ...]:
        return ()

    def is_ordinary(self, word: str) -> bool:
        return False

    def partners(self, text: str) -> tuple[tuple[int, int], ...]:
        return tuple(match.span() for match in _PARTNERS.finditer(text.lower()))
