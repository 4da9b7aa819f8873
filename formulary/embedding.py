"""The vectors of an edition's blocks: made once for each text, kept in PostgreSQL, used by every index and release."""

import hashlib
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from formulary.models import Chunk, StoredVector
from formulary.ports import Embedder, Vector
from formulary.selectors import printed_title
from rag.passages import SECTION_TITLES
from rag.vietnamese import squeeze

_ROWS_AT_ONCE = 500
_TEXTS_AT_ONCE = 16  # one to two seconds of work: what is lost when the process is killed
# About what the model reads in one go. The words of what is longer are found by BM25.
_LONGEST = 1_500


@dataclass(frozen=True, slots=True)
class BlockText:
    """A released block: what it is filed under, its searchable words and what is embedded of it."""

    chunk: int
    drug_id: str
    section_key: str
    folded_context: str
    folded: str
    embedded: str

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.embedded.encode()).hexdigest()


class Stopped(Exception):
    """The work was asked to stop. What has been embedded is kept."""


def released_blocks(edition_id: int) -> Iterator[list[BlockText]]:
    """Every block that is not held back, some hundred at a time; each batch is a query of its own."""
    last = 0
    while True:
        rows = list(
            Chunk.objects.filter(section__monograph__edition_id=edition_id, quarantine_reason__isnull=True, pk__gt=last)
            .order_by("pk")
            .values_list(
                "pk",
                "section__monograph__slug",
                "section_key",
                "folded_context",
                "folded",
                "section__monograph__title",
                "section__monograph__bracket",
                "headings",
                "text",
            )[:_ROWS_AT_ONCE]
        )
        if not rows:
            return
        last = rows[-1][0]
        yield [
            BlockText(pk, slug, key, context, folded, embedded_text(printed_title(title, bracket), key, headings, text))
            for pk, slug, key, context, folded, title, bracket, headings, text in rows
        ]


def embedded_text(title: str, section_key: str, headings: Iterable[str], text: str) -> str:
    """`Paracetamol › Liều lượng và cách dùng › Trẻ em › 10–15 mg/kg …`: a block alone often names no drug."""
    return squeeze(" › ".join((title, SECTION_TITLES[section_key], *headings, text)))[:_LONGEST]


def embed_missing(
    edition_id: int,
    embedder: Embedder,
    *,
    on_batch: Callable[[int], None] = lambda done: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> int:
    """Embed the blocks that have no vector yet. Gives how many texts were embedded. Raises Stopped.

    `on_batch` is told how many texts have their vector. Safe to kill: the next run goes on from there. Two
    that run at once do some work twice and no harm.
    """
    done = made = 0
    for batch in released_blocks(edition_id):
        texts = {block.sha256: block.embedded for block in batch}
        known = set(
            StoredVector.objects.filter(model=embedder.model, text_sha256__in=list(texts)).values_list(
                "text_sha256", flat=True
            )
        )
        missing = [sha for sha in texts if sha not in known]
        done += len(texts) - len(missing)
        for start in range(0, len(missing), _TEXTS_AT_ONCE):
            if should_stop():
                raise Stopped
            some = missing[start : start + _TEXTS_AT_ONCE]
            vectors = embedder.passages([texts[sha] for sha in some])
            StoredVector.objects.bulk_create(
                [
                    StoredVector(model=embedder.model, text_sha256=sha, vector=packed(vector))
                    for sha, vector in zip(some, vectors, strict=True)
                ],
                ignore_conflicts=True,
            )
            done, made = done + len(some), made + len(some)
            on_batch(done)
        on_batch(done)
    return made


def stored_vectors(model: str, hashes: Iterable[str]) -> dict[str, Vector]:
    """Those that are there, by the hash of the text."""
    rows = StoredVector.objects.filter(model=model, text_sha256__in=list(hashes))
    return {sha: unpacked(vector) for sha, vector in rows.values_list("text_sha256", "vector")}


def packed(vector: Vector) -> bytes:
    """Little-endian float32, whatever the machine."""
    numbers = array("f", vector)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


def unpacked(kept: bytes | memoryview) -> Vector:
    numbers = array("f")
    numbers.frombytes(bytes(kept))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
