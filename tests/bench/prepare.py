"""`python -m tests.bench.prepare MONOGRAPHS PEOPLE`: a database with that many monographs and logged-in people.

Run in a process of its own, whose DUOCTHU_VAR names the folder; what is there already stays. Prints one JSON object.
"""

import json
import os
import sys
import time
from io import StringIO
from pathlib import Path
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "duocthu.settings")
django.setup()

from django.conf import settings  # noqa: E402  settings must be there before anything of Django is
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.contrib.auth.models import Group, User  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from conversations.permissions import CLINICIAN  # noqa: E402
from formulary.models import Chunk, DrugName, Edition, Monograph  # noqa: E402
from tests.bench import kept  # noqa: E402
from tests.bench.copies import multiply  # noqa: E402
from tests.bench.filler import SEED, write_edition  # noqa: E402
from tests.bench.progress import tell  # noqa: E402

READ_FROM_FILES = 700
"""What a hospital reads in; above this the invented monographs are multiplied in the database."""

_TO_MULTIPLY = 140
"""Monographs that are read when more are made of them: enough titles of every usual length."""


def load(monographs: int) -> dict[str, Any]:
    """`import_seconds`: of the command that a hospital runs; `import_cpu_seconds`: those of them that it computed, the
    database not counted, which a busy machine does not change much; `load_seconds`: of everything."""
    started = time.monotonic()
    folder = Path(settings.VAR_DIR) / "filler"
    read = monographs if monographs <= READ_FROM_FILES else _TO_MULTIPLY
    write_edition(folder, read)
    tell(f"importing {read} monographs from files")
    importing, cpu = time.monotonic(), time.process_time()
    call_command("import_formulary", str(folder), edition="bench", current=True, stdout=StringIO())
    imported, cpu = time.monotonic(), time.process_time() - cpu
    if read < monographs:
        tell(f"making {monographs} of them in the database")
        multiply(Edition.objects.get(is_current=True), monographs, seed=SEED)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")  # what the database does by itself in a quiet moment
    tell("loaded")
    return {
        "monographs": Monograph.objects.count(),
        "names": DrugName.objects.count(),
        "chunks": Chunk.objects.count(),
        "imported_monographs": read,
        "import_seconds": round(imported - importing, 1),
        "import_cpu_seconds": round(cpu, 1),
        "load_seconds": round(time.monotonic() - started, 1),
    }


def log_in(name: str) -> str:
    """The session key of a new clinician: an account that asked a moment ago would meet its limit."""
    person = User.objects.create_user(name)
    person.groups.add(Group.objects.get(name=CLINICIAN))
    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def main(monographs: int, people: int) -> None:
    call_command("migrate", verbosity=0)
    var = Path(settings.VAR_DIR)
    book = kept.kept(var)
    if book is None:
        book = load(monographs)
        kept.keep(var, book)
    run = f"bench-{time.time_ns()}"
    sessions = [log_in(f"{run}-{number}") for number in range(people)]
    sys.stdout.write(json.dumps({"book": book, "sessions": sessions}) + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
