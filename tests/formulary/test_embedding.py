"""Embeddings: once for each text and model, kept in the database."""

import pytest
from django.contrib.auth.models import User
from hypothesis import given
from hypothesis import strategies as st

from formulary.editions import quarantine_chunk
from formulary.embedding import Stopped, embed_missing, embedded_text, packed, released_blocks, stored_vectors, unpacked
from formulary.models import StoredVector
from tests.formulary.book import chunk, load_markdown_edition
from tests.formulary.search_backends import FILES, CountingEmbedder, loaded


def test_what_is_embedded_says_whose_and_where():
    text = embedded_text("Alpha", "lieu_luong_va_cach_dung", ("Trẻ em", "Uống"), "10 mg/kg\nmỗi 6 giờ")
    assert text == "Alpha › Liều lượng và cách dùng › Trẻ em › Uống › 10 mg/kg mỗi 6 giờ"


@given(st.lists(st.floats(width=32, allow_nan=False), max_size=20))
def test_a_kept_vector_is_the_vector(numbers):
    assert list(unpacked(packed(numbers))) == numbers


def test_vectors_are_kept_as_little_endian_float32():
    assert packed([1.0, -2.0]) == b"\x00\x00\x80\x3f\x00\x00\x00\xc0"


@pytest.mark.django_db
def test_nothing_is_embedded_twice():
    edition, embedder = loaded(), CountingEmbedder()
    first = embed_missing(edition.id, embedder)
    assert first == len(embedder.texts) == len(set(embedder.texts)) == StoredVector.objects.count()
    assert embed_missing(edition.id, embedder) == 0


@pytest.mark.django_db
def test_the_next_release_embeds_only_what_it_says_anew():
    embedder = CountingEmbedder()
    embed_missing(loaded().id, embedder)
    changed = FILES | {"b.md": FILES["b.md"].replace("Suy gan.", "Suy gan nặng.")}
    edition = load_markdown_edition(changed)
    assert edition.release == 2
    embedder.texts.clear()
    embed_missing(edition.pk, embedder)
    assert embedder.texts == ["Beta › Chống chỉ định › Suy gan nặng."]


@pytest.mark.django_db
def test_another_model_has_vectors_of_its_own():
    edition, one, other = loaded(), CountingEmbedder(), CountingEmbedder()
    other.model = "other"
    assert embed_missing(edition.id, one) == embed_missing(edition.id, other)


@pytest.mark.django_db
def test_a_held_block_is_not_embedded():
    edition, embedder = loaded(), CountingEmbedder()
    quarantine_chunk(chunk("beta", "chong_chi_dinh", 0), reason="mờ", actor=User.objects.create_user("duoc-si"))
    embed_missing(edition.id, embedder)
    assert not any("Suy gan" in text for text in embedder.texts)


@pytest.mark.django_db
def test_what_was_embedded_before_a_stop_is_kept(monkeypatch):
    monkeypatch.setattr("formulary.embedding._TEXTS_AT_ONCE", 2)
    edition, embedder = loaded(), CountingEmbedder()
    told: list[int] = []
    with pytest.raises(Stopped):
        embed_missing(edition.id, embedder, on_batch=told.append, should_stop=lambda: len(told) == 2)
    assert told == [2, 4]
    assert StoredVector.objects.count() == 4
    assert embed_missing(edition.id, embedder) == len(embedder.texts) - 4


@pytest.mark.django_db
def test_blocks_come_in_batches_and_each_once(monkeypatch):
    monkeypatch.setattr("formulary.embedding._ROWS_AT_ONCE", 3)
    batches = list(released_blocks(loaded().id))
    assert all(len(batch) <= 3 for batch in batches)
    chunks = [block.chunk for batch in batches for block in batch]
    assert len(chunks) == len(set(chunks)) == 11


@pytest.mark.django_db
def test_stored_vectors_are_found_by_the_hash_of_the_text():
    edition, embedder = loaded(), CountingEmbedder()
    embed_missing(edition.id, embedder)
    (batch,) = released_blocks(edition.id)
    found = stored_vectors(embedder.model, [batch[0].sha256, "0" * 64])
    assert list(found) == [batch[0].sha256]
    assert list(found[batch[0].sha256]) == pytest.approx(list(embedder.query(batch[0].embedded)), abs=1e-6)
