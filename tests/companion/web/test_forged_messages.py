"""Whatever a phone sends instead of what its page would: it changes nothing that is not its own, and stops nobody."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import flet.fastapi
import msgpack  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.page_messages import ANSWER, EVENT, MESSAGE, REGISTER, UPDATE
from companion.services.share_codes.incoming import LinkInbox
from companion.services.share_codes.player_parts import part_of
from companion.system import limits, paths
from companion.system.network import Lan
from companion.tables.state import documents_of, state_of
from companion.ui import app as whole_app
from companion.ui.components import stepper
from companion.ui.editors import EDITORS
from companion.web import middleware
from companion.web.app import WebApp
from storage.repositories import access
from storage.repositories.tables import Store
from tests.companion.asgi import ANOTHER, scope_of, sessions
from tests.companion.carpe_diem_tables import GAME, laid_out
from tests.companion.headless import SETTLE_TIMEOUT_S
from tests.companion.phones import come, context_of, of_host, seated
from tests.strategies import examples, json_values

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from flet.messaging.session import Session
    from starlette.types import ASGIApp, Message

    from companion.tables.live_table import LiveTable
    from companion.tables.state import TableState
    from companion.web.auth import AuthBackend
    from tests.companion.headless import Headless

MOST: Final = 40
"""The most messages of one page."""

CALLS: Final = 10
"""More calls of the store, one after the other, than what a page makes before it is shown."""

SEAT: Final = 1
"""The seat of the phone; the others have phones of their own."""

EVENTS: Final = [
    "app_lifecycle_state_change", "blur", "change", "click", "close", "connect", "dismiss", "dispose",
    "error", "focus", "get_upload_url", "hover", "keyboard_event", "login", "logout", "long_press",
    "media_change", "platform_brightness_change", "resize", "result", "route_change", "select",
    "select_change", "size_change", "submit", "tap", "upload", "view_pop", "__init__", "_trigger_event",
]  # fmt: skip
"""The names of events that controls and pages know, and two that are none."""

PROPERTIES: Final = [
    "bgcolor", "content", "controls", "data", "disabled", "expand", "height", "key", "label", "media",
    "on_change", "on_click", "on_route_change", "overlay", "parent", "platform", "route", "selected",
    "session", "theme_mode", "title", "value", "views", "visible", "web", "width", "window",
]  # fmt: skip
"""The names of what controls and pages have."""

ROUTES: Final = (
    "/",
    "/new",
    "/settings",
    "/history",
    "/exchange",
    "/doctor",
    "/people",
    "/table/1",
    "//",
    "/../",
    "\0",
)

HUGE: Final = {
    "a long number": "9" * 5_000,
    "a long text": "x" * 50_000,
    "many bytes": b"\xff" * 50_000,
    "a wide list": [[[[]]]] * 10_000,
}
"""Values by the words that stand for them, so that a message that fails can be read."""

values: st.SearchStrategy[Any] = st.one_of(
    json_values,
    st.sampled_from(ROUTES),
    st.builds(lambda route: {"route": route}, st.sampled_from(ROUTES)),
    st.sampled_from([2**63, -(2**63), 1e308, b"\xff", {"": {}}, *HUGE]),
)
targets = st.one_of(
    st.tuples(st.sampled_from(["own", "buttons", "host's"]), st.integers(0, 5_000)),
    st.tuples(st.just("any"), st.one_of(st.integers(-(2**63), 2**63 - 1), st.integers(0, 9), st.booleans())),
)
texts = st.text(max_size=20)
taps = st.tuples(st.just(EVENT), st.tuples(st.just("buttons"), st.integers(0, 5_000)), st.just("click"), st.none())
messages = st.one_of(
    taps,
    taps,
    st.tuples(st.just(EVENT), targets, st.one_of(st.sampled_from(EVENTS), texts), values),
    st.tuples(st.just(UPDATE), targets, st.dictionaries(st.one_of(st.sampled_from(PROPERTIES), texts), values)),
    st.tuples(st.just(ANSWER), targets, texts, values, st.one_of(st.none(), texts)),
    st.tuples(st.just("any"), st.one_of(st.binary(max_size=60), values)),
)


@pytest.fixture(autouse=True)
def tidy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let messages come as fast as they can be made, and find and leave no pages."""
    sessions().clear()
    monkeypatch.setattr(middleware, "CLEANUP_TIMEOUT_S", 0.01)
    monkeypatch.setattr(stepper, "PAUSE_S", 0)
    monkeypatch.setattr(limits, "EVENTS_PER_SECOND", 10**9)
    yield
    asyncio.run(flet.fastapi.app_manager.shutdown())


