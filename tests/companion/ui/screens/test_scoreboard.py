"""What who watches sees: the board of a table in play, and how the sheet opens at its end."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from companion.services.results import plain_result, result_of_play
from companion.tables.access import OUT
from companion.tables.state import styles, with_player, with_table
from companion.ui.components.layout import NOT_IN_PLAY
from companion.ui.components.outcome import rounds_of
from companion.ui.core.context import MOTION_SETTING, Viewport
from companion.ui.screens import opened_sheet, scoreboard
from companion.ui.screens.opened_sheet import (
    OPENS,
    OpeningSheet,
    better_of,
    board_after,
    board_at,
    final_board,
    order_of,
)
from companion.ui.screens.scoreboard import FAR, Board, BoardRow, sizes_of
from scoring.carpe_diem.state import Tally
from scoring.opening import settled_after
from scoring.sheet import Better
from storage.repositories.play_content import plain_sheet
from tests.companion import carrara_tables, little_town_tables
from tests.companion.carpe_diem_tables import begun as begun_by_rules
from tests.companion.carpe_diem_tables import change, laid_out, player_with, table_state
from tests.companion.client import Client
from tests.companion.documents import ann_wins
from tests.companion.pad_tables import HEARTS, NAMES, OTTERS, begun, type_in
from tests.companion.phones import come, of_host, on_phone, seated, stock
from tests.companion.services.test_results import SHEETS, play
from tests.companion.ui.components.test_outcome import of_pad, ranked

if TYPE_CHECKING:
    from pathlib import Path

    from companion.services.results import Result
    from companion.tables.live_table import LiveTable
    from storage.repositories.play_content import StoredPlay
    from tests.companion.headless import Headless, Screen

FISH: dict[str, Any] = {"fish": 20, "crowns": 2, "shells": 3}
CROWNS: dict[str, Any] = {"fish": 9, "crowns": 6, "shells": 4}
"""Anna is ahead by her fish until the last line, the shells, is open."""

WINNER: dict[str, Any] = {
    "title": "Chess",
    "categories": [{"key": "won", "title": "Won", "kind": "tick", "worth": 1, "only": True}],
}


def watched(app: Headless, live: LiveTable) -> Screen:
    return on_phone(app, come(app, live), f"/table/{live.id}/watch")


def taps(screen: Screen) -> list[str]:
    """What can be tapped on a screen, by its name."""
    return [name for name in dict.fromkeys(screen.names) if screen.can_be_tapped(name)]


def finished(app: Headless, live: LiveTable) -> StoredPlay:
    return app.run(app.tables.finish(live))


def test_who_watches_sees_who_leads_and_has_nothing_to_tap_but_the_way_out(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben", entries=[FISH, CROWNS])
    screen = watched(app, live)
    assert screen.has("Ben leads with 31 points; Anna 30, Ben 31.")
    assert taps(screen) == ["Back"]
    screen.tap("Back")
    assert screen.route == f"/seat/{live.id}"


def test_who_came_by_the_code_to_watch_sees_the_board_too_and_how_the_sheet_opens(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben", entries=[FISH, CROWNS])
    screen = on_phone(app, come(app, live), f"/watch/{live.id}")
    assert screen.has("Ben leads with 31 points; Anna 30, Ben 31.")
    ended = finished(app, live)
    assert screen.route == f"/play/{ended.id}/watch"
    assert not screen.has(str(NOT_IN_PLAY)), "the board stays until the sheet is there"


def test_what_is_entered_is_shown_at_once(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben")
    screen = watched(app, live)
    assert screen.has("Anna 0, Ben 0.")
    host = of_host(app, f"/table/{live.id}/entries/0")
    type_in(host, 7)
    assert screen.has("Anna, Fish: 7; Anna leads with 7 points; Anna 7, Ben 0.")
    type_in(host, 9)
    host.tap("Undo: Ben, Fish: 9")
    assert screen.has("Undone: Ben, Fish: 9; Anna leads with 7 points; Anna 7, Ben 0.")


def test_what_is_entered_is_said_with_the_name_of_the_player_and_how_far_the_game_is(app: Headless) -> None:
    live = laid_out(app)
    screen = watched(app, live)
    on_phone(app, seated(app, live, 1), stock(live, 1)).tap("Coins, +1")
    assert screen.says("Ben: Coins: 1; building 1 of 4; Ben leads with ")
    change(app, live, lambda state: with_player(with_player(state, 0, coins=2), 1, coins=2), "Both")
    assert screen.says("Both; building 1 of 4; Ben leads with ")
    town = little_town_tables.begun(app, little_town_tables.table_state(turn=1))
    assert watched(app, town).says("Ben’s turn; round 1 of 4; ")


def test_what_is_hidden_from_the_others_is_not_said(app: Headless) -> None:
    live = carrara_tables.laid_out(app)
    change(app, live, lambda state: with_table(state, secret=True), "Secret")
    screen = watched(app, live)
    change(app, live, lambda state: with_player(state, 0, coins=50, score=3), "Coins: 50")
    assert screen.has("Anna leads with 3 points; Anna 3, Ben 0.")


def test_where_the_fewest_points_win_they_lead_after_a_round_and_nobody_within_it(app: Headless) -> None:
    live = begun(app, HEARTS, "Anna", "Ben", entries=[{"rounds": [4]}, {"rounds": [9]}])
    screen = watched(app, live)
    assert screen.has("Anna leads with 4 points; Anna 4, Ben 9.")
    change(app, live, lambda state: with_player(state, 0, entries={"rounds": (4, 3)}), "Anna, round 2: 3")
    assert screen.has("Anna, round 2: 3; Anna 7, Ben 9.")


def test_a_total_that_nobody_can_know_yet_has_a_question_mark(app: Headless) -> None:
    tally = Tally(counts={}, villas=(9,), chimneys=1)
    screen = watched(app, begun_by_rules(app, table_state(player_with("Anna", tally=tally), player_with("Ben"))))
    assert screen.says("Anna 0 + ?, Ben 0")


def test_another_name_is_shown_and_the_board_goes_on(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben", entries=[FISH, CROWNS])
    screen = watched(app, live)
    change(app, live, lambda state: with_player(state, 0, name="Anja"), "Anja")
    assert screen.says("Anja 30, Ben 31")


def test_who_is_not_let_in_sees_no_board(app: Headless) -> None:
    live, there = laid_out(app), laid_out(app, "Dora", "Emil")
    screen = on_phone(app, come(app, live), f"/table/{there.id}/watch")
    assert not screen.says("Dora")
    assert screen.says(str(OUT))


def test_a_table_that_was_removed_is_said(app: Headless) -> None:
    live = laid_out(app)
    screen = watched(app, live)
    app.run(app.tables.remove(live.id))
    assert screen.has(str(NOT_IN_PLAY))


def opening(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let the sheet open without pauses; what the board says on the way is what is returned."""
    said: list[str] = []

    def noted(result: Result, order: tuple[int, ...], number: int) -> Board:
        board = board_at(result, order, number)
        said.append(board.said)
        return board

    monkeypatch.setattr(Client, "still", False)
    monkeypatch.setattr(opened_sheet, "PAUSE_S", 0.001)
    monkeypatch.setattr(opened_sheet, "board_at", noted)
    return said


