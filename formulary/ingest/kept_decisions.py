"""What people decided about an edition, carried over a new import of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from formulary.models import Chunk, DefectKind, DrugName, Edition, Monograph, QuarantineEvent

Action = QuarantineEvent.Action
_BY_IMPORT = "Bước nạp không còn thấy lỗi."


@dataclass
class KeptNames:
    """Curated names, and names of any source that were withdrawn."""

    edition: Edition
    rows: list[tuple[str, DrugName]]

    @classmethod
    def of(cls, edition: Edition) -> "KeptNames":
        names = DrugName.objects.filter(monograph__edition=edition).select_related("monograph")
        kept = names.filter(source=DrugName.Source.CURATED) | names.filter(is_withdrawn=True)
        return cls(edition, [(name.monograph.slug, name) for name in kept])

    def restore(self) -> list[str]:
        """Put back what the import took away; warnings for names whose monograph is gone."""
        slugs = {slug for slug, _ in self.rows}
        monographs = {m.slug: m for m in Monograph.objects.filter(edition=self.edition, slug__in=slugs)}
        warnings = []
        for slug, name in self.rows:
            if slug not in monographs:
                warnings.append(f"{slug}: chuyên luận không còn, bỏ tên «{name.name}» do dược sĩ quản lý")
                continue
            found = DrugName.objects.filter(monograph=monographs[slug], kind=name.kind, name=name.name)
            if name.source == DrugName.Source.CURATED and not found.exists():
                name.pk, name.monograph = None, monographs[slug]
                name.save(force_insert=True)
            elif name.is_withdrawn:
                found.update(is_withdrawn=True)
        return warnings


@dataclass
class KeptQuarantine:
    """The last word on each text: `words` is keyed by (monograph slug, section key, hash of the text)."""

    edition: Edition
    words: dict[tuple[str, str, str], QuarantineEvent]
    seen: set[tuple[str, str, str]] = field(default_factory=set)
    rebuilt: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, edition: Edition) -> "KeptQuarantine":
        words: dict[tuple[str, str, str], QuarantineEvent] = {}
        for event in QuarantineEvent.objects.filter(edition=edition).order_by("at", "id"):
            _, slug, section, _ = event.chunk_key.split("/")
            words[slug, section, event.text_sha256] = event
        return cls(edition, words)

    def apply(self, chunks: Iterable[Chunk]) -> None:
        """Let people's words stand over the detectors' and write down what the detectors newly say."""
        events = []
        for chunk in chunks:
            monograph = chunk.section.monograph
            key = (monograph.slug, chunk.section.key, chunk.text_sha256)
            self.seen.add(key)
            self.rebuilt.add(monograph.slug)
            last = self.words.get(key)
            if last is not None and last.actor_id is not None:
                self._obey(last, chunk)
            was_held = last is not None and last.action == Action.HELD
            is_held = chunk.quarantine_kind is not None
            if is_held != was_held or (is_held and last is not None and last.kind != chunk.quarantine_kind):
                events.append(self._event(chunk, last))
        QuarantineEvent.objects.bulk_create(events, batch_size=2_000)

    def lost(self, removed: Sequence[str]) -> list[str]:
        """Warnings for blocks that a person held and that no longer stand as they were."""
        gone = {*removed, *self.rebuilt}
        return [
            f"{event.chunk_key}: khối do dược sĩ cách ly không còn nguyên văn; kiểm tra lại ({event.reason})"
            for key, event in self.words.items()
            if event.action == Action.HELD and event.actor_id is not None and key[0] in gone and key not in self.seen
        ]

    def _obey(self, last: QuarantineEvent, chunk: Chunk) -> None:
        if last.action == Action.HELD:
            chunk.quarantine_kind, chunk.quarantine_reason = last.kind, last.reason
        elif chunk.quarantine_kind == last.kind:
            # Released from this very defect. Another defect that is found later holds the block again.
            chunk.quarantine_kind = chunk.quarantine_reason = None

    def _event(self, chunk: Chunk, last: QuarantineEvent | None) -> QuarantineEvent:
        is_held = chunk.quarantine_kind is not None
        return QuarantineEvent(
            edition=self.edition,
            chunk_key=f"{self.edition.key}/{chunk.section.monograph.slug}/{chunk.section.key}/{chunk.ordinal}",
            text_sha256=chunk.text_sha256,
            action=Action.HELD if is_held else Action.RELEASED,
            kind=chunk.quarantine_kind or (last.kind if last else DefectKind.PERSON),
            reason=chunk.quarantine_reason or _BY_IMPORT,
        )
