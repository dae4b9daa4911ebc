"""Statistics of one player: wins, streaks, totals over time, where the points come from, head to head."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.numbers import percent, signed, tenths, whole
from companion.ui.components.controls import caption, card, heading, outlined, tappable, text
from companion.ui.components.fields import wrapped
from companion.ui.components.figures import (
    Figure,
    Numbers,
    Point,
    chart_picture,
    inner_room,
    line,
    line_key,
    rate_scale,
    shares_key,
    shares_track,
    track_row,
)
from companion.ui.components.layout import use_more
from companion.ui.core.context import Viewport, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed
from companion.ui.core.theme import SPACE
from companion.ui.screens.statistics.sections import (
    Places,
    facts,
    facts_row,
    few,
    plays_by_month,
    rate_drawn,
    rate_of,
    seats_section,
    spreads_section,
    tables_of_player,
)
from companion.ui.screens.statistics.wording import (
    FEW,
    address,
    day_name,
    likely_range,
    streak,
    ticks,
    verdict,
    wins_of,
)
from scoring.messages import counted, say, tr, tr_in, wordless
from storage.repositories.statistics_values import OpponentFigures, PlayerFigures, PlayTotal, Rate, Streaks, rate

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.services.statistics import PlayerData, StatisticsData, StatisticsQuery

AT_FIRST: Final = 6
"""How many opponents are listed at first."""

OF_ONE_GAME: Final = say("Choose a game to see its points.")


def player_sections(
    query: StatisticsQuery, data: StatisticsData, player: PlayerData, to: Callable[..., Callable[[], None]]
) -> tuple[list[ft.Control], list[ft.Control]]:
    """Return the sections of one player: those of the first column, and of the second one."""
    viewport = use_ui().viewport
    figures = player.figures
    key = address(query.game, query.player, query.span)
    parts = [
        heading(figures.name),
        plays_by_month(data, to),
        facts(player_facts(query, figures, player.streaks), *_best_play(figures)),
        *few(figures.plays),
        *([] if figures.win_rate is None else [_wins(figures, figures.win_rate, viewport)]),
        *_without_chances(figures, player.streaks, viewport),
        _streaks(player.streaks),
    ]
    if query.game is None:
        parts.append(caption(OF_ONE_GAME))
    else:
        parts += [*_totals(player.totals, viewport), *spreads_section(data, viewport)]
    more: list[ft.Control] = []
    if player.pairs:
        more.append(keyed(f"pairs {key}", HeadToHead, player.pairs, to, in_one=query.game is not None))
    if figures.win_rate is not None:
        more += seats_section(data.seats, viewport, figures.win_rate.value)
        more += tables_of_player(player.tables, viewport)
    if data.places:
        more.append(keyed(f"places {key}", Places, data.places))
    return parts, more


def _best_play(figures: PlayerFigures) -> list[ft.Control]:
    page = ft.context.page
    where = f"/play/{figures.best_play}"
    if figures.best_play is None:
        return []
    return [wrapped([outlined(tr("Best play"), lambda: page.navigate(where))])]


def player_facts(query: StatisticsQuery, figures: PlayerFigures, streaks: Streaks) -> list[tuple[str, str]]:
    """Return how often a player played and won, from when to when, and the points where they are of one game."""
    points = [(tr("Average"), tenths(figures.average)), (tr("Best"), whole(figures.best))]
    days = [
        (name, day_name(day))
        for name, day in ((tr("First play"), streaks.first), (tr("Last play"), streaks.last))
        if day
    ]
    counts = [
        (tr("Plays"), str(figures.plays)),
        (tr("Wins"), str(figures.wins)),
        (tr("Last places"), str(figures.last_places)),
    ]
    return [*counts, *(points if query.game is not None and figures.average is not None else []), *days]


def _wins(figures: PlayerFigures, win_rate: Rate, viewport: Viewport) -> ft.Control:
    ends = rate_of(win_rate)
    room = inner_room(viewport)
    numbers = Numbers(
        heads=(tr("Player"), tr("Plays"), tr("Won"), tr("Rate"), tr("Likely range (95%)"), tr("Equal chances")),
        rows=(
            (
                figures.name,
                str(figures.contested),
                str(figures.wins),
                percent(win_rate.value),
                likely_range(figures.contested, win_rate.low, win_rate.high),
                percent(figures.expected or 0.0),
            ),
        ),
    )
    won = wins_of(figures.wins, figures.contested)
    track = track_row(figures.name, won, rate_drawn(win_rate, figures.contested, figures.expected, room))
    scale = rate_scale(room, tr("Equal chances"), ranges=figures.contested >= FEW)
    drawn = ft.Column([track, scale], spacing=3 * SPACE, tight=True)
    words = verdict(figures.contested, ends, figures.expected)
    return Figure(
        tr("Wins"), [*([text(words)] if words else []), chart_picture(drawn, f"{figures.name}: {won}")], numbers
    )


def _without_chances(figures: PlayerFigures, streaks: Streaks, viewport: Viewport) -> list[ft.Control]:
    """Return the rates of plays in which chances cannot be compared: those of all together, and those alone."""
    kinds = (
        (tr("All together"), figures.together, figures.together_wins, streaks.together),
        (tr("Alone"), figures.alone, figures.alone_wins, streaks.alone),
    )
    played = [kind for kind in kinds if kind[1]]
    if not played:
        return []
    room = inner_room(viewport)
    rows = [
        track_row(title, wins_of(won, number), rate_drawn(rate(won, number), number, None, room))
        for title, number, won, _ in played
    ]
    numbers = Numbers(
        heads=("", tr("Plays"), tr("Won"), tr("Rate"), tr("Most wins in a row")),
        rows=tuple(
            (title, str(number), str(won), percent(won / number), str(run)) for title, number, won, run in played
        ),
    )
    drawn = ft.Column(rows, spacing=3 * SPACE, tight=True)
    spoken = [f"{title}: {wins_of(won, number)}" for title, number, won, _ in played]
    return [Figure(tr("Together or alone"), [chart_picture(drawn, "; ".join(spoken))], numbers)]


def _streaks(streaks: Streaks) -> ft.Control:
    entries = [
        (tr("Most wins in a row"), str(streaks.winning)),
        (tr("Most plays in a row without a win"), str(streaks.losing)),
        (tr_in("streak", "Now"), streak(streaks.current)),
    ]
    return card([heading(tr("Streaks")), facts_row(entries)])


def _totals(totals: Sequence[PlayTotal], viewport: Viewport) -> list[ft.Control]:
    if len(totals) <= 1:
        return []
    ends = day_name(totals[0].day), day_name(totals[-1].day)
    marks = ticks(min(play.total for play in totals), max(play.total for play in totals))
    points = [Point(total=play.total, won=play.won) for play in totals]
    numbers = Numbers(
        heads=(tr("Day"), tr("Total"), tr("Won")),
        rows=tuple(
            (day_name(play.day), whole(play.total), tr("yes") if play.won else tr("no")) for play in reversed(totals)
        ),
    )
    average = sum(play.total for play in totals) / len(totals)
    spoken = ", ".join(_spoken_total(play) for play in totals)
    words = text(tr("{points} on average", points=tenths(average)))
    drawn = ft.Column(
        [line(points, ends, marks, viewport, inner_room(viewport)), line_key()], spacing=2 * SPACE, tight=True
    )
    return [Figure(tr("Totals over time"), [words, chart_picture(drawn, spoken)], numbers)]


def _spoken_total(play: PlayTotal) -> str:
    return f"{whole(play.total)} ({tr('Won')})" if play.won else whole(play.total)


@component
def HeadToHead(pairs: Sequence[OpponentFigures], to: Callable[..., Callable[[], None]], *, in_one: bool) -> ft.Control:
    """List the opponents of a player, and who did better; a tap shows the statistics of an opponent."""
    viewport = use_ui().viewport
    shown, more = use_more(pairs, AT_FIRST, tr("Show more"))
    room = inner_room(viewport)
    rows = [
        tappable(
            track_row(pair.name, pair_words(pair), shares_track((pair.better, pair.level, pair.worse), room)),
            f"{pair.name}: {pair_words(pair)}",
            to(player=pair.player_id),
            padding=ft.Padding.symmetric(vertical=SPACE),
        )
        for pair in shown
    ]
    heads = (tr("Against"), tr("Plays"), tr("Better"), tr("Level"), tr("Worse"), tr("Together"))
    numbers = Numbers(
        heads=(*heads, tr("Difference")) if in_one else heads,
        rows=tuple(_pair_row(pair, in_one=in_one) for pair in shown),
    )
    return Figure(tr("Head to head"), [*rows, shares_key(), *more], numbers)


def pair_words(pair: OpponentFigures) -> str:
    """Return how often a player was better than, level with and worse than an opponent, and on one side with them."""
    counts = {"better": pair.better, "level": pair.level, "worse": pair.worse}
    against = say("{better} better · {level} level · {worse} worse", **counts)
    together = counted(pair.together, "{number} play together", "{number} plays together")
    if not pair.together:
        return str(against)
    both = wordless("{against} · {together}", against=against, together=together)
    return str(both if pair.plays else together)


def _pair_row(pair: OpponentFigures, *, in_one: bool) -> tuple[str, ...]:
    row = pair.name, str(pair.plays), str(pair.better), str(pair.level), str(pair.worse), str(pair.together)
    return (*row, signed(pair.difference)) if in_one else row
