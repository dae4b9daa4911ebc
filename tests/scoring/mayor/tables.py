"""Tables and documents for tests: players with nothing but what is given."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scoring.mayor.actions import Earned, Placement
from scoring.mayor.state import Area, Building, Icons, Kind, Player, Ring, Street, Table, Tile
from storage.documents import codec

ORDER = (Kind.BANK, Kind.SHOP, Kind.CHURCH, Kind.PARK, Kind.STATUE)
"""The rondel of these tests, clockwise."""

AREAS = {area.value: area for area in Area}
RINGS = {ring.value: ring for ring in Ring}


def icons(text: str) -> Icons:
    """Return icons from a text such as "yellow N o"."""
    street, area, ring = text.split()
    return Icons(street=Street(street), area=AREAS[area], ring=RINGS[ring])


def tile(kind: str, shown: str = "") -> Tile:
    """Return a tile from texts such as "bank", "yellow N o", or "park", "church 1 shop 2"."""
    if kind == "park":
        words = shown.split()
        pairs = zip(words[::2], words[1::2], strict=True)
        return Tile(kind=Kind.PARK, park={Building(name): int(number) for name, number in pairs})
    return Tile(kind=Kind(kind), icons=icons(shown) if shown else None)


AMENITY = Tile()
"""A Civic Amenity."""


def player(name: str = "White", **fields: Any) -> Player:
    """A player on the spaces where the game begins, with nothing but what is given."""
    return Player(**{"name": name, "citizen": 0, "banker": 25, **fields})


def table(*players: Player, **fields: Any) -> Table:
    """A table of these players; White and Black take the seats that are left of two."""
    others = (player(), player("Black"))
    return Table(players=(*players, *others[len(players) :]), **fields)


def in_play(*players: Player, **fields: Any) -> Table:
    """A table of these players in play, with all markers on the bank unless others are given."""
    return Table(players=players, **{"markers": (Kind.BANK,) * 4, "held": ((),) * len(players), **fields})


def three_in_play(citizen: int = 0, **fields: Any) -> Table:
    """A table of Anna, Ben and Cleo in play, all with these points."""
    return in_play(*(player(name, citizen=citizen) for name in ("Anna", "Ben", "Cleo")), **fields)


def holding(table: Table, seat: int, *tiles: Tile) -> Table:
    """The table with these tiles in front of a player."""
    players, held = list(table.players), list(table.held)
    players[seat] = replace(players[seat], tiles=max(players[seat].tiles, len(tiles)))
    held[seat] = tiles
    return replace(table, players=tuple(players), held=tuple(held))


def earned(*pairs: tuple[int, int]) -> Placement:
    """Return a placement that brings each player these points and this gold, in seat order."""
    names = ("Anna", "Ben", "Cleo", "Dora")
    players = tuple(
        Earned(name=name, points=earned_points, gold=two)
        for name, (earned_points, two) in zip(names, pairs, strict=False)
    )
    return Placement(matches=0, players=players)


def document(check: str | None = None, ask: dict[str, Any] | None = None, **table: Any) -> dict[str, Any]:
    """A document of White on 12 with 20 gold, Purple on 8 and Black on 9 without any."""
    players = [
        {"name": "White", "citizen": 12, "banker": 20, "tiles": 1},
        {"name": "Purple", "citizen": 8, "banker": 0},
        {"name": "Black", "citizen": 9, "banker": 0},
    ]
    made: dict[str, Any] = {"game": "mayor", "format": 1, "table": {"players": players, **table}}
    if check is not None:
        made["check"] = check
    if ask is not None:
        made["ask"] = ask
    return made


def bank(**changed: Any) -> dict[str, Any]:
    """The question about the bank of the rulebook's example."""
    return {
        "player": "White",
        "kind": "bank",
        "icons": {"street": "yellow", "area": "N", "ring": "o"},
        "square": {"streets": ["red", "yellow"], "area": "N", "ring": "+"},
        "beside": ["Purple"],
        **changed,
    }


def park(**changed: Any) -> dict[str, Any]:
    """The question about the park of the rulebook's example."""
    return {"player": "White", "icons": {"church": 1, "shop": 2}, "block": ["church", "shop"], **changed}


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    read = codec.read_check(asked)
    result: dict[str, Any] = codec.plain(read.check.answer(read.table, read.ask))
    return result


def told(asked: dict[str, Any]) -> list[str]:
    """Return all that people read of an answer, rulings included."""
    read = codec.read_check(asked)
    result = read.check.answer(read.table, read.ask)
    report = read.check.report(read.table, read.ask, result)
    rows = [str(row[-1]) for row in report.rows]
    rulings = read.check.rulings(read.table, read.ask, result)
    return [*map(str, report.sentences), *rows, *map(str, report.notes), *map(str, rulings)]
