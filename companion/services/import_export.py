"""Import and export of plays: the formats, and the sentences that screen and command line share."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, BinaryIO, Final

from companion.formatting.languages import catalogue, languages
from companion.formatting.text import sentence
from companion.games import KITS
from companion.games.kit import is_number
from companion.games.score_pad import PADS_PART, pad_lines, read_pad
from companion.services.kept_pads import of_shelf, ready_pad, said_by_shelf
from companion.services.results import headline, plain_result
from companion.system import now
from scoring.fields import PersonalName
from scoring.messages import Message, as_typed, counted, forms, say, tr
from scoring.score_pad import SCORE_PAD, remarks
from storage.backup import backups
from storage.database import copies
from storage.database.errors import StoreError
from storage.documents.fields import NameField, belongs_here, shown, whole_number
from storage.exchange import planning, reading
from storage.exchange.bgstats import export_bgsplay
from storage.exchange.csv_file import export_csv
from storage.exchange.record import CopyRecord, GameWinner, Incoming, OfferedPad, SettingRecord
from storage.exchange.tessera_jsonl import export_jsonl
from storage.repositories.games import is_of_pad
from storage.repositories.people import ANONYMOUS_ID
from storage.repositories.values import PAD_GAME, day_of, table_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from datetime import date
    from pathlib import Path

    from scoring.problems import Problem
    from storage.backup.backups import Backup
    from storage.exchange.files import Progress
    from storage.exchange.past_imports import Import, UndoneImport
    from storage.exchange.planning import Plan, PlannedPlay
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
    "bgstats": as_typed("BG Stats"),
    "bgg": as_typed("BoardGameGeek"),
}
"""The titles of the formats that can be imported."""

MAX_DOWNLOAD_BYTES: Final = 64 * 1024 * 1024
"""The largest file that a browser may download, in bytes."""

MAX_NAMED_LINES: Final = 5
"""How many plays or problems are named one by one."""

MAX_COUNT: Final = 1_000_000_000
"""The highest number that a counted part of a copy may have reached."""

LEFT_OUT: Final = say("Without tables in play, steps and phones: only a backup has all of it.")
"""What a file of everything leaves out."""

LEFT_OUT_OF_SOME: Final = say(
    "In the file: these plays with earlier versions, friends and places; without a filter also the deleted plays, your "
    "copies and the settings."
)
"""What a file of some plays leaves out."""

_SETTINGS: Final[Mapping[str, Callable[[object], bool]]] = {
    "awake": lambda value: isinstance(value, bool),
    "text": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool) and 1 <= value <= 2,  # noqa: PLR2004
    "theme": lambda value: value in ("system", "light", "dark"),
}
"""The settings that a file may bring, and whether a value is one of theirs."""

PLAYS: Final = forms("{number} play", "{number} plays")
VERSIONS: Final = forms("{number} earlier version", "{number} earlier versions")
PHOTOS: Final = forms("{number} photo", "{number} photos")
FRIENDS: Final = forms("{number} friend", "{number} friends")
PLACES: Final = forms("{number} place", "{number} places")
PEOPLE: Final = forms("{number} friend or place", "{number} friends and places")
NAMES: Final = forms("{number} other name", "{number} other names")
PADS: Final = forms("{number} pad for New table", "{number} pads for New table")
FEWEST: Final = forms("{number} game in which the fewest points win", "{number} games in which the fewest points win")
VALUES: Final = forms("{number} value of your copies", "{number} values of your copies")
SETTINGS: Final = forms("{number} setting", "{number} settings")
NUMBERS: Final = forms("{number} number at BoardGameGeek", "{number} numbers at BoardGameGeek")
"""What a file may bring, and how many of it."""


class TooLargeError(Exception):
    """The export is too large for a browser."""


def read_file(source: bytes | BinaryIO, name: str, progress: Progress | None = None) -> Incoming:
    """Return the content of a file; its copies and settings pass the same checks as what is typed here.

    Score sheets of games that are on the shelf are held by its pads where the rows agree, and no pads are made of them;
    it says whether the most or the fewest points win in a game.
    """
    incoming = reading.read(source, name, progress, _refusal, ready_pad, tuple(map(catalogue, languages())))
    if incoming.format == "tessera":
        return incoming
    values = [
        value
        for value in incoming.values
        if not (isinstance(value, OfferedPad) and of_shelf(value.value.get("bgg"), value.value["title"]))
    ]
    said = {value.key for value in values if isinstance(value, GameWinner)}
    games = sorted({(record.game, record.title) for record in incoming.records if record.game not in said})
    return replace(incoming, values=(*values, *said_by_shelf(games)))


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
        return say("{key}: this setting is not imported", key=shown(record.key))
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


def changes_anything(plan: Plan) -> bool:
    """Return whether an import would change anything, even if that is an earlier version that nobody sees."""
    if plan.deleted or any(entry.kind != "same" or entry.new_source is not None for entry in plan.entries):
        return True
    if any(merge.kind == "new" for merge in plan.merged):
        return True
    if {"new", "changed"} & {*(value.kind for value in plan.values), *(photo.kind for photo in plan.photos)}:
        return True
    return any(friend.is_added or friend.kind == "changed" for friend in plan.people)


def plan_summary(plan: Plan) -> tuple[str, ...]:
    """Return what an import would do, in sentences."""
    return tuple(_plan_sentences(plan))


def _counts(numbers: Iterable[tuple[int, tuple[str, str]]]) -> tuple[Message, ...]:
    """Return numbers with what there are so many of, without those of which there are none."""
    return tuple(counted(number, *words) for number, words in numbers if number)


def _listed(message: Message) -> Iterator[str]:
    """Yield a sentence that lists something, unless there is nothing to list."""
    if message.values["what"]:
        yield str(message)


def _added(plan: Plan) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield what an import would add, and how much of it."""
    new = [entry.record for entry in plan.entries if entry.kind == "new"]
    stated = [person for person in plan.people if person.record.is_stated]
    kinds = [person.record.kind for person in stated if person.kind == "new"]
    yield plan.new, PLAYS
    yield sum(record.versions for record in new), VERSIONS
    yield sum(photo.kind == "new" for photo in plan.photos), PHOTOS
    yield kinds.count("player"), FRIENDS
    yield kinds.count("place"), PLACES
    yield sum(len(person.aliases) for person in stated), NAMES
    yield from _values(plan, "new")
    yield sum(entry.new_source is not None for entry in plan.entries), NUMBERS


