"""Final Scoring, ties, and the three objectives, paragraph by paragraph, with the rulebook's examples."""

from __future__ import annotations

import pytest

from scoring import GAMES
from scoring.palaces_of_carrara.rules import ObjectiveProgress, column, objectives, objectives_of
from scoring.palaces_of_carrara.state import BuildingCard, Color, ObjectCard, Player, Table, TopCard
from tests.scoring.palaces_of_carrara.boards import player, table, with_cards

GAME = GAMES["palaces-of-carrara"]


def lines(some: Table) -> dict[str, tuple[int, str]]:
    """The lines of the first player."""
    return {line.rule: (line.points, str(line.because)) for line in column(some, some.players[0]).lines}


def four(builder: Player) -> Table:
    return table(builder, player("Cathy"), player("Hank"), player("Sophie"))


FOUR_PLAYERS = player(
    coins=4,
    objects="3 book, 2 crown, 2 gate",
    buildings="villa 1 pisa, villa 4 pisa, porta 3 pisa, porta 5 pisa, palazzo 2 pisa, palazzo 3 pisa, castello 5 pisa",
    scored="kind villa, kind porta, kind palazzo, city pisa",
)
TWO_PLAYERS = player(
    coins=31,
    objects="3 book, 3 crown",
    buildings="villa 2 pisa, villa 4 pisa, porta 4 pisa, porta 3 pisa, palazzo 5 pisa, palazzo 1 pisa, "
    "castello 2 pisa, castello 4 pisa",
    scored="kind villa, kind porta, kind palazzo, kind castello, city pisa",
)


def test_final_scoring_in_a_four_player_game() -> None:
    assert lines(four(FOUR_PLAYERS)) == {
        "track": (0, "on space 0"),
        "objects": (21, "21 for 7 objects (3 each)"),
        "buildings": (23, "7 buildings, 23 in costs"),
        "coins": (0, "4 coins, a point for every 5"),
        "bonus": (0, "no bonus points card in the base game"),
    }


def test_final_scoring_in_a_two_player_game() -> None:
    sheet_lines = lines(table(TWO_PLAYERS))
    assert [points for points, _ in sheet_lines.values()] == [0, 18, 25, 6, 0]


def test_final_scoring_of_nothing_says_so() -> None:
    sheet_lines = lines(table(player(score=12)))
    assert sheet_lines["track"] == (12, "on space 12")
    assert [because for _, because in sheet_lines.values()][1:4] == ["no objects", "no buildings", "no coins left"]
    counts_none = lines(with_cards(player(buildings="villa 3 pisa"), gray="cost-8"))
    assert counts_none["buildings"] == (0, "none that the card counts")


def test_final_scoring_two_coins_are_a_point_with_that_card() -> None:
    assert lines(with_cards(player(coins=13), brown="coins"))["coins"] == (6, "13 coins, a point for every 2")
    assert lines(with_cards(player(coins=13)))["coins"][0] == 2


def test_final_scoring_names_where_each_rule_is_printed() -> None:
    base = {line.rule: str(line.ref) for line in column(table(player()), player()).lines}
    cards = {line.rule: str(line.ref) for line in column(with_cards(player()), player()).lines}
    assert base["objects"] == base["buildings"] == base["coins"] == "Rulebook, Final Scoring"
    assert cards["bonus"] == "Expansion, The Cards in Detail: Bonus Points Cards"


def standings(*players: Player) -> list[tuple[int, str, str]]:
    return [
        (standing.place, standing.player, standing.decided_by) for standing in GAME.score(table(*players)).standings
    ]


def test_ties_most_points_win() -> None:
    assert standings(player(score=3), player("Hank", score=4)) == [(1, "Hank", "points"), (2, "Nick", "")]


def test_ties_most_blocks_of_any_color_win() -> None:
    builder = player(blocks={Color.BLACK: 2, Color.BLUE: 1})
    assert standings(player("Hank", blocks={Color.WHITE: 2}), builder) == [(1, "Nick", "blocks"), (2, "Hank", "")]


def test_ties_then_there_is_more_than_one_winner() -> None:
    level = standings(player(blocks={Color.RED: 1}), player("Hank", blocks={Color.BLUE: 1}), player("Cathy"))
    assert level == [(1, "Nick", "blocks"), (1, "Hank", "blocks"), (3, "Cathy", "")]