def whole(value: Any) -> Any:
    return HUGE.get(value, value) if isinstance(value, str) else value


def packed(message: Any, numbers: Mapping[str, Sequence[int]]) -> bytes:
    """Return a drawn message as a frame; `numbers` are those of the controls that it may be for."""

    def number(target: tuple[str, int]) -> int:
        whose, which = target
        among = numbers.get(whose)
        return which if not among else among[which % len(among)]

    match message:
        case (action, target, name, data) if action == EVENT:
            body = {"target": number(target), "name": name, "data": whole(data)}
        case (action, target, properties) if action == UPDATE:
            body = {"id": number(target), "props": {name: whole(value) for name, value in properties.items()}}
        case (action, target, call, result, error) if action == ANSWER:
            body = {"control_id": number(target), "call_id": call, "result": whole(result), "error": error}
        case (_, bytes() as raw):
            return raw
        case (_, value):
            return MESSAGE + packed_value(value)
    return MESSAGE + packed_value([message[0], body])


def packed_value(value: Any) -> bytes:
    """Return a value as it travels; what is too large a number for that, as its digits."""
    written: bytes = msgpack.packb(value, default=str)
    return written


def numbers_of(session: Session) -> dict[str, list[int]]:
    """Return the numbers of the controls of a page, and those of its buttons."""
    controls = sorted(session.index.items())
    buttons = [number for number, control in controls if getattr(control, "on_click", None) is not None]
    return {"own": [number for number, _ in controls], "buttons": buttons}


class Page:
    """A page of a phone, over a connection without a network."""

    def __init__(self, asgi: ASGIApp, cookie: str, route: str) -> None:
        self.sent: list[Message] = []
        self._coming: asyncio.Queue[Message] = asyncio.Queue()
        self._coming.put_nowait({"type": "websocket.connect"})
        body = {"session_id": None, "page_name": "", "page": {"route": route, "width": 390, "height": 844}}
        self.say(MESSAGE + msgpack.packb([REGISTER, body]))
        scope = scope_of("websocket", "/ws", {"host": "192.168.0.2:8423", "cookie": cookie}, ANOTHER)
        self.serving = asyncio.ensure_future(asgi(scope | {"scheme": "ws"}, self._coming.get, self._take))

    async def _take(self, message: Message) -> None:
        self.sent.append(message)

    def say(self, frame: bytes) -> None:
        self._coming.put_nowait({"type": "websocket.receive", "bytes": frame})

    async def registered(self) -> Session:
        """Wait until the page is known; return its session."""
        async with asyncio.timeout(SETTLE_TIMEOUT_S):
            while not sessions():
                assert not self.serving.done(), self.sent
                await asyncio.sleep(0.001)
        (session,) = sessions().values()
        return session

    async def heard(self) -> None:
        """Wait until everything that was said is heard."""
        async with asyncio.timeout(SETTLE_TIMEOUT_S):
            while not self._coming.empty() and not self.serving.done():  # noqa: ASYNC110 - a queue without a join
                await asyncio.sleep(0.001)

    async def close(self) -> None:
        self._coming.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await self.serving


