"""Drawings of a district as text: two letters for each feature on the sides it opens to, capitals where completed."""

from __future__ import annotations

from typing import Final

from scoring.carpe_diem.district import Structure, structures
from scoring.carpe_diem.state import District, Kind, Table, Tile
from scoring.carpe_diem.wording import CHIMNEYS
from scoring.game import Board
from scoring.grid import draw_board
from scoring.messages import Message, counted, say, with_commas, wordless

LETTERS: Final = {
    Kind.POND: "po",
    Kind.GARDEN: "ga",
    Kind.VINEYARD: "vy",
    Kind.FARMYARD: "fa",
    Kind.MERCHANT: "me",
    Kind.GRANARY: "gr",
    Kind.ADMINISTRATION: "ad",
    Kind.CRAFTSMAN: "cr",
    Kind.VILLA: "vi",
    Kind.MARKET: "mk",
    Kind.BAKERY: "ba",
    Kind.FOUNTAIN: "fo",
}
"""The letters of each kind in a drawing."""

LABEL, MIDDLE = 4, 3
"""The widths of a label at a side of a tile, and of the middle between two labels."""


def boards(table: Table) -> tuple[Board, ...]:
    """Return a drawing of each district at the table, in seat order; players with a tally have none."""
    return tuple(
        Board(
            title=player.name, drawing=(*draw(player.district), legend(player.district)), short=listed(player.district)
        )
        for player in table.players
        if player.district is not None
    )


def draw(district: District) -> tuple[str, ...]:
    """Return the lines of a drawing of the squares that are built on.

    A second feature of a kind on a tile has a prime; a villa has the number of its chimneys.
    """
    completed = {part for structure in structures(district) if structure.completed for part in structure.parts}
    pictures = {tile.cell: _picture(tile, completed) for tile in district.tiles}
    return draw_board(pictures)


def _picture(tile: Tile, completed: set[tuple[str, int]]) -> tuple[str, str, str]:
    sides = dict.fromkeys("NESW", "")
    middle = ""
    primes: dict[Kind, int] = {}
    for number, feature in enumerate(tile.features):
        letters = LETTERS[feature.kind]
        if (tile.cell, number) in completed:
            letters = letters.upper()
        label = letters + (str(feature.chimneys) if feature.chimneys else "") + "'" * primes.get(feature.kind, 0)
        primes[feature.kind] = 1
        for side in feature.opens:
            sides[side] = label
        if not feature.opens:
            middle = label
    width = 2 * LABEL + MIDDLE
    return (
        sides["N"].center(width),
        sides["W"].ljust(LABEL) + middle.center(MIDDLE) + sides["E"].rjust(LABEL),
        sides["S"].center(width),
    )


def legend(district: District) -> Message:
    """Return what the letters of this drawing mean."""
    shown = dict.fromkeys(feature.kind for tile in district.tiles for feature in tile.features)
    meaning = [
        wordless("{letters} {kind}", letters=LETTERS[kind], kind=kind.noun.name) for kind in Kind if kind in shown
    ]
    if not meaning:
        return say("no tiles")
    return say("{letters}, CAPITALS: completed", letters=with_commas(meaning))


def listed(district: District) -> tuple[Message, ...]:
    """Return the structures as lines of text, for screens too narrow for the drawing."""
    return tuple(_said(structure) for structure in structures(district))


def _said(structure: Structure) -> Message:
    name = wordless("{kind} {cells}", kind=structure.kind.noun.name, cells=" ".join(structure.cells))
    if structure.chimneys:
        name = with_commas((name, counted(structure.chimneys, *CHIMNEYS)))
    if structure.completed:
        return say("{name}: completed", name=name)
    return say("{name}: open at {sides}", name=name, sides=", ".join(structure.waiting))
