"""A vendor's blocking stream, read in a thread of its own, so that whoever waits for it can leave at any moment.

A read time-out bounds each read, not a reply that comes a byte a second, and nothing bounds the look-up of a host's
name. So the reader of a reply never waits in the vendor's code: it waits for the thread, until its time is up or it is
told to stop, and then cuts the connection under the thread, which ends with it.
"""

import socket
import threading
import time
from collections.abc import Callable, Generator
from contextlib import closing, suppress
from queue import Empty, SimpleQueue

from rag.errors import Cancelled, ModelTimeout
from rag.language import Piece

_SECONDS_BETWEEN_LOOKS = 0.05
_HERE = threading.local()


class Call:
    """One request on its way, made by one thread over a connection of its own."""

    def __init__(self, seconds: float) -> None:
        self._ends_at = time.monotonic() + seconds
        self._lock = threading.Lock()
        self._connection: socket.socket | None = None
        self._is_cut = False

    @property
    def seconds_left(self) -> float:
        return max(0.0, self._ends_at - time.monotonic())

    @property
    def is_cut(self) -> bool:
        return self._is_cut

    def hold(self, connection: socket.socket) -> None:
        """The connection to cut; a later one (the same one, now encrypted) takes its place."""
        with self._lock:
            self._connection = connection
            if self._is_cut:
                _shut(connection)

    def cut(self) -> None:
        with self._lock:
            self._is_cut = True
            if self._connection is not None:
                _shut(self._connection)


def hold(connection: object) -> None:
    """For the hooks of an SDK that see a connection open: it belongs to the call of this thread."""
    call = getattr(_HERE, "call", None)
    if isinstance(call, Call) and isinstance(connection, socket.socket):
        call.hold(connection)


def interruptible(
    read: Callable[[Call], Generator[Piece, None, None]], *, timeout: float, cancelled: Callable[[], bool]
) -> Generator[Piece, None, None]:
    """What `read` yields and raises. Raises ModelTimeout after `timeout` seconds, and Cancelled."""
    call = Call(timeout)
    heard: SimpleQueue[Piece | BaseException | None] = SimpleQueue()

    def listen() -> None:
        _HERE.call = call
        try:
            with closing(read(call)) as pieces:
                for piece in pieces:
                    heard.put(piece)
                    if call.is_cut:
                        return
            heard.put(None)
        except BaseException as error:  # noqa: BLE001  whatever it is, it is raised where the reply is read
            heard.put(error)

    threading.Thread(target=listen, name="model call", daemon=True).start()
    try:
        while True:
            if cancelled():
                raise Cancelled
            left = call.seconds_left
            if not left:
                raise ModelTimeout("the time of the call is up")
            try:
                piece = heard.get(timeout=min(left, _SECONDS_BETWEEN_LOOKS))
            except Empty:
                continue
            if piece is None:
                return
            if isinstance(piece, BaseException):
                raise piece
            yield piece
    finally:
        call.cut()


def _shut(connection: socket.socket) -> None:
    """Closing alone would not wake a thread that reads.

    Of a TLS connection the plain socket under it is shut: `SSLSocket.shutdown` would first forget the encryption, and
    the thread could take what is still in the buffer for text.
    """
    with suppress(OSError):  # it is closed already
        socket.socket.shutdown(connection, socket.SHUT_RDWR)
