"""What holds for every table and every placement of Mayor."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hypothesis import given
from hypothesis import strategies as st

from scoring import GAMES
from scoring.mayor.actions import place_a_park, place_a_tile, until_mayor
from scoring.mayor.checks import active_player_can_pay
from scoring.mayor.game import LIMITS
from scoring.mayor.rules import game_end
from scoring.mayor.state import EndAsk, ParkAsk, PlaceAsk, Table
from scoring.mayor.turns import Laying, place_tile
from scoring.problems import problems_in
from storage.documents import codec
from tests.scoring.mayor import strategies
from tests.scoring.mayor.judge import played
from tests.scoring.mayor.tables import ORDER, bank, document, park
from tests.storage.documents.test_fuzz import answer_or_problems, checked, scored, with_one_change
from tests.strategies import examples

if TYPE_CHECKING:
    from scoring.mayor.actions import Placement

GAME = GAMES["mayor"]
few = examples(60)
documents = st.sampled_from(
    [
        document("price", {"shown": 3}),
        document("rondel", {"extra": 2}),
        document("place", bank()),
        document("place_park", park()),
        document("end"),
    ]
)


def said(placement: Placement) -> tuple[int, dict[str, tuple[int, int]]]:
    return placement.matches, {player.name: (player.points, player.gold) for player in placement.players}


@given(strategies.tables())
@few
def test_who_is_mayor_at_the_end_has_the_first_place(table: Table) -> None:
    ending = game_end(table, EndAsk())
    first = {standing.player for standing in GAME.score(table).standings if standing.place == 1}
    assert ending.mayor is None or set(ending.mayor) == first
    assert ending.over is (ending.mayor is not None) is (ending.because is not None)


@given(strategies.placings() | strategies.parks())
@examples(120)
def test_a_tile_brings_what_it_brings_when_it_is_played_out(asked: tuple[Table, PlaceAsk | ParkAsk]) -> None:
    table, ask = asked
    matches, gains = played(table, ask)
    short = any(active_player_can_pay(table, ask))
    assert short is (_gold_without_end(table, ask) < 0)
    if not short:
        answer = place_a_park(table, ask) if isinstance(ask, ParkAsk) else place_a_tile(table, ask)
        assert said(answer) == (matches, gains)


def _gold_without_end(table: Table, ask: PlaceAsk | ParkAsk) -> int:
    """The gold of the active player at the end if there were plenty of it, less the plenty."""
    plenty = 100
    rich = replace(table, players=tuple(replace(player, banker=player.banker + plenty) for player in table.players))
    held = next(player.banker for player in table.players if player.name == ask.player)
    return held + played(rich, ask)[1][ask.player][1]


@given(strategies.placings())
@few
def test_a_placement_leaves_what_it_said(asked: tuple[Table, PlaceAsk]) -> None:
    table, ask = asked
    seat = next(number for number, player in enumerate(table.players) if player.name == ask.player)
    placement = until_mayor(table, seat, place_a_tile(table, ask))
    after = place_tile(table, seat, Laying(placement=placement), ORDER)
    for before, now, earned in zip(table.players, after.players, placement.players, strict=True):
        assert now.citizen == min(before.citizen + earned.points, 99)
        assert now.banker == min(before.banker + earned.gold, 999)
    assert after.players[seat].tiles == max(table.players[seat].tiles - 1, 0)
    assert {problem.path.rpartition(".")[2] for problem in problems_in(after, LIMITS)} <= {"citizen"}


@given(strategies.placings())
@few
def test_a_building_is_answered_or_refused_as_a_document(asked: tuple[Table, PlaceAsk]) -> None:
    table, ask = asked
    document_ = codec.table_document(GAME, table) | {"check": "place", "ask": codec.plain(ask)}
    result = answer_or_problems(checked, document_)
    assert ("problems" in result) is any(active_player_can_pay(table, ask))


@given(documents.flatmap(lambda document: with_one_change(document, 3)))
@examples(150)
def test_a_check_with_changes_has_a_result_or_problems(changed: dict[str, Any]) -> None:
    answer_or_problems(checked, changed)


@given(with_one_change(document(tile_lines={"shop": 0}), 3))
@few
def test_a_table_with_changes_has_a_result_or_problems(changed: dict[str, Any]) -> None:
    answer_or_problems(scored, changed)
