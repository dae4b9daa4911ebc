"""The squares of a district and the lines of its frame, as they are drawn and read aloud."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import filterfalse
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import for_screen
from companion.games.carpe_diem.actions import is_met
from companion.ui.components.controls import glyph, mark, tappable_picture
from companion.ui.components.layout import SQUARE_CORNER, SQUARE_GAP, messages_by_square
from companion.ui.core.error_boundary import memo, supersede
from companion.ui.core.theme import MARKS, Palette
from companion.ui.editors.carpe_diem.tile_drawing import Layer, drawn_text, tile_layers
from scoring.carpe_diem.district import structures
from scoring.carpe_diem.state import DISTRICT_SQUARES, FRAME_LINES, District, FrameGoal, Player, Tile
from scoring.carpe_diem.wording import line_name, short_label
from scoring.messages import Message, say, titled, tr, with_commas, wordless
from scoring.players import problems_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from scoring.problems import Problem

FRAME: Final = 46
"""The width of the strips of the frame, in px."""

GOALS_SHOWN: Final = 2
"""How many goals fill a line of the frame, one from either end; with fewer, the name of the line stands there, too."""

LINE_NAME_SIZE: Final = 12
"""The size of the name of a line, in px."""

LARGE_SQUARE: Final = 72
"""The size of a square in px from which on goals are drawn larger."""

GOAL_SIZES: Final = {False: (18, 14), True: (22, 16)}
"""The sizes of the mark and the points of a goal in px, at small and at large squares."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SquarePicture:
    """What a square shows: `label` is read aloud, `layers` are drawn.

    `highlighted` is `None` where nothing stands out.
    """

    cell: str
    label: str
    layers: tuple[Layer, ...] = ()
    wrong: bool = False
    shovel: bool = False
    highlighted: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LinePicture:
    """What a column or row of the frame shows: its goals, each with whether it is met."""

    line: str
    label: str
    goals: tuple[tuple[FrameGoal, bool], ...]


def pictures(
    district: District, wrong: Mapping[str, Sequence[Message]] | None = None, highlighted: frozenset[str] | None = None
) -> Mapping[str, SquarePicture]:
    """Return the pictures of all 36 squares, with what is wrong with them; those not in `highlighted` are dimmed."""
    tiles = {tile.cell: tile for tile in district.tiles}
    done, waiting = _states(district)
    wrong = wrong or {}
    return {
        cell: SquarePicture(
            cell=cell,
            label=_label(cell, tiles.get(cell), done.get(cell, frozenset()), _notes(cell, district, wrong)),
            layers=()
            if cell not in tiles
            else tile_layers(tiles[cell], done.get(cell, frozenset()), waiting.get(cell, frozenset())),
            wrong=cell in wrong,
            shovel=cell == district.shovel,
            highlighted=None if highlighted is None else cell in highlighted,
        )
        for cell in DISTRICT_SQUARES
    }


def _states(district: District) -> tuple[dict[str, frozenset[int]], dict[str, frozenset[str]]]:
    """Return for each square the features of completed structures, and the sides that wait for a neighbour."""
    done: dict[str, frozenset[int]] = {}
    waiting: dict[str, frozenset[str]] = {}
    for structure in structures(district):
        if structure.completed:
            for cell, number in structure.parts:
                done[cell] = done.get(cell, frozenset()) | {number}
        for side in structure.waiting:
            waiting[side[:-1]] = waiting.get(side[:-1], frozenset()) | {side[-1]}
    return done, waiting


def _notes(cell: str, district: District, wrong: Mapping[str, Sequence[Message]]) -> tuple[str, ...]:
    return *([tr("shovel space")] if cell == district.shovel else []), *map(str, wrong.get(cell, ()))


def _label(cell: str, tile: Tile | None, done: frozenset[int], notes: tuple[str, ...]) -> str:
    if tile is None:
        return ", ".join((cell, *notes))
    finished: tuple[str, ...] = ()
    if len(done) == len(tile.features):
        finished = (tr("completed"),)
    elif done:
        kinds = wordless("{kinds}", kinds=tuple(tile.features[number].kind.noun.name for number in sorted(done)))
        finished = (f"{kinds} {tr('completed')}",)
    return ", ".join((cell, str(short_label(tile)), *finished, *notes))


def lines(player: Player) -> Mapping[str, LinePicture]:
    """Return the pictures of the columns and rows of the frame."""
    return {line: _line(line, player) for line in FRAME_LINES}


def _line(line: str, player: Player) -> LinePicture:
    goals = tuple((goal, is_met(goal, player)) for goal in player.frame if goal.line == line)
    words = (titled(line_name(line)), *(goal_text(goal, met=met) for goal, met in goals))
    return LinePicture(line=line, label=str(with_commas(words)), goals=goals)


def goal_text(goal: FrameGoal, *, met: bool) -> Message:
    """Return a goal of the frame with its points, and whether it is met, in words."""
    is_met = say("met") if met else say("not met")
    return wordless("{kind} {points}, {met}", kind=goal.kind.noun.name, points=goal.points, met=is_met)


def wrong_squares(problems: Iterable[Problem], seat: int) -> Mapping[str, Sequence[Message]]:
    """Return what is wrong with squares of a player's district; what is only not finished is not."""
    return messages_by_square(tuple(filterfalse(is_unfinished, problems_of(problems, seat, "district"))))


