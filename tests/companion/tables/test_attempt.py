"""What follows from a table after a change: as if all of it were worked out anew, only faster."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.tables.attempt import evaluated
from companion.tables.state import Extras, TableState, styles
from scoring import GAMES
from scoring.problems import problems_in
from tests.scoring.carpe_diem import strategies as carpe_diem
from tests.scoring.little_town import strategies as little_town
from tests.scoring.mayor import strategies as mayor
from tests.scoring.palaces_of_carrara import strategies as carrara
from tests.scoring.score_pad import strategies as score_pad
from tests.strategies import few

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from companion.tables.attempt import Evaluated


TABLES: Final[Mapping[str, st.SearchStrategy[Any]]] = {
    "carpe-diem": carpe_diem.tables(few),
    "little-town": little_town.towns(),
    "mayor": mayor.tables(),
    "palaces-of-carrara": carrara.tables(),
    "score-pad": score_pad.tables(),
}
games = pytest.mark.parametrize("key", list(GAMES))


def mixed(first: Any, second: Any, chance: Random) -> Any:
    """A part of a table with some parts of another one, whether the rules allow that or not."""
    if type(first) is not type(second) or chance.random() < 0.3:
        return first
    if is_dataclass(first) and not isinstance(first, type) and chance.random() < 0.9:
        name = chance.choice(fields(first)).name
        return replace(first, **{name: mixed(getattr(first, name), getattr(second, name), chance)})
    if isinstance(first, tuple) and first and second and chance.random() < 0.9:
        at = chance.randrange(len(first))
        return (*first[:at], mixed(first[at], chance.choice(second), chance), *first[at + 1 :])
    return second


def without_one(table: Any, chance: Random) -> Any:
    """A table from which a player went, unless nobody would be left."""
    players = list(table.players)
    players.pop(chance.randrange(len(players)))
    return replace(table, players=tuple(players)) if players else table


def shuffled(table: Any, chance: Random) -> Any:
    """A table with the same players in other seats."""
    return replace(table, players=tuple(chance.sample(table.players, len(table.players))))


def after_a_change(table: Any, second: Any, chance: Random) -> Any:
    """A table with one player changed, or something else, or who sits there."""
    seat = chance.randrange(len(table.players))
    player = mixed(table.players[seat], chance.choice(second.players), chance)
    changed = replace(table, players=(*table.players[:seat], player, *table.players[seat + 1 :]))
    return chance.choice(
        (changed, changed, changed, mixed(table, second, chance), without_one(table, chance), shuffled(table, chance))
    )


def follows(key: str, table: Any, before: Evaluated | None) -> Evaluated:
    return evaluated(GAMES[key], TableState(table=table, extras=Extras(seats=styles(len(table.players)))), before)


@games
@settings(deadline=None, max_examples=30)
@given(st.data(), st.randoms(use_true_random=False))
def test_after_changes_all_follows_as_if_it_were_worked_out_anew(key: str, data: st.DataObject, chance: Random) -> None:
    now = data.draw(TABLES[key])
    others = [data.draw(TABLES[key]) for _ in range(2)]
    before = follows(key, now, None)
    for _ in range(6):
        after = after_a_change(now, chance.choice(others), chance)
        try:
            whole = follows(key, after, None)
        except (KeyError, ValueError, IndexError):  # it cannot be scored, and so nobody gets there
            continue
        evaluated_anew = follows(key, after, before)
        assert evaluated_anew == whole
        assert evaluated_anew.problems == tuple(problems_in(after, GAMES[key].limits_at_table))
        assert evaluated_anew.columns == GAMES[key].columns(after)
        now, before = after, evaluated_anew
