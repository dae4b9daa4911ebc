"""How much there is, and how far the rooms know each other: what has become less does not grow again unseen."""

from __future__ import annotations

import ast
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from scoring.score_pad.kinds import KINDS, Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parent.parent
PRODUCT: Final = ("companion", "scoring", "storage")

ROOMS: Final = ("scoring/score_pad", "companion/games/score_pad", "companion/ui/editors/score_pad")
"""The rooms of the pad; in the first two its kinds have rooms of their own."""

NAMES: Final = frozenset(kind.__name__ for kind in KINDS)

LIMITS: Final = {
    "files": 413,  # 400 is the aim
    "imports in 1,000 lines": 90,
    "lines of the product": 97_400,  # 82,000 is the aim
    "lines of tests": 95_960,  # 78,000 is the aim
    "places that ask what a category is": 7,  # 15 was the aim
    "imports of the pad from elsewhere": 24,
}

LONGEST, SHORTEST = 450, 60
"""The most lines of a file of the product, and the fewest of one without a reason of its own."""

SHORTER: Final = {
    "companion/__main__.py": "begins Tessera",
    "companion/shell/main.py": "begins its window",
    "companion/system/paths.py": "every floor of the companion asks it where files lie",
}


def files(*folders: str) -> Iterator[Path]:
    return chain.from_iterable(sorted((ROOT / folder).rglob("*.py")) for folder in folders)


def lines(*folders: str) -> int:
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files(*folders))


def nodes(path: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def is_in(path: Path, *rooms: str) -> bool:
    return any(path.is_relative_to(ROOT / room) for room in rooms)


def import_lines() -> int:
    """Return the lines of the product on which something is imported."""
    return sum(
        (node.end_lineno or node.lineno) - node.lineno + 1
        for path in files(*PRODUCT)
        for node in nodes(path)
        if isinstance(node, (ast.Import, ast.ImportFrom))
    )


def asked(code: ast.AST) -> int:
    """Return how many kinds a piece of code names to learn what a category is."""
    match code:
        case ast.Call(func=ast.Name(id="isinstance"), args=[_, of]):
            return sum(isinstance(name, ast.Name) and name.id in NAMES for name in ast.walk(of))
        case ast.MatchClass(cls=ast.Name(id=name)):
            return int(name in NAMES)
        case ast.Attribute(value=ast.Name(id="Kind"), attr=attribute):
            return int(attribute in Kind.__members__)
    return 0


def places_that_ask() -> int:
    kinds = [f"{room}/kinds" for room in ROOMS]
    of_pads = (path for path in files(*PRODUCT) if not is_in(path, *kinds) and "score_pad" in path.read_text("utf-8"))
    return sum(asked(node) for path in of_pads for node in nodes(path))


def imports_of_the_pad() -> list[str]:
    """Return where modules of the pad are imported outside its rooms."""
    pad = tuple(room.replace("/", ".") for room in ROOMS)
    return [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in files(*PRODUCT)
        if not is_in(path, *ROOMS)
        for node in nodes(path)
        if (isinstance(node, ast.ImportFrom) and f"{node.module}.{node.names[0].name}".startswith(pad))
        or (isinstance(node, ast.Import) and node.names[0].name.startswith(pad))
    ]


def counts() -> dict[str, int]:
    of_product = lines(*PRODUCT)
    return {
        "files": sum(1 for _ in files(*PRODUCT)),
        "imports in 1,000 lines": round(1000 * import_lines() / of_product),
        "lines of the product": of_product,
        "lines of tests": lines("tests"),
        "places that ask what a category is": places_that_ask(),
        "imports of the pad from elsewhere": len(imports_of_the_pad()),
    }


@pytest.fixture(scope="module")
def counted() -> dict[str, int]:
    return counts()


@pytest.mark.parametrize("what", LIMITS)
def test_there_is_not_more_of_it(counted: dict[str, int], what: str) -> None:
    assert counted[what] <= LIMITS[what]


def test_a_file_has_one_subject_and_all_of_it() -> None:
    length = {path.relative_to(ROOT).as_posix(): len(path.read_bytes().splitlines()) for path in files(*PRODUCT)}
    assert [name for name, number in length.items() if number > LONGEST] == []
    packages = {name for name in length if name.endswith("__init__.py")}
    assert {name for name, number in length.items() if number < SHORTEST} - packages == SHORTER.keys()


@pytest.mark.parametrize(
    ("code", "number"),
    [
        ("isinstance(category, (Bids, Marked))", 2),
        ("match category:\n    case Tick():\n        pass", 1),
        ("Kind.ROUNDS", 1),
        ("isinstance(entry, tuple) or category.shape.in_rounds", 0),
    ],
)
def test_who_asks_a_category_what_it_is_is_found(code: str, number: int) -> None:
    assert sum(map(asked, ast.walk(ast.parse(code)))) == number
