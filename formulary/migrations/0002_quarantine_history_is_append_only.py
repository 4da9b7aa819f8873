"""The database itself refuses to change or remove a line of the quarantine history."""

from django.db import migrations

REFUSE = """
CREATE FUNCTION formulary_quarantine_history_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'formulary_quarantineevent is append-only';
END;
$$;
CREATE TRIGGER quarantine_history_is_append_only BEFORE UPDATE OR DELETE ON formulary_quarantineevent
FOR EACH ROW EXECUTE FUNCTION formulary_quarantine_history_is_append_only();
"""
ALLOW = """
DROP TRIGGER quarantine_history_is_append_only ON formulary_quarantineevent;
DROP FUNCTION formulary_quarantine_history_is_append_only();
"""


class Migration(migrations.Migration):
    dependencies = [("formulary", "0001_initial")]
    operations = [migrations.RunSQL(REFUSE, ALLOW)]
