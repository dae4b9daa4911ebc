"""A check-up of the database and its backups, in sentences; it changes nothing."""

from __future__ import annotations

import os
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, Literal

from sqlalchemy import func
from sqlmodel import col, select

from scoring.messages import Message, counted, say
from scoring.sheet import of_members
from storage.backup import backups, mending, recovery
from storage.backup.damage import Damage
from storage.backup.damage import examine as damages_in
from storage.database import copies, migrations, sqlite_files, whole_files
from storage.database.connections import DatabaseUrl, parse_url, sqlite_file
from storage.database.engine import version_at
from storage.database.errors import StoreError, unusable
from storage.database.file_parts import listed
from storage.database.models import PlayRow, TableRow
from storage.documents import codec
from storage.repositories import history
from storage.repositories.history import Filter
from storage.repositories.tables import Store
from storage.repositories.values import game_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import datetime

    from scoring.problems import Problem
    from storage.repositories.play_content import StoredPlay

MAX_NAMED: Final = 5
"""The most plays, faults or backups that are listed one by one."""

OLD_AFTER_DAYS: Final = 14
"""The age in days from which the newest backup counts as old."""

ALL_INTACT: Final = say("Every record is intact.")

FindingKind = Literal["good", "note", "fault"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A result of the check-up: all is well (`good`), worth knowing (`note`), or to be repaired (`fault`)."""

    kind: FindingKind
    message: Message


def examine(
    url: DatabaseUrl, folder: Path, clock: Callable[[], datetime], progress: Callable[[int, int], None] | None = None
) -> tuple[Finding, ...]:
    """Examine a database and the backups in a folder.

    `progress` gets the number of plays that were scored again, and the number of all. A database of an older version is
    not examined further, because that would require an upgrade.
    """
    return tuple(_findings(url, folder, clock, progress or (lambda _done, _all: None)))


def examine_open(
    store: Store, folder: Path, clock: Callable[[], datetime], progress: Callable[[int, int], None] | None = None
) -> tuple[Finding, ...]:
    """Examine a database that is open, and the backups in a folder, as `examine` does.

    What is damaged is mended when the database is opened again.

    Raises:
        StoreError: the database cannot be read.

    """
    findings = (
        *([] if store.file is None else _file_findings(store.file)),
        *_store_findings(store, progress or (lambda _done, _all: None)),
    )
    if store.file is not None and any(finding.kind == "fault" for finding in findings):
        sqlite_files.mark_suspect(store.file)
    return (*findings, *_backup_findings(folder, clock()))


def _findings(
    url: DatabaseUrl, folder: Path, clock: Callable[[], datetime], progress: Callable[[int, int], None]
) -> Iterator[Finding]:
    try:
        file = sqlite_file(parse_url(url))
        if file is not None:
            yield from _file_findings(file)
            yield from _emptied_findings(file, folder)
            is_whole = file.exists() and not sqlite_files.integrity_problems(file) and copies.running(file) is None
            current = is_whole and sqlite_files.version_of(file) == migrations.newest()
        else:
            version = version_at(url)
            yield from _version_findings(version)
            current = version == migrations.newest()
        if current:
            with closing(Store(url, clock)) as store:
                yield from _store_findings(store, progress)
    except StoreError as error:
        yield _fault(error.message)
    yield from _backup_findings(folder, clock())


def _fault(message: Message) -> Finding:
    return Finding(kind="fault", message=message)


def _good(message: Message) -> Finding:
    return Finding(kind="good", message=message)


def _note(message: Message) -> Finding:
    return Finding(kind="note", message=message)


def _file_findings(file: Path) -> Iterator[Finding]:
    if not file.exists():
        yield _note(say("There is no {file} yet; Tessera makes it when you open the app.", file=str(file)))
        return
    parts = (file.with_name(file.name + end) for end in ("", *whole_files.LOG_SUFFIXES))
    size = sum(path.stat().st_size for path in parts if path.exists())
    yield _good(say("{file} takes up {size}.", file=str(file), size=size_text(size)))
    problems = sqlite_files.integrity_problems(file)
    for fault in problems[:MAX_NAMED]:
        yield _fault(damaged_message(fault))
    if problems:
        yield _note(_mending(file))
        return
    if runs := copies.running(file):
        yield _fault(damaged_message(runs))
        yield _note(_mending(file))
        return
    yield _good(say("The file is intact, and everything it refers to is there."))
    version = sqlite_files.version_of(file)
    yield from _version_findings(version)
    if migrations.is_known(version) and (names := copies.not_ours(file)):
        others = counted(
            len(names),
            "{number} part of the file is not as Tessera makes it: {names}. A backup that is restored leaves it out.",
            "{number} parts of the file are not as Tessera makes them: {names}. A backup that is restored leaves them "
            "out.",
            names=listed(names),
        )
        yield _note(others)


def damaged_message(what: Message | str) -> Message:
    """Return the sentence on what is damaged."""
    return say("This is damaged: {what}.", what=what)


def _mending(file: Path) -> Message:
    """Return what opening a damaged file does."""
    with TemporaryDirectory(prefix="tessera-") as place, suppress(StoreError):
        recovery.rebuild_indexes(file, Path(place, file.name))
        return say("Open the app: it copies what was entered into a new file and keeps this one; nothing is missing.")
    return say("Open the app: it puts the newest good backup in its place and keeps the damaged file.")


def _emptied_findings(file: Path, folder: Path) -> Iterator[Finding]:
    if file.exists() and sqlite_files.integrity_problems(file):
        return
    entered = backups.entered_before(file, folder)
    if entered is not None:
        yield _fault(backups.emptied_message(file, entered))


def _version_findings(version: object) -> Iterator[Finding]:
    if version is None:
        yield _note(say("It holds no Tessera data yet."))
    elif not migrations.is_known(version):
        yield _fault(say("It was written by a newer version of Tessera: install that version."))
    elif version != migrations.newest():
        yield _note(say("It belongs to an older version; opening the app backs it up and updates it."))


def _store_findings(store: Store, progress: Callable[[int, int], None]) -> Iterator[Finding]:
    with store.reading() as session:
        plays = session.exec(select(func.count()).select_from(PlayRow).where(col(PlayRow.removed).is_(None))).one()
        deleted = session.exec(select(func.count()).select_from(PlayRow).where(col(PlayRow.removed).is_not(None))).one()
        running = session.exec(select(func.count()).select_from(TableRow).where(TableRow.state == "running")).one()
    yield _good(
        say(
            "It holds {plays}, {deleted} that were deleted, and {tables} in play.",
            plays=counted(plays, "{number} play", "{number} plays"),
            deleted=deleted,
            tables=counted(running, "{number} table", "{number} tables"),
        )
    )
    with store.reading() as session:
        damages, aside = damages_in(session), mending.waiting(session)
    yield from _row_findings(damages, aside)
    if not damages:
        yield from _score_findings(store, plays, progress)


def _row_findings(damages: Sequence[Damage], aside: Sequence[Message]) -> Iterator[Finding]:
    """Report the rows that differ from their checksums, and what was set aside."""
    for damage in damages:
        yield _fault(damaged_message(damage.name))
    if damages:
        yield _note(
            say(
                "Open the app, or run `tessera restore --damaged`: it restores that from the newest backup that has "
                "it, and sets aside what is damaged."
            )
        )
    else:
        yield _good(ALL_INTACT)
    yield from map(_note, aside)


def _score_findings(store: Store, plays: int, progress: Callable[[int, int], None]) -> Iterator[Finding]:
    """Score every play with a document again, and report totals that differ."""
    scored = 0
    differ: list[Message] = []
    for done, play in enumerate(history.stream(store, Filter()), 1):
        difference = _difference(play)
        scored += play.document is not None
        if difference is not None:
            differ.append(difference)
        progress(done, plays)
    yield from map(_note, differ[:MAX_NAMED])
    if len(differ) > MAX_NAMED:
        more = len(differ) - MAX_NAMED
        yield _note(counted(more, "The same goes for {number} more play.", "The same goes for {number} more plays."))
    if scored and not differ:
        message = counted(
            scored,
            "{number} play with a document has the same totals under today's rules.",
            "{number} plays with a document have the same totals under today's rules.",
        )
        yield _good(message)


def _difference(play: StoredPlay) -> Message | None:
    """Return how today's rules score a play differently, or `None`."""
    if play.document is None or play.is_recorded or game_of(play.game) is None:
        return None
    what = {"play": play.title, "day": play.day}
    try:
        read = codec.read_table(play.document)
    except codec.DocumentError as error:
        return say("{play} of {day} cannot be read: {why}.", **what, why=_told(error.problems[0]))
    columns = of_members(read.game.score(read.table), read.table).columns
    now = ", ".join(f"{column.player} {column.total}" for column in columns)
    then = ", ".join(f"{seat.name} {seat.total}" for seat in play.players)
    if now == then:
        return None
    return say("{play} of {day} was kept as {then}; today's rules give {now}.", **what, then=then, now=now)


def _told(problem: Problem) -> Message:
    if not problem.path:
        return problem.message
    return say("{what}: {value}", what=problem.path, value=problem.message)


def _backup_findings(folder: Path, now: datetime) -> Iterator[Finding]:
    listed = backups.backups(folder)
    try:
        os.listdir(folder)  # noqa: PTH208 - it says why a folder cannot be read
    except FileNotFoundError:
        pass
    except OSError as error:
        yield _fault(unusable(folder, error))
        return
    if not listed:
        yield _note(
            say("There is no backup in {folder} yet; one is made after each finished play.", folder=str(folder))
        )
        return
    size = size_text(sum(backup.size for backup in listed))
    number = counted(
        len(listed),
        "{folder} has {number} backup, {size} in all.",
        "{folder} has {number} backups, {size} in all.",
        folder=str(folder),
        size=size,
    )
    yield _good(number)
    days = max((now - listed[0].at).days, 0)
    newest = counted(
        days,
        "The newest is from {at}, {number} day ago.",
        "The newest is from {at}, {number} days ago.",
        at=f"{listed[0].at.astimezone(now.tzinfo):%Y-%m-%d %H:%M}",
    )
    yield _note(newest) if days > OLD_AFTER_DAYS else _good(newest)
    for backup in [backup for backup in listed if backup.at > now][:MAX_NAMED]:
        message = say(
            "{file} is dated in the future because a clock was wrong; backups made after it still count as newer.",
            file=backup.path.name,
        )
        yield _note(message)
    for backup in listed:
        wrong = backups.restore_problems(backup)
        if wrong:
            yield _fault(backups.unusable_message(backup, wrong[0]))
        elif rows := backups.damaged_rows(backup.path):
            damaged = counted(
                len(rows),
                "{file} has {number} damaged row; a backup without any is used first.",
                "{file} has {number} damaged rows; a backup without any is used first.",
                file=backup.path.name,
            )
            yield _note(damaged)
        elif left := copies.left_behind(backup.path):
            yield _note(say("{what}: {value}", what=backup.path.name, value=left))


def size_text(size: int) -> str:
    """Return a number of bytes for people to read.

    >>> size_text(0), size_text(1536), size_text(40_000_000)
    ('0 bytes', '1.5 kB', '40 MB')
    """
    if size < 1_000:  # noqa: PLR2004 - the least that has a unit of its own
        return str(counted(size, "{number} byte", "{number} bytes"))
    units = {"kB": 1e3, "MB": 1e6, "GB": 1e9}
    unit, least = next(entry for entry in reversed(units.items()) if size >= entry[1])
    return f"{size / least:.2g} {unit}" if size < 10 * least else f"{size / least:.0f} {unit}"
