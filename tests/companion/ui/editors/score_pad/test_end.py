"""The end of a pad's table: the walk with its reasons, the sheet, and what is handed on of the play."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import parse_qs, urlsplit

import flet as ft
import pytest

from companion.games.score_pad import with_only_totals
from companion.games.score_pad.only_totals import keeping_totals
from companion.services.results import best_seats, result_of_play
from companion.system.native_pictures import Lettering
from companion.system.pictures import Words
from companion.tables.state import with_player
from companion.ui.components.sheet_image import _drawing, sheet_picture
from companion.ui.core.share_sheet import play_file_name, sheet_text
from companion.ui.core.theme import LIGHT
from companion.ui.screens.history.picture_and_text import BG_STATS
from storage.repositories import plays
from tests.companion.pad_tables import HEARTS, NAMES, OTTERS, begun, pad_of_forty
from tests.companion.phones import of_host

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.companion.headless import Headless

LEVEL: list[dict[str, Any]] = [
    {"fish": 8, "crowns": 3, "ferries": 2, "regions": [[5, 2], [3, 1]]},
    {"fish": 1, "crowns": 4, "ferries": 2, "shells": 6, "castle": False, "regions": [[1, 1]]},
]
"""Two players with 30 and 22 points."""


def test_a_pad_leads_to_the_winner_at_once_and_each_number_gives_its_reason(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben", entries=LEVEL)
    screen = of_host(app, f"/table/{live.id}/end/0")
    assert screen.has("Anna leads"), "nobody has won while a number is missing"
    assert screen.says("2. Ben ")
    assert screen.has("Finish")
    assert not screen.has("Next")
    assert not screen.says("Not checked yet")
    for number, category, reason in (
        ("Anna: 8", "Fish", "8 entered."),
        ("Anna: 6", "Crowns", "3 × 2."),
        ("Anna: 3", "Ferries", "2, level for the most with Ben: 5 + 2 shared by 2, rounded down."),
        ("Ben: 10", "Sets of shells", "6 is worth 10, as 4 is."),
        ("Anna: 13", "Regions", "5 × 2 + 3 × 1."),
        ("Ben: 0", "Castle in the middle", "Not ticked."),
    ):
        screen.tap(number, group=category)
        assert screen.has(reason)
        screen.tap("Close")
    assert screen.has("Otters and Ferries")


def test_a_play_of_a_pad_is_handed_on_with_its_title_and_its_number(app: Headless) -> None:
    live = begun(app, {**OTTERS, "bgg": 204583}, "Anna", "Ben", entries=LEVEL)
    play = app.run(app.tables.finish(live))
    screen = of_host(app, f"/play/{play.id}")
    assert screen.has("Anna wins")
    screen = of_host(app, f"/play/{play.id}/picture")
    link = cast("Any", screen.find(BG_STATS, ft.OutlinedButton)).action
    told = json.loads(parse_qs(urlsplit(link.url).query)["data"][0])
    assert told["game"]["name"] == "Otters and Ferries"
    assert told["game"]["bggId"] == 204583
    words = sheet_text(play, result_of_play(play))
    assert words.startswith("Otters and Ferries")
    assert "Anna: Fish 8, Crowns 6, Ferries 3, Sets of shells –, Regions 13" in words
    assert words.endswith("Anna: Sets of shells is missing.")
    assert play_file_name(play, "png") == f"{play.day}-Otters-and-Ferries.png"
    assert app.run(sheet_picture(play, result_of_play(play), LIGHT)).startswith(b"\x89PNG")


def test_a_number_that_nobody_entered_is_none_on_the_finished_sheet(app: Headless) -> None:
    fewest = {**OTTERS, "winner": "fewest"}
    live = begun(app, fewest, "Anna", "Ben", entries=[{"fish": 0, "crowns": 3}, {"fish": 5, "castle": False}])
    play = app.run(app.tables.finish(live))
    screen = of_host(app, f"/play/{play.id}")
    assert screen.has("Ben: Crowns is missing.")
    assert screen.has("Ben: 0", group="Castle in the middle")
    assert screen.has("Ben: nothing entered", group="Ferries")
    screen.tap("Ben: nothing entered", group="Crowns")
    assert screen.has("Crowns: –")
    result = result_of_play(play)
    crowns = [rule for rule, _ in result.rows].index("crowns")
    assert best_seats(result, crowns) == (0,)
    drawing = _drawing(play, result, LIGHT, Lettering())
    written = [shape.words for shape in drawing.shapes if isinstance(shape, Words)]
    blank = sum(line.blank for column in result.sheet.columns for line in column.lines)
    assert (written.count("–"), blank) == (7, 7)
    assert " ".join(written).endswith("Ben: Crowns is missing.")
    changed = replace(play, sheet=with_other_points(play.sheet, "ferries", 4))
    figures = [column.lines[crowns].figure for column in result_of_play(changed).sheet.columns]
    assert figures == [6, "–"], "the figures of the day, too"


def with_other_points(sheet: Mapping[str, Any], rule: str, points: int) -> dict[str, Any]:
    """The sheet of a play, in which everybody has other points in a line."""
    columns = [
        {
            **column,
            "total": column["total"] + points,
            "lines": [{**line, "points": points} if line["rule"] == rule else line for line in column["lines"]],
        }
        for column in sheet["columns"]
    ]
    return {**sheet, "columns": columns}


@pytest.mark.parametrize("has_pad", [True, False])
def test_from_the_name_of_a_game_to_the_winner_three_totals_take_fifteen_taps(app: Headless, *, has_pad: bool) -> None:
    if has_pad:
        app.run(app.tables.copies["score-pad"].keep("pads", "4f2c", OTTERS))
    screen = of_host(app, "/new")
    for label, name in zip(("Starting player", "Player 2", "Player 3"), NAMES, strict=False):
        if label == "Player 3":
            screen.tap("Another player")
        screen.type_into(label, name)
    screen.type_into("Find a game", "Otters and Ferries")
    taps = ["Otters and Ferries" if has_pad else "Another game …", "Only the totals"]
    taps += ["Start with 3 players: Otters and Ferries", *"112", "Next", *"98", "Next", *"105", "Who won?"]
    for tap in taps:
        sent = screen.route
        screen.tap(tap)
        if screen.route != sent:
            screen.follow()
    assert screen.has("Anna wins")
    assert screen.says("3. Ben 98")
    assert len(taps) == 14, "with three digits in each total 15"
    assert of_host(app, screen.route.removesuffix("/end/0")).has("Tap a number to change it.")


def test_the_last_number_of_one_line_leads_to_the_winner_and_no_other_one_does(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben")
    app.run(live.change("Only the totals", with_only_totals))
    screen = of_host(app, f"/table/{live.id}")
    screen.tap("Ben: nothing entered", group="Total")
    screen.tap("5")
    screen.tap("Done")
    assert screen.has("Who won?"), "Anna has none yet"
    screen.tap("Anna: nothing entered", group="Total")
    for key in "19999999":
        screen.tap(key)
    screen.tap("Who won?")
    assert screen.route == "/", "such a number is refused"
    screen.tap("Delete the last digit")
    screen.press("Enter")
    assert screen.route == f"/table/{live.id}/end/0"
    assert [column.total for column in live.columns] == [1999999, 5]


def test_a_sheet_of_totals_is_filled_later_line_by_line_and_says_whether_it_adds_up(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben")
    app.run(live.change("Only the totals", with_only_totals))
    screen = of_host(app, f"/table/{live.id}")
    for key in (*"30", "Enter", *"22", "Enter"):
        screen.press(key)
    play = app.run(app.tables.finish(live))
    assert [(player.name, player.total) for player in play.players] == [("Anna", 30), ("Ben", 22)]
    again = app.run(app.tables.open(app.worker.run_blocking(plays.reopen, play.id).id))
    assert again is not None
    screen = of_host(app, f"/table/{again.id}")
    screen.tap("Line by line")
    assert not screen.has("Line by line")
    assert screen.has("Anna: 30", group="In no line")
    assert [column.total for column in again.columns] == [30, 22]
    screen.tap("Anna: nothing entered", group="Fish")
    for key in (*"8", "Enter", "Escape"):
        screen.press(key)
    assert again.state.table.players[0].entries == {"in_no_line": 22, "fish": 8}
    assert [column.total for column in again.columns] == [30, 22]
    assert screen.has("In no line: Anna 22, Ben 22.")
    entries = {"fish": 20, "crowns": 1, "castle": True, "in_no_line": -2}
    app.run(
        again.change("More", keeping_totals(lambda state: with_player(state, 0, entries={**entries, "in_no_line": 22})))
    )
    assert again.state.table.players[0].entries == entries
    screen.tap("Ben: 22", group="In no line")
    for key in (*"0", "Enter", "Escape"):
        screen.press(key)
    assert [column.total for column in again.columns] == [30, 0]
    screen.tap("Anna: 20", group="Fish")
    for key in (*"18", "Enter", "Escape"):
        screen.press(key)
    assert screen.has("The lines add up to the totals.")


def test_the_fewest_points_win_where_the_pad_says_so(app: Headless) -> None:
    live = begun(app, HEARTS, "Anna", "Ben", entries=[{"rounds": [13, 4]}, {"rounds": [5, 26, -1]}])
    play = app.run(app.tables.finish(live))
    screen = of_host(app, f"/play/{play.id}")
    assert screen.has("Anna wins")
    assert screen.says("In the lead: Ben after round 1, Anna after round 2; the lead changed 1 time.")
    screen.tap("Ben: 30", group="Total")
    assert screen.has("5 + 26 - 1.")


def test_the_result_says_by_how_little_it_would_have_been_another_one(app: Headless) -> None:
    close = [{"fish": 29, "crowns": 1}, {"fish": 29}]
    play = app.run(app.tables.finish(begun(app, OTTERS, "Anna", "Ben", entries=close)))
    screen = of_host(app, f"/play/{play.id}")
    assert screen.has("What was close")
    assert screen.says("Ben: 1 more in Crowns would have ")
    far = app.run(app.tables.finish(begun(app, OTTERS, "Anna", "Ben", entries=LEVEL)))
    assert not of_host(app, f"/play/{far.id}").has("What was close")


def test_who_is_level_is_told_apart_by_the_category_that_breaks_ties(app: Headless) -> None:
    entries = [{"fish": 17, "crowns": 4, "ferries": 1}, {"fish": 16, "crowns": 3, "ferries": 3}]
    play = app.run(app.tables.finish(begun(app, OTTERS, "Anna", "Ben", entries=entries)))
    screen = of_host(app, f"/play/{play.id}")
    assert screen.has("1. Anna 27, level on points; most Crowns: 4 to 3")
    screen.tap("Anna: 2", group="Ferries")
    assert screen.has("1 is the second most: 2.")


def test_twelve_players_and_forty_categories_have_a_picture_and_a_text(app: Headless) -> None:
    live = begun(app, pad_of_forty(), *NAMES, entries=[{"key_0": seat} for seat in range(12)])
    play = app.run(app.tables.finish(live))
    result = result_of_play(play)
    assert app.run(sheet_picture(play, result, LIGHT)).startswith(b"\x89PNG")
    assert all(name in sheet_text(play, result) for name in NAMES)


def test_before_the_end_one_question_names_who_was_forgotten(app: Headless) -> None:
    strokes = {"key": "s", "title": "Strokes", "kind": "points"}
    minigolf = {"title": "Minigolf", "winner": "fewest", "categories": [strokes]}
    live = begun(app, minigolf, "Anna", "Ben", "Cem", entries=[{"s": 41}, {}, {"s": 38}])
    walk = of_host(app, f"/table/{live.id}/end/0")
    assert walk.has("Ben: Strokes is missing.")
    walk.tap("Go to “Sheet”")
    walk.follow()
    assert walk.has("Ben, Strokes"), "its keys are open"
    walk.tap("Back to the end")
    walk.follow()
    assert walk.has("Nothing was entered for Ben in Strokes: it counts as 0.")
    walk.tap("Finish")
    assert walk.has("Is something missing?")
    walk.tap("Cancel")
    assert not walk.route.startswith("/play/")
    walk.tap("Finish")
    walk.tap("Finish anyway")
    assert walk.route.startswith("/play/")


@pytest.mark.parametrize(
    ("rule", "entries", "asks"),
    [
        ("double", ([[10, True], [20, True]], [[15, False], [3, False]], []), "Rounds are missing for Cem in Hands"),
        ("double", ([[10, False]], [[12, False]], [[9, False]]), ""),
        ("double", ([[10, False]], [[12, False]], [[10, False]]), "Nobody closed round 1"),
        ("take", ([[0, False]], [[9, False]], [[70, False]]), "Nobody won round 1"),
    ],
)
def test_before_the_end_a_round_is_asked_for_where_it_decides(
    app: Headless, rule: str, entries: tuple[Any, ...], asks: str
) -> None:
    pad = {
        "title": "Hands",
        "winner": "most" if rule == "take" else "fewest",
        "categories": [{"key": "hands", "title": "Hands", "kind": "marked", "rule": rule}],
    }
    live = begun(app, pad, "Anna", "Ben", "Cem", entries=[{"hands": each} if each else {} for each in entries])
    walk = of_host(app, f"/table/{live.id}/end/0")
    assert walk.says(asks or "Nobody closed round 1")
    walk.tap("Finish")
    assert walk.has("Is something missing?") is bool(asks)
    assert walk.says(asks)
    assert walk.route.startswith("/play/") is not bool(asks)


def test_a_sheet_without_an_entry_is_not_finished_by_one_tap_too_many(app: Headless) -> None:
    walk = of_host(app, f"/table/{begun(app, OTTERS, 'Anna', 'Ben').id}/end/0")
    assert walk.has("The game is not over yet: nothing entered.")
    walk.tap("Finish")
    assert walk.has("Finish before the end?")


def test_what_cannot_change_who_won_is_not_asked(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben", entries=LEVEL)
    walk = of_host(app, f"/table/{live.id}/end/0")
    walk.tap("Finish")
    assert walk.route.startswith("/play/")
