"""What strokes and taps with a kind lay on a district: the tiles beneath follow from what crosses which side.

A stroke is one piece: on each square that it runs over it joins the sides by which it comes and goes. Two strokes are
two pieces, unless the second crosses a side of the first, or begins or ends on it. Where everything that a stroke
crosses is there already, it takes that away.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.games.carpe_diem.actions import district_of, tile_on, without
from companion.tables.state import with_player
from scoring.carpe_diem.district import NEIGHBOURS, Structure, shown, shown_name, sides_asked, structures
from scoring.carpe_diem.placement import FITTING
from scoring.carpe_diem.state import CHIMNEYS_RANGE, DWELLINGS, SINGLE_TILES, District, Feature, Kind, Tile
from scoring.grid import DIRECTIONS, SIDES
from scoring.messages import Message, say, wordless
from scoring.problems import new_problems

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.games.carpe_diem.actions import CarpeDiemTable


class ImpossibleStrokeError(Exception):
    """A stroke lays nothing, because what it draws cannot be."""

    def __init__(self, reason: Message) -> None:
        """Take the reason as a sentence for people."""
        super().__init__(reason)
        self.reason = reason


class NoSideError(ImpossibleStrokeError):
    """A tap in the middle of a free square does not say over which side a landscape goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stroke:
    """The way of a hand over the board, with what it builds.

    `squares` follow each other side by side and may come again. A tap has one square, a tap on a side two. Into those
    `outside` the stroke only leans: they stay empty, and an end is left open there. `begins` and `finishes` are the
    sides nearest to which the hand touched and left its first and last square, "" in their middle: a piece of the same
    kind there is joined.
    """

    kind: Kind
    squares: tuple[str, ...]
    outside: frozenset[str] = frozenset()
    begins: str = ""
    finishes: str = ""

    @property
    def covered(self) -> tuple[str, ...]:
        """The squares that get a tile, each once."""
        return tuple(dict.fromkeys(cell for cell in self.squares if cell not in self.outside))


@dataclass(frozen=True, slots=True, kw_only=True)
class Twin:
    """Pieces of a kind on a tile: the last stroke crosses `sides`, and `apart` says whether they are a piece alone."""

    cell: str
    kind: Kind
    sides: str
    apart: bool


def lay(state: CarpeDiemTable, seat: int, stroke: Stroke) -> CarpeDiemTable:
    """Lay what a stroke draws, or take it away.

    Raises:
        ImpossibleStrokeError: it cannot be drawn.

    """
    return with_player(state, seat, district=draw(district_of(state, seat), stroke))


def label(district: District, stroke: Stroke) -> Message:
    """Return the name of the step that a stroke makes: `pond B4 C4`, `pond B4 C4: removed`."""
    kind, squares = stroke.kind.noun.name, " ".join(stroke.covered)
    name = wordless("{kind} {squares}", kind=kind, squares=squares)
    return say("{spoken}: removed", spoken=name) if takes_away(district, stroke) else name


def draw(district: District, stroke: Stroke) -> District:
    """Draw a stroke on a district, or take it away where all of it is there.

    Raises:
        ImpossibleStrokeError: it cannot be drawn.

    """
    if takes_away(district, stroke):
        return _erase(district, stroke)
    if stroke.kind in SINGLE_TILES:
        after = _draw_single_tile(district, stroke)
    else:
        _check_room(district, stroke)
        after = _draw_pieces(district, stroke)
    for problem in new_problems(district, after, FITTING):
        raise ImpossibleStrokeError(problem.message)
    return after


def takes_away(district: District, stroke: Stroke) -> bool:
    """Return whether all that a stroke draws is there, so that the stroke takes it away."""
    tiles = {cell: tile_on(district, cell) for cell in stroke.covered}
    if stroke.kind in SINGLE_TILES:
        return len(stroke.squares) == 1 and _shows_single(tiles[stroke.squares[0]], stroke.kind)
    visits = [(tiles[cell], sides) for _, cell, sides in _visits(stroke)]
    return any(sides for _, sides in visits) and all(
        tile is not None and _is_piece(tile, stroke.kind, sides) for tile, sides in visits
    )


def _shows_single(tile: Tile | None, kind: Kind) -> bool:
    return tile is not None and tile.features[0].kind is kind


def _is_piece(tile: Tile, kind: Kind, sides: str) -> bool:
    """Return whether a tile shows a kind on these sides, as one piece unless these are halves of dwellings."""
    pieces = [set(feature.opens) for feature in tile.features if feature.kind is kind]
    if kind in DWELLINGS:
        return set(sides) <= set().union(*pieces)
    return any(set(sides) <= piece for piece in pieces)


def _visits(stroke: Stroke) -> Iterator[tuple[int, str, str]]:
    """Yield the steps that cover a square: the number, the square, the sides by which the stroke comes and goes."""
    last = len(stroke.squares) - 1
    for number, cell in enumerate(stroke.squares):
        if cell not in stroke.outside:
            around = {stroke.squares[near] for near in (number - 1, number + 1) if 0 <= near <= last}
            yield number, cell, "".join(side for side in SIDES if NEIGHBOURS[cell].get(side) in around)


