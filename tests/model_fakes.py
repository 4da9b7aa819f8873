"""A language model that says what a test tells it to, on a clock that the test moves."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field

from rag.language import Piece, Prompt, ReplyEnd, Stop, TextPiece

END = ReplyEnd(Stop.FINISHED, 11, 7)


@dataclass
class FakeClock:
    """`sleep` takes no time but the clock's."""

    now: float = 1000.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@dataclass(frozen=True)
class Takes:
    seconds: float


Step = str | ReplyEnd | Exception | Takes


@dataclass
class ScriptedModel:
    """Each reply is a list of steps; the last list is used again and again."""

    replies: Sequence[Sequence[Step]]
    clock: FakeClock = field(default_factory=FakeClock)
    model_id: str = "scripted"
    prompts: list[Prompt] = field(default_factory=list)
    timeouts: list[float] = field(default_factory=list)
    closed: int = 0  # replies that ended, in whatever way

    def reply(self, prompt: Prompt, *, timeout: float, cancelled: Callable[[], bool]) -> Generator[Piece, None, None]:
        steps = self.replies[min(len(self.prompts), len(self.replies) - 1)]
        self.prompts.append(prompt)
        self.timeouts.append(timeout)
        try:
            for step in steps:
                match step:
                    case Takes(seconds):
                        self.clock.now += seconds
                    case Exception():
                        raise step
                    case ReplyEnd():
                        yield step
                    case str():
                        yield TextPiece(step)
        finally:
            self.closed += 1
