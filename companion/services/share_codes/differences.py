"""How a table differs from what it was, or from another one: by lines of the sheet, and by what gives no points."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from scoring.fields import document_fields, nouns_of
from scoring.messages import as_typed, say, wordless
from storage.documents import codec

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from companion.games.kit import GameKit
    from companion.tables.state import TableState
    from scoring.game import Game
    from scoring.messages import Message
    from scoring.sheet import Column

    State = TableState[Any]


def changed_lines(kit: GameKit, game: Game[Any], state: State, before: Column, after: Column) -> Iterator[Message]:
    """Yield the lines of the sheet that change for a player, as far as everybody may see them in play."""
    if kit.open_points(state, after) != after.total or kit.open_points(state, before) != before.total:
        return
    for was, now in zip(before.lines, after.lines, strict=True):
        if was.points != now.points:
            title = game.rules[now.rule]
            yield wordless("{line} {before} → {after}", line=title, before=was.points, after=now.points)


def unscored_fields(
    kit: GameKit, states: tuple[State, State], players: tuple[Any, Any], columns: tuple[Column, Column]
) -> tuple[list[Message], list[Message | str]]:
    """Return a player's changes that are no line of the sheet: the numbers, and the names of the rest.

    Where points are not open in play, all are names.
    """
    was, now = players
    told = _rules_that_differ(*columns)
    is_open = all(kit.open_points(state, column) == column.total for state, column in zip(states, columns, strict=True))
    pairs: list[tuple[Message | str, Any, Any, str]]
    if hasattr(now, "entries"):
        pairs = [
            (category.title, was.entries.get(category.key), now.entries.get(category.key), category.key)
            for category in states[1].table.pad.categories
        ]
    else:
        rule_of = {field: rule for rule, field in kit.fields.items()}
        pairs = [
            (
                field_name(type(now), field.name),
                getattr(was, field.name),
                getattr(now, field.name),
                rule_of.get(field.name, ""),
            )
            for field in fields(now)
            if field.name != "name"
        ]
    numbers: list[Message] = []
    others: list[Message | str] = []
    for title, old, new, rule in pairs:
        if old == new or (is_open and rule in told):
            continue
        if is_open and isinstance(new or 0, int) and isinstance(old or 0, int):
            numbers.append(wordless("{line} {before} → {after}", line=title, before=int(old or 0), after=int(new or 0)))
        else:
            others.append(title)
    return numbers, others


def _rules_that_differ(before: Column, after: Column) -> set[str]:
    both = zip(before.lines, after.lines, strict=True)
    return {was.rule for was, now in both if was.points != now.points}


def common_differences(before: State, after: State, brought: Container[str] = ()) -> list[Message | str]:
    """Return the names of what differs at two tables without players, but for fields that are `brought`."""
    names: list[Message | str] = []
    common = [name for name in document_fields(type(after.table)) if name != "players" and name not in brought]
    if any(getattr(before.table, name) != getattr(after.table, name) for name in common):
        names.append(say("pieces on the board"))
    if before.extras != after.extras or codec.plain_in_play(before.table) != codec.plain_in_play(after.table):
        names.append(say("notes on the turns"))
    return names


def also_different(names: Sequence[Message | str]) -> Message:
    """Return the sentence on what differs without a number."""
    return say("also different: {names}", names=tuple(names))


def field_name(record: type, field: str) -> Message:
    """Return the name of a field of a player, or of a table, in the middle of a sentence."""
    noun = nouns_of(record).get(field)
    return as_typed(field.replace("_", " ")) if noun is None else noun.name
