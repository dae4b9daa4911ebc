"""Where things lie on this machine: what people entered, and what Tessera brings along."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import platformdirs

HERE: Final = Path(__file__).parent

DATABASE: Final = "tessera.sqlite3"


def data_folder() -> Path:
    """Return where data lies: where TESSERA_DATA says, or where this system keeps data; it need not exist yet."""
    named = os.environ.get("TESSERA_DATA")
    return Path(named) if named else platformdirs.user_data_path("tessera", appauthor=False)


def database(data: Path) -> str:
    """Return the address of the database in a data folder, as SQLAlchemy reads it."""
    return f"sqlite:///{(data / DATABASE).as_posix()}"


def address(data: Path) -> str:
    """Return the address of the database: what TESSERA_DATABASE_URL says, else that of a file in the folder."""
    return os.environ.get("TESSERA_DATABASE_URL") or database(data)


def assets() -> Path:
    """Return the folder of fonts, icons and additions to the page: in the package, or beside it in a checkout."""
    installed = HERE / "assets"
    return installed if installed.is_dir() else HERE.parent / "assets"
