"""The sheet of a play as a PNG, in the colours of one theme: who won and why, and the table of rules and players.

It is drawn on the server, so that it is the same in every browser, whatever the size of screen and text.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw, ImageFont

from companion.services.results import headline, total_of
from companion.system.paths import assets
from companion.ui.core.glyphs import MARKS
from companion.ui.core.lettering import Lettering
from companion.ui.core.share_sheet import when_and_where, why_this_place
from companion.ui.core.theme import LINE_HEIGHT, RADIUS, SPACE, Style, player_colour

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from companion.services.results import Result
    from companion.tables.state import PlayerStyle
    from companion.ui.core.theme import Palette
    from scoring.sheet import Column, Standing
    from storage.repositories.play_content import StoredPlay

    Block = Callable[["Pen", int, int, int], int]
    """Draws from a left and a top in a width, and returns its bottom, all in pixels."""

STEP: Final = 2 * SPACE
"""The unit of all spacing, in pixels."""

MIN_WIDTH: Final = 960
"""The least width of a picture, in pixels."""

MAX_TITLE_WIDTH: Final = 440
"""The greatest width of the title of a rule, in pixels."""

NARROW, BROAD = 120, 220
"""The least and the greatest width of a player's column, in pixels; long figures may exceed it."""

_REGULAR, _STRONG, _MARKS = "TesseraSans-Regular.ttf", "TesseraSans-SemiBold.ttf", "TesseraMarks.ttf"
_TYPE: Final[Mapping[Style, tuple[str, int]]] = {
    Style.SMALL: (_REGULAR, 28),
    Style.TEXT: (_REGULAR, 32),
    Style.STRONG: (_STRONG, 32),
    Style.HEADING: (_STRONG, 40),
    Style.TITLE: (_STRONG, 56),
}
"""The font of each size of type, and its size in pixels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pen:
    """Draws in a palette, and measures words."""

    draw: ImageDraw.ImageDraw
    palette: Palette
    lettering: Lettering

    def length(self, words: str, style: Style = Style.TEXT) -> int:
        """Return the width of words on one line, in pixels."""
        return round(self.lettering.length(words, style)) + 1

    def write(self, words: object, style: Style, left: int, top: int, width: int, ink: str = "") -> int:
        """Write words in as many lines as they need, and return the bottom of the last one."""
        return self._lines(words, style, (left, top, width), ink or self.palette.ink, right=False)

    def right(self, words: object, style: Style, left: int, top: int, width: int, ink: str = "") -> int:
        """Write words aligned to the right, and return the bottom of the last line."""
        return self._lines(words, style, (left, top, width), ink or self.palette.ink, right=True)

    def mark(self, seat: PlayerStyle, left: int, top: int, size: int) -> None:
        """Draw the shape of a player in the player's colour."""
        font = ImageFont.truetype(assets() / "fonts" / _MARKS, size)
        char = MARKS[seat.shape.value]
        self.draw.text((left, top), char, player_colour(seat.colour, self.palette), font)

    def boxed(self, block: Block, left: int, top: int, width: int, fill: str, line: str) -> int:
        """Draw a block in a box, and return the bottom of the box."""
        inside = (left + 4 * STEP, top + 3 * STEP, width - 8 * STEP)
        bottom = block(blank(self), *inside) + 3 * STEP
        self.draw.rounded_rectangle((left, top, left + width, bottom), 2 * RADIUS, fill, line, STEP // 4)
        block(self, *inside)
        return bottom

    def _lines(self, words: object, style: Style, room: tuple[int, int, int], ink: str, *, right: bool) -> int:
        left, top, width = room
        high = line_height(style)
        for line in lines(str(words), width, lambda part: self.length(part, style)):
            start = left + width - self.length(line, style) if right else left
            self.lettering.write(self.draw, (start, top + high // 2), line, style, ink)
            top += high
        return top


def blank(pen: Pen) -> Pen:
    """Return a pen that draws nowhere, to measure heights."""
    return Pen(draw=ImageDraw.Draw(Image.new("RGB", (1, 1))), palette=pen.palette, lettering=pen.lettering)


def line_height(style: Style) -> int:
    """Return the height of a line in a style, in pixels."""
    return round(_TYPE[style][1] * LINE_HEIGHT)


def lines(words: str, width: float, length: Callable[[str], float]) -> list[str]:
    """Return words in lines no longer than a width; longer words are cut.

    >>> lines("Anna Maria Maximiliane", 10, len)
    ['Anna Maria', 'Maximilian', 'e']
    """
    found = [""]
    for word in words.split():
        longer = f"{found[-1]} {word}".lstrip()
        if length(longer) <= width:
            found[-1] = longer
            continue
        if found[-1]:
            found.append("")
        for letter in word:
            if found[-1] and length(found[-1] + letter) > width:
                found.append("")
            found[-1] += letter
    return found


def sheet_picture(play: StoredPlay, result: Result, palette: Palette) -> bytes:
    """Return the sheet of a play as a PNG."""
    lettering = Lettering(_TYPE)
    measuring = blank(Pen(draw=ImageDraw.Draw(Image.new("RGB", (1, 1))), palette=palette, lettering=lettering))
    grid = _grid(measuring, result)
    width = max(MIN_WIDTH, grid.width + 16 * STEP) if result.rows else MIN_WIDTH

    def page(pen: Pen, left: int, top: int, room: int) -> int:
        top = pen.write(result.title, Style.TITLE, left, top, room)
        top = pen.write(when_and_where(play), Style.SMALL, left, top, room, palette.muted) + 4 * STEP
        top = pen.boxed(_outcome(result), left, top, room, palette.secondary_wash, palette.secondary_wash)
        if not result.rows:
            return top
        return pen.boxed(_table(result, grid), left, top + 4 * STEP, room, palette.surface, palette.line)

    place = (4 * STEP, 4 * STEP, width - 8 * STEP)
    picture = Image.new("RGB", (width, page(measuring, *place) + 4 * STEP), palette.ground)
    page(Pen(draw=ImageDraw.Draw(picture), palette=palette, lettering=lettering), *place)
    written = io.BytesIO()
    picture.save(written, "PNG", optimize=True)
    return written.getvalue()


def _outcome(result: Result) -> Block:
    styles = {column.player: seat for seat, column in zip(result.seats, result.sheet.columns, strict=True)}
    winners = () if result.lost else result.sheet.winners

    def block(pen: Pen, left: int, top: int, width: int) -> int:
        high = line_height(Style.HEADING)
        for number, winner in enumerate(winners[: width // (high + STEP)]):
            pen.mark(styles[winner], left + number * (high + STEP), top, high)
        top += high + STEP if winners else 0
        top = pen.write(headline(result), Style.HEADING, left, top, width)
        for standing in result.sheet.standings:
            top = _place(pen, result, standing, styles[standing.player], (left, top + 2 * STEP, width))
        return top

    return block


def _place(pen: Pen, result: Result, standing: Standing, seat: PlayerStyle, room: tuple[int, int, int]) -> int:
    left, top, width = room
    style = Style.STRONG if standing.place == 1 and not result.lost else Style.TEXT
    high = line_height(Style.HEADING)
    lower = top + (high - line_height(style)) // 2
    points = total_of(result, standing.player)
    total = "" if points is None else str(points)
    first, last = pen.length("88. ", Style.STRONG), pen.length(total, Style.HEADING)
    pen.write("" if result.lost else f"{standing.place}.", style, left, lower, first)
    pen.mark(seat, left + first, lower + STEP // 2, line_height(style) - STEP)
    name = left + first + high
    bottom = pen.write(standing.player, style, name, lower, left + width - last - 2 * STEP - name)
    pen.right(total, Style.HEADING, left, top, width)
    words = why_this_place(result, standing)
    return pen.write(words, Style.SMALL, name, bottom, left + width - name) if words else bottom


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """The widths of the table in pixels: of the titles of the rules, and of the column of each player."""

    titles: int
    columns: tuple[int, ...]

    @property
    def width(self) -> int:
        """The width of the whole table."""
        return self.titles + sum(self.columns)

    def starts(self, right: int) -> tuple[int, ...]:
        """Return the left of each column of a table with this right edge."""
        return tuple(right - sum(self.columns[seat:]) for seat in range(len(self.columns)))


def _grid(pen: Pen, result: Result) -> Grid:
    titles = max(pen.length(title, Style.STRONG) for title in ("Total", "Place", *(title for _, title in result.rows)))
    columns = zip(result.sheet.columns, result.totals, strict=True)
    return Grid(
        titles=min(MAX_TITLE_WIDTH, titles) + 2 * STEP,
        columns=tuple(_width(pen, column, total) for column, total in columns),
    )


def _width(pen: Pen, column: Column, total: int | None) -> int:
    name = max(pen.length(word, Style.SMALL) for word in column.player.split() or ("",))
    figures = max(pen.length(str(figure), Style.HEADING) for figure in (total, *(x.points for x in column.lines)))
    return max(figures, min(BROAD, max(NARROW, name))) + 2 * STEP


def _table(result: Result, grid: Grid) -> Block:
    sheet = result.sheet
    places = {standing.player: standing.place for standing in sheet.standings}

    def block(pen: Pen, left: int, top: int, width: int) -> int:
        palette = pen.palette
        starts = grid.starts(left + width)
        titles = starts[0] - left - 2 * STEP

        def row(title: str, figures: Sequence[object], style: Style, top: int, line: str, inks: Sequence[str]) -> int:
            pen.draw.line((left, top, left + width, top), line, STEP // 4)
            named = Style.TEXT if style is Style.TEXT else Style.STRONG
            lower = top + STEP + (line_height(style) - line_height(named)) // 2
            bottom = pen.write(title, named, left, lower, titles)
            for start, column, figure, ink in zip(starts, grid.columns, figures, inks, strict=True):
                bottom = max(bottom, pen.right(figure, style, start, top + STEP, column, ink))
            return bottom + STEP

        inks = [palette.ink] * len(starts)
        top = _heads(pen, result, grid, starts, top)
        for number, (_, title) in enumerate(result.rows):
            points = [column.lines[number].points for column in sheet.columns]
            top = row(title, points, Style.TEXT, top, palette.line, inks)
        totals = ["" if total is None else total for total in result.totals]
        top = row("Total", totals, Style.HEADING, top, palette.ink, inks)
        if result.lost:
            return top
        reached = [places[column.player] for column in sheet.columns]
        colours = [palette.secondary if place == 1 else palette.muted for place in reached]
        return row("Place", [f"{place}." for place in reached], Style.STRONG, top, palette.line, colours)

    return block


def _heads(pen: Pen, result: Result, grid: Grid, starts: Sequence[int], top: int) -> int:
    """Draw the mark and the name of each player, the names ending at one height."""
    high = line_height(Style.SMALL)
    names = [column.player for column in result.sheet.columns]
    needed = [
        len(lines(name, width - STEP, lambda part: pen.length(part, Style.SMALL)))
        for name, width in zip(names, grid.columns, strict=True)
    ]
    bottom = top + (1 + max(needed)) * high + 2 * STEP
    for seat, name, number, start, width in zip(result.seats, names, needed, starts, grid.columns, strict=True):
        upper = bottom - STEP - number * high
        pen.mark(seat, start + width - high, upper - high - STEP // 2, high)
        pen.right(name, Style.SMALL, start + STEP, upper, width - STEP)
    return bottom
