"""The 6 × 6 district: which tiles may lie where, which structures they form, and which of these are completed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Final, TypeVar

from scoring.carpe_diem.data import DWELLING_TILES, LANDSCAPE_TILES, VILLA_TILES_LEAST
from scoring.carpe_diem.state import (
    DISTRICT_COLUMNS,
    DISTRICT_ROWS,
    DWELLINGS,
    LANDSCAPES,
    SINGLE_TILES,
    District,
    Feature,
    Kind,
    Player,
    Tile,
)
from scoring.grid import DIRECTIONS, OPPOSITE, SIDES, by_rows, neighbours, region
from scoring.messages import Message, say
from scoring.problems import Problem, UnreadableError, for_each, is_legible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

T = TypeVar("T")

NEIGHBOURS: Final = neighbours(DISTRICT_COLUMNS, DISTRICT_ROWS)

_FACING: Final = {
    square + side: neighbour + OPPOSITE[side]
    for square, around in NEIGHBOURS.items()
    for side, neighbour in around.items()
}
"""The touching side of each side of a square (`C4N` to `C3S`); sides on the frame have none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Structure:
    """Features of one kind joined through matching sides.

    `cells` are its squares by rows, each once, even where the structure meets a tile twice. `parts` are its features,
    each as square and number on the tile. `waiting` are the sides open to an empty square (`C4N`). `chimneys` are those
    of all its features.
    """

    kind: Kind
    cells: tuple[str, ...]
    parts: tuple[tuple[str, int], ...]
    waiting: tuple[str, ...]
    chimneys: int

    @property
    def completed(self) -> bool:
        """Whether the structure is completed: no side is open, and it has the tiles that its kind needs."""
        if self.waiting:
            return False
        if self.kind in LANDSCAPES:
            return is_completed_landscape(self)
        if self.kind in DWELLINGS:
            return is_completed_dwelling(self)
        return self.kind in SINGLE_TILES or is_completed_villa(self)


def is_completed_landscape(closed: Structure) -> bool:
    """A completed landscape has 2 to 4 tiles. Rulebook, Landscapes."""
    fewest, most = LANDSCAPE_TILES
    return fewest <= len(closed.cells) <= most


def is_completed_dwelling(closed: Structure) -> bool:
    """A dwelling consists of two halves. Rulebook, Dwellings."""
    return len(closed.cells) == DWELLING_TILES


def is_completed_villa(closed: Structure) -> bool:
    """A completed villa has at least two tiles. Rulebook, Villas."""
    return len(closed.cells) >= VILLA_TILES_LEAST


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """What a player has built: completed structures of each kind, chimneys of each completed villa, all chimneys.

    `structures` are the completed ones of a district, and empty with a tally.
    """

    counts: Mapping[Kind, int]
    villas: tuple[int, ...]
    chimneys: int
    structures: tuple[Structure, ...]


def _remembered(work_out: Callable[[District], T]) -> Callable[[District], T]:
    """Return a function that keeps what it worked out of recent districts.

    The same table is checked, scored and drawn several times in a row.
    """
    remembered: dict[int, tuple[District, T]] = {}

    @wraps(work_out)
    def of(district: District) -> T:
        entry = remembered.get(id(district))
        if entry is None or entry[0] is not district:
            if len(remembered) >= _REMEMBERED_MOST:
                remembered.clear()
            entry = remembered[id(district)] = (district, work_out(district))
        return entry[1]

    return of


_REMEMBERED_MOST: Final = 16


@_remembered
def structures(district: District) -> tuple[Structure, ...]:
    """Return all structures of a district, completed or not, in the order in which their tiles were entered.

    >>> tiles = (Tile(cell="C3", features=(Feature(kind=Kind.POND, opens="E"),)),
    ...          Tile(cell="D3", features=(Feature(kind=Kind.POND, opens="W"),)))
    >>> [(built.kind.value, built.cells, built.completed) for built in structures(District(tiles=tiles))]
    [('pond', ('C3', 'D3'), True)]
    """
    features: list[tuple[str, int, Feature, list[str]]] = []
    reached: dict[str | None, int] = {}
    for tile in district.tiles:
        for number, feature in enumerate(tile.features):
            sides = [tile.cell + side for side in feature.opens]
            for side in sides:
                reached[side] = len(features)
            features.append((tile.cell, number, feature, sides))

    built: list[Structure] = []
    seen = [False] * len(features)
    for start, (_, _, first, _) in enumerate(features):
        if seen[start]:
            continue
        seen[start] = True
        joined = [start]
        waiting: list[str] = []
        for at in joined:
            for side in features[at][3]:
                neighbour = reached.get(_FACING.get(side))
                if neighbour is None or features[neighbour][2].kind is not first.kind:
                    waiting.append(side)
                elif not seen[neighbour]:
                    seen[neighbour] = True
                    joined.append(neighbour)
        built.append(
            Structure(
                kind=first.kind,
                cells=by_rows([features[at][0] for at in joined]),
                parts=tuple([features[at][:2] for at in joined]),
                waiting=tuple(waiting),
                chimneys=sum([features[at][2].chimneys for at in joined]),
            )
        )
    return tuple(built)


