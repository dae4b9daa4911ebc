"""The commands of the history: what they show, write, take in and take back, and how they end."""

from __future__ import annotations

import csv
import json
import os
import pty
import select
import subprocess
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from companion.cli import app, errors
from companion.services.import_export import LEFT_OUT
from companion.system import paths
from companion.system.data_lock import acquire
from storage.backup.backups import FOLDER
from storage.repositories import history
from storage.repositories.history import Filter
from storage.repositories.tables import Store
from tests.companion.command import COMMAND, ROOT, environment, run
from tests.companion.played import put_lost, put_play, put_result

if TYPE_CHECKING:
    from pathlib import Path

    from typer.testing import Result

DAY = date(2026, 3, 7)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two plays of Carpe Diem and one of Azul."""
    monkeypatch.delenv("TESSERA_DATABASE_URL", raising=False)
    data = tmp_path / "here"
    with closing(opened(data)) as store:
        put_play(store, DAY, {"Anna": (10, 20), "Ben": (5, 6)})
        put_play(store, DAY + timedelta(days=7), {"Ben": (30,), "Cathy": (5,)})
        put_result(store, DAY + timedelta(days=14), {"Anna": 70, "Cathy": None})
    return data


def opened(data: Path) -> Store:
    data.mkdir(parents=True, exist_ok=True)
    return Store.open(paths.database(data), lambda: datetime.now(UTC))


def number(data: Path) -> int:
    with closing(opened(data)) as store:
        return history.count(store, Filter())


def tessera(*arguments: str | Path, data: Path, columns: int = 100) -> Result:
    given = [*map(str, arguments), "--data", str(data)]
    result = CliRunner().invoke(app.cli, given, env={"COLUMNS": str(columns)}, prog_name="tessera")
    assert "Traceback" not in result.output
    return result


def played(result: Result) -> list[dict[str, object]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_no_folder_is_not_this_folder(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(here)
    for arguments in (["history", "--data", ""], ["--data", " ", "--no-browser"]):
        result = CliRunner().invoke(app.cli, arguments)
        assert (result.exit_code, result.stderr) == (2, "tessera: --data names no folder: give one, or leave it out\n")
    monkeypatch.setenv("TESSERA_DATA", "")
    result = CliRunner().invoke(app.cli, ["history"])
    sentence = "tessera: TESSERA_DATA is set, but empty: give it a value, or leave it out\n"
    assert (result.exit_code, result.stderr) == (2, sentence)


def test_what_an_earlier_version_misplaced_is_named(here: Path) -> None:
    """It took `%72` for an `r`."""
    other = here.with_name("he%72e")
    (other / FOLDER).mkdir(parents=True)
    result = tessera("history", data=other)
    assert result.exit_code == 2
    assert f"an earlier version kept the data of {other} in {here / paths.DATABASE}; open the app" in result.stderr
    assert "it is copied now" in tessera("import", "--undo", data=other).stderr
    assert number(other) == number(here) == 3


def test_history_lists_the_plays_the_latest_first(here: Path) -> None:
    shown = tessera("history", data=here)
    assert shown.exit_code == errors.DONE
    lines = [line for line in shown.stdout.splitlines() if "2026" in line]
    assert [line.split("│")[1].strip() for line in lines] == ["2026-03-21", "2026-03-14", "2026-03-07"]
    assert "1. Anna 30, 2. Ben 11" in lines[-1]
    assert "1. Anna 70, 2. Cathy " in lines[0]
    assert shown.stdout.endswith("3 plays\n")


def test_history_says_what_all_lost_together(tmp_path: Path) -> None:
    with closing(opened(tmp_path)) as store:
        put_lost(store, DAY, {"Anna": 30, "Ben": None})
    assert "nobody won: Anna 30, Ben" in tessera("history", data=tmp_path).stdout
    assert "1. Anna" not in tessera("history", data=tmp_path, columns=40).stdout


def test_history_fits_a_narrow_terminal(here: Path) -> None:
    shown = tessera("history", data=here, columns=30).stdout
    assert "2026-03-07 Carpe Diem\n  1. Anna 30, 2. Ben 11\n" in shown
    assert max(map(len, shown.splitlines())) <= 30


@pytest.mark.parametrize(
    ("options", "days"),
    [
        (("--game", "azul"), [21]),
        (("--game", "Carpe Diem"), [14, 7]),
        (("--game", "carpe-diem", "--player", "anna"), [7]),
        (("--player", "Cathy"), [21, 14]),
        (("--since", "2026-03-14"), [21, 14]),
        (("--until", "2026-03-14"), [14, 7]),
        (("--limit", "1"), [21]),
        ((), [21, 14, 7]),
    ],
)
def test_history_is_narrowed_down(here: Path, options: tuple[str, ...], days: list[int]) -> None:
    found = played(tessera("history", "--json", *options, data=here))
    assert [play["day"] for play in found] == [f"2026-03-{day:02}" for day in days]


def test_history_says_what_a_limit_leaves_out(here: Path) -> None:
    assert "3 plays; --limit 3 shows them all" in tessera("history", "--limit", "2", data=here).stdout


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--game", "chess"), "chess was never played here; played were: Azul, Carpe Diem"),
        (("--player", "Zoe"), "nobody called Zoe played here"),
        (("--since", "March"), "March is no day; write it like 2026-01-31"),
        (("--until", "2026-02-30"), "2026-02-30 is no day"),
    ],
)
def test_what_nobody_can_know_is_said(here: Path, options: tuple[str, ...], sentence: str) -> None:
    result = tessera("history", *options, data=here)
    assert result.exit_code == errors.PROBLEMS
    assert sentence in result.stderr
    assert result.stdout == ""


def test_a_folder_without_data_is_not_made(tmp_path: Path) -> None:
    for command in (("history",), ("export", "-", "--format", "csv"), ("backup",), ("import", "--undo", "--dry-run")):
        result = tessera(*command, data=tmp_path / "nothing")
        assert result.exit_code == errors.PROBLEMS
        assert "there is nothing in" in result.stderr
    assert not (tmp_path / "nothing" / paths.DATABASE).exists()


def test_history_reads_while_the_app_runs(here: Path) -> None:
    with acquire(here):
        assert len(played(tessera("history", "--json", data=here))) == 3


def test_the_database_may_be_named(here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESSERA_DATABASE_URL", f"sqlite:///{here}/tessera.sqlite3")
    assert len(played(tessera("history", "--json", data=tmp_path))) == 3


def test_a_database_that_is_none_is_said(here: Path) -> None:
    (here / paths.DATABASE).write_bytes(b"not a database" * 100)
    result = tessera("history", data=here)
    assert result.exit_code == errors.FAILED
    assert "is no database" in result.stderr


def test_export_writes_a_file_that_is_there_once_it_is_whole(here: Path, tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    result = tessera("export", file, data=here)
    assert (result.exit_code, result.stdout) == (errors.DONE, "")
    assert "3 plays written to" in result.stderr
    assert LEFT_OUT in " ".join(result.stderr.split())
    assert [json.loads(line)["tessera"] for line in file.read_bytes().splitlines()] == ["player"] * 3 + ["play"] * 3
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["all.jsonl"]


def test_export_writes_to_standard_output(here: Path) -> None:
    result = tessera("export", "-", "--format", "csv", "--game", "azul", data=here)
    rows = list(csv.reader(result.stdout.removeprefix("\ufeff").splitlines()))
    assert len(rows) == 3
    assert result.stderr == ""
    bgsplay = json.loads(tessera("export", "-", "--format", "bgsplay", data=here).stdout)
    assert len(bgsplay["plays"]) == 3


def test_export_asks_for_a_format_that_nothing_tells(here: Path, tmp_path: Path) -> None:
    for file in ("-", str(tmp_path / "all.txt")):
        result = tessera("export", file, data=here)
        assert result.exit_code == errors.PROBLEMS
        assert "which format?" in result.stderr


def test_export_writes_over_a_file_only_where_that_is_said(here: Path, tmp_path: Path) -> None:
    file = tmp_path / "all.csv"
    file.write_text("mine")
    result = tessera("export", file, data=here)
    assert (result.exit_code, file.read_text()) == (errors.PROBLEMS, "mine")
    assert "--force" in result.stderr
    assert tessera("export", file, "--force", data=here).exit_code == errors.DONE
    assert file.read_text() != "mine"


def test_export_says_what_cannot_be_written(here: Path, tmp_path: Path) -> None:
    missing = tessera("export", tmp_path / "nowhere" / "all.csv", data=here)
    assert missing.exit_code == errors.FAILED
    assert "cannot be written: No such file or directory" in missing.stderr
    folder = tessera("export", tmp_path, "--format", "csv", "--force", data=here)
    assert folder.exit_code == errors.PROBLEMS
    assert "is not a file" in folder.stderr


@pytest.fixture
def file(here: Path, tmp_path: Path) -> Path:
    path = tmp_path / "all.jsonl"
    assert tessera("export", path, data=here).exit_code == errors.DONE
    return path


def test_import_brings_the_history_over(here: Path, file: Path, tmp_path: Path) -> None:
    there = tmp_path / "there"
    result = tessera("import", file, "--yes", data=there)
    assert result.exit_code == errors.DONE
    assert "3 plays are new and would be added." in result.stdout
    assert "all.jsonl: 3 plays added, 3 friends and places taken in." in result.stdout
    assert played(tessera("history", "--json", data=there)) == played(tessera("history", "--json", data=here))


def test_import_again_changes_nothing_and_asks_nothing(here: Path, file: Path) -> None:
    result = tessera("import", file, data=here)
    assert result.exit_code == errors.DONE
    assert "3 plays are here already." in result.stdout
    assert "Nothing was changed." in result.stdout


def test_a_dry_run_only_shows(file: Path, tmp_path: Path) -> None:
    result = tessera("import", file, "--dry-run", data=tmp_path / "there")
    assert result.exit_code == errors.DONE
    assert "3 plays are new and would be added." in result.stdout
    assert not (tmp_path / "there").exists()


def test_where_nobody_can_be_asked_nothing_is_done(file: Path, tmp_path: Path) -> None:
    result = tessera("import", file, data=tmp_path / "there")
    assert result.exit_code == errors.PROBLEMS
    assert "add --yes" in result.stderr
    assert number(tmp_path / "there") == 0


@pytest.mark.parametrize(("answer", "there"), [(b"y\n", 3), (b"n\n", 0)])
def test_import_asks(file: Path, tmp_path: Path, answer: bytes, there: int) -> None:
    command = [*COMMAND, "import", str(file), "--data", str(tmp_path / "there")]
    assert asked(command, b"Take this in?", answer) == errors.DONE
    assert number(tmp_path / "there") == there


def asked(command: list[str], question: bytes, answer: bytes) -> int:
    """Answer a question as at a terminal, and return the exit status."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=ROOT, env=environment(80), start_new_session=True
    ) as process:
        os.close(theirs)
        said = b""
        while question not in said:
            assert select.select([ours], [], [], 20)[0], said
            said += os.read(ours, 4096)
        os.write(ours, answer)
        while select.select([ours], [], [], 20)[0]:
            try:
                said += os.read(ours, 4096)
            except OSError:  # it has ended
                break
        os.close(ours)
        status = process.wait(20)
    assert b"Traceback" not in said
    return status


