"""What happens at the table is booked as the rulebook says."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring import GAMES
from scoring.carpe_diem.building_phase import Bonus, Moved, bonus
from scoring.carpe_diem.district import Structure, structures
from scoring.carpe_diem.forum.visits import open_pairs, whole_forum
from scoring.carpe_diem.moves import moved, taken, visited, writ
from scoring.carpe_diem.rules import victory_point_cards
from scoring.carpe_diem.state import (
    CARD_POINTS_RANGE,
    Card,
    District,
    Edition,
    Feature,
    Forum,
    ForumAsk,
    Good,
    Kind,
    Objective,
    Reward,
    Table,
    Thing,
    Tile,
)
from scoring.carpe_diem.wording import completion_message
from tests.scoring.carpe_diem import strategies
from tests.scoring.carpe_diem.boards import player, table
from tests.strategies import examples, few

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

GAME = GAMES["carpe-diem"]


def tile(cell: str, *features: Feature) -> Tile:
    return Tile(cell=cell, features=features)


def feature(kind: Kind, opens: str = "", chimneys: int = 0) -> Feature:
    return Feature(kind=kind, opens=opens, chimneys=chimneys)


def places(some: Table) -> list[tuple[int, int]]:
    return [(one.prestige, one.stack) for one in some.players]


def piled(some: Table) -> Table:
    """The table with its markers in proper piles, those of later seats above."""
    players = list(some.players)
    for seat, one in enumerate(players):
        beneath = sum(other.prestige == one.prestige for other in players[:seat])
        players[seat] = replace(one, stack=beneath)
    return replace(some, players=tuple(players))


def is_piled(some: Table) -> bool:
    spaces = {space for space, _ in places(some)}
    return all(
        sorted(stack for on, stack in places(some) if on == space)
        == list(range(sum(on == space for on, _ in places(some))))
        for space in spaces
    )


@st.composite
def piled_tables(draw: DrawFn) -> tuple[Table, int]:
    some = piled(draw(strategies.tables(few)))
    return some, draw(st.integers(0, len(some.players) - 1))


def test_prestige_bar_a_marker_comes_to_lie_on_top() -> None:
    start = table(*(player(name, stack=stack) for stack, name in enumerate(("Cathy", "Hank", "Nick"))))
    one, made = moved(start, 0, 1)
    assert (places(one), made) == ([(1, 0), (0, 0), (0, 1)], Moved(steps=1, points=0))
    two, _ = moved(one, 2, 1)
    assert places(two) == [(1, 0), (0, 0), (1, 1)]


@pytest.mark.parametrize(("edition", "points"), [(Edition.SECOND, 1), (Edition.FIRST, 0)])
def test_prestige_bar_past_the_end_it_lies_on_top_of_the_others_and_gives_points(edition: Edition, points: int) -> None:
    start = table(player("Cathy", prestige=19), player("Hank", prestige=20), edition=edition)
    after, made = moved(start, 0, 2)
    assert (places(after), made) == ([(20, 1), (20, 0)], Moved(steps=1, points=points))
    assert after.players[0].victory_cards == points
    again, made = moved(after, 1, 2)
    assert (places(again), made) == ([(20, 0), (20, 1)], Moved(steps=0, points=2 * points))


@given(piled_tables(), st.integers(0, 30))
@examples(60)
def test_prestige_bar_piles_stay_piles_and_the_others_stay_in_order(given_: tuple[Table, int], steps: int) -> None:
    start, seat = given_
    after, made = moved(start, seat, steps)
    assert is_piled(after)
    assert after.players[seat].prestige - start.players[seat].prestige == made.steps <= steps
    others = [other for other in range(len(start.players)) if other != seat]
    assert sorted(others, key=places(start).__getitem__) == sorted(others, key=places(after).__getitem__)
    if steps:
        assert all(
            places(after)[seat] > places(after)[other]
            for other in others
            if places(after)[other][0] == places(after)[seat][0]
        )
    else:
        assert after == start


def test_points_past_the_largest_that_a_document_holds_are_not_booked() -> None:
    start = table(player("Cathy", prestige=20, victory_cards=998))
    assert moved(start, 0, 5)[0].players[0].victory_cards == 999


def test_building_phase_a_writ_gives_a_step() -> None:
    after = writ(table(player("Cathy", writs_left=2)), 0)
    assert (after.players[0].writs_left, after.players[0].prestige) == (1, 1)
    none = table(player("Cathy", writs_left=0))
    assert writ(none, 0) == none


def completed_in(district: District) -> list[Structure]:
    return [one for one in structures(district) if one.completed]


def test_building_phase_bonuses_go_into_the_stock() -> None:
    start = table(player("Cathy", goods={Good.FISH: 1, Good.GRAPES: 2}, coins=1, bread=9999))
    fish = taken(start, 0, Bonus(good=Good.FISH, goods=3)).players[0]
    assert (fish.goods, fish.coins) == ({Good.FISH: 4, Good.GRAPES: 2}, 1)
    traded = taken(start, 0, Bonus(goods_returned=True, coins=4)).players[0]
    assert (dict(traded.goods), traded.coins) == ({}, 5)
    assert taken(start, 0, Bonus(bread=2)).players[0].bread == 9999
    assert taken(start, 0, Bonus(steps=2)).players[0].prestige == 2


def test_merchant_a_landscape_of_the_same_tile_is_traded_in_too() -> None:
    district = District(
        tiles=(
            tile("C3", feature(Kind.MERCHANT, "E")),
            tile("D2", feature(Kind.MERCHANT, "S")),
            tile("E3", feature(Kind.POND, "W")),
            tile("D3", feature(Kind.MERCHANT, "W"), feature(Kind.MERCHANT, "N"), feature(Kind.POND, "E")),
        )
    )
    completed = sorted(completed_in(district), key=lambda one: one.kind is Kind.MERCHANT)
    assert [one.kind for one in completed] == [Kind.POND, Kind.MERCHANT, Kind.MERCHANT]
    booked, coins = table(player(goods={Good.HERBS: 2})), []
    for one in completed:
        given_ = bonus(one, booked.players[0].goods)
        coins.append(given_.coins)
        booked = taken(booked, 0, given_)
    assert coins == [0, 4, 1]
    assert (booked.players[0].goods, booked.players[0].coins) == ({}, 5)


@pytest.mark.parametrize(
    ("tiles", "goods", "sentence"),
    [
        ((tile("C3", feature(Kind.POND, "E")), tile("D3", feature(Kind.POND, "W"))), {}, "pond of 2: 1 fish"),
        ((tile("C3", feature(Kind.GARDEN, "E")), tile("D3", feature(Kind.GARDEN, "W"))), {}, "garden of 2: 1 herb"),
        ((tile("C3", feature(Kind.MERCHANT, "E")), tile("D3", feature(Kind.MERCHANT, "W"))), {}, "merchant: 1 coin"),
        (
            (tile("C3", feature(Kind.MERCHANT, "E")), tile("D3", feature(Kind.MERCHANT, "W"))),
            {Good.FISH: 4},
            "merchant: 5 coins for 4 goods",
        ),
        ((tile("C3", feature(Kind.GRANARY, "E")), tile("D3", feature(Kind.GRANARY, "W"))), {}, "granary: 2 bread"),
        (
            (tile("C3", feature(Kind.ADMINISTRATION, "E")), tile("D3", feature(Kind.ADMINISTRATION, "W"))),
            {},
            "administration: 2 steps on the prestige bar",
        ),
        (
            (tile("C3", feature(Kind.CRAFTSMAN, "E")), tile("D3", feature(Kind.CRAFTSMAN, "W"))),
            {},
            "craftsman: take a black building tile and lay it",
        ),
        (
            (tile("C3", feature(Kind.VILLA, "E", 2)), tile("D3", feature(Kind.VILLA, "W", 1))),
            {},
            "villa of 2 with 3 chimneys",
        ),
        ((tile("C3", feature(Kind.MARKET)),), {}, "market: 1 coin"),
        ((tile("C3", feature(Kind.BAKERY)),), {}, "bakery: 1 bread"),
        ((tile("C3", feature(Kind.FOUNTAIN)),), {}, "fountain: choose a fountain card, and enter it in the stock"),
    ],
)
def test_what_was_completed_is_said_with_its_bonus(tiles: tuple[Tile, ...], goods: Any, sentence: str) -> None:
    (found,) = completed_in(District(tiles=tiles))
    assert str(completion_message(found, bonus(found, goods))) == sentence


def test_forum_phase_a_visit_is_booked_and_marked() -> None:
    pay = Card(pay={Good.HERBS: 2}, reward=Reward(points=4))
    own = Card(own={Thing.CHIMNEYS: 9}, reward=Reward(bread=1))
    step = Card(own={Thing.MARKET: 1}, reward=Reward(prestige=3))
    board = District(tiles=(tile("C3", feature(Kind.MARKET)),))
    start = table(
        player("Cathy", goods={Good.HERBS: 3}, coins=1, prestige=18, district=board),
        player("Hank", prestige=20),
        forum=Forum(cards=((pay, own, None, None), (step, None, None, None), (None,) * 4)),
    )
    visits = {
        visit.cells: visit for visit in whole_forum(start, ForumAsk(player="Cathy", objective=Objective.POINTS)).visits
    }
    after = visited(start, 0, visits["A1", "B1"], ("A1", "B1"))
    cathy = after.players[0]
    assert (cathy.goods, cathy.coins, cathy.victory_cards) == ({Good.HERBS: 0}, 0, 8 - 4)
    assert after.forum is not None
    assert after.forum.markers == (("A1", "B1"),)
    up = visited(start, 0, visits["A1", "A2"], ("A1", "A2"))
    assert (places(up), up.players[0].victory_cards) == ([(20, 1), (20, 0)], 8 + 1)
    with pytest.raises(KeyError):
        visited(after, 0, visits["A1", "B1"], ("A1", "B1"))


@given(strategies.forum_questions(), st.data())
@examples(60)
def test_forum_phase_what_is_booked_is_what_the_visit_promised(
    question: tuple[Table, ForumAsk], data: st.DataObject
) -> None:
    asked_at, ask = question
    start = piled(replace(asked_at, players=tuple(replace(one, victory_cards=50) for one in asked_at.players)))
    visits = whole_forum(start, ask).visits
    if not visits:
        assert not list(open_pairs(start))
        return
    visit = data.draw(st.sampled_from(visits))
    assert visit.cells is not None
    before = start.players[0]
    assume((before.victory_cards or 0) + visit.points <= CARD_POINTS_RANGE.high)  # more cannot be kept
    after = visited(start, 0, visit, visit.cells)
    assert strategies.no_problems(after)
    assert is_piled(after)
    now = after.players[0]
    assert victory_point_cards(now).points - victory_point_cards(before).points == visit.points
    assert now.prestige - before.prestige == visit.prestige
    assert min(now.goods.values(), default=0) >= 0
    assert sum(now.goods.values()) + now.coins + now.bread + now.stored_tiles == visit.items_left
    assert GAME.columns(after)[0].total - GAME.columns(start)[0].total == visit.final_gain
    assert len(list(open_pairs(after))) == len(list(open_pairs(start))) - 1
