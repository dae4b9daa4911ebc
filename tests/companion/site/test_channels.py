"""The channels between phones over connections that break, run by Node: what comes over, and what closes them."""

from __future__ import annotations

import json
import shutil
import subprocess
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest

from companion.site.build import find_node
from companion.system.paths import assets

if TYPE_CHECKING:
    from pathlib import Path

ANSWERING: Final = """
import { readFileSync } from "node:fs";
const given = JSON.parse(readFileSync(0, "utf8"));
const answer = (words) => { console.log(JSON.stringify(words)); process.exit(); };
"""

BROWSER: Final = """
// Connections in a network that is up or down; what has not come over when one is broken never does.
let isUp = true, count = 0;
const peers = [];
class Peer {
  constructor() {
    count += 1;
    this.ufrag = `${count}`.padStart(4, "u");
    this.way = [];
    Object.assign(this, { connectionState: "new", signalingState: "have-local-offer", iceGatheringState: "complete" });
    peers.push(this);
  }
  createDataChannel() {
    const send = (bytes) => { this.way.push(bytes.slice().buffer); };
    this.data = { readyState: "connecting", bufferedAmount: 0, send };
    return this.data;
  }
  async setLocalDescription() {
    this.localDescription = { sdp: [
      `a=ice-ufrag:${this.ufrag}`, `a=ice-pwd:${"p".repeat(22)}`, `a=fingerprint:sha-256 ${"AA:".repeat(31)}AA`,
      "a=candidate:1 1 udp 1 10.0.0.1 9 typ host", "",
    ].join("\\r\\n") };
  }
  async setRemoteDescription({ type, sdp }) {
    if (type === "answer" && this.signalingState === "stable") throw new DOMException("", "InvalidStateError");
    if (type === "answer") this.signalingState = "stable";
    else if (takesOne) throw new DOMException("", "NotSupportedError");
    this.wants = /ice-ufrag:(\\S+)/.exec(sdp)[1];
    this.seeks = sdp.includes("a=candidate");
  }
  become(state) {
    if (this.connectionState === "closed") return;
    this.connectionState = state;
    this.onconnectionstatechange();
  }
  close() {
    this.connectionState = "closed";
    this.way = [];
    this.data.readyState = "closed";
    if (this.other?.connectionState !== "closed") this.other?.data.onclose?.();
  }
}
let takesOne = false;
globalThis.RTCPeerConnection = Peer;
const real = { setTimeout, setInterval };
globalThis.setTimeout = (act, after) => real.setTimeout(act, after / 200).unref();
globalThis.setInterval = (act, after) => real.setInterval(act, after / 200).unref();
const { Channel } = await import(`file://${process.cwd()}/channels.js`);

const work = () => {
  if (!isUp) return;
  for (const peer of peers) {
    const other = peers.find(({ ufrag }) => ufrag === peer.wants);
    const areNew = [peer, other].every((end) => end?.connectionState === "new");
    if (areNew && peer.seeks && other.wants === peer.ufrag) {
      Object.assign(peer, { other, connectionState: "connected" });
      Object.assign(other, { other: peer, connectionState: "connected" });
      for (const end of [peer, other]) {
        end.data.readyState = "open";
        end.data.onopen();
      }
    }
    if (peer.connectionState !== "connected") continue;
    for (const data of peer.way.splice(0)) if (!peer.isStuck) peer.other.data.onmessage?.({ data });
  }
};
const turn = (count = 1) => new Promise((done) => {
  const next = (left) => { work(); left ? setImmediate(next, left - 1) : done(); };
  next(count);
});
const connected = () => peers.filter(({ connectionState }) => ["connected", "disconnected"].includes(connectionState));
const cut = () => {
  isUp = false;
  for (const peer of connected()) peer.become("disconnected");
};
const heal = (isBroken) => {
  isUp = true;
  for (const peer of connected()) {
    if (isBroken) peer.way = [];
    peer.become(isBroken ? "failed" : "connected");
  }
};
const until = async (isSo) => {
  for (let left = 5000; !isSo(); left -= 1) {
    if (!left) throw new Error("it does not become so");
    await turn();
    await new Promise((done) => { real.setTimeout(done, 1); });
  }
};

// Both ends of a channel, and what each has heard.
const ends = (role) => {
  const heard = { states: [], frames: [], words: [], spares: 0 };
  const channel = new Channel("7", role, {
    became: ({ state }) => { heard.states.push(state); },
    hello: () => ({ languages: ["de"] }),
    words: (_, text) => { heard.words.push(text); },
    frame: (_, frame) => { heard.frames.push([new DataView(frame.buffer).getUint32(0), frame.length]); },
    spare: () => { heard.spares += 1; },
  }, { proof: "00" });
  return { channel, heard };
};
const pair = async () => {
  const first = ends("offer"), guest = ends("answer");
  const offer = await first.channel.describe(), answer = await guest.channel.describe();
  await guest.channel.meet(offer);
  await first.channel.meet(answer);
  await turn(2);
  for (const { channel } of [first, guest]) channel.admit();
  await until(() => first.channel.theirs && guest.channel.theirs);
  return { first, guest };
};
const frameOf = (number, length) => {
  const frame = new Uint8Array(length);
  new DataView(frame.buffer).setUint32(0, number);
  return frame;
};
const isOpen = ({ channel: { state } }) => state === "open";
"""

