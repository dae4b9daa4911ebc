// Channels to other phones in the same network, without a server (WebRTC). The phone that offers a channel shows its
// screens, and the one that answers sees them in a frame over its own; the page holds the channel, so that a frame that
// is loaded anew loses nothing. Python asks for all this by `hear`, and hears what comes of it:
//   asks    { do: "offer" | "answer" | "accept", call, channel, description, proof, client, back },
//           { do: "expect", channel, description }, { do: "close", channel }, { do: "leave" },
//           { do: "admit", channel, address }, { do: "keep" | "say", channel, text }, { do: "send", channel } with a frame,
//           { do: "note", channel, words, ways } with the ids and words of ways
//   hears   { call, answer }, { call, failed: word }, { channel, became: "open" | "away" | "closed" },
//           { channel, hello: words }, { channel, spare: description }, { channel, keep: text }, { channel, said: text },
//           { channel, way: id }, { channel } with a frame
import { Channel } from "./channels.js";
import { checked } from "./sdp.js";

const { language, tr } = tesseraWords;
const ADDRESS = /^\/[a-z]+\/[0-9a-f]+$/;  // of a table
const channels = new Map();
let page = null;  // the client in the frame, and the channel by which it is shown something

const tell = (words, frame) => window.tessera.tell(JSON.stringify(words), frame);

// What comes over the channels.
const arrivals = {
  became(channel) {
    const { id, state, address } = channel;
    if (state === "closed" && channels.get(id) === channel) channels.delete(id);
    tell({ channel: id, became: state });
    if (page?.channel === channel) draw();
    else if (state === "open" && address && !page) show(channel);
  },
  hello: () => ({ languages: [language(), ...navigator.languages] }),
  words(channel, text) {
    const said = saidIn(text);
    if (said !== undefined) tell({ channel: channel.id, said });
    else if (channel.role === "offer") tell({ channel: channel.id, hello: text });
    else hearFirst(channel, JSON.parse(text));
  },
  frame(channel, frame) {
    if (channel.role === "answer") {
      if (page?.channel === channel) page.receive(frame);
    } else if (channel.admitted) {
      tell({ channel: channel.id }, frame);
    } else {
      channel.close();
    }
  },
  spare(channel) {
    if (channel.role === "offer") tell({ channel: channel.id, spare: channel.theirs });
  },
};

const SAID = '{"said":"';

// Return what a device says to agree with this one, undefined where these are other words.
const saidIn = (text) => {
  if (!text.startsWith(SAID)) return undefined;
  try {
    return JSON.parse(text).said;
  } catch {
    return undefined;
  }
};

// Hear what the phone says whose screens are shown.
const hearFirst = (channel, { admitted, keep }) => {
  if (ADDRESS.test(admitted)) {
    for (const other of guesting()) if (other !== channel) other.close();
    channel.address = admitted;
    channel.admit();
    show(channel);
  }
  if (typeof keep === "string") {
    // the fragments of codes: to go on alone, to come back, and of the play once the table has ended
    [channel.table, channel.back, channel.play] = keep.split("\n");
    tell({ channel: channel.id, keep });
    if (page?.channel === channel) draw();
  }
};

const guesting = () => [...channels.values()].filter(({ role }) => role === "answer");

const reasonOf = ({ name }) => ({ NotSupportedError: "none", NetworkError: "alone" })[name] ?? "wrong";

// Return what the other end of a new channel must know of this one.
const offer = (id) => described(begun(id, "offer"));

// Return the same of a channel that was offered; the `proof`, in hexadecimal digits, and the version of the `client` are
// what its page says first. A phone that no longer hears another one answers by the spare connection of which that one
// knows: should it have begun anew, it needs no answer. `back` is an answer to a code that it was handed before.
const answer = (id, description, proof = "", client = "", back = false) => {
  const away = back ? undefined : guesting().find(({ state }) => state !== "open");
  const channel = begun(id, "answer", { proof, client }, away);
  if (away && page?.channel === away) hide();  // else its frame would cover the answer
  return described(channel, () => channel.meet(checked(description)));
};

// Connect a channel with what answered.
const accept = async (id, description) => {
  const channel = channels.get(id);
  if (!channel || channel.state) throw new DOMException("", "DataError");
  await channel.meet(checked(description));
};

// Connect a channel that was offered with the spare connection of a phone, which may answer likewise.
const expect = async (id, description) => {
  await channels.get(id)?.meet(checked(description), true).catch(() => {});  // then it comes by its answer alone
};

