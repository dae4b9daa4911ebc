"""A small game that has nothing but rules, with a field of every kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping  # noqa: TC003 - the types of the state are read
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, cast

from companion.games import KITS
from companion.games.plain_game import plain_kit
from companion.ui.editors import EDITORS
from companion.ui.editors.form.editor import form_editor
from scoring import GAMES
from scoring.fields import Amount, Between, Entered, KeyPattern, Keys, Length, Name, OneOf, OrNull, Owner, Pattern
from scoring.game import Game
from scoring.grid import squares
from scoring.messages import say
from scoring.problems import Problem, for_each
from scoring.sheet import Column, Line, most_points

if TYPE_CHECKING:
    import pytest

SQUARES: Final = squares(4, 4)

Row = Annotated[str, Pattern("[.#]{4}", "a row of four of the letters . #", "....")]


class Bird(StrEnum):
    """Seven birds, more than are shown at once."""

    ROBIN = "robin"
    WREN = "wren"
    BARN_OWL = "barn-owl"
    STORK = "stork"
    CRANE = "crane"
    HERON = "heron"
    LARK = "lark"


class Side(StrEnum):
    """The printed sides of the board."""

    NORTH = "north"
    SOUTH = "south"


class Sky(StrEnum):
    """The kinds of weather."""

    SUN = "sun"
    RAIN = "rain"


@dataclass(frozen=True, slots=True, kw_only=True)
class Nest:
    """A nest on the board; it may have a name of its own."""

    bird: Bird
    cell: Annotated[str, OneOf(SQUARES, "a square, A1 to D4"), "where it lies"]
    owner: Owner
    called: Name | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Weather:
    """The weather of a day."""

    sky: Sky


@dataclass(frozen=True, slots=True, kw_only=True)
class Sun(Weather):
    """A day of sun, so many hours."""

    sky: Literal[Sky.SUN] = Sky.SUN
    hours: Annotated[int, Between(1, 12)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rain(Weather):
    """A day of rain."""

    sky: Literal[Sky.RAIN] = Sky.RAIN
    storm: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Guild:
    """A guild of a player."""

    rank: Annotated[int, Between(1, 5)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player of the game."""

    name: Name
    eggs: Annotated[int, Between(0, 20), "eggs in all_nests"]
    awake: Annotated[bool, "whether the player is awake"] = False
    flights: tuple[Annotated[int, Between(0, 9)], ...] = ()
    pair: Annotated[tuple[Annotated[int, Between(1, 6)], ...], Length(2, 2)] = (1, 1)
    food: Mapping[Bird, Amount] = field(default_factory=dict)
    guild: Guild | None = None
    den: Annotated[str | None, OneOf(("oak", "elm"), "oak or elm"), OrNull()] = None
    entered: Annotated[Entered, Keys(("eggs",))] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A whole table."""

    players: Annotated[tuple[Player, ...], Length(2, 4)]
    board: Side | Annotated[tuple[Row, ...], Length(2, 2)]
    nests: Annotated[tuple[Nest, ...], Length(0, 3)] = ()
    days: tuple[Sun | Rain, ...] = ()
    chart: Annotated[Mapping[str, Annotated[int, Between(0, 9)]], KeyPattern("[1-9]", "a number from 1 to 9")] = field(
        default_factory=dict
    )


def one_nest_a_square(table: Table) -> Iterator[Problem]:
    """No two nests lie on one square."""
    taken: set[str] = set()

    def is_free(index: int, nest: Nest) -> Iterator[Problem]:
        if nest.cell in taken:
            yield Problem(path=f"nests[{index}].cell", message=say("another nest lies on {cell}", cell=nest.cell))
        taken.add(nest.cell)

    yield from for_each(table.nests, is_free)


def columns(table: Table) -> tuple[Column, ...]:
    return tuple(
        Column(
            player=player.name,
            lines=(Line(rule="eggs", points=player.eggs, because=say("{n} eggs", n=player.eggs), ref=say("Eggs")),),
        )
        for player in table.players
    )


MEADOW: Final = Game(
    key="meadow",
    title="Meadow",
    name=say("Meadow"),
    source=say("made up"),
    table=Table,
    rules={"eggs": say("Eggs")},
    work_out=columns,
    criteria=lambda _table: (most_points(say("Eggs")),),
    limits={Table: (one_nest_a_square,)},
)


def on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the game to the others; nothing but its rules is known of it."""
    monkeypatch.setitem(cast("dict[str, Any]", GAMES), MEADOW.key, MEADOW)
    monkeypatch.setitem(KITS, MEADOW.key, plain_kit(MEADOW))
    monkeypatch.setitem(EDITORS, MEADOW.key, form_editor(MEADOW))
