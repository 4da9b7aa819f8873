"""In-memory stand-ins for the ports, for tests of the pipeline without a database."""

import re
from collections.abc import Mapping, Sequence

from rag.frames import DrugMention, DrugOption, How
from rag.passages import SECTION_KEYS, Passage
from rag.ports import LookAlike, NameSpan, Naming, PrintedName
from rag.vietnamese import fold, folded_words


class MemoryPassages:
    """PassageStore over a tuple of passages."""

    def __init__(self, *passages: Passage) -> None:
        self.passages = passages

    def sections(self, drug_ids: Sequence[str], section_keys: Sequence[str]) -> tuple[Passage, ...]:
        return tuple(p for d in drug_ids for p in self.monograph(d) if p.section in section_keys)

    def monograph(self, drug_id: str) -> tuple[Passage, ...]:
        own = [p for p in self.passages if p.monograph == drug_id]
        return tuple(sorted(own, key=lambda p: (SECTION_KEYS.index(p.section), p.ordinal)))

    def by_indication(self, terms: Sequence[str]) -> tuple[Passage, ...]:
        def holds(text: str) -> bool:
            return any(folded_words(term) in folded_words(text) for term in terms)

        return tuple(p for p in self.passages if p.section == "chi_dinh" and any(map(holds, (p.text, *p.headings))))


class ListedNames:
    """DrugNames that knows exactly the names it is given: name -> drug id; and class words: word -> ids or typed names.

    A name that it does not know is mentioned where it is printed as typed.
    """

    def __init__(self, *, classes: Mapping[str, Sequence[str]] | None = None, **names: str) -> None:
        self.names = {fold(name.replace("_", " ")): drug for name, drug in names.items()}
        self.classes = {fold(word): tuple(members) for word, members in (classes or {}).items()}

    def find(self, text: str) -> tuple[NameSpan, ...]:
        folded = fold(text)
        found = []
        for name in sorted(self.names, key=len, reverse=True):
            start = folded.find(name)
            if start >= 0 and not any(s.start < start + len(name) and start < s.end for s in found):
                drug = self.names[name]
                mention = DrugMention(drug, drug.capitalize(), text[start : start + len(name)], How.TITLE)
                found.append(NameSpan(start, start + len(name), mention=mention))
        return tuple(sorted(found, key=lambda s: s.start))

    def is_ordinary(self, word: str) -> bool:
        return False

    def partners(self, text: str) -> tuple[tuple[int, int], ...]:
        return tuple(
            sorted(m.span() for word in self.classes for m in re.finditer(rf"\b{re.escape(word)}\b", fold(text)))
        )

    def mentioned(self, drug: str, text: str) -> tuple[PrintedName, ...]:
        names = [name for name, owner in self.names.items() if owner == drug] or [fold(drug)]
        classes = [word for word, members in self.classes.items() if drug in members]
        asked = self.classes.get(fold(drug), ())
        if asked:
            names, classes = [], [fold(drug)]
        found = [
            PrintedName(match.start(), match.end(), naming)
            for words, naming in ((names, Naming.ITSELF), (classes, Naming.CLASS), (asked, Naming.MEMBER))
            for word in words
            for match in re.finditer(rf"\b{re.escape(word)}\b", fold(text))
        ]
        return tuple(sorted(found, key=lambda name: name.start))


class ListedLookAlikes:
    """LookAlikeNames that knows exactly what it is given: drug id -> names; a name that is a drug id is that drug."""

    def __init__(self, *drugs: str, **names: Sequence[LookAlike | str]) -> None:
        """`drugs`: ids of the edition."""
        self.names = {
            drug: tuple(name if isinstance(name, LookAlike) else self._of(name, drugs) for name in taken)
            for drug, taken in names.items()
        }

    @staticmethod
    def _of(name: str, drugs: Sequence[str]) -> LookAlike:
        return LookAlike(name.capitalize(), DrugOption(name, name.capitalize()) if name in drugs else None)

    def taken_for(self, drug: DrugMention) -> tuple[LookAlike, ...]:
        return self.names.get(drug.id, ())
