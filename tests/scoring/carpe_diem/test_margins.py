"""Statements about margins are short, true, and silent where nothing is near."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hypothesis import given
from hypothesis import strategies as st

from scoring import GAMES
from scoring.carpe_diem.margins import margins, statements
from scoring.carpe_diem.state import (
    District,
    Edition,
    Feature,
    FountainCard,
    FrameGoal,
    Good,
    Kind,
    Player,
    Table,
    Tally,
    Tile,
)
from scoring.players import with_player
from tests.scoring.carpe_diem import strategies
from tests.scoring.carpe_diem.boards import player, table
from tests.strategies import examples, few

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

    from scoring.sheet import Sheet

GAME = GAMES["carpe-diem"]


def said(*players: Player, **given_: Any) -> dict[str, list[str]]:
    some = table(*players, **given_)
    sheet = GAME.score(some)
    by_player = {player.name: heard(some, sheet, seat) for seat, player in enumerate(some.players)}
    assert {str(message) for message in margins(some, sheet)} <= {
        message for messages in by_player.values() for message in messages
    }
    return by_player


def heard(some: Table, sheet: Sheet, seat: int) -> list[str]:
    return [str(message) for message in statements(some, sheet, seat)]


def winners(some: Table) -> set[str]:
    return {standing.player for standing in GAME.score(some).standings if standing.place == 1}


def test_one_item_more_would_have_tied_and_writs_decided() -> None:
    told = said(
        player("Cathy", victory_cards=50, writs_left=2), player("Nick", victory_cards=49, coins=1, writs_left=3)
    )
    effect = "would have tied, and most writs left would have won."
    assert told["Nick"] == [
        f"Nick: 1 more item on the resource board {effect}",
        f"Nick: 1 more step on the prestige bar {effect}",
    ]
    assert told["Cathy"] == []


def test_an_item_that_halving_swallows_is_not_enough() -> None:
    told = said(player("Cathy", victory_cards=50), player("Nick", victory_cards=49, coins=2))
    assert told["Nick"] == [
        "Nick: 1 more writ left would have decided the tie.",
        "Nick: 2 more items on the resource board would have won alone.",
        "Nick: 1 more step on the prestige bar would have won alone.",
    ]


def test_far_behind_nothing_would_have_helped() -> None:
    told = said(player("Cathy", victory_cards=90), player("Nick", victory_cards=50), player("Hank", victory_cards=90))
    assert told["Nick"] == []


def test_a_gap_is_told_once_and_only_where_it_is_small() -> None:
    some = table(player("Cathy", victory_cards=90), player("Nick", victory_cards=89), player("Hank", victory_cards=48))
    close = [str(message) for message in margins(some, GAME.score(some))]
    assert close
    assert all(message.startswith("Nick: ") for message in close)


def test_a_tie_is_broken_by_what_decides_between_these_two() -> None:
    told = said(
        player("Cathy", victory_cards=10, writs_left=3),
        player("Hank", victory_cards=8, prestige=2, writs_left=3),
        player("Nick", victory_cards=10, writs_left=1),
    )
    assert told["Cathy"] == ["Cathy: 1 fewer writ left would have let Hank win."]
    assert told["Nick"][0] == "Nick: 2 more writs left would have meant a shared win."


def test_the_lead_rests_on_what_can_be_named() -> None:
    told = said(
        player(
            "Cathy",
            victory_cards=20,
            goods={Good.FISH: 1, Good.HERBS: 0},
            bread=1,
            tally=Tally(counts={Kind.MERCHANT: 1}, villas=(), chimneys=0),
            frame=(FrameGoal(kind=Kind.MERCHANT, points=3, met=True),),
            fountain_cards=(FountainCard(kind=Kind.MERCHANT, points=2),),
        ),
        player("Nick", victory_cards=25, writs_left=1),
    )
    assert told["Cathy"] == [
        "Cathy: 1 fewer item on the resource board would have let Nick win.",
        "Cathy: being without the merchant fountain card would have let Nick win.",
        "Cathy: missing the merchant goal (3 points) would have let Nick win.",
    ]


def test_a_lost_item_can_mean_a_shared_win() -> None:
    told = said(player("Cathy", victory_cards=25, goods={Good.FISH: 2}), player("Nick", victory_cards=25))
    assert told["Cathy"] == ["Cathy: 1 fewer item on the resource board would have meant a shared win."]
    assert "Nick: 1 more step on the prestige bar" not in " ".join(told["Nick"])


def test_missed_goals_are_named_with_their_line() -> None:
    goals = (
        FrameGoal(kind=Kind.POND, points=8, line="D"),
        FrameGoal(kind=Kind.GARDEN, points=7, line="4"),
        FrameGoal(kind=Kind.MARKET, points=9, line="A"),
    )
    board = District(tiles=(Tile(cell="A1", features=(Feature(kind=Kind.MARKET, opens=""),)),))
    told = said(player("Nick", victory_cards=10, district=board, frame=goals), player("Cathy", victory_cards=26))
    assert told["Nick"] == [
        "Nick: the garden goal along row 4 (7 points) would have meant a shared win.",
        "Nick: the pond goal along column D (8 points) would have won the game.",
    ]


def test_goals_whose_points_were_entered_are_not_named() -> None:
    goals = (FrameGoal(kind=Kind.POND, points=8, line="D"),)
    nick = player("Nick", victory_cards=10, frame=goals)
    cathy = player("Cathy", victory_cards=17)
    assert "the pond goal along column D (8 points) would have won" in " ".join(said(nick, cathy)["Nick"])
    assert said(replace(nick, entered={"frame": 0}), cathy)["Nick"] == []


def villa(cell: str, opens: str, chimneys: int) -> Tile:
    return Tile(cell=cell, features=(Feature(kind=Kind.VILLA, opens=opens, chimneys=chimneys),))


def test_an_unfinished_villa_counts_with_cards_and_goals_where_the_chart_knows_it() -> None:
    board = District(
        tiles=(
            villa("C3", "ES", 1),
            Tile(
                cell="D3",
                features=(Feature(kind=Kind.POND, opens="E"), Feature(kind=Kind.VILLA, opens="W", chimneys=2)),
            ),
            villa("C2", "N", 3),
        )
    )
    nick = player("Nick", district=board, fountain_cards=(FountainCard(kind=Kind.VILLA, points=2),))
    messages = said(nick, player("Cathy", victory_cards=4), villa_chart={"3": 3})
    assert messages["Nick"] == [
        "Nick: 5 more steps on the prestige bar would have won the game.",
        "Nick: completing the villa on C3 and D3 with its 3 chimneys would have won the game.",
    ]
    assert "villa" not in " ".join(said(nick, player("Cathy", victory_cards=4))["Nick"])


def test_the_first_edition_knows_no_writs() -> None:
    told = said(
        player("Cathy", victory_cards=10, prestige=2, stack=1),
        player("Nick", victory_cards=10, prestige=2),
        edition=Edition.FIRST,
    )
    assert told["Cathy"]
    assert "writ" not in " ".join(told["Cathy"] + told["Nick"])


@st.composite
def near_tables(draw: DrawFn) -> Table:
    """Tables on which everybody has nearly as many points."""
    some = draw(strategies.tables(few))
    totals = [column.total for column in GAME.columns(some)]
    players = tuple(
        replace(player, victory_cards=(player.victory_cards or 0) + 60 - total + draw(st.integers(0, 4)))
        for player, total in zip(some.players, totals, strict=True)
    )
    return replace(some, players=players)


@given(near_tables())
@examples(30)
def test_a_number_of_items_steps_or_writs_is_the_smallest_that_changes_the_result(some: Table) -> None:
    sheet = GAME.score(some)
    then = winners(some)
    for seat, who in enumerate(some.players):
        alone = then == {who.name}
        messages = heard(some, sheet, seat)
        assert len(messages) <= 3
        fields = {"item": "coins", "writ": "writs_left"}
        for noun, field in fields.items():
            sign, word = (-1, "fewer") if alone else (1, "more")
            matches = [re.search(rf"(\d+) {word} {noun}s? ", message) for message in messages]
            for number in (int(match[1]) for match in matches if match):
                results = [
                    winners(with_player(some, seat, **{field: getattr(who, field) + sign * step}))
                    for step in range(1, number + 1)
                ]
                better = [now != then and (alone or who.name in now) for now in results]
                assert better == [False] * (number - 1) + [True]


@given(near_tables())
@examples(25)
def test_whoever_comes_within_two_items_hears_of_something(some: Table) -> None:
    then = winners(some)
    for seat, who in enumerate(some.players):
        if who.name not in then and who.name in winners(with_player(some, seat, coins=who.coins + 2)):
            messages = heard(some, GAME.score(some), seat)
            assert any("would have" in message for message in messages)
