"""What decided a game and by how little."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given

from scoring import GAMES
from scoring.little_town.game import margins, statements
from tests.scoring.little_town import strategies
from tests.scoring.little_town.boards import player, town
from tests.strategies import examples

if TYPE_CHECKING:
    from scoring.little_town.state import Table

GAME = GAMES["little-town"]


def told(table: Table, seat: int) -> list[str]:
    return [str(message) for message in statements(table, GAME.score(table), seat)]


def test_coins_that_were_missing_and_coins_that_could_have_been_spent() -> None:
    table = town("", player(score=10, coins=4), player("Hank", score=9, coins=5))
    assert told(table, 0) == ["Cathy: 2 fewer coins would have meant a shared win."]
    assert told(table, 1) == ["Hank: 1 more coin would have meant a shared win."]


def test_a_shared_win_and_what_would_have_ended_it() -> None:
    table = town("", player(score=10), player("Hank", score=10, coins=2), player("Nick"))
    assert told(table, 0) == ["Cathy: 3 more coins would have won alone."]
    assert told(table, 2) == []


def test_workers_beside_the_watchtower() -> None:
    table = town("wt1 *2", player(score=7), player("Hank", score=12))
    assert told(table, 0) == [
        "Cathy: 3 more coins would have meant a shared win.",
        "Cathy: no worker on B1 beside the watchtower would have won the game.",
    ]
    assert told(table, 1) == []


def test_a_worker_beside_the_watchtower_who_changed_nothing() -> None:
    table = town("wt1 *2", player(), player("Hank", score=60))
    assert [message for message in told(table, 0) if "watchtower" in message] == []


def test_grass_beside_the_watchtower() -> None:
    table = town("wt1", player(score=6), player("Hank", score=11))
    assert told(table, 0) == ["Cathy: a worker on B1 beside the watchtower would have let Hank win."]
    assert told(table, 1)[0] == "Hank: 3 more coins would have meant a shared win."


def test_nothing_near() -> None:
    table = town("", player(score=90, coins=9999), player("Hank"))
    assert told(table, 0) == []
    assert told(table, 1) == []


def test_no_more_coins_than_a_document_holds() -> None:
    table = town("", player(coins=9999), player("Hank", coins=9999))
    assert told(table, 0) == []


@given(strategies.towns())
@examples(30)
def test_everybody_hears_at_most_two_statements(table: Table) -> None:
    every = [told(table, seat) for seat in range(len(table.players))]
    assert all(len(messages) <= 2 for messages in every)
    assert {str(message) for message in margins(table, GAME.score(table))} <= {
        said for messages in every for said in messages
    }
