// A channel to another phone (WebRTC): what goes over it comes once and in its order, also where the connection below it
// breaks. So each end holds a spare connection, of which the other one knows from the beginning: an end that no longer
// hears the other one, or whose pieces are not taken, tries the spare, and what had not come over is sent over it anew.
//
// What goes over a connection is cut into pieces, as no browser takes much at once. Their first byte says what they are;
// those of frames, words and spares have a number in the next four, and those that say how many were taken have that.
import { checked, factsOf, sdpOf } from "./sdp.js";

/** @typedef {import("./sdp.js").Facts} Facts */

/**
 * What hears of all that comes over a channel: what becomes of it, words, frames, and that another spare connection of
 * the other end is known. `hello` returns what its own page adds to the first words.
 * @typedef {{
 *   hello: () => object, became: (channel: Channel) => void, spare: (channel: Channel) => void,
 *   words: (channel: Channel, text: string) => void, frame: (channel: Channel, bytes: Uint8Array) => void,
 * }} Page
 */

const FRAME = 0, WORDS = 1, SPARE = 2, TAKEN = 3, OVER = 4;  // of Flet; in JSON; facts in JSON; a number; the end
const MORE = 128;  // more of it follows
const HEADING = 5;  // bytes
const PIECE = 16 << 10;  // bytes that every browser takes at once
const MAX_GUEST_FRAME = 64 << 10;  // bytes of what a guest sends
const MAX_FRAME = 16 << 20;  // bytes of what is shown to a guest
const MAX_UNTAKEN = 32 << 20;  // bytes that wait for another phone, which is cut off with more
const MAX_STALE = 4096;  // messages over a connection that tell nothing new
const BUFFER = 1 << 20;  // bytes that wait in the browser itself
const MAX_UNSAID = 32;  // pieces of what is not whole yet, after which an end says that they were taken
const GATHERING_TIMEOUT = 3000;  // milliseconds in which a browser says where it can be reached
const PAIRING_TIMEOUT = 600_000;  // milliseconds in which an answer is scanned; Python knows how long an offer counts
const LOOKING_INTERVAL = 4000;  // milliseconds
const SEEKING_TIMEOUT = 7_200_000;  // milliseconds after which another phone has gone
const LAST_WORDS = 500;  // milliseconds for which a connection that is no longer used stays, for what the other end does

// A connection of a channel. It opens once at most.
class Connection {
  /** @type {Promise<Facts> | undefined} */
  facts;
  attempts = 0;
  stale = 0;
  spared = false;  // whether the other end has told of its spare over it

  /** @param {Channel} channel */
  constructor(channel) {
    if (!globalThis.RTCPeerConnection) throw new DOMException("", "NotSupportedError");
    this.channel = channel;
    this.peer = new RTCPeerConnection({ iceServers: [] });
    this.peer.onconnectionstatechange = () => this.channel.follow(this);
    this.data = this.peer.createDataChannel("tessera", { negotiated: true, id: 0 });
    Object.assign(this.data, { binaryType: "arraybuffer", bufferedAmountLowThreshold: BUFFER / 2 });
    this.data.onopen = () => this.channel.open(this);
    this.data.onmessage = ({ data }) => this.channel.take(this, data);
    this.data.onclose = () => this.channel.lose(this);
    this.data.onbufferedamountlow = () => this.channel.drain();
  }

  // Return what the other end must know of this one, the same every time.
  describe() {
    this.facts ??= this.gather();
    return this.facts;
  }

  async gather() {
    const { peer } = this;
    await peer.setLocalDescription();
    await Promise.race([
      /** @type {Promise<void>} */ (new Promise((done) => {
        const look = () => { if (peer.iceGatheringState === "complete") done(); };
        peer.onicegatheringstatechange = look;
        look();
      })),
      new Promise((late) => { setTimeout(late, GATHERING_TIMEOUT); }),
    ]);
    const facts = factsOf(peer.localDescription?.sdp ?? "");
    if (!facts.candidates.length) throw new DOMException("", "NetworkError");
    return facts;
  }

  // Connect with an end of which these facts are known, or wait for it where no candidates are. Both ends have made an
  // offer, and take what they hear as the answer to it: a provisional one, after which another end may come. Where a
  // browser knows no such answers, it is final unless it `mayBeAnother`.
  /** @param {Facts} facts */
  async meet(facts, mayBeAnother = false) {
    const setup = this.channel.role === "offer" ? "active" : "passive";
    const sdp = sdpOf(facts, setup, this.attempts);
    this.attempts += 1;
    try {
      await this.peer.setRemoteDescription({ type: "pranswer", sdp });
    } catch (error) {
      if (error.name !== "NotSupportedError" || mayBeAnother) throw error;
      await this.peer.setRemoteDescription({ type: "answer", sdp });
    }
  }

