"""What is done once, when the site is built: the memory of this Python is kept, and every page goes on from there."""

from __future__ import annotations

import gc
import importlib
import io
import sys


def warm_up() -> None:
    """Import what the app needs, use it once, and let go of every file, which a memory that is kept must not hold."""
    import flet, sqlmodel
    importlib.invalidate_caches()
    sys.path_importer_cache.clear()
    gc.collect()
    held = [one.name for one in gc.get_objects() if isinstance(one, io.FileIO) and not one.closed and one.fileno() > 2]
    if held:
        raise RuntimeError(held)
