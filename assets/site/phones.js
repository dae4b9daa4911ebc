// Channels to other phones in the same network, without a server (WebRTC). The phone that offers a channel shows its
// screens, and the one that answers sees them in a frame over its own; the page holds the channel, so that a frame that
// is loaded anew loses nothing. Python asks for all this by `hear`, and hears what comes of it:
//   asks    { do: "offer" | "answer" | "accept", call, channel, description, proof, client }, { do: "close", channel },
//           { do: "admit", channel, address }, { do: "keep", channel, text }, { do: "send", channel } with a frame
//   hears   { call, answer }, { call, failed: word }, { channel, became: "open" | "away" | "closed" },
//           { channel, hello: words }, { channel, keep: text }, { channel } with a frame
// What goes over a channel is cut into pieces, as no browser takes much at once. The first byte of each says what it is:
// a frame of Flet's, or words of ours in JSON; and whether more of it follows.
import { checked, factsOf, sdpOf } from "./sdp.js";

const { language, tr } = tesseraWords;
const FRAME = 0, WORDS = 1, MORE = 128;
const PIECE = 16 << 10;  // bytes that every browser takes at once
const MAX_GUEST_FRAME = 64 << 10;  // bytes of what a guest sends
const MAX_FRAME = 16 << 20;  // bytes of what is shown to a guest
const MAX_UNSENT = 32 << 20;  // bytes that wait for another phone, which is cut off with more
const BUFFER = 1 << 20;  // bytes that wait in the browser itself
const GATHERING_TIMEOUT = 3000;  // milliseconds in which a browser says where it can be reached
const PAIRING_TIMEOUT = 600_000;  // milliseconds in which an answer is scanned; Python knows how long an offer counts
const ADDRESS = /^\/[a-z]+\/[0-9a-f]+$/;  // of a table
const channels = new Map();
let page = null;  // the client in the frame, and the channel by which it is shown something

const tell = (words, frame) => window.tessera.tell(JSON.stringify(words), frame);

class Channel {
  constructor(id, role, hello) {
    if (!globalThis.RTCPeerConnection) throw new DOMException("", "NotSupportedError");
    Object.assign(this, { id, role, hello, limit: role === "offer" ? MAX_GUEST_FRAME : MAX_FRAME });
    this.unsent = [];
    this.unsentBytes = 0;
    this.pieces = [];
    this.bytes = 0;
    this.table = this.back = "";  // the fragments of codes: to go on alone, and to come back
    this.connection = new RTCPeerConnection({ iceServers: [] });
    this.connection.onconnectionstatechange = () => this.follow();
    this.data = this.connection.createDataChannel("tessera", { negotiated: true, id: 0 });
    Object.assign(this.data, { binaryType: "arraybuffer", bufferedAmountLowThreshold: BUFFER / 2 });
    this.data.onopen = () => this.open();
    this.data.onmessage = ({ data }) => this.take(data);
    this.data.onclose = () => this.close();
    this.data.onbufferedamountlow = () => this.drain();
    channels.get(id)?.close();
    channels.set(id, this);
    if (role === "answer") setTimeout(() => { if (!this.state) this.close(); }, PAIRING_TIMEOUT);
  }

  async describe() {
    const { connection } = this;
    await connection.setLocalDescription();
    await Promise.race([
      new Promise((done) => {
        const look = () => { if (connection.iceGatheringState === "complete") done(); };
        connection.onicegatheringstatechange = look;
        look();
      }),
      new Promise((late) => { setTimeout(late, GATHERING_TIMEOUT); }),
    ]);
    const facts = factsOf(connection.localDescription.sdp);
    if (!facts.candidates.length) throw new DOMException("", "NetworkError");
    return facts;
  }

  async meet(facts, type) {
    await this.connection.setRemoteDescription({ type, sdp: sdpOf(checked(facts), type) });
  }

  open() {
    this.became("open");
    if (this.role === "answer") this.say({ ...this.hello, languages: [language(), ...navigator.languages] });
  }

  follow() {
    const { connectionState } = this.connection;
    if (connectionState === "closed") {
      this.close();
    } else if (connectionState === "connected") {
      if (this.state === "away") this.became("open");
    } else if (["disconnected", "failed"].includes(connectionState) && this.state === "open") {
      this.became("away");
    }
  }

