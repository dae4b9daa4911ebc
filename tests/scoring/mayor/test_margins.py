"""What decided a game and by how little."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given

from scoring.mayor.game import MAYOR, margins, statements
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
    sheet = MAYOR.score(seated)
    return [str(message) for seat in range(len(seated.players)) for message in statements(seated, sheet, seat)]


def test_one_match_more_would_have_won_and_one_fewer_would_have_cost_the_win() -> None:
    assert said((30, 0), (31, 0)) == [
        "White: 1 more match of a bank would have meant a shared win.",
        "Purple: 1 fewer match of a church would have let White win.",
    ]


def test_a_statue_is_thought_of_where_there_is_gold_for_it() -> None:
    assert said((28, 1), (30, 0))[0].endswith("1 more match of a church would have meant a shared win.")
    assert said((27, 1), (30, 0))[0].endswith("1 more match of a statue would have meant a shared win.")
    assert said((27, 0), (30, 0))[0].endswith("2 more matches of a church would have won the game.")


def test_who_shares_hears_what_would_have_won_alone() -> None:
    assert said((30, 0), (30, 0), (0, 0)) == [
        "White: 1 more match of a bank would have won alone.",
        "Purple: 1 more match of a bank would have won alone.",
    ]


def test_far_behind_nothing_small_would_have_helped() -> None:
    assert said((0, 0), (30, 0)) == []


def test_without_the_citizen_on_50_the_game_would_have_gone_on() -> None:
    assert said((49, 0), (50, 3)) == []


def test_reaching_50_would_have_won() -> None:
    assert said((48, 0), (49, 0))[0].endswith("1 more match of a bank would have meant a shared win.")
    assert said((47, 1), (49, 0))[0].endswith("1 more match of a church would have meant a shared win.")
    assert said((44, 2), (49, 0))[0].endswith("2 more matches of a statue would have won the game.")


@given(strategies.tables())
@examples(60)
def test_everybody_hears_of_themselves(seated: Table) -> None:
    sheet, messages = MAYOR.score(seated), heard(seated)
    for seat, who in enumerate(seated.players):
        assert all(str(message).startswith(f"{who.name}: ") for message in statements(seated, sheet, seat))
    assert {str(message) for message in margins(seated, MAYOR.score(seated))} <= set(messages)
