"""The search and the filters of the history: words, game, player, place, time and result."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING, Final, Literal

import flet as ft

from companion.formatting.dates import LAST_YEAR, THIS_YEAR, day_text, day_wanted, read_days, span_text, year
from companion.services.history import FilterNames, load_filter_names
from companion.system import now
from companion.ui.components.controls import button, caption, plain_button
from companion.ui.components.dialogs import OptionList, choice_button, use_window
from companion.ui.components.drafts import use_typed
from companion.ui.components.fields import chip, field, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column
from companion.ui.core.context import use_stored, use_ui
from companion.ui.core.error_boundary import component, safe
from companion.ui.core.hooks import keyed, use_pause, use_toggle, use_value, value_now
from companion.ui.core.theme import SPACE
from scoring.messages import Message, say, tr, tr_in
from storage.repositories.history import Filter

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence

FilterKind = Literal["game", "player", "place", "time", "outcome"]

TWELVE_MONTHS: Final = timedelta(days=365)

OUTCOMES: Final[Mapping[Literal["won", "lost"] | None, Message]] = {
    None: say("Won or lost"),
    "won": say("Won"),
    "lost": say("Not won"),
}

NO_FILTER: Final = Filter()

SEARCH_DELAY_S: Final = 0.3
"""The pause in typing after which the search begins, in seconds."""


@dataclass(frozen=True, slots=True)
class FilterChoice:
    """The options of one filter: its title, and the name of each with the filter that it makes."""

    title: str
    ways: tuple[tuple[str, Filter], ...]


def filter_choices(names: FilterNames, chosen: Filter) -> Mapping[FilterKind, FilterChoice]:
    """Return the filters that can be changed from the chosen one, without those that would change nothing."""
    games = [(tr("All games"), replace(chosen, game=None))]
    games += [(name, replace(chosen, game=key)) for key, name in names.games]
    players = [(tr("Everybody"), replace(chosen, player_id=None, outcome=None))]
    players += [(name, replace(chosen, player_id=key)) for key, name in names.players]
    places = [(tr("All places"), replace(chosen, place_id=None))]
    places += [(name, replace(chosen, place_id=key)) for key, name in names.places]
    outcomes = [(str(name), replace(chosen, outcome=outcome)) for outcome, name in OUTCOMES.items()]
    made: dict[FilterKind, FilterChoice] = {}
    if len(names.games) > 1 or chosen.game is not None:
        made["game"] = FilterChoice(tr("Game"), tuple(games))
    made["player"] = FilterChoice(tr("Player"), tuple(players))
    if chosen.player_id is not None:
        made["outcome"] = FilterChoice(tr("Result"), tuple(outcomes))
    if names.places or chosen.place_id is not None:
        made["place"] = FilterChoice(tr_in("location", "Place"), tuple(places))
    made["time"] = FilterChoice(tr("Time"), ())
    return made


def chosen_name(kind: FilterKind, choice: FilterChoice, chosen: Filter) -> str:
    """Return the name of the chosen option."""
    if kind == "time":
        return span_text(chosen.since, chosen.until)
    return next((name for name, way in choice.ways if way == chosen), tr("No longer here"))


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
        (tr("All time"), None, None),
        (str(THIS_YEAR), this[0].isoformat(), this[1].isoformat()),
        (str(LAST_YEAR), last[0].isoformat(), last[1].isoformat()),
        (tr("Last 12 months"), (today - TWELVE_MONTHS).isoformat(), None),
    )


@component
def DaysPicker(chosen: Filter, take: Callable[[Filter], None]) -> ft.Control:
    """Choose a span of time, by one tap or by its first and last day."""
    ui = use_ui()
    today = now().astimezone().date()
    start, end = _in_words(chosen.since), _in_words(chosen.until)
    since, set_since = use_typed("first day", start)
    until, set_until = use_typed("last day", end)
    tried, set_tried = use_value(initial=False)
    first, last = read_days(since, today), read_days(until, today)
    problems = (_day_problem(since, first), _day_problem(until, last) or _order_problem(first, last))

    def take_days(days: Filter) -> None:
        set_since(lambda _: start)
        set_until(lambda _: end)
        take(days)

    def take_typed() -> None:
        set_tried(lambda _: True)
        if not any(problems):
            days = None if first is None else first[0].isoformat(), None if last is None else last[1].isoformat()
            take_days(replace(chosen, since=days[0], until=days[1]))

    wrong = problems if tried else (None, None)
    parts = [
        wrapped(_time_chips(chosen, today, take_days)),
        field(ui, tr("First day"), since, lambda typed: set_since(lambda _: typed), wrong=wrong[0]),
        field(ui, tr("Last day"), until, lambda typed: set_until(lambda _: typed), wrong=wrong[1]),
        AtThumb(lambda: [button(tr("Show these days"), take_typed)]),
    ]
    return column(parts, spacing=3 * SPACE)


def _in_words(day: str | None) -> str:
    return "" if day is None else day_text(date.fromisoformat(day))


def _time_chips(chosen: Filter, today: date, take: Callable[[Filter], None]) -> Iterator[ft.Control]:
    for words, since, until in time_spans(today):
        span = replace(chosen, since=since, until=until)
        yield chip(words, partial(take, span), selected=(since, until) == (chosen.since, chosen.until))


def _day_problem(typed: str, days: tuple[date, date] | None) -> Message | None:
    return day_wanted() if typed.strip() and days is None else None


def _order_problem(first: tuple[date, date] | None, last: tuple[date, date] | None) -> Message | None:
    backwards = first is not None and last is not None and first[0] > last[1]
    return say("This is before the first day.") if backwards else None


@component
def SearchBar(play_filter: Filter, search: Callable[[str], None], take: Callable[[Filter], None]) -> ft.Control:
    """Take the words that are searched for; a second button unfolds the filters."""
    ui = use_ui()
    typed, type_, search_now = use_search_words(play_filter.text, search)
    narrowed = replace(play_filter, text="") != NO_FILTER
    unfolded, fold = use_toggle(on=narrowed)
    entry = field(
        ui,
        tr("Search"),
        typed,
        type_,
        helper=None if typed else caption(tr("Game, friend, place, or a note")),
        prefix_icon=ft.Icons.SEARCH,
        on_submit=safe(search_now),
        expand=True,
    )
    filters = plain_button(tr("Filters"), fold, icon=ft.Icons.TUNE)
    line = ft.Row([entry, filters], vertical_alignment=ft.CrossAxisAlignment.START)
    if not unfolded:
        return line
    return ft.Column([line, FilterChips(play_filter, take)], spacing=3 * SPACE, tight=True)


def use_search_words(
    words: str, search: Callable[[str], None]
) -> tuple[str, Callable[[str], Awaitable[None]], Callable[[], None]]:
    """Return what is typed, the handler of typing, which searches after a pause, and a call that searches at once."""
    typed, set_typed = use_value(words)
    paused = use_pause()

    async def type_(words: str) -> None:
        set_typed(lambda _: words)
        if await paused(SEARCH_DELAY_S):
            search(words)

    return typed, type_, lambda: search(value_now(set_typed))


@component
def FilterChips(play_filter: Filter, take: Callable[[Filter], None]) -> ft.Control:
    """Show what the list is filtered by; a tap opens the options of a filter."""
    closed: FilterKind | None = None
    opened, set_opened = use_value(closed)
    names, _ = use_stored(load_filter_names)
    choices = {} if names is None else filter_choices(names, play_filter)

    def close() -> None:
        set_opened(lambda _: None)

    def take_and_close(chosen: Filter) -> None:
        close()
        take(chosen)

    def show(kind: FilterKind) -> None:
        set_opened(lambda _: kind)

    title, content = _options(opened, choices, play_filter, take_and_close)
    use_window(title, content, close)
    return wrapped(
        choice_button(
            choice.title,
            chosen_name(kind, choice, play_filter),
            partial(show, kind),
            narrows=narrows(kind, play_filter),
        )
        for kind, choice in choices.items()
    )


def _options(
    opened: FilterKind | None,
    choices: Mapping[FilterKind, FilterChoice],
    play_filter: Filter,
    take: Callable[[Filter], None],
) -> tuple[str, ft.Control | None]:
    """Return the title and the options of the filter that is opened."""
    if opened is None or opened not in choices:
        return "", None
    choice = choices[opened]
    if opened == "time":
        return choice.title, keyed(opened, DaysPicker, play_filter, take)

    options = [(name, partial(take, chosen), chosen == play_filter) for name, chosen in choice.ways]
    return choice.title, keyed(opened, OptionList, options)
