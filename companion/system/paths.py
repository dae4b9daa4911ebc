"""Folders and files on this machine: the data that people entered, and the assets of Tessera."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import platformdirs

PACKAGE: Final = Path(__file__).parents[1]

DATABASE: Final = "tessera.sqlite3"


def data_folder() -> Path:
    """Return the data folder: TESSERA_DATA, or the system's folder for data; it need not exist yet."""
    folder = os.environ.get("TESSERA_DATA")
    return Path(folder) if folder else platformdirs.user_data_path("tessera", appauthor=False)


def database(data: Path) -> str:
    """Return the URL of the database file in a data folder, as SQLAlchemy reads it."""
    return f"sqlite:///{(data / DATABASE).as_posix()}"


def database_url(data: Path) -> str:
    """Return the URL of the database: TESSERA_DATABASE_URL, else that of the file in the folder."""
    return os.environ.get("TESSERA_DATABASE_URL") or database(data)


def assets() -> Path:
    """Return the folder of fonts, icons and page additions: in the package, or next to it in a checkout."""
    installed = PACKAGE / "assets"
    return installed if installed.is_dir() else PACKAGE.parent / "assets"
