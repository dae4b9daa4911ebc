"""A game that brings nothing but its rules: its kit, and how its table is entered, both from the types of its state."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from companion.games.kit import BASE, GameKit, HelpPage
from companion.tables.state import Extras, PlayerStyle, TableState
from scoring.messages import say
from storage.documents import records
from storage.documents.codec import plain
from storage.documents.fields import BooleanField, ChoiceField, Field, IntegerField, NameField, PatternField

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.tables.my_copy import MyCopy
    from scoring.game import Game
    from scoring.problems import Problem

    State = TableState[Any]

UNNAMED: Final = "?"
"""The name of something until somebody types another one."""

PLAYER_TAB, TABLE_TAB = say("Player"), say("Table")
"""The titles of the tabs on which such a game is entered."""


def plain_kit(game: Game[Any]) -> GameKit:
    """Return the kit of a game without one of its own: its table begins with the smallest values."""
    return GameKit(game=game.key, begin=partial(_begin, game), help_page=_help_page(game), variants={BASE: game.name})


def _begin(
    game: Game[Any], names: Sequence[str], seats: Sequence[PlayerStyle], _variant: str, _copies: MyCopy
) -> State:
    """Return the table before the first turn: nothing lies there that does not have to.

    Raises:
        ValueError: the smallest values cannot be read.

    """
    players = _table_field(game).fields["players"]
    document = smallest(_table_field(game), names)
    document["players"] = [smallest(players.entry, (name,)) | {"name": name} for name in names]
    table = _read(game, document)
    if table is None:
        message = f"{game.key}: its smallest table cannot be read"
        raise ValueError(message)
    return TableState(table=table, extras=Extras(seats=tuple(seats)))


def smallest(field: Field, names: Sequence[str]) -> Any:  # noqa: ANN401 - any JSON
    """Return the smallest value of a field as JSON: the number next to 0, the first choice, the first of these names.

    A name that is not that of a player is a question mark.

    >>> smallest(record_of(Extras).fields["only_end"], ("Anna",))
    False
    """
    match field:
        case IntegerField():
            return field.range.clamp(0)
        case BooleanField():
            return False
        case ChoiceField():
            return str(next(iter(field.values)))
        case NameField():
            return names[0] if field.of_player else UNNAMED
        case PatternField():
            return field.example
    return _smallest_with_parts(field, names)


def _smallest_with_parts(field: Field, names: Sequence[str]) -> Any:  # noqa: ANN401 - any JSON
    match field:
        case records.RecordField():
            return {name: smallest(field.fields[name], names) for name in field.required}
        case records.KindField():
            kind, record = next(iter(field.kinds.items()))
            return {field.tag: kind} | smallest(record, names)
        case records.ListField():
            return [smallest(field.entry, names) for _ in range(field.length.least if field.length else 0)]
        case records.EitherField():
            return smallest(next(iter(field.shapes.values())), names)
        case records.CountsField():
            return {}
    return None if isinstance(field, records.NullableField) else ""


def with_value(
    game: Game[Any],
    state: State,
    seen: Any,  # noqa: ANN401 - any JSON
    path: tuple[str | int, ...],
    change: Callable[[Any], Any],
) -> State:
    """Change the value at a path of the table's document; `None` takes it away.

    `seen` is the document that it was changed on. A piece is found by its square, wherever in its list it is by now;
    where entries were added or removed since in another list that the path leads through, the entry would be another
    one, and nothing changes. Nor does it where the table cannot be read then.
    """
    document = plain(state.table)
    holder, key = _found(document, seen, path)
    if holder is None:
        return state
    value = change(holder[key] if isinstance(holder, list) else holder.get(key))
    if value is None and isinstance(holder, dict):
        holder.pop(key, None)
    else:
        holder[key] = value
    table = _read(game, document)
    return state if table is None else replace(state, table=table)


def _found(document: Any, seen: Any, path: tuple[str | int, ...]) -> tuple[Any, Any]:  # noqa: ANN401 - any JSON
    """Return the object or list that holds the value at a path, and its key there; `None` where it is gone."""
    *way, last = path
    for key in way:
        key_now = _key_now(document, seen, key)
        if key_now is None:
            return None, None
        document, seen = document[key_now], seen[key]
    key_now = last if isinstance(document, dict) else _key_now(document, seen, last)
    return (None, None) if key_now is None else (document, key_now)


def _key_now(document: Any, seen: Any, key: str | int) -> Any:  # noqa: ANN401 - any JSON
    """Return where a part that was seen lies now: by its square, if it lies on one; `None` where it is gone."""
    if isinstance(document, dict) and isinstance(seen, dict):
        return key if key in document else None
    if not isinstance(document, list) or not isinstance(seen, list):
        return None
    cell = _square(seen[int(key)])
    there = [at for at, part in enumerate(document) if cell is not None and _square(part) == cell]
    if len(there) == 1:
        return there[0]
    return key if len(document) == len(seen) else None  # its square may just have been typed


def _square(part: Any) -> Any:  # noqa: ANN401 - any JSON
    """Return the square of a piece, `None` for what lies on none."""
    return part.get("cell") if isinstance(part, dict) else None


def _read(game: Game[Any], document: Any) -> Any:  # noqa: ANN401 - the table of any game
    problems: list[Problem] = []
    table = records.record_of(game.table).read(document, None, problems)
    return None if problems else table


def _table_field(game: Game[Any]) -> Any:  # noqa: ANN401 - its list of players is known to be one
    return records.record_of(game.table)


def _help_page(game: Game[Any]) -> HelpPage:
    """Return how the game is entered, and what its sheet counts."""
    tabs = [
        say(
            "{tab}: what a player has, one field below the other, and the points so far with their reasons.",
            tab=PLAYER_TAB,
        )
    ]
    if has_table_fields(game):
        tabs.append(say("{tab}: what lies on the table, and what applies to everybody.", tab=TABLE_TAB))
    sheet = (
        say("Sheet: nothing but the end, a number for each line and player as on paper."),
        say("End: who won and why."),
    )
    return HelpPage(
        enter=(*tabs, *sheet), rules=(say("The sheet has these lines: {lines}.", lines=tuple(game.rules.values())),)
    )


def has_table_fields(game: Game[Any]) -> bool:
    """Return whether anything is entered for all players together."""
    return len(_table_field(game).fields) > 1
