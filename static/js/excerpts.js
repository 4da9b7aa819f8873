// How an answer is laid out, computed from the turn's JSON exactly as the server's templates do it.

import { ownAddress } from "./dom.js";
import { words } from "./words.js";

const DOT = "\u00a0· "; // never begins a line

const pages = ({ page_from: first, page_to: last }) =>
  last === null || last === first ? `trang ${first}` : `trang ${first}–${last}`;

function origin(claim) {
  const first = claim.citations[0];
  const verbatim = claim.citations.some((cited) => cited.quote === claim.text);
  const said = verbatim ? words.provenance.verbatim : words.provenance.rewritten;
  return {
    role: claim.role,
    place: [first.monograph_name, first.section_title].join(DOT),
    sources: [...new Set(claim.citations.map((cited) => [said, cited.edition_title, pages(cited)].join(DOT)))],
  };
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Claims in order, grouped by where they stand: role, place, parts under sub-headings, and provenance.
 * `numbers` of the citations go on from one call to the next.
 */
export function excerpts(claims, numbers = new Map()) {
  const shown = [];
  let above = null;
  for (const claim of claims) {
    const here = origin(claim);
    if (above === null || !same(here, above)) {
      shown.push({
        kind: here.role,
        role: here.role === above?.role ? "" : words.roles[here.role],
        place: here.role === above?.role && here.place === above.place ? "" : here.place,
        parts: [],
        sources: here.sources,
      });
      above = here;
    }
    const { parts } = shown.at(-1);
    if (parts.at(-1)?.heading !== claim.heading) parts.push({ heading: claim.heading, claims: [] });
    parts.at(-1).claims.push({ text: claim.text, table: table(claim.text), marks: marks(claim, numbers) });
  }
  return shown;
}

export function marks(claim, numbers) {
  return claim.citations.map((cited) => {
    const span = JSON.stringify([cited.passage, cited.start, cited.end]);
    if (!numbers.has(span)) numbers.set(span, numbers.size + 1);
    return { number: numbers.get(span), url: ownAddress(cited.url), source: sourceAddress(cited) };
  });
}

/** [what is stricter and stands before a calculation, never behind its numbers; the rest]. */
export function aroundCalculation({ calculation, claims }) {
  const first = claims.findIndex(({ role }) => role !== "stricter");
  const count = !calculation ? 0 : first < 0 ? claims.length : first;
  return [claims.slice(0, count), claims.slice(count)];
}

/**
 * Claims in order as rows; neighbouring sides that bear a name (a drug, a group of patients) stand in one row.
 * `numbers` of the citations go on from one call to the next.
 */
export function columns(claims, numbers = new Map()) {
  const sides = runs(claims, ({ side }) => side).map(({ key, items }) => ({ label: key, excerpts: excerpts(items, numbers) }));
  return runs(sides, ({ label }) => label !== "").map(({ key, items }) => ({ named: key, sides: items }));
}

/** Neighbours that share a key: [{key, items}] in order. */
function runs(items, keyOf) {
  const found = [];
  for (const item of items) {
    const key = keyOf(item);
    if (found.length === 0 || found.at(-1).key !== key) found.push({ key, items: [] });
    found.at(-1).items.push(item);
  }
  return found;
}

/** The section of a citation or pointer for the panel, with the cited span marked when there is one. */
export function sourceAddress(cited) {
  const [page, anchor = ""] = cited.url.split("#");
  const [path] = page.split("?");
  const ordinal = anchor.slice(anchor.lastIndexOf("-") + 1);
  if (!/^\d+$/.test(ordinal)) return `${path}${cited.section}/`;
  const span = cited.end ? `&tu=${cited.start}&den=${cited.end}` : "";
  return `${path}${cited.section}/?k=${ordinal}${span}`;
}

const cells = (line) =>
  line.trim().replace(/^\|/, "").replace(/\|$/, "").split("|").map((cell) => cell.trim().replace(/\s+/g, " "));
const isRule = (line) => line.startsWith("|") && cells(line).every((cell) => /^:?-{2,}:?$/.test(cell));

/** Null when the text is not exactly one table with as many cells in every row: it is then shown as it stands. */
export function table(text) {
  const lines = text.split("\n").filter((line, i, all) => line !== "" || i < all.length - 1);
  if (lines.length < 3 || !lines.every((line) => line.startsWith("|")) || !isRule(lines[1])) return null;
  const [head, ...rows] = lines.filter((line) => !isRule(line)).map(cells);
  return rows.every((row) => row.length === head.length) ? { head, rows } : null;
}

export function pointerText(pointer) {
  const section = words.sections[pointer.section];
  return [
    `Xem ${pointer.monograph_name}`,
    section && `mục ${section}`,
    pointer.page_from && `trang ${pointer.page_from}`,
  ].filter(Boolean).join(", ");
}

/** {hour: "14:32", day: "30/11/2025"} in the house's time zone. */
export function moment(stamp) {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: words.timeZone, hour: "2-digit", minute: "2-digit", day: "2-digit", month: "2-digit", year: "numeric",
  });
  const part = Object.fromEntries(format.formatToParts(new Date(stamp)).map(({ type, value }) => [type, value]));
  return { hour: `${part.hour}:${part.minute}`, day: `${part.day}/${part.month}/${part.year}` };
}
