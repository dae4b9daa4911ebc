"""Which parts of players a table has had before."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from companion.services.share_codes.player_parts import with_part
from companion.tables.players import by_id, by_seat
from companion.tables.state import state_of
from storage.documents import codec
from storage.documents.changes import applied, flatten, reversed_, unflatten

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.services.share_codes.player_parts import ReceivedPart, State
    from scoring.game import Game
    from storage.repositories.tables import Store


def older_parts(
    store: Store, table_id: str, game: Game[Any], seated: Sequence[tuple[ReceivedPart, int | None]]
) -> frozenset[bytes]:
    """Return the payloads of the parts that would have changed nothing at an earlier state of a table."""
    waiting = {part.payload: (part, seat) for part, seat in seated if seat is not None}
    older = set()
    for state in _earlier_states(store, table_id, game):
        there = {
            payload for payload, (part, seat) in waiting.items() if with_part(game.key, state, seat, part) == state
        }
        older |= there
        waiting = {payload: placed for payload, placed in waiting.items() if payload not in there}
        if not waiting:
            break
    return frozenset(older)


def _earlier_states(store: Store, table_id: str, game: Game[Any]) -> Iterator[State]:
    """Yield the states that a table was in, the latest first, as far as they can be read and still stand."""
    stored = store.table(table_id)
    if stored is None:
        return
    facts = flatten(by_id(game, stored.content))
    steps = store.steps(table_id)
    for index in reversed(range(len(steps))):
        facts = applied(facts, reversed_(steps[index].changes))
        if index and steps[index - 1].state != "done":
            continue
        with suppress(codec.DocumentError, LookupError):
            yield state_of(game, by_seat(game, unflatten(facts)))
