"""A fault of the program itself ends in a sentence too, and spares the other documents."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn

import pytest
from typer.testing import CliRunner

from companion.cli import app, errors
from scoring import GAMES
from storage.documents import codec
from tests.companion.documents import ann_wins, tie

if TYPE_CHECKING:
    from pathlib import Path

    from scoring.carpe_diem.state import Table
    from scoring.sheet import Column

FAULT = "Tessera itself failed with ZeroDivisionError (no way); please report that, with what you did"


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game whose scoring fails for tables of Ben."""
    game = GAMES["carpe-diem"]

    def columns(table: Table) -> tuple[Column, ...]:
        return fail() if table.players[0].name == "Ben" else game.columns(table)

    monkeypatch.setitem(vars(codec)["GAMES"], game.key, replace(game, work_out=columns))


def fail() -> NoReturn:
    message = "no way"
    raise ZeroDivisionError(message)


@pytest.mark.usefixtures("faulty")
def test_a_fault_is_said_the_other_documents_are_answered_and_the_exit_status_is_1(tmp_path: Path) -> None:
    for name, document in (("ben.json", tie()), ("ann.json", ann_wins())):
        (tmp_path / name).write_text(json.dumps(document))
    result = CliRunner().invoke(app.cli, ["score", "--json", str(tmp_path / "ben.json"), str(tmp_path / "ann.json")])
    assert result.exit_code == 1
    assert result.stderr == f"tessera: {FAULT}\n"
    assert json.loads(result.stdout)["standings"][0]["player"] == "Ann"


@pytest.mark.usefixtures("faulty")
def test_a_fault_on_a_line_is_its_result_and_the_lines_after_it_have_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "".join(f"{json.dumps(document)}\n" for document in (tie(), ann_wins()))
    monkeypatch.setattr(errors, "standard_input", lambda: io.BytesIO(lines.encode()))
    result = CliRunner().invoke(app.cli, ["score", "--jsonl"])
    first, second = result.stdout.splitlines()
    assert result.exit_code == 1
    assert json.loads(first) == {"problems": [{"path": "", "message": FAULT}]}
    assert "standings" in json.loads(second)


@pytest.mark.usefixtures("faulty")
def test_developers_see_the_fault_itself(tmp_path: Path) -> None:
    (tmp_path / "ben.json").write_text(json.dumps(tie()))
    result = CliRunner().invoke(app.cli, ["score", str(tmp_path / "ben.json")], env={"TESSERA_DEBUG": "1"})
    assert isinstance(result.exception, ZeroDivisionError)
