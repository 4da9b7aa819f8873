"""What stands around a word of a question: strength, form, qualifier, and whether a drug name belongs there."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

from formulary.name_rules import CONNECTORS, FORMS, is_metal, is_salt
from formulary.name_text import Word
from formulary.name_typos import ASK_AT, SCORER
from formulary.name_words import is_ordinary, word_list

_STRENGTH_UNITS = word_list("strength_units")
_VOLUME_UNITS = _STRENGTH_UNITS | {"ml"}
_COUNTED = word_list("counted")
_MEASURED = frozenset({"mau", "huyet", "nieu"})  # "glucose máu"
# "thụ thể dopamin", "kháng insulin"
_RECEPTORS = (("thu", "the"), ("", "khang"), ("", "tiet"), ("", "receptor"), ("", "hormon"), ("", "hormone"))
_BEFORE_A_DRUG = frozenset({("biet", "duoc"), ("hoat", "chat"), ("dose", "of"), ("dosage", "of")})
_CHANGES = frozenset({"tang", "giam", "ha"})
_ASKING = frozenset({"cho", "xin", "muon", "can"})
_FILLERS = frozenset({"thuoc", "lieu"})
_SHORT_FORM = 3  # letters
_LARGEST_GRAMS = 20  # "3200g" is a weight
_LONGEST_STRENGTH = 4  # digits; more is a telephone or record number
_PARTNER_WITHIN = 4  # words: "amoxicilin và kali clavulanat"


@lru_cache(maxsize=8192)
def _is_partner(folded: str) -> bool:
    """Half of a combination that is never given alone, a slip of the keyboard allowed: "clavulanat", "clvulanat"."""
    if len(folded) < 7 or is_ordinary(folded):
        return False
    return any(SCORER(folded, partner) >= ASK_AT for partner in word_list("partners"))


@dataclass(frozen=True)
class Reading:
    """A question cut into words, with the questions that the rules ask of it."""

    text: str
    words: tuple[Word, ...]

    @cached_property
    def is_shouted(self) -> bool:
        """No small letter anywhere: capitals say nothing."""
        return self.text == self.text.upper()

    def continues(self, index: int) -> bool:
        return index < len(self.words) and self.words[index].continues

    def folded(self, index: int) -> str:
        return self.words[index].folded if 0 <= index < len(self.words) else ""

    def is_capitalised(self, index: int) -> bool:
        """Set off as a name by a capital that no sentence start asks for."""
        word = self.words[index]
        if self.is_shouted or not word.text[0].isupper():
            return False
        return not word.opens or (len(word.text) > 1 and word.text.isupper())

    def is_plain(self, index: int) -> bool:
        """An ordinary word that cannot be a part of a proper name."""
        folded = self.folded(index)
        return is_ordinary(folded) and not is_salt(folded) and folded not in CONNECTORS and folded != "acid"

    def stands_alone(self, first: int, last: int) -> bool:
        """Nothing else is in the turn but numbers, units and "thuốc", "liều"."""
        rest = (*self.words[:first], *self.words[last:])
        return all(w.is_number or w.folded in _STRENGTH_UNITS or w.folded in _FILLERS for w in rest)

    # What follows a name ---------------------------------------------------------------------------------

    def strength_end(self, at: int) -> tuple[int, bool]:
        """Where a strength that starts at word `at` ends, and whether it has a unit; (`at`, False): there is none."""
        end = self._number_end(at)
        if end == at or len(self.words[at].text) > _LONGEST_STRENGTH:
            return at, False
        if not self.continues(end) or self.folded(end) not in _STRENGTH_UNITS:
            return (at, False) if self._counts_something(end) else (end, False)
        if self.folded(end).startswith("g") and int(self.words[at].text) > _LARGEST_GRAMS:
            return at, False
        end += 1
        if not self.continues(end) or self.words[end].before != "/":
            return end, True
        if self.words[end].is_number:  # "120 mg/5 ml"
            end = self._number_end(end)
            return (end + 1 if self.folded(end) in _VOLUME_UNITS else end), True
        return (end + 1, True) if self.folded(end) == "ml" else (at, False)  # "mg/kg" is a dose

    def _counts_something(self, end: int) -> bool:
        """The number before word `end` is no strength: "18 kg", "6 tuổi", "10-15 mg", "5 %"."""
        if self.text[self.words[end - 1].end :].lstrip().startswith("%"):
            return True
        if end == len(self.words) or self.words[end].opens:
            return False
        return self.folded(end) in _COUNTED or self.words[end].is_number or self.words[end].before == "-"

    def _number_end(self, at: int) -> int:
        """The end of "500", "2,5", "500/125"; `at` when no number continues the name."""
        if not self.continues(at) or not self.words[at].is_number:
            return at
        end = at + 1
        while end < len(self.words) and self.words[end].is_number and self._is_one_number(end):
            end += 1
        return end

    def _is_one_number(self, index: int) -> bool:
        return not self.words[index].is_spaced and self.words[index].before in (",", ".", "/", "+")

    def form_end(self, at: int) -> int:
        """The end of "retard", "XR", "MUPS" at word `at`; `at` when there is none."""
        if not self.continues(at) or self.folded(at) not in FORMS:
            return at
        return at + 1 if len(self.folded(at)) > _SHORT_FORM or self.words[at].text.isupper() else at

    def salt_end(self, at: int) -> int:
        """The end of salt words at `at`: "hydroclorid", "natri phosphat". A measured metal is none: "kali máu"."""
        end = at
        while self.continues(end) and is_salt(self.folded(end)) and self.words[end].before in ("", "-"):
            end += 1
        measured = self.folded(end) in _MEASURED or (end < len(self.words) and self.words[end].is_number)
        return at if measured and all(is_metal(word.folded) for word in self.words[at:end]) else end

    def qualifier_end(self, at: int, *, is_brand: bool) -> int:
        """The end of words at `at` that make another product of the name before them; `at` when there are none."""
        for end in range(at, at + _PARTNER_WITHIN):
            if not self.continues(end):
                break
            if _is_partner(self.folded(end)):
                return end + 1
        if not self.continues(at) or self.words[at].before not in ("", "-"):
            return at
        if self.folded(at) in word_list("qualifiers"):
            return at + 1
        if not is_brand:
            return at
        if self.folded(at) == "cam" and self.folded(at + 1) != "on":  # "Panadol Cảm Cúm", but "panadol cảm ơn"
            return at + 1 + (self.folded(at + 1) == "cum")
        return at + 1 if self.folded(at) in word_list("brand_qualifiers") or self._is_unknown_title_word(at) else at

    def compound_end(self, at: int) -> int:
        """The end of a strange word hyphened to the name before it ("paracetamol-xyz"); `at` when there is none."""
        if at >= len(self.words) or not self.words[at].is_tight or self.words[at].before != "-":
            return at
        word = self.words[at]
        known = is_ordinary(word.folded) or is_salt(word.folded) or word.folded in FORMS
        return at if known or len(word.text) < 3 or not word.text.isalpha() else at + 1

    def _is_unknown_title_word(self, at: int) -> bool:
        """The "Menstrual" of "Panadol Menstrual": capitals on both words of a product that we do not know."""
        word, name = self.words[at], self.words[at - 1]
        if not (self.is_capitalised(at) and name.text[0].isupper() and word.text.isalpha() and len(word.text) > 2):
            return False
        return not is_ordinary(word.folded) and not is_salt(word.folded) and word.folded not in FORMS

    # What stands before it -------------------------------------------------------------------------------

    def prefix_start(self, first: int) -> int:
        """The start of what makes another substance of the name at `first`: "methyl prednisolon", "xyz-paracetamol"."""
        if first == 0 or not self.words[first].continues:
            return first
        name, prefix = self.words[first], self.words[first - 1]
        if prefix.folded in word_list("prefixes") and name.before in ("", "-"):
            return first - 1
        hyphened = name.before == "-" and name.is_tight and prefix.text.isalpha() and len(prefix.text) > 1
        return first - 1 if hyphened and not is_ordinary(prefix.folded) else first

    def acts_in_body(self, first: int, last: int) -> bool:
        """Spoken of as a substance of the body, not as a drug: "tăng glucose máu", "thụ thể dopamin"."""
        name = self.folded(first)
        if last - first != 1 or name not in word_list("body"):
            return False
        before, earlier = self.folded(first - 1), self.folded(first - 2)
        if self.folded(last) in _MEASURED or any(before == b and a in ("", earlier) for a, b in _RECEPTORS):
            return True
        return before in _CHANGES and name in word_list("body_mostly")

    def is_where_drugs_stand(self, first: int, last: int) -> bool:
        """Behind "thuốc", "liều", "biệt dược", before a strength with its unit, or alone in the turn."""
        if not self.words[first].opens:
            before = self.folded(first - 2), self.folded(first - 1)
            if before[1] in word_list("before_a_drug") or before in _BEFORE_A_DRUG:
                return True
        return self.strength_end(last)[1] or self.stands_alone(first, last)

    def is_where_no_drug_stands(self, first: int) -> bool:
        """Behind "bệnh", "viêm", "hội chứng", "bác sĩ" and the like; "cho hỏi" is no syndrome."""
        if self.words[first].opens:
            return False
        before = self.folded(first - 1)
        asks = before == "hoi" and (self.words[first - 1].text.lower() == "hỏi" or self.folded(first - 2) in _ASKING)
        return not asks and before in word_list("before_no_drug")
