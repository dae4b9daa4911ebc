"""Statistics: of all games or one, of everybody or one player, of all time or a span."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import flet as ft

from companion.services.history import GONE, NO_PLAYS
from companion.services.statistics import StatisticsQuery, load_statistics
from companion.system.clock import now
from companion.ui.components.controls import button, loading_text, outlined, text
from companion.ui.components.dialogs import NOTHING_FOUND, OptionList, choice_button, use_window
from companion.ui.components.fields import wrapped
from companion.ui.components.layout import topbar
from companion.ui.components.sections import STATISTICS, section_screen, section_topbar
from companion.ui.core.context import use_stored
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed, use_value
from companion.ui.core.navigation import address_now
from companion.ui.screens.statistics.group import group_sections
from companion.ui.screens.statistics.player import player_sections
from companion.ui.screens.statistics.spans import ALL_GAMES_KEY, Span, address, named_in, since, span_of, spans, until
from scoring.messages import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.services.statistics import StatisticsData


@component
def Statistics() -> ft.Control:
    """Show the statistics that the address names."""
    params = ft.use_route_params()
    game = unquote(params.get("game", ALL_GAMES_KEY))
    span = span_of(ft.context.page.route)
    query = StatisticsQuery(game=None if game == ALL_GAMES_KEY else game, player=params.get("player"), span=span)

    today = now().astimezone().date()
    data, _ = use_stored(load_statistics, query, since(span, today), until(span))
    if data is None:
        return section_screen(STATISTICS, section_topbar(tr("Statistics")), [loading_text()])
    return StatisticsPage(data)


@component
def StatisticsPage(data: StatisticsData) -> ft.Control:
    """Show the statistics below the choice of game, player and time."""
    page, query = ft.context.page, data.query
    closed: str | None = None
    choosing, choose = use_value(closed)

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
        new = button(tr("New table"), lambda: page.navigate("/new"), icon=ft.Icons.ADD)
        return section_screen(STATISTICS, bar, [text(NO_PLAYS), new])
    if query.player is not None and all(figures.player_id != query.player for figures in data.everybody):
        return section_screen(STATISTICS, bar, [text(GONE), outlined(tr("Everybody"), to(player=None))])

    def show(which: str) -> None:
        choose(lambda _: which)

    chosen = [
        choice_button(words, next(name for name, _, is_chosen in options if is_chosen), partial(show, which))
        for which, (words, options) in choices.items()
    ]
    sections, more = _sections(query, data, to)
    return section_screen(STATISTICS, bar, [wrapped(chosen), *sections], more)


def _bar(query: StatisticsQuery) -> ft.Control:
    """Return the bar, whose arrow leads from a player to everybody, from a game to all games, from there home."""
    if query.player is None and query.game is None:
        return section_topbar(tr("Statistics"))
    wider = None if query.player is None else query.game
    return topbar(tr("Statistics"), back=address(wider, None, query.span))


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
