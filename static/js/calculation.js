// A dose worked out or checked: the same markup as templates/conversations/partials/calculation.html.

import { el } from "./dom.js";

const PERIODS = [["per_dose", " mỗi lần"], ["per_day", " mỗi ngày"], ["per_week", " mỗi tuần"], ["rate", ""]];
const ONCE = " một liều duy nhất";

export function calculationElement({ kind, named_dose: named, named_working: namedWorking = [], inputs, renal, notes, rules }) {
  const check = kind === "check";
  return el(
    "section",
    { class: "calculation", "aria-label": check ? "So liều với sách" : "Tính liều" },
    el("h3", { class: "place" }, check ? `So liều ${named} với lời in` : "Tính liều theo lời in"),
    inputs.length > 0 && el("p", { class: "inputs" }, inputs.map(({ text }) => el("span", {}, text))),
    namedWorking.map((line) => el("p", { class: "working" }, line)),
    renal.map((line) => el("p", { class: "working" }, line)),
    notes.map((note) => el("p", { class: "remark" }, note)),
    rules.map(ruleElement),
  );
}

function ruleElement({ heading, phase, once, result, comparisons, steps, arithmetic_on_user_data: onUserData, notes, citation }) {
  const page = citation.page_from ? `, trang ${citation.page_from}` : "";
  return el(
    "div",
    { class: "rule" },
    heading && el("h4", { class: "heading" }, heading),
    phase && el("p", { class: "role" }, phase),
    el("p", { class: "result" }, PERIODS.filter(([name]) => result[name]).map(([name, words]) =>
      el("span", {}, el("strong", {}, result[name].text), once && name === "per_dose" ? ONCE : words))),
    comparisons.length > 0 && el("ul", { class: "comparisons" }, comparisons.map(({ standing, text }) =>
      el("li", { class: `is-${standing}` }, text))),
    el("ol", { class: "steps" }, steps.map(({ kind, text }) => el("li", { class: `is-${kind}` }, text))),
    onUserData.map((line) => el("p", { class: "working" }, line)),
    notes.map((note) => el("p", { class: "remark" }, note)),
    el("blockquote", { class: "quoted" }, citation.quote),
    el("p", { class: "provenance" }, el("a", { href: citation.url }, `Xem trong sách${page}`)),
  );
}
