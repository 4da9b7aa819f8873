"""Proposed rules of the shipped monographs against labels that were held against the print, field by field."""

import hashlib
from collections import defaultdict
from dataclasses import replace
from functools import cache

import pytest

from formulary.dose_rules import shipped
from rag.doses import read_dose
from rag.dosing.approval import fingerprint
from rag.dosing.grammar import propose
from rag.dosing.rules import DoseRule
from rag.passages import DOSING
from rag.printed import segments
from tests.formulary.test_shelf_doses import SHELF, passages_of
from tests.rag.dosing.notation import fields, label
from tests.rag.dosing.reading import table

LABELS = table("labels.csv")
PRECISION_ASKED = 0.98


@cache
def proposed() -> dict[tuple[str, str], list[DoseRule]]:
    found: dict[tuple[str, str], list[DoseRule]] = defaultdict(list)
    for path in SHELF:
        for rule in propose(passages_of(path)).rules:
            found[rule.monograph, rule.quote].append(rule)
    return dict(found)


def read(text: str) -> dict[str, str]:
    """The fields of a label."""
    return dict(part.split(": ", 1) for part in text.split(" | "))


@cache
def labelled() -> dict[tuple[str, str], list[str]]:
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for row in LABELS:
        labels = found[row["chuyên luận"], row["nguyên văn"]]
        if row["nhãn"]:  # without one: a dose that no rule may be made of
            labels.append(row["nhãn"])
    return dict(found)


def test_the_labels_hold_at_least_two_hundred_sentences():
    assert len(labelled()) >= 200


@pytest.mark.parametrize("place", sorted(labelled()), ids=lambda place: f"{place[0]}: {place[1][:60]}")
def test_a_labelled_sentence_is_read_as_labelled(place):
    assert set(map(label, proposed().get(place, []))) == set(labelled()[place])


def test_proposed_fields_are_precise_and_the_recall_is_told(capsys):
    right = wrong = 0
    for place, rules in proposed().items():
        if place not in labelled():
            continue
        expected = [read(text) for text in labelled()[place]]
        for rule in rules:
            own = fields(rule)
            agreeing = max(sum(one.get(name) == value for name, value in own.items()) for one in expected)
            right += agreeing
            wrong += len(own) - agreeing
    stating = {(s.passage.monograph, s.text) for p in SHELF for b in passages_of(p) if b.section == DOSING
               for s in segments(b) if read_dose(s.text).states}  # fmt: skip
    read_in_full = sum(place in proposed() for place in stating)
    with capsys.disabled():
        print(
            f"\nquy tắc liều: {right}/{right + wrong} trường đúng ({right / (right + wrong):.2%}) trên "
            f"{len(labelled())} câu có nhãn; đọc trọn {read_in_full}/{len(stating)} câu nêu liều"
        )
    assert right / (right + wrong) >= PRECISION_ASKED


def test_every_shipped_approval_is_of_what_the_sample_prints_now():
    printed = set()
    for path in SHELF:
        for block in passages_of(path):
            digest = hashlib.sha256(block.text.encode()).hexdigest()
            own = replace(block, provenance=replace(block.provenance, text_sha256=digest))
            printed.update(fingerprint(rule) for rule in propose([own]).rules)
    listed = shipped()
    assert listed.of(listed.by_monograph) - printed == frozenset()
