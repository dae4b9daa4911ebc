"""The state of a table in play: what lies on it (the document of the contract), and the extras of the app."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import chain, cycle, repeat
from typing import TYPE_CHECKING, Annotated, Any, Final, Generic, TypeVar, cast

from scoring.fields import Noun, NounKey, Number, PerPlayer, document_fields, in_play_fields, unwritten_defaults
from scoring.messages import say_in
from storage.documents import codec
from storage.documents.records import record_of

if TYPE_CHECKING:
    from scoring.game import Game
    from scoring.problems import Problem

T = TypeVar("T")


class Colour(NounKey):
    """The colour of a player."""

    RED = "red", Noun(say_in("player", "red"))
    GREEN = "green", Noun(say_in("player", "green"))
    BLUE = "blue", Noun(say_in("player", "blue"))
    YELLOW = "yellow", Noun(say_in("player", "yellow"))


class Shape(NounKey):
    """The shape of a player, so that colour alone never tells players apart."""

    CIRCLE = "circle", Noun(say_in("player", "circle"))
    SQUARE = "square", Noun(say_in("player", "square"))
    TRIANGLE = "triangle", Noun(say_in("player", "triangle"))
    DIAMOND = "diamond", Noun(say_in("player", "diamond"))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerStyle:
    """The colour and shape of a player; the name stands in the document."""

    colour: Colour
    shape: Shape


@dataclass(frozen=True, slots=True, kw_only=True)
class Extras:
    """What the app keeps of a table of any game, in addition to its document and what only the game in play has.

    `seats` are in the order of the table's players; `ticked` are the entries of the set-up list that are done;
    `checked` are the rules of the sheet that were checked in the final scoring; `only_end` says that nothing of the
    game is entered but its end; `place`, `note` and `photo`, which is its id, become those of the play; `came` is the
    fingerprint of the table as it came last from another device.

    `ids` are the numbers by which its steps know the players, in seat order, then of those who are gone, which no other
    player gets; `None` while they are those of the seats.
    """

    seats: Annotated[tuple[PlayerStyle, ...], PerPlayer()]
    ticked: tuple[str, ...] = ()
    checked: tuple[str, ...] = ()
    only_end: bool = False
    ids: tuple[int, ...] | None = None
    place: str | None = None
    note: str | None = None
    photo: str | None = None
    came: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState(Generic[T]):
    """The state of a table: everything that is saved, and everything that undo restores."""

    table: T
    extras: Extras


Stored = dict[str, Any]
"""A table as it is stored: the `table` with what only a table in play has, and the `extras`."""


def stored_of(state: TableState[Any]) -> Stored:
    """Return a state as it is stored."""
    return {"table": codec.plain(state.table) | codec.plain_in_play(state.table), "extras": codec.plain(state.extras)}


def stored_after(state: TableState[Any], before: TableState[Any], stored: Stored) -> Stored:
    """Return a state as it is stored; parts that are the same as `before` are taken from its `stored` object."""
    after: Stored = _plain_after(state, before, stored)
    return after


def documents_of(game: Game[Any], state: TableState[Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a state as plays and codes have it: the document of the contract, and its extras."""
    extras = codec.plain(state.extras) | codec.plain_in_play(state.table)
    return codec.table_document(game, state.table), extras


def _plain_after(value: object, before: object, was: Any) -> Any:  # noqa: ANN401 - what JSON can hold
    """Return a value as JSON, where `was` is the JSON of the value `before`."""
    if value is before:
        return was
    if isinstance(was, dict) and type(value) is type(before) and is_dataclass(value):
        names = (*document_fields(type(value)), *in_play_fields(type(value)))
        unwritten = unwritten_defaults(type(value))
        parts = ((name, getattr(value, name)) for name in names)
        return {
            name: _plain_after(part, getattr(before, name), was.get(name))
            for name, part in parts
            if part is not None and (name not in unwritten or part != unwritten[name])
        }
    if isinstance(value, tuple) and isinstance(before, tuple) and len(value) == len(before):
        return [_plain_after(*parts) for parts in zip(value, before, was, strict=True)]
    return codec.plain(value)


def state_of(game: Game[Any], stored: Mapping[str, Any]) -> TableState[Any]:
    """Return a stored state; it may break rules of the game.

    Raises:
        codec.DocumentError: the stored object does not have the fields of this version.

    """
    problems: list[Problem] = []
    table = record_of(game.table, in_play=True).read(stored["table"], None, problems)
    extras = record_of(Extras).read(stored["extras"], None, problems)
    if problems:
        raise codec.DocumentError(problems)
    return TableState(table=table, extras=extras)


def state_of_documents(game: Game[Any], document: Mapping[str, Any], extras: Mapping[str, Any]) -> TableState[Any]:
    """Return the state of a play or a code, as `state_of` does."""
    of_table = {name: extras[name] for name in in_play_fields(game.table) if name in extras}
    of_document = document["table"] if isinstance(document["table"], Mapping) else {}
    others = {name: value for name, value in extras.items() if name not in of_table}
    return state_of(game, {"table": {**of_document, **of_table}, "extras": others})