def test_what_cannot_be_read_is_said_and_the_rest_is_taken_in(file: Path, tmp_path: Path) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([lines[0], b'{"tessera": "play", "format": 1}\n', *lines[1:]]))
    result = tessera("import", file, "--yes", data=tmp_path / "there")
    assert result.exit_code == errors.PROBLEMS
    assert "line 2" in result.stdout
    assert number(tmp_path / "there") == 3


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "which FILE?"),
        (("nowhere.csv",), "there is no such file"),
        ((".",), "a folder, not a file"),
        (("--undo", "all.csv"), "reads no FILE"),
    ],
)
def test_import_says_what_it_lacks(tmp_path: Path, arguments: tuple[str, ...], sentence: str) -> None:
    result = tessera("import", *arguments, "--yes", data=tmp_path / "there")
    assert result.exit_code == errors.PROBLEMS
    assert sentence in result.stderr


def test_an_import_is_taken_back(here: Path, file: Path, tmp_path: Path) -> None:
    there = tmp_path / "there"
    tessera("import", file, "--yes", data=there)
    looked = tessera("import", "--undo", "--dry-run", data=there)
    assert "The last import: all.jsonl" in looked.stdout
    assert number(there) == 3
    result = tessera("import", "--undo", "--yes", data=there)
    assert result.exit_code == errors.DONE
    assert "3 plays taken away." in result.stdout
    assert number(there) == 0
    again = tessera("import", "--undo", "--yes", data=there)
    assert again.exit_code == errors.PROBLEMS
    assert "there is no import that could be taken back" in again.stderr
    assert number(here) == 3


