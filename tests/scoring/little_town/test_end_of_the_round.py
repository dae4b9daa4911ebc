"""End of the Round, step by step: special buildings, feeding the workers, the next round."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from scoring.little_town import moves, rules
from scoring.little_town.checks import CHECKS
from scoring.little_town.state import Cube, Player, RoundEndAsk, Table, Visit, Whose
from tests.scoring.little_town import strategies
from tests.scoring.little_town.boards import player, town
from tests.strategies import examples

WOOD, STONE, FISH, WHEAT = Cube
ROUND_END = CHECKS[1]


AROUND_THE_CATHEDRAL = """
*1 *2 *2
.  ca1 *1
bn1 .  .  *1
"""


def test_special_buildings_the_cathedral_counts_workers_of_any_color_around_it() -> None:
    table = town(AROUND_THE_CATHEDRAL)
    assert [rules.special_buildings(table, player) for player in table.players] == [4, 0]


def test_special_buildings_the_cathedral_may_count_its_owners_workers_alone() -> None:
    table = town(AROUND_THE_CATHEDRAL, cathedral_counts=Whose.OWN)
    assert [rules.special_buildings(table, player) for player in table.players] == [2, 0]


def fed(eater: Player, **given_: bool) -> rules.Meal:
    return rules.feed_the_workers(town("", eater, player("Hank"), **given_), eater)


def test_feed_the_workers_with_fish_then_wheat() -> None:
    assert fed(player(fish=3, wheat=9)) == rules.Meal(eaten={FISH: 3, WHEAT: 2}, coins=0, unfed=0)
    assert fed(player(fish=9, wheat=9)) == rules.Meal(eaten={FISH: 5}, coins=0, unfed=0)


@pytest.mark.parametrize(("coins", "spent", "unfed"), [(2, 0, 3), (3, 3, 2), (8, 6, 1), (9, 9, 0), (99, 9, 0)])
def test_feed_the_workers_with_coins_as_far_as_they_go(coins: int, spent: int, unfed: int) -> None:
    assert fed(player(wheat=2, coins=coins)) == rules.Meal(eaten={WHEAT: 2}, coins=spent, unfed=unfed)


def test_feed_the_workers_without_coins() -> None:
    assert fed(player(wheat=2, coins=99), coins_feed=False) == rules.Meal(eaten={WHEAT: 2}, coins=0, unfed=3)


@pytest.mark.parametrize(("players", "workers"), [(2, 5), (3, 4), (4, 3)])
def test_feed_the_workers_all_that_a_player_has_wherever_they_are(players: int, workers: int) -> None:
    names = ("Cathy", "Hank", "Nick", "Sophie")[:players]
    ended = rules.round_end(town("*1", *(player(name) for name in names)), RoundEndAsk())
    assert [player.unfed for player in ended.players] == [workers] * players
    assert [player.points for player in ended.players] == [-3 * workers] * players


@given(strategies.towns())
@examples(60)
def test_no_other_meal_leaves_fewer_unfed_or_spends_fewer_coins(table: Table) -> None:
    workers = {2: 5, 3: 4, 4: 3}[len(table.players)]
    for who, eaten in zip(table.players, rules.round_end(table, RoundEndAsk()).players, strict=True):
        meals = (
            (workers - fish - wheat - bought, 3 * bought)
            for fish in range(min(who.cubes.get(FISH, 0), workers) + 1)
            for wheat in range(min(who.cubes.get(WHEAT, 0), workers - fish) + 1)
            for bought in range((workers - fish - wheat if table.coins_feed else 0) + 1)
            if 3 * bought <= who.coins
        )
        assert (eaten.unfed, eaten.coins_spent) == min(meals)
        assert eaten.food + eaten.coins_spent // 3 + eaten.unfed == workers
        assert eaten.points == eaten.special_points - 3 * eaten.unfed


def test_both_steps_together() -> None:
    table = town(AROUND_THE_CATHEDRAL, player(fish=1, wheat=1, coins=4), player("Hank", fish=6))
    assert rules.round_end(table, RoundEndAsk()).players == (
        rules.PlayerAtRoundEnd(name="Cathy", special_points=4, food=2, coins_spent=3, unfed=2, points=-2),
        rules.PlayerAtRoundEnd(name="Hank", special_points=0, food=5, coins_spent=0, unfed=0, points=0),
    )


def told(table: Table) -> tuple[list[list[str]], list[str]]:
    answer = ROUND_END.answer(table, RoundEndAsk())
    report = ROUND_END.report(table, RoundEndAsk(), answer)
    rulings = ROUND_END.rulings(table, RoundEndAsk(), answer)
    return [[str(value) for value in row] for row in report.rows], [str(ruling) for ruling in rulings]


FULL = (player(fish=5), player("Hank", wheat=5))


def test_nothing_to_rule_on() -> None:
    assert told(town("", *FULL)) == ([["Cathy", "0", "5", "0", "0", "+0"], ["Hank", "0", "5", "0", "0", "+0"]], [])


def test_the_rulings_it_rests_on() -> None:
    coins = ["Coins may feed workers, 3 for each, after all food is eaten."]
    assert told(town(""))[1] == coins
    assert told(town("", player(coins=15), player("Hank", wheat=5)))[1] == coins
    assert told(town("", coins_feed=False))[1] == ["At this table coins do not feed workers."]
    assert told(town("ca1 rs2", *FULL))[1] == [
        "The cathedral counts workers of all players.",
        "Tessera does not work out what the owner of the residence does with it at the end of a round.",
    ]
    assert told(town("ca1", *FULL, cathedral_counts=Whose.OWN))[1] == [
        "At this table the cathedral counts its owner's workers alone."
    ]


def round_ended(table: Table) -> Table:
    """The table after everybody's workers have eaten as the rules feed them."""
    ended = table
    for seat, who in enumerate(table.players):
        ended = moves.feed(ended, seat, rules.feed_the_workers(table, who))
    return moves.begin_next_round(ended)