  close() {
    this.data.onmessage = this.data.onclose = null;
    this.peer.close();
  }
}

export class Channel {
  /** @type {"open" | "away" | "closed" | undefined} */
  state;
  /** @type {Connection | null} */
  connection = null;
  /** @type {Connection | null} */
  spare = new Connection(this);
  /** @type {Facts | null} */
  theirs = null;  // of the spare of the other end
  /** @type {Uint8Array<ArrayBuffer>[]} */
  waiting = [];  // pieces that the other end has not taken
  waitingBytes = 0;
  given = 0;  // how many it has
  sent = 0;  // how many of those that wait went over this connection
  taken = 0;  // how many this end has taken
  /** @type {Uint8Array[]} */
  pieces = [];
  bytes = 0;
  admitted = false;
  away = 0;  // since when
  progress = "";

  // `role` is "offer" at the phone whose screens are shown, and "answer" at the guest, whose page says `hello` first.
  /**
   * @param {string} id
   * @param {"offer" | "answer"} role
   * @param {Page} page
   * @param {object} [hello]
   */
  constructor(id, role, page, hello) {
    this.id = id;
    this.role = role;
    this.page = page;
    this.hello = hello;
    this.limit = role === "offer" ? MAX_GUEST_FRAME : MAX_FRAME;
    this.looking = setInterval(() => this.look(), LOOKING_INTERVAL);
    if (role === "answer") setTimeout(() => { if (!this.state) this.close(); }, PAIRING_TIMEOUT);
  }

  async describe() {
    if (!this.spare) throw new DOMException("", "InvalidStateError");
    return this.spare.describe();
  }

  /** @type {(facts: Facts, mayBeAnother?: boolean) => Promise<void>} */
  async meet(facts, mayBeAnother) {
    if (!this.spare) throw new DOMException("", "InvalidStateError");
    await this.spare.meet(facts, mayBeAnother);
  }

  // End, and give a new channel the spare connection, unless that cannot be used again.
  /** @param {Channel} channel */
  yield(channel) {
    const { spare } = this;
    this.spare = null;
    this.close();
    if (!spare || spare.peer.signalingState === "stable") return;
    channel.spare?.close();
    channel.spare = spare;
    spare.channel = channel;
  }

  /** @param {Connection} connection */
  open(connection) {
    const isFirst = !this.state, before = this.connection;
    if (connection === this.spare) this.spare = null;
    this.connection = connection;
    this.sent = 0;
    if (before) setTimeout(() => before.close(), LAST_WORDS);  // the other end may have both for a moment
    this.became("open");
    if (isFirst && this.role === "answer") this.say({ ...this.hello, ...this.page.hello() });
    if (this.admitted) this.renew();
    this.drain();
  }

  // Hold another connection in reserve, and tell the other end of it.
  async renew() {
    this.spare?.close();
    this.theirs = null;
    const spare = new Connection(this);
    this.spare = spare;
    try {
      this.send(SPARE, encoded(await spare.describe()));
      this.await();
    } catch {
      spare.close();  // this phone has left its network
    }
  }

  /** @param {Connection} connection */
  follow(connection) {
    const { connectionState } = connection.peer;
    if (connectionState === "closed") this.lose(connection);
    if (connection !== this.connection) return;
    if (connectionState === "connected" && this.state === "away") this.became("open");
    if (["disconnected", "failed"].includes(connectionState)) this.seek();
  }

  /** @param {Connection} connection */
  lose(connection) {
    if (connection === this.spare) {
      this.spare = null;
      if (!this.state) this.close();
    } else if (connection === this.connection) {
      this.seek();
    }
  }

  // Let the spare of the other end find this one.
  await() {
    if (this.theirs) this.spare?.meet({ ...this.theirs, candidates: [] }, true).catch(() => {});
  }

  // Look for the other end, until it is there again or has been away for long.
  seek() {
    if (this.state !== "open") return;
    this.away = Date.now();
    this.became("away");
    this.look();
  }

  look() {
    const progress = `${this.given} ${this.connection?.data.bufferedAmount}`;
    const isAway = this.state === "away", isStuck = this.waiting.length > 0 && progress === this.progress;
    this.progress = progress;
    if (isAway && Date.now() - this.away > SEEKING_TIMEOUT) this.close();
    // A browser that takes one answer alone may have had it.
    else if (this.theirs && (isAway || isStuck)) this.spare?.meet(this.theirs, !isAway).catch(() => {});
  }

  /** @param {"open" | "away" | "closed"} state */
  became(state) {
    if (this.state === state) return;
    this.state = state;
    this.page.became(this);
  }

  /** @param {object} words */
  say(words) {
    this.send(WORDS, encoded(words));
  }