LINE_BY_LINE = [
    f"{OPENS}; Anna 0, Ben 0.",
    "Crowns; 1 / 3; Ben leads with 12 points; Anna +4, Ben +12.",
    "Fish; 2 / 3; Anna leads with 24 points; Anna +20, Ben +9.",
    "Sets of shells; 3 / 3; Ben leads with 31 points; Anna +6, Ben +10.",
]
WON = "Ben wins; 1 point ahead of Anna; Anna 30, Ben 31."


def test_at_the_end_the_sheet_opens_line_by_line_and_once(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    said = opening(monkeypatch)
    live = begun(app, OTTERS, "Anna", "Ben", entries=[FISH, CROWNS])
    screen = watched(app, live)
    ended = finished(app, live)
    assert screen.route == f"/play/{ended.id}/watch"
    screen.follow()
    assert list(dict.fromkeys(said)) == LINE_BY_LINE
    assert screen.has(WON)
    assert taps(screen) == ["Back"]
    said.clear()
    screen.go("/")
    screen.go(f"/play/{ended.id}/watch")
    assert (said, screen.has(WON)) == ([], True)


@pytest.mark.parametrize("address", ["/table/{}/watch", "/watch/{}"])
def test_a_result_that_is_reopened_leads_back_to_the_table(app: Headless, address: str) -> None:
    live = begun(app, OTTERS, "Anna", "Ben", entries=[FISH, CROWNS])
    screen = on_phone(app, come(app, live), address.format(live.id))
    ended = finished(app, live)
    screen.follow()
    assert screen.route == f"/play/{ended.id}/watch"
    host = of_host(app, f"/play/{ended.id}")
    host.tap("Edit the result")
    host.follow()
    screen.follow()
    assert screen.route == f"/watch/{live.id}"
    assert screen.has("Ben leads with 31 points; Anna 30, Ben 31.")
    host.go(f"/table/{live.id}/entries/0")
    host.tap("Anna: 20")
    type_in(host, 25)
    assert screen.has("Anna, Fish: 25; Anna leads with 35 points; Anna 35, Ben 31.")
    again = app.run(app.tables.open(live.id))
    assert again is not None
    finished(app, again)
    screen.follow()
    assert screen.route == f"/play/{ended.id}/watch"
    assert screen.has("Anna wins; 4 points ahead of Ben; Anna 35, Ben 31.")


def test_the_host_has_the_board_in_a_window_of_its_own(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben", entries=[FISH, CROWNS])
    screen = of_host(app, f"/watch/{live.id}")
    assert screen.has("Ben leads with 31 points; Anna 30, Ben 31.")
    screen.tap("Back")
    assert screen.route == f"/table/{live.id}"
    screen.go(f"/watch/{live.id}")
    ended = finished(app, live)
    screen.follow()
    assert screen.route == f"/play/{ended.id}/watch"
    assert screen.has(WON)


def test_the_board_of_the_next_table_leads_to_its_result_too(app: Headless) -> None:
    first, second = (begun(app, OTTERS, "Anna", "Ben", entries=[FISH, CROWNS]) for _ in range(2))
    screen = of_host(app, f"/watch/{first.id}")
    screen.go(f"/watch/{second.id}")
    ended = finished(app, second)
    screen.follow()
    assert screen.route == f"/play/{ended.id}/watch"


def test_with_less_motion_the_sheet_is_open_at_once(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    said = opening(monkeypatch)
    monkeypatch.setattr(Client, "still", True)
    live = begun(app, OTTERS, "Anna", "Ben", entries=[FISH, CROWNS])
    visitor = come(app, live)
    screen = on_phone(app, visitor, f"/play/{finished(app, live).id}/watch")
    assert {*said} <= {LINE_BY_LINE[0]}
    assert screen.has(WON)


def test_skip_opens_the_sheet_at_once(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    said = opening(monkeypatch)
    monkeypatch.setattr(opened_sheet, "PAUSE_S", 100)
    result = result_of_play(finished(app, begun(app, OTTERS, "Anna", "Ben", entries=[FISH, CROWNS])))
    with app.unable_to_save(monkeypatch):  # or else a test waits for the pause
        screen = app.show(OpeningSheet, result, "watched", settings={MOTION_SETTING: True})
        app.rest = None
        assert taps(screen) == ["Back", "Skip"]
        screen.tap("Skip")
        assert screen.has(WON)
        assert taps(screen) == ["Back"]
    assert {*said} == {LINE_BY_LINE[0]}


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_each_line_that_gives_somebody_something_opens_and_what_is_open_at_last_are_the_totals(path: Path) -> None:
    document = json.loads(path.read_text())
    result = result_of_play(play(document, game=document["game"]))
    result = replace(result, seats=styles(len(result.totals)))
    order = order_of(result)
    lines = list(zip(*([line.points for line in each.lines] for each in result.sheet.columns), strict=True))
    assert {row for row, line in enumerate(lines) if any(line)} <= {*order}
    board = board_at(result, order, len(order))
    assert [row.points for row in board.rows] == [each.total for each in result.sheet.columns]
    final = final_board(result)
    assert [row.name for row in final.rows if row.first] == [
        each.player for each in result.sheet.columns if each.player in result.winners
    ]


def test_a_tie_stays_open_to_the_last_line(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben", entries=[{"fish": 2, "crowns": 4}, {"fish": 4, "crowns": 3}])
    result = result_of_play(finished(app, live))
    order = order_of(result)
    lines = list(zip(*([line.points for line in each.lines] for each in result.sheet.columns), strict=True))
    assert settled_after(lines, frozenset({0}), order) == len(order) + 1
    assert result.rows[order[-1]][0] == "crowns", "which break the tie"
    assert board_at(result, order, len(order)).note == f"{len(order)} / {len(order)}"
    assert final_board(result).said == "Anna wins; level on points; most Crowns: 4 to 3; Anna 10, Ben 10."


def test_where_the_fewest_points_win_the_least_sum_is_in_front() -> None:
    result = of_pad("fewest", Anna={"strokes": [4, 5, 7]})
    assert better_of(result) is Better.FEWEST
    board = board_at(result, order_of(result), len(order_of(result)))
    first = [row.name for row in board.rows if row.first]
    assert first == list(result.winners)


def test_who_left_early_is_in_front_of_nobody_where_the_fewest_points_win() -> None:
    read = of_pad("late-and-early")
    result = replace(read, seats=styles(len(read.totals)))
    assert "Ben" not in result.winners
    assert min(result.sheet.columns, key=lambda each: each.total).player == "Ben"
    order = order_of(result)
    boards = [board_at(result, order, number) for number in range(1, len(order) + 1)]
    assert not [row for board in boards for row in board.rows if row.first and row.name == "Ben"]


def test_a_game_of_rounds_alone_opens_round_by_round(app: Headless) -> None:
    live = begun(app, HEARTS, "Anna", "Ben", entries=[{"rounds": [13, 5]}, {"rounds": [5, 9]}])
    result = result_of_play(finished(app, live))
    rounds = rounds_of(result)
    assert board_after(result, rounds, 0).words == OPENS.english
    first, last = board_after(result, rounds, 1), board_after(result, rounds, 2)
    assert (first.words, first.note) == ("Round 1", "1 / 2 · Ben leads with 5 points")
    assert [(row.total, row.gain, row.first) for row in last.rows] == [("18", "+5", False), ("14", "+9", True)]


def test_who_play_together_have_no_leader_and_win_or_lose_in_the_end() -> None:
    result = of_pad("together")
    order = order_of(result)
    assert list(order) == sorted(order), "as on the sheet"
    board = board_at(result, order, len(order))
    assert not any(row.first for row in board.rows)
    final = final_board(result)
    assert "won" in final.words or "lost" in final.words
    assert [row.place for row in final.rows] == ["" for _ in final.rows]


def test_a_team_opens_its_sheet_under_its_name() -> None:
    result = of_pad("members")
    assert [row.name for row in final_board(result).rows] == [each.player for each in result.sheet.columns]


def test_where_only_the_winner_is_known_there_is_one_line(app: Headless) -> None:
    result = result_of_play(finished(app, begun(app, WINNER, "Anna", "Ben", entries=[{}, {"won": True}])))
    assert order_of(result) == (0,)
    assert final_board(result).said == "Ben wins; 1 point ahead of Anna; Anna 0, Ben 1."


def test_without_points_the_winner_is_there_at_once(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Client, "still", False)
    stored = play(
        ann_wins(), game="catan", title="Catan", document=None, sheet=plain_sheet((ranked("Ann", 1), ranked("Bo", 2)))
    )
    result = result_of_play(stored)
    assert order_of(result) == ()
    screen = app.show(OpeningSheet, result, "watched")
    assert screen.has("Ann wins; Ann, Bo.")


def test_who_share_a_win_and_who_perhaps_won_are_said_without_a_reason(app: Headless) -> None:
    shared = result_of_play(finished(app, begun(app, OTTERS, "Anna", "Ben", entries=[{"fish": 4}, {"fish": 4}])))
    assert final_board(shared).note == ""
    assert final_board(replace(shared, unknown=True, lost=False)).note == ""


def test_a_sheet_that_this_version_cannot_score_says_by_its_places_who_is_in_front() -> None:
    sheet = plain_sheet((ranked("Ann", 1, 3), ranked("Bo", 2, 9)))
    assert better_of(plain_result("Golf", sheet)) is Better.FEWEST


@pytest.mark.parametrize("players", range(1, 13))
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1920, 1080), (1280, 720)])
def test_names_and_totals_can_be_read_at_three_metres(players: int, width: int, height: int) -> None:
    viewport = Viewport(width=width, height=height)
    for names in (NAMES[:players], (NAMES[-1],) * players):
        sizes = sizes_of(viewport, of_names(names), opens=True)
        rows = -(-players // sizes.columns)
        assert min(sizes.name, sizes.total) >= FAR
        assert sizes.lines * sizes.name <= sizes.row
        if height >= 800 or players <= 8:
            assert rows * (sizes.row + scoreboard.GAP) <= height - scoreboard.BARS - sizes.words


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_on_a_phone_all_names_have_one_size_that_grows_with_the_text(scale: float) -> None:
    phone = Viewport(width=390, height=844, scale=scale)
    sizes = sizes_of(phone, of_names(NAMES))
    assert sizes.columns == 1
    assert sizes.name >= scoreboard.NEAR * scale
    assert sizes_of(phone, of_names(("Anna", "Ben"))).lines == 1, "no word is broken"


def of_names(names: tuple[str, ...]) -> Board:
    style: Any = None
    rows = tuple(BoardRow(seat=style, name=name, total="120", points=120, gain="+12") for name in names)
    return Board(words="", note="", rows=rows, said="")
