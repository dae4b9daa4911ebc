"""Plays that come from files and go into files: what the screen and the command line both say of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.messages import counted
from storage.exchange.bgstats import export_bgsplay
from storage.exchange.csv_file import export_csv
from storage.exchange.tessera_jsonl.writer import export_jsonl

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from datetime import date, datetime

    from storage.exchange.importing import Import, UndoneImport
    from storage.exchange.planning import Plan
    from storage.exchange.record import Progress
    from storage.repositories.history import Filter
    from storage.repositories.tables import Store


EXPORTS: Final[Mapping[str, Callable[[Store, Filter, Callable[[bytes], object], Progress | None], int]]] = {
    "jsonl": export_jsonl,
    "csv": export_csv,
    "bgsplay": export_bgsplay,
}
"""What writes each format, by the end of its files' names."""

FORMATS: Final = {
    "tessera": "Tessera's own lines",
    "csv": "Tessera's own table (CSV)",
    "bgstats": "BG Stats",
    "bgg": "BoardGameGeek",
}
"""What the formats that are read are called."""

LARGEST_UPLOAD: Final = 15 * 1024 * 1024
"""The largest file that a browser can hand over, in bytes: all of it comes as one message."""

LARGEST_DOWNLOAD: Final = 64 * 1024 * 1024
"""The largest file that a browser is handed, in bytes."""

NAMED: Final = 5
"""How many plays or problems of a kind are named one by one."""


class TooLargeError(Exception):
    """What would be written is more than a browser should be handed."""


def exported(store: Store, ending: str, wanted: Filter, progress: Progress | None = None) -> bytes:
    """Return a file with plays.

    Raises:
        TooLargeError: it is more than a browser should be handed.

    """
    content = bytearray()

    def write(part: bytes) -> None:
        content.extend(part)
        if len(content) > LARGEST_DOWNLOAD:
            raise TooLargeError

    EXPORTS[ending](store, wanted, write, progress)
    return bytes(content)


def file_name(ending: str, day: date) -> str:
    """Return how a file with all plays is called."""
    return f"tessera-{day.isoformat()}.{ending}"


def changes_anything(plan: Plan, *, overwrite_edited: bool) -> bool:
    """Return whether an import would change anything."""
    kinds = [*(entry.kind for entry in plan.entries), *(copy.kind for copy in plan.copies)]
    wanted = {"new", "changed", "edited"} if overwrite_edited else {"new", "changed"}
    return not wanted.isdisjoint(kinds)


def plan_summary(plan: Plan, *, overwrite_edited: bool) -> tuple[str, ...]:
    """Return what an import would do, with its numbers, in sentences."""
    return tuple(_says(plan, overwrite_edited=overwrite_edited))


def _says(plan: Plan, *, overwrite_edited: bool) -> Iterator[str]:
    if plan.new:
        yield f"{counted(plan.new, 'play is', 'plays are')} new and would be added."
    if plan.changed:
        differ = counted(plan.changed, "play here differs", "plays here differ")
        yield f"{differ} and would be corrected; what was here before stays readable."
    if plan.edited and overwrite_edited:
        yield f"{counted(plan.edited, 'play', 'plays')} edited here would be overwritten; your version stays readable."
    elif plan.edited:
        yield f"{counted(plan.edited, 'play', 'plays')} edited or scored here would stay as here."
    if plan.same:
        yield f"{counted(plan.same, 'play is', 'plays are')} here already."
    new = sum(copy.kind == "new" for copy in plan.copies)
    other = sum(copy.kind == "edited" for copy in plan.copies)
    if new:
        yield f"{counted(new, 'value', 'values')} of your copies would be added."
    if other:
        become = "would be overwritten" if overwrite_edited else "would stay as here"
        yield f"{counted(other, 'value', 'values')} of your copies differ from the file and {become}."
    if not plan.entries and not plan.copies:
        yield "There is nothing in it that can be taken in."


def named(plan: Plan) -> tuple[tuple[str, ...], int]:
    """Return what is to be known of single plays that differ, and how many more there are."""
    told = [
        f"{entry.record.content.title}, {_day(entry.record.content.finished)} {entry.reason}"
        for entry in plan.entries
        if entry.kind in {"changed", "edited"} or entry.record.warnings
    ]
    return tuple(told[:NAMED]), max(0, len(told) - NAMED)


def _day(moment: datetime) -> str:
    return moment.astimezone().date().isoformat()


def problems_of(plan: Plan) -> tuple[tuple[str, ...], int]:
    """Return why plays of a file cannot be taken in, and how many more reasons there are."""
    told = [f"{problem.path}: {problem.message}" if problem.path else str(problem.message) for problem in plan.problems]
    return tuple(told[:NAMED]), max(0, len(told) - NAMED)


def import_summary(done: Import) -> str:
    """Return what an import did."""
    if done.id is None:
        return "Nothing was changed: all of it is here already."
    numbers = ((done.added, "added"), (done.changed, "corrected"))
    parts = [f"{counted(number, 'play', 'plays')} {what}" for number, what in numbers if number]
    if done.copies:
        parts.append(f"{counted(done.copies, 'value', 'values')} of your copies taken in")
    return f"{', '.join(parts) or 'Nothing of it is here any more'}."


def undo_summary(undone: UndoneImport) -> tuple[str, ...]:
    """Return what taking an import back did, and what it left."""
    numbers = ((undone.removed, "taken away"), (undone.restored, "as before again"))
    parts = [f"{counted(number, 'play', 'plays')} {what}" for number, what in numbers if number]
    back = ", ".join(parts) or "The import is taken back"
    if not undone.kept:
        return (f"{back}.",)
    kept = "; ".join(f"{play.title}, {play.day}" for play in undone.kept[:NAMED])
    more = " …" if len(undone.kept) > NAMED else ""
    return (f"{back}.", f"Left as they are, since they were edited: {kept}{more}.")
