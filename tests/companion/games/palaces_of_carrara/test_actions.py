"""What players do at a table of The Palaces of Carrara, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.games.palaces_of_carrara import actions
from companion.games.palaces_of_carrara.extras import CarraraExtras
from companion.games.palaces_of_carrara.kit import BASE, begin, with_variant
from companion.tables.permissions import RefusedError
from companion.tables.state import STYLES, state_of, stored_documents, with_extras
from scoring.palaces_of_carrara.game import PALACES_OF_CARRARA
from scoring.palaces_of_carrara.state import (
    BonusCard,
    BuildingCard,
    City,
    Color,
    Kind,
    Location,
    Object,
    ObjectCard,
    Scored,
    TopCard,
    Value,
    What,
)
from tests.companion.carrara_tables import after_actions, base, expanded, without_cards
from tests.scoring.palaces_of_carrara.boards import built, player

if TYPE_CHECKING:
    from companion.tables.my_copy import MyCopy

VILLA = built("villa 3 lucca")[0]
DEARER = built("castello 5 lucca")[0]


def test_a_building_is_built_and_its_blocks_go_back_into_the_bag() -> None:
    state = base(player(blocks={Color.RED: 2, Color.YELLOW: 3}))
    after = after_actions(state, actions.build(0, VILLA, {Color.RED: 2, Color.YELLOW: 1}))
    assert after.table.players[0].buildings == (VILLA,)
    assert after.table.players[0].blocks[Color.YELLOW] == 2
    assert (Kind.VILLA, 3) not in [(tile.kind, tile.cost) for tile in actions.tiles_left(after)]


def test_an_improved_building_is_out_of_the_game() -> None:
    state = expanded(player(buildings=(VILLA,), blocks={Color.RED: 2}))
    after = after_actions(state, actions.improve(0, VILLA, DEARER, {Color.RED: 2}))
    assert after.table.players[0].buildings == (DEARER,)
    assert after.extras.gone == ("villa 3",)
    left = [(tile.kind, tile.cost) for tile in actions.tiles_left(after)]
    assert (Kind.VILLA, 3) not in left
    assert (Kind.CASTELLO, 5) not in left
    assert (Kind.VILLA, 4) in left


def test_a_building_that_is_not_there_any_more_is_not_improved() -> None:
    state = expanded(player())
    assert after_actions(state, actions.improve(0, VILLA, DEARER, {})) is state


def test_a_building_laid_by_mistake_is_moved_or_taken_off() -> None:
    state = base(player(buildings=(VILLA, DEARER)))
    moved = after_actions(state, actions.move_building(0, VILLA, City.PISA)).table.players[0].buildings
    assert [one.city for one in moved] == [City.PISA, City.LUCCA]
    assert after_actions(state, actions.take_building_off(0, VILLA)).table.players[0].buildings == (DEARER,)


@pytest.mark.parametrize(
    ("city", "cost", "paid"),
    [
        (City.LERICI, 3, {Color.BLACK: 2, Color.RED: 1}),
        (City.LUCCA, 3, {Color.RED: 2, Color.WHITE: 1}),
        (City.LIVORNO, 1, {Color.WHITE: 1}),
        (City.LIVORNO, 2, {}),
    ],
)
def test_the_lowest_accepted_blocks_are_proposed(city: City, cost: int, paid: dict[Color, int]) -> None:
    assert actions.cheapest_payment({Color.WHITE: 1, Color.RED: 2, Color.BLACK: 2}, city, cost) == paid


def test_an_upgrade_tile_for_each_building_of_cost_8() -> None:
    state = expanded(player(buildings="villa 8 pisa, porta 8 pisa, porta 5 pisa"))
    assert actions.upgrades_due(state.table.players[0]) == 2
    value = Value(points=4, coins=2)
    after = after_actions(state, actions.lay_upgrade(0, Location.MASSA, value))
    assert after.table.players[0].upgrades == (Location.MASSA,)
    assert after.table.upgrades[Location.MASSA] == value
    assert actions.upgrades_due(after.table.players[0]) == 1
    corrected = after_actions(after, actions.with_upgrade_value(Location.MASSA, Value(points=5, coins=0)))
    assert corrected.table.upgrades[Location.MASSA].points == 5
    assert after_actions(after, actions.give_upgrade_back(0, Location.MASSA)).table.players[0].upgrades == ()


def test_a_marker_is_laid_and_taken_back_without_paying() -> None:
    state = base(player(buildings=(VILLA,)))
    after = after_actions(state, actions.lay_marker(0, What.KIND, "villa"))
    assert after.table.players[0].scored == (Scored(what=What.KIND, name="villa"),)
    assert after.table.players[0].score == 0
    assert after_actions(after, actions.take_marker_back(0, Scored(what=What.KIND, name="villa"))).table == state.table


def test_an_announcement_is_taken_back_with_its_points() -> None:
    after = after_actions(base(player(score=3)), actions.announce_end(0), actions.withdraw_announcement)
    assert after.table.players[0].score == 3
    assert after.extras.announced is None
    assert actions.withdraw_announcement(after) is after


def test_the_end_is_announced_once() -> None:
    after = after_actions(base(player()), actions.announce_end(1))
    assert [one.score for one in after.table.players] == [0, 5]
    with pytest.raises(RefusedError, match="Ben has announced the end"):
        actions.announce_end(0)(after)


def test_the_cards_count_once_all_four_are_picked() -> None:
    brown, purple, gray, green = actions.COLORS_OF_CARDS
    three = after_actions(
        without_cards(player()),
        actions.pick_card(brown, TopCard.COINS),
        actions.pick_card(gray, BuildingCard.LAND),
        actions.pick_card(purple, ObjectCard.QUADRUPLET),
    )
    assert three.table.cards is None
    assert actions.picked_cards(three) == {brown: TopCard.COINS, gray: BuildingCard.LAND, purple: ObjectCard.QUADRUPLET}
    four = after_actions(three, actions.pick_card(green, BonusCard.TWO_KINDS))
    assert four.table.cards is not None
    assert four.table.cards.purple is ObjectCard.QUADRUPLET
    other = after_actions(four, actions.pick_card(purple, ObjectCard.OBJECTS))
    assert other.table.cards is not None
    assert other.table.cards.purple is ObjectCard.OBJECTS
    assert other.table.cards.green is BonusCard.TWO_KINDS


def test_what_lies_behind_the_screen_is_counted() -> None:
    after = after_actions(base(player()), actions.with_blocks(0, Color.BLUE, 3), actions.with_object(0, Object.CUP, 2))
    assert after.table.players[0].blocks == {Color.BLUE: 3}
    assert after.table.players[0].objects == {Object.CUP: 2}


def test_all_that_is_kept_is_read_again() -> None:
    state = after_actions(
        without_cards(player(buildings=(VILLA,))),
        actions.improve(0, VILLA, DEARER, {}),
        actions.announce_end(0),
        actions.pick_card(actions.COLORS_OF_CARDS[0], TopCard.CITIES),
    )
    again = state_of(PALACES_OF_CARRARA, CarraraExtras, stored_documents(PALACES_OF_CARRARA, state))
    assert again == state


def test_scoring_leaves_the_object_for_sale_where_sales_are_recorded() -> None:
    state = base(player(buildings="porta 1 pisa, porta 2 pisa", objects="4 gate"))
    unrecorded = actions.score(0, What.KIND, "porta")(state)
    assert unrecorded.table.players[0].objects[Object.GATE] == 6
    recorded = with_extras(state, sold=())
    assert Object.GATE in actions.for_sale(recorded)
    assert actions.score(0, What.KIND, "porta")(recorded).table.players[0].objects[Object.GATE] == 5
    sold = actions.buy_object(1, Object.GATE)(recorded)
    assert (sold.extras.sold, Object.GATE in actions.for_sale(sold)) == ((Object.GATE,), False)
    assert actions.score(0, What.KIND, "porta")(sold).table.players[0].objects[Object.GATE] == 5


def test_additional_purchase_each_object_on_the_board_is_sold_once() -> None:
    state = with_extras(base(player(coins=30)), sold=())
    assert actions.for_sale(state) == actions.known_for_sale(state) == tuple(Object)
    sold = actions.buy_object(0, Object.CUP)(state)
    assert (sold.table.players[0].coins, sold.table.players[0].objects[Object.CUP]) == (20, 1)
    assert actions.for_sale(sold) == tuple(one for one in Object if one is not Object.CUP)
    assert actions.buy_object(1, Object.CUP)(sold) is sold
    assert actions.buy_object(0, Object.BOOK)(sold).extras.sold == (Object.CUP, Object.BOOK)
    corrected = after_actions(sold, actions.with_sold(Object.CUP), actions.with_sold(Object.BOOK))
    assert corrected.extras.sold == (Object.BOOK,)
    assert actions.with_sold(Object.BOOK)(corrected).extras.sold == ()


def test_setup_one_object_of_each_type_lies_for_sale_on_the_board(copies: MyCopy) -> None:
    state = begin(("Anna", "Ben"), STYLES[:2], BASE, copies)
    assert actions.known_for_sale(state) == tuple(Object)


@pytest.mark.parametrize("sold", [None, ()])
def test_additional_purchase_what_players_hold_does_not_lie_on_the_board(sold: tuple[Object, ...] | None) -> None:
    state = with_extras(base(player(objects="5 gate, 6 book")), sold=sold)
    assert actions.for_sale(state) == tuple(one for one in Object if one is not Object.BOOK)
    assert actions.known_for_sale(state) == (() if sold is None else actions.for_sale(state))


def test_without_the_expansion_nothing_is_left_of_its_cards(copies: MyCopy) -> None:
    state = with_extras(expanded(player()), brown=TopCard.CITIES, green=BonusCard.TWO_KINDS)
    without = with_variant(state, BASE, copies)
    assert (without.table.expansion, without.table.cards, without.table.upgrades) == (False, None, {})
    assert actions.picked_cards(without) == {}
