"""The commands `export`, `import` and `add`: plays to files, and from files and documents."""

from __future__ import annotations

import errno
import sys
from contextlib import ExitStack, contextmanager, suppress
from datetime import date, timedelta
from enum import StrEnum
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from companion.cli import options, sheets
from companion.cli.documents import WHICH_FILE, Files
from companion.cli.errors import (
    FAILED,
    PROBLEMS,
    STANDARD_INPUT,
    STANDARD_STREAM,
    called_as,
    fail,
    fail_for_choice,
    fail_together,
    print_error,
    report_errors,
    standard_input,
)
from companion.system import now
from scoring.messages import Message, tr
from storage.database.errors import DAMAGED_ROW, unusable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from storage.exchange.planning import Plan
    from storage.exchange.record import Incoming
    from storage.exchange.table_documents import FinishedTables
    from storage.repositories.tables import Store


class Format(StrEnum):
    """A format of exported plays, by the suffix of its files."""

    JSONL = "jsonl"
    CSV = "csv"
    BGSPLAY = "bgsplay"


def export(  # noqa: PLR0913 - one for each option
    file: Annotated[str, typer.Argument(metavar="FILE", help=tr("Where to write; - is standard output."))],
    *,
    form: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="|".join(Format),
            help=tr("By default, what the name of FILE ends in."),
            show_default=False,
        ),
    ] = None,
    game: options.Game = None,
    player: options.Player = None,
    since: options.Since = None,
    until: options.Until = None,
    force: Annotated[bool, typer.Option("--force", help=tr("Overwrite a FILE that exists."))] = False,
    data: options.Data = None,
) -> None:
    """Write the finished plays to FILE, as JSON Lines (everything), CSV, or for BG Stats."""
    from companion.cli import history_output  # noqa: PLC0415
    from companion.services.import_export import EXPORTS, LEFT_OUT, LEFT_OUT_OF_SOME  # noqa: PLC0415
    from storage.backup.damage import examine  # noqa: PLC0415
    from storage.backup.doctor import damaged_message  # noqa: PLC0415
    from storage.repositories.history import Filter  # noqa: PLC0415

    chosen = _format(file, form)
    write_plays = EXPORTS[chosen]
    if file != STANDARD_STREAM:
        _check_free(Path(file), force=force)
    with report_errors(), options.open_existing(options.data_folder(data)) as store:
        with store.reading() as session:
            damages = examine(session)
        for damage in damages:
            print_error(damaged_message(damage.name))
        if damages:
            print_error(DAMAGED_ROW)
        selection = options.play_filter(store, game, player, since, until)
        with history_output.progress(file) as progress:
            if file == STANDARD_STREAM:
                number = write_plays(store, selection, sys.stdout.buffer.write, progress)
            else:
                number = _write_file(Path(file), lambda write: write_plays(store, selection, write, progress))
        if file != STANDARD_STREAM:
            print_error(tr('{plays} exported to "{file}"', plays=history_output.plays_text(number), file=file))
        if chosen is Format.JSONL:
            print_error(LEFT_OUT if selection == Filter() else LEFT_OUT_OF_SOME)


def _format(file: str, form: str | None) -> Format:
    chosen = (form or Path(file).suffix.removeprefix(".")).lower()
    if not chosen:
        fail(tr("{name} is missing", name="--format"), PROBLEMS)
    if chosen not in set(Format):
        fail_for_choice("--format", chosen, list(Format))
    return Format(chosen)


def _check_free(path: Path, *, force: bool) -> None:
    if path.is_dir():
        fail(unusable(path, IsADirectoryError(errno.EISDIR, "")), PROBLEMS)
    if path.exists() and not force:
        fail(tr('"{path}" exists already; name another file, or add --force to overwrite it', path=path), PROBLEMS)


def _write_file(path: Path, write_to: Callable[[Callable[[bytes], object]], int]) -> int:
    """Write a file that appears under its name only when it is complete, and return the number of plays."""
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("wb") as out:
            number = write_to(out.write)
        part.replace(path)
    except OSError as error:
        fail(unusable(path, error), FAILED)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return number


