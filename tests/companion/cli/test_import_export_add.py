"""`tessera add`: documents become plays that open with their reasons, and nothing is half taken in."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from companion.cli import errors
from companion.games.score_pad.shelf import ready_pads
from companion.system import paths
from companion.system.data_folder import acquire
from companion.ui.components.plays import facts_of, play_label
from storage.backup.backups import FOLDER
from storage.database import migrations
from storage.documents import codec
from storage.repositories.history import Filter, stream
from storage.repositories.tables import Store
from tests.companion.cli.history_commands import tessera
from tests.companion.documents import ann_wins, problem_at_ben, raw, table, tie
from tests.storage.stores import LATER_STEPS, lay_out

if TYPE_CHECKING:
    from storage.repositories.play_content import StoredPlay

TESTS: Final = Path(__file__).parents[2]

GOLDEN: Final = TESTS / "golden"

FARM: Final = GOLDEN / "score-pad" / "farm.json"

DAY: Final = ("--date", "2026-03-07")


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the data, in which nothing is yet."""
    monkeypatch.delenv("TESSERA_DATABASE_URL", raising=False)
    return tmp_path / "data"


@pytest.fixture
def ann(tmp_path: Path) -> Path:
    """A document of a table that Ann has won."""
    path = tmp_path / "ann.json"
    path.write_bytes(raw(ann_wins()))
    return path


def plays(data: Path) -> list[StoredPlay]:
    """The plays from the first to the last."""
    with closing(Store(paths.database(data), lambda: datetime.now(UTC))) as store:
        return list(stream(store, Filter()))[::-1]


def lines(*documents: Any) -> bytes:
    return b"".join(codec.to_json(document) + b"\n" for document in documents)


def test_a_play_is_shown_first_and_then_added(ann: Path, data: Path) -> None:
    result = tessera("add", ann, "--yes", *DAY, "--place", "Home", "--note", "By lamplight", data=data)
    assert result.exit_code == errors.DONE
    assert result.stdout.splitlines() == [
        f"{ann}:",
        "  To be added: 1 play.",
        "    Carpe Diem, second edition, 2026-03-07: Ann 6, Ben 3. Ann wins.",
        "ann.json: 1 play added.",
        "`tessera import --undo` undoes the last import.",
    ]
    (play,) = plays(data)
    assert (play.day, play.place, play.note) == ("2026-03-07", "Home", "By lamplight")


def test_a_day_alone_has_no_hour_here_in_files_and_where_they_are_imported(
    ann: Path, data: Path, tmp_path: Path
) -> None:
    tessera("add", ann, "--yes", *DAY, data=data)
    (play,) = plays(data)
    assert dict(facts_of(play))["Finished"] == "7 March 2026"
    assert play_label(play, datetime(2026, 3, 20, tzinfo=UTC)) == "Carpe Diem, 7 Mar 2026: 1. Ann 6, 2. Ben 3"
    assert json.loads(tessera("history", "--json", data=data).stdout)["finished"] == "2026-03-07"
    for suffix in ("jsonl", "csv"):
        file, elsewhere = tmp_path / f"all.{suffix}", tmp_path / suffix
        tessera("export", file, data=data)
        assert tessera("import", file, "--yes", data=elsewhere).exit_code == errors.DONE
        (copy,) = plays(elsewhere)
        assert (copy.has_time, copy.day, copy.finished) == (False, "2026-03-07", play.finished)
        assert "Already here: 1 play." in tessera("import", file, "--yes", data=data).stdout


def test_without_a_date_it_was_played_today(ann: Path, data: Path) -> None:
    before = datetime.now(UTC)
    tessera("add", ann, "--yes", data=data)
    (play,) = plays(data)
    assert play.has_time
    assert before - timedelta(seconds=1) < play.finished < datetime.now(UTC)
    assert play.day == play.finished.astimezone().date().isoformat()


def test_an_undo_takes_the_plays_of_one_file_away(ann: Path, data: Path) -> None:
    tessera("add", ann, "--yes", data=data)
    result = tessera("add", "--jsonl", "-", "--yes", data=data, stdin=lines(tie(), ann_wins()))
    assert "line 1: Carpe Diem" in result.stdout
    assert "Already here: 1 play." in result.stdout
    assert "standard input: 1 play added." in result.stdout
    assert "standard input, today" in tessera("import", "--undo", "--yes", data=data).stdout
    assert [play.players[0].name for play in plays(data)] == ["Ann"]
    tessera("import", "--undo", "--yes", data=data)
    assert plays(data) == []


