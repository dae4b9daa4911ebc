"""Who comes late to a pad with rounds, or leaves early: what is asked of whom, and the steps that say it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.kit import LateStart, StageStep
from companion.tables.state import transition, with_player
from scoring.fields import Between
from scoring.messages import Message, points_text, say
from scoring.score_pad.attendance import Start, in_rounds, rounds_played, start_points, with_joined, with_left
from scoring.score_pad.game import entered_by
from scoring.score_pad.state import JOINED_RANGE, is_there, rounds_before
from scoring.sheet import Winner

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.score_pad.kinds.kind import State
    from scoring.score_pad.kinds import Category
    from scoring.score_pad.state import Player, Table

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
