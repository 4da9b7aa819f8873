"""Search with PostgreSQL alone."""

import time

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from formulary.bm25 import block_terms, query_terms, rarity
from formulary.editions import quarantine_chunk
from formulary.folding import searchable
from formulary.models import Chunk
from formulary.word_search import TooSlow, ranked_by_words
from tests.formulary.book import chunk
from tests.formulary.search_backends import loaded

pytestmark = pytest.mark.django_db


def ranked(edition, query, **filters):
    rows = {c.pk: c for c in Chunk.objects.select_related("section__monograph")}
    found = ranked_by_words(edition.id, searchable(query), **{"limit": 50, "seconds": 5.0} | filters)
    return [f"{rows[pk].section.monograph.slug}/{rows[pk].section_key}/{rows[pk].ordinal}" for pk in found]


def test_the_block_with_the_words_side_by_side_comes_first():
    assert ranked(loaded(), "dau dau")[:2] == ["alpha/chi_dinh/0", "beta/chi_dinh/0"]


@pytest.mark.parametrize(
    ("query", "filters", "first"),
    [
        ("suy thận", {}, "beta/chong_chi_dinh/1"),
        ("suy thận", {"drug_ids": ("alpha",)}, "alpha/chong_chi_dinh/0"),
        ("suy thận alpha", {}, "alpha/chong_chi_dinh/0"),
        ("liều trẻ em", {}, "alpha/lieu_luong_va_cach_dung/0"),
        ("10 mg/kg", {}, "alpha/lieu_luong_va_cach_dung/0"),
        ("sot", {"section_keys": ("chi_dinh",)}, "alpha/chi_dinh/2"),
    ],
)
def test_title_headings_text_and_filters_decide(query, filters, first):
    assert ranked(loaded(), query, **filters)[0] == first


@pytest.mark.parametrize("query", ["", "  ", "%", "xyzzy", "' OR 1=1 --", "a:* | b", "\\", "🙂"])
def test_what_is_no_word_of_the_book_finds_nothing_and_breaks_nothing(query):
    assert ranked(loaded(), query) == []


@pytest.mark.parametrize("query", ["suy thận", "dau dau", "uong 10 mg kg ngay 2 lan", "đau đau", "alpha alpha"])
def test_the_order_is_that_of_the_sparse_vectors(query):
    """What an index would score, from the same rows: the two may not drift apart."""
    edition = loaded()
    rows = Chunk.objects.filter(quarantine_reason__isnull=True)
    held = {c.pk: block_terms((c.folded_context, c.folded)) for c in rows}
    asked = query_terms(searchable(query)).ids
    score = {}
    for pk, terms in held.items():
        weights = dict(zip(terms.ids, terms.weights, strict=True))
        score[pk] = sum(
            weights[i] * rarity(len(held), sum(i in other.ids for other in held.values()))
            for i in asked
            if i in weights
        )
    expected = [pk for pk in sorted(score, key=lambda pk: (-round(score[pk], 9), pk)) if score[pk]]
    assert list(ranked_by_words(edition.id, searchable(query), limit=50, seconds=5.0)) == expected


def test_a_held_block_is_not_found():
    edition = loaded()
    quarantine_chunk(chunk("beta", "chong_chi_dinh", 1), reason="mờ", actor=User.objects.create_user("duoc-si"))
    assert "beta/chong_chi_dinh/1" not in ranked(edition, "suy thận")


def test_it_stops_when_the_time_is_over():
    edition = loaded()
    with pytest.raises(TooSlow):
        ranked_by_words(edition.id, " suy than ", limit=5, seconds=0.0)


def test_a_slow_query_is_cancelled_and_the_time_limit_ends_with_it(monkeypatch):
    edition = loaded()

    def slow(edition_id, words):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(5)")
        return iter(())

    monkeypatch.setattr("formulary.word_search._counted", slow)
    started = time.monotonic()
    with pytest.raises(TooSlow), transaction.atomic():
        ranked_by_words(edition.id, " suy than ", limit=5, seconds=0.1)
    assert time.monotonic() - started < 2
    with connection.cursor() as cursor:
        cursor.execute("SHOW statement_timeout")
        assert cursor.fetchone() == ("0",)


def test_the_time_limit_does_not_outlive_the_search_in_the_callers_transaction():
    edition = loaded()
    ranked_by_words(edition.id, " suy than ", limit=5, seconds=1.0)
    with connection.cursor() as cursor:
        cursor.execute("SHOW statement_timeout")
        assert cursor.fetchone() == ("0",)


def test_the_index_of_words_serves_the_query():
    loaded()
    with CaptureQueriesContext(connection) as queries:
        ranked_by_words(1, " suy than ", limit=5, seconds=5.0)
    (select,) = (query["sql"] for query in queries if "to_tsvector" in query["sql"])
    condition = select[select.index("to_tsvector") :].removesuffix(")")  # the last of the WHERE clause
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")  # a small table would rather be read whole
        cursor.execute(f"EXPLAIN SELECT id FROM formulary_chunk WHERE {condition}")
        assert "words_of_blocks" in "\n".join(row[0] for row in cursor.fetchall())
