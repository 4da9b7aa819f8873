"""Write `data/replies.jsonl` anew: `python -m tests.evals.record_replies`, with the sample edition as the current one.

Needed when a prompt, the sample or what is quoted for the recorded cases has changed: their keys are then not found.
"""

import os
from pathlib import Path

DATA = Path(__file__).parent / "data"
CASES, REPLIES = DATA / "replayed.jsonl", DATA / "replies.jsonl"
MODES = ("history", "reasoning-loop")
NOTE = (
    "Không do một mô hình ngôn ngữ viết: lời đáp của mô hình giả trung thực ở tests/evals/faithful.py, chép nguyên văn "
    "nguồn được đưa và tán thành câu có trong trích dẫn. Dùng để kiểm đường đi của một lượt có mô hình, không để đo mô hình."
)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "duocthu.settings")
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    known = {"gia": {"BACKEND": "tests.evals.faithful.FaithfulModel", "OPTIONS": {}}}
    settings.DUOCTHU = settings.DUOCTHU | {"LANGUAGE_MODEL": "gia", "LANGUAGE_MODELS": known}
    REPLIES.unlink(missing_ok=True)
    modes = [argument for mode in MODES for argument in ("--mode", mode)]
    call_command("evaluate", str(CASES), *modes, "--live", "--record", str(REPLIES), "--note", NOTE, "--markdown")
    # Calls beside the turn end in any order; replies of one key keep theirs.
    head, *lines = REPLIES.read_text(encoding="utf-8").splitlines()
    REPLIES.write_text("\n".join([head, *sorted(lines, key=lambda line: line[:80])]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
