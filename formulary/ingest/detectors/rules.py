"""Which detector runs where, and which suspicion holds a block."""

import re
from dataclasses import dataclass
from functools import cache

from formulary.ingest.detectors import (
    brands,
    copies,
    decisive_words,
    dosing_grammar,
    layout,
    loose_tables,
    marks,
    numbers,
    odd_signs,
    orders,
    plausible,
    signs,
    tables,
    units,
    words,
)
from formulary.ingest.detectors.printed_units import DOSE
from formulary.ingest.detectors.views import BRANDS, BlocksDetector, Detector, View
from formulary.models.defect_kinds import NOTE, NUMBER, DefectKind, severity_of
from rag.passages import DOSING, SECTION_KEYS
from rag.printed import populations_in

K = DefectKind
_ALL = frozenset(SECTION_KEYS)
_IN_DOSING = frozenset({DOSING})
_AMONG_DOSES = frozenset({DOSING, "qua_lieu_va_xu_tri"})
_IN_BRANDS = frozenset({BRANDS})
_IN_TEXT = _ALL - _IN_BRANDS - {"ma_atc"}


@dataclass(frozen=True, slots=True)
class Rule:
    """`digits`: there is nothing to find in a block without a digit."""

    kind: DefectKind
    detector: Detector
    sections: frozenset[str] = _IN_TEXT
    digits: bool = False


@dataclass(frozen=True, slots=True)
class SideBySideRule:
    kind: DefectKind
    detector: BlocksDetector
    sections: frozenset[str] = _IN_TEXT


_RULES: tuple[Rule, ...] = (
    Rule(K.ADDRESSES_PROGRAM, orders.order_to_a_program, _ALL),
    Rule(K.BROKEN_GLYPH, signs.broken_glyph, _ALL),
    Rule(K.HIDDEN_CHARACTER, signs.hidden_left, _ALL),
    Rule(K.LEGACY_ENCODING, signs.legacy_encoding, _ALL),
    Rule(K.HOMOGLYPH, signs.homoglyph, _ALL),
    Rule(K.DETACHED_MARK, signs.detached_mark, _ALL),
    Rule(K.TABLED_COMPARATOR, signs.tabled_comparator),
    Rule(K.GARBLED, marks.garbled),
    Rule(K.SPLIT_WORD, words.split_word),
    Rule(K.JOINED_WORDS, words.joined_words),
    Rule(K.MISSING_BLANK, words.missing_blank),
    Rule(K.HYPHENATION, words.hyphenation),
    Rule(K.DIACRITICS, marks.wrong_marks),
    Rule(K.SPLIT_NUMBER, numbers.split_number, digits=True),
    Rule(K.MALFORMED_NUMBER, numbers.malformed_number, digits=True),
    Rule(K.CONFUSED_DIGIT, numbers.confused_digit),
    Rule(K.LOST_NUMBER, numbers.lost_number),
    Rule(K.LOST_DASH, numbers.lost_dash, digits=True),
    Rule(K.TILDE_IN_NUMBER, numbers.tilde_in_number, digits=True),
    Rule(K.AMBIGUOUS_THOUSANDS, numbers.ambiguous_thousands, digits=True),
    Rule(K.DECIMAL_POINT, numbers.decimal_point, _AMONG_DOSES, digits=True),
    Rule(K.MIXED_DECIMAL_SIGNS, numbers.mixed_decimal_signs, digits=True),
    Rule(K.ORPHAN_NUMBERS, numbers.orphan_numbers, _IN_DOSING, digits=True),
    Rule(K.RANGE_WITHOUT_UNIT, units.range_without_unit, _AMONG_DOSES, digits=True),
    Rule(K.LOST_UNIT, units.lost_unit, _AMONG_DOSES, digits=True),
    Rule(K.CUT_UNIT, units.cut_unit, digits=True),
    Rule(K.CONFUSED_UNIT, units.confused_unit),
    Rule(K.LOST_SLASH, units.lost_slash),
    Rule(K.AMBIGUOUS_RATE, units.ambiguous_rate),
    Rule(K.DESCENDING_RANGE, units.descending_range, digits=True),
    Rule(K.UNIT_CHANGE, units.unit_change, digits=True),
    Rule(K.ODD_SIGN, odd_signs.odd_sign, _AMONG_DOSES),
    Rule(K.ODD_SIGN, odd_signs.foreign_digit, _IN_TEXT - _AMONG_DOSES),
    Rule(K.UNKNOWN_TOKEN, dosing_grammar.unknown_token, _AMONG_DOSES),
    Rule(K.LOWERED_POWER, odd_signs.lowered_power, digits=True),
    Rule(K.IMPROBABLE_NUMBER, plausible.improbable_number, _AMONG_DOSES, digits=True),
    Rule(K.CONFUSED_WORD, decisive_words.confused_word),
    Rule(K.LOST_NEGATION, decisive_words.lost_not, _IN_DOSING, digits=True),
    Rule(K.RUNNING_HEAD, layout.running_head, _ALL),
    Rule(K.FLATTENED_TABLE, layout.flattened_table, digits=True),
    Rule(K.GLUED_HEADING, layout.glued_heading, _IN_DOSING, digits=True),
    Rule(K.WRONG_SECTION, layout.wrong_section),
    Rule(K.SHIFTED_CELL, tables.shifted_cell, _ALL),
    Rule(K.MERGED_CELLS, tables.merged_cells, _ALL),
    Rule(K.MERGED_ROWS, tables.merged_rows, _ALL),
    Rule(K.FOOTNOTE_MARK, tables.footnote_mark, _ALL),
    Rule(K.MISPLACED_TABLE, tables.misplaced_table, tables.WITHOUT_TABLES),
    Rule(K.TABLE_UNCHECKED, tables.unchecked, _ALL),
    Rule(K.BRAND_OVERFLOW, brands.overflow, _IN_BRANDS),
    Rule(K.SHORT_BRAND, brands.short_name, _IN_BRANDS),
)