const close = (id) => channels.get(id)?.close();

// Say something above the screens of another phone, with ways by their ids and words.
const note = (id, words, ways) => {
  const channel = channels.get(id) ?? page?.channel;
  if (channel?.id !== id) return;
  channel.note = words ? { words, ways } : null;
  if (page?.channel === channel) draw();
};

const begun = (id, role, hello, away) => {
  const channel = new Channel(id, role, arrivals, hello);
  away?.yield(channel);
  channels.get(id)?.close();
  channels.set(id, channel);
  return channel;
};

const described = async (channel, act = () => {}) => {
  try {
    const facts = await channel.describe();
    await act();
    return facts;
  } catch (error) {
    channel.close();
    throw error;
  }
};

const admit = (channel, address) => {
  channel?.say({ admitted: address });
  channel?.admit();
};

const calls = {
  offer: ({ channel }) => offer(channel),
  answer: ({ channel, description, proof, client, back }) => answer(channel, description, proof, client, back),
  accept: ({ channel, description }) => accept(channel, description),
  expect: ({ channel, description }) => expect(channel, description),
  admit: ({ channel, address }) => admit(channels.get(channel), address),
  keep: ({ channel, text }) => channels.get(channel)?.say({ keep: text }),
  say: ({ channel, text }) => channels.get(channel)?.say({ said: text }),
  note: ({ channel, words, ways }) => note(channel, words, ways),
  send: ({ channel }, frame) => channels.get(channel)?.sendFrame(frame),
  close: ({ channel }) => close(channel),
  leave: () => leaveAll(),
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
  #phone span { display: contents; }
  #phone .alone p { flex-basis: 100%; margin-top: 12px; }
  #phone button {
    min-height: 48px; padding: 8px 0; margin-right: 16px; border: 0; border-radius: 8px; background: none; font: inherit; font-weight: 600;
    color: light-dark(#97401F, #F0A483); cursor: pointer;
  }
  #phone :focus-visible { outline: 2px solid var(--ink); outline-offset: -2px; }
  #phone [hidden] { display: none; }
`;

const button = (act) => Object.assign(document.createElement("button"), { onclick: act });

const show = (channel) => {
  hide();
  const view = Object.assign(document.createElement("dialog"), { id: "phone" });
  const style = Object.assign(document.createElement("style"), { textContent: STYLE });
  const bar = document.createElement("header");
  const words = document.createElement("p");
  const back = button(() => leaveWith(channel.back)), leave = button(() => leaveFor(channel));
  const goOn = button(() => {
    channel.close();
    leaveWith(channel.table);
  });
  const frame = document.createElement("iframe");
  words.role = "status";
  const ways = document.createElement("span");
  bar.append(words, ways, back, goOn, leave);
  view.append(style, bar, frame);
  view.addEventListener("cancel", (event) => event.preventDefault());
  page = { channel, view, bar, words, ways, back, goOn, leave, frame, receive: () => {} };
  frame.src = new URL(`./#${channel.address}`, document.baseURI).href;
  frame.title = tr("Table on another phone");
  document.body.append(view);
  draw();
  view.showModal();
  frame.focus();  // else a key would leave the table
};

const draw = () => {
  const { channel, bar, words, ways, back, goOn, leave } = page;
  const said = channel.state === "away" ? null : channel.note;  // which may ask something, until the other phone is back
  bar.className = channel.state === "open" && !said ? "" : "alone";
  words.textContent = {
    open: said?.words ?? tr("Table on another phone"),
    away: tr("The other phone does not answer. Open Tessera on it, on the same network."),
    closed: said ? [tr("The other phone has gone."), said.words].join(" ") : channel.play
      ? tr("The other phone has gone. The result is in your history.")
      : tr("The other phone has gone. Come back by a code, or go on here."),
  }[channel.state];
  ways.replaceChildren(...(said?.ways ?? []).map(([way, label]) => {
    const made = button(() => tell({ channel: channel.id, way }));
    made.textContent = label;
    return made;
  }));
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

const leaveWith = async (fragment) => {
  hide();
  tessera.show(await tessera.arrive(fragment));
};

// Leave all channels to another tab, which goes on with the data.
const leaveAll = () => {
  hide();
  for (const channel of [...channels.values()]) channel.close(false);
};

addEventListener("tessera-over", leaveAll);

globalThis.tesseraPhones = {
  offer,
  answer,
  accept,
  close,
  // For the client in the frame.
  connect: (receive) => { page.receive = receive; },
  send: (frame) => page.channel.sendFrame(frame),
};
