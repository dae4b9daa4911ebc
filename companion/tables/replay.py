"""What steps make of a table: one without a step or with it again, a damaged one after some; and how a track moved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.tables.players import PLAYERS, by_id, by_seat, fits_players, ids_of
from companion.tables.state import Stored, state_of, stored_of
from scoring.messages import Message, say
from storage.documents.changes import (
    ABSENT,
    Change,
    applied,
    flatten,
    is_same,
    is_within,
    reversed_,
    still_true,
    unflatten,
)
from storage.documents.messages import message_of
from storage.repositories.values import StepKind, StoredStep, game_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from storage.documents.changes import Absent, Fact
    from storage.repositories.tables import Store


def table_after(key: str, stored: Stored, changes: Sequence[Change]) -> Stored:
    """Return a stored table after some changes, as it is written when all of it can be read.

    Raises:
        DocumentError: it has fields that cannot be.
        LookupError: it lacks what every table has, or this version does not know its game.
        TypeError: what it consists of is of another kind.
        ValueError: it names seats that there are not.

    """
    game = game_of(key)
    if game is None:
        raise LookupError(key)
    if changes:
        stored = by_seat(game, unflatten(applied(flatten(by_id(game, stored)), changes)))
    state = state_of(game, stored)
    if not fits_players(state):
        raise ValueError(key)
    return stored_of(state)


def ways_to_turn(
    step: StoredStep, steps: Sequence[StoredStep], facts: Mapping[str, Fact], kind: StepKind
) -> Iterator[tuple[Change, ...]]:
    """Yield the changes that undo or redo a step of a table with these facts, and then those to fall back on.

    A fact is as the last step made it that nobody has undone, whoever made the ones before. `steps` are all steps of
    the table, none where nobody else has made any: then each fact is as the step found it. What others have made of it
    since stays.
    """
    own, among = step.changes, _Steps(step, steps)
    paths = {change.path for change in own}
    taken = {path for path in paths if among.has_newer(path, facts)}
    ways = [own]
    if any(neighbour.number == step.number for neighbour in steps):
        changes_among = tuple(Change(change.path, among.before(change.path), change.after) for change in own)
        ways.insert(0, changes_among)
        if kind == "undo":
            left = among.left(facts)
            taken |= {change.path for change in left if change.before == change.after}
            ways.insert(0, (*changes_among, *left))
    for changes in ways:
        made = changes if kind == "redo" else reversed_(changes)
        kept = still_true(facts, reversed_(made), taken)
        if any(change.path in paths for change in kept):
            yield reversed_(kept)


class _Steps:
    """The steps of a table around one of them, and what they wrote at each path, from the first to the last."""

    def __init__(self, step: StoredStep, steps: Sequence[StoredStep]) -> None:
        self._step = step
        self._undone = [neighbour for neighbour in steps if neighbour.number != step.number and not _stands(neighbour)]
        self._written: dict[str, list[tuple[StoredStep, Change]]] = {}
        for neighbour in steps:
            for change in neighbour.changes:
                self._written.setdefault(change.path, []).append((neighbour, change))

    def before(self, path: str) -> Fact | Absent:
        """Return the fact at a path of the step without it, and without all that was undone before it."""
        earlier = [change for neighbour, change in self._standing(path) if neighbour.number < self._step.number]
        return earlier[-1].after if earlier else self._written[path][0][1].before

    def has_newer(self, path: str, facts: Mapping[str, Fact]) -> bool:
        """Return whether somebody has written the fact at a path after the step."""
        newer = [change for neighbour, change in self._standing(path) if neighbour.number > self._step.number]
        return bool(newer) and is_same(facts.get(path, ABSENT), newer[-1].after)

    def left(self, facts: Mapping[str, Fact]) -> tuple[Change, ...]:
        """Return what undone steps left at other paths, as this one stood in their way; without change what stays."""
        own = {change.path for change in self._step.changes}
        reached, waiting = set(own), self._undone
        while near := [neighbour for neighbour in waiting if _touches(neighbour, reached)]:
            reached |= {change.path for neighbour in near for change in neighbour.changes}
            waiting = [neighbour for neighbour in waiting if neighbour not in near]
        left = []
        for path in sorted(reached - own):
            now = facts.get(path, ABSENT)
            if any(self._standing(path)):
                left.append(Change(path, now, now))
            elif not is_same(now, first := self._written[path][0][1].before):
                left.append(Change(path, first, now))
        return tuple(left)

    def _standing(self, path: str) -> Iterator[tuple[StoredStep, Change]]:
        """Yield what other steps that nobody has undone wrote at a path."""
        written = self._written.get(path, ())
        return (
            (neighbour, change)
            for neighbour, change in written
            if neighbour.number != self._step.number and _stands(neighbour)
        )


def _stands(step: StoredStep) -> bool:
    """Return whether nobody has undone a step; a player who came with it stays as long as others enter for them."""
    comes = (change.before is ABSENT and change.path.rpartition("/")[0] == PLAYERS for change in step.changes)
    return step.state == "done" or any(comes)


def _touches(step: StoredStep, paths: set[str]) -> bool:
    changed = [change.path for change in step.changes]
    return any(is_within(mine, path) or is_within(path, mine) for mine in changed for path in paths)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackStep:
    """A step that moved a track: what was done, the points that it gave, and the points after it."""

    label: Message
    points: int
    total: int


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
    standing = _steps_that_stand(every)
    track = [TrackStep(label=say("At the beginning"), points=0, total=start)] if start else []
    total = start
    for step, change in standing:
        moved = _number(change.after) - _number(change.before)
        total += moved
        track.append(TrackStep(label=message_of(step.label), points=moved, total=total))
    return tuple(track) if standing and total == points else ()


def _steps_that_stand(every: Sequence[tuple[StoredStep, Change]]) -> list[tuple[StoredStep, Change]]:
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
    """Return which moves an undo took back, `None` where that is not known."""
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
