"""What a model that reads may reply, as the JSON that it is asked for."""

import json
from typing import Any

from rag.passages import SECTION_KEYS

SECTION, FOR_CONDITION, NOT_CLEAR = 1, 2, 3
KEYS = ("thuoc", "muc", "benh", "doi_tuong", "duong_dung", "tuoi_thang", "can_nang_kg", "than")


def pick(number: int, quote: str) -> dict[str, Any]:
    return {"so": number, "trich": quote}


def section(key: str, quote: str) -> dict[str, Any]:
    return pick(SECTION_KEYS.index(key) + 1, quote)


def value(number: Any, quote: str) -> dict[str, Any]:
    return {"gia_tri": number, "trich": quote}


def reading(meaning: int = SECTION, **lists: list[dict[str, Any]]) -> str:
    return json.dumps({"y_hoi": meaning} | {key: lists.get(key, []) for key in KEYS}, ensure_ascii=False)
