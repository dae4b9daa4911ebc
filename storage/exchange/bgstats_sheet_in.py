"""BG Stats, reading: the score sheet of a play, which becomes a table of a score pad.

A play there may have a sheet, as JSON in a text: groups of rows, each row with what players entered, by ids that stand
beside the players. Rows in which nobody has anything stay out. The totals are those that were recorded; what the rows
lack stands in a row of its own.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from scoring.messages import language, say, tr
from scoring.score_pad.pad_limits import TOTAL
from scoring.score_pad.state import (
    CATEGORY_TITLE,
    MAX_CATEGORIES,
    MAX_ENTRY,
    MAX_PLAYERS,
    MAX_ROUNDS,
    WORTH_RANGE,
    Count,
    Points,
    Rounds,
    Tick,
)
from storage.exchange.bgstats_sheet import REST, WINS
from storage.exchange.outcomes import parts_in
from storage.exchange.record import cleaned
from storage.exchange.recorded_table import SheetRow, sums_of
from storage.repositories.values import folded

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from storage.exchange.bgstats_remarks import FileRemarks
    from storage.repositories.play_content import Participant

NOT_ON_THE_SHEET: Final = say("Not on the score sheet")

_TAKEN: Final = frozenset({REST, TOTAL})
"""Keys that no row of a sheet gets."""

_OTHER_SIGNS: Final = re.compile("[^a-z0-9]+")

_NUMBER_OF_ROW: Final = "{row}"
"""What stands in a label for the number of a repeated row."""

_MAX_SLUG: Final = 37
"""The length of a key without a number behind it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _FilledRow:
    """A row of the file in its group, with the numbers that players added in it, by seat."""

    group: Mapping[str, Any]
    row: Mapping[str, Any]
    numbers: Mapping[int, tuple[int, ...]]
    is_alone: bool

    @property
    def name(self) -> str:
        """The name of the row in the template, with that of its group unless all groups are the same one."""
        own, group = str(self.row.get("templateId") or _label(self.row)), self.group.get("templateId")
        return own if self.is_alone else f"{own}_{group}"

    @property
    def template(self) -> tuple[object, ...]:
        """What rows have in common that are one row repeated."""
        return self.name, self.row.get("negative") is True, str(self.row.get("type"))

    @property
    def has_sums(self) -> bool:
        """Whether somebody added several numbers."""
        return any(len(parts) > 1 for parts in self.numbers.values())


def read_rows(text: object, seats: Mapping[str, int], at: str, remarks: FileRemarks) -> tuple[SheetRow, ...]:
    """Return the rows of the sheet of a play `at` a place, a text with JSON; none where it cannot be read.

    `seats` has the players by the ids that stand for them in the sheet.
    """
    try:
        filled = list(_filled_rows(text, seats, at, remarks))
    except (TypeError, ValueError, RecursionError):
        remarks.add("unreadable", at)
        return ()
    repeated: dict[object, list[_FilledRow]] = {}
    for row in filled:
        repeated.setdefault(row.template, []).append(row)
    categories = [rows for again in repeated.values() for rows in _apart(again)]
    if len(categories) >= MAX_CATEGORIES or any(len(rows) > MAX_ROUNDS for rows in categories):
        remarks.add("long", at)
        return ()
    keys, titles = _keys(categories), _titles(categories)
    if not all(titles):
        remarks.add("unlabelled", at)
    return tuple(
        _sheet_row(key, title, rows) for key, title, rows in zip(keys, titles, categories, strict=True) if title
    )


def rows_of_scores(texts: Sequence[str]) -> tuple[SheetRow, ...]:
    """Return the rounds that players added up in the score itself; none unless all scores are numbers, and one a sum.

    >>> [row.entries for row in rows_of_scores(["3+3+2", "27"])]
    [{0: (3, 3, 2), 1: (27,)}]
    """
    sums = [parts_in(text) for text in texts]
    entries = {seat: parts for seat, parts in enumerate(sums) if parts is not None}
    if len(entries) < len(texts) or all(len(parts) == 1 for parts in entries.values()):
        return ()
    return (SheetRow(category=Rounds(key="rounds", title=tr("Rounds")), entries=entries),)


def _filled_rows(text: object, seats: Mapping[str, int], at: str, remarks: FileRemarks) -> Iterator[_FilledRow]:
    """Yield the rows of a sheet in which somebody at the table has something.

    Raises:
        ValueError: it is no JSON.
        TypeError: it is no sheet.

    """
    sheet = _object(json.loads(text) if isinstance(text, str) else text)
    groups = [_object(group) for group in _list(sheet.get("groups") or sheet.get("rounds"))]
    is_alone = len({str(group.get("templateId")) for group in groups}) == 1
    for group in groups:
        for row in map(_object, _list(group.get("rows"))):
            numbers: dict[int, tuple[int, ...]] = {}
            for player, entry in _object(row.get("scores") or {}).items():
                words = entry if isinstance(entry, str) else json.dumps(entry)
                parts = (1,) if row.get("type") == "radioOverall" else parts_in(words)
                if not words.strip():
                    continue
                if player not in seats:
                    remarks.add("nobody", at)
                elif parts is None or max(map(abs, parts)) * len(parts) > MAX_ENTRY:
                    remarks.add("no number", at)
                else:
                    numbers[seats[player]] = parts
            if numbers:
                yield _FilledRow(group=group, row=row, numbers=numbers, is_alone=is_alone)


def _object(value: object) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise TypeError(value)
    return value


def _list(value: object) -> list[object]:
    if value is not None and not isinstance(value, list):
        raise TypeError(value)
    return value or []


