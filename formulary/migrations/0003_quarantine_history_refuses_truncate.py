"""Nor does the quarantine history let itself be emptied at once."""

from django.db import migrations

REFUSE = """
CREATE TRIGGER quarantine_history_refuses_truncate BEFORE TRUNCATE ON formulary_quarantineevent
FOR EACH STATEMENT EXECUTE FUNCTION formulary_quarantine_history_is_append_only();
"""
ALLOW = "DROP TRIGGER quarantine_history_refuses_truncate ON formulary_quarantineevent;"


class Migration(migrations.Migration):
    dependencies = [("formulary", "0002_quarantine_history_is_append_only")]
    operations = [migrations.RunSQL(REFUSE, ALLOW)]
