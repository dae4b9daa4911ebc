"""A game is a folder: nothing outside the folders of the games names one, so that a new game touches no other file.

That no game imports another is a contract of import-linter.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

import companion
import storage
from companion.games import OWN_KITS
from companion.ui.editors import OWN_EDITORS
from scoring import GAMES
from tests.companion.headless import GAMES_WITH_RULES

if TYPE_CHECKING:
    from collections.abc import Collection

ROOTS: Final = tuple(Path(package.__path__[0]) for package in (companion, storage))

REGISTRIES: Final[dict[str, Collection[str]]] = {
    "companion/games/__init__.py": OWN_KITS,
    "companion/ui/editors/__init__.py": OWN_EDITORS,
}
"""Where a game with a kit, or an editor, has one line."""

RELEASED: Final = {"storage/codes/payload.py"}
"""What was released, and must stay as it is for the databases and codes of that version."""


FOLDERS: Final = tuple(
    f"{folder}/{key.replace('-', '_')}/" for folder in ("companion/games", "companion/ui/editors") for key in GAMES
)


@pytest.mark.parametrize("key", GAMES_WITH_RULES)
def test_nothing_outside_the_folders_of_the_games_names_one(key: str) -> None:
    name = key.replace("-", "_")
    words = {key, name, name.upper(), name.title().replace("_", ""), GAMES[key].title}
    named = re.compile("|".join(map(re.escape, words)))
    naming = set()
    for root in ROOTS:
        for file in root.rglob("*.py"):
            path = file.relative_to(root.parent).as_posix()
            if not path.startswith(FOLDERS) and named.search(file.read_text(encoding="utf-8")):
                naming.add(path)
    assert naming - RELEASED == {path for path, own in REGISTRIES.items() if key in own}
