"""The outcome of a result as a picture: who won and why, bars of what each total is made of, or the course of rounds.

Screen readers pass the drawings over: headline, places and the table say the same. Of the course they say who led.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import flet as ft
from flet import canvas

from companion.formatting.text import sentence
from companion.services.results import (
    decisive_row,
    headline,
    lines_of,
    most_of_it,
    numbered,
    place_reason,
    total_of,
    what_decided,
    winning_margin,
)
from companion.ui.components.controls import caption, labelled, seat_mark, silent, text
from companion.ui.components.layout import column, leading_trailing_row
from companion.ui.core.context import use_motion, use_ui
from companion.ui.core.error_boundary import component, safe
from companion.ui.core.hooks import keyed, use_effect, use_ref, use_value
from companion.ui.core.theme import PLAYER_ROLES, RADIUS, SPACE, Style, player_colour, seat_wash, width_of
from scoring.messages import Message, counted, say, tr, with_commas
from scoring.sheet import MISSING, Winner, tie_break
from storage.repositories.games import is_of_pad
from storage.repositories.values import game_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from companion.services.results import Result
    from companion.tables.state import Colour, PlayerStyle
    from companion.ui.core.theme import Palette
    from scoring.sheet import Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class Bars:
    """The points of each player by line, in the order of the standings; `lit` says that the first line decided most.

    `longest` is what fills the width: the most points that a player won, or that a total is below 0.
    """

    parts: tuple[tuple[int, ...], ...]
    lit: bool
    longest: int


def bars_of(result: Result) -> Bars | None:
    """Return the bars of a result, `None` where there is nothing to draw: no points, or none that anybody won."""
    if not result.rows or None in result.totals:
        return None
    decisive = decisive_row(result)
    parts = tuple(_parts(result, standing, decisive) for standing in result.sheet.standings)
    won = max(sum(max(points, 0) for points in of_player) for of_player in parts)
    longest = max(won, *(-sum(of_player) for of_player in parts))
    return Bars(parts=parts, lit=decisive is not None, longest=longest) if won > 0 else None


def _parts(result: Result, standing: Standing, decisive: int | None) -> tuple[int, ...]:
    """Return the points of a player by line, those that decided first, so that they begin at the same place."""
    points = [line.points for line in lines_of(result, standing.player)]
    if decisive is not None:
        points.insert(0, points.pop(decisive))
    return tuple(points)


Totals: TypeAlias = "tuple[int | None, ...]"
"""The totals of all players after a round, of those who were there for it; after the last one of all who came."""


def rounds_of(result: Result) -> tuple[Totals, ...]:
    """Return the totals of all players after each round, where a pad has rounds alone, and at least two of them."""
    game = None if result.game is None or result.table is None or result.differs else game_of(result.game)
    if game is None or not is_of_pad(game.key) or len(result.rows) != 1:
        return ()
    if not result.table.pad.categories[0].shape.in_rounds:  # else a list is no course
        return ()
    of_table = game.at(result.table)
    players = result.table.players
    rounds = max((length for player in players for length in _lengths(player.entries)), default=0)

    def after(number: int) -> Totals:
        entered = tuple(replace(player, entries=_first(player.entries, number)) for player in players)
        columns = of_table.score(replace(result.table, players=entered)).columns
        return tuple(
            column.total if min(_came(player), rounds - 1) < number <= (player.left or rounds) else None
            for player, column in zip(players, columns, strict=True)
        )

    return tuple(after(number) for number in range(1, rounds + 1)) if rounds > 1 else ()


def points_of_rounds(result: Result, rounds: Sequence[Totals]) -> Iterator[tuple[str, tuple[object, ...]]]:
    """Yield the title of each round of a course, and the points of each player in it, as people read them."""
    players = result.table.players if rounds else ()
    entered = [max(_lengths(player.entries), default=0) for player in players]
    before = [0 if player.joined is None else sum(player.joined.points.values()) for player in players]
    for number, totals in enumerate(rounds, 1):
        points = zip(entered, totals, before, strict=True)
        yield (
            tr("Round {number}", number=number),
            tuple(MISSING if total is None or number > length else total - less for length, total, less in points),
        )
        before = [less if total is None else total for total, less in zip(totals, before, strict=True)]


def _came(player: Any) -> int:  # noqa: ANN401 - a player of a pad, which only its rooms know
    """Return after which round a player came, 0 for who was there from the first one on."""
    return 0 if player.joined is None else int(player.joined.round) - 1


def course_text(result: Result, rounds: Sequence[Totals]) -> Message:
    """Return who led after which round, the changes alone; where there are many, the last ones."""
    best = min if result.table.pad.winner is Winner.FEWEST else max
    names = [player.name for player in result.table.players]
    leaders = [
        tuple(name for name, total in zip(names, totals, strict=True) if total == best(_known(totals), default=0))
        for totals in rounds
    ]
    turns = [(number, first) for number, first in enumerate(leaders, 1) if number == 1 or first != leaders[number - 2]]
    parts = [say("{names} after round {number}", names=first, number=number) for number, first in turns[-MAX_TURNS:]]
    led = say("{what}: {value}", what=say("In the lead"), value=with_commas(parts))
    if len(turns) == 1:
        return say("{names} led from the first round to the last", names=leaders[0])
    return counted(
        len(turns) - 1, "{led}; the lead changed {number} time", "{led}; the lead changed {number} times", led=led
    )


def _lengths(entries: Mapping[str, Any]) -> list[int]:
    """Return how many rounds a player has entered, for each category."""
    return [len(entry) for entry in entries.values() if isinstance(entry, tuple)]


def _known(totals: Iterable[int | None]) -> list[int]:
    return [total for total in totals if total is not None]


def _first(entries: Mapping[str, Any], number: int) -> dict[str, Any]:
    """Return what was entered in so many rounds."""
    return {key: entry[:number] if isinstance(entry, tuple) else entry for key, entry in entries.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class TieBreak:
    """Two players who were level, what was counted then, and the figures, of the better one first."""

    players: tuple[str, str]
    title: Message
    figures: tuple[int, int]


def tie_break_of(result: Result, standing: Standing) -> TieBreak | None:
    """Return what broke the tie between a player and the next lower one, `None` where there was none."""
    broken = tie_break(standing) if result.has_places else None
    lower = next((rival for rival in result.sheet.standings if rival.place > standing.place), None)
    if broken is None or lower is None:
        return None
    title, figures = broken
    return TieBreak(players=(standing.player, lower.player), title=title, figures=figures)


WINNER_MARK: Final = 48
"""The size of the mark of a winner, in px."""

MARKS_SHOWN: Final = 2
"""The most winners whose marks stand before the headline."""

BAR, JOINT = 24, 2
"""The height of a bar, and the gap between two parts of it, in px."""

RAIL, PALE = 0.07, (0.3, 0.41)
"""How strong a player's colour is where the bar of somebody else goes on, and by turns in parts that did not decide."""

