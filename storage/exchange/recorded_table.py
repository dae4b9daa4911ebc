"""A table that was scored elsewhere: what BG Stats calls its categories, its document of the pad, and its sheet.

The totals and places are those that were recorded. Rows are alike in many plays, and where nobody here works anything
out, the reasons of a line are only its own arithmetic: both are worked out once for each.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from scoring.messages import ENGLISH, Message, as_typed, reading, say
from scoring.score_pad import (
    CATEGORY_TITLE,
    LANGUAGES,
    MAX_CATEGORIES,
    MAX_PLAYERS,
    MAX_ROUNDS,
    TOTAL,
    Category,
    Entry,
    Pad,
    Player,
    Rounds,
    scored,
)
from scoring.sheet import Outcome, Winner
from storage.documents import codec
from storage.exchange.bgstats import REST
from storage.exchange.plain_values import cleaned
from storage.exchange.record import OfferedPad
from storage.repositories.games import PADS, recorded_pad_key
from storage.repositories.play_content import Participant, plain_sheet
from storage.repositories.values import PAD_GAME, PAD_PREFIX, folded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from gettext import NullTranslations

    from storage.exchange.files import Catalogues, ReadyPad


ROUNDS_TITLE: Final = say("Rounds")

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

_MAX_LANGUAGES: Final = 40
"""In how many languages titles are kept."""

_A_LANGUAGE: Final = re.compile(LANGUAGES.pattern)

_FORMS_REMEMBERED: Final = 256
"""How many forms of sheets are worked out once."""

Labels: TypeAlias = "tuple[tuple[str, str], ...]"
"""Labels, each with the name of its field."""


class Form(NamedTuple):
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
    before: int = 0
    """How many times the row stands before it, also where nobody has anything in it."""

    @property
    def template(self) -> tuple[str, bool, str]:
        """What rows have in common that are one row repeated."""
        return self[:3]


class Heading(NamedTuple):
    """A category of a sheet, made from its rows of these indices; the title is "" where no row has a label."""

    key: str
    title: str
    titles: Titles
    rows: tuple[int, ...]
    is_by_round: bool
    """Whether a row is a round, and more are before it or behind it."""


@lru_cache(_FORMS_REMEMBERED)
def headings_of(forms: tuple[Form, ...], catalogues: Catalogues) -> tuple[Heading, ...] | None:
    """Return the categories of the filled rows of a sheet; `None` where a pad has no room for them.

    Their titles are in English, and in all languages that the sheet has; our own words in those of the catalogues.
    """
    repeated: dict[object, list[int]] = {}
    for index, form in enumerate(forms):
        repeated.setdefault(form.template, []).append(index)
    categories = [category for again in repeated.values() for category in _apart(again, forms)]
    last_rounds = (forms[rows[-1]].before for rows, is_by_round in categories if is_by_round)
    if len(categories) >= MAX_CATEGORIES or any(last >= MAX_ROUNDS for last in last_rounds):
        return None
    first = [forms[rows[0]]._replace(before=0) if by_round else forms[rows[0]] for rows, by_round in categories]
    titles, by_code = _titles(first, _ENGLISH, ENGLISH), _by_code(catalogues)
    codes = {_language_of(name) for form in forms for name, _ in (*form.labels, *form.group_labels)} | by_code.keys()
    named = sorted(codes - {_ENGLISH, ""})[:_MAX_LANGUAGES]
    others = {code: _titles(first, code, by_code.get(code, ENGLISH)) for code in named}
    return tuple(
        Heading(
            key=key,
            title=title,
            titles=tuple((code, key, there[index]) for code, there in others.items() if there[index] != title),
            rows=tuple(categories[index][0]),
            is_by_round=categories[index][1],
        )
        for index, (key, title) in enumerate(zip(_keys(first), titles, strict=True))
    )


def _apart(rows: list[int], forms: Sequence[Form]) -> Iterator[tuple[list[int], bool]]:
    """Yield the rows that become one category: all that are one row repeated, unless there are sums in them.

    With them stands whether each is a round.
    """
    if any(forms[row].has_sums for row in rows):
        yield from (([row], False) for row in rows)
    else:
        yield rows, forms[rows[-1]].before > 0 or len(rows) > 1


def _keys(categories: Sequence[Form]) -> list[str]:
    """Return a key for each category, the same in every language and in every play with such a sheet."""
    taken, keys = {*_TAKEN}, []
    for form in categories:
        own, number = _slug(form.name), form.before + 1
        key = f"{own}_{number}" if form.before else own
        while key in taken:
            number += 1
            key = f"{own}_{number}"
        taken.add(key)
        keys.append(key)
    return keys


def _slug(text: str) -> str:
    return _OTHER_SIGNS.sub("_", text.casefold()).strip("_")[:_MAX_SLUG] or "row"


def _titles(categories: Sequence[Form], code: str, catalogue: NullTranslations) -> list[str]:
    """Return the title of each category in a language, "" for one without a label; of equal ones, each names its group.

    Our own words are from the catalogue.
    """
    times, titles = Counter(form.template for form in categories), []
    before = Counter[object]()
    for form in categories:
        before[form.template] = max(before[form.template], form.before) + 1
        number = before[form.template] if times[form.template] > 1 or form.before else 0
        titles.append(_worded(_title(form, number, code), catalogue))
    alike = Counter(map(folded, titles))
    groups = [label_in(form.group_labels, code) for form in categories]
    return [
        _of_group(group, title) if group and title and (alike[folded(title)] > 1 or title.isdigit()) else title
        for title, group in zip(titles, groups, strict=True)
    ]


def _of_group(group: str, title: str) -> str:
    """Return a title with that of its group before it, which may have a colon itself, such as `Round 1: Spring`."""
    return _cleaned(f"{group}, {title}" if ":" in group else f"{group}: {title}")


def _title(form: Form, number: int, code: str) -> Message:
    """Return the title of a row, which is the `number`-th time of it where that is not 0."""
    label = label_in(form.labels, code)
    if _NUMBER_OF_ROW not in label:
        return as_typed(_cleaned(f"{label} {number}") if number and label else label)
    if number:
        return say("Round {number}", number=number)
    return say("Extra row") if form.is_extra else ROUNDS_TITLE


def labels_of(labelled: Mapping[str, Any]) -> Labels:
    """Return the labels of a row or a group with the names of their fields."""
    return tuple([entry for entry in labelled.items() if entry[0][:5] == _LABEL and type(entry[1]) is str])


def _language_of(name: str) -> str:
    """Return the code of the language of a label, "" where it has none that we know."""
    code = name.removeprefix(f"{_LABEL}-")
    return code if code != name and _A_LANGUAGE.fullmatch(code) else ""


def label_in(labels: Labels, code: str = _ENGLISH) -> str:
    """Return a label in a language, else in English, else the one without, else the first; "" where there is none."""
    by_name = dict(labels)
    names = f"{_LABEL}-{code}", f"{_LABEL}-{_ENGLISH}", _LABEL
    texts = (*(by_name.get(name, "") for name in names), *by_name.values())
    return next(filter(None, map(_cleaned, texts)), "")


@lru_cache(1000)
def _cleaned(label: str) -> str:
    return cleaned(label, CATEGORY_TITLE.most)


def in_languages(key: str, title: Message, catalogues: Catalogues) -> Titles:
    """Return a title of our own in other languages than English."""
    titles = ((code, _worded(title, catalogue)) for code, catalogue in _by_code(catalogues).items())
    return tuple((code, key, words) for code, words in titles if words != title.english)


def _by_code(catalogues: Catalogues) -> dict[str, NullTranslations]:
    return {catalogue.info().get("language") or _ENGLISH: catalogue for catalogue in catalogues}


def _worded(title: Message, catalogue: NullTranslations) -> str:
    with reading(catalogue):
        return str(title)


Titles: TypeAlias = "tuple[tuple[str, str, str], ...]"
"""The titles of a category in other languages: the code of the language, the key, and the title."""

_REMEMBERED: Final = 4096
"""How many categories and entries are worked out once."""


@dataclass(frozen=True, kw_only=True)
class SheetRow:
    """A row in which somebody has something, as a category of a pad in which everybody scores alone.

    `entries` are by seat.
    """

    category: Category
    titles: Titles = ()
    entries: Mapping[int, Entry]

    def scored(self, seat: int) -> tuple[int, str]:
        """Return what a player has in the row: the points, and their arithmetic in English."""
        return self._scored(self.entries.get(seat))

    @cached_property
    def _scored(self) -> Callable[[Entry | None], tuple[int, str]]:
        return _scoring(self.category)


@lru_cache(_REMEMBERED)
def _scoring(category: Category) -> Callable[[Entry | None], tuple[int, str]]:
    """Return what works out a category, each entry once, so that the category is looked up once a row, not a player."""

    @lru_cache(_REMEMBERED)
    def points_of(entry: Entry | None) -> tuple[int, str]:
        player = Player(name="", entries={} if entry is None else {category.key: entry})
        ((points, because),) = scored(category, (player,))
        return points, because.english

    return points_of


@lru_cache(_REMEMBERED)
def _plain(part: Category | Pad) -> dict[str, Any]:
    plain: dict[str, Any] = codec.plain(part)
    return plain


def sums_of(rows: Sequence[SheetRow], players: int) -> list[int]:
    """Return the points of so many players in all rows, of which one without an entry is worth nothing."""
    sums = [0] * players
    for row in rows:
        for seat in row.entries:
            sums[seat] += row.scored(seat)[0]
    return sums


def on_pad(ready: ReadyPad, rows: Sequence[SheetRow], players: Sequence[Participant]) -> tuple[SheetRow, ...]:
    """Return the rows as those of a pad that is ready; none unless each is a category there, and worth the same."""
    pad, by_key = ready.pad, {ready.keys.get(folded(row.category.title), ""): row for row in rows}
    fewest, most = pad.players or (1, MAX_PLAYERS)
    is_decided_alike = pad.winner is not Winner.TOGETHER or len({player.won for player in players}) == 1
    is_for_them = fewest <= len(players) <= most and is_decided_alike
    if len(by_key) < len(rows) or not by_key.keys() <= {category.key for category in pad.categories} or not is_for_them:
        return ()
    held = [_held(ready, category, by_key.get(category.key)) for category in pad.categories]
    kept = tuple(row for row in held if row is not None)
    return kept if len(kept) == len(held) else ()


def _held(ready: ReadyPad, category: Category, row: SheetRow | None) -> SheetRow | None:
    """Return a row as that of a category, empty where there is no row; `None` where it does not fit."""
    if category.entry_worth(0, None) is None:
        return None
    titles = ready.titles.get(category.key, ())
    if row is None:
        return SheetRow(category=category, titles=titles, entries={})
    entries: dict[int, Entry] = {}
    for seat, read in row.entries.items():
        points = row.scored(seat)[0]
        entry = category.entry_worth(points, read)
        if entry is None or any(category.misfits(entry)) or _scoring(category)(entry)[0] != points:
            return None
        entries[seat] = entry
    return SheetRow(category=category, titles=titles, entries=entries)


def recorded_document(rows: Sequence[SheetRow], pad: Pad, players: Sequence[Participant]) -> dict[str, Any]:
    """Return the document of a table; `pad` has all but the categories."""
    titles = (row.titles for row in rows)
    entered = [
        {row.category.key: row.entries[seat] for row in rows if seat in row.entries} for seat in range(len(players))
    ]
    seats = [{"name": player.name, "entries": entries} for player, entries in zip(players, entered, strict=True)]
    table: dict[str, Any] = {"pad": _written(pad, (row.category for row in rows), titles), "players": seats}
    if pad.winner is Winner.TOGETHER:
        table["outcome"] = Outcome.WON if any(player.won for player in players) else Outcome.LOST
    return {"game": PAD_GAME, "format": codec.FORMAT, "table": table}


def _written(pad: Pad, categories: Iterable[Category], titles: Iterable[Titles]) -> dict[str, Any]:
    """Return a pad as JSON with these categories, and their titles in other languages."""
    written = _plain(pad) | {"categories": [_plain(category) for category in categories]}
    by_language: dict[str, dict[str, str]] = {}
    for code, key, title in chain.from_iterable(titles):
        by_language.setdefault(code, {})[key] = title
    return written | {"titles": by_language} if by_language else written


class RecordedPads:
    """The pads of the games of a file, made from the rows of all their score sheets."""

    def __init__(self) -> None:
        """Begin with none."""
        self._pads: dict[str, Pad] = {}
        self._categories: dict[str, list[Category]] = {}
        self._titles: dict[str, dict[str, Titles]] = {}
        self._seen: set[tuple[object, ...]] = set()

    def add(self, game: str, pad: Pad, rows: Sequence[SheetRow]) -> None:
        """Take in the rows of a play: each new one follows the one before it there."""
        self._pads[game] = pad
        form = game, *((row.category.key, isinstance(row.category, Rounds)) for row in rows)
        if form in self._seen:
            return
        self._seen.add(form)
        self._titles.setdefault(game, {}).update({row.category.key: row.titles for row in rows})
        categories = self._categories.setdefault(game, [])
        index = {category.key: at for at, category in enumerate(categories)}
        at = 0
        for category in (row.category for row in rows if row.category.key != REST):
            if category.key not in index:
                categories.insert(at, category)
                index = {category.key: place for place, category in enumerate(categories)}
            elif isinstance(category, Rounds):
                categories[index[category.key]] = category
            at = index[category.key] + 1

    def offered(self) -> Iterator[OfferedPad]:
        """Yield the pads, as far as one has room for all rows."""
        for game, pad in self._pads.items():
            categories, titles = self._categories[game], self._titles[game]
            if 0 < len(categories) <= MAX_CATEGORIES:
                key = recorded_pad_key(game).removeprefix(PAD_PREFIX)
                value = _written(pad, categories, (titles[category.key] for category in categories))
                yield OfferedPad(game=PAD_GAME, part=PADS, key=key, value=value)


def recorded_sheet(rows: Sequence[SheetRow], pad: Pad, players: Sequence[Participant]) -> dict[str, Any]:
    """Return the lines of a table, with the totals and places that were recorded.

    It names no game: nobody here has scored it.
    """
    sheet = plain_sheet(players)
    for seat, column in enumerate(sheet["columns"]):
        for row in rows:
            points, because = row.scored(seat)
            column["lines"].append(codec.plain_line(row.category.key, points, because, pad.title))
    sign = -1 if pad.winner is Winner.FEWEST else 1
    merits = [(standing["place"], sign * (standing["total"] or 0)) for standing in sheet["standings"]]
    for standing, (place, merit) in zip(sheet["standings"], merits, strict=True):
        lower = [rival for rank, rival in merits if rank > place]
        standing["decided_by"] = TOTAL if lower and merit > max(lower) else ""
    return sheet
