// HTML of our own reader, taken over element by element: what is not on the list stays outside.

import { ownAddress } from "./dom.js";

const ELEMENTS = new Set(
  ("A ABBR ARTICLE ASIDE B BLOCKQUOTE BR CAPTION COL COLGROUP DD DIV DL DT EM FIGCAPTION FIGURE FOOTER H1 H2 H3 H4 " +
    "H5 H6 HEADER HR I LI MARK NAV OL P SECTION SMALL SPAN STRONG SUB SUP TABLE TBODY TD TFOOT TH THEAD TIME TR UL")
    .split(" "),
);
const ATTRIBUTES = new Set("class id lang title scope colspan rowspan datetime start role tabindex".split(" "));

function copy(node) {
  if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(node.data);
  if (node.nodeType !== Node.ELEMENT_NODE) return null;
  if (!ELEMENTS.has(node.tagName)) return null;
  const element = document.createElement(node.tagName);
  for (const { name, value } of node.attributes) {
    if (ATTRIBUTES.has(name) || name.startsWith("aria-") || name.startsWith("data-")) element.setAttribute(name, value);
  }
  const address = node.tagName === "A" && node.hasAttribute("href") ? ownAddress(node.getAttribute("href")) : null;
  if (address) element.setAttribute("href", address);
  element.append(...copies(node));
  return element;
}

function copies(parent) {
  return [...parent.childNodes].map(copy).filter((node) => node !== null);
}

/** The nodes of `html`, or of the first element in it that matches `selector`. Empty when nothing matches. */
export function adopt(html, selector = "body") {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const source = parsed.querySelector(selector);
  return source ? copies(source) : [];
}
