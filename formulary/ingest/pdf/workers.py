"""Children that read PDFs, seen from the parent: started, asked, given a time, and never left behind."""

import os
import pickle
import selectors
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import Any, Self

from formulary.ingest.pages import PageRead
from formulary.ingest.pdf.limits import Limits, PdfRefused, PdfStopped
from formulary.ingest.pdf.messages import Bounds, Done, Read, Refusal, Request, packed, split, unpacked_from_child

_ROOT = Path(__file__).resolve().parents[3]
_QUEUED = 48  # pages a child may be ahead; then it waits, so that memory stays bounded
_POLL = 0.2  # seconds between looks at `should_stop`
_STRIPE = 4  # pages that go to one child before the next has its turn
ENDED = "Trình đọc PDF dừng đột ngột: tệp bị hỏng hoặc cần quá nhiều bộ nhớ."


class Child:
    """A context manager: the process is gone when the block is left, whatever happened."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._buffer = bytearray()
        self.ready: deque[Any] = deque()
        self.waited = 0.0  # seconds since its last answer that we were waiting for the next
        self.answered = False
        # Nothing of our environment: a child that a file has taken over finds no password.
        self._process = subprocess.Popen(
            [sys.executable, "-m", "formulary.ingest.pdf.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=_ROOT,
            env={"PYTHONPATH": str(_ROOT), "LANG": "C.UTF-8"},
        )
        self._write(Bounds(limits))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    @property
    def output(self) -> int:
        """The file descriptor to wait on."""
        assert self._process.stdout is not None
        return self._process.stdout.fileno()

    def ask(self, request: Request) -> None:
        self.waited, self.answered = 0.0, False
        self._write(request)

    def take_in(self) -> None:
        """Read what has come, without waiting for more. Raises PdfRefused when the child is gone or talks nonsense."""
        data = os.read(self.output, 1 << 20)
        if not data:
            raise PdfRefused(ENDED)
        self._buffer += data
        try:
            answers = [unpacked_from_child(body) for body in split(self._buffer)]
        except (ValueError, TypeError, AttributeError, EOFError, pickle.UnpicklingError) as error:
            raise PdfRefused(ENDED) from error
        if answers:
            self.waited, self.answered = 0.0, True
        self.ready.extend(answers)

    def all_answers(self, request: Request, *, seconds: float) -> list[Any]:
        """What the child says to one request. Raises PdfRefused, also when it takes longer than `seconds` in all."""
        self.ask(request)
        deadline = time.monotonic() + seconds
        found: list[Any] = []
        with selectors.DefaultSelector() as selector:
            selector.register(self.output, selectors.EVENT_READ)
            while True:
                while self.ready:
                    answer = self.ready.popleft()
                    if isinstance(answer, Done):
                        return found
                    if isinstance(answer, Refusal):
                        raise PdfRefused(answer.reason)
                    found.append(answer)
                left = deadline - time.monotonic()
                if left <= 0:
                    raise PdfRefused("Đọc tệp mất quá nhiều thời gian.")
                if selector.select(left):
                    self.take_in()

    def close(self) -> None:
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        self._process.wait()

    def _write(self, message: object) -> None:
        assert self._process.stdin is not None
        try:
            os.write(self._process.stdin.fileno(), packed(message))
        except BrokenPipeError as error:
            raise PdfRefused(ENDED) from error


def read_in_order(
    request: Callable[[tuple[int, ...]], Read],
    numbers: Sequence[int],
    *,
    workers: int,
    limits: Limits,
    should_stop: Callable[[], bool],
) -> Generator[PageRead, None, None]:
    """The pages `numbers` in their order, read by `workers` children in turns. Raises PdfRefused, PdfStopped."""
    owner = {number: (i // _STRIPE) % workers for i, number in enumerate(numbers)}
    children: list[Child] = []
    try:
        for i in range(workers):
            children.append(Child(limits))
            children[i].ask(request(tuple(n for n in numbers if owner[n] == i)))
        for number in numbers:
            child = children[owner[number]]
            if should_stop():
                raise PdfStopped
            while not child.ready:
                if should_stop():
                    raise PdfStopped
                _wait(children, limits, number)
            answer = child.ready.popleft()
            if isinstance(answer, Refusal):
                raise PdfRefused(answer.reason)
            if not isinstance(answer, PageRead) or answer.number != number:
                raise PdfRefused(ENDED)
            yield answer
    finally:
        for child in children:
            child.close()


def _wait(children: Sequence[Child], limits: Limits, number: int) -> None:
    """Until something comes or a moment has passed. The clock of a child runs only while we wait for it."""
    open_to = [child for child in children if len(child.ready) < _QUEUED and not _has_ended(child)]
    with selectors.DefaultSelector() as selector:
        for child in open_to:
            selector.register(child.output, selectors.EVENT_READ, child)
        started = time.monotonic()
        heard = [key.data for key, _ in selector.select(_POLL)]
    passed = time.monotonic() - started
    for child in heard:
        child.take_in()
    for child in open_to:
        allowed = limits.seconds_per_page + (0 if child.answered else limits.seconds_to_open)
        child.waited += 0 if child in heard else passed
        if child.waited > allowed:
            raise PdfRefused(f"Đọc tệp mất quá nhiều thời gian (quanh trang {number}).")


def _has_ended(child: Child) -> bool:
    return bool(child.ready) and isinstance(child.ready[-1], Done | Refusal)