def test_several_files_are_a_step_each(ann: Path, data: Path) -> None:
    result = tessera("add", ann, FARM, "--yes", *DAY, data=data)
    assert "ann.json: 1 play added." in result.stdout
    assert "farm.json: 1 play added." in result.stdout
    tessera("import", "--undo", "--yes", data=data)
    assert [play.title for play in plays(data)] == ["Carpe Diem"]


def test_what_was_added_already_is_noticed(ann: Path, data: Path) -> None:
    tessera("add", ann, "--yes", *DAY, data=data)
    again = tessera("add", ann, *DAY, data=data, status=errors.DONE)
    assert "Ann wins. This play is here already." in again.stdout
    assert again.stdout.endswith("Nothing was changed.\n")
    moved = tessera("add", ann, "--yes", *DAY, "--place", "The club", data=data)
    assert "This play differs from the play here: Place." in moved.stdout
    assert tessera("add", ann, "--yes", "--date", "2026-03-08", data=data).exit_code == errors.DONE
    assert [(play.day, play.place) for play in plays(data)] == [("2026-03-07", "The club"), ("2026-03-08", "")]


def test_nothing_is_done_unasked(ann: Path, data: Path) -> None:
    shown = tessera("add", ann, "--dry-run", data=data)
    assert (shown.exit_code, shown.stdout.splitlines()[-1]) == (errors.DONE, "Nothing was changed.")
    assert not data.exists()
    asked = tessera("add", ann, data=data)
    assert (asked.exit_code, plays(data)) == (errors.PROBLEMS, [])
    assert "add --yes" in asked.stderr


def test_one_bad_line_keeps_all_files_out_and_all_problems_are_said(ann: Path, tmp_path: Path, data: Path) -> None:
    games = tmp_path / "games.jsonl"
    games.write_bytes(lines(tie(), problem_at_ben(), {**ann_wins(), "format": 2}) + b"{\n")
    result = tessera("add", "--jsonl", ann, games, "--yes", data=data, status=errors.PROBLEMS)
    assert result.stdout == ""
    assert result.stderr.splitlines() == [
        f'"{games}" has 3 problems',
        "  line 2, players[1].coins: -1: a whole number from 0 to 9999 belongs here",
        "  line 3, format: 2: 1 belongs here",
        '  line 4: not JSON: line 1, column 2: a name in "quotation marks" is missing',
        "tessera: Nothing was changed.",
    ]
    assert not data.exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "which FILE?"),
        (("nowhere.json",), '"nowhere.json" cannot be used: there is no such file or folder'),
        ((".",), '"." cannot be used: it is a folder; name a file'),
        ((FARM, "--date", "friday"), '"friday" is not a day; write it like 2026-01-31'),
        ((FARM, "--date", "2026-02-30"), '"2026-02-30" is not a day'),
        ((FARM, "--date", "1066-10-14"), "--date: give a day from 1900-01-02 to "),
        ((FARM, "--date", str(date.today() + timedelta(days=2))), "--date: give a day from 1900-01-02 to "),  # noqa: DTZ011 - of this machine
        ((FARM, "--place", "x" * 201), "--place has 201 characters, but only 200 fit"),
        ((FARM, "--note", "x" * 100_001), "--note has 100001 characters"),
        ((FARM, "--place", "Caf\udce9"), "--place: U+DCE9 cannot be kept: remove it"),
    ],
    ids=str,
)
def test_what_cannot_be_is_said(data: Path, arguments: tuple[str | Path, ...], sentence: str) -> None:
    result = tessera("add", *arguments, "--yes", data=data, status=errors.PROBLEMS)
    assert sentence in result.stderr
    assert not data.exists()


def test_it_waits_for_the_app_to_end(ann: Path, data: Path) -> None:
    data.mkdir()
    with acquire(data) as announce:
        announce("http://127.0.0.1:8423/")
        result = tessera("add", ann, "--yes", data=data)
    assert result.exit_code == errors.FAILED
    assert "Tessera is running (http://127.0.0.1:8423/)" in result.stderr
    assert "or close it and try again" in result.stderr


