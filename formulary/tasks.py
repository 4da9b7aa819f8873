"""The same work through Celery, for installations with REDIS_URL.

A message says no more than "look whether a job waits": the row is the truth. So a message that is lost, doubled or late
does no harm, and the schedule sends another one each minute.
"""

import logging
from typing import Any

from celery import current_app, shared_task
from django.conf import settings
from kombu.exceptions import OperationalError as BrokerUnavailable

from formulary import indexing
from formulary.job_lane import Lane
from formulary.jobs import is_one_waiting, run_next

logger = logging.getLogger(__name__)

RUN_IMPORT_JOBS = "formulary.run_import_jobs"


@shared_task(name=RUN_IMPORT_JOBS, ignore_result=True)  # type: ignore[untyped-decorator]
def run_import_jobs() -> None:
    """Run the jobs that wait, one after the other, until there are none."""
    with Lane() as lane:
        while run_next(lane):
            continue
    indexing.keep_up(should_stop=is_one_waiting)


def wake_workers(**kwargs: Any) -> None:
    """Tell Celery's workers that a job waits. Without REDIS_URL there are none: `run_jobs` looks by itself."""
    if not settings.REDIS_URL:
        return
    try:
        current_app.send_task(RUN_IMPORT_JOBS)
    except BrokerUnavailable:
        # The job waits in the database; the schedule wakes a worker when the broker is back.
        logger.warning("the broker cannot be reached; the job waits", exc_info=True)
