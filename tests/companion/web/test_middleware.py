"""Who may ask for what, by which names, and what becomes of pages that go."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import flet.fastapi
import pytest

from companion.system.network import Lan
from companion.web import middleware
from tests.browser.program import PATIENCE
from tests.companion.asgi import ANOTHER, Caller, served

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from starlette.types import ASGIApp, Message, Receive, Scope, Send


@pytest.fixture(autouse=True, scope="module")
def tidy() -> Iterator[None]:
    """Puts away the pages that were made ready."""
    yield
    asyncio.run(flet.fastapi.app_manager.shutdown())


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:1", "localhost:8423", "LocalHost", "[::1]", "[::1]:8423"])
def test_this_machine_may_ask_by_its_names(visit: Caller, host: str) -> None:
    assert visit.ask("/healthz", host=host).status == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8423",
        "127.0.0.1.evil.example",
        "localhost.evil.example:8423",
        "127.0.0.1@evil.example",
        "127.0.0.1:8423:1",
        "[::1",
        "192.168.0.7",
        "",
    ],
)
def test_nobody_else_may_ask(visit: Caller, host: str) -> None:
    refused = visit.ask("/healthz", host=host)
    assert (refused.status, refused.body) == (403, b"Tessera does not answer at this address.\n")


@pytest.mark.parametrize("host", ["tessera.home", "tessera.home:8423", "Tessera.Home"])
def test_the_name_of_the_public_address_can_be_asked_for(tmp_path: Path, host: str) -> None:
    visit = Caller(served(tmp_path, lan=Lan(8423, "https://tessera.home/")))
    assert visit.ask("/healthz", host=host).status == 200
    assert visit.ask("/healthz", host="evil.example").status == 403


PRIVATE: Final = [
    "192.168.0.7:8423",
    "10.0.0.1",
    "172.16.0.1:80",
    "169.254.1.1",
    "100.64.0.1",
    "[fd00::2]:8423",
    "[fe80::1]",
]


@pytest.mark.parametrize("host", PRIVATE)
def test_numbers_of_networks_can_be_asked_for_while_the_network_is_let_in(tmp_path: Path, host: str) -> None:
    lan = Lan(8423)
    visit = Caller(served(tmp_path, lan=lan), ANOTHER)
    assert visit.ask("/healthz", host=host).status == 403
    lan.is_open = True
    assert visit.ask("/healthz", host=host).status == 200


@pytest.mark.parametrize(
    "host",
    ["8.8.8.8:8423", "0.0.0.0:8423", "224.0.0.1", "192.168.0.7.evil.example", "evil.example", "192.168.0", "[::]"],
)
def test_other_names_can_never_be_asked_for(tmp_path: Path, host: str) -> None:
    lan = Lan(8423)
    lan.is_open = True
    assert Caller(served(tmp_path, lan=lan), ANOTHER).ask("/healthz", host=host).status == 403


def test_other_pages_change_nothing(visit: Caller) -> None:
    refused = visit.ask("/arrivals", method="POST", origin="http://evil.example")
    assert (refused.status, refused.body) == (403, b"Tessera does not answer at this address.\n")


@pytest.mark.parametrize(
    ("origin", "welcome"),
    [
        ("http://127.0.0.1:8423", True),
        ("https://127.0.0.1:8423", True),
        ("http://127.0.0.1:8424", False),
        ("http://localhost:8423", False),
        ("http://127.0.0.1", False),
        ("http://evil.example", False),
        ("http://127.0.0.1:8423.evil.example", False),
        ("null", False),
        ("", False),
    ],
)
def test_only_pages_of_its_own_may_talk_to_it(visit: Caller, origin: str, *, welcome: bool) -> None:
    assert visit.let_in(origin=origin) is welcome


def test_programs_that_are_no_browser_may_talk_to_it_by_its_name_alone(visit: Caller) -> None:
    assert visit.let_in()
    assert not visit.let_in(host="evil.example")


def ended(app: ASGIApp, monkeypatch: pytest.MonkeyPatch, error: Exception | None = None) -> None:
    """Serve a WebSocket whose page goes at once, and to which nothing can be sent."""
    monkeypatch.setattr(middleware, "CLEANUP_TIMEOUT_S", 0.01)

    async def gone() -> Message:
        return {"type": "websocket.disconnect", "code": 1006}

    async def lost(_: Message) -> None:
        raise error or ConnectionResetError

    async def talk() -> None:
        await asyncio.wait_for(middleware.DisconnectMiddleware(app)({"type": "websocket"}, gone, lost), PATIENCE)

    asyncio.run(talk())


def test_what_waits_for_a_page_that_has_gone_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    how: list[str] = []

    async def waiting(_: Scope, receive: Receive, __: Send) -> None:
        try:
            await receive()
            await asyncio.get_running_loop().create_future()
        except asyncio.CancelledError:
            how.append("ended")
            raise

    ended(waiting, monkeypatch)
    assert how == ["ended"]


@pytest.mark.parametrize("error", [ConnectionResetError(), RuntimeError("after sending 'websocket.close'")], ids=repr)
def test_what_is_sent_to_a_page_that_has_gone_breaks_nothing(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    how: list[str] = []

    async def sending(_: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "websocket.send", "bytes": b"1"})
        how.append((await receive())["type"])

    ended(sending, monkeypatch, error)
    assert how == ["websocket.disconnect"]
