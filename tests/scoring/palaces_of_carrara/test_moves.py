"""What happens at the table is booked as the rulebook says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.palaces_of_carrara import moves
from scoring.palaces_of_carrara.board import for_sale, tile_key
from scoring.palaces_of_carrara.state import (
    SECTIONS,
    BonusCard,
    BuildingCard,
    CitiesAsk,
    City,
    Color,
    Location,
    Object,
    ObjectCard,
    Scored,
    TopCard,
    What,
    WheelAsk,
)
from tests.scoring.palaces_of_carrara.boards import built as buildings
from tests.scoring.palaces_of_carrara.boards import player, table, with_cards

ONE_VILLA = buildings("villa 3 viareggio")


def test_buy_blocks_pays_the_section_and_takes_them() -> None:
    before = table(player(coins=20, blocks={Color.BLACK: 1}))
    after = moves.buy_blocks(before, 0, 2, {Color.GREEN: 1, Color.BLUE: 1, Color.BLACK: 1}).players[0]
    assert after.coins == 17
    assert {color: number for color, number in after.blocks.items() if number} == {
        Color.GREEN: 1,
        Color.BLUE: 1,
        Color.BLACK: 2,
    }


def test_buy_blocks_who_cannot_pay_takes_two_coins() -> None:
    assert moves.take_coins(table(player(coins=1)), 0).players[0].coins == 3


def test_build_buildings_returns_the_blocks_to_the_bag() -> None:
    before = table(player(blocks={Color.RED: 2, Color.GREEN: 2}))
    after = moves.build(before, 0, ONE_VILLA[0], {Color.RED: 1, Color.GREEN: 2}).players[0]
    assert after.buildings == ONE_VILLA
    assert sum(after.blocks.values()) == after.blocks[Color.RED] == 1


def test_improving_a_building_replaces_it_for_the_difference() -> None:
    before = with_cards(player(buildings="porta 3 lucca, villa 1 pisa", blocks={Color.WHITE: 5}))
    great = buildings("castello 8 lucca")[0]
    after = moves.improve(before, 0, before.players[0].buildings[0], great, {Color.WHITE: 5})
    assert after.players[0].buildings == buildings("castello 8 lucca, villa 1 pisa")
    assert sum(after.players[0].blocks.values()) == 0


def test_improving_a_building_puts_its_tile_out_of_the_game() -> None:
    before = with_cards(player(buildings=ONE_VILLA))
    dearer = buildings("castello 5 lucca")[0]
    after = moves.improve(before, 0, ONE_VILLA[0], dearer, {})
    assert after.gone == ("villa 3",)
    left = [tile_key(tile.kind, tile.cost) for tile in moves.unbuilt(after)]
    assert [tile in left for tile in ("villa 3", "castello 5", "villa 4")] == [False, False, True]
    assert moves.improve(after, 0, ONE_VILLA[0], dearer, {}) is after


def test_upgrade_tiles_are_laid_on_a_city_or_category() -> None:
    assert moves.lay_upgrade(with_cards(player(upgrades=(Location.LAND,))), 0, Location.LUCCA).players[0].upgrades == (
        Location.LAND,
        Location.LUCCA,
    )


def test_scoring_books_points_coins_objects_and_the_marker() -> None:
    before = table(player(score=5, coins=2, objects="1 book", buildings="biblioteca 3 pisa, biblioteca 2 massa"))
    after = moves.score(before, 0, What.KIND, "biblioteca").players[0]
    assert (after.score, after.coins, after.objects[Object.BOOK]) == (7, 11, 3)
    assert after.scored == (Scored(what=What.KIND, name="biblioteca"),)


def test_additional_purchase_each_object_on_the_board_is_sold_once_for_ten_coins() -> None:
    before = table(player(coins=30, objects="1 cup"))
    after = moves.buy_object(before, 0, Object.CUP)
    assert (after.players[0].coins, after.players[0].objects) == (20, {Object.CUP: 2})
    assert for_sale(after) == tuple(kind for kind in Object if kind is not Object.CUP)
    assert moves.buy_object(after, 0, Object.CUP) is after
    assert moves.buy_object(after, 0, Object.BOOK).sold == (Object.CUP, Object.BOOK)


@pytest.mark.parametrize("sold", [None, ()])
def test_additional_purchase_what_players_hold_does_not_lie_on_the_board(sold: tuple[Object, ...] | None) -> None:
    some = replace(table(player(objects="5 gate, 6 book")), sold=sold)
    assert for_sale(some) == tuple(kind for kind in Object if kind is not Object.BOOK)


def test_playing_the_game_the_next_player_plays_after_each_action() -> None:
    some = with_cards(player(buildings=ONE_VILLA, coins=9), player("Hank"))
    great = buildings("castello 8 lucca")[0]
    assert some.turn is None
    assert moves.buy_blocks(some, 0, 2, {}).turn == 1
    assert moves.build(some, 1, great, {}).turn == 0
    assert moves.improve(some, 0, ONE_VILLA[0], great, {}).turn == 1
    assert moves.score(some, 0, What.KIND, "villa").turn == 1
    assert moves.take_coins(some, 1).turn == 0
    assert moves.buy_object(moves.take_coins(some, 0), 0, Object.CUP).turn == 1


def test_the_end_of_the_game_an_announcement_is_taken_back_with_its_points() -> None:
    after = moves.announce_end(table(player(score=3)), 0)
    assert (after.announced, after.players[0].score) == (0, 8)
    back = moves.take_announcement_back(after)
    assert (back.announced, back.players[0].score) == (None, 3)
    assert moves.take_announcement_back(back) is back


def test_the_cards_count_once_all_four_are_picked() -> None:
    three = replace(table(player()), expansion=True)
    for color, card in (("brown", TopCard.COINS), ("gray", BuildingCard.LAND), ("purple", ObjectCard.QUADRUPLET)):
        three = moves.pick_card(three, color, card)
    assert three.cards is None
    assert moves.picked_cards(three) == {
        "brown": TopCard.COINS,
        "purple": ObjectCard.QUADRUPLET,
        "gray": BuildingCard.LAND,
    }
    four = moves.pick_card(three, "green", BonusCard.TWO_KINDS)
    assert four.cards is not None
    assert four.cards.purple is ObjectCard.QUADRUPLET
    picked = moves.pick_card(four, "purple", ObjectCard.OBJECTS)
    assert picked.cards is not None
    assert (picked.cards.purple, picked.cards.green) == (ObjectCard.OBJECTS, BonusCard.TWO_KINDS)


def test_announcing_the_end_gives_five_points_at_once() -> None:
    assert moves.announce_end(table(player(score=30)), 0).players[0].score == 35


def test_what_is_booked_stays_within_what_a_document_holds() -> None:
    many = table(player(score=998, coins=9998, buildings="villa 5 livorno, villa 4 pisa"))
    after = moves.score(many, 0, What.KIND, "villa").players[0]
    assert (after.score, after.coins) == (999, 9999)
    assert moves.announce_end(many, 0).players[0].score == 999
    assert moves.buy_object(table(player(coins=3)), 0, Object.CUP).players[0].coins == 0


def test_the_others_keep_what_they_have() -> None:
    before = table(player(), player("Hank", coins=3))
    assert moves.take_coins(before, 0).players[1] == before.players[1]


def blocks(text: str) -> dict[Color, int]:
    """Read blocks from `2 green, 1 blue`."""
    entries = [entry.split() for entry in text.split(",") if entry.strip()]
    return {Color(color): int(number) for number, color in entries}


def test_buy_blocks_the_first_section() -> None:
    assert [moves.price(1, color) for color in Color] == [6, 5, 4, 3, 2, 1]


def test_buy_blocks_each_section_is_cheaper_down_to_nothing() -> None:
    first, *_, last = ([moves.price(section, color) for color in Color] for section in range(1, SECTIONS + 1))
    assert first == [6, 5, 4, 3, 2, 1]
    assert last == [1, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("section", "bought", "coins"),
    [(2, "1 green, 1 blue, 1 black", 3), (6, "1 white, 1 yellow", 1), (1, "7 white", 42), (3, "", 0)],
)
def test_buy_blocks_what_they_cost(section: int, bought: str, coins: int) -> None:
    assert moves.cost_of_blocks(section, blocks(bought)) == coins
    assert moves.wheel(table(player()), WheelAsk(section=section, blocks=blocks(bought))).coins == coins


@pytest.mark.parametrize(
    ("paid", "accepting"),
    [
        ("1 white", 6),
        ("2 white, 1 yellow", 5),
        ("1 red", 4),
        ("1 red, 2 green", 3),
        ("1 red, 1 green, 2 blue", 2),
        ("5 black, 1 white", 1),
        ("", 6),
    ],
)
def test_build_buildings_each_city_accepts_one_color_more(paid: str, accepting: int) -> None:
    answer = moves.cities(table(player()), CitiesAsk(blocks=blocks(paid)))
    assert answer.cities == tuple(City)[6 - accepting :]
