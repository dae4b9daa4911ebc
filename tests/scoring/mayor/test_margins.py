"""What decided a game and by how little."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hypothesis import given

from scoring.mayor.game import MAYOR
from scoring.mayor.margins import margins, statement
from tests.scoring.mayor import strategies
from tests.scoring.mayor.tables import player, table
from tests.strategies import examples

if TYPE_CHECKING:
    from scoring.mayor.state import Table


def said(*players: tuple[int, int]) -> list[str]:
    """What is said of players on these spaces with this gold."""
    names = ("White", "Purple", "Black")
    seated = table(
        *(player(name, citizen=space, banker=gold) for name, (space, gold) in zip(names, players, strict=False))
    )
    return heard(seated)


def heard(seated: Table) -> list[str]:
    return [str(statement(seated, MAYOR.score(seated), seat)) for seat in range(len(seated.players))]


def test_one_match_more_would_have_won_and_one_fewer_would_have_cost_the_win() -> None:
    assert said((30, 0), (31, 0)) == [
        "White is 1 point behind Purple: 1 more match of a bank would have meant a shared win.",
        "Purple is 1 point ahead of White: 1 fewer match of a church would have let White win.",
    ]


def test_a_statue_is_thought_of_where_there_is_gold_for_it() -> None:
    assert said((28, 1), (30, 0))[0].endswith("1 more match of a church would have meant a shared win.")
    assert said((27, 1), (30, 0))[0].endswith("1 more match of a statue would have meant a shared win.")
    assert said((27, 0), (30, 0))[0].endswith("2 more matches of a church would have won the game.")


def test_who_shares_hears_what_would_have_won_alone() -> None:
    assert said((30, 0), (30, 0), (0, 0)) == [
        "White shares the win with Purple: 1 more match of a bank would have won alone.",
        "Purple shares the win with White: 1 more match of a bank would have won alone.",
        "Black is 30 points behind White and Purple.",
    ]


def test_far_behind_nothing_small_would_have_helped() -> None:
    assert said((0, 0), (30, 0)) == ["White is 30 points behind Purple.", "Purple is 30 points ahead of White."]


def test_once_50_is_reached_the_others_were_so_many_short() -> None:
    assert said((41, 9), (51, 3)) == ["White was 9 points short of 50.", "Purple got to 50 first."]
    assert said((48, 9), (50, 3))[0] == "White was 2 points short of 50."


def test_the_citizen_is_short_of_50_whatever_points_were_entered() -> None:
    white = replace(player("White", citizen=41, banker=9), entered={"citizen": 30})
    assert heard(table(white, player("Purple", citizen=51, banker=3)))[0] == "White was 9 points short of 50."


def test_without_the_citizen_on_50_the_game_would_have_gone_on() -> None:
    assert said((49, 0), (50, 3)) == ["White was 1 point short of 50.", "Purple got to 50 first."]


def test_reaching_50_would_have_won() -> None:
    assert said((48, 0), (49, 0))[0].endswith("1 more match of a bank would have meant a shared win.")
    assert said((47, 1), (49, 0))[0].endswith("1 more match of a church would have meant a shared win.")
    assert said((44, 2), (49, 0))[0].endswith("2 more matches of a statue would have won the game.")


@given(strategies.tables())
@examples(60)
def test_everybody_hears_something_of_themselves(seated: Table) -> None:
    messages = heard(seated)
    for who, message in zip(seated.players, messages, strict=True):
        assert message.startswith(who.name)
        assert message.endswith(".")
    assert {str(message) for message in margins(seated, MAYOR.score(seated))} <= set(messages)
