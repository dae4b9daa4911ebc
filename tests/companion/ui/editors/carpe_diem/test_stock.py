"""The stock of a player: amounts, the prestige bar with its piles, fountain cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft

from companion.formatting.text import sentence
from companion.games.carpe_diem import actions
from companion.tables.state import transition, with_player
from companion.ui.core.theme import TARGET
from companion.ui.editors.carpe_diem.stock import Stock
from scoring.carpe_diem.moves import put_marker
from scoring.carpe_diem.state import FountainCard, FrameGoal, Good, Kind
from tests.companion.carpe_diem_tables import GAME, begun, change, laid_out, lying, player_with, table_state, tile

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless, Screen


def stocked(app: Headless, *tiles: Any, **fields: Any) -> tuple[LiveTable, Screen]:
    live = begun(app, table_state(player_with("Anna", *tiles, **fields)))
    return live, app.show(Stock, live, 0)


def hers(live: LiveTable) -> Any:
    return live.state.table.players[0]


def test_every_amount_is_entered(app: Headless) -> None:
    live, screen = stocked(app)
    fields = {name: name.lower().replace(" ", "_") for name in ("Coins", "Bread", "Stored tiles", "Writs left")}
    for name, field in {**fields, "Points on victory cards": "victory_cards"}.items():
        screen.type_into(name, "7")
        assert getattr(hers(live), field) == 7
        screen.tap(f"{name}, −1")
        assert getattr(hers(live), field) == 6
        assert str(live.undo_state.undo) == f"{name}: 6"
    for number, good in enumerate(Good, 1):
        screen.type_into(good.value.capitalize(), str(number))
    assert hers(live).goods == {good: number for number, good in enumerate(Good, 1)}
    screen.type_into("Fish", "0")
    assert Good.FISH not in hers(live).goods


def test_the_points_at_the_start_are_explained_until_they_change(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben", "Cleo")
    screen = app.show(Stock, live, 2)
    assert screen.has("Everybody begins with points: 8, 9 and 13, in seat order.")
    screen.tap("Points on victory cards, +1")
    assert not screen.says("Everybody begins")


def test_points_may_be_a_debt_and_amounts_may_not(app: Headless) -> None:
    live, screen = stocked(app)
    screen.tap("Points on victory cards, −1")
    assert hers(live).victory_cards == -1
    assert not screen.enabled("Coins, −1")
    screen.type_into("Writs left", "10")
    assert screen.says("Writs left: a whole number from 0 to 9.")
    assert hers(live).writs_left == 9


def test_what_others_change_is_shown(app: Headless) -> None:
    live, screen = stocked(app)
    change(app, live, lambda state: with_player(state, 0, coins=12, goods={Good.FISH: 3}))
    assert (screen.value("Coins"), screen.value("Fish")) == ("12", "3")
    app.run(live.undo())
    assert (screen.value("Coins"), screen.value("Fish")) == ("0", "0")
    screen.type_into("Coins", "12")
    app.run(live.undo())
    assert screen.value("Coins") == "0", "though it was typed"


def test_more_coins_than_the_box_has_are_said_and_allowed(app: Headless) -> None:
    live, screen = stocked(app, coins=20)
    assert not screen.says("the box has")
    change(app, live, lambda state: with_player(state, 1, coins=5))
    assert screen.has("All players together hold 25 coins; the box has 24.")
    screen.type_into("Coins", "19")
    assert not screen.says("the box has")
    screen.type_into("Bread", "19")
    assert screen.has("All players together hold 19 bread; the box has 18.")
    assert hers(live).bread == 19
    screen.type_into("Fish", "99")
    assert screen.has("All players together hold 99 fish; the box has 5.")


def test_a_marker_that_comes_to_others_lies_on_top_of_them(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben", "Cleo")
    screen = app.show(Stock, live, 0)
    assert screen.has("The pile on space 0, from the top: Cleo, Ben, Anna.")
    screen.tap("Space on the prestige bar, +1")
    assert not screen.says("The pile")
    change(app, live, transition(put_marker, 1, 1))
    assert screen.has("The pile on space 1, from the top: Ben, Anna.")


def test_a_marker_is_put_higher_in_its_pile(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben", "Cleo")
    screen = app.show(Stock, live, 0)
    screen.tap("Anna one higher in the pile")
    assert screen.has("The pile on space 0, from the top: Cleo, Anna, Ben.")
    screen.tap("Anna one higher in the pile")
    assert screen.has("The pile on space 0, from the top: Anna, Cleo, Ben.")
    assert not screen.has("Anna one higher in the pile")
    assert [player.stack for player in live.state.table.players] == [2, 0, 1]
    assert not live.problems


def test_the_bar_ends(app: Headless) -> None:
    live, screen = stocked(app, prestige=19)
    screen.tap("Space on the prestige bar, +1")
    assert hers(live).prestige == 20
    assert not screen.enabled("Space on the prestige bar, +1")
    screen.type_into("Space on the prestige bar", "21")
    assert screen.says("Space on the prestige bar: a whole number from 0 to 20.")


def test_a_fountain_card_comes_with_what_the_rulebook_prints(app: Headless) -> None:
    live, screen = stocked(app, tile("C4", "market"), tile("C5", "market"))
    screen.tap("market", group="Add fountain card")
    assert hers(live).fountain_cards == (FountainCard(kind=Kind.MARKET, points=2),)
    assert screen.has("now 4 points")
    assert not app.tables.copies[GAME].part("fountain_card")


def test_what_my_card_gives_is_kept_for_the_next_table(app: Headless) -> None:
    live, screen = stocked(app, tile("C4", "bakery"))
    screen.tap("bakery", group="Add fountain card")
    assert hers(live).fountain_cards == ()
    screen.tap("fountain card bakery: 2")
    assert screen.has("now 2 points")
    screen.tap("Points for bakery, −1")
    assert hers(live).fountain_cards == (FountainCard(kind=Kind.BAKERY, points=1),)
    assert screen.has("now 1 point")
    assert app.tables.copies[GAME].part("fountain_card") == {"bakery": 1}
    next_table, elsewhere = stocked(app)
    elsewhere.tap("bakery", group="Add fountain card")
    assert hers(next_table).fountain_cards == (FountainCard(kind=Kind.BAKERY, points=1),)


def test_a_fountain_card_is_given_back_and_taken_again(app: Headless) -> None:
    live, screen = stocked(app)
    for kind in ("pond", "villa", "pond"):
        screen.tap(kind, group="Add fountain card")
        if not live.state.table.players[0].fountain_cards:
            screen.tap("fountain card pond: 3")
    screen.tap("Remove fountain card villa")
    assert [card.kind for card in hers(live).fountain_cards] == [Kind.POND, Kind.POND]
    assert screen.has("Fountain card villa: removed.")
    screen.tap("Undo")
    assert [card.kind for card in hers(live).fountain_cards] == [Kind.POND, Kind.VILLA, Kind.POND]


def test_nobody_holds_more_fountain_cards_than_there_are(app: Headless) -> None:
    most = (FountainCard(kind=Kind.POND, points=2),) * 24
    _, screen = stocked(app, fountain_cards=most)
    assert not screen.says("Add fountain card")


def test_what_is_wrong_with_the_stock_is_said(app: Headless) -> None:
    live, screen = stocked(app, prestige=25)
    (problem,) = live.problems
    assert screen.has(sentence(problem.message))


ROW_4 = FrameGoal(kind=Kind.POND, points=3, line="4")


def frame(live: LiveTable) -> tuple[FrameGoal, ...]:
    goals: tuple[FrameGoal, ...] = live.state.table.players[0].frame
    return goals


def test_a_goal_is_added_with_what_the_rulebook_prints(app: Headless) -> None:
    live, screen = lying(app)
    screen.tap("Column C")
    screen.tap("granary", group="Add frame goal")
    assert frame(live) == ()
    screen.tap("frame goal granary: 4")
    assert frame(live) == (FrameGoal(kind=Kind.GRANARY, points=4, line="C"),)
    assert str(live.undo_state.undo) == "frame goal granary"
    assert screen.has("Column C, granary 4, not met")
    assert screen.value("Points for granary") == "4"


def test_points_that_were_entered_are_kept_for_the_next_table(app: Headless) -> None:
    live, screen = lying(app)
    screen.tap("Row 4")
    screen.tap("pond", group="Add frame goal")
    screen.tap("frame goal pond: 3")
    assert frame(live) == (ROW_4,)
    assert app.tables.copies[GAME].part("frame_goal") == {"pond 3": {"kind": "pond", "points": 3}}
    screen.type_into("Points for pond", "6")
    assert frame(live) == (FrameGoal(kind=Kind.POND, points=6, line="4"),)
    assert str(live.undo_state.undo) == "frame goal pond: 6 points"
    assert set(app.tables.copies[GAME].part("frame_goal")) == {"pond 3", "pond 6"}
    next_table, elsewhere = lying(app)
    elsewhere.tap("Row 4")
    elsewhere.tap("pond", group="Add frame goal")
    asked = [name for name in elsewhere.names if name.startswith("frame goal pond: ")]
    assert asked[:3] == ["frame goal pond: 3", "frame goal pond: 6", "frame goal pond: 1"]
    elsewhere.tap("frame goal pond: 6")
    assert frame(next_table)[0].points == 6


def test_no_points_are_made_up(app: Headless) -> None:
    live, screen = lying(app)
    screen.tap("Row 4")
    screen.tap("pond", group="Add frame goal")
    assert screen.says("How many points does it show?")
    assert screen.has("Frame goal pond")
    labelled = [control for control, _ in screen.controls() if isinstance(control, ft.Semantics)]
    cells = [control.content for control in labelled if str(control.label).startswith("frame goal pond: ")]
    assert {cell.width for cell in cells if isinstance(cell, ft.Container)} == {TARGET}
    (window,) = (control for control, _ in screen.controls() if isinstance(control, ft.AlertDialog))
    screen.event(window, "dismiss")
    assert not screen.says("How many points does it show?")
    assert frame(live) == ()


def test_points_that_cannot_be_are_held(app: Headless) -> None:
    live, screen = lying(app, frame=(ROW_4,))
    screen.tap("Row 4, pond 3, not met")
    screen.type_into("Points for pond", "21")
    assert screen.says("Points for pond: a whole number from 1 to 20.")
    assert frame(live) == (ROW_4,)


def test_a_goal_is_met_by_what_is_laid(app: Headless) -> None:
    live, screen = lying(app, tile("C4", "pond E"), frame=(ROW_4,))
    screen.tap("Row 4, pond 3, not met")
    assert screen.has("not met")
    change(app, live, lambda state: actions.lay(state, 0, tile("D4", "pond W")))
    assert screen.has("met")
    assert screen.has("Row 4, pond 3, met")


def test_a_goal_is_taken_away_and_brought_back(app: Headless) -> None:
    villa_goal = FrameGoal(kind=Kind.VILLA, points=5, line="4")
    live, screen = lying(app, frame=(ROW_4, villa_goal))
    screen.tap("Row 4, pond 3, not met, villa 5, not met")
    screen.tap("Remove frame goal pond")
    assert frame(live) == (villa_goal,)
    assert screen.has("Frame goal pond: removed.")
    assert screen.value("Points for villa") == "5"
    screen.tap("Undo")
    assert frame(live) == (ROW_4, villa_goal)


def test_only_the_goals_of_the_line_are_shown(app: Headless) -> None:
    _, screen = lying(app, frame=(ROW_4, FrameGoal(kind=Kind.VILLA, points=5, line="A")))
    screen.tap("Column A, villa 5, not met")
    assert screen.has("Remove frame goal villa")
    assert not screen.has("Remove frame goal pond")


def test_the_frame_has_room_for_eight_goals(app: Headless) -> None:
    lines = "ABCDEF12"
    _, screen = lying(app, frame=tuple(FrameGoal(kind=Kind.POND, points=3, line=line) for line in lines))
    screen.tap("Row 4")
    assert screen.has("Frame goals: row 4")
    assert not screen.says("Add frame goal")


def test_goals_stand_in_words_below_the_board_and_those_that_are_met_are_ticked(app: Headless) -> None:
    ponds = FrameGoal(kind=Kind.POND, points=3, line="4"), FrameGoal(kind=Kind.VILLA, points=1, line="A")
    live, screen = lying(app)
    assert not screen.has("Frame goals:")
    change(app, live, lambda state: with_player(state, 0, frame=ponds))
    assert screen.has("pond 3, not met")
    assert screen.has("villa 1, not met")
    change(app, live, lambda state: actions.lay(state, 0, tile("A4", "pond E")))
    change(app, live, lambda state: actions.lay(state, 0, tile("B4", "pond W")))
    assert screen.has("pond 3, met")