STORM: Final = """
const { first, guest } = await pair();
const sent = { first: [], guest: [] };
for (const [what, length] of given) {
  if (what === "cut") cut();
  else if (what === "heal" || what === "break") {
    if (isUp) cut();
    heal(what === "break");
    await until(() => isOpen(first) && isOpen(guest));
    await until(() => first.channel.theirs && guest.channel.theirs);
  } else {
    const frame = frameOf(sent[what].length, length);
    sent[what].push([sent[what].length, length]);
    (what === "first" ? first : guest).channel.sendFrame(frame);
  }
  if (length % 3 === 0) await turn();
}
heal(false);
await until(() => first.heard.frames.length >= sent.guest.length && guest.heard.frames.length >= sent.first.length);
await until(() => !first.channel.waiting.length && !guest.channel.waiting.length);
await turn(20);
answer({
  toGuest: JSON.stringify(guest.heard.frames) === JSON.stringify(sent.first),
  toFirst: JSON.stringify(first.heard.frames) === JSON.stringify(sent.guest),
  hellos: first.heard.words.length,
  bytes: first.channel.waitingBytes + guest.channel.waitingBytes,
});
"""

HOSTILE: Final = """
const closed = [];
for (const pieces of given) {
  const { first, guest } = await pair();
  guest.channel.connection.data.onmessage = null;  // it is another page that sends this
  const { data } = first.channel.connection;
  for (const piece of pieces) data.onmessage?.({ data: piece === "text" ? piece : new Uint8Array(piece).buffer });
  closed.push([first.channel.state, first.heard.frames.length]);
}
answer(closed);
"""

STUCK: Final = """
const { first, guest } = await pair();
const before = guest.channel.connection;
before.peer.isStuck = true;
guest.channel.sendFrame(frameOf(7, 4));
await until(() => first.heard.frames.length && !guest.channel.waiting.length);
answer([first.heard.frames, first.heard.states, guest.heard.states, guest.channel.connection === before]);
"""

ANEW: Final = """
const { first, guest } = await pair();
takesOne = given;
const known = first.channel.theirs;  // what a phone keeps when its page is closed
cut();
await turn(20);
first.channel.page.became = () => {};
first.channel.close();
isUp = true;
const anew = ends("offer"), other = ends("answer");
const offer = await anew.channel.describe();
await anew.channel.meet(known, true).catch(() => {});
guest.channel.yield(other.channel);
const facts = await other.channel.describe();
await other.channel.meet(offer);
await turn(3);
const isHere = isOpen(other);
if (!isHere) await anew.channel.meet(facts);
await turn(3);
answer([isHere, isOpen(anew), isOpen(other), guest.channel.state]);
"""

