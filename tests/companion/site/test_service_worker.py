"""The service worker of the site, run by Node: one version, whole, also where a browser has lost a part of it."""

from __future__ import annotations

import hashlib
import json
import subprocess
from typing import Any, Final

from companion.site.build import SERVICE_WORKER, find_node
from companion.system.paths import assets

FILES: Final = {"index.html": "the page", "python.js": "a script", "words.js": "the words"}

BROWSER: Final = """
const host = new Map(Object.entries(GIVEN.host)), home = "https://host/games/";
const told = [], entries = new Map(), heard = {};
const cache = {
  match: async (url) => entries.get(url)?.clone(),
  keys: async () => [...entries.keys()].map((url) => ({ url })),
  put: async (url, answer) => { entries.set(url, answer); },
  delete: async (url) => entries.delete(url),
};
globalThis.self = { location: `${home}service-worker.js`, addEventListener: (what, act) => { heard[what] = act; } };
globalThis.caches = { open: async () => cache, keys: async () => [], has: async () => true };
globalThis.fetch = async (asked) => {
  const url = asked.url ?? asked, content = host.get(url.slice(home.length) || "index.html");
  return new Response(content ?? "", { status: content === undefined ? 404 : 200 });
};
const happen = async (what, event) => {
  let done;
  heard[what]({ ...event, waitUntil: (work) => { done = work; }, respondWith: (work) => { done = work; } });
  return done;
};
const page = { postMessage: (message) => told.push(message) };
const ask = () => happen("message", { data: "which", source: page });
const get = async (file) => {
  try {
    return await (await happen("fetch", { request: { method: "GET", url: home + file } })).text();
  } catch (error) {
    return error.name;
  }
};
"""


def run(doing: str, host: dict[str, str] = FILES) -> Any:
    """Install the version of `FILES`, do something in a browser with it, and return what that gives."""
    listing = {
        "version": "1",
        "bytes": 1,
        "files": {name: hashlib.sha256(content.encode()).hexdigest() for name, content in FILES.items()},
    }
    worker = (assets() / "site" / SERVICE_WORKER).read_text(encoding="utf-8").replace("{listing}", json.dumps(listing))
    install = "for (const [file, content] of Object.entries(GIVEN.files)) host.set(file, content);"
    script = f"""
const GIVEN = {json.dumps({"host": host, "files": FILES})};
{BROWSER}
const given = new Map(host);
{install}
{worker}
(async () => {{
  await happen("install", {{}});
  host.clear();
  for (const [file, content] of given) host.set(file, content);
  console.log(JSON.stringify(await (async () => {{ {doing} }})()));
}})();
"""
    done = subprocess.run([find_node(), "-e", script], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def test_a_lost_file_is_got_again_before_a_version_is_said_to_be_kept() -> None:
    lost = "entries.clear(); await ask(); return [entries.size, told];"
    assert run(lost) == [len(FILES), [{"version": "1"}]]


def test_a_version_that_cannot_be_made_whole_is_not_said_to_be_kept() -> None:
    lost = 'entries.delete(home + "python.js"); await ask(); return told;'
    assert run(lost, {**FILES, "python.js": "a later script"}) == [{"failed": "mixed", "lacking": True}]
    assert run(lost, {}) == [{"failed": "mixed", "lacking": True}]


def test_a_lost_file_is_never_answered_by_one_of_another_version() -> None:
    lost = 'entries.delete(home + "python.js"); return [await get("python.js"), entries.size];'
    assert run(lost) == ["a script", len(FILES)]
    assert run(lost, {**FILES, "python.js": "a later script"}) == ["DataError", len(FILES) - 1]


def test_what_is_kept_is_answered_without_the_host() -> None:
    assert run('return [await get(""), await get("words.js")];', {}) == ["the page", "the words"]


def test_what_is_shared_is_kept_for_the_page_and_goes_to_no_host() -> None:
    form = 'const form = new FormData(); form.set("file", new File(["a play"], "evening.csv"));'
    request = 'new Request(home + "share", { method: "POST", body: form })'
    shared = f"{form} const answer = await happen('fetch', {{ request: {request} }});"
    kept = 'const kept = (await entries.get(home + "share").formData()).get("file");'
    led = 'return [answer.status, answer.headers.get("location"), kept.name, await kept.text()];'
    assert run(f"{shared} {kept} {led}", {}) == [303, "https://host/games/#shared", "evening.csv", "a play"]


def test_what_another_page_posts_is_not_kept_and_takes_away_what_nobody_took() -> None:
    posted = 'new Request(home + "share", { method: "POST", body: "text", headers: { "content-type": TYPE } })'
    there = 'entries.set(home + "share", new Response("before"));'
    led = 'return [answer.status, answer.headers.get("location"), entries.has(home + "share")];'
    for kind in ("text/plain", "application/octet-stream"):
        request = posted.replace("TYPE", json.dumps(kind))
        answered = f"{there} const answer = await happen('fetch', {{ request: {request} }}); {led}"
        assert run(answered, {}) == [303, "https://host/games/#shared", False]
