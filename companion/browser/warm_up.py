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
from companion.runtime import open_runtime
from companion.system import paths

FOLDER: Final = Path("/warm")

STANDARD_ERROR: Final = 2
"""The last of the files that are always open."""


def warm_up() -> list[str]:
    """Open a database once, which prepares much, and let go of every file: a memory that is kept must hold none.

    Return the files of all modules that are in the memory now, and need not be read again.

    Raises:
        RuntimeError: a file is still open.

    """
    FOLDER.mkdir()
    open_runtime(paths.database(FOLDER), FOLDER).close()
    shutil.rmtree(FOLDER)
    importlib.invalidate_caches()  # which holds the zip of the standard library
    sys.path_importer_cache.clear()
    gc.collect()
    files = [one for one in gc.get_objects() if isinstance(one, io.FileIO) and not one.closed]
    held = [file.name for file in files if file.fileno() > STANDARD_ERROR]
    if held:
        raise RuntimeError(held)
    specs = [getattr(module, "__spec__", None) for module in sys.modules.values()]
    return [spec.origin for spec in specs if spec is not None and spec.has_location]
