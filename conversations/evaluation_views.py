"""The page on which pharmacists read evaluations: the modes of each stored run side by side, with their intervals."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from conversations.models import EvaluationRun
from conversations.permissions import check_can_read_evaluations
from formulary.retrieval import current_edition
from rag.evals.metrics import ROWS, cell
from rag.modes import Mode

BATCHES = 5  # on a page
MODE_NAMES = {
    Mode.SINGLE_SHOT: ("Từng câu riêng", "không nhớ câu trước"),
    Mode.HISTORY: ("Nhớ cuộc hỏi", "sản phẩm đang dùng"),
    Mode.REASONING_LOOP: ("Tra hai lần", "tra thêm khi thiếu điều có tên"),
}
_COUNTED = (
    ("outcome", "Đúng kết cục"),
    ("drugs", "Đúng thuốc"),
    ("sections", "Đúng mục"),
    ("written", "Câu mô hình viết khớp trích dẫn"),
    ("slots", "Đúng đối tượng, cân, tuổi, đường dùng"),
)
_COUNTS = (("fatal", "Lỗi nghiêm trọng"), ("wrong_drug", "Nhầm thuốc"))


@dataclass(frozen=True, slots=True)
class Cell:
    value: str
    interval: str = ""
    counted: str = ""
    is_alarm: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    label: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Batch:
    """`about`: any run of it; they differ in the mode alone."""

    about: EvaluationRun
    modes: tuple[tuple[str, str], ...]  # (name, what it is)
    rows: tuple[Row, ...]


@never_cache
@login_required
@require_safe
def evaluations(request: HttpRequest) -> HttpResponse:
    """The newest batches first. Raises PermissionDenied for those whose office it is not."""
    check_can_read_evaluations(request.user)
    newest = EvaluationRun.objects.order_by("-created_at").values_list("batch", "created_at")
    batches = list(dict.fromkeys(batch for batch, _ in newest))
    page = Paginator(batches, BATCHES).get_page(request.GET.get("trang"))
    runs = EvaluationRun.objects.filter(batch__in=list(page.object_list))
    by_batch = {batch: [run for run in runs if run.batch == batch] for batch in page.object_list}
    context = {
        "batches": [_batch(of) for of in by_batch.values()],
        "page": page,
        "edition": current_edition(),
    }
    return render(request, "conversations/evaluations.html", context)


def _batch(runs: Iterable[EvaluationRun]) -> Batch:
    order = list(Mode)
    runs = sorted(runs, key=lambda run: order.index(Mode(run.mode)))
    rows = [Row(label, tuple(_count(run, key) for run in runs)) for key, label in _COUNTS]
    rows += [Row(label, tuple(_counted(run.totals, key) for run in runs)) for key, label in _COUNTED]
    rows += [Row(label, tuple(_metric(run.metrics, key, unit) for run in runs)) for key, label, unit in ROWS]
    return Batch(about=runs[0], modes=tuple(MODE_NAMES[Mode(run.mode)] for run in runs), rows=tuple(rows))


def _count(run: EvaluationRun, key: str) -> Cell:
    count = run.totals.get(key)
    return Cell(
        "–" if count is None else str(count), counted=f"{run.totals.get('turns', '–')} lượt", is_alarm=bool(count)
    )


def _counted(totals: Mapping[str, Any], key: str) -> Cell:
    share = totals.get(key) or {"right": 0, "of": 0}
    if not share["of"]:
        return Cell("–")
    value = f"{100 * share['right'] / share['of']:.1f} %".replace(".", ",")
    return Cell(value, counted=f"{share['right']}/{share['of']}")


def _metric(metrics: Mapping[str, Any], key: str, unit: str) -> Cell:
    """A run that was stored before the metric existed has none."""
    return Cell(*cell(metrics[key], unit)) if key in metrics else Cell("–")
