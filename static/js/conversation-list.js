// The list of conversations: found while typing, renamed in place, the new one added when its first turn is taken.

import { adopt } from "./adopt.js";
import { el } from "./dom.js";

const PAUSE = 250; // ms after the last key

export class ConversationList {
  #timer = null;

  constructor({ list, search, title }) {
    this.list = list;
    this.title = title; // the header with the name and the form that changes it
    search.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#find(search), PAUSE);
    });
    search.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#find(search);
    });
    title.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#rename(event.target);
    });
  }

  /** Show `conversation` as the current one, first in the list. */
  add({ id, page, rename, title }) {
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.list.querySelector(".soft")?.remove();
    const link = el("a", { href: page, "aria-current": "page", "data-conversation": id }, el("span", {}, title));
    this.list.prepend(el("li", {}, link));
    this.title.querySelector("form").action = rename;
    this.title.hidden = false;
    this.named(title);
  }

  /** The current conversation has this name now. */
  named(title) {
    this.title.querySelector("h1").textContent = title;
    this.title.querySelector("[name=title]").value = title;
    const current = this.list.querySelector("[aria-current]");
    if (current) current.firstElementChild.textContent = title;
    document.title = `${title} – Dược thư`;
  }

  async #find(search) {
    const wanted = search.elements.q.value;
    const current = this.list.querySelector("[aria-current]")?.dataset.conversation;
    const address = new URL(search.action);
    address.searchParams.set("q", wanted);
    let page;
    try {
      const response = await fetch(address);
      if (!response.ok || response.redirected) return;
      page = await response.text();
    } catch {
      return; // no connection: the list stays as it is
    }
    if (wanted !== search.elements.q.value) return;
    this.list.replaceChildren(...adopt(page, "#conversation-list"));
    this.list.querySelector(`[data-conversation="${current}"]`)?.setAttribute("aria-current", "page");
  }

  async #rename(form) {
    const title = form.elements.title.value.trim();
    if (title === "") return;
    try {
      const response = await fetch(form.action, { method: "POST", body: new FormData(form) });
      if (!response.ok) throw new Error(String(response.status));
    } catch {
      form.submit(); // the page that answers says what is wrong
      return;
    }
    this.named(title);
    form.closest("details").open = false;
    form.closest("details").querySelector("summary").focus();
  }
}
