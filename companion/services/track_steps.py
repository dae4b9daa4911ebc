"""The history of a number that a line of the sheet repeats: every step at the table that moved it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.games import KITS
from companion.tables.players import PLAYERS, ids_of
from scoring.messages import say
from storage.documents.messages import message_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.services.results import Result
    from scoring.messages import Message
    from storage.documents.changes import Change
    from storage.repositories.tables import Store
    from storage.repositories.values import StoredStep


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackStep:
    """A step that moved a track: what was done, the points that it gave, and the points after it."""

    label: Message
    points: int
    total: int


def track_field(result: Result, seat: int, number: int) -> str | None:
    """Return the field of a player that a line of the sheet repeats, `None` where its steps are not known."""
    line = result.sheet.columns[seat].lines[number]
    if result.table_id is None or result.game is None or line.entered:
        return None
    return KITS[result.game].fields.get(line.rule)


def load_track(store: Store, table_id: str, seat: int, field: str, points: int) -> tuple[TrackStep, ...]:
    """Return the steps that led to these points of a player; none where they led to others."""
    table = store.table(table_id)
    if table is None:
        return ()
    player = ids_of(table.content["extras"].get("ids"), seat + 1)[seat]
    return track_steps(store.steps(table_id), player, field, points)


def track_steps(steps: Iterable[StoredStep], player: int, field: str, points: int) -> tuple[TrackStep, ...]:
    """Return the steps that moved a field of a player, without those that were undone; none if others led to `points`.

    `player` is the id. What was on the track before the first step comes first, without having been moved.
    """
    path = f"{PLAYERS}/{player}"
    moves = [step for step in steps if all(change.path != path for change in step.changes)]  # neither came nor went
    every = [(step, change) for step in moves for change in step.changes if change.path == f"{path}/{field}"]
    if not every:
        return ()
    start = _number(every[0][1].before)
    standing = _standing(every)
    track = [TrackStep(label=say("At the beginning"), points=0, total=start)] if start else []
    total = start
    for step, change in standing:
        moved = _number(change.after) - _number(change.before)
        total += moved
        track.append(TrackStep(label=message_of(step.label), points=moved, total=total))
    return tuple(track) if standing and total == points else ()


def _standing(every: Sequence[tuple[StoredStep, Change]]) -> list[tuple[StoredStep, Change]]:
    """Return moves without those that were undone, and the undoing of them.

    Undoing a move takes along those before it that were undone as well, and stood on the way back.
    """
    standing: list[tuple[StoredStep, Change]] = []
    for step, change in every:
        last = _undone(standing, step, change) if step.kind == "undo" else None
        if last is None:
            standing.append((step, change))
        else:
            del standing[last]
    return standing


def _undone(standing: Sequence[tuple[StoredStep, Change]], step: StoredStep, change: Change) -> slice | None:
    """Return which moves an undo took back, `None` where that cannot be told."""
    move = step.author, step.label, change.before
    at = next((at for at in reversed(range(len(standing))) if _move(*standing[at]) == move), None)
    first = at
    while at is not None and first is not None and standing[first][1].before != change.after:
        first = first - 1 if first and standing[first - 1][0].state != "done" else None
    return None if at is None or first is None else slice(first, at + 1)


def _move(step: StoredStep, change: Change) -> tuple[object, ...]:
    return step.author, step.label, change.after


def _number(fact: object) -> int:
    return fact if isinstance(fact, int) else 0
