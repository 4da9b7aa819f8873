// The turns on the page, each found by its id, each claim shown once and in its place.

import { el } from "./dom.js";
import { answerElement, claimElements, numberTurn, turnElement } from "./turn-element.js";
import { keepNumbersWithUnits } from "./typography.js";

const CLAIMS_WAIT = 120; // ms; the rest of the turn usually follows at once and belongs above the claims

export class Transcript {
  #timers = new Map();

  /** `address()` gives the page of the conversation. */
  constructor({ root, address }) {
    this.root = root;
    this.address = address;
    for (const claim of root.querySelectorAll(".claim")) keepNumbersWithUnits(claim);
  }

  get doneTurns() {
    return [...this.root.querySelectorAll('.turn[data-status="done"]')].map((article) => article.dataset.turn);
  }

  get openTurns() {
    return [...this.root.querySelectorAll('.turn[data-turn]:not([data-status="done"])')].map((a) => a.dataset.turn);
  }

  /** Number of the last turn that is shown with its answer, 0 before the first. */
  get lastDone() {
    const last = [...this.root.querySelectorAll('.turn[data-status="done"]')].at(-1);
    return last ? Number(last.id.replace("luot-", "")) : 0;
  }

  get lastQuestion() {
    return [...this.root.querySelectorAll(".asked")].at(-1)?.textContent ?? "";
  }

  /** A question that is on its way, known by its key until the server has numbered it. */
  place({ key, question }) {
    const article = turnElement({ question });
    article.dataset.key = key;
    this.root.append(article);
    this.#settleReplies();
    article.scrollIntoView({ block: "start" });
  }

  accepted({ turn, number, key }) {
    let article = key && this.root.querySelector(`[data-key="${key}"]`);
    if (!article) {
      article = turnElement({ question: "" });
      this.root.append(article);
    }
    numberTurn(article, { id: turn, number });
    article.dataset.status = "running";
    this.#settleReplies();
  }

  stage(turn, text) {
    const line = this.#article(turn)?.querySelector(".stage");
    if (line) line.textContent = text;
  }

  claims(turn, claims) {
    clearTimeout(this.#timers.get(turn));
    this.#timers.set(turn, setTimeout(() => {
      const article = this.#article(turn);
      if (article?.dataset.status === "done") return;
      article?.querySelector(".answer")?.remove();
      article?.append(el("div", { class: "answer" }, claimElements(claims)));
    }, CLAIMS_WAIT));
  }

  done(turn) {
    clearTimeout(this.#timers.get(turn.id));
    this.#timers.delete(turn.id);
    let article = this.#article(turn.id);
    if (!article) {
      article = turnElement({ question: turn.question });
      this.root.append(article);
    }
    numberTurn(article, turn);
    article.dataset.status = "done";
    delete article.dataset.key;
    // As stored: names and numbers of patients are masked in it.
    article.querySelector(".asked").textContent = turn.question;
    article.querySelector(".stage")?.remove();
    article.querySelector(".answer")?.remove();
    article.append(answerElement(turn, this.address()));
    for (const claim of article.querySelectorAll(".claim")) keepNumbersWithUnits(claim);
    this.#settleReplies();
  }

  /** The question under this key was refused; where its article has gone to another question, that one stays. */
  remove(key) {
    const article = this.root.querySelector(`[data-key="${key}"]`);
    if (article?.dataset.turn) article.querySelector(".asked").textContent = "";
    else article?.remove();
    this.#settleReplies();
  }

  #article(turn) {
    return this.root.querySelector(`[data-turn="${turn}"]`);
  }

  /** Only the last question of ours can still be answered. */
  #settleReplies() {
    const last = this.root.lastElementChild;
    for (const button of this.root.querySelectorAll("[data-reply]")) button.disabled = !last.contains(button);
  }
}
