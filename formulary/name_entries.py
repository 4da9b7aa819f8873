"""The names of an edition, and of the drugs it lacks, ready to be looked up by each of the rules."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from formulary.look_alikes import LookAlikePair, PairGroup
from formulary.name_rules import base_of_brand, name_key, substance_key, without_salts
from formulary.name_sounds import sound_key
from formulary.name_text import cut
from formulary.name_typos import TypoIndex
from formulary.name_words import is_class_word
from rag.frames import How
from rag.vietnamese import nfc

GROUP = "group"
# A further proper name of the substance ("aspirin", a salt, the American name) counts like the international name.
_HOW = {
    "title": How.TITLE, "inn": How.INN, "vietnamised": How.INN, "brand": How.BRAND,
    "abbreviation": How.ABBREVIATION, "alias": How.ALIAS, "spelling": How.SPELLING,
}  # fmt: skip
PROPER = (How.TITLE, How.INN, How.SPELLING)
_MIN_SOUND = 6


@dataclass(frozen=True, slots=True)
class NameEntry:
    """One name of one drug. `kind` is a DrugName kind; `group` is how other monographs speak of it."""

    drug_id: str
    drug_title: str
    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class Listed:
    """A name as it is looked up. `drug_id` None: a known drug that the edition does not hold. `text`: the name as it is
    listed, "" for a form that we derived from it."""

    drug_id: str | None
    drug_title: str
    how: How
    spoken: tuple[str, ...]
    words: tuple[str, ...]  # folded
    text: str = field(default="", compare=False)

    @property
    def joined(self) -> str:
        return "".join(self.words)


_Table: TypeAlias = dict[str, tuple[Listed, ...]]


class Shelf:
    """Tables from a key to everything that answers to it, one for each rule.

    `exact`: what the edition prints beats what we derive from it (a brand without its strength, a substance without
    its salt), and both beat the drugs of the world. The other tables only propose, so there all owners stand together.
    """

    def __init__(
        self,
        entries: Iterable[NameEntry],
        *,
        other_drugs: Iterable[tuple[str, ...]],
        look_alike_pairs: Iterable[LookAlikePair],
    ) -> None:
        printed = _without_generics(_unique(n for entry in entries if entry.kind != GROUP for n in _listed(entry)))
        derived = _unique(form for listed in printed for form in _derived(listed))
        aliases, others = _world(printed, other_drugs, look_alike_pairs)
        ours = _unique([*printed, *aliases])
        self.exact: _Table = {
            **_table(others, lambda n: n.joined),
            **_table(derived, lambda n: n.joined),
            **_table(ours, lambda n: n.joined),
        }
        taken = self.exact.keys() - _table(others, lambda n: n.joined).keys()
        others = [n for n in others if n.joined not in taken]
        everything = _unique([*ours, *(d for d in derived if _is_own(d, self.exact)), *others])
        self.by_substance = _table((n for n in everything if len(n.joined) > 4), lambda n: substance_key(n.words))
        sounds = _table((n for n in everything if _has_letters_only(n)), lambda n: sound_key(n.spoken))
        self.by_sound = {key: owners for key, owners in sounds.items() if len(key) >= _MIN_SOUND}
        self.by_key = _table(
            (n for n in everything if n.how is not How.ABBREVIATION and _has_letters_only(n)),
            lambda n: name_key(n.words),
        )
        self.typos = TypoIndex(self.by_key)
        self.longest = max((len(n.words) for n in everything), default=0)
        self.starts = frozenset(key[:size] for key in self.exact for size in (1, 2, 3))


def _listed(entry: NameEntry) -> Iterable[Listed]:
    """The name; a title with a bracket also without it ("Epinephrin (Adrenalin)"). A name of one letter is none."""
    name = nfc(entry.name)
    for form in dict.fromkeys((name, name.partition("(")[0])):
        words = cut(form)
        if sum(word.text.isalpha() for word in words) and len("".join(w.folded for w in words if w.text.isalpha())) > 1:
            yield Listed(
                entry.drug_id,
                entry.drug_title,
                _HOW[entry.kind],
                tuple(word.text for word in words),
                tuple(word.folded for word in words),
                form.strip(),
            )


def _without_generics(printed: list[Listed]) -> list[Listed]:
    """Brand lists hold the substance with a strength ("Ibuprofen 200"): that is its name and a strength, no brand."""
    proper = {(name.drug_id, name.joined) for name in printed if name.how in PROPER}
    return [
        name
        for name in printed
        if name.how is not How.BRAND or (name.drug_id, "".join(base_of_brand(name.words))) not in proper
    ]


def _derived(listed: Listed) -> Iterable[Listed]:
    shorter = base_of_brand(listed.words) if listed.how is How.BRAND else without_salts(listed.words)
    if shorter != listed.words and len("".join(shorter)) > 3:
        at = next(i for i in range(len(listed.words)) if listed.words[i : i + len(shorter)] == shorter)
        yield replace(listed, words=shorter, spoken=listed.spoken[at : at + len(shorter)], text="")


def _world(
    printed: list[Listed], other_drugs: Iterable[tuple[str, ...]], pairs: Iterable[LookAlikePair]
) -> tuple[list[Listed], list[Listed]]:
    """Aliases of our drugs under their other names in the world, and the drugs that are none of ours."""
    ours = defaultdict[str, dict[tuple[str | None, str], None]](dict)
    for listed in printed:
        if listed.how in PROPER:
            for key in (name_key(listed.words), name_key(without_salts(listed.words))):
                ours[key][listed.drug_id, listed.drug_title] = None
    every_key = {name_key(listed.words) for listed in printed} | ours.keys()
    aliases, others = list[Listed](), list[Listed]()
    for names in other_drugs:
        forms = [_form(name) for name in names]
        owners = dict.fromkeys(owner for form in forms for owner in ours.get(name_key(form.words), ()))
        unprinted = [form for form in forms if name_key(form.words) not in every_key]
        aliases += [replace(form, drug_id=i, drug_title=title) for form in unprinted for i, title in owners]
        if not owners:
            others += [form for form in unprinted if not is_class_word(form.joined)]
    known = every_key | {name_key(n.words) for n in (*aliases, *others)}
    # "Insulin glargin" is no drug that an edition with a monograph on insulin lacks, nor is
    # "Actrapid" beside a printed "Actrapid HM".
    paired = (_form(n) for pair in pairs if pair.group is not PairGroup.KINDS for n in (pair.one, pair.other))
    begun = {name.words[:size] for name in printed if name.how is How.BRAND for size in range(1, len(name.words))}
    others += [
        form
        for form in paired
        if name_key(form.words) not in known and form.words not in begun and not is_class_word(form.joined)
    ]
    return aliases, _unique(others)


def _form(name: str) -> Listed:
    words = cut(nfc(name))
    return Listed(None, name, How.ALIAS, tuple(w.text for w in words), tuple(w.folded for w in words), nfc(name))


def _is_own(derived: Listed, exact: _Table) -> bool:
    """Not when the edition prints the shorter form itself, perhaps for another drug."""
    return any(listed == derived for listed in exact.get(derived.joined, ()))


def _has_letters_only(listed: Listed) -> bool:
    return all(word.isalpha() for word in listed.words)


def _unique(listed: Iterable[Listed]) -> list[Listed]:
    return list(dict.fromkeys(listed))


def _table(listed: Iterable[Listed], key_of: Callable[[Listed], str]) -> _Table:
    table = defaultdict[str, list[Listed]](list)
    for name in listed:
        table[key_of(name)].append(name)
    return {key: tuple(owners) for key, owners in table.items()}