def test_data_of_an_earlier_version_are_brought_up_to_this_one_first(
    ann: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrations, "STEPS", LATER_STEPS)
    data.mkdir()
    with closing(sqlite3.connect(lay_out(data / paths.DATABASE))) as database:
        (before,) = database.execute("SELECT count(*) FROM plays WHERE removed IS NULL").fetchone()
    assert tessera("add", ann, "--yes", data=data).exit_code == errors.DONE
    assert len(list((data / FOLDER).iterdir())) == 1
    assert len(plays(data)) == before + 1


def test_a_name_cannot_steer_the_terminal(tmp_path: Path, data: Path) -> None:
    path = tmp_path / "names.json"
    path.write_bytes(raw(table(*ann_wins()["table"]["players"], **{"\x1b[2J": 1})))
    assert "\x1b" not in tessera("add", path, "--yes", data=data).output


WIZARD = {"kind": "bids", "made": {"base": 20, "per_made": 10}, "missed": {"per_off": -10}, "cards": "round"}


@pytest.mark.parametrize(
    ("kind", "anna", "ben", "said"),
    [
        ({"kind": "points"}, 41, None, "Nothing was entered for Ben in Strokes: it counts as 0."),
        (
            {"kind": "marked", "rule": "double"},
            [[4, True], [5, True]],
            [[9, False]],
            "Rounds are missing for Ben in Strokes: they count as 0.",
        ),
        ({"kind": "marked", "rule": "double"}, [[4, False]], [[9, False]], "Nobody closed round 1: each number"),
        (WIZARD, [[1, 1]], [[1, 1]], "Strokes, Round 1: 2 made, but there was only 1 trick."),
        (WIZARD, [[1, 2]], [[0, 0]], "Anna, Strokes, Round 1: 2: a whole number from 0 to 1 belongs here."),
    ],
)
def test_what_is_missing_on_a_pad_or_cannot_be_right_is_said(
    data: Path, tmp_path: Path, kind: dict[str, Any], anna: object, ben: object, said: str
) -> None:
    pad = {"title": "Golf", "winner": "fewest", "categories": [{"key": "s", "title": "Strokes", **kind}]}
    players = [{"name": "Anna", "entries": {"s": anna}}, {"name": "Ben", "entries": {} if ben is None else {"s": ben}}]
    path = tmp_path / "golf.json"
    path.write_text(json.dumps({"game": "score-pad", "format": 1, "table": {"pad": pad, "players": players}}))
    assert said in tessera("add", path, "--yes", data=data).stdout


def test_a_table_of_a_ready_pad_joins_the_plays_of_that_game(data: Path, tmp_path: Path) -> None:
    pad = ready_pads()["wingspan"].written()
    players = [{"name": "Anna", "entries": {"birds": 40}}, {"name": "Ben"}]
    file = tmp_path / "wingspan.json"
    file.write_bytes(raw({"game": "score-pad", "format": 1, "table": {"pad": pad, "players": players}}))
    assert tessera("add", "--yes", file, data=data).exit_code == 0
    assert [play.game for play in plays(data)] == ["score-pad:wingspan"]


def test_plays_with_cards_come_back_whole_and_are_a_number_for_others(data: Path, tmp_path: Path) -> None:
    assert tessera("add", GOLDEN / "score-pad" / "cards-forest.json", "--yes", *DAY, data=data).exit_code == 0
    (play,) = plays(data)
    assert play.document is not None
    entries = play.document["table"]["players"][0]["entries"]["forest"]
    assert (entries["chaffinch.beech"], entries["beech"]) == (1, 4)
    deck = play.document["table"]["pad"]["categories"][0]["deck"]
    assert deck.startswith("forest-shuffle@")
    files = {ending: tmp_path / f"plays.{ending}" for ending in ("jsonl", "csv", "bgsplay")}
    for file in files.values():
        assert tessera("export", file, data=data).exit_code == 0
    assert ",53,391163,53,0" in files["csv"].read_text("utf-8")
    assert "Forest 53" in files["bgsplay"].read_text("utf-8")
    for ending, file in files.items():
        elsewhere = tmp_path / ending
        assert tessera("import", file, "--yes", data=elsewhere).exit_code == 0
        (came,) = plays(elsewhere)
        assert [player.total for player in came.players] == [player.total for player in play.players]
        assert (came.document == play.document) is (ending == "jsonl")
