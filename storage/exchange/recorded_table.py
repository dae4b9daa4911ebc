"""A table that was scored elsewhere, as a document of the score pad and the sheet of a play.

The totals and places are those that were recorded. Where nobody here works anything out, the reasons of a line are only
its own arithmetic, so they are worked out once for each entry.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from scoring.score_pad import MAX_CATEGORIES, MAX_PLAYERS, TOTAL, Category, Entry, Pad, Player, Rounds, scored
from scoring.sheet import Outcome, Winner
from storage.documents import codec
from storage.exchange.bgstats import REST
from storage.exchange.record import OfferedPad
from storage.repositories.games import PADS, recorded_pad_key
from storage.repositories.play_content import Participant, plain_sheet
from storage.repositories.values import PAD_GAME, PAD_PREFIX, folded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from storage.exchange.files import ReadyPad

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
