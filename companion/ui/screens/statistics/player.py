"""Statistics of one player: wins, streaks, totals over time, where the points come from, head to head."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.ui.components.charts import Point, line, line_key
from companion.ui.components.controls import caption, card, heading, outlined, tappable, text
from companion.ui.components.fields import wrapped
from companion.ui.components.figures import Figure, Numbers, chart_picture, inner_room
from companion.ui.components.layout import use_more
from companion.ui.components.tracks import rate_scale, rate_track, shares_key, shares_track, track_row
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed
from companion.ui.core.theme import SPACE
from companion.ui.screens.statistics.sections import (
    Calendar,
    facts,
    facts_row,
    few,
    rate_of,
    seats_of_player,
    spreads_section,
)
from companion.ui.screens.statistics.spans import address
from companion.ui.screens.statistics.wording import (
    day_name,
    fitting_rates,
    percent,
    plays,
    signed,
    streak,
    tenths,
    ticks,
    verdict,
    whole,
    wins_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.ui.core.context import Viewport
    from companion.ui.screens.statistics.lookup import PlayerData, StatisticsData, StatisticsQuery
    from storage.repositories.statistics_values import OpponentFigures, PlayerFigures, PlayTotal, Streaks

AT_FIRST: Final = 6
"""How many opponents are listed at first."""

OF_ONE_GAME: Final = "Choose a game to see totals and categories: points of different games are not compared."


def player_sections(
    query: StatisticsQuery, data: StatisticsData, player: PlayerData, to: Callable[..., Callable[[], None]]
) -> tuple[list[ft.Control], list[ft.Control]]:
    """Return the sections of one player: those of the first column, and of the second one."""
    viewport = use_ui().viewport
    figures = player.figures
    key = address(query.game, query.player, query.span)
    parts = [
        heading(figures.name),
        facts(player_facts(query, figures, player.streaks), *_best_play(figures)),
        *few(figures.plays),
        _wins(figures, viewport),
        _streaks(player.streaks),
    ]
    if query.game is None:
        parts.append(caption(OF_ONE_GAME))
    else:
        parts += [*_totals(player.totals, viewport), *spreads_section(data, viewport)]
    more: list[ft.Control] = []
    if player.pairs:
        more.append(keyed(f"pairs {key}", HeadToHead, player.pairs, to, in_one=query.game is not None))
    more += seats_of_player(figures.name, figures.win_rate.value, data.seats, viewport)
    return parts, [*more, keyed(f"months {key}", Calendar, data.days, query.span)]


def _best_play(figures: PlayerFigures) -> list[ft.Control]:
    page = ft.context.page
    where = f"/play/{figures.best_play}"
    if figures.best_play is None:
        return []
    return [wrapped([outlined("Open the best play", lambda: page.navigate(where))])]


def player_facts(query: StatisticsQuery, figures: PlayerFigures, streaks: Streaks) -> list[tuple[str, str]]:
    """Return how often a player played and won, from when to when, and the points where they are of one game."""
    points = [("Average", tenths(figures.average)), ("Best", whole(figures.best))]
    days = [(name, day_name(day)) for name, day in (("First play", streaks.first), ("Last play", streaks.last)) if day]
    counts = [("Plays", str(figures.plays)), ("Wins", str(figures.wins)), ("Last places", str(figures.last_places))]
    return [*counts, *(points if query.game is not None and figures.average is not None else []), *days]


def _wins(figures: PlayerFigures, viewport: Viewport) -> ft.Control:
    rate = rate_of(figures.win_rate)
    room = inner_room(viewport)
    numbers = Numbers(
        heads=("Wins", "Plays", "Won", "Rate", "What fits", "Equal chances"),
        rows=(
            (
                figures.name,
                str(figures.plays),
                str(figures.wins),
                percent(figures.win_rate.value),
                fitting_rates(figures.win_rate.low, figures.win_rate.high),
                percent(figures.expected),
            ),
        ),
    )
    track = track_row(figures.name, wins_of(figures.wins, figures.plays), rate_track(rate, figures.expected, room))
    drawn = ft.Column([track, rate_scale(room, "equal chances")], spacing=3 * SPACE, tight=True)
    words = text(verdict(figures.plays, rate, figures.expected))
    return Figure("Wins", [words, chart_picture(drawn, f"Rate of wins. {numbers.spoken}")], numbers)


def _streaks(streaks: Streaks) -> ft.Control:
    entries = [
        ("Most wins in a row", str(streaks.winning)),
        ("Most plays in a row without a win", str(streaks.losing)),
        ("Now", streak(streaks.current)),
    ]
    return card([heading("Streaks"), facts_row(entries)])


def _totals(totals: Sequence[PlayTotal], viewport: Viewport) -> list[ft.Control]:
    if len(totals) <= 1:
        return []
    ends = day_name(totals[0].day), day_name(totals[-1].day)
    marks = ticks(min(one.total for one in totals), max(one.total for one in totals))
    points = [Point(total=one.total, won=one.won) for one in totals]
    numbers = Numbers(
        heads=("Day", "Total", "Won"),
        rows=tuple((day_name(one.day), whole(one.total), "yes" if one.won else "no") for one in reversed(totals)),
    )
    average = sum(one.total for one in totals) / len(totals)
    spoken = ", ".join(f"{whole(one.total)}{' won' if one.won else ''}" for one in totals)
    label = f"Totals from {ends[0]} to {ends[1]}, one after the other: {spoken}"
    words = text(f"The last {plays(len(totals))} with a total: {tenths(average)} on average.")
    drawn = ft.Column(
        [line(points, ends, marks, viewport, inner_room(viewport)), line_key()], spacing=2 * SPACE, tight=True
    )
    return [Figure("Totals over time", [words, chart_picture(drawn, label)], numbers)]


@component
def HeadToHead(pairs: Sequence[OpponentFigures], to: Callable[..., Callable[[], None]], *, in_one: bool) -> ft.Control:
    """List the opponents of a player, and who did better; a tap shows the statistics of an opponent."""
    viewport = use_ui().viewport
    shown, more = use_more(pairs, AT_FIRST, "Show more players")
    room = inner_room(viewport)
    rows = [
        tappable(
            track_row(one.name, pair_words(one), shares_track((one.better, one.level, one.worse), room)),
            f"{one.name}: {pair_words(one)} in {plays(one.plays)}",
            to(player=one.player_id),
            padding=ft.Padding.symmetric(vertical=SPACE),
        )
        for one in shown
    ]
    heads = ("Against", "Plays", "Better", "Level", "Worse")
    numbers = Numbers(
        heads=(*heads, "Difference") if in_one else heads,
        rows=tuple(_pair_row(one, in_one=in_one) for one in shown),
    )
    words = "Who had the better place at the same table, with as many as played there."
    return Figure("Head to head", [caption(words), *rows, shares_key(), *more], numbers)


def pair_words(pair: OpponentFigures) -> str:
    """Return how often a player was better than, level with and worse than an opponent."""
    level = f" · {pair.level} level" if pair.level else ""
    return f"{pair.better} better{level} · {pair.worse} worse"


def _pair_row(pair: OpponentFigures, *, in_one: bool) -> tuple[str, ...]:
    row = pair.name, str(pair.plays), str(pair.better), str(pair.level), str(pair.worse)
    return (*row, signed(pair.difference)) if in_one else row
