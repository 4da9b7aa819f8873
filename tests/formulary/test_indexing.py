"""From rows to an index: complete or not at all."""

from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection

from formulary import indexing
from formulary.editions import add_alias, quarantine_chunk, release_chunk
from formulary.ingest.progress import Progress
from formulary.models import SearchIndex, StoredVector
from formulary.ports import Embedder, EmbedderUnavailable, VectorIndex
from tests.formulary.book import chunk
from tests.formulary.fake_index import MemoryIndex
from tests.formulary.search_backends import CountingEmbedder, loaded, searching_with, the_edition

pytestmark = pytest.mark.django_db


@pytest.fixture
def index():
    return MemoryIndex()


@pytest.fixture
def embedder():
    return CountingEmbedder()


@pytest.fixture(autouse=True)
def backends(embedder, index):
    with searching_with(embedder, index):
        yield


@pytest.fixture
def pharmacist():
    return User.objects.create_user("duoc-si")


def test_the_fakes_fit_the_ports(embedder, index):
    assert isinstance(embedder, Embedder)
    assert isinstance(index, VectorIndex)


def test_every_released_block_gets_in_with_words_and_meaning(index, embedder):
    built = indexing.build(loaded())
    state, blocks = index.held["mau"]
    assert (built.blocks, built.embedded, built.changed) == (11, 11, True)
    assert (state.blocks, state.content) == (11, indexing.content_of(the_edition(), embedder))
    assert all(block.terms.ids and block.meaning for block in blocks)
    assert {block.drug_id for block in blocks} == {"alpha", "beta"}


def test_a_held_block_never_gets_in(index, pharmacist):
    loaded()
    held = chunk("beta", "chong_chi_dinh", 1)
    quarantine_chunk(held, reason="mờ", actor=pharmacist)
    indexing.build(the_edition())
    assert held.pk not in {block.chunk for block in index.held["mau"][1]}


def test_what_is_there_is_not_built_again(index, embedder):
    indexing.build(loaded())
    embedder.texts.clear()
    again = indexing.build(the_edition())
    assert (again.changed, again.blocks, embedder.texts, index.builds) == (False, 11, [], 1)


def test_a_rebuild_embeds_nothing_again(index, embedder):
    indexing.build(loaded())
    embedder.texts.clear()
    assert indexing.build(the_edition(), rebuild=True).changed
    assert (embedder.texts, index.builds) == ([], 2)


def test_a_server_that_lost_everything_is_filled_again(index):
    indexing.build(loaded())
    index.held.clear()
    assert indexing.build(the_edition()).changed
    assert "mau" in index.held


def test_holding_and_releasing_a_block_change_the_content_and_an_alias_does_not(embedder, pharmacist):
    loaded()
    before = indexing.content_of(the_edition(), embedder)
    add_alias(chunk("beta", "chi_dinh", 0).section.monograph, name="Bờ", actor=pharmacist)
    assert indexing.content_of(the_edition(), embedder) == before
    quarantine_chunk(chunk("beta", "chong_chi_dinh", 1), reason="mờ", actor=pharmacist)
    assert indexing.content_of(the_edition(), embedder) != before
    release_chunk(chunk("beta", "chong_chi_dinh", 1), reason="đã đối chiếu", actor=pharmacist)
    assert indexing.content_of(the_edition(), embedder) == before


def test_another_model_is_another_content(embedder):
    edition = loaded()
    assert indexing.content_of(edition, None) != indexing.content_of(edition, embedder)


def test_a_build_that_is_killed_leaves_the_old_index_and_the_next_goes_on(index, embedder, monkeypatch):
    monkeypatch.setattr("formulary.embedding._TEXTS_AT_ONCE", 2)
    embedder.fails_after = 4
    with pytest.raises(KeyboardInterrupt):
        indexing.build(loaded())
    assert (index.builds, SearchIndex.objects.count(), StoredVector.objects.count()) == (0, 0, 4)
    embedder.fails_after = None
    assert indexing.build(the_edition()).embedded == 7
    assert index.held["mau"][0].blocks == 11


def test_a_stop_between_embedding_and_indexing_switches_nothing(index):
    stages: list[str] = []
    with pytest.raises(indexing.Stopped):
        indexing.build(
            loaded(),
            on_progress=lambda progress: stages.append(progress.stage),
            should_stop=lambda: bool(stages) and StoredVector.objects.count() == 11,
        )
    assert (index.builds, SearchIndex.objects.count()) == (0, 0)


def test_progress_is_told_in_order():
    told: list[Progress] = []
    indexing.build(loaded(), on_progress=told.append)
    assert [(p.stage, p.done, p.total) for p in told] == [
        ("Tính vectơ", 11, 11), ("Tính vectơ", 11, 11), ("Lập chỉ mục", 0, 11),
    ]  # fmt: skip