OPENING: Final = ft.Animation(1_600, ft.AnimationCurve.EASE_OUT_CUBIC)
"""How the drawings open, from left to right."""

MAX_TURNS: Final = 6
"""The most changes of the lead that are said."""

COURSE, LABEL = 168, 22
"""The height of the course of the rounds, and the least distance of two labels of it, in px."""


def outcome(result: Result, width: float, rounds: Sequence[Totals] | None = None, *, opens: bool = False) -> ft.Control:
    """Return who won, by how much and what decided it, and below the place of each player with a bar.

    Who won is for the eye alone: what this stands in is called so. `width` is in px. It `opens` before the eye once.
    `rounds` are those of the result, `None` where they are still to be worked out.
    """
    viewport = use_ui().viewport
    seats = _seats(result)
    inside = width - 8 * SPACE
    marks = [seat_mark(seats[winner], WINNER_MARK) for winner in result.winners[:MARKS_SHOWN]]
    margin, decided = winning_margin(result), what_decided(result)
    words = [silent(text(headline(result), Style.TITLE)), *([] if margin is None else [text(sentence(margin))])]
    head = ft.Row([*marks, column(words, spacing=0, expand=True)], spacing=4 * SPACE)
    said = [head, *([] if decided is None else [text(sentence(decided))])]
    colours = {seats[winner].colour for winner in result.winners}
    ground = seat_wash(colours.pop(), viewport.palette) if len(colours) == 1 else ft.Colors.SURFACE_CONTAINER
    picture = keyed("picture", Picture, result, inside, inside / viewport.scale, rounds, opens=opens)
    return ft.Container(
        column([ft.Semantics(content=column(said, spacing=3 * SPACE), container=True), picture], spacing=4 * SPACE),
        bgcolor=ground,
        border_radius=2 * RADIUS,
        padding=4 * SPACE,
    )


