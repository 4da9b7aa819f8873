"""Every listed wording in one lexicon, compiled once: a question is scanned a single time."""

from rag.condition_names import condition_names, spoken
from rag.scope import SCOPE_WORDINGS
from rag.understanding.condition_words import CONDITION_CUES, DISEASES, HEADS, SYMPTOMS
from rag.understanding.follow_up_words import LINK_WORDINGS, SMALLTALK_WORDINGS, STOP_WORDS
from rag.understanding.partners import PARTNER_WORDINGS
from rag.understanding.people_words import PEOPLE_WORDINGS, ROUTE_WORDINGS
from rag.understanding.phrases import Lexicon
from rag.understanding.section_words import SECTION_WORDINGS, WHICH_WORDINGS

SECTIONS = "sections"
PEOPLE = "people"
ROUTES = "routes"
SCOPE = "scope"
LINKS = "links"
SOCIAL = "social"
DISEASE = "disease"
SYMPTOM = "symptom"
HEAD = "head"
CUES = "cues"
PARTNERS = "partners"
STOPS = "stops"
WHICH = "which"
CONDITIONS = "conditions"


def _named_conditions() -> dict[str, str]:
    """The curated names: a single syllable only as it is printed, unless its row says otherwise."""
    wordings: dict[str, str] = {}
    for row in condition_names():
        said = [" ".join(spoken(name)) for name in row.names]
        strict = ["=" if " " not in n and not n.isupper() and not row.written_plain else "" for n in said]
        wordings[row.name] = ", ".join(map("".join, zip(strict, said, strict=True)))
    return wordings


LEXICON = Lexicon(
    {
        SECTIONS: SECTION_WORDINGS,
        PEOPLE: PEOPLE_WORDINGS,
        ROUTES: ROUTE_WORDINGS,
        SCOPE: SCOPE_WORDINGS,
        LINKS: LINK_WORDINGS,
        SOCIAL: SMALLTALK_WORDINGS,
        DISEASE: DISEASES,
        SYMPTOM: SYMPTOMS,
        HEAD: HEADS,
        CUES: CONDITION_CUES,
        PARTNERS: PARTNER_WORDINGS,
        WHICH: WHICH_WORDINGS,
        CONDITIONS: _named_conditions(),
        STOPS: {"stop": ", ".join(STOP_WORDS.split())},
    },
    lenient=(SECTIONS,),
)