@pytest.mark.parametrize("command", [("import", "--yes"), ("import", "--undo", "--yes"), ("restore", "--yes")], ids=str)
def test_what_writes_waits_for_the_app_to_end(here: Path, file: Path, command: tuple[str, ...]) -> None:
    tessera("backup", data=here)
    given = {"restore": [next((here / FOLDER).iterdir()).name], "import": [] if "--undo" in command else [str(file)]}
    with acquire(here) as announce:
        announce("http://127.0.0.1:8423/")
        result = tessera(*command, *given[command[0]], data=here)
    assert result.exit_code == errors.FAILED
    assert "Tessera is running at http://127.0.0.1:8423/" in result.stderr
    assert "or end it and do this again" in result.stderr
    assert number(here) == 3


def test_a_backup_is_made_listed_and_put_back(here: Path) -> None:
    assert "there is no backup" in tessera("restore", data=here).stderr
    with acquire(here):
        assert tessera("backup", data=here).exit_code == errors.DONE
    (name,) = (path.name for path in (here / FOLDER).iterdir())
    assert tessera("restore", data=here).stdout.startswith(f"{name}  today, ")
    with closing(opened(here)) as store:
        put_result(store, DAY, {"Dora": 3})
    assert number(here) == 4
    result = tessera("restore", name, "--yes", data=here)
    assert result.exit_code == errors.DONE
    assert "what was there before is kept in" in result.stderr
    assert number(here) == 3
    newest = max(path.name for path in (here / FOLDER).iterdir())
    tessera("restore", newest, "--yes", data=here)
    assert number(here) == 4


