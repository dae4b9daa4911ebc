"""How a number came about that a line of the sheet repeats: every step at the table that moved it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.games import KITS
from companion.tables.live_table import DOCUMENT
from scoring.messages import say
from storage.documents.changes import ABSENT
from storage.documents.messages import message_of
from storage.repositories.tables import Store

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from companion.services.results import Result
    from companion.tables.store_worker import StoreWorker
    from scoring.messages import Message
    from storage.documents.changes import Change
    from storage.repositories.values import StoredStep

_PLAYERS: Final = f"{DOCUMENT}/table/players"
_NAME: Final = re.compile(rf"{_PLAYERS}/(\d+)/name")


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


async def load_track(worker: StoreWorker, table_id: str, seat: int, field: str, points: int) -> tuple[TrackStep, ...]:
    """Return the steps that led to these points of a player; none where they led to others."""
    return track_steps(await worker.run(Store.steps, table_id), seat, field, points)


def track_steps(steps: Iterable[StoredStep], seat: int, field: str, points: int) -> tuple[TrackStep, ...]:
    """Return the steps that moved a field of a player, without those that were undone; none if others led to `points`.

    What was on the track before the first step comes first, without having been moved.
    """
    every = list(_moves(tuple(steps), seat, field))[::-1]
    if not every:
        return ()
    start = _number(every[0][1].before)
    standing = _standing(every)
    found = [TrackStep(label=say("At the beginning"), points=0, total=start)] if start else []
    total = start
    for step, change in standing:
        moved = _number(change.after) - _number(change.before)
        total += moved
        found.append(TrackStep(label=message_of(step.label), points=moved, total=total))
    return tuple(found) if standing and total == points else ()


def _moves(steps: Sequence[StoredStep], seat: int, field: str) -> Iterator[tuple[StoredStep, Change]]:
    """Yield the moves of a player, the last one first; `seat` is theirs at the end, whatever it was before."""
    for step in reversed(steps):
        changes = {change.path: change for change in step.changes}
        name = changes.get(f"{_PLAYERS}/{seat}/name")
        came = None if name is None else _seat_before(step, name.after)
        if came is not None:
            seat = came
        elif name is not None and name.before is ABSENT:
            return
        elif f"{_PLAYERS}/{seat}/{field}" in changes:
            yield step, changes[f"{_PLAYERS}/{seat}/{field}"]


def _seat_before(step: StoredStep, name: object) -> int | None:
    """Return the seat that a name left in a step, `None` where it left none."""
    for change in step.changes:
        found = _NAME.fullmatch(change.path)
        if found is not None and change.before == name:
            return int(found[1])
    return None


def _standing(every: Sequence[tuple[StoredStep, Change]]) -> list[tuple[StoredStep, Change]]:
    """Return moves without those that were undone, and the undoing of them."""
    standing: list[tuple[StoredStep, Change]] = []
    for step, change in every:
        if step.kind == "undo":
            undone = (step.author, step.label, change.after, change.before)
            last = next((at for at in reversed(range(len(standing))) if _move(*standing[at]) == undone), None)
            if last is not None:
                del standing[last]
                continue
        standing.append((step, change))
    return standing


def _move(step: StoredStep, change: Change) -> tuple[object, ...]:
    return step.author, step.label, change.before, change.after


def _number(fact: object) -> int:
    return fact if isinstance(fact, int) else 0
