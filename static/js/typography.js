// A number stays with its range and its unit on one line. The text itself is not touched, only where it may break.

import { el } from "./dom.js";

const NUMBER = "\\d+(?:[.,]\\d+)*(?: \\d{3})*";
const RANGE = `(?:[<>≤≥] ?)?${NUMBER}(?: ?[-–] ?${NUMBER})?`;
const UNIT =
  "(?:mg|microgam|nanogam|g|kg|ml|lít|mEq|mmol|micromol|đvqt|đv|IU|%|giờ|phút|giây|ngày|tuần|tháng|năm|tuổi|lần|" +
  "liều|viên)";
const PER = "(?:/[^\\s.,;:)]+(?: giờ)?)?";
const TOGETHER = new RegExp(`${RANGE}(?: ${UNIT}(?![\\p{L}\\p{M}])${PER})?`, "gu");
const LONGEST = 32; // characters; more could be wider than a phone

/** Wrap what belongs together inside `element`; its text content stays the same, character for character. */
export function keepNumbersWithUnits(element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    const pieces = [];
    let end = 0;
    for (const { 0: found, index } of text.data.matchAll(TOGETHER)) {
      if (!found.includes(" ") || found.length > LONGEST) continue;
      pieces.push(text.data.slice(end, index), el("span", { class: "together" }, found));
      end = index + found.length;
    }
    if (end > 0) text.replaceWith(...pieces, text.data.slice(end));
  }
}
