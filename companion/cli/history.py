"""The commands that work on the data: `history`, `backup`, `restore` and `doctor`."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from companion.cli import options
from companion.cli.documents import AS_JSON
from companion.cli.errors import DONE, PROBLEMS, fail, fail_together, print_error, report_errors
from companion.system import now
from scoring.messages import tr

if TYPE_CHECKING:
    from collections.abc import Iterator

    from storage.backup.backups import Backup
    from storage.repositories.history import Cursor, Filter
    from storage.repositories.play_content import PlayBrief
    from storage.repositories.tables import Store

PAGE_SIZE: Final = 200
"""Plays that are loaded at once."""

DEFAULT_LIMIT: Final = 50
"""Plays that are listed unless an option asks for more; the help of that option says so, too."""


def history(  # noqa: PLR0913 - one for each option
    *,
    game: options.Game = None,
    player: options.Player = None,
    since: options.Since = None,
    until: options.Until = None,
    limit: Annotated[
        int | None,
        typer.Option(
            metavar="NUMBER",
            help=tr("Show only this many; 50 without --json."),
            parser=options.number_of_plays,
            show_default=False,
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help=AS_JSON)] = False,
    data: options.Data = None,
) -> None:
    """List the finished plays, the latest first."""
    from companion.cli import history_output  # noqa: PLC0415
    from storage.documents import codec  # noqa: PLC0415
    from storage.repositories.history import count  # noqa: PLC0415

    with report_errors(), options.open_existing(options.data_folder(data)) as store:
        selection = options.play_filter(store, game, player, since, until)
        if json:
            for play in _plays(store, selection, limit):
                sys.stdout.buffer.write(codec.to_json(_described(play)) + b"\n")
            return
        listed, total = list(_plays(store, selection, limit or DEFAULT_LIMIT)), count(store, selection)
        if listed:
            history_output.plays(listed)
        limited = f" (--limit {total})" if total > len(listed) else ""
        history_output.sentences([f"{history_output.plays_text(total)}{limited}"])


def _plays(store: Store, selection: Filter, limit: int | None) -> Iterator[PlayBrief]:
    """Yield plays, loaded page by page, up to a limit."""
    from storage.repositories.history import page  # noqa: PLC0415

    after: Cursor | None = None
    left = limit
    while left is None or left > 0:
        batch = page(store, selection, PAGE_SIZE if left is None else min(PAGE_SIZE, left), after)
        yield from batch.plays
        left = None if left is None else left - len(batch.plays)
        after = batch.after
        if after is None:
            return


def _described(play: PlayBrief) -> dict[str, Any]:
    seats = [
        {"name": seat.name, "total": seat.total, "place": seat.place, "won": seat.won, "position": seat.position}
        for seat in play.players
    ]
    return {
        "id": play.id,
        "game": play.game,
        "title": play.title,
        "edition": play.edition,
        "day": play.day,
        "begun": None if play.begun is None else play.begun.isoformat(),
        "finished": play.finished.isoformat() if play.has_time else play.day,
        "place": play.place or None,
        "note": play.note,
        "players": seats,
    }


def backup(
    folder: Annotated[
        Path | None,
        typer.Argument(metavar="DIR", help=tr("Where to keep it; by default with the data."), show_default=False),
    ] = None,
    *,
    data: options.Data = None,
) -> None:
    """Save a checked copy of everything as it is now; the app may be running."""
    from storage.backup import backups  # noqa: PLC0415

    at = options.data_folder(data)
    with report_errors(), options.open_existing(at) as store:
        made = backups.backup(store, folder or options.backup_folder(at), now())
        print_error(tr('everything as it is now is kept in "{path}"', path=made.path))


def restore(
    chosen: Annotated[
        str | None,
        typer.Argument(
            metavar="BACKUP", help=tr("Its name or path; without one, the backups are listed."), show_default=False
        ),
    ] = None,
    *,
    damaged: Annotated[
        bool, typer.Option("--damaged", help=tr("Restore only what is damaged, from the newest backup that has it."))
    ] = False,
    yes: options.Yes = False,
    data: options.Data = None,
) -> None:
    """Restore a backup; what is there now is backed up first, and phones join again with new codes."""
    from companion.cli import history_output  # noqa: PLC0415
    from companion.formatting.dates import relative_time  # noqa: PLC0415
    from companion.tables.replay import table_after  # noqa: PLC0415
    from storage.backup import backups, mending  # noqa: PLC0415
    from storage.database import copies  # noqa: PLC0415

    at = options.data_folder(data)
    if damaged and chosen is not None:
        fail_together("--damaged", "BACKUP")
    if damaged:
        _restore_damaged(at)
        return
    if chosen is None:
        listed = _backups(options.backup_folder(at))
        history_output.backups(listed, now())
        if not listed:
            print_error(
                tr('there is no backup in "{folder}" yet; `tessera backup` makes one', folder=options.backup_folder(at))
            )
        return
    backup = _backup_called(chosen, options.backup_folder(at))
    with report_errors(), options.exclusive(at):
        if not options.is_confirmed(
            tr("Restore everything as it was {when}?", when=relative_time(backup.at, now())), yes=yes
        ):
            return
        with options.open_alone(at) as store:
            before = backups.restore(store, backup, options.backup_folder(at), now())
            history_output.sentences(mending.mend(store, options.backup_folder(at), table_after))
        print_error(
            tr(
                'everything is as it was {when}; what was there before is kept in "{path}"',
                when=relative_time(backup.at, now()),
                path=before.path,
            )
        )
        print_error(backups.ACCESS_NOTICE)
        if left := copies.left_behind(backup.path):
            print_error(left)


def _restore_damaged(at: Path) -> None:
    """Mend what is damaged, bring back what was set aside before, and say so."""
    from companion.cli import history_output  # noqa: PLC0415
    from companion.tables.replay import table_after  # noqa: PLC0415
    from storage.backup import mending  # noqa: PLC0415
    from storage.backup.doctor import ALL_INTACT  # noqa: PLC0415

    with report_errors(), options.exclusive(at), options.open_alone(at) as store:
        mended = mending.mend(store, options.backup_folder(at), table_after)
        back, left = mending.bring_back(store, options.backup_folder(at))
        history_output.sentences((*mended, *back))
        history_output.sentences(left)
        if left:
            raise typer.Exit(PROBLEMS)
        print_error(ALL_INTACT)


def _backups(folder: Path) -> tuple[Backup, ...]:
    """Return the backups of a folder.

    Raises:
        OSError: the folder cannot be read.

    """
    from storage.backup.backups import backups  # noqa: PLC0415

    with suppress(FileNotFoundError):
        os.listdir(folder)  # noqa: PTH208 - it says why a folder cannot be read
    return backups(folder)


def _backup_called(name: str, folder: Path) -> Backup:
    """Return a backup by its name in the list, or by the path of its file."""
    from storage.backup.backups import Backup, backups  # noqa: PLC0415

    listed = next((backup for backup in _backups(folder) if name in {backup.path.name, backup.path.stem}), None)
    if listed is not None:
        return listed
    path = Path(name)
    if not path.is_file():
        fail(tr('there is no backup "{name}"; `tessera restore` lists those that are there', name=name), PROBLEMS)
    named = next((backup for backup in backups(path.parent) if backup.path.name == path.name), None)
    stat = path.stat()
    return named or Backup(path=path, at=datetime.fromtimestamp(stat.st_mtime, UTC), size=stat.st_size)


def doctor(*, data: options.Data = None) -> None:
    """Examine the data and the backups, and say what was found; nothing is changed."""
    from companion.cli import history_output  # noqa: PLC0415
    from storage.backup.doctor import examine  # noqa: PLC0415

    at = options.data_folder(data)
    with report_errors():
        with history_output.progress("tessera doctor") as progress:
            findings = examine(
                options.database_url(at), options.backup_folder(at), lambda: now().astimezone(), progress
            )
        history_output.findings(findings)
    raise typer.Exit(PROBLEMS if any(finding.kind == "fault" for finding in findings) else DONE)
