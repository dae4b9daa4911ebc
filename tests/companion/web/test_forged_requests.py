"""Whatever is asked, by whatever name and from whatever page: it is answered, and leads nobody in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.web.join import PUBLIC_PATHS
from storage.repositories import access
from storage.repositories.tables import Store
from tests.companion.asgi import ANOTHER, HOST, Answer, Caller, hosts_own, joined, served
from tests.strategies import examples

if TYPE_CHECKING:
    from pathlib import Path

    from companion.system.network import Lan
    from companion.tables.live_table import LiveTable
    from companion.web.auth import AuthBackend
    from tests.companion.headless import Headless

LAN: Final = "192.168.0.2:8423"
"""By which name another machine asks."""

METHODS: Final = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "get", ""]
SAFE: Final = {"GET", "HEAD"}

PATHS: Final = [
    "/", "//", "/join", "/join/", "/JOIN", "/join/../settings", "/join/join.js", "/readyz", "/healthz", "/ws",
    "/arrivals", "/scans", "/upload", "/table/1", "/settings", "/main.dart.mjs", "/page/head.html", "/docs",
    "/../../etc/passwd", "/..\\..\\etc\\passwd", "/fonts/../../README.md", "/%2e%2e/%2e%2e/etc/passwd", "/\0",
    "/join\0", "/é", "/" + "a" * 5_000, "/client/" * 300, "/fallback/\ud800", "/oauth_callback", "/fonts/0.woff2",
    "http://evil.example/", "*",
]  # fmt: skip
NAMES: Final = [
    LAN, HOST, "localhost:8423", "192.168.0.2", "evil.example", "192.168.0.2.evil.example", "127.0.0.1@evil.example",
    "[::1]:8423", "[::1", "8.8.8.8:8423", "", " ", "192.168.0.2:8423:1", "tessera", "\t" + LAN, "1" * 5_000,
]  # fmt: skip
OURS: Final = {LAN, "192.168.0.2", HOST, "localhost:8423", "[::1]:8423"}
ORIGINS: Final = [
    None, f"http://{LAN}", f"https://{LAN}", "http://evil.example", "null", "", "http://", f"{LAN}", "file://",
]  # fmt: skip
BODIES: Final = [
    b"", b"{}", b'{"secret": null}', b'{"secret": "A"}', b"\xff" * 999, b"[" * 999, b"x" * 100_000, b"a#t065",
]  # fmt: skip
COOKIES: Final = [
    None,
    "",
    "tessera",
    "tessera=",
    "tessera=\0",
    "tessera=abc; tessera=def",
    "__Host-tessera=abc",
    ";" * 999,
]

asked = st.fixed_dictionaries(
    {
        "method": st.one_of(st.sampled_from(["GET", "POST"]), st.sampled_from(METHODS), st.text(max_size=9)),
        "path": st.one_of(st.sampled_from(PATHS), st.text(max_size=20).map("/{}".format)),
        "host": st.one_of(st.just(LAN), st.just(LAN), st.sampled_from(NAMES), st.text(max_size=20)),
        "body": st.one_of(st.sampled_from(BODIES), st.binary(max_size=60)),
        "origin": st.one_of(st.sampled_from(ORIGINS), st.text(max_size=20)),
        "cookie": st.sampled_from(COOKIES),
        "content_type": st.sampled_from([None, "application/json", "text/plain", "multipart/form-data", "\0"]),
        "content_length": st.sampled_from([None, "0", "-1", "a", "9" * 30]),
        "range": st.sampled_from([None, "bytes=0-", "bytes=9-1,-5", "lines=1"]),
    }
)


def answer(caller: Caller, request: dict[str, Any]) -> Answer:
    """Ask, and see that nothing has failed."""
    answered = caller.ask(**{name: value for name, value in request.items() if value is not None})
    assert answered.status < 500 or answered.status == 501
    assert b"root:" not in answered.body
    return answered


def test_a_stranger_is_led_in_by_nothing(
    app: Headless, live: LiveTable, tmp_path: Path, auth: AuthBackend, lan: Lan
) -> None:
    phone = Caller(served(tmp_path, lan=lan, auth=auth), ANOTHER)

    def kept() -> object:
        store = app.worker.run_blocking
        return store(access.guests, live.id), store(Store.settings), app.links.get("1")

    before = kept()

    @examples(100)
    @given(asked)
    def forged(request: dict[str, Any]) -> None:
        answered = answer(phone, request)
        assert "set-cookie" not in answered.headers
        if answered.status < 400:
            assert request["path"] in PUBLIC_PATHS
            assert request["host"].lower() in OURS
        if request["method"] not in SAFE and request["origin"] not in (None, f"http://{LAN}", f"https://{LAN}"):
            assert answered.status == 403
        assert kept() == before

    forged()


@pytest.mark.parametrize("who", [joined, hosts_own])
def test_who_is_in_gets_nothing_for_other_pages_and_by_other_names(
    app: Headless, live: LiveTable, tmp_path: Path, auth: AuthBackend, lan: Lan, who: Any
) -> None:
    phone = Caller(served(tmp_path, lan=lan, auth=auth), ANOTHER)
    cookie = who(app, live) if who is joined else who(app)

    @examples(50)
    @given(asked)
    def forged(request: dict[str, Any]) -> None:
        answered = answer(phone, request | {"cookie": cookie})
        if answered.status < 400:
            assert request["host"].lower() in OURS
            assert request["method"] in SAFE or request["origin"] in (None, f"http://{LAN}", f"https://{LAN}")

    forged()
