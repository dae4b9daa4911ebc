"""What can be done with a square: laying a tile that fits, and everything with one that lies there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import flet as ft
from sqlalchemy import Engine, event

from companion.games.carpe_diem import actions, copy_values
from companion.tables.state import transition, with_player
from companion.ui.editors.carpe_diem import square_panel, tile_picker
from companion.ui.editors.carpe_diem.district import DistrictTab
from companion.ui.editors.carpe_diem.editor import CARPE_DIEM
from companion.ui.screens.table_screen import OpenTable
from scoring.carpe_diem import placement, wording
from scoring.carpe_diem.building_phase import pending
from scoring.carpe_diem.moves import take_bonus
from scoring.carpe_diem.state import FrameGoal, Good, Kind, Tally
from tests.companion.carpe_diem_tables import (
    GAME,
    begun,
    change,
    district,
    laid_out,
    lying,
    player_with,
    table_state,
    tile,
)
from tests.companion.phones import of_host

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless, Screen


def board(live: LiveTable) -> Any:
    return actions.district_of(live.state, 0)


def hers(live: LiveTable) -> Any:
    return live.state.table.players[0]


def tap_square(screen: Screen, cell: str) -> None:
    screen.tap(next(name for name in screen.names if name.partition(",")[0] == cell))


def choices(screen: Screen) -> list[str]:
    return [name.removeprefix("Lay ") for name in screen.names if name.startswith("Lay ") and name != "Lay again"]


def test_only_tiles_that_fit_are_offered(app: Headless) -> None:
    live, screen = lying(app, tile("C4", "pond E"), tile("D3", "market"))
    tap_square(screen, "D4")
    assert screen.has("Must show grass north; pond west.")
    names = {
        str(wording.label(turn)): turn for offer in placement.fitting_tiles(board(live), "D4") for turn in offer.turns
    }
    assert choices(screen)
    assert screen.has("garden", group="Only with")
    assert not screen.has("pond", group="Only with")
    for name in choices(screen):
        assert not placement.placement_problems(board(live), names[name])
        assert "pond" in name


def test_a_tap_lays_a_tile_and_the_square_shows_what_to_do_with_it(app: Headless) -> None:
    live, screen = lying(app, tile("C4", "pond E"))
    tap_square(screen, "D4")
    assert not screen.has("Remove")
    screen.tap("Lay pond west")
    assert board(live) == district(tile("C4", "pond E"), tile("D4", "pond W"))
    assert str(live.undo_state.undo) == "pond on D4"
    assert screen.has("Remove")
    assert screen.has("D4, pond, completed")


def test_what_was_laid_before_is_offered_first(app: Headless) -> None:
    _, screen = lying(app)
    tap_square(screen, "C4")
    before = choices(screen)
    assert before[0] == "market"
    screen.tap("Lay fountain")
    assert app.tables.copies[GAME].part(copy_values.SHAPE_PART) == {"fountain": 1}
    tap_square(screen, "D4")
    assert choices(screen)[0] == "fountain"


def test_a_tap_is_one_transaction(app: Headless) -> None:
    _, screen = lying(app)
    tap_square(screen, "C4")
    commits: list[object] = []
    note = commits.append
    event.listen(Engine, "commit", note)
    try:
        screen.tap("Lay fountain")
    finally:
        event.remove(Engine, "commit", note)
    assert len(commits) == 1


def test_keys_turn_the_tile_and_take_it_away(app: Headless) -> None:
    live, screen = lying(app, tile("C4", "pond N"))
    screen.press("R")
    tap_square(screen, "C4")
    screen.press("R", ctrl=True)
    assert board(live) == district(tile("C4", "pond N"))
    screen.press("R")
    assert board(live) == district(tile("C4", "pond E"))
    screen.press("Delete")
    assert board(live) == district()
    screen.press("Delete")
    assert str(live.undo_state.undo) == "C4: removed"


def test_tiles_that_differ_in_chimneys_alone_are_offered_once(app: Headless) -> None:
    _, screen = lying(app, tile("C4", "villa E1"))
    tap_square(screen, "D4")
    screen.tap("More tiles")
    shapes = [re.sub(", [0-9]+ chimneys?", "", name) for name in choices(screen)]
    assert len(set(shapes)) == len(shapes) > tile_picker.TILES_SHOWN


def test_shapes_laid_last_come_first_and_the_others_from_simple_to_rich(app: Headless) -> None:
    _, screen = lying(app, tile("A1", "garden EW"), tile("A3", "villa E2"), tile("A5", "bakery"))
    tap_square(screen, "D4")
    names = choices(screen)
    assert names[0] == "bakery"
    assert names[1].startswith("villa east, 2 chimneys")
    assert names[2].startswith("garden east and west")
    assert names[3:5] == ["market", "fountain"]
    assert [" and " in name or ";" in name for name in names[3:]] == [False] * len(names[3:])
    screen.tap("More tiles")
    assert choices(screen)[: len(names)] == names


def test_kinds_narrow_what_is_offered(app: Headless) -> None:
    _, screen = lying(app)
    tap_square(screen, "C4")
    screen.tap("pond", group="Only with")
    assert all("pond" in name for name in choices(screen))
    screen.tap("villa")
    assert all("pond" in name and "villa" in name for name in choices(screen))
    assert screen.find("pond", ft.Semantics).selected  # type: ignore[attr-defined]
    screen.tap("pond", group="Only with")
    screen.tap("villa")
    assert choices(screen)[0] == "market"


def test_more_tiles_are_shown_where_there_are_more(app: Headless) -> None:
    _, screen = lying(app)
    tap_square(screen, "C4")
    assert len(choices(screen)) == tile_picker.TILES_SHOWN
    screen.tap("More tiles")
    assert len(choices(screen)) == 3 * tile_picker.TILES_SHOWN
    screen.tap("pond", group="Only with")
    assert len(choices(screen)) == tile_picker.TILES_SHOWN


def test_kinds_that_no_tile_shows_together_can_be_taken_away_again(app: Headless) -> None:
    _, screen = lying(app, tile("C4", "market"))
    tap_square(screen, "B4")
    kinds = ("pond", "garden", "vineyard", "farmyard")
    for kind in kinds:
        screen.tap(kind, group="Only with")
    assert choices(screen) == []
    assert screen.has(tile_picker.NONE_OF_THESE)
    screen.tap("garden", group="Only with")
    assert choices(screen)
    assert not screen.has(tile_picker.NONE_OF_THESE)


def test_where_no_tile_can_lie_it_is_said(app: Headless) -> None:
    chain = (tile("A3", "pond NE"), tile("B3", "pond EW"), tile("C3", "pond EW"), tile("D3", "pond W"))
    around = (tile("B2", "market"), tile("B1", "market"), tile("A1", "market"))
    _, screen = lying(app, *chain, *around)
    tap_square(screen, "A2")
    assert choices(screen) == []
    assert screen.has(tile_picker.NONE)


def test_the_value_of_a_villa_is_asked_where_the_villa_is_completed(app: Headless) -> None:
    anna = player_with("Anna", tile("C4", "villa E4"), tile("D4", "villa W"))
    live = begun(app, table_state(anna, villa_chart={"3": 3, "5": 7}))
    screen = app.show(DistrictTab, live, 0)
    assert screen.has("Value of 1 villa")
    tap_square(screen, "D4")
    assert screen.has("Completed: villa of 2 with 4 chimneys")
    screen.tap("Value of 1 villa")
    screen.type_into("Points for a villa with 4 chimneys", "5")
    screen.tap("Save points for 4 chimneys")
    assert live.state.table.villa_chart["4"] == 5
    assert not screen.says("A villa with 4 chimneys")


def test_the_shovel_is_named_on_the_squares_in_the_middle(app: Headless) -> None:
    live, screen = lying(app)
    tap_square(screen, "A1")
    assert not screen.says("shovel")
    tap_square(screen, "C4")
    screen.tap("Shovel space")
    assert board(live).shovel == "C4"
    assert screen.has("C4, shovel space")
    screen.tap("Shovel space")
    assert board(live).shovel is None


def test_a_tile_is_turned_where_it_fits_in_several_ways(app: Headless) -> None:
    live, screen = lying(app, tile("C4", "pond E"))
    tap_square(screen, "C4")
    screen.tap("Turn")
    assert board(live) == district(tile("C4", "pond S"))
    assert str(live.undo_state.undo) == "Turn: C4"
    change(app, live, lambda state: actions.lay(state, 0, tile("C5", "pond N")))
    assert not screen.has("Turn")


def test_a_tile_is_changed_for_another_one(app: Headless) -> None:
    live, screen = lying(app, tile("C4", "pond E"), tile("D4", "pond W"))
    tap_square(screen, "D4")
    screen.tap("Edit")
    assert screen.has("Must show pond west.")
    screen.tap("Lay pond north and west")
    assert actions.tile_on(board(live), "D4") == tile("D4", "pond NW")
    assert screen.has("Remove")
    assert not choices(screen)


def test_it_is_said_why_no_end_of_a_large_pond_is_offered(app: Headless) -> None:
    pond = tile("B3", "pond E"), *(tile(f"{column}3", "pond EW") for column in "CDE")
    _, screen = lying(app, *pond)
    tap_square(screen, "F3")
    assert screen.says("A closed landscape of more than four tiles is not legal.")


def test_a_tile_is_taken_away_and_brought_back(app: Headless) -> None:
    live, screen = lying(app, tile("C4", "market"))
    tap_square(screen, "C4")
    screen.tap("Remove")
    assert board(live) == district()
    assert screen.has("C4: removed.")
    assert not screen.has("Remove")
    screen.tap("Undo")
    assert board(live) == district(tile("C4", "market"))


def test_a_tile_whose_bonus_was_taken_leaves_it_in_the_stock_and_that_is_said(app: Headless) -> None:
    live, screen = lying(app, tile("C4", "bakery"))
    tap_square(screen, "C4")
    screen.tap("Take 1 bread")
    screen.tap("Remove")
    assert hers(live).bread == 1
    assert screen.has("C4: removed. What was taken for the bakery stays in the stock.")


def test_the_goods_that_a_merchant_trades_are_those_held_when_it_is_taken(app: Headless) -> None:
    live, screen = lying(app, tile("C4", "merchant E"), tile("D4", "merchant W"), goods={Good.FISH: 2})
    assert screen.has("Merchant: 3 coins for 2 goods")
    assert screen.has(square_panel.TRADED_WHEN_TAKEN)
    change(app, live, lambda state: with_player(state, 0, goods={Good.FISH: 2, Good.GRAPES: 1}))
    screen.tap("Take 4 coins for 3 goods")
    assert (hers(live).coins, hers(live).goods) == (4, {})
    assert not screen.has(square_panel.TRADED_WHEN_TAKEN)


def test_a_tile_on_a_writ_is_one_step_once(app: Headless) -> None:
    live, screen = lying(app, tile("C4", "market"))
    tap_square(screen, "C4")
    assert screen.has("Writs are the tokens on nine squares of the board: each is 1 step on the prestige bar.")
    screen.tap("A writ was here")
    assert not screen.says("Writs are the tokens")
    assert (hers(live).writs_left, hers(live).prestige) == (8, 1)
    assert not screen.says("A writ was here")
    app.run(live.undo())
    assert screen.has("A writ was here")


def test_chimneys_are_changed_on_each_part_of_a_villa(app: Headless) -> None:
    live, screen = lying(app, tile("C4", "villa N1", "villa S6"))
    tap_square(screen, "C4")
    screen.tap("Chimneys: north: 3")
    assert actions.tile_on(board(live), "C4") == tile("C4", "villa N3", "villa S6")
    screen.tap("Chimneys: south: 7")
    screen.tap("Chimneys: south: 8")
    screen.tap("Chimneys: south: 9")
    assert actions.tile_on(board(live), "C4") == tile("C4", "villa N3", "villa S9")
    assert not screen.has("Chimneys: south: 10")
    screen.tap("Chimneys: north: 1")
    assert str(live.undo_state.undo) == "1 chimney on C4"


def test_a_square_that_was_emptied_elsewhere_offers_tiles(app: Headless) -> None:
    live, screen = lying(app, tile("C4", "market"))
    tap_square(screen, "C4")
    change(app, live, lambda state: actions.remove(state, 0, "C4"))
    assert choices(screen)


def test_a_bonus_is_said_and_taken_into_the_stock(app: Headless) -> None:
    live, screen = lying(app, tile("C4", "pond E"))
    tap_square(screen, "D4")
    screen.tap("Lay pond west")
    assert screen.has("Pond of 2: 1 fish")
    screen.tap("Take 1 fish")
    assert hers(live).goods == {Good.FISH: 1}
    assert not screen.says("Pond of 2")
    assert str(live.undo_state.undo) == "pond of 2: 1 fish"
    app.run(live.undo())
    assert screen.has("Pond of 2: 1 fish")


def test_a_bonus_taken_already_is_not_booked(app: Headless) -> None:
    live, screen = lying(app, tile("C4", "bakery"))
    tap_square(screen, "C4")
    screen.tap("Already taken")
    assert hers(live).bread == 0
    assert not screen.says("Bakery: ")


def test_a_bonus_that_waits_is_said_on_the_chip_of_its_player(app: Headless) -> None:
    live = begun(app, table_state(player_with("Anna", tile("C4", "bakery"))))
    screen = app.show(OpenTable, live, CARPE_DIEM.tabs[1], 0)
    assert screen.has("Anna, 0 points, 1 bonus to take")
    assert screen.has("Ben, 0 points")
    (waiting, _), *_ = pending(live.state.table, 0)
    change(app, live, transition(take_bonus, 0, waiting))
    assert screen.has("Anna, 0 points")


def test_a_second_tap_on_a_player_says_what_the_question_mark_stands_for(app: Headless) -> None:
    anna = player_with("Anna", tile("C4", "villa E4"), tile("D4", "villa W"))
    live = begun(app, table_state(anna, villa_chart={"3": 3, "5": 7}))
    screen = app.show(OpenTable, live, CARPE_DIEM.tabs[1], 0)
    lacking = "no value for a completed villa with 4 chimneys (Anna): enter it from the chart on the resource board"
    screen.tap(f"Anna, 0 points, {lacking}")
    assert screen.has(f"N{lacking[1:]}.")
    sheet = of_host(app, f"/table/{live.id}/sheet/0")
    assert sheet.has(f"Anna, 0 points, {lacking}")
    assert sheet.has(f"N{lacking[1:]}.")


def test_what_the_player_chooses_is_only_said(app: Headless) -> None:
    live, screen = lying(app, tile("C4", "fountain"))
    tap_square(screen, "C4")
    assert screen.has("Fountain: choose a fountain card, and enter it in the stock")
    screen.tap("Go to Stock")
    assert screen.route == f"/table/{live.id}/stock/0"
    screen.tap("Card drawn")
    assert not screen.says("choose a fountain card")
    assert live.state.table.settled == ("0 fountain C4",)


def test_where_a_tile_completes_two_structures_each_button_says_which_bonus_it_takes(app: Headless) -> None:
    live, screen = lying(app, tile("C4", "pond E", "merchant W"), tile("D4", "pond W"), tile("B4", "merchant E"))
    tap_square(screen, "C4")
    screen.tap("Pond: Take 1 fish")
    assert hers(live).goods == {Good.FISH: 1}
    assert screen.has("Take 2 coins for 1 good"), "one is left"


def test_bonuses_that_wait_are_all_shown_in_a_window_of_a_phone(app: Headless) -> None:
    live, screen = lying(app, *(tile(f"{column}4", "market") for column in "ABCDE"))
    assert not screen.says("Market: 1 coin")
    screen.tap("5 bonuses to take")
    assert [name for name in screen.names if name == "Market: 1 coin"] == ["Market: 1 coin"] * 5
    screen.tap("Take 1 coin")
    assert hers(live).coins == 1
    assert screen.has("4 bonuses to take")
    screen.tap("All of these are already taken")
    assert hers(live).coins == 1
    assert not screen.says("Market: 1 coin")
    assert len(live.state.table.settled) == 5


def test_bonuses_without_a_choice_are_taken_in_one_tap_and_one_undo(app: Headless) -> None:
    tiles = (tile("A4", "market"), tile("B4", "market"), tile("C4", "bakery"), tile("D4", "fountain"))
    live, screen = lying(app, *tiles, tile("C5", "pond E"), tile("D5", "pond W"))
    screen.tap("5 bonuses to take")
    screen.tap("Take 4 bonuses")
    assert (hers(live).coins, hers(live).bread, hers(live).goods) == (2, 1, {Good.FISH: 1})
    assert live.state.table.settled == ("0 pond C5 D5", "0 market A4", "0 market B4", "0 bakery C4")
    assert screen.says("choose a fountain card")
    app.run(live.undo())
    assert (hers(live).coins, hers(live).bread, hers(live).goods) == (0, 0, {})
    assert screen.has("5 bonuses to take")


def test_goods_wait_for_the_order_that_their_player_chooses_where_a_merchant_does(app: Headless) -> None:
    tiles = (tile("A4", "market"), tile("B4", "market"), tile("C4", "pond E"), tile("D4", "pond W"))
    live, screen = lying(app, *tiles, tile("A5", "merchant E"), tile("B5", "merchant W"))
    screen.tap("4 bonuses to take")
    screen.tap("Take 2 bonuses")
    assert (hers(live).coins, hers(live).goods) == (2, {})
    assert screen.has("2 bonuses to take")
    assert not screen.has("Take 2 bonuses")


def test_the_board_says_how_many_squares_are_free_and_what_is_completed(app: Headless) -> None:
    _, empty = lying(app)
    assert empty.has("36 squares, 36 free")
    _, begun_ = lying(app, tile("C4", "pond E"))
    assert begun_.has("36 squares, 35 free")
    assert not begun_.has("Completed:")
    _, screen = lying(app, tile("C4", "pond E"), tile("D4", "pond W"), tile("C5", "market"), tile("D5", "market"))
    shown = screen.names[screen.names.index("Completed:") :]
    assert shown[:3] == ["Completed:", "pond 1", "market 2"]


def test_an_empty_board_is_counted_instead_at_once(app: Headless) -> None:
    live = laid_out(app)
    screen = app.show(DistrictTab, live, 0)
    screen.tap("Quick count")
    assert hers(live).tally == Tally(counts={}, villas=(), chimneys=0)
    assert screen.has("Completed")
    screen.tap("Undo")
    assert hers(live).district == district()
    assert screen.has("C4")


def test_a_board_with_tiles_is_counted_only_after_a_question(app: Headless) -> None:
    goal = FrameGoal(kind=Kind.POND, points=3, line="4")
    live, screen = lying(app, tile("C4", "pond E"), tile("D4", "pond W"), frame=(goal,))
    before = live.state
    screen.tap("Quick count")
    assert screen.says("clears the board and its 2 tiles")
    screen.tap("Cancel")
    assert not screen.says("clears the board")
    assert live.state == before
    screen.tap("Quick count")
    screen.tap("Count only")
    assert not screen.says("clears the board")
    assert hers(live).tally == Tally(counts={Kind.POND: 1}, villas=(), chimneys=0)
    assert screen.value("Pond") == "1"
    assert hers(live).frame == (FrameGoal(kind=Kind.POND, points=3, met=True),)
    app.run(live.undo())
    assert live.state == before
    assert screen.has("C4, pond, completed")
