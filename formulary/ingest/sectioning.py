"""A line of a monograph to what it opens and what it says: section headings by type, own words and place.

A heading is bold and upright, holds nothing but the words of a heading, and may be followed on its line by a sentence
of the section. Words alone open nothing: "thận trọng." in a line of its own, "Chống chỉ định tuyệt đối …:" and "không
có chống chỉ định" are text. A bold line that is nearly a heading opens its section with everything in it held back.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from rapidfuzz import fuzz

from formulary.ingest.headings import section_key
from formulary.ingest.pages import Box, Line, Run
from formulary.ingest.paragraphs import PlacedLine
from formulary.ingest.profiles import Profile, SubheadingStyle
from rag.passages import DOSING, SECTION_KEYS, SECTION_TITLES
from rag.printed import populations_in, routes_in
from rag.vietnamese import fold, nfc, squeeze

_NEARLY = 84  # of 100; "Chỉ định" and "Chống chỉ định" are 73 apart
_LONGEST = 60
_COLON = " :\u00a0"
_ITALIC = SubheadingStyle(italic=True)
_DOSING_TAIL = re.compile(
    r"(?i:liều (?:lượng|dùng)(?: và|,)? cách (?:dùng|sử dụng)|cách dùng và liều lượng)(?P<tail>.*)"
)
_HEAD = frozenset({None, "ten_chung_quoc_te", "ma_atc", "loai_thuoc"})  # "label: value", sometimes two on a line
_KINETICS = "duoc_dong_hoc"
_BEFORE_KINETICS = frozenset({*SECTION_KEYS[: SECTION_KEYS.index(_KINETICS)]})


@dataclass(frozen=True, slots=True)
class Opening:
    """A heading: the section that it opens, as printed. `is_doubtful` when the words are not quite a heading's."""

    key: str
    printed: str
    is_doubtful: bool = False
    subheading: str = ""  # "ở trẻ em" of "Liều lượng và cách dùng ở trẻ em"


def parts_of(line: PlacedLine, profile: Profile, *, section: str | None) -> Iterator[Opening | PlacedLine]:
    """The headings and the text of a line, left to right. `section` is the one that is open before it."""
    if kinetics := _kinetics(line, section):
        yield kinetics
        return
    whole = squeeze(nfc(line.line.text))
    if _is_heading_type(line) and (opening := _opening(whole, profile, stands_alone=False)):
        yield opening  # though a letter of it came from another font
        return
    runs = _by_weight(line.line.runs)
    rest: list[Run] = []
    for i, run in enumerate(runs):
        opening = None
        if run.style.bold and not run.style.italic and (i == 0 or section in _HEAD):
            opening = _opening(run.text, profile, stands_alone=len(runs) == 1)
        if opening is None or not (_begins_sentence(runs[i + 1 :]) or _has_colon(run, runs[i + 1 :])):
            rest.append(run)
            continue
        if rest:
            yield _part(line, rest)
        yield opening
        section, rest = opening.key, []
    if len(rest) == len(runs):
        yield line
    elif any(run.text.strip(_COLON) for run in rest):
        yield _part(line, [replace(rest[0], text=rest[0].text.lstrip(_COLON)), *rest[1:]])


def heading_on_two_lines(line: PlacedLine, following: object, profile: Profile) -> Opening | None:
    """ "Thời kỳ" and "cho con bú" on two bold lines, neither of which is a heading alone."""
    if not isinstance(following, PlacedLine) or not (_is_heading_type(line) and _is_heading_type(following)):
        return None
    if any(_opening(part.text, profile, stands_alone=False) for part in (line, following)):
        return None
    return _opening(f"{line.text} {following.text}", profile, stands_alone=False)


def _is_heading_type(line: PlacedLine) -> bool:
    return line.is_bold and not line.has(_ITALIC)


def _begins_sentence(behind: list[Run]) -> bool:
    """What follows a heading on its line begins anew: "**Chống chỉ định** dùng cho …" is a sentence of its own."""
    text = "".join(run.text for run in behind).lstrip(_COLON)
    return not text or not text[0].islower()


def _has_colon(heading: Run, behind: list[Run]) -> bool:
    """ "**Chống chỉ định:** mẫn cảm …" is a heading with its text, whatever the text begins with."""
    return heading.text.rstrip().endswith(":") or (bool(behind) and behind[0].text.lstrip().startswith(":"))


def _by_weight(runs: tuple[Run, ...]) -> list[Run]:
    """Neighbouring runs of one weight as one: a heading in two fonts is read whole, a colon goes with its word."""
    joined: list[Run] = []
    for run in runs:
        alike = joined and (joined[-1].style.bold, joined[-1].style.italic) == (run.style.bold, run.style.italic)
        if joined and (alike or not run.text.strip(_COLON)):
            joined[-1] = replace(joined[-1], text=joined[-1].text + run.text)
        else:
            joined.append(run)
    return joined


def _opening(words: str, profile: Profile, *, stands_alone: bool) -> Opening | None:
    bare = squeeze(nfc(words)).rstrip(" :")
    if not bare or len(bare) > _LONGEST or bare.endswith("."):
        return None
    key = next((k for heading, k in profile.sections.items() if fold(heading) == fold(bare)), None) or section_key(bare)
    if key is not None:
        return Opening(key, bare, subheading=_for_whom(bare) if key == DOSING else "")
    if not stands_alone:
        return None
    score, nearest = max((fuzz.ratio(_key(bare), _key(title)), k) for k, title in SECTION_TITLES.items())
    return Opening(nearest, bare, is_doubtful=True) if score >= _NEARLY else None


def _for_whom(heading: str) -> str:
    """The end of a heading that names a population or a route."""
    tail = _DOSING_TAIL.match(heading)
    words = tail["tail"].strip(" ,:-–") if tail else ""
    return words if words and (populations_in(words) or routes_in(words)) else ""


def _key(heading: str) -> str:
    return "".join(c for c in fold(heading) if c.isalnum())


def _kinetics(line: PlacedLine, section: str | None) -> Opening | None:
    """ "Dược động học" is an italic sub-heading inside the section on pharmacology, whose heading may be lost."""
    text = line.text.rstrip(" :")
    is_italic = all(run.style.italic for run in line.line.runs if run.text.strip())
    if section in _BEFORE_KINETICS and is_italic and section_key(text) == _KINETICS:
        return Opening(_KINETICS, text)
    return None


def _part(line: PlacedLine, runs: list[Run]) -> PlacedLine:
    """Some runs of a line. Where within the line they stand is reckoned from their share of its characters."""
    whole = "".join(run.text for run in line.line.runs)
    kept = "".join(run.text for run in runs)
    at = max(whole.find(kept), 0)
    box, width = line.line.box, line.line.box.width / max(len(whole), 1)
    part = Box(box.x0 + width * at, box.y0, min(box.x0 + width * (at + len(kept)), box.x1), box.y1)
    return replace(line, line=Line(tuple(runs), part, line.line.column))
