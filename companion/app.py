"""The app: what is opened before it is served, the entry of each browser, and the way from addresses to screens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion import theme
from companion.copies import Copies
from companion.editors import EDITORS
from companion.guards import component, safe
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
from companion.views.exchange import Exchange
from companion.views.history import History
from companion.views.home import Home
from companion.views.keys import KeyList
from companion.views.new_table import NewTable
from companion.views.people import People
from companion.views.person import Person
from companion.views.play import Play
from companion.views.settings import Settings
from companion.views.table import TableScreen
from storage import backups, recovery
from storage.database import file_of, place_of
from storage.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

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


_running: list[Running] = []


def prepare(url: str, data: Path) -> None:
    """Open the database at `url`, with its backups in the folder `data`, before anybody is served.

    Where its file is damaged, the newest good backup takes its place.

    Raises:
        StoreError: it cannot be opened; it is as it was.

    """
    folder = data / backups.FOLDER
    keeper = open_store(lambda: recovery.opened(url, now, folder)[0])
    copies = {game: Copies(keeper, game, keeper.at_once(Store.copies, game)) for game in EDITORS}
    place = place_of(url)
    where = file_of(place) or place.render_as_string()
    tables = Tables(keeper, copies, where=str(where), folder=folder)
    _running.append(Running(keeper, tables, keeper.at_once(Store.settings)))


def shut() -> None:
    """Close the database, after the last was served."""
    while _running:
        _running.pop().keeper.close()


def main(page: ft.Page) -> None:
    """Show the app in one browser."""
    running = _running[-1]
    page.title = TITLE
    page.padding = 0
    dress(page, running.settings)
    page.render(lambda: App(running))


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
def App(running: Running) -> ft.Control:
    """Hold what all screens of this browser share, and show the one that the address names."""
    page = ft.context.page
    look, set_look = use_made(lambda: look_of(page, running.settings))
    turn, set_turn = use_value(0)
    listing, set_listing = use_value(initial=False)
    keys = use_kept(Keys)

    def look_again() -> None:
        set_look(lambda _: look_of(page, running.settings))

    async def keep(key: str, value: object) -> None:
        await running.keeper.ask(Store.set, key, value)
        running.settings[key] = value
        dress(page, running.settings)
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
    ui = Ui(tables=running.tables, look=look, settings=dict(running.settings), set=keep, keys=keys.current, turn=turn)
    return UI(ui, lambda: ft.Router(ROUTES, not_found=NotFound))


@component
def NotFound() -> ft.Control:
    """Say that nothing is at this address."""
    page = ft.context.page
    words = text("There is nothing at this address. The table may have been finished or removed.")
    return screen(topbar("Not found", back="/"), [words, button("Home", lambda: page.navigate("/"))])


@component
def Statistics() -> ft.Control:
    """Show statistics, whose charts are imported only where somebody asks for them: all else starts faster."""
    from companion.views import statistics  # noqa: PLC0415

    shown: ft.Control = statistics.Statistics()
    return shown


def _table(place: str | None = None) -> Callable[[], ft.Control]:
    def shown() -> ft.Control:
        params = ft.use_route_params()
        seat = params.get("seat", "0")
        found: ft.Control = TableScreen(
            params["table"], params.get("place", place), int(seat) if seat.isdecimal() else 0
        )
        return found

    return component(shown)


ROUTES: Final = [
    ft.Route(index=True, component=Home),
    ft.Route(path="new", component=NewTable),
    ft.Route(path="table/:table", component=_table()),
    ft.Route(path="table/:table/:place", component=_table()),
    ft.Route(path="table/:table/:place/:seat", component=_table()),
    ft.Route(path="play/:play", component=Play),
    ft.Route(path="play/:play/correct", component=Correct),
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
]
