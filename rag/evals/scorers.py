"""Scorers: one function a key of `expected`; None means that the key is not scored in this turn."""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal

from rag.evals.cases import Expected
from rag.evals.replies import contains_words, title_key
from rag.evals.scene import Scene, Score
from rag.evals.spoken import SAYS, same
from rag.evals.written import foreign_numbers
from rag.outcomes import Outcome
from rag.vietnamese import nfc, tokens

NEEDS_ALL_SECTIONS = frozenset({"multi_attribute", "population_comparison"})
"""Families and features in which every expected section must be cited, not only the first."""

# The cases use the seed's reason codes; the contract splits this one by what is asked.
_SAME_REASON: Mapping[str, frozenset[str]] = {
    "needs_more_info": frozenset({"ambiguous_drug", "ambiguous_route", "ambiguous_indication"}),
    # The seed abstained where the house hands the conversation over.
    "clarify_loop_exhausted": frozenset({"clarify_exhausted"}),
}
_AGE_GROUPS = frozenset({"nguoi_lon", "tre_em", "tre_so_sinh", "nguoi_cao_tuoi"})
_INHERITED_AS: Mapping[str, frozenset[str]] = {
    "drug": frozenset({"drugs", "unknown_drugs"}),
    "section": frozenset({"sections"}),
    "population": frozenset({"population", "populations"}),
    "age": frozenset({"age_months"}),
    "weight": frozenset({"weight_kg"}),
    "route": frozenset({"route", "routes"}),
    "indication": frozenset({"indication"}),
    "condition": frozenset({"condition"}),
}


def _score(is_right: bool, why: str) -> Score:
    return Score(1.0) if is_right else Score(0.0, why)


def outcome(scene: Scene) -> Score:
    got, wanted = scene.reply.outcome, scene.expected.outcomes
    if got in wanted or scene.source_is_checked_silent:
        return Score(1.0)
    why = f"kết cục {got}/{scene.reply.reason}, cần {' hoặc '.join(wanted)}"
    return Score(0.5 if got == "escalate" and "abstain" in wanted else 0.0, why)


def reason(scene: Scene) -> Score | None:
    """Scored against those expected reasons that belong to the family in which the turn ended."""
    got = scene.reply
    if scene.expected.reasons is None or got.outcome not in scene.expected.outcomes:
        return None
    of_family = {o.reason for o in Outcome if o.kind == got.outcome}
    known = {r: {r, *_SAME_REASON.get(r, frozenset())} & of_family for r in scene.expected.reasons}
    listed = [r for r, same in known.items() if same]
    if not listed:
        return None
    wanted = set().union(*known.values())
    return _score(got.reason in wanted, f"lý do {got.reason}, cần {' hoặc '.join(listed)}")


def about(scene: Scene) -> frozenset[str]:
    """Title keys of the drugs that the reply is about: understood, quoted or offered.

    Not a drug that the question names and of which only what speaks against another one is quoted: it is taken beside.
    """
    reply, named = scene.reply, nfc(scene.question)
    beside = {c for c in reply.cited if c.speaks_against and scene.shelf.is_named_in(named, c.monograph)}
    ids = {*reply.drugs, *reply.offered, *(c.monograph for c in reply.cited if c not in beside)}
    return frozenset(title_key(reply.title(id, scene.shelf)) for id in ids)


def drugs(scene: Scene) -> Score | None:
    if scene.expected.drugs is None or scene.leaves_drugs_unscored:
        return None
    wanted, got = frozenset(map(title_key, scene.expected.drugs)), about(scene)
    listed = scene.reply.is_candidate_list
    return _score(
        wanted <= got if listed else wanted == got,
        f"thuốc {', '.join(sorted(got)) or 'không có'}, cần {', '.join(sorted(wanted)) or 'không có'}",
    )


def _spelling_keys(text: str) -> str:
    """The words of a text, each equal for an English INN and its Vietnamised spelling ("amoxicillin")."""
    words = (token.folded.replace("ph", "f").replace("th", "t").replace("y", "i") for token in tokens(nfc(text)))
    return " ".join(re.sub(r"([^\W\d])\1", r"\1", word.removesuffix("e")) for word in words)


def unknown_drugs(scene: Scene) -> Score | None:
    if scene.expected.unknown_drugs is None:
        return None
    said = _spelling_keys(scene.reply.said)
    # A strength behind the name need not be repeated.
    names = {name: re.sub(r"\s+\d+$", "", name) for name in scene.expected.unknown_drugs}
    unsaid = [name for name, bare in names.items() if not contains_words(said, _spelling_keys(bare))]
    return _score(not unsaid, f"không nói là không có {', '.join(unsaid)}")


def sections_of(scene: Scene) -> frozenset[str]:
    """What an answer cites; for any other ending, what was understood or is pointed to."""
    reply = scene.reply
    if reply.is_answered:
        return frozenset(cited.section for cited in reply.cited)
    return frozenset((*reply.sections, *reply.pointed))


def sections(scene: Scene) -> Score | None:
    wanted = scene.expected.sections
    if not wanted or scene.leaves_drugs_unscored or scene.source_is_checked_silent:
        return None
    got = sections_of(scene)
    needed = wanted if NEEDS_ALL_SECTIONS & set(scene.case.kind.split(";")) else wanted[:1]
    missing = [section for section in needed if section not in got]
    return _score(not missing, f"mục {', '.join(sorted(got)) or 'không có'}, thiếu {', '.join(missing)}")


