"""The direction of imports, where import-linter cannot say it: the standard library alone, no game from another."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SCORING = sorted((ROOT / "scoring").rglob("*.py"))
GAMES = sorted(folder.name for folder in (ROOT / "scoring").iterdir() if (folder / "game.py").exists())


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return names


@pytest.mark.parametrize("path", SCORING, ids=lambda path: str(path.relative_to(ROOT)))
def test_scoring_imports_the_standard_library_alone(path: Path) -> None:
    outside = {name.partition(".")[0] for name in imported(path)} - sys.stdlib_module_names
    assert outside <= {"scoring"}


@pytest.mark.parametrize("path", SCORING, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_game_imports_another_and_shared_parts_import_none(path: Path) -> None:
    mine = path.relative_to(ROOT / "scoring").parts[0]
    others = {f"scoring.{game}" for game in GAMES if game != mine}
    if path != ROOT / "scoring" / "__init__.py":
        assert not [name for name in imported(path) if any(f"{name}.".startswith(f"{other}.") for other in others)]


@pytest.mark.parametrize("path", SCORING, ids=lambda path: str(path.relative_to(ROOT)))
def test_scoring_opens_no_files_and_knows_no_clock_and_no_chance(path: Path) -> None:
    assert not imported(path) & {"os", "pathlib", "io", "time", "datetime", "random", "secrets", "socket", "sqlite3"}


def test_there_are_games() -> None:
    assert "carpe_diem" in GAMES
