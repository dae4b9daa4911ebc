"""Statistics: of all games or one, of all time or a span, of one player, or here of everybody."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import flet as ft

from companion.formatting.dates import duration_text
from companion.formatting.numbers import percent, tenths, whole
from companion.services.history import GONE, NO_PLAYS, has_page
from companion.services.statistics import StatisticsData, StatisticsQuery, load_statistics
from companion.system import now
from companion.ui.components.controls import caption, card, emblem, heading, loading_text, outlined, tappable, text
from companion.ui.components.dialogs import NOTHING_FOUND, OptionList, choice_button, use_window
from companion.ui.components.fields import wrapped
from companion.ui.components.figures import Figure, Numbers, inner_room, rate_scale, track_row
from companion.ui.components.foot import AtThumb, new_table_way
from companion.ui.components.layout import is_near_end, topbar, use_more
from companion.ui.components.plays import game_address
from companion.ui.components.sections import STATISTICS, section_screen
from companion.ui.core.context import use_stored, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed, use_value
from companion.ui.core.page import address_now
from companion.ui.core.theme import SPACE, Style
from companion.ui.screens.statistics.dares import DaresOfGroup
from companion.ui.screens.statistics.player import player_sections
from companion.ui.screens.statistics.sections import (
    AT_FIRST,
    Places,
    facts,
    few,
    plays_by_month,
    rate_drawn,
    seats_section,
    spreads_section,
)
from companion.ui.screens.statistics.wording import (
    ALL_GAMES_KEY,
    FEW,
    MONTHS_OF_YEAR,
    Span,
    address,
    day_name,
    later,
    likely_range,
    named_in,
    plays,
    since,
    span_of,
    spans,
    until,
    wins_of,
)
from scoring.messages import counted, tr

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from storage.repositories.statistics_values import Overall, PlayerFigures


@component
def Statistics() -> ft.Control:
    """Show the statistics that the address names."""
    params = ft.use_route_params()
    game = unquote(params.get("game", ALL_GAMES_KEY))
    span = span_of(ft.context.page.route)
    query = StatisticsQuery(game=None if game == ALL_GAMES_KEY else game, player=params.get("player"), span=span)

    today = now().astimezone().date()
    year = since(span, today) or later(today, 1 - MONTHS_OF_YEAR)
    data, _ = use_stored(load_statistics, query, since(span, today), until(span), year)
    if data is None:
        return section_screen(STATISTICS, topbar(tr("Statistics")), [loading_text()])
    return StatisticsPage(data)


@component
def StatisticsPage(data: StatisticsData) -> ft.Control:
    """Show the statistics below the choice of game, player and time."""
    page, query = ft.context.page, data.query
    closed: str | None = None
    choosing, choose = use_value(closed)
    below, on_scroll = use_below(query)

    def close() -> None:
        choose(lambda _: None)

    def to(**changes: Any) -> Callable[[], None]:  # noqa: ANN401 - what is query instead
        def go() -> None:
            close()
            at = address_now(page)
            game, player = named_in(at)
            page.navigate(address(**({"game": game, "player": player, "span": span_of(at)} | changes)))

        return go

    choices = _choices(query, data)
    title, options = choices[choosing] if choosing is not None else ("", ())
    ways = [(words, to(**{choosing or "": value}), chosen) for words, value, chosen in options]
    use_window(title, keyed(choosing or "", OptionList, ways) if ways else None, close)
    bar = _bar(query)
    if not data.ever.plays:
        return section_screen(STATISTICS, bar, [text(NO_PLAYS), AtThumb(new_table_way)])
    if query.player is not None and all(figures.player_id != query.player for figures in data.everybody):
        return section_screen(STATISTICS, bar, [text(GONE), outlined(tr("Everybody"), to(player=None))])

    def show(which: str) -> None:
        choose(lambda _: which)

    chosen = [
        choice_button(words, next(name for name, _, is_chosen in options if is_chosen), partial(show, which))
        for which, (words, options) in choices.items()
    ]
    sections, more = _sections(query, data, to)
    return section_screen(STATISTICS, bar, [wrapped(chosen), *sections], below(more), on_scroll=on_scroll)


def use_below(
    query: StatisticsQuery,
) -> tuple[Callable[[list[ft.Control]], list[ft.Control]], Callable[[ft.OnScrollEvent], None]]:
    """Return a call that says what is shown of the second column's sections, and a handler that shows them all.

    Where they have no column of their own, that is a button until one scrolls near the end.
    """
    nothing_yet: StatisticsQuery | None = None
    whole, set_whole = use_value(nothing_yet)
    two_panes = use_ui().viewport.two_panes

    def show() -> None:
        set_whole(lambda _: query)

    def below(sections: list[ft.Control]) -> list[ft.Control]:
        if not sections or two_panes or whole == query:
            return sections
        return [outlined(tr("Show more"), show, of=tr("Statistics"))]

    def on_scroll(event: ft.OnScrollEvent) -> None:
        if is_near_end(event):
            show()

    return below, on_scroll


def _bar(query: StatisticsQuery) -> ft.Control:
    """Return the bar, whose arrow leads from a player to everybody, and from a game to all games."""
    wider = None if query.player is None else query.game
    is_widest = query.player is None and query.game is None
    return topbar(tr("Statistics"), back=None if is_widest else address(wider, None, query.span))


def _sections(
    query: StatisticsQuery, data: StatisticsData, to: Callable[..., Callable[[], None]]
) -> tuple[list[ft.Control], list[ft.Control]]:
    """Return the sections of the first column, and of the second one."""
    if not data.overall.plays:
        wider = [] if query.span == Span.ALL else [outlined(tr("All time"), to(span=Span.ALL))]
        return [text(NOTHING_FOUND), *wider], []
    if data.player is not None:
        return player_sections(query, data, data.player, to)
    return group_sections(query, data, to)


_Option = tuple[str, str | None, bool]


def _choices(query: StatisticsQuery, data: StatisticsData) -> dict[str, tuple[str, tuple[_Option, ...]]]:
    """Return what can be chosen: a title, and each option with its value and whether it is chosen."""
    games: dict[str | None, str] = {None: tr("All games")} | {
        game.key: data.names[game.key] for game in data.ever.games
    }
    if query.game not in games:
        games[query.game] = data.names.get(query.game or "", query.game or "")
    players: dict[str | None, str] = {None: tr("Everybody")} | {
        figures.player_id: figures.name for figures in data.everybody
    }
    named = spans(data.ever.first, now().astimezone().date())
    named.setdefault(query.span, query.span)
    return {
        "game": (tr("Game"), tuple((name, key, key == query.game) for key, name in games.items())),
        "player": (tr("Player"), tuple((name, key, key == query.player) for key, name in players.items())),
        "span": (tr("Time"), tuple((name, key, key == query.span) for key, name in named.items())),
    }


def group_sections(
    query: StatisticsQuery, data: StatisticsData, to: Callable[..., Callable[[], None]]
) -> tuple[list[ft.Control], list[ft.Control]]:
    """Return the sections of everybody: those of the first column, and of the second one."""
    viewport = use_ui().viewport
    key = address(query.game, None, query.span)
    parts = [
        plays_by_month(data, to),
        facts(overall_facts(data.overall), *_h_index(data.overall)),
        *few(data.overall.plays),
        keyed(f"players {key}", Players, data.standings, to, in_one=query.game is not None),
    ]
    more = (
        [
            keyed(f"games {key}", Games, data.overall, data.names, to),
            *([keyed("dares", DaresOfGroup)] if query.span == Span.ALL else []),
        ]
        if query.game is None
        else [*spreads_section(data, viewport), *_about(query.game)]
    )
    places = [keyed(f"places {key}", Places, data.places)] if data.places else []
    return parts, [*more, *seats_section(data.seats, viewport), *places]


def _h_index(overall: Overall) -> list[ft.Control]:
    """Return the H-index of several games, with what it is, from so many plays on that it says something."""
    if len(overall.games) <= 1 or overall.plays < FEW:
        return []
    words = counted(
        overall.h_index,
        "H-index {number}: {number} game was played at least {number} time.",
        "H-index {number}: {number} games were played at least {number} times each.",
    )
    return [caption(words)]


def _about(game: str) -> list[ft.Control]:
    """Return the way to the page of a game; one with rules has none."""
    page = ft.context.page
    if not has_page(game):
        return []
    return [outlined(tr("About this game"), lambda: page.navigate(game_address(game)), icon=ft.Icons.INFO_OUTLINE)]


def overall_facts(overall: Overall) -> list[tuple[str, str]]:
    """Return the number of plays, players and hours, how long a play took, and the first and last day."""
    hours = []
    if overall.hours is not None:
        title = str(counted(overall.timed, "Hours in {number} play", "Hours in {number} plays"))
        hours = [(title, tenths(overall.hours))] if overall.hours >= 1 else []
        hours.append((tr("A play, on average"), duration_text(round(overall.hours * 60 / overall.timed))))
    days = [
        (name, day_name(day))
        for name, day in ((tr("First play"), overall.first), (tr("Last play"), overall.last))
        if day
    ]
    return [(tr("Plays"), str(overall.plays)), (tr("Players"), str(overall.players)), *hours, *days]


@component
def Players(standings: Sequence[PlayerFigures], to: Callable[..., Callable[[], None]], *, in_one: bool) -> ft.Control:
    """List how often each player wins, whoever played most first; a tap shows the statistics of a player."""
    viewport = use_ui().viewport
    shown, more = use_more(standings, AT_FIRST, tr("Show more"))
    room = inner_room(viewport)
    rows = [
        tappable(*_player(figures, room), to(player=figures.player_id), padding=ft.Padding.symmetric(vertical=SPACE))
        for figures in shown
    ]
    heads = (tr("Player"), tr("Plays"), tr("Wins"), tr("Rate"), tr("Likely range (95%)"), tr("Equal chances"))
    numbers = Numbers(
        heads=(*heads, tr("Average"), tr("Best")) if in_one else heads,
        rows=tuple(_row(figures, in_one=in_one) for figures in shown),
    )
    scale = rate_scale(room, tr("Equal chances"), ranges=any(each.contested >= FEW for each in shown))
    some = any(each.plays > each.contested for each in shown)
    left_out = [caption(tr("Of plays that some won and others did not."))] if some else []
    body = [*rows, scale, *left_out, *more]
    return Figure(tr("Who wins how often"), body, numbers)


def _player(figures: PlayerFigures, room: float) -> tuple[ft.Control, str]:
    """Return how often a player wins against others, where that is known, as a row and in words."""
    rate = figures.win_rate
    if rate is None:
        words = tr("{plays}, none with winners and others", plays=plays(figures.plays))
        face = ft.Column([text(figures.name, Style.STRONG), caption(words)], spacing=0, tight=True)
        return face, f"{figures.name}: {words}"
    won = wins_of(figures.wins, figures.contested)
    row = track_row(figures.name, won, rate_drawn(rate, figures.contested, figures.expected, room))
    return row, f"{figures.name}: {won}"


def _row(figures: PlayerFigures, *, in_one: bool) -> tuple[str, ...]:
    """Return the row of a player; points are left out where they are of several games."""
    rate = figures.win_rate
    fits = "" if rate is None else likely_range(figures.contested, rate.low, rate.high)
    share = "" if rate is None else percent(rate.value)
    row = figures.name, str(figures.contested), str(figures.wins), share, fits, percent(figures.expected or 0.0)
    return (*row, tenths(figures.average), whole(figures.best)) if in_one else row


@component
def Games(overall: Overall, names: Mapping[str, str], to: Callable[..., Callable[[], None]]) -> ft.Control:
    """List how often each game was played; a tap shows the statistics of a game."""
    shown, more = use_more(overall.games, AT_FIRST, tr("Show more"))
    rows = [
        _game(
            emblem(game.key, names[game.key]),
            names[game.key],
            tr("{plays}, last {when}", plays=plays(game.plays), when=day_name(game.last)),
            to(game=game.key),
        )
        for game in shown
    ]
    return card([heading(tr("Games")), *rows, *more])


def _game(mark: ft.Control, title: str, words: str, do: Callable[[], Any]) -> ft.Control:
    name = ft.Column([text(title, Style.STRONG), caption(words)], spacing=0, tight=True, expand=True)
    face = ft.Row([mark, name, ft.Icon(ft.Icons.CHEVRON_RIGHT, color=ft.Colors.ON_SURFACE_VARIANT)], spacing=3 * SPACE)
    return tappable(face, f"{title}: {words}", do, padding=ft.Padding.symmetric(vertical=2 * SPACE))
