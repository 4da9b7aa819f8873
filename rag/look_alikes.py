"""What a risky name is not: the notice that stands above an answer about a drug whose name is taken for another's."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rag import messages
from rag.frames import DrugMention, How, QueryFrame
from rag.outcomes import Kind, Outcome
from rag.passages import BlockKind, Passage, PrintDoubt
from rag.ports import LookAlike, Naming, Ports
from rag.records import Notice, NoticeKind, TurnRequest
from rag.vietnamese import folded_words

CLASS = "loai_thuoc"
MOST_NAMES = 3  # of one drug; where several are asked about, each gets the nearest one, and all share a short notice
MOST_DRUGS = 4
_LONGEST = 100  # characters of a printed class
_AGAIN_AFTER = 6  # turns: what was said so long ago is said again
_WITHOUT = (Outcome.ANSWERED_SMALLTALK, Outcome.ANSWERED_CANDIDATE_LIST)
_PROPER = (How.TITLE, How.INN, How.SPELLING, How.FUZZY, How.SOUND)  # of a misreading another notice tells


@dataclass(frozen=True, slots=True)
class LookAlikeNotices:
    """`read` holds the blocks that the notices quote."""

    notices: tuple[Notice, ...] = ()
    read: tuple[Passage, ...] = ()


@dataclass(frozen=True, slots=True)
class _Risky:
    drug: DrugMention
    names: tuple[LookAlike, ...]


def look_alike_notices(frame: QueryFrame, outcome: Outcome, request: TurnRequest, ports: Ports) -> LookAlikeNotices:
    """For each drug of the question what it is, in the words of the print, and what it is not.

    Not while we still ask, not where no drug is looked up, and not again while the last turns said it: a notice above
    every answer is read by nobody.
    """
    if not _tells(outcome):
        return LookAlikeNotices()
    told = {
        (risky.drug.id, name.name)
        for past in request.history
        if past.frame is not None and past.outcome is not None and _tells(past.outcome)
        if request.number - past.number <= _AGAIN_AFTER
        for risky in _risky(past.frame, past.question, ports)
        for name in risky.names
    }
    found = [
        risky
        for risky in _risky(frame, request.question, ports)
        if any((risky.drug.id, name.name) not in told for name in risky.names)
    ]
    if not found:
        return LookAlikeNotices()
    if len(frame.drugs) > 1:
        return LookAlikeNotices((Notice(NoticeKind.LOOK_ALIKE, messages.not_each_other(map(_in_short, found))),))
    classes = _Classes(found, ports)
    return LookAlikeNotices((Notice(NoticeKind.LOOK_ALIKE, _sentence(found[0], classes)),), classes.quoted)


def _tells(outcome: Outcome) -> bool:
    return outcome.kind not in (Kind.CLARIFY, Kind.ESCALATE) and outcome not in _WITHOUT


def _risky(frame: QueryFrame, question: str, ports: Ports) -> list[_Risky]:
    """The drugs of a turn that have look-alikes which the turn itself does not speak of."""
    most = MOST_NAMES if len(frame.drugs) == 1 else 1
    found = []
    for drug in frame.drugs:
        names = [
            name for name in ports.look_alikes.taken_for(drug) if not _is_spoken_of(name, drug, frame, question, ports)
        ]
        if names:
            found.append(_Risky(drug, tuple(names[:most])))
    return found[:MOST_DRUGS]


def _is_spoken_of(name: LookAlike, drug: DrugMention, frame: QueryFrame, question: str, ports: Ports) -> bool:
    """Is that name asked about too, taken beside the drug, or one that the edition does not know?"""
    others = {*frame.drug_ids, *frame.co_medications, *frame.unknown_drugs} - {drug.id}
    others |= {option.id for ambiguous in frame.ambiguous for option in ambiguous.options}
    if name.drug is not None and name.drug.id in others:
        return True
    # "amoxicilin clavulanat" does not speak of amoxicilin; "insulin aspart", read as insulin, does speak of aspart.
    asked, called, typed = folded_words(question), folded_words(name.name), folded_words(drug.matched)
    if called in (asked if typed in called else asked.replace(typed, "  ")):
        return True
    return any(
        folded_words(other) == folded_words(name.name)
        or any(found.naming is Naming.ITSELF for found in ports.names.mentioned(other, name.name))
        for other in others
    )


class _Classes:
    """What the print calls each drug that a notice names. One look-up."""

    def __init__(self, found: Iterable[_Risky], ports: Ports) -> None:
        ids = dict.fromkeys(drug_id for risky in found for drug_id in _ids(risky))
        self._blocks: dict[str, list[Passage]] = {drug_id: [] for drug_id in ids}
        for passage in ports.passages.sections(tuple(ids), (CLASS,)):
            self._blocks[passage.monograph].append(passage)
        self._quoted: dict[str, Passage] = {}

    @property
    def quoted(self) -> tuple[Passage, ...]:
        return tuple(self._quoted.values())

    def of(self, drug_id: str) -> str:
        """The printed class and its page; "" where it may not be shown, or cannot be quoted short."""
        first, *more = self._blocks.get(drug_id) or (None,)
        if first is None or not _may_be_shown(first):
            return ""
        text, is_whole = _short(first.text)
        if not text:
            return ""
        self._quoted[first.id] = first
        return messages.printed_class(text, first.provenance.page_from, is_whole=is_whole and not more)


def _ids(risky: _Risky) -> Iterator[str]:
    yield risky.drug.id
    yield from (name.drug.id for name in risky.names if name.drug is not None)


def _may_be_shown(passage: Passage) -> bool:
    is_doubted = passage.errata_in(0, len(passage.text), PrintDoubt.MISPRINT)
    is_text = passage.kind is not BlockKind.TABLE
    return is_text and passage.quarantine is None and passage.provenance.is_complete and not is_doubted


def _short(text: str) -> tuple[str, bool]:
    """The text, or as many whole parts before its semicolons as fit; and whether that is all of it."""
    whole = text.rstrip().removesuffix(".")
    if len(whole) <= _LONGEST:
        return whole, True
    end = whole.rfind(";", 0, _LONGEST + 1)
    return (whole[:end].rstrip(), False) if end > 0 else ("", False)


def _typed(drug: DrugMention) -> str:
    """The name as it was typed, where the answer calls the drug otherwise; else ""."""
    is_proper = drug.how in _PROPER or folded_words(drug.matched) in folded_words(drug.name)
    return "" if is_proper else drug.matched


def _in_short(risky: _Risky) -> tuple[str, str]:
    """The drug, and the name that it is not."""
    typed = _typed(risky.drug)
    return (f"«{typed}» ({risky.drug.name})" if typed else risky.drug.name), risky.names[0].name


def _sentence(risky: _Risky, classes: _Classes) -> str:
    drug, names = risky.drug, risky.names
    kinds = [name.name for name in names if name.drug is not None and name.drug.id == drug.id]
    return messages.not_these(
        drug.matched if kinds else _typed(drug),
        drug.name,
        classes.of(drug.id),
        [_described(name, drug, classes) for name in names],
        same_monograph=kinds,
        notes=[name.why for name in names if name.why and not (name.drug and classes.of(name.drug.id))],
    )


def _described(name: LookAlike, asked: DrugMention, classes: _Classes) -> str:
    """The name with what it is: by the print where the edition has it, else by the list, marked as no print."""
    if name.drug is None or name.drug.id == asked.id:
        return name.name + messages.outside_the_book(name.what)
    title = name.drug.name
    called = title if folded_words(name.name) in folded_words(title) else f"{name.name}, tức {title}"
    return called + (classes.of(name.drug.id) or messages.outside_the_book(name.what))
