"""What the picture of a result shows: the same numbers as its table, and never another order."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from companion.services.results import best_seats, result_of_play
from companion.tables.state import Colour
from companion.ui.components.outcome import JOINT, Bars, bar_stripes, bars_of, course_text, rounds_of, tie_break_of
from companion.ui.core.theme import LIGHT
from storage.documents import codec
from storage.repositories.play_content import Participant, plain_sheet
from tests.companion.documents import ann_wins, player, table, tie
from tests.companion.services.test_results import GOLDEN, SHEETS, play
from tests.scoring.score_pad.pads import category, document

if TYPE_CHECKING:
    from pathlib import Path

    from companion.services.results import Result


def of_pad(name: str, **entries: Any) -> Result:
    document: dict[str, Any] = json.loads((GOLDEN / "score-pad" / f"{name}.json").read_text())
    for player_of in document["table"]["players"]:
        player_of["entries"] = player_of.get("entries", {}) | entries.get(player_of["name"], {})
    return result_of_play(play(document, game="score-pad"))


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_parts_of_a_bar_are_the_lines_of_the_total(path: Path) -> None:
    document = json.loads(path.read_text())
    result = result_of_play(play(document, game=document["game"]))
    bars = bars_of(result)
    totals = [standing.total for standing in result.sheet.standings]
    if bars is None:
        assert max(totals) <= 0
        return
    assert [sum(parts) for parts in bars.parts] == totals
    assert bars.longest >= max(totals)


def test_the_line_that_decided_comes_first() -> None:
    result = of_pad("fewest", Anna={"strokes": [4, 5, 7]})
    assert bars_of(result) == Bars(parts=((10, 0), (16, -2)), lit=True, longest=16)


def test_a_single_point_does_not_fill_the_width_where_there_is_a_debt() -> None:
    bars = bars_of(of_pad("fewest", Anna={"strokes": [1], "handicap": 0}, Ben={"strokes": [], "handicap": -7}))
    assert bars is not None
    assert bars.longest == 7
    debt, won = ([round(long) for _, long in bar_stripes(bars, at, Colour.RED, 70, LIGHT)] for at in range(2))
    assert (debt, won) == ([JOINT, 70 - 2 * JOINT, JOINT], [10 - JOINT, JOINT, 60])


def test_where_no_line_decided_the_lines_stand_as_in_the_table() -> None:
    result = of_pad("fewest")
    bars = bars_of(result)
    assert bars is not None
    assert not bars.lit
    assert sorted(bars.parts) == sorted(tuple(line.points for line in column.lines) for column in result.sheet.columns)


def test_without_points_there_is_nothing_to_draw() -> None:
    nobody = play(ann_wins(), game="catan", title="Catan", document=None, sheet=plain_sheet((ranked("Ann", 1),)))
    assert bars_of(result_of_play(nobody)) is None
    assert bars_of(of_pad("fewest", Anna={"strokes": [], "handicap": 0}, Ben={"strokes": []})) is None


def ranked(name: str, place: int, total: int | None = None) -> Participant:
    return Participant(name=name, place=place, total=total, won=place == 1)


def test_the_best_of_a_line_are_those_with_most_or_fewest_points() -> None:
    most = result_of_play(play(table(player("Ann", coins=20), player("Ben", coins=20), player("Cleo", coins=3))))
    rules = [rule for rule, _ in most.rows]
    assert best_seats(most, rules.index("items")) == (0, 1)
    assert best_seats(most, rules.index("villas")) == (), "all are level"
    fewest = of_pad("fewest", Anna={"strokes": [4, 5, 7]})
    assert best_seats(fewest, 0) == (1,)


def test_the_course_of_rounds_ends_with_the_totals() -> None:
    result = of_pad("rounds")
    course = rounds_of(result)
    assert course[-1] == tuple(column.total for column in result.sheet.columns)
    assert len(course) == max(len(entry) for of in result.table.players for entry in of.entries.values())


@pytest.mark.parametrize(
    ("winner", "rounds", "words"),
    [
        ("most", [[1, 9], [5, 3]], "In the lead: Ben after round 1, Anna after round 2; the lead changed 1 time"),
        ("fewest", [[1, 2], [5, 3]], "Anna led from the first round to the last"),
        (
            "most",
            [[4, 0, 1], [4, 2, 2]],
            "In the lead: Anna and Ben after round 1, Ben after round 2; the lead changed 1 time",
        ),
    ],
)
def test_of_the_course_it_is_said_who_led(winner: str, rounds: list[list[int]], words: str) -> None:
    entries = [{"hands": rounds[0]}, {"hands": rounds[1]}]
    some = document(category("rounds", "hands"), entries=entries, winner=winner)
    read = codec.read_table(some)
    result = result_of_play(play(some, game="score-pad"))
    assert rounds_of(result)[-1] == tuple(column.total for column in read.game.score(read.table).columns)
    assert str(course_text(result, rounds_of(result))) == words


def test_a_list_of_numbers_in_one_cell_is_no_course_of_rounds() -> None:
    won = document(
        category("lookups", "games", values=[5, 10]), entries=[{"games": [2, 1]}, {"games": [1]}], winner="most"
    )
    assert rounds_of(result_of_play(play(won, game="score-pad"))) == ()


def test_other_games_have_no_course_of_rounds() -> None:
    assert rounds_of(result_of_play(play(tie()))) == ()
    assert rounds_of(of_pad("farm")) == ()


def test_a_tie_break_has_who_was_level_what_was_counted_and_the_figures() -> None:
    result = result_of_play(play(tie()))
    first, last = result.sheet.standings
    broken = tie_break_of(result, first)
    assert broken is not None
    assert (broken.players, broken.figures) == (("Ann", "Ben"), (2, 1))
    assert str(broken.title) == "writs left"
    assert tie_break_of(result, last) is None
    assert tie_break_of(result_of_play(play(ann_wins())), result_of_play(play(ann_wins())).sheet.standings[0]) is None
