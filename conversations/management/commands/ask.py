"""Ask one question from the terminal: a turn like any other, recorded like any other."""

import json
import uuid
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.contrib.auth.models import Group, User
from django.core.management.base import CommandError

from conversations.answering import answer_turn
from conversations.intake import IntakeRefused, submit_turn
from conversations.permissions import CLINICIAN, can_ask
from conversations.templatetags import answer_words as words
from conversations.transcripts import turn_as_dict
from formulary.management.database_command import DatabaseCommand
from formulary.retrieval import current_edition

LOCAL_ACCOUNT = "dong-lenh"
"""Asks for whoever sits at the terminal. It has no password, so nobody logs in with it."""


class Command(DatabaseCommand):
    help = "Hỏi một câu và in câu trả lời."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("question", metavar="CÂU_HỎI")
        parser.add_argument("--conversation", metavar="ID", help="hỏi tiếp trong cuộc hỏi này")
        parser.add_argument("--json", action="store_true", help="in lượt hỏi dưới dạng JSON, như API")
        parser.add_argument("--user", metavar="TÊN", help=f"hỏi với tài khoản này (mặc định: {LOCAL_ACCOUNT})")

    def handle(self, *args: Any, **options: Any) -> None:
        if current_edition() is None:
            raise CommandError("Chưa có ấn bản nào được dùng để trả lời; hãy chạy trước: manage.py import_formulary.")
        owner = _person(options["user"])
        try:
            turn = submit_turn(
                conversation=_conversation(options["conversation"]), owner=owner, question=options["question"]
            )
        except IntakeRefused as refused:
            raise CommandError(refused.message) from refused
        shown = turn_as_dict(answer_turn(turn.pk))
        if options["json"]:
            self.stdout.write(json.dumps(shown, ensure_ascii=False, indent=1))
        else:
            self.stdout.write("\n".join(_as_text(shown)))
        if shown["reason"] == "system_error":
            raise CommandError(shown["message"])


def _person(name: str | None) -> User:
    if name is None:
        local, created = User.objects.get_or_create(username=LOCAL_ACCOUNT)
        if created:
            local.set_unusable_password()
            local.save(update_fields=["password"])
            local.groups.add(Group.objects.get(name=CLINICIAN))
        return local
    person = User.objects.filter(username=name).first()
    if person is None:
        raise CommandError(f"Không có tài khoản «{name}».")
    if not can_ask(person):
        raise CommandError(f"Tài khoản «{name}» không có quyền hỏi.")
    return person


def _conversation(given: str | None) -> uuid.UUID | None:
    if given is None:
        return None
    try:
        return uuid.UUID(given)
    except ValueError as error:
        raise CommandError(f"«{given}» không phải mã cuộc hỏi.") from error


def _calculation(found: dict[str, Any]) -> Iterator[str]:
    """What the card of the page shows, in its order."""
    yield f"So liều {found['named_dose']} với lời in" if found["kind"] == "check" else "Tính liều theo lời in"
    if found["inputs"]:
        yield "  " + "; ".join(said["text"] for said in found["inputs"])
    yield from (f"  {line}" for line in (*found["named_working"], *found["renal"], *found["notes"]))
    for rule in found["rules"]:
        yield "  " + " – ".join(filter(None, (rule["heading"], rule["phase"])))
        once = "một liều duy nhất" if rule["once"] else "mỗi lần"
        results = {"per_dose": once, "per_day": "mỗi ngày", "per_week": "mỗi tuần", "rate": ""}
        told = [f"{rule['result'][key]['text']} {of}".strip() for key, of in results.items() if rule["result"][key]]
        yield f"    = {'; '.join(told)}"
        yield from (f"    * {comparison['text']}" for comparison in rule["comparisons"])
        yield from (f"    {step['text']}" for step in rule["steps"])
        yield from (f"    {line}" for line in (*rule["arithmetic_on_user_data"], *rule["notes"]))
        yield f"    «{rule['citation']['quote']}» (trang {rule['citation']['page_from']})"


def _pairs(found: dict[str, Any]) -> Iterator[str]:
    names = [drug["name"] for drug in found["drugs"]]
    for pair in found["pairs"]:
        one, other = pair["drugs"]
        yield f"{names[one]} + {names[other]}: {words.FOUND[pair['found']]}"
        for unread in pair["not_read"]:
            if unread["why"] in words.NOT_READ:
                yield f"  {names[unread['drug']]}: {words.NOT_READ[unread['why']]}"


def _as_text(turn: dict[str, Any]) -> Iterator[str]:
    yield turn["message"]
    for notice in turn["notices"]:
        yield f"! {notice['text']}"
    if turn["calculation"]:
        yield ""
        yield from _calculation(turn["calculation"])
    if turn["interactions"]:
        yield ""
        yield from _pairs(turn["interactions"])
    for claim in turn["claims"]:
        yield ""
        if role := words.ROLES.get(claim["role"]):
            yield f"({role})"
        if claim["heading"]:
            yield claim["heading"]
        yield claim["text"]
        for cited in claim["citations"]:
            pages = f"trang {cited['page_from']}"
            if cited["page_to"] != cited["page_from"]:
                pages += f"–{cited['page_to']}"
            yield f"  [{cited['monograph_name']}, {cited['section_title']}, {pages}; {cited['edition_title']}]"
    for pointer in turn["pointers"]:
        yield f"→ {pointer['monograph_name']}: {pointer['url']}"
    if turn["clarify"]:
        yield from (f"  - {reply}" for reply in turn["clarify"]["quick_replies"])
    yield ""
    yield f"({turn['outcome']}/{turn['reason']}, cuộc hỏi {turn['conversation']}, {turn['ms']} ms)"
