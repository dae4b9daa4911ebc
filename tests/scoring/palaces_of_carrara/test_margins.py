"""What decided a game and by how little."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given

from scoring.palaces_of_carrara.game import PALACES_OF_CARRARA
from scoring.palaces_of_carrara.margins import margins, statements
from scoring.palaces_of_carrara.state import Color, Object, Table
from scoring.sheet import MAX_STATEMENTS
from tests.scoring.palaces_of_carrara import strategies
from tests.scoring.palaces_of_carrara.boards import player, table, with_cards
from tests.strategies import examples

if TYPE_CHECKING:
    from scoring.palaces_of_carrara.state import Player


def told(seated: Table, seat: int) -> list[str]:
    return [str(message) for message in statements(seated, PALACES_OF_CARRARA.score(seated), seat)]


def between(*players: Player) -> list[list[str]]:
    return [told(table(*players), seat) for seat in range(len(players))]


def test_what_would_have_won_comes_with_the_smallest_difference_first() -> None:
    nick = player(score=10, coins=4)
    cathy = player("Cathy", score=11, objects="1 book", buildings="villa 2 massa", coins=1)
    ahead, behind = told(table(nick, cathy), 1), told(table(nick, cathy), 0)
    assert behind == ["Nick: 2 objects more would have meant a shared win."]
    assert ahead == []


def test_one_more_coin_or_building_would_have_been_enough() -> None:
    behind, ahead = between(player(score=10, coins=4), player("Cathy", score=9, buildings="villa 2 massa"))
    assert behind == [
        "Nick: 1 more coin would have meant a shared win.",
        "Nick: another building of cost 1 would have meant a shared win.",
        "Nick: 1 object more would have won the game.",
    ]
    assert ahead == ["Cathy: being without the villa 2 in Massa would have let Nick win."]


def test_blocks_decide_a_tie() -> None:
    behind, ahead = between(
        player(score=10, coins=5, blocks={Color.RED: 1}),
        player("Cathy", score=8, objects="1 flag", blocks={Color.BLUE: 1, Color.RED: 1}),
    )
    assert behind[0] == "Nick: 1 more block would have meant a shared win."
    assert ahead == [
        "Cathy: 1 block fewer would have meant a shared win.",
        "Cathy: 1 object fewer would have let Nick win.",
    ]


def test_a_shared_win_and_what_would_have_ended_it() -> None:
    first, second, third = between(player(score=10), player("Cathy", score=10), player("Hank", score=2))
    assert first == [
        "Nick: 1 more block would have won alone.",
        "Nick: 5 more coins would have won alone.",
        "Nick: another building of cost 1 would have won alone.",
    ]
    assert second[0].startswith("Cathy: ")
    assert third == ["Hank: 3 objects more would have won the game."]


def test_coins_that_could_have_been_spent() -> None:
    _, ahead = between(player(score=10), player("Cathy", score=9, coins=11))
    assert ahead == ["Cathy: 2 fewer coins would have meant a shared win."]


def test_with_the_top_card_coins_two_coins_are_a_point() -> None:
    seated = with_cards(player(score=10), player("Cathy", score=11), brown="coins", purple="three-pairs")
    assert "2 more coins would have meant a shared win" in told(seated, 0)[0]


def test_with_an_object_card_the_object_is_named() -> None:
    seated = with_cards(player(score=10, objects="1 cup"), player("Cathy", score=14), purple="three-pairs")
    assert told(seated, 0)[1] == "Nick: 1 cup more would have won the game."


def test_with_the_cards_the_city_of_a_building_is_named() -> None:
    seated = with_cards(
        player(score=10), player("Cathy", score=20), gray="cost-8", green="city-majorities", purple="two-triplets"
    )
    assert any(
        "one more building, biblioteca 1 in Livorno, would have won the game" in message for message in told(seated, 0)
    )


def test_a_majority_that_hangs_on_one_building() -> None:
    seated = with_cards(
        player(score=10), player("Cathy", score=5, buildings="villa 1 pisa"), gray="cost-8", green="city-majorities"
    )
    assert told(seated, 1) == ["Cathy: being without the villa 1 in Pisa would have let Nick win."]


def test_no_more_blocks_objects_and_coins_than_there_are() -> None:
    every = player(blocks=dict.fromkeys(Color, 7), objects=dict.fromkeys(Object, 6), coins=9999, score=100)
    nick, _ = between(every, player("Cathy", score=100 + 1999 + 36 * 3 + 1))
    assert nick == ["Nick: another building of cost 1 would have won the game."]


@given(strategies.tables())
@examples(30)
def test_everybody_hears_at_most_three_statements(seated: Table) -> None:
    every = [told(seated, seat) for seat in range(len(seated.players))]
    messages = [str(message) for message in margins(seated, PALACES_OF_CARRARA.score(seated))]
    assert set(messages) <= {said for mine in every for said in mine}
    for who, mine in zip(seated.players, every, strict=True):
        assert len(mine) <= MAX_STATEMENTS
        assert all(said.startswith(who.name) and said.endswith(".") for said in mine)
