"""Multiply the invented monographs of an imported edition inside the database.

Reading 7,000 files takes minutes and says nothing about a turn; the rows that a turn meets are the same.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from django.db import connection, transaction

from formulary.folding import name_key
from formulary.models import Chunk, DrugName, Edition, Monograph, Section
from tests.bench.filler import SAMPLE, Filler, fillers

_TITLE = "replace(replace({column}, c.old_title, c.new_title), lower(c.old_title), lower(c.new_title))"


@dataclass(frozen=True, slots=True)
class _Copy:
    old: Monograph
    filler: Filler


def multiply(edition: Edition, monographs: int, *, seed: int) -> None:
    """Add copies of the edition's invented monographs, under new names, until it has `monographs` of them."""
    missing = monographs - Monograph.objects.filter(edition=edition).count()
    if missing <= 0:
        return
    with transaction.atomic():
        copies = list(_copies(edition, missing, seed=seed))
        first = Monograph.objects.filter(edition=edition).count()
        made = Monograph.objects.bulk_create(
            [_monograph(copy, position=first + i) for i, copy in enumerate(copies)], batch_size=2_000
        )
        names = (name for copy, row in zip(copies, made, strict=True) for name in _names(copy.filler, row))
        DrugName.objects.bulk_create(names, batch_size=5_000)
        _copy_rows(copies, made)
        edition.monograph_count, edition.revision = monographs, edition.revision + 1
        edition.name_count = DrugName.objects.filter(monograph__edition=edition).count()
        edition.section_count = Section.objects.filter(monograph__edition=edition).count()
        edition.chunk_count = Chunk.objects.filter(section__monograph__edition=edition).count()
        edition.save(update_fields=["monograph_count", "name_count", "section_count", "chunk_count", "revision"])
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _copies(edition: Edition, count: int, *, seed: int) -> Iterator[_Copy]:
    shipped = {path.stem for path in SAMPLE.glob("*.md")}
    originals = [row for row in Monograph.objects.filter(edition=edition) if row.slug not in shipped]
    taken = DrugName.objects.filter(monograph__edition=edition).values_list("folded", flat=True)
    # A name of the same length keeps every offset of the text right.
    by_length: dict[int, list[Monograph]] = {}
    for row in originals:
        by_length.setdefault(len(row.title), []).append(row)
    chance = random.Random(seed)
    found = 0
    for filler in fillers(20 * count, seed=seed + 1, taken=taken):
        if found == count:
            return
        fitting = by_length.get(len(filler.title))
        if fitting:
            found += 1
            yield _Copy(chance.choice(fitting), filler)
    if found < count:
        raise RuntimeError(f"only {found} of {count} copies could be named")


def _monograph(copy: _Copy, *, position: int) -> Monograph:
    old = copy.old
    return Monograph(
        edition_id=old.edition_id,
        slug=copy.filler.slug,
        title=copy.filler.title,
        atc_codes=old.atc_codes,
        page_from=old.page_from,
        page_to=old.page_to,
        position=position,
        content_sha256=old.content_sha256,
    )


def _names(filler: Filler, monograph: Monograph) -> Iterator[DrugName]:
    for kind, names in filler.by_kind:
        for name in names:
            source = DrugName.Source.FRONT_MATTER
            yield DrugName(monograph=monograph, name=name, kind=kind, source=source, folded=name_key(name))


def _copy_rows(copies: list[_Copy], made: list[Monograph]) -> None:
    sections = _columns(Section, but={"monograph_id", "text"})
    chunks = _columns(Chunk, but={"section_id", "text", "folded", "folded_context", "text_sha256"})
    text, folded, context = (_TITLE.format(column=f"o.{column}") for column in ("text", "folded", "folded_context"))
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMP TABLE copied (old_id bigint, new_id bigint, old_title text, new_title text)")
        cursor.executemany(
            "INSERT INTO copied VALUES (%s, %s, %s, %s)",
            [(c.old.pk, row.pk, c.old.title, row.title) for c, row in zip(copies, made, strict=True)],
        )
        cursor.execute(
            f"INSERT INTO formulary_section ({', '.join(sections)}, monograph_id, text)"
            f" SELECT {', '.join(f'o.{name}' for name in sections)}, c.new_id, {text}"
            " FROM copied c JOIN formulary_section o ON o.monograph_id = c.old_id"
        )
        cursor.execute(
            f"INSERT INTO formulary_chunk ({', '.join(chunks)}, section_id, text, folded, folded_context, text_sha256)"
            f" SELECT {', '.join(f'o.{name}' for name in chunks)}, n.id, {text}, {folded}, {context},"
            f" encode(sha256(convert_to({text}, 'UTF8')), 'hex')"
            " FROM copied c JOIN formulary_section s ON s.monograph_id = c.old_id"
            " JOIN formulary_section n ON n.monograph_id = c.new_id AND n.key = s.key"
            " JOIN formulary_chunk o ON o.section_id = s.id"
        )
        cursor.execute("DROP TABLE copied")


def _columns(model: type[Section] | type[Chunk], *, but: set[str]) -> list[str]:
    names = [field.column for field in model._meta.concrete_fields if field.column not in but | {"id"}]
    return [f'"{name}"' for name in names]
