"""The folder with the data that people entered on this machine, and what the environment says of it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from companion.system.paths import database
from scoring.messages import say
from storage.database.errors import StoreError

if TYPE_CHECKING:
    from scoring.messages import Message
    from storage.database.connections import DatabaseUrl


def data_folder() -> Path:
    """Return the data folder: TESSERA_DATA, or the system's folder for data; it need not exist yet.

    Raises:
        StoreError: TESSERA_DATA is empty.

    """
    folder = environment("TESSERA_DATA")
    return platformdirs.user_data_path("tessera", appauthor=False) if folder is None else Path(folder)


def database_url(data: Path) -> DatabaseUrl:
    """Return the URL of the database: TESSERA_DATABASE_URL, else that of the file in the folder.

    Raises:
        StoreError: TESSERA_DATABASE_URL is empty.

    """
    return environment("TESSERA_DATABASE_URL") or database(data)


def environment(name: str) -> str | None:
    """Return a variable of the environment, `None` where it is not set.

    Raises:
        StoreError: it is set and empty: a script that lost its value must not be taken for one without the wish.

    """
    value = os.environ.get(name)
    if value is not None and not value.strip():
        raise StoreError(is_empty(name))
    return value


def is_empty(name: str) -> Message:
    """Return the sentence on a setting without a value."""
    return say("{name} is empty: give it a value, or leave it out", name=name)