def written(scene: Scene) -> Score | None:
    """What a model wrote: every claim cites, its numbers stand in what it cites, and every wanted drug that the edition
    holds is cited in a wanted section. A drug that is understood and not cited is not answered.

    Drugs that nobody asked for, and sections, are scored for written answers as for any other.
    """
    reply, expected = scene.reply, scene.expected
    if not reply.is_written:
        return None
    uncited = [shown.text for shown in reply.shown if not shown.quotes]
    whys = [f"câu không có trích dẫn: «{text[:60]}»" for text in uncited]
    for shown in reply.shown:
        if found := foreign_numbers(shown.text, (*shown.quotes, *shown.headings)):
            whys.append(f"số không có trong trích dẫn: {', '.join(found)}")
    cited = {(title_key(reply.title(c.monograph, scene.shelf)), c.section) for c in reply.cited}
    for title in filter(scene.shelf.holds, expected.drugs or ()):
        sections = {section for key, section in cited if key == title_key(title)}
        if not sections or (expected.sections and not sections & set(expected.sections)):
            where = f" ở mục {' hoặc '.join(expected.sections)}" if expected.sections else ""
            whys.append(f"không trích {title}{where}")
    return _score(not whys, "; ".join(whys))


def given_slots(expected: Expected) -> frozenset[str]:
    """Slots whose value is known after the turn: they must not be asked for."""
    known = {
        "weight": expected.weight_kg is not None,
        "age": expected.age_months is not None,
        "population": bool(expected.populations),
        "route": expected.route is not None,
    }
    return frozenset(slot for slot, is_known in known.items() if is_known)


def clarify(scene: Scene) -> Score | None:
    expected, asked = scene.expected, frozenset(scene.reply.asks)
    wanted = frozenset(expected.asks or ())
    if scene.reply.outcome != "clarify":
        # Where nothing but a question is right, not asking is wrong.
        must_ask = expected.outcomes == ("clarify",) and wanted
        return Score(0.0, f"không hỏi {', '.join(sorted(wanted))}") if must_ask else None
    if known := asked & given_slots(expected):
        return Score(0.0, f"hỏi lại điều đã biết: {', '.join(sorted(known))}")
    if expected.asks is None:
        return None
    may_answer = "answered" in expected.outcomes and len(wanted) > 1
    is_right = bool(asked) and asked <= wanted if may_answer else asked == wanted
    return _score(is_right, f"hỏi {', '.join(sorted(asked)) or 'không rõ gì'}, cần {', '.join(sorted(wanted))}")


def population(scene: Scene) -> Score | None:
    wanted, got = set(scene.expected.populations or ()), set(scene.reply.populations)
    if not wanted:
        return None
    states = {"suy_than"} if scene.reply.is_renal else set()
    if scene.reply.is_hepatic:
        states.add("suy_gan")
    got |= states
    if "nguoi_cao_tuoi" in wanted and "nguoi_cao_tuoi" not in got and "nguoi_lon" in got:
        got.add("nguoi_cao_tuoi")
    # A state that was said may stand beside any group, and the adult beside a state; a child beside nothing.
    allowed = wanted | states
    if not wanted & _AGE_GROUPS or "nguoi_cao_tuoi" in wanted:
        allowed |= {"nguoi_lon", "nguoi_cao_tuoi"}
    return _score(
        wanted <= got <= allowed,
        f"đối tượng {', '.join(sorted(got)) or 'không có'}, cần {', '.join(sorted(wanted))}",
    )


def _value(name: str, wanted: Decimal | None, got: Decimal | None) -> Score | None:
    return None if wanted is None else _score(same(wanted, got), f"{name} {got}, cần {wanted}")


def weight(scene: Scene) -> Score | None:
    return _value("cân nặng (kg)", scene.expected.weight_kg, scene.reply.weight_kg)


def age(scene: Scene) -> Score | None:
    return _value("tuổi (tháng)", scene.expected.age_months, scene.reply.age_months)


def route(scene: Scene) -> Score | None:
    wanted, reply = scene.expected.route, scene.reply
    if wanted is None:
        return None
    return _score(reply.route == wanted, f"đường dùng {', '.join(reply.routes) or 'không có'}, cần {wanted}")


def carried(scene: Scene) -> Score | None:
    wanted, reply = scene.expected.carried, scene.reply
    if not wanted or scene.leaves_drugs_unscored:
        return None
    inherited = set(reply.inherited) | ({"drugs"} if reply.from_history else set())
    lost = [slot for slot in wanted if not _INHERITED_AS.get(slot, frozenset()) & inherited]
    unsaid = [slot for slot in wanted if slot not in lost and not SAYS[slot](reply, scene.shelf)]
    whys = [f"không mang theo {', '.join(lost)}"] * bool(lost) + [f"không nói ra {', '.join(unsaid)}"] * bool(unsaid)
    return _score(not whys, "; ".join(whys))


SCORERS: Mapping[str, Callable[[Scene], Score | None]] = {
    "outcome": outcome,
    "reason": reason,
    "drugs": drugs,
    "unknown_drugs": unknown_drugs,
    "sections": sections,
    "written": written,
    "clarify": clarify,
    "population": population,
    "weight": weight,
    "age": age,
    "route": route,
    "carried": carried,
}
"""What is scored, in the order in which a failure is explained. A turn is right when every score is right."""