  became(state) {
    if (this.state === state) return;
    this.state = state;
    tell({ channel: this.id, became: state });
    if (page?.channel === this) draw();
  }

  say(words) {
    this.send(WORDS, new TextEncoder().encode(JSON.stringify(words)));
  }

  send(kind, bytes) {
    for (let at = 0; at < bytes.length || at === 0; at += PIECE) {
      const part = bytes.subarray(at, at + PIECE), piece = new Uint8Array(part.length + 1);
      piece[0] = kind | (at + PIECE < bytes.length ? MORE : 0);
      piece.set(part, 1);
      this.unsent.push(piece);
      this.unsentBytes += piece.length;
    }
    if (this.unsentBytes > MAX_UNSENT) this.close();
    else this.drain();
  }

  drain() {
    while (this.unsent.length && this.data.readyState === "open" && this.data.bufferedAmount < BUFFER) {
      const piece = this.unsent.shift();
      this.unsentBytes -= piece.length;
      this.data.send(piece);
    }
  }

  take(data) {
    const piece = data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array();
    this.pieces.push(piece.subarray(1));
    this.bytes += piece.length - 1;
    const kind = piece[0] & ~MORE;
    const empty = piece.length < (piece[0] & MORE ? 2 : 1);
    if (empty || kind > WORDS || this.bytes > this.limit) {
      this.close();
      return;
    }
    if (piece[0] & MORE) return;
    const whole = new Uint8Array(this.bytes);
    let at = 0;
    for (const part of this.pieces) {
      whole.set(part, at);
      at += part.length;
    }
    this.pieces = [];
    this.bytes = 0;
    if (kind === FRAME) this.takeFrame(whole);
    else if (this.role === "offer") tell({ channel: this.id, hello: new TextDecoder().decode(whole) });
    else this.hear(JSON.parse(new TextDecoder().decode(whole)));
  }

  takeFrame(frame) {
    if (this.role === "answer") {
      if (page?.channel === this) page.receive(frame);
    } else if (this.admitted) {
      tell({ channel: this.id }, frame);
    } else {
      this.close();
    }
  }

  admit(address) {
    this.admitted = true;
    this.say({ admitted: address });
  }

  hear({ admitted, keep }) {
    if (ADDRESS.test(admitted)) show(this, admitted);
    if (typeof keep === "string") {
      [this.table, this.back] = keep.split("\n");
      tell({ channel: this.id, keep });
      if (page?.channel === this) draw();
    }
  }

  close() {
    if (channels.get(this.id) === this) channels.delete(this.id);
    this.data.onclose = null;
    this.connection.close();
    this.became("closed");
  }
}

const reasonOf = ({ name }) => ({ NotSupportedError: "none", NetworkError: "alone" })[name] ?? "wrong";

// Return what the other end of a new channel must know of this one.
const offer = (id) => ended(new Channel(id, "offer"), (channel) => channel.describe());

// Return the same of a channel that was offered; the `proof`, in hexadecimal digits, and the version of the `client` are
// what its page says first.
const answer = (id, description, proof = "", client = "") => ended(new Channel(id, "answer", { proof, client }), async (channel) => {
  await channel.meet(description, "offer");
  return channel.describe();
});

// Connect a channel with what answered.
const accept = async (id, description) => {
  const channel = channels.get(id);
  if (!channel) throw new DOMException("", "DataError");
  await channel.meet(description, "answer");
};

const close = (id) => channels.get(id)?.close();

const ended = async (channel, act) => {
  try {
    return await act(channel);
  } catch (error) {
    channel.close();
    throw error;
  }
};

const calls = {
  offer: ({ channel }) => offer(channel),
  answer: ({ channel, description, proof, client }) => answer(channel, description, proof, client),
  accept: ({ channel, description }) => accept(channel, description),
  admit: ({ channel, address }) => channels.get(channel)?.admit(address),
  keep: ({ channel, text }) => channels.get(channel)?.say({ keep: text }),
  send: ({ channel }, frame) => channels.get(channel)?.send(FRAME, frame),
  close: ({ channel }) => close(channel),
};

