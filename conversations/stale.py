"""Stored answers that quote what the edition that answers now no longer says: word for word, at the same place.

An answer is never changed. This only tells which ones a pharmacist should look at after another edition was published,
a block was held back or an erratum was found.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db.models import Exists, F, Func, JSONField, OuterRef, Q, QuerySet

from conversations.models import CitedPassage, StaleAnswer, Turn
from formulary.models import Chunk, Edition, Erratum
from formulary.selectors import EditionInUse, current_edition
from formulary.word_diff import Piece, likeness, word_diff, words_of
from rag.passages import SECTION_TITLES

_ALIKE = 0.5  # a block with fewer of the quoted words is not what became of the quoted one


_MISPRINT = [[Erratum.Kind.MISPRINT.value]]
"""In any entry of `Chunk.errata`. An old value that is correct as printed makes no answer stale."""


class Why(StrEnum):
    GONE = "gone"
    REWORDED = "reworded"
    MOVED_UNDER = "moved_under"
    HELD = "held"
    ERRATUM = "erratum"


WHY_IN_WORDS = {
    Why.GONE: "ấn bản đang dùng không còn đoạn này",
    Why.REWORDED: "ấn bản đang dùng viết khác",
    Why.MOVED_UNDER: "đoạn này nay nằm dưới tiêu đề con khác",
    Why.HELD: "đoạn này đang cách ly",
    Why.ERRATUM: "đoạn này có đính chính bản in",
}


@dataclass(frozen=True, slots=True)
class StaleCitation:
    """A quoted block and what stands in its place now; `pieces` is empty unless the words differ.

    `new_text` and `new_url` are empty when nothing stands in its place, `new_text` also when that is held back.
    """

    monograph_name: str
    section_title: str
    why: Why
    old_text: str
    old_headings: tuple[str, ...]
    old_url: str
    new_text: str = ""
    new_headings: tuple[str, ...] = ()
    new_url: str = ""
    pieces: tuple[Piece, ...] = ()

    @property
    def why_in_words(self) -> str:
        return WHY_IN_WORDS[self.why]


def stale_answers(monograph: str = "") -> QuerySet[StaleAnswer]:
    """Turns with at least one cited passage that no longer stands, newest first; of one monograph when it is named.

    None when no edition answers.
    """
    passages = stale_passages().filter(turn=OuterRef("pk"))
    if monograph:
        passages = passages.filter(monograph=monograph)
    return StaleAnswer.objects.filter(Exists(passages)).order_by("-created_at")


def stale_passages() -> QuerySet[CitedPassage]:
    """Cited passages that no longer stand word for word, or stand held back or under an erratum."""
    edition = current_edition()
    if edition is None:
        return CitedPassage.objects.none()
    stands = (
        Chunk.objects.filter(
            section__monograph__edition_id=edition.id,
            section__monograph__slug=OuterRef("monograph"),
            section__key=OuterRef("section"),
            text_sha256=OuterRef("text_sha256"),
            quarantine_kind__isnull=True,
        )
        # The same words under another sub-heading may be another patient's dose.
        .alias(above=Func(F("headings"), function="to_jsonb", output_field=JSONField()))
        .filter(above=OuterRef("context__headings"))
        .exclude(errata__contains=_MISPRINT)
    )
    return CitedPassage.objects.filter(~Exists(stands), cited=True)


def monographs_of_stale_answers() -> list[tuple[str, str]]:
    """(slug, printed title) of the monographs that stale answers quote, by title."""
    rows = stale_passages().order_by("monograph_name").values_list("monograph", "monograph_name").distinct()
    return list(dict(rows).items())


def stale_citations(turns: Iterable[Turn]) -> dict[Any, tuple[StaleCitation, ...]]:
    """By turn id, for the turns of one page: what each quoted and what stands there now."""
    edition = current_edition()
    if edition is None:
        return {}
    passages = list(stale_passages().filter(turn__in=[turn.pk for turn in turns]).order_by("position"))
    blocks = _blocks(edition, {(p.monograph, p.section) for p in passages})
    found: dict[Any, list[StaleCitation]] = {}
    for passage in passages:
        now = blocks.get((passage.monograph, passage.section), [])
        found.setdefault(passage.turn_id, []).append(_told(passage, now, edition))
    return {turn: tuple(citations) for turn, citations in found.items()}


def _blocks(edition: EditionInUse, places: set[tuple[str, str]]) -> dict[tuple[str, str], list[Chunk]]:
    which = Q(pk__in=[])
    for slug, section in places:
        which |= Q(section__monograph__slug=slug, section__key=section)
    rows = Chunk.objects.filter(which, section__monograph__edition_id=edition.id)
    found: dict[tuple[str, str], list[Chunk]] = {}
    for chunk in rows.select_related("section__monograph").order_by("ordinal"):
        found.setdefault((chunk.section.monograph.slug, chunk.section.key), []).append(chunk)
    return found


def _told(passage: CitedPassage, now: list[Chunk], edition: EditionInUse) -> StaleCitation:
    above = list(passage.context.get("headings", ()))
    # Of several, the one under the same sub-headings first.
    saying_the_same = sorted(
        (chunk for chunk in now if chunk.text_sha256 == passage.text_sha256), key=lambda chunk: chunk.headings != above
    )
    same = saying_the_same[0] if saying_the_same else None
    chunk = same or _likest(passage.text, now)
    told: dict[str, Any] = {
        "monograph_name": passage.monograph_name,
        "section_title": SECTION_TITLES.get(passage.section, passage.section),
        "old_text": passage.text,
        "old_headings": tuple(above),
        "old_url": passage.url,
    }
    if chunk is None:
        return StaleCitation(why=Why.GONE, **told)
    told |= {
        "new_headings": tuple(chunk.headings),
        "new_url": f"/formulary/{edition.key}/{passage.monograph}/#{passage.section}-{chunk.ordinal}",
    }
    if chunk.quarantine_kind is not None:
        return StaleCitation(why=Why.HELD, **told)
    if same is not None and told["old_headings"] != told["new_headings"]:
        return StaleCitation(why=Why.MOVED_UNDER, new_text=chunk.text, **told)
    if same is None:
        pieces = word_diff(passage.text, chunk.text)
        return StaleCitation(why=Why.REWORDED, new_text=chunk.text, pieces=pieces, **told)
    return StaleCitation(why=Why.ERRATUM, new_text=chunk.text, **told)


def _likest(text: str, chunks: list[Chunk]) -> Chunk | None:
    wanted = words_of(text)
    scored = [(likeness(wanted, words_of(chunk.text)), chunk) for chunk in chunks]
    best = max(scored, key=lambda pair: pair[0], default=None)
    return best[1] if best is not None and best[0] >= _ALIKE else None


def are_cited(edition: Edition) -> bool:
    """Whether any stored answer quotes the edition: its text must then stay."""
    return CitedPassage.objects.filter(edition_key=edition.key).exists()


def sentence_after_publishing(*, edition: Edition, **kwargs: Any) -> str | None:
    """For whoever published: how many answers to look at again."""
    count = stale_answers().count()
    if not count:
        return None
    return f"{count} câu trả lời đã lưu trích đoạn mà nay viết khác, bị bỏ hoặc cách ly; xem «Câu trả lời cần xem lại»."
