"""Variables are named after the thing that they hold: a play, a row, a seat."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parent.parent
HELD: Final = ("assets", "companion", "scoring", "storage", "tests")
"""The folders whose variables all name a thing."""

NO_THING: Final = frozenset({"one", "here", "found", "known", "other", "given", "wanted"})


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
    todo = [
        f"{path.relative_to(ROOT)}:{line}: `{name}` names no thing"
        for folder in HELD
        for path in sorted((ROOT / folder).rglob("*.py"))
        for line, name in nameless(path.read_text(encoding="utf-8"))
    ]
    assert not todo, "\n".join(todo)
