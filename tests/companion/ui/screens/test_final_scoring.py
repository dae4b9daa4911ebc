"""The walk through the end of a game, from the first rule to the play that is kept."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import flet as ft
import pytest

from companion.tables.state import transition, with_player
from companion.ui.core.context import Viewport
from companion.ui.core.theme import DARK
from companion.ui.screens.final_scoring import EndSheet, FinalScoring
from scoring import GAMES
from scoring.carpe_diem.building_phase import pending
from scoring.carpe_diem.moves import settle
from scoring.carpe_diem.state import RULES, Good, Tally
from scoring.little_town.moves import construct
from scoring.little_town.state import Tile
from storage.repositories import history
from storage.repositories.history import Filter
from tests.companion import carrara_tables, little_town_tables
from tests.companion.carpe_diem_tables import begun, change, player_with, table_state, tile
from tests.companion.headless import id_of_the_part_that_scrolls
from tests.companion.spoken import name_of
from tests.scoring.palaces_of_carrara.boards import player as carrara_player

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from storage.repositories.play_content import StoredPlay
    from tests.companion.headless import Headless, Screen

POND = (tile("C3", "pond E"), tile("D3", "pond W"))
VILLA = (tile("C3", "villa E4"), tile("D3", "villa W"))
LONG = ("Maximiliane-Alexandrina von Hohenlohe-La", "Bartholomäus K. Wolfeschlegelsteinhausen")


@pytest.fixture
def live(app: Headless) -> LiveTable:
    """Anna has 12 points on her cards, Ben 5 fish and a debt."""
    anna = player_with("Anna", *POND, victory_cards=12)
    return begun(app, table_state(anna, player_with("Ben", victory_cards=-3, goods={Good.FISH: 5}, stack=1)))


@pytest.fixture
def screen(app: Headless, live: LiveTable) -> Screen:
    """The walk through the end of that table."""
    return app.show(FinalScoring, live)


def checked(screen: Screen) -> None:
    """Check one step after the other."""
    while screen.has("Next"):
        screen.tap("Next")


def test_the_walk_shows_one_rule_for_all_players(screen: Screen) -> None:
    assert screen.has("Anna: 12 points")
    assert screen.has("Ben: −3 points")
    assert screen.says("A debt of 3 points.")
    assert not screen.says("5 goods")
    screen.tap("Items on resource board")
    assert screen.has("Ben: 2 points")
    assert screen.says("5 goods: 5 items, halved and rounded down.")
    assert screen.has("The game is not over yet: building 1 of 4."), "on each step"


def test_the_walk_says_step_by_step_why_the_score_track_stands_where_it_does(app: Headless) -> None:
    live = little_town_tables.begun(app, little_town_tables.table_state())
    app.run(live.change("A field", transition(construct, 0, Tile.WHEAT_FIELD, "C4")))
    screen = app.show(FinalScoring, live)
    assert not screen.says("A field")
    screen.tap("Step by step")
    assert screen.has("A field: +3, 3 points")


def test_what_was_checked_is_kept_and_the_walk_taken_up_there(app: Headless, screen: Screen, live: LiveTable) -> None:
    screen.tap("Next")
    screen.tap("Next")
    assert live.state.extras.checked == ("victory_cards=12,-3", "items=0,2")
    assert str(live.undo_state.undo) == "Items on resource board: checked"
    again = app.show(FinalScoring, live)
    assert again.has("Victory point cards: checked")
    assert again.says("On space 0.")
    assert again.says("No points")


def test_a_tick_is_taken_back_by_a_tap_or_by_undo(app: Headless, screen: Screen, live: LiveTable) -> None:
    assert not screen.has("Checked")
    screen.tap("Next")
    screen.tap("Previous")
    screen.tap("Checked")
    assert live.state.extras.checked == ()
    assert screen.has("Next")
    app.run(live.undo())
    assert screen.value("Checked") is True
    assert screen.has("Anna: 12 points")


def test_one_goes_on_and_back_without_ticking_twice(screen: Screen, live: LiveTable) -> None:
    screen.tap("Next")
    screen.tap("Previous")
    screen.tap("Next")
    assert live.state.extras.checked == ("victory_cards=12,-3",)
    assert screen.has("Ben: 2 points")


def test_a_step_is_unchecked_once_its_points_change(app: Headless, screen: Screen, live: LiveTable) -> None:
    screen.tap("Next")
    assert screen.has("Victory point cards: checked")
    change(app, live, lambda state: with_player(state, 1, victory_cards=4))
    assert not screen.has("Victory point cards: checked")
    screen.tap("Victory point cards")
    screen.tap("Next")
    assert live.state.extras.checked == ("victory_cards=12,4",)


def test_what_an_earlier_version_checked_stays_checked(app: Headless, live: LiveTable) -> None:
    change(app, live, lambda state: replace(state, extras=replace(state.extras, checked=("victory_cards",))))
    screen = app.show(FinalScoring, live)
    screen.tap("Victory point cards: checked")
    screen.tap("Checked")
    assert live.state.extras.checked == ()


def test_what_gives_nobody_a_point_shares_a_step(app: Headless, screen: Screen, live: LiveTable) -> None:
    assert not screen.enabled("Previous")  # it keeps the place of the button to the next step
    screen.tap("No points")
    assert screen.says("Nothing from Prestige bar, ")
    assert not screen.says("Items on resource board, Anna")
    screen.tap("Edit: Anna, Villas")
    assert screen.route == f"/table/{live.id}/district/0"
    change(app, live, lambda state: with_player(state, 0, prestige=9))
    assert screen.has("Prestige bar")


def test_a_rule_that_a_table_is_played_without_has_no_step(app: Headless) -> None:
    both = (carrara_player(score=3, coins=5, objects="1 cup", buildings="villa 1 pisa"), carrara_player("Ben"))
    titles = GAMES["palaces-of-carrara"].rules
    walked = app.show(FinalScoring, carrara_tables.begun(app, carrara_tables.base(*both)))
    assert [title for title in titles.values() if not walked.says(title)] == [titles["bonus"]]
    expanded = app.show(FinalScoring, carrara_tables.begun(app, carrara_tables.expanded(*both)))
    assert expanded.says(titles["bonus"])


def test_few_steps_are_all_in_sight_on_a_phone(screen: Screen) -> None:
    around = next(around for control, around in screen.controls() if name_of(control) == "Result")
    assert next(control for control in reversed(around) if isinstance(control, ft.Row) and control.wrap)
    screen.tap("Next")
    assert "Victory point cards" not in [getattr(control, "value", "") for control, _ in screen.controls(unsaid=True)]


def test_each_step_begins_at_its_top(screen: Screen) -> None:
    seen = {id_of_the_part_that_scrolls(screen)}
    for title in ("Items on resource board", "No points", "Result"):
        screen.tap(title)
        seen.add(id_of_the_part_that_scrolls(screen))
    assert len(seen) == 4


def test_squares_are_lit_and_corrected_in_the_district(app: Headless) -> None:
    live = begun(app, table_state(player_with("Anna", *VILLA), villa_chart={"4": 5}))
    screen = app.show(FinalScoring, live)
    screen.tap("Villas")
    assert screen.says("5 for 4 chimneys.")
    screen.tap("Edit: Anna, Villas")
    assert screen.route == f"/table/{live.id}/district/0"


def test_the_result_names_the_winner_and_what_was_not_checked(screen: Screen) -> None:
    screen.tap("Next")
    screen.tap("Result")
    assert screen.has("Anna leads")
    assert screen.has("1. Anna 12")
    assert screen.has("2. Ben −1")
    assert screen.says("Not checked yet: Items on resource board, No points")


def finished(app: Headless) -> list[StoredPlay]:
    return app.worker.run_blocking(lambda store: list(history.stream(store, Filter())))


def test_bonuses_that_wait_are_said_before_the_end(app: Headless, screen: Screen, live: LiveTable) -> None:
    screen.tap("Result")
    assert screen.has("Anna: 1 bonus to take.")
    assert not screen.says("Go to “District”: Ben")
    screen.tap("Go to “District”: Anna")
    assert screen.route == f"/table/{live.id}/district/0"
    waiting = pending(live.state.table, 0)
    change(app, live, transition(settle, 0, tuple(structure for structure, _ in waiting)))
    assert not screen.says("to take")


def test_finishing_keeps_the_play_and_can_be_taken_back(app: Headless, screen: Screen, live: LiveTable) -> None:
    checked(screen)
    assert not screen.says("Not checked yet")
    early = "The game is not over yet: building 1 of 4."
    assert screen.names.count(early) == 1, "above the result"
    screen.tap("Finish")
    assert screen.names.count(early) == 2
    screen.tap("Cancel")
    assert finished(app) == []
    screen.tap("Finish")
    screen.tap("Finish anyway")
    (play,) = finished(app)
    assert screen.route == f"/play/{play.id}"
    assert [standing["player"] for standing in play.sheet["standings"]] == ["Anna", "Ben"]
    assert app.tables.at_hand(live.id) is None
    screen.tap("Undo")
    assert screen.route == f"/table/{live.id}/end/0"
    assert [finished_play.reopened for finished_play in finished(app)] == [True]
    again = app.run(app.tables.open(live.id))
    assert again is not None
    assert again.state == live.state


def impossible(app: Headless) -> LiveTable:
    return begun(
        app,
        table_state(player_with("Anna", tile("C3", "pond E"), tile("D3", "villa W1")), player_with("Ben", prestige=40)),
    )


def test_nothing_is_finished_while_something_cannot_be(app: Headless) -> None:
    screen = app.show(FinalScoring, impossible(app))
    assert screen.says("D3 shows villa to the west, C3 shows pond there: touching sides must match.")
    assert screen.has("Squares: D3, C3")
    assert screen.says("Space 40: the prestige bar ends at 20.")
    screen.tap("Result")
    assert not screen.has("Finish")
    assert screen.says("Space 40"), "what stands in its way is on the page of the result, too"
    screen.tap("Settle this first")
    assert screen.says("Space 40")


@pytest.mark.parametrize(("words", "place"), [("District", "district/0"), ("Stock", "stock/1")])
def test_what_cannot_be_is_put_right_where_it_is_entered(app: Headless, words: str, place: str) -> None:
    live = impossible(app)
    screen = app.show(FinalScoring, live)
    screen.tap(f"Go to “{words}”")
    assert screen.route == f"/table/{live.id}/{place}"


def test_once_it_is_put_right_the_walk_begins(app: Headless) -> None:
    live = begun(app, table_state(player_with("Anna", prestige=40), player_with("Ben", stack=1)))
    screen = app.show(FinalScoring, live)
    change(app, live, lambda state: with_player(state, 0, prestige=4))
    assert not screen.has("Settle this first")
    assert screen.has("Next")


def test_what_only_the_copy_knows_is_asked_and_used(app: Headless) -> None:
    tally = Tally(counts={}, villas=(4,), chimneys=4)
    live = begun(app, table_state(player_with("Anna", tally=tally), player_with("Ben", stack=1), villa_chart={"3": 3}))
    assert app.show(EndSheet, live).says("Anna: ?, no value for a completed villa with 4 chimneys")
    screen = app.show(FinalScoring, live)
    screen.type_into("Points for a villa with 4 chimneys", "5")
    screen.tap("Save points for 4 chimneys")
    assert not screen.has("Settle this first")
    screen.tap("Villas")
    assert screen.has("Anna: 5 points")


@pytest.mark.parametrize(
    "viewport",
    [
        Viewport(width=320, height=700, scale=2.0),
        Viewport(width=1280, height=800, palette=DARK),
        Viewport(width=844, height=390),
    ],
    ids=["narrow", "wide", "landscape"],
)
def test_every_step_is_shown_on_every_screen(app: Headless, viewport: Viewport) -> None:
    tally: dict[str, Any] = {"tally": Tally(counts={}, villas=(3, 3), chimneys=9)}
    players = [player_with(name, victory_cards=-99, **tally) for name in LONG]
    players += [player_with("Ng", *POND), player_with("Ben", *VILLA)]
    live = begun(app, table_state(*players, villa_chart={"3": 3, "4": 5}))
    screen = app.show(FinalScoring, live, viewport=viewport)
    for step in ("Victory point cards", "Villas", "No points"):
        screen.tap(step)
        assert screen.says(f"Edit: {LONG[0]}, {step if step in map(str, RULES.values()) else 'Prestige bar'}")
    screen.tap("Result")
    assert screen.says(LONG[1])


def test_the_second_of_two_quick_taps_does_not_finish_again(screen: Screen) -> None:
    checked(screen)
    screen.tap("Finish")
    screen.tap_both("Finish anyway", "Finish anyway")
    assert screen.route.startswith("/play/")
    assert screen.has("Saved to the history.")
    assert not screen.says("changed elsewhere")
