"""The Stock tab."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import flet as ft
import pytest

from companion.games.palaces_of_carrara import actions
from companion.games.palaces_of_carrara.kit import open_points
from companion.tables.state import with_number, with_player
from companion.ui.components import stepper
from companion.ui.editors.palaces_of_carrara.objectives import ObjectivesTab
from companion.ui.editors.palaces_of_carrara.stock import BLOCKS, Stock
from companion.ui.screens.table_screen import TableScreen
from scoring.palaces_of_carrara.state import Color, Object
from tests.companion.carrara_tables import base, begun, first, shown
from tests.scoring.palaces_of_carrara.boards import player

if TYPE_CHECKING:
    from tests.companion.headless import Headless


@pytest.mark.parametrize(("name", "field"), [("Scoring track", "score"), ("Coins", "coins")])
def test_points_and_coins_are_entered(app: Headless, name: str, field: str) -> None:
    live, screen = shown(app, Stock, base(player()), 0)
    screen.type_into(name, "17")
    assert getattr(first(live), field) == 17
    assert str(live.undo_state.undo) == f"Nick, {name}: 17"


def test_blocks_and_objects_are_counted(app: Headless) -> None:
    live, screen = shown(app, Stock, base(player()), 0)
    screen.tap("Red, +1")
    screen.tap("Coat of arms, +1")
    assert first(live).blocks == {Color.RED: 1}
    assert first(live).objects == {Object.COAT_OF_ARMS: 1}
    assert screen.says("1 in all")


def test_a_number_that_is_half_typed_stays_when_a_notice_comes_up_above_it(
    app: Headless, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stepper, "PAUSE_S", 0.1)
    state = base(player(objects="2 cup"), player("Ben", objects="4 cup"))
    live, screen = shown(app, Stock, state, 1)
    field = screen.find("Coins", ft.TextField)

    async def type_and_meet_a_change() -> None:
        screen.page.session.apply_patch(field._i, {"value": "1"})
        typing = asyncio.create_task(screen.page.session.dispatch_event(field._i, "change", "1"))
        await asyncio.sleep(0)
        await live.change("cups", lambda state: with_player(state, 0, objects={Object.CUP: 4}))
        await typing

    app.run(type_and_meet_a_change())
    assert screen.says("8 cups at the table: there are 6 of each.")
    assert screen.find("Coins", ft.TextField)._i == field._i
    assert live.state.table.players[1].coins == 1


def test_a_number_that_changes_is_drawn_anew_alone(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    of_a_counter = stepper._entry

    def counted(counter: stepper.Counter, *more: Any) -> ft.Control:
        drawn.append(str(counter.name))
        return of_a_counter(counter, *more)

    monkeypatch.setattr(stepper, "_entry", counted)
    live, _ = shown(app, Stock, base(player(), player("Ben")), 0)
    drawn.clear()
    app.run(live.change("a coin", lambda state: with_player(state, 0, coins=1)))
    assert set(drawn) == {"Coins"}
    drawn.clear()
    app.run(live.change("a block", lambda state: with_number(state, 0, BLOCKS[Color.RED], 1)))
    assert set(drawn) == {"Red"}
    drawn.clear()
    app.run(live.change("somebody else's", lambda state: with_player(state, 1, coins=1)))
    assert not drawn


def test_too_many_pieces_are_said_where_they_are_entered(app: Headless) -> None:
    state = base(player(objects="4 cup"), player("Ben", objects="4 cup"))
    _, screen = shown(app, Stock, state, 1)
    assert screen.says("8 cups at the table: there are 6 of each.")


def test_what_is_behind_a_screen_is_hidden_until_its_player_looks(app: Headless) -> None:
    live, screen = shown(app, Stock, base(player(coins=40, score=3, objects="6 cup")), 0)
    screen.tap("Hide coins, blocks and objects until the end")
    assert live.state.table.secret
    assert not screen.has("Coins")
    assert [open_points(live.state, column) for column in live.columns] == [3, 0]
    screen.tap("I am Nick: show them")
    assert screen.has("Coins")
    screen.tap("Hide coins, blocks and objects until the end")
    assert open_points(live.state, live.columns[0]) == live.columns[0].total


@pytest.mark.parametrize("tab", ["sheet", "end"])
def test_a_sheet_asks_whether_the_game_is_over_before_it_shows_what_is_hidden(app: Headless, tab: str) -> None:
    live = begun(app, base(player(coins=40)))
    app.run(live.change("hidden", lambda state: actions.with_secret(state, secret=True)))
    screen = app.show(TableScreen, live.id, tab, 0)
    assert not screen.says("40 coins")
    screen.tap("The game is over: show everything")
    assert not live.state.table.secret
    assert not screen.says("hidden until the end")


def test_goals_do_not_say_what_is_hidden(app: Headless) -> None:
    live = begun(app, base(player(objects="6 cup")))
    app.run(live.change("hidden", lambda state: actions.with_secret(state, secret=True)))
    screen = app.show(ObjectivesTab, live)
    assert not screen.says("6 of 8")
    screen.tap("Nick announces the end")
    assert screen.says("Nick has not met all three objectives")
    assert live.state.table.announced is None
