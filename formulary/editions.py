"""What people do to an edition: choose the one that answers, hold and release blocks, curate names.

Every act names its actor, is one transaction and raises the edition's revision, so that whatever was derived from the
edition is derived anew.
"""

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from formulary.folding import name_key
from formulary.kept_decisions import KeptNames, KeptQuarantine
from formulary.models import (
    Chunk,
    DefectKind,
    DrugName,
    Edition,
    EditionChoice,
    Finding,
    Monograph,
    QuarantineEvent,
    Section,
)
from rag.vietnamese import nfc, squeeze

_LONGEST_ALIAS = 100


class RefusedAct(ValueError):
    """The act makes no sense as things stand. The message says why, in Vietnamese."""


def make_current(edition: Edition, *, actor: User | None, reason: str = "") -> Edition:
    """Answer from this edition from now on. `actor` None: the command line. Raises RefusedAct.

    `reason` is why it may answer although its file has grave findings; it is kept with the choice. What people decided
    about earlier releases of the family, up to this moment, holds in this one too.
    """
    with transaction.atomic():
        return _choose(edition.pk, actor=actor, is_rollback=False, reason=squeeze(nfc(reason)))


def roll_back(*, actor: User | None) -> Edition:
    """Answer from the edition that answered before the present one was published. Raises RefusedAct."""
    with transaction.atomic():
        target = rollback_target()
        if target is None:
            raise RefusedAct("không có ấn bản nào trước đó để quay lại")
        return _choose(target.pk, actor=actor, is_rollback=True)


def rollback_target() -> Edition | None:
    """What `roll_back` would go back to: choices undone by earlier roll-backs are not gone back to again."""
    chosen: list[Edition] = []
    for choice in EditionChoice.objects.select_related("edition").order_by("id"):
        if choice.is_rollback:
            while chosen and chosen[-1].pk != choice.edition_id:
                chosen.pop()
        else:
            chosen.append(choice.edition)
    usable = (e for e in reversed(chosen) if not e.is_current and _why_not(e) is None)
    return next(usable, None)


def withdraw(edition: Edition, *, actor: User | None) -> Edition:
    """Put a release aside: it is not published, not compared with and not carried on from. Raises RefusedAct."""
    with transaction.atomic():
        locked = Edition.objects.select_for_update().get(pk=edition.pk)
        if locked.is_current:
            raise RefusedAct("đang trả lời từ ấn bản này; hãy chọn ấn bản khác trước")
        if locked.status == Edition.Status.WITHDRAWN:
            raise RefusedAct("ấn bản đã rút rồi")
        locked.status = Edition.Status.WITHDRAWN
        locked.save(update_fields=["status"])
        _logged(locked, actor, "Rút")
    return locked


def purge(edition: Edition, *, actor: User | None) -> None:
    """Delete the text of a withdrawn release; the row of the edition and its histories stay. Raises RefusedAct.

    The caller makes sure that no stored answer cites it.
    """
    with transaction.atomic():
        locked = Edition.objects.select_for_update().get(pk=edition.pk)
        if locked.status != Edition.Status.WITHDRAWN:
            raise RefusedAct("chỉ xóa nội dung của ấn bản đã rút")
        # From the leaves up, so that each is one DELETE and nothing is collected in memory.
        Finding.objects.filter(edition=locked).delete()
        Chunk.objects.filter(section__monograph__edition=locked).delete()
        Section.objects.filter(monograph__edition=locked).delete()
        DrugName.objects.filter(monograph__edition=locked).delete()
        Monograph.objects.filter(edition=locked).delete()
        locked.monograph_count = locked.section_count = locked.chunk_count = locked.name_count = 0
        locked.revision += 1
        locked.save(update_fields=["monograph_count", "section_count", "chunk_count", "name_count", "revision"])
        _logged(locked, actor, "Xóa nội dung")


def _choose(pk: int, *, actor: User | None, is_rollback: bool, reason: str = "") -> Edition:
    # In one order for everyone: two people who choose at once wait for each other.
    locked = {e.pk: e for e in Edition.objects.select_for_update().order_by("pk")}
    chosen = locked[pk]
    if refusal := _why_not(chosen):
        raise RefusedAct(refusal)
    if chosen.is_current:
        return chosen
    before = next((e for e in locked.values() if e.is_current), None)
    Edition.objects.filter(is_current=True).update(is_current=False)
    if KeptQuarantine.of(chosen.family).bring_over(chosen):
        chosen.revision += 1
    if before is not None and before.family == chosen.family:
        KeptNames.of(before).restore(chosen)
        chosen.name_count = DrugName.objects.filter(monograph__edition=chosen).count()
        chosen.revision += 1
    chosen.is_current, chosen.status = True, Edition.Status.PUBLISHED
    chosen.made_current_at, chosen.made_current_by = timezone.now(), actor
    chosen.published_at = chosen.published_at or chosen.made_current_at
    chosen.save()
    EditionChoice.objects.create(edition=chosen, actor=actor, is_rollback=is_rollback, reason=reason)
    return chosen