def built_by(player: Player) -> Built:
    """Return what a player has built, from the district or from the tally."""
    if player.tally is not None:
        counts = {**player.tally.counts, Kind.VILLA: len(player.tally.villas)}
        return Built(counts=counts, villas=player.tally.villas, chimneys=player.tally.chimneys, structures=())
    return _built_in(player.district or _EMPTY)


_EMPTY: Final = District(tiles=())


@_remembered
def _built_in(district: District) -> Built:
    every = structures(district)
    completed = tuple([structure for structure in every if structure.completed])
    counts: dict[Kind, int] = {}
    for structure in completed:
        counts[structure.kind] = counts.get(structure.kind, 0) + 1
    return Built(
        counts=counts,
        villas=tuple([structure.chimneys for structure in completed if structure.kind is Kind.VILLA]),
        chimneys=sum([structure.chimneys for structure in every]),
        structures=completed,
    )


def on_line(line: str, square: str) -> bool:
    """Return whether a square lies on a column (`"C"`) or row (`"4"`) of the frame."""
    return line in square


def sides_asked(district: District, cell: str) -> dict[str, Kind | None]:
    """Return what each side of a tile on an empty square must show: a kind, or `None` for grass.

    The frame needs grass. Sides towards empty squares are free and left out.
    """
    lying = {tile.cell: tile for tile in district.tiles}
    asked: dict[str, Kind | None] = {}
    for side in SIDES:
        neighbour = NEIGHBOURS[cell].get(side)
        if neighbour is None:
            asked[side] = None
        elif neighbour in lying:
            asked[side] = shown(lying[neighbour], OPPOSITE[side])
    return asked


def shown(tile: Tile, side: str) -> Kind | None:
    """Return what a tile shows on a side: a kind, or `None` for grass."""
    return next((feature.kind for feature in tile.features if side in feature.opens), None)


def feature_openings(feature: Feature) -> Iterable[Problem]:
    """A dwelling is open to exactly one side, a landscape or villa to at least one, a single tile to none."""
    sides = len(feature.opens)
    values = {"opens": feature.opens, "kind": feature.kind.noun.name}
    if feature.kind in DWELLINGS:
        right, message = sides == 1, say('"{opens}": half a {kind} dwelling opens to exactly one side', **values)
    elif feature.kind in SINGLE_TILES:
        right, message = not sides, say('"{opens}": a {kind} is surrounded by grass and opens to no side', **values)
    else:
        right, message = sides > 0, say('"{opens}": a {kind} opens to at least one side', **values)
    if right:
        return ()
    return (Problem(path="opens", message=message),)


def chimneys_on_villas_only(feature: Feature) -> Iterable[Problem]:
    """Only villas have chimneys."""
    if not feature.chimneys or feature.kind is Kind.VILLA:
        return ()
    message = say(
        "{chimneys}: a {kind} has no chimneys, only villas do", chimneys=feature.chimneys, kind=feature.kind.noun.name
    )
    return (Problem(path="chimneys", message=message),)


def sides_used_once(tile: Tile) -> Iterable[Problem]:
    """A side of a tile belongs to one feature at most."""
    problems: list[Problem] = []
    taken: dict[str, Kind] = {}
    for index, feature in enumerate(tile.features):
        twice = [side for side in feature.opens if side in taken] if taken else []
        if twice:
            message = say(
                '"{opens}": the {side} side of {cell} belongs to the {kind} already',
                opens=feature.opens,
                side=DIRECTIONS[twice[0]],
                cell=tile.cell,
                kind=taken[twice[0]].noun.name,
            )
            problems.append(Problem(path=f"features[{index}].opens", message=message, cells=(tile.cell,)))
        for side in feature.opens:
            taken[side] = feature.kind
    return problems


def single_tiles_stand_alone(tile: Tile) -> Iterable[Problem]:
    """A market, bakery or fountain is the only feature of its tile."""
    if len(tile.features) == 1:
        return ()
    alone = [feature.kind for feature in tile.features if feature.kind in SINGLE_TILES]
    if not alone:
        return ()
    message = say("a {kind} stands alone on its tile; remove the other features", kind=alone[0].noun.name)
    return (Problem(path="features", message=message, cells=(tile.cell,)),)


def one_tile_a_square(district: District) -> Iterator[Problem]:
    """Two tiles cannot lie on one square."""
    seen: set[str] = set()

    def square_is_free(index: int, tile: Tile) -> Iterable[Problem]:
        if tile.cell not in seen:
            seen.add(tile.cell)
            return ()
        message = say("{cell}: another tile lies there already", cell=tile.cell)
        return (Problem(path=f"tiles[{index}].cell", message=message, cells=(tile.cell,)),)

    yield from for_each(district.tiles, square_is_free)


