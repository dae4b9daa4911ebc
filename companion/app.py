"""The app: what is opened before it is served, the entry of each browser, and the way from addresses to screens."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion import theme
from companion.copies import Copies
from companion.editors import EDITORS
from companion.guards import component, lazily, safe
from companion.hearing import Hearing
from companion.hooks import use_kept, use_made, use_value
from companion.keeper import Keeper, open_store
from companion.keys import Keys
from companion.parts.basics import button, text
from companion.parts.topbar import screen, topbar
from companion.tables import Tables
from companion.theme import DARK, LIGHT
from companion.times import now
from companion.ui import UI, Look, Ui
from companion.views.bin import Bin
from companion.views.cards import TwoCards
from companion.views.correct import Correct
from companion.views.earlier import Earlier
from companion.views.history import History
from companion.views.home import Home
from companion.views.keys import KeyList
from companion.views.new_table import NewTable
from companion.views.people import People
from companion.views.person import Person
from companion.views.play import Play
from companion.views.settings import Settings
from companion.views.table import TableScreen
from companion.visitors import THIS_MACHINE, VISITOR
from companion.words import number_in
from storage.backup import backups, recovery
from storage.database.engine import parse_url, sqlite_file
from storage.database.errors import StoreError
from storage.repositories.access import forget_unused_devices, set_device_setting
from storage.repositories.tables import Store

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from companion.doors import Doors
    from companion.lan import Lan
    from companion.visitors import Visitor

TITLE: Final = "Tessera"

PHONE: Final = (390, 844)
"""The width and height of a screen that has not said them yet, in px."""


class Running:
    """What is open while the app is served."""

    def __init__(self, keeper: Keeper, tables: Tables, settings: dict[str, Any]) -> None:
        """Hold the store, the tables, and the settings."""
        self.keeper = keeper
        self.tables = tables
        self.settings = settings
        self.lan: Lan | None = None
        self._hearing: asyncio.Task[Hearing] | None = None

    def hear(self) -> None:
        """Take up what other processes change, from the first page on."""
        if self._hearing is None:
            self._hearing = asyncio.get_running_loop().create_task(Hearing.begin(self.tables, self.settings))

    def close(self) -> None:
        """Let go of the store, after the last page was served."""
        heard = self._hearing
        if heard is not None and heard.done() and not heard.cancelled() and heard.exception() is None:
            heard.result().close()
        self.keeper.close()


_running: list[Running] = []


def prepare(url: str, data: Path) -> None:
    """Open the database at `url`, with its backups in the folder `data`, before anybody is served.

    Where its file is damaged, the newest good backup takes its place.

    Raises:
        StoreError: it cannot be opened; it is as it was.

    """
    folder = data / backups.FOLDER
    keeper = open_store(lambda: recovery.open_store(url, now, folder)[0])
    copies = {game: Copies(keeper, game, keeper.at_once(Store.copies, game)) for game in EDITORS}
    place = parse_url(url)
    where = sqlite_file(place) or place.render_as_string()
    with suppress(StoreError):  # it can wait until there is room to write
        keeper.at_once(forget_unused_devices)
    tables = Tables(keeper, copies, where=str(where), folder=folder)
    _running.append(Running(keeper, tables, keeper.at_once(Store.settings)))


def doors() -> Doors:
    """Return the doors of the tables that are served."""
    return _running[-1].tables.doors


def keeper() -> Keeper:
    """Return what asks the store that is served."""
    return _running[-1].keeper


def serve_by(lan: Lan) -> None:
    """Say by which network the app is served, so that a screen can let it in."""
    _running[-1].lan = lan


def shut() -> None:
    """Close the database, after the last was served."""
    while _running:
        _running.pop().close()


def main(page: ft.Page) -> None:
    """Show the app in one browser."""
    running = _running[-1]
    running.hear()
    visitor = VISITOR.get()
    page.title = TITLE
    page.padding = 0
    dress(page, settings_of(running, visitor))
    page.render(lambda: App(running, visitor))


def settings_of(running: Running, visitor: Visitor) -> dict[str, Any]:
    """Return the settings that a visitor sees and changes: those of the app, or, for a guest, those of the phone."""
    return running.settings if visitor.phone is None or visitor.host else dict(visitor.phone.settings)


def dress(page: ft.Page, settings: dict[str, Any]) -> None:
    """Put on the theme that the settings ask for."""
    scale = float(settings.get("text", 1.0))
    page.theme = theme.theme(LIGHT, scale)
    page.dark_theme = theme.theme(DARK, scale)
    page.theme_mode = ft.ThemeMode(settings.get("theme", "system"))


def look_of(page: ft.Page, settings: dict[str, Any]) -> Look:
    """Return what the shape of the screens depends on, as this browser and the settings have it."""
    mode = settings.get("theme", "system")
    dark = mode == "dark" or (mode == "system" and page.platform_brightness is ft.Brightness.DARK)
    return Look(
        palette=DARK if dark else LIGHT,
        scale=float(settings.get("text", 1.0)),
        width=int(page.width or PHONE[0]),
        height=int(page.height or PHONE[1]),
    )


@component
def App(running: Running, visitor: Visitor = THIS_MACHINE) -> ft.Control:
    """Hold what all screens of this browser share, and show the one that the address names."""
    page = ft.context.page
    settings = use_kept(lambda: settings_of(running, visitor)).current
    look, set_look = use_made(lambda: look_of(page, settings))
    tables = use_kept(lambda: running.tables if visitor.host else running.tables.by(visitor))
    turn, set_turn = use_value(0)
    listing, set_listing = use_value(initial=False)
    keys = use_kept(Keys)

    def look_again() -> None:
        set_look(lambda _: look_of(page, settings))

    async def keep(key: str, value: object) -> None:
        if visitor.host:
            await running.keeper.ask(Store.set, key, value)
        else:
            await running.keeper.ask(set_device_setting, visitor.key, key, value)
        settings[key] = value
        dress(page, settings)
        page.update()
        look_again()
        set_turn(lambda count: count + 1)

    async def pressed(event: ft.KeyboardEvent) -> None:
        if event.key in ("?", "F1") and not keys.current.typing:
            set_listing(lambda _: True)
        else:
            await keys.current.press(event)

    def start() -> None:
        page.on_resize = safe(look_again)
        page.on_platform_brightness_change = safe(look_again)
        page.on_keyboard_event = safe(pressed)
        page.on_connect = safe(lambda: set_turn(lambda count: count + 1))
        look_again()

    ft.use_effect(start, [])
    KeyList(listing, lambda: set_listing(lambda _: False))
    ui = Ui(
        tables=tables.current,
        look=look,
        settings=dict(settings),
        set=keep,
        keys=keys.current,
        visitor=visitor,
        lan=running.lan if visitor.host else None,
        turn=turn,
    )
    return UI(ui, lambda: ft.Router(ROUTES if visitor.host else ROUTES_OF_GUESTS, not_found=NotFound))


@component
def NotFound() -> ft.Control:
    """Say that nothing is at this address."""
    page = ft.context.page
    words = text("There is nothing at this address. The table may have been finished or removed.")
    return screen(topbar("Not found", back="/"), [words, button("Home", lambda: page.navigate("/"))])


Code: Final = lazily("companion.views.code", "Code")
Exchange: Final = lazily("companion.views.exchange", "Exchange")
Statistics: Final = lazily("companion.views.statistics", "Statistics")
TakeIn: Final = lazily("companion.views.take", "TakeIn")


def _table(place: str | None = None) -> Callable[[], ft.Control]:
    def shown() -> ft.Control:
        params = ft.use_route_params()
        found: ft.Control = TableScreen(params["table"], params.get("place", place), number_in(params.get("seat", "")))
        return found

    return component(shown)


ROUTES_OF_GUESTS: Final = [
    ft.Route(index=True, component=lazily("companion.views.guest", "GuestHome")),
    ft.Route(path="seat/:table", component=lazily("companion.views.guest", "Seats")),
    ft.Route(path="table/:table", component=lazily("companion.views.guest", "AtTable")),
    ft.Route(path="table/:table/:place", component=lazily("companion.views.guest", "AtTable")),
    ft.Route(path="table/:table/:place/:seat", component=lazily("companion.views.guest", "AtTable")),
    ft.Route(path="play/:play", component=lazily("companion.views.guest", "Played")),
    ft.Route(path="play/:play/picture", component=lazily("companion.views.guest", "PlayedPicture")),
    ft.Route(path="code/play/:play", component=lazily("companion.views.guest", "PlayedCode")),
]
"""Where phones come to that are not the host's."""

