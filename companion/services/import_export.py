"""Import and export of plays: the formats, and the sentences that screen and command line share."""

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
"""The writer of each format, by the suffix of its files."""

FORMATS: Final = {
    "tessera": "Tessera's own lines",
    "csv": "Tessera's own table (CSV)",
    "bgstats": "BG Stats",
    "bgg": "BoardGameGeek",
}
"""The titles of the formats that can be imported."""

MAX_UPLOAD_BYTES: Final = 15 * 1024 * 1024
"""The largest file that a browser may upload, in bytes: it comes as one message."""

MAX_DOWNLOAD_BYTES: Final = 64 * 1024 * 1024
"""The largest file that a browser may download, in bytes."""

MAX_NAMED_LINES: Final = 5
"""How many plays or problems are named one by one."""


class TooLargeError(Exception):
    """The export is too large for a browser."""


def export_file(store: Store, suffix: str, wanted: Filter, progress: Progress | None = None) -> bytes:
    """Return the content of a file with these plays.

    Raises:
        TooLargeError: it is too large for a browser.

    """
    content = bytearray()

    def write(part: bytes) -> None:
        content.extend(part)
        if len(content) > MAX_DOWNLOAD_BYTES:
            raise TooLargeError

    EXPORTS[suffix](store, wanted, write, progress)
    return bytes(content)


def file_name(suffix: str, day: date) -> str:
    """Return the name of a file with all plays."""
    return f"tessera-{day.isoformat()}.{suffix}"


def changes_anything(plan: Plan, *, overwrite_edited: bool) -> bool:
    """Return whether an import would change anything."""
    kinds = [*(entry.kind for entry in plan.entries), *(copy.kind for copy in plan.copies)]
    wanted = {"new", "changed", "edited"} if overwrite_edited else {"new", "changed"}
    return not wanted.isdisjoint(kinds)


def plan_summary(plan: Plan, *, overwrite_edited: bool) -> tuple[str, ...]:
    """Return what an import would do, in sentences."""
    return tuple(_plan_sentences(plan, overwrite_edited=overwrite_edited))


def _plan_sentences(plan: Plan, *, overwrite_edited: bool) -> Iterator[str]:
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
    yield from map(str, plan.remarks)


def difference_lines(plan: Plan) -> tuple[tuple[str, ...], int]:
    """Return the plays that differ or raise a warning, one a line, and how many more there are."""
    lines = [
        f"{entry.record.content.title}, {_day(entry.record.content.finished)} {entry.reason}"
        for entry in plan.entries
        if entry.kind in {"changed", "edited"} or entry.record.warnings
    ]
    return tuple(lines[:MAX_NAMED_LINES]), max(0, len(lines) - MAX_NAMED_LINES)


def _day(moment: datetime) -> str:
    return moment.astimezone().date().isoformat()


def problem_lines(plan: Plan) -> tuple[tuple[str, ...], int]:
    """Return why plays of a file cannot be imported, one reason a line, and how many more there are."""
    lines = [
        f"{problem.path}: {problem.message}" if problem.path else str(problem.message) for problem in plan.problems
    ]
    return tuple(lines[:MAX_NAMED_LINES]), max(0, len(lines) - MAX_NAMED_LINES)


def import_summary(done: Import) -> str:
    """Return what an import did, in a sentence."""
    if done.id is None:
        return "Nothing was changed: all of it is here already."
    numbers = ((done.added, "added"), (done.changed, "corrected"))
    parts = [f"{counted(number, 'play', 'plays')} {what}" for number, what in numbers if number]
    if done.copies:
        parts.append(f"{counted(done.copies, 'value', 'values')} of your copies taken in")
    return f"{', '.join(parts) or 'Nothing of it is here any more'}."


def undo_summary(undone: UndoneImport) -> tuple[str, ...]:
    """Return what undoing an import did and what it left, in sentences."""
    numbers = ((undone.removed, "taken away"), (undone.restored, "as before again"))
    parts = [f"{counted(number, 'play', 'plays')} {what}" for number, what in numbers if number]
    back = ", ".join(parts) or "The import is taken back"
    if not undone.kept:
        return (f"{back}.",)
    kept = "; ".join(f"{play.title}, {play.day}" for play in undone.kept[:MAX_NAMED_LINES])
    more = " …" if len(undone.kept) > MAX_NAMED_LINES else ""
    return (f"{back}.", f"Left as they are, since they were edited: {kept}{more}.")
