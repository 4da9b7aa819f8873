// The book beside the answer: the cited section in full, the cited span marked and in view, the printed page on demand.

import { adopt } from "./adopt.js";
import { announce, el, ownAddress } from "./dom.js";
import { Overlay } from "./overlay.js";
import { drawCrops, pageImage, showMarks } from "./page-image.js";
import { keepNumbersWithUnits } from "./typography.js";

const FAILED = "Chưa mở được đoạn này. ";

export class SourcePanel {
  #asked = 0;
  #seesPages = false; // whoever wants to see the print wants to see it for the next citation too

  constructor({ panel, behind, covers }) {
    this.body = panel.querySelector(".source-body");
    this.columns = panel.parentElement;
    const invitation = [...this.body.childNodes];
    this.overlay = new Overlay({
      panel, behind, covers,
      closed: () => {
        this.#asked += 1; // what is still on its way is no longer wanted
        document.querySelector(".reading")?.classList.remove("reading");
        this.body.replaceChildren(...invitation);
        this.columns.classList.remove("beside");
      },
    });
  }

  /** Open the section that a citation or pointer link names. */
  async show(link) {
    const asked = ++this.#asked;
    document.querySelector(".reading")?.classList.remove("reading");
    link.classList.add("reading");
    this.columns.classList.add("beside");
    this.overlay.open(link, this.body);
    link.scrollIntoView({ block: "nearest" }); // the columns may have changed their widths
    this.body.setAttribute("aria-busy", "true");
    const nodes = await this.#section(ownAddress(link.dataset.source));
    if (asked !== this.#asked) return; // another citation was chosen meanwhile
    this.body.removeAttribute("aria-busy");
    const whole = el("a", { class: "whole", href: link.getAttribute("href") }, "Mở cả chuyên luận");
    this.body.replaceChildren(...(nodes ?? [el("p", { class: "refusal" }, FAILED)]), el("p", {}, whole));
    keepNumbersWithUnits(this.body);
    drawCrops(this.body);
    for (const place of this.body.querySelectorAll(".see-page")) this.#offerPage(place);
    this.#bringIntoView();
    announce(nodes ? "Đã mở đoạn gốc trong sách." : FAILED);
  }

  /** A button that shows the printed page with the cited lines marked. */
  #offerPage(place) {
    const button = el("button", { type: "button", "aria-expanded": "false" }, `Xem trang in (${place.dataset.label})`);
    let frame = null;
    const settle = (shown) => {
      frame ??= el("div", { class: "sheet-frame", tabindex: "0", role: "group", "aria-label": "Ảnh trang in" },
        pageImage(place.dataset, "36rem"));
      button.setAttribute("aria-expanded", String(shown));
      if (shown) place.append(frame);
      else frame.remove();
      if (!shown) return;
      this.body.scrollTop = 0;
      showMarks(frame);
    };
    button.addEventListener("click", () => {
      this.#seesPages = button.getAttribute("aria-expanded") === "false";
      settle(this.#seesPages);
    });
    place.append(button);
    if (this.#seesPages) settle(true);
  }

  async #section(address) {
    if (address === null) return null;
    try {
      const response = await fetch(address, { headers: { "X-Requested-With": "fetch" } });
      if (!response.ok || response.redirected) return null;
      return adopt(await response.text());
    } catch {
      return null; // no connection: the panel says so and offers the link
    }
  }

  /** Scrolls the panel only, never the transcript beside it. The printed page stands above the text. */
  #bringIntoView() {
    const mark = this.body.querySelector("mark");
    if (!mark || this.body.querySelector(".sheet-frame")) {
      this.body.scrollTop = 0;
      return;
    }
    const above = mark.getBoundingClientRect().top - this.body.getBoundingClientRect().top;
    this.body.scrollTop += above - this.body.clientHeight / 4;
  }
}
