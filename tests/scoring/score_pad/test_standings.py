"""Who wins on a pad, and what breaks ties (contract, section 7)."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import GAMES
from scoring.sheet import of_members
from storage.documents import codec
from tests.scoring.score_pad.pads import category, document, places, result

POINTS = category("points", "points_made")
WORTHLESS = category("count", "crowns", each=0)


def of(*totals: int, **pad: Any) -> list[tuple[str, int, str]]:
    return places(document(POINTS, entries=[{"points_made": total} for total in totals], **pad))


def test_the_most_points_win() -> None:
    assert of(3, 9, 5) == [("Ben", 1, "points"), ("Clara", 2, "points"), ("Anna", 3, "")]


def test_the_fewest_points_win_where_the_pad_says_so() -> None:
    assert of(3, 9, -5, winner="fewest") == [("Clara", 1, "points"), ("Anna", 2, "points"), ("Ben", 3, "")]


def test_who_is_level_on_everything_shares_the_place_and_the_next_is_skipped() -> None:
    assert of(5, 3, 5) == [("Anna", 1, "points"), ("Clara", 1, "points"), ("Ben", 3, "")]


def test_one_player_alone_is_first() -> None:
    assert of(5) == [("Anna", 1, "")]


@pytest.mark.parametrize(
    ("breaks", "first"),
    [
        ({"category": "crowns", "by": "entry"}, "Ben"),
        ({"category": "crowns", "by": "entry", "wanted": "fewest"}, "Anna"),
        ({"category": "crowns"}, None),
    ],
)
def test_a_tie_break_goes_by_the_number_entered_or_by_points(breaks: dict[str, Any], first: str | None) -> None:
    some = document(WORTHLESS, entries=[{}, {"crowns": 4}], tie_breaks=[breaks])
    best, last = places(some)
    if first is None:
        assert (best[1], last[1]) == (1, 1)
    else:
        assert (best, last[1:]) == ((first, 1, "crowns"), (2, ""))


def test_a_tick_counts_as_1_or_0() -> None:
    tick = category("tick", "last", worth=0)
    some = document(tick, entries=[{"last": False}, {"last": True}], tie_breaks=[{"category": "last", "by": "entry"}])
    assert places(some)[0] == ("Ben", 1, "last")


def test_rounds_break_a_tie_by_their_points() -> None:
    some = document(
        POINTS,
        category("rounds", "tricks"),
        entries=[{"points_made": 4}, {"tricks": [1, 3]}],
        tie_breaks=[{"category": "tricks"}],
    )
    assert places(some)[0] == ("Ben", 1, "tricks")


def test_tie_breaks_decide_in_their_order_and_the_sheet_says_what_was_level() -> None:
    some = document(
        category("count", "houses", each=0),
        WORTHLESS,
        entries=[{"houses": 2, "crowns": 1}, {"houses": 2, "crowns": 3}, {"houses": 1}],
        tie_breaks=[{"category": "houses", "by": "entry"}, {"category": "crowns", "by": "entry"}],
    )
    assert places(some) == [("Ben", 1, "crowns"), ("Anna", 2, "houses"), ("Clara", 3, "")]
    read = codec.read_table(some)
    assert [str(standing.because) for standing in read.game.score(read.table).standings] == [
        "level on points and Houses; most Crowns: 3 to 1",
        "level on points; most Houses: 2 to 1",
        "last place",
    ]


def test_a_tie_break_by_points_says_so() -> None:
    steps = category("steps", "track", values=[0, 5])
    some = document(POINTS, steps, entries=[{"points_made": 5}, {"track": 1}], tie_breaks=[{"category": "track"}])
    read = codec.read_table(some)
    assert str(read.game.score(read.table).standings[0].because) == "level on points; most points for Track: 5 to 0"


def test_the_game_of_a_table_has_the_title_the_lines_the_number_and_the_players_of_its_pad() -> None:
    some = document(POINTS, WORTHLESS, entries=[{}, {}], title="Kingdomino", bgg=204583, players=[2, 4])
    game = codec.read_table(some).game
    assert (game.key, game.title, game.bgg_id, game.players) == ("score-pad", "Kingdomino", 204583, (2, 4))
    assert codec.read_table(document(POINTS)).game.players == GAMES["score-pad"].players == (1, 12)
    titles = {key: str(title) for key, title in game.rules.items()}
    assert titles == {"points_made": "Points_Made", "crowns": "Crowns"}
    assert (GAMES["score-pad"].title, GAMES["score-pad"].rules) == ("Score pad", {})


AT_ONCE = (category("tick", "science", worth=0, wins=True), category("tick", "war", worth=2, wins=True))


@pytest.mark.parametrize(
    ("ticks", "standings"),
    [
        ([[], [], ["science"]], [("Clara", 1, "science"), ("Ben", 2, "points"), ("Anna", 3, "")]),
        ([["war"], [], ["science"]], [("Anna", 1, "points"), ("Clara", 2, "science"), ("Ben", 3, "")]),
        ([["science"], [], ["science"]], [("Anna", 1, "points"), ("Clara", 2, "science"), ("Ben", 3, "")]),
        ([["war"], [], ["war", "science"]], [("Anna", 1, "points"), ("Clara", 2, "science"), ("Ben", 3, "")]),
        ([["war"], ["war"], ["war"]], [("Ben", 1, "points"), ("Anna", 2, "points"), ("Clara", 3, "")]),
        ([[], [], []], [("Ben", 1, "points"), ("Anna", 2, "points"), ("Clara", 3, "")]),
    ],
)
def test_who_has_a_tick_that_wins_stands_before_all_who_have_none(ticks: Any, standings: Any) -> None:
    entries = [
        {"points_made": made, **dict.fromkeys(ticked, True)} for made, ticked in zip((5, 9, 0), ticks, strict=True)
    ]
    assert places(document(POINTS, *AT_ONCE, entries=entries)) == standings


def test_the_sheet_says_that_a_tick_won_and_is_silent_about_it_elsewhere() -> None:
    some = document(POINTS, *AT_ONCE, entries=[{"points_made": 9}, {"war": True}, {"points_made": 1}])
    read = codec.read_table(some)
    assert [str(standing.because) for standing in read.game.score(read.table).standings] == [
        "War, whatever the points",
        "most points: 9 to 1",
        "last place",
    ]


def test_who_shares_a_place_that_a_tick_won_is_told_so() -> None:
    some = document(*AT_ONCE, entries=[{"science": True}, {"science": True}, {}])
    assert places(some) == [("Anna", 1, "science"), ("Ben", 1, "science"), ("Clara", 3, "")]
    read = codec.read_table(some)
    assert "level with Ben" in str(read.game.score(read.table).standings[0].because)


def test_a_tick_that_wins_also_wins_where_the_fewest_points_do() -> None:
    some = document(
        POINTS, *AT_ONCE, entries=[{"points_made": 1}, {"points_made": 9, "science": True}], winner="fewest"
    )
    assert places(some) == [("Ben", 1, "science"), ("Anna", 2, "")]


BEHIND = (category("tick", "fell", worth=0, loses=True), category("tick", "lost", worth=2, loses=True))


@pytest.mark.parametrize(
    ("ticks", "standings"),
    [
        ([[], [], ["fell"]], [("Ben", 1, "points"), ("Anna", 2, "fell"), ("Clara", 3, "")]),
        ([["lost"], [], []], [("Ben", 1, "points"), ("Clara", 2, "lost"), ("Anna", 3, "")]),
        ([["lost"], [], ["fell"]], [("Ben", 1, "lost"), ("Anna", 2, "points"), ("Clara", 3, "")]),
        ([[], ["lost", "fell"], []], [("Anna", 1, "points"), ("Clara", 2, "fell"), ("Ben", 3, "")]),
        ([["lost"], ["fell"], []], [("Clara", 1, "fell"), ("Ben", 2, "points"), ("Anna", 3, "")]),
        ([["lost"], ["lost"], ["lost"]], [("Ben", 1, "points"), ("Anna", 2, "points"), ("Clara", 3, "")]),
        ([[], [], []], [("Ben", 1, "points"), ("Anna", 2, "points"), ("Clara", 3, "")]),
        ([["fell", "science"], ["science"], []], [("Ben", 1, "fell"), ("Anna", 2, "science"), ("Clara", 3, "")]),
        ([["fell", "war"], ["fell"], []], [("Anna", 1, "war"), ("Clara", 2, "fell"), ("Ben", 3, "")]),
    ],
)
def test_who_has_a_tick_that_loses_stands_behind_all_who_have_none(ticks: Any, standings: Any) -> None:
    entries = [
        {"points_made": made, **dict.fromkeys(ticked, True)} for made, ticked in zip((5, 9, 0), ticks, strict=True)
    ]
    assert places(document(POINTS, *BEHIND, *AT_ONCE, entries=entries)) == standings


def test_the_sheet_says_whom_a_tick_put_behind() -> None:
    some = document(POINTS, *BEHIND, entries=[{"points_made": 9, "lost": True}, {"points_made": 4}])
    read = codec.read_table(some)
    sheet = read.game.score(read.table)
    assert [str(standing.because) for standing in sheet.standings] == ["Anna: Lost, whatever the points", "last place"]
    assert str(sheet.columns[0].lines[2].because) == "2, ticked: stands behind all without it"


def test_who_shares_the_place_before_a_tick_that_loses_is_told_so() -> None:
    some = document(*BEHIND, entries=[{}, {}, {"fell": True}, {"lost": True}])
    assert places(some) == [("Anna", 1, "lost"), ("Ben", 1, "lost"), ("Dora", 3, "points"), ("Clara", 4, "")]
    read = codec.read_table(some)
    assert "level with Ben" in str(read.game.score(read.table).standings[0].because)


def test_a_tick_that_loses_also_loses_where_the_fewest_points_win() -> None:
    some = document(POINTS, *BEHIND, entries=[{"points_made": 1, "fell": True}, {"points_made": 9}], winner="fewest")
    assert places(some) == [("Ben", 1, "fell"), ("Anna", 2, "")]


def test_ties_break_among_those_who_stand_behind() -> None:
    some = document(
        *BEHIND,
        WORTHLESS,
        entries=[{"fell": True, "crowns": 1}, {"fell": True, "crowns": 2}],
        tie_breaks=[{"category": "crowns", "by": "entry"}],
    )
    assert places(some) == [("Ben", 1, "crowns"), ("Anna", 2, "")]


@pytest.mark.parametrize(("outcome", "place"), [("won", 1), ("lost", 2)])
def test_all_who_play_together_stand_in_one_place_in_the_order_of_the_players(outcome: str, place: int) -> None:
    some = document(
        POINTS, *AT_ONCE, entries=[{"points_made": 3}, {"points_made": 9}, {"science": True}], winner="together"
    )
    some["table"]["outcome"] = outcome
    assert places(some) == [("Anna", place, ""), ("Ben", place, ""), ("Clara", place, "")]
    read = codec.read_table(some)
    assert {str(standing.because) for standing in read.game.score(read.table).standings} == {f"{outcome} together"}


@pytest.mark.parametrize(
    ("breaks", "first"),
    [
        ({"category": ["houses", "crowns"], "by": "entry"}, "Ben"),
        ({"category": ["crowns", "houses"], "by": "entry", "wanted": "fewest"}, "Anna"),
        ({"category": ["houses", "steps"]}, "Ben"),
    ],
)
def test_a_tie_break_may_be_a_sum(breaks: dict[str, Any], first: str) -> None:
    some = document(
        category("count", "houses", each=0),
        WORTHLESS,
        category("steps", "steps", values=[0, 3]),
        category("points", "made"),
        entries=[{"houses": 3, "crowns": 1, "made": 3}, {"houses": 1, "crowns": 4, "steps": 1}],
        tie_breaks=[breaks],
    )
    assert places(some)[0] == (first, 1, "+".join(breaks["category"]))


def test_the_sheet_names_the_categories_of_a_sum() -> None:
    some = document(
        category("count", "houses", each=0),
        WORTHLESS,
        entries=[{"houses": 3, "crowns": 1}, {}],
        tie_breaks=[{"category": ["houses", "crowns"], "by": "entry"}],
    )
    read = codec.read_table(some)
    assert str(read.game.score(read.table).standings[0].because) == "level on points; most Houses + Crowns: 4 to 0"


def test_an_end_a_heading_and_members_change_nothing_in_the_result() -> None:
    plain = document(POINTS, entries=[{"points_made": 3}, {"points_made": 9}])
    more = document({**POINTS, "heading": "Cards"}, entries=[{"points_made": 3}, {"points_made": 9}], ends={"at": 5})
    more["table"]["players"][0]["members"] = ["Clara", "Dora"]
    assert result(plain) == result(more)


def test_the_history_counts_the_members_of_a_team_each_with_its_column_and_its_place() -> None:
    some = document(POINTS, entries=[{"points_made": 3}, {"points_made": 9}, {"points_made": 5}])
    some["table"]["players"][1]["members"] = ["Dora", "Emil"]
    read = codec.read_table(some)
    sheet = of_members(read.game.score(read.table), read.table)
    assert [(column.player, column.total) for column in sheet.columns] == [
        ("Anna", 3),
        ("Dora", 9),
        ("Emil", 9),
        ("Clara", 5),
    ]
    assert [(standing.player, standing.place) for standing in sheet.standings] == [
        ("Dora", 1),
        ("Emil", 1),
        ("Clara", 2),
        ("Anna", 3),
    ]
    assert sheet.winners == ("Dora", "Emil")
