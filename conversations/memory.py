"""Keep the collector of cyclic garbage away from what lives as long as the process.

A full collection visits every object: with the names of a book loaded it takes a fifth of a second, out of whatever turn
is running. What has been built for good is therefore set aside once.
"""

import gc
from threading import Lock

_lock = Lock()
_settled: list[object] = []


def settle(built: object) -> None:
    """Set aside all that lives now, once for each `built`, which replaces the one before.

    What was set aside earlier is looked through first, so that nothing that a newer edition replaced stays for ever.
    """
    if _settled and _settled[0] is built:
        return
    with _lock:
        if _settled and _settled[0] is built:
            return
        _settled[:] = [built]
        gc.unfreeze()
        gc.collect()
        gc.freeze()
