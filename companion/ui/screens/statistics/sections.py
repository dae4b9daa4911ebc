"""The sections that statistics of everybody and of one player share: facts, plays by month, categories, seats."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.numbers import percent, tenths
from companion.system import now
from companion.ui.components.controls import (
    caption,
    card,
    emblem,
    emblem_face,
    heading,
    icon_button,
    labelled,
    letters_apart,
    notice,
    outlined,
    text,
)
from companion.ui.components.fields import wrapped
from companion.ui.components.figures import (
    Figure,
    Numbers,
    chart_picture,
    inner_room,
    key_entry,
    rate_scale,
    rate_track,
    spread_scale,
    spread_track,
    track_row,
)
from companion.ui.components.layout import column, use_more
from companion.ui.core.context import Viewport, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.theme import FONT, PAPER, SPACE, Style, width_of
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
    seat_name,
    stones_by_month,
    ticks,
    wins_of,
)
from scoring.messages import counted, forms, say, tr

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from companion.services.statistics import StatisticsData
    from companion.ui.screens.statistics.wording import StonesByMonth
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

NO_PLAY: Final = say("No plays in these twelve months. Start a table, or look at the year of the last play.")

MAX_KEY, IN_KEY = 12, 20
"""The most games in the key of the mosaic, and the size of their emblems, in px."""

MAX_STONES: Final = 12
"""The most plays of a month that are drawn as a stone each."""

STONE, JOINT = 28, 2
"""The greatest size of a stone with its joint, and that of the joint, in px."""

LETTERED: Final = 14
"""The least height of a block that has letters, in px."""

BROAD: Final = 1.5
"""The width of the broadest letter of a month, in usual ones."""

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


def rate_drawn(rate: Rate, number: int, expected: float | None, room: float) -> ft.Control:
    """Return the track of a rate in a number of plays, without the likely range where these are too few."""
    ends = rate_of(rate) if number >= FEW else (rate.value,) * 3
    return rate_track(ends, expected, room)


def plays_by_month(data: StatisticsData, to: Callable[..., Callable[[], None]]) -> ft.Control:
    """Return the plays of each month of a year as a mosaic, with ways to the years before and after it."""
    viewport, page, title = use_ui().viewport, ft.context.page, tr("Plays by month")
    games, months = stones_by_month(data.months, data.year)
    counts = {month: sum(number for _, number in stones) for month, stones in months.items()}
    head = _year_head(data, sum(counts.values()), to)
    if not games:
        last = str(data.overall.last)[:4]
        new = outlined(tr("New table"), lambda: page.navigate("/new"), icon=ft.Icons.ADD)
        return card([heading(title), head, text(NO_PLAY), wrapped([new, outlined(last, to(span=last))])])
    names = {game: data.names[game] for game in games}
    letters = letters_apart(names.values())
    key = [key_entry(emblem(game, name, IN_KEY, letters[name]), name) for game, name in names.items()][:MAX_KEY]
    drawn = [mosaic(months, names, viewport, inner_room(viewport))]
    if key[1:]:
        drawn.append(ft.Row(key, wrap=True, spacing=4 * SPACE, run_spacing=2 * SPACE))
    spoken = [
        ", ".join(f"{month_name(month)} {number}" for month, number in counts.items() if number),
        *([", ".join(f"{data.names[game]} {number}" for game, number in games.items())] if key[1:] else []),
    ]
    rows = tuple((month_name(month), str(number)) for month, number in counts.items())
    numbers = Numbers(heads=(tr("Month"), tr("Plays")), rows=rows)
    return Figure(title, [head, chart_picture(column(drawn, 3 * SPACE), "; ".join(spoken))], numbers)


def _year_head(data: StatisticsData, number: int, to: Callable[..., Callable[[], None]]) -> ft.Control:
    """Return which months are shown and the number of plays, with ways to the years before and after."""
    first, today = data.year, now().astimezone().date()
    after = later(first, MONTHS_OF_YEAR)
    year = str(first.year)
    if first.month > 1:
        year = tr("{first} to {last}", first=month_name(first), last=month_name(later(after, -1)))
    is_first, is_last = str(data.ever.first) >= first.isoformat(), after > today
    back = str(later(first, -1).year)
    forth = Span.YEAR if after.year == today.year else str(after.year)
    ways = [
        icon_button(ft.Icons.CHEVRON_LEFT, back, to(span=back), disabled=is_first),
        icon_button(ft.Icons.CHEVRON_RIGHT, after.year, to(span=forth), disabled=is_last),
    ]
    return ft.Row([text(tr("{what}: {value}", what=year, value=plays(number)), expand=True), *ways])


def mosaic(months: StonesByMonth, names: Mapping[str, str], viewport: Viewport, width: float) -> ft.Control:
    """Return the plays of each month as stones in the tints of their games, on each other above the month's letter.

    Where a month has more plays than there is room for stones, the plays of a game in a month are one block.
    """
    counts = [sum(number for _, number in stones) for stones in months.values()]
    letters_of = letters_apart(names.values())
    step, most = width / len(months), max(counts)
    letter = width_of(Style.SMALL, 1) * viewport.scale
    side = min(step, STONE)
    each = side * min(1, MAX_STONES / most)
    piles: list[ft.Control] = []
    for stones, number in zip(months.values(), counts, strict=True):
        parts: list[ft.Control] = [_pile(stones, names, letters_of, side, each)] if number else []
        if number and letter * len(str(most)) <= step:
            parts.insert(0, caption(number, no_wrap=True))
        middle = ft.CrossAxisAlignment.CENTER
        piles.append(ft.Column(parts, spacing=0, tight=True, width=step, horizontal_alignment=middle))
    every = ceil(BROAD * letter / step)
    centre = ft.TextAlign.CENTER
    letters: list[ft.Control] = [
        caption("" if at % every else month_letter(month), width=step, text_align=centre, no_wrap=True)
        for at, month in enumerate(months)
    ]
    row = ft.Row(piles, spacing=0, vertical_alignment=ft.CrossAxisAlignment.END)
    line = ft.Border.only(top=ft.BorderSide(1, ft.Colors.ON_SURFACE_VARIANT))
    return ft.Column([row, ft.Container(ft.Row(letters, spacing=0), border=line)], spacing=0, tight=True)


def _pile(
    stones: Sequence[tuple[str, int]], names: Mapping[str, str], letters_of: Mapping[str, str], side: float, each: float
) -> ft.Control:
    """Return the plays of a month as one control, whose gradient has hard edges; each play has so many px of height."""
    split, height = each == side, each * sum(number for _, number in stones)
    colours, stops, letters, at = [], [], [], 0.0
    for key, number in reversed(stones):
        tint, _, face = emblem_face(key, names[key], letters_of[names[key]])
        for long in [each] * number if split else [each * number]:
            letters.append((face if long >= LETTERED else "", long))
            colours += [tint, tint, ft.Colors.TRANSPARENT, ft.Colors.TRANSPARENT]
            stops += [at / height, (at + long - JOINT) / height, (at + long - JOINT) / height, (at + long) / height]
            at += long
    size, centre = side / 2, ft.TextAlign.CENTER
    style = ft.TextStyle(
        size=size, height=each / size, color=PAPER, weight=ft.FontWeight.W_600, font_family_fallback=[FONT]
    )
    text_of_pile = ft.Text("", style=style, text_align=centre, no_wrap=True, semantics_label="")
    if split:
        text_of_pile.value = "\n".join(face for face, _ in letters)
    else:
        text_of_pile.spans = [
            ft.TextSpan(f"{face}\n", ft.TextStyle(height=long / size, color=PAPER)) for face, long in letters
        ]
    up, down = ft.Alignment.TOP_CENTER, ft.Alignment.BOTTOM_CENTER
    gradient = ft.LinearGradient(colors=colours, stops=stops, begin=up, end=down)
    return ft.Container(text_of_pile, width=side - JOINT, height=height, gradient=gradient)


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


def seats_section(seats: Sequence[SeatFigures], viewport: Viewport, usual: float | None = None) -> list[ft.Control]:
    """Return the section on whether the seat matters: to all, or to a player who wins the `usual` share of plays."""
    if len(seats) <= 1:
        return []
    compared = [(seat, seat.expected if usual is None else usual) for seat in seats]
    named = [(seat_name(seat.kind), seat, rate) for seat, rate in compared]
    against = tr("Equal chances") if usual is None else tr("All seats")
    drawn, numbers = _wins_of_each(tr("Seat"), named, against, viewport)
    return [Figure(tr("Seats"), [text(seats_verdict(compared)), drawn], numbers)]


def tables_of_player(tables: Sequence[SeatFigures], viewport: Viewport) -> list[ft.Control]:
    """Return the section on how a player does at tables of each size."""
    if len(tables) <= 1:
        return []
    names = (str(counted(size.kind, "{number} player", "{number} players")) for size in tables)
    named = [(name, size, size.expected) for name, size in zip(names, tables, strict=True)]
    drawn, numbers = _wins_of_each(tr("Table"), named, tr("Equal chances"), viewport)
    return [Figure(tr("By number of players"), [drawn], numbers)]


@component
def Places(places: Sequence[tuple[str, int]]) -> ft.Control:
    """List where the plays took place, most of them first."""
    shown, more = use_more(places, AT_FIRST, tr("Show more"))
    rows = [ft.Row([text(name, expand=True), text(plays(number))], spacing=2 * SPACE) for name, number in shown]
    return card([heading(tr("Where you played")), *rows, *more])


_Seat = tuple["SeatFigures", float]
"""A seat, and the rate that its own is compared with."""


def _wins_of_each(
    head: str, named: Sequence[tuple[str, SeatFigures, float]], against: str, viewport: Viewport
) -> tuple[ft.Control, Numbers]:
    """Return wins by name, drawn and as numbers; `against` names what they are compared with, such as equal chances."""
    room = inner_room(viewport)
    won = [f"{name}: {wins_of(seat.wins, seat.plays)}" for name, seat, _ in named]
    rows = [
        track_row(name, wins_of(seat.wins, seat.plays), rate_drawn(seat.rate, seat.plays, usual, room))
        for name, seat, usual in named
    ]
    numbers = Numbers(
        heads=(head, tr("Plays"), tr("Wins"), tr("Rate"), tr("Likely range (95%)"), against),
        rows=tuple(_seat_row(name, seat, usual) for name, seat, usual in named),
    )
    scale = rate_scale(room, against, ranges=any(seat.plays >= FEW for _, seat, _ in named))
    drawn = ft.Column([*rows, scale], spacing=3 * SPACE, tight=True)
    return chart_picture(drawn, "; ".join(won)), numbers


def _seat_row(name: str, seat: SeatFigures, usual: float) -> tuple[str, ...]:
    fits = likely_range(seat.plays, seat.rate.low, seat.rate.high)
    return (name, str(seat.plays), str(seat.wins), percent(seat.rate.value), fits, percent(usual))


def seats_verdict(seats: Sequence[_Seat]) -> str:
    """Return a sentence on the seats that win more or less often than the rate they are compared with."""
    enough = [(seat, usual) for seat, usual in seats if seat.plays >= FEW]
    if not enough:
        return str(TOO_FEW)
    better = "; ".join(seat_name(seat.kind) for seat, usual in enough if seat.rate.low > usual)
    worse = "; ".join(seat_name(seat.kind) for seat, usual in enough if seat.rate.high < usual)
    sentences = [
        f"{tr('{what}: {value}', what=words, value=named)}."
        for words, named in ((MORE, better), (FEWER, worse))
        if named
    ]
    return " ".join(sentences) or f"{AS_MANY}."
