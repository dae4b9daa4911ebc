"""Import and export of plays: the formats, and the sentences that screen and command line share."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, BinaryIO, Final

from companion.formatting.text import sentence
from companion.games import KITS
from companion.games.copy_parts import is_number
from companion.games.score_pad.copy_values import GAME, PADS_PART, read_pad
from companion.games.score_pad.wording import pad_lines
from companion.services.results import headline, plain_result
from scoring.messages import counted, say
from scoring.problems import Problem
from storage.documents.fields import shown
from storage.exchange import reading
from storage.exchange.bgstats import export_bgsplay
from storage.exchange.csv_file import export_csv
from storage.exchange.record import MAX_PROBLEMS
from storage.exchange.tessera_jsonl.writer import export_jsonl
from storage.repositories.values import day_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import date

    from scoring.messages import Message
    from storage.exchange.past_imports import Import, UndoneImport
    from storage.exchange.planning import Plan, PlannedCopy, PlannedPlay, PlannedSetting
    from storage.exchange.record import CopyRecord, Incoming, Progress, SettingRecord
    from storage.repositories.history import Filter
    from storage.repositories.play_content import PlayContent
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

MAX_DOWNLOAD_BYTES: Final = 64 * 1024 * 1024
"""The largest file that a browser may download, in bytes."""

MAX_NAMED_LINES: Final = 5
"""How many plays or problems are named one by one."""

MAX_COUNT: Final = 1_000_000_000
"""The highest number that a counted part of a copy may have reached."""

LEFT_OUT: Final = (
    "Not in the file: tables in play, the single steps of finished ones, phones and codes, the list of imports, and "
    "what only concerns this machine. A backup has all of it."
)
"""What a file of everything leaves out."""

LEFT_OUT_OF_SOME: Final = (
    "In the file: these plays with their earlier versions, friends and places. Without a filter it has the bin, your "
    "copies and the settings as well."
)
"""What a file of some plays leaves out."""

_SETTINGS: Final[Mapping[str, Callable[[object], bool]]] = {
    "awake": lambda value: isinstance(value, bool),
    "text": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool) and 1 <= value <= 2,  # noqa: PLR2004
    "theme": lambda value: value in ("system", "light", "dark"),
}
"""The settings that a file may bring, and whether a value is one of theirs."""


class TooLargeError(Exception):
    """The export is too large for a browser."""


def read_file(source: bytes | BinaryIO, name: str, progress: Progress | None = None) -> Incoming:
    """Return the content of a file; what it says of copies and settings is checked like what is entered here."""
    incoming = reading.read(source, name, progress)
    copies = [(record, _copy_problem(record)) for record in incoming.copies]
    settings = [(record, _setting_problem(record)) for record in incoming.settings]
    found = (*((one.at, problem) for one, problem in copies), *((one.at, problem) for one, problem in settings))
    problems = [
        Problem(path=f"{at}, value" if at else "value", message=problem) for at, problem in found if problem is not None
    ]
    return replace(
        incoming,
        copies=tuple(record for record, problem in copies if problem is None),
        settings=tuple(record for record, problem in settings if problem is None),
        problems=(*incoming.problems, *problems[:MAX_PROBLEMS]),
    )


def _copy_problem(record: CopyRecord) -> Message | None:
    """Return why an entry cannot be one of my copy; one of a game or part that is not known here always can."""
    kit = KITS.get(record.game)
    if kit is None:
        return None
    said = {"key": shown(record.key), "value": shown(record.value)}
    if record.part in kit.counted_parts:
        return None if is_number(record.value, 0, MAX_COUNT) else say("{key}, {value}: a number belongs here", **said)
    part = kit.copy_parts.get(record.part)
    if part is None or part.read(record.key, record.value) is not None:
        return None
    return say("{key}, {value}: {part} of my copy has nothing of that kind", part=part.title, **said)


def _setting_problem(record: SettingRecord) -> Message | None:
    fits = _SETTINGS.get(record.key)
    if fits is None:
        return say("{key}: this setting is not taken in from files", key=shown(record.key))
    return None if fits(record.value) else say("{value}: no value of this setting", value=shown(record.value))


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
    kinds = {*(entry.kind for entry in plan.entries), *(copy.kind for copy in plan.copies)}
    kinds |= {setting.kind for setting in plan.settings} | {photo.kind for photo in plan.photos}
    if not kinds.isdisjoint({"new", "changed"}) or any(one.is_added for one in plan.people):
        return True
    return overwrite_edited and differs_anywhere(plan)


def differs_anywhere(plan: Plan) -> bool:
    """Return whether something here differs from the file and is only replaced on request."""
    kinds = {*(entry.kind for entry in plan.entries), *(one.kind for one in plan.people)}
    return "edited" in kinds | {copy.kind for copy in plan.copies} | {setting.kind for setting in plan.settings}


def plan_summary(plan: Plan, *, overwrite_edited: bool) -> tuple[str, ...]:
    """Return what an import would do, in sentences."""
    return tuple(_plan_sentences(plan, overwrite_edited=overwrite_edited))


def _plan_sentences(plan: Plan, *, overwrite_edited: bool) -> Iterator[str]:
    if plan.new:
        yield f"{counted(plan.new, 'play is', 'plays are')} new and would be added{_past(plan)}."
    if plan.changed:
        differ = counted(plan.changed, "play here differs", "plays here differ")
        yield f"{differ} and would be corrected; what was here before stays readable."
    if plan.edited and overwrite_edited:
        yield f"{counted(plan.edited, 'play', 'plays')} edited here would be overwritten; your version stays readable."
    elif plan.edited:
        yield f"{counted(plan.edited, 'play', 'plays')} edited or scored here would stay as here."
    if plan.same:
        yield f"{counted(plan.same, 'play is', 'plays are')} here already."
    become = "would be overwritten" if overwrite_edited else "would stay as here"
    yield from _people_and_photos(plan, become)
    lists: tuple[tuple[str, str, Sequence[PlannedCopy | PlannedSetting]], ...] = (
        ("value of your copies", "values of your copies", plan.copies),
        ("setting", "settings", plan.settings),
    )
    for one, many, planned in lists:
        new = sum(entry.kind == "new" for entry in planned)
        other = sum(entry.kind == "edited" for entry in planned)
        if new:
            yield f"{counted(new, one, many)} would be added."
        if other:
            yield f"{counted(other, f'{one} differs', f'{many} differ')} from the file and {become}."
    yield from _pad_sentences(plan)
    if not (plan.entries or plan.copies or plan.people or plan.settings):
        yield "There is nothing in it that can be taken in."
    yield from map(str, plan.remarks)


def _pad_sentences(plan: Plan) -> Iterator[str]:
    """Yield what the pads say that an import would add or replace."""
    brought = [one for one in plan.copies if (one.record.game, one.record.part) == (GAME, PADS_PART)]
    read = (read_pad(one.record.value) for one in brought if one.kind != "same")
    new = [pad for pad in read if pad is not None]
    for pad in new[:MAX_NAMED_LINES]:
        yield f"{pad.title}: {' '.join(sentence(line) for line in pad_lines(pad))}"
    if new[MAX_NAMED_LINES:]:
        yield f"So come {counted(len(new) - MAX_NAMED_LINES, 'more pad', 'more pads')}."


def _past(plan: Plan) -> str:
    """Return what comes with the new plays, for the end of a sentence."""
    new = [entry.record for entry in plan.entries if entry.kind == "new"]
    versions, removed = sum(record.versions for record in new), sum(record.is_removed for record in new)
    parts = [f"with {counted(versions, 'earlier version', 'earlier versions')}"] if versions else []
    parts += [f"{removed} of them into the bin"] if removed else []
    return "".join(f", {part}" for part in parts)


def _people_and_photos(plan: Plan, become: str) -> Iterator[str]:
    stated = [one for one in plan.people if one.record.is_stated]
    new = [one.record.kind for one in stated if one.kind == "new"]
    kinds = ((new.count("player"), "friend", "friends"), (new.count("place"), "place", "places"))
    photos = sum(photo.kind == "new" for photo in plan.photos)
    if photos:
        yield f"{counted(photos, 'photo', 'photos')} would be added."
    added = " and ".join(str(counted(number, one, many)) for number, one, many in kinds if number)
    if added:
        yield f"{added} would be added."
    aliases = sum(len(one.aliases) for one in stated)
    if aliases:
        yield f"{counted(aliases, 'other name', 'other names')} of friends and places would be added."
    differ = sum(one.kind == "edited" for one in stated)
    if differ:
        yield f"{counted(differ, 'friend or place differs', 'friends and places differ')} from the file and {become}."


def people_lines(plan: Plan) -> tuple[tuple[str, ...], int]:
    """Return which friends and places of the file count as others here, or differ, and how many more there are."""
    lines = [f"{reason}." for one in plan.people for reason in one.reasons]
    return tuple(lines[:MAX_NAMED_LINES]), max(0, len(lines) - MAX_NAMED_LINES)


def difference_lines(plan: Plan) -> tuple[tuple[str, ...], int]:
    """Return the plays that differ or raise a warning, one a line, and how many more there are."""
    named = [entry for entry in plan.entries if entry.kind in {"changed", "edited"} or entry.record.warnings]
    return tuple(map(_difference_line, named[:MAX_NAMED_LINES])), max(0, len(named) - MAX_NAMED_LINES)


def _difference_line(entry: PlannedPlay) -> str:
    content = entry.record.content
    return f"{content.title}, {_day(content)} {entry.reason}"


def play_lines(plan: Plan) -> tuple[str, ...]:
    """Return every play of a file, one a line: where it stands, its game and day, the players, and who wins."""
    return tuple(map(_play_line, plan.entries))


def _play_line(entry: PlannedPlay) -> str:
    content, at = entry.record.content, f"{entry.record.at}: " if entry.record.at else ""
    result = plain_result(content.title, content.sheet)
    players = ", ".join(f"{standing.player} {standing.total}" for standing in result.sheet.standings)
    game = f"{content.title}, {content.edition}" if content.edition else content.title
    what = "" if entry.kind == "new" else f" This play {entry.reason}."
    return f"{at}{game}, {_day(content)}: {players}. {headline(result)}.{what}"


def _day(content: PlayContent) -> str:
    return content.day or day_of(content.finished)


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
    others = (
        (done.photos, "photo", "photos"),
        (done.people, "friend or place", "friends and places"),
        (done.copies, "value of your copies", "values of your copies"),
        (done.settings, "setting", "settings"),
    )
    parts += [f"{counted(number, one, many)} taken in" for number, one, many in others if number]
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