def import_(
    files: Files = None,
    *,
    yes: options.Yes = False,
    dry_run: options.DryRun = False,
    owner: Annotated[
        str | None,
        typer.Option(
            "--owner",
            metavar="NAME",
            help=tr("Who played what BoardGameGeek lists without players."),
            show_default=False,
        ),
    ] = None,
    undo: Annotated[bool, typer.Option("--undo", help=tr("Undo the last import instead."))] = False,
    data: options.Data = None,
) -> None:
    """Import plays from files of Tessera, BG Stats (.bgsplay) or BoardGameGeek (XML), as one step per file."""
    folder = options.data_folder(data)
    if undo and files:
        fail_together("--undo", "FILE")
    if undo:
        with report_errors(), options.exclusive(folder), options.open_existing(folder) as store:
            _undo(store, yes=yes, dry_run=dry_run)
        return
    if not files:
        fail(WHICH_FILE, PROBLEMS)
    player = _read_owner(owner)
    with ExitStack() as until_the_end:
        until_the_end.enter_context(report_errors())
        if not dry_run:
            until_the_end.enter_context(options.exclusive(folder))
        incoming = [(name, _read(name)) for name in files]
        if player is not None:  # who played what names no player
            incoming = [(name, content.played_by(player)) for name, content in incoming]
        store = until_the_end.enter_context(
            options.open_alone(folder) if not dry_run else options.open_for_preview(folder)
        )
        import_plays(store, incoming, yes=yes, dry_run=dry_run)
    if any(content.problems for _, content in incoming):
        raise typer.Exit(PROBLEMS)


def agree(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help=tr("A folder that the devices share."))],
    *,
    data: options.Data = None,
) -> None:
    """Agree with other devices by FOLDER: take in their files, and write the one of this device."""
    from companion.cli import history_output  # noqa: PLC0415
    from companion.services.shared_folder import SharedFolder, file_summary  # noqa: PLC0415

    place = options.data_folder(data)
    if not folder.is_dir():
        fail(unusable(folder, OSError(errno.ENOTDIR if folder.exists() else errno.ENOENT, "")), PROBLEMS)
    with report_errors(), options.exclusive(place), options.open_alone(place) as store:
        read = SharedFolder(folder).agree(store)
    history_output.sentences([str(file_summary(file)) for file in read] or [options.NOTHING_CHANGED])


def _read_owner(typed: str | None) -> str | None:
    """Return the name of an option, or end the command where nobody can be called that."""
    from companion.services.import_export import read_owner  # noqa: PLC0415

    name = None if typed is None else read_owner(typed)
    if isinstance(name, Message):
        fail(f"--owner: {name}", PROBLEMS)
    return name


def _read(name: str) -> Incoming:
    from companion.cli import history_output  # noqa: PLC0415
    from companion.services.import_export import read_file  # noqa: PLC0415

    called = called_as(name)
    with _opened(name) as file, history_output.progress(called) as progress:
        return read_file(file, called, progress)


def read_bytes(name: str) -> bytes:
    """Return the bytes of a file or of standard input, at most one more than a file may have.

    Raises:
        Exit: it cannot be read.

    """
    with _opened(name) as file:
        return _all_of(file)


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    """Open a file, or standard input.

    Raises:
        Exit: it cannot be read.

    """
    try:
        with BytesIO(_all_of(standard_input())) if name == STANDARD_STREAM else _with_a_length(name) as file:
            yield file
    except OSError as error:
        fail(unusable(name, error), PROBLEMS)


def _with_a_length(name: str) -> BinaryIO:
    """Return an open file in which one can go back: itself, or all that comes through a pipe."""
    file = Path(name).open("rb")  # noqa: SIM115 - the caller closes it
    if file.seekable():
        return file
    with file:
        return BytesIO(_all_of(file))


def _all_of(file: BinaryIO) -> bytes:
    """Return the bytes of a file, at most one more than a file may have."""
    from storage.exchange.files import MAX_FILE_BYTES  # noqa: PLC0415

    return file.read(MAX_FILE_BYTES + 1)


