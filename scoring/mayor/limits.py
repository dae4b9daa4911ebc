"""The limits: what is impossible on a table of Mayor, part by part, and in a question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.mayor.data import MAYOR_SPACE
from scoring.mayor.rules import is_mayor
from scoring.mayor.state import PlaceAsk, Player, Square, Street, Table
from scoring.messages import printable, say
from scoring.players import names_differ
from scoring.problems import Limits, Problem, for_each

if TYPE_CHECKING:
    from collections.abc import Iterator


def one_citizen_gets_there(table: Table) -> Iterator[Problem]:
    """Only one Citizen is on 50 or more: the game ends with the first. Rulebook, Game End."""
    reached: list[int] = []

    def first_to_get_there(index: int, player: Player) -> Iterator[Problem]:
        if is_mayor(player):
            if reached:
                message = say(
                    "{space}: another Citizen is on {first}, and the game ends when one reaches {most} or more",
                    space=player.citizen,
                    first=reached[0],
                    most=MAYOR_SPACE,
                )
                yield Problem(path=f"players[{index}].citizen", message=message)
            reached.append(player.citizen)

    yield from for_each(table.players, first_to_get_there)


def streets_differ(square: Square) -> Iterator[Problem]:
    """A square lies next to streets of different colors. Rulebook, Game Introduction."""
    seen: set[Street] = set()

    def street_is_new(index: int, street: Street) -> Iterator[Problem]:
        if street in seen:
            message = say("{street} is already named: name each color once", street=street.value)
            yield Problem(path=f"streets[{index}]", message=message)
        seen.add(street)

    yield from for_each(square.streets, street_is_new)


def named_once(ask: PlaceAsk) -> Iterator[Problem]:
    """Pieces beside a square pay a player once, however many there are. Rulebook, Place a Tile."""
    seen: set[str] = set()

    def name_is_new(index: int, name: str) -> Iterator[Problem]:
        if name in seen:
            message = say(
                '"{name}" is already named: a second piece beside the square pays nothing', name=printable(name)
            )
            yield Problem(path=f"beside[{index}]", message=message)
        seen.add(name)

    yield from for_each(ask.beside, name_is_new)


LIMITS: Final[Limits] = {
    Table: (names_differ, one_citizen_gets_there),
    PlaceAsk: (named_once,),
    Square: (streets_differ,),
}
