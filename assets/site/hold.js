// Which of the tabs has the data: the one that got a lock, and starts Python then. Another tab gets them as soon as that one
// is closed, or when it is asked for them there: it saves what was typed, and lets go.
/* global pause, tr */
/* exported Hold */
const LOCK_TIMEOUT = 1500;  // milliseconds that a tab which is just closing may still hold the data
const HAND_OVER_TIMEOUT = 4000;  // milliseconds in which a tab hands over the data, if it can at all
const TYPING_DELAY = 300;  // milliseconds in which the client hands on what was typed into a field that is left
const LOCK = "tessera";

class Hold {
  channel = new BroadcastChannel(LOCK);
  release = () => {};  // lets go of the data, once this tab has them
  over = false;  // whether this tab had them: its client is of no use any more
  handing = false;

  constructor(/** @type {Python} */ python) {
    this.python = python;
    this.channel.onmessage = () => this.handOver();
    document.addEventListener("visibilitychange", () => {
      if (python.worker) python.report({ hidden: document.hidden });  // what can wait is done while nobody looks
      setTimeout(() => this.goOn(), HAND_OVER_TIMEOUT);  // the other tab may have been closed, or is just loaded anew
    });
    addEventListener("pagehide", (event) => { if (event.persisted && python.worker) this.end(); });
    addEventListener("pageshow", (event) => { if (event.persisted) python.reload(); });
  }

  /** @param {LockOptions} how */
  async ask(how = { signal: AbortSignal.timeout(LOCK_TIMEOUT) }, busy = () => this.sayWhere()) {
    try {
      // a page without https has no locks, and keeps nothing
      await (navigator.locks ? navigator.locks.request(LOCK, how, (lock) => lock && this.begin()) : this.begin());
    } catch (error) {
      if (this.python.worker && error.name === "AbortError") {  // another tab took the data, as this one had been asleep
        this.end();
        this.sayWhere();
      } else if (["TimeoutError", "AbortError"].includes(error.name)) {
        busy();
      } else {
        this.python.fail(error.message);
      }
    }
  }

  /** @returns {Promise<void>} */
  begin() {
    if (this.over || tessera.stale) {
      this.python.reload();
      return new Promise(() => {});
    }
    tessera.dismiss();
    this.python.start();
    return new Promise((done) => { this.release = done; });
  }

  end() {
    this.over = true;
    this.python.end();
    this.release();
  }

  async handOver() {
    if (!this.python.worker || this.handing) return;
    this.handing = true;
    let focused = document.activeElement;
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    /** @type {HTMLElement | null} */ (focused)?.blur();
    await pause(TYPING_DELAY);
    await this.python.leave();
    if (!this.python.worker) return;
    this.end();
    this.sayWhere();
  }

  takeOver() {
    tessera.dismiss();
    this.channel.postMessage("hand over");
    this.ask({ signal: AbortSignal.timeout(HAND_OVER_TIMEOUT) }, () => this.ask({ steal: true }));
  }

  sayWhere() {
    const words = this.over
      ? tr("Tessera goes on in another tab or window. Everything is saved.")
      : tr("Tessera is open in another tab or window. Only one of them can save what you enter.");
    return tessera.display(words, tr("Go on here"), () => this.takeOver());
  }

  goOn() {
    if (!document.hidden && !this.python.worker && document.getElementById("said")) this.ask({ ifAvailable: true });
  }
}