  /** @param {Uint8Array} frame */
  sendFrame(frame) {
    this.send(FRAME, frame);
  }

  /** @type {(kind: number, bytes: Uint8Array) => void} */
  send(kind, bytes) {
    for (let at = 0; at < bytes.length || at === 0; at += PIECE) {
      const more = at + PIECE < bytes.length ? MORE : 0;
      const piece = pieceOf(kind | more, this.given + this.waiting.length, bytes.subarray(at, at + PIECE));
      this.waiting.push(piece);
      this.waitingBytes += piece.length;
    }
    if (this.waitingBytes > MAX_UNTAKEN) this.close();
    else this.drain();
  }

  drain() {
    const { data } = this.connection ?? {};
    while (this.sent < this.waiting.length && data?.readyState === "open" && data.bufferedAmount < BUFFER) {
      data.send(this.waiting[this.sent]);
      this.sent += 1;
    }
  }

  /** @type {(connection: Connection, data: unknown) => void} */
  take(connection, data) {
    if (connection !== this.connection || this.state === "closed") return;
    const piece = data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array();
    if (piece.length < HEADING) {
      this.close();
      return;
    }
    const number = new DataView(piece.buffer).getUint32(1);
    const isStale = piece[0] === TAKEN ? number === this.given : number < this.taken;
    if (isStale && (connection.stale += 1) > MAX_STALE) {
      this.close();
    } else if (piece[0] === TAKEN) {
      this.forget(number);
    } else if (piece[0] === OVER) {
      this.close();
    } else if (number < this.taken) {  // it came over the connection before
      this.confirm();
    } else {
      this.takePiece(piece[0], number, piece.subarray(HEADING));
    }
  }

  // Forget what the other end has taken.
  /** @param {number} given */
  forget(given) {
    const count = given - this.given;
    if (count < 0 || count > this.waiting.length) {
      this.close();
      return;
    }
    for (const piece of this.waiting.splice(0, count)) this.waitingBytes -= piece.length;
    this.given = given;
    this.sent = Math.max(0, this.sent - count);
  }

  /** @type {(kinds: number, number: number, part: Uint8Array) => void} */
  takePiece(kinds, number, part) {
    const kind = kinds & ~MORE, more = kinds & MORE;
    this.bytes += part.length;
    if (number > this.taken || kind > SPARE || (more && !part.length) || this.bytes > this.limit) {
      this.close();
      return;
    }
    this.taken += 1;
    this.pieces.push(part);
    if (!more || this.pieces.length % MAX_UNSAID === 0) this.confirm();
    if (more) return;
    const whole = new Uint8Array(this.bytes);
    let at = 0;
    for (const piece of this.pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    this.pieces = [];
    this.bytes = 0;
    this.hear(kind, whole);
  }

  // Say how many pieces were taken.
  confirm() {
    const { data } = this.connection ?? {};
    if (data?.readyState === "open") data.send(pieceOf(TAKEN, this.taken));
  }

  /** @type {(kind: number, bytes: Uint8Array) => void} */
  hear(kind, bytes) {
    if (kind === SPARE) this.hearSpare(bytes);
    else if (kind === FRAME) this.page.frame(this, bytes);
    else this.page.words(this, new TextDecoder().decode(bytes));
  }

  /** @param {Uint8Array} bytes */
  hearSpare(bytes) {
    try {
      if (!this.connection || this.connection.spared) throw new DOMException("", "DataError");  // one for each connection
      this.connection.spared = true;
      this.theirs = checked(JSON.parse(new TextDecoder().decode(bytes)));
    } catch {
      this.close();
      return;
    }
    this.await();
    this.page.spare(this);
  }

  // Let the other end come back over a spare connection from now on.
  admit() {
    this.admitted = true;
    this.renew();
  }

  // End it: the other end hears of that, unless it may come back.
  close(isOver = true) {
    if (this.state === "closed") return;
    const { connection, spare } = this;
    this.connection = this.spare = null;
    clearInterval(this.looking);
    this.became("closed");
    spare?.close();
    if (isOver && connection?.data.readyState === "open") {
      connection.data.send(pieceOf(OVER));
      setTimeout(() => connection.close(), LAST_WORDS);
    } else {
      connection?.close();
    }
  }
}

/** @param {object} words */
const encoded = (words) => new TextEncoder().encode(JSON.stringify(words));

/** @type {(kind: number, number?: number, part?: Uint8Array) => Uint8Array<ArrayBuffer>} */
const pieceOf = (kind, number = 0, part = new Uint8Array()) => {
  const piece = new Uint8Array(HEADING + part.length);
  piece[0] = kind;
  new DataView(piece.buffer).setUint32(1, number);
  piece.set(part, HEADING);
  return piece;
};