class Table:
    """A table of three whose players all have phones, and what of it is not the forger's."""

    def __init__(self, app: Headless, data: Path, auth: AuthBackend) -> None:
        self.app = app
        self.live: LiveTable = laid_out(app, "Anna", "Ben", "Cleo")
        self._token = access.new_token()
        self._forger = come(app, self.live, self._token)
        for seat in (0, 2):
            seated(app, self.live, seat)
        lan = Lan(8423)
        lan.is_open = True
        context = context_of(app, lan)
        host = of_host(app, f"/table/{self.live.id}")
        self.hosts = sorted(host.page.session.index)
        served = WebApp(
            lambda page: whole_app.main(context, page),
            assets=paths.assets(),
            data=data,
            lan=lan,
            links=LinkInbox(),
            auth=auth,
        )
        self.asgi = served.asgi

    async def others(self) -> object:
        """Return what no forger may change."""
        stored = await self.app.worker.run(Store.table, self.live.id)
        assert stored is not None
        state = state_of(self.live.game, stored.content)
        guests = await self.app.worker.run(access.guests, self.live.id)
        return (
            stored.state,
            [self._own(state, seat) for seat in range(len(self.live.names)) if seat != SEAT],
            [(guest.device_id, guest.seat) for guest in guests if guest.device_id != self._forger.key],
            await self.app.worker.run(access.join_code, self.live.id),
            await self.app.worker.run(Store.settings),
            [row.id for row in await self.app.worker.run(Store.tables)],
        )

    def _own(self, state: TableState[Any], seat: int) -> object:
        """Return what belongs to a player; where it lies in a pile on the prestige bar is everybody's."""
        part = part_of(GAME, state, seat, self.app.tables.copies[GAME])
        return replace(part.table.players[seat], stack=0), documents_of(self.live.game, part)[1]

    async def shown(self) -> None:
        """Wait until a page that has come is shown, with what it loads."""
        for _ in range(CALLS):
            await self.app.worker.run(Store.settings)

    async def cookie(self) -> str:
        """Return the cookie of the forger, who sits in the seat again, whatever was given up before."""
        code = await self.app.tables.access.join_code(self.live.id)
        await self.app.tables.access.redeem(code.secret, self._token)
        await self.app.tables.access.sit(self.live.id, self._forger, SEAT)
        return f"tessera={self._token}"


async def settled(before: set[asyncio.Task[Any]]) -> None:
    """Close all pages, and wait until none of their tasks goes on.

    Flet ends what waits for a browser when its session is closed; what begins to wait after that is ended here.
    """
    closed = tuple(sessions().values())
    for key in tuple(sessions()):
        await flet.fastapi.app_manager.delete_session(key)
    async with asyncio.timeout(SETTLE_TIMEOUT_S):
        while asyncio.all_tasks() - before:
            for session in closed:
                session._Session__cancel_method_calls()  # type: ignore[attr-defined]
            await asyncio.sleep(0.001)


def test_what_is_forged_changes_nothing_of_others_and_stops_nobody(
    app: Headless, tmp_path: Path, auth: AuthBackend
) -> None:
    table = Table(app, tmp_path, auth)
    at, seats = f"/table/{table.live.id}", range(len(table.live.names))
    # on a tab that is not of a seat, whoever sits may enter what others pay
    tabs = [(tab.key, seat) for tab in EDITORS[GAME].tabs if tab.of_a_seat for seat in seats]
    of_others = [f"{at}/sheet/0", *(f"{at}/{key}/{seat}" for key, seat in tabs if seat != SEAT)]
    own = [at, f"{at}/end/0", *(f"{at}/{key}/{SEAT}" for key, seat in tabs if seat == SEAT), f"/seat/{table.live.id}"]
    others = ["/", f"/phones/{table.live.id}"]
    routes = st.one_of(*map(st.sampled_from, (of_others, of_others, own, others)))

    @examples(20)
    @given(routes, st.lists(messages, min_size=MOST // 2, max_size=MOST))
    def forged(route: str, drawn: list[Any]) -> None:
        async def body() -> None:
            running = asyncio.all_tasks()
            before = await table.others()
            page = Page(table.asgi, await table.cookie(), route)
            try:
                session = await page.registered()
                await table.shown()
                for message in drawn:
                    page.say(packed(message, numbers_of(session) | {"host's": table.hosts}))
                    await page.heard()
            finally:
                await page.close()
                await settled(running)
            assert await table.others() == before

        with app.failing():
            app.run(body())

    forged()


def test_a_stranger_is_heard_by_nobody(app: Headless, tmp_path: Path, auth: AuthBackend) -> None:
    table = Table(app, tmp_path, auth)
    numbers = {"host's": table.hosts}

    @examples(10)
    @given(st.lists(messages, max_size=MOST))
    def forged(drawn: list[Any]) -> None:
        async def body() -> None:
            page = Page(table.asgi, "tessera=made-up", "/")
            for message in drawn:
                page.say(packed(message, numbers))
            await page.close()
            assert [message["type"] for message in page.sent] == ["websocket.close"]
            assert not sessions()

        app.run(body())

    forged()
