// What was asked, acknowledged, is running and is done, whatever happens to the socket. No elements here.

const ACKNOWLEDGED_WITHIN = 8_000; // ms; then the line is taken for dead
const SILENT_AT_MOST = 15_000; // ms without word of a running turn; then its state is asked for

/** `crypto.randomUUID` exists on secure origins only; a hospital's own network may be plain HTTP. */
function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0"));
  return hex.join("");
}

export class Exchange {
  #pending = null; // {key, question, sentAt}: asked, not yet acknowledged
  #running = new Map(); // turn id -> {asked, claims, heardAt}; `asked` as pending was, null when not asked here
  #finished = new Set();

  /** `line` carries messages; `page` is told what to show: opened, accepted, stage, claims, done, refused, trouble. */
  constructor({ line, page, conversation }) {
    this.line = line;
    this.page = page;
    this.conversation = conversation; // id, or null before the first question
  }

  get isBusy() {
    return this.#pending !== null || this.#running.size > 0;
  }

  /** The question that no server has acknowledged yet, with its key, or null. */
  get pending() {
    return this.#pending;
  }

  /** Turns that the page already shows. */
  know(turns) {
    for (const turn of turns) this.#finished.add(turn);
  }

  /** Send a question, now or when the line is back. Returns the key under which the page will hear of it. */
  ask(question) {
    this.#pending = { key: newKey(), question, sentAt: 0 };
    this.#send();
    return this.#pending.key;
  }

  /** Take up a turn that was already running when the page was loaded. */
  follow(turn) {
    this.#running.set(turn, { asked: null, claims: [], heardAt: Date.now() });
    this.line.send({ type: "resume", turn });
  }

  /** Take back the question that no server has acknowledged, so that it is not sent any more. */
  withdraw() {
    const withdrawn = this.#pending;
    this.#pending = null;
    return withdrawn;
  }

  cancel() {
    for (const turn of this.#running.keys()) this.line.send({ type: "cancel", turn });
  }

  /** The line is open again: repeat what was not acknowledged, ask for what is running. */
  reopened() {
    this.#send();
    for (const turn of this.#running.keys()) this.line.send({ type: "resume", turn });
  }

  /** Called every few seconds. */
  look(now = Date.now()) {
    if (!this.line.isOpen) return;
    if (this.#pending?.sentAt && now - this.#pending.sentAt > ACKNOWLEDGED_WITHIN) {
      this.line.restart();
      return;
    }
    for (const [turn, running] of this.#running) {
      if (now - running.heardAt <= SILENT_AT_MOST) continue;
      running.heardAt = now;
      this.line.send({ type: "resume", turn });
    }
  }

  receive(message) {
    if (message.type === "accepted") this.#accepted(message);
    else if (message.type === "stage") this.#stage(message);
    else if (message.type === "claim") this.#claim(message);
    else if (message.type === "done") this.#done(message);
    else if (message.type === "error") this.#error(message);
  }

  #send() {
    if (!this.#pending) return;
    const { key, question } = this.#pending;
    const sent = this.line.send({ type: "ask", conversation: this.conversation, question, client_key: key });
    if (sent) this.#pending.sentAt = Date.now();
  }

  #accepted({ turn, conversation, number, client_key: key }) {
    if (this.#finished.has(turn) || this.#running.has(turn)) return;
    // With another key, or when nothing is pending, it is a question of another page of the same conversation.
    const mine = this.#pending !== null && (key === undefined || key === this.#pending.key);
    const asked = mine ? this.#pending : null;
    if (mine) this.#pending = null;
    if (this.conversation === null) {
      this.conversation = conversation;
      this.page.opened(conversation);
    }
    this.#running.set(turn, { asked, claims: [], heardAt: Date.now() });
    this.page.accepted({ turn, number, key: asked?.key ?? null });
  }

  #stage({ turn, stage }) {
    const running = this.#running.get(turn);
    if (!running) return;
    running.heardAt = Date.now();
    this.page.stage(turn, stage);
  }

  #claim({ turn, index, claim }) {
    const running = this.#running.get(turn);
    if (!running) return;
    running.heardAt = Date.now();
    running.claims[index] = claim;
    // Shown up to the first gap only: order is part of what an answer says.
    const gap = running.claims.findIndex((known) => known === undefined);
    this.page.claims(turn, gap < 0 ? running.claims : running.claims.slice(0, gap));
  }

  #done({ turn, title }) {
    this.#running.delete(turn.id);
    if (this.#finished.has(turn.id)) return;
    this.#finished.add(turn.id);
    this.page.done(turn, title);
  }

  #error({ code, message }) {
    const refused = this.#pending ?? this.#mistaken(code);
    if (refused === null) {
      this.page.trouble(message);
      return;
    }
    this.#pending = null;
    this.page.refused({ key: refused.key, question: refused.question, message });
  }

  /** `turn_open` after an acceptance: what was accepted was another page's question, ours is the one refused. */
  #mistaken(code) {
    if (code !== "turn_open") return null;
    for (const running of this.#running.values()) {
      const { asked } = running;
      if (asked === null) continue;
      running.asked = null;
      return asked;
    }
    return null;
  }
}