def _draw_single_tile(district: District, stroke: Stroke) -> District:
    cell, *others = stroke.squares
    kind = stroke.kind
    tile = tile_on(district, cell)
    if others:
        raise ImpossibleStrokeError(say("A {kind} stands on one square: tap it.", kind=kind.noun.name))
    if tile is not None and tile.features[0].kind not in SINGLE_TILES:
        raise ImpossibleStrokeError(
            say(
                "{cell} shows {shown}; a {kind} stands alone on its tile.",
                cell=cell,
                shown=tile.features[0].kind.noun.name,
                kind=kind.noun.name,
            )
        )
    for side, asked in sides_asked(district, cell).items():
        if asked is not None:
            raise ImpossibleStrokeError(
                say(
                    "{other} shows {asked} towards {cell}; a {kind} has grass all around.",
                    other=NEIGHBOURS[cell][side],
                    asked=asked.noun.name,
                    cell=cell,
                    kind=kind.noun.name,
                )
            )
    return with_features(district, cell, (Feature(kind=kind, opens=""),))


def _check_room(district: District, stroke: Stroke) -> None:
    """See that a stroke crosses something, and that nothing else is in its way.

    Raises:
        ImpossibleStrokeError: there is no room, or nothing to draw.

    """
    kind = stroke.kind
    if len(stroke.squares) == 1:
        _check_end(district, stroke.squares[0], kind)
    for _, cell, sides in _visits(stroke):
        tile = tile_on(district, cell)
        asked = sides_asked(district, cell)
        for side in sides:
            there = asked.get(side) if tile is None else shown(tile, side)
            if there not in {None, kind}:
                raise ImpossibleStrokeError(
                    say(
                        "{cell} shows {there} to the {side}: choose {there} and draw over it to remove it.",
                        cell=cell,
                        there=shown_name(there),
                        side=DIRECTIONS[side],
                    )
                )
        if tile is not None and tile.features[0].kind in SINGLE_TILES:
            raise ImpossibleStrokeError(
                say(
                    "A {single} stands on {cell}: choose {single} and tap it to remove it.",
                    single=tile.features[0].kind.noun.name,
                    cell=cell,
                )
            )


def _check_end(district: District, cell: str, kind: Kind) -> None:
    """See that a tap in the middle of a square has a feature to end there, or a villa to count the chimneys of."""
    tile = tile_on(district, cell)
    if tile is not None and kind is Kind.VILLA and any(feature.kind is kind for feature in tile.features):
        return
    if tile is None and kind in sides_asked(district, cell).values():
        return
    raise (ImpossibleStrokeError if tile is not None else NoSideError)(
        say(
            "Draw the {kind} from square to square, or tap the side of {cell} that it crosses.",
            kind=kind.noun.name,
            cell=cell,
        )
    )


def _draw_pieces(district: District, stroke: Stroke) -> District:
    for cell in stroke.covered:
        if tile_on(district, cell) is None:
            asked = sides_asked(district, cell).items()
            ends = tuple(Feature(kind=kind, opens=side) for side, kind in asked if kind is not None)
            district = with_features(district, cell, ends)
    for number, cell, sides in _visits(stroke):
        features = features_on(district, cell)
        joined = [*sides] if stroke.kind in DWELLINGS else [sides + _taken_up(features, stroke, number, sides)]
        for reached in joined:
            features = _with_piece(features, stroke.kind, reached)
        district = with_features(district, cell, features)
    return district


def _taken_up(features: tuple[Feature, ...], stroke: Stroke, number: int, sides: str) -> str:
    """Return the sides of the piece on which the stroke begins or finishes at a step, if it does."""
    touched = {0: stroke.begins, len(stroke.squares) - 1: stroke.finishes}
    if number not in touched:
        return ""
    mine = [feature for feature in features if feature.kind is stroke.kind and set(feature.opens) & set(sides)]
    if mine and not touched[number]:
        return ""  # it goes on with the piece whose side it crosses
    others = [feature for feature in features if feature.kind is stroke.kind and feature not in mine]
    candidates = [feature for feature in others if touched[number] in feature.opens]  # "" is in all
    return candidates[0].opens if len(candidates) == 1 else ""


def _with_piece(features: tuple[Feature, ...], kind: Kind, sides: str) -> tuple[Feature, ...]:
    """Return features with a piece that reaches some sides; pieces of the kind that it meets become part of it."""
    if not sides:
        return features
    met = [feature for feature in features if feature.kind is kind and set(feature.opens) & set(sides)]
    reached = set(sides).union(*(feature.opens for feature in met))
    piece = Feature(
        kind=kind,
        opens="".join(side for side in SIDES if side in reached),
        chimneys=CHIMNEYS_RANGE.clamp(sum(feature.chimneys for feature in met)),
    )
    if not met:
        return (*features, piece)
    return tuple(
        piece if feature is met[0] else feature for feature in features if feature is met[0] or feature not in met
    )


