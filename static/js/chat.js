// The chat page: joins the question field, the socket and the transcript.

import * as addresses from "./addresses.js";
import { wireActions } from "./answer-actions.js";
import { Composer, postInstead } from "./composer.js";
import { ConversationList } from "./conversation-list.js";
import { announce, el } from "./dom.js";
import { Exchange } from "./exchange.js";
import { Line } from "./line.js";
import { closeMenusOutside, Overlay } from "./overlay.js";
import { SourcePanel } from "./source-panel.js";
import { Transcript } from "./transcript.js";
import { words } from "./words.js";

const FAILURES_BEFORE_POSTING = 3;
const LOOK_EVERY = 3_000; // ms
const SMALL_SCREEN = "(max-width: 56rem)";

const at = (id) => document.getElementById(id);
const root = at("turns");
const list = at("danh-sach");
const head = document.querySelector(".top");
const main = document.querySelector("main");
const source = at("nguon");
const lineNote = at("line");
const stop = document.querySelector(".stop");
const line = new Line({
  address: () => addresses.socket(exchange.conversation, transcript.lastDone),
  heard: (message) => exchange.receive(message),
  changed: lineChanged,
});
const exchange = new Exchange({
  line,
  conversation: root.dataset.conversation || null,
  page: { opened, accepted, stage, claims: (turn, claims) => transcript.claims(turn, claims), done, refused, trouble },
});
const transcript = new Transcript({ root, address: () => addresses.conversationPage(exchange.conversation) });
const composer = new Composer({ form: at("ask"), ask, last: () => transcript.lastQuestion });
const conversations = new ConversationList({
  list: at("conversation-list"), search: list.querySelector("form"), title: main.querySelector(".title"),
});
const drawer = new Overlay({ panel: list, behind: [head, main, source], covers: SMALL_SCREEN });
const panel = new SourcePanel({ panel: source, behind: [head, main, list], covers: SMALL_SCREEN });

function ask(question) {
  if (composer.isClosed) return;
  if (exchange.isBusy) {
    composer.refuse("Câu hỏi trước chưa trả lời xong. Xin đợi một lát rồi gửi.");
    return;
  }
  composer.refuse("");
  composer.clear();
  at("empty").hidden = true;
  transcript.place({ key: exchange.ask(question), question });
  announce("Đang gửi câu hỏi…");
}

// What the exchange tells the page

function opened(conversation) {
  const page = addresses.conversationPage(conversation);
  history.pushState({}, "", page);
  composer.form.action = page;
  at("call").querySelector("form").action = addresses.pharmacistForm(conversation);
  const rename = addresses.renameForm(conversation);
  conversations.add({ id: conversation, page, rename, title: transcript.lastQuestion });
}

function accepted(turn) {
  transcript.accepted(turn);
  if (turn.key !== null) announce("Đã gửi câu hỏi.");
  stop.hidden = false;
}

function stage(turn, name) {
  transcript.stage(turn, words.stages[name]);
  announce(words.stages[name]);
}

function done(turn, title) {
  transcript.done(turn);
  conversations.named(title);
  stop.hidden = !exchange.isBusy;
  const label = words.outcomes[`${turn.outcome}/${turn.reason}`];
  announce(`Đã có câu trả lời. ${label}. ${turn.message ?? ""}`);
  if (turn.outcome === "escalate") composer.close();
}

function refused({ key, question, message }) {
  transcript.remove(key);
  at("empty").hidden = root.childElementCount > 0;
  composer.giveBack(question);
  composer.refuse(message);
}

function trouble(message) {
  composer.refuse(message);
}

// What the line tells the page

function lineChanged(state, failures) {
  if (state === "open") {
    lineNote.textContent = "";
    exchange.reopened();
    return;
  }
  if (state === "signed_out") signedOut();
  else if (state === "forbidden") lineNote.textContent = "Tài khoản này không còn quyền hỏi.";
  else {
    lineNote.textContent = navigator.onLine ? "Mất kết nối, đang nối lại…" : "Máy đang ngoại tuyến.";
    if (failures >= FAILURES_BEFORE_POSTING) withoutLine();
  }
}

/** Pages may still be had where websockets are not: the question then goes by the form. */
async function withoutLine() {
  const found = await addresses.probe();
  if (found === "signed_out") signedOut();
  else if (found === "signed_in" && exchange.pending && !line.isOpen) postInstead(composer.form, exchange.pending);
}

/** The page stays as it is, with the question in its field; the line comes back with a new session. */
function signedOut() {
  const again = el("a", { href: location.pathname, target: "_blank" }, "Đăng nhập lại");
  lineNote.replaceChildren("Phiên làm việc đã hết. ", again);
  window.addEventListener("focus", () => line.restart(), { once: true });
  const asked = exchange.withdraw();
  if (asked) refused({ ...asked, message: "Câu hỏi chưa được gửi." });
}

// What the reader does

root.addEventListener("click", (event) => {
  const cited = event.target.closest("a[data-source]");
  if (!cited || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  panel.show(cited);
});
main.addEventListener("submit", (event) => {
  if (!event.submitter?.matches("[data-reply]")) return;
  event.preventDefault();
  ask(event.submitter.value);
  // On a touch screen focus would raise the keyboard over the answer.
  if (window.matchMedia("(pointer: fine)").matches) composer.focus();
});
stop.addEventListener("click", () => exchange.cancel());
document.querySelector(".drawer-opener").addEventListener("click", (event) => {
  event.preventDefault();
  drawer.open(event.currentTarget, list.querySelector("a"));
});
window.addEventListener("popstate", () => location.reload());

wireActions(root);
closeMenusOutside();
exchange.know(transcript.doneTurns);
for (const turn of transcript.openTurns) exchange.follow(turn);
line.restart();
setInterval(() => exchange.look(), LOOK_EVERY);
if (root.lastElementChild && !location.hash) root.lastElementChild.scrollIntoView({ block: "start" });
if (window.matchMedia("(pointer: fine)").matches && !location.hash) composer.focus();
