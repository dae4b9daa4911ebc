"""Which tiles may lie on a square of a district, the likeliest first.

The list of the game's tiles is not published, so every tile that the rules allow is generated and ordered: first the
shapes placed before, the more frequent ones earlier; then by a cost for what a tile shows beyond what its neighbours
need. Each free side that is not grass costs `OPEN`, and each feature that could have been joined to another one of its
kind `SEPARATE`. Among equals, tiles with more sides shown come first; then the order of kinds and sides decides. Tiles
that differ in chimneys alone are one: how many a villa shows is asked once it lies.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, islice, product
from typing import TYPE_CHECKING, Final

from scoring.carpe_diem.data import LANDSCAPE_TILES
from scoring.carpe_diem.district import (
    NEIGHBOURS,
    Structure,
    first_tile_on_the_shovel,
    sides_asked,
    structures,
    tiles_hang_together,
)
from scoring.carpe_diem.limits import LIMITS
from scoring.carpe_diem.state import DWELLINGS, LANDSCAPES, SINGLE_TILES, District, Feature, Kind, Tile
from scoring.grid import OPPOSITE, SIDES
from scoring.problems import Problem, new_problems

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


OPEN: Final = 3
"""The cost of each free side that is not grass."""


SEPARATE: Final = 1
"""The cost of each feature that could have been joined to another one of its kind on the tile."""


NEW_CHIMNEYS: Final = 1
"""The chimneys on each part of a villa on a tile whose shape was not placed before."""


MAX_FITTING_TILES: Final = 24
"""The most fitting tiles returned by default."""


_JOINABLE: Final = (*LANDSCAPES, Kind.VILLA)


_OPEN_KINDS: Final = (*LANDSCAPES, *DWELLINGS, Kind.VILLA)


Features = tuple[Feature, ...]
"""What a tile shows, in any order."""


_Asked = tuple[tuple[str, Kind | None], ...]
"""Sides with the kind they must show, `None` for grass; all others are free."""


FITTING: Final = {
    **LIMITS,
    District: tuple(
        limit for limit in LIMITS[District] if limit not in (tiles_hang_together, first_tile_on_the_shovel)
    ),
}
"""The limits without those about a district as a whole."""


_TURNED: Final = {
    quarters: {side: SIDES[(number + quarters) % len(SIDES)] for number, side in enumerate(SIDES)}
    for quarters in range(len(SIDES))
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FittingTile:
    """A tile that fits, and all orientations of its shape that fit, clockwise from the tile itself."""

    tile: Tile
    turns: tuple[Tile, ...]

    @property
    def shape(self) -> str:
        """The key of the shape, as `seen` counts it."""
        return shape_key(self.tile.features)


def placement_problems(district: District, tile: Tile) -> tuple[Problem, ...]:
    """Return the problems of laying a tile on its square; paths are those of the last tile of the district.

    Problems of the district without the tile are left out, and so is whether its tiles are connected and cover the
    shovel space.
    """
    return tuple(new_problems(district, replace(district, tiles=(*district.tiles, tile)), FITTING))


def turned(features: Features, quarters: int) -> Features:
    """Return the features of a tile after so many clockwise quarter turns.

    >>> turned((Feature(kind=Kind.POND, opens="NW"),), 1)[0].opens
    'NE'
    """
    return tuple(
        _feature(feature.kind, _turned_sides(feature.opens, quarters), feature.chimneys) for feature in features
    )


def shape_key(features: Features) -> str:
    """Return the key of a shape: the same for every orientation and order of the features, with chimneys.

    >>> shape_key((Feature(kind=Kind.VILLA, opens="W", chimneys=2), Feature(kind=Kind.POND, opens="NS")))
    'pond EW|villa N2'
    """
    return min(
        "|".join(
            sorted(
                f"{feature.kind.value} {_turned_sides(feature.opens, quarters)}{feature.chimneys or ''}".rstrip()
                for feature in features
            )
        )
        for quarters in range(len(SIDES))
    )


def outline(tile: Tile) -> str:
    """Return the key of the shape of a tile, whatever its chimneys."""
    return shape_key(tuple(_feature(feature.kind, feature.opens, 0) for feature in tile.features))


@lru_cache(maxsize=1024)
def shape_features(key: str) -> Features:
    """Return the features of a shape, in the orientation of the key."""
    return tuple(_read_feature(text) for text in key.split("|"))


def _read_feature(text: str) -> Feature:
    kind, _, rest = text.partition(" ")
    opens = rest.rstrip("0123456789")
    return _feature(Kind(kind), opens, int(rest[len(opens) :] or 0))


@lru_cache(maxsize=4096)
def _feature(kind: Kind, opens: str, chimneys: int) -> Feature:
    return Feature(kind=kind, opens=opens, chimneys=chimneys)


@lru_cache(maxsize=64)
def _turned_sides(opens: str, quarters: int) -> str:
    new = {_TURNED[quarters % len(SIDES)][side] for side in opens}
    return "".join(side for side in SIDES if side in new)


def _orientations(features: Features) -> Iterator[Features]:
    """Yield the orientations of a tile that look different, clockwise from the given one."""
    seen: list[frozenset[Feature]] = []
    for quarters in range(len(SIDES)):
        orientation = turned(features, quarters)
        if frozenset(orientation) not in seen:
            seen.append(frozenset(orientation))
            yield orientation


def fitting_tiles(
    district: District,
    cell: str,
    *,
    kinds: frozenset[Kind] = frozenset(),
    seen: Mapping[str, int] | None = None,
    limit: int = MAX_FITTING_TILES,
) -> tuple[FittingTile, ...]:
    """Return up to `limit` tiles that fit on a square, each outline once, the likeliest first.

    A tile on the square is ignored. With `kinds`, tiles show each of these kinds on a free side, or are a single tile
    of the kind. `seen` counts how often each shape was placed before, by its key; of those that differ in chimneys
    alone, the most frequent one is returned.
    """
    asked, joining = _surroundings(district, cell)
    ordered_kinds = tuple(kind for kind in Kind if kind in kinds)
    fitting: dict[str, FittingTile] = {}
    for turns in _seen_before(asked, kinds, seen or {}):
        _add(fitting, _tiles(cell, turns, joining))
        if len(fitting) == limit:
            return tuple(fitting.values())
    count, tried = limit, 0
    while True:
        likely = _likely(asked, ordered_kinds, count)
        for turns in likely[tried:]:
            _add(fitting, _tiles(cell, turns, joining))
            if len(fitting) == limit:
                return tuple(fitting.values())
        if len(likely) < count:
            return tuple(fitting.values())
        tried, count = count, 2 * count


def _surroundings(district: District, cell: str) -> tuple[_Asked, dict[str, Structure]]:
    """Return what the sides of a tile on a square must show, and the landscapes that it could make too large."""
    without = replace(district, tiles=tuple(tile for tile in district.tiles if tile.cell != cell))
    return tuple(sides_asked(without, cell).items()), _joining(without, cell)


def could_close_too_much(district: District, cell: str) -> bool:
    """Return whether landscapes open to a square are so large that a tile there could close more than is legal."""
    return bool(_surroundings(district, cell)[1])


def _tiles(cell: str, turns: Iterable[Features], joining: Mapping[str, Structure]) -> tuple[Tile, ...]:
    """Return the tiles with these features, except those that close a landscape of too many tiles."""
    return tuple(
        Tile(cell=cell, features=features)
        for features in turns
        if not joining or not _closes_too_much(features, joining)
    )


def _add(fitting: dict[str, FittingTile], tiles: tuple[Tile, ...]) -> None:
    if tiles:
        fitting.setdefault(outline(tiles[0]), FittingTile(tile=tiles[0], turns=tiles))


def _joining(district: District, cell: str) -> dict[str, Structure]:
    """Return the landscapes open to a square, by its side; none where all are too small to matter."""
    waiting = {side: structure for structure in structures(district) for side in structure.waiting}
    joining = {}
    for side, neighbour in NEIGHBOURS[cell].items():
        structure = waiting.get(neighbour + OPPOSITE[side])
        if structure is not None and structure.kind in LANDSCAPES:
            joining[side] = structure
    size = sum(len(structure.cells) for structure in joining.values())
    return joining if size >= LANDSCAPE_TILES[1] else {}


def _closes_too_much(features: Features, joining: Mapping[str, Structure]) -> bool:
    """Return whether a tile closes a landscape of more tiles than a completed one has."""
    for feature in features:
        if feature.kind in LANDSCAPES:
            opens, joined = _joined(feature, features, joining)
            cells = {cell for structure in joined for cell in structure.cells}
            ends = sum(len(structure.waiting) for structure in joined)
            if len(cells) >= LANDSCAPE_TILES[1] and ends == len(opens) and opens <= joining.keys():
                return True
    return False


def _joined(feature: Feature, features: Features, joining: Mapping[str, Structure]) -> tuple[set[str], list[Structure]]:
    """Return the sides and structures that a landscape of a tile reaches, also through other features of the tile."""
    opens = set(feature.opens)
    joined: list[Structure] = []
    waiting = list(feature.opens)
    while waiting:
        structure = joining.get(waiting.pop())
        if structure is None or structure in joined:
            continue
        joined.append(structure)
        for sibling in features:
            if any(joining.get(side) is structure for side in sibling.opens) and not opens.issuperset(sibling.opens):
                opens.update(sibling.opens)
                waiting += sibling.opens
    return opens, joined


def _seen_before(asked: _Asked, kinds: frozenset[Kind], seen: Mapping[str, int]) -> Iterator[tuple[Features, ...]]:
    """Yield the fitting orientations of shapes placed before, more often ones first, then shorter keys."""
    for key in sorted(seen, key=lambda key: (-seen[key], len(key), key)):
        turns = tuple(features for features, sides in _shown(key) if _answers(sides, asked, kinds))
        if turns:
            yield turns


@lru_cache(maxsize=1024)
def _shown(key: str) -> tuple[tuple[Features, dict[str, Kind]], ...]:
    """Return the orientations of a shape, each with its kinds by side."""
    return tuple((features, _by_side(features)) for features in _orientations(shape_features(key)))


def _answers(sides: Mapping[str, Kind], asked: _Asked, kinds: frozenset[Kind]) -> bool:
    for side, kind in asked:
        if sides.get(side) is not kind:
            return False
    if not kinds:
        return True
    fixed = {side for side, _ in asked}
    return kinds.issubset([kind for side, kind in sides.items() if side not in fixed])


def _by_side(features: Features) -> dict[str, Kind]:
    """Return the kinds of a tile by side; a market, bakery or fountain has the side ""."""
    return {side: feature.kind for feature in features for side in feature.opens or ("",)}


@lru_cache(maxsize=256)
def _likely(asked: _Asked, kinds: tuple[Kind, ...], count: int) -> tuple[tuple[Features, ...], ...]:
    """Return up to `count` shapes that fit, each as its fitting orientations, the likeliest first."""
    return tuple(islice(_shapes(asked, frozenset(kinds)), count))


def _shapes(asked: _Asked, kinds: frozenset[Kind]) -> Iterator[tuple[Features, ...]]:
    seen: set[str] = set()
    for features in _by_cost(asked, kinds):
        key = shape_key(features)
        if key in seen:
            continue
        seen.add(key)
        yield tuple(
            orientation for orientation in _orientations(features) if _answers(_by_side(orientation), asked, kinds)
        )


def _by_cost(asked: _Asked, kinds: frozenset[Kind]) -> Iterator[Features]:
    """Yield the features of every tile that fits, the cheapest first.

    The cheapest tiles with a number of free sides shown are yielded as they are found; only those with dearer variants,
    by separate features, are kept for later.
    """
    if all(kind is None for _, kind in asked):
        for kind in SINGLE_TILES:
            if kinds <= {kind}:
                yield (_feature(kind, "", 0),)
    varied: list[list[dict[str, Kind]]] = []
    free = len(SIDES) - len(asked)
    cost = most = 0
    while cost <= OPEN * free + most:
        for shown in range(min(cost // OPEN, free), -1, -1):
            rest = cost - OPEN * shown
            if rest:
                for sides in varied[shown]:
                    yield from _variants(sides, rest)
                continue
            varied.append([])
            for sides in _showing(asked, kinds, shown):
                yield from _variants(sides, 0)
                extra = _most_extra(sides)
                if extra:
                    varied[shown].append(sides)
                    most = max(most, extra)
        cost += 1


def _showing(asked: _Asked, kinds: frozenset[Kind], number: int) -> Iterator[dict[str, Kind]]:
    """Yield the kinds by side of tiles on which `number` free sides are not grass."""
    fixed = {side: kind for side, kind in asked if kind is not None}
    free = [side for side in SIDES if side not in dict(asked)]
    if not fixed and not number:
        return
    for chosen in product(_OPEN_KINDS, repeat=number):
        if kinds.issubset(chosen):
            for sides in combinations(free, number):
                yield fixed | dict(zip(sides, chosen, strict=True))


def _most_extra(sides: Mapping[str, Kind]) -> int:
    """Return the extra cost of the dearest variant of a tile."""
    kinds = list(sides.values())
    return SEPARATE * sum(kinds.count(kind) - 1 for kind in _JOINABLE if kind in kinds)


def _variants(sides: Mapping[str, Kind], cost: int) -> Iterator[Features]:
    """Yield the tiles with these kinds by side at exactly this extra cost."""
    kinds = dict.fromkeys(sides.values())
    for groups in product(*(_groupings(kind, _sides_of(kind, sides)) for kind in kinds)):
        by_kind = tuple(zip(groups, kinds, strict=True))
        if cost == SEPARATE * sum(len(parts) - 1 for parts, kind in by_kind if kind in _JOINABLE):
            yield tuple(
                _feature(kind, opens, NEW_CHIMNEYS if kind is Kind.VILLA else 0)
                for parts, kind in by_kind
                for opens in parts
            )


def _sides_of(kind: Kind, sides: Mapping[str, Kind]) -> str:
    return "".join(side for side in SIDES if sides.get(side) is kind)


@lru_cache(maxsize=256)
def _groupings(kind: Kind, sides: str) -> tuple[tuple[str, ...], ...]:
    """Return the ways to divide the sides of a kind among features; half a dwelling opens to one side only."""
    if kind in DWELLINGS:
        return (tuple(sides),)
    return tuple(sorted(_parted(sides), key=len))


def _parted(sides: str) -> Iterator[tuple[str, ...]]:
    if not sides:
        yield ()
        return
    first, others = sides[0], sides[1:]
    for number in range(len(others), -1, -1):
        for beside in combinations(others, number):
            left = "".join(side for side in others if side not in beside)
            for parts in _parted(left):
                yield first + "".join(beside), *parts


def turns(district: District, cell: str) -> tuple[Tile, ...]:
    """Return the fitting orientations of the tile on a square, clockwise from how it lies; none without a tile."""
    asked, joining = _surroundings(district, cell)
    lying = [tile.features for tile in district.tiles if tile.cell == cell][:1]
    fitting = (
        orientation
        for features in lying
        for orientation in _orientations(features)
        if _answers(_by_side(orientation), asked, frozenset())
    )
    return _tiles(cell, fitting, joining)
