"""The turn read once more, by a model, where the rules were not sure: one call, and code decides what of it is used.

What is used is only which sections words ask for that no rule reads, that drugs are asked for a named complaint, and
which of two monographs of one title earlier turns are about. With that the rules read the question again. Where the
model read another drug, weight or age than they did, the turn asks.
"""

import logging
from dataclasses import dataclass, replace

from rag.condition_names import AS_TYPED
from rag.errors import BudgetExhausted, ModelUnavailable
from rag.frames import TWO_READINGS, AmbiguousName, DrugOption, Finding, Intent, Link, QueryFrame, Relation, TwoReadings
from rag.model_calls import MeteredModel
from rag.outcomes import Outcome
from rag.passages import DOSING
from rag.ports import DrugNames
from rag.prompts import filled
from rag.records import TurnRequest
from rag.routes import Gather
from rag.slots import carry_over
from rag.slots.remembered import has_patient
from rag.slots.settling import IMPLIED_DOSE
from rag.understanding.agreeing import Agreed, agreed, is_denied, is_same, located
from rag.understanding.doubts import Doubt, doubt_in
from rag.understanding.homonyms import by_words
from rag.understanding.offers import Offer, offer_for, recent_turns
from rag.understanding.proposals import STRUCTURE, Meaning, Proposal, proposal_of
from rag.understanding.rules import understand
from rag.understanding.section_keys import CAUTION, CONTRA
from rag.understanding.sections import SectionChoice
from rag.understanding.utterance import Utterance, hear

logger = logging.getLogger(__name__)

# Enough for a slow model, and twice that leaves the writing the time that it may take.
USUAL_SECONDS, MOST_SECONDS = 2.8, 5.5
MAX_TOKENS = 500
BY_MODEL = "model.reading"
"""The rule of a field that a model's verified reading filled."""


def read_again(
    frame: QueryFrame, then: Outcome | Gather, request: TurnRequest, *, names: DrugNames, model: MeteredModel
) -> QueryFrame:
    """`frame`, what the rules made of the turn, or what becomes of it with a model's reading of what they left open.

    `then`: how the frame would end the turn. A reading that does not come, or does not hold, changes nothing: the turn
    ends as it would without a model. Raises Cancelled.
    """
    doubt = doubt_in(frame, then)
    if doubt is None or (doubt is Doubt.NAMESAKE and not request.history):
        return frame
    u = hear(request.question, names)
    offer = offer_for(u.reading.text, frame, request)
    try:
        proposal = _asked(offer, model)
    except (ModelUnavailable, BudgetExhausted) as error:
        logger.info("read by the rules alone: %s", type(error).__name__)
        return frame
    return _Reading(doubt, frame, request, names, u, offer).with_proposal(proposal)


def _asked(offer: Offer, model: MeteredModel) -> Proposal:
    prompt = filled(
        "understand",
        offer.as_data(),
        structure=STRUCTURE,
        max_tokens=MAX_TOKENS,
        usual_seconds=USUAL_SECONDS,
        most_seconds=MOST_SECONDS,
    )
    return proposal_of(model.ask(prompt))


