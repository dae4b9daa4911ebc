"""How a page of the site starts Python, and which of several tabs has the data, run by Node."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.javascript import page

PAGE: Final = [f"page/{name}.js" for name in ("words", "start", "links", "said")]
SCRIPTS: Final = [*PAGE, *(f"site/{name}.js" for name in ("python", "hold", "client"))]

BROWSER: Final = """
globalThis.workers = [];
globalThis.Worker = class {
  constructor(address) {
    Object.assign(this, { address, told: [] });
    workers.push(this);
  }
  postMessage(message) { this.told.push(message); }
  terminate() { this.ended = true; }
  say(data) { this.onmessage({ data }); }
};
globalThis.BroadcastChannel = class {
  constructor() { globalThis.channel = this; }
  postMessage(words) { asked.push(words); }
};
AbortSignal.timeout = (milliseconds) => ({ milliseconds });
const named = (name) => Object.assign(new Error(), { name });
// The lock, which another tab may hold: `free` lets it go.
globalThis.lock = { holder: null, waiting: [] };
const locks = {
  request: (_, how, held) => {
    if (!lock.holder || how.steal) {
      lock.holder?.fail?.(named("AbortError"));
      return new Promise((done, fail) => {
        lock.holder = { fail };
        held({}).then((end) => { lock.holder = null; done(end); });
      });
    }
    if (how.ifAvailable) return Promise.resolve(held(null));
    return new Promise((done, fail) => {
      const again = () => { locks.request("", how, held).then(done, fail); };
      lock.waiting.push(again);
      setTimeout(() => {
        lock.waiting = lock.waiting.filter((one) => one !== again);
        fail(named("TimeoutError"));
      }, how.signal.milliseconds);
    });
  },
};
globalThis.free = () => {
  lock.holder = null;
  for (const again of lock.waiting.splice(0)) again();
};
Object.assign(navigator, { locks });
globalThis.tesseraSite = { scripts: "scripts-1/" };
const sentence = ({ textContent }) => textContent.split(/[.:]/)[0];
globalThis.said = () => document.getElementById("said")?.children.map(sentence) ?? [];
globalThis.doings = (worker) => worker.told.map((message) => Object.keys(message)[0]);
"""

ELSEWHERE: Final = "lock.holder = {};"
"""Another tab has the data."""


UNLOADED: Final = [
    "missing",
    "TypeError: Failed to fetch",
    "NetworkError when attempting to fetch resource.",
    "Load failed",
    "Failed to fetch dynamically imported module: https://host/games/scripts/opfs.js",
    "The requested module './runtime.js' does not provide an export named 'settingsOf'",
]
"""What is said of a part that cannot be loaded, or is of another version."""


def run(doing: str, before: str = "") -> Any:
    return page.run(SCRIPTS, f"await pass(); {doing}", before=BROWSER + before)


def test_python_starts_at_once_and_hears_what_was_said_before_it_had_started() -> None:
    doing = """
    const [worker] = workers;
    tessera.report({ a: 1 });
    const frame = new Uint8Array([1]), taken = [];
    jsSend(null, frame);
    worker.say(new Uint8Array([7]));
    jsConnect(null, null, (bytes) => { taken.push([...bytes]); });
    const before = [doings(worker), taken.length];
    worker.say({ doing: "opening" });
    await pass();
    worker.say({ started: true });
    await pass();
    worker.say(new Uint8Array([8]));
    return [worker.address, ...before, worker.told.slice(1), taken, tessera.holds()];
    """
    sent = [{"state": '{"a":1}'}, {"0": 1}]
    address = "http://127.0.0.1:8423/scripts-1/worker.js"
    assert run(doing) == [address, ["start"], 0, sent, [[7], [8]], True]


def test_python_hears_whether_the_page_is_hidden() -> None:
    doing = """
    workers[0].say({ started: true });
    for (const hidden of [true, false]) {
      document.hidden = hidden;
      document.dispatchEvent(new Event("visibilitychange"));
    }
    return workers[0].told.slice(1);
    """
    assert run(doing) == [{"state": '{"hidden":true}'}, {"state": '{"hidden":false}'}]


@pytest.mark.parametrize(
    ("why", "sentence"),
    [
        *((why, "a part of it cannot be loaded") for why in UNLOADED),
        ("held", "another tab or window still holds the data"),
        ("no room", "no room"),
    ],
)
def test_a_start_that_fails_is_told_and_can_be_tried_again(why: str, sentence: str) -> None:
    doing = f"""
    let failed = false;
    tessera.started.catch(() => {{ failed = true; }});
    workers[0].say({{ failed: "{why}" }});
    await pass();
    const words = document.getElementById("said").textContent;
    document.activeElement.click();
    await pass();
    return [words, failed, asked];
    """
    words, failed, asked = run(doing)
    assert sentence in words
    assert (failed, asked) == (True, ["reload"])


def test_a_browser_that_keeps_nothing_goes_on_where_that_is_wished() -> None:
    doing = """
    workers[0].say({ nowhere: "SecurityError" });
    await pass();
    const words = said();
    document.activeElement.click();
    workers[1].say({ started: true });
    return [words, workers[0].ended, workers[1].told, said()];
    """
    words, ended, told, left = run(doing)
    assert words == [
        "This page cannot keep anything, as in some private windows and at addresses without https",
        "Go on",
    ]
    assert (ended, left) == (True, [])
    assert [told[0]["start"]["lasts"], told[1]] == [False, {"state": '{"lasts":false}'}]


def test_a_tab_beside_another_one_has_no_python_until_that_is_closed() -> None:
    doing = """
    const before = workers.length;
    await pass(1500);
    const words = said();
    free();
    document.dispatchEvent(new Event("visibilitychange"));
    await pass(4000);
    return [before, words, workers.length, said()];
    """
    words = ["Tessera is open in another tab or window", "Go on here"]
    assert run(doing, ELSEWHERE) == [0, words, 1, []]


def test_a_tab_that_is_asked_for_the_data_saves_what_was_typed_and_lets_go() -> None:
    doing = """
    const [worker] = workers, field = made("input");
    let over = 0;
    addEventListener("tessera-over", () => { over += 1; });
    document.body.append(field);
    field.focus();
    worker.say({ started: true });
    channel.onmessage();
    channel.onmessage();
    const focused = document.activeElement === field;
    await pass(299);
    const soon = doings(worker);
    await pass(1);
    const told = doings(worker);
    worker.say({ left: true });
    await pass();
    return [focused, soon, told, worker.ended, over, tessera.holds(), said(), lock.holder];
    """
    words = ["Tessera goes on in another tab or window", "Go on here"]
    assert run(doing) == [False, ["start"], ["start", "leave"], True, 1, False, words, None]


def test_a_tab_that_goes_on_here_asks_the_other_one_and_takes_the_data_where_it_sleeps() -> None:
    doing = """
    await pass(1500);
    document.activeElement.click();
    await pass(3900);
    const soon = workers.length;
    await pass(100);
    return [asked, soon, workers.length, said()];
    """
    assert run(doing, ELSEWHERE) == [["hand over"], 0, 1, []]


def test_a_tab_whose_data_were_taken_as_it_slept_says_so_and_is_loaded_anew_when_it_goes_on() -> None:
    doing = """
    workers[0].say({ started: true });
    navigator.locks.request("", { steal: true }, () => new Promise(() => {}));
    await pass();
    const words = said();
    free();
    document.activeElement.click();
    await pass();
    return [words[0], workers[0].ended, asked];
    """
    expected = ["Tessera goes on in another tab or window", True, ["hand over", "reload"]]
    assert run(doing) == expected


def test_a_link_that_carries_something_is_on_the_screen_once_there_is_one_and_a_reload_does_not_lose_it() -> None:
    doing = """
    const [worker] = workers, routes = [];
    addEventListener("popstate", () => { routes.push(location.pathname); });
    const bare = location.hash;
    worker.say({ started: true });
    await pass();
    const arrival = worker.told.find(({ arrive }) => arrive);
    worker.say({ call: arrival.call, answer: "id" });
    tessera.reload();
    await pass();
    worker.say({ left: true });
    await pass();
    const kept = location.hash;
    dispatchEvent(new Event("tessera-shown"));
    await pass();
    return [bare, arrival.arrive, kept, asked, routes];
    """
    assert run(doing, 'history.replaceState(null, "", "/#s12");') == ["", "s12", "#s12", ["reload"], ["/take/id"]]


def test_a_page_that_is_loaded_anew_waits_for_python_to_save_but_not_for_long() -> None:
    doing = """
    workers[0].say({ started: true });
    tessera.reload();
    await pass(900);
    const soon = [doings(workers[0]), [...asked]];
    await pass(100);
    return [soon, asked];
    """
    assert run(doing) == [[["start", "leave"], []], ["reload"]]


def test_what_python_wishes_and_calls_goes_to_whom_it_is_for() -> None:
    doing = """
    const wishes = [];
    addEventListener("tessera-wish", ({ detail }) => { wishes.push(detail); });
    workers[0].say({ started: true });
    workers[0].say({ wish: "update" });
    tessera.open("a.json", new Uint8Array([1]));
    tessera.tell("words");
    return [wishes, doings(workers[0])];
    """
    assert run(doing) == [["update"], ["start", "file", "phones"]]


def test_the_frame_of_another_phone_has_no_python_and_reads_nothing_that_is_kept_here() -> None:
    before = """
    globalThis.frameElement = { matches: (selector) => selector === "#phone > iframe" };
    const send = (frame) => { asked.push([...frame]); };
    globalThis.parent = { tesseraPhones: { connect: (take) => take([1, 2]), send } };
    """
    doing = """
    const taken = [];
    await jsConnect(null, null, (frame) => { taken.push([...frame]); });
    await jsSend(null, new Uint8Array([3]));
    localStorage.setItem("a", "1");
    const { length } = localStorage;
    return [workers.length, taken, asked, localStorage.getItem("flutter.language"), length, tessera.holds()];
    """
    before += """localStorage.setItem("flutter.language", '"de"');"""
    assert run(doing, before) == [0, [[1, 2]], [[3]], None, 1, False]
