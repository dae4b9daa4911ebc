"""Who sits at a table: what holds for the names of players in every game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from scoring.messages import say
from scoring.problems import Problem, for_each

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Named(Protocol):
    """A player, of any game."""

    @property
    def name(self) -> str:
        """What the player is called."""


class Seated(Protocol):
    """A table with players, of any game."""

    @property
    def players(self) -> Sequence[Named]:
        """The players in seat order."""


class Asking(Protocol):
    """A question that names a player."""

    @property
    def player(self) -> str:
        """The name, exactly as at the table."""


def names_differ(table: Seated) -> Iterator[Problem]:
    """Names at one table differ, whatever their capitals."""
    seen: dict[str, str] = {}

    def name_is_new(index: int, player: Named) -> Iterator[Problem]:
        key = player.name.casefold()
        if key in seen:
            message = say('"{name}": another player is called "{other}"', name=player.name, other=seen[key])
            yield Problem(path=f"players[{index}].name", message=message)
        else:
            seen[key] = player.name

    yield from for_each(table.players, name_is_new)


def asked_player_sits_here(table: Seated, ask: Asking) -> Iterator[Problem]:
    """The player of a question is one of the table, named exactly."""
    names = tuple(player.name for player in table.players)
    if names and ask.player not in names:
        message = say('"{name}": at this table sit {names}', name=ask.player, names=names)
        yield Problem(path="ask.player", message=message)