def test_two_do_not_build_at_once(index):
    edition = loaded()
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s, %s)", [indexing._BUILDERS, edition.id])
        with pytest.raises(indexing.SomebodyBuilds):
            indexing.build(edition)
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s, %s)", [indexing._BUILDERS, edition.id])
        assert indexing.build(edition).changed
    finally:
        other.close()


def test_without_an_embedder_words_are_indexed(index):
    with searching_with(None, index):
        built = indexing.build(loaded())
    assert (built.embedded, index.held["mau"][0].blocks) == (0, 11)
    assert all(block.meaning is None for block in index.held["mau"][1])


def test_a_worker_keeps_up_with_the_edition_that_answers(index, pharmacist, monkeypatch):
    monkeypatch.setattr("formulary.indexing._SECONDS_BETWEEN_LOOKS", 0.0)
    assert indexing.keep_up() is None  # no edition yet
    loaded()
    assert indexing.keep_up() is not None
    assert indexing.keep_up() is None
    quarantine_chunk(chunk("beta", "chong_chi_dinh", 1), reason="mờ", actor=pharmacist)
    built = indexing.keep_up()
    assert (built.blocks, built.embedded) == (10, 0)


def test_a_worker_that_turns_fast_looks_only_now_and_then(django_assert_num_queries):
    loaded()
    indexing.keep_up()
    with django_assert_num_queries(0):
        assert indexing.keep_up() is None


def test_a_server_that_is_down_does_not_stop_the_worker(index, monkeypatch, caplog):
    monkeypatch.setattr("formulary.indexing._SECONDS_BETWEEN_LOOKS", 0.0)
    loaded()
    index.is_down = True
    assert indexing.keep_up() is None
    assert "could not be built" in caplog.text
    index.is_down = False
    assert indexing.keep_up() is None  # it rests
    indexing.forget()
    assert indexing.keep_up() is not None


def test_a_process_builds_its_own_only_when_every_block_has_its_vector(embedder):
    own, edition = MemoryIndex(is_shared=False), loaded()
    content = indexing.content_of(edition, embedder)
    with searching_with(embedder, own):
        assert not indexing.local_build(edition, own, content=content)
        assert indexing.build(edition).changed
        assert own.builds == 0  # the worker embeds; each process builds for itself
        assert indexing.local_build(edition, own, content=content)
        assert own.held["mau"][0].content == content


def test_vectors_that_went_missing_are_made_again(embedder):
    own, edition = MemoryIndex(is_shared=False), loaded()
    with searching_with(embedder, own):
        indexing.build(edition)
        StoredVector.objects.first().delete()
        assert not indexing.local_build(edition, own, content=indexing.content_of(edition, embedder))
        assert own.builds == 0
        assert indexing.build(edition).embedded == 1


def test_an_edition_can_be_forgotten(index):
    edition = loaded()
    indexing.build(edition)
    vectors = StoredVector.objects.count()
    indexing.drop(edition)
    assert (index.held, SearchIndex.objects.count(), StoredVector.objects.count()) == ({}, 0, vectors)


# --- the command -----------------------------------------------------------------------------------------------


def run(*args: str) -> str:
    out = StringIO()
    call_command("index_formulary", *args, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_the_command_says_what_it_did():
    loaded()
    assert run("--edition", "mau").startswith("Đã lập chỉ mục của «mau»: 11 khối, tính mới 11 vectơ, trong 0 giây.")
    assert run() == "Chỉ mục của «mau» đã đủ 11 khối.\n"
    assert "tính mới 0 vectơ" in run("--rebuild")


def test_an_unknown_edition_is_one_clear_line():
    with pytest.raises(CommandError, match="không có ấn bản «khac»"):
        run("--edition", "khac")
    with pytest.raises(CommandError, match="chưa có ấn bản nào đang trả lời"):
        run()


def test_a_server_that_is_down_is_one_clear_line(index):
    loaded()
    index.is_down = True
    with pytest.raises(CommandError, match="không lập được chỉ mục: down"):
        run()


def test_a_model_that_does_not_run_is_one_clear_line(embedder, monkeypatch):
    def broken(texts):
        raise EmbedderUnavailable("no engine")

    monkeypatch.setattr(embedder, "passages", broken)
    loaded()
    with pytest.raises(CommandError, match="không tính được vectơ: no engine"):
        run()
    assert indexing.keep_up() is None


def test_ctrl_c_says_that_the_next_run_goes_on(embedder):
    loaded()
    embedder.fails_after = 0
    with pytest.raises(CommandError, match="lần sau làm tiếp") as stopped:
        run()
    assert stopped.value.returncode == 130
