"""The sheet as it is shown: of a table in play, and of a play as it was kept."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.services import results, seating
from companion.services.game_names import title_here
from companion.tables.replay import load_track, track_steps
from companion.tables.state import STYLES, with_player
from companion.ui.screens.sheet import reported_table
from scoring.carpe_diem.game import CARPE_DIEM
from storage.documents import codec
from storage.documents.changes import ABSENT, Change
from storage.repositories.play_content import Participant, StoredPlay, plain_sheet
from storage.repositories.values import StoredStep, title_and_edition
from tests.companion import carrara_tables, little_town_tables, mayor_tables
from tests.companion.carpe_diem_tables import begun, player_with, table_state
from tests.companion.documents import ann_wins, player, table, tie
from tests.companion.headless import opened
from tests.scoring.palaces_of_carrara.boards import player as carrara_player
from tests.scoring.score_pad.pads import category, document

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from storage.documents.changes import Absent
    from storage.repositories.values import StepKind
    from tests.companion.headless import Headless


GOLDEN = Path(__file__).parents[2] / "golden"
SHEETS = [path for path in sorted(GOLDEN.glob("*/*.json")) if '"check"' not in path.read_text()]


def play(document: dict[str, Any], /, **fields: Any) -> StoredPlay:
    read = codec.read_table(document)
    kept: dict[str, Any] = {
        "id": "play",
        "table_id": None,
        "game": "carpe-diem",
        "title": "Carpe Diem",
        "edition": "second edition",
        "document": document,
        "extras": {"seats": [{"colour": "blue", "shape": "diamond"}, {"colour": "red", "shape": "square"}]},
        "sheet": codec.score_result(read.game, read.game.score(read.table)),
        "begun": None,
        "finished": datetime(2026, 1, 1, tzinfo=UTC),
        "day": "2026-01-01",
        "players": (),
        **dict.fromkeys(("place", "place_id", "edited", "removed")),
        "note": "",
        "source": "",
        "revision": 1,
        "reopened": False,
    }
    return StoredPlay(**{**kept, **fields})


def said(document: dict[str, Any]) -> str:
    return str(results.headline(results.result_of_play(play(document))))


def test_of_a_table_in_play_it_is_its_score(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        live = begun(app, table_state(player_with("Anna", victory_cards=-3), player_with("Ben", stack=1)))
        result = results.result_of_table(live)
    assert result.sheet == CARPE_DIEM.score(live.state.table)
    assert result.rows == tuple((rule, str(title)) for rule, title in CARPE_DIEM.rules.items())
    assert [str(ruling) for ruling in result.rulings] == ["Victory point cards may go below 0 (a debt)."]
    assert result.close
    assert not result.differs


def test_who_wins_is_said_with_the_points() -> None:
    assert said(ann_wins()) == "Ann wins"


def test_a_win_is_shared_by_those_who_are_level_on_everything() -> None:
    assert said(table(player("Ann"), player("Ben"))) == "Ann and Ben share the win"


def test_who_is_in_front_leads_while_the_game_is_not_over() -> None:
    result = results.result_of_play(play(tie()))
    assert str(results.headline(replace(result, is_over=False))) == "Ann leads"
    level = results.result_of_play(play(table(player("Ann"), player("Ben"))))
    assert str(results.headline(replace(level, is_over=False))) == "Ann and Ben lead"


def test_a_tie_says_what_decided_it_and_by_how_much() -> None:
    result = results.result_of_play(play(tie()))
    first, last = result.sheet.standings
    assert str(results.headline(result)) == "Ann wins"
    assert str(results.place_reason(result, first)) == "level on points; most writs left: 2 to 1"
    assert results.place_reason(result, last) is None


def test_sharing_the_last_place_is_said() -> None:
    result = results.result_of_play(play(table(player("Ann", coins=9), player("Ben"), player("Cleo"))))
    assert [str(results.place_reason(result, standing)) for standing in result.sheet.standings[1:]] == [
        "level with Cleo on everything, the place is shared",
        "level with Ben on everything, the place is shared",
    ]
    assert results.place_reason(replace(result, unknown=True), result.sheet.standings[1]) is None


def test_a_play_shows_what_was_kept_of_it() -> None:
    kept = play(ann_wins())
    result = results.result_of_play(kept)
    assert codec.score_result(CARPE_DIEM, result.sheet) == kept.sheet
    assert [seat.colour.value for seat in result.seats] == ["blue", "red"]
    assert not result.differs


def test_what_was_entered_is_known_whatever_was_said_of_it() -> None:
    kept = play(json.loads((GOLDEN / "carpe-diem" / "only-the-end.json").read_text(encoding="utf-8")))
    for column in kept.sheet["columns"]:
        column["lines"] = [line | {"because": "as it was said then"} for line in column["lines"]]
    assert kept.document is not None
    sophie, hank = results.result_of_play(kept).sheet.columns
    assert [line.rule for line in sophie.lines if line.entered] == list(kept.document["table"]["players"][0]["entered"])
    assert [line.rule for line in hank.lines if line.entered] == ["villas"]


def test_other_words_than_today_do_not_make_another_result() -> None:
    kept = play(ann_wins())
    kept.sheet["columns"][0]["lines"][0]["because"] = "as it was said then"
    result = results.result_of_play(kept)
    assert str(result.sheet.columns[0].lines[0].because) == "as it was said then"
    assert not result.differs


def test_other_figures_than_today_stand_as_they_were_kept() -> None:
    kept = play(ann_wins())
    kept.sheet["columns"][0]["lines"][0]["points"] += 10
    kept.sheet["columns"][0]["total"] += 10
    kept.sheet["standings"][0]["total"] += 10
    result = results.result_of_play(kept)
    assert result.differs
    assert str(results.headline(result)) == "Ann wins"
    assert results.place_reason(result, result.sheet.standings[0]) is None  # the points say so
    assert result.rulings == result.close == ()


def test_a_table_that_would_have_problems_today_stands_as_it_was_kept() -> None:
    kept = play(ann_wins())
    assert kept.document is not None
    kept.document["table"]["players"][0]["prestige"] = 99
    result = results.result_of_play(kept)
    assert result.differs
    assert str(results.headline(result)) == "Ann wins"


def test_a_play_without_looks_has_those_of_the_seats() -> None:
    assert results.result_of_play(play(ann_wins(), extras={})).seats == STYLES[:2]


@pytest.mark.parametrize(
    "fields",
    [{"game": "a-game-of-the-future"}, {"document": {**ann_wins(), "table": {"players": "a newer form"}}}],
    ids=["game", "document"],
)
def test_what_this_version_cannot_read_is_shown_without_boards(fields: dict[str, Any]) -> None:
    result = results.result_of_play(play(ann_wins(), **fields))
    assert str(results.headline(result)) == "Ann wins"
    assert (result.table, result.game, result.differs) == (None, None, False)


def test_a_game_that_is_not_known_is_called_as_it_was_then() -> None:
    result = results.result_of_play(play(ann_wins(), game="a-game-of-the-future", title="A Game of the Future"))
    assert result.title == "A Game of the Future"
    assert result.rows[0] == ("victory_cards", "victory_cards")


def test_a_play_of_a_pad_has_the_title_and_the_lines_of_that_pad() -> None:
    some: dict[str, Any] = json.loads((GOLDEN / "score-pad" / "fewest.json").read_text())
    result = results.result_of_play(play(some, game="score-pad", title="Fewest strokes"))
    assert result.title == "Fewest strokes"
    assert result.rows == (("strokes", "Strokes"), ("handicap", "Handicap"))
    assert str(results.headline(result)) == "Ben wins"
    kept = play(some, game="score-pad", title="Fewest strokes")
    assert title_here(kept.game, kept.title) == "Fewest strokes"
    assert title_and_edition("score-pad", some) == ("Fewest strokes", "")
    assert title_and_edition("score-pad", {}) == ("Score pad", "")
    unread = results.result_of_play(replace(kept, document={**some, "format": 2}))
    assert unread.rows == (("strokes", "Strokes"), ("handicap", "Handicap"))
    assert unread.sheet.winners == ("Ben",)


def test_where_the_fewest_points_win_the_winner_has_fewer_than_the_next() -> None:
    some: dict[str, Any] = json.loads((GOLDEN / "score-pad" / "fewest.json").read_text())
    level = results.result_of_play(play(some, game="score-pad"))
    assert (results.winning_margin(level), results.what_decided(level)) == (None, None)
    some["table"]["players"][0]["entries"]["strokes"] = [4, 5, 7]
    result = results.result_of_play(play(some, game="score-pad"))
    assert str(results.headline(result)) == "Ben wins"
    assert str(results.winning_margin(result)) == "4 points fewer than Anna"
    assert str(results.what_decided(result)) == "Strokes decided most: 10 to 16"
    assert results.what_decided(replace(result, is_over=False)) is None


def test_the_only_line_of_a_sheet_decides_nothing() -> None:
    some: dict[str, Any] = json.loads((GOLDEN / "score-pad" / "marked-take.json").read_text())
    result = results.result_of_play(play(some, game="score-pad"))
    assert (str(results.winning_margin(result)), results.what_decided(result)) == ("15 points ahead of Anna", None)


def test_a_kept_sheet_says_by_name_what_decided() -> None:
    sheet = results.read_sheet(play(tie()).sheet)
    assert [str(standing.because) for standing in sheet.standings] == ["decided by writs left", ""]


def plain(*players: Participant, **fields: Any) -> StoredPlay:
    return play(ann_wins(), game="catan", title="Catan", document=None, sheet=plain_sheet(players), **fields)


def someone(name: str, place: int, total: int | None = None) -> Participant:
    return Participant(name=name, total=total, place=place, won=place == 1)


def test_a_plain_result_has_totals_without_rows() -> None:
    result = results.result_of_play(plain(someone("Ben", 2, 7), someone("Ann", 1, 9), extras={}))
    assert (result.title, result.rows, result.totals, result.table) == ("Catan", (), (7, 9), None)
    assert str(results.headline(result)) == "Ann wins"
    assert (results.total_of(result, "Ben"), result.seats) == (7, STYLES[:2])


def test_a_plain_result_of_a_known_game_has_its_title() -> None:
    plain_play = replace(plain(someone("Ann", 1, 9)), game="carpe-diem", title="CD")
    assert results.result_of_play(plain_play).title == "Carpe Diem"


def test_where_only_the_places_are_known_nobody_has_points() -> None:
    result = results.result_of_play(plain(someone("Ann", 1), someone("Ben", 2)))
    assert (str(results.headline(result)), result.totals) == ("Ann wins", (None, None))
    assert results.total_of(result, "Ann") is None
    shared = results.result_of_play(plain(someone("Ann", 1), someone("Ben", 1)))
    assert str(results.headline(shared)) == "Ann and Ben share the win"
    assert [results.place_reason(shared, standing) for standing in shared.sheet.standings] == [None, None]


def test_more_players_than_colours_have_looks_of_their_own() -> None:
    result = results.result_of_play(plain(*(someone(f"Player {number}", number) for number in range(1, 9)), extras={}))
    assert len(set(result.seats)) == 8
    assert result.seats[:4] == STYLES


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_reported_table_has_no_names_and_the_same_points(path: Path) -> None:
    read = codec.read_table(json.loads(path.read_text()))
    report = reported_table(read.game, read.table, named=False)
    names = [name for player in read.table.players for name in (player.name, *(getattr(player, "members", None) or ()))]
    assert not [name for name in names if f'"{name}"' in report]
    reported = codec.read_table(json.loads(report)).table
    totals = [[column.total for column in read.game.score(table).columns] for table in (read.table, reported)]
    assert totals[0] == totals[1]
    named = reported_table(read.game, read.table, named=True)
    assert codec.read_table(json.loads(named)).table == read.table


SCORE = "table/players/0/score"


def little_town(app: Headless) -> LiveTable:
    return little_town_tables.begun(app, little_town_tables.table_state())


def mayor(app: Headless) -> LiveTable:
    return mayor_tables.begun(app, mayor_tables.table_state(*map(mayor_tables.citizen, ("Anna", "Ben"))))


def carrara(app: Headless) -> LiveTable:
    players = (carrara_player("Anna"), carrara_player("Ben"))
    return carrara_tables.begun(app, carrara_tables.base(*players))


def of_the_first(app: Headless, result: results.Result) -> list[tuple[str, int, int]]:
    field = results.track_field(result, 0, 0)
    assert field is not None
    assert result.table_id is not None
    points = result.sheet.columns[0].lines[0].points
    steps = app.worker.run_blocking(load_track, result.table_id, 0, field, points)
    return [(str(step.label), step.points, step.total) for step in steps]


@pytest.mark.parametrize(("begin", "field"), [(little_town, "score"), (mayor, "citizen"), (carrara, "score")])
def test_each_step_that_moved_the_track_is_told_also_after_the_play(app: Headless, begin: Any, field: str) -> None:
    live = begin(app)

    def move(label: str, seat: int, points: int) -> None:
        app.run(live.change(label, lambda state: with_player(state, seat, **{field: points})))

    move("Anna builds", 0, 3)
    move("Ben builds", 1, 5)
    move("by mistake", 0, 9)
    app.run(live.undo())
    move("Anna scores", 0, 7)
    move("Anna pays", 0, 6)
    steps = [("Anna builds", 3, 3), ("Anna scores", 4, 7), ("Anna pays", -1, 6)]
    assert of_the_first(app, results.result_of_table(live)) == steps
    assert of_the_first(app, results.result_of_play(app.run(app.tables.finish(live)))) == steps


def test_a_player_who_sits_elsewhere_or_is_called_otherwise_keeps_the_steps(app: Headless) -> None:
    live = little_town(app)
    copies = app.tables.copies[live.game.key]

    def move(label: str, seat: int, points: int) -> None:
        app.run(live.change(label, lambda state: with_player(state, seat, score=points)))

    move("Anna builds", 0, 3)
    move("Ben builds", 1, 5)
    app.run(live.change("Ben begins", lambda state: seating.move_player(live.game.key, state, "Ben", -1, copies)))
    move("Anna feeds nobody", 1, 0)
    app.run(live.change("Ben is Bea", lambda state: seating.rename_player(live.game.key, state, 0, "Bea")))
    move("Bea builds", 0, 6)
    assert live.state.table.players[0].name == "Bea"
    assert of_the_first(app, results.result_of_table(live)) == [("Ben builds", 5, 5), ("Bea builds", 1, 6)]
    app.run(live.change("Anna goes first", lambda state: seating.move_player(live.game.key, state, "Anna", -1, copies)))
    assert of_the_first(app, results.result_of_table(live)) == [("Anna builds", 3, 3), ("Anna feeds nobody", -3, 0)]


def test_nothing_is_told_of_points_that_were_entered(app: Headless) -> None:
    live = little_town(app)
    app.run(live.change("typed", lambda state: with_player(state, 0, entered={"track": 40})))
    result = results.result_of_table(live)
    assert results.track_field(result, 0, 0) is None
    assert results.track_field(result, 1, 0) == "score"
    assert results.track_field(result, 1, 1) is None
    assert results.track_field(replace(result, table_id=None), 1, 0) is None


def step(number: int, was: int | Absent, now: int, label: str = "a", kind: StepKind = "step") -> StoredStep:
    changes = (Change(SCORE, was, now),)
    return StoredStep(
        number=number,
        author="host",
        label=label,
        changes=changes,
        kind=kind,
        state="done",
        at=datetime(2026, 1, 1, tzinfo=UTC),
    )


def steps_to(*steps: StoredStep, points: int) -> list[tuple[str, int, int]]:
    return [(str(step.label), step.points, step.total) for step in track_steps(steps, 0, "score", points)]


def test_what_was_there_before_the_first_step_comes_first() -> None:
    assert steps_to(step(1, 4, 6), points=6) == [("At the beginning", 0, 4), ("a", 2, 6)]
    assert steps_to(step(1, ABSENT, 6), points=6) == [("a", 6, 6)]


def test_what_was_undone_and_done_again_is_told_once() -> None:
    steps = (step(1, 0, 2), step(2, 2, 0, kind="undo"), step(3, 0, 2, kind="redo"))
    assert steps_to(*steps, points=2) == [("a", 2, 2)]


def test_an_undone_step_under_others_goes_and_the_others_add_up() -> None:
    steps = (step(1, 0, 2), step(2, 2, 5, "b"), step(3, 5, 2, "c"), step(4, 2, 0, kind="undo"))
    assert steps_to(*steps, points=0) == [("b", 3, 3), ("c", -3, 0)]


def test_steps_that_led_to_other_points_are_not_told() -> None:
    assert steps_to(step(1, 0, 2), points=3) == []
    assert steps_to(points=0) == []
    assert steps_to(step(1, 0, 2), step(2, 2, 0, kind="undo"), points=0) == []


def test_a_number_that_is_worth_nothing_is_kept_on_a_finished_play() -> None:
    food = category("count", "food", each=0)
    of_pad = document(category("points", "birds"), food, entries=[{"birds": 9, "food": 2}, {"birds": 5}])
    finished = results.result_of_play(play(of_pad, game="score-pad"))
    assert [column.lines[1].figure for column in finished.sheet.columns] == ["(2)", "–"]
