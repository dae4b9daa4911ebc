"""Statistics of everybody: the games, who wins how often, where points come from, and whether the seat matters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft

from companion.formatting.dates import duration_text
from companion.formatting.numbers import percent, tenths, whole
from companion.services.history import has_page
from companion.ui.components.controls import caption, card, heading, outlined, tappable, text
from companion.ui.components.figures import Figure, Numbers, inner_room
from companion.ui.components.layout import use_more
from companion.ui.components.tracks import rate_scale, rate_track, track_row
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed
from companion.ui.core.theme import SPACE, Style
from companion.ui.screens.history.play_game import game_address
from companion.ui.screens.statistics.sections import (
    AT_FIRST,
    Calendar,
    Places,
    facts,
    few,
    rate_of,
    seats_section,
    spreads_section,
)
from companion.ui.screens.statistics.spans import address
from companion.ui.screens.statistics.wording import (
    day_name,
    likely_range,
    plays,
    wins_of,
)
from scoring.messages import counted, tr

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from companion.services.statistics import StatisticsData, StatisticsQuery
    from storage.repositories.statistics_values import Overall, PlayerFigures


def group_sections(
    query: StatisticsQuery, data: StatisticsData, to: Callable[..., Callable[[], None]]
) -> tuple[list[ft.Control], list[ft.Control]]:
    """Return the sections of everybody: those of the first column, and of the second one."""
    viewport = use_ui().viewport
    key = address(query.game, None, query.span)
    parts = [
        facts(overall_facts(data.overall), *_h_index(data.overall)),
        *few(data.overall.plays),
        keyed(f"months {key}", Calendar, data.days, query.span),
        keyed(f"players {key}", Players, data.standings, to, in_one=query.game is not None),
    ]
    more = (
        [keyed(f"games {key}", Games, data.overall, data.names, to)]
        if query.game is None
        else [*spreads_section(data, viewport), *_about(query.game)]
    )
    places = [keyed(f"places {key}", Places, data.places)] if data.places else []
    return parts, [*more, *seats_section(data.seats, viewport), *places]


def _h_index(overall: Overall) -> list[ft.Control]:
    """Return the H-index of several games, with what it is."""
    if len(overall.games) <= 1:
        return []
    return [caption(tr("H-index {number}: as many games were played as often or more.", number=overall.h_index))]


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
        hours = [
            (str(counted(overall.timed, "Hours in {number} play", "Hours in {number} plays")), tenths(overall.hours)),
            (tr("A play, on average"), duration_text(round(overall.hours * 60 / overall.timed))),
        ]
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
    body = [*rows, rate_scale(room, tr("Equal chances")), *more]
    return Figure(tr("Who wins how often"), body, numbers)


def _player(figures: PlayerFigures, room: float) -> tuple[ft.Control, str]:
    """Return how often a player wins against others, where that is known, as a row and in words."""
    rate = figures.win_rate
    if rate is None:
        words = tr("{plays}, none with winners and others", plays=plays(figures.plays))
        face = ft.Column([text(figures.name, Style.STRONG), caption(words)], spacing=0, tight=True)
        return face, f"{figures.name}: {words}"
    won = wins_of(figures.wins, figures.contested)
    row = track_row(figures.name, won, rate_track(rate_of(rate), figures.expected, room))
    return row, f"{figures.name}: {won}"


def _row(figures: PlayerFigures, *, in_one: bool) -> tuple[str, ...]:
    """Return the row of a player; points are left out where they are of several games."""
    fits = "" if figures.win_rate is None else likely_range(figures.win_rate.low, figures.win_rate.high)
    rate = "" if figures.win_rate is None else percent(figures.win_rate.value)
    row = figures.name, str(figures.contested), str(figures.wins), rate, fits, percent(figures.expected or 0.0)
    return (*row, tenths(figures.average), whole(figures.best)) if in_one else row


@component
def Games(overall: Overall, names: Mapping[str, str], to: Callable[..., Callable[[], None]]) -> ft.Control:
    """List how often each game was played; a tap shows the statistics of a game."""
    shown, more = use_more(overall.games, AT_FIRST, tr("Show more"))
    rows = [
        _game(
            names[game.key],
            tr("{plays}, last {when}", plays=plays(game.plays), when=day_name(game.last)),
            to(game=game.key),
        )
        for game in shown
    ]
    return card([heading(tr("Games")), *rows, *more])


def _game(title: str, words: str, do: Callable[[], Any]) -> ft.Control:
    name = ft.Column([text(title, Style.STRONG), caption(words)], spacing=0, tight=True, expand=True)
    face = ft.Row([name, ft.Icon(ft.Icons.CHEVRON_RIGHT, color=ft.Colors.ON_SURFACE_VARIANT)], spacing=2 * SPACE)
    return tappable(face, f"{title}: {words}", do, padding=ft.Padding.symmetric(vertical=2 * SPACE))
