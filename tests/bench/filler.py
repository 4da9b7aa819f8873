"""Invented monographs, as many as wanted: the printed shape of the shipped ones under names that are no drug's.

The same number and seed always give the same files.
"""

import random
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rag.vietnamese import fold

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "formulary" / "sample"
REAL_NAMES = ROOT / "formulary" / "other_drugs.txt"
SEED = 2018

_ONSETS = ("b", "br", "d", "dr", "f", "fl", "g", "gl", "l", "m", "n", "p", "pl", "r", "s", "st", "t", "v", "x", "z")
_VOWELS = ("a", "e", "i", "o", "u")
_CODAS = ("",) * 8 + ("l", "m", "n", "r", "s", "x")
# Ends of international names as the book writes them, without the English final -e.
_STEMS = (
    *("adin", "afil", "alol", "amid", "azin", "azol", "cilin", "dopin", "erol", "etin", "idon", "imod", "mycin"),
    *("olon", "onid", "oxan", "platin", "pril", "sartan", "statin", "tidin", "trel", "triptan", "vudin", "xaban"),
)
_SALTS = (("hydroclorid", "hydrochloride"), ("natri", "sodium"), ("sulfat", "sulfate"), ("maleat", "maleate"))
_STRENGTHS = ("5", "10", "20", "50", "100", "200", "250", "500", "Fort", "Plus")


@dataclass(frozen=True, slots=True)
class Filler:
    """Names of one invented drug."""

    title: str
    inn: str
    other: tuple[str, ...]
    brands: tuple[str, ...]

    @property
    def slug(self) -> str:
        return self.title.lower().replace(" ", "-")

    @property
    def by_kind(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Every name under the kind that the book gives it."""
        return (
            ("title", (self.title,)),
            ("inn", (self.inn,)),
            ("vietnamised", self.other),
            ("brand", self.brands),
        )


def fillers(count: int, *, seed: int = SEED, taken: Iterable[str] = ()) -> Iterator[Filler]:
    """Invented drugs of about eleven names each; no two share a name, and none is a drug that we know of.

    `taken`: more names that must not be given, whatever their case.
    """
    chance = random.Random(seed)
    used = _real_names() | {_key(name) for name in taken}
    for number in range(count):
        title = _fresh(used, lambda: _word(chance, 2) + chance.choice(_STEMS)).capitalize()
        inn = f"{title}e" if title.endswith(("n", "l", "d")) else f"{title}um"
        salt, english = chance.choice(_SALTS)
        brands = [_fresh(used, lambda: _brand(chance)) for _ in range(7 + (number % 4 == 0))]
        yield Filler(title, inn, (f"{title} {salt}", f"{inn} {english}"), tuple(brands))


def write_edition(folder: Path, monographs: int, *, seed: int = SEED) -> int:
    """The shipped monographs and enough fillers to make `monographs`, one file each. Gives the number of files."""
    folder.mkdir(parents=True, exist_ok=True)
    templates = sorted(SAMPLE.glob("*.md"))
    for path in templates[:monographs]:
        (folder / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    texts = [_Template.of(path) for path in templates]
    invented = list(fillers(max(0, monographs - len(templates)), seed=seed))
    for number, filler in enumerate(invented):
        text = texts[number % len(texts)].filled(filler)
        (folder / f"{filler.slug}.md").write_text(text, encoding="utf-8")
    return min(monographs, len(templates)) + len(invented)


def name_entries(monographs: int, *, seed: int = SEED) -> list[tuple[str, str, str, str]]:
    """(slug, title, name, kind) of every invented name, as the name index takes them."""
    return [
        (filler.slug, filler.title, name, kind)
        for filler in fillers(monographs, seed=seed)
        for kind, names in filler.by_kind
        for name in names
    ]


def _real_names() -> set[str]:
    """Every name that must not be invented anew: listed drugs, and whatever stands in the shipped monographs."""
    listed = re.findall(r"[^\W\d_]{4,}", fold(REAL_NAMES.read_text(encoding="utf-8")))
    printed = (re.findall(r"[^\W\d_]{4,}", fold(path.read_text(encoding="utf-8"))) for path in SAMPLE.glob("*.md"))
    return set(listed).union(*printed)


def _key(name: str) -> str:
    # The strength behind a brand does not tell it from another.
    return fold(name.split()[0])


def _fresh(used: set[str], make: Callable[[], str]) -> str:
    while True:
        name = make()
        if _key(name) not in used:
            used.add(_key(name))
            return name


def _word(chance: random.Random, syllables: int) -> str:
    parts = (chance.choice(_ONSETS) + chance.choice(_VOWELS) + chance.choice(_CODAS) for _ in range(syllables))
    return "".join(parts)


def _brand(chance: random.Random) -> str:
    word = _word(chance, chance.choice((2, 3))).capitalize() + chance.choice(("", "n", "x", "vit", "tab"))
    # About one printed brand in six carries a strength.
    return f"{word} {chance.choice(_STRENGTHS)}" if chance.random() < 1 / 6 else word


@dataclass(frozen=True, slots=True)
class _Template:
    """The body of a shipped monograph with its drug's names marked for replacement."""

    body: str
    own: re.Pattern[str]

    @classmethod
    def of(cls, path: Path) -> "_Template":
        _, front, body = path.read_text(encoding="utf-8").split("---\n", 2)
        title = re.search(r"^ten: (.+)$", front, re.MULTILINE)
        others = re.search(r"^ten_khac: \[(.+)\]$", front, re.MULTILINE)
        if title is None:
            raise ValueError(f"{path.name}: no title")
        names = [title[1], *(others[1].split(",") if others else [])]
        longest_first = sorted({name.strip() for name in names}, key=len, reverse=True)
        own = re.compile("|".join(map(re.escape, longest_first)), re.IGNORECASE)
        body = re.sub(r"(?<=## Tên thương mại\n).*", "\n@brands@\n", body, flags=re.DOTALL)
        body = re.sub(r"(?<=## Tên chung quốc tế\n)\n?.*?(?=\n\n|\n## )", "\n@inn@.", body, count=1, flags=re.DOTALL)
        return cls(re.sub(r"^# .*$", "# @title@", body, count=1, flags=re.MULTILINE), own)

    def filled(self, filler: Filler) -> str:
        front = f"---\nma: {filler.slug}\nten: {filler.title}\nten_khac: [{', '.join(filler.other)}]\n---\n"
        body = self.own.sub(lambda m: filler.title if m[0][0].isupper() else filler.title.lower(), self.body)
        body = body.replace("@title@", filler.title.upper()).replace("@inn@", filler.inn)
        if "@brands@" not in body:
            body = f"{body.rstrip()}\n\n## Tên thương mại\n\n@brands@\n"
        return front + body.replace("@brands@", "; ".join(filler.brands) + ".")
