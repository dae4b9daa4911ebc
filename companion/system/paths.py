"""Files of Tessera: the database in a data folder, and the assets."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from storage.database.connections import file_url

if TYPE_CHECKING:
    from storage.database.connections import DatabaseUrl

PACKAGE: Final = Path(__file__).parents[1]

DATABASE: Final = "tessera.sqlite3"


def database(data: Path) -> DatabaseUrl:
    """Return the URL of the database file in a data folder."""
    return file_url(data / DATABASE)


def assets() -> Path:
    """Return the folder of fonts, icons and page additions: in the package, or next to it in a checkout."""
    installed = PACKAGE / "assets"
    return installed if installed.is_dir() else PACKAGE.parent / "assets"
