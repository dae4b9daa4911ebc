"""Variables are named after the thing that they hold: a play, a row, a seat."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parent.parent
PRODUCT: Final = ("assets", "companion", "scoring", "storage")
NO_THING: Final = frozenset({"one", "here", "found", "known", "other", "given", "wanted"})

STILL_TO_DO: Final = frozenset(
    {
        "companion/games/mayor/copy_values.py",
        "companion/games/mayor/wording.py",
        "companion/games/palaces_of_carrara/copy_values.py",
        "companion/tables/attempt.py",
        "companion/tables/live_table.py",
        "companion/tables/my_copy.py",
        "companion/tables/players.py",
        "companion/tables/registry.py",
        "companion/tables/state.py",
        "companion/tables/sync.py",
        "companion/ui/editors/mayor/drawings.py",
        "companion/ui/editors/mayor/event.py",
        "companion/ui/editors/mayor/market.py",
        "companion/ui/editors/mayor/my_copy_screen.py",
        "companion/ui/editors/mayor/open_questions.py",
        "companion/ui/editors/mayor/pads.py",
        "companion/ui/editors/mayor/placement_steps.py",
        "companion/ui/editors/mayor/placing.py",
        "companion/ui/editors/mayor/rondel.py",
        "companion/ui/editors/mayor/track.py",
        "companion/ui/editors/palaces_of_carrara/board.py",
        "companion/ui/editors/palaces_of_carrara/drawings.py",
        "companion/ui/editors/palaces_of_carrara/my_copy_screen.py",
        "companion/ui/editors/palaces_of_carrara/objectives.py",
        "companion/ui/editors/palaces_of_carrara/objects.py",
        "companion/ui/editors/palaces_of_carrara/score.py",
        "companion/ui/editors/palaces_of_carrara/upgrades.py",
        "companion/ui/editors/palaces_of_carrara/wheel.py",
        "scoring/carpe_diem/forum/wording.py",
        "scoring/carpe_diem/wording.py",
        "scoring/mayor/checks.py",
        "scoring/mayor/wording.py",
        "scoring/palaces_of_carrara/bonus_card.py",
        "scoring/palaces_of_carrara/building_card.py",
        "scoring/palaces_of_carrara/checks.py",
        "scoring/palaces_of_carrara/limits.py",
        "scoring/palaces_of_carrara/margins.py",
        "scoring/palaces_of_carrara/rulings.py",
        "scoring/palaces_of_carrara/scoring_action.py",
        "storage/backup/backups.py",
        "storage/backup/doctor.py",
        "storage/backup/recovery.py",
        "storage/backup/thinning.py",
        "storage/database/connections.py",
        "storage/database/dump.py",
        "storage/database/engine.py",
        "storage/database/errors.py",
        "storage/database/models.py",
        "storage/database/row_check.py",
        "storage/database/sqlite_files.py",
        "storage/repositories/tables.py",
    }
)


def nameless(code: str) -> Iterator[tuple[int, str]]:
    """Yield each variable that names no thing, with its line.

    A field is read with its owner, as in `tie_break.wanted`, and `__eq__` compares with another one: these may.
    """
    nodes = list(ast.walk(ast.parse(code)))
    allowed: set[ast.AST] = set()
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            allowed.update(line.target for line in node.body if isinstance(line, ast.AnnAssign))
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("__"):
            allowed.update(argument for argument in node.args.args if argument.arg == "other")
    for node in nodes:
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                pass
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                pass
            case _:
                continue
        if name in NO_THING and node not in allowed:
            yield node.lineno, name


@pytest.mark.parametrize(
    "code",
    [
        "one = play",
        "for one in plays: print(one)",
        "[one for one in plays]",
        "sorted(plays, key=lambda one: one.day)",
        "def title(one): return one.title",
        "with file() as one: pass",
        "if (one := play): pass",
        "try: pass\nexcept OSError as one: pass",
        "match play:\n    case [*one]: pass\n    case Play() as one: pass",
    ],
)
def test_a_name_of_no_thing_is_seen_wherever_it_is_given(code: str) -> None:
    assert {name for _, name in nameless(code)} == {"one"}


def test_a_field_and_another_one_to_compare_with_may() -> None:
    assert not list(nameless("class TieBreak:\n    wanted: str\n    def __eq__(self, other): return self is other"))


def test_variables_are_named_after_the_thing_that_they_hold() -> None:
    files = {path.relative_to(ROOT).as_posix(): path for folder in PRODUCT for path in (ROOT / folder).rglob("*.py")}
    lines = {file: list(nameless(path.read_text(encoding="utf-8"))) for file, path in sorted(files.items())}
    todo = [
        f"{file}:{line}: `{name}` names no thing"
        for file, names in lines.items()
        if file not in STILL_TO_DO
        for line, name in names
    ]
    todo += [f"{file} is done: take it off the list" for file in sorted(STILL_TO_DO) if not lines.get(file)]
    assert not todo, "\n".join(todo)
