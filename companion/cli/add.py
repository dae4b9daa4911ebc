"""The command `add`: finished tables, scored from their documents, become plays of the history."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import timedelta
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli import sheets
from companion.cli.documents import FILES, WHICH_FILE
from companion.cli.errors import PROBLEMS, STANDARD_STREAM, called_as, fail, print_error, report_errors
from companion.cli.import_export import import_plays, read_bytes
from companion.cli.options import (
    NOTHING_CHANGED,
    Data,
    DryRun,
    Yes,
    data_folder,
    exclusive,
    open_alone,
    open_for_preview,
    read_day,
)
from companion.system.clock import now
from scoring.messages import tr

if TYPE_CHECKING:
    from datetime import date

    from storage.exchange.table_documents import FinishedTables


def add(  # noqa: PLR0913 - one for each option
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE...", help=FILES, show_default=False),
    ] = None,
    *,
    day: Annotated[
        str | None,
        typer.Option(
            "--date",
            metavar="DAY",
            help=tr("When it was played, such as 2026-01-31; by default today."),
            show_default=False,
        ),
    ] = None,
    place: Annotated[str, typer.Option(metavar="PLACE", help=tr("Where it was played."), show_default=False)] = "",
    note: Annotated[str, typer.Option(metavar="NOTE", help=tr("A note on it."), show_default=False)] = "",
    jsonl: Annotated[bool, typer.Option("--jsonl", help=tr("Read one document a line."))] = False,
    yes: Yes = False,
    dry_run: DryRun = False,
    data: Data = None,
) -> None:
    """Score the finished tables in FILE and add them to the history, as one step per FILE."""
    from companion.games.score_pad import key_on_shelf  # noqa: PLC0415 - only to carry out the command
    from storage.exchange.table_documents import Occasion, incoming  # noqa: PLC0415
    from storage.repositories.play_content import MAX_NOTE_LENGTH, MAX_PLACE_LENGTH  # noqa: PLC0415

    if not files and not jsonl:
        fail(WHICH_FILE, PROBLEMS)
    names, folder = files or [STANDARD_STREAM], data_folder(data)
    _check_text("--place", place, MAX_PLACE_LENGTH)
    _check_text("--note", note, MAX_NOTE_LENGTH)
    occasion = Occasion(day=_played_on(day), place=place, note=note, ready_pad=key_on_shelf)
    with ExitStack() as until_the_end:
        until_the_end.enter_context(report_errors())
        finished = [(name, _read(name, jsonl=jsonl)) for name in names]
        _check(finished)
        if not dry_run:
            until_the_end.enter_context(exclusive(folder))
        store = until_the_end.enter_context(open_alone(folder) if not dry_run else open_for_preview(folder))
        read = [(name, incoming(store, tables, occasion)) for name, tables in finished]
        import_plays(store, read, yes=yes, dry_run=dry_run, each_play=True)


def _check_text(option: str, text: str, most: int) -> None:
    """End the command where the history cannot hold the text of an option."""
    from storage.documents.fields import unstorable  # noqa: PLC0415

    problem = unstorable(text)
    if problem is not None:
        fail(f"{option}: {problem}", PROBLEMS)
    if len(text.strip()) > most:
        fail(
            tr(
                "{option} has {length} characters, but only {most} fit",
                option=option,
                length=len(text.strip()),
                most=most,
            ),
            PROBLEMS,
        )


def _played_on(text: str | None) -> date | None:
    """Return the day that was given, or end the command where no finished play can be of it."""
    from storage.documents.fields import EARLIEST  # noqa: PLC0415

    if text is None:
        return None
    day, first, today = read_day(text), EARLIEST.date() + timedelta(days=1), now().astimezone().date()
    if not first <= day <= today:
        fail(tr("--date: give a day from {first} to {today}", first=first, today=today), PROBLEMS)
    return day


def _read(name: str, *, jsonl: bool) -> FinishedTables:
    from companion.cli import history_output  # noqa: PLC0415
    from storage.exchange import table_documents  # noqa: PLC0415

    content = read_bytes(name)
    if not jsonl:
        return table_documents.read_document(content)
    with history_output.progress(called_as(name)) as progress:
        return table_documents.read_lines(content, progress)


def _check(finished: list[tuple[str, FinishedTables]]) -> None:
    """End the command with all problems of all files, if there are any."""
    refused = [(name, tables.problems) for name, tables in finished if tables.problems]
    for name, problems in refused:
        sheets.problems(called_as(name), problems)
    if refused:
        print_error(NOTHING_CHANGED)
        raise typer.Exit(PROBLEMS)
