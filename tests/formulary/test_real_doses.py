"""The grammar of doses over real extractions of the book: what is misprinted or has lost its heading gives no rule.

The passages are not part of the repository; where they are absent nothing is tested.
"""

import hashlib
from functools import cache

import pytest

from formulary.errata import printed_spans, shipped_errata
from formulary.ingest.reading import read_book
from rag.dosing.grammar import Proposals, propose
from rag.passages import DOSING, Erratum, Passage, PrintDoubt, Provenance
from tests.formulary.book import REAL_PASSAGES

pytestmark = pytest.mark.skipif(not REAL_PASSAGES.exists(), reason="the real passages are not here")

MISPRINTS = [e for e in shipped_errata() if e.kind == PrintDoubt.MISPRINT and e.section == DOSING]


@cache
def dosing() -> tuple[Passage, ...]:
    return tuple(
        Passage(
            id=f"real/{monograph.slug}/{number}",
            monograph=monograph.slug,
            monograph_name=monograph.title,
            section=section.key,
            headings=block.headings,
            text=block.text,
            ordinal=number,
            kind=block.kind,
            provenance=Provenance(
                "real", "Real", 1, 1, 0, len(block.text), hashlib.sha256(block.text.encode()).hexdigest()
            ),
            populations=block.context.populations,
            routes=block.context.routes,
            indications=block.context.indications,
            quarantine=block.hold.reason if block.hold else None,
            errata=tuple(
                Erratum(start, end, PrintDoubt.MISPRINT, "nghi in sai")
                for entry in MISPRINTS
                if entry.monograph == monograph.slug
                for start, end in printed_spans(entry.printed, block.text)
            ),
        )
        for number, (monograph, section, block) in enumerate(read_book(REAL_PASSAGES).blocks())
        if section.key == DOSING
    )


@cache
def proposals() -> Proposals:
    return propose(dosing())


@pytest.mark.parametrize("entry", MISPRINTS, ids=lambda e: f"{e.monograph}: {e.printed}")
def test_a_source_erratum_gives_no_rule(entry):
    touched = [r.quote for r in proposals().rules if r.monograph == entry.monograph]
    assert not any(printed_spans(entry.printed, quote) for quote in touched)


def test_every_erratum_that_states_a_dose_is_named_among_the_refused():
    doubted = {p.monograph for p in dosing() if p.errata}
    assert doubted >= {"digoxin", "amoxicilin-va-kali-clavulanat", "enoxaparin", "rifampicin"}
    rules = {(r.monograph, r.text_sha256): r for r in proposals().rules}
    for passage in dosing():
        for erratum in passage.errata:
            rule = rules.get((passage.monograph, passage.provenance.text_sha256))
            assert rule is None or not (rule.span.start < erratum.end and erratum.start < rule.span.end)


def test_rules_are_proposed_and_every_one_is_read_from_its_own_characters():
    by_hash = {p.provenance.text_sha256: p.text for p in dosing()}
    assert len(proposals().rules) >= 25
    for rule in proposals().rules:
        assert by_hash[rule.text_sha256][rule.span.start : rule.span.end] == rule.quote


@pytest.mark.parametrize("monograph", ["acid-acetylsalicylic", "ibuprofen"])
def test_doses_behind_a_heading_that_hangs_in_the_block_before_are_left_out(monograph):
    assert [r.quote for r in proposals().rules if r.monograph == monograph] == []


def test_a_maximum_never_stands_alone_where_its_dose_was_not_read():
    assert [r.quote for r in proposals().rules if r.amount is None and not r.populations] == []
