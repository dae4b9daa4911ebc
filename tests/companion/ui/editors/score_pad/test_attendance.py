"""Who comes late to a pad with rounds, and who leaves early, at the table."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import flet as ft
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games import KITS
from companion.services import seating
from companion.services.results import place_reason, result_of_play, result_of_table
from companion.services.share_codes.incoming import read_table
from companion.services.share_codes.outgoing import shareable_play, shareable_table
from companion.services.share_codes.player_parts import ReceivedPart, part_of, with_part
from companion.tables.state import stored_of
from companion.ui.components.outcome import course_text, rounds_of
from companion.ui.core.context import Viewport
from companion.ui.core.share_sheet import sheet_text
from companion.ui.screens.table_screen import TableScreen
from storage.codes import payload
from storage.codes.contents import OpenTable, PlayResult
from storage.documents import codec
from storage.repositories.player_statistics import pairs, totals_over_time
from storage.repositories.statistics import Scope, categories, player_figures
from tests.companion.pad_tables import HEARTS, begun, entries_of, type_in
from tests.companion.phones import of_host, on_phone, seated

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless, Screen

KIT: Final = KITS["score-pad"]

THREE_ROUNDS: Final = [{"rounds": [10, 5, 7]}, {"rounds": [20, 15, 8]}]
"""Anna has 22 points, Ben 43: 32½ on average."""

WIZARD: Final = {
    "title": "Wizard",
    "categories": [
        {"key": "tricks", "title": "Tricks", "kind": "bids", "made": {"base": 20}, "missed": {}, "cards": [3, 3, 3, 3]}
    ],
}


def hearts(app: Headless, **more: Any) -> LiveTable:
    return begun(app, {**HEARTS, **more}, "Anna", "Ben", entries=THREE_ROUNDS)


def sheet(app: Headless, live: LiveTable, width: int = 390) -> Screen:
    return app.show(TableScreen, live.id, None, 0, viewport=Viewport(width=width))


def join(app: Headless, live: LiveTable, way: str, earlier: int = 0) -> Screen:
    """Let Clara join on the screen of the players, so many rounds earlier than in the next one."""
    screen = of_host(app, f"/seating/{live.id}")
    screen.type_into("Another player", "Clara")
    screen.tap("Add")
    for _ in range(earlier):
        screen.tap("Joins in round, −1")
    screen.tap(way)
    return screen


def leave(screen: Screen, player: str, step: str) -> None:
    screen.tap(player)
    screen.tap(step)


def players_of(live: LiveTable) -> list[dict[str, Any]]:
    players: list[dict[str, Any]] = codec.plain(live.state.table)["players"]
    return players


@pytest.mark.parametrize(
    ("way", "points"),
    [
        ("With 0", 0),
        ("With the lowest so far: 22 points", 22),
        ("With the average so far: 33 points", 33),
        ("With the highest so far: 43 points", 43),
    ],
)
def test_who_comes_late_is_asked_with_how_many_points(app: Headless, way: str, points: int) -> None:
    live = hearts(app)
    screen = join(app, live, way)
    joined = {"round": 4, "points": {"rounds": points} if points else {}}
    assert players_of(live)[2] == {"name": "Clara", "entries": {"rounds": [0, 0, 0]}, "joined": joined}
    assert live.columns[2].total == points
    screen.tap("Undo")
    assert live.names == ("Anna", "Ben")


def test_the_highest_is_offered_only_where_the_fewest_points_win(app: Headless) -> None:
    live = hearts(app, winner="most")
    screen = of_host(app, f"/seating/{live.id}")
    screen.type_into("Another player", "Clara")
    screen.tap("Add")
    assert screen.has("With the average so far: 33 points")
    assert screen.has("The average is rounded to a whole number, half a point up.")
    assert not any("highest" in name for name in screen.names)


def test_before_the_first_round_nothing_is_asked(app: Headless) -> None:
    live = begun(app, HEARTS, "Anna", "Ben")
    screen = of_host(app, f"/seating/{live.id}")
    screen.type_into("Another player", "Clara")
    screen.tap("Add")
    assert players_of(live)[2] == {"name": "Clara", "entries": {}}
    table = sheet(app, live)
    table.tap("Anna, 0 points")
    assert table.has("A player can leave after playing a round.")


def test_who_came_in_an_earlier_round_is_asked_for_the_rounds_since(app: Headless) -> None:
    live = hearts(app)
    join(app, live, "With the average so far: 25 points", earlier=1)
    assert players_of(live)[2]["joined"] == {"round": 3, "points": {"rounds": 25}}
    assert str(KIT.missing(live.state.table)) == "1 number is missing"
    screen = sheet(app, live)
    assert screen.has("Clara: not there yet", group="Round 1")
    assert screen.has("Clara: begins with 25 points", group="Round 2")
    screen.tap("Clara: nothing entered", group="Round 3")
    type_in(screen, 4)
    assert entries_of(live)[2] == {"rounds": (0, 0, 4)}
    assert KIT.missing(live.state.table) is None


def test_who_comes_has_the_next_round_and_no_earlier_one(app: Headless) -> None:
    live = hearts(app)
    screen = sheet(app, live)
    screen.tap("Ben, 43 points")
    screen.tap("Somebody joins")
    assert screen.route == f"/seating/{live.id}"
    join(app, live, "With the lowest so far: 22 points")
    screen = sheet(app, live)
    screen.tap("Anna: nothing entered", group="Round 4")
    type_in(screen, 1, 2, 3)
    assert entries_of(live) == [{"rounds": (10, 5, 7, 1)}, {"rounds": (20, 15, 8, 2)}, {"rounds": (0, 0, 0, 3)}]
    assert screen.has("Clara, 25 points")


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_who_leaves_is_asked_for_nothing_else(app: Headless, width: int) -> None:
    pad = {**HEARTS, "categories": [*HEARTS["categories"], {"key": "stars", "title": "Stars", "kind": "points"}]}
    live = begun(app, pad, "Anna", "Ben", "Clara", entries=[*THREE_ROUNDS, {"rounds": [1, 2, 3]}])
    screen = sheet(app, live, width)
    leave(screen, "Ben, 43 points", "Leaves after round 3")
    assert players_of(live)[1] == {"name": "Ben", "entries": {"rounds": [20, 15, 8]}, "left": 3}
    assert screen.has("Ben, 43 points, left after round 3")
    screen.tap("Anna: nothing entered", group="Points, Round 4")
    type_in(screen, 5, 6)
    assert screen.has("Ben: left after round 3", group="Points, Round 4")
    screen.tap("Anna: nothing entered", group="Stars")
    type_in(screen, 7, 8)
    assert [sorted(entries) for entries in entries_of(live)] == [["rounds", "stars"], ["rounds"], ["rounds", "stars"]]
    assert KIT.missing(live.state.table) is None
    leave(screen, "Ben, 43 points, left after round 3", "Back in the game")
    assert players_of(live)[1] == {"name": "Ben", "entries": {"rounds": [20, 15, 8]}}
    screen.tap("Undo: Ben: Back in the game")
    assert players_of(live)[1]["left"] == 3


def test_leaving_is_one_step_also_on_the_screen_of_the_players(app: Headless) -> None:
    live = hearts(app)
    before = stored_of(live.state)
    screen = of_host(app, f"/seating/{live.id}")
    screen.tap("2. Ben: Edit")
    screen.tap("Leaves after round 3")
    assert players_of(live)[1]["left"] == 3
    assert screen.has("Back in the game")
    app.run(live.undo())
    assert stored_of(live.state) == before
    app.run(live.redo())
    assert players_of(live)[1]["left"] == 3


def test_the_picture_of_the_step_says_who_goes_and_who_is_back(app: Headless) -> None:
    live = hearts(app)
    screen = of_host(app, f"/seating/{live.id}")
    screen.tap("2. Ben: Edit")
    for step, icon in (("Leaves after round 3", ft.Icons.LOGOUT), ("Back in the game", ft.Icons.LOGIN)):
        button: Any = screen.tapped(step)
        assert button.icon == icon
        screen.tap(step)


def test_whose_name_was_taken_meanwhile_is_not_asked_any_more(app: Headless) -> None:
    live = hearts(app)
    screen = of_host(app, f"/seating/{live.id}")
    screen.type_into("Another player", "Clara")
    screen.tap("Add")
    copies = app.tables.copies["score-pad"]
    app.run(live.change("Clara", lambda state: seating.add_player("score-pad", state, "Clara", copies)))
    screen.tap("With 0")
    assert live.names == ("Anna", "Ben", "Clara")
    assert not screen.has("With 0")


def test_a_phone_lets_its_own_player_leave_and_nobody_else(app: Headless) -> None:
    live = hearts(app)
    visitor = seated(app, live, 1)
    seated(app, live, 0)
    phone = on_phone(app, visitor, f"/table/{live.id}/entries/1")
    phone.tap("Anna, 22 points, on another phone")
    assert phone.has("What Anna has is entered on another phone.")
    phone.tap("Close")
    leave(phone, "Ben, 43 points, this phone", "Leaves after round 3")
    assert players_of(live)[1]["left"] == 3


def test_a_bid_of_who_leaves_goes_and_the_others_go_on(app: Headless) -> None:
    live = begun(app, WIZARD, "Anna", "Ben", "Clara", entries=[{"tricks": [[1, 1]]}] * 3)
    screen = sheet(app, live)
    screen.tap("Anna: nothing entered", group="Round 2")
    for key in ("1", "2", "0"):
        screen.tap(key)
    assert [dict(bids) for bids in live.state.table.bids] == [{"tricks": 1}, {"tricks": 2}, {"tricks": 0}]
    leave(screen, "Ben, 20 points", "Leaves after round 1")
    assert [dict(bids) for bids in live.state.table.bids] == [{"tricks": 1}, {}, {"tricks": 0}]
    for key in ("1", "2"):
        screen.tap(key)
    assert [entries["tricks"] for entries in entries_of(live)] == [((1, 1), (1, 1)), ((1, 1),), ((1, 1), (0, 2))]
    assert screen.has("Anna, Round 3, bid")
    assert not screen.has("Ben: nothing entered", group="Round 3")


def test_who_joins_bids_in_the_next_round(app: Headless) -> None:
    live = begun(app, WIZARD, "Anna", "Ben", entries=[{"tricks": [[1, 1]]}, {"tricks": [[2, 2]]}])
    join(app, live, "With 0")
    screen = sheet(app, live)
    screen.tap("Anna: nothing entered", group="Round 2")
    for key in ("1", "1", "1", "1", "1", "1"):
        screen.tap(key)
    assert entries_of(live)[2] == {"tricks": ((0, 0), (1, 1))}
    assert live.columns[2].total == 20


def test_the_result_the_history_and_what_is_exported_know_it(app: Headless) -> None:
    live = begun(app, HEARTS, "Anna", "Ben", "Dora", entries=[*THREE_ROUNDS, {"rounds": [4, 4, 4]}])
    join(app, live, "With the average so far: 26 points")
    leave(sheet(app, live), "Dora, 12 points", "Leaves after round 3")
    screen = sheet(app, live)
    screen.tap("Anna: nothing entered", group="Round 4")
    type_in(screen, 30, 2, 1)
    result = result_of_table(live)
    assert result.winners == ("Clara",)
    assert rounds_of(result) == ((10, 20, 4, None), (15, 35, 8, None), (22, 43, 12, None), (52, 45, None, 27))
    assert str(course_text(result, rounds_of(result))) == (
        "In the lead: Dora after round 1, Clara after round 4; the lead changed 1 time"
    )
    kept = app.run(app.tables.finish(live))
    assert kept.document is not None
    assert kept.document["table"]["players"][2]["left"] == 3
    assert kept.document["table"]["players"][3]["joined"] == {"round": 4, "points": {"rounds": 26}}
    again = result_of_play(kept)
    notes = ("Dora left after round 3, and stands behind those who stayed.", "Clara joined in round 4 with 26 points.")
    assert again.notes == notes
    assert all(note in sheet_text(kept, again) for note in notes)
    assert [str(place_reason(again, standing)) for standing in again.sheet.standings] == [
        *["None"] * 3,
        "left after round 3",
    ]
    shown = of_host(app, f"/play/{kept.id}")
    assert shown.has(notes[0])
    assert json.loads(codec.to_json(kept.document)) == kept.document
    group = Scope(game=kept.game, fewest=True)
    figures = app.worker.run_blocking(player_figures, group)
    best = {"Anna": 52, "Ben": 45, "Clara": None, "Dora": None}
    assert {player.name: (player.best, player.average) for player in figures} == {
        name: (points, points) for name, points in best.items()
    }
    assert {player.name: (player.plays, player.contested, player.wins) for player in figures} == {
        **dict.fromkeys(("Anna", "Ben", "Dora"), (1, 1, 0)),
        "Clara": (1, 1, 1),
    }
    ids = {player.name: player.player_id for player in figures}
    met = app.worker.run_blocking(pairs, group, ids["Anna"])
    assert {pair.name: (pair.better, pair.worse, pair.difference) for pair in met} == {
        "Ben": (0, 1, -7.0),
        "Clara": (0, 1, None),
        "Dora": (1, 0, None),
    }
    totals = {name: app.worker.run_blocking(totals_over_time, group, who, 9) for name, who in ids.items()}
    assert {name: [play.total for play in plays] for name, plays in totals.items()} == {
        "Anna": [52],
        "Ben": [45],
        "Clara": [],
        "Dora": [],
    }
    (spread,) = app.worker.run_blocking(categories, group)
    assert (spread.rule, spread.count, spread.least, spread.most) == ("rounds", 2, 45, 52)
    coded = payload.decode(shareable_play(kept).payload)
    assert isinstance(coded, PlayResult)


@pytest.mark.parametrize(
    ("winner", "fish", "reasons"),
    [
        ("most", (3, 1), ["left after round 3, level on points; most points for Fish: 3 to 1", "None"]),
        ("most", (1, 3), ["level on points; most points for Fish: 3 to 1", "left after round 3"]),
        (
            "most",
            (2, 2),
            [
                "left after round 3, level with Ben on everything, the place is shared",
                "level with Anna on everything, the place is shared",
            ],
        ),
        ("fewest", (3, 1), ["None", "left after round 3"]),
    ],
)
def test_why_who_left_has_a_place_is_said_besides_that_they_left(
    app: Headless, winner: str, fish: tuple[int, int], reasons: list[str]
) -> None:
    pad = {
        **HEARTS,
        "winner": winner,
        "categories": [*HEARTS["categories"], {"key": "fish", "title": "Fish", "kind": "points"}],
        "tie_breaks": [{"category": "fish"}],
    }
    entries = [{"rounds": [5, 5, 5 - number], "fish": number} for number in fish]
    live = begun(app, pad, "Anna", "Ben", entries=entries)
    leave(sheet(app, live), "Anna, 15 points", "Leaves after round 3")
    result = result_of_table(live)
    assert [str(place_reason(result, standing)) for standing in result.sheet.standings] == reasons


def test_codes_carry_who_came_and_who_left(app: Headless) -> None:
    live = hearts(app)
    join(app, live, "With 0")
    leave(sheet(app, live), "Ben, 43 points", "Leaves after round 3")
    coded = payload.decode(shareable_table(live).payload)
    assert isinstance(coded, OpenTable)
    assert read_table(coded).now.state.table == live.state.table


def test_a_part_of_a_player_leaves_who_is_there_as_it_is_here(app: Headless) -> None:
    live = hearts(app)
    cut = part_of("score-pad", live.state, 1, app.tables.copies["score-pad"])
    leave(sheet(app, live), "Ben, 43 points", "Leaves after round 3")
    part = ReceivedPart(payload=b"", game=live.game, state=cut, seat=1, origin="")
    assert with_part("score-pad", live.state, 1, part).table.players[1].left == 3


rounds = st.lists(st.integers(-20, 60), min_size=3, max_size=3)


@given(
    first=rounds,
    second=rounds,
    way=st.integers(0, 3),
    number=st.one_of(st.none(), st.integers(2, 4)),
    seat=st.integers(0, 2),
    joins=st.booleans(),
)
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_joining_and_leaving_undone_is_the_document_before(  # noqa: PLR0913 - what is drawn
    app: Headless, first: list[int], second: list[int], way: int, number: int | None, seat: int, *, joins: bool
) -> None:
    live = begun(app, HEARTS, "Anna", "Ben", entries=[{"rounds": first}, {"rounds": second}])
    steps = [stored_of(live.state)]
    if joins:
        late, copies = KIT.late_start(live.state, number), app.tables.copies["score-pad"]
        assert late is not None
        app.run(
            live.change(
                "join", lambda state: seating.add_player("score-pad", state, "Clara", copies, late=late.ways[way])
            )
        )
        steps.append(stored_of(live.state))
    at = seat % len(live.names)
    step = KIT.leaving(live.state, at)
    if step is not None:
        app.run(live.change("leave", step.apply))
        steps.append(stored_of(live.state))
        assert live.problems == ()
    assert len({codec.to_json(stored) for stored in steps}) == len(steps)
    for before in steps[-2::-1]:
        app.run(live.undo())
        assert codec.to_json(stored_of(live.state)) == codec.to_json(before)
    for after in steps[1:]:
        app.run(live.redo())
        assert codec.to_json(stored_of(live.state)) == codec.to_json(after)
