"""What the score pad adds to the app apart from its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.kit import GameKit, HelpPage
from companion.games.score_pad.attendance import away, late_start, leaving
from companion.games.score_pad.copy_values import COPY_PARTS, GAME, KEEPS, leaders, pad_here
from companion.tables.state import Extras, PlayerStyle, TableState
from scoring.messages import Message, as_typed, counted, say
from scoring.score_pad.game import comings_and_goings, deciding_gaps, entered_by, gap_text, gaps
from scoring.score_pad.margins import margins
from scoring.score_pad.state import Pad, Player, Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.tables.my_copy import MyCopy
    from scoring.score_pad.game import Gap

    PadTable = TableState[Table]


HELP: Final = HelpPage(
    enter=(
        say("Sheet: tap a cell, type a number or a sum (6+10+6)."),
        say("Bids: tap each bid, then what each player made."),
        say("Cards: tap each one; hold one to see what it would bring."),
        say("Joining late or leaving early? Tap a name above the rounds."),
        say("The microphone takes “Anna 12, Ben 15”, typed, pasted or dictated."),
        say("Make score pads under New table, All games."),
    ),
    rules=(KEEPS,),
)


NO_TEAMS: Final[Mapping[str, tuple[str, ...] | None]] = {}


def begin(names: Sequence[str], seats: Sequence[PlayerStyle], variant: str, copies: MyCopy) -> PadTable:
    """Return the table before the first turn; its variant is the id of a pad of my copy or of the shelf.

    Raises:
        LookupError: there is no such pad.

    """
    pad = pad_here(copies, variant)
    if pad is None:
        raise LookupError(variant)
    return _laid_out(pad, names, seats)


def begin_anew(state: PadTable, names: Sequence[str], seats: Sequence[PlayerStyle]) -> PadTable:
    """Return a table before its first turn with other players, and with the pad that it began with; teams stay."""
    teams = {player.name: player.members for player in state.table.players}
    return _laid_out(state.table.pad, names, seats, teams)


def _laid_out(
    pad: Pad, names: Sequence[str], seats: Sequence[PlayerStyle], teams: Mapping[str, tuple[str, ...] | None] = NO_TEAMS
) -> PadTable:
    table = Table(pad=pad, players=tuple(Player(name=name, members=teams.get(name)) for name in names))
    return TableState(table=table, extras=Extras(seats=tuple(seats)))


MAX_NAMED: Final = 3
"""The most categories that are named where numbers are missing."""


def missing_numbers(table: Table) -> Message | None:
    """Return how many numbers are missing where somebody else has one, and in which categories; `None` without any."""
    lacking = [(gap.category.title, _missing(table, gap)) for gap in gaps(table) if gap.seats]
    titles = tuple(as_typed(title) for title, _ in lacking)
    number = sum(missing for _, missing in lacking)
    if not number:
        return None
    if len(titles) > MAX_NAMED or len(table.pad.categories) == 1:
        return counted(number, "{number} number is missing", "{number} numbers are missing")
    return counted(
        number,
        "{number} number is missing in {categories}",
        "{number} numbers are missing in {categories}",
        categories=titles,
    )


def _missing(table: Table, gap: Gap) -> int:
    if not gap.category.shape.in_rounds:
        return len(gap.seats)
    lengths = entered_by(gap.category, table.players)
    return sum(max(lengths) - lengths[seat] for seat in gap.seats)


SCORE_PAD: Final = GameKit(
    game=GAME,
    begin=begin,
    begin_anew=begin_anew,
    early=lambda state: any(state.table.bids),
    help_page=HELP,
    variant_of=lambda _state: "",
    with_variant=lambda state, _variant, _copies: state,
    copy_parts=COPY_PARTS,
    walks=False,
    margins=margins,
    leaders=lambda state, columns: leaders(state.table, columns),
    late_start=late_start,
    leaving=leaving,
    away=away,
    comings=comings_and_goings,
    rulings_title=say("Worth knowing"),
    missing=missing_numbers,
    deciding_gaps=lambda table: tuple(gap_text(gap, table) for gap in deciding_gaps(table)),
)
