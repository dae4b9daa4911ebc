"""The errors of the database, in sentences for people."""

from __future__ import annotations

import errno
import sqlite3
from dataclasses import dataclass, replace
from typing import Any, Final

from scoring.messages import Message, as_typed, say


class StoreError(Exception):
    """The database could not do what was asked, and has changed nothing; `message` says why and what helps."""

    def __init__(self, message: Message) -> None:
        """Keep the sentence."""
        super().__init__(message)
        self.message = message


_NOT_ALLOWED: Final = say("its rights do not allow that; change them, or choose another place")

_MISSING: Final = say("there is no such file or folder")

_REASONS: Final = {
    errno.EACCES: _NOT_ALLOWED,
    errno.EPERM: _NOT_ALLOWED,
    errno.EROFS: _NOT_ALLOWED,
    errno.ENOENT: _MISSING,
    errno.ENAMETOOLONG: _MISSING,
    errno.EEXIST: say("a file is in the way"),
    errno.ENOTDIR: say("a file is in the way"),
    errno.EISDIR: say("it is a folder; name a file"),
    errno.ELOOP: say("links there lead back to themselves"),
    errno.ENXIO: say("it is no ordinary file"),
    errno.ENOSPC: say("the disk is full"),
    errno.EADDRINUSE: say("another program uses it"),
}


def os_reason(error: OSError | ValueError) -> Message:
    """Return why the system refused what was asked of it; a name that no file can have is a `ValueError`."""
    number = getattr(error, "errno", None) or 0
    return _REASONS.get(number) or as_typed(getattr(error, "strerror", None) or str(error))


def unusable(path: object, error: OSError) -> Message:
    """Return the sentence on a file or folder that the system refused."""
    return say(
        '"{path}" cannot be used: {why}', path=path if isinstance(path, Message) else str(path), why=os_reason(error)
    )


class UnavailableError(StoreError):
    """The database could not be read or written this time; the same can be done as soon as it is free again.

    `cause` says why, for those who need do nothing but wait.
    """

    def __init__(self, cause: Message, advice: Message) -> None:
        """Say both."""
        super().__init__(say("{cause}: {advice}", cause=cause, advice=advice))
        self.cause = cause


class DamagedDatabaseError(StoreError):
    """The file of the database is damaged, or no database."""


class NewerDatabaseError(StoreError):
    """A newer version wrote the database, which is as it was."""


DAMAGED_ROW: Final = say(
    "some of what is stored is damaged: start Tessera again, or run `tessera restore --damaged`, to restore it"
)


@dataclass(frozen=True, slots=True)
class Failure:
    """Why the database could not do what was asked, and what is to be done about it."""

    cause: Message
    advice: Message

    def error(self, name: str, what: Message | str = "") -> UnavailableError:
        """Return it as the error of the database with this name; `what` are the words of its driver."""
        return UnavailableError(replace(self.cause, values={"file": name, "what": what}), self.advice)


HELD: Final = Failure(
    say("another program is using {file}"), say("nothing was saved; let it finish or close it, then try again")
)

NO_ROOM: Final = Failure(
    say("there is no room left for {file}"), say("nothing was saved; free some space there, then try again")
)

_LOCKED_OUT: Final = Failure(
    say("Tessera may not read and write {file}"), say("nothing was saved; give it the rights to do so")
)

DAMAGED_FILE: Final = Failure(
    say("{file} is damaged ({what}) and was left untouched"), say("put a backup in its place, or move it away")
)
"""What is said of a file that is damaged, or no database."""

_OUT_OF_REACH: Final = Failure(
    say("{file} cannot be reached ({what})"),
    say("nothing was saved; check its address, and whether its server is running, then try again"),
)

_SQLITE: Final = {
    "SQLITE_FULL": NO_ROOM,
    "SQLITE_READONLY": _LOCKED_OUT,
    "SQLITE_BUSY": HELD,
    "SQLITE_CANTOPEN": _LOCKED_OUT,
    "SQLITE_NOTADB": DAMAGED_FILE,
    "SQLITE_CORRUPT": DAMAGED_FILE,
    "SQLITE_AUTH": DAMAGED_FILE,
    "SQLITE_INTERRUPT": Failure(
        say("looking into {file} takes too long"), say("nothing was changed; try again while nothing else runs")
    ),
    "SQLITE_IOERR": Failure(
        say("{file} could not be read or written"), say("nothing was saved; check whether its disk is full or failing")
    ),
}

_POSTGRESQL: Final = {
    "53100": NO_ROOM,
    "53300": Failure(say("{file} has too many connections"), HELD.advice),
    "25006": _LOCKED_OUT,
    "42501": _LOCKED_OUT,
    "55P03": HELD,
    "28": Failure(say("{file} does not let this user in ({what})"), _OUT_OF_REACH.advice),
    "3D": Failure(say("there is no database {file}"), _OUT_OF_REACH.advice),
    "08": _OUT_OF_REACH,
    "57P": _OUT_OF_REACH,
    "XX001": DAMAGED_FILE,
}
"""Failures by SQLSTATE, or by the beginning of one."""

_NO_ANSWER: Final = "08"
"""The class of errors without an answer, for which psycopg has no SQLSTATE."""

_NOT_LET_IN: Final = "28"

_REFUSALS: Final = {
    "too many": "53300",  # before those that name whoever has too many
    "not currently accepting": _NO_ANSWER,
    "pg_hba.conf": _NOT_LET_IN,
    "password": _NOT_LET_IN,
    'role "': _NOT_LET_IN,
    'database "': "3D",
}
"""The classes of what a server answers when it refuses a connection, for which psycopg has no SQLSTATE either."""


def store_error(error: BaseException | None, name: str) -> StoreError:
    """Return a driver's error about a database as a sentence for people."""
    code = getattr(error, "sqlite_errorname", "")
    what = " ".join(str(error).split())
    if code == "SQLITE_ERROR" and what == "unsupported file format":
        code = "SQLITE_CORRUPT"  # there was only ever one, so its number is damaged
    if isinstance(error, sqlite3.OperationalError) and what.startswith("Could not decode to UTF-8"):
        return DamagedDatabaseError(DAMAGED_ROW)
    failure = next((failure for start, failure in _SQLITE.items() if code.startswith(start)), None)
    if failure is None and type(error).__module__.startswith("psycopg"):
        state = getattr(error, "sqlstate", None) or _refusal(error, what)
        failure = next((failure for start, failure in _POSTGRESQL.items() if state.startswith(start)), None)
    if failure is None:
        return StoreError(
            say('"{file}" reports "{what}": nothing was saved; try again, or start Tessera again', file=name, what=what)
        )
    unavailable = failure.error(name, what)
    return DamagedDatabaseError(unavailable.message) if failure is DAMAGED_FILE else unavailable


def _refusal(error: BaseException | None, what: str) -> str:
    """Return the class of an error without SQLSTATE: a connection that was refused or lost."""
    connection: Any = getattr(error, "pgconn", None)
    if connection is not None and connection.needs_password:
        return _NOT_LET_IN
    if "FATAL:" not in what:
        return _NO_ANSWER
    refusal = next((state for part, state in _REFUSALS.items() if part in what), None)
    if refusal is None and connection is not None and connection.used_password:
        return _NOT_LET_IN  # said in another language
    return refusal or _NO_ANSWER
