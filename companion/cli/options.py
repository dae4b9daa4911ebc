"""The options that commands share, the opening of the data, and the question before a change."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from companion.cli.errors import FAILED, PROBLEMS, fail, fail_for_choice, print_error
from companion.system import now
from scoring.messages import say, tr

if TYPE_CHECKING:
    from collections.abc import Iterator

    from storage.database.connections import DatabaseUrl
    from storage.repositories.history import Filter
    from storage.repositories.tables import Store


def _folder(text: str) -> Path:
    """Return the folder that an option names; an empty text, such as an unset variable of a script, names none."""
    if not text.strip():
        from companion.system.data_folder import is_empty  # noqa: PLC0415 - it loads the database

        fail(is_empty("--data"), PROBLEMS)
    return Path(text)


HIGHEST_PORT: Final = 65535

MAX_LIMIT: Final = 1_000_000_000


def port_number(option: str | int) -> int:
    """Return the port that an option names, or its default; 0 is any that is free."""
    return _number("--port", str(option), 0, HIGHEST_PORT)


def number_of_plays(option: str) -> int:
    """Return the limit that an option names."""
    return _number("--limit", option, 1, MAX_LIMIT)


def _number(name: str, text: str, low: int, high: int) -> int:
    if not text.isascii() or not text.isdigit() or not low <= int(text[:20]) <= high:
        fail(tr("{name}: give a whole number from {low} to {high}", name=name, low=low, high=high), PROBLEMS)
    return int(text)


Data = Annotated[
    Path | None, typer.Option("--data", metavar="DIR", parser=_folder, help=tr("The folder with the app's data."))
]
Game = Annotated[str | None, typer.Option("--game", metavar="GAME", help=tr("Only plays of this game: key or title."))]
Player = Annotated[str | None, typer.Option("--player", metavar="NAME", help=tr("Only plays with this player."))]
Since = Annotated[str | None, typer.Option("--since", metavar="DAY", help=tr("Only from this day on: 2026-01-31."))]
Until = Annotated[str | None, typer.Option("--until", metavar="DAY", help=tr("Only up to this day: 2026-12-31."))]
Yes = Annotated[bool, typer.Option("--yes", "-y", help=tr("Do it without asking."))]
DryRun = Annotated[bool, typer.Option("--dry-run", help=tr("Only say what it would do."))]

Address = Annotated[
    str | None, typer.Option(metavar="URL", help=tr("The public address, behind a proxy: https://tessera.example."))
]

NOTHING_CHANGED: Final = say("Nothing was changed.")

YES: Final = ("1", "true", "yes", "on")


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkOptions:
    """Who is to be served besides this machine, as options and environment say; see `server.Exposure`."""

    lan: bool
    address: str | None
    proxies: str


def network_options(*, lan: bool, address: str | None) -> NetworkOptions:
    """Return the options, completed by TESSERA_LAN, TESSERA_ADDRESS and TESSERA_PROXIES."""
    from companion.system.data_folder import environment  # noqa: PLC0415 - here and below: needed only for a command

    with empty_settings_refused():
        return NetworkOptions(
            lan=lan or os.environ.get("TESSERA_LAN", "").strip().lower() in YES,
            address=address or environment("TESSERA_ADDRESS"),
            proxies=environment("TESSERA_PROXIES") or "127.0.0.1",
        )


def data_folder(data: Path | None) -> Path:
    """Return the folder of an option, else the data folder of this machine."""
    from companion.system import data_folder as machine  # noqa: PLC0415

    with empty_settings_refused():
        return data or machine.data_folder()


def database_url(data: Path) -> DatabaseUrl:
    """Return the URL of the database: TESSERA_DATABASE_URL, else that of the file in the folder."""
    from companion.system import data_folder as machine  # noqa: PLC0415

    with empty_settings_refused():
        return machine.database_url(data)


@contextmanager
def empty_settings_refused() -> Iterator[None]:
    """End the command where a variable of the environment that it needs is empty."""
    from storage.database.errors import StoreError  # noqa: PLC0415

    try:
        yield
    except StoreError as error:
        fail(error.message, PROBLEMS)


def backup_folder(data: Path) -> Path:
    """Return the folder of the backups."""
    from storage.backup.backups import FOLDER  # noqa: PLC0415

    return data / FOLDER


@contextmanager
def open_existing(data: Path) -> Iterator[Store]:
    """Open the store, which must exist; the app may have it open, too."""
    from storage.backup.backups import emptied_message, entered_before  # noqa: PLC0415
    from storage.database.connections import parse_url, sqlite_file  # noqa: PLC0415

    file = sqlite_file(parse_url(database_url(data)))
    if file is not None and not file.exists():
        fail(tr('there is nothing in "{data}" yet; name another folder with --data', data=data), PROBLEMS)
    lost = None if file is None else entered_before(file, backup_folder(data))
    if file is not None and lost is not None:
        fail(emptied_message(file, lost), PROBLEMS)
    with open_or_create(data) as store:
        yield store


@contextmanager
def open_or_create(data: Path) -> Iterator[Store]:
    """Open the store, and create it where there is none."""
    from storage.backup.backups import before_upgrade  # noqa: PLC0415
    from storage.repositories.tables import Store  # noqa: PLC0415

    with closing(Store(database_url(data), now, before_upgrade(backup_folder(data)))) as store:
        yield store


@contextmanager
def open_alone(data: Path) -> Iterator[Store]:
    """Open the store, and create or recover it where need be; `exclusive` must hold the data."""
    from companion.cli import history_output  # noqa: PLC0415
    from companion.tables.replay import table_after  # noqa: PLC0415
    from storage.backup import recovery  # noqa: PLC0415

    store, said = recovery.open_whole(database_url(data), now, backup_folder(data), table_after)
    with closing(store):
        history_output.sentences(said)
        yield store


@contextmanager
def open_for_preview(data: Path) -> Iterator[Store]:
    """Open the store without creating it: where there is none, an empty one that is deleted at once."""
    from tempfile import TemporaryDirectory  # noqa: PLC0415

    from storage.database.connections import parse_url, sqlite_file  # noqa: PLC0415

    file = sqlite_file(parse_url(database_url(data)))
    with ExitStack() as until_the_end:
        if file is not None and not file.exists():
            data = Path(until_the_end.enter_context(TemporaryDirectory()))
        yield until_the_end.enter_context(open_or_create(data))


@contextmanager
def exclusive(data: Path) -> Iterator[None]:
    """Lock the data, which the app must not have open."""
    from companion.system.data_folder import LockedError, acquire  # noqa: PLC0415
    from storage.database.connections import parse_url, sqlite_file  # noqa: PLC0415

    with ExitStack() as until_the_end:
        try:
            until_the_end.enter_context(acquire(data, sqlite_file(parse_url(database_url(data)))))
        except LockedError as error:
            where = error.address or str(error.held)
            fail(tr("Tessera is running ({where}): do it there, or close it and try again", where=where), FAILED)
        yield


def is_confirmed(question: str, *, yes: bool) -> bool:
    """Return whether the user agrees; with `yes` they are not asked."""
    if yes:
        return True
    if sys.stdin is None or not sys.stdin.isatty():
        fail(tr("there is nobody to ask; add --yes to do it without asking"), PROBLEMS)
    if typer.confirm(question, err=True):
        return True
    print_error(NOTHING_CHANGED)
    return False


def play_filter(store: Store, game: str | None, player: str | None, since: str | None, until: str | None) -> Filter:
    """Return the filter that options describe, or end the command where a name is unknown."""
    from storage.repositories.history import Filter  # noqa: PLC0415
    from storage.repositories.people import player_named  # noqa: PLC0415

    key = None if game is None else _game_called(store, game)
    player_id = None if player is None else player_named(store, player)
    if player is not None and player_id is None:
        fail(tr('nobody called "{player}" played here', player=player), PROBLEMS)
    return Filter(game=key, player_id=player_id, since=_day(since), until=_day(until))


def _game_called(store: Store, called: str) -> str:
    """Return the key of a game with plays by its key, its title or its name here, or end the command."""
    from companion.services.game_names import game_names  # noqa: PLC0415
    from storage.repositories.games import played_games  # noqa: PLC0415

    played, names = {game.key: game.title for game in played_games(store)}, game_names(store)
    exact = [key for key in played if called.casefold() in {key.casefold(), names[key].casefold()}]
    keys = exact or [key for key, title in played.items() if title.casefold() == called.casefold()]
    if not keys:
        fail_for_choice("--game", called, [name for key, name in names.items() if key in played])
    if len(keys) > 1:
        listed = ", ".join(names[key] for key in keys)
        fail(tr('several games are called "{title}"; name one of: {listed}', title=called, listed=listed), PROBLEMS)
    return keys[0]


def _day(text: str | None) -> str | None:
    return None if text is None else read_day(text).isoformat()


def read_day(text: str) -> date:
    """Return the day of an option, or end the command where it is none."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        fail(tr('"{day}" is not a day; write it like 2026-01-31', day=text), PROBLEMS)
