"""A store opened whatever happened to its file: a damaged one is kept aside, and the newest good backup takes over."""

from __future__ import annotations

from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from scoring.messages import counted, say
from storage.backup import backups
from storage.database import sqlite_files
from storage.database.engine import SUSPECT_SUFFIX, parse_url, sqlite_file
from storage.database.errors import DamagedDatabaseError, StoreError
from storage.repositories.tables import Store

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from scoring.messages import Message

MAX_QUICK_CHECK_BYTES: Final = 64 << 20
"""Up to how many bytes a file is looked through each time that it is opened, which takes some tenths of a second."""

RECOVERED_SETTING: Final = "recovered"
"""The setting that says what was recovered, until a player has taken note of it."""

_MAX_NAMED_PLAYS: Final = 3
"""How many plays that are missing are named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovered:
    """What took the place of a damaged file, and what is missing since.

    `aside` is where the damaged file lies now, nothing where there was none; `at` is from when the backup is.
    `plays` is how many plays are here now; `told` how many the damaged file tells of and `missing` those of them that
    are not here, as far as it can be read.
    """

    aside: str | None
    at: datetime
    plays: int
    recorded: int | None
    missing: tuple[str, ...] | None

    def summary(self) -> tuple[Message, ...]:
        """Return what a player is told of it; moments are those of this machine."""
        at = f"{self.at.astimezone():%Y-%m-%d %H:%M}"
        if self.aside is None:
            first = say("The file with your plays was gone.")
        else:
            first = say("The file with your plays was damaged; it is kept as {aside}.", aside=self.aside)
        second = say(
            "The backup of {at} took its place, with {plays}: what was entered later is missing.",
            at=at,
            plays=counted(self.plays, "play", "plays"),
        )
        return (first, second, *self._missing_summary())

    def _missing_summary(self) -> tuple[Message, ...]:
        if self.missing is None:
            return () if self.aside is None else (say("The damaged file cannot be read, so this may be plays, too."),)
        if not self.missing:
            return (say("The damaged file tells of no play that is not here; look at the tables in play."),)
        named = "; ".join(self.missing[:_MAX_NAMED_PLAYS]) + (" …" if len(self.missing) > _MAX_NAMED_PLAYS else "")
        missing = counted(len(self.missing), "play", "plays")
        return (say("The damaged file tells of {missing} more: {named}.", missing=missing, named=named),)


def open_store(url: str, clock: Callable[[], datetime], folder: Path) -> tuple[Store, Recovered | None]:
    """Open a store; where its file is damaged, put the newest good backup of the folder in its place, and say so.

    The file of a store that is not open anywhere else.

    Raises:
        StoreError: as opening does; also where the file is damaged and no backup is good. The file is as it was.

    """
    place = parse_url(url)
    file = sqlite_file(place)
    if file is None:
        return Store.open(url, clock, backups.before_upgrade(folder)), None
    damaged = _damage(file, folder)
    if damaged is None:
        try:
            return Store.open(url, clock, backups.before_upgrade(folder)), None
        except DamagedDatabaseError as error:
            damaged = error
    found = backups.newest_good(folder)
    if found is None:
        raise damaged

    def opening(path: Path) -> Store:
        return Store.open(place.set(database=str(path)).render_as_string(), clock, backups.before_upgrade(folder))

    return _recovered(file, opening, clock(), found)


def pending_notice(settings: Mapping[str, Any]) -> Recovered | None:
    """Return what was recovered and nobody has taken note of yet, from the settings of a store."""
    kept = settings.get(RECOVERED_SETTING)
    if not kept:
        return None
    missing = None if kept["missing"] is None else tuple(kept["missing"])
    at = datetime.fromisoformat(kept["at"])
    return Recovered(aside=kept["aside"], at=at, plays=kept["plays"], recorded=kept["told"], missing=missing)


def _damage(file: Path, folder: Path) -> DamagedDatabaseError | None:
    """Return what is wrong with a file; nothing where it is whole, and where opening it will say more."""
    suspect = file.with_name(file.name + SUSPECT_SUFFIX)
    try:
        if not file.exists() or not file.stat().st_size:
            message = "{file} is empty or gone, and no backup is good: put one in its place, or remove all of them"
            return DamagedDatabaseError(say(message, file=str(file))) if backups.backups(folder) else None
        unsure = suspect.exists() or any(file.with_name(file.name + end).exists() for end in sqlite_files.LOG_SUFFIXES)
        if not unsure and file.stat().st_size > MAX_QUICK_CHECK_BYTES:
            return None
        found = sqlite_files.integrity_problems(file, "quick_check")
    except (OSError, StoreError):
        return None
    if found:
        message = "{file} is damaged ({what}) and was left as it is: put a backup in its place, or move it away"
        return DamagedDatabaseError(say(message, file=str(file), what=found[0]))
    with suppress(OSError):
        suspect.unlink(missing_ok=True)
    return None


def _recovered(
    file: Path, opening: Callable[[Path], Store], now: datetime, found: backups.Backup
) -> tuple[Store, Recovered]:
    told = _plays_of(file)
    here = _plays_of(found.path) or {}
    gone = sorted((what for play, what in (told or {}).items() if play not in here), reverse=True)
    recovered = Recovered(
        aside=str(sqlite_files.aside_path(file, now)) if file.exists() else None,
        at=found.at,
        plays=len(here),
        recorded=None if told is None else len(told),
        missing=None if told is None else tuple(f"{game}, {day}" for day, game in gone),
    )

    def note(new: Path) -> None:
        """Have the file itself say what it is, before it is in place: who is ended then is told the next time."""
        with closing(opening(new)) as store:
            store.set(RECOVERED_SETTING, _plain(recovered))

    sqlite_files.replace_file(found.path, file, now, note)
    with suppress(OSError):
        file.with_name(file.name + SUSPECT_SUFFIX).unlink(missing_ok=True)
    return opening(file), recovered


def _plain(recovered: Recovered) -> dict[str, Any]:
    missing = None if recovered.missing is None else list(recovered.missing)
    return {
        "aside": recovered.aside,
        "at": recovered.at.isoformat(),
        "plays": recovered.plays,
        "told": recovered.recorded,
        "missing": missing,
    }


def _plays_of(file: Path) -> dict[str, tuple[str, str]] | None:
    """Return when each play of a file was finished and of what, as far as it can be read; nothing where it cannot."""
    if not file.exists():
        return None
    found: dict[str, tuple[str, str]] = {}
    with suppress(StoreError), sqlite_files.open_read_only(file) as asked, closing(asked.cursor()) as cursor:
        cursor.execute("SELECT id, game, finished FROM plays WHERE removed IS NULL")
        for play, game, finished in cursor:
            found[str(play)] = (str(finished)[:10], str(game))
        return found
    return found or None
