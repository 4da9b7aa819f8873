"""`python -m tests.bench.printed KEY`: the shipped monographs as a printed book, beside the edition that answers.

Run in a process of its own, whose DUOCTHU_VAR names a folder that `tests.bench.prepare` has filled; what is there
already stays.
"""

import os
import sys
from io import StringIO
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "duocthu.settings")
django.setup()

from django.conf import settings  # noqa: E402  settings must be there before anything of Django is
from django.core.management import call_command  # noqa: E402

from formulary.editions import make_current  # noqa: E402
from formulary.models import Edition  # noqa: E402
from tests.bench.filler import SAMPLE  # noqa: E402
from tests.bench.progress import tell  # noqa: E402


def main(key: str) -> None:
    if Edition.objects.filter(key=key).exists():
        return
    answering = Edition.objects.get(is_current=True)
    book = Path(settings.VAR_DIR) / "printed.pdf"
    tell("printing the shipped monographs")
    call_command("print_formulary", str(SAMPLE), str(book), stdout=StringIO())
    tell("importing them from the PDF")
    # Readers see what has been published once.
    call_command("import_formulary", str(book), edition=key, current=True, stdout=StringIO())
    make_current(answering, actor=None)


if __name__ == "__main__":
    main(sys.argv[1])
