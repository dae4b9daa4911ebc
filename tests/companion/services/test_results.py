"""The sheet as it is shown: of a table in play, and of a play as it was kept."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.services.results import (
    headline,
    place_reason,
    read_sheet,
    reported_table,
    result_of_play,
    result_of_table,
    total_of,
    what_decided,
    winning_margin,
)
from companion.tables.state import STYLES
from companion.ui.components.plays import game_title
from scoring.carpe_diem.game import CARPE_DIEM
from storage.documents import codec
from storage.repositories.play_content import Participant, StoredPlay, plain_sheet
from storage.repositories.values import title_and_edition
from tests.companion.carpe_diem_tables import begun, player_with, table_state
from tests.companion.documents import ann_wins, player, table, tie
from tests.companion.headless import opened

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
    return str(headline(result_of_play(play(document))))


def test_of_a_table_in_play_it_is_its_score(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        live = begun(app, table_state(player_with("Anna", victory_cards=-3), player_with("Ben", stack=1)))
        result = result_of_table(live)
    assert result.sheet == CARPE_DIEM.score(live.state.table)
    assert result.rows == tuple((rule, str(title)) for rule, title in CARPE_DIEM.rules.items())
    assert [str(ruling) for ruling in result.rulings] == ["Victory point cards may go below 0 (a debt)."]
    assert result.close
    assert not result.differs


def test_who_wins_is_said_with_the_points() -> None:
    assert said(ann_wins()) == "Ann wins"


def test_a_win_is_shared_by_those_who_are_level_on_everything() -> None:
    assert said(table(player("Ann"), player("Ben"))) == "Ann and Ben share the win"


def test_a_tie_says_what_decided_it_and_by_how_much() -> None:
    result = result_of_play(play(tie()))
    first, last = result.sheet.standings
    assert str(headline(result)) == "Ann wins"
    assert str(place_reason(result, first)) == "level on points; most writs left: 2 to 1"
    assert place_reason(result, last) is None


def test_sharing_the_last_place_is_said() -> None:
    result = result_of_play(play(table(player("Ann", coins=9), player("Ben"), player("Cleo"))))
    assert [str(place_reason(result, standing)) for standing in result.sheet.standings[1:]] == [
        "level with Cleo on everything, the place is shared",
        "level with Ben on everything, the place is shared",
    ]


def test_a_play_shows_what_was_kept_of_it() -> None:
    kept = play(ann_wins())
    result = result_of_play(kept)
    assert codec.score_result(CARPE_DIEM, result.sheet) == kept.sheet
    assert [seat.colour.value for seat in result.seats] == ["blue", "red"]
    assert not result.differs


def test_what_was_entered_is_known_whatever_was_said_of_it() -> None:
    kept = play(json.loads((GOLDEN / "carpe-diem" / "only-the-end.json").read_text(encoding="utf-8")))
    for column in kept.sheet["columns"]:
        column["lines"] = [line | {"because": "as it was said then"} for line in column["lines"]]
    assert kept.document is not None
    sophie, hank = result_of_play(kept).sheet.columns
    assert [line.rule for line in sophie.lines if line.entered] == list(kept.document["table"]["players"][0]["entered"])
    assert [line.rule for line in hank.lines if line.entered] == ["villas"]


def test_other_words_than_today_do_not_make_another_result() -> None:
    kept = play(ann_wins())
    kept.sheet["columns"][0]["lines"][0]["because"] = "as it was said then"
    result = result_of_play(kept)
    assert str(result.sheet.columns[0].lines[0].because) == "as it was said then"
    assert not result.differs


def test_other_figures_than_today_stand_as_they_were_kept() -> None:
    kept = play(ann_wins())
    kept.sheet["columns"][0]["lines"][0]["points"] += 10
    kept.sheet["columns"][0]["total"] += 10
    kept.sheet["standings"][0]["total"] += 10
    result = result_of_play(kept)
    assert result.differs
    assert str(headline(result)) == "Ann wins"
    assert place_reason(result, result.sheet.standings[0]) is None  # the points say so
    assert result.rulings == result.close == ()


def test_a_table_that_would_have_problems_today_stands_as_it_was_kept() -> None:
    kept = play(ann_wins())
    assert kept.document is not None
    kept.document["table"]["players"][0]["prestige"] = 99
    result = result_of_play(kept)
    assert result.differs
    assert str(headline(result)) == "Ann wins"


def test_a_play_without_looks_has_those_of_the_seats() -> None:
    assert result_of_play(play(ann_wins(), extras={})).seats == STYLES[:2]


@pytest.mark.parametrize(
    "fields",
    [{"game": "a-game-of-the-future"}, {"document": {**ann_wins(), "table": {"players": "a newer form"}}}],
    ids=["game", "document"],
)
def test_what_this_version_cannot_read_is_shown_without_boards(fields: dict[str, Any]) -> None:
    result = result_of_play(play(ann_wins(), **fields))
    assert str(headline(result)) == "Ann wins"
    assert (result.table, result.game, result.differs) == (None, None, False)


def test_a_game_that_is_not_known_is_called_as_it_was_then() -> None:
    result = result_of_play(play(ann_wins(), game="a-game-of-the-future", title="A Game of the Future"))
    assert result.title == "A Game of the Future"
    assert result.rows[0] == ("victory_cards", "victory_cards")


def test_a_play_of_a_pad_has_the_title_and_the_lines_of_that_pad() -> None:
    some: dict[str, Any] = json.loads((GOLDEN / "score-pad" / "fewest.json").read_text())
    result = result_of_play(play(some, game="score-pad", title="Fewest strokes"))
    assert result.title == "Fewest strokes"
    assert result.rows == (("strokes", "Strokes"), ("handicap", "Handicap"))
    assert str(headline(result)) == "Ben wins"
    kept = play(some, game="score-pad", title="Fewest strokes")
    assert game_title(kept) == "Fewest strokes"
    assert title_and_edition("score-pad", some) == ("Fewest strokes", "")
    assert title_and_edition("score-pad", {}) == ("Score pad", "")
    unread = result_of_play(replace(kept, document={**some, "format": 2}))
    assert unread.rows == (("strokes", "Strokes"), ("handicap", "Handicap"))
    assert unread.sheet.winners == ("Ben",)


def test_where_the_fewest_points_win_the_winner_has_fewer_than_the_next() -> None:
    some: dict[str, Any] = json.loads((GOLDEN / "score-pad" / "fewest.json").read_text())
    level = result_of_play(play(some, game="score-pad"))
    assert (winning_margin(level), what_decided(level)) == (None, None)
    some["table"]["players"][0]["entries"]["strokes"] = [4, 5, 7]
    result = result_of_play(play(some, game="score-pad"))
    assert str(headline(result)) == "Ben wins"
    assert str(winning_margin(result)) == "4 points fewer than Anna"
    assert str(what_decided(result)) == "Strokes decided most: 10 to 16"


def test_the_only_line_of_a_sheet_decides_nothing() -> None:
    some: dict[str, Any] = json.loads((GOLDEN / "score-pad" / "marked-take.json").read_text())
    result = result_of_play(play(some, game="score-pad"))
    assert (str(winning_margin(result)), what_decided(result)) == ("15 points ahead of Anna", None)


def test_a_kept_sheet_says_by_name_what_decided() -> None:
    sheet = read_sheet(play(tie()).sheet)
    assert [str(standing.because) for standing in sheet.standings] == ["decided by writs left", ""]


def plain(*players: Participant, **fields: Any) -> StoredPlay:
    return play(ann_wins(), game="catan", title="Catan", document=None, sheet=plain_sheet(players), **fields)


def someone(name: str, place: int, total: int | None = None) -> Participant:
    return Participant(name=name, total=total, place=place, won=place == 1)


def test_a_plain_result_has_totals_without_rows() -> None:
    result = result_of_play(plain(someone("Ben", 2, 7), someone("Ann", 1, 9), extras={}))
    assert (result.title, result.rows, result.totals, result.table) == ("Catan", (), (7, 9), None)
    assert str(headline(result)) == "Ann wins"
    assert (total_of(result, "Ben"), result.seats) == (7, STYLES[:2])


def test_a_plain_result_of_a_known_game_has_its_title() -> None:
    plain_play = replace(plain(someone("Ann", 1, 9)), game="carpe-diem", title="CD")
    assert result_of_play(plain_play).title == "Carpe Diem"


def test_where_only_the_places_are_known_nobody_has_points() -> None:
    result = result_of_play(plain(someone("Ann", 1), someone("Ben", 2)))
    assert (str(headline(result)), result.totals) == ("Ann wins", (None, None))
    assert total_of(result, "Ann") is None
    shared = result_of_play(plain(someone("Ann", 1), someone("Ben", 1)))
    assert str(headline(shared)) == "Ann and Ben share the win"
    assert [place_reason(shared, standing) for standing in shared.sheet.standings] == [None, None]


def test_more_players_than_colours_have_looks_of_their_own() -> None:
    result = result_of_play(plain(*(someone(f"Player {number}", number) for number in range(1, 9)), extras={}))
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