ROUTES: Final = [
    ft.Route(index=True, component=Home),
    ft.Route(path="new", component=NewTable),
    ft.Route(path="table/:table", component=_table()),
    ft.Route(path="table/:table/:place", component=_table()),
    ft.Route(path="table/:table/:place/:seat", component=_table()),
    ft.Route(path="phones/:table", component=lazily("companion.views.phones", "Phones")),
    ft.Route(path="phones/:table/code", component=lazily("companion.views.phones", "WholeCode")),
    ft.Route(path="phones/:table/code/:base", component=lazily("companion.views.phones", "WholeCode")),
    ft.Route(path="play/:play", component=Play),
    ft.Route(path="play/:play/correct", component=Correct),
    ft.Route(path="play/:play/picture", component=lazily("companion.views.picture", "Picture")),
    ft.Route(path="play/:play/earlier/:revision", component=Earlier),
    ft.Route(path="history", component=History),
    ft.Route(path="history/deleted", component=Bin),
    ft.Route(path="exchange", component=Exchange),
    ft.Route(path="people", component=People),
    ft.Route(path="people/:kind/:id", component=Person),
    ft.Route(path="statistics", component=Statistics),
    ft.Route(path="statistics/:game", component=Statistics),
    ft.Route(path="statistics/:game/:player", component=Statistics),
    ft.Route(path="settings", component=Settings),
    ft.Route(path="settings/:copy", component=Settings),
    ft.Route(path="cards", component=TwoCards),
    *(ft.Route(path=f"code/{of}", component=Code) for of in ("play/:play", "table/:table", "copy/:game")),
    *(ft.Route(path=path, component=TakeIn) for path in ("take", "take/:arrival")),
]
