"""What players do at a table of The Palaces of Carrara, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.games.palaces_of_carrara import actions
from companion.games.palaces_of_carrara.kit import BASE, begin, with_variant
from companion.tables.access import RefusedError
from companion.tables.state import STYLES, state_of, stored_of, transition, with_table
from scoring.palaces_of_carrara import moves
from scoring.palaces_of_carrara.board import for_sale
from scoring.palaces_of_carrara.game import PALACES_OF_CARRARA
from scoring.palaces_of_carrara.state import BonusCard, City, Color, Location, Object, Scored, TopCard, Value, What
from tests.companion.carrara_tables import after_actions, base, expanded, without_cards
from tests.scoring.palaces_of_carrara.boards import built, player

if TYPE_CHECKING:
    from companion.tables.my_copy import MyCopy

VILLA = built("villa 3 lucca")[0]
DEARER = built("castello 5 lucca")[0]


def test_a_building_laid_by_mistake_is_moved_or_taken_off() -> None:
    state = base(player(buildings=(VILLA, DEARER)))
    moved = actions.move_building(state, 0, VILLA, City.PISA).table.players[0].buildings
    assert [building.city for building in moved] == [City.PISA, City.LUCCA]
    assert actions.take_building_off(state, 0, VILLA).table.players[0].buildings == (DEARER,)


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


def test_of_two_phones_that_score_the_same_the_second_is_refused() -> None:
    state = actions.score(base(player("Anna", buildings=(VILLA, DEARER)), player("Ben")), 0, What.CITY, City.LUCCA)
    with pytest.raises(RefusedError, match="Anna has scored this already"):
        actions.score(state, 0, What.CITY, City.LUCCA)


def test_an_upgrade_tile_for_each_building_of_cost_8() -> None:
    state = expanded(player(buildings="villa 8 pisa, porta 8 pisa, porta 5 pisa"))
    assert actions.upgrades_due(state.table.players[0]) == 2
    value = Value(points=4, coins=2)
    after = actions.lay_upgrade(state, 0, Location.MASSA, value)
    assert after.table.players[0].upgrades == (Location.MASSA,)
    assert after.table.upgrades[Location.MASSA] == value
    assert actions.upgrades_due(after.table.players[0]) == 1
    corrected = actions.with_upgrade_value(after, Location.MASSA, Value(points=5, coins=0))
    assert corrected.table.upgrades[Location.MASSA].points == 5
    assert actions.give_upgrade_back(after, 0, Location.MASSA).table.players[0].upgrades == ()


def test_a_marker_is_laid_and_taken_back_without_paying() -> None:
    state = base(player(buildings=(VILLA,)))
    after = actions.lay_marker(state, 0, What.KIND, "villa")
    assert after.table.players[0].scored == (Scored(what=What.KIND, name="villa"),)
    assert after.table.players[0].score == 0
    assert actions.take_marker_back(after, 0, Scored(what=What.KIND, name="villa")).table == state.table


def test_the_end_is_announced_once() -> None:
    after = actions.announce_end(base(player()), 1)
    assert [player.score for player in after.table.players] == [0, 5]
    with pytest.raises(RefusedError, match="Ben has announced the end"):
        actions.announce_end(after, 0)


def test_all_that_is_kept_is_read_again() -> None:
    state = after_actions(
        without_cards(player(buildings=(VILLA,))),
        transition(moves.improve, 0, VILLA, DEARER, {}),
        lambda state: actions.announce_end(state, 0),
        transition(moves.pick_card, "brown", TopCard.CITIES),
    )
    again = state_of(PALACES_OF_CARRARA, stored_of(state))
    assert again == state


def test_a_sale_is_corrected() -> None:
    sold = with_table(base(player()), sold=(Object.CUP,))
    corrected = actions.toggle_sold(actions.toggle_sold(sold, Object.CUP), Object.BOOK)
    assert corrected.table.sold == (Object.BOOK,)
    assert actions.toggle_sold(corrected, Object.BOOK).table.sold == ()


def test_setup_one_object_of_each_type_lies_for_sale_on_the_board(copies: MyCopy) -> None:
    state = begin(("Anna", "Ben"), STYLES[:2], BASE, copies)
    assert state.table.sold == ()
    assert for_sale(state.table) == tuple(Object)


def test_without_the_expansion_nothing_is_left_of_its_cards(copies: MyCopy) -> None:
    state = with_table(expanded(player()), brown=TopCard.CITIES, green=BonusCard.TWO_KINDS)
    without = with_variant(state, BASE, copies)
    assert (without.table.expansion, without.table.cards, without.table.upgrades) == (False, None, {})
    assert moves.picked_cards(without.table) == {}
