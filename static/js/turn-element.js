// A turn as elements: the same markup as templates/conversations/partials, from the turn's JSON.

import { feedbackForm, recordPage } from "./addresses.js";
import { calculationElement } from "./calculation.js";
import { el, icon, ownAddress, stamp } from "./dom.js";
import { aroundCalculation, columns, moment, pointerText, sourceAddress } from "./excerpts.js";
import { besidePairs, interactionElements } from "./interactions.js";
import { words } from "./words.js";

const WORD_JOINER = "\u2060"; // a citation number never begins a line

/** An article with the question and a line for the stage that the answer is in. */
export function turnElement({ id = null, number = null, question, status = "waiting" }) {
  const asked = el("span", { class: "asked" }, question ?? "");
  return el(
    "article",
    { class: "turn", "data-status": status, "data-turn": id, id: number && `luot-${number}` },
    el("h2", { class: "question" }, el("span", { class: "visually-hidden" }, "Câu hỏi:"), " ", asked),
    el("p", { class: "stage" }, "Đang gửi…"),
  );
}

/** Give the article the number it was accepted under. */
export function numberTurn(article, { id, number }) {
  article.dataset.turn = id;
  article.id = `luot-${number}`;
  const heading = article.querySelector(".question");
  heading.id = `hoi-${number}`;
  heading.firstElementChild.textContent = `Câu hỏi ${number}:`;
  article.setAttribute("aria-labelledby", heading.id);
}

/** The whole answer of a turn that is done. `conversationUrl` is the address of its page. */
export function answerElement(turn, conversationUrl) {
  const label = words.outcomes[`${turn.outcome}/${turn.reason}`];
  const asked = turn.clarify?.question ?? "";
  const [above, behind] = aroundCalculation({ ...turn, claims: besidePairs(turn.claims, turn.interactions) });
  const numbers = new Map();
  const pairs = turn.interactions && interactionElements(turn, numbers, excerptElements, citeElement);
  const notices = (place) => turn.notices.filter(({ kind }) => words.notices[kind].place === place).map(noticeElement);
  return el(
    "div",
    { class: "answer", "data-outcome": turn.outcome },
    notices("first"),
    label && el("p", { class: "outcome" }, icon(words.kindIcons[turn.outcome]), el("strong", {}, label)),
    turn.message && el("p", { class: "message" }, turn.message),
    !(turn.message ?? "").includes(asked) && el("p", { class: "message" }, asked),
    notices("above"),
    claimElements(above, numbers),
    turn.calculation && calculationElement(turn.calculation),
    pairs,
    claimElements(behind, numbers),
    notices("below"),
    turn.clarify?.quick_replies.length > 0 && repliesElement(turn.clarify.quick_replies, conversationUrl),
    turn.pointers.length > 0 && pointersElement(turn.pointers),
    actionsElement(turn, conversationUrl),
  );
}

/** The excerpts alone: what is shown while the rest of the turn is still on its way. */
export function claimElements(claims, numbers = new Map()) {
  return columns(claims, numbers).flatMap(({ named, sides }) =>
    named
      ? el("div", { class: "sides" }, sides.map(sideElement))
      : sides.flatMap((side) => excerptElements(side.excerpts)),
  );
}

function sideElement({ label, excerpts }) {
  const name = el("h3", { class: "side-name" }, label);
  return el("section", { class: "side", "aria-label": label }, name, excerptElements(excerpts));
}

function excerptElements(shown) {
  return shown.map((excerpt) =>
    el(
      "section",
      { class: `excerpt is-${excerpt.kind}${excerpt.place ? "" : " continued"}` },
      excerpt.role && el("p", { class: "role" }, excerpt.role),
      excerpt.place && el("h3", { class: "place" }, excerpt.place),
      excerpt.parts.map((part) => [
        part.heading && el("h4", { class: "heading" }, part.heading),
        part.claims.map(claimElement),
      ]).flat(2),
      excerpt.sources.map((source) => el("p", { class: "provenance" }, source)),
    ),
  );
}

function claimElement({ text, table, marks }) {
  return el(
    "div",
    { class: "claim" },
    table ? tableElement(table) : el("span", { class: "quoted" }, text),
    WORD_JOINER,
    marks.map(citeElement),
  );
}

function citeElement({ number, url, source }) {
  const label = `Trích dẫn ${number}: xem đoạn gốc`;
  return el("a", { class: "cite", href: url, "data-source": source, "aria-label": label }, `[${number}]`);
}

function tableElement({ head, rows }) {
  const row = ([first, ...rest]) =>
    el("tr", {}, el("th", { scope: "row" }, first), rest.map((cell) => el("td", {}, cell)));
  return el(
    "div",
    { class: "table", role: "group", tabindex: "0", "aria-label": "Bảng trong sách" },
    el("table", {},
      el("thead", {}, el("tr", {}, head.map((cell) => el("th", { scope: "col" }, cell)))),
      el("tbody", {}, rows.map(row))),
  );
}

function noticeElement({ kind, text }) {
  const { icon: name, label } = words.notices[kind];
  return el("p", { class: `notice is-${kind}` }, icon(name), el("span", {}, el("strong", {}, label), " ", text));
}

function repliesElement(replies, conversationUrl) {
  const token = document.querySelector("#ask [name=csrfmiddlewaretoken]").value;
  const button = (text) => el("button", { type: "submit", name: "question", value: text, "data-reply": true }, text);
  const form = el(
    "form",
    { class: "replies" },
    el("input", { type: "hidden", name: "csrfmiddlewaretoken", value: token }),
    el("ul", { class: "chips", "aria-label": "Trả lời nhanh" }, replies.map((text) => el("li", {}, button(text)))),
  );
  form.method = "post";
  form.action = conversationUrl;
  return form;
}

function pointersElement(pointers) {
  const link = (pointer) =>
    el("a", { class: "pointer", href: ownAddress(pointer.url), "data-source": sourceAddress(pointer) },
      icon("book"), el("span", {}, pointerText(pointer)));
  return el("ul", { class: "pointers", "aria-label": "Nơi cần đọc" }, pointers.map((p) => el("li", {}, link(p))));
}

function actionsElement(turn, conversationUrl) {
  const actions = stamp("actions-template");
  actions.querySelector(".feedback form").action = feedbackForm(turn.id);
  const record = actions.querySelector(".record"); // of pharmacists alone
  if (record) record.href = recordPage(turn.id);
  actions.querySelector(".permalink").href = `${conversationUrl}#luot-${turn.number}`;
  const time = actions.querySelector("time");
  time.dateTime = turn.finished_at;
  const { hour, day } = moment(turn.finished_at);
  time.append(el("span", {}, hour), " ", el("span", { class: "day" }, day));
  return actions;
}
