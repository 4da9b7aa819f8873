"""Clinicians that are signed in already. Run as a program against the server's database: prints their sessions as JSON.

Each test gets a person of its own, so that lists of conversations and limits on asking are nobody else's.
"""

import json
import os
import sys

import django


def main(count: int) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "duocthu.settings")
    django.setup()
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.auth.models import Group, User
    from django.contrib.sessions.backends.db import SessionStore

    clinicians = Group.objects.get(name="clinician")
    sessions = {}
    for number in range(count):
        person = User(username=f"bac-si-{number}", first_name="Bác sĩ", last_name=str(number))
        person.set_unusable_password()
        person.save()
        person.groups.add(clinicians)
        session = SessionStore()
        session[SESSION_KEY] = str(person.pk)
        session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
        session[HASH_SESSION_KEY] = person.get_session_auth_hash()
        session.create()
        sessions[person.username] = session.session_key
    json.dump(sessions, sys.stdout)


if __name__ == "__main__":
    main(int(sys.argv[1]))
