"""The town: the board, what a tap on each kind of square shows, and what is done from there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft
import pytest

from companion.games.little_town import actions
from companion.services.end_sheet import where_entered
from companion.tables.state import transition, with_player
from companion.ui.core.context import Viewport
from companion.ui.editors.little_town.editor import LITTLE_TOWN, TownTab
from companion.ui.screens.table_screen import TableScreen
from scoring.little_town.moves import put_worker
from scoring.little_town.state import BOARD_SQUARES, Cube, Side
from tests.companion.little_town_tables import NAMES, after_actions, begun, held, house, player, table_state, worker
from tests.companion.phones import of_host, on_phone, seated
from tests.companion.spoken import name_of, read_out

if TYPE_CHECKING:
    from companion.tables.attempt import Transition
    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless, Screen


PIER = house("pier", "B4", "Ben")


def with_cubes(seat: int, **cubes: int) -> Transition:
    """Give a seat these cubes and no others."""
    return lambda state: with_player(state, seat, cubes={Cube(key): number for key, number in cubes.items()})


def shown(app: Headless, state: actions.LittleTownTable, seat: int = 0, **viewport: Any) -> tuple[LiveTable, Screen]:
    live = begun(app, state)
    return live, app.show(TownTab, live, seat, viewport=Viewport(**viewport))


def put(screen: Screen, cell: str) -> None:
    """Put a worker on an empty square."""
    screen.tap(f"{cell}")
    screen.tap("Place a worker")


def test_every_square_says_what_is_on_it(app: Headless) -> None:
    live, screen = shown(app, table_state(buildings=(PIER,), workers=(worker("B5"),)))
    for name in ("A1, mountain", "C1, forest", "F1, lake", "B1", "B4, pier of Ben", "B5, worker of Anna"):
        assert screen.has(name)
    assert screen.has("54 squares, 37 free")
    app.run(live.change("away", lambda state: actions.take_off(state, "B5")))
    assert screen.has("B5")


def test_a_board_is_told_in_few_words(app: Headless) -> None:
    """A screen reader says a name for a free square, two words for terrain, and little more of what can be done."""
    _, screen = shown(app, table_state())
    screen.tap("B5")
    assert len(" ".join(screen.names).split()) <= 2.5 * len(BOARD_SQUARES)


def test_a_board_has_few_controls(app: Headless) -> None:
    """Three for a square with a mark, two for a free one, and the letters at its edges."""
    _, screen = shown(app, table_state())
    board = next(name for name in screen.names if name.startswith(f"{len(BOARD_SQUARES)} squares"))
    controls = [control for control, around in screen.controls(unsaid=True) if board in map(name_of, around)]
    assert len(controls) <= 3.5 * len(BOARD_SQUARES)


def test_what_cannot_be_is_marked_and_said(app: Headless) -> None:
    live, screen = shown(app, table_state(buildings=(house("well", "A1"), house("well", "B2"))))
    assert screen.has(f"A1, well of Anna, {live.problems[0].message}")
    assert screen.says("A1: mountain; buildings and workers need grass.")
    assert screen.says("Well number 2: the game has 1.")
    screen.tap(f"A1, well of Anna, {live.problems[0].message}")
    assert screen.says("A1: mountain; buildings and workers need grass.")
    places = {problem.path: where_entered(problem, LITTLE_TOWN.entered).tab for problem in live.problems}
    assert places == {"buildings[0].cell": "town", "buildings[1].tile": "town"}


def test_what_each_player_has_stands_below_the_board(app: Headless) -> None:
    _, screen = shown(app, table_state(player("Anna", wood=2, fish=1), player("Ben", coins=0)))
    assert screen.has("Anna: 3 coins, 2 wood, 1 fish, 5 workers, 7 houses")
    assert screen.has("Ben: 0 coins, 5 workers, 7 houses")
    screen.tap("Ben: 0 coins, 5 workers, 7 houses")
    assert screen.route.endswith("/player/1")


def test_whose_turn_it_is_is_said_and_shown_by_a_tap(app: Headless) -> None:
    _, screen = shown(app, table_state(turn=1))
    screen.tap("Ben’s turn, 5 workers left")
    assert screen.route.endswith("/town/1")


def test_the_bar_lights_whose_turn_it_is_on_the_board_of_all(app: Headless) -> None:
    screen = app.show(TableScreen, begun(app, table_state()).id, "town", 0)
    put(screen, "B5")
    lit = [name_of(control) for control, _ in screen.controls() if getattr(control, "selected", False)]
    assert lit == ["Ben, 1 point", "Town"]


def test_once_all_workers_are_placed_the_way_leads_to_the_end_of_the_round(app: Headless) -> None:
    _, screen = shown(app, table_state(site=(5, 5)))
    assert screen.says("All workers are placed")
    screen.tap("End of round 1")
    assert screen.route.endswith("/round/0")


def test_a_tap_on_an_empty_square_shows_what_a_worker_brings_and_what_that_costs(app: Headless) -> None:
    state = table_state(player("Anna", coins=0), player("Ben"), buildings=(PIER, house("brewery", "C4", "Anna")))
    _, screen = shown(app, state)
    screen.tap("B5")
    assert screen.has("For Anna")
    assert screen.has("3 wood")
    assert screen.has("Pier B4, Ben: 1 coin to Ben, gives 2 fish.")
    assert screen.says("Anna lacks 1 coin.")
    assert screen.has("Brewery C4: turns 1 wheat into 3 points.")
    assert screen.says("Anna lacks 1 wheat (or 3 more coins).")


def test_what_the_reserve_lacks_is_said(app: Headless) -> None:
    _, screen = shown(app, table_state(player("Anna"), player("Ben", wood=14)))
    screen.tap("B5")
    assert screen.has("1 wood")
    assert screen.says("The reserve has no more wood.")


def test_a_phone_stays_at_its_own_seat_when_the_turn_passes_on(app: Headless) -> None:
    live = begun(app, table_state())
    screen = on_phone(app, seated(app, live, 0), f"/table/{live.id}/town/0")
    put(screen, "B5")
    assert live.state.table.turn == 1
    assert not screen.route.endswith("/town/1")
    assert screen.says("Ben’s turn")
    screen.tap("C4")
    assert screen.has("For Anna")
    assert not screen.has("Place a worker")
    screen.tap("Enter it for Anna, out of turn")
    screen.tap("Place a worker")
    assert [piece.owner for piece in live.state.table.workers] == ["Anna", "Anna"]


def test_after_an_undo_the_next_worker_is_of_who_plays_then(app: Headless) -> None:
    live, screen = shown(app, table_state())
    put(screen, "B5")
    assert not screen.says("Anna’s worker on B5: 3 wood")  # the board and the stock show it
    assert "Ben’s turn, 5 workers left" in read_out(screen)
    app.run(live.undo())
    screen.settle()
    put(screen, "B5")
    assert [piece.owner for piece in live.state.table.workers] == ["Anna"]


def test_the_board_stays_and_marks_what_was_entered_and_the_next_tap_is_of_the_next_player(app: Headless) -> None:
    live, screen = shown(app, table_state(player("Anna", wood=4), player("Ben")))
    opened = screen.route
    put(screen, "B5")
    assert frames(screen) == 1
    assert (screen.route, live.state.table.turn) == (opened, 1)
    for place in (screen, app.show(TableScreen, live.id, None, 0)):
        assert place.says("Ben’s turn")
        assert not place.says("out of turn")
    put(screen, "E5")
    assert [piece.owner for piece in live.state.table.workers] == ["Anna", "Ben"]
    assert frames(screen) == 1
    screen.tap("C4")
    assert frames(screen) == 2, "the squares around one that is selected, too"
    screen.tap(next(name for name in screen.names if name.startswith("Barn: ")))
    assert frames(screen) == 1
    assert screen.route == opened


def frames(screen: Screen) -> int:
    """How many frames lie on the board."""
    return sum(isinstance(control, ft.TransparentPointer) for control, _ in screen.controls(unsaid=True))


def test_out_of_turn_is_entered_after_a_second_look(app: Headless) -> None:
    live, screen = shown(app, table_state(), seat=1)
    assert screen.says("It is Anna’s turn.")
    screen.tap("B5")
    screen.tap("Enter it for Ben, out of turn")
    assert screen.has("For Ben")
    screen.tap("Back to Anna")
    assert screen.has("For Anna")
    screen.tap("Enter it for Ben, out of turn")
    screen.tap("Place a worker")
    assert [piece.owner for piece in live.state.table.workers] == ["Ben"]


def test_a_worker_is_put_activates_and_the_turn_goes_on(app: Headless) -> None:
    live, screen = shown(app, table_state(buildings=(PIER,)))
    put(screen, "B5")
    assert str(live.undo_state.undo) == "Anna’s worker on B5: 3 wood"
    assert screen.says("Anna on B5")
    assert screen.has("Done: Ben’s turn")
    assert screen.find("Activate the pier on B4", ft.FilledButton)
    screen.tap("Activate the pier on B4")
    assert held(live.state, 0) == (0, 2, {"wood": 3, "fish": 2})
    assert live.state.table.turn == 1
    assert frames(screen) == 1
    assert not screen.says("Pier B4.")
    app.run(live.undo())
    screen.settle()
    assert held(live.state, 0) == (0, 3, {"wood": 3})


def test_the_shop_swaps_the_cubes_that_were_chosen(app: Headless) -> None:
    shop = house("shop", "B4", "Anna")
    live, screen = shown(app, table_state(buildings=(shop,)))
    screen.tap("B5")
    assert screen.says("swaps 2 cubes for 2 others.")
    screen.tap("Place a worker")
    screen.tap("Activate the shop on B4")
    assert not screen.enabled("Swap")
    screen.tap("Give: wood")
    screen.tap("Give: 1 wood")
    assert not screen.has("Take: wood")
    screen.tap("Take: stone")
    screen.tap("Take: fish")
    assert screen.says("Pays 2 wood for 1 stone and 1 fish.")
    screen.tap("Swap")
    assert held(live.state, 0) == (0, 3, {"wood": 1, "stone": 1, "fish": 1})
    assert str(live.undo_state.undo) == "Activate the shop on B4"


def test_the_shop_gives_no_kind_that_it_takes_whatever_was_chosen_first(app: Headless) -> None:
    _, screen = shown(app, table_state(buildings=(house("shop", "B4", "Anna"),)))
    put(screen, "B5")
    screen.tap("Activate the shop on B4")
    for name in ("Take: wood", "Take: fish", "Give: wood", "Give: 1 wood"):
        screen.tap(name)
    assert not screen.enabled("Swap")
    screen.tap("Take: stone")
    assert screen.says("Pays 2 wood for 1 stone and 1 fish.")


def test_a_swap_that_cannot_be_paid_says_what_is_lacking(app: Headless) -> None:
    _, screen = shown(app, table_state(buildings=(house("shop", "B4", "Anna"),)))
    put(screen, "B5")
    screen.tap("Activate the shop on B4")
    for name in ("Give: stone", "Give: 1 stone", "Take: fish", "Take: 1 fish"):
        screen.tap(name)
    assert screen.says("Anna lacks 2 stone (or 3 more coins).")
    assert not screen.enabled("Swap")


def test_a_turn_that_is_not_over_waits_below_the_board(app: Headless) -> None:
    live, screen = shown(app, after_actions(table_state(buildings=(PIER,)), transition(put_worker, 1, "B5")))
    assert screen.says("Ben on B5")
    screen.tap("C4")
    assert screen.says("A worker here ends Ben’s turn on B5.")
    screen.tap("Close")
    screen.tap("Done: Anna’s turn")
    assert live.state.table.visit is None


def test_the_next_worker_is_of_the_next_player_also_where_a_turn_was_not_ended(app: Headless) -> None:
    live, screen = shown(app, table_state(buildings=(PIER,)))
    put(screen, "B5")
    assert live.state.table.visit is not None
    screen.tap("E5")
    assert screen.has("For Ben")
    screen.tap("Place a worker")
    assert [piece.owner for piece in live.state.table.workers] == ["Anna", "Ben"]


def test_a_late_second_tap_puts_no_second_worker(app: Headless) -> None:
    live, screen = shown(app, table_state())
    screen.tap("B5")
    screen.tap_both("Place a worker", "Place a worker")
    screen.tap("E5")
    screen.tap_late("Place a worker", "Place a worker")
    assert [piece.cell for piece in live.state.table.workers] == ["B5", "E5"]


def test_the_last_worker_ends_the_round(app: Headless) -> None:
    live, screen = shown(app, table_state(site=(4, 5)))
    put(screen, "B5")
    assert live.state.table.visit is None
    assert screen.route.endswith("/round/1")


def test_nobody_puts_more_workers_than_they_have(app: Headless) -> None:
    five = tuple(worker(cell) for cell in ("A2", "B2", "C2", "D2", "E2"))
    _, screen = shown(app, table_state(workers=five))
    screen.tap("B5")
    assert screen.says("Anna has no worker left: all 5 workers are on the board.")
    assert not screen.has("Place a worker")


def test_what_a_turn_meets_is_proposed_at_once(app: Headless) -> None:
    live, screen = shown(app, table_state(buildings=(house("restaurant", "F5"), house("well", "F4"))))
    app.run(live.change("fish", with_cubes(0, fish=1, wheat=1)))
    put(screen, "E5")
    assert not screen.says("Just met")
    screen.tap("Activate the restaurant on F5")
    assert screen.says("Just met, if Anna holds the card:")
    assert screen.has("Spend a cube in the turn in which you gathered it: 2 points")
    screen.tap("Activate the well on F4")
    screen.tap("Get points from 2 buildings in one turn: 2 points")
    assert held(live.state, 0)[0] == 4 + 2 + 2
    assert not screen.has("Get points from 2 buildings in one turn: 2 points")
    screen.tap("Activate a building that takes 2 kinds of cubes: 2 points")
    assert len(live.state.table.completed) == 2


def test_what_a_building_meets_is_said(app: Headless) -> None:
    _, screen = shown(app, table_state(player("Anna", wood=3, coins=1), player("Ben")))
    screen.tap("C4")
    screen.tap("Pier: 3 wood, 5 points; gives 2 fish")
    dear, fish = "Own a building that costs 3 wood or more", "Own a building that makes or takes fish"
    assert screen.says(f"Anna now meets “{fish}” and “{dear}”.")


def test_an_objective_is_one_tap_away(app: Headless) -> None:
    _, screen = shown(app, after_actions(table_state(buildings=(PIER,)), transition(put_worker, 0, "B5")))
    screen.tap("Objectives")
    assert screen.route.endswith("/player/0")


def test_buildings_that_can_be_paid_are_offered_the_others_one_tap_further(app: Headless) -> None:
    live, screen = shown(app, table_state(player("Anna", wood=3, coins=3), player("Ben")))
    screen.tap("C4")
    wheat, keep = "Wheat field: 1 wood, 3 points; gives 1 wheat", "Keep cubes, and pay with coins"
    assert screen.names.index(wheat) < screen.names.index(keep), "what is built stands right below what a worker brings"
    barn = "Barn: 4 wood, 6 points; 3 coins instead of 1 wood; turns 2 wheat into 5 points"
    screen.tap("Build")
    assert screen.called[-1][1]["scroll_key"] == "build"
    assert not screen.says("Statue: 4 stone")
    screen.tap("12 more buildings that cost too much")
    screen.tap("Statue: 4 stone, 10 points; Anna lacks 4 stone (or 9 more coins); no effect")
    assert screen.says("Anna lacks 4 stone (or 9 more coins).")
    assert not live.state.table.buildings
    screen.tap(barn)
    assert held(live.state, 0) == (6, 0, {})
    assert not screen.says("Barn C4.")
    app.run(live.undo())
    assert held(live.state, 0) == (0, 3, {"wood": 3})


def test_cubes_are_kept_and_coins_paid_for_them(app: Headless) -> None:
    live, screen = shown(app, table_state(player("Anna", wood=4, coins=6), player("Ben")))
    screen.tap("C4")
    screen.tap("Keep cubes, and pay with coins")
    screen.tap("Wood: 0 of 4")
    screen.tap("Wood: 1 of 4")
    screen.tap("Barn: 4 wood, 6 points; 6 coins instead of 2 wood; turns 2 wheat into 5 points")
    assert held(live.state, 0) == (6, 0, {"wood": 2})


def test_a_cube_is_kept_when_a_building_is_activated(app: Headless) -> None:
    anna = player("Anna", fish=1, wheat=1, coins=4)
    state = table_state(anna, player("Ben"), buildings=(house("fishmonger", "C3", "Ben"),))
    live, screen = shown(app, state)
    put(screen, "D4")
    screen.tap("Keep cubes, and pay with coins")
    assert not screen.says("Wheat:")
    screen.tap("Fish: 0 of 1")
    screen.tap("Activate the fishmonger on C3")
    assert held(live.state, 0) == (0, 3, {"fish": 1, "wheat": 1})


def test_nothing_is_kept_once_the_coins_for_it_are_spent(app: Headless) -> None:
    built = (house("fishmonger", "C3"), house("chapel", "C5"))
    live, screen = shown(app, table_state(player("Anna", fish=1, coins=5), player("Ben"), buildings=built))
    put(screen, "D4")
    screen.tap("Keep cubes, and pay with coins")
    screen.tap("Fish: 0 of 1")
    screen.tap("Activate the chapel on C5")
    assert not screen.has("Cancel")
    screen.tap("Activate the fishmonger on C3")
    assert held(live.state, 0) == (5, 5, {})


def test_cubes_go_first_again(app: Headless) -> None:
    live, screen = shown(app, table_state(player("Anna", wood=1, coins=3), player("Ben")))
    screen.tap("C4")
    screen.tap("Keep cubes, and pay with coins")
    screen.tap("Wood: 0 of 1")
    screen.tap("Wood: 1 of 1")
    assert screen.has("Wood: 0 of 1")
    screen.tap("Wood: 0 of 1")
    screen.tap("Cancel")
    screen.tap("Wheat field: 1 wood, 3 points; gives 1 wheat")
    assert held(live.state, 0) == (3, 3, {})


def test_castle_and_watchtower_say_what_they_would_be_worth(app: Headless) -> None:
    rich = player("Anna", wood=6, stone=9)
    towers = (house("watchtower", "C3", "Ben"), house("well", "D5"))
    _, screen = shown(app, table_state(rich, player("Ben"), buildings=towers))
    screen.tap("D4")
    assert screen.says("With any house here: watchtower of Ben: −2.")
    assert screen.says("; worth 4 points as the board lies")


def test_without_a_house_nobody_builds(app: Headless) -> None:
    seven = tuple(house("wheat-field", f"{column}2") for column in "ABCDE")
    full = table_state(
        player("Anna", wood=9), player("Ben"), buildings=(*seven, house("well", "B5"), house("barn", "C5"))
    )
    _, screen = shown(app, full)
    screen.tap("C4")
    assert screen.says("Anna has no house left: all 7 houses are on the board.")


def test_who_can_pay_nothing_is_told_so(app: Headless) -> None:
    _, screen = shown(app, table_state(player("Anna", coins=0), player("Ben"), site=(5, 0)))
    screen.tap("C4")
    assert screen.says("Anna cannot afford any of the buildings.")
    assert screen.says("All workers of Anna are placed in this round.")
    screen.tap("Enter the market")
    assert screen.route.endswith("/market/0")


def test_only_what_stands_there_is_entered_when_asked_to(app: Headless) -> None:
    live, screen = shown(app, table_state())
    screen.tap("Keep count of cubes, coins and points")
    assert not live.state.table.books
    screen.tap("C4")
    castle = "Castle: 6 stone, 0 points; at the end 4 points for each house around"
    screen.tap(f"{castle}; worth 0 points as the board lies")
    screen.tap("D5")
    screen.tap("Place a worker")
    assert held(live.state, 0) == (0, 3, {})
    assert (live.state.table.buildings, live.state.table.workers) == ((house("castle", "C4"),), (worker("D5"),))


def test_a_building_says_what_it_does_and_counts(app: Headless) -> None:
    _, screen = shown(app, table_state(buildings=(house("castle", "C3"), house("well", "C4"))))
    screen.tap("C3, castle of Anna")
    assert screen.says("At the end 4 points for each house around.")
    assert screen.says("Now 4 points: 1 own house around C3, 4 each.")


def test_a_building_is_taken_off_and_brought_back(app: Headless) -> None:
    live, screen = shown(app, table_state(buildings=(PIER,)))
    screen.tap("B4, pier of Ben")
    screen.tap("Pier of Anna")
    assert screen.has("B4, pier of Anna")
    screen.tap("Remove")
    assert not live.state.table.buildings
    screen.tap("Undo")
    assert screen.has("B4, pier of Anna")


def test_what_somebody_else_removed_first_leaves_the_step_before_alone(app: Headless) -> None:
    """Their second tap changes nothing: an Undo beside it would take back what they did before."""
    live = begun(app, table_state(buildings=(house("pier", "B4"),)))
    app.run(live.change("fish", with_cubes(0, fish=1)))
    phone = on_phone(app, seated(app, live, 0), f"/table/{live.id}/town/0")
    host = of_host(app, f"/table/{live.id}/town/0")
    for screen in (phone, host):
        screen.tap("B4, pier of Anna")
    app.tap_at_once((phone, "Remove"), (host, "Remove"))
    assert host.has("Points, coins and cubes stay as they are.")
    assert phone.has("Undo")
    assert not host.has("Undo")


def test_a_worker_of_somebody_who_does_not_sit_here_can_be_put_right(app: Headless) -> None:
    live, screen = shown(app, table_state(workers=(worker("B5", "Zoe"),)))
    screen.tap("B5, worker of Zoe")
    screen.tap("Worker of Ben")
    assert live.state.table.workers == (worker("B5", "Ben"),)
    assert not live.problems


def test_land_says_what_it_gives(app: Headless) -> None:
    _, screen = shown(app, table_state(player("Anna", wood=4), player("Ben")))
    screen.tap("C1, forest")
    assert screen.says("A worker beside the forest gathers 1 wood.")
    assert screen.says("In the reserve: 11 wood.")


def selected(screen: Screen) -> set[str]:
    """The square whose name stands on the board and above the panel."""
    return {name for name in screen.names if screen.names.count(name) > 1 and name in BOARD_SQUARES}


def test_keys_move_over_the_board(app: Headless) -> None:
    _, screen = shown(app, table_state())
    screen.press("Arrow Down")
    assert selected(screen) == {"E3"}
    screen.press("Arrow Left")
    assert selected(screen) == {"D3"}
    screen.press("Escape")
    assert selected(screen) == set()
    screen.press("Arrow Left", ctrl=True)
    screen.press("A")
    assert selected(screen) == set()


def test_a_board_of_one_s_own_is_painted(app: Headless) -> None:
    live, screen = shown(app, table_state(board=actions.GRASS_BOARD))
    assert screen.says("Enter the forests, mountains and lakes first.")
    screen.tap("Edit the board")
    screen.tap("A1")
    screen.tap("Lake")
    screen.tap("B1")
    assert live.state.table.board[0] == "FL......."
    screen.tap("Done")
    assert screen.has("Edit the board")
    assert str(live.undo_state.undo) == "B1: lake"


def test_the_side_of_the_board_can_be_changed(app: Headless) -> None:
    live, screen = shown(app, table_state())
    screen.tap("Edit the board")
    screen.tap("Side with a forest in the corner A1")
    assert live.state.table.board is Side.TWO
    screen.tap("A board of our own")
    assert isinstance(live.state.table.board, tuple)


@pytest.mark.parametrize(
    "viewport",
    [{"width": 320, "height": 700}, {"width": 844, "height": 390}, {"width": 1280, "height": 800}, {"scale": 2.0}],
)
def test_the_town_is_shown_on_every_screen(app: Headless, viewport: dict[str, Any]) -> None:
    seated = tuple(player(name) for name in NAMES)
    _, screen = shown(app, table_state(*seated, buildings=(PIER,)), **viewport)
    screen.tap("B5")
    assert screen.has("For Anna")
