"""In-memory stand-ins for the ports, for tests of the pipeline without a database."""

from collections.abc import Sequence

from rag.conditions import same_condition
from rag.frames import DrugMention, How
from rag.passages import SECTION_KEYS, Passage
from rag.ports import NameSpan
from rag.vietnamese import fold


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
        return tuple(
            p for p in self.passages if p.section == "chi_dinh" and any(same_condition(t, p.text) for t in terms)
        )


class ListedNames:
    """DrugNames that knows exactly the names it is given: name -> drug id."""

    def __init__(self, **names: str) -> None:
        self.names = {fold(name.replace("_", " ")): drug for name, drug in names.items()}

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

    def mentioned(self, drug_id: str, text: str) -> tuple[tuple[int, int], ...]:
        folded = fold(text)
        return tuple(
            (folded.index(name), folded.index(name) + len(name))
            for name, drug in self.names.items()
            if drug == drug_id and name in folded
        )
