"""The sheet of a play as a PNG, in the colours of one theme: who won and why, and the table of rules and players.

It is drawn where the app runs, so that it is the same in every browser, whatever the size of screen and text. Words
from right to left keep their direction; what stands beside them goes from left to right.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from struct import unpack_from
from typing import TYPE_CHECKING, Final
from unicodedata import bidirectional, category

from companion.formatting.text import for_screen, sentence, without_turns
from companion.services.results import Result, best_seats, headline, total_of, what_decided, winning_margin
from companion.system import machine
from companion.system.paths import assets
from companion.system.pictures import Box, Drawing, Face, Lettering, Words
from companion.ui.components.controls import DRAWN, WRITTEN, emblem_face
from companion.ui.components.outcome import MARKS_SHOWN, bar_figures, bar_stripes, bars_of, points_of_rounds, rounds_of
from companion.ui.core.share_sheet import when_and_where, why_this_place
from companion.ui.core.theme import LINE_HEIGHT, MARKS, PAPER, RADIUS, SPACE, Palette, Style, player_colour, seat_wash
from scoring.messages import tr, tr_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from companion.tables.state import Colour, PlayerStyle
    from companion.ui.components.outcome import Bars
    from scoring.sheet import Column, Standing
    from storage.repositories.play_content import StoredPlay

    Block = Callable[["Pen", int, int, int], int]
    """Draws from a left and a top in a width, and returns its bottom, all in pixels."""

_JOINED: Final = {"Cf", "Me", "Mn"}
"""The categories of characters that belong to the letter before them."""

_RIGHT_TO_LEFT: Final = {"R", "AL"}
_LEFT_TO_RIGHT: Final = {"L", "EN", "AN"}
"""Classes of characters that have a direction; others go with what stands around them."""


def length(lettering: Lettering, words: str, face: Face) -> float:
    """Return the width of words on one line, in pixels; the face is that of the text."""
    return sum(lettering.length(part, of) for of, part in _faced(words, face))


def line_of_words(lettering: Lettering, words: str, face: Face, place: tuple[float, int], ink: str) -> Iterator[Words]:
    """Yield words on one line in parts of one font each, from a left and the line on which letters stand."""
    left, base = place
    for of, part in _faced(words, face):
        yield Words(left=left, base=base, words=part, face=of, ink=ink)
        left += lettering.length(part, of)


def _faced(words: str, face: Face) -> list[tuple[Face, str]]:
    return [(face._replace(font=font or face.font), for_screen(part)) for font, part in parts_of(words)]


@cache
def _fonts_by_letter() -> Mapping[str, str]:
    """Return the font, as a path in the assets, for each letter that the text font lacks.

    Raises:
        OSError: a browser cannot get the table now.

    """
    fonts: dict[str, str] = {}
    for line in (assets() / "fonts" / "Others.txt").read_text(encoding="utf-8").splitlines():
        font, _, letters = line.partition(" ")
        fonts |= dict.fromkeys(letters, font)
    return fonts


def parts_of(words: str) -> list[tuple[str, str]]:
    """Return words in parts from left to right, each with its font; "" is the text font."""
    if words.isascii():
        return [("", words)]
    plain = without_turns(words)
    fonts: Mapping[str, str] = {}
    with suppress(OSError):  # then the browser replaces a font
        fonts = _fonts_by_letter()
    names: list[str] = []
    for letter in plain:
        names.append(names[-1] if names and category(letter) in _JOINED else fonts.get(letter, ""))
    if not any(names):
        return [("", words)]
    lettered = groupby(zip(names, plain, strict=True), lambda pair: pair[0])
    parts = [(name, "".join(letter for _, letter in pairs)) for name, pairs in lettered]
    for stretch in re.finditer("R(?:N*R)+", "".join(_direction(part) for _, part in parts)):
        place = slice(*stretch.span())
        parts[place] = reversed(parts[place])
    return parts


def _direction(part: str) -> str:
    """Return "R" for what goes from right to left, "L" for what goes from left to right, and "N" for neither."""
    classes = {bidirectional(letter) for letter in part}
    if classes & _RIGHT_TO_LEFT:
        return "R"
    return "L" if classes & _LEFT_TO_RIGHT else "N"


SCALE: Final = 2
"""The pixels of a picture for each px of a screen."""

STEP: Final = SCALE * SPACE
"""The unit of all spacing, in pixels."""

EDGE: Final = STEP // 4
"""The width of lines and edges, in pixels."""

MIN_WIDTH: Final = 960
"""The least width of a picture, in pixels."""

BAR: Final = 6 * STEP
"""The height of the bar of a player, in pixels."""

MAX_TITLE_WIDTH: Final = 440
"""The greatest width of the title of a rule, in pixels."""

NARROW, BROAD = 120, 220
"""The least and the greatest width of a player's column, in pixels; long figures may exceed it."""

