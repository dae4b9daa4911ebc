"""What becomes of a play by what is typed."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from typing import TYPE_CHECKING

import pytest

from companion.services.corrections import (
    FIRST_PLACE_WANTED,
    FUTURE_DAY,
    TOTAL_WANTED,
    correct,
    corrected_play,
    draft_of,
    draft_problems,
    earlier_play,
    is_plain,
)
from storage.repositories import plays
from storage.repositories.values import StaleError
from tests.companion.played import put_play, put_result

if TYPE_CHECKING:
    from storage.repositories.play_content import StoredPlay
    from tests.companion.headless import Headless

NOW = datetime(2025, 3, 7, 12, tzinfo=UTC)
EAST = timezone(timedelta(hours=14))


def kept(app: Headless, play_id: str) -> StoredPlay:
    play = app.worker.run_blocking(plays.play, play_id)
    assert play is not None
    return play


@pytest.fixture
def play(app: Headless) -> StoredPlay:
    """Carpe Diem from 12:00 to 13:20 UTC."""
    return kept(app, app.worker.run_blocking(put_play, date(2024, 3, 1), {"Anna": (9,), "Ben": (7,)}))


@pytest.fixture
def result(app: Headless) -> StoredPlay:
    return kept(app, app.worker.run_blocking(put_result, date(2024, 3, 1), {"Anna": None, "Ben": 80}))


def test_the_fields_show_the_play_as_the_clock_here_has_it(play: StoredPlay) -> None:
    draft = draft_of(play, EAST)
    assert (draft.day, draft.time, draft.minutes, draft.place) == ("2 March 2024", "03:20", "80", "")
    assert draft.totals == ()
    assert not is_plain(play)


def test_nothing_typed_corrects_nothing(play: StoredPlay) -> None:
    draft = draft_of(play, EAST)
    assert corrected_play(play, replace(draft, place="  "), NOW, EAST) is None
    assert draft_problems(play, draft, NOW, EAST) == {}


def test_another_day_moves_the_begin_as_well(play: StoredPlay) -> None:
    correction = corrected_play(play, replace(draft_of(play, EAST), day="1.3.2024", time="0:10"), NOW, EAST)
    assert correction is not None
    content, what = correction
    assert content.finished == datetime(2024, 2, 29, 10, 10, tzinfo=UTC)
    assert content.begun == content.finished - timedelta(minutes=80)
    assert str(what) == "Edited: Day and End time"


def test_a_time_that_is_taken_away_leaves_the_day_alone_until_one_is_typed(app: Headless, play: StoredPlay) -> None:
    no_time = replace(draft_of(play, UTC), day="2024-03-02", time=" ")
    assert draft_problems(play, no_time, NOW, UTC) == {}
    correction = corrected_play(play, no_time, NOW, UTC)
    assert correction is not None
    day_alone = app.worker.run_blocking(correct, play, *correction)
    draft = draft_of(day_alone, EAST)
    assert (day_alone.has_time, draft.day, draft.time, draft.minutes) == (False, "2 March 2024", "", "80")
    assert corrected_play(day_alone, draft, NOW, EAST) is None
    assert draft_problems(day_alone, replace(draft, day="2025-03-08"), NOW, UTC) == {"day": str(FUTURE_DAY)}
    assert draft_problems(day_alone, replace(draft, day="2025-03-07"), NOW, UTC) == {}
    typed = corrected_play(day_alone, replace(draft_of(day_alone, UTC), time="12:00"), NOW, UTC)
    assert typed is not None
    assert (typed[0].has_time, typed[0].finished, typed[0].day) == (
        True,
        datetime(2024, 3, 2, 12, tzinfo=UTC),
        "2024-03-02",
    )


def test_a_duration_alone_moves_the_begin_alone(play: StoredPlay) -> None:
    correction = corrected_play(play, replace(draft_of(play, UTC), minutes="1:00"), NOW, UTC)
    assert correction is not None
    assert (correction[0].finished, correction[0].begun) == (play.finished, play.finished - timedelta(hours=1))
    unknown = corrected_play(play, replace(draft_of(play, UTC), minutes=""), NOW, UTC)
    assert unknown is not None
    assert unknown[0].begun is None


def test_place_and_note_are_entered_and_then_edited(app: Headless, play: StoredPlay) -> None:
    correction = corrected_play(play, replace(draft_of(play), place=" Café ", note="rain"), NOW)
    assert correction is not None
    assert str(correction[1]) == "Edited: Place and Note"
    second = app.worker.run_blocking(correct, play, *correction)
    assert (second.place, second.note, second.finished) == ("Café", "rain", play.finished)
    moved = corrected_play(second, replace(draft_of(second), place="", note="sun"), NOW)
    assert moved is not None
    assert moved[0].place == ""
    assert str(moved[1]) == "Edited: Place and Note"


def test_what_was_changed_elsewhere_is_not_corrected(app: Headless, play: StoredPlay) -> None:
    correction = corrected_play(play, replace(draft_of(play), place="Café"), NOW)
    assert correction is not None
    app.worker.run_blocking(correct, play, *correction)
    with pytest.raises(StaleError):
        app.worker.run_blocking(correct, play, *correction)
    assert len(app.worker.run_blocking(plays.revisions, play.id)) == 1


def test_a_version_is_the_play_as_it_was(app: Headless, play: StoredPlay) -> None:
    correction = corrected_play(play, replace(draft_of(play, UTC), day="2024-05-05", place="Café"), NOW, UTC)
    assert correction is not None
    now = app.worker.run_blocking(correct, play, *correction)
    (revision,) = app.worker.run_blocking(plays.revisions, play.id)
    was = earlier_play(now, revision)
    assert replace(was, edited=None) == play


def test_what_is_wrong_is_said_at_its_field(play: StoredPlay) -> None:
    draft = draft_of(play, UTC)
    assert set(draft_problems(play, replace(draft, day="2024", time="9", minutes="long"), NOW, UTC)) == {
        "day",
        "time",
        "minutes",
    }
    assert draft_problems(play, replace(draft, day="2025-03-07", time="12:01"), NOW, UTC) == {"day": str(FUTURE_DAY)}
    assert draft_problems(play, replace(draft, day="2025-03-07", time="12:00"), NOW, UTC) == {}
    assert set(draft_problems(play, replace(draft, place="x" * 201, note="x" * 100_001), NOW, UTC)) == {"place", "note"}


def test_a_plain_result_gets_other_totals_and_places(result: StoredPlay) -> None:
    draft = draft_of(result)
    assert (draft.totals, draft.places) == (("", "80"), (1, 2))
    correction = corrected_play(result, replace(draft, totals=("-0000007", ""), places=(2, 1)), NOW)
    assert correction is not None
    content, what = correction
    assert [(player.total, player.place, player.won) for player in content.players] == [(-7, 2, False), (None, 1, True)]
    assert [column["total"] for column in content.sheet["columns"]] == [-7, None]
    assert [standing["player"] for standing in content.sheet["standings"]] == ["Ben", "Anna"]
    assert str(what) == "Edited: Totals and places"


def test_totals_are_numbers_and_somebody_is_first(result: StoredPlay) -> None:
    draft = replace(draft_of(result), totals=("many", "2000000001"), places=(2, 2))
    assert draft_problems(result, draft, NOW) == {
        "total 0": str(TOTAL_WANTED),
        "total 1": str(TOTAL_WANTED),
        "places": str(FIRST_PLACE_WANTED),
    }
