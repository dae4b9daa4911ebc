"""Drawings of the scoring track: where a player's Citizen and Banker stand on the numbered spaces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.game import Board
from scoring.mayor.data import MAYOR_SPACE
from scoring.messages import tr

if TYPE_CHECKING:
    from scoring.mayor.state import Player, Table


CITIZEN, BANKER, BOTH = "C", "B", "X"
"""How a Citizen, a Banker, and both on one number are drawn."""

_TENS: Final = 10


def boards(table: Table) -> tuple[Board, ...]:
    """Return a drawing of the track for each player, in seat order."""
    return tuple(
        Board(title=player.name, drawing=(*draw(player), listed(player)), short=(listed(player),))
        for player in table.players
    )


def draw(player: Player) -> tuple[str, str]:
    """Return the numbers 0 to 50 with the two pieces above them; what is past 50 stands behind the last one.

    >>> from scoring.mayor.state import Player
    >>> for line in draw(Player(name="Nick", citizen=3, banker=12)):
    ...     print(line)
    ┼──C──────┼─B───────┼─────────┼─────────┼─────────┼
    0         10        20        30        40        50
    """
    spaces = ["┼" if not number % _TENS else "─" for number in range(MAYOR_SPACE + 1)]
    track = [*spaces, ""]
    citizen, banker = (min(number, len(spaces)) for number in (player.citizen, player.banker))
    track[citizen], track[banker] = CITIZEN, BANKER
    if citizen == banker:
        track[citizen] = BOTH
    numbers = "".join(str(number).ljust(_TENS) for number in range(0, MAYOR_SPACE + 1, _TENS))
    return "".join(track), numbers.rstrip()


def listed(player: Player) -> str:
    """Return the spaces of the two pieces in words, for narrow screens."""
    return tr(
        "{c} Citizen on {citizen}, {b} Banker on {banker}",
        c=CITIZEN,
        b=BANKER,
        citizen=player.citizen,
        banker=player.banker,
    )