def _why_not(edition: Edition) -> str | None:
    """Why this edition cannot answer, or None."""
    if edition.status == Edition.Status.WITHDRAWN:
        return "ấn bản đã rút, không dùng để trả lời được"
    return None if edition.monograph_count else "ấn bản chưa có chuyên luận nào"


def _logged(edition: Edition, actor: User | None, what: str) -> None:
    """In the administration's own history; the command line has no account to write it under."""
    if actor is not None:
        LogEntry.objects.log_actions(actor.pk, [edition], CHANGE, what, single_object=True)


def quarantine_chunk(chunk: Chunk, *, reason: str, actor: User) -> None:
    """Hold a block back: from the next question on its text is not shown. Raises RefusedAct."""
    _change_quarantine(chunk, QuarantineEvent.Action.HELD, kind=DefectKind.PERSON, reason=reason, actor=actor)


def release_chunk(chunk: Chunk, *, reason: str, actor: User) -> None:
    """Let a held block be quoted again, after comparing it with the printed page. Raises RefusedAct."""
    _change_quarantine(chunk, QuarantineEvent.Action.RELEASED, kind=None, reason=reason, actor=actor)


def _change_quarantine(
    chunk: Chunk, action: QuarantineEvent.Action, *, kind: DefectKind | None, reason: str, actor: User
) -> None:
    reason = squeeze(nfc(reason))
    if not reason:
        raise RefusedAct("cần ghi lý do")
    with transaction.atomic():
        now = Chunk.objects.select_for_update(of=("self",)).select_related("section__monograph__edition")
        locked = now.filter(pk=chunk.pk).first()
        if locked is None:
            raise RefusedAct("khối này không còn trong ấn bản: ấn bản vừa được nạp lại")
        holds = action == QuarantineEvent.Action.HELD
        if holds == (locked.quarantine_kind is not None):
            raise RefusedAct("khối đã được cách ly" if holds else "khối không bị cách ly")
        section, monograph = locked.section, locked.section.monograph
        QuarantineEvent.objects.create(
            edition=monograph.edition,
            chunk_key=f"{monograph.edition.key}/{monograph.slug}/{section.key}/{locked.ordinal}",
            text_sha256=locked.text_sha256,
            action=action,
            kind=kind or locked.quarantine_kind or DefectKind.PERSON,
            reason=reason,
            actor=actor,
        )
        locked.quarantine_kind = kind
        locked.quarantine_reason = reason if holds else None
        locked.save(update_fields=["quarantine_kind", "quarantine_reason"])
        _raise_revision(monograph.edition_id)
    chunk.quarantine_kind, chunk.quarantine_reason = locked.quarantine_kind, locked.quarantine_reason


def add_alias(monograph: Monograph, *, name: str, actor: User) -> DrugName:
    """A name that the book does not print; an answer that used it says so. Raises RefusedAct."""
    name = squeeze(nfc(name))
    with transaction.atomic():
        if problem := alias_problem(monograph, name=name):
            raise RefusedAct(problem)
        alias, _ = DrugName.objects.update_or_create(
            monograph=monograph,
            kind=DrugName.Kind.ALIAS,
            name=name,
            defaults={
                "folded": name_key(name),
                "source": DrugName.Source.CURATED,
                "is_withdrawn": False,
                "changed_by": actor,
            },
        )
        _raise_revision(monograph.edition_id)
    return alias


def change_alias(alias: DrugName, *, name: str, is_withdrawn: bool, actor: User) -> DrugName:
    """Reword an alias, or withdraw it so that it finds nothing any more. Raises RefusedAct."""
    if alias.kind != DrugName.Kind.ALIAS:
        raise RefusedAct("chỉ sửa được bí danh; tên khác lấy từ sách")
    name = squeeze(nfc(name))
    with transaction.atomic():
        if problem := alias_problem(alias.monograph, name=name, alias=alias):
            raise RefusedAct(problem)
        if name != alias.name:
            # What a person words is a person's, so that the next import keeps it.
            alias.source = DrugName.Source.CURATED
        alias.name, alias.folded = name, name_key(name)
        alias.is_withdrawn, alias.changed_by = is_withdrawn, actor
        alias.save(update_fields=["name", "folded", "is_withdrawn", "source", "changed_by"])
        _raise_revision(alias.monograph.edition_id)
    return alias


def alias_problem(monograph: Monograph, *, name: str, alias: DrugName | None = None) -> str | None:
    """Why this name cannot be an alias of the monograph, or None. `alias` is the one that is being reworded."""
    if not any(c.isalpha() for c in name):
        return "tên phải có chữ"
    if len(name) > _LONGEST_ALIAS:
        return f"tên dài quá {_LONGEST_ALIAS} ký tự"
    others = DrugName.objects.filter(monograph=monograph, folded=name_key(name))
    taken = others.filter(is_withdrawn=False) if alias is None else others.exclude(pk=alias.pk)
    return "chuyên luận đã có tên này" if taken.exists() else None


def _raise_revision(edition_id: int) -> None:
    Edition.objects.filter(pk=edition_id).update(revision=F("revision") + 1)