@component
def Picture(
    result: Result, width: float, room: float, of_result: Sequence[Totals] | None, *, opens: bool
) -> ft.Control:
    """Show the places of the players with their bars, or below the course of the rounds; a tap ends the opening.

    `room` is the `width` in px, divided by how many times its size the text has.
    """
    is_open, end, animation = use_opening(f"opened {result.table_id} {result.totals}", opens=opens)
    palette, seats = use_ui().viewport.palette, _seats(result)
    # what opens is drawn several times
    rounds = ft.use_memo(lambda: rounds_of(result) if of_result is None else of_result, [result])
    bars = None if rounds else bars_of(result)
    lines: list[ft.Control] = []
    if rounds:
        drawn = _opened(course(rounds, result.seats, width, room), animation, is_open=is_open)
        together = result.table.pad.winner is Winner.TOGETHER
        lines.append(drawn if together else labelled(drawn, sentence(course_text(result, rounds))))
    for number, standing in enumerate(result.sheet.standings):
        seat = seats[standing.player]
        lines += _place(result, standing, seats, room)
        if bars is not None:
            lines.append(_opened(score_bar(bars, number, seat, width, palette), animation, is_open=is_open))
            gave = most_of_it(result, standing.player)
            lines += [caption(gave, margin=ft.Margin.only(bottom=2 * SPACE))] if gave else []
    whole = column(lines, spacing=3 * SPACE if bars is None else SPACE)
    return ft.GestureDetector(whole, on_tap=safe(end), exclude_from_semantics=True) if opens else whole


def use_opening(what: str, *, opens: bool) -> tuple[bool, Callable[[], None], ft.Animation | None]:
    """Return whether a drawing is open, a call that opens it at once, and how it opens: once in a browser, or never."""
    store = ft.context.page.session.store
    moves = use_motion()
    is_new = use_ref(lambda: opens and not store.contains_key(what)).current
    begun, begin = use_value(initial=False)
    ended, end = use_value(initial=False)

    def opening() -> None:
        if is_new and moves is not None:
            store.set(what, value=True)
            begin(lambda _: True)

    use_effect(opening, [moves])
    animation = OPENING if is_new and moves is not False and not ended else None
    return begun, lambda: end(lambda _: True), animation


def _opened(drawn: ft.LayoutControl, animation: ft.Animation | None, *, is_open: bool) -> ft.Control:
    """Return a silent drawing that grows from the left while it opens."""
    if animation is not None:
        left = ft.Alignment.CENTER_LEFT
        drawn.scale, drawn.animate_scale = ft.Scale(scale_x=float(is_open), scale_y=1, alignment=left), animation
    return silent(drawn)


def _seats(result: Result) -> dict[str, PlayerStyle]:
    return {of_player.player: seat for seat, of_player in zip(result.seats, result.sheet.columns, strict=True)}


def _place(result: Result, standing: Standing, seats: dict[str, PlayerStyle], room: float) -> list[ft.Control]:
    """Return the place of a player, why it is theirs, and what broke a tie."""
    is_first = standing.place == 1 and result.has_places
    style = Style.STRONG if is_first else Style.TEXT
    figure = [text(f"{standing.place}.", style, no_wrap=True)] if result.has_places else []
    marks = [*figure, seat_mark(seats[standing.player])]
    points = total_of(result, standing.player)
    total = text("" if points is None else points, Style.TITLE if is_first else Style.HEADING, no_wrap=True)
    line = leading_trailing_row(marks, text(standing.player, style), total, room)
    why, broken = place_reason(result, standing), tie_break_of(result, standing)
    place = numbered(result, standing) if points is None else f"{numbered(result, standing)} {points}"
    if why is None:
        return [labelled(line, place)]
    reason = column([line, text(sentence(why), Style.SMALL)], spacing=0)
    drawn = [] if broken is None else [silent(drawn_tie_break(broken, seats))]
    return [labelled(reason, f"{place}, {why}"), *drawn]


