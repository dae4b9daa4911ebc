"""Components without a browser: a session of Flet on a connection that plays the client, told by accessible names.

    with opened(tmp_path) as app:
        screen = app.show(Home)
        screen.tap("New table")
        assert screen.route == "/new"

A control is found by what a screen reader says: its label, or its words. Every call returns when nothing is left to do.
A failure in a handler or in a component fails the test.
"""

from __future__ import annotations

import asyncio
import dataclasses
import logging
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import flet as ft
from flet.components.component import Component
from flet.controls.context import _context_page
from flet.messaging.session import Session

from companion.formatting.languages import LANGUAGE_SETTING
from companion.games import KITS
from companion.services.share_codes.incoming import LinkInbox
from companion.system import paths
from companion.tables.access import THIS_MACHINE, Visitor
from companion.tables.my_copy import MyCopy
from companion.tables.registry import Tables
from companion.tables.store_worker import StoreWorker
from companion.ui.components.foot import FootBar, SnackbarStrip
from companion.ui.core.context import UI, Ui, Viewport
from companion.ui.core.error_boundary import LOG, safe
from companion.ui.core.error_boundary import component as guarded_component
from companion.ui.core.hooks import begin_rendering, keyed, use_effect, use_value
from companion.ui.core.keyboard import Keys
from companion.ui.core.page import apply_language, note_addresses
from scoring import GAMES
from scoring.messages import ENGLISH, reading
from storage.backup import backups
from storage.database.sqlite_files import Journal
from storage.repositories.tables import Store
from tests.companion.client import Client, registered
from tests.companion.spoken import SpokenScreen, name_of
from tests.storage import stores

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator, Mapping

    import pytest
    from flet.controls.base_control import BaseControl

    from companion.services.browser_page import BrowserPage
    from companion.services.devices import Devices
    from companion.services.friends import Friends
    from companion.services.pairing import Pairing
    from companion.services.shared_folder import Sharing
    from companion.services.visit import Visit
    from companion.tables.live_table import LiveTable
    from companion.tables.state import TableState

R = TypeVar("R")

GAMES_WITH_RULES: Final = [key for key, game in GAMES.items() if game.rules]
"""The keys of the games whose rules are in code; those of all others stand on pads."""

SETTLE_TIMEOUT_S: Final = 10
"""Seconds after which a task counts as one that never ends."""

WAITS_S: Final = 0.1
"""Seconds in which a screen shows what came of something while nothing can be saved."""


