"""What is done once, when the site is built: the memory of this Python is kept, and every page goes on from there."""

from __future__ import annotations

import gc
import importlib
import io
import shutil
import sys
from pathlib import Path
from typing import Final

import flet.messaging.session  # noqa: F401 - Flet imports it only when it runs

import companion.browser.app  # noqa: F401
from companion.games import KITS
from companion.games.score_pad import ready_pads
from companion.runtime import open_runtime
from companion.system import paths
from companion.ui.editors import EDITORS
from scoring import GAMES

FOLDER: Final = Path("/warm")

SCREENS: Final = (
    "history.correct_play",
    "history.deleted_plays",
    "history.play",
    "history.play_list",
    "people",
    "settings",
)
"""What is soon asked for; a server loads it only then."""

STANDARD_ERROR: Final = 2
"""The last of the files that are always open."""


def warm_up() -> None:
    """Open a database once, which prepares much, and let go of every file: a memory that is kept must hold none.

    Raises:
        RuntimeError: a file is still open.

    """
    for screen in SCREENS:
        importlib.import_module(f"companion.ui.screens.{screen}")
    for registry in (GAMES, KITS, EDITORS, ready_pads()):
        tuple(registry.values())  # each loads its games
    FOLDER.mkdir()
    open_runtime(paths.database(FOLDER), FOLDER).close()
    shutil.rmtree(FOLDER)
    importlib.invalidate_caches()  # which holds the zip of the standard library
    sys.path_importer_cache.clear()
    gc.collect()
    files = [file for file in gc.get_objects() if isinstance(file, io.FileIO) and not file.closed]
    held = [file.name for file in files if file.fileno() > STANDARD_ERROR]
    if held:
        raise RuntimeError(held)
