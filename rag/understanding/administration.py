"""The way of giving a drug that a question names."""

from dataclasses import dataclass

from rag.frames import Route
from rag.understanding import lexicon
from rag.understanding.phrases import Hit
from rag.understanding.utterance import Utterance

ANY_INJECTION = (Route.IV_INJECTION, Route.IM, Route.SC)
INTO_A_VEIN = (Route.IV_INJECTION, Route.IV_INFUSION)
_INHALED = ("salbutamol", "sabutamol", "ventolin", "terbutalin", "ipratropi", "budesonid", "combivent", "pulmicort")
_AIRWAYS = frozenset({"hen", "bệnh phổi tắc nghẽn mạn tính", "co thắt phế quản"})
_UPPER_ONLY = frozenset({"im", "sc"})  # words or letters of others when typed small


@dataclass(frozen=True, slots=True)
class RoutesSaid:
    """`routes`: any of them is meant. `asked_itself`: a named way, not merely the verb "uống"."""

    routes: tuple[Route, ...] = ()
    words: frozenset[int] = frozenset()
    rule: str = ""
    asked_itself: bool = False


def routes_in(u: Utterance, *, aside: frozenset[int] = frozenset()) -> RoutesSaid:
    """Named ways win over "tiêm" and "tĩnh mạch", which leave several open. `aside`: words that name no way here."""
    labels: list[str] = []
    words: set[int] = set()
    for hit in u.of(lexicon.ROUTES):
        if hit.end == hit.start + 1 and u.key(hit.start) in _UPPER_ONLY and not u.words[hit.start].text.isupper():
            continue
        if hit.start in aside:
            continue
        if hit.label == "khi_dung?" and not _is_nebulised(u, hit):
            continue
        if hit.label == "dat_truc_trang?" and not _is_put_in(u, hit):
            continue
        if hit.label == "dat_truc_trang?" and not u.has(lexicon.PEOPLE, "child", "neonate", "nursling"):
            labels.append(Route.LOCAL.value)  # of a grown woman it may be a pessary
        labels.append(hit.label.rstrip("?"))
        words.update(range(hit.start, hit.end))
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