def test_prepare_for_the_next_round_workers_are_picked_up() -> None:
    in_play = {"site": (1, 0), "settled": True, "visit": Visit(seat=1, cell="A1")}
    seated = (player(fish=1, wheat=1, coins=4), player("Hank", fish=6))
    table = town(AROUND_THE_CATHEDRAL, *seated, round=2, **in_play)
    after = round_ended(table)
    assert (after.round, after.workers, after.buildings) == (3, (), table.buildings)
    assert (after.first, after.turn, after.site, after.fed, after.settled, after.visit) == (1, 1, (), (), False, None)
    assert after.players == (player(score=-2, coins=1, fish=0, wheat=0), player("Hank", fish=1))


def test_feed_the_workers_a_player_chooses_what_is_eaten() -> None:
    table = town(AROUND_THE_CATHEDRAL, player(fish=3, wheat=4, coins=7), player("Hank"))
    chosen = rules.meal(table, {Cube.FISH: 0, Cube.WHEAT: 2}, 1)
    after = moves.feed(table, 0, chosen)
    assert (chosen.eaten, chosen.coins, chosen.unfed) == ({Cube.WHEAT: 2}, 3, 2)
    assert after.players[0] == player(score=4 - 6, coins=4, fish=3, wheat=2)
    assert (after.fed, moves.feed(after, 0, chosen)) == ((0,), after)
    assert rules.meal(table, {Cube.FISH: 5}, 1).unfed == 0


def test_after_the_last_round_no_other_is_prepared() -> None:
    table = town(AROUND_THE_CATHEDRAL, round=4)
    after = round_ended(table)
    assert (after.round, after.workers) == (4, table.workers)
    assert [player.score for player in after.players] == [4 - 15, -15]


def of_three(*scores: int, number: int) -> Table:
    seated_ = (player(name, score=score) for name, score in zip(("Cathy", "Hank", "Nick"), scores, strict=True))
    return town("", *seated_, round=number)


@pytest.mark.parametrize(
    ("table", "first", "following"),
    [
        (town("", round=1), 0, 1),
        (town("", round=3), 1, 0),
        (of_three(9, 9, 1, number=2), 0, 1),
        (of_three(9, 9, 1, number=3), 0, 2),
        (of_three(1, 9, 9, number=3), 0, 0),
        (of_three(1, 9, 1, number=3), 0, 2),
        (of_three(1, 1, 9, number=3), 2, 0),
        (of_three(1, 1, 9, number=3), 0, 1),
        (of_three(4, 4, 4, number=3), 2, 0),
    ],
)
def test_prepare_for_the_next_round_who_gets_the_first_player_token(table: Table, first: int, following: int) -> None:
    assert rules.next_first_seat(replace(table, first=first)) == following


def test_end_of_the_round_begins_with_special_buildings_and_the_first_player() -> None:
    table = town("rs1", first=1, fed=(1,))
    assert [(step.key, step.done) for step in rules.round_steps(table)] == [
        ("residence", False),
        ("1", True),
        ("0", False),
        ("next", False),
    ]
    assert rules.first_open(rules.round_steps(moves.leave_residence(table))) == "0"
    assert [step.seat for step in rules.round_steps(of_three(0, 0, 0, number=1))] == [0, 1, 2, None]
