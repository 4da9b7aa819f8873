"""The Celery application: `celery -A duocthu.celery worker --beat`. Idle unless REDIS_URL is set."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "duocthu.settings")

from celery import Celery

app = Celery("duocthu")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
