// A part of the page that covers the rest on a small screen: Esc closes it, focus returns to where it came from.

export class Overlay {
  #opener = null;

  /** `covers` is a media query: while it holds, what is behind the open panel cannot be reached. */
  constructor({ panel, behind, covers, closed = () => {} }) {
    this.panel = panel;
    this.role = panel.getAttribute("role");
    this.behind = behind;
    this.covers = window.matchMedia(covers);
    this.closed = closed;
    panel.querySelector(".close").addEventListener("click", () => this.close());
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.isOpen) this.close();
    });
    // A click beside the panel closes it; the click that opened it was handled and does not count.
    document.addEventListener("click", (event) => {
      if (!event.defaultPrevented && this.isOpen && this.covers.matches && !panel.contains(event.target)) this.close();
    });
    this.covers.addEventListener("change", () => this.#settle());
  }

  get isOpen() {
    return this.panel.classList.contains("open");
  }

  open(opener, focus) {
    this.#opener = opener;
    this.panel.classList.add("open");
    this.#settle();
    focus?.focus({ preventScroll: true });
  }

  close() {
    if (!this.isOpen) return;
    this.panel.classList.remove("open");
    this.#settle();
    this.#opener?.focus({ preventScroll: true });
    this.#opener = null;
    this.closed();
  }

  #settle() {
    const covering = this.isOpen && this.covers.matches;
    for (const element of this.behind) element.inert = covering;
    document.documentElement.classList.toggle("covered", covering);
    if (covering) {
      this.panel.setAttribute("role", "dialog");
      this.panel.setAttribute("aria-modal", "true");
    } else {
      this.panel.setAttribute("role", this.role);
      this.panel.removeAttribute("aria-modal");
    }
  }
}

/** Menus made of `<details>`: one open at a time; Esc and a click elsewhere close them. */
export function closeMenusOutside() {
  const open = () => document.querySelectorAll("details.menu[open]");
  document.addEventListener("pointerdown", (event) => {
    for (const menu of open()) if (!menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of open()) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
  document.addEventListener("focusin", (event) => {
    for (const menu of open()) if (!menu.contains(event.target)) menu.open = false;
  });
}
