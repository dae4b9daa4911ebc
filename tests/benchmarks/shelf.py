"""New table with a shelf of 172 pads beside the same without one: opening it, and typing three letters.

Both have a history of 500 plays. The components run without a browser, so that nothing but our own work is counted.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.games.score_pad import shelf
from companion.system.paths import assets
from companion.ui.screens.new_table import NewTable
from tests.benchmarks import Row, seconds_of_a_core
from tests.companion.headless import opened
from tests.storage.sample_pads import played

if TYPE_CHECKING:
    from collections.abc import Iterator

    from storage.repositories.tables import Store
    from tests.companion.headless import Headless, Screen

PADS, PLAYS, GAMES, ROUNDS = 172, 500, 20, 15
LETTERS: Final = "Win"


def rows() -> Iterator[Row]:
    """Measure both sides in turn, and return the best of each."""
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder)) as app:
        app.worker.run_blocking(_fill)
        full, empty = _shelf_of(Path(folder) / "full", PADS), _shelf_of(Path(folder) / "empty", 0)
        taken = [[_used(app, place) for place in (full, empty)] for _ in range(ROUNDS + 1)][1:]
    for which, what in enumerate(("New table opens", "three letters are typed there")):
        ours, theirs = (min(used[which] for used in side) for side in zip(*taken, strict=True))
        words = (f"{ours * 1000:.1f} ms of a core", f"{theirs * 1000:.1f} ms")
        yield Row(f"{what}, with {PADS} ready pads", words[0], "without", words[1], (ours / theirs,), "1 time")


def _fill(store: Store) -> None:
    for number in range(PLAYS):
        played(store, {"Anna": number % 90, "Ben": 40}, f"score-pad:{number % GAMES:032x}", days=number)


def _shelf_of(place: Path, number: int) -> Path:
    """Return a folder of assets with so many pads: those that there are, and copies of them with other names."""
    (place / shelf.FOLDER).mkdir(parents=True)
    shutil.copytree(assets() / "decks", place / "decks")
    files = sorted((assets() / shelf.FOLDER).glob("*.json"))
    for at in range(number):
        file = files[at % len(files)]
        target = place / shelf.FOLDER / f"{file.stem[:36]}-{at}.json"
        shutil.copy(file, target)
        content: dict[str, Any] = json.loads(target.read_text(encoding="utf-8"))
        content["names"] = [f"{content['names'][0]} {at}"]
        target.write_text(json.dumps(content), encoding="utf-8")
    return place


@contextmanager
def _standing(place: Path) -> Iterator[None]:
    before: Any = vars(shelf)["assets"]
    vars(shelf)["assets"] = lambda: place
    shelf.ready_pads.cache_clear()
    tuple(shelf.ready_pads().values())  # a program reads them once
    try:
        yield
    finally:
        vars(shelf)["assets"] = before
        shelf.ready_pads.cache_clear()


def _used(app: Headless, place: Path) -> tuple[float, float]:
    """Return the seconds of a core for opening New table and for typing there."""
    screens: list[Screen] = []
    with _standing(place):
        opening = seconds_of_a_core(lambda: screens.append(app.show(NewTable)))
        return opening, seconds_of_a_core(lambda: _typed(screens[0]))


def _typed(screen: Screen) -> None:
    for number in range(1, len(LETTERS) + 1):
        screen.type_into("Find a game", LETTERS[:number])