def touching_sides_match(district: District) -> Iterator[Problem]:
    """Two touching sides show the same. Rulebook, Building Phase."""
    shown_by: dict[str, dict[str, Kind]] = {}

    def sides_match(index: int, tile: Tile) -> Iterable[Problem]:
        cell = tile.cell
        if cell in shown_by or not tile.features:
            return ()
        mine = {side: feature.kind for feature in tile.features for side in feature.opens}
        shown_by[cell] = mine
        return [
            _differing(index, (cell, mine.get(side)), (neighbour, theirs.get(OPPOSITE[side])), side)
            for side, neighbour in NEIGHBOURS[cell].items()
            if (theirs := shown_by.get(neighbour)) is not None and mine.get(side) != theirs.get(OPPOSITE[side])
        ]

    yield from for_each(district.tiles, sides_match)


def _differing(index: int, mine: tuple[str, Kind | None], theirs: tuple[str, Kind | None], side: str) -> Problem:
    message = say(
        "{cell} shows {mine} to the {side}, {other} shows {theirs} there: touching sides must match",
        cell=mine[0],
        mine=shown_name(mine[1]),
        side=DIRECTIONS[side],
        other=theirs[0],
        theirs=shown_name(theirs[1]),
    )
    return Problem(path=f"tiles[{index}]", message=message, cells=(mine[0], theirs[0]))


def frame_is_grass(district: District) -> Iterator[Problem]:
    """The frame counts as grass: nothing opens to it. Rulebook, Building Phase."""

    def nothing_opens_to_the_frame(index: int, tile: Tile) -> Iterable[Problem]:
        beside = NEIGHBOURS[tile.cell]
        if len(beside) == len(SIDES):
            return ()
        return [
            _opening_outside(f"tiles[{index}].features[{number}].opens", tile.cell, feature, side)
            for number, feature in enumerate(tile.features)
            for side in [side for side in feature.opens if side not in beside][:1]
        ]

    yield from for_each(district.tiles, nothing_opens_to_the_frame)


def _opening_outside(path: str, cell: str, feature: Feature, side: str) -> Problem:
    message = say(
        '"{opens}": the {kind} on {cell} opens {side} to the frame, which counts as grass',
        opens=feature.opens,
        kind=feature.kind.noun.name,
        cell=cell,
        side=DIRECTIONS[side],
    )
    return Problem(path=path, message=message, cells=(cell,))


def tiles_hang_together(district: District) -> Iterator[Problem]:
    """Each tile is placed next to another one, so all are connected by sides. Rulebook, Building Phase.

    Those apart from the tile on the shovel space are the problem, or else those apart from most.
    """
    lying = {tile.cell for tile in district.tiles}
    start, together = district.shovel, _around(district.shovel, lying)
    left = [] if together else [tile.cell for tile in district.tiles]
    for cell in left:
        if cell not in together and len(group := _around(cell, lying)) > len(together):
            start, together = cell, group
    apart = by_rows(lying - together)
    if apart:
        message = say("{apart}: not joined by a side to the tiles around {start}", apart=apart, start=start)
        yield Problem(path="tiles", message=message, cells=apart)


def _around(start: str | None, lying: set[str]) -> set[str]:
    """Return the squares with tiles that are joined to the one on a square, that one included; none without a tile."""
    return region(start, lambda cell: lying.intersection(NEIGHBOURS[cell].values())) if start in lying else set()


def first_tile_on_the_shovel(district: District) -> Iterator[Problem]:
    """The first tile is placed on the shovel space. Rulebook, Building Phase."""
    if district.shovel is None or not district.tiles:
        return
    if not any(tile.cell == district.shovel for tile in district.tiles):
        message = say("{shovel}: no tile lies on the shovel space, where the first one belongs", shovel=district.shovel)
        yield Problem(path="shovel", message=message, cells=(district.shovel,))


def landscapes_of_four_at_most(district: District) -> Iterator[Problem]:
    """A completed landscape has 2 to 4 tiles; a larger closed one is impossible (a ruling). Rulebook, Landscapes."""
    most = LANDSCAPE_TILES[1]
    try:
        built = structures(district)
    except UnreadableError:  # what the legible tiles close stays closed whatever the unreadable one shows
        built = structures(District(tiles=tuple(tile for tile in district.tiles if is_legible(tile))))
    for structure in built:
        if structure.kind in LANDSCAPES and not structure.waiting and len(structure.cells) > most:
            last = max(
                index for index, tile in enumerate(district.tiles) if is_legible(tile) and tile.cell in structure.cells
            )
            message = say(
                "the {kind} on {cells} is closed with {size} tiles; a completed landscape has at most {most}",
                kind=structure.kind.noun.name,
                cells=structure.cells,
                size=len(structure.cells),
                most=most,
            )
            yield Problem(path=f"tiles[{last}]", message=message, cells=structure.cells)


def shown_name(kind: Kind | None) -> Message:
    """Return the name of what a tile shows on a side, where nothing is grass."""
    return say("grass") if kind is None else kind.noun.name
