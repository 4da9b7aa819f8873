// Several drugs together: the same markup as templates/conversations/partials/interactions.html.

import { el } from "./dom.js";
import { excerpts, marks } from "./excerpts.js";
import { words } from "./words.js";

/** A matrix when there are more than two substances, then every pair with its sentences. `draw` draws excerpts. */
export function interactionElements({ number, interactions: { drugs, pairs }, claims }, numbers, draw, cite) {
  const names = drugs.map(({ name }) => name);
  const quoted = new Set();
  const cells = new Map();
  const sections = pairs.map((pair, i) => {
    const said = [...new Set(pair.statements.map(({ claim }) => claim))].filter((claim) => claim < claims.length);
    const anchor = said.length > 0 ? `cap-${number}-${i + 1}` : "";
    const unread = pair.not_read.filter(({ why }) => why in words.notRead);
    // Silence of a pair one side of which could not be read is no silence of the book.
    const isUnread = unread.some(({ why }) => words.heldBack.includes(why)) || (unread.length > 0 && said.length === 0);
    const cell = { found: pair.found, label: words.found[pair.found], anchor, isUnread };
    cells.set(pair.drugs.join(), cell).set([...pair.drugs].reverse().join(), cell);
    if (said.length === 0) return null;
    const fresh = said.filter((claim) => !quoted.has(claim));
    const again = said.filter((claim) => quoted.has(claim)).map((claim) => claims[claim]);
    fresh.forEach((claim) => quoted.add(claim));
    const shown = excerpts(fresh.map((claim) => claims[claim]), numbers);
    return el(
      "section",
      { class: "pair", id: anchor },
      el("h3", { class: "title" }, pair.drugs.map((drug) => names[drug]).join(" + "), " ",
        el("span", { class: `found is-${pair.found}` }, cell.label)),
      unread.map(({ drug, why }) => el("p", { class: "remark" }, `${names[drug]}: ${words.notRead[why]}`)),
      draw(shown),
      again.length > 0 && el("p", { class: "again" }, shown.length > 0 ? "Cả các câu" : "Các câu", " đã trích ở trên: ",
        again.flatMap((claim) => marks(claim, numbers)).map(cite)),
    );
  });
  return [names.length > 2 && matrixElement(names, cells), sections].flat().filter(Boolean);
}

/** What is quoted beside the pairs: the claims that stand in none of them. */
export function besidePairs(claims, interactions) {
  const ofPairs = new Set((interactions?.pairs ?? []).flatMap(({ statements }) => statements.map(({ claim }) => claim)));
  return claims.filter((_, place) => !ofPairs.has(place));
}

function matrixElement(names, cells) {
  const cellElement = (row, column) => {
    if (column >= row) return el("td", {});
    const cell = cells.get([row, column].join());
    if (!cell) return el("td", {}, words.notLookedUp);
    const label = cell.anchor ? el("a", { href: `#${cell.anchor}` }, cell.label) : cell.label;
    return el("td", { class: `is-${cell.found}` }, label,
      cell.isUnread && " ", cell.isUnread && el("span", { class: "unread" }, "chưa đọc đủ"));
  };
  const columns = names.slice(0, -1);
  return el(
    "div",
    { class: "table", role: "group", tabindex: "0", "aria-label": "Bảng các cặp" },
    el("table", { class: "pairs" },
      el("caption", { class: "visually-hidden" }, "Sách nói gì về từng cặp"),
      el("thead", {}, el("tr", {}, el("td", {}), columns.map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, names.slice(1).map((name, i) =>
        el("tr", {}, el("th", { scope: "row" }, name), columns.map((_, column) => cellElement(i + 1, column)))))),
  );
}
