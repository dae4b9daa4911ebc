"""What links and codes bring: out of the address at once, to whoever runs the app, and on the screen."""

from __future__ import annotations

import json

import pytest

from tests.javascript.page import run

SCRIPTS = ["page/links.js"]

ARRIVING = """
const heard = [];
tessera.arrive = async (fragment) => {
  if (fragment === "p0") throw new Error();
  return `id-of-${fragment}`;
};
addEventListener("popstate", () => { heard.push(location.pathname + location.hash); });
"""


@pytest.mark.parametrize(
    ("fragment", "carries"),
    [("#p1", True), ("#s20", True), ("#t3", True), ("#scan", False), ("#/table/1", False), ("", False)],
)
def test_a_link_that_carries_something_is_known_by_its_fragment(fragment: str, *, carries: bool) -> None:
    assert run(SCRIPTS, f"return tessera.carries({json.dumps(fragment)});") is carries


def test_what_a_link_carries_is_taken_from_the_address_and_shown() -> None:
    doing = """
    history.replaceState({ kept: 1 }, "", "/settings?a=1#p12");
    const id = tessera.take(location.hash);
    const address = location.href;
    tessera.show(await id);
    return [address, heard, history.state, history.entries.length];
    """
    assert run(SCRIPTS, ARRIVING + doing) == ["http://127.0.0.1:8423/settings?a=1", ["/take/id-of-p12"], {"kept": 1}, 1]


def test_what_cannot_be_handed_over_is_lost_and_a_site_has_its_screens_in_the_fragment() -> None:
    doing = "flet.routeUrlStrategy = 'hash'; tessera.show(await tessera.take('#p0')); return heard;"
    assert run(SCRIPTS, ARRIVING + doing) == ["/#/take/lost"]


def test_a_link_that_is_opened_while_the_app_runs_is_shown_and_the_client_hears_only_of_that() -> None:
    doing = """
    history.pushState(null, "", "#t1");
    dispatchEvent(new PopStateEvent("popstate"));
    dispatchEvent(Object.assign(new Event("hashchange"), { newURL: location.href }));
    await pass();
    return heard;
    """
    assert run(SCRIPTS, ARRIVING + doing) == ["/take/id-of-t1"]


SERVER = """
const sent = [];
globalThis.fetch = async (path, { method, body }) => {
  sent.push([method, path, body]);
  return { ok: status === 200, status, json: async () => ({ id: "7", texts: ["a"] }) };
};
let status = 200;
const canvas = (size) => ({ toBlob: (made, kind, quality) => made({ size: size * quality, toJSON: () => quality }) });
const decode = (size = 1) => tessera.decode(canvas(size)).catch(({ message }) => message);
"""


def test_a_server_takes_links_and_looks_through_pictures_that_are_not_too_large() -> None:
    doing = "return [await tessera.arrive('p1'), await decode(), await decode(1e6), sent];"
    posted = [["POST", "/arrivals", "p1"], ["POST", "/scans", 0.8], ["POST", "/scans", 0.3]]
    assert run([*SCRIPTS, "page/server.js"], SERVER + doing) == ["7", ["a"], ["a"], posted]


@pytest.mark.parametrize(("status", "answer"), [(413, []), (429, []), (500, "/scans: 500")])
def test_a_picture_that_is_refused_is_followed_by_the_next_one(status: int, answer: object) -> None:
    doing = f"status = {status}; return [await decode(), await tessera.arrive('p1').catch(({{ message }}) => message)];"
    assert run([*SCRIPTS, "page/server.js"], SERVER + doing) == [answer, f"/arrivals: {status}"]


def test_a_link_that_carries_something_begins_the_client_once_where_it_is_shown() -> None:
    before = """
    history.replaceState(null, "", "/#s1");
    globalThis.fetch = async () => ({ ok: true, json: () => ({ id: 7 }) });
    """
    doing = "await pass(); return [location.href, asked];"
    assert run([*SCRIPTS, "page/server.js"], doing, before=before) == ["http://127.0.0.1:8423/", ["stop", "/take/7"]]
    assert run([*SCRIPTS, "page/server.js"], doing) == ["http://127.0.0.1:8423/", []]
