"""A drug named while a reaction goes on is asked for as what is given: "sốc phản vệ do X, adrenalin bao nhiêu"."""

from rag.understanding import lexicon
from rag.understanding.spans import drug_at
from rag.understanding.utterance import NamedDrug, Utterance
from rag.vietnamese import fold

ANAPHYLAXIS = "phản vệ"
_BLAMING = ("khi", "sau", "do", "vì", "với", "bởi", "uống", "dùng", "tiêm", "truyền", "chích", "thuốc", "kháng", "sinh")
_GIVEN = (
    "epinephrin", "adrenalin", "clorpheniramin", "diphenhydramin", "promethazin", "hydrocortison", "methylprednisolon",
    "prednisolon", "dexamethason", "salbutamol", "glucagon",
)  # fmt: skip
"""How names of drugs that are given in anaphylaxis begin, folded."""


def is_given_in_anaphylaxis(drug: NamedDrug) -> bool:
    mention = drug.span.mention
    return mention is not None and any(fold(n).startswith(_GIVEN) for n in (mention.id, mention.name, mention.matched))


def rescue_in(u: Utterance) -> NamedDrug | None:
    """The one drug that is named to be given in an anaphylaxis that is told; None too when it is blamed for it."""
    told = [hit for hit in (*u.of(lexicon.DISEASE), *u.of(lexicon.SYMPTOM)) if hit.label == ANAPHYLAXIS]
    if not told:
        return None
    blamed = {drug.start for hit in told if (drug := drug_at(u, _past(u, hit.end))) is not None}
    given = [drug for drug in u.drugs if is_given_in_anaphylaxis(drug) and drug.start not in blamed]
    return given[0] if len({drug.span.mention.id for drug in given if drug.span.mention}) == 1 else None


def _past(u: Utterance, at: int) -> int:
    begun = at
    while u.says(at, *_BLAMING) and at not in u.drug_words:
        at += 1
    return at if at > begun else -1
