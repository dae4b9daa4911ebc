"""BG Stats, reading: the score sheet of a play, which becomes a table of a score pad.

A play there may have a sheet, as JSON in a text: groups of rows, each row with what players entered, by ids that stand
beside the players. Rows in which nobody has anything stay out. The totals are those that were recorded; what the rows
lack stands in a row of its own.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from scoring.messages import as_typed, language, say
from scoring.score_pad.pad_limits import TOTAL
from scoring.score_pad.state import (
    CATEGORY_TITLE,
    LANGUAGES,
    MAX_CATEGORIES,
    MAX_ENTRY,
    MAX_PLAYERS,
    MAX_ROUNDS,
    WORTH_RANGE,
    Count,
    Kind,
    Points,
    Rounds,
    Tick,
)
from storage.exchange.bgstats_sheet import REST, WINS
from storage.exchange.outcomes import parts_in
from storage.exchange.record import cleaned
from storage.exchange.recorded_table import SheetRow, Titles, sums_of
from storage.repositories.values import folded

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from scoring.messages import Message
    from scoring.score_pad.state import Entry
    from storage.exchange.bgstats_remarks import FileRemarks
    from storage.repositories.play_content import Participant

NOT_ON_THE_SHEET: Final = say("Not on the score sheet")

ROUNDS_TITLE: Final = say("Rounds")

_ROUNDS: Final = "rounds"
"""The key of the rounds that players added up in the score itself."""

_TAKEN: Final = frozenset({REST, TOTAL})
"""Keys that no row of a sheet gets."""

_OTHER_SIGNS: Final = re.compile("[^a-z0-9]+")

_NUMBER_OF_ROW: Final = "{row}"
"""What stands in a label for the number of a repeated row."""

_MAX_SLUG: Final = 37
"""The length of a key without a number behind it."""

_LABEL: Final = "label"
"""The field of a label, and the beginning of those in a language: `label-de`."""

_ENGLISH: Final = "en"

_DECIDES: Final = "radioOverall"
"""The type of a row that decides who wins."""

_MAX_LANGUAGES: Final = 40
"""In how many languages titles are kept."""

_A_LANGUAGE: Final = re.compile(LANGUAGES.pattern)

_REMEMBERED: Final = 256
"""How many forms of sheets, and ten times as many categories, are worked out once."""

Labels: TypeAlias = "tuple[tuple[str, str], ...]"
"""Labels, each with the name of its field."""


class _Form(NamedTuple):
    """What a row is, whatever is entered in it: in many plays the same."""

    name: str
    """That of the row in the template, with that of its group unless all groups are the same one."""
    is_negative: bool
    kind: str
    is_extra: bool
    has_sums: bool
    """Whether somebody added several numbers."""
    labels: Labels
    group_labels: Labels

    @property
    def template(self) -> tuple[str, bool, str]:
        """What rows have in common that are one row repeated."""
        return self[:3]


class _FilledRow(NamedTuple):
    """A row of the file, with the numbers that players added in it, by seat."""

    form: _Form
    row: Mapping[str, Any]
    numbers: Mapping[int, tuple[int, ...]]


class _Heading(NamedTuple):
    """A category of a sheet, made from its rows of these indices; the title is "" where no row has a label."""

    key: str
    title: str
    titles: Titles
    rows: tuple[int, ...]


def read_rows(text: object, seats: Mapping[str, int], at: str, remarks: FileRemarks) -> tuple[SheetRow, ...]:
    """Return the rows of the sheet of a play `at` a place, a text with JSON; none where it cannot be read.

    `seats` has the players by the ids that stand for them in the sheet.
    """
    try:
        filled = list(_filled_rows(text, seats, at, remarks))
    except (TypeError, ValueError, RecursionError):
        remarks.add("unreadable", at)
        return ()
    is_short = len(filled) <= MAX_CATEGORIES * MAX_ROUNDS
    headings = _headings(tuple([row.form for row in filled]), language()) if is_short else None
    if headings is None:
        remarks.add("long", at)
        return ()
    if not all(heading.title for heading in headings):
        remarks.add("unlabelled", at)
    return tuple(
        _sheet_row(heading, [filled[index] for index in heading.rows]) for heading in headings if heading.title
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
    title = say("Rounds")
    return (
        SheetRow(
            category=Rounds(key="rounds", title=title.english), titles=_of_reader("rounds", title), entries=entries
        ),
    )


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
        labels = _labels(group)
        for row in map(_object, _list(group.get("rows"))):
            numbers: dict[int, tuple[int, ...]] = {}
            for player, entry in _object(row.get("scores") or {}).items():
                words = entry if isinstance(entry, str) else json.dumps(entry)
                parts = (1,) if row.get("type") == _DECIDES else parts_in(words)
                if not words.strip():
                    continue
                if player not in seats:
                    remarks.add("nobody", at)
                elif parts is None or max(map(abs, parts)) * len(parts) > MAX_ENTRY:
                    remarks.add("no number", at)
                else:
                    numbers[seats[player]] = parts
            if numbers:
                name = _name(row) if is_alone else f"{_name(row)}_{group.get('templateId')}"
                yield _FilledRow(_form(name, row, numbers, labels), row, numbers)


def _form(name: str, row: Mapping[str, Any], numbers: Mapping[int, tuple[int, ...]], group_labels: Labels) -> _Form:
    return _Form(
        name=name,
        is_negative=row.get("negative") is True,
        kind=str(row.get("type")),
        is_extra=row.get("isExtra") is True,
        has_sums=max(map(len, numbers.values())) > 1,
        labels=_labels(row),
        group_labels=group_labels,
    )


def _name(row: Mapping[str, Any]) -> str:
    return str(row.get("templateId") or _label(_labels(row), _ENGLISH))


def _object(value: object) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise TypeError(value)
    return value


def _list(value: object) -> list[object]:
    if value is not None and not isinstance(value, list):
        raise TypeError(value)
    return value or []


@lru_cache(_REMEMBERED)
def _headings(forms: tuple[_Form, ...], reader: str) -> tuple[_Heading, ...] | None:
    """Return the categories of the filled rows of a sheet; `None` where a pad has no room for them.

    Their titles are in English, and in all languages that the sheet has; our own words also in the reader's.
    """
    repeated: dict[object, list[int]] = {}
    for index, form in enumerate(forms):
        repeated.setdefault(form.template, []).append(index)
    categories = [rows for again in repeated.values() for rows in _apart(again, forms)]
    if len(categories) >= MAX_CATEGORIES or any(len(rows) > MAX_ROUNDS for rows in categories):
        return None
    first = [forms[rows[0]] for rows in categories]
    titles = _titles(first, _ENGLISH)
    codes = {_language_of(name) for form in forms for name, _ in (*form.labels, *form.group_labels)} | {reader}
    others = {code: _titles(first, code) for code in sorted(codes - {_ENGLISH, ""})[:_MAX_LANGUAGES]}
    return tuple(
        _Heading(
            key=key,
            title=title,
            titles=tuple((code, key, there[index]) for code, there in others.items() if there[index] != title),
            rows=tuple(categories[index]),
        )
        for index, (key, title) in enumerate(zip(_keys(first), titles, strict=True))
    )


def _apart(rows: list[int], forms: Sequence[_Form]) -> Iterator[list[int]]:
    """Yield the rows that become one category: all that are one row repeated, unless there are sums in them."""
    if any(forms[row].has_sums for row in rows):
        yield from ([row] for row in rows)
    else:
        yield rows


def _keys(categories: Sequence[_Form]) -> list[str]:
    """Return a key for each category, the same in every language and in every play with such a sheet."""
    taken, keys = {*_TAKEN}, []
    for form in categories:
        own = _slug(form.name)
        number, key = 1, own
        while key in taken:
            number += 1
            key = f"{own}_{number}"
        taken.add(key)
        keys.append(key)
    return keys


def _slug(text: str) -> str:
    return _OTHER_SIGNS.sub("_", text.casefold()).strip("_")[:_MAX_SLUG] or "row"


def _titles(categories: Sequence[_Form], code: str) -> list[str]:
    """Return the title of each category in a language, "" for one without a label; of equal ones, each names its group.

    Our own words are English in a language that the reader does not read.
    """
    times, titles = Counter(form.template for form in categories), []
    before = Counter[object]()
    for form in categories:
        before[form.template] += 1
        number = before[form.template] if times[form.template] > 1 else 0
        title = _title(form, number, code)
        titles.append(str(title) if code == language() else title.english)
    alike = Counter(map(folded, titles))
    groups = [_label(form.group_labels, code) for form in categories]
    return [
        _cleaned(f"{group}: {title}") if group and title and (alike[folded(title)] > 1 or title.isdigit()) else title
        for title, group in zip(titles, groups, strict=True)
    ]


def _title(form: _Form, number: int, code: str) -> Message:
    """Return the title of a row, which is the `number`-th time of it where that is not 0."""
    label = _label(form.labels, code)
    if _NUMBER_OF_ROW not in label:
        return as_typed(_cleaned(f"{label} {number}") if number and label else label)
    if number:
        return say("Round {number}", number=number)
    return say("Extra row") if form.is_extra else ROUNDS_TITLE


def _labels(labelled: Mapping[str, Any]) -> Labels:
    """Return the labels of a row or a group with the names of their fields."""
    return tuple([entry for entry in labelled.items() if entry[0][:5] == _LABEL and type(entry[1]) is str])


def _language_of(name: str) -> str:
    """Return the code of the language of a label, "" where it has none that we know."""
    code = name.removeprefix(f"{_LABEL}-")
    return code if code != name and _A_LANGUAGE.fullmatch(code) else ""


def _label(labels: Labels, code: str) -> str:
    """Return a label in a language, else in English, else the one without, else the first; "" where there is none."""
    by_name = dict(labels)
    names = f"{_LABEL}-{code}", f"{_LABEL}-{_ENGLISH}", _LABEL
    texts = (*(by_name.get(name, "") for name in names), *by_name.values())
    return next(filter(None, map(_cleaned, texts)), "")


@lru_cache(1000)
def _cleaned(label: str) -> str:
    return cleaned(label, CATEGORY_TITLE.most)


def _sheet_row(heading: _Heading, rows: Sequence[_FilledRow]) -> SheetRow:
    """Return a category with its entries."""
    (form, row, only), sign = rows[0], -1 if rows[0].form.is_negative else 1
    numbers = only.values() if len(rows) == 1 else [parts for filled in rows for parts in filled.numbers.values()]
    worth, seats = _worth(row, numbers), sorted({seat for filled in rows for seat in filled.numbers})
    entries: dict[int, Entry]
    if worth is not None:
        kind, number, entries = Kind.TICK, sign * worth, dict.fromkeys(seats, True)
    elif len(rows) > 1 or form.has_sums:
        kind, number, entries = Kind.ROUNDS, sign, {seat: _rounds(rows, seat) for seat in seats}
    elif sign < 0 and min(only.values()) >= (0,):
        kind, number, entries = Kind.COUNT, sign, {seat: entry for seat, (entry,) in only.items()}
    else:
        kind, number, entries = Kind.POINTS, 0, {seat: sign * entry for seat, (entry,) in only.items()}
    category = _category(kind, heading.key, heading.title, number, wins=row.get("value") == WINS)
    return SheetRow(category=category, titles=heading.titles, entries=entries)


@lru_cache(10 * _REMEMBERED)
def _category(kind: Kind, key: str, title: str, number: int, *, wins: bool) -> Tick | Rounds | Count | Points:
    """Return a category of a kind, with the number that it takes."""
    match kind:
        case Kind.TICK:
            return Tick(key=key, title=title, worth=number, wins=wins)
        case Kind.ROUNDS:
            return Rounds(key=key, title=title, times=number)
        case Kind.COUNT:
            return Count(key=key, title=title, each=number)
    return Points(key=key, title=title)


def _worth(row: Mapping[str, Any], numbers: Collection[tuple[int, ...]]) -> int | None:
    """Return what a box is worth that is ticked; `None` for a row that is none."""
    if row.get("type") == _DECIDES:
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
    category = Points(key=REST, title=NOT_ON_THE_SHEET.english)
    return (*rows, SheetRow(category=category, titles=_of_reader(REST, NOT_ON_THE_SHEET), entries=rest))


def _of_reader(key: str, title: Message) -> Titles:
    """Return a title of our own in the reader's language, unless that is English."""
    return ((language(), key, str(title)),) if language() != _ENGLISH else ()
