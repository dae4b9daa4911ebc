"""Game End, paragraph by paragraph: the score, who is mayor, and when the game is over."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from scoring import GAMES
from scoring.mayor.game import draw
from scoring.mayor.rules import citizen, game_end
from scoring.mayor.state import EndAsk, Kind, Table
from tests.scoring.mayor.tables import document, player, table, told

GAME = GAMES["mayor"]

LAST = {Kind.SHOP: 0, Kind.BANK: 0, Kind.CHURCH: 0}


def points(*citizens: int, **fields: Any) -> Table:
    names = ("White", "Purple", "Black", "Hank")
    return table(*(player(name, citizen=number) for name, number in zip(names, citizens, strict=False)), **fields)


def places(scored: Table) -> list[tuple[int, str, str]]:
    return [(standing.place, standing.player, standing.decided_by) for standing in GAME.score(scored).standings]


def ending(scored: Table) -> tuple[bool, tuple[str, ...] | None, str]:
    answer = game_end(scored, EndAsk())
    return answer.over, answer.mayor, str(answer.because)


@pytest.mark.parametrize(
    ("space", "because"),
    [
        (0, "on space 0"),
        (49, "on space 49"),
        (50, "on 50, and 50 or more make a mayor at once"),
        (99, "on 99, and 50 or more make a mayor at once"),
    ],
)
def test_citizen_records_the_points(space: int, because: str) -> None:
    line = citizen(player(citizen=space))
    assert (line.rule, line.points, str(line.because), line.cells) == ("citizen", space, because, ())


def test_banker_and_tiles_are_worth_no_points() -> None:
    scored = table(player(citizen=7, banker=99, tiles=3), player("Black", citizen=8, banker=0))
    assert places(scored) == [(1, "Black", "points"), (2, "White", "")]


def test_on_50_or_more_a_citizen_is_mayor() -> None:
    assert places(points(12, 50, 30)) == [(1, "Purple", "mayor"), (2, "Black", "points"), (3, "White", "")]
    assert ending(points(12, 54, 30)) == (True, ("Purple",), "the Citizen of Purple is on 54")


def test_on_50_a_citizen_is_mayor_also_when_three_lines_are_empty() -> None:
    assert ending(points(12, 50, tile_lines=LAST))[2] == "the Citizen of Purple is on 50"


def test_on_50_why_the_place_fell_so_is_told() -> None:
    first, second, _ = GAME.score(points(12, 50, 30)).standings
    assert str(first.because) == "most Citizens on 50 or more: 1 to 0"
    assert str(second.because) == "level on Citizens on 50 or more; most points: 30 to 12"


@pytest.mark.parametrize("number", range(6))
def test_three_empty_lines_end_the_game(number: int) -> None:
    for empty in combinations(Kind, number):
        lines = {kind: 0 if kind in empty else 1 for kind in Kind}
        assert ending(points(12, 30, tile_lines=lines))[0] is (number >= 3)


def test_lines_that_are_not_entered_are_not_empty() -> None:
    two = {Kind.SHOP: 0, Kind.BANK: 0}
    assert ending(points(12, 30, tile_lines=two)) == (False, None, "None")
    assert ending(points(12, 30, tile_lines={}))[0] is False
    said = told(document("end", {}, tile_lines={"shop": 0, "park": 2}))
    assert said == [
        "The game goes on: nobody is on 50 or more, and 1 tile line is empty.",
        "Empty: shops; 3 end the game.",
        "A tile line counts as empty only if it is entered with 0 tiles.",
    ]


def test_when_all_lines_are_entered_no_ruling_is_needed() -> None:
    lines = dict.fromkeys(["shop", "bank", "church", "statue", "park"], 2)
    assert told(document("end", tile_lines=lines)) == [
        "The game goes on: nobody is on 50 or more, and 0 tile lines are empty."
    ]


def test_the_citizen_who_is_furthest_becomes_mayor() -> None:
    because = "the lines of shops, banks and churches are empty, and the Citizen of Purple is furthest, on 30"
    assert ending(points(12, 30, tile_lines=LAST)) == (True, ("Purple",), because)
    assert places(points(12, 30, tile_lines=LAST)) == [(1, "Purple", "points"), (2, "White", "")]
    (said,) = told(document("end", tile_lines=dict.fromkeys(["shop", "bank", "park"], 0)))
    assert said.startswith("The game is over: the lines of shops, banks and parks are empty, and the Citizen of White")
    assert said.endswith("is furthest, on 12. White is mayor.")


def test_tied_players_win_together() -> None:
    assert ending(points(30, 12, 30, tile_lines=LAST))[1] == ("White", "Black")
    assert places(points(30, 12, 30)) == [(1, "White", "points"), (1, "Black", "points"), (3, "Purple", "")]
    assert ending(points(0, 0, tile_lines=LAST))[1] == ("White", "Purple")
    tied = document("end", tile_lines=dict.fromkeys(["shop", "bank", "park"], 0))
    tied["table"]["players"][1]["citizen"] = 12
    assert told(tied)[0].endswith("level on 12. White and Purple are mayor together.")


def test_a_game_that_is_not_over_is_scored_as_it_stands() -> None:
    def rulings(scored: Table) -> list[str]:
        return [str(ruling) for ruling in GAME.rulings(scored, GAME.score(scored))]

    (standing,) = rulings(points(12, 30))
    assert standing.endswith("is scored as it stands.")
    assert rulings(points(12, 30, tile_lines=LAST)) == []
    assert rulings(points(12, 50)) == []


def test_the_title_is_said_not_to_be_known() -> None:
    assert "the title is not known" in str(GAME.source)
    assert any("its title is not known" in str(ruling) for ruling in GAME.all_rulings)
    assert (GAME.variant(points(1, 2)), GAME.editions, list(GAME.unscorable(points(1, 2)))) == (None, (), [])


@pytest.mark.parametrize(
    ("citizen_on", "banker_on", "track"),
    [
        (0, 50, "C─────────┼─────────┼─────────┼─────────┼─────────B"),
        (25, 25, "┼─────────┼─────────┼────X────┼─────────┼─────────┼"),
        (51, 9, "┼────────B┼─────────┼─────────┼─────────┼─────────┼C"),
        (99, 999, "┼─────────┼─────────┼─────────┼─────────┼─────────┼X"),
    ],
)
def test_the_track_is_drawn_with_what_is_past_50_behind_it(citizen_on: int, banker_on: int, track: str) -> None:
    assert draw(player(citizen=citizen_on, banker=banker_on)) == (
        track,
        "0         10        20        30        40        50",
    )


def test_every_player_has_a_drawing() -> None:
    drawn = GAME.boards(points(1, 2, 3))
    assert [board.title for board in drawn] == ["White", "Purple", "Black"]
    assert drawn[2].short == ("C Citizen on 3, B Banker on 25",)
