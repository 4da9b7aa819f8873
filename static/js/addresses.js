// Addresses of this site, as the page names them: each holds a nil UUID where the id goes.

const NIL = "00000000-0000-0000-0000-000000000000";

const fill = (name, id) => document.getElementById("turns").dataset[name].replace(NIL, id);

export const conversationPage = (conversation) => fill("page", conversation);
export const renameForm = (conversation) => fill("rename", conversation);
export const pharmacistForm = (conversation) => fill("pharmacist", conversation);
export const feedbackForm = (turn) => fill("feedback", turn);
export const recordPage = (turn) => fill("record", turn);

/** The chat's socket. It also tells what other pages ask in the conversation, from the turn after `lastDone` on. */
export function socket(conversation, lastDone) {
  const address = new URL("/ws/chat/", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  if (conversation) {
    address.searchParams.set("conversation", conversation);
    address.searchParams.set("after", lastDone);
  }
  return address.href;
}

/** Whether pages can be had: "signed_in", "signed_out" or "unreachable". */
export async function probe() {
  try {
    const response = await fetch(location.pathname, { method: "HEAD", redirect: "manual", cache: "no-store" });
    if (response.type === "opaqueredirect" || response.status === 403) return "signed_out";
    return response.ok ? "signed_in" : "unreachable";
  } catch {
    return "unreachable";
  }
}