def import_plays(
    store: Store, incoming: list[tuple[str, Incoming]], *, yes: bool, dry_run: bool, each_play: bool = False
) -> None:
    """Show what files would change, ask, and import each as one step; `each_play` names all their plays."""
    from companion.cli import history_output  # noqa: PLC0415
    from companion.services.import_export import changes_anything, import_summary  # noqa: PLC0415
    from companion.services.kept_pads import import_planned  # noqa: PLC0415
    from storage.exchange.planning import plan  # noqa: PLC0415

    planned: list[tuple[str, Plan]] = []
    for name, read in incoming:
        with history_output.progress(called_as(name)) as progress:
            planned.append((name, plan(store, read, progress)))
        _show(name, read, planned[-1][1], each_play=each_play)
    useful = [(name, file_plan) for name, file_plan in planned if changes_anything(file_plan)]
    if dry_run or not useful:
        history_output.sentences([options.NOTHING_CHANGED])
        return
    if not options.is_confirmed(tr("Import this?"), yes=yes):
        return
    for name, file_plan in useful:
        what = STANDARD_INPUT.english if name == STANDARD_STREAM else Path(name).name
        with history_output.progress(called_as(name)) as progress:
            done = import_planned(store, file_plan, what, progress=progress)
        history_output.sentences([f"{called_as(Path(name).name)}: {import_summary(done)}"])
    history_output.sentences([tr("`tessera import --undo` undoes the last import.")])


def _show(name: str, incoming: Incoming, planned: Plan, *, each_play: bool) -> None:
    from companion.cli import history_output  # noqa: PLC0415
    from companion.services.import_export import (  # noqa: PLC0415
        FORMATS,
        difference_lines,
        nameless_plays,
        people_lines,
        plan_summary,
        play_lines,
        problem_lines,
    )

    kind = FORMATS.get(incoming.format)
    history_output.sentences([f"{called_as(name)}, {kind}:" if kind else f"{called_as(name)}:"])
    history_output.sentences(plan_summary(planned), 2)
    player, nameless = nameless_plays(planned)
    if nameless and not player:
        history_output.sentences([tr("`--owner NAME` says who played them.")], 2)
    differing = (play_lines(planned), 0) if each_play else difference_lines(planned)
    for sentences, more in (differing, people_lines(planned), problem_lines(planned)):
        history_output.sentences(sentences, 4)
        if more:
            history_output.sentences([tr("and {number} more", number=more)], 4)


def _undo(store: Store, *, yes: bool, dry_run: bool) -> None:
    from companion.cli import history_output  # noqa: PLC0415
    from companion.formatting.dates import relative_time  # noqa: PLC0415
    from companion.services.import_export import import_summary, undo_summary  # noqa: PLC0415
    from storage.exchange.past_imports import imports, undo_import  # noqa: PLC0415

    last = next((past for past in imports(store) if past.undone is None), None)
    if last is None or last.id is None:
        fail(tr("there is no import to undo"), PROBLEMS)
    history_output.sentences([f"{last.what}, {relative_time(last.at, now())}: {import_summary(last)}"])
    if dry_run:
        history_output.sentences([options.NOTHING_CHANGED])
    elif options.is_confirmed(tr("Undo it?"), yes=yes):
        history_output.sentences(undo_summary(undo_import(store, last.id)))


def add(  # noqa: PLR0913 - one for each option
    files: Files = None,
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
    yes: options.Yes = False,
    dry_run: options.DryRun = False,
    data: options.Data = None,
) -> None:
    """Score the finished tables in FILE and add them to the history, as one step per FILE."""
    from companion.games.score_pad import key_on_shelf  # noqa: PLC0415 - only to carry out the command
    from storage.exchange.table_documents import Occasion, incoming  # noqa: PLC0415
    from storage.repositories.play_content import MAX_NOTE_LENGTH, MAX_PLACE_LENGTH  # noqa: PLC0415

    if not files and not jsonl:
        fail(WHICH_FILE, PROBLEMS)
    names, folder = files or [STANDARD_STREAM], options.data_folder(data)
    _check_text("--place", place, MAX_PLACE_LENGTH)
    _check_text("--note", note, MAX_NOTE_LENGTH)
    occasion = Occasion(day=_played_on(day), place=place, note=note, ready_pad=key_on_shelf)
    with ExitStack() as until_the_end:
        until_the_end.enter_context(report_errors())
        finished = [(name, _read_document(name, jsonl=jsonl)) for name in names]
        _check(finished)
        if not dry_run:
            until_the_end.enter_context(options.exclusive(folder))
        store = until_the_end.enter_context(
            options.open_alone(folder) if not dry_run else options.open_for_preview(folder)
        )
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
    day, first, today = options.read_day(text), EARLIEST.date() + timedelta(days=1), now().astimezone().date()
    if not first <= day <= today:
        fail(tr("--date: give a day from {first} to {today}", first=first, today=today), PROBLEMS)
    return day


def _read_document(name: str, *, jsonl: bool) -> FinishedTables:
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
        print_error(options.NOTHING_CHANGED)
        raise typer.Exit(PROBLEMS)