_SIDE_BY_SIDE: tuple[SideBySideRule, ...] = (
    SideBySideRule(K.INTERLEAVED, layout.interleaved),
    SideBySideRule(K.GLUED_LABEL, layout.glued_labels),
    SideBySideRule(K.GLUED_HEADING, layout.glued_heading_of_pages, _AMONG_DOSES | {"tuong_tac_thuoc"}),
    SideBySideRule(K.CUT_SENTENCE, layout.cut_sentences),
    SideBySideRule(K.FOOTNOTE_MARK, tables.notes_of_marks),
    SideBySideRule(K.LOOSE_TABLE, loose_tables.loose_tables),
    SideBySideRule(K.NOTE_INSIDE, loose_tables.notes_between),
    SideBySideRule(K.SPLIT_TABLE, tables.split_tables, _ALL),
    SideBySideRule(K.REPEATED_TABLE, tables.repeated_tables, _ALL),
    SideBySideRule(K.CONFLICTING_COPIES, copies.conflicting_copies, _ALL - _IN_BRANDS),
    SideBySideRule(K.IMPLAUSIBLE_JUMP, copies.implausible_jump, _IN_DOSING),
)

# What a damaged sub-heading can say wrongly of every block below it.
_OF_HEADINGS = frozenset({
    K.BROKEN_GLYPH, K.HIDDEN_CHARACTER, K.LEGACY_ENCODING, K.SPLIT_NUMBER, K.MALFORMED_NUMBER, K.CONFUSED_DIGIT,
    K.LOST_NUMBER, K.TILDE_IN_NUMBER, K.CONFUSED_UNIT, K.RUNNING_HEAD, K.DESCENDING_RANGE, K.CONFUSED_WORD,
    K.LOWERED_POWER, K.ODD_SIGN, K.UNKNOWN_TOKEN, K.IMPROBABLE_NUMBER, K.ADDRESSES_PROGRAM,
})  # fmt: skip


@cache
def rules_of(section: str) -> tuple[Rule, ...]:
    return tuple(rule for rule in _RULES if section in rule.sections)


@cache
def heading_rules() -> tuple[Rule, ...]:
    return tuple(rule for rule in _RULES if rule.kind in _OF_HEADINGS)


@cache
def side_by_side_rules_of(section: str) -> tuple[SideBySideRule, ...]:
    return tuple(rule for rule in _SIDE_BY_SIDE if section in rule.sections)


# --- what holds a block ----------------------------------------------------------------------------------------

_HOLDS_AMONG_DOSES_ONLY = frozenset({K.AMBIGUOUS_THOUSANDS, K.TABLED_COMPARATOR})
_COMPARATOR = re.compile(r"[<>≤≥]")
_NEGATION = re.compile(r"\b(?:khong|chong chi dinh|tranh|ngung|cam|chua|tru khi|tru phi)\b")


def holds(kind: DefectKind, view: View) -> bool:
    """A doubtful number always holds; doubtful words only where they stand beside what an answer turns on."""
    severity = severity_of(kind)
    if severity == NOTE:
        return False
    if kind in _HOLDS_AMONG_DOSES_ONLY:
        return view.section in _AMONG_DOSES
    return severity == NUMBER or bears_meaning(view)


def bears_meaning(view: View) -> bool:
    """Does the block print a dose, a comparator, a negation or a population?"""
    text = view.block.text
    return (
        DOSE.search(view.folded) is not None
        or _COMPARATOR.search(text) is not None
        or _NEGATION.search(view.folded) is not None
        or (view.is_dosing and view.has_digits)
        or bool(view.block.context.populations or populations_in(text))
    )


_ORDER = {kind: i for i, kind in enumerate(DefectKind)}


def gravity(kind: DefectKind) -> tuple[bool, bool, int]:
    """Sorts the gravest first: numbers before words, a fault that was seen before a table nobody has checked yet."""
    return severity_of(kind) != NUMBER, kind is K.TABLE_UNCHECKED, _ORDER[kind]
