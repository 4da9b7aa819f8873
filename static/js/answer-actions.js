// What can be done with an answer: copy it with its citations, print it, tell us what is wrong with it.

import { announce, el, icon } from "./dom.js";

const text = (element) => element.textContent.trim().replace(/[ \t]+/g, " ");

const COPIED = ".notice, .outcome, .message, .role, .place, .heading, .claim, .provenance, .pointer";

/** The answer as plain text: everything that is on the page, with citations, edition and address. */
export function plainText(article) {
  const banner = document.querySelector(".demonstration");
  return [
    `Hỏi: ${text(article.querySelector(".asked"))}\n`,
    ...[...article.querySelectorAll(COPIED)].map(lineOf),
    "",
    ...(banner ? [text(banner)] : []),
    article.querySelector(".permalink").href,
  ].join("\n");
}

function lineOf(part) {
  if (part.matches(".claim")) return claimText(part);
  if (part.matches(".place")) return `\n${text(part)}`;
  if (part.matches(".notice")) return [...part.querySelector("span").childNodes].map(text).filter(Boolean).join(": ");
  return text(part);
}

function claimText(claim) {
  const marks = [...claim.querySelectorAll(".cite")].map(text).join("");
  const rows = [...claim.querySelectorAll("tr")].map((row) => [...row.cells].map(text).join(" | "));
  const said = rows.length ? rows.join("\n") : claim.querySelector(".quoted").textContent;
  return `- ${said} ${marks}`;
}

async function copy(article) {
  const copied = plainText(article);
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(copied);
    return;
  }
  // Plain HTTP inside a hospital: browsers then offer only the old way.
  const field = el("textarea", { class: "visually-hidden" });
  field.value = copied;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (!done) throw new Error("the browser refused to copy");
}

/** Say something on a button for a moment. */
function flash(button, said) {
  const label = button.querySelector("span");
  const usual = label.dataset.usual ?? label.textContent;
  label.dataset.usual = usual;
  label.textContent = said;
  announce(said);
  setTimeout(() => (label.textContent = usual), 2_000);
}

function print(article) {
  document.documentElement.classList.add("printing-one");
  article.classList.add("printed");
  const over = () => {
    document.documentElement.classList.remove("printing-one");
    article.classList.remove("printed");
  };
  window.addEventListener("afterprint", over, { once: true });
  window.print();
}

async function sendFeedback(form) {
  const details = form.closest("details");
  const failed = form.querySelector(".refusal") ?? el("p", { class: "refusal", role: "alert" });
  form.lastElementChild.before(failed);
  failed.hidden = true;
  try {
    const response = await fetch(form.action, {
      method: "POST", body: new FormData(form), headers: { Accept: "application/json" },
    });
    if (!response.ok) throw new Error(String(response.status));
  } catch {
    failed.textContent = "Chưa gửi được góp ý. Xin thử lại; nếu vừa đăng nhập lại, xin tải lại trang trước.";
    failed.hidden = false;
    return;
  }
  const thanks = el("p", { class: "thanks", tabindex: "-1" }, icon("check"), " Cảm ơn, dược sĩ sẽ xem góp ý này.");
  details.replaceWith(thanks);
  thanks.focus({ preventScroll: true });
  announce("Đã gửi góp ý.");
}

/** Listen on the transcript for every answer that is there or will be. */
export function wireActions(transcript) {
  transcript.addEventListener("click", (event) => {
    const button = event.target.closest(".copy, .print");
    if (!button) return;
    const article = button.closest(".turn");
    if (button.matches(".print")) print(article);
    else copy(article).then(() => flash(button, "Đã chép"), () => flash(button, "Không chép được"));
  });
  transcript.addEventListener("toggle", (event) => {
    if (event.target.matches(".feedback[open]")) event.target.scrollIntoView({ block: "nearest" });
  }, true);
  transcript.addEventListener("submit", (event) => {
    if (!event.target.closest(".feedback")) return;
    event.preventDefault();
    sendFeedback(event.target);
  });
}