def drawn_tie_break(broken: TieBreak, seats: dict[str, PlayerStyle]) -> ft.Control:
    """Return the figures that broke a tie, the better one large, with the marks of both players."""
    (first, second), (figure, lesser) = broken.players, broken.figures
    face: list[ft.Control] = [
        seat_mark(seats[first], 16),
        text(figure, Style.HEADING, no_wrap=True),
        caption(broken.title, expand=True, text_align=ft.TextAlign.CENTER),
        text(lesser, Style.TEXT, no_wrap=True),
        seat_mark(seats[second], 16),
    ]
    return ft.Container(
        ft.Row(face, spacing=2 * SPACE),
        bgcolor=seat_wash(seats[first].colour, use_ui().viewport.palette),
        border_radius=RADIUS,
        padding=ft.Padding.symmetric(horizontal=3 * SPACE, vertical=SPACE),
    )


def score_bar(bars: Bars, number: int, seat: PlayerStyle, width: float, palette: Palette) -> ft.Container:
    """Return the bar of the player at a number, all on one scale: one control, whose gradient has hard edges."""
    stripes = bar_stripes(bars, number, seat.colour, width, palette)
    colours, stops, at = [], [], 0.0
    for colour, long in stripes:
        colours += [colour, colour]
        stops += [at / width, min((at + long) / width, 1.0)]
        at += long
    figures: list[ft.Control] = []
    end, middle = 0.0, ft.TextAlign.CENTER
    for lit, points, start, long in bar_figures(bars, number, width):
        style, ink = (Style.STRONG, ft.Colors.ON_PRIMARY) if lit else (Style.SMALL, ft.Colors.ON_SURFACE)
        if long > width_of(style, len(str(points))) + 2 * SPACE:
            left = ft.Margin.only(left=start - end)
            figures.append(text(points, style, color=ink, width=long, text_align=middle, no_wrap=True, margin=left))
            end = start + long
    return ft.Container(
        ft.Row(figures, spacing=0),
        width=width,
        height=BAR,
        gradient=ft.LinearGradient(colors=colours, stops=stops),
        alignment=ft.Alignment.CENTER_LEFT,
        border_radius=SPACE,
        margin=ft.Margin.only(bottom=2 * SPACE),
    )


def bar_figures(bars: Bars, number: int, width: float) -> Iterator[tuple[bool, int, float, float]]:
    """Yield of each part that is whole or lit whether it is that, its points, where it begins and its length, in px."""
    points, each, begin = bars.parts[number], width / bars.longest, 0
    for at, part in enumerate(points):
        lit, long = bars.lit and at == 0, min(part, sum(points) - begin)
        if long > 0 and (lit or long == part):
            yield lit, part, begin * each, long * each - JOINT
        begin += max(part, 0)


def bar_stripes(bars: Bars, number: int, colour: Colour, width: float, palette: Palette) -> list[tuple[str, float]]:
    """Return the colours and lengths, in px, of what a bar consists of; lost points and a debt are cut out."""
    points, each = bars.parts[number], width / bars.longest
    full, ground = player_colour(colour, palette), seat_wash(colour, palette, RAIL)
    won, lost = sum(max(part, 0) for part in points), -sum(min(part, 0) for part in points)
    stripes: list[tuple[str, float]] = []
    left = max(won - lost, 0) * each
    for at, part in enumerate(points):
        long = min(max(part, 0) * each, left)
        left -= long
        if long > JOINT:
            tone = full if bars.lit and at == 0 else seat_wash(colour, palette, PALE[at % 2])
            stripes += [(tone, long - JOINT), (ground, JOINT)]
        elif long:
            stripes.append((ground, long))
    gone = (min(lost, won) if won >= lost else lost - won) * each
    if gone > 2 * JOINT:
        stripes += [(full, JOINT), (palette.surface, gone - 2 * JOINT), (full, JOINT)]
    rest = width - sum(long for _, long in stripes)
    return [*stripes, (ground, rest)] if rest > 0 else stripes


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """Where rounds and points stand in the course: the distance of rounds, and the lowest and the highest points."""

    step: float
    low: int
    high: int

    def x(self, number: int) -> float:
        """Return where a round stands, 0 for the beginning, in px from the left."""
        return number * self.step

    def y(self, points: int) -> float:
        """Return where points stand, in px from the top."""
        return LABEL / 2 + (self.high - points) / (self.high - self.low) * (COURSE - LABEL)


