"""BG Stats, reading: the score sheet of a play, which becomes a table of a score pad.

A play there may have a sheet, as JSON in a text: groups of rows, each row with what players entered, by ids that stand
beside the players. Rows in which nobody has anything stay out. The totals are those that were recorded; what the rows
lack stands in a row of its own. What stays out of the plays of a file is said in one sentence for all of them.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from scoring.messages import Message, counted, forms, say
from scoring.score_pad import (
    MAX_CATEGORIES,
    MAX_ENTRY,
    MAX_PLAYERS,
    MAX_ROUNDS,
    WORTH_RANGE,
    Category,
    Count,
    Entry,
    Points,
    Rounds,
    Tick,
)
from storage.exchange.bgstats import REST, WINS
from storage.exchange.outcomes import parts_in
from storage.exchange.recorded_table import (
    ROUNDS_TITLE,
    Form,
    Heading,
    Labels,
    SheetRow,
    headings_of,
    in_languages,
    label_in,
    labels_of,
    sums_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from storage.exchange.files import Catalogues
    from storage.repositories.play_content import Participant

NOT_ON_THE_SHEET: Final = say("Not on the score sheet")

_ROUNDS: Final = "rounds"
"""The key of the rounds that players added up in the score itself."""

_DECIDES: Final = "radioOverall"
"""The type of a row that decides who wins."""

_REMEMBERED: Final = 2048
"""How many categories and entries are read once."""


class _FilledRow(NamedTuple):
    """A row of the file, with the numbers that players added in it, by seat."""

    form: Form
    row: Mapping[str, Any]
    numbers: Mapping[int, tuple[int, ...]]


def read_rows(
    text: object, seats: Mapping[str, int], remarks: FileRemarks, catalogues: Catalogues = ()
) -> tuple[SheetRow, ...]:
    """Return the rows of the sheet of a play, a text with JSON; none where it cannot be read.

    `seats` has the players by the ids that stand for them in the sheet; our own words are in English, and in the
    languages of `catalogues`.
    """
    try:
        filled = list(_filled_rows(text, seats, remarks))
    except (TypeError, ValueError, RecursionError):
        remarks.add("unreadable")
        return ()
    is_short = len(filled) <= MAX_CATEGORIES * MAX_ROUNDS
    headings = headings_of(tuple([row.form for row in filled]), catalogues) if is_short else None
    if headings is None:
        remarks.add("long")
        return ()
    if not all(heading.title for heading in headings):
        remarks.add("unlabelled")
    return tuple(
        _sheet_row(heading, [filled[index] for index in heading.rows]) for heading in headings if heading.title
    )


def rows_of_scores(texts: Sequence[str], catalogues: Catalogues = ()) -> tuple[SheetRow, ...]:
    """Return the rounds that players added up in the score itself; none unless all scores are numbers, and one a sum.

    >>> [row.entries for row in rows_of_scores(["3+3+2", "27"])]
    [{0: (3, 3, 2), 1: (27,)}]
    """
    sums = [parts_in(text) for text in texts]
    entries = {seat: parts for seat, parts in enumerate(sums) if parts is not None}
    if len(entries) < len(texts) or all(len(parts) == 1 for parts in entries.values()):
        return ()
    category = Rounds(key=_ROUNDS, title=ROUNDS_TITLE.english)
    return (SheetRow(category=category, titles=in_languages(_ROUNDS, ROUNDS_TITLE, catalogues), entries=entries),)


def _filled_rows(text: object, seats: Mapping[str, int], remarks: FileRemarks) -> Iterator[_FilledRow]:
    """Yield the rows of a sheet in which somebody at the table has something.

    Raises:
        ValueError: it is no JSON.
        TypeError: it is no sheet.

    """
    sheet = _object(json.loads(text) if isinstance(text, str) else text)
    groups = [_object(group) for group in _list(sheet.get("groups") or sheet.get("rounds"))]
    is_alone = len({str(group.get("templateId")) for group in groups}) == 1
    times = Counter[tuple[str, Labels]]()
    for group in groups:
        labels = labels_of(group)
        for row in map(_object, _list(group.get("rows"))):
            numbers: dict[int, tuple[int, ...]] = {}
            for player, entry in _object(row.get("scores") or {}).items():
                words = entry if isinstance(entry, str) else json.dumps(entry)
                if not words.strip():
                    continue
                parts = (1,) if row.get("type") == _DECIDES else _numbers(words)
                if player not in seats:
                    remarks.add("nobody")
                elif parts is None:
                    remarks.add("no number")
                else:
                    numbers[seats[player]] = parts
            name = _name(row) if is_alone else f"{_name(row)}_{group.get('templateId')}"
            same = name, labels_of(row)
            if numbers:
                yield _FilledRow(_form(name, row, numbers, labels, times[same]), row, numbers)
            times[same] += 1


@lru_cache(_REMEMBERED)
def _numbers(words: str) -> tuple[int, ...] | None:
    """Return the numbers that are added in an entry; `None` where a pad cannot hold them."""
    parts = parts_in(words)
    return None if parts is None or max(map(abs, parts)) * len(parts) > MAX_ENTRY else parts


def _form(
    name: str, row: Mapping[str, Any], numbers: Mapping[int, tuple[int, ...]], group_labels: Labels, before: int
) -> Form:
    return Form(
        name=name,
        is_negative=row.get("negative") is True,
        kind=str(row.get("type")),
        is_extra=row.get("isExtra") is True,
        has_sums=max(map(len, numbers.values())) > 1,
        labels=labels_of(row),
        group_labels=group_labels,
        before=before,
    )


def _name(row: Mapping[str, Any]) -> str:
    return str(row.get("templateId") or label_in(labels_of(row)))


def _object(value: object) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise TypeError(value)
    return value


def _list(value: object) -> list[object]:
    if value is not None and not isinstance(value, list):
        raise TypeError(value)
    return value or []


def _sheet_row(heading: Heading, rows: Sequence[_FilledRow]) -> SheetRow:
    """Return a category with its entries."""
    (form, row, only), sign = rows[0], -1 if rows[0].form.is_negative else 1
    numbers = only.values() if len(rows) == 1 else [parts for filled in rows for parts in filled.numbers.values()]
    worth, seats = _worth(row, numbers), sorted({seat for filled in rows for seat in filled.numbers})
    kind: type[Category]
    fields: dict[str, Any]
    entries: dict[int, Entry]
    if worth is not None:
        fields = {"worth": sign * worth, "wins": row.get("value") == WINS}
        kind, entries = Tick, dict.fromkeys(seats, True)
    elif heading.is_by_round:
        kind, fields, entries = Rounds, {"times": sign}, {seat: _rounds(rows, seat) for seat in seats}
    elif form.has_sums:
        kind, fields, entries = Rounds, {"times": sign}, dict(only)
    elif sign < 0 and min(only.values()) >= (0,):
        kind, fields, entries = Count, {"each": sign}, {seat: entry for seat, (entry,) in only.items()}
    else:
        kind, fields, entries = Points, {}, {seat: sign * entry for seat, (entry,) in only.items()}
    category = _category(kind, key=heading.key, title=heading.title, **fields)
    return SheetRow(category=category, titles=heading.titles, entries=entries)


@lru_cache(_REMEMBERED)
def _category(kind: type[Category], **fields: object) -> Category:
    """Return a category of a kind, made once."""
    make: Callable[..., Category] = kind
    return make(**fields)


def _worth(row: Mapping[str, Any], numbers: Collection[tuple[int, ...]]) -> int | None:
    """Return what a box is worth that is ticked; `None` for a row that is none."""
    if row.get("type") == _DECIDES:
        return 0
    value = row.get("value")
    if row.get("type") != "checkbox" or type(value) is not int or {*numbers} != {(value,)}:
        return None
    return value if WORTH_RANGE.low <= value <= WORTH_RANGE.high else None


def _rounds(rows: Sequence[_FilledRow], seat: int) -> tuple[int, ...]:
    """Return what a player has round by round: the number of each repeated row, 0 where there is none."""
    points = {row.form.before: sum(row.numbers[seat]) for row in rows if seat in row.numbers}
    return tuple(points.get(index, 0) for index in range(max(points) + 1))


def with_rest(
    rows: tuple[SheetRow, ...], players: Sequence[Participant], remarks: FileRemarks, catalogues: Catalogues = ()
) -> tuple[SheetRow, ...]:
    """Return the rows of a play, and one with what they lack of the totals; none where a pad cannot hold them."""
    if not rows:
        return ()
    if len(players) > MAX_PLAYERS:
        remarks.add("crowd")
        return ()
    if any(player.total is None for player in players):
        remarks.add("no total")
        return ()
    sums = enumerate(sums_of(rows, len(players)))
    rest = {seat: total - points for seat, points in sums if (total := players[seat].total or 0) != points}
    if not rest:
        return rows
    if max(map(abs, rest.values())) > MAX_ENTRY:
        remarks.add("unreadable")
        return ()
    remarks.add("differs")
    category = Points(key=REST, title=NOT_ON_THE_SHEET.english)
    return (*rows, SheetRow(category=category, titles=in_languages(REST, NOT_ON_THE_SHEET, catalogues), entries=rest))


MAX_NAMED_PLAYS: Final = 5
"""How many plays a remark names."""

Fault = Literal[
    "unreadable",
    "long",
    "crowd",
    "no total",
    "scored here",
    "unlabelled",
    "nobody",
    "no number",
    "differs",
    "odd score",
    "expansion",
]

_SENTENCES: Final[Mapping[Fault, tuple[str, str]]] = {
    "unreadable": forms(
        "The score sheet of {number} play cannot be read, and stays out: {plays}.",
        "The score sheets of {number} plays cannot be read, and stay out: {plays}.",
    ),
    "long": forms(
        "The score sheet of {number} play has more rows than a pad has room for, and stays out: {plays}.",
        "The score sheets of {number} plays have more rows than a pad has room for, and stay out: {plays}.",
    ),
    "crowd": forms(
        "The score sheet of {number} play is for more players than a pad, and stays out: {plays}.",
        "The score sheets of {number} plays are for more players than a pad, and stay out: {plays}.",
    ),
    "no total": forms(
        "The score sheet of {number} play stays out, as a score is no whole number: {plays}.",
        "The score sheets of {number} plays stay out, as a score is no whole number: {plays}.",
    ),
    "scored here": forms(
        "The score sheet of {number} play stays out, as Tessera has a sheet of its own for the game: {plays}.",
        "The score sheets of {number} plays stay out, as Tessera has a sheet of its own for the game: {plays}.",
    ),
    "unlabelled": forms(
        "In the score sheet of {number} play rows without a label stay out: {plays}.",
        "In the score sheets of {number} plays rows without a label stay out: {plays}.",
    ),
    "nobody": forms(
        "In the score sheet of {number} play scores of nobody at the table stay out: {plays}.",
        "In the score sheets of {number} plays scores of nobody at the table stay out: {plays}.",
    ),
    "no number": forms(
        "In the score sheet of {number} play entries that are no whole number stay out: {plays}.",
        "In the score sheets of {number} plays entries that are no whole number stay out: {plays}.",
    ),
    "differs": forms(
        "In {number} play the rows of the score sheet do not add up to the score, and both are kept: {plays}.",
        "In {number} plays the rows of the score sheet do not add up to the score, and both are kept: {plays}.",
    ),
    "odd score": forms(
        "In {number} play a score is no whole number, and stays as a note at the seat: {plays}.",
        "In {number} plays a score is no whole number, and stays as a note at the seat: {plays}.",
    ),
    "expansion": forms(
        "In {number} play an expansion has no name in the file, and stays out: {plays}.",
        "In {number} plays an expansion has no name in the file, and stays out: {plays}.",
    ),
}


class FileRemarks:
    """What is to be said of a file: each fault once, with the plays that have it."""

    def __init__(self) -> None:
        """Begin with none."""
        self._plays: defaultdict[Fault, dict[str, str]] = defaultdict(dict)
        self._play = "", ""

    def of_play(self, at: str, name: str) -> None:
        """Let the faults that follow be those of the play `at` a place, by the name that people know it by."""
        self._play = at, name

    def add(self, fault: Fault) -> None:
        """Note a fault of the play."""
        at, name = self._play
        self._plays[fault].setdefault(at, name)

    def sentences(self) -> Iterator[Message]:
        """Yield a sentence for each fault."""
        for fault, words in _SENTENCES.items():
            plays = [*self._plays[fault].values()]
            named = "; ".join(plays[:MAX_NAMED_PLAYS]) + (" …" if plays[MAX_NAMED_PLAYS:] else "")
            if plays:
                yield counted(len(plays), *words, plays=named)
