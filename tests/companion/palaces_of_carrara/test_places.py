"""The parts of the table screen of The Palaces of Carrara."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.editors.palaces_of_carrara import copy
from companion.editors.palaces_of_carrara.board import Board, BoardPlace
from companion.editors.palaces_of_carrara.my_copy import MyCopy
from companion.editors.palaces_of_carrara.score import ScorePlace
from companion.editors.palaces_of_carrara.stock import Stock
from companion.editors.palaces_of_carrara.wheel import WheelPlace
from companion.ui import Look
from scoring.palaces_of_carrara.state import Color, Kind, Location, Object, Value
from tests.companion.palaces_of_carrara.rounds import base, expanded, first, laid_out, shown
from tests.scoring.palaces_of_carrara.boards import player

if TYPE_CHECKING:
    from companion.copies import Copies
    from tests.companion.headless import Headless


# -- the board


def test_an_empty_board_says_what_to_do(app: Headless) -> None:
    screen = app.show(Board, laid_out(app), 0)
    assert screen.says("Nothing built yet. Tap the plus at a city to build there.")
    assert screen.has("Livorno, 3 points each, accepts white; nothing built")


def test_a_building_is_built_in_three_taps_and_paid(app: Headless) -> None:
    live, screen = shown(app, Board, base(player(blocks={Color.RED: 2, Color.YELLOW: 3, Color.BLACK: 5})), 0)
    screen.tap("Build in Lucca")
    screen.tap("villa 3")
    assert screen.value("Pay " + Color.RED) == "2"
    assert screen.value("Pay " + Color.YELLOW) == "1"
    assert not screen.has("Pay " + Color.BLACK)
    screen.tap("Build villa 3 in Lucca, pay 3 blocks")
    assert screen.has("villa 3 in Lucca")
    assert first(live).blocks[Color.YELLOW] == 2
    assert live.standing.undo == "Nick builds villa 3 in Lucca"
    assert not screen.has("porta 5")
    screen.tap("Build in Pisa")
    assert screen.has("villa 3, built by Nick")


def test_other_blocks_may_be_paid_as_many_as_it_costs(app: Headless) -> None:
    live, screen = shown(app, Board, base(player(blocks={Color.RED: 2, Color.YELLOW: 3})), 0)
    screen.tap("Build in Lucca")
    screen.tap("villa 2")
    screen.tap(f"Pay {Color.RED}: one less")
    assert screen.says("2 blocks are needed, 1 chosen.")
    assert not screen.enabled("Build villa 2 in Lucca, pay 2 blocks")
    screen.tap(f"Pay {Color.YELLOW}: one more")
    screen.tap("Build villa 2 in Lucca, pay 2 blocks")
    assert first(live).blocks[Color.YELLOW] == 2
    assert first(live).blocks[Color.RED] == 1


def test_a_single_block_that_is_needed_is_one(app: Headless) -> None:
    _, screen = shown(app, Board, base(player()), 0)
    screen.tap("Build in Pisa")
    screen.tap("villa 1")
    assert screen.says("1 block is needed that Pisa accepts; 0 are counted here.")


def test_where_blocks_are_not_counted_it_is_built_without(app: Headless) -> None:
    live, screen = shown(app, Board, base(player(blocks={Color.RED: 2})), 0)
    screen.tap("Build in Pisa")
    screen.tap("porta 5")
    assert screen.says("5 blocks are needed that Pisa accepts; 0 are counted here.")
    screen.tap("Build porta 5 in Pisa")
    assert len(first(live).buildings) == 1
    assert first(live).blocks[Color.RED] == 2


def test_enough_blocks_may_stay_behind_the_screen(app: Headless) -> None:
    live, screen = shown(app, Board, base(player(blocks={Color.WHITE: 2})), 0)
    screen.tap("Build in Livorno")
    screen.tap("porta 1")
    screen.tap("Without paying here")
    assert first(live).blocks[Color.WHITE] == 2


def test_a_building_is_moved_and_taken_off(app: Headless) -> None:
    live, screen = shown(app, Board, base(player(buildings="villa 3 lucca")), 0)
    screen.tap("villa 3 in Lucca")
    assert not screen.says("Improve")
    screen.tap("Move villa 3 to Massa")
    screen.tap("villa 3 in Massa")
    screen.tap("Take villa 3 off")
    assert first(live).buildings == ()
    screen.tap("Undo")
    assert screen.has("villa 3 in Massa")


def test_with_the_expansion_a_building_is_improved_for_the_difference(app: Headless) -> None:
    live, screen = shown(app, Board, expanded(player(buildings="villa 3 lucca", blocks={Color.RED: 2})), 0)
    screen.tap("villa 3 in Lucca")
    assert screen.has("porta 2, not dearer")
    screen.tap("castello 5")
    screen.tap("Improve to castello 5, pay 2 blocks")
    assert screen.has("castello 5 in Lucca")
    assert first(live).blocks[Color.RED] == 0
    screen.tap("Build in Pisa")
    assert screen.has("villa 3, out of the game")


def test_what_is_tapped_twice_is_left_alone(app: Headless) -> None:
    _, screen = shown(app, Board, base(player()), 0)
    screen.tap("Build in Pisa")
    screen.tap("porta 5")
    screen.tap("porta 5")
    assert screen.says("Tap the building that you take.")
    screen.tap("Close")
    assert not screen.has("porta 5")


def test_who_scored_a_city_and_an_upgrade_tile_are_said(app: Headless) -> None:
    nick = player(upgrades=(Location.LUCCA,), buildings="villa 3 lucca, villa 8 massa")
    ben = player("Ben", scored="city pisa")
    evening = expanded(nick, ben, upgrades={Location.LUCCA: Value(points=3, coins=1)})
    _, screen = shown(app, Board, evening, 0)
    lucca = "Lucca, 3 points + 1 coin each by an upgrade tile, accepts white, yellow and red; cost 3 in all"
    assert screen.has(lucca)
    assert screen.has("Pisa, 3 coins each, accepts white and yellow; nothing built; scored by Ben")
    assert screen.has("Land buildings: cost 11 in all")


def test_a_board_that_cannot_be_is_marked_with_the_reason(app: Headless) -> None:
    evening = base(player(buildings="villa 3 lucca"), player("Ben", buildings="villa 3 pisa"))
    _, screen = shown(app, Board, evening, 1)
    assert screen.says("The villa of cost 3 stands here twice: Nick has built it already.")
    assert screen.has("villa 3 in Pisa, cannot be")


def test_the_stock_stands_beside_the_board_where_there_is_room(app: Headless) -> None:
    _, screen = shown(app, BoardPlace, base(player()), 0, look=Look(width=1280))
    assert screen.has("Coins")
    _, narrow = shown(app, BoardPlace, base(player()), 0)
    assert not narrow.has("Coins")


def test_large_text_puts_the_name_above_the_buildings(app: Headless) -> None:
    _, screen = shown(app, Board, base(player(buildings="villa 3 lucca")), 0, look=Look(width=320, scale=2.0))
    screen.tap("Build in Pisa")
    assert screen.has("porta 5")


# -- upgrade tiles


def test_an_upgrade_tile_that_is_known_is_taken_by_a_tap(app: Headless) -> None:
    live, screen = shown(app, Board, expanded(player(buildings="villa 8 pisa")), 0)
    screen.tap("Take the upgrade tile Lucca: 3 points + 1 coin")
    assert first(live).upgrades == (Location.LUCCA,)
    assert live.evening.table.upgrades[Location.LUCCA] == Value(points=3, coins=1)


def test_what_an_unknown_tile_prints_is_asked_once_and_kept(app: Headless, copies: Copies) -> None:
    live, screen = shown(app, Board, expanded(player(buildings="villa 8 pisa, porta 8 pisa")), 0)
    screen.tap("Take the upgrade tile Land buildings: not known yet")
    assert not screen.has("Take the upgrade tile Lucca: 3 points + 1 coin")
    screen.tap("Leave it")
    assert screen.has("Take the upgrade tile Lucca: 3 points + 1 coin")
    screen.tap("Take the upgrade tile Land buildings: not known yet")
    screen.tap("Points: one more")
    screen.tap("Coins: one more")
    screen.tap("Keep 2 points + 1 coin for land buildings")
    assert first(live).upgrades == (Location.LAND,)
    assert copy.upgrade_values(copies)[Location.LAND] == Value(points=2, coins=1)
    other = laid_out(app, "expansion")
    assert other.evening.table.upgrades[Location.LAND] == Value(points=2, coins=1)


def test_an_upgrade_tile_is_corrected_and_given_back(app: Headless, copies: Copies) -> None:
    nick = player(buildings="villa 8 pisa", upgrades=(Location.MASSA,))
    live, screen = shown(app, Board, expanded(nick, upgrades={Location.MASSA: Value(points=2, coins=0)}), 0)
    screen.tap("What the upgrade tile Massa prints")
    screen.tap("Coins: one more")
    screen.tap("Keep 2 points + 1 coin for Massa")
    assert live.evening.table.upgrades[Location.MASSA] == Value(points=2, coins=1)
    assert copy.is_mine(copies, Location.MASSA)
    screen.tap("Give the upgrade tile Massa back")
    assert first(live).upgrades == ()
    screen.tap("Undo")
    assert first(live).upgrades == (Location.MASSA,)


def test_without_a_building_of_cost_8_no_tile_is_offered(app: Headless) -> None:
    _, screen = shown(app, Board, expanded(player()), 0)
    assert screen.says("None yet: a building of cost 8 brings one.")


# -- scoring


def test_what_each_action_would_pay_stands_side_by_side(app: Headless) -> None:
    _, screen = shown(app, ScorePlace, base(player(buildings="palazzo 2 lucca, porta 3 lucca", coins=3)), 0)
    assert screen.has("Palazzo: 4 points and 1 crown; in the end +7")
    assert screen.has("Lucca: 10 points, 1 crown and 1 gate; in the end +16, the most")
    assert screen.has("Pisa: 0 buildings in Pisa: 2 are needed to score it.")
    assert screen.says("6 scoring markers left")


def test_an_action_shows_its_arithmetic_and_is_scored(app: Headless) -> None:
    live, screen = shown(app, ScorePlace, base(player(buildings="palazzo 2 lucca, porta 3 pisa")), 0)
    screen.tap("Porta: 9 coins and 1 gate; in the end +4")
    assert screen.has("Porta 3 in Pisa: 3 × 3 coins = 9 coins.")
    assert screen.says("If the game ended right after it, Nick would have 4 points more.")
    screen.tap("Score Porta")
    assert (first(live).coins, first(live).objects[Object.GATE]) == (9, 1)
    assert screen.has("Porta: Scored")
    screen.tap("Undo")
    assert first(live).coins == 0


def test_a_marker_alone_is_laid_and_taken_back(app: Headless) -> None:
    live, screen = shown(app, ScorePlace, base(player(buildings="porta 3 pisa")), 0)
    screen.tap("Porta: 9 coins and 1 gate; in the end +4, the most")
    screen.tap("Only lay the marker, it was paid before")
    assert first(live).coins == 0
    assert screen.says("5 scoring markers left")
    screen.tap("Porta: Scored")
    screen.tap("Take the marker back")
    assert first(live).scored == ()


def test_what_is_not_allowed_says_every_reason(app: Headless) -> None:
    _, screen = shown(app, ScorePlace, expanded(player(buildings="villa 3 massa")), 0)
    screen.tap("Massa: 1 building in Massa: 3 are needed to score it.")
    assert screen.has("1 building in Massa: 3 are needed to score it.")
    assert not screen.has("Only lay the marker, it was paid before")
    screen.tap("Close")
    assert screen.has("City buildings: No city building built: one is needed.")


def test_what_the_buildings_show_is_asked_once_and_kept(app: Headless, copies: Copies) -> None:
    live, screen = shown(app, ScorePlace, base(player(buildings="villa 3 massa")), 0)
    assert screen.has("Villa: 3 points and 1 coat of arms; in the end +6, the most")
    screen.tap("Say what the tiles show")
    screen.tap("The villa shows the cup")
    screen.tap("Keep what they show")
    assert screen.has("Villa: 3 points and 1 cup; in the end +6, the most")
    assert not screen.has("Say what the tiles show")
    shown_now = {Kind.CATHEDRALE: Object.COAT_OF_ARMS, Kind.CASTELLO: Object.FLAG, Kind.VILLA: Object.CUP}
    assert live.evening.table.objects_of == shown_now
    assert copy.objects_known(copies) == shown_now
    assert laid_out(app).evening.table.objects_of == shown_now
    assert live.problems == ()


def test_what_is_supposed_at_a_table_is_what_it_pays(app: Headless, copies: Copies) -> None:
    """Another table may have been told since; this one still asks, and begins with what was told."""
    mine = {Kind.CATHEDRALE: Object.COAT_OF_ARMS, Kind.CASTELLO: Object.FLAG, Kind.VILLA: Object.CUP}
    app.run(copy.keep_objects(copies, mine))
    live, screen = shown(app, ScorePlace, base(player(buildings="villa 3 massa", scored="kind villa")), 0)
    assert screen.says("cathedrale a cup, castello a flag and villa a coat of arms")
    screen.tap("Say what the tiles show")
    assert screen.says("What was taken before stays.")
    screen.tap("Keep what they show")
    assert live.evening.table.objects_of == mine


# -- the wheel


def test_blocks_are_bought_by_taps_on_their_prices(app: Headless) -> None:
    live, screen = shown(app, WheelPlace, base(player(coins=5)), 0)
    assert screen.says("Nick has 5 coins here. No block is chosen.")
    screen.tap(f"Section 1, {Color.WHITE}: 6 coins")
    screen.tap(f"Section 2, {Color.GREEN}: 2 coins")
    screen.tap(f"Section 2, {Color.GREEN}: 2 coins, 1 chosen")
    screen.tap(f"Section 2, {Color.BLACK}: 0 coins")
    assert screen.has("2 green and 1 black of section II: 4 coins.")
    assert screen.says("Together they build in Lerici.")
    screen.tap("Nick buys for 4 coins")
    assert first(live).coins == 1
    assert first(live).blocks[Color.GREEN] == 2
    assert first(live).blocks[Color.WHITE] == 0
    assert screen.says("No block is chosen.")
    screen.tap("Undo")
    assert first(live).coins == 5


def test_what_cannot_be_paid_is_said(app: Headless) -> None:
    live, screen = shown(app, WheelPlace, base(player(coins=1)), 0)
    screen.tap(f"Section 1, {Color.WHITE}: 6 coins")
    assert screen.says("Nick has 1 coin here. Coins are counted under Stock.")
    assert not screen.enabled("Nick buys for 6 coins")
    screen.tap("Choose no block")
    screen.tap("Cannot pay any block: take 2 coins")
    assert first(live).coins == 3


def test_no_more_blocks_than_there_are(app: Headless) -> None:
    _, screen = shown(app, WheelPlace, base(player(coins=50, blocks={Color.RED: 6})), 0)
    screen.tap(f"Section 1, {Color.RED}: 4 coins")
    screen.tap(f"Section 1, {Color.RED}: 4 coins, 1 chosen")
    assert screen.says(f"There are 7 {Color.RED} blocks in all; no other is left.")
    assert screen.has(f"Section 1, {Color.RED}: 4 coins, 1 chosen")


def test_an_object_is_bought_for_ten_coins(app: Headless) -> None:
    live, screen = shown(app, WheelPlace, base(player(coins=13, objects="6 book")), 0)
    assert not screen.has("Buy a book for 10 coins")
    screen.tap("Buy a cup for 10 coins")
    assert (first(live).coins, first(live).objects[Object.CUP]) == (3, 1)
    assert screen.says("for 10 coins; Nick has 3 coins here.")


# -- the stock


@pytest.mark.parametrize(("name", "field"), [("Points on the track", "score"), ("Coins", "coins")])
def test_points_and_coins_are_entered(app: Headless, name: str, field: str) -> None:
    live, screen = shown(app, Stock, base(player()), 0)
    screen.type_into(name, "17")
    assert getattr(first(live), field) == 17
    assert live.standing.undo == f"Nick, {name.lower()}: 17"


def test_blocks_and_objects_are_counted(app: Headless) -> None:
    live, screen = shown(app, Stock, base(player()), 0)
    screen.tap("Red blocks: one more")
    screen.tap("Coats of arms: one more")
    assert first(live).blocks == {Color.RED: 1}
    assert first(live).objects == {Object.COAT_OF_ARMS: 1}
    assert screen.says("1 block in all")


def test_too_many_pieces_are_said_where_they_are_entered(app: Headless) -> None:
    evening = base(player(objects="4 cup"), player("Ben", objects="4 cup"))
    _, screen = shown(app, Stock, evening, 1)
    assert screen.says("8 cups at the table: there are 6 of each.")


# -- my copy


def test_my_copy_begins_with_what_the_rulebook_prints(app: Headless) -> None:
    screen = app.show(MyCopy)
    assert screen.value("Points, Lucca") == "3"
    assert screen.value("Coins, Lerici") == "1"
    assert screen.names.count("Rulebook of the expansion, Upgrade Tiles, example") == 2
    assert not screen.says("Remove")


def test_a_value_is_entered_and_removed(app: Headless, copies: Copies) -> None:
    screen = app.show(MyCopy)
    screen.tap("Points, Massa: one more")
    screen.tap("Points, Massa: one more")
    screen.tap("Coins, Massa: one more")
    assert copy.upgrade_values(copies)[Location.MASSA] == Value(points=2, coins=1)
    screen.tap("Remove Massa from my copy")
    assert Location.MASSA not in copy.upgrade_values(copies)
    screen.tap("Undo")
    assert screen.value("Points, Massa") == "2"


def test_what_the_buildings_show_is_entered_in_my_copy(app: Headless, copies: Copies) -> None:
    screen = app.show(MyCopy)
    assert screen.has("Only supposed: look at the tiles, and keep what they show.")
    screen.tap("The castello shows the coat of arms")
    screen.tap("Keep what they show")
    assert screen.has("Mine")
    assert copy.objects_known(copies)[Kind.VILLA] is Object.FLAG


def test_what_this_version_cannot_read_is_passed_over(app: Headless, copies: Copies) -> None:
    app.run(copies.keep(copy.UPGRADE_PART, "massa", {"points": 99}))
    app.run(copies.keep(copy.OBJECT_PART, "villa", "trophy"))
    assert Location.MASSA not in copy.upgrade_values(copies)
    assert copy.objects_known(copies) == {}
