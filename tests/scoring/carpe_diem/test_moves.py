"""What happens at the table is booked as the rulebook says."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring import GAMES
from scoring.carpe_diem import moves
from scoring.carpe_diem.building_phase import Moved, bonus, bonuses_taken, pending
from scoring.carpe_diem.data import BUILDING_PHASES
from scoring.carpe_diem.district import Structure, structures
from scoring.carpe_diem.forum.answers import ForumAsk
from scoring.carpe_diem.forum.visits import (
    is_over,
    marker_owner,
    next_visitor,
    open_pairs,
    order_now,
    visits_of,
    whole_forum,
)
from scoring.carpe_diem.rules import victory_point_cards
from scoring.carpe_diem.state import (
    CARD_POINTS_RANGE,
    FORUM_SQUARES,
    Card,
    District,
    Edition,
    Forum,
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
from tests.scoring.carpe_diem.boards import feature, player, table, tile
from tests.strategies import examples, few

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

    from scoring.carpe_diem.state import Player

GAME = GAMES["carpe-diem"]


def places(some: Table) -> list[tuple[int, int]]:
    return [(player.prestige, player.stack) for player in some.players]


def piled(some: Table) -> Table:
    """The table with its markers in proper piles, those of later seats above."""
    players = list(some.players)
    for seat, who in enumerate(players):
        beneath = sum(earlier.prestige == who.prestige for earlier in players[:seat])
        players[seat] = replace(who, stack=beneath)
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
    moved, made = moves.move_marker(start, 0, 1)
    assert (places(moved), made) == ([(1, 0), (0, 0), (0, 1)], Moved(steps=1, points=0))
    two, _ = moves.move_marker(moved, 2, 1)
    assert places(two) == [(1, 0), (0, 0), (1, 1)]


@pytest.mark.parametrize(("edition", "points"), [(Edition.SECOND, 1), (Edition.FIRST, 0)])
def test_prestige_bar_past_the_end_it_lies_on_top_of_the_others_and_gives_points(edition: Edition, points: int) -> None:
    start = table(player("Cathy", prestige=19), player("Hank", prestige=20), edition=edition)
    after, made = moves.move_marker(start, 0, 2)
    assert (places(after), made) == ([(20, 1), (20, 0)], Moved(steps=1, points=points))
    assert after.players[0].victory_cards == points
    again, made = moves.move_marker(after, 1, 2)
    assert (places(again), made) == ([(20, 0), (20, 1)], Moved(steps=0, points=2 * points))


@given(piled_tables(), st.integers(0, 30))
@examples(60)
def test_prestige_bar_piles_stay_piles_and_the_others_stay_in_order(given_: tuple[Table, int], steps: int) -> None:
    start, seat = given_
    after, made = moves.move_marker(start, seat, steps)
    assert is_piled(after)
    assert after.players[seat].prestige - start.players[seat].prestige == made.steps <= steps
    others = [rival for rival in range(len(start.players)) if rival != seat]
    assert sorted(others, key=places(start).__getitem__) == sorted(others, key=places(after).__getitem__)
    if steps:
        assert all(
            places(after)[seat] > places(after)[rival]
            for rival in others
            if places(after)[rival][0] == places(after)[seat][0]
        )
    else:
        assert after == start


def piles(some: Table) -> dict[int, list[str]]:
    """The names on each space, from the bottom."""
    assert is_piled(some)
    by_height = sorted(some.players, key=lambda player: player.stack)
    return {space: [player.name for player in by_height if player.prestige == space] for space, _ in places(some)}


def four_piled() -> Table:
    return table(*(player(name, stack=seat) for seat, name in enumerate(("Anna", "Ben", "Cleo", "Dora"))))


def test_prestige_bar_a_marker_put_on_a_space_lies_on_top_and_those_above_it_sink() -> None:
    moved = moves.put_marker(four_piled(), 1, 3)
    assert piles(moved) == {0: ["Anna", "Cleo", "Dora"], 3: ["Ben"]}
    assert piles(moves.put_marker(moved, 0, 3)) == {0: ["Cleo", "Dora"], 3: ["Ben", "Anna"]}


def test_prestige_bar_a_marker_put_back_onto_its_own_space_stays_where_it_is_in_the_pile() -> None:
    start = four_piled()
    assert moves.put_marker(start, 1, 0) is start


def test_prestige_bar_a_marker_changes_places_with_the_one_above_it() -> None:
    start = four_piled()
    assert piles(moves.raise_marker(start, 0)) == {0: ["Ben", "Anna", "Cleo", "Dora"]}
    assert moves.raise_marker(start, 3) == start


def test_prestige_bar_every_order_of_a_pile_can_be_made() -> None:
    made, reached = set(), [four_piled()]
    while reached:
        some = reached.pop()
        order = tuple(piles(some)[0])
        if order not in made:
            made.add(order)
            reached += [moves.raise_marker(some, seat) for seat in range(4)]
    assert made == set(permutations(("Anna", "Ben", "Cleo", "Dora")))


marker_moves = st.lists(
    st.tuples(st.sampled_from([moves.put_marker, moves.raise_marker]), st.integers(0, 3), st.integers(0, 4)),
    max_size=12,
)


@given(marker_moves)
def test_prestige_bar_piles_have_no_gaps_whatever_is_put_where(steps: list[tuple[Any, int, int]]) -> None:
    some = four_piled()
    for move, seat, space in steps:
        some = move(some, seat, *([space] if move is moves.put_marker else []))
        assert sorted(name for pile in piles(some).values() for name in pile) == ["Anna", "Ben", "Cleo", "Dora"]
        assert move is moves.raise_marker or some.players[seat].prestige == space


def test_points_past_the_largest_that_a_document_holds_are_not_booked() -> None:
    start = table(player("Cathy", prestige=20, victory_cards=998))
    assert moves.move_marker(start, 0, 5)[0].players[0].victory_cards == 999


def test_building_phase_a_writ_gives_a_step() -> None:
    after = moves.take_writ(table(player("Cathy", writs_left=2)), 0, "C4")
    assert (after.players[0].writs_left, after.players[0].prestige, after.writs) == (1, 1, ("0 C4",))
    none = table(player("Cathy", writs_left=0))
    assert moves.take_writ(none, 0, "C4") == none


def test_building_phase_the_writ_of_a_square_is_taken_once_and_can_be_given_back() -> None:
    start = table(player("Cathy", writs_left=2, stack=1), player("Hank"))
    after = moves.take_writ(start, 0, "C4")
    assert moves.take_writ(after, 0, "C4") == after
    assert moves.return_writ(after, 0, "C4") == start
    assert moves.return_writ(start, 0, "C4") == start


def completed_in(district: District) -> list[Structure]:
    return [structure for structure in structures(district) if structure.completed]


def test_building_phase_bonuses_go_into_the_stock() -> None:
    start = table(player("Cathy", goods={Good.FISH: 1, Good.GRAPES: 2}, coins=1, bread=9999))

    def after(kind: Kind, *cells: str) -> Player:
        return moves.take_bonus(start, 0, Structure(kind=kind, cells=cells, parts=(), waiting=(), chimneys=0)).players[
            0
        ]

    fish = after(Kind.POND, "C3", "D3", "C4", "D4")
    assert (fish.goods, fish.coins) == ({Good.FISH: 4, Good.GRAPES: 2}, 1)
    traded = after(Kind.MERCHANT, "C3", "D3")
    assert (dict(traded.goods), traded.coins) == ({}, 5)
    assert after(Kind.GRANARY, "C3", "D3").bread == 9999
    assert after(Kind.ADMINISTRATION, "C3", "D3").prestige == 2


POND = tile("C4", feature(Kind.POND, "E")), tile("D4", feature(Kind.POND, "W"), feature(Kind.VILLA, "N", 2))


def with_tiles(*tiles: Tile, **fields: Any) -> Table:
    return table(player("Cathy", district=District(tiles=tiles), **fields))


def waiting(some: Table, seat: int = 0) -> list[tuple[Kind, tuple[str, ...]]]:
    return [(structure.kind, structure.cells) for structure, _ in pending(some, seat)]


def test_building_phase_a_bonus_waits_until_it_is_taken_once() -> None:
    assert waiting(with_tiles(POND[0])) == []
    start = with_tiles(*POND)
    ((pond, given_),) = pending(start, 0)
    assert (given_.good, given_.goods, bonuses_taken(start, 0, "C4")) == (Good.FISH, 1, ())
    after = moves.take_bonus(start, 0, pond)
    assert (after.players[0].goods, after.settled) == ({Good.FISH: 1}, ("0 pond C4 D4",))
    assert (waiting(after), bonuses_taken(after, 0, "C4"), bonuses_taken(after, 0, "C3")) == ([], (Kind.POND,), ())
    assert moves.take_bonus(after, 0, pond) == after


def test_building_phase_a_bonus_that_was_taken_already_is_not_booked() -> None:
    start = with_tiles(*POND, tile("C5", feature(Kind.BAKERY)))
    all_of_them = tuple(structure for structure, _ in pending(start, 0))
    after = moves.settle(moves.settle(start, 0, all_of_them), 0, all_of_them)
    assert waiting(after) == []
    assert after == replace(start, settled=("0 pond C4 D4", "0 bakery C5"))


def test_building_phase_a_pond_that_became_another_one_waits_again() -> None:
    start = with_tiles(*POND)
    after = moves.take_bonus(start, 0, pending(start, 0)[0][0])
    larger = with_tiles(POND[0], tile("D4", feature(Kind.POND, "EW")), tile("E4", feature(Kind.POND, "W")))
    assert waiting(replace(larger, settled=after.settled)) == [(Kind.POND, ("C4", "D4", "E4"))]


def test_building_phase_everybody_has_bonuses_of_their_own() -> None:
    board = District(tiles=POND)
    start = table(player("Cathy", district=board), player("Hank", district=board))
    after = moves.take_bonus(start, 0, pending(start, 0)[0][0])
    assert (waiting(after, 0), waiting(after, 1)) == ([], [(Kind.POND, ("C4", "D4"))])


def test_landscapes_come_before_the_merchant_who_takes_their_goods() -> None:
    start = with_tiles(
        tile("C4", feature(Kind.MERCHANT, "S"), feature(Kind.POND, "E")),
        tile("C5", feature(Kind.MERCHANT, "N")),
        tile("D4", feature(Kind.POND, "W")),
        goods={Good.GRAPES: 2},
    )
    (pond, fish), (merchant, before) = pending(start, 0)
    assert (pond.kind, fish.goods, before.coins) == (Kind.POND, 1, 3)
    after = moves.take_bonus(moves.take_bonus(start, 0, pond), 0, merchant)
    assert (after.players[0].goods, after.players[0].coins) == ({}, 4)


def test_villas_wait_for_nothing() -> None:
    assert waiting(with_tiles(tile("C4", feature(Kind.VILLA, "S")), tile("C5", feature(Kind.VILLA, "N")))) == []


def test_administration_the_marker_comes_to_lie_on_the_pile() -> None:
    board = District(
        tiles=(tile("C4", feature(Kind.ADMINISTRATION, "S")), tile("C5", feature(Kind.ADMINISTRATION, "N")))
    )
    start = table(player("Cathy", district=board), player("Hank", prestige=2), player("Nick", stack=1))
    assert places(moves.take_bonus(start, 0, pending(start, 0)[0][0])) == [(2, 1), (2, 0), (0, 0)]


def test_merchant_a_landscape_of_the_same_tile_is_traded_in_too() -> None:
    district = District(
        tiles=(
            tile("C3", feature(Kind.MERCHANT, "E")),
            tile("D2", feature(Kind.MERCHANT, "S")),
            tile("E3", feature(Kind.POND, "W")),
            tile("D3", feature(Kind.MERCHANT, "W"), feature(Kind.MERCHANT, "N"), feature(Kind.POND, "E")),
        )
    )
    completed = sorted(completed_in(district), key=lambda structure: structure.kind is Kind.MERCHANT)
    assert [structure.kind for structure in completed] == [Kind.POND, Kind.MERCHANT, Kind.MERCHANT]
    booked, coins = table(player(goods={Good.HERBS: 2})), []
    for structure in completed:
        coins.append(bonus(structure, booked.players[0].goods).coins)
        booked = moves.take_bonus(booked, 0, structure)
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
    (structure,) = completed_in(District(tiles=tiles))
    assert str(completion_message(structure, bonus(structure, goods))) == sentence


def test_forum_phase_a_visit_is_booked_and_marked() -> None:
    pay = Card(pay={Good.HERBS: 2}, reward=Reward(points=4))
    own = Card(own={Thing.CHIMNEYS: 9}, reward=Reward(bread=1))
    step = Card(own={Thing.MARKET: 1}, reward=Reward(prestige=3))
    board = District(tiles=(tile("C3", feature(Kind.MARKET)),))
    start = table(
        player("Cathy", goods={Good.HERBS: 3}, coins=1, prestige=18, district=board),
        player("Hank", prestige=20),
        forum=Forum(cards=((pay, own, None, None), (step, None, None, None), (None,) * 4)),
        order=(0, 1),
    )
    visits = {
        visit.cells: visit for visit in whole_forum(start, ForumAsk(player="Cathy", objective=Objective.POINTS)).visits
    }
    after = moves.make_visit(start, visits["A1", "B1"])
    cathy = after.players[0]
    assert (cathy.goods, cathy.coins, cathy.victory_cards) == ({Good.HERBS: 0}, 0, 8 - 4)
    assert after.forum is not None
    assert after.forum.markers == (("A1", "B1"),)
    up = moves.make_visit(start, visits["A1", "A2"])
    assert (places(up), up.players[0].victory_cards) == ([(20, 1), (20, 0)], 8 + 1)
    assert moves.make_visit(after, visits["A1", "B1"]) == after
    not_begun = replace(start, order=())
    assert moves.make_visit(not_begun, visits["A1", "B1"]) == not_begun


@given(strategies.forum_questions(), st.data())
@examples(60)
def test_forum_phase_what_is_booked_is_what_the_visit_promised(
    question: tuple[Table, ForumAsk], data: st.DataObject
) -> None:
    asked_at, ask = question
    seated = tuple(replace(player, victory_cards=50) for player in asked_at.players)
    start = piled(replace(asked_at, players=seated, order=(0,)))
    visits = whole_forum(start, ask).visits
    if not visits:
        assert not list(open_pairs(start))
        return
    visit = data.draw(st.sampled_from(visits))
    before = start.players[0]
    assume((before.victory_cards or 0) + visit.points <= CARD_POINTS_RANGE.high)  # more cannot be kept
    after = moves.make_visit(start, visit)
    assert strategies.no_problems(after)
    assert is_piled(after)
    now = after.players[0]
    assert victory_point_cards(now).points - victory_point_cards(before).points == visit.points
    assert now.prestige - before.prestige == visit.prestige
    assert min(now.goods.values(), default=0) >= 0
    assert sum(now.goods.values()) + now.coins + now.bread + now.stored_tiles == visit.items_left
    assert GAME.columns(after)[0].total - GAME.columns(start)[0].total == visit.final_gain
    assert len(list(open_pairs(after))) == len(list(open_pairs(start))) - 1


ONE_FISH = Card(pay={Good.FISH: 1}, reward=Reward(points=1, prestige=1))


def with_forum(squares: str, *players: Player) -> Table:
    """A table with the same card on some squares of the forum."""
    cards = tuple(ONE_FISH if square in squares.split() else None for square in FORUM_SQUARES)
    return table(*players, forum=Forum(cards=(cards[:4], cards[4:8], cards[8:])))


def hank_ahead() -> Table:
    """Three cards in a row; Cathy holds nothing, Hank fish and lies ahead on the bar."""
    return with_forum("A1 B1 C1", player("Cathy", prestige=1), player("Hank", goods={Good.FISH: 6}, prestige=3))


def with_visit(some: Table, pair: tuple[str, str]) -> Table:
    """Such a table after the best visit to a pair of the player whose turn it is."""
    seat = next_visitor(some)
    assert seat is not None
    visits = whole_forum(some, ForumAsk(player=some.players[seat].name, objective=Objective.POINTS)).visits
    return moves.make_visit(some, next(visit for visit in visits if visit.cells == pair))


def test_forum_phase_the_order_is_fixed_when_the_phase_begins() -> None:
    begun = moves.begin_phase(hank_ahead())
    assert (begun.order, next_visitor(begun)) == ((1, 0), 1)
    cathy_moves_on = moves.move_marker(begun, 0, 8)[0]
    assert order_now(cathy_moves_on) == (0, 1)
    assert moves.begin_phase(cathy_moves_on) == cathy_moves_on


def test_forum_phase_after_a_visit_the_next_player_is_due() -> None:
    after = with_visit(moves.begin_phase(hank_ahead()), ("A1", "B1"))
    assert (after.players[1].victory_cards, after.players[0], next_visitor(after)) == (6, hank_ahead().players[0], 0)
    (booked,) = visits_of(after, 1)
    assert (booked.seat, booked.cells, booked.points, booked.prestige) == (1, ("A1", "B1"), 6, 6)


def test_forum_phase_whose_marker_it_is_is_known_of_visits_alone() -> None:
    after = with_visit(moves.begin_phase(hank_ahead()), ("B1", "C1"))
    assert marker_owner(after, ("C1", "B1")) == 1
    assert marker_owner(after, ("A1", "B1")) is None


def test_forum_phase_the_last_visit_ends_it() -> None:
    after = with_visit(with_visit(moves.begin_phase(hank_ahead()), ("A1", "B1")), ("B1", "C1"))
    assert (after.phase, after.order, next_visitor(after), len(visits_of(after, 1))) == (2, (), None, 2)


def test_forum_phase_a_visit_is_skipped_and_ends_the_phase_if_it_was_the_last() -> None:
    skipped = moves.skip_visit(moves.begin_phase(hank_ahead()), 1)
    assert next_visitor(skipped) == 0
    assert moves.skip_visit(skipped, 1) == skipped
    both = moves.skip_visit(skipped, 0)
    assert [visit.cells for visit in visits_of(both, 1)] == [(), ()]
    assert replace(both, visits=()) == replace(hank_ahead(), phase=2)


@pytest.mark.parametrize(("noted", "after"), [(None, None), (7, 1)])
def test_playing_the_game_after_four_phases_there_is_none_left(noted: int | None, after: int | None) -> None:
    some = replace(hank_ahead(), round=noted)
    for phase in range(1, 5):
        assert (some.phase, is_over(some)) == (phase, False)
        some = moves.end_phase(some)
        assert some.round == after
    assert is_over(some)
    assert moves.end_phase(some) == some
    assert moves.begin_phase(some) == some


@pytest.mark.parametrize(
    ("players", "squares"),
    [(2, "B1 C1 A2 B2 C2 D2 B3 C3"), (3, "A1 B1 C1 A2 B2 C2 D2 B3 C3 D3"), (4, " ".join(FORUM_SQUARES))],
)
def test_playing_the_game_four_whole_forum_phases_can_be_played(players: int, squares: str) -> None:
    some = with_forum(squares, *four_piled().players[:players])
    for _ in range(BUILDING_PHASES):
        some = moves.begin_phase(some)
        while next_visitor(some) is not None:
            some = with_visit(some, next(open_pairs(some))[0])
    assert is_over(some)
    assert len(some.visits) == 4 * players
    assert len(list(open_pairs(some))) == 1  # one place more than all visits need
