"""A district as it is drawn and read aloud: what each square and each line of the frame shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import flet as ft

from companion.ui.components.board import CORNER
from companion.ui.components.controls import glyph, silent, tappable_picture
from companion.ui.core.error_boundary import memo
from companion.ui.core.glyphs import MARKS
from companion.ui.editors.carpe_diem.tile_drawing import Layer, inks, tile_layers
from scoring.carpe_diem.district import built_by, on_line, structures
from scoring.carpe_diem.state import DISTRICT_SQUARES, FRAME_LINES, District, FrameGoal, Player, Tile
from scoring.carpe_diem.wording import label
from scoring.messages import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from companion.ui.core.theme import Palette
    from scoring.problems import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class SquarePicture:
    """What one square shows: `label` for those who hear it, `layers` for those who see it."""

    cell: str
    label: str
    layers: tuple[Layer, ...] = ()
    wrong: bool = False
    shovel: bool = False
    lit: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LinePicture:
    """What one column or row of the frame shows: its goals, each with whether it is met."""

    line: str
    label: str
    goals: tuple[tuple[FrameGoal, bool], ...]


def pictures(
    district: District, wrong: Iterable[str] = (), lit: frozenset[str] | None = None
) -> Mapping[str, SquarePicture]:
    """Return what all 36 squares show; with `lit`, these stand out and the others are dimmed."""
    tiles = {tile.cell: tile for tile in district.tiles}
    done, waiting = _states(district)
    bad = set(wrong)
    return {
        cell: SquarePicture(
            cell=cell,
            label=_said(cell, tiles.get(cell), done.get(cell, frozenset()), _notes(cell, district, bad)),
            layers=()
            if cell not in tiles
            else tile_layers(tiles[cell], done.get(cell, frozenset()), waiting.get(cell, frozenset())),
            wrong=cell in bad,
            shovel=cell == district.shovel,
            lit=None if lit is None else cell in lit,
        )
        for cell in DISTRICT_SQUARES
    }


def _states(district: District) -> tuple[dict[str, frozenset[int]], dict[str, frozenset[str]]]:
    """Return of each square which features are part of something completed, and which sides wait."""
    done: dict[str, frozenset[int]] = {}
    waiting: dict[str, frozenset[str]] = {}
    for structure in structures(district):
        if structure.completed:
            for cell, number in structure.parts:
                done[cell] = done.get(cell, frozenset()) | {number}
        for side in structure.waiting:
            waiting[side[:-1]] = waiting.get(side[:-1], frozenset()) | {side[-1]}
    return done, waiting


def _notes(cell: str, district: District, wrong: set[str]) -> tuple[str, ...]:
    notes = ((cell == district.shovel, "shovel space"), (cell in wrong, "cannot lie like this"))
    return tuple(words for applies, words in notes if applies)


def _said(cell: str, tile: Tile | None, done: frozenset[int], notes: tuple[str, ...]) -> str:
    if tile is None:
        return ", ".join((cell, "empty", *notes))
    finished: tuple[str, ...] = ()
    if len(done) == len(tile.features):
        finished = ("completed",)
    elif done:
        kinds = tuple(tile.features[number].kind.value for number in sorted(done))
        finished = (str(say("{kinds} completed", kinds=kinds)),)
    return ", ".join((cell, str(label(tile)), *finished, *notes))


def lines(player: Player) -> Mapping[str, LinePicture]:
    """Return what the columns and rows of the frame show."""
    return {line: _line(line, player) for line in FRAME_LINES}


def _line(line: str, player: Player) -> LinePicture:
    goals = tuple((goal, is_met(goal, player)) for goal in player.frame if goal.line == line)
    where = f"{'row' if line.isdigit() else 'column'} {line}"
    if not goals:
        return LinePicture(line=line, label=f"Frame, {where}: no goal", goals=())
    said = (f"{goal.kind.value} {goal.points}, {'met' if met else 'not met'}" for goal, met in goals)
    return LinePicture(line=line, label=f"Frame, {where}: {'; '.join(said)}", goals=goals)


def is_met(goal: FrameGoal, player: Player) -> bool:
    """Return whether a frame goal is met, by the district or as it was ticked."""
    if goal.line is None:
        return bool(goal.met)
    return any(
        structure.kind is goal.kind and any(on_line(goal.line, cell) for cell in structure.cells)
        for structure in built_by(player).structures
    )


def wrong_squares(problems: Iterable[Problem], seat: int) -> tuple[str, ...]:
    """Return the squares of a player's district that a problem is about."""
    start = f"players[{seat}].district"
    return tuple(cell for problem in problems if problem.path.startswith(start) for cell in problem.cells)


def pile(layers: Iterable[Layer], size: float, palette: Palette) -> ft.Stack:
    """Return a picture of `size` px from its layers."""
    colours = inks(palette)
    return ft.Stack(
        [
            ft.Container(
                glyph(layer.char, layer.size * size, colours[layer.ink]),
                left=layer.left * size,
                top=layer.top * size,
            )
            for layer in layers
        ],
        width=size,
        height=size,
        clip_behavior=ft.ClipBehavior.NONE,
    )


def tile_picture(layers: Iterable[Layer], size: float, palette: Palette) -> ft.Container:
    """Return the picture of a tile on grass."""
    return ft.Container(
        pile(layers, size, palette), bgcolor=palette.grass, border_radius=CORNER, width=size, height=size
    )


@memo
def Square(picture: SquarePicture, size: float, palette: Palette, tap: Callable[[str], object] | None) -> ft.Control:
    """Show one square of a board; `tap` is told its name."""
    face = _face(picture, size, palette)
    if tap is None:
        return silent(face)
    return tappable_picture(
        face, picture.label, lambda: tap(picture.cell), ink=False, width=size, height=size, border_radius=CORNER
    )


def _face(picture: SquarePicture, size: float, palette: Palette) -> ft.Control:
    over: list[ft.Control] = []
    if picture.shovel:
        large, at = (size / 4, 1.0) if picture.layers else (size / 2, size / 4)
        ink = ft.Colors.ON_SURFACE if picture.layers else ft.Colors.ON_SURFACE_VARIANT
        over.append(ft.Container(glyph(MARKS["shovel"], large, ink), left=at, top=at))
    if picture.wrong:
        over.append(glyph(MARKS["hatch"], size, ft.Colors.ERROR))
    if picture.lit is False:
        over.append(ft.Container(width=size, height=size, bgcolor=palette.dim, border_radius=CORNER))
    base = pile(picture.layers, size, palette)
    base.controls += over
    ground = palette.grass if picture.layers else ft.Colors.SURFACE_CONTAINER
    border = None if picture.layers else ft.Border.all(1, ft.Colors.OUTLINE_VARIANT)
    if picture.wrong:
        border = ft.Border.all(2, ft.Colors.ERROR)
    if picture.lit:
        border = ft.Border.all(2, ft.Colors.PRIMARY)
    return ft.Container(base, bgcolor=ground, border=border, border_radius=CORNER, width=size, height=size)
