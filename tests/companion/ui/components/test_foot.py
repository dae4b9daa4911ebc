"""The bar at the thumb: what a screen is for stands there, and nowhere in what scrolls; messages cover none of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft
import pytest

from companion.ui.components.controls import button, outlined, tappable_picture, text
from companion.ui.components.dialogs import use_window
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import screen as screen_of
from companion.ui.components.layout import topbar
from companion.ui.core import page as page_module
from companion.ui.core.context import Viewport
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import nothing, use_value
from companion.ui.routes import ROUTES
from tests.companion import carpe_diem_tables, carrara_tables, little_town_tables, mayor_tables, pad_tables
from tests.companion.phones import of_host
from tests.companion.spoken import inside, name_of, strays

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.companion.headless import Headless

PHONE, WIDE = Viewport(), Viewport(width=1280, height=800)
FLAT, FLAT_AND_WIDE = Viewport(width=640, height=340), Viewport(width=844, height=340)

LITTLE_TOWN = [little_town_tables.player("Anna", fish=2, wheat=4), little_town_tables.player("Ben")]
BAKERY = carpe_diem_tables.tile("C4", "bakery")


def carpe_diem(app: Headless) -> str:
    state = carpe_diem_tables.table_state(carpe_diem_tables.player_with("Anna", BAKERY))
    return carpe_diem_tables.begun(app, state).id


def little_town(app: Headless, **fields: Any) -> str:
    return little_town_tables.begun(app, little_town_tables.table_state(*LITTLE_TOWN, **fields)).id


def mayor(app: Headless) -> str:
    mayor_tables.know_the_rondel(app)
    return mayor_tables.begun(app, mayor_tables.three_apart()).id


def pad(app: Headless) -> str:
    return pad_tables.begun(app, pad_tables.OTTERS, "Anna", "Ben", entries=[{"fish": 3}, {"fish": 4}]).id


MAIN: dict[str, tuple[Callable[[Headless], str], str, tuple[str, ...], str]] = {
    "a bonus of a tile": (carpe_diem, "district/0", ("C4, ",), "Take "),
    "a bonus on the board": (carpe_diem, "district/0", (), "Take "),
    "the forum": (lambda app: carpe_diem_tables.laid_out(app).id, "forum/0", (), "Lay the cards"),
    "a worker": (little_town, "town/0", ("B3",), "Place a worker"),
    "a meal": (lambda app: little_town(app, site=(5, 5)), "round/0", (), "Feed the workers"),
    "a tile of Mayor": (mayor, "turn/0", ("Shop", "Buy"), "Buy"),
    "a building": (
        lambda app: carrara_tables.laid_out(app).id,
        "board/0",
        ("Build", "villa 1"),
        "Build without paying here",
    ),
    "blocks": (lambda app: carrara_tables.laid_out(app).id, "wheel/0", ("white",), "Anna buys 1 white"),
    "an end sheet": (pad, "end/0", (), "Finish"),
    "the steps to the end": (mayor, "end/0", (), "Next"),
}
"""How a table begins, its tab, what is tapped there, and what that is for."""


@pytest.mark.parametrize("viewport", [PHONE, WIDE, FLAT, FLAT_AND_WIDE], ids=["phone", "wide", "flat", "both"])
@pytest.mark.parametrize(("begin", "tab", "taps", "main"), MAIN.values(), ids=MAIN)
def test_what_a_tab_is_for_stands_at_the_thumb(
    app: Headless, begin: Callable[[Headless], str], tab: str, taps: tuple[str, ...], main: str, viewport: Viewport
) -> None:
    screen = app.show(ft.Router, ROUTES, route=f"/table/{begin(app)}/{tab}", viewport=viewport)
    for start in taps:
        screen.tap(next(name for name in screen.names if name.startswith(start)))
    (shown,) = [control for control, _ in screen.controls() if isinstance(control, ft.FilledButton)]
    assert name_of(shown).startswith(main)
    assert strays(screen) == ([name_of(shown)] if viewport in (FLAT, FLAT_AND_WIDE) else [])


def test_the_bar_shows_what_came_last_and_nothing_of_a_part_that_has_gone(app: Headless) -> None:
    @component
    def shown() -> ft.Control:
        opened, set_opened = use_value(initial=False)
        turn = outlined("Turn", lambda: set_opened(lambda old: not old))
        form = [AtThumb(lambda: [text("Wrong"), outlined("Cancel", nothing), button("Save", nothing)])]
        return screen_of(topbar("Here"), [turn, AtThumb(lambda: [button("Next", nothing)]), *(form if opened else [])])

    screen = app.show(shown)
    assert screen.names[-1:] == ["Next"]
    screen.tap("Turn")
    assert screen.names[-3:] == ["Wrong", "Cancel", "Save"]
    assert not screen.has("Next")
    screen.tap("Turn")
    assert screen.names[-1:] == ["Next"]


def test_another_screen_does_not_begin_with_the_bar_of_the_one_before(app: Headless) -> None:
    screen = of_host(app)
    before = screen.updates
    assert screen.names.count("New table") == 1
    screen.go("/people")
    assert not screen.has("New table")
    screen.go("/new")
    assert screen.has("Start")
    assert not screen.has("New table", group="Start")
    assert screen.updates > before


def test_a_window_has_its_main_button_among_its_ways(app: Headless) -> None:
    kept: list[str] = []

    @component
    def form() -> ft.Control:
        return ft.Column([text("A form"), AtThumb(lambda: [button("Save", lambda: kept.append("saved"))])])

    @component
    def shown() -> ft.Control:
        use_window("Window", form(), nothing)
        return screen_of(topbar("Here"), [AtThumb(lambda: [button("Next", nothing)])])

    screen = app.show(shown)
    assert strays(screen) == []
    save, next_ = screen.find("Save", ft.FilledButton), screen.find("Next", ft.FilledButton)
    windows = [control for control, _ in screen.controls() if isinstance(control, ft.AlertDialog)]
    assert [any(inner is at for inner in inside(windows[0])) for at in (save, next_)] == [True, False]
    screen.tap("Save")
    assert kept == ["saved"]


def test_a_window_that_was_open_when_its_screen_was_left_puts_nothing_in_the_bar_of_the_next(app: Headless) -> None:
    screen = of_host(app)
    table = pad(app)
    for tab in ("end/0", "sheet/0", "entries/0"):
        screen.go(f"/table/{table}/entries/0")
        screen.tap("Type or paste scores")
        assert screen.can_be_tapped("Save")
        screen.go(f"/table/{table}/{tab}")
        assert not screen.has("Save") or any(isinstance(at, ft.AlertDialog) for at, _ in screen.controls())


def test_a_message_goes_when_the_next_thing_is_done_and_the_way_back_stays(
    app: Headless, monkeypatch: pytest.MonkeyPatch
) -> None:
    @component
    def shown() -> ft.Control:
        ways = [
            outlined("Say it", lambda: show_snackbar("Said.")),
            outlined("Do it", lambda: show_snackbar("Done.", undo=nothing)),
            tappable_picture(text("A"), "Square", nothing),
        ]
        return screen_of(topbar("Here"), [*ways, AtThumb(lambda: [button("Next", nothing)])])

    screen = app.show(shown)
    screen.tap("Say it")
    assert screen.names.index("Said.") < screen.names.index("Next")
    monkeypatch.setattr(page_module, "SAME_TAP_S", 60)
    screen.tap("Next")
    assert screen.has("Said."), "a second tap on the same thing comes so soon"
    monkeypatch.setattr(page_module, "SAME_TAP_S", 0)
    screen.tap("Next")
    assert not screen.has("Said.")
    screen.tap("Say it")
    screen.tap("Square")
    assert not screen.has("Said.")
    screen.tap("Do it")
    screen.tap("Next")
    assert screen.can_be_tapped("Undo")


def test_a_message_of_a_table_goes_when_the_next_thing_is_done_as_the_arrow_leads_back(
    app: Headless, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_module, "SAME_TAP_S", 0)
    screen = app.show(ft.Router, ROUTES, route=f"/table/{carpe_diem(app)}/district/0")
    screen.tap(next(name for name in screen.names if name.startswith("C4, ")))
    screen.tap("Remove")
    assert screen.has("C4: removed.")
    screen.tap("D4")
    assert not screen.has("C4: removed.")
    assert screen.can_be_tapped("Undo: C4: removed")