def state_of_table(table: Any, extras: Mapping[str, Any]) -> TableState[Any]:  # noqa: ANN401 - the table of any game
    """Return the state of a table that has been read, whose extras have not.

    Raises:
        codec.DocumentError: the extras do not have the fields of this version.

    """
    problems: list[Problem] = []
    shapes, names = record_of(type(table), in_play=True).fields, in_play_fields(type(table))
    in_play = {name: shapes[name].read(extras[name], (None, name), problems) for name in names if name in extras}
    others = {name: value for name, value in extras.items() if name not in in_play}
    read = record_of(Extras).read(others, None, problems)
    if problems:
        raise codec.DocumentError(problems)
    return TableState(table=replace(table, **in_play), extras=read)


def state_after(state: TableState[T], before: TableState[T]) -> TableState[T]:
    """Return a state in which whatever is as `before` is the same object, for those who look only at what changed."""
    after: TableState[T] = _same_objects(state, before)
    return after


def _same_objects(value: Any, before: Any) -> Any:  # noqa: ANN401 - parts of any state
    if type(value) is not type(before):
        return value
    if value == before:
        return before
    if is_dataclass(value):
        parts = {field.name: getattr(value, field.name) for field in fields(value)}
        same = {name: _same_objects(part, getattr(before, name)) for name, part in parts.items()}
        return replace(cast("Any", value), **same)
    if isinstance(value, tuple) and len(value) == len(before):
        return tuple(_same_objects(*parts) for parts in zip(value, before, strict=True))
    return value


def toggle_tick(these: tuple[str, ...], key: str) -> tuple[str, ...]:
    """Add a tick to a list, or remove it where it is ticked."""
    return tuple(tick for tick in these if tick != key) if key in these else (*these, key)


def index_now(entries: Sequence[object], seen: Sequence[object], at: int) -> int | None:
    """Return where an entry is by now that was seen at an index of a list; `None` if somebody took it away.

    >>> index_now("ac", "abc", 2), index_now("ac", "abc", 1), index_now("b", "bb", 1), index_now("aBc", "abc", 1)
    (1, None, None, 1)
    """
    entry = seen[at]
    stays = list(entries[at : at + 1]) == [entry]
    if len(entries) == len(seen):
        return at if stays or entry not in entries else entries.index(entry)
    if entries.count(entry) < seen.count(entry):
        return None
    return at if stays else entries.index(entry)


def transition(action: Callable[..., T], *args: Any) -> Callable[[TableState[T]], TableState[T]]:  # noqa: ANN401 - what it takes
    """Return an action of a game's rules as a change of the table in play."""
    return lambda state: replace(state, table=action(state.table, *args))


def with_player(state: TableState[Any], seat: int, **values: object) -> TableState[Any]:
    """Return the table with fields of one player changed."""
    players = list(state.table.players)
    players[seat] = replace(players[seat], **values)
    return replace(state, table=replace(state.table, players=tuple(players)))


def with_number(state: TableState[Any], seat: int, number: Number, value: int) -> TableState[Any]:
    """Return the table with a number of one player changed."""
    players = list(state.table.players)
    players[seat] = number.put(players[seat], value)
    return replace(state, table=replace(state.table, players=tuple(players)))


def with_table(state: TableState[T], **values: Any) -> TableState[T]:  # noqa: ANN401 - fields of any type
    """Return the table with fields of its document changed."""
    table: Any = state.table
    return replace(state, table=replace(table, **values))


def with_extras(state: TableState[T], **values: Any) -> TableState[T]:  # noqa: ANN401 - fields of any type
    """Return the table with fields of its extras changed."""
    return replace(state, extras=replace(state.extras, **values))


def shareable_state(state: TableState[T]) -> TableState[T]:
    """Return a table as it is shared: without the place, the note and the photo, and what only concerns this device."""
    return with_extras(state, place=None, note=None, photo=None, came=None)


def fingerprint(game: Game[Any], state: TableState[Any]) -> str:
    """Return 12 characters by which a shared table is known again, as long as nothing of it is changed."""
    stored = documents_of(game, shareable_state(state))
    return hashlib.sha256(codec.to_json(stored)).hexdigest()[:12]


STYLES: Final = tuple(PlayerStyle(colour=colour, shape=shape) for colour, shape in zip(Colour, Shape, strict=True))
"""The style of each seat, unless a player has another one."""


def style_of(colour: str, shape: str) -> PlayerStyle | None:
    """Return a stored style of a player, `None` where there is none, or none of this version."""
    if colour not in set(Colour) or shape not in set(Shape):
        return None
    return PlayerStyle(colour=Colour(colour), shape=Shape(shape))


def styles(number: int, kept: Sequence[Mapping[str, str]] = ()) -> tuple[PlayerStyle, ...]:
    """Return a style for each player: the stored one, else that of the seat.

    Where more play than there are colours, the colours come again with the next shape.

    >>> [f"{seat.colour} {seat.shape}" for seat in styles(6, [{"colour": "blue", "shape": "circle"}])[3:]]
    ['yellow diamond', 'red square', 'green triangle']
    """
    shapes = tuple(Shape)
    own = (
        PlayerStyle(colour=style.colour, shape=shapes[(seat + seat // len(STYLES)) % len(shapes)])
        for seat, style in zip(range(number), cycle(STYLES), strict=False)
    )
    chosen = (style_of(look.get("colour", ""), look.get("shape", "")) for look in kept)
    return tuple(
        chosen_style or own_style for chosen_style, own_style in zip(chain(chosen, repeat(None)), own, strict=False)
    )
