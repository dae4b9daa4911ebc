"""What players do at a table of The Palaces of Carrara, step by step."""

from __future__ import annotations

import pytest

from companion.editors.palaces_of_carrara import acts
from companion.editors.palaces_of_carrara.beside import CarraraBeside
from companion.evening import documents, evening_of
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
from tests.companion.palaces_of_carrara.rounds import base, done, expanded, without_cards
from tests.scoring.palaces_of_carrara.boards import built, player

VILLA = built("villa 3 lucca")[0]
DEARER = built("castello 5 lucca")[0]


def test_a_building_is_built_and_its_blocks_go_back_into_the_bag() -> None:
    evening = base(player(blocks={Color.RED: 2, Color.YELLOW: 3}))
    after = done(evening, acts.build(0, VILLA, {Color.RED: 2, Color.YELLOW: 1}))
    assert after.table.players[0].buildings == (VILLA,)
    assert after.table.players[0].blocks[Color.YELLOW] == 2
    assert (Kind.VILLA, 3) not in [(tile.kind, tile.cost) for tile in acts.tiles_left(after)]


def test_an_improved_building_is_out_of_the_game() -> None:
    evening = expanded(player(buildings=(VILLA,), blocks={Color.RED: 2}))
    after = done(evening, acts.improve(0, VILLA, DEARER, {Color.RED: 2}))
    assert after.table.players[0].buildings == (DEARER,)
    assert after.beside.gone == ("villa 3",)
    left = [(tile.kind, tile.cost) for tile in acts.tiles_left(after)]
    assert (Kind.VILLA, 3) not in left
    assert (Kind.CASTELLO, 5) not in left
    assert (Kind.VILLA, 4) in left


def test_a_building_that_is_not_there_any_more_is_not_improved() -> None:
    evening = expanded(player())
    assert done(evening, acts.improve(0, VILLA, DEARER, {})) is evening


def test_a_building_laid_by_mistake_is_moved_or_taken_off() -> None:
    evening = base(player(buildings=(VILLA, DEARER)))
    moved = done(evening, acts.move(0, VILLA, City.PISA)).table.players[0].buildings
    assert [one.city for one in moved] == [City.PISA, City.LUCCA]
    assert done(evening, acts.take_off(0, VILLA)).table.players[0].buildings == (DEARER,)


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
    assert acts.payment({Color.WHITE: 1, Color.RED: 2, Color.BLACK: 2}, city, cost) == paid


def test_an_upgrade_tile_for_each_building_of_cost_8() -> None:
    evening = expanded(player(buildings="villa 8 pisa, porta 8 pisa, porta 5 pisa"))
    assert acts.upgrades_due(evening.table.players[0]) == 2
    value = Value(points=4, coins=2)
    after = done(evening, acts.upgrade(0, Location.MASSA, value))
    assert after.table.players[0].upgrades == (Location.MASSA,)
    assert after.table.upgrades[Location.MASSA] == value
    assert acts.upgrades_due(after.table.players[0]) == 1
    corrected = done(after, acts.value_upgrade(Location.MASSA, Value(points=5, coins=0)))
    assert corrected.table.upgrades[Location.MASSA].points == 5
    assert done(after, acts.give_back(0, Location.MASSA)).table.players[0].upgrades == ()


def test_a_marker_is_laid_and_taken_back_without_paying() -> None:
    evening = base(player(buildings=(VILLA,)))
    after = done(evening, acts.mark(0, What.KIND, "villa"))
    assert after.table.players[0].scored == (Scored(what=What.KIND, name="villa"),)
    assert after.table.players[0].score == 0
    assert done(after, acts.unmark(0, Scored(what=What.KIND, name="villa"))).table == evening.table


def test_an_announcement_is_taken_back_with_its_points() -> None:
    after = done(base(player(score=3)), acts.announce(0), acts.withdraw)
    assert acts.player_of(after, 0).score == 3
    assert after.beside.announced is None
    assert acts.withdraw(after) is after


def test_the_end_is_announced_once() -> None:
    after = done(base(player()), acts.announce(1), acts.announce(0))
    assert [one.score for one in after.table.players] == [0, 5]
    assert after.beside.announced == 1


def test_the_cards_count_once_all_four_are_picked() -> None:
    brown, purple, gray, green = acts.COLORS_OF_CARDS
    three = done(
        without_cards(player()),
        acts.pick(brown, TopCard.COINS),
        acts.pick(gray, BuildingCard.LAND),
        acts.pick(purple, ObjectCard.QUADRUPLET),
    )
    assert three.table.cards is None
    assert acts.picked(three) == {brown: TopCard.COINS, gray: BuildingCard.LAND, purple: ObjectCard.QUADRUPLET}
    four = done(three, acts.pick(green, BonusCard.TWO_KINDS))
    assert four.table.cards is not None
    assert four.table.cards.purple is ObjectCard.QUADRUPLET
    other = done(four, acts.pick(purple, ObjectCard.OBJECTS))
    assert other.table.cards is not None
    assert other.table.cards.purple is ObjectCard.OBJECTS
    assert other.table.cards.green is BonusCard.TWO_KINDS


def test_what_lies_behind_the_screen_is_counted() -> None:
    after = done(base(player()), acts.with_blocks(0, Color.BLUE, 3), acts.with_object(0, Object.CUP, 2))
    assert after.table.players[0].blocks == {Color.BLUE: 3}
    assert after.table.players[0].objects == {Object.CUP: 2}


def test_all_that_is_kept_is_read_again() -> None:
    evening = done(
        without_cards(player(buildings=(VILLA,))),
        acts.improve(0, VILLA, DEARER, {}),
        acts.announce(0),
        acts.pick(acts.COLORS_OF_CARDS[0], TopCard.CITIES),
    )
    again = evening_of(PALACES_OF_CARRARA, CarraraBeside, documents(PALACES_OF_CARRARA, evening))
    assert again == evening
