"""Keep the collector of cyclic garbage away from what lives as long as the process.

A full collection visits every object: with the names of a book loaded it takes a fifth of a second, out of whatever
turn is running. What has been built for good is therefore set aside.
"""

import gc
from threading import Lock

# What the first turns read and parsed is kept for good too. Requests that were under way the first time are over by
# then: set aside for ever, they would hold their connections to the database.
_AGAIN_AT = 200

_lock = Lock()
_built: object = None
_turns = 0


def settle(built: object) -> None:
    """Called by every turn: set aside all that lives now, when `built` is new and once more some turns later.

    What was set aside before is looked through first, so that nothing that a newer edition replaced stays for ever.
    """
    global _built, _turns
    with _lock:
        if _built is not built:
            _built, _turns = built, 0
        _turns += 1
        if _turns in (1, _AGAIN_AT):
            gc.unfreeze()
            gc.collect()
            gc.freeze()
