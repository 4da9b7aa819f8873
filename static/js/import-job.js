// The page of an import: how far it is, once a second, and the whole page again when it has ended.

const SECONDS = 1;
const place = document.querySelector("[data-progress]");

async function look() {
  try {
    const answer = await fetch(place.dataset.progress, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(String(answer.status));
    show(await answer.json());
  } catch {
    // The server is away for a moment; the next look may find it.
  }
  setTimeout(look, SECONDS * 1000);
}

function show({ open, taken, state, stage, done, total }) {
  if (!open) {
    location.reload();
    return;
  }
  if (taken) document.querySelector(".nobody")?.remove();
  document.querySelector(".state strong").textContent = state;
  place.querySelector(".stage").textContent = stage;
  place.querySelector(".count").textContent = total ? `${done}/${total}` : "";
  const bar = place.querySelector("progress");
  if (total) {
    bar.max = total;
    bar.value = done;
  } else {
    bar.removeAttribute("value");
  }
}

look();
