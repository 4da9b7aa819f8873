"""Quote the printed regimens of one patient, and say what is not printed for him and what is."""

from dataclasses import replace

from rag import messages, wording
from rag.applicability import Match
from rag.assembling import Parts, printed_pages
from rag.claims import ClaimRole
from rag.frames import AGE_CLASSES, IMPAIRED, MOTHERS, DrugMention, QueryFrame, Route
from rag.kidneys import estimate_fits
from rag.passages import DOSING, Evidence
from rag.purpose_words import purpose_of
from rag.quoting import claims_of
from rag.records import Notice, NoticeKind
from rag.regimens import MAX_REGIMENS, Chosen, Selection, has_oral_form, route_choices, select, states_dose
from rag.routes import is_urgent, lacks_age

MAX_BESIDE = 8  # sentences beside them: more would bury the dose


def add_regimens(
    parts: Parts,
    drug: DrugMention,
    frame: QueryFrame,
    evidence: Evidence,
    *,
    may_ask: bool,
    only_special: bool = False,
) -> Selection | None:
    """What was shown as the regimens of the patient; None when there are none, or the section forbids the drug.

    `may_ask`: the route may be asked about. Not where another drug or group of patients is answered too.
    `only_special`: the patient's impairment itself is contraindicated, so no usual dose is shown.
    """
    drug_id, name = drug.id, drug.name
    dosing = evidence.of(drug_id, DOSING)
    if not dosing:
        parts.gaps.append(messages.no_section(name, DOSING))
        return None
    oral = has_oral_form(evidence.of(drug_id, "dang_thuoc_va_ham_luong"), dosing)
    if oral:
        parts.oral.add(drug_id)
    found = select(frame, dosing, oral_by_default=oral)
    parts.read.extend(dosing)
    parts.held_back.extend(found.held_back)
    if found.held_elsewhere:
        text = messages.held_elsewhere(name, DOSING, printed_pages(found.held_elsewhere))
        parts.notices.append(Notice(NoticeKind.QUARANTINE, text))
    if found.gap == "indication" and len(found.printed_indications) > 1 and not is_urgent(frame):
        parts.indication_choices.extend(found.printed_indications)
        return None
    if found.gap:
        parts.gaps.append(_gap_sentence(found, name, frame))
        parts.claims.extend(claims_of(found.said_of_route, ClaimRole.OTHERWISE))
        return None
    if only_special:
        found = _without_usual(found, frame)
    found, ordered = _by_estimate(found, frame)
    if ordered:
        parts.sentences.append(messages.BANDS_BY_ESTIMATE)
    if found.forbids or only_special:
        parts.sentences.append(messages.FORBIDDEN_HERE)
    elif frame.is_paediatric and (lacks_age(frame) or frame.weight_kg is None):
        parts.sentences.append(messages.for_no_one_child(_unmeasured(frame)))
    if found.for_older:
        parts.claims.extend(claims_of(found.for_older, ClaimRole.STRICTER))
        if found.printed_bands:
            parts.sentences.append(_gap_sentence(replace(found, gap="band"), name, frame))
    near = [c.segment for c in found.answers if c.fits.route is Match.NEAR and states_dose(c.segment)]
    if near and not any(c.fits.route is Match.YES and states_dose(c.segment) for c in found.answers):
        printed = dict.fromkeys(route for s in near for route in s.context.routes)
        parts.sentences.append(messages.near_route(wording.routes(frame.routes), wording.routes(tuple(printed))))
    if found.on_edge:
        parts.sentences.append(messages.ON_EDGE)
    if found.unbounded:
        parts.sentences.append(messages.groups_without_age(found.unbounded))
    only_dose = frame.sections == (DOSING,) and may_ask
    named_indication = bool(frame.indication or frame.condition) and found.indication_found
    if not frame.routes and only_dose and not named_indication:
        parts.route_choices.extend(route_choices(found))
    shown = found.answers[:MAX_REGIMENS]
    for chosen in shown:
        if states_dose(chosen.segment):
            parts.dose_routes.update(chosen.segment.context.routes or ((Route.ORAL,) if oral else (Route.OTHER,)))
    parts.claims.extend(claims_of([c.segment for c in shown], ClaimRole.ANSWER))
    parts.claims.extend(claims_of([c.segment for c in found.beside[:MAX_BESIDE]], ClaimRole.ALSO))
    asked = purpose_of(frame)
    if asked and not found.indication_found and not found.forbids:
        parts.sentences.append(messages.no_indication(asked))
    of_her = {p for c in (*found.answers, *found.beside) for p in c.segment.context.populations}
    for state in [p for p in frame.populations if p in MOTHERS and p not in of_her]:
        parts.sentences.append(messages.no_dose_of_its_own(wording.POPULATION_WORDS[state]))
    if found.organ_rule_not_shown:
        parts.sentences.append(messages.ADJUSTED_NOT_HERE[found.organ_rule_not_shown])
    if not found.organ_rule_found:
        who = " và ".join(wording.POPULATION_WORDS[p] for p in frame.populations if p in IMPAIRED)
        if who:
            parts.sentences.append(messages.no_adjustment(who))
    more = len(found.answers) - len(shown) + max(0, len(found.beside) - MAX_BESIDE)
    if more > 0:
        parts.sentences.append(messages.more_blocks(more))
    return None if found.forbids else replace(found, answers=shown)


