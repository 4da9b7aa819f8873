// One websocket that comes back by itself. It knows nothing of turns.

const FIRST_WAIT = 500; // ms
const LONGEST_WAIT = 15_000; // ms
const STEADY = 5_000; // ms open; a line that held so long has not failed
const ENDINGS = { 4401: "signed_out", 4403: "forbidden" };

export class Line {
  #socket = null;
  #failures = 0;
  #timer = null;

  /**
   * `address()` gives the socket's URL anew for each attempt. `heard(message)` gets every message;
   * `changed(state, failures)` is told "open", "lost" (another attempt follows), "signed_out" or "forbidden".
   */
  constructor({ address, heard, changed }) {
    this.address = address;
    this.heard = heard;
    this.changed = changed;
    window.addEventListener("online", () => this.#socket?.readyState !== WebSocket.OPEN && this.restart());
    window.addEventListener("pageshow", (event) => event.persisted && this.restart());
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** False when the line is down; the message is then not sent. */
  send(message) {
    if (!this.isOpen) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Drop what there is and connect now. */
  restart() {
    clearTimeout(this.#timer);
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    this.#connect();
  }

  #connect() {
    const socket = new WebSocket(this.address());
    this.#socket = socket;
    let openedAt = Infinity;
    const current = () => this.#socket === socket;
    socket.addEventListener("open", () => {
      if (!current()) return;
      openedAt = Date.now();
      this.changed("open", 0);
    });
    socket.addEventListener("message", (event) => current() && this.heard(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      if (!current()) return;
      if (Date.now() - openedAt >= STEADY) this.#failures = 0;
      this.#lost(event.code);
    });
  }

  #lost(code) {
    if (code in ENDINGS) {
      this.changed(ENDINGS[code], 0);
      return;
    }
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#failures);
    this.#failures += 1;
    this.changed("lost", this.#failures);
    // Between half and all of the wait, so that a ward's browsers do not all come back in the same instant.
    this.#timer = setTimeout(() => this.#connect(), wait * (0.5 + Math.random() / 2));
  }
}
