"""Objective cards about a turn or a meal: a document does not show them, what was entered of the turn does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.little_town.actions import piece_on
from scoring.little_town.data import TILES, WORKERS
from scoring.little_town.objectives import OBJECTIVES, objectives_met
from scoring.little_town.state import Building

if TYPE_CHECKING:
    from companion.games.little_town.actions import LittleTownTable
    from companion.games.little_town.round_end import Plate
    from scoring.little_town.objectives import ObjectiveCard

GATHERED_AT_LEAST: Final = 5
"""Cubes gathered in one turn. Objective card."""

ACTIVATED_AT_LEAST: Final = 4
"""Buildings activated in one turn. Objective card."""

BUILDINGS_WITH_POINTS: Final = 2
"""Buildings that gave points in one turn. Objective card."""

KINDS_TAKEN: Final = 2
"""Kinds of cubes that an activated building takes. Objective card."""


def met_in_turn(state: LittleTownTable, seat: int) -> frozenset[str]:
    """Return the keys of the cards that a player meets by what was entered of the present turn."""
    visit = state.extras.visit
    if visit is None or visit.seat != seat:
        return frozenset()
    pieces = (piece_on(state, cell) for cell in visit.used)
    used = [TILES[piece.tile] for piece in pieces if isinstance(piece, Building)]
    met = {
        "five-gathered": sum(visit.gathered.values()) >= GATHERED_AT_LEAST,
        "four-activated": len(visit.used) >= ACTIVATED_AT_LEAST,
        "points-from-two": sum(tile.gives.points > 0 for tile in used) >= BUILDINGS_WITH_POINTS,
        "takes-two-kinds": any(len(tile.takes.cubes) >= KINDS_TAKEN for tile in used),
        "spent-at-once": any(cube in visit.gathered for tile in used for cube in tile.takes.cubes),
    }
    return frozenset(key for key, is_met in met.items() if is_met)


def met_by_meal(state: LittleTownTable, plate: Plate) -> frozenset[str]:
    """Return the key of the card that a meal meets, if it does."""
    return frozenset({"fed-with-fish"} if plate.fish == WORKERS[len(state.table.players)] else ())


def met_now(state: LittleTownTable, seat: int) -> frozenset[str]:
    """Return the keys of the cards that a player meets as the table lies, or by the present turn."""
    lying = objectives_met(state.table, state.table.players[seat].name)
    return frozenset(card.key for card in lying) | met_in_turn(state, seat)


def newly_met(before: LittleTownTable, after: LittleTownTable, seat: int) -> tuple[ObjectiveCard, ...]:
    """Return the cards that nobody has completed and that a player meets now, but not before."""
    return open_cards(after, met_now(after, seat) - met_now(before, seat))


def open_cards(state: LittleTownTable, keys: frozenset[str]) -> tuple[ObjectiveCard, ...]:
    """Return the known cards with these keys that nobody has completed."""
    done = {one.card for one in state.extras.completed}
    return tuple(card for card in OBJECTIVES if card.key in keys - done)


def not_met(state: LittleTownTable, seat: int, key: str) -> bool:
    """Return whether the table shows that a player does not meet a card; `False` where it cannot tell."""
    seen = any(card.key == key and card.met is not None for card in OBJECTIVES)
    return seen and key not in met_now(state, seat)
