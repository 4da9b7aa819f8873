// The question field: grows with its text, sends on Enter, counts near the limit, gives a refused question back.

import { el } from "./dom.js";

export const LIMIT = 2_000; // characters, as the server counts them
const COUNTED_FROM = 1_800;

const spoken = (count) => count.toLocaleString("vi-VN");
const length = (text) => [...text.normalize("NFC").trim()].length;

export class Composer {
  /** `ask(question)` is called with a question that may be sent; `last()` gives the last question of the page. */
  constructor({ form, ask, last }) {
    this.form = form;
    this.field = form.elements.question;
    this.button = form.querySelector(".send");
    this.counter = document.getElementById("counter");
    this.refusal = document.getElementById("refusal");
    this.closedNote = document.getElementById("closed");
    this.ask = ask;
    this.last = last;
    form.addEventListener("submit", (event) => this.#submit(event));
    this.field.addEventListener("input", () => this.#changed());
    this.field.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("keydown", (event) => this.#slash(event));
    this.#changed();
  }

  get isClosed() {
    return this.field.disabled;
  }

  focus() {
    this.field.focus({ preventScroll: true });
  }

  clear() {
    this.field.value = "";
    this.#changed();
  }

  /** Put a question back that could not be taken, unless something else has been typed since. */
  giveBack(question) {
    if (this.field.value.trim() === "") this.field.value = question;
    this.#changed();
    this.focus();
  }

  /** Say why; an empty reason takes the line away. */
  refuse(reason) {
    this.refusal.textContent = reason;
    this.refusal.hidden = reason === "";
  }

  /** The conversation takes no more questions. */
  close() {
    this.field.disabled = true;
    this.button.disabled = true;
    this.closedNote.hidden = false;
    document.getElementById("call").hidden = true;
  }

  #submit(event) {
    event.preventDefault();
    const question = this.field.value.trim();
    if (question === "") {
      this.refuse("Xin nhập câu hỏi.");
      this.focus();
      return;
    }
    if (length(question) > LIMIT) {
      this.refuse(`Câu hỏi dài ${spoken(length(question))} ký tự, tối đa ${spoken(LIMIT)}. Xin rút gọn rồi gửi.`);
      return;
    }
    this.ask(question);
  }

  #changed() {
    this.field.style.height = "auto";
    this.field.style.height = `${this.field.scrollHeight + 2}px`;
    const count = length(this.field.value);
    this.counter.hidden = count < COUNTED_FROM;
    this.counter.textContent = `${spoken(count)}/${spoken(LIMIT)} ký tự`;
    this.counter.classList.toggle("over", count > LIMIT);
    this.field.toggleAttribute("aria-invalid", count > LIMIT);
    if (count <= LIMIT) this.refuse("");
  }

  #key(event) {
    // An input method composes Vietnamese letters with keys of its own; Enter then belongs to it.
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === "Enter" && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      this.form.requestSubmit();
    }
    if (event.key === "ArrowUp" && this.field.value === "") {
      const question = this.last();
      if (!question) return;
      event.preventDefault();
      this.field.value = question;
      this.field.setSelectionRange(question.length, question.length);
      this.#changed();
    }
  }

  #slash(event) {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey || this.isClosed) return;
    event.preventDefault();
    this.focus();
  }
}

/** Post the form as a page without script would, with the key that makes the question safe to repeat. */
export function postInstead(form, { question, key }) {
  const copy = el("form", { hidden: true });
  copy.method = "post";
  copy.action = form.action;
  const fields = { csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value, question, client_key: key };
  for (const [name, value] of Object.entries(fields)) copy.append(el("input", { type: "hidden", name, value }));
  document.body.append(copy);
  copy.submit();
}