def test_what_is_damaged_is_told_and_comes_back_alone(here: Path) -> None:
    tessera("backup", data=here)
    with closing(opened(here)) as store:
        put_result(store, DAY, {"Dora": 3})
        with store.writing() as session:
            session.connection().exec_driver_sql("UPDATE plays SET note = 'silent' WHERE title = 'Azul'")
            session.connection().exec_driver_sql("UPDATE seats SET total = 4 WHERE name = 'Dora'")
    doctor = tessera("doctor", data=here, columns=200)
    assert doctor.exit_code == errors.PROBLEMS
    assert doctor.stdout.count("This is damaged: the play of ") == 2
    exported = tessera("export", here / "plays.jsonl", data=here)
    assert exported.stderr.count("damaged and left out: the play of ") == 2
    assert "2 plays written" in exported.stderr
    result = tessera("restore", "--damaged", data=here)
    assert result.exit_code == errors.PROBLEMS
    assert "put back: the play of Azul, 2026-03-21, as in the backup of today" in result.stderr
    assert "no backup has it whole: the play of " in result.stderr
    assert number(here) == 4
    again = tessera("restore", "--damaged", "--remove", "--yes", data=here)
    assert again.exit_code == errors.DONE
    assert "removed: the play of " in again.stderr
    assert number(here) == 3
    assert "nothing is damaged" in tessera("restore", "--damaged", data=here).stderr
    assert tessera("doctor", data=here).exit_code == errors.DONE
    assert tessera("restore", "--damaged", "newest", data=here).exit_code == errors.PROBLEMS


def test_a_backup_may_lie_elsewhere(here: Path, tmp_path: Path) -> None:
    tessera("backup", tmp_path / "stick", data=here)
    (path,) = (tmp_path / "stick").iterdir()
    assert tessera("restore", path, "--yes", data=tmp_path / "there").exit_code == errors.DONE
    assert number(tmp_path / "there") == 3


def test_a_backup_that_is_none_changes_nothing(here: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a database" * 100)
    missing = tessera("restore", "yesterday", "--yes", data=here)
    assert missing.exit_code == errors.PROBLEMS
    assert "there is no backup yesterday" in missing.stderr
    wrong = tessera("restore", tmp_path / "notes.txt", "--yes", data=here)
    assert wrong.exit_code == errors.FAILED
    assert "cannot be put back" in wrong.stderr
    assert number(here) == 3


def test_restore_asks(here: Path) -> None:
    tessera("backup", data=here)
    with closing(opened(here)) as store:
        put_result(store, DAY, {"Dora": 3})
    (path,) = (here / FOLDER).iterdir()
    command = [*COMMAND, "restore", path.name, "--data", str(here)]
    assert asked(command, b"Have everything be as it was", b"n\n") == errors.DONE
    assert number(here) == 4


def test_the_doctor_says_what_is_well_and_what_is_not(here: Path) -> None:
    tessera("backup", data=here)
    well = tessera("doctor", data=here)
    assert well.exit_code == errors.DONE
    assert "It holds 3 plays" in well.stdout
    file = here / paths.DATABASE
    content = bytearray(file.read_bytes())
    content[4096:12288] = b"\xff" * 8192
    file.write_bytes(content)
    ill = tessera("doctor", data=here)
    assert ill.exit_code == errors.PROBLEMS
    assert "bad   The file is not whole" in ill.stdout


def test_help_names_the_commands() -> None:
    shown = run("--help", columns=100).stdout.decode()
    for word in ("history", "export", "import", "backup", "restore", "doctor"):
        assert f"\n  {word} " in shown


def test_an_emptied_file_is_neither_listed_nor_filled_but_recovered(here: Path, file: Path) -> None:
    tessera("backup", data=here)
    database = here / paths.DATABASE
    database.write_bytes(b"")
    for command in ("history", "backup"):
        result = tessera(command, data=here)
        assert result.exit_code == errors.PROBLEMS
        assert f"nothing is in {database}, but more is in tessera-" in result.stderr
    examined = tessera("doctor", data=here, columns=400)
    assert examined.exit_code == errors.PROBLEMS
    assert f"bad   Nothing is in {database}, but more is in tessera-" in examined.stdout
    assert database.read_bytes() == b""
    taken_in = tessera("import", "--yes", file, data=here)
    assert "The file with your plays was empty" in taken_in.stdout
    assert "3 plays are here already." in taken_in.stdout
    assert number(here) == 3
