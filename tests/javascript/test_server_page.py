"""The page of a server: what it does while that does not answer, and the channels that it holds for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from tests.javascript.page import run

if TYPE_CHECKING:
    from pathlib import Path

SOCKETS: Final = """
globalThis.sockets = [];
globalThis.WebSocket = class {
  constructor(address) {
    Object.assign(this, { address, sent: [], heard: {} });
    sockets.push(this);
  }
  addEventListener(what, hear) { (this.heard[what] ??= []).push(hear); }
  send(message) { this.sent.push(typeof message === "string" ? message : [...message]); }
  tell(what, more = {}) {
    const event = Object.assign(new Event(what), more, { target: this });
    for (const hear of this.heard[what] ?? []) if (!event.ended) hear(event);
    if (!event.ended) this[`on${what}`]?.(event);
  }
};
globalThis.answers = [];
globalThis.fetch = async (address, { method }) => {
  asked.push(method);
  const status = answers.shift();
  if (!status) throw new TypeError("Failed to fetch");
  return { ok: status === 200, status };
};
"""

AWAY: Final = ["page/words.js", "page/start.js", "page/away.js"]

LOST: Final = """
dispatchEvent(new Event("DOMContentLoaded"));
const away = document.getElementById("away"), heard = [];
const alert = () => (away.firstChild.hidden ? "" : away.textContent.split(":")[0]);
addEventListener("keydown", ({ key }) => { heard.push(key); });
const client = new WebSocket("ws://127.0.0.1:8423/ws");
client.onclose = () => { heard.push("closed"); };
const lose = () => { client.tell("open"); client.tell("close"); };
"""


def test_a_lost_connection_is_told_after_a_moment_and_takes_no_keys_and_the_client_never_hears_of_it() -> None:
    doing = """
    user(document.body, "keydown", { key: "a" });
    lose();
    const states = [[away.hidden, alert()]];
    user(document.body, "keydown", { key: "b" });
    await pass(1500);
    return [...states, [away.hidden, alert()], heard, asked.includes("reload")];
    """
    said = [False, "Tessera does not answer"]
    assert run(AWAY, LOST + doing, before=SOCKETS) == [[False, ""], said, ["a"], False]


def test_a_page_is_loaded_anew_as_soon_as_the_server_answers() -> None:
    doing = """
    answers.push(0, 500, 200);
    lose();
    await pass(1900);
    const before = [...asked];
    await pass(200);
    return [before, asked];
    """
    assert run(AWAY, LOST + doing, before=SOCKETS) == [["HEAD"] * 2, ["HEAD"] * 3 + ["reload"]]


@pytest.mark.parametrize(("status", "loaded"), [(200, False), (403, True)])
def test_a_page_that_was_just_loaded_anew_is_not_loaded_over_and_over_but_a_phone_that_is_out_is_told(
    status: int, *, loaded: bool
) -> None:
    again = "performance.getEntriesByType = () => [{ type: 'reload' }];"
    doing = f"""
    answers.push(...Array(100).fill({status}));
    lose();
    await pass(5000);
    const soon = asked.includes("reload");
    await pass(6000);
    return [soon, asked.includes("reload")];
    """
    assert run(AWAY, LOST + doing, before=SOCKETS + again) == [loaded, True]


def test_a_part_of_the_client_that_does_not_come_is_as_a_lost_connection() -> None:
    doing = """
    const script = Object.assign(made("script"), { src: `${document.baseURI}main.dart.mjs` });
    document.body.append(script);
    script.dispatchEvent(new Event("error"));
    await pass(1500);
    return alert();
    """
    assert run(AWAY, LOST + doing, before=SOCKETS) == "Tessera does not answer"


RELAY: Final = ["page/relay.js"]

CONNECTED: Final = """
const over = [];
addEventListener("tessera-over", () => { over.push("over"); });
dispatchEvent(new Event("tessera-shown"));
const [socket] = sockets;
"""


def test_a_page_on_the_hosts_machine_tells_python_words_and_frames() -> None:
    doing = """
    socket.tell("open");
    tessera.tell("words");
    tessera.tell("w", new Uint8Array([1, 10, 2]));
    return [socket.address, socket.binaryType, socket.sent];
    """
    sent = ["words", [ord("w"), 10, 1, 10, 2]]
    assert run(RELAY, CONNECTED + doing, before=SOCKETS) == ["ws://127.0.0.1:8423/relay", "arraybuffer", sent]


def test_what_python_says_is_for_the_channels_in_its_order(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "package.json").write_text('{"type": "module"}')
    hear = "export const hear = (words, frame) => { globalThis.asked.push([words, frame && [...frame]]); };"
    (tmp_path / "site/phones.js").write_text(hear)
    doing = f"""
    flet.assetBase = "{tmp_path.as_uri()}/";
    socket.tell("message", {{ data: "words" }});
    socket.tell("message", {{ data: new Uint8Array([119, 10, 1, 10, 2]).buffer }});
    while (asked.length < 2) await pass();
    return asked;
    """
    assert run(RELAY, CONNECTED + doing, before=SOCKETS) == [["words", None], ["w", [1, 10, 2]]]


@pytest.mark.parametrize(("code", "ends"), [(1006, [["over"], 2]), (1008, [[], 1])])
def test_channels_are_over_with_their_connection_which_is_made_again_unless_the_page_is_refused(
    code: int, ends: list[object]
) -> None:
    doing = f"""
    socket.tell("open");
    socket.tell("close", {{ code: {code} }});
    await pass(1000);
    return [over, sockets.length];
    """
    assert run(RELAY, CONNECTED + doing, before=SOCKETS) == ends


def test_a_page_on_another_machine_holds_no_channels_for_it() -> None:
    elsewhere = "Object.defineProperty(location, 'hostname', { get: () => '192.168.0.7' });"
    assert run(RELAY, f"{CONNECTED} return sockets.length;", before=SOCKETS + elsewhere) == 0
