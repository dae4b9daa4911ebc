"""Files of Tessera: the database in a data folder, and the assets."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from zipfile import ZipFile

from storage.database.connections import DatabaseUrl, file_url

PACKAGE: Final = Path(__file__).parents[1]

DATABASE: Final = "tessera.sqlite3"

FALLBACK: Final = "fallback/"
"""Where the slices of the fallback fonts lie for browsers; here they are in one archive."""


def database(data: Path) -> DatabaseUrl:
    """Return the URL of the database file in a data folder."""
    return file_url(data / DATABASE)


def assets() -> Path:
    """Return the folder of fonts, icons and page additions: in the package, or next to it in a checkout."""
    installed = PACKAGE / "assets"
    return installed if installed.is_dir() else PACKAGE.parent / "assets"


def fallback_font(address: str) -> bytes:
    """Return a slice of a fallback font by the address at which Flet's client asks for it.

    Raises:
        KeyError: there is none.

    """
    with ZipFile(assets() / "fallback.zip") as slices:
        return slices.read(address)