def _differing(plan: Plan, kind: str) -> list[tuple[int, tuple[str, str]]]:
    """Return what differs from the file without being a play, and is changed or kept, and how much of it."""
    people = sum(person.kind == kind for person in plan.people if person.record.is_stated)
    return [(people, PEOPLE), *_values(plan, kind)]


def _values(plan: Plan, kind: str) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield how many values and settings of a file are of a kind."""
    for of, words in ((OfferedPad, PADS), (GameWinner, FEWEST), (CopyRecord, VALUES), (SettingRecord, SETTINGS)):
        yield sum(entry.kind == kind for entry in plan.values if type(entry.record) is of), words


def _plan_sentences(plan: Plan) -> Iterator[str]:
    yield from _listed(say("To be added: {what}.", what=_counts(_added(plan))))
    removed = sum(entry.record.is_removed for entry in plan.entries if entry.kind == "new")
    if removed:
        yield f"{tr('{what}: {value}', what=say('Deleted plays'), value=removed)}."
    changed = [(plan.changed, PLAYS), *_differing(plan, "changed")]
    yield from _listed(say("To be changed; earlier versions stay readable: {what}.", what=_counts(changed)))
    yield from _listed(say("To be deleted for good: {what}.", what=_counts([(len(plan.deleted), PLAYS)])))
    kept = [(plan.kept, PLAYS), *_differing(plan, "kept")]
    yield from _listed(say("Stays as it is here: {what}.", what=_counts(kept)))
    yield from _listed(say("Already here: {what}.", what=_counts([(plan.same, PLAYS)])))
    yield from _pad_sentences(plan)
    yield from _nameless_sentences(plan)
    if not (plan.entries or plan.people or plan.values):
        yield tr("There is nothing in it to import.")
    yield from map(str, plan.remarks)


def _nameless_sentences(plan: Plan) -> Iterator[str]:
    """Yield whose the plays are that name no player."""
    name, number = nameless_plays(plan)
    if name:
        yield str(
            counted(
                number,
                "{number} play names no player: it counts as played by {name}, without a result.",
                "{number} plays name no player: they count as played by {name}, without a result.",
                name=name,
            )
        )
    elif number:
        yield str(
            counted(
                number,
                "{number} play names no player: it counts as played, without a result.",
                "{number} plays name no player: they count as played, without a result.",
            )
        )


def nameless_plays(plan: Plan) -> tuple[str, int]:
    """Return who is said to have played what names no player, "" where nobody is, and how many plays that would change.

    An import that was told the player once leaves these plays as they are.
    """
    records = [entry.record for entry in plan.entries if entry.record.owner is not None and entry.kind != "same"]
    players = [player for record in records[:1] for player in record.play.players if player.id != ANONYMOUS_ID]
    return "".join(player.name for player in players), len(records)


def owner_to_ask(store: Store, plan: Plan, incoming: Incoming) -> str | None:
    """Return who may have played what names no player, "" where nothing says it, `None` where it need not be asked."""
    name, number = nameless_plays(plan)
    if name or not number:
        return None
    return planning.owner_here(store, incoming) or next((record.owner for record in incoming.without_players), "")


def read_owner(typed: str) -> str | Message:
    """Return the name of the player of plays that name none, or a sentence where nobody can be called that."""
    problems: list[Problem] = []
    name: str = NameField(PersonalName()).read(typed, None, problems)
    return problems[0].message if problems else name


def _pad_sentences(plan: Plan) -> Iterator[str]:
    """Yield what the pads say that an import would add or replace."""
    brought = (entry.record for entry in plan.values if entry.kind != "same" and type(entry.record) is CopyRecord)
    pads = (copy for copy in brought if (copy.game, copy.part) == (PAD_GAME, PADS_PART))
    new = [pad for copy in pads if (pad := read_pad(copy.value)) is not None]
    for pad in new[:MAX_NAMED_LINES]:
        yield tr("{what}: {value}", what=pad.title, value=" ".join(sentence(line) for line in pad_lines(pad)))
    if new[MAX_NAMED_LINES:]:
        yield sentence(tr("and {number} more", number=len(new) - MAX_NAMED_LINES))


def people_lines(plan: Plan) -> tuple[tuple[str, ...], int]:
    """Return what to know of friends and places in the file, line by line, and how many lines are left out."""
    lines = [f"{reason}." for person in plan.people for reason in person.reasons]
    return tuple(lines[:MAX_NAMED_LINES]), max(0, len(lines) - MAX_NAMED_LINES)


def difference_lines(plan: Plan) -> tuple[tuple[str, ...], int]:
    """Return a line for each play that differs, looks double or has a warning, and how many lines are left out."""
    named = [entry for entry in plan.entries if _is_to_be_named(entry)]
    return tuple(map(_difference_line, named[:MAX_NAMED_LINES])), max(0, len(named) - MAX_NAMED_LINES)


def _is_to_be_named(entry: PlannedPlay) -> bool:
    return entry.kind in {"changed", "kept"} or entry.looks_double or bool(entry.record.warnings)


def _difference_line(entry: PlannedPlay) -> str:
    play = entry.record.play
    return f"{play.title}, {_day(play)} {entry.reason}"


def play_lines(plan: Plan) -> tuple[str, ...]:
    """Return every play of a file, one a line: where it stands, its game and day, the players, and who wins."""
    return tuple(map(_play_line, plan.entries))


def _play_line(entry: PlannedPlay) -> str:
    play, at = entry.record.play, f"{entry.record.at}: " if entry.record.at else ""
    result = plain_result(play.title, play.sheet)
    players = ", ".join(f"{standing.player} {standing.total}" for standing in result.sheet.standings)
    game = f"{play.title}, {play.edition}" if play.edition else play.title
    words = f"{at}{game}, {_day(play)}: {players}. {headline(result)}."
    words = " ".join((words, *_remarks(play)))
    if entry.kind == "new":
        return words
    return f"{words} {tr('This play {reason}.', reason=entry.reason)}"


def _remarks(play: Play) -> tuple[str, ...]:
    """Return what was not entered on a pad, and what cannot be right, in sentences."""
    table = table_in(play.document, SCORE_PAD) if is_of_pad(play.game) else None
    return () if table is None else tuple(map(sentence, remarks(table)))


def _day(play: Play) -> str:
    return play.day or day_of(play.finished)


def problem_lines(plan: Plan) -> tuple[tuple[str, ...], int]:
    """Return why plays of a file cannot be imported, one reason a line, and how many more there are."""
    lines = [*map(str, plan.problems)]
    return tuple(lines[:MAX_NAMED_LINES]), max(0, len(lines) - MAX_NAMED_LINES)


def import_summary(done: Import) -> str:
    """Return what an import did, in sentences."""
    if done.id is None:
        return tr("Nothing was changed: all of it is here already.")
    added = [
        (done.added, PLAYS),
        (done.photos, PHOTOS),
        (done.people, PEOPLE),
        (done.pads, PADS),
        (done.copies, VALUES),
        (done.settings, SETTINGS),
        (done.sources, NUMBERS),
    ]
    return " ".join(
        [
            *_listed(say("{what} added.", what=_counts(added))),
            *_listed(say("{what} changed.", what=_counts([(done.changed, PLAYS)]))),
            *_listed(say("{what} deleted for good.", what=_counts([(done.deleted, PLAYS)]))),
            *_listed(say("Other versions are there to be read: {what}.", what=_counts([(done.versions, PLAYS)]))),
            *([judged_text(done.judged)] if done.judged else []),
        ]
    )


def judged_text(number: int) -> str:
    """Return of how many plays a pad says who won."""
    return str(
        counted(
            number,
            "In {number} play the pad says who won, as nobody was marked as the winner.",
            "In {number} plays the pad says who won, as nobody was marked as the winner.",
        )
    )


def undo_summary(undone: UndoneImport) -> tuple[str, ...]:
    """Return what undoing an import did and what it left, in sentences."""
    done = [
        *_listed(say("{what} removed.", what=_counts([(undone.removed, PLAYS)]))),
        *_listed(say("{what} restored.", what=_counts([(undone.restored, PLAYS)]))),
    ]
    back = " ".join(done) or tr("The import was undone.")
    if not undone.kept:
        return (back,)
    kept = "; ".join(f"{play.title}, {play.day}" for play in undone.kept[:MAX_NAMED_LINES])
    kept += " …" if len(undone.kept) > MAX_NAMED_LINES else ""
    return back, tr("Left as they are, because they were edited since: {plays}.", plays=kept)


def look_into(content: bytes, folder: Path) -> tuple[int, int, Message | None]:
    """Return how many plays and how many tables in play a chosen backup holds, and what of it would not come along.

    Raises:
        StoreError: it cannot be restored.

    """
    with backups.given_file(content, folder) as chosen:
        problems = backups.restore_problems(chosen)
        if problems:
            raise StoreError(say("it cannot be restored: {problem}", problem=problems[0]))
        return *backups.counts(chosen.path), copies.left_behind(chosen.path)


def restore_listed(store: Store, chosen: Backup, folder: Path) -> Message | None:
    """Replace what a store holds by a backup; return the sentence on what of it did not come along, or `None`."""
    backups.restore(store, chosen, folder, now())
    return copies.left_behind(chosen.path)


def restore_file(store: Store, content: bytes, folder: Path) -> Backup:
    """Replace what a store holds by a file that was chosen; return the backup of what it held."""
    with backups.given_file(content, folder) as chosen:
        return backups.restore(store, chosen, folder, now())
