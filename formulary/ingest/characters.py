"""Characters that no file of the book may hold: they are not seen, and they break search and citation."""

import re
import unicodedata

# Soft hyphen, zero-width characters, bidirectional marks, byte order mark. U+FFFD and private-use glyphs are seen,
# so they are kept and the block that holds one is quarantined.
_HIDDEN = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")

# Every character that the function may name, and some that it does not: most lines have none, and are many.
_SUSPECT = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]|" + _HIDDEN.pattern)


def hidden_character(line: str) -> str | None:
    """The code of the first control or invisible character of a line ("U+200B"), or None. A tab is a blank."""
    if _SUSPECT.search(line) is None:
        return None
    for char in line:
        if char != "\t" and (unicodedata.category(char) in ("Cc", "Zl", "Zp", "Cs") or _HIDDEN.match(char)):
            return f"U+{ord(char):04X}"
    return None
