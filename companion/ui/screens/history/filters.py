"""The filters of the history: game, player, place, time and result."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final, Literal

from companion.formatting.dates import DAY_WANTED, read_days, span_text, year
from companion.system.clock import now
from companion.ui.components.controls import button, heading
from companion.ui.components.fields import chip, field, wrapped
from companion.ui.components.layout import column
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_value
from companion.ui.core.theme import SPACE
from storage.repositories import history, people

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import date

    import flet as ft

    from storage.repositories.history import Filter
    from storage.repositories.tables import Store

FilterKind = Literal["game", "player", "place", "time", "outcome"]

TWELVE_MONTHS: Final = timedelta(days=365)

OUTCOMES: Final[Mapping[Literal["won", "lost"] | None, str]] = {None: "Won or lost", "won": "Won", "lost": "Not won"}


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterNames:
    """The games, players and places of all plays, each as its key and its name."""

    games: tuple[tuple[str, str], ...] = ()
    players: tuple[tuple[str, str], ...] = ()
    places: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class FilterChoice:
    """The options of one filter: its title, and the name of each with the filter that it makes."""

    title: str
    ways: tuple[tuple[str, Filter], ...]


def load_filter_names(store: Store) -> FilterNames:
    """Return what a filter can name: every game, player and place with a play."""
    return FilterNames(
        games=history.games(store),
        players=tuple((one.id, one.name) for one in people.players(store, hidden=True) if one.plays),
        places=tuple((one.id, one.name) for one in people.places(store) if one.plays),
    )


def filter_choices(names: FilterNames, chosen: Filter) -> Mapping[FilterKind, FilterChoice]:
    """Return the filters that can be changed from the chosen one, without those that would change nothing."""
    games = [("All games", replace(chosen, game=None))]
    games += [(name, replace(chosen, game=key)) for key, name in names.games]
    players = [("Everybody", replace(chosen, player_id=None, outcome=None))]
    players += [(name, replace(chosen, player_id=key)) for key, name in names.players]
    places = [("All places", replace(chosen, place_id=None))]
    places += [(name, replace(chosen, place_id=key)) for key, name in names.places]
    outcomes = [(name, replace(chosen, outcome=outcome)) for outcome, name in OUTCOMES.items()]
    made: dict[FilterKind, FilterChoice] = {}
    if len(names.games) > 1 or chosen.game is not None:
        made["game"] = FilterChoice("Game", tuple(games))
    made["player"] = FilterChoice("Player", tuple(players))
    if chosen.player_id is not None:
        made["outcome"] = FilterChoice("Result", tuple(outcomes))
    if names.places or chosen.place_id is not None:
        made["place"] = FilterChoice("Place", tuple(places))
    made["time"] = FilterChoice("Time", ())
    return made


def chosen_name(kind: FilterKind, choice: FilterChoice, chosen: Filter) -> str:
    """Return the name of the chosen option."""
    if kind == "time":
        return span_text(chosen.since, chosen.until)
    return next((name for name, way in choice.ways if way == chosen), "One that is gone")


def narrows(kind: FilterKind, chosen: Filter) -> bool:
    """Return whether a filter leaves plays out."""
    value = {
        "game": chosen.game,
        "player": chosen.player_id,
        "outcome": chosen.outcome,
        "place": chosen.place_id,
        "time": chosen.since or chosen.until,
    }[kind]
    return value is not None


def time_spans(today: date) -> Sequence[tuple[str, str | None, str | None]]:
    """Return the spans of time to choose with one tap: words, first and last day."""
    this, last = year(today.year), year(today.year - 1)
    return (
        ("All time", None, None),
        ("This year", this[0].isoformat(), this[1].isoformat()),
        ("Last year", last[0].isoformat(), last[1].isoformat()),
        ("Last 12 months", (today - TWELVE_MONTHS).isoformat(), None),
    )


@component
def DaysPicker(chosen: Filter, take: Callable[[Filter], None]) -> ft.Control:
    """Choose a span of time, by one tap or by its first and last day."""
    ui = use_ui()
    today = now().astimezone().date()
    since, set_since = use_value(chosen.since or "")
    until, set_until = use_value(chosen.until or "")
    tried, set_tried = use_value(initial=False)
    first, last = read_days(since, today), read_days(until, today)
    problems = (_day_problem(since, first), _day_problem(until, last) or _order_problem(first, last))

    def take_typed() -> None:
        set_tried(lambda _: True)
        if not any(problems):
            start = None if first is None else first[0].isoformat()
            end = None if last is None else last[1].isoformat()
            take(replace(chosen, since=start, until=end))

    wrong = problems if tried else (None, None)
    parts = [
        wrapped(_time_chips(chosen, today, take)),
        heading("From one day to another", level=3),
        field(ui, "First day", since, lambda typed: set_since(lambda _: typed), wrong=wrong[0]),
        field(ui, "Last day", until, lambda typed: set_until(lambda _: typed), wrong=wrong[1]),
        button("Look at these days", take_typed),
    ]
    return column(parts, spacing=3 * SPACE)


def _time_chips(chosen: Filter, today: date, take: Callable[[Filter], None]) -> Iterator[ft.Control]:
    def taking(since: str | None, until: str | None) -> Callable[[], None]:
        return lambda: take(replace(chosen, since=since, until=until))

    for words, since, until in time_spans(today):
        yield chip(words, taking(since, until), selected=(since, until) == (chosen.since, chosen.until))


def _day_problem(typed: str, days: tuple[date, date] | None) -> str | None:
    return DAY_WANTED if typed.strip() and days is None else None


def _order_problem(first: tuple[date, date] | None, last: tuple[date, date] | None) -> str | None:
    backwards = first is not None and last is not None and first[0] > last[1]
    return "This is before the first day." if backwards else None
