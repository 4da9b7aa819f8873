"""A dose that was to be worked out or compared, carried into a turn that changes a part of it."""

from dataclasses import replace

from rag.frames import DoseTask


def carried_on(old: DoseTask, new: DoseTask | None) -> DoseTask:
    """`old` with what `new` says: another amount, another number of doses, a strength, a surface, the sex.

    A request of its own takes over nothing of the named dose. Where parts of two turns meet in one named dose, `kept`
    marks it, so that the answer says so: an old amount never stands in silence for a new one.
    """
    if new is None:
        return old
    strength = new if new.strength is not None else old
    told = replace(
        new,
        surface_m2=new.surface_m2 or old.surface_m2,
        sex=new.sex or old.sex,
        strength=strength.strength,
        strength_unit=strength.strength_unit,
        strength_ml=strength.strength_ml,
        wants_volume=strength.wants_volume,
        wants_tablets=new.wants_tablets or old.wants_tablets,
    )
    if new.is_request:
        return told
    if _is_strength(old, new):
        return replace(old, strength=new.amount, strength_unit=new.unit, strength_ml=None, wants_tablets=True)
    named = told if new.names_dose else _with_dose_of(told, old)
    if old.checks and not new.says_how_often:
        named = _as_often(named, old)
    mixed = old.checks and named.says_how_often and new.names_dose is not new.says_how_often
    period = named.times_in or (old.times_in if named.times is not None else "")
    return replace(
        named,
        # "200 mg thì sao" behind a dose that was worked out wants it held against the print.
        wants_dose=old.wants_dose and not new.names_dose,
        wants_check=old.wants_check or new.names_dose,
        times_in=period,
        kept=mixed or (old.kept and not new.names_dose),
    )


def carried_to_another(old: DoseTask, new: DoseTask | None) -> DoseTask:
    """What was wanted of one drug, wanted of another: only what this turn names is held against its print.

    The amount, how often and the strength were the other drug's. Where no dose of this one is named, its own is
    worked out.
    """
    new = new or DoseTask()
    told = replace(
        new,
        surface_m2=new.surface_m2 or old.surface_m2,
        sex=new.sex or old.sex,
        wants_tablets=new.wants_tablets or old.wants_tablets,
    )
    if new.is_request:
        return told
    # "còn Hapacol 250 mg" behind a dose that was worked out may name the size of its tablets.
    checks = new.names_dose and (old.checks or new.says_how_often)
    return replace(told, wants_check=checks, wants_dose=not checks)


def _is_strength(old: DoseTask, new: DoseTask) -> bool:
    """ "500 mg" in reply to the question for what one of the counted tablets holds."""
    counted = old.count is not None and not old.strength_unit and old.count_unit != "ml"
    return counted and new.amount is not None and new.amount_from is None and not new.per and not new.base


def _with_dose_of(task: DoseTask, old: DoseTask) -> DoseTask:
    return replace(
        task,
        unread=old.unread,
        amount=old.amount,
        amount_from=old.amount_from,
        unit=old.unit,
        per=old.per,
        base=old.base,
        count=old.count,
        count_from=old.count_from,
        count_unit=old.count_unit,
    )


def _as_often(task: DoseTask, old: DoseTask) -> DoseTask:
    return replace(
        task,
        times=old.times,
        times_from=old.times_from,
        times_in=old.times_in,
        interval_hours=old.interval_hours,
        interval_from=old.interval_from,
    )
