"""Is there anything new to read? What was read, and by which reader, as one hash."""

import hashlib
from functools import cache
from pathlib import Path

import rag
from formulary import ingest
from formulary.models import Edition
from formulary.models import defect_kinds as kinds


@cache
def reader_version() -> str:
    """Changes with any line of code or data that reading goes through, so that nobody has to remember to raise it."""
    digest = hashlib.sha256(Path(kinds.__file__).read_bytes())
    for package in (ingest, rag):
        folder = Path(str(package.__file__)).parent
        for path in sorted(folder.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                digest.update(f"{path.relative_to(folder)}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def input_hash(*, file_sha256: str, companion: str, profile: str) -> str:
    """Equal when reading again would give the same book. `companion` is its text, `profile` what was asked for."""
    parts = (file_sha256, hashlib.sha256(companion.encode()).hexdigest(), profile, reader_version())
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def newest_release(family: str) -> Edition | None:
    """The last release of the family that was not withdrawn."""
    releases = Edition.objects.filter(family=family).exclude(status=Edition.Status.WITHDRAWN)
    return releases.order_by("-release").first()


def already_read(family: str, input_sha256: str) -> Edition | None:
    """The newest release of the family, when it came from this very input; else None."""
    newest = newest_release(family)
    return newest if newest is not None and input_sha256 and newest.input_sha256 == input_sha256 else None
