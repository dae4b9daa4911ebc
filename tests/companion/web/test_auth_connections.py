"""Who is let in over a real connection, whose session it is, and when it ends."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Self

import msgpack  # type: ignore[import-untyped]
import pytest
from flet.messaging.session import Session
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from companion.services.share_codes.incoming import LinkInbox
from companion.system import limits, paths
from companion.system.limits import EVENT_BURST, MAX_FRAME_BYTES
from companion.system.machine import LOOPBACK
from companion.system.network import Lan, listening_socket
from companion.tables.access import VISITOR
from companion.web import auth as web_auth
from companion.web.app import WebApp
from companion.web.server import UvicornServer
from storage.repositories import access
from tests.benchmarks.phones_client import Action, Phone
from tests.browser.counter import main
from tests.companion.asgi import hosts_own, joined

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine
    from pathlib import Path

    import flet as ft
    import flet.fastapi
    from websockets.asyncio.client import ClientConnection

    from companion.tables.live_table import LiveTable
    from companion.web.auth import AuthBackend
    from tests.companion.headless import Headless


class Met:
    """The smallest app, which notes who opened it."""

    def __init__(self) -> None:
        self.visitors: list[tuple[str, bool]] = []

    def __call__(self, page: ft.Page) -> None:
        visitor = VISITOR.get()
        self.visitors.append((visitor.key, visitor.host))
        page.title = "Met"


@asynccontextmanager
async def serving(met: Callable[[ft.Page], Any], data: Path, auth: AuthBackend) -> AsyncIterator[str]:
    """A server to which even this machine is a stranger, and its address."""
    listening = listening_socket(LOOPBACK, 0)
    name = f"{LOOPBACK}:{listening.getsockname()[1]}"
    begun = asyncio.Event()

    async def begin() -> None:
        begun.set()

    site = WebApp(met, assets=paths.assets(), data=data, lan=Lan(0, f"http://{name}"), links=LinkInbox(), auth=auth)
    server = UvicornServer(site, proxies=LOOPBACK, begin=begin)
    task = asyncio.ensure_future(server._serve([listening]))
    await begun.wait()
    try:
        yield f"ws://{name}/ws"
    finally:
        server.should_exit = True
        await task


async def registered(line: ClientConnection, session: str = "") -> str:
    """Begin a session, or go on with one; return which it is."""
    body = {"session_id": session, "page_name": "", "page": {"route": "/"}}
    await line.send(b"\x00" + msgpack.packb([1, body]))
    answer = await asyncio.wait_for(line.recv(), 10)
    assert isinstance(answer, bytes)
    session_id: str = msgpack.unpackb(answer[1:], strict_map_key=False)[1]["session_id"]
    return session_id


async def closed(line: ClientConnection) -> int:
    """The code with which the server closes a connection."""
    await asyncio.wait_for(line.wait_closed(), 10)
    assert line.close_code is not None
    return line.close_code


@pytest.fixture
def over_sockets(app: Headless, tmp_path: Path, auth: AuthBackend) -> Callable[..., Met]:
    def run(body: Callable[[str], Coroutine[Any, Any, None]]) -> Met:
        met = Met()

        async def whole() -> None:
            async with serving(met, tmp_path, auth) as address:
                await body(address)

        app.run(whole())
        return met

    return run


def by(address: str, cookie: str) -> connect:
    return connect(address, additional_headers={"Cookie": cookie})


def test_the_app_is_told_who_opened_a_page(app: Headless, live: LiveTable, over_sockets: Callable[..., Met]) -> None:
    guest, host = joined(app, live), hosts_own(app)

    async def body(address: str) -> None:
        for cookie in (guest, host):
            async with by(address, cookie) as line:
                await registered(line)
                await line.recv()
        with pytest.raises(InvalidStatus):
            await connect(address)

    visitor_of = app.tables.access.visitor
    keys = [app.run(visitor_of(cookie.partition("=")[2])) for cookie in (guest, host)]
    met = over_sockets(body)
    assert met.visitors == [(key.key, key.host) for key in keys if key is not None]
    assert [host for _, host in met.visitors] == [False, True]


def test_a_session_goes_on_with_its_own_phone_alone(
    app: Headless, live: LiveTable, over_sockets: Callable[..., Met]
) -> None:
    mine, second_token = joined(app, live), joined(app, live)

    async def body(address: str) -> None:
        async with by(address, mine) as line:
            session = await registered(line)
        await asyncio.sleep(0.1)
        async with by(address, second_token) as line:
            assert await registered(line, session) != session
        async with by(address, mine) as line:
            assert await registered(line, session) == session

    assert len(over_sockets(body).visitors) == 2


def test_a_session_of_the_host_ends_with_being_it(app: Headless, cookie: str, over_sockets: Callable[..., Met]) -> None:
    token = cookie.partition("=")[2]
    table_access = app.tables.access

    async def body(address: str) -> None:
        code = await table_access.join_code(access.HOST_CODE)
        await table_access.redeem(code.secret, token)
        async with by(address, cookie) as line:
            session = await registered(line)
        await table_access.rotate_secret(access.HOST_CODE)
        async with by(address, cookie) as line:
            assert await registered(line, session) != session

    met = over_sockets(body)
    assert [host for _, host in met.visitors] == [True, False]


def test_a_phone_that_is_put_out_is_cut_off(app: Headless, live: LiveTable, over_sockets: Callable[..., Met]) -> None:
    cookie = joined(app, live)

    async def body(address: str) -> None:
        async with by(address, cookie) as line:
            await registered(line)
            await app.tables.access.rotate_secret(live.id)
            assert await closed(line) == 1008
        with pytest.raises(InvalidStatus):
            await by(address, cookie)

    over_sockets(body)


def test_a_phone_that_others_join_stays(app: Headless, live: LiveTable, over_sockets: Callable[..., Met]) -> None:
    cookie = joined(app, live)

    async def body(address: str) -> None:
        async with by(address, cookie) as line:
            session = await registered(line)
            code = await app.tables.access.join_code(live.id)
            await app.tables.access.redeem(code.secret, access.new_token())
            await asyncio.sleep(0.1)
            assert (await line.ping()) is not None
            assert session

    over_sockets(body)


def test_a_phone_that_another_process_put_out_is_cut_off_after_a_while(
    app: Headless, over_sockets: Callable[..., Met], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_auth, "RECHECK_AFTER_S", 0.05)
    cookie = hosts_own(app)

    async def body(address: str) -> None:
        async with by(address, cookie) as line:
            await registered(line)
            await app.worker.run(access.rotate_secret, access.HOST_CODE)
            assert await closed(line) == 1008

    over_sockets(body)


def test_pages_are_told_when_the_server_ends(app: Headless, cookie: str, over_sockets: Callable[..., Met]) -> None:
    watching: list[asyncio.Task[int]] = []

    async def body(address: str) -> None:
        line = await by(address, cookie)
        await registered(line)
        watching.append(asyncio.ensure_future(closed(line)))

    async def code() -> int:
        return await watching[0]

    over_sockets(body)
    assert app.run(code()) == 1012


class Counting:
    """A phone that shows the smallest app, and what came to it."""

    def __init__(self, address: str, cookie: str) -> None:
        self._address = address
        self._cookie = cookie
        self.came: asyncio.Queue[str] = asyncio.Queue()

    async def __aenter__(self) -> Self:
        def told(text: str, _: float) -> None:
            self.came.put_nowait(text)

        self.phone = await Phone.open(self._address, "/", told, {"Cookie": self._cookie})
        self._listening = asyncio.ensure_future(self.phone.listen())
        await self.shows("Count 0 at /")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.phone.close()
        await self._listening

    async def shows(self, text: str) -> None:
        while await asyncio.wait_for(self.came.get(), 10) != text:
            pass


def test_messages_for_controls_that_a_page_does_not_have_hold_nobody_up(
    app: Headless, live: LiveTable, tmp_path: Path, auth: AuthBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    sought: list[int] = []
    monkeypatch.setattr(Session, "_Session__find_live_control", lambda _, __, control: sought.append(control))
    guest, host = joined(app, live), hosts_own(app)

    async def body() -> None:
        async with (
            serving(main, tmp_path, auth) as address,
            Counting(address, guest) as watching,
            Counting(address, host) as tapping,
        ):
            for number in range(10**6, 10**6 + EVENT_BURST // 2):
                await watching.phone.send(Action.EVENT, {"target": number, "name": "click", "data": None})
                answer = {"control_id": number, "call_id": "x", "result": None, "error": None}
                await watching.phone.send(Action.INVOKE, answer)
            await watching.phone.tap("Add")
            await tapping.phone.tap("Add")
            await tapping.shows("Count 1 at /")
            assert watching.came.empty()
            await watching.shows("Count 1 at /")

    asyncio.run(body())
    assert sought == []


def test_a_page_that_never_pauses_is_closed(
    cookie: str, over_sockets: Callable[..., Met], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SLOWED_TIMEOUT_S", 0.1)

    async def body(address: str) -> None:
        async with by(address, cookie) as line:
            await registered(line)
            for _ in range(2 * EVENT_BURST):
                await line.send(b"\x00")
            assert await closed(line) == 1008

    over_sockets(body)


def test_a_message_that_is_too_long_for_a_phone_is_not_taken(cookie: str, over_sockets: Callable[..., Met]) -> None:

    async def body(address: str) -> None:
        async with by(address, cookie) as line:
            await registered(line)
            await line.send(b"\x00" * MAX_FRAME_BYTES)
            await asyncio.wait_for(await line.ping(), 10)
            await line.send(b"\x00" * (MAX_FRAME_BYTES + 1))
            assert await closed(line) == 1009

    over_sockets(body)
