"""Files are known by what they hold, kept whole or not at all, and never changed."""

import hashlib
import stat

import pytest
from django.contrib.auth.models import User

from formulary import file_store
from formulary.file_store import FileRefused, forget, keep, kind_of, path_of, row_of
from formulary.models import SourceFile

PDF = b"%PDF-1.7\n" + b"x" * 3000
JSONL = '{"drug": "Paracetamol", "text": "Sốt."}\n'.encode()


@pytest.fixture(autouse=True)
def folder(tmp_path, settings):
    settings.VAR_DIR = tmp_path
    return tmp_path / "files"


def in_pieces(data: bytes, size: int = 100):
    return (data[i : i + size] for i in range(0, len(data), size))


def test_a_file_gets_the_name_of_its_hash_and_cannot_be_written_to(folder):
    stored = keep(in_pieces(PDF))
    assert stored.path == folder / f"{hashlib.sha256(PDF).hexdigest()}.pdf"
    assert (stored.path.read_bytes(), stored.size, stored.is_new) == (PDF, len(PDF), True)
    assert not stored.path.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH)


def test_the_same_file_is_kept_once(folder):
    keep(in_pieces(PDF))
    assert not keep(in_pieces(PDF, 7)).is_new
    assert len(list(folder.iterdir())) == 1


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        pytest.param(PDF, "pdf", id="PDF"),
        pytest.param(b"\n\n junk " + PDF, "pdf", id="PDF after a few bytes"),
        pytest.param(JSONL, "jsonl", id="JSONL"),
        pytest.param(b"\xef\xbb\xbf" + JSONL, "jsonl", id="JSONL with a mark of its encoding"),
        pytest.param(b'{"text": "' + "ế".encode() * 40_000, "jsonl", id="a first line longer than the look"),
    ],
)
def test_what_a_file_is_shows_in_how_it_begins(data: bytes, kind: str):
    assert kind_of(data[: 64 * 1024]) == kind


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b" \n", id="blanks"),
        pytest.param(b"PK\x03\x04", id="an archive"),
        pytest.param(b"<html>", id="a page"),
        pytest.param(b"[1, 2]\n", id="a JSON list"),
        pytest.param(b"{not json}\n", id="a brace"),
        pytest.param(b'{"a": "\xff"}\n', id="not UTF-8"),
        pytest.param(b"x" * 2000 + PDF, id="PDF too far in"),
    ],
)
def test_anything_else_is_refused_in_one_sentence_and_leaves_nothing(data: bytes, folder):
    with pytest.raises(FileRefused, match=r"^Tệp .*\.$"):
        keep(in_pieces(data))
    assert list(folder.iterdir()) == []


def test_a_file_that_is_too_large_is_refused_before_all_of_it_came(folder, monkeypatch):
    monkeypatch.setattr(file_store, "LARGEST", 1000)
    came = []

    def pieces():
        for piece in in_pieces(PDF):
            came.append(piece)
            yield piece

    with pytest.raises(FileRefused, match="lớn hơn"):
        keep(pieces())
    assert sum(map(len, came)) <= 1100
    assert list(folder.iterdir()) == []


def test_a_sender_that_breaks_off_leaves_nothing(folder):
    def pieces():
        yield PDF
        raise ConnectionError

    with pytest.raises(ConnectionError):
        keep(pieces())
    assert list(folder.iterdir()) == []


@pytest.mark.django_db
def test_the_row_names_the_file_as_it_first_came_without_its_folders():
    pharmacist = User.objects.create_user("duoc-si")
    stored = keep(in_pieces(PDF))
    row = row_of(stored, name="..\\..\\C:\\sach\\dtqg.pdf", actor=pharmacist)
    assert (row.name, row.uploaded_by, row.size) == ("dtqg.pdf", pharmacist, len(PDF))
    assert row_of(stored, name="khac.pdf", actor=None) == row
    assert SourceFile.objects.get().name == "dtqg.pdf"
    assert path_of(row) == stored.path


@pytest.mark.django_db
def test_only_a_file_that_no_row_names_is_forgotten():
    stored = keep(in_pieces(PDF))
    forget(stored)
    assert not stored.path.exists()
    stored = keep(in_pieces(PDF))
    row_of(stored, name="a.pdf", actor=None)
    forget(stored)
    assert stored.path.exists()
