"""Where a shell of its own starts: `flet build` wants a file of this name in the folder that it packs."""

from __future__ import annotations

import os
from pathlib import Path

import flet as ft

from companion.runtime import open_runtime
from companion.system import paths

if __name__ == "__main__":
    data = Path(os.environ["FLET_APP_STORAGE_DATA"])
    ft.run(open_runtime(paths.database(data), data).main)
