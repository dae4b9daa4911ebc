"""Golden sheets: whole documents with what the program prints for them. Every game has some."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from companion.cli.app import cli
from scoring import GAMES

GOLDEN = Path(__file__).parent / "golden"

WIDTH = "100"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_golden_sheets(game: str) -> None:
    assert sorted((GOLDEN / game).glob("*.json"))


def test_every_golden_sheet_belongs_to_a_game() -> None:
    assert {folder.name for folder in GOLDEN.iterdir()} == set(GAMES)


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*/*.json")), ids=lambda path: path.stem)
def test_a_golden_sheet_comes_out_as_printed(path: Path) -> None:
    document = json.loads(path.read_text())
    arguments = ["check", str(path)] if "check" in document else ["score", "--explain", str(path)]
    result = CliRunner().invoke(cli, arguments, env={"COLUMNS": WIDTH})
    assert result.exit_code == 0
    assert result.output == path.with_suffix(".txt").read_text()
    assert document["game"] == path.parent.name
