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
from companion.system.clock import now
from scoring.messages import counted, forms, say, tr
from scoring.score_pad.game import SCORE_PAD
from scoring.score_pad.gaps import gap_texts
from storage.backup import backups
from storage.database.errors import StoreError
from storage.documents.fields import belongs_here, shown, whole_number
from storage.exchange import reading
from storage.exchange.bgstats import export_bgsplay
from storage.exchange.csv_file import export_csv
from storage.exchange.record import CopyRecord, SettingRecord
from storage.exchange.tessera_jsonl.writer import export_jsonl
from storage.repositories.games import is_of_pad
from storage.repositories.values import day_of, table_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from datetime import date
    from pathlib import Path

    from scoring.messages import Message
    from storage.backup.backups import Backup
    from storage.exchange.past_imports import Import, UndoneImport
    from storage.exchange.planning import Plan, PlannedPlay
    from storage.exchange.record import Incoming, Progress
    from storage.repositories.history import Filter
    from storage.repositories.play_content import Play
    from storage.repositories.tables import Store


EXPORTS: Final[Mapping[str, Callable[[Store, Filter, Callable[[bytes], object], Progress | None], int]]] = {
    "jsonl": export_jsonl,
    "csv": export_csv,
    "bgsplay": export_bgsplay,
}
"""The writer of each format, by the suffix of its files."""

FORMATS: Final = {
    "tessera": say("Tessera's own lines"),
    "csv": say("Tessera's own table (CSV)"),
    "bgstats": say("BG Stats"),
    "bgg": say("BoardGameGeek"),
}
"""The titles of the formats that can be imported."""

MAX_DOWNLOAD_BYTES: Final = 64 * 1024 * 1024
"""The largest file that a browser may download, in bytes."""

MAX_NAMED_LINES: Final = 5
"""How many plays or problems are named one by one."""

MAX_COUNT: Final = 1_000_000_000
"""The highest number that a counted part of a copy may have reached."""

LEFT_OUT: Final = say(
    "Not in the file: tables in play, the single steps of finished ones, phones and codes, the "
    "list of imports, and what only concerns this machine. A backup has all of it."
)
"""What a file of everything leaves out."""

