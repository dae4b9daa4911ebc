"""The players at a table: finding one, changing one, and what holds for their names in every game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar, cast

from scoring.messages import Message, printable, say
from scoring.problems import Problem, for_each

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from enum import StrEnum


MAX_MEMBERS: Final = 6
"""The most people of a team."""


class Named(Protocol):
    """A player of any game."""

    @property
    def name(self) -> str:
        """The player's name, different from all others at the table."""


P = TypeVar("P", bound=Named)
P_co = TypeVar("P_co", bound=Named, covariant=True)


class Seated(Protocol[P_co]):
    """A table of any game."""

    @property
    def players(self) -> tuple[P_co, ...]:
        """The players in seat order."""


T = TypeVar("T", bound=Seated[Any])


class Asking(Protocol):
    """A question that names a player."""

    @property
    def player(self) -> str:
        """The player's name, exactly as at the table."""


def player_of(table: Seated[P], name: str) -> P:
    """Return the player with this name, who sits at the table."""
    return next(player for player in table.players if player.name == name)


def seat_of(table: Seated[Named], name: str) -> int:
    """Return the seat of the player with this name, who sits at the table; seats count from 0."""
    return next(seat for seat, player in enumerate(table.players) if player.name == name)


def with_player(table: T, seat: int, **changed: Any) -> T:  # noqa: ANN401 - any field of a player
    """Return the table with other values in fields of one player.

    >>> from scoring.mayor.state import Player, Table
    >>> with_player(Table(players=(Player(name="Nick", citizen=0, banker=5),)), 0, citizen=3).players[0].citizen
    3
    """
    players = list(table.players)
    players[seat] = replace(players[seat], **changed)
    return cast("T", replace(cast("Any", table), players=tuple(players)))


def problems_of(problems: Iterable[Problem], seat: int, *fields: str) -> list[Problem]:
    """Return the problems of a player, or only those about these fields.

    >>> [problem] = problems_of([Problem(path="players[1].coins", message=say("too many"))], 1, "coins", "goods")
    >>> problems_of([problem], 0), problems_of([problem], 1, "bread")
    ([], [])
    """
    starts = tuple(f"players[{seat}].{field}" for field in fields) or f"players[{seat}]"
    return [problem for problem in problems if problem.path.startswith(starts)]


def names_differ(table: Seated[Named]) -> Iterator[Problem]:
    """Players at one table have different names; capitals make no difference."""
    seen: dict[str, str] = {}

    def name_is_new(index: int, player: Named) -> Iterator[Problem]:
        key = player.name.casefold()
        if key in seen:
            message = say('"{name}": another player is called "{other}"', name=player.name, other=seen[key])
            yield Problem(path=f"players[{index}].name", message=message)
        else:
            seen[key] = player.name

    yield from for_each(table.players, name_is_new)


def asked_player_sits_here(table: Seated[Named], ask: Asking) -> Iterator[Problem]:
    """A question names a player of the table exactly."""
    names = tuple(player.name for player in table.players)
    if names and ask.player not in names:
        message = say('"{name}" is not at this table: the players are {names}', name=printable(ask.player), names=names)
        yield Problem(path="ask.player", message=message)


def within_supply(
    table: Seated[P], field: str, kind: StrEnum, most: int, message: Callable[[int, P], Message]
) -> Iterator[Problem]:
    """Yield the problem that the players together hold more of a kind than exists, at the player who exceeds it.

    `field` is the field of a player that maps kinds to numbers; `message` takes the number held and that player.
    """
    held = 0

    def within(seat: int, player: P) -> Iterator[Problem]:
        nonlocal held
        before, held = held, held + getattr(player, field).get(kind, 0)
        if before <= most < held:
            yield Problem(path=f"players[{seat}].{field}.{kind}", message=message(held, player))

    yield from for_each(table.players, within)


def members_of(name: str) -> tuple[str, ...] | None:
    """Return the members that a team of this name would have, `None` where it names one player alone.

    >>> members_of("Anna & Ben"), members_of("Anna"), members_of("Anna &")
    (('Anna', 'Ben'), None, None)
    """
    members = tuple(part.strip() for part in name.split("&"))
    return members if 1 < len(members) <= MAX_MEMBERS and all(members) else None
