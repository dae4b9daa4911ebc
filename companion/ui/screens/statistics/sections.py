"""The sections that statistics of everybody and of one player share: facts, plays by month, categories, seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.numbers import percent, tenths
from companion.system import now
from companion.ui.components.controls import caption, card, heading, icon_button, labelled, notice, text
from companion.ui.components.figures import (
    Figure,
    Numbers,
    bars,
    chart_picture,
    inner_room,
    rate_scale,
    rate_track,
    spread_scale,
    spread_track,
    track_row,
)
from companion.ui.components.layout import use_more
from companion.ui.core.context import Viewport, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_value
from companion.ui.core.theme import SPACE, Style
from companion.ui.screens.statistics.wording import (
    AS_MANY,
    FEW,
    FEWER,
    MONTHS_OF_YEAR,
    MORE,
    TOO_FEW,
    Span,
    later,
    likely_range,
    month_letter,
    month_name,
    plays,
    plays_by_month,
    seat_name,
    since,
    ticks,
    wins_of,
)
from scoring.messages import counted, forms, say, tr

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from companion.services.statistics import StatisticsData
    from storage.repositories.statistics_values import Rate, SeatFigures, Spread

FEW_PLAYS: Final = forms(
    "Only {number} play so far: most differences may be chance.",
    "Only {number} plays so far: most differences may be chance.",
)

SPREAD_HEADS: Final = (
    say("Category"),
    say("Average"),
    say("When won"),
    say("Share of total"),
    say("Least"),
    say("Lower quarter"),
    say("Median"),
    say("Upper quarter"),
    say("Most"),
)

AT_FIRST: Final = 8
"""How many players, games and places are listed at first."""

LEAST_AHEAD: Final = 0.5
"""The least lead in a category that is worth a sentence, in points."""


def few(number: int) -> list[ft.Control]:
    """Return a warning where there are few plays."""
    if number >= FEW:
        return []
    return [notice(counted(number, *FEW_PLAYS), live=False)]


def facts(entries: Sequence[tuple[str, str]], *more: ft.Control) -> ft.Control:
    """Return a card of named figures above further controls."""
    return card([facts_row(entries), *more])


def facts_row(entries: Sequence[tuple[str, str]]) -> ft.Control:
    """Return named figures side by side, in as many lines as they need."""
    shown = [
        labelled(ft.Column([caption(name), text(value, Style.HEADING)], spacing=0, tight=True), f"{name}: {value}")
        for name, value in entries
    ]
    return ft.Row(list(shown), wrap=True, spacing=6 * SPACE, run_spacing=3 * SPACE)


def rate_of(rate: Rate) -> tuple[float, float, float]:
    """Return the lower end of a rate, itself, and its upper end."""
    return rate.low, rate.value, rate.high


@component
def Calendar(days: Sequence[tuple[str, int]], span: str) -> ft.Control:
    """Show the plays of each month of a year; of all time, year by year."""
    viewport = use_ui().viewport
    today = now().astimezone().date()
    back, set_back = use_value(0)
    first = _first_month(span, today, days, back)
    months = plays_by_month(days, first)
    year = (
        str(first.year)
        if first.month == 1
        else tr("{first} to {last}", first=month_name(first), last=month_name(later(first, MONTHS_OF_YEAR - 1)))
    )
    total = sum(number for _, number in months)
    numbers = Numbers(
        heads=(tr("Month"), tr("Plays")), rows=tuple((month_name(month), str(number)) for month, number in months)
    )
    room = inner_room(viewport)
    marks = ticks(0, max(number for _, number in months) or 1)
    drawn = bars([(month_letter(month), number) for month, number in months], marks, viewport, room)
    spoken = ", ".join(f"{month_name(month)} {number}" for month, number in months if number) or "–"

    def earlier_year() -> None:
        set_back(lambda old: old + 1)

    def later_year() -> None:
        set_back(lambda old: old - 1)

    head: list[ft.Control] = [text(f"{year}: {plays(total)}", expand=True)]
    if span == Span.ALL and days:
        before = days[0][0] < first.isoformat()
        after = days[-1][0] >= later(first, MONTHS_OF_YEAR).isoformat()
        head.append(icon_button(ft.Icons.CHEVRON_LEFT, first.year - 1, earlier_year, disabled=not before))
        head.append(icon_button(ft.Icons.CHEVRON_RIGHT, first.year + 1, later_year, disabled=not after))
    return Figure(tr("Plays by month"), [ft.Row(head), chart_picture(drawn, spoken)], numbers)


def _first_month(span: str, today: date, days: Sequence[tuple[str, int]], back: int) -> date:
    first = since(span, today)
    if first is not None:
        return first
    year = int(days[-1][0][:4]) if days else today.year
    return today.replace(year=year - back, month=1, day=1)


def spreads_section(data: StatisticsData, viewport: Viewport) -> list[ft.Control]:
    """Return the section on where the points come from: a track for each category of the sheet."""
    titles, spreads = data.titles, data.spreads
    if not spreads:
        return []
    marks = ticks(min(0, *(spread.least for spread in spreads)), max(1, *(spread.most for spread in spreads)))
    ends = marks[0], marks[-1]
    room = inner_room(viewport)
    rows = [
        track_row(
            titles.get(spread.rule, spread.rule),
            tr("{points} on average", points=tenths(spread.average)),
            spread_track(_five(spread), ends, room),
        )
        for spread in spreads
    ]
    numbers = Numbers(
        heads=tuple(map(str, SPREAD_HEADS)), rows=tuple(_spread_row(titles, spread) for spread in spreads)
    )
    drawn = ft.Column([*rows, spread_scale(ends, room)], spacing=3 * SPACE, tight=True)
    averages = "; ".join(f"{titles.get(spread.rule, spread.rule)}: {tenths(spread.average)}" for spread in spreads)
    body = [chart_picture(drawn, averages), *_what_wins(data)]
    return [Figure(tr("Where the points come from"), body, numbers)]


def _five(spread: Spread) -> tuple[float, float, float, float, float]:
    return spread.least, spread.lower, spread.median, spread.upper, spread.most


def _spread_row(titles: Mapping[str, str], spread: Spread) -> tuple[str, ...]:
    share = "–" if spread.share is None else percent(spread.share)
    return (
        titles.get(spread.rule, spread.rule),
        tenths(spread.average),
        tenths(spread.won_average),
        share,
        *map(tenths, _five(spread)),
    )


def _what_wins(data: StatisticsData) -> list[ft.Control]:
    """Return a sentence on the category in which winners were ahead most, where there are enough plays."""
    sign = -1 if data.fewest else 1
    ahead = [
        (sign * (spread.won_average - spread.average), spread)
        for spread in data.spreads
        if spread.won_average is not None and spread.count >= FEW
    ]
    if not ahead:
        return []
    by, most = max(ahead, key=lambda entry: entry[0])
    if by < LEAST_AHEAD:
        return []
    title, won, ever = data.titles.get(most.rule, most.rule), tenths(most.won_average), tenths(most.average)
    return [
        text(
            tr(
                "Winners are most ahead in {category}: {won} points, {always} in all plays.",
                category=title,
                won=won,
                always=ever,
            )
        )
    ]


def seats_section(seats: Sequence[SeatFigures], viewport: Viewport) -> list[ft.Control]:
    """Return the section on whether the seat matters."""
    if len(seats) <= 1:
        return []
    rows = [(seat, seat.expected) for seat in seats]
    return [_by_seat(rows, tr("Equal chances"), viewport)]


def seats_of_player(usual: float, seats: Sequence[SeatFigures], viewport: Viewport) -> list[ft.Control]:
    """Return the section on whether the seat matters to a player who usually wins this share of their plays."""
    if len(seats) <= 1:
        return []
    rows = [(seat, usual) for seat in seats]
    return [_by_seat(rows, tr("All seats"), viewport)]


def tables_of_player(tables: Sequence[SeatFigures], viewport: Viewport) -> list[ft.Control]:
    """Return the section on how a player does at tables of each size."""
    if len(tables) <= 1:
        return []
    named = [(_players(size.kind), size, size.expected) for size in tables]
    drawn, numbers = _wins_of_each(tr("Table"), named, tr("Equal chances"), viewport)
    return [Figure(tr("By number of players"), [drawn], numbers)]


def _players(number: int) -> str:
    return str(counted(number, "{number} player", "{number} players"))


@component
def Places(places: Sequence[tuple[str, int]]) -> ft.Control:
    """List where the plays took place, most of them first."""
    shown, more = use_more(places, AT_FIRST, tr("Show more"))
    rows = [ft.Row([text(name, expand=True), text(plays(number))], spacing=2 * SPACE) for name, number in shown]
    return card([heading(tr("Where you played")), *rows, *more])


_Seat = tuple["SeatFigures", float]
"""A seat, and the rate that its own is compared with."""


def _by_seat(seats: Sequence[_Seat], against: str, viewport: Viewport) -> ft.Control:
    drawn, numbers = _wins_of_each(
        tr("Seat"), [(seat_name(seat.kind), seat, usual) for seat, usual in seats], against, viewport
    )
    return Figure(tr("Seats"), [text(seats_verdict(seats)), drawn], numbers)


def _wins_of_each(
    head: str, named: Sequence[tuple[str, SeatFigures, float]], against: str, viewport: Viewport
) -> tuple[ft.Control, Numbers]:
    """Return wins by name, drawn and as numbers; `against` names what they are compared with, such as equal chances."""
    room = inner_room(viewport)
    won = [f"{name}: {wins_of(seat.wins, seat.plays)}" for name, seat, _ in named]
    rows = [
        track_row(name, wins_of(seat.wins, seat.plays), rate_track(rate_of(seat.rate), usual, room))
        for name, seat, usual in named
    ]
    numbers = Numbers(
        heads=(head, tr("Plays"), tr("Wins"), tr("Rate"), tr("Likely range (95%)"), against),
        rows=tuple(_seat_row(name, seat, usual) for name, seat, usual in named),
    )
    drawn = ft.Column([*rows, rate_scale(room, against)], spacing=3 * SPACE, tight=True)
    return chart_picture(drawn, "; ".join(won)), numbers


def _seat_row(name: str, seat: SeatFigures, usual: float) -> tuple[str, ...]:
    fits = likely_range(seat.rate.low, seat.rate.high)
    return (name, str(seat.plays), str(seat.wins), percent(seat.rate.value), fits, percent(usual))


def seats_verdict(seats: Sequence[_Seat]) -> str:
    """Return a sentence on the seats that win more or less often than the rate they are compared with."""
    enough = [(seat, usual) for seat, usual in seats if seat.plays >= FEW]
    if not enough:
        return str(TOO_FEW)
    better = "; ".join(seat_name(seat.kind) for seat, usual in enough if seat.rate.low > usual)
    worse = "; ".join(seat_name(seat.kind) for seat, usual in enough if seat.rate.high < usual)
    sentences = [f"{words}: {named}." for words, named in ((MORE, better), (FEWER, worse)) if named]
    return " ".join(sentences) or f"{AS_MANY}."