@dataclass(frozen=True, slots=True)
class _Reading:
    doubt: Doubt
    rules: QueryFrame
    request: TurnRequest
    names: DrugNames
    u: Utterance
    offer: Offer

    def with_proposal(self, proposal: Proposal) -> QueryFrame:
        if proposal.meaning is Meaning.NOT_CLEAR:
            return self.rules
        before = [past.question for past in reversed(recent_turns(self.request))]
        found = agreed(proposal, self.u, self.rules, drugs=self.offer.drugs, before=before, names=self.names)
        if found.contradicts:
            return self.rules
        frame = self._read(proposal, found)
        frame = _which_drug(frame, found)
        frame = _which_value(frame, found)
        return self.rules if frame is self.rules else replace(frame, understood_by="model")

    def _read(self, proposal: Proposal, found: Agreed) -> QueryFrame:
        """The frame with what the model made out, or that of the rules."""
        if self.doubt is Doubt.NAMESAKE:
            return self._one_of_title(proposal, offered=self.rules.ambiguous[0])
        if proposal.meaning is Meaning.SECTION and found.sections and self.doubt in (Doubt.SECTION, Doubt.SUPPOSED):
            return self._with_sections(found.sections)
        for_condition = self.doubt in (Doubt.CONDITION, Doubt.REQUEST)
        if proposal.meaning is Meaning.DRUGS_FOR_CONDITION and found.condition and for_condition:
            return self._for_condition(found.condition)
        return self.rules

    def _with_sections(self, sections: tuple[str, ...]) -> QueryFrame:
        """Read once more by the rules, as if they had read these sections; it may not become about other drugs."""
        intent = Intent.DOSE if sections[0] == DOSING else Intent.SECTION
        implied = self.rules.rules.get("sections") == IMPLIED_DOSE
        # Warnings that the rules read for an impaired organ stay, whatever is asked of the drug.
        warnings = [s for s in self.rules.sections if implied and s in (CONTRA, CAUTION)]
        asked_for = SectionChoice(tuple(dict.fromkeys((*sections, *warnings))), intent, BY_MODEL)
        said = understand(self.request.question, names=self.names, history=self.request.history, asked_for=asked_for)
        frame = carry_over(said, self.request.history, number=self.request.number)
        return frame if _is_of_same(frame, self.rules) else self.rules

    def _for_condition(self, condition: str) -> QueryFrame:
        said = understand(self.request.question, names=self.names, history=self.request.history)
        # What the rules took for the purpose is then something that the patient has as well.
        also = (Finding(said.indication, present=True),) if said.indication else ()
        asked = replace(
            said,
            comorbidities=tuple(dict.fromkeys((*said.comorbidities, *also))),
            intent=Intent.SYMPTOM_TO_DRUG,
            relation=Relation.INDICATION,
            condition=condition,
            indication=None,
            sections=("chi_dinh",),
            rules={**said.rules, "condition": AS_TYPED, "sections": BY_MODEL},
        )
        frame = carry_over(asked, self.request.history, number=self.request.number)
        return frame if _is_of_same(frame, self.rules) else self.rules

    def _one_of_title(self, proposal: Proposal, *, offered: AmbiguousName) -> QueryFrame:
        """The monograph that earlier words are of: the name beside those words must find it alone."""
        said = understand(self.request.question, names=self.names, history=self.request.history)
        if said.ambiguous != (offered,) or len(proposal.drugs) != 1:
            return self.rules
        quote = proposal.drugs[0].quote
        if not self._was_told_of_same_patient(quote, said):
            return self.rules
        meant = by_words(quote, offered, self.names)
        if meant is None or meant.id != _picked(proposal.drugs[0].number, self.offer.drugs):
            return self.rules
        drugs = (replace(meant, matched=offered.text),)
        chosen = replace(said, drugs=drugs, ambiguous=(), rules={**said.rules, "drugs": BY_MODEL})
        return carry_over(chosen, self.request.history, number=self.request.number)

    def _was_told_of_same_patient(self, quote: str, said: QueryFrame) -> bool:
        """Do the words stand in an earlier question, not as a denial, and may they be of the patient of this turn?

        Behind the last turn that tells of somebody it may be somebody else.
        """
        if Link.NEW_PATIENT in said.links:
            return False
        for past in reversed(recent_turns(self.request)):
            if past.frame is None:
                continue
            words = located(hear(past.question, self.names), quote)
            if words is not None:
                return not is_denied(words) and not set(said.populations) - set(past.frame.populations)
            if has_patient(past.frame) or Link.NEW_PATIENT in past.frame.links:
                return False
        return False


def _picked(number: int, drugs: tuple[DrugOption, ...]) -> str | None:
    return drugs[number - 1].id if number <= len(drugs) else None


def _is_of_same(frame: QueryFrame, rules: QueryFrame) -> bool:
    """Is it about the same drugs, and is no value of the patient another?"""
    drugs = set(frame.drug_ids) == set(rules.drug_ids)
    names = (frame.ambiguous, frame.unknown_drugs) == (rules.ambiguous, rules.unknown_drugs)
    values = all(getattr(frame, field) in (None, getattr(rules, field)) for field in ("age_months", "weight_kg"))
    return drugs and names and values


def _which_drug(frame: QueryFrame, found: Agreed) -> QueryFrame:
    """Asks where the model read one other drug than the one that the rules read; of several the rules decide alone."""
    others = [(o, typed) for o, typed in found.drugs if o.id not in (*frame.drug_ids, *frame.co_medications)]
    if len(frame.drugs) != 1 or len(others) != 1 or len(found.drugs) != 1:
        return frame
    (option, typed), mine = others[0], frame.drugs[0]
    either = AmbiguousName(typed, (DrugOption(mine.id, mine.name), option), TWO_READINGS)
    inherited = tuple(name for name in frame.inherited if name != "drugs")
    return replace(frame, drugs=(), ambiguous=(either,), own_sections={}, inherited=inherited)


def _which_value(frame: QueryFrame, found: Agreed) -> QueryFrame:
    """Asks where the model read another age or weight; neither is kept until the asker says which."""
    both: list[TwoReadings] = []
    for field, read in (("age_months", found.age_months), ("weight_kg", found.weight_kg)):
        mine = getattr(frame, field)
        if mine is not None and read is not None and not is_same(mine, read):
            both.append(TwoReadings(field, mine, read))
    if not both or not (frame.drugs or frame.ambiguous):
        return frame
    fields = {reading.field for reading in both}
    return replace(
        frame,
        age_months=None if "age_months" in fields else frame.age_months,
        weight_kg=None if "weight_kg" in fields else frame.weight_kg,
        two_readings=tuple(both),
        implausible=tuple(name for name in frame.implausible if name not in fields),
        inherited=tuple(name for name in frame.inherited if name not in fields),
    )
