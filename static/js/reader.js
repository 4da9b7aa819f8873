// A monograph on its own page: the printed page and the menu follow what is being read.

import { pageImage, showMarks } from "./page-image.js";

const WIDE = window.matchMedia("(min-width: 64rem)");
const THREE_COLUMNS = window.matchMedia("(min-width: 80rem)");
const SIZES = "(min-width: 80rem) 34rem, (min-width: 64rem) 27rem, 40rem";

/** What a wide screen shows beside the text stays open there; a browser may not know how to do that in CSS. */
function openBeside(details, where) {
  if (!details) return;
  const settle = () => {
    details.open = where.matches;
    details.classList.toggle("stays-open", where.matches);
  };
  where.addEventListener("change", settle);
  settle();
}

class Beside {
  constructor(details) {
    this.details = details;
    this.frame = details.querySelector(".sheet-frame");
    this.label = details.querySelector(".sheet-now");
    this.larger = details.querySelector(".sheet-larger a");
    this.links = new Map([...details.querySelectorAll("[data-sheet]")].map((link) => [link.dataset.sheet, link]));
    this.shown = details.querySelector("[aria-current]").dataset.sheet;
    details.addEventListener("toggle", () => details.open && showMarks(this.frame));
    details.querySelector(".sheets").addEventListener("click", (event) => {
      const link = event.target.closest("[data-sheet]");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.show(link.dataset.sheet);
    });
    showMarks(this.frame);
  }

  show(number) {
    const link = this.links.get(number);
    if (!link || number === this.shown) return;
    this.links.get(this.shown).removeAttribute("aria-current");
    link.setAttribute("aria-current", "true");
    link.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.shown = number;
    const { image, version, label } = link.dataset;
    this.frame.replaceChildren(pageImage(link.dataset, SIZES));
    this.label.textContent = label;
    this.larger.href = `${image}?w=1600&v=${version}`;
    showMarks(this.frame);
  }
}

const LINE_READ = 180; // pixels from the top of the window: just below what an anchor scrolls to

/** The last of these elements that begins above the line that is being read. */
function current(elements) {
  let found = elements[0];
  for (const element of elements) {
    if (element.getBoundingClientRect().top > LINE_READ) break;
    found = element;
  }
  return found;
}

/** The menu and the printed page go with the text, except that what was cited or chosen stays until the reader moves on. */
function follow(beside) {
  const sections = [...document.querySelectorAll(".text > section")];
  const starts = [...document.querySelectorAll("[data-on-sheet]")];
  const menu = new Map([...document.querySelectorAll(".contents a")].map((link) => [link.hash.slice(1), link]));
  let waiting = false;
  const asked = document.getElementById(window.location.hash.slice(1));
  let stays = asked !== null || document.querySelector(".text mark") !== null;
  let chosen = asked?.closest(".text > section")?.id ?? null; // the section that stays
  let jumped = true; // the next scrolling is ours, not the reader's
  let place = 0;
  const mark = (key) => {
    for (const [other, link] of menu) {
      if (other === key) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  const settle = () => {
    waiting = false;
    if (jumped) place = window.scrollY;
    jumped = false;
    if (stays && Math.abs(window.scrollY - place) > window.innerHeight / 2) moveOn(); // by the scroll bar
    mark(chosen ?? current(sections)?.id);
    if (!stays && starts.length > 0) beside?.show(current(starts).dataset.onSheet);
  };
  const moveOn = () => {
    stays = false;
    chosen = null;
  };
  const later = () => {
    if (!waiting) requestAnimationFrame(settle);
    waiting = true;
  };
  for (const moved of ["wheel", "touchmove", "keydown"]) window.addEventListener(moved, moveOn, { passive: true });
  window.addEventListener("scroll", later, { passive: true });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-to-sheet], .contents a");
    if (!link) return;
    const isMark = link.closest(".page-mark") !== null;
    stays = jumped = true;
    if (isMark) {
      event.preventDefault();
      if (beside) beside.details.open = true;
    } else {
      chosen = link.hash.slice(1);
      mark(chosen);
      if (!link.closest("details").matches(".stays-open")) link.closest("details").open = false;
    }
    if (link.dataset.toSheet) beside?.show(link.dataset.toSheet);
  });
  if (asked && !document.querySelector(".text mark")) {
    const first = asked.matches("[data-on-sheet]") ? asked : asked.querySelector("[data-on-sheet]");
    beside?.show(first?.dataset.onSheet ?? beside.shown);
  }
  settle();
  jumped = true; // to the address's anchor
}

const printed = document.querySelector(".printed");
const contents = document.querySelector(".contents");
openBeside(printed, WIDE);
openBeside(contents, printed ? THREE_COLUMNS : WIDE);
follow(printed ? new Beside(printed) : null);
