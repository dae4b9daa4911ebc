"""What happens at the table is booked as the rulebook says."""

from __future__ import annotations

from scoring.palaces_of_carrara.moves import (
    announced,
    blocks_bought,
    built,
    coins_taken,
    improved,
    object_bought,
    scored,
    upgraded,
)
from scoring.palaces_of_carrara.state import Color, Location, Object, Scored, What
from tests.scoring.palaces_of_carrara.boards import built as buildings
from tests.scoring.palaces_of_carrara.boards import player, table, with_cards

ONE_VILLA = buildings("villa 3 viareggio")


def test_buy_blocks_pays_the_section_and_takes_them() -> None:
    before = table(player(coins=20, blocks={Color.BLACK: 1}))
    after = blocks_bought(before, 0, 2, {Color.GREEN: 1, Color.BLUE: 1, Color.BLACK: 1}).players[0]
    assert after.coins == 17
    assert {color: number for color, number in after.blocks.items() if number} == {
        Color.GREEN: 1,
        Color.BLUE: 1,
        Color.BLACK: 2,
    }


def test_buy_blocks_who_cannot_pay_takes_two_coins() -> None:
    assert coins_taken(table(player(coins=1)), 0).players[0].coins == 3


def test_build_buildings_returns_the_blocks_to_the_bag() -> None:
    before = table(player(blocks={Color.RED: 2, Color.GREEN: 2}))
    after = built(before, 0, ONE_VILLA[0], {Color.RED: 1, Color.GREEN: 2}).players[0]
    assert after.buildings == ONE_VILLA
    assert sum(after.blocks.values()) == after.blocks[Color.RED] == 1


def test_improving_a_building_replaces_it_for_the_difference() -> None:
    before = with_cards(player(buildings="porta 3 lucca, villa 1 pisa", blocks={Color.WHITE: 5}))
    great = buildings("castello 8 lucca")[0]
    after = improved(before, 0, 0, great, {Color.WHITE: 5}).players[0]
    assert after.buildings == buildings("castello 8 lucca, villa 1 pisa")
    assert sum(after.blocks.values()) == 0


def test_upgrade_tiles_are_laid_on_a_city_or_category() -> None:
    assert upgraded(with_cards(player(upgrades=(Location.LAND,))), 0, Location.LUCCA).players[0].upgrades == (
        Location.LAND,
        Location.LUCCA,
    )


def test_scoring_books_points_coins_objects_and_the_marker() -> None:
    before = table(player(score=5, coins=2, objects="1 book", buildings="biblioteca 3 pisa, biblioteca 2 massa"))
    after = scored(before, 0, What.KIND, "biblioteca").players[0]
    assert (after.score, after.coins, after.objects[Object.BOOK]) == (7, 11, 3)
    assert after.scored == (Scored(what=What.KIND, name="biblioteca"),)


def test_an_object_costs_ten_coins() -> None:
    after = object_bought(table(player(coins=12, objects="1 cup")), 0, Object.CUP).players[0]
    assert (after.coins, after.objects) == (2, {Object.CUP: 2})


def test_announcing_the_end_gives_five_points_at_once() -> None:
    assert announced(table(player(score=30)), 0).players[0].score == 35


def test_what_is_booked_stays_within_what_a_document_holds() -> None:
    many = table(player(score=998, coins=9998, buildings="villa 5 livorno, villa 4 pisa"))
    after = scored(many, 0, What.KIND, "villa").players[0]
    assert (after.score, after.coins) == (999, 9999)
    assert announced(many, 0).players[0].score == 999
    assert object_bought(table(player(coins=3)), 0, Object.CUP).players[0].coins == 0


def test_the_others_keep_what_they_have() -> None:
    before = table(player(), player("Hank", coins=3))
    assert coins_taken(before, 0).players[1] == before.players[1]
