"""How many turns compute at once: more would only take the processor from each other.

A turn takes a place when it begins and gives it up with its first request to a model: from there on it mostly waits for
the network, and what it still computes, between the pieces of a reply, is short.
"""

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from threading import BoundedSemaphore, Lock

from django.conf import settings

from rag.language import LanguageModel, Piece, Prompt
from rag.ports import ConfiguredModel

_places = BoundedSemaphore(settings.DUOCTHU["TURN_THREADS"])


@contextmanager
def place(places: BoundedSemaphore = _places) -> Iterator["Place"]:
    """Waits until one is free."""
    taken = Place(places)
    try:
        yield taken
    finally:
        taken.give_up()


class Place:
    def __init__(self, places: BoundedSemaphore) -> None:
        places.acquire()
        self._places, self._lock, self._is_held = places, Lock(), True

    def give_up(self) -> None:
        """Does nothing the second time. Any thread may call it."""
        with self._lock:
            held, self._is_held = self._is_held, False
        if held:
            self._places.release()

    def given_up_for(self, served: ConfiguredModel | None) -> ConfiguredModel | None:
        """The model, whose first request gives the place up; its breaker stays the one that all turns share."""
        return served and replace(served, model=_GivingUp(served.model, self.give_up))


class _GivingUp:
    def __init__(self, model: LanguageModel, give_up: Callable[[], None]) -> None:
        self._model, self._give_up = model, give_up

    @property
    def model_id(self) -> str:
        return self._model.model_id

    def reply(self, prompt: Prompt, *, timeout: float, cancelled: Callable[[], bool]) -> Generator[Piece, None, None]:
        self._give_up()
        return self._model.reply(prompt, timeout=timeout, cancelled=cancelled)
