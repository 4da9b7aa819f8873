"""Prints what the gate refuses of true answers and lets through of corrupted ones: `python -m tests.gate`."""

import argparse
import os
import random

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "duocthu.settings")
django.setup()

from tests.gate.measuring import Tally, all_truths, by_hand, let_through, refused, verbatim  # noqa: E402
from tests.gate.rewordings import rewordings  # noqa: E402


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--printed", type=int, default=1000, help="printed sentences to corrupt")
    options.add_argument("--reworded", type=int, default=600, help="reworded sentences to judge and to corrupt")
    options.add_argument("--examples", type=int, default=0, help="how many wrong verdicts to print of each table")
    asked = options.parse_args()
    rng = random.Random(asked.seed)
    everything = [("printed", truth) for truth in verbatim(rng, 100_000)]
    show("Printed sentences refused", refused(iter(everything)), asked.examples)
    show("Hand-written paraphrases refused", refused(by_hand()), asked.examples)
    show("Reworded sentences refused", refused(rewordings(rng, most=asked.reworded)), asked.examples, total_only=True)
    truths = all_truths(rng, printed=asked.printed, reworded=asked.reworded)
    show("Corrupted answers let through", let_through(truths, rng, of_each=4), asked.examples)


def show(title: str, tally: Tally, examples: int, *, total_only: bool = False) -> None:
    print(f"\n{title}: {tally.wrong.total()} of {tally.judged.total()} ({100 * tally.rate:.1f} %)")
    for kind in () if total_only else sorted(tally.judged):
        print(f"  {kind:<22} {tally.wrong[kind]:>5} of {tally.judged[kind]}")
    if tally.wrong:
        print("  by cause:", ", ".join(f"{cause} {n}" for cause, n in tally.causes.most_common()))
    for kind, printed, text in tally.examples[:examples]:
        print(f"  - {kind}\n      {printed}\n      {text}")


if __name__ == "__main__":
    main()
