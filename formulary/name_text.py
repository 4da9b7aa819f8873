"""A text as names see it: words and numbers, and what stands between them."""

from dataclasses import dataclass

from rag.vietnamese import tokens

# One of these, with or without blanks, may stand inside a name: "amox-clav", "amoxicilin/clavulanat", "I - pain".
_SEPARATORS = frozenset("-‐‑‒–—/+&·_'’")
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))


@dataclass(frozen=True, slots=True)
class Word:
    """A run of letters or of digits: characters `start` to `end` of the text."""

    text: str
    folded: str
    start: int
    end: int
    before: str  # what stands between the previous word and this one, blanks trimmed, invisible characters left out
    is_spaced: bool  # white space stands before it
    opens: bool  # a sentence, list item or line begins here

    @property
    def is_number(self) -> bool:
        return self.text[0].isdigit()

    @property
    def continues(self) -> bool:
        """May it belong to one name with the previous word?"""
        return not self.opens and len(self.before) <= 1 and (not self.before or self.before in _SEPARATORS)

    @property
    def is_tight(self) -> bool:
        """Joined to the previous word by a mark or by nothing."""
        return self.continues and not self.is_spaced


def cut(text: str) -> tuple[Word, ...]:
    """Words and numbers of an NFC text, in order. "18kg" gives "18", "kg"."""
    words = list[Word]()
    last = 0
    for token in tokens(text):
        if not (token.is_word or token.is_number):
            continue
        gap = text[last : token.start].translate(_INVISIBLE)
        opens = not words or "\n" in gap or any(mark in ".?!;:" for mark in gap)
        words.append(
            Word(token.text, token.folded, token.start, token.end, gap.strip(), any(c.isspace() for c in gap), opens)
        )
        last = token.end
    return tuple(words)