def test_points_of_one_may_depend_on_the_buildings_of_others() -> None:
    alone = with_cards(player(buildings="villa 1 livorno"))
    beaten = with_cards(player(buildings="villa 1 livorno"), player("Hank", buildings="villa 2 livorno"))
    assert GAME.score(alone).columns[0].total - GAME.score(beaten).columns[0].total == 14


def test_objectives_of_the_base_game_in_the_examples() -> None:
    met = objectives_of(four(FOUR_PLAYERS), FOUR_PLAYERS)
    assert (met.brown, met.purple, met.gray) == (
        ObjectiveProgress(have=4, need=4, met=True),
        ObjectiveProgress(have=7, need=6, met=True),
        ObjectiveProgress(have=23, need=20, met=True),
    )
    assert met.may_announce
    not_met = objectives_of(table(TWO_PLAYERS), TWO_PLAYERS)
    assert [(objective.have, objective.met) for objective in (not_met.brown, not_met.purple, not_met.gray)] == [
        (5, True),
        (6, False),
        (25, False),
    ]
    assert not not_met.may_announce


NEEDS: dict[str, tuple[int, int, int]] = {
    "score-4": (4, 4, 4),
    "big-buildings": (4, 3, 2),
    "buildings": (8, 7, 6),
    "points": (30, 25, 20),
    "cities": (3, 2, 1),
    "coins": (30, 25, 20),
}
OBJECT_NEEDS: dict[str, tuple[int, int, int]] = {
    "objects": (8, 7, 6),
    "three-pairs": (3, 3, 3),
    "two-triplets": (2, 2, 2),
    "quadruplet": (4, 4, 4),
    "pair-and-quadruplet": (1, 1, 1),
    "four-different": (4, 4, 4),
    "two-groups-of-three": (2, 2, 2),
    "pairs-multiplied": (3, 3, 3),
}
BUILDING_NEEDS: dict[str, tuple[int, int, int]] = {
    "cost-total": (30, 25, 20),
    "two-in-three-cities": (3, 3, 3),
    "three-in-two-cities": (2, 2, 2),
    "four-in-one-city": (1, 1, 1),
    "cost-8": (1, 1, 1),
    "land": (4, 3, 2),
    "city": (6, 5, 4),
    "cities-multiplied": (3, 3, 3),
    "land-city-pairs": (4, 3, 2),
}


@pytest.mark.parametrize(
    ("color", "card", "needs"),
    [
        *(("brown", card, needs) for card, needs in NEEDS.items()),
        *(("purple", card, needs) for card, needs in OBJECT_NEEDS.items()),
        *(("gray", card, needs) for card, needs in BUILDING_NEEDS.items()),
    ],
)
def test_objectives_by_number_of_players(color: str, card: str, needs: tuple[int, int, int]) -> None:
    others = [player(name) for name in ("Cathy", "Hank", "Sophie")]
    for number, need in enumerate(needs, start=1):
        answer = objectives(with_cards(player(), *others[:number], **{color: card}))
        assert len(answer.players) == number + 1
        assert {getattr(player, color).need for player in answer.players} == {need}


def test_objectives_all_cards_are_there() -> None:
    assert (list(NEEDS), list(OBJECT_NEEDS), list(BUILDING_NEEDS)) == (
        list(TopCard),
        list(ObjectCard),
        list(BuildingCard),
    )


@pytest.mark.parametrize(
    ("card", "have"),
    [("score-4", 3), ("big-buildings", 2), ("buildings", 4), ("points", 17), ("cities", 2), ("coins", 9)],
)
def test_objectives_what_a_top_card_counts(card: str, have: int) -> None:
    builder = player(
        score=17,
        coins=9,
        buildings="villa 8 pisa, porta 5 pisa, porta 4 pisa, porta 1 massa",
        scored="city pisa, city massa, kind villa",
    )
    assert objectives_of(with_cards(builder, brown=card), builder).brown.have == have


def test_objectives_are_a_minimum() -> None:
    builder = player(score=31)
    assert objectives_of(with_cards(builder, brown="points"), builder).brown == ObjectiveProgress(
        have=31, need=30, met=True
    )
