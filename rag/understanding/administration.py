"""The way of giving a drug that a question names."""

from dataclasses import dataclass

from rag.frames import Route
from rag.understanding import lexicon
from rag.understanding.age_units import speaks_of_child
from rag.understanding.phrases import Hit
from rag.understanding.utterance import Utterance

ANY_INJECTION = (Route.IV_INJECTION, Route.IM, Route.SC)
INTO_A_VEIN = (Route.IV_INJECTION, Route.IV_INFUSION)
_INHALED = ("salbutamol", "sabutamol", "ventolin", "terbutalin", "ipratropi", "budesonid", "combivent", "pulmicort")
_AIRWAYS = frozenset({"hen", "bệnh phổi tắc nghẽn mạn tính", "co thắt phế quản"})
_UPPER_ONLY = frozenset({"im", "sc"})  # words or letters of others when typed small
_REFUSES = ("thể", "dùng", "sử", "dụng", "được", "đường", "muốn", "nên", "chịu", "thích", "cho", "qua", "bằng", "bị")
_ASKED = ("được", "dc", "đc", "đk", "có", "hay", "phải", "ổn", "ok")  # before "không": it closes a question
_CANNOT = ("được", "nổi")
_GOES_ON = ("mà", "chứ", "thì", "vì", "do", "nên", "nữa", "cho", "liều", "hay", "hoặc", "và", "chỉ")
_OR = ("hay", "hoặc")
_INJECTED = frozenset({Route.IV_INJECTION, Route.IV_INFUSION, Route.IM, Route.SC})
_RULED_OUT = {
    "tiem": _INJECTED,
    "tinh_mach": frozenset(INTO_A_VEIN),
    Route.IV_INJECTION.value: frozenset(INTO_A_VEIN),  # no vein to be had is none for an infusion either
}


@dataclass(frozen=True, slots=True)
class RoutesSaid:
    """`routes`: any of them is meant. `asked_itself`: a named way, not merely the verb "uống"."""

    routes: tuple[Route, ...] = ()
    words: frozenset[int] = frozenset()
    rule: str = ""
    asked_itself: bool = False


def routes_in(u: Utterance, *, aside: frozenset[int] = frozenset()) -> RoutesSaid:
    """Named ways win over "tiêm" and "tĩnh mạch", which leave several open. `aside`: words that name no way here.

    Where a way is only ruled out ("không uống được", "không tiêm tĩnh mạch"), every other way is meant.
    """
    labels: list[str] = []
    words: set[int] = set()
    refused = refused_ways(u)
    for hit in u.of(lexicon.ROUTES):
        if hit.end == hit.start + 1 and u.key(hit.start) in _UPPER_ONLY and not u.words[hit.start].text.isupper():
            continue
        if hit.start in aside or hit in refused:
            continue
        if hit.label == "khi_dung?" and not _is_nebulised(u, hit):
            continue
        if hit.label == "dat_truc_trang?" and not _is_put_in(u, hit):
            continue
        if hit.label == "dat_truc_trang?" and not speaks_of_child(u):
            labels.append(Route.LOCAL.value)  # of a grown woman it may be a pessary
        labels.append(hit.label.rstrip("?"))
        words.update(range(hit.start, hit.end))
    if not labels and (ruled_out := [h for h in refused if h.start not in aside]):
        out = {route for h in ruled_out for route in _ruled_out_by(h)}
        spoken = frozenset(i for h in ruled_out for i in range(h.start, h.end))
        return RoutesSaid(tuple(route for route in Route if route not in out), spoken, "route.ruled_out")
    if not labels:
        return RoutesSaid()
    named = tuple(dict.fromkeys(Route(label) for label in labels if label not in ("tiem", "tinh_mach")))
    said = frozenset(labels)
    spoken = frozenset(words)
    injected = {Route.IV_INJECTION, Route.IV_INFUSION, Route.IM, Route.SC} & set(named)
    if {"tiem", "tinh_mach"} <= said and not injected:
        return RoutesSaid((Route.IV_INJECTION, *named), spoken, "route.injected_into_vein", True)
    if "tinh_mach" in said and not injected:
        return RoutesSaid((*INTO_A_VEIN, *named), spoken, "route.vein", True)
    if "tiem" in said and not injected:
        return RoutesSaid((*ANY_INJECTION, *named), spoken, "route.any_injection", True)
    only_swallowed = named == (Route.ORAL,) and not any(u.says(i, "đường") for i in words)
    return RoutesSaid(named, spoken, "route.named", not only_swallowed)