END: Final = """
const { first, guest } = await pair();
if (given === "leave") {
  guest.channel.close();
} else if (given === "another tab") {
  guest.channel.close(false);
} else if (given === "page") {
  for (const connection of [guest.channel.connection, guest.channel.spare]) connection.peer.close();
} else {
  for (let number = 0; number < 2200; number += 1) first.channel.sendFrame(new Uint8Array(16384));
}
await turn(3);
answer(first.channel.state);
"""


def run(folder: Path, script: str, what: object) -> Any:
    for name in ("channels.js", "sdp.js"):
        shutil.copy(assets() / "site" / name, folder)
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    done = subprocess.run(
        [find_node(), "--input-type=module", "-e", ANSWERING + BROWSER + script],
        input=json.dumps(what),
        cwd=folder,
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("seed", range(4))
def test_each_frame_comes_over_once_and_in_its_order_though_connections_break(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    whats = random.choices(["first", "guest", "cut", "heal", "break"], [20, 20, 2, 1, 3], k=500)
    steps = [(what, random.choice([4, 60, 16_384, 40_001])) for what in whats]
    assert run(tmp_path, STORM, steps) == {"toGuest": True, "toFirst": True, "hellos": 1, "bytes": 0}


def test_what_is_stuck_comes_over_by_another_connection_though_only_one_end_knows(tmp_path: Path) -> None:
    assert run(tmp_path, STUCK, None) == [[[7, 4]], ["open"], ["open"], False]


def numbered(kind: int, number: int, *rest: int) -> list[int]:
    return [kind, *number.to_bytes(4, "big"), *rest]


FIRST_FREE: Final = 2
"""The number of a guest's next piece: a hello and a spare have gone before."""

SPARE: Final = {"ufrag": "uuuu", "pwd": "p" * 22, "fingerprint": "aa" * 32, "candidates": [["10.0.0.1", 9]]}
"""A second one over the same connection."""

HARMLESS: Final = [
    [],
    [numbered(0, FIRST_FREE, 0, 0, 0, 1)],
    [numbered(0, 0, 7)] * 4096,
    [numbered(128, FIRST_FREE, 0, 0, 0, 1), numbered(0, FIRST_FREE + 1)],
]

REFUSED: Final[list[list[Any]]] = [
    ["text"],
    [[]],
    [[0, 0, 0]],
    [numbered(5, FIRST_FREE)],
    [numbered(133, FIRST_FREE, 1)],
    [numbered(0, FIRST_FREE + 1, 7)],
    [numbered(128, FIRST_FREE)],
    [numbered(128, FIRST_FREE + at, *[0] * 8000) for at in range(9)],
    [numbered(3, 5000)],
    [numbered(4, 0)],
    [numbered(0, 0, 7)] * 4097,
    [numbered(2, FIRST_FREE, *b"{}")],
    [numbered(2, FIRST_FREE, *b"null")],
    [numbered(2, FIRST_FREE, *json.dumps(SPARE).encode())],
]


def test_what_no_page_of_ours_sends_closes_the_channel_and_nothing_else(tmp_path: Path) -> None:
    taken = [["open", 0], ["open", 1], ["open", 0], ["open", 1]]
    assert run(tmp_path, HOSTILE, HARMLESS + REFUSED) == taken + [["closed", 0]] * len(REFUSED)


@pytest.mark.parametrize("takes_one_answer", [False, True])
def test_a_phone_that_begins_anew_hears_its_guest_at_once_or_once_it_has_answered(
    tmp_path: Path, *, takes_one_answer: bool
) -> None:
    assert run(tmp_path, ANEW, takes_one_answer) == [not takes_one_answer, True, True, "closed"]


@pytest.mark.parametrize(
    ("what", "state"), [("leave", "closed"), ("another tab", "away"), ("page", "away"), ("more than waits", "closed")]
)
def test_a_channel_ends_when_a_phone_leaves_and_waits_for_a_page_that_is_only_gone(
    tmp_path: Path, what: str, state: str
) -> None:
    assert run(tmp_path, END, what) == state
