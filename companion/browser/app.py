"""The app in a browser's worker, started once its storage is mounted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.runtime import Runtime, open_runtime
from companion.system import paths

if TYPE_CHECKING:
    from pathlib import Path


def start(data: Path) -> Runtime:
    """Open the database in a folder, and show the app to the page of this worker as soon as it connects.

    The worker hands the fragment of an opened link to `context.links.add` of the runtime, which returns its id.

    Raises:
        StoreError: the database cannot be opened; it is as it was.

    """
    runtime = open_runtime(paths.database(data), data)
    ft.run(runtime.main)
    return runtime