def course(rounds: Sequence[Totals], seats: Sequence[PlayerStyle], width: float, room: float) -> ft.Stack:
    """Return the totals after each round as lines that end in the mark and the total of each player.

    The line of who came late begins there, that of who left early ends there.
    """
    totals = [points for of_round in rounds for points in _known(of_round)]
    last = [_known(of_round[seat] for of_round in rounds)[-1] for seat in range(len(seats))]
    label = width_of(Style.STRONG, max(len(str(points)) for points in last)) * width / room + 16 + 4 * SPACE
    wide = width - label
    scale = Scale(step=wide / len(rounds), low=min(0, *totals), high=max(1, *totals))
    thin = ft.Paint(color=ft.Colors.OUTLINE_VARIANT, stroke_width=1)
    numbers = range(1, len(rounds) + 1)
    shapes: list[canvas.Shape] = [
        canvas.Line(scale.x(number), LABEL / 2, scale.x(number), COURSE - LABEL / 2, thin) for number in numbers
    ]
    shapes.append(canvas.Line(0, scale.y(0), wide, scale.y(0), thin))
    ends: list[ft.Control] = []
    order = sorted(range(len(seats)), key=lambda seat: scale.y(last[seat]))
    for top, seat in zip(tops_apart([scale.y(last[seat]) for seat in order]), order, strict=True):
        shapes += _line_of([of_round[seat] for of_round in rounds], PLAYER_ROLES[seats[seat].colour], scale)
        face: list[ft.Control] = [seat_mark(seats[seat], 16), text(last[seat], Style.STRONG, no_wrap=True)]
        ends.append(ft.Container(ft.Row(face, spacing=SPACE), left=wide + 2 * SPACE, top=top))
    every = ceil(LABEL / scale.step)
    for number in numbers[every - 1 :: every]:
        below = caption(number, width=2 * LABEL, text_align=ft.TextAlign.CENTER)
        ends.append(ft.Container(below, left=scale.x(number) - LABEL, top=COURSE - SPACE))
    drawn = canvas.Canvas(shapes, width=wide + SPACE, height=COURSE)
    return ft.Stack([drawn, *ends], width=width, height=COURSE + LABEL)


def _line_of(totals: Sequence[int | None], role: ft.Colors, scale: Scale) -> list[canvas.Shape]:
    """Return the line of a player's totals, with a dot for each round that the player was there for."""
    begun = (0 if totals[0] is not None else None, *totals)
    points = [(scale.x(number), scale.y(total)) for number, total in enumerate(begun) if total is not None]
    elements: list[canvas.Path.PathElement] = [
        canvas.Path.MoveTo(*points[0]),
        *(canvas.Path.LineTo(*point) for point in points[1:]),
    ]
    paint = ft.Paint(color=role, stroke_width=3, style=ft.PaintingStyle.STROKE, stroke_join=ft.StrokeJoin.ROUND)
    dots = points if totals[0] is None else points[1:]
    return [canvas.Path(elements, paint), *(canvas.Circle(*point, 4, ft.Paint(color=role)) for point in dots)]


def tops_apart(middles: Sequence[float]) -> list[float]:
    """Return the tops of labels that stand as near to their middles as they can without touching, from the top down.

    >>> tops_apart([50.0, 55.0, 160.0])
    [39.0, 61.0, 146]
    """
    tops: list[float] = []
    for middle in middles:
        tops.append(max(middle - LABEL / 2, tops[-1] + LABEL if tops else 0))
    most: float = COURSE - LABEL
    for at in range(len(tops) - 1, -1, -1):
        tops[at] = min(tops[at], most)
        most = tops[at] - LABEL
    return tops