def _erase(district: District, stroke: Stroke) -> District:
    """Erase the sides that a stroke crosses; a tile that shows nothing any more is taken away."""
    if stroke.kind in SINGLE_TILES:
        return without(district, stroke.squares[0])
    for _, cell, sides in _visits(stroke):
        left = tuple(_without_sides(feature, stroke.kind, sides) for feature in features_on(district, cell))
        district = with_features(district, cell, tuple(feature for feature in left if feature.opens))
    return district


def _without_sides(feature: Feature, kind: Kind, sides: str) -> Feature:
    if feature.kind is not kind:
        return feature
    return replace(feature, opens="".join(side for side in feature.opens if side not in sides))


def features_on(district: District, cell: str) -> tuple[Feature, ...]:
    """Return what the tile on a square shows, nothing where none lies."""
    tile = tile_on(district, cell)
    return () if tile is None else tile.features


def with_features(district: District, cell: str, features: tuple[Feature, ...]) -> District:
    """Return a district in which a square shows these features, the tile at its place among the others if it lay."""
    if not features:
        return without(district, cell)
    tile = Tile(cell=cell, features=features)
    if tile_on(district, cell) is None:
        return replace(district, tiles=(*district.tiles, tile))
    return replace(district, tiles=tuple(tile if lying.cell == cell else lying for lying in district.tiles))


def villa_drawn(district: District, stroke: Stroke) -> Structure | None:
    """Return the villa that a stroke has drawn or touched, whose chimneys are to be asked for."""
    if stroke.kind is not Kind.VILLA:
        return None
    for _, cell, sides in _visits(stroke):
        for structure in structures(district):
            parts = (features_on(district, cell)[number] for square, number in structure.parts if square == cell)
            if structure.kind is Kind.VILLA and any(set(sides) <= set(part.opens) for part in parts):
                return structure
    return None


def count_chimneys(
    state: CarpeDiemTable, seat: int, villa: Structure, total: int, last: tuple[str, ...]
) -> CarpeDiemTable:
    """Give a villa so many chimneys in all; the difference goes to its parts on the squares drawn `last`, if it can."""
    return with_player(state, seat, district=with_chimneys(district_of(state, seat), villa, total, last))


def with_chimneys(district: District, villa: Structure, total: int, last: tuple[str, ...]) -> District:
    """Return a district in which a villa has so many chimneys in all, at most nine on each part."""
    parts = sorted(villa.parts, key=lambda part: part[0] not in last)
    numbers = {part: features_on(district, part[0])[part[1]].chimneys for part in parts}
    missing = total - sum(numbers.values())
    for part, number in numbers.items():
        numbers[part] = CHIMNEYS_RANGE.clamp(number + missing)
        missing -= numbers[part] - number
    for (cell, number), chimneys in numbers.items():
        features = list(features_on(district, cell))
        features[number] = replace(features[number], chimneys=chimneys)
        district = with_features(district, cell, tuple(features))
    return district


def twin_of(before: District, after: District, stroke: Stroke) -> Twin | None:
    """Return the first square on which a stroke left two pieces apart, or joined itself to one, as it chose by its end.

    Dwellings never join, and what crosses a side of a piece is meant to.
    """
    if stroke.kind in (*DWELLINGS, *SINGLE_TILES) or takes_away(before, stroke):
        return None
    for number, cell, sides in _visits(stroke):
        met = any(set(sides) & set(feature.opens) for feature in features_on(before, cell))
        if met or not sides or number not in {0, len(stroke.squares) - 1}:
            continue
        pieces = [feature for feature in features_on(after, cell) if feature.kind is stroke.kind]
        mine = next((piece for piece in pieces if set(sides) <= set(piece.opens)), None)
        if mine is None:  # changed by somebody else meanwhile
            return None
        if len(pieces) > 1 or mine.opens != sides:
            apart = len(pieces) > 1
            return Twin(cell=cell, kind=stroke.kind, sides=mine.opens if apart else sides, apart=apart)
    return None


def switch_twin(state: CarpeDiemTable, seat: int, twin: Twin) -> CarpeDiemTable:
    """Switch a twin in the district of a seat."""
    return with_player(state, seat, district=switch(district_of(state, seat), twin))


def switch(district: District, twin: Twin) -> District:
    """Join the pieces of a twin where they are apart, and part them where they are joined."""
    features = features_on(district, twin.cell)
    mine = [feature for feature in features if feature.kind is twin.kind]
    if twin.apart:
        every = "".join(feature.opens for feature in mine)
        return with_features(district, twin.cell, _with_piece(features, twin.kind, every))
    parted = tuple(
        part for feature in features for part in (_parted(feature, twin.sides) if feature in mine else (feature,))
    )
    return with_features(district, twin.cell, parted)


def _parted(feature: Feature, sides: str) -> tuple[Feature, ...]:
    """Return a feature without some of its sides, and a second one of the kind with these."""
    rest = _without_sides(feature, feature.kind, sides)
    if not rest.opens or rest == feature:
        return (feature,)
    return rest, Feature(kind=feature.kind, opens=sides)
