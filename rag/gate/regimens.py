"""The regimen that a told amount belongs to: all that print says for the same patient, told whole or not at all.

«250 mg/lần, 3 lần/ngày, trong 7 ngày, hoặc 500 mg/lần, 2 lần/ngày»: whoever tells 250 mg tells how often, how long,
and the other choice, each beside its own dose. Only what is printed for somebody else, or for another case, may be left
out.
"""

import re
from collections.abc import Collection, Iterator, Sequence

from rag.gate.amounts import Measures
from rag.gate.atoms import Atom, Reading, Sort
from rag.gate.binding import kind_of, same_thing
from rag.passages import DOSING

# Sections whose amounts are what to give; in the others they measure ("nửa đời 3 giờ", "ADR > 1/100").
_ADVISING = frozenset(
    {
        DOSING, "chi_dinh", "than_trong", "thoi_ky_mang_thai", "thoi_ky_cho_con_bu", "tuong_tac_thuoc",
        "huong_dan_xu_tri_adr", "qua_lieu_va_xu_tri",
    }
)  # fmt: skip
_SEPARATORS = re.compile(r"[,;:()]|\.(?=\s)")
# These before a colon say what the amount is, not for which case: "tổng liều: 4 g".
_OF_THE_SAME_CASE = frozenset({"liều", "tổng", "đợt", "ngày", "tuần", "lần", "rồi"})
_OPENING = frozenset({"liều", "dùng", "uống"})


def advises(section: str) -> bool:
    return section in _ADVISING


def regimen_pieces(side: Reading, told: Collection[int], *, in_dosing: bool = True) -> frozenset[int]:
    """Pieces of the printed sentence that must be told with the amounts that are.

    `told`: where told atoms begin. `in_dosing`: elsewhere a semicolon mostly parts one remark from the next.
    """
    given = _given(side)
    # "Giảm liều còn một nửa, cách 24 giờ/lần": a dose may be told in words.
    decisive = [a for a in side.atoms if a in given or (in_dosing and a.sort in (Sort.WORD, Sort.OPERATOR))]
    of_piece = _stretches(side, in_dosing=in_dosing)
    needed = {of_piece[a.piece] for a in decisive if a.start in told}
    if not needed:
        return frozenset()
    if not any(_is_dose(a) for a in given if of_piece[a.piece] == 0):
        needed.add(0)  # what stands before the first patient is said of all
    for stretch in sorted(needed):
        needed.update(_shared_tail(stretch, given, of_piece))
    return frozenset(piece for piece, stretch in of_piece.items() if stretch in needed)


def torn(side: Reading, told: Collection[int]) -> Atom | None:
    """A printed amount that one sentence of a claim leaves out between two that it tells of the same patient, or None.

    The second would be read as said of the first.
    """
    of_piece, given = _stretches(side, in_dosing=True), _given(side)
    for stretch in {of_piece[a.piece] for a in given}:
        own = [a for a in given if of_piece[a.piece] == stretch]
        places = [i for i, a in enumerate(own) if a.start in told]
        left_out = [i for i in range(places[0], places[-1]) if i not in places] if places else []
        if left_out:
            return own[left_out[0]]
    return None


def exchanged(claim: Reading, side: Reading, section: str) -> Iterator[str]:
    """Amounts of two regimens told among one another: each dose keeps its own frequency, interval and duration."""
    printed = _regimens(side) if advises(section) else []
    reached: int | None = None
    for atom in _given(claim):
        same = [(a, r) for a, r in printed if same_thing(a, atom)]
        # A new regimen opens with its dose: what stands before it would be read with the dose before.
        fitting = [(a, r) for a, r in same if reached in (None, r) or (r > (reached or 0) and _is_dose(atom))]
        if same and not fitting:
            yield atom.said
            return
        if fitting:
            printed.remove(fitting[0])
            reached = fitting[0][1]


def _regimens(side: Reading) -> list[tuple[Atom, int]]:
    """The amounts, each with the number of its regimen: one begins with every dose, the first with what leads to it."""
    found: list[tuple[Atom, int]] = []
    doses = 0
    for atom in _given(side):
        doses += _is_dose(atom)
        found.append((atom, max(doses, 1)))
    return found


def _given(reading: Reading) -> list[Atom]:
    return [a for a in reading.atoms if kind_of(a) is Measures.DOSE]


def _is_dose(atom: Atom) -> bool:
    """An amount of a substance: no length of time, no count, no share."""
    return atom.amount is not None and atom.amount.measures is Measures.DOSE and not atom.amount.family[0]


def _shared_tail(stretch: int, given: Sequence[Atom], of_piece: dict[int, int]) -> Iterator[int]:
    """ "Người lớn 500 mg, trẻ em 250 mg, cách 6 giờ/lần": the interval printed last is that of both."""
    for later in range(stretch, max(of_piece.values()) + 1):
        yield later
        if any(not _is_dose(a) for a in given if of_piece[a.piece] == later):
            return


def _stretches(side: Reading, *, in_dosing: bool) -> dict[int, int]:
    """Of each piece, the number of the stretch for one patient or case in which it stands."""
    found: dict[int, int] = {}
    stretch = 0
    for at, atom in enumerate(side.atoms):
        if atom.piece in found:
            continue
        if at and _begins_anew(at, side, in_dosing=in_dosing):
            stretch += 1
        found[atom.piece] = stretch
    return found


def _begins_anew(at: int, side: Reading, *, in_dosing: bool) -> bool:
    """Does the piece that begins with this atom speak of another patient or case?"""
    first, before = side.atoms[at], side.atoms[at - 1]
    between = side.text[before.start + len(before.said) : first.start]
    marks = _SEPARATORS.findall(between)
    opened = side.text[: first.start].count("(") - side.text[: first.start].count(")")
    if not marks or marks[-1] not in ",;." or opened > 0:
        return False
    here = [a for a in side.atoms[at:] if a.piece == first.piece]
    opening = next((a for a in here if a.said not in _OPENING), first)
    if opening.says_for_whom:
        return True
    if marks[-1] == ";" and not in_dosing:
        end = side.text.find(";", first.start) % (len(side.text) + 1)
        return not any(_is_dose(a) and a.start < end for a in side.atoms[at:])
    lead, colon, _ = side.text[first.start :].partition(": ")
    if marks[-1] == "," or not colon or _SEPARATORS.search(lead):
        return False
    return all(a.sort in (Sort.WORD, Sort.DRUG) and a.said not in _OF_THE_SAME_CASE for a in here)
