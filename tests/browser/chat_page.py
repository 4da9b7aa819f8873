"""What a person does on the chat page, and what they then see."""

import json
from typing import Any

from playwright.sync_api import Locator, Page, expect

# Text, structure and addresses; what only scripts and styles need is left out.
SHAPE = """
(element) => {
  const shape = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data.replace(/\\s+/g, " ").trim();
    if (node.matches("input[type=hidden]")) return "";
    if (node.matches(".together")) return node.textContent;
    const kept = {};
    for (const name of ["class", "id", "href", "data-source", "aria-label", "role", "scope", "value", "datetime", "action"])
      if (node.hasAttribute(name)) kept[name] = node.getAttribute(name).replace(location.origin, "");
    const children = [...node.childNodes].map(shape).filter((child) => child !== "");
    const joined = [];
    for (const child of children) {
      if (typeof child === "string" && typeof joined.at(-1) === "string") joined.push(joined.pop() + " " + child);
      else joined.push(child);
    }
    return [node.tagName, kept, ...joined];
  };
  return JSON.stringify(shape(element));
}
"""


class ChatPage:
    def __init__(self, page: Page, errors: list[str]) -> None:
        self.page = page
        self._errors = errors
        self.field = page.get_by_label("Câu hỏi về thuốc")
        self.turns = page.locator("#turns > .turn")
        self.last = self.turns.last
        self.answer = self.last.locator(".answer")
        self.source = page.get_by_role("complementary", name="Đoạn gốc trong sách").or_(
            page.get_by_role("dialog", name="Đoạn gốc trong sách")
        )

    def ask(self, question: str) -> Locator:
        """Type, send, and wait for the answer."""
        before = self.turns.count()
        self.field.fill(question)
        self.field.press("Enter")
        return self.answered(before + 1)

    def choose(self, reply: str) -> Locator:
        """Press one of the answers that we offer."""
        before = self.turns.count()
        self.last.get_by_role("button", name=reply, exact=True).click()
        return self.answered(before + 1)

    def answered(self, count: int) -> Locator:
        expect(self.page.locator('.turn[data-status="done"]')).to_have_count(count)
        expect(self.turns).to_have_count(count)
        return self.answer

    def claims(self) -> list[str]:
        return [text.rstrip() for text in self.last.locator(".claim").all_inner_texts()]

    def forget_errors(self) -> None:
        """A page that is refused on purpose is an error on the browser's console."""
        self._errors.clear()

    def shapes(self) -> list[Any]:
        return [json.loads(turn.evaluate(SHAPE)) for turn in self.turns.all()]
