"""Dose rules: proposed from the print of an edition, approved by pharmacists, revoked when the print changes.

The list that is shipped stands in `dose_rules.toml`: readings that were reviewed against the sample edition, one
fingerprint each. A rule is used only while its fingerprint is among the approved ones and the print gives it anew.
"""

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.dispatch import receiver
from django.utils import timezone

from formulary.models import DoseRule as Row
from formulary.models import Edition
from formulary.selectors import EditionInUse, passages
from formulary.signals import edition_published
from rag.dosing.approval import fingerprint
from rag.dosing.grammar import Refusal, propose
from rag.dosing.rules import DoseRule
from rag.dosing.wording import fields_in_words
from rag.passages import DOSING, Passage

_SHIPPED = Path(__file__).with_name("dose_rules.toml")
_BATCH = 500
MOST_BLOCKS = 20_000  # a few seconds; a whole printed book is read from the command line
PRINT_CHANGED = "Lời in của đoạn này đã đổi trong bản phát hành mới."


class RefusedDecision(ValueError):
    """The decision makes no sense. The message says why, in Vietnamese."""


@dataclass(frozen=True, slots=True)
class Proposed:
    """What came of one edition."""

    new: int
    kept: int
    approved: int
    revoked: int
    refused: tuple[Refusal, ...]


@dataclass(frozen=True, slots=True)
class Shipped:
    """The reviewed list of this release."""

    by_monograph: dict[str, frozenset[str]]
    reviewed_by: str

    def of(self, monographs: Iterable[str]) -> frozenset[str]:
        return frozenset().union(*(self.by_monograph.get(slug, frozenset()) for slug in monographs))


@cache
def shipped() -> Shipped:
    """Raises ValueError where the file is wrong."""
    entries = tomllib.loads(_SHIPPED.read_text(encoding="utf-8"))
    by_monograph = {
        slug: frozenset(rule["fingerprint"] for rule in rules) for slug, rules in entries["approved"].items()
    }
    if any(len(print_) != 64 for prints in by_monograph.values() for print_ in prints):
        raise ValueError("dose_rules.toml: a fingerprint has 64 digits")
    return Shipped(by_monograph, str(entries["reviewed_by"]))


def propose_for(edition: Edition) -> Proposed:
    """Read every dosing section of the edition; write what is new, approve what the shipped list approves, and revoke
    approved rules of its monographs that this edition no longer prints.

    Revokes only for the edition that answers: a staged release changes nothing before it is chosen.
    """
    blocks = _dosing_blocks(edition)
    # All blocks at once: a heading that hangs in one block is missing from the next.
    proposals = propose(blocks)
    found = {fingerprint(rule): rule for rule in proposals.rules}
    with transaction.atomic():
        known = set(Row.objects.filter(fingerprint__in=found).values_list("fingerprint", flat=True))
        listed = shipped()
        ours = listed.of({rule.monograph for rule in found.values()})
        new = [
            _row(print_, rule, print_ in ours, listed.reviewed_by)
            for print_, rule in found.items()
            if print_ not in known
        ]
        Row.objects.bulk_create(new, batch_size=_BATCH)
        _reopen(found)
        printed = {*found, *map(fingerprint, proposals.beside_held)}
        revoked = _revoke_missing(printed, {b.monograph for b in blocks}) if edition.is_current else 0
        in_use = Row.objects.filter(fingerprint__in=found, status=Row.Status.APPROVED).count()
    return Proposed(len(new), len(known), in_use, revoked, proposals.refused)


def _dosing_blocks(edition: Edition) -> list[Passage]:
    use = EditionInUse(
        edition.id, edition.key, edition.title, edition.revision, edition.is_demonstration, edition.is_current
    )
    return passages(use, section__key=DOSING)


def _row(print_: str, rule: DoseRule, is_approved: bool, reviewer: str) -> Row:
    return Row(
        fingerprint=print_,
        monograph=rule.monograph,
        section=rule.section,
        text_sha256=rule.text_sha256,
        start=rule.span.start,
        end=rule.span.end,
        quote=rule.quote,
        fields=fields_in_words(rule),
        needs_patient_value=rule.needs_weight or rule.needs_surface,
        status=Row.Status.APPROVED if is_approved else Row.Status.PROPOSED,
        reviewed_by=reviewer if is_approved else "",
        decided_at=timezone.now() if is_approved else None,
    )


def _revoke_missing(found: Iterable[str], monographs: set[str]) -> int:
    """Approvals of these monographs whose print is gone."""
    gone = Row.objects.filter(monograph__in=monographs, status=Row.Status.APPROVED).exclude(fingerprint__in=set(found))
    return gone.update(status=Row.Status.REVOKED, reason=PRINT_CHANGED, approved_by=None, decided_at=timezone.now())


def _reopen(found: Iterable[str]) -> None:
    """What was revoked because its print was gone waits for a decision again when the print is back."""
    back = Row.objects.filter(fingerprint__in=set(found), status=Row.Status.REVOKED, reason=PRINT_CHANGED)
    back.update(status=Row.Status.PROPOSED, reason="", reviewed_by="", decided_at=None)


@receiver(edition_published, dispatch_uid="formulary.dose_rules")
def after_publishing(edition: Edition, **kwargs: Any) -> str:
    """One sentence for the person who published."""
    if edition.chunk_count > MOST_BLOCKS:
        return f"Đọc quy tắc liều trên máy chủ: manage.py propose_dose_rules --edition {edition.key}"
    found = propose_for(edition)
    waiting = f"{found.new} mới chờ duyệt, {found.revoked} thu hồi vì lời in đã đổi"
    return f"Quy tắc liều: {found.approved} đang dùng, {waiting}."


def decide(rules: Iterable[Row], *, status: Row.Status, actor: User, reason: str = "") -> int:
    """Approve or revoke; how many changed. Raises RefusedDecision: a revocation says why."""
    if status is Row.Status.PROPOSED:
        raise RefusedDecision("chỉ duyệt hoặc thu hồi được")
    if status is Row.Status.REVOKED and not reason.strip():
        raise RefusedDecision("xin ghi lý do thu hồi")
    changed = 0
    with transaction.atomic():
        for row in Row.objects.select_for_update().filter(pk__in=[r.pk for r in rules]).exclude(status=status):
            row.status, row.reason = status, reason.strip()
            row.approved_by, row.decided_at = actor, timezone.now()
            row.save(update_fields=["status", "reason", "approved_by", "decided_at"])
            changed += 1
    return changed


class ApprovedDoseRules:
    """The DoseApprovals port: what was shipped, and what pharmacists decided here, which wins."""

    def fingerprints(self, drug_ids: Sequence[str]) -> frozenset[str]:
        """One query."""
        rows = Row.objects.filter(monograph__in=set(drug_ids)).exclude(status=Row.Status.PROPOSED)
        decided = dict(rows.values_list("fingerprint", "status"))
        listed = {print_ for print_ in shipped().of(drug_ids) if print_ not in decided}
        return frozenset(listed | {print_ for print_, status in decided.items() if status == Row.Status.APPROVED})
