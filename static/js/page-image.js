// The picture of a printed page with the cited lines marked on it, from what the server wrote into data attributes.

import { el, ownAddress } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTHS = [600, 1000, 1600]; // pixels; the server draws no others

function svg(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** Attributes of the rectangle that "x y width height" names. */
function rect(text) {
  const [x, y, width, height] = text.split(" ");
  return { x, y, width, height };
}

/**
 * `data` is the dataset of an element: image, version, view ("0 0 width height") and marks ("x y w h;…") of a page.
 * `sizes` as of an <img>. What cannot be had is said in words.
 */
export function pageImage({ image, version, view, marks, label }, sizes) {
  const address = ownAddress(image);
  const { width, height } = rect(view);
  const picture = el("img");
  const at = (pixels) => `${address}?w=${pixels}&v=${version}`;
  picture.sizes = sizes;
  picture.srcset = WIDTHS.map((pixels) => `${at(pixels)} ${pixels}w`).join(", ");
  picture.src = at(1000);
  picture.width = Math.round(width);
  picture.height = Math.round(height);
  picture.alt = `Ảnh ${label} của bản in${marks ? ", các dòng được trích có tô màu" : ""}`;
  const drawing = svg("svg", { viewBox: view, "aria-hidden": "true", focusable: "false" });
  drawing.append(...(marks ? marks.split(";") : []).map((mark) => svg("rect", rect(mark))));
  const sheet = el("div", { class: "sheet" });
  sheet.append(picture, drawing);
  picture.addEventListener("error", () => {
    sheet.replaceChildren(el("p", { class: "sheet-lost" }, `Chưa mở được ảnh ${label}.`));
  });
  return sheet;
}

/** Bring the first marked line into the upper half of the frame that scrolls, and nothing else of the page. */
export function showMarks(frame) {
  const first = frame.querySelector("rect");
  if (!first) {
    frame.scrollTo(0, 0);
    return;
  }
  const mark = first.getBoundingClientRect();
  const box = frame.getBoundingClientRect();
  frame.scrollTop += mark.top - box.top - frame.clientHeight / 3;
  frame.scrollLeft += mark.left - box.left - 8;
}

/** Held blocks as printed. The server's own drawing does not pass the list of elements that the panel lets in. */
export function drawCrops(root) {
  for (const crop of root.querySelectorAll("[data-crop]")) {
    if (crop.firstElementChild) continue;
    const { crop: part, pixels, view, image, label } = crop.dataset;
    const { width, height } = rect(view);
    const drawing = svg("svg", { viewBox: part, width: pixels, role: "img", "aria-label": label });
    drawing.append(svg("image", { href: ownAddress(image), width, height }));
    crop.append(drawing);
  }
}
