"""What Carpe Diem adds to the app in addition to its rules."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.games.carpe_diem.actions import EMPTY_TALLY
from companion.games.carpe_diem.copy_values import COPY_PARTS, GAME, SHAPE_PART, villa_values
from companion.games.carpe_diem.wording import forum_phase_name
from companion.games.kit import GameKit, HelpPage
from companion.tables.state import Extras, PlayerStyle, TableState, with_player, with_table
from scoring.carpe_diem import moves
from scoring.carpe_diem.data import BUILDING_PHASES
from scoring.carpe_diem.forum.visits import is_over, next_visitor
from scoring.carpe_diem.margins import margins
from scoring.carpe_diem.moves import laid_out, setup
from scoring.carpe_diem.state import ROUNDS, Edition
from scoring.messages import Message, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.carpe_diem.actions import CarpeDiemTable
    from companion.tables.my_copy import MyCopy


BY_SEAT: Final = say("You begin with points by seat.")

HELP: Final = HelpPage(
    enter=(
        say("District: draw what is built, or tap a square to choose its tile."),
        say("Forum: lay the cards; each open pair then says what it would bring."),
        say("Tap the phase below the name of the game to note a round."),
    ),
    rules=(
        BY_SEAT,
        say("Four building phases of seven rounds; each ends in the forum."),
        say("A card that is not met costs 4 points."),
    ),
)


def begin(names: Sequence[str], seats: Sequence[PlayerStyle], edition: str, copies: MyCopy) -> CarpeDiemTable:
    """Return the table before the first turn, with the known entries of the villa chart."""
    table = laid_out(names, Edition(edition), villa_chart=villa_values(copies))
    return TableState(table=table, extras=Extras(seats=tuple(seats)))


def put_marker(state: CarpeDiemTable, seat: int, space: int) -> CarpeDiemTable:
    """Put a marker on a space of the bar; where only the end is entered, nobody knows which of two lies on top."""
    if state.extras.only_end:
        return with_player(state, seat, prestige=space)
    return replace(state, table=moves.put_marker(state.table, seat, space))


def stage(state: CarpeDiemTable) -> Message:
    """Return how far the game is: the building phase, or the forum phase once the order in the forum is fixed.

    The words are short enough for the bar of a table on a phone.
    """
    phase, number = state.table.phase, state.table.round
    if is_over(state.table):
        return say("final scoring")
    if number is not None and _has_rounds(state):
        return say("phase {phase}, round {round}", phase=phase, round=number)
    if state.table.order:
        return forum_phase_name(phase)
    return say("building {phase} of {phases}", phase=phase, phases=BUILDING_PHASES)


def early(state: CarpeDiemTable) -> Message | None:
    """Return the stage where phases are still to come; whoever counts a district at the end need not note them."""
    counted = any(player.tally is not None for player in state.table.players)
    return None if is_over(state.table) or counted else stage(state)


def next_round(state: CarpeDiemTable) -> int | None:
    """Return the next round of a building phase; after the last one the forum phase begins, which is said elsewhere."""
    number = (state.table.round or 0) + 1
    return number if number <= ROUNDS and _has_rounds(state) and not state.extras.only_end else None


def _has_rounds(state: CarpeDiemTable) -> bool:
    """Return whether rounds are played now: in a building phase."""
    return not state.table.order and not is_over(state.table)


CARPE_DIEM: Final = GameKit(
    game=GAME,
    mark="villa",
    variants={edition.value: edition.noun.title for edition in reversed(Edition)},
    begin=begin,
    help_page=HELP,
    variant_of=lambda state: state.table.edition.value,
    with_variant=lambda state, edition, _: with_table(state, edition=Edition(edition)),
    setup=lambda state: setup(len(state.table.players), state.table.edition),
    copy_parts=COPY_PARTS,
    counted_parts=frozenset({SHAPE_PART}),
    margins=margins,
    begins_with=BY_SEAT,
    stage=stage,
    early=early,
    turn=lambda state: next_visitor(state.table),
    fields={name: name for name in ("victory_cards", "prestige", "writs_left", "stack")},
    put={"prestige": put_marker},
    blank={"victory_cards": 0, "writs_left": 0, "stack": 0, "district": None, "tally": EMPTY_TALLY},
)