export const hear = async (words, frame) => {
  const asked = JSON.parse(words);
  if (!asked.call) {
    calls[asked.do](asked, frame);
    return;
  }
  try {
    tell({ call: asked.call, answer: await calls[asked.do](asked) ?? null });
  } catch (error) {
    tell({ call: asked.call, failed: reasonOf(error) });
  }
};

// The frame in which the screens of another phone are shown, over this phone's own.
const FONT = new URL("../fonts/TesseraSans-SemiBold.ttf", import.meta.url);
const STYLE = `
  @font-face { font-family: "Tessera Sans"; font-weight: 600; src: url("${FONT}"); }
  #phone {
    box-sizing: border-box; width: 100vw; height: 100dvh; max-width: none; max-height: none; margin: 0; border: 0; padding: 0;
    background: var(--ground); color: var(--ink); font: 1rem/1.35 "Tessera Sans", sans-serif;
  }
  #phone[open] { display: flex; flex-direction: column; }
  #phone iframe { flex: 1; width: 100%; border: 0; }
  #phone header {
    display: flex; flex-wrap: wrap; align-items: center; gap: 8px; padding: 4px 16px;
    padding-top: max(4px, env(safe-area-inset-top)); border-bottom: 1px solid light-dark(#CFC4B2, #554D43);
  }
  #phone p { flex: 1; margin: 0; }
  #phone .alone p { flex-basis: 100%; margin-top: 12px; }
  #phone button {
    min-height: 48px; padding: 8px 0; margin-right: 16px; border: 0; border-radius: 8px; background: none; font: inherit; font-weight: 600;
    color: light-dark(#97401F, #F0A483); cursor: pointer;
  }
  #phone :focus-visible { outline: 2px solid var(--ink); outline-offset: -2px; }
  #phone [hidden] { display: none; }
`;

const button = (act) => Object.assign(document.createElement("button"), { onclick: act });

const show = (channel, address) => {
  hide();
  const view = Object.assign(document.createElement("dialog"), { id: "phone" });
  const style = Object.assign(document.createElement("style"), { textContent: STYLE });
  const bar = document.createElement("header");
  const words = document.createElement("p");
  const back = button(() => leaveWith(channel, channel.back)), goOn = button(() => leaveWith(channel, channel.table));
  const leave = button(() => leaveFor(channel));
  const frame = document.createElement("iframe");
  words.role = "status";
  bar.append(words, back, goOn, leave);
  view.append(style, bar, frame);
  view.addEventListener("cancel", (event) => event.preventDefault());
  page = { channel, view, bar, words, back, goOn, leave, frame, receive: () => {} };
  frame.src = new URL(`./#${address}`, document.baseURI).href;
  frame.title = tr("Table on another phone");
  document.body.append(view);
  draw();
  view.showModal();
  frame.focus();  // else a key would leave the table
};

const draw = () => {
  const { channel, bar, words, back, goOn, leave } = page;
  bar.className = channel.state === "open" ? "" : "alone";
  words.textContent = {
    open: tr("Table on another phone"),
    away: tr("The other phone does not answer. Open Tessera on it, on the same network."),
    closed: tr("The other phone has gone. Come back by a code, or go on here."),
  }[channel.state];
  leave.textContent = tr("Leave");
  back.textContent = tr("Come back");
  goOn.textContent = tr("Go on here");
  back.hidden = channel.state === "open" || !channel.back;
  goOn.hidden = channel.state === "open" || !channel.table;
};

const hide = () => {
  page?.view.remove();
  page = null;
};

const leaveFor = (channel) => {
  hide();
  channel.close();
};

const leaveWith = async (channel, fragment) => {
  leaveFor(channel);
  tessera.show(await tessera.arrive(fragment));
};

addEventListener("tessera-over", () => {  // another tab goes on with the data
  hide();
  for (const channel of [...channels.values()]) channel.close();
});

globalThis.tesseraPhones = {
  offer,
  answer,
  accept,
  close,
  // For the client in the frame.
  connect: (receive) => { page.receive = receive; },
  send: (frame) => page.channel.send(FRAME, frame),
};