_REGULAR, _STRONG = "fonts/TesseraSans-Regular.ttf", "fonts/TesseraSans-SemiBold.ttf"
_MARKS: Final = "fonts/TesseraMarks.ttf"
_FACES: Final[Mapping[Style, Face]] = {
    Style.SMALL: Face(_REGULAR, 28),
    Style.TEXT: Face(_REGULAR, 32),
    Style.STRONG: Face(_STRONG, 32),
    Style.HEADING: Face(_STRONG, 40),
    Style.TITLE: Face(_STRONG, 56),
}
"""The font of each size of type, and its size in pixels."""

BASE: Final = 0.337
"""How far below the middle of a line its letters stand, in sizes of type: the text font is 1 high and 0.326 deep."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pen:
    """Draws in a palette, and measures words."""

    palette: Palette
    lettering: Lettering
    shapes: list[Box | Words] = field(default_factory=list)

    def length(self, words: str, style: Style = Style.TEXT) -> int:
        """Return the width of words on one line, in pixels."""
        return round(length(self.lettering, words, _FACES[style])) + 1

    def write(self, words: object, style: Style, left: int, top: int, width: int, ink: str = "") -> int:
        """Write words in as many lines as they need, and return the bottom of the last one."""
        return self._lines(words, style, (left, top, width), ink or self.palette.ink, right=False)

    def right(self, words: object, style: Style, left: int, top: int, width: int, ink: str = "") -> int:
        """Write words aligned to the right, and return the bottom of the last line."""
        return self._lines(words, style, (left, top, width), ink or self.palette.ink, right=True)

    def mark(self, seat: PlayerStyle, left: int, top: int, size: int) -> None:
        """Draw the shape of a player in the player's colour."""
        ink = player_colour(seat.colour, self.palette)
        char = MARKS[seat.shape.noun.mark]
        self.shapes.append(Words(left=left, base=top + size, words=char, face=Face(_MARKS, size), ink=ink))

    def emblem(self, game: str, title: str, left: int, top: int, size: int) -> None:
        """Draw the emblem of a game."""
        tint, drawn, words = emblem_face(game, title)
        face = Face(_MARKS, round(size * DRAWN)) if drawn else Face(_STRONG, round(size * WRITTEN))
        start = left + (size - length(self.lettering, words, face)) / 2
        base = top + size // 2 + (face.size // 2 if drawn else round(BASE * face.size))
        self.shapes.append(Box(left=left, top=top, width=size, height=size, fill=tint, radius=size // 5))
        self.shapes.extend(line_of_words(self.lettering, words, face, (start, base), PAPER))

    def rule(self, left: int, top: int, width: int, ink: str) -> None:
        """Draw a line from left to right."""
        self.shapes.append(Box(left=left, top=top - EDGE // 2, width=width, height=EDGE, fill=ink))

    def boxed(self, block: Block, left: int, top: int, width: int, ground: str) -> int:
        """Draw a block in a box on a ground, and return the bottom of the box."""
        below = len(self.shapes)
        bottom = block(self, left + 4 * STEP, top + 3 * STEP, width - 8 * STEP) + 3 * STEP
        box = Box(left=left, top=top, width=width, height=bottom - top, fill=ground, radius=4 * RADIUS)
        self.shapes.insert(below, box)
        return bottom

    def _lines(self, words: object, style: Style, room: tuple[int, int, int], ink: str, *, right: bool) -> int:
        left, top, width = room
        face, high = _FACES[style], line_height(style)
        for line in lines(str(words), width, lambda part: self.length(part, style)):
            start = left + width - self.length(line, style) if right else left
            base = top + high // 2 + round(BASE * face.size)
            self.shapes.extend(line_of_words(self.lettering, line, face, (start, base), ink))
            top += high
        return top


def line_height(style: Style) -> int:
    """Return the height of a line in a style, in pixels."""
    return round(_FACES[style].size * LINE_HEIGHT)


def lines(words: str, width: float, length: Callable[[str], float]) -> list[str]:
    """Return words in lines no longer than a width; longer words are cut.

    >>> lines("Anna Maria Maximiliane", 10, len)
    ['Anna Maria', 'Maximilian', 'e']
    """
    rows = [""]
    for word in words.split():
        longer = f"{rows[-1]} {word}".lstrip()
        if length(longer) <= width:
            rows[-1] = longer
            continue
        if rows[-1]:
            rows.append("")
        for letter in word:
            if rows[-1] and length(rows[-1] + letter) > width:
                rows.append("")
            rows[-1] += letter
    return rows


async def sheet_picture(play: StoredPlay, result: Result, palette: Palette) -> bytes:
    """Return the sheet of a play as a PNG."""
    shapes = _drawing(play, result, palette, _Unmeasured()).shapes
    pictures = machine.pictures()
    lettering = await pictures.lettering({shape.face.font for shape in shapes if isinstance(shape, Words)})
    return await pictures.drawn(await machine.offload(_drawing, play, result, palette, lettering))


def height_of(play: StoredPlay, result: Result, palette: Palette, png: bytes | None) -> float:
    """Return the height of the picture of a sheet, for a width of 1; before it is drawn, about that."""
    if png is not None:
        width, height = unpack_from(">II", png, 16)
        return float(height / width)
    drawing = _drawing(play, result, palette, _Unmeasured())
    return drawing.height / drawing.width


class _Unmeasured:
    """Takes up about as much room as words do, to learn which fonts are needed."""

    def length(self, words: str, face: Face, /) -> float:
        return len(words) * face.size / 2


def _drawing(play: StoredPlay, result: Result, palette: Palette, lettering: Lettering) -> Drawing:
    pen = Pen(palette=palette, lettering=lettering)
    grid = _grid(pen, result)
    width = max(MIN_WIDTH, grid.width + 16 * STEP) if result.rows else MIN_WIDTH
    left, room = 4 * STEP, width - 8 * STEP
    tile = line_height(Style.TITLE) + line_height(Style.SMALL)
    pen.emblem(play.game, str(result.title), left, left, tile)
    at, less = left + tile + 3 * STEP, room - tile - 3 * STEP
    top = pen.write(result.title, Style.TITLE, at, left, less)
    top = pen.write(when_and_where(play), Style.SMALL, at, top, less, palette.muted) + 4 * STEP
    styles = {column.player: seat for seat, column in zip(result.seats, result.sheet.columns, strict=True)}
    colours = {styles[winner].colour for winner in result.winners}
    ground = seat_wash(colours.pop(), palette) if len(colours) == 1 else palette.surface
    bottom = pen.boxed(_outcome(result, styles), left, top, room, ground)
    if result.rows:
        bottom = pen.boxed(_table(result, grid), left, bottom + 4 * STEP, room, palette.surface)
    for note in result.notes:
        bottom = pen.write(note, Style.SMALL, left, bottom + 2 * STEP, room, palette.muted)
    return Drawing(width=width, height=bottom + 4 * STEP, ground=palette.ground, shapes=tuple(pen.shapes))


def _outcome(result: Result, styles: Mapping[str, PlayerStyle]) -> Block:
    winners, bars = result.winners, None if rounds_of(result) else bars_of(result)

    def block(pen: Pen, left: int, top: int, width: int) -> int:
        high, at = line_height(Style.TITLE), left
        for winner in winners[:MARKS_SHOWN]:
            pen.mark(styles[winner], at, top, high)
            at += high + 2 * STEP
        room = left + width - at
        top = pen.write(headline(result), Style.TITLE, at, top, room)
        for why in (winning_margin(result), what_decided(result)):
            top = top if why is None else pen.write(sentence(why), Style.TEXT, at, top, room)
        for number, standing in enumerate(result.sheet.standings):
            seat = styles[standing.player]
            top = _place(pen, result, standing, seat, (left, top + 2 * STEP, width))
            if bars is not None:
                top = _bar(pen, bars, number, seat.colour, (left, top + STEP, width)) + STEP
        return top

    return block


def _place(pen: Pen, result: Result, standing: Standing, seat: PlayerStyle, room: tuple[int, int, int]) -> int:
    left, top, width = room
    style = Style.STRONG if standing.place == 1 and result.has_places else Style.TEXT
    high = line_height(Style.HEADING)
    lower = top + (high - line_height(style)) // 2
    points = total_of(result, standing.player)
    total = "" if points is None else str(points)
    first, last = pen.length("88. ", Style.STRONG), pen.length(total, Style.HEADING)
    pen.write(f"{standing.place}." if result.has_places else "", style, left, lower, first)
    pen.mark(seat, left + first, lower + STEP // 2, line_height(style) - STEP)
    name = left + first + high
    bottom = pen.write(standing.player, style, name, lower, left + width - last - 2 * STEP - name)
    pen.right(total, Style.HEADING, left, top, width)
    words = why_this_place(result, standing)
    return pen.write(words, Style.SMALL, name, bottom, left + width - name) if words else bottom


def _bar(pen: Pen, bars: Bars, number: int, colour: Colour, room: tuple[int, int, int]) -> int:
    """Draw the bar of the player at a number, with the points that decided most, and return its bottom."""
    left, top, width = room
    at = float(left)
    for fill, long in bar_stripes(bars, number, colour, width / SCALE, pen.palette):
        start = round(at)
        at += long * SCALE
        if round(at) > start:
            pen.shapes.append(Box(left=start, top=top, width=round(at) - start, height=BAR, fill=fill))
    for lit, points, begin, long in bar_figures(bars, number, width):
        style, ink = (Style.STRONG, pen.palette.on_primary) if lit else (Style.SMALL, pen.palette.ink)
        if long > pen.length(str(points), style) + 2 * STEP:
            middle = top + (BAR - line_height(style)) // 2
            pen.right(points, style, left + round(begin), middle, round(long) - STEP, ink)
    return top + BAR


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
    titles = max(
        pen.length(title, Style.STRONG)
        for title in (tr("Total"), tr_in("rank", "Place"), *(str(title) for _, title in result.rows))
    )
    columns = zip(result.sheet.columns, result.totals, strict=True)
    return Grid(
        titles=min(MAX_TITLE_WIDTH, titles) + 2 * STEP,
        columns=tuple(_width(pen, column, total) for column, total in columns),
    )


def _width(pen: Pen, column: Column, total: int | None) -> int:
    name = max(pen.length(word, Style.SMALL) for word in column.player.split() or ("",))
    figures = max(pen.length(str(figure), Style.HEADING) for figure in (total, *(x.figure for x in column.lines)))
    return max(figures, min(BROAD, max(NARROW, name))) + 2 * STEP


def _table(result: Result, grid: Grid) -> Block:
    sheet = result.sheet
    places = {standing.player: standing.place for standing in sheet.standings}

    def block(pen: Pen, left: int, top: int, width: int) -> int:
        palette = pen.palette
        starts = grid.starts(left + width)
        titles = starts[0] - left - 2 * STEP

        def row(
            title: object, figures: Sequence[object], style: Style, top: int, line: str, inks: Sequence[str]
        ) -> int:
            pen.rule(left, top, width, line)
            named = Style.TEXT if style is Style.TEXT else Style.STRONG
            lower = top + STEP + (line_height(style) - line_height(named)) // 2
            bottom = pen.write(title, named, left, lower, titles)
            for start, column, figure, ink in zip(starts, grid.columns, figures, inks, strict=True):
                bottom = max(bottom, pen.right(figure, style, start, top + STEP, column, ink))
            return bottom + STEP

        inks = [palette.ink] * len(starts)
        top = _heads(pen, result, grid, starts, top)
        rounds = rounds_of(result)  # they add up to the total, as their one row would
        for title, points in points_of_rounds(result, rounds):
            top = row(title, points, Style.TEXT, top, palette.line, inks)
        for number, ((rule, _), title) in enumerate(() if rounds else zip(result.rows, result.titles, strict=True)):
            if rule in result.headings:
                top = pen.write(result.headings[rule], Style.STRONG, left, top + 3 * STEP, width) + STEP
            figures = [column.lines[number].figure for column in sheet.columns]
            high = line_height(Style.TEXT) + 2 * STEP
            for seat in best_seats(result, number):
                place = {"left": starts[seat] + STEP, "top": top, "width": grid.columns[seat], "height": high}
                pen.shapes.append(Box(**place, fill=seat_wash(result.seats[seat].colour, palette), radius=STEP))
            top = row(title, figures, Style.TEXT, top, palette.line, inks)
        totals = ["" if total is None else total for total in result.totals]
        top = row(tr("Total"), totals, Style.HEADING, top, palette.ink, inks)
        if not result.has_places:
            return top
        reached = [places[column.player] for column in sheet.columns]
        colours = [palette.secondary if place == 1 else palette.muted for place in reached]
        return row(tr_in("rank", "Place"), [f"{place}." for place in reached], Style.STRONG, top, palette.line, colours)

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
