"""The errors of the database, in sentences for people."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from scoring.messages import Message, say

if TYPE_CHECKING:
    from collections.abc import Sequence

NO_ROOM: Final = say(
    "there is no room left for {file}: nothing was saved; free some space on that disk, then try again"
)

_SQLITE: Final = {
    "SQLITE_FULL": NO_ROOM,
    "SQLITE_READONLY": say(
        "{file} cannot be written: nothing was saved; let Tessera write to it and its folder, then try again"
    ),
    "SQLITE_BUSY": say("another program is using {file}: nothing was saved; let it finish or close it, then try again"),
    "SQLITE_CANTOPEN": say(
        "{file} cannot be opened: let Tessera read and write it and its folder, or choose another place"
    ),
    "SQLITE_NOTADB": say("{file} is not a database and was left untouched: move it away or choose another place"),
    "SQLITE_CORRUPT": say(
        "{file} is damaged and was left untouched: start Tessera again, or put a backup in its place"
    ),
    "SQLITE_IOERR": say(
        "{file} could not be read or written: nothing was saved; check whether its disk is full or failing"
    ),
}

_POSTGRESQL: Final = {
    "53100": say("there is no room left for {file}: nothing was saved; free some space on its server, then try again"),
    "53300": say("{file} has too many connections: nothing was saved; try again in a while"),
    "25006": say("{file} cannot be written: nothing was saved; let Tessera write to it, then try again"),
    "42501": say("{file} does not allow this user to do that: nothing was saved; ask its owner to allow it"),
    "55P03": say("another program is using {file}: nothing was saved; let it finish or close it, then try again"),
    "28": say("{file} does not let this user in ({what}): check the name and the password in its address"),
    "3D": say("there is no database {file}: have it created on its server, or choose another address"),
    "08": say(
        "{file} cannot be reached ({what}): nothing was saved; check whether its server is running, then try again"
    ),
    "57P": say(
        "{file} cannot be reached ({what}): nothing was saved; check whether its server is running, then try again"
    ),
    "XX001": say("{file} is damaged ({what}): put a backup in its place"),
}
"""Sentences by SQLSTATE, or by the beginning of one."""

_NO_ANSWER: Final = "08"
"""The class of errors without an answer, for which psycopg has no SQLSTATE."""

_NOT_LET_IN: Final = "28"

_REFUSALS: Final = {
    "pg_hba.conf": _NOT_LET_IN,
    "password": _NOT_LET_IN,
    'role "': _NOT_LET_IN,
    'database "': "3D",
    "too many": "53300",
}
"""The classes of what a server answers when it refuses a connection, for which psycopg has no SQLSTATE either."""

_DAMAGE: Final = ("SQLITE_NOTADB", "SQLITE_CORRUPT")


class StoreError(Exception):
    """The database could not do what was asked, and has changed nothing; `message` says why and what helps."""

    def __init__(self, message: Message) -> None:
        """Keep the sentence."""
        super().__init__(message)
        self.message = message


class UnavailableError(StoreError):
    """The database could not be read or written this time; the same can be done as soon as it is free again."""


class DamagedDatabaseError(StoreError):
    """The file of the database is damaged, or no database."""


class NewerDatabaseError(StoreError):
    """A newer version wrote the database, which is as it was."""


class DamagedRowError(StoreError):
    """A row of the database is damaged; the others can be used.

    `key` is its primary key in `table`.
    """

    def __init__(self, table: str, key: Sequence[object]) -> None:
        """Say what helps."""
        message = say(
            "the data kept there is damaged: find it in the app or with `tessera doctor`, and put it back from a backup"
        )
        super().__init__(message)
        self.table = table
        self.key = tuple(key)


def store_error(error: BaseException | None, name: str) -> StoreError:
    """Return a driver's error about a database as a sentence for people."""
    code = getattr(error, "sqlite_errorname", "")
    what = " ".join(str(error).split())
    if code == "SQLITE_ERROR" and what == "unsupported file format":
        code = "SQLITE_CORRUPT"  # there was only ever one, so its number is damaged
    kind: type[StoreError] = UnavailableError
    found = next((template for start, template in _SQLITE.items() if code.startswith(start)), None)
    if found is None and type(error).__module__.startswith("psycopg"):
        state = getattr(error, "sqlstate", None) or _refusal(error, what)
        found = next((template for start, template in _POSTGRESQL.items() if state.startswith(start)), None)
    if found is None:
        kind = StoreError
        found = say("the database {file} reports “{what}”: nothing was saved; try again, or start Tessera again")
    if code.startswith(_DAMAGE) or found is _POSTGRESQL["XX001"]:
        kind = DamagedDatabaseError
    message = replace(found, values={"file": name, "what": what})
    return kind(message)


def _refusal(error: BaseException | None, what: str) -> str:
    """Return the class of an error without SQLSTATE: a connection that was refused or lost."""
    connection: Any = getattr(error, "pgconn", None)
    if connection is not None and connection.needs_password:
        return _NOT_LET_IN
    if "FATAL:" not in what:
        return _NO_ANSWER
    found = next((state for part, state in _REFUSALS.items() if part in what), None)
    if found is None and connection is not None and connection.used_password:
        return _NOT_LET_IN  # said in another language
    return found or _NO_ANSWER
