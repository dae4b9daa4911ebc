"""Who comes late to a pad with rounds, and who leaves early: what they score, where they stand, and what cannot be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from scoring.problems import problems_in
from scoring.score_pad.attendance import Start, start_points, with_joined, with_left
from scoring.score_pad.game import SCORE_PAD, comings_and_goings, deciding_gaps, gaps, remarks
from scoring.score_pad.margins import margins
from scoring.score_pad.state import Joined
from storage.documents import codec
from tests.scoring.score_pad.pads import category, document, places, result

if TYPE_CHECKING:
    from scoring.score_pad.state import Table

ROUNDS = category("rounds", "hands")
BIDS = category("bids", "tricks", made={"base": 20, "per_made": 10}, missed={"per_off": -10}, cards="round")
DOUBLE = category("marked", "skyjo", rule="double")
TAKE = category("marked", "uno", rule="take", lose=True)
SHEEP = category("majority", "sheep", values=[5, 2], wanted="fewest")
FOOD = category("points", "food")

BEHIND = "Clara left after round 1, and stands behind those who stayed."


def some(*categories: dict[str, Any], came: Any = (), entries: Any, **pad: Any) -> dict[str, Any]:
    """A document, with what is said of each player besides the entries."""
    made = document(*categories, entries=entries, **pad)
    for player, more in zip(made["table"]["players"], came, strict=False):
        player.update(more)
    return made


def table(document: dict[str, Any]) -> Table:
    read: Table = codec.read_table(document).table
    return read


def scores(document: dict[str, Any]) -> list[tuple[int, str]]:
    """The points and the reason of the first line of each player."""
    return [(column["lines"][0]["points"], column["lines"][0]["because"]) for column in result(document)["columns"]]


def since(number: int, **points: int) -> dict[str, Any]:
    return {"joined": {"round": number, "points": points}}


@pytest.mark.parametrize(
    ("line", "entries", "came", "score"),
    [
        (ROUNDS, [[9, 9, 9], [0, 0, 4]], since(3, hands=7), (11, "joined in round 3 with 7 points; 4")),
        (ROUNDS, [[9, 9, 9], [0, 0, 4]], since(3), (4, "joined in round 3 with 0 points; 4")),
        (ROUNDS, [[9, 9], [0, 0]], since(3, hands=7), (7, "joined in round 3 with 7 points; no rounds")),
        (ROUNDS, [[9, 9, 9], [5, 6]], {"left": 2}, (11, "5 + 6; left after round 2")),
        (ROUNDS, [[9, 9, 9], [5]], {"left": 2}, (5, "5: 1 of 2 rounds entered; left after round 2")),
        (
            ROUNDS,
            [[9, 9, 9], [0, 6]],
            since(2, hands=1) | {"left": 2},
            (7, "joined in round 2 with 1 point; 6; left after round 2"),
        ),
        (
            ROUNDS,
            [[9, 9, 9, 9, 9], [0, 0, 0, 6]],
            since(4),
            (6, "joined in round 4 with 0 points; 6: 1 of 2 rounds entered"),
        ),
        ({**ROUNDS, "times": 2}, [[9, 9], [0, 6]], since(2, hands=3), (15, "joined in round 2 with 3 points; 6 × 2")),
        (
            BIDS,
            [[[1, 1], [0, 0]], [[0, 0], [2, 2]]],
            since(2),
            (40, "joined in round 2 with 0 points; bid 2, made 2: 20 + 2 × 10"),
        ),
        (BIDS, [[[1, 1], [0, 0]], [[0, 0]]], {"left": 1}, (20, "bid 0, made 0: 20 + 0 × 10; left after round 1")),
        (
            DOUBLE,
            [[[9, True], [1, False]], [[0, False], [4, True]]],
            since(2),
            (8, "joined in round 2 with 0 points; closed the round: 2 × 4"),
        ),
        (
            TAKE,
            [[[9, True], [1, False]], [[0, False], [4, False]]],
            since(2),
            (-4, "joined in round 2 with 0 points; 4 lost, nobody won the round"),
        ),
    ],
)
def test_who_was_not_there_scores_nothing_for_a_round(
    line: dict[str, Any], entries: Any, came: dict[str, Any], score: tuple[int, str]
) -> None:
    made = some(line, entries=[{line["key"]: entry} for entry in entries], came=[{}, came])
    assert scores(made)[1] == score


def test_the_lowest_of_a_round_is_that_of_those_who_were_there() -> None:
    entries = [{"skyjo": [[9, True], [5, True]]}, {"skyjo": [[0, False], [7, False]]}, {"skyjo": [[10, False]]}]
    made = some(DOUBLE, entries=entries, came=[{}, since(2), {"left": 1}])
    assert [points for points, _ in scores(made)] == [14, 7, 10]


def test_nothing_lacks_in_rounds_that_somebody_was_not_there_for() -> None:
    entries = [{"hands": [1, 2, 3], "food": 4}, {"hands": [0, 0, 5], "food": 1}, {"hands": [7]}]
    made = table(some(ROUNDS, FOOD, entries=entries, came=[{}, since(3), {"left": 1}]))
    assert gaps(made) == deciding_gaps(made) == ()
    assert remarks(made) == ()
    lacking = table(some(ROUNDS, FOOD, entries=[*entries[:2], {}], came=[{}, since(3), {"left": 1}]))
    assert [gap.seats for gap in gaps(lacking)] == [(2,)]


def test_a_round_is_closed_by_somebody_who_was_there() -> None:
    entries = [{"skyjo": [[9, False], [5, True]]}, {"skyjo": [[0, False], [7, False]]}, {"skyjo": [[10, False]]}]
    made = table(some(DOUBLE, entries=entries, came=[{}, since(2), {"left": 1}]))
    assert [gap.rounds for gap in gaps(made)] == [(0,)]


def test_tricks_add_up_among_those_who_were_there() -> None:
    three = {**BIDS, "cards": [3, 3]}
    entries = [{"tricks": [[1, 1], [2, 2]]}, {"tricks": [[0, 0], [1, 2]]}, {"tricks": [[2, 1]]}]
    made = table(some(three, entries=entries, came=[{}, since(2), {"left": 1}]))
    assert [str(remark) for remark in remarks(made)] == [
        "Tricks, Round 1: 2 made of 3 tricks.",
        "Tricks, Round 2: 4 made, but there were only 3 tricks.",
    ]
    alone = table(some(three, entries=[entries[0], entries[2]], came=[{}, {"left": 1}]))
    assert [str(remark) for remark in remarks(alone)] == ["Tricks, Round 1: 2 made of 3 tricks."]


@pytest.mark.parametrize("entry", [{}, {"castle": False}])
def test_no_tick_of_who_left_is_nothing_entered(entry: Any) -> None:
    castle = category("tick", "castle", worth=3)
    entries = [{"hands": [1, 1]}, {"hands": [1, 1], "castle": True}, {"hands": [1], **entry}]
    assert scores(some(castle, ROUNDS, entries=entries, came=[{}, {}, {"left": 1}])) == [
        (0, "not ticked"),
        (3, "3, ticked"),
        (0, "left after round 1"),
    ]


@pytest.mark.parametrize("entry", [{}, {"line": []}])
@pytest.mark.parametrize("line", [category("products", "line"), category("lookups", "line", values=[0, 3])])
def test_an_empty_list_of_who_left_is_nothing_entered(line: dict[str, Any], entry: Any) -> None:
    entries = [{"hands": [1, 1]}, {"hands": [1], **entry}]
    assert scores(some(line, ROUNDS, entries=entries, came=[{}, {"left": 1}]))[1] == (0, "left after round 1")


def test_who_left_is_compared_with_what_they_have_and_else_not_at_all() -> None:
    entries: list[dict[str, Any]] = [{"hands": [1, 1], "sheep": 2}, {"hands": [1, 1], "sheep": 3}, {"hands": [1]}]
    gone = some(SHEEP, ROUNDS, entries=entries, came=[{}, {}, {"left": 1}])
    assert scores(gone) == [(5, "2 is the fewest: 5"), (2, "3 is the second fewest: 2"), (0, "left after round 1")]
    entries[2]["sheep"] = 1
    assert [points for points, _ in scores(some(SHEEP, ROUNDS, entries=entries, came=[{}, {}, {"left": 1}]))] == [
        2,
        0,
        5,
    ]


@pytest.mark.parametrize(
    ("winner", "standing"),
    [
        ("most", [("Anna", 1, "points"), ("Ben", 2, "points"), ("Clara", 3, "")]),
        ("fewest", [("Ben", 1, "points"), ("Anna", 2, "left_early"), ("Clara", 3, "")]),
    ],
)
def test_who_left_stands_by_points_and_behind_all_who_stayed_where_the_fewest_win(winner: str, standing: Any) -> None:
    entries = [{"hands": [9, 9]}, {"hands": [5, 6]}, {"hands": [4]}]
    assert places(some(ROUNDS, entries=entries, came=[{}, {}, {"left": 1}], winner=winner)) == standing


def test_two_who_left_stand_by_points_and_a_shared_place_is_said() -> None:
    entries = [{"hands": [9, 9]}, {"hands": [9, 9]}, {"hands": [4]}, {"hands": [3]}]
    made = some(ROUNDS, entries=entries, came=[{}, {}, {"left": 1}, {"left": 1}], winner="fewest")
    assert places(made) == [
        ("Anna", 1, "left_early"),
        ("Ben", 1, "left_early"),
        ("Dora", 3, "points"),
        ("Clara", 4, ""),
    ]
    read = codec.read_table(made)
    reasons = [str(standing.because) for standing in read.game.score(read.table).standings]
    assert reasons[0] == "level with Ben on everything, the place is shared"
    assert [str(ruling) for ruling in SCORE_PAD.rulings(read.table, read.game.score(read.table))] == [
        "Clara left after round 1, and stands behind those who stayed.",
        "Dora left after round 1, and stands behind those who stayed.",
    ]
    made["table"]["players"] = made["table"]["players"][1:3]
    read = codec.read_table(made)
    assert str(read.game.score(read.table).standings[0].because) == "Clara left after round 1"


@pytest.mark.parametrize(
    ("tick", "ticked", "words"),
    [
        ({"wins": True}, (False, False, True), "Clara left after round 1."),
        ({"wins": True}, (True, False, False), BEHIND),
        ({"loses": True}, (False, True, False), "Clara left after round 1."),
        ({"loses": True}, (False, False, True), BEHIND),
    ],
)
def test_who_left_is_said_to_stand_behind_only_where_no_tick_puts_somebody_else_there(
    tick: dict[str, Any], ticked: tuple[bool, ...], words: str
) -> None:
    entries = [{"hands": [hands, 9], "moon": moon} for hands, moon in zip((9, 5, 4), ticked, strict=True)]
    entries[2]["hands"] = [4]
    moon = category("tick", "moon", worth=0, **tick)
    made = table(some(ROUNDS, moon, entries=entries, came=[{}, {}, {"left": 1}], winner="fewest"))
    assert [str(sentence) for sentence in comings_and_goings(made)] == [words]


def test_where_nobody_stayed_nobody_is_said_to_stand_behind() -> None:
    made = table(some(ROUNDS, entries=[{"hands": [9]}], came=[{"left": 1}], winner="fewest"))
    assert [str(sentence) for sentence in comings_and_goings(made)] == ["Anna left after round 1."]


def test_that_somebody_came_and_left_is_said_with_the_result() -> None:
    made = some(ROUNDS, entries=[{"hands": [9, 9]}, {"hands": [0, 6]}], came=[{}, since(2, hands=3) | {"left": 2}])
    read = codec.read_table(made)
    assert [str(ruling) for ruling in SCORE_PAD.rulings(read.table, read.game.score(read.table))] == [
        "Ben joined in round 2 with 3 points.",
        "Ben left after round 2.",
    ]


def test_what_was_close_speaks_of_no_round_that_somebody_was_not_there_for() -> None:
    entries = [{"hands": [30, 20], "food": 1}, {"hands": [0, 21]}, {"hands": [49]}, {"hands": [10]}]
    came = [{}, since(2, hands=28), {"left": 1}, {"left": 1}]
    read = codec.read_table(some(ROUNDS, FOOD, entries=entries, came=came))
    assert [str(sentence) for sentence in margins(read.table, read.game.score(read.table))] == [
        "Ben: 2 more in Hands would have meant a shared win.",
        "Clara: 2 more in Hands would have meant a shared win.",
    ]


@pytest.mark.parametrize(
    ("entries", "came", "problems"),
    [
        (
            [{"hands": [1, 2, 3]}, {"hands": [0, 8, 3]}],
            since(3),
            [("players[1].entries.hands[1]", "joined in round 3: earlier rounds are 0")],
        ),
        (
            [{"hands": [1, 2, 3]}, {"hands": [1, 8, 3]}],
            {"left": 1},
            [
                ("players[1].entries.hands[1]", "left after round 1: nothing is entered for later ones"),
                ("players[1].entries.hands[2]", "left after round 1: nothing is entered for later ones"),
            ],
        ),
        (
            [{"hands": [1, 2, 3]}, {"hands": [0, 0]}],
            since(3) | {"left": 2},
            [("players[1].left", "left after round 2, before round 3, in which the player joined")],
        ),
        (
            [{"hands": [1, 2, 3]}, {"hands": [0] * 4}],
            since(5),
            [("players[1].joined.round", "round 5 has not come yet: 3 rounds are entered")],
        ),
        ([{"hands": [1]}, {}], {"left": 2}, [("players[1].left", "round 2 has not come yet: 1 round is entered")]),
        (
            [{"hands": [1]}, {}],
            since(2, food=3, nothing=1),
            [
                ("players[1].joined.points.food", "food has no rounds: nobody begins with points there"),
                (
                    "players[1].joined.points.nothing",
                    "the pad has no category with this key; it has hands, food, tricks and skyjo",
                ),
            ],
        ),
        (
            [{"tricks": [[1, 1]], "skyjo": [[2, True]]}, {"tricks": [[0, 1]], "skyjo": [[0, True]]}],
            since(2),
            [
                ("players[1].entries.skyjo[0][1]", "somebody else is marked in this round already"),
                ("players[1].entries.tricks[0]", "joined in round 2: earlier rounds are 0"),
                ("players[1].entries.skyjo[0]", "joined in round 2: earlier rounds are 0"),
            ],
        ),
        ([{"hands": [1]}, {}], since(1), [("players[1].joined.round", "1: a whole number from 2 to 100 belongs here")]),
        ([{"hands": [1]}, {}], {"left": 0}, [("players[1].left", "0: a whole number from 1 to 100 belongs here")]),
        (
            [{"hands": [1]}, {}],
            {"joined": {"points": {}}},
            [("players[1].joined.round", "missing: a whole number from 2 to 100 belongs here")],
        ),
    ],
)
def test_what_cannot_be_is_a_problem_where_it_stands(
    entries: Any, came: dict[str, Any], problems: list[tuple[str, str]]
) -> None:
    made = some(ROUNDS, FOOD, BIDS, DOUBLE, entries=entries, came=[{}, came])
    with pytest.raises(codec.DocumentError) as refused:
        codec.read_table(made)
    assert sorted((problem.path, str(problem.message)) for problem in refused.value.problems) == sorted(problems)


@pytest.mark.parametrize(
    ("line", "entry", "path"),
    [
        (ROUNDS, "x", "players[0].entries.hands"),
        (ROUNDS, 5, "players[0].entries.hands"),
        ({**ROUNDS, "kind": "hand"}, [1, 2, 3], "pad.categories[0].kind"),
        ({**ROUNDS, "key": 5}, [1, 2, 3], "pad.categories[0].key"),
    ],
)
def test_where_rounds_cannot_be_read_nothing_is_said_of_who_came_or_left(line: Any, entry: Any, path: str) -> None:
    for more in ((), (BIDS,)):
        made = some(line, *more, entries=[{"hands": entry}, {"hands": [0, 0, 0]}], came=[{}, since(4)])
        with pytest.raises(codec.DocumentError) as refused:
            codec.read_table(made)
        assert [problem.path for problem in refused.value.problems] == [path]


def test_on_a_pad_without_rounds_nobody_comes_or_goes() -> None:
    made = some(FOOD, entries=[{}, {}], came=[{"left": 1}, since(2)])
    with pytest.raises(codec.DocumentError) as refused:
        codec.read_table(made)
    assert [problem.path for problem in refused.value.problems] == ["players[0].left", "players[1].joined"]


@pytest.mark.parametrize(
    ("start", "number", "points"),
    [
        (Start.NOTHING, 4, {}),
        (Start.LOWEST, 4, {"hands": 6, "skyjo": 4}),
        (Start.HIGHEST, 4, {"hands": 12, "skyjo": 14}),
        (Start.AVERAGE, 4, {"hands": 9, "skyjo": 9}),
        (Start.AVERAGE, 2, {"hands": 3, "skyjo": 6}),
        (Start.LOWEST, 2, {"hands": 3, "skyjo": 1}),
    ],
)
def test_who_comes_late_begins_with_what_those_have_who_are_there(
    start: Start, number: int, points: dict[str, int]
) -> None:
    entries = [
        {"hands": [1, 2, 3, 50], "skyjo": [[2, True]], "food": 99},
        {"hands": [4, 4, 4, 60], "skyjo": [[14, False]]},
        {"hands": [3, 70, 70], "skyjo": [[1, False]]},
        {"hands": [0, 0, 0, 80], "skyjo": []},
    ]
    skyjo = {**DOUBLE, "negatives": False}
    came = [{}, {}, {"left": 3}, since(4, hands=1)]
    assert start_points(table(some(ROUNDS, skyjo, FOOD, entries=entries, came=came)), start, number) == points


def test_nobody_has_points_where_all_have_left() -> None:
    made = table(some(ROUNDS, entries=[{"hands": [5]}], came=[{"left": 1}]))
    assert start_points(made, Start.AVERAGE, 2) == {}


def test_who_joins_has_0_in_earlier_rounds_and_keeps_later_ones() -> None:
    entries = [{"hands": [1, 2, 3], "tricks": [[1, 1, 30]], "skyjo": [[5, True]]}, {"hands": [7, 8, 9], "food": 3}]
    made = table(some(ROUNDS, FOOD, BIDS, DOUBLE, entries=entries))
    joined = with_joined(made, 1, 3, {"hands": 4})
    assert joined.players[1].joined == Joined(round=3, points={"hands": 4})
    assert joined.players[1].entries == {
        "hands": (0, 0, 9),
        "food": 3,
        "tricks": ((0, 0), (0, 0)),
        "skyjo": ((0, False), (0, False)),
    }
    assert problems_in(joined, SCORE_PAD.limits) == []


def test_who_leaves_keeps_what_was_reached_until_then() -> None:
    entries = [{"hands": [1, 2, 3]}, {"hands": [7, 8, 9], "food": 3}]
    made = table(some(ROUNDS, FOOD, entries=entries))
    left = with_left(made, 1, 2)
    assert (left.players[1].entries, left.players[1].left, left.bids) == ({"hands": (7, 8), "food": 3}, 2, ())
    assert problems_in(left, SCORE_PAD.limits) == []
