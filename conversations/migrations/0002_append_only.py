"""The database itself keeps the record of a turn: what is written stays as it was written.

* The rows of a record refuse UPDATE, DELETE and TRUNCATE, and are only taken while their turn is running.
* A turn refuses DELETE always, every change once it is done, and a change of what was asked at any time.
* A conversation refuses DELETE, another owner, and to be opened again after it went to a pharmacist.

Triggers hold against `QuerySet.update()`, the admin and raw SQL alike. Only who may switch triggers off, the owner
of the tables or a superuser, can get past them; `tests/append_only.py` shows how tests empty these tables.
"""

from django.db import migrations

RECORD = ("queryframe", "citedpassage", "claim", "verification", "modelcall")
REFUSING_CHANGE = (*RECORD, "feedback")
REFUSING_TRUNCATE = (*REFUSING_CHANGE, "turn", "conversation")

FUNCTIONS = """
CREATE FUNCTION conversations_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% refused: % is append-only', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END;
$$;

CREATE FUNCTION conversations_only_while_running() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM added JOIN conversations_turn t ON t.id = added.turn_id WHERE t.status <> 'running'
    ) THEN
        RAISE EXCEPTION 'INSERT refused: % takes rows only while their turn is running', TG_TABLE_NAME
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END;
$$;

CREATE FUNCTION conversations_guard_turn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        RAISE EXCEPTION 'DELETE refused: a turn stays' USING ERRCODE = 'restrict_violation';
    ELSIF OLD.status = 'done' THEN
        RAISE EXCEPTION 'UPDATE refused: the turn is done' USING ERRCODE = 'restrict_violation';
    ELSIF OLD.status = 'running' AND NEW.status = 'waiting' THEN
        RAISE EXCEPTION 'UPDATE refused: a running turn does not wait again' USING ERRCODE = 'restrict_violation';
    ELSIF (NEW.id, NEW.conversation_id, NEW.number, NEW.question, NEW.folded, NEW.masked, NEW.asked_by_id,
           NEW.client_key, NEW.created_at)
        IS DISTINCT FROM
          (OLD.id, OLD.conversation_id, OLD.number, OLD.question, OLD.folded, OLD.masked, OLD.asked_by_id,
           OLD.client_key, OLD.created_at)
    THEN
        RAISE EXCEPTION 'UPDATE refused: what was asked does not change' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END;
$$;

CREATE FUNCTION conversations_guard_conversation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        RAISE EXCEPTION 'DELETE refused: a conversation stays' USING ERRCODE = 'restrict_violation';
    ELSIF (NEW.id, NEW.owner_id, NEW.client_key, NEW.created_at)
        IS DISTINCT FROM (OLD.id, OLD.owner_id, OLD.client_key, OLD.created_at)
    THEN
        RAISE EXCEPTION 'UPDATE refused: a conversation keeps its owner' USING ERRCODE = 'restrict_violation';
    ELSIF OLD.escalated_at IS NOT NULL AND NEW.escalated_at IS DISTINCT FROM OLD.escalated_at THEN
        RAISE EXCEPTION 'UPDATE refused: the conversation went to a pharmacist' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END;
$$;
"""


def _triggers() -> list[str]:
    made = [
        f"CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON conversations_{table} "
        "FOR EACH ROW EXECUTE FUNCTION conversations_refuse();"
        for table in REFUSING_CHANGE
    ]
    made += [
        f"CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON conversations_{table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION conversations_refuse();"
        for table in REFUSING_TRUNCATE
    ]
    made += [
        f"CREATE TRIGGER only_while_running AFTER INSERT ON conversations_{table} "
        "REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION conversations_only_while_running();"
        for table in RECORD
    ]
    made += [
        f"CREATE TRIGGER guard BEFORE UPDATE OR DELETE ON conversations_{table} "
        f"FOR EACH ROW EXECUTE FUNCTION conversations_guard_{table}();"
        for table in ("turn", "conversation")
    ]
    return made


def _undo() -> str:
    names = ("refuse", "only_while_running", "guard_turn", "guard_conversation")
    return "\n".join(f"DROP FUNCTION conversations_{name}() CASCADE;" for name in names)


class Migration(migrations.Migration):
    dependencies = [("conversations", "0001_initial")]
    operations = [migrations.RunSQL("\n".join([FUNCTIONS, *_triggers()]), _undo())]
