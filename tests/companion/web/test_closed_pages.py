"""Pages that are closed leave nothing behind: no watchers, no tasks, no memory."""

from __future__ import annotations

import asyncio
import gc
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

import flet as ft
import flet.fastapi
import msgpack  # type: ignore[import-untyped]
import pytest

from companion.services.share_codes.incoming import LinkInbox
from companion.system import limits, paths
from companion.system.limits import HOST_SESSION_TIMEOUT_S, MAX_CLOSED_PAGES
from companion.system.network import Lan
from companion.tables.state import with_player
from companion.ui import app as whole_app
from companion.ui.core.context import use_selector
from companion.ui.core.error_boundary import component
from companion.web import middleware
from companion.web.app import WebApp
from tests.companion.asgi import HOST, scope_of, sessions
from tests.companion.carpe_diem_tables import change
from tests.companion.headless import SETTLE_TIMEOUT_S
from tests.companion.phones import context_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from starlette.types import Message

    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless

PAGES: Final = 200
BATCH: Final = 25
"""Pages that are open at the same time, before all of them are closed; the first of them shows a whole tab."""

WATCHERS: Final = 2
"""How often each of the pages watches the phones at the table."""

REGISTER: Final = 1


@pytest.fixture(autouse=True)
def tidy() -> Iterator[None]:
    sessions().clear()  # other tests leave some
    yield
    sessions().clear()
    asyncio.run(flet.fastapi.app_manager.shutdown())


class Browsers:
    """The pages that browsers of this machine have open, over connections without a network."""

    def __init__(self, app: Headless, data: Path) -> None:
        context = context_of(app)
        site = WebApp(
            lambda page: whole_app.main(context, page),
            assets=paths.assets(),
            data=data,
            lan=Lan(8423),
            links=LinkInbox(),
        )
        self._asgi = site.asgi
        self._watchers = app.tables.access.observers._callbacks
        self._lines: list[tuple[asyncio.Queue[Message], asyncio.Future[None]]] = []

    async def open(self, *routes: str) -> None:
        """Open a page at each route, and wait until all of them watch the phones at the table."""
        watching = len(self._watchers)
        for route in routes:
            body = {"session_id": None, "page_name": "", "page": {"route": route, "width": 390, "height": 844}}
            said: asyncio.Queue[Message] = asyncio.Queue()
            said.put_nowait({"type": "websocket.connect"})
            said.put_nowait({"type": "websocket.receive", "bytes": b"\x00" + msgpack.packb([REGISTER, body])})
            scope = scope_of("websocket", "/ws", {"host": HOST}) | {"scheme": "ws"}
            self._lines.append((said, asyncio.ensure_future(self._asgi(scope, said.get, _taken))))
        async with asyncio.timeout(SETTLE_TIMEOUT_S):
            while len(self._watchers) < watching + WATCHERS * len(routes):  # noqa: ASYNC110 - a list cannot be waited for
                await asyncio.sleep(0.001)

    async def close(self) -> None:
        """Close all pages."""
        for said, _ in self._lines:
            said.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await asyncio.wait([serving for _, serving in self._lines])
        self._lines.clear()


async def _taken(_: Message) -> None:
    """Take what is sent to a browser."""


async def evict(after: timedelta = timedelta()) -> None:
    """Close the sessions whose time is over after so long, as Flet does every ten seconds."""
    for key, session in tuple(sessions().items()):
        if session.expires_at is not None and session.expires_at <= datetime.now(UTC) + after:
            await flet.fastapi.app_manager.delete_session(key)
    await asyncio.sleep(0)
    await asyncio.sleep(0)


def alive() -> tuple[int, int, int]:
    """How many pages there are, tasks that go on, and objects in all."""
    gc.collect()
    objects = gc.get_objects()
    return sum(isinstance(kind, ft.Page) for kind in objects), len(asyncio.all_tasks()), len(objects)


def test_pages_that_are_closed_leave_nothing(
    app: Headless, live: LiveTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "HOST_SESSION_TIMEOUT_S", 0)
    monkeypatch.setattr(middleware, "CLEANUP_TIMEOUT_S", 0.01)
    browsers = Browsers(app, tmp_path)
    watchers = (app.tables.access.observers, live.observers)
    routes = [f"/table/{live.id}/stock/0", *[f"/phones/{live.id}/code"] * (BATCH - 1)]

    async def body() -> None:
        before = alive()
        for batch in range(PAGES // BATCH):
            await browsers.open(*routes)
            await browsers.close()
            await evict()
            assert [len(watcher._callbacks) for watcher in watchers] == [0, 0]
            if batch == 1:  # modules are imported, and caches filled
                _, _, first = alive()
        assert not sessions()
        async with asyncio.timeout(SETTLE_TIMEOUT_S):
            while (now := alive())[:2] != before[:2]:  # noqa: ASYNC110 - nothing says when objects go
                await asyncio.sleep(middleware.CLEANUP_TIMEOUT_S)
        assert now[2] < first + PAGES

    app.run(body())


def test_a_browser_finds_its_last_pages_as_they_were(app: Headless, live: LiveTable, tmp_path: Path) -> None:
    browsers = Browsers(app, tmp_path)

    async def body() -> None:
        await browsers.open(*[f"/phones/{live.id}/code"] * (MAX_CLOSED_PAGES + 3))
        opened = tuple(sessions())
        await browsers.close()
        await evict()
        assert tuple(sessions()) == opened[3:]
        await evict(timedelta(seconds=HOST_SESSION_TIMEOUT_S))
        assert not sessions()

    app.run(body())


def test_a_closed_page_is_not_asked_whether_a_change_matters(app: Headless, live: LiveTable) -> None:
    asked: list[int] = []

    @component
    def counted() -> ft.Control:
        use_selector(live, lambda: asked.append(live.revision))
        return ft.Text("")

    screen = app.show(counted)
    change(app, live, lambda state: with_player(state, 0, coins=1))
    while_open = len(asked)
    assert live.revision in asked
    app.run(screen.page.session.disconnect(60))
    change(app, live, lambda state: with_player(state, 0, coins=2))
    assert len(asked) == while_open
