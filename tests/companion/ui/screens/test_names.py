"""Names for screen readers: all that is tapped or entered has one, and a screen says few words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft
import pytest

from companion.ui.components.controls import plain_button
from companion.ui.components.fields import BOX, tick
from companion.ui.core.context import Viewport
from companion.ui.core.theme import TARGET
from companion.ui.editors.carpe_diem.tile_picker import chimney_row
from companion.ui.screens.table_screen import TableScreen
from scoring.carpe_diem.state import Card, Forum, FountainCard, FrameGoal, Good, Kind, Reward
from scoring.little_town.state import BOARD_SQUARES
from scoring.mayor.state import Kind as Sort
from tests.companion import little_town_tables, mayor_tables
from tests.companion.carpe_diem_tables import begun, player_with, table_state, tile
from tests.companion.phones import of_host
from tests.companion.spoken import LEAST_TARGET, nameless, read_out, said_twice, sides_of, small_targets, takes_tap

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless


def rich(app: Headless) -> LiveTable:
    """A table on which there is something of everything, also of what cannot be."""
    anna = player_with(
        "Anna",
        tile("C4", "pond E", "villa N2"),
        tile("D4", "pond W", "merchant S"),
        tile("C5", "market"),
        tile("F6", "bakery"),
        goods={Good.FISH: 2},
        frame=(FrameGoal(kind=Kind.POND, points=3, line="4"),),
        fountain_cards=(FountainCard(kind=Kind.MARKET, points=2),),
    )
    cards = ((Card(pay={Good.FISH: 1}, reward=Reward(points=2)), *(None,) * 3), *((None,) * 4,) * 2)
    return begun(app, table_state(anna, player_with("Ben", stack=1), forum=Forum(cards=cards)))


def test_what_has_no_name_is_found(app: Headless) -> None:
    bare = app.show(
        lambda: ft.Column([ft.Container(width=48, on_click=lambda: None), ft.TextField(label="Name"), ft.TextField()])
    )
    assert len(nameless(bare)) == 2


@pytest.mark.parametrize(
    ("place", "viewport"),
    [
        *((place, Viewport()) for place in ("district", "stock", "forum", "end", "setup")),
        ("district", Viewport(width=1280, height=800)),
        ("district", Viewport(width=844, height=390)),
    ],
    ids=lambda parameter: parameter if isinstance(parameter, str) else f"{parameter.width}x{parameter.height}",
)
def test_all_that_is_tapped_at_a_table_has_a_name(app: Headless, place: str, viewport: Viewport) -> None:
    screen = app.show(TableScreen, rich(app).id, place, 0, viewport=viewport)
    assert nameless(screen) == small_targets(screen) == []


@pytest.mark.parametrize("square", ["A1", "C4, ", "F6, ", "Row 4", "Row 5"])
def test_all_that_is_tapped_of_a_square_has_a_name(app: Headless, square: str) -> None:
    screen = app.show(TableScreen, rich(app).id, "district", 0)
    screen.tap(next(name for name in screen.names if name.startswith(square)))
    assert nameless(screen) == small_targets(screen) == []


@pytest.mark.parametrize("counted", ["Quick count", "Count only"])
def test_all_that_is_tapped_of_a_count_has_a_name(app: Headless, counted: str) -> None:
    screen = app.show(TableScreen, rich(app).id, "district", 0)
    screen.tap("Quick count")
    if counted == "Count only":
        screen.tap(counted)
        screen.tap("Add villa")
    assert nameless(screen) == small_targets(screen) == []


@pytest.mark.parametrize("route", ["/", "/new", "/history", "/settings", "/cards", "/nowhere"])
def test_all_that_is_tapped_elsewhere_has_a_name(app: Headless, route: str) -> None:
    app.run(app.tables.finish(rich(app)))
    screen = of_host(app, route)
    assert len(screen.names) > 1
    assert nameless(screen) == small_targets(screen) == []


@pytest.mark.parametrize(
    ("route", "most"),
    [("/", 55), ("/exchange", 70), ("/settings", 80), ("/play/{play}", 120), ("/phones/{table}", 65), ("/people", 20)],
)
def test_a_screen_says_few_words_and_none_twice(app: Headless, route: str, most: int) -> None:
    ended = begun(app, table_state(player_with("Anna", victory_cards=5), player_with("Ben", stack=1)))
    play, live = app.run(app.tables.finish(ended)), rich(app)
    screen = of_host(app, route.format(play=play.id, table=live.id))
    assert len(" ".join(screen.names).split()) <= most
    assert said_twice(screen) == []


def test_what_changes_is_read_out_and_nothing_that_a_screen_says_from_the_start(app: Headless) -> None:
    live = begun(app, table_state(player_with("Anna"), player_with("Ben")))
    screen = of_host(app, f"/table/{live.id}/stock/0")
    assert read_out(screen) == []
    screen.tap("Points on victory cards, +1")
    assert read_out(screen) == ["Anna, 1 point", "Points on victory cards: 1"]


def test_what_is_read_out_twice_is_found(app: Headless) -> None:
    inner = ft.Semantics(label="Saved", live_region=True, content=ft.Text("Saved"))
    assert said_twice(app.show(lambda: ft.Semantics(live_region=True, content=inner))) == ["Saved"]


def test_buttons_of_the_same_words_are_told_apart(app: Headless) -> None:
    days = ("today", "yesterday")
    screen = app.show(lambda: ft.Row([plain_button("Save", print, of=day) for day in days]))
    assert screen.names == ["Save: today", "Save: yesterday"]
    assert [text.value for text, _ in screen.controls() if isinstance(text, ft.Text)] == ["Save", "Save"]


def town(app: Headless) -> tuple[LiveTable, str]:
    return little_town_tables.begun(app, little_town_tables.table_state()), "town"


def market(app: Headless) -> tuple[LiveTable, str]:
    return mayor_tables.begun(app, mayor_tables.three_citizens(lines=dict.fromkeys(Sort, 4))), "market"


@pytest.mark.parametrize("begun_at", [town, market])
def test_all_that_is_tapped_in_other_games_is_large_enough(
    app: Headless, begun_at: Callable[[Headless], tuple[LiveTable, str]]
) -> None:
    live, place = begun_at(app)
    screen = app.show(TableScreen, live.id, place, 0)
    too_many_for_a_phone = BOARD_SQUARES  # nine columns have 43 px each of 390, without their numbers
    assert [target for target in small_targets(screen) if target[:2] not in too_many_for_a_phone] == []


def test_a_line_with_a_checkbox_is_as_high_as_a_target(app: Headless) -> None:
    screen = app.show(lambda: tick("Team: Anna and Ben", print, Viewport(), ticked=False))
    (line,) = [control for control, _ in screen.controls() if isinstance(control, ft.Container) and control.on_click]
    assert isinstance(line.padding, ft.Padding)
    assert line.padding.top + BOX + line.padding.bottom >= TARGET


def test_the_numbers_of_chimneys_are_large_enough(app: Headless) -> None:
    screen = app.show(chimney_row, "Chimneys", 2, print)
    sizes = [sides_of(control) for control, _ in screen.controls() if takes_tap(control)]
    assert len(sizes) == 10
    assert all(side is not None and side >= LEAST_TARGET for size in sizes for side in size)