class _Failures(logging.Handler):
    """Keeps what the guards caught."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(logging.Formatter().format(record))


class Screen(SpokenScreen):
    """What one browser shows, and what is done there."""

    def __init__(self, app: Headless, client: Client, page: ft.Page) -> None:
        super().__init__(page, lambda: app.rest)
        self._app = app
        self._client = client

    @property
    def route(self) -> str:
        """Where the browser was sent last."""
        return self._client.route

    @property
    def called(self) -> list[tuple[str, Any]]:
        """What was asked of the browser: the names of methods with their arguments."""
        return self._client.called

    @property
    def focused(self) -> str:
        """The name of what got the focus last."""
        return next(name_of(control) for control, _ in self.controls() if control._i == self._client.focused)

    @property
    def updates(self) -> int:
        """How many changes were sent to the browser."""
        return self._client.updates

    def tap(self, name: str, *, group: str = "") -> None:
        """Tap what has this name: a button, a tick, a switch, a radio button, a segment, anything that takes a tap.

        `group` is what it lies in, where several have the name.
        """
        self._app.run(self.send(self.tap_on(name, group)))

    def start(self) -> None:
        """Tap the button that starts a new table, which says for how many it is, and which game."""
        self.tap(next((name for name in self.names if name.startswith("Start with ")), "Start"))

    def tap_both(self, *names: str) -> None:
        """Tap what has these names, all of which are shown now, so fast that the screen does not change in between."""
        targets = [self.tapped(name) for name in names]

        async def taps() -> None:
            events = (self.page.session.dispatch_event(target._i, "click", None) for target in targets)
            await asyncio.gather(*events)

        self._app.run(taps())

    def tap_late(self, *names: str) -> None:
        """Tap what has these names, all of which are shown now, one after the other, as over a slow network."""
        for target in [self.tapped(name) for name in names]:
            self.event(target, "click")

    def type_into(self, name: str, text: str) -> None:
        """Put a text in the place of what a field holds."""
        field = self.find(name, ft.TextField)
        self.event(field, "focus")
        self._app.run(self.send(self.text_in(name, text)))

    def type_one_by_one(self, name: str, *texts: str) -> None:
        """Put one text after the other into a field, faster than anything that they set off."""
        all_sent = [self.text_in(name, text) for text in texts]

        async def all_typed() -> None:
            handling = []
            for sent in all_sent:
                handling.append(asyncio.create_task(self.send(sent)))
                await asyncio.sleep(0)
            await asyncio.gather(*handling)

        self._app.run(all_typed())

    def type_and_tap(self, name: str, text: str, button: str) -> None:
        """Type into a field, and tap a button before it shows what was typed."""
        field, target = self.find(name, ft.TextField), self.tapped(button)
        dispatch = self.page.session.dispatch_event
        self.page.session.apply_patch(field._i, {"value": text})

        async def done() -> None:
            typed = dispatch(field._i, "change", text), dispatch(field._i, "blur", None)
            await asyncio.gather(*typed, dispatch(target._i, "click", None))

        self._app.run(done())

    def submit(self, name: str) -> None:
        """Press Enter in a field."""
        field: Any = self.find(name, ft.TextField)
        self.event(field, "submit", field.value)

    def leave(self, name: str) -> None:
        """Take the cursor out of a field."""
        self.event(self.find(name, ft.TextField), "blur")

    def press(self, key: str, *, ctrl: bool = False, alt: bool = False, shift: bool = False) -> None:
        """Press a key, named as Flet names it: "A", "Arrow Up", "Escape"."""
        held = {"ctrl": ctrl, "alt": alt, "shift": shift, "meta": False}
        self.event(self.page, "keyboard_event", {"key": key, **held})

    def press_at_once(self, *keys: str) -> None:
        """Press keys one after the other, faster than anything that they set off."""
        held = {"ctrl": False, "alt": False, "shift": False, "meta": False}
        session, page = self.page.session, self.page._i

        async def pressed() -> None:
            events = (session.dispatch_event(page, "keyboard_event", {"key": key, **held}) for key in keys)
            await asyncio.gather(*events)

        self._app.run(pressed())

    def scroll(self, *ends: float, to: float | None = None) -> None:
        """Scroll the column to its end, so many px below its top, or `to` px; several come before anything is shown."""
        column = next(control for control, _ in self.controls(unsaid=True) if getattr(control, "on_scroll", None))
        screen = {"event_type": "update", "min_scroll_extent": 0.0, "viewport_dimension": 700.0}
        events = [screen | {"max_scroll_extent": end, "pixels": end if to is None else to} for end in ends]

        async def scrolled() -> None:
            await asyncio.gather(*(self.page.session.dispatch_event(column._i, "scroll", event) for event in events))

        self._app.run(scrolled())

    def event(self, control: BaseControl, event: str, data: Any = None) -> None:
        """Let a control send an event, and wait until its consequences are on the screen."""
        self._app.run(self.page.session.dispatch_event(control._i, event, data))

    def go(self, route: str) -> None:
        """Go to an address."""
        self.page.session.apply_page_patch({"route": route})
        self.event(self.page, "route_change", {"route": route})

    def follow(self) -> None:
        """Go where the browser was sent."""
        self.go(self.route)

    def settle(self) -> None:
        """Wait until nothing is left to do."""
        self._app.run(asyncio.sleep(0))


class Headless:
    """The app as a process: its store, its tables, and the browsers that show it."""

    def __init__(self, worker: StoreWorker, where: str, runner: asyncio.Runner, executor: ThreadPoolExecutor) -> None:
        self.worker = worker
        self.links = LinkInbox()
        self.browser: BrowserPage | None = None
        self.pairing: Pairing | None = None
        self.visit: Visit | None = None
        self.devices: Devices | None = None
        self.friends: Friends | None = None
        self.sharing: Sharing | None = None
        self.rest: object | None = None
        """What tells one moment at which nothing is left to do from the next; `None` while something is done."""
        self._runner = runner
        self._executor = executor
        self._pages: list[ft.Page] = []
        self._failures = _Failures()
        self._waits = False
        self._clients: list[Client] = []
        copies = {game: MyCopy(worker, game, worker.run_blocking(Store.copies, game)) for game in KITS}
        self.tables = Tables(worker, copies, where=where, folder=Path(where).parent / backups.FOLDER)
        LOG.addHandler(self._failures)

    def begin_table(self, game: str, state: TableState[Any]) -> LiveTable:
        """Begin a table as it lies there, and open it."""
        return self.open_table(self.run(self.tables.begin(game, state)))

    def open_table(self, table_id: str) -> LiveTable:
        live = self.run(self.tables.open(table_id))
        assert live is not None
        return live

    def run(self, doing: Coroutine[Any, Any, R]) -> R:
        """Do something, and wait until every screen shows what came of it."""

        async def done() -> R:
            task = asyncio.ensure_future(doing)
            if self._waits:
                await asyncio.wait({task}, timeout=WAITS_S)
            result = cast("R", None) if self._waits and not task.done() else await task
            await self._settled()
            return result

        self.rest = None
        result = self._runner.run(done())
        self.rest = object()
        failures = [*self._failures.found, *(failure for client in self._clients for failure in client.failures)]
        assert not failures, "\n\n".join(failures)
        return result

    def show(
        self,
        component: Callable[..., ft.Control],
        *args: Any,
        viewport: Viewport | None = None,
        settings: Mapping[str, Any] | None = None,
        route: str = "/",
        visitor: Visitor = THIS_MACHINE,
        language: str | None = None,
    ) -> Screen:
        """Show a component in a visitor's own browser, opened at a route; the settings are kept on top of others.

        The browser reads `language`, English where none is named.
        """

        async def start() -> Screen:
            for key, value in (settings or {}).items():
                await self.worker.run(Store.set, key, value)
            client = Client(asyncio.get_running_loop(), self._executor)
            client.session = session = Session(client)
            _context_page.set(session.page)
            session.apply_page_patch({"route": route})
            client.send_message(registered(session))
            stored = await self.worker.run(Store.settings)
            with reading(ENGLISH):
                apply_language(session.page, {LANGUAGE_SETTING: language})
            note_addresses(session.page)
            begin_rendering(session.page)
            tables = self.tables if visitor.host else self.tables.as_user(visitor)
            ui = Ui(
                tables=tables,
                links=self.links,
                viewport=viewport or Viewport(),
                settings=stored,
                set=partial(self._keep, stored),
                keep=partial(self._keep, stored),
                keys=Keys(),
                visitor=visitor,
                browser=self.browser,
                pairing=self.pairing if visitor.host else None,
                visit=self.visit if visitor.host else None,
                devices=self.devices if visitor.host else None,
                friends=self.friends if visitor.host else None,
                sharing=self.sharing if visitor.phone is None else None,
            )
            session.page.render(_root, ui, component, args)
            self._clients.append(client)
            self._pages.append(session.page)
            return Screen(self, client, session.page)

        return self.run(start())

    def tap_at_once(self, *taps: tuple[Screen, str]) -> None:
        """Tap things of these names in several browsers, before any of them shows what came of another tap."""
        targets = [(screen.page.session, screen.tapped(name)) for screen, name in taps]

        async def tapped() -> None:
            await asyncio.gather(*(session.dispatch_event(target._i, "click", None) for session, target in targets))

        self.run(tapped())

    async def _keep(self, stored: dict[str, Any], key: str, value: Any) -> None:
        stored[key] = value
        await self.worker.run(Store.set, key, value)

    @contextmanager
    def failing(self) -> Iterator[list[str]]:
        """Let pass what the guards catch meanwhile; it is what is yielded."""
        provoked = _Failures()
        LOG.removeHandler(self._failures)
        LOG.addHandler(provoked)
        try:
            yield provoked.found
        finally:
            LOG.removeHandler(provoked)
            LOG.addHandler(self._failures)

    @contextmanager
    def unable_to_save(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        """Let changes and their handlers wait meanwhile, and go on afterwards; a test sees to it that they have to."""
        monkeypatch.setattr("companion.tables.live_table.RETRY_AFTER_S", 0.01)
        self._waits = True
        try:
            yield
        finally:
            self._waits = False
        self.run(asyncio.sleep(0))

    @contextmanager
    def locked(self, monkeypatch: pytest.MonkeyPatch, busy_ms: int = 0) -> Iterator[None]:
        """Let another program hold the database meanwhile.

        The store itself waits for `busy_ms` before it says that it is locked.
        """
        self.worker.run_blocking(stores.asked, f"PRAGMA busy_timeout={busy_ms}")
        with (
            self.unable_to_save(monkeypatch),
            closing(sqlite3.connect(self.tables.where, isolation_level=None)) as holder,
        ):
            holder.execute("BEGIN IMMEDIATE")
            yield

    def close(self) -> None:
        """Let every browser go, and close the store."""
        LOG.removeHandler(self._failures)

        async def end() -> None:
            for page in self._pages:
                page.session.close()  # type: ignore[no-untyped-call]
            await asyncio.sleep(0)

        self._runner.run(end())

    async def _settled(self) -> None:
        """Wait until only the tasks that show changes are left, and have nothing to show."""
        waiting = {page.session._Session__updates_task for page in self._pages}  # type: ignore[attr-defined]
        end = asyncio.get_running_loop().time() + SETTLE_TIMEOUT_S
        quiet = 0
        while quiet < 3:
            await asyncio.sleep(0)
            busy = asyncio.all_tasks() - waiting - {asyncio.current_task()}
            if busy:
                timeout = WAITS_S if self._waits else max(0, end - asyncio.get_running_loop().time())
                _, busy = await asyncio.wait(busy, timeout=timeout)
                if self._waits:
                    return
                assert not busy, f"still going on after {SETTLE_TIMEOUT_S} s: {busy}"
                quiet = 0
            elif any(page.session._Session__updates_ready.is_set() for page in self._pages):  # type: ignore[attr-defined]
                quiet = 0
            else:
                quiet += 1


@contextmanager
def opened(data: Path, url: str | None = None, journal: Journal = Journal.WAL) -> Iterator[Headless]:
    """Open the app on a data folder; a test may open it again afterwards, as after a restart.

    The database is the one at `url`, or a file there, with that journal.
    """
    file = data / paths.DATABASE
    if not file.exists():
        data.mkdir(parents=True, exist_ok=True)
        stores.prepare(file)
    clock = _Clock()
    worker = StoreWorker(lambda: Store(url or paths.database(data), clock, journal=journal))
    try:
        with ThreadPoolExecutor(max_workers=1) as executor, asyncio.Runner() as runner:
            app = Headless(worker, str(data / paths.DATABASE), runner, executor)
            try:
                yield app
            finally:
                app.close()
    finally:
        worker.close()


class _Clock:
    """Moments that differ, so that what is done later also counts as later."""

    def __init__(self) -> None:
        self._last = datetime.min.replace(tzinfo=UTC)

    def __call__(self) -> datetime:
        self._last = max(datetime.now(UTC), self._last + datetime.resolution)
        return self._last


@guarded_component
def _FootBarElsewhere() -> ft.Control:  # noqa: N802 - components have names like this
    """Show the bar at the thumb of what is a part of a screen: a whole one has its own."""
    has_own, set_own = use_value(initial=True)
    mounted = ft.context.page.session.index

    def look() -> None:
        set_own(lambda _: any(part.key != REST and _is_bar(part) for part in mounted.values()))

    use_effect(look, [object()])
    return ft.Container(visible=False) if has_own else keyed(REST, FootBar)


REST: Final = "the bar of a part"


def _is_bar(part: BaseControl) -> bool:
    return isinstance(part, Component) and getattr(part.fn, "__name__", "") == FootBar.__name__


@ft.component
def _root(ui: Ui, component: Callable[..., ft.Control], args: tuple[Any, ...]) -> Any:
    _, render = ft.use_state(0)

    async def change(key: str, value: Any) -> None:
        await ui.keep(key, value)
        render(lambda count: count + 1)

    ft.context.page.on_keyboard_event = safe(ui.keys.press)
    parts = [lambda: component(*args), SnackbarStrip, _FootBarElsewhere]
    return UI(dataclasses.replace(ui, set=change), lambda: ft.Column([part() for part in parts]))


def id_of_the_part_that_scrolls(screen: Screen) -> int:
    """Return the number by which the browser knows the part that scrolls: it keeps the place of one it knows."""
    (column,) = (control for control, _ in screen.controls() if isinstance(control, ft.Column) and control.scroll)
    return column._i
