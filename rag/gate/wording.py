"""The words of a claim stand in print, beside the same neighbours and under the same operators."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rag.gate.atoms import Atom, Reading, Sort
from rag.gate.lexicon import ALONE, Operator
from rag.gate.verdicts import Problem


@dataclass(frozen=True, slots=True)
class Words:
    """Where words may come from.

    `own`: (place, word) of the sentence that are still free; `above`: of its headings, the section's title last.
    `may_say_use`: "dùng" may be said although it is not printed.
    """

    side: Reading
    own: Sequence[tuple[int, Atom]]
    above: Sequence[Sequence[Atom]]
    may_say_use: bool


@dataclass(frozen=True, slots=True)
class Run:
    """Words side by side in claim and print. `places`: where in the sentence; empty for words of a heading.

    `of_title`: they stand in the title of the section, which is no phrase of the sentence: "xử trí" may be said before
    it, not within it.
    """

    length: int = 0
    agrees: bool = False
    places: tuple[int, ...] = ()
    of_title: bool = False


def match_words(claim: Reading, words: Words) -> Iterator[tuple[int, tuple[int, ...], Problem | None, str]]:
    """For each stretch of words: its piece, the printed places that it takes, what is wrong with it, if anything."""
    free = dict(words.own)
    # Long stretches first, so that a lone "dùng" does not take the one of "dùng thiazid".
    for run in sorted(_runs(claim), key=len, reverse=True):
        at, from_title = 0, set[bool]()
        while at < len(run):
            found = _longest(run[at:], list(free.items()), words)
            if found.length and found.agrees and not _is_torn(found, run, at, words.side):
                for place in found.places:
                    del free[place]
                if found.places or found.of_title:
                    from_title.add(found.of_title)
                yield run[at].piece, found.places, None, ""
                at += found.length
            elif (
                not found.agrees
                and run[at].said == "dùng"
                and words.may_say_use
                and _uses_as_printed(run[at], words.side)
            ):
                at += 1
            else:
                problem = Problem.POLARITY if found.length and not found.agrees else Problem.WORDING
                yield run[at].piece, (), problem, " ".join(a.said for a in run[at : at + max(found.length, 1)])
                at += max(found.length, 1)
        if len(from_title) > 1:
            yield run[0].piece, (), Problem.WORDING, " ".join(a.said for a in run)


def _uses_as_printed(use: Atom, side: Reading) -> bool:
    """Under the sentence's own stance, and under no "có thể" or "nên" that it does not print."""
    modal = frozenset({Operator.MAY, Operator.SHOULD})
    return side.stances <= use.under and use.under - side.stances <= side.operators & modal


def _runs(claim: Reading) -> Iterator[list[Atom]]:
    """Words of the claim that no number, drug, person or operator parts."""
    run: list[Atom] = []
    for atom in claim.atoms:
        if atom.sort is Sort.WORD and (not run or run[-1].piece == atom.piece):
            run.append(atom)
            continue
        if run:
            yield run
        run = [atom] if atom.sort is Sort.WORD else []
    if run:
        yield run


def _longest(run: Sequence[Atom], own: Sequence[tuple[int, Atom]], words: Words) -> Run:
    best = Run()
    for start in range(len(own)):
        length = _common(run, [a for _, a in own[start : start + len(run)]])
        if not length:
            continue
        agreeing = next((i for i in range(length) if own[start + i][1].under != run[i].under), length)
        places = tuple(place for place, _ in own[start : start + agreeing])
        best = _better(best, Run(agreeing, True, places) if agreeing else Run(length, False))
    if any(a.sort is Sort.WORD and a.key == run[0].key for a in words.side.atoms):
        return best  # the sentence's own word: no heading may lend it another meaning
    for heading in words.above:
        title = heading is words.above[-1]
        for start in range(len(heading)):
            length = _common(run, heading[start : start + len(run)])
            fits = length and all(_fits(run[i], heading[start + i], words.side) for i in range(length))
            if length:
                best = _better(best, Run(length, bool(fits), of_title=title))
    return best


def _better(one: Run, other: Run) -> Run:
    return max(one, other, key=lambda r: (r.agrees, r.length))


def _common(run: Sequence[Atom], printed: Sequence[Atom]) -> int:
    length = 0
    for said, word in zip(run, printed, strict=False):
        if said.key != word.key or word.piece != printed[0].piece:
            break
        length += 1
    return length


def _fits(said: Atom, heading: Atom, side: Reading) -> bool:
    return heading.under <= said.under and said.under - heading.under <= side.stances


def _is_torn(found: Run, run: Sequence[Atom], at: int, side: Reading) -> bool:
    """One syllable, cut from the neighbours that it has in print: "gan" of "gan nhiễm mỡ" is no "suy gan"."""
    if found.length > 1 or len(run) == 1 or " " in run[at].said:
        return False
    return run[at].said not in ALONE and not _stands_alone(run[at], side)


def _stands_alone(word: Atom, side: Reading) -> bool:
    """Printed once at least without a word beside it ("Corticoid: …")."""
    atoms = side.atoms
    for at, atom in enumerate(atoms):
        if atom.sort is Sort.WORD and atom.key == word.key:
            beside = [atoms[i] for i in (at - 1, at + 1) if 0 <= i < len(atoms)]
            if not any(a.sort is Sort.WORD and a.piece == atom.piece for a in beside):
                return True
    return False