def _by_estimate(found: Selection, frame: QueryFrame) -> tuple[Selection, bool]:
    """Printed clearances that hold the estimated one first, the others behind them; was anything moved?"""
    fits = {c: estimate_fits(c.segment, frame) for c in found.answers}
    others = tuple(c for c in found.answers if fits[c] is Match.NO)
    if not others or not any(fit in (Match.YES, Match.EDGE) for fit in fits.values()):
        return found, False
    holding = tuple(c for c in found.answers if fits[c] in (Match.YES, Match.EDGE))
    rest = tuple(c for c in found.answers if c not in holding and c not in others)
    return replace(found, answers=(*holding, *rest), beside=(*others, *found.beside)), True


def _without_usual(found: Selection, frame: QueryFrame) -> Selection:
    """Where the impairment itself is contraindicated: what is printed for it, and no usual dose."""
    organs = {p for p in frame.populations if p in IMPAIRED}

    def is_own(chosen: Chosen) -> bool:
        return bool(organs & set(chosen.segment.context.populations))

    return replace(found, answers=tuple(filter(is_own, found.answers)), beside=tuple(filter(is_own, found.beside)))


def _unmeasured(frame: QueryFrame) -> str:
    missing = [name for name in ("age_months", "weight_kg") if getattr(frame, name) is None]
    return " và ".join(messages.FIELD_WORDS[name] for name in missing)


def _gap_sentence(found: Selection, name: str, frame: QueryFrame) -> str:
    """Says what is not printed, and what is: populations, routes, bands; never a dose."""
    who = wording.patient(frame) or "trường hợp này"
    asked_for = purpose_of(frame)
    if found.of_others or found.bands_of_indication:
        own = ", ".join(wording.POPULATION_WORDS[p] for p in frame.populations if p in AGE_CLASSES)
        bands = f"{own} {', '.join(found.bands_of_indication)}" if found.bands_of_indication else ""
        others = ", ".join(wording.POPULATION_WORDS[p] for p in found.of_others)
        groups = "; ".join(group for group in (others, bands) if group)
        return messages.no_such_dose(name, DOSING, f"«{asked_for}» ở {who}", groups, "Đối tượng")
    if found.printed_indications:
        printed = "; ".join(found.printed_indications)
        return messages.no_such_dose(name, DOSING, f"«{asked_for}» ở {who}", printed, "Chỉ định")
    if found.gap == "route":
        purpose = f"«{asked_for}» " if asked_for else ""
        asked = f"{purpose}đường {wording.routes(frame.routes)} ở {who}"
        return messages.no_such_dose(name, DOSING, asked, wording.routes(found.routes) or "không nêu", "Đường dùng")
    if found.gap == "band" and found.printed_bands:
        return messages.no_such_dose(name, DOSING, who, "; ".join(found.printed_bands), "Các khoảng")
    printed = ", ".join(wording.POPULATION_WORDS[p] for p in found.printed_populations) or "không tách theo đối tượng"
    return messages.no_such_dose(name, DOSING, who, printed, "Đối tượng")
