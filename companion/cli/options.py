"""What the commands of the history share: the options that say what is meant, the data, and the question before."""

from __future__ import annotations

import sys
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.errors import FAILED, PROBLEMS, fail, print_error

if TYPE_CHECKING:
    from collections.abc import Iterator

    from storage.repositories.history import Filter
    from storage.repositories.tables import Store

Data = Annotated[Path | None, typer.Option("--data", metavar="DIR", help="The folder with the app's data.")]
Game = Annotated[str | None, typer.Option("--game", metavar="GAME", help="Only plays of this game: key or title.")]
Player = Annotated[str | None, typer.Option("--player", metavar="NAME", help="Only plays with this player.")]
Since = Annotated[str | None, typer.Option("--since", metavar="DAY", help="Only from this day on: 2026-01-31.")]
Until = Annotated[str | None, typer.Option("--until", metavar="DAY", help="Only up to this day: 2026-12-31.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do it without asking.")]


def now() -> datetime:
    """Return this moment, with its zone."""
    return datetime.now(UTC)


def folder_of(data: Path | None) -> Path:
    """Return the folder with the data, the one of this machine where none is named."""
    from companion.system import paths  # noqa: PLC0415 - as everything that is not needed to say how a command is given

    return data or paths.data_folder()


def address_of(data: Path) -> str:
    """Return the address of the database: the one in TESSERA_DATABASE_URL, else that of a file in the folder."""
    from companion.system import paths  # noqa: PLC0415

    return paths.address(data)


def backups_of(data: Path) -> Path:
    """Return the folder with the backups."""
    from storage.backup.backups import FOLDER  # noqa: PLC0415

    return data / FOLDER


@contextmanager
def reading(data: Path) -> Iterator[Store]:
    """Open the store, which must be there; the app may have it open, too."""
    from storage.database.engine import parse_url, sqlite_file  # noqa: PLC0415

    file = sqlite_file(parse_url(address_of(data)))
    if file is not None and not file.exists():
        fail(f"there is nothing in {data} yet; name another folder with --data", PROBLEMS)
    with opened(data) as store:
        yield store


@contextmanager
def opened(data: Path) -> Iterator[Store]:
    """Open the store, a new one where there is none."""
    from storage.backup.backups import before_upgrade  # noqa: PLC0415
    from storage.repositories.tables import Store  # noqa: PLC0415

    with closing(Store.open(address_of(data), now, before_upgrade(backups_of(data)))) as store:
        yield store


@contextmanager
def looked_at(data: Path) -> Iterator[Store]:
    """Open the store without making one where there is none."""
    from storage.database.engine import parse_url, sqlite_file  # noqa: PLC0415

    file = sqlite_file(parse_url(address_of(data)))
    with ExitStack() as until_the_end:
        if file is not None and not file.exists():
            data = Path(until_the_end.enter_context(TemporaryDirectory()))
        yield until_the_end.enter_context(opened(data))


@contextmanager
def exclusive(data: Path, there: str) -> Iterator[None]:
    """Hold the data, which the app must not have open; `there` is what can be done in the app instead."""
    from companion.system.data_lock import LockedError, acquire  # noqa: PLC0415

    with ExitStack() as until_the_end:
        try:
            until_the_end.enter_context(acquire(data))
        except LockedError as error:
            where = f" at {error.address}" if error.address else ""
            fail(f"Tessera is running{where} with the data in {data}: {there}, or end it and do this again", FAILED)
        except OSError as error:
            fail(f"{data} cannot hold Tessera's data: {error.strerror or error}; name another with --data", FAILED)
        yield


def agreed(question: str, *, yes: bool) -> bool:
    """Return whether somebody agrees, who is asked where nobody said so before."""
    if yes:
        return True
    if sys.stdin is None or not sys.stdin.isatty():
        fail("nobody can be asked here; add --yes to have it done without a question", PROBLEMS)
    if typer.confirm(question, err=True):
        return True
    print_error("nothing was changed")
    return False


def filter_of(store: Store, game: str | None, player: str | None, since: str | None, until: str | None) -> Filter:
    """Return which plays are meant, or end where nobody can know."""
    from storage.repositories.history import Filter, games  # noqa: PLC0415
    from storage.repositories.people import player_named  # noqa: PLC0415

    key = None
    if game is not None:
        known = games(store)
        key = next((key for key, title in known if game.casefold() in {key.casefold(), title.casefold()}), None)
        if key is None:
            titles = ", ".join(title for _, title in known) or "none"
            fail(f"{game} was never played here; played were: {titles}", PROBLEMS)
    who = None if player is None else player_named(store, player)
    if player is not None and who is None:
        fail(f"nobody called {player} played here", PROBLEMS)
    return Filter(game=key, player_id=who, since=_day(since), until=_day(until))


def _day(text: str | None) -> str | None:
    if text is None:
        return None
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        fail(f"{text} is no day; write it like 2026-01-31", PROBLEMS)