LEFT_OUT_OF_SOME: Final = say(
    "In the file: these plays with their earlier versions, friends and places. Without a filter it also has the "
    "deleted plays, your copies and the settings."
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
    """Return the content of a file; its copies and settings pass the same checks as what is typed here."""
    return reading.read(source, name, progress, _refusal)


def _refusal(entry: object) -> Message | None:
    match entry:
        case CopyRecord():
            return _copy_problem(entry)
        case SettingRecord():
            return _setting_problem(entry)
    return None


def _copy_problem(record: CopyRecord) -> Message | None:
    """Return why my copy cannot hold an entry; it can hold any of a game or part that is unknown here."""
    kit = KITS.get(record.game)
    if kit is None:
        return None
    said = {"key": shown(record.key), "value": shown(record.value)}
    if record.part in kit.counted_parts:
        return None if is_number(record.value, 0, MAX_COUNT) else belongs_here(record.value, whole_number(0, MAX_COUNT))
    part = kit.copy_parts.get(record.part)
    if part is None or part.read(record.key, record.value) is not None:
        return None
    return say("{key}, {value}: {part} of my copy has nothing of that kind", part=part.title, **said)


def _setting_problem(record: SettingRecord) -> Message | None:
    fits = _SETTINGS.get(record.key)
    if fits is None:
        return say("{key}: this setting is not imported from files", key=shown(record.key))
    return None if fits(record.value) else say("{value}: not a value of this setting", value=shown(record.value))


def export_file(store: Store, suffix: str, play_filter: Filter, progress: Progress | None = None) -> bytes:
    """Return the content of a file with these plays.

    Raises:
        TooLargeError: it is too large for a browser.

    """
    content = bytearray()

    def write(part: bytes) -> None:
        content.extend(part)
        if len(content) > MAX_DOWNLOAD_BYTES:
            raise TooLargeError

    EXPORTS[suffix](store, play_filter, write, progress)
    return bytes(content)


def file_name(suffix: str, day: date) -> str:
    """Return the name of a file with all plays."""
    return f"tessera-{day.isoformat()}.{suffix}"


def changes_anything(plan: Plan, *, overwrite_edited: bool) -> bool:
    """Return whether an import would change anything."""
    kinds = _kinds(plan) | {photo.kind for photo in plan.photos}
    if not kinds.isdisjoint({"new", "changed"}) or any(friend.is_added for friend in plan.people):
        return True
    if any(entry.new_source is not None for entry in plan.entries):
        return True
    return overwrite_edited and differs_anywhere(plan)


def differs_anywhere(plan: Plan) -> bool:
    """Return whether something here differs from the file and is only replaced on request."""
    return "edited" in _kinds(plan) | {friend.kind for friend in plan.people}


def _kinds(plan: Plan) -> set[str]:
    return {*(entry.kind for entry in plan.entries), *(value.kind for value in plan.values)}


def plan_summary(plan: Plan, *, overwrite_edited: bool) -> tuple[str, ...]:
    """Return what an import would do, in sentences."""
    return tuple(_plan_sentences(plan, overwrite_edited=overwrite_edited))


def _plan_sentences(plan: Plan, *, overwrite_edited: bool) -> Iterator[str]:
    replaced = {"plays": plan.changed + (plan.edited if overwrite_edited else 0)}
    differing = _differing(plan)
    kept = {} if overwrite_edited else {"plays": plan.edited, **differing}
    for template, numbers in (
        (say("New: {things}."), _new(plan)),
        (CHANGED, replaced | differing if overwrite_edited else replaced),
        (say("Edited here, and left as it is: {things}."), kept),
        (say("Here already: {things}."), {"plays": plan.same}),
    ):
        yield from _counted(template, numbers)
    yield from _pad_sentences(plan)
    if not (plan.entries or plan.people or plan.values):
        yield tr("There is nothing in it to import.")
    yield from map(str, plan.remarks)


CHANGED: Final = say("Changed: {things}.")

_THINGS: Final = {
    "plays": forms("{number} play", "{number} plays"),
    "deleted": forms("{number} deleted play", "{number} deleted plays"),
    "versions": forms("{number} earlier version", "{number} earlier versions"),
    "photos": forms("{number} photo", "{number} photos"),
    "people": forms("{number} friend or place", "{number} friends and places"),
    "aliases": forms("{number} other name", "{number} other names"),
    "copies": forms("{number} value of your copies", "{number} values of your copies"),
    "settings": forms("{number} setting", "{number} settings"),
    "sources": forms("{number} number at BoardGameGeek", "{number} numbers at BoardGameGeek"),
}
"""What an import brings, each kind with its words."""


def _counted(template: Message, numbers: Mapping[str, int]) -> Iterator[str]:
    """Yield the sentence that counts things, unless there are none."""
    things = ", ".join(str(counted(number, *_THINGS[kind])) for kind, number in numbers.items() if number)
    if things:
        yield str(replace(template, values={"things": things}))


def _new(plan: Plan) -> Mapping[str, int]:
    """Return how much of each kind is new."""
    plays = [entry.record for entry in plan.entries if entry.kind == "new"]
    deleted = sum(record.is_removed for record in plays)
    stated = [person for person in plan.people if person.record.is_stated]
    return {
        "plays": len(plays) - deleted,
        "deleted": deleted,
        "versions": sum(record.versions for record in plays),
        "photos": sum(photo.kind == "new" for photo in plan.photos),
        "people": sum(person.kind == "new" for person in stated),
        "aliases": sum(len(person.aliases) for person in stated),
        "copies": _values(plan, CopyRecord, "new"),
        "settings": _values(plan, SettingRecord, "new"),
        "sources": sum(entry.new_source is not None for entry in plan.entries),
    }


def _differing(plan: Plan) -> dict[str, int]:
    """Return how much of each kind but plays differs from the file, and is only replaced on request."""
    return {
        "people": sum(person.kind == "edited" for person in plan.people if person.record.is_stated),
        "copies": _values(plan, CopyRecord, "edited"),
        "settings": _values(plan, SettingRecord, "edited"),
    }


def _values(plan: Plan, of: type, kind: str) -> int:
    return sum(entry.kind == kind for entry in plan.values if isinstance(entry.record, of))


def _pad_sentences(plan: Plan) -> Iterator[str]:
    """Yield what the pads say that an import would add or replace."""
    brought = (entry.record for entry in plan.values if entry.kind != "same")
    pads = (copy for copy in brought if isinstance(copy, CopyRecord) and (copy.game, copy.part) == (GAME, PADS_PART))
    new = [pad for copy in pads if (pad := read_pad(copy.value)) is not None]
    for pad in new[:MAX_NAMED_LINES]:
        yield f"{pad.title}: {' '.join(sentence(line) for line in pad_lines(pad))}"
    if new[MAX_NAMED_LINES:]:
        yield tr("and {number} more", number=len(new) - MAX_NAMED_LINES)


def people_lines(plan: Plan) -> tuple[tuple[str, ...], int]:
    """Return what to know of friends and places in the file, line by line, and how many lines are left out."""
    lines = [f"{reason}." for person in plan.people for reason in person.reasons]
    return tuple(lines[:MAX_NAMED_LINES]), max(0, len(lines) - MAX_NAMED_LINES)


def difference_lines(plan: Plan) -> tuple[tuple[str, ...], int]:
    """Return a line for each play that differs, looks double or has a warning, and how many lines are left out."""
    named = [entry for entry in plan.entries if _is_to_be_named(entry)]
    return tuple(map(_difference_line, named[:MAX_NAMED_LINES])), max(0, len(named) - MAX_NAMED_LINES)


def _is_to_be_named(entry: PlannedPlay) -> bool:
    return entry.kind in {"changed", "edited"} or entry.looks_double or bool(entry.record.warnings)


def _difference_line(entry: PlannedPlay) -> str:
    play = entry.record.play
    return tr("{game}, {day} {reason}", game=play.title, day=_day(play), reason=entry.reason)


def play_lines(plan: Plan) -> tuple[str, ...]:
    """Return every play of a file, one a line: where it stands, its game and day, the players, and who wins."""
    return tuple(map(_play_line, plan.entries))


def _play_line(entry: PlannedPlay) -> str:
    play, at = entry.record.play, f"{entry.record.at}: " if entry.record.at else ""
    result = plain_result(play.title, play.sheet)
    players = ", ".join(f"{standing.player} {standing.total}" for standing in result.sheet.standings)
    game = f"{play.title}, {play.edition}" if play.edition else play.title
    words = f"{at}{game}, {_day(play)}: {players}. {headline(result)}."
    words = " ".join((words, *_gaps(play)))
    if entry.kind == "new":
        return words
    return f"{words} {tr('This play {reason}.', reason=entry.reason)}"


def _gaps(play: Play) -> tuple[str, ...]:
    """Return what was not entered on a pad, in sentences."""
    table = table_in(play.document, SCORE_PAD) if is_of_pad(play.game) else None
    return () if table is None else tuple(map(str, gap_texts(table)))


def _day(play: Play) -> str:
    return play.day or day_of(play.finished)


def problem_lines(plan: Plan) -> tuple[tuple[str, ...], int]:
    """Return why plays of a file cannot be imported, one reason a line, and how many more there are."""
    lines = [*map(str, plan.problems)]
    return tuple(lines[:MAX_NAMED_LINES]), max(0, len(lines) - MAX_NAMED_LINES)


def import_summary(done: Import) -> str:
    """Return what an import did, in a sentence."""
    if done.id is None:
        return tr("Nothing was changed: all of it is here already.")
    fields = ("photos", "people", "copies", "settings", "sources")
    new = {"plays": done.added} | {name: getattr(done, name) for name in fields}
    return " ".join((*_counted(say("Imported: {things}."), new), *_counted(CHANGED, {"plays": done.changed})))


def undo_summary(undone: UndoneImport) -> tuple[str, ...]:
    """Return what undoing an import did and what it left, in sentences."""
    sentences = (
        *_counted(say("Removed: {things}."), {"plays": undone.removed}),
        *_counted(say("Restored: {things}."), {"plays": undone.restored}),
    )
    back = " ".join(sentences) or tr("The import was undone.")
    if not undone.kept:
        return (back,)
    kept = "; ".join(f"{play.title}, {play.day}" for play in undone.kept[:MAX_NAMED_LINES])
    kept += " …" if len(undone.kept) > MAX_NAMED_LINES else ""
    return back, tr("Left as they are, because they were edited since: {plays}.", plays=kept)


def look_into(content: bytes, folder: Path) -> tuple[int, int]:
    """Return how many plays and how many tables in play a chosen backup holds.

    Raises:
        StoreError: it cannot be put back.

    """
    with backups.given_file(content, folder) as chosen:
        problems = backups.restore_problems(chosen)
        if problems:
            raise StoreError(say("it cannot be restored: {what}", what=problems[0]))
        return backups.counts(chosen.path)


def restore_file(store: Store, content: bytes, folder: Path) -> Backup:
    """Replace what a store holds by a file that was chosen; return the backup of what it held."""
    with backups.given_file(content, folder) as chosen:
        return backups.restore(store, chosen, folder, now())
