// Light or dark, decided before the first paint: a classic script, so that the page never flashes.
// The choice ("light" or "dark") is kept per browser; without one the system's preference holds.

(() => {
  const root = document.documentElement;
  const tokens = document.getElementById("dark-tokens");
  const system = window.matchMedia("(prefers-color-scheme: dark)");

  // A browser may forbid storage; the page then follows the system.
  const stored = () => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null;
    }
  };
  const store = (choice) => {
    try {
      localStorage.setItem("theme", choice);
    } catch {
      return;
    }
  };

  const apply = (choice) => {
    const dark = choice ? choice === "dark" : system.matches;
    root.toggleAttribute("data-dark", dark);
    tokens.media = dark ? "screen" : "not all";
    const button = document.querySelector(".theme");
    button?.setAttribute("aria-pressed", String(dark));
  };

  root.classList.add("js");
  apply(stored());
  system.addEventListener("change", () => apply(stored()));
  window.addEventListener("storage", (event) => event.key === "theme" && apply(event.newValue));
  document.addEventListener("DOMContentLoaded", () => {
    apply(stored());
    document.querySelector(".theme")?.addEventListener("click", () => {
      const choice = root.hasAttribute("data-dark") ? "light" : "dark";
      store(choice);
      apply(choice);
    });
  });
})();
