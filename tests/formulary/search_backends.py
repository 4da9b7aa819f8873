"""Fixtures and values of the tests of search: backends of a test's own."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from duocthu.adapters.embedders import HashingEmbedder
from formulary import backends, index_readiness, indexing, searching
from formulary.ports import Embedder, VectorIndex
from formulary.selectors import EditionInUse, current_edition
from tests.formulary.book import load_markdown_edition, make_monograph

FILES = {
    "a.md": make_monograph(
        "alpha",
        "Alpha",
        chi_dinh="Đau đầu.\n\nViêm khớp dạng thấp.\n\nSốt.",
        chong_chi_dinh="Suy thận nặng.\n\nDị ứng với alpha.",
        lieu_luong_va_cach_dung="### Trẻ em\n\nUống 10 mg/kg.\n\n### Người lớn\n\nUống 500 mg, ngày 2 lần.",
    ),
    "b.md": make_monograph(
        "beta", "Beta", chi_dinh="Sốt cao, đau đầu dữ dội.", chong_chi_dinh="Suy gan.\n\nSuy thận.\n\nSuy tim."
    ),
}


class CountingEmbedder(HashingEmbedder):
    def __init__(self) -> None:
        super().__init__(32)
        self.texts: list[str] = []
        self.fails_after: int | None = None

    def passages(self, texts):
        if self.fails_after is not None and len(self.texts) >= self.fails_after:
            raise KeyboardInterrupt
        self.texts += texts
        return super().passages(texts)


@contextmanager
def searching_with(embedder: Embedder | None, index: VectorIndex | None) -> Iterator[None]:
    """The backends that settings would name."""
    index_readiness.forget()
    indexing.forget()
    searching.forget()
    with (
        patch.object(backends, "embedder", lambda: embedder),
        patch.object(backends, "vector_index", lambda: index),
    ):
        yield


def the_edition() -> EditionInUse:
    edition = current_edition()
    assert edition is not None
    return edition


def loaded(files: dict[str, str] = FILES) -> EditionInUse:
    load_markdown_edition(files)
    return the_edition()


def ids(passages) -> list[str]:
    return [passage.id.removeprefix("mau/") for passage in passages]
