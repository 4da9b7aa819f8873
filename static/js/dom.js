// Building the page from data: elements, attributes and text nodes, never HTML.

const PLAIN = /^(class|id|href|target|type|name|value|role|scope|tabindex|hidden|data-[a-z-]+|aria-[a-z]+)$/;

/** An element. A string child becomes a text node; null, false and "" are left out. */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (!PLAIN.test(name)) throw new Error(`attribute not allowed: ${name}`);
    element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== false && child !== ""));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/** An icon of the sprite whose address the page names. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${document.body.dataset.icons}#${name}`);
  svg.append(use);
  return svg;
}

/** An address of this site, or null: data never sends the reader elsewhere. */
export function ownAddress(address) {
  try {
    const url = new URL(address, location.href);
    return url.origin === location.origin ? url.pathname + url.search + url.hash : null;
  } catch {
    return null;
  }
}

/** A copy of the children of a `<template>`. */
export function stamp(id) {
  return document.getElementById(id).content.cloneNode(true);
}

/** What a screen reader is told; separate from the answer, which the reader visits at will. */
export function announce(text) {
  document.getElementById("status").textContent = text;
}