def refused_ways(u: Utterance) -> tuple[Hit, ...]:
    """ "không uống được", "không tiêm tĩnh mạch"; not "uống được không", "không uống lúc đói", "không uống rượu"."""
    found: list[Hit] = []
    for hit in u.of(lexicon.ROUTES):
        joined = any(h.end == hit.start or (h.end == hit.start - 1 and u.says(h.end, *_OR)) for h in found)
        # "uống không được", but not "uống không được quá 4 g".
        fails = u.says(hit.end, "không") and u.says(hit.end + 1, *_CANNOT) and _closes(u, hit.end + 1)
        if joined or fails or (_is_denied(u, hit.start) and _closes(u, hit.end)):
            found.append(hit)
    return tuple(found)


def _is_denied(u: Utterance, start: int) -> bool:
    at = start - 1
    while u.says(at, *_REFUSES):
        at -= 1
    return u.says(at, "không") and not u.says(at - 1, *_ASKED)


def _closes(u: Utterance, end: int) -> bool:
    """Does the clause end with the way that cannot be taken, or go on with a drug, somebody or what is asked?"""
    more = next((h for h in u.of(lexicon.ROUTES) if h.start == end), None)
    if more is not None:
        return _closes(u, more.end)
    if u.says(end, *_CANNOT):
        end += 1
    if end >= len(u.words) or not u.words[end].is_word or end in u.drug_words or u.says(end, *_GOES_ON):
        return True
    return any(h.start == end for h in u.of(lexicon.PEOPLE))


def _ruled_out_by(hit: Hit) -> frozenset[Route]:
    label = hit.label.rstrip("?")
    return _RULED_OUT[label] if label in _RULED_OUT else frozenset({Route(label)})


def _is_nebulised(u: Utterance, hit: Hit) -> bool:
    """ "khi dung" without marks is khi dùng, unless it stands where a way of giving stands."""
    if u.says(hit.end, "chung", "kèm", "cùng", "với", "thuốc", "cho"):
        return False
    opens = hit.start == 0 or not u.words[hit.start - 1].is_word
    closes = hit.end >= len(u.words) or not u.words[hit.end].is_word
    after_drug, before_drug = hit.start - 1 in u.drug_words, hit.end in u.drug_words
    if u.has(lexicon.SECTIONS, "dose", "amount", "how"):
        ends = closes or any(h.start == hit.end for t in (lexicon.DISEASE, lexicon.PEOPLE) for h in u.of(t))
        return after_drug or (opens and before_drug) or (ends and is_of_airways(u))
    if opens and closes:
        return True
    return (after_drug or before_drug or closes) and not u.labels(lexicon.SECTIONS) and is_of_airways(u)


def is_of_airways(u: Utterance) -> bool:
    inhaled = any(u.key(d.start).startswith(_INHALED) for d in u.drugs)
    return inhaled or any(h.label in _AIRWAYS for t in (lexicon.DISEASE, lexicon.SYMPTOM) for h in u.of(t))


def _is_put_in(u: Utterance, hit: Hit) -> bool:
    """ "sốt đặt paracetamol", "không phải uống, đặt": of a drug; tubes, appointments and orders are put in too."""
    alone = not any(w.is_word for w in (*u.words[hit.start - 1 : hit.start], *u.words[hit.end : hit.end + 1]))
    return hit.end in u.drug_words or hit.start - 1 in u.drug_words or u.says(hit.end, "viên", "thuốc") or alone
