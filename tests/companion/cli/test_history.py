"""The commands of the history: what they list, and how they end where there is nothing, or something else."""

from __future__ import annotations

import json
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
import typer
from typer.testing import CliRunner

from companion.cli import app, errors
from companion.system import paths
from companion.system.data_folder import acquire
from storage.backup.backups import FOLDER
from tests.companion.cli.history_commands import DAY, number, opened, played, tessera
from tests.companion.played import put_lost

if TYPE_CHECKING:
    from pathlib import Path


def test_no_folder_is_not_this_folder(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(data_folder)
    for arguments in (["history", "--data", ""], ["--data", " ", "--no-browser"]):
        result = CliRunner().invoke(app.cli, arguments)
        assert (result.exit_code, result.stderr) == (2, "tessera: --data is empty: give it a value, or leave it out\n")
    monkeypatch.setenv("TESSERA_DATA", "")
    result = CliRunner().invoke(app.cli, ["history"])
    sentence = "tessera: TESSERA_DATA is empty: give it a value, or leave it out\n"
    assert (result.exit_code, result.stderr) == (2, sentence)


def test_history_lists_the_plays_the_latest_first(data_folder: Path) -> None:
    shown = tessera("history", data=data_folder, status=errors.DONE)
    lines = [line for line in shown.stdout.splitlines() if "2026" in line]
    assert [line.split("│")[1].strip() for line in lines] == ["2026-03-21", "2026-03-14", "2026-03-07"]
    assert "1. Anna 30, 2. Ben 11" in lines[-1]
    assert "1. Anna 70, 2. Cathy " in lines[0]
    assert shown.stdout.endswith("3 plays\n")


def test_history_says_what_all_lost_together(tmp_path: Path) -> None:
    with closing(opened(tmp_path)) as store:
        put_lost(store, DAY, {"Anna": 30, "Ben": None})
    assert "lost: Anna 30, Ben" in tessera("history", data=tmp_path).stdout
    assert "1. Anna" not in tessera("history", data=tmp_path, columns=40).stdout


def test_names_of_any_script_are_added_and_listed_as_they_are(tmp_path: Path) -> None:
    title, names = (
        "Sushi Go\u00a0!",
        ("\u0645\u06cc\u200c\u0646\u0627", "\u5c71\u7530\u3000\u592a", "\U0001f469\u200d\U0001f680 P2"),
    )
    pad = {"title": title, "categories": [{"key": "a", "title": "Points", "kind": "points"}]}
    seats = [{"name": name, "entries": {"a": points}} for points, name in enumerate(names)]
    document = tmp_path / "table.json"
    document.write_text(json.dumps({"game": "score-pad", "format": 1, "table": {"pad": pad, "players": seats}}))
    data = tmp_path / "data"
    for printed in (tessera("add", "--yes", document, data=data).output, tessera("history", data=data).output):
        assert not [words for words in (title, *names) if words not in printed]


def test_history_fits_a_narrow_terminal(data_folder: Path) -> None:
    shown = tessera("history", data=data_folder, columns=30).stdout
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
def test_history_is_narrowed_down(data_folder: Path, options: tuple[str, ...], days: list[int]) -> None:
    plays = played(tessera("history", "--json", *options, data=data_folder))
    assert [play["day"] for play in plays] == [f"2026-03-{day:02}" for day in days]


def test_history_says_what_a_limit_leaves_out(data_folder: Path) -> None:
    assert "3 plays (--limit 3)" in tessera("history", "--limit", "2", data=data_folder).stdout


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--game", "chess"), '--game: there is no "chess"; choose one of: Azul, Carpe Diem'),
        (("--player", "Zoe"), 'nobody called "Zoe" played here'),
        (("--since", "March"), '"March" is not a day; write it like 2026-01-31'),
        (("--until", "2026-02-30"), '"2026-02-30" is not a day'),
    ],
)
def test_what_nobody_can_know_is_said(data_folder: Path, options: tuple[str, ...], sentence: str) -> None:
    result = tessera("history", *options, data=data_folder, status=errors.PROBLEMS)
    assert sentence in result.stderr
    assert result.stdout == ""


def test_where_there_is_nothing_to_choose_from_nothing_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit):
        errors.fail_for_choice("--game", "chess", ())
    assert capsys.readouterr().err == 'tessera: --game: there is no "chess" yet\n'


def test_a_folder_without_data_is_not_made(tmp_path: Path) -> None:
    for command in (("history",), ("export", "-", "--format", "csv"), ("backup",), ("import", "--undo", "--dry-run")):
        result = tessera(*command, data=tmp_path / "nothing", status=errors.PROBLEMS)
        assert "there is nothing in" in result.stderr
    assert not (tmp_path / "nothing" / paths.DATABASE).exists()


def test_history_reads_while_the_app_runs(data_folder: Path) -> None:
    with acquire(data_folder):
        assert len(played(tessera("history", "--json", data=data_folder))) == 3


def test_the_database_may_be_named(data_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESSERA_DATABASE_URL", f"sqlite:///{data_folder}/tessera.sqlite3")
    assert len(played(tessera("history", "--json", data=tmp_path))) == 3


def test_a_database_that_is_none_is_said(data_folder: Path) -> None:
    (data_folder / paths.DATABASE).write_bytes(b"not a database" * 100)
    result = tessera("history", data=data_folder, status=errors.FAILED)
    assert "is not a database" in result.stderr


@pytest.mark.parametrize("command", [("import", "--yes"), ("import", "--undo", "--yes"), ("restore", "--yes")], ids=str)
def test_what_writes_waits_for_the_app_to_end(data_folder: Path, file: Path, command: tuple[str, ...]) -> None:
    tessera("backup", data=data_folder)
    arguments = {
        "restore": [next((data_folder / FOLDER).iterdir()).name],
        "import": [] if "--undo" in command else [str(file)],
    }
    with acquire(data_folder) as announce:
        announce("http://127.0.0.1:8423/")
        result = tessera(*command, *arguments[command[0]], data=data_folder)
    assert result.exit_code == errors.FAILED
    assert "Tessera is running (http://127.0.0.1:8423/)" in result.stderr
    assert "or close it and try again" in result.stderr
    assert number(data_folder) == 3
