"""The ranked sub-headings above a block, and the context that they and the block's own opening give it."""

from dataclasses import dataclass, field

from rag.passages import BlockKind
from rag.printed import Context, lead_context, merge


@dataclass(frozen=True, slots=True)
class OpenHeading:
    """`context` is its own and that of the headings above it. `line` is where it stands in its file."""

    rank: int
    text: str
    context: Context
    line: int = 0


@dataclass
class HeadingStack:
    """A sub-heading closes those of its rank and below. A paragraph that ends in a colon leads what follows it."""

    open: list[OpenHeading] = field(default_factory=list)
    _lead: Context = field(default_factory=Context)

    @property
    def path(self) -> tuple[str, ...]:
        return tuple(heading.text for heading in self.open)

    @property
    def context(self) -> Context:
        return self.open[-1].context if self.open else Context()

    def close_from(self, rank: int) -> None:
        while self.open and self.open[-1].rank >= rank:
            self.open.pop()

    def push(self, rank: int, text: str, own: Context, *, line: int = 0) -> OpenHeading:
        self.close_from(rank)
        heading = OpenHeading(rank, text, merge(self.context, own), line)
        self.open.append(heading)
        self._lead = Context()
        return heading

    def context_of(self, kind: BlockKind, text: str) -> Context:
        """The context of the next block, which is then taken into account for those behind it."""
        if kind is BlockKind.PARAGRAPH:
            context = merge(self.context, lead_context(text))
            self._lead = lead_context(text + " ") if text.endswith(":") else Context()
            return context
        return merge(merge(self.context, self._lead), lead_context(text))

    def clear(self) -> None:
        self.open.clear()
        self._lead = Context()
