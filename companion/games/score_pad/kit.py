"""What the score pad adds to the app apart from its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.kit import GameKit, HelpPage, LateStart, StageStep
from companion.games.score_pad.copy_values import COPY_PARTS, GAME, KEEPS, leaders, pad_here, still_to_reach
from companion.games.score_pad.kinds import kit_of
from companion.tables.state import Extras, PlayerStyle, TableState, transition, with_player
from scoring.fields import Between
from scoring.messages import Message, as_typed, counted, points_text, say
from scoring.score_pad.attendance import Start, in_rounds, rounds_played, start_points, with_joined, with_left
from scoring.score_pad.game import comings_and_goings, deciding_gaps, entered_by, gap_text, gaps, open_questions
from scoring.score_pad.margins import margins
from scoring.score_pad.state import JOINED_RANGE, Pad, Player, Table, is_there, rounds_before
from scoring.sheet import Winner

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.games.score_pad.kinds.kind import State
    from companion.tables.my_copy import MyCopy
    from scoring.score_pad.game import Gap
    from scoring.score_pad.kinds import Category

    PadTable = TableState[Table]


STARTS: Final[Mapping[Start, Message]] = {
    Start.NOTHING: say("with 0"),
    Start.LOWEST: say("with the lowest so far"),
    Start.AVERAGE: say("with the average so far"),
    Start.HIGHEST: say("with the highest so far"),
}
"""How somebody begins who comes late, as choices."""

IN_WHOLE_POINTS: Final = say("The average is rounded to a whole number, half a point up.")


def is_asked(player: Player, category: Category, index: int | None) -> bool:
    """Return whether something is entered for a player in a round, or in a category of one number or a list.

    Of who left early that is what they have entered: nothing else is asked.
    """
    if index is not None:
        return is_there(player, index)
    return player.left is None or category.key in player.entries


def late_start(state: State, asked: int | None = None) -> LateStart | None:
    """Return how somebody begins who sits down last, in a round or the next one; `None` where none was played yet.

    What those have who are worst off is offered where the fewest points win, too.
    """
    table = state.table
    played = rounds_played(table)
    if played == 0:
        return None
    rounds = Between(JOINED_RANGE.low, min(played + 1, max(category.shape.most for category in in_rounds(table))))
    number = rounds.clamp(rounds.high if asked is None else asked)
    starts = [start for start in Start if start is not Start.HIGHEST or table.pad.winner is Winner.FEWEST]
    ways = tuple(_begins(table, start, number) for start in starts)
    return LateStart(number=number, rounds=rounds, ways=ways, note=IN_WHOLE_POINTS)


def _begins(table: Table, start: Start, number: int) -> StageStep:
    points = start_points(table, start, number)
    words = STARTS[start]
    if start is not Start.NOTHING:
        words = say("{what}: {value}", what=words, value=points_text(sum(points.values())))

    def join(state: State) -> State:
        return transition(with_joined, len(state.table.players) - 1, number, points)(state)

    return StageStep(words=words, apply=join)


def leaving(state: State, seat: int) -> StageStep | None:
    """Return the step by which a player leaves after the last round that they have entered, or is back in the game.

    It is `None` where the player has not played any round yet.
    """
    player, number = state.table.players[seat], _last_round(state.table, seat)
    if player.left is not None:
        return StageStep(words=say("Back in the game"), apply=lambda now: with_player(now, seat, left=None))
    if number <= rounds_before(player):
        return None

    def leave(now: State) -> State:
        is_last = _last_round(now.table, seat) == number  # else somebody has entered another round meanwhile
        return transition(with_left, seat, number)(now) if is_last else now

    return StageStep(words=say("Leaves after round {number}", number=number), apply=leave)


def _last_round(table: Table, seat: int) -> int:
    """Return the number of the last round for which a player has an entry in any category."""
    return max((entered_by(category, table.players)[seat] for category in in_rounds(table)), default=0)


def away(table: Table, seat: int) -> Message | None:
    """Return since when a player is gone, `None` where they are there."""
    left = table.players[seat].left
    return None if left is None else say("left after round {number}", number=left)


def begun_with(player: Player, category: Category, index: int) -> int | None:
    """Return the points with which a player began, as they stand in the round before; `None` elsewhere."""
    if player.joined is None or index != rounds_before(player) - 1:
        return None
    return player.joined.points.get(category.key, 0)


HELP: Final = HelpPage(
    enter=(
        say("Sheet: tap a cell, type a number or a sum (6+10+6)."),
        say("Bids: tap each bid, then what each player made."),
        say("Cards: tap each one; hold one to see what it would bring."),
        say("Joining late or leaving early? Tap a name above the rounds."),
        say("The microphone takes “Anna 12, Ben 15”, typed, pasted or dictated."),
        say("Make pads under New table, All games."),
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


def missing(table: Table) -> Message | None:
    """Return how many numbers are missing, else which rounds nobody closed, else which questions are open, if any."""
    rounds = (gap_text(gap, table) for gap in gaps(table) if gap.rounds)
    number = len(open_questions(table))
    if (words := _missing_numbers(table) or next(rounds, None)) is not None or not number:
        return words
    return counted(number, "{number} question of the cards is open", "{number} questions of the cards are open")


def _missing_numbers(table: Table) -> Message | None:
    """Return which number is missing that somebody else has, of several how many and where; `None` without any."""
    lacking = [gap for gap in gaps(table) if gap.seats]
    titles = tuple(as_typed(gap.category.title) for gap in lacking)
    number = sum(_missing(table, gap) for gap in lacking)
    if not number:
        return None
    if number == 1 and not lacking[0].category.shape.in_rounds:
        (seat,) = lacking[0].seats
        return say("{what}: {value}", what=table.players[seat].name, value=say("{name} is missing", name=titles[0]))
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


def early(state: PadTable) -> Message | None:
    """Return that a round is being played, or when a game ends that nobody has brought there, or that nothing is known.

    Where all play together, they know how it ended without a number.
    """
    table = state.table
    if any(table.bids):
        return say("in the middle of a round")
    if table.pad.winner is not Winner.TOGETHER and not any(player.entries for player in table.players):
        return say("nothing entered")
    return still_to_reach(table)


SCORE_PAD: Final = GameKit(
    game=GAME,
    begin=begin,
    begin_anew=begin_anew,
    early=early,
    help_page=HELP,
    variant_of=lambda _state: "",
    with_variant=lambda state, _variant, _copies: state,
    copy_parts=COPY_PARTS,
    walks=False,
    margins=margins,
    pieces=lambda table: kit_of(table.pad.categories[0]).pieces(table.pad.categories[0], table),
    leaders=lambda state, columns: leaders(state.table, columns),
    late_start=late_start,
    leaving=leaving,
    away=away,
    comings=comings_and_goings,
    missing=missing,
    deciding_gaps=lambda table: (*(gap_text(gap, table) for gap in deciding_gaps(table)), *open_questions(table)),
)
