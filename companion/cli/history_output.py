"""The output of the commands of the history: plays, sentences, backups, findings, progress."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from companion.cli.sheets import open_console, print_wrapped
from companion.formatting.dates import relative_time
from companion.services.game_names import title_here
from scoring.messages import Message, counted, printable, say, say_in, tr, tr_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from datetime import datetime

    from storage.backup.backups import Backup
    from storage.backup.doctor import Finding
    from storage.repositories.play_content import PlayBrief

NARROW: Final = 72
"""In a terminal of fewer characters plays stand below each other, not in a table."""

_MARKS: Final = {"good": say("ok"), "note": say_in("finding", "note"), "fault": say("bad")}
_STYLES: Final = {"good": "", "note": "bold", "fault": "bold red"}


def plays(listed: Sequence[PlayBrief]) -> None:
    """Print plays."""
    console = open_console()
    if console.width < NARROW:
        for play in listed:
            print_wrapped(console, Text(f"{play.day} {_title(play)}", style="bold"))
            print_wrapped(console, Text(_players(play)), 2)
            if play.place:
                print_wrapped(console, Text(printable(play.place)), 2)
        return
    grid = Table()
    grid.add_column(tr("Day"), no_wrap=True)
    for title in (tr("Game"), tr("Players"), tr_in("location", "Place")):
        grid.add_column(title, overflow="fold")
    for play in listed:
        grid.add_row(play.day, *(Text(words) for words in (_title(play), _players(play), printable(play.place))))
    console.print(grid)


def _title(play: PlayBrief) -> str:
    return printable(title_here(play.game, play.title))


def _players(play: PlayBrief) -> str:
    seats = sorted(play.players, key=lambda player: player.place)
    placed = play.has_places
    said = (
        (f"{seat.place}. " if placed else "") + seat.name + ("" if seat.total is None else f" {seat.total}")
        for seat in seats
    )
    players = ", ".join(said)
    if play.nobody_won:
        players = tr("{what}: {value}", what=say("lost"), value=players)
    elif play.is_unknown and len(seats) > 1:
        players = tr("{what}: {value}", what=say("not known who won"), value=players)
    return printable(players)


def plays_text(number: int) -> Message:
    """Return a number of plays, in words."""
    return counted(number, "{number} play", "{number} plays")


def sentences(lines: Iterable[object], blanks: int = 0, *, stderr: bool = False) -> None:
    """Print sentences, each on lines of its own."""
    console = open_console(stderr=stderr)
    for sentence in lines:
        print_wrapped(console, Text(printable(str(sentence))), blanks)


def backups(listed: Sequence[Backup], now: datetime) -> None:
    """Print backups, the newest first, by the names that `tessera restore` takes."""
    from storage.backup.doctor import size_text  # noqa: PLC0415 - needed for backups only

    sentences(f"{backup.path.name}  {relative_time(backup.at, now)}, {size_text(backup.size)}" for backup in listed)


def findings(listed: Sequence[Finding]) -> None:
    """Print what an examination found."""
    console = open_console()
    room = max(len(str(mark)) for mark in _MARKS.values())
    for finding in listed:
        line = Text(f"{_MARKS[finding.kind]!s:<{room}}  {printable(str(finding.message))}", style=_STYLES[finding.kind])
        print_wrapped(console, line)


@contextmanager
def progress(label: str) -> Iterator[Callable[[int, int], None]]:
    """Show progress on standard error where that is a terminal; yield what takes the number done and the total."""
    console = open_console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(printable(label), total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
