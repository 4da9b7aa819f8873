"""Jobs that nobody asks for by hand."""

from datetime import timedelta

from conversations import interruptions


def close_interrupted_turns(older_than: timedelta | None = None) -> int:
    """Close turns whose process died or that are past their time (default: twice the time limit).

    Returns how many were closed. Safe to run at any time and from several places at once.
    """
    return interruptions.close_interrupted(older_than=older_than)
