"""Small talk: only when nothing else is in the turn, so that a greeting never swallows a question."""

from rag.understanding import lexicon
from rag.understanding.utterance import Utterance

_SAID = ("about", "farewell", "social")


def social_rule(u: Utterance) -> str:
    """Which kind of small talk a turn is that `is_only_social`: a question about the program, a farewell, the rest."""
    return f"social.{next(label for label in _SAID if u.has(lexicon.SOCIAL, label))}"


def is_only_social(u: Utterance) -> bool:
    """Every word belongs to a social phrase or a particle, and at least one to a phrase."""
    hits = u.of(lexicon.SOCIAL)
    covered = {i for hit in hits for i in range(hit.start, hit.end)}
    spoken = {i for i, word in enumerate(u.words) if word.is_word or word.is_number}
    return bool(spoken) and spoken <= covered and any(hit.label in _SAID for hit in hits) and not u.drugs
