"""The folder with the data that people entered on this machine, and what the environment says of it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from companion.system.data_lock import LOCK
from companion.system.paths import DATABASE, database
from scoring.messages import say
from storage.backup.backups import FOLDER
from storage.database import sqlite_files
from storage.database.connections import misread_file
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


def misplaced_database(data: Path) -> Path | None:
    """Return where an earlier version put the database of this folder, if there is none in the folder yet.

    It misread the name of a folder with a `%` or `?`. A folder that no version has used yet, with neither a lock nor
    backups, has nothing there, even if the database of another folder is.
    """
    file = data / DATABASE
    old = misread_file(file)
    if old is None or file.exists() or not old.is_file() or os.environ.get("TESSERA_DATABASE_URL"):
        return None
    return old if (data / LOCK).exists() or (data / FOLDER).exists() else None


def adopt_database(old: Path, data: Path) -> Message:
    """Copy a database that an earlier version misplaced into its folder, and return what to say about it.

    Raises:
        StoreError: it could not be copied; there is none in the folder yet.

    """
    sqlite_files.copy_database(old, data / DATABASE)
    return say(
        "An earlier version kept the data of {folder} in {old}: it is being copied, and also stays there",
        folder=str(data),
        old=str(old),
    )


def environment(name: str) -> str | None:
    """Return a variable of the environment, `None` where it is not set.

    Raises:
        StoreError: it is set and empty: a script that lost its value must not be taken for one without the wish.

    """
    value = os.environ.get(name)
    if value is not None and not value.strip():
        raise StoreError(say("{name} is set, but empty: give it a value, or leave it out", name=name))
    return value