def is_unfinished(problem: Problem) -> bool:
    """Return whether a problem passes once more tiles are entered: some are not joined to the others yet."""
    return problem.path.endswith(".district.tiles")


def pile(layers: Sequence[Layer], size: float, palette: Palette, above: Sequence[ft.Control] = ()) -> ft.Control | None:
    """Return a picture of `size` px from its layers, with what lies `above` them; `None` where nothing is drawn."""
    drawn: list[ft.Control] = [*above]
    if layers:
        char, ink = drawn_text(layers, palette), ft.Colors.ON_SURFACE  # which the glyphs do not take
        drawn.insert(0, glyph(char, size, ink, overflow=ft.TextOverflow.VISIBLE))
    if not above:
        return drawn[0] if drawn else None
    return ft.Stack(drawn, width=size, height=size, clip_behavior=ft.ClipBehavior.NONE)


@memo
def SquareRow(
    row: Sequence[SquarePicture | LinePicture],
    size: float,
    palette: Palette,
    tap: Callable[[str], object],
    *,
    only_lines: bool = False,
) -> ft.Control:
    """Show a row of a board with a line of its frame, or the columns of the frame.

    A tap calls `tap` with the name of the square or line; with `only_lines`, squares take none.
    """
    parts: list[ft.Control] = [
        frame_line(picture, size, tap)
        if isinstance(picture, LinePicture)
        else tappable_square(picture, size, palette, None if only_lines else tap)
        for picture in row
    ]
    return ft.Row(parts, spacing=SQUARE_GAP, tight=True)


def tappable_square(
    picture: SquarePicture, size: float, palette: Palette, tap: Callable[[str], object] | None
) -> ft.Control:
    """Return a square that a tap calls `tap` with the name of, a mere picture with a name where there is none."""
    face = square_face(picture, size, palette)
    if tap is not None:
        face.on_click = supersede(lambda: tap(picture.cell))
    takes_tap = True if tap is not None else None
    return ft.Semantics(
        label=for_screen(picture.label), button=takes_tap, focusable=takes_tap, container=True, content=face
    )


def square_face(picture: SquarePicture, size: float, palette: Palette) -> ft.Container:
    """Return the drawing of a square: its ground, and what lies on it."""
    border = None
    if picture.wrong:
        border = ft.Border.all(2, ft.Colors.ERROR)
    if picture.highlighted:
        border = ft.Border.all(2, ft.Colors.PRIMARY)
    return ft.Container(
        pile(picture.layers, size, palette, _marks_above(picture, size, palette)),
        bgcolor=palette.grass if picture.layers else palette.free,
        border=border,
        border_radius=SQUARE_CORNER,
        width=size,
        height=size,
        clip_behavior=ft.ClipBehavior.NONE,  # what goes on in the next square covers the gap between them
    )


def _marks_above(picture: SquarePicture, size: float, palette: Palette) -> list[ft.Control]:
    """Return what lies over a tile: the shovel, the hatch of what is wrong, the veil over what does not stand out."""
    above: list[ft.Control] = []
    if picture.shovel:
        large, at = (size / 4, 1.0) if picture.layers else (size / 2, size / 4)
        ink = ft.Colors.ON_SURFACE if picture.layers else ft.Colors.ON_SURFACE_VARIANT
        above.append(glyph(MARKS["shovel"], large, ink, left=at, top=at))
    if picture.wrong:
        above.append(glyph(MARKS["hatch"], size, ft.Colors.ERROR))
    if picture.highlighted is False:
        above.append(ft.Container(width=size, height=size, bgcolor=palette.dim, border_radius=SQUARE_CORNER))
    return above


def frame_line(picture: LinePicture, size: float, tap: Callable[[str], object]) -> ft.Control:
    """Return the end of a column or row at the frame, with the goals that point along it."""
    across = picture.line.isdigit()
    marks: list[ft.Control] = [
        _goal(goal, ft.Colors.ON_PRIMARY if met else None, GOAL_SIZES[size >= LARGE_SQUARE])
        for goal, met in picture.goals[:GOALS_SHOWN]
    ]
    is_named = len(marks) < GOALS_SHOWN
    if is_named:
        ink = ft.Colors.ON_SURFACE_VARIANT
        marks.insert(0, ft.Text(picture.line, size=LINE_NAME_SIZE, color=ink, semantics_label=""))
    return tappable_picture(
        ft.Column(marks, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER),
        picture.label,
        lambda: tap(picture.line),
        ink=False,
        alignment=ft.Alignment.TOP_CENTER if is_named else ft.Alignment.CENTER,
        width=FRAME if across else size,
        height=size if across else FRAME,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
        border_radius=SQUARE_CORNER,
    )


def _goal(goal: FrameGoal, met_ink: str | None, sizes: tuple[int, int]) -> ft.Control:
    """Return the mark and the points of a goal; one that is met has an ink of its own on the primary colour."""
    ink = met_ink or ft.Colors.ON_SURFACE
    points = ft.Text(
        str(goal.points),
        style=ft.TextStyle(size=sizes[1], weight=ft.FontWeight.W_600, height=1.2),
        color=ink,
        semantics_label="",
    )
    return ft.Container(
        ft.Row([mark(goal.kind.noun.mark, sizes[0], ink), points], spacing=1, tight=True),
        bgcolor=ft.Colors.PRIMARY if met_ink else None,
        border_radius=SQUARE_CORNER,
        padding=ft.Padding.symmetric(horizontal=2),
    )