def _apart(rows: list[_FilledRow]) -> Iterator[list[_FilledRow]]:
    """Yield the rows that become one category: all that are one row repeated, unless there are sums in them."""
    if any(row.has_sums for row in rows):
        yield from ([row] for row in rows)
    else:
        yield rows


def _keys(categories: Sequence[list[_FilledRow]]) -> list[str]:
    """Return a key for each category, the same in every language and in every play with such a sheet."""
    taken, keys = {*_TAKEN}, []
    for rows in categories:
        own = _slug(rows[0].name)
        number, key = 1, own
        while key in taken:
            number += 1
            key = f"{own}_{number}"
        taken.add(key)
        keys.append(key)
    return keys


def _slug(text: str) -> str:
    return _OTHER_SIGNS.sub("_", text.casefold()).strip("_")[:_MAX_SLUG] or "row"


def _titles(categories: Sequence[list[_FilledRow]]) -> list[str]:
    """Return the title of each category, "" for one without a label; of equal titles, each names its group."""
    times, titles = Counter(rows[0].template for rows in categories), []
    before = Counter[object]()
    for rows in categories:
        template = rows[0].template
        before[template] += 1
        number = before[template] if times[template] > 1 else 0
        titles.append(_title(rows[0], number))
    alike = Counter(map(folded, titles))
    groups = [_label(rows[0].group) for rows in categories]
    return [
        _cleaned(f"{group}: {title}") if group and title and (alike[folded(title)] > 1 or title.isdigit()) else title
        for title, group in zip(titles, groups, strict=True)
    ]


def _title(filled: _FilledRow, number: int) -> str:
    """Return the title of a row, which is the `number`-th time of it where that is not 0."""
    label = _label(filled.row)
    if _NUMBER_OF_ROW not in label:
        return _cleaned(f"{label} {number}") if number and label else label
    if number:
        return tr("Round {number}", number=number)
    return tr("Extra row") if filled.row.get("isExtra") is True else tr("Rounds")


def _label(labelled: Mapping[str, Any]) -> str:
    """Return a label in the reader's language, else the first one; "" where there is none."""
    of_reader = labelled.get(f"label-{language()}", labelled.get("label"))
    if isinstance(of_reader, str) and (label := _cleaned(of_reader)):
        return label
    labels = (label for name, label in labelled.items() if name.startswith("label") and isinstance(label, str))
    return next(filter(None, map(_cleaned, labels)), "")


@lru_cache(1000)
def _cleaned(label: str) -> str:
    return cleaned(label, CATEGORY_TITLE.most)


def _sheet_row(key: str, title: str, rows: Sequence[_FilledRow]) -> SheetRow:
    """Return a category with its entries."""
    row, sign = rows[0].row, -1 if rows[0].row.get("negative") is True else 1
    numbers = [parts for filled in rows for parts in filled.numbers.values()]
    worth, seats = _worth(row, numbers), sorted({seat for filled in rows for seat in filled.numbers})
    if worth is not None:
        tick = Tick(key=key, title=title, worth=sign * worth, wins=row.get("value") == WINS)
        return SheetRow(category=tick, entries=dict.fromkeys(seats, True))
    if len(rows) > 1 or any(len(parts) > 1 for parts in numbers):
        rounds = {seat: _rounds(rows, seat) for seat in seats}
        return SheetRow(category=Rounds(key=key, title=title, times=sign), entries=rounds)
    entries = {seat: number for seat, (number,) in rows[0].numbers.items()}
    if sign < 0 and min(entries.values()) >= 0:
        return SheetRow(category=Count(key=key, title=title, each=sign), entries=entries)
    points = {seat: sign * number for seat, number in entries.items()}
    return SheetRow(category=Points(key=key, title=title), entries=points)


def _worth(row: Mapping[str, Any], numbers: Sequence[tuple[int, ...]]) -> int | None:
    """Return what a box is worth that is ticked; `None` for a row that is none."""
    if row.get("type") == "radioOverall":
        return 0
    value = row.get("value")
    if row.get("type") != "checkbox" or type(value) is not int or {*numbers} != {(value,)}:
        return None
    return value if WORTH_RANGE.low <= value <= WORTH_RANGE.high else None


def _rounds(rows: Sequence[_FilledRow], seat: int) -> tuple[int, ...]:
    """Return what a player has round by round: the numbers that were added, or the number of each repeated row."""
    if len(rows) == 1:
        return rows[0].numbers[seat]
    last = max(index for index, row in enumerate(rows) if seat in row.numbers)
    return tuple(sum(row.numbers.get(seat, ())) for row in rows[: last + 1])


def with_rest(
    rows: tuple[SheetRow, ...], players: Sequence[Participant], at: str, remarks: FileRemarks
) -> tuple[SheetRow, ...]:
    """Return the rows of a play, and one with what they lack of the totals; none where a pad cannot hold them."""
    if not rows:
        return ()
    if len(players) > MAX_PLAYERS:
        remarks.add("crowd", at)
        return ()
    if any(player.total is None for player in players):
        remarks.add("no total", at)
        return ()
    sums = enumerate(sums_of(rows, len(players)))
    rest = {seat: total - points for seat, points in sums if (total := players[seat].total or 0) != points}
    if not rest:
        return rows
    if max(map(abs, rest.values())) > MAX_ENTRY:
        remarks.add("unreadable", at)
        return ()
    remarks.add("differs", at)
    return (*rows, SheetRow(category=Points(key=REST, title=str(NOT_ON_THE_SHEET)), entries=rest))
