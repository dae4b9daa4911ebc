"""Rounds in which one player is marked, as the app has them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from companion.games.score_pad.kinds.kind import (
    Cell,
    Dial,
    KindKit,
    round_remark,
    round_title,
    with_entry,
    with_points,
    with_round,
)
from scoring.messages import Message, points_text, say
from scoring.score_pad.game import entered_by
from scoring.score_pad.kinds import Marked, MarkedRule
from scoring.score_pad.kinds.category import MAX_ROUNDS, Category, Group, groups_in
from scoring.score_pad.kinds.marked import ADD_RANGE
from scoring.score_pad.state import Table, attended

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.score_pad.kinds.kind import EntryPart, Listed, State

MARKED_BY: Final[Mapping[MarkedRule, Message]] = {
    MarkedRule.DOUBLE: say("closed the round"),
    MarkedRule.CLEAR: say("closed the round"),
    MarkedRule.TAKE: say("won the round"),
}
"""What the player did who is marked in a round."""

SKYJO: Final = Marked(key="preset", title="?", rule=MarkedRule.DOUBLE)
UNO: Final = Marked(key="preset", title="?", rule=MarkedRule.TAKE)
RUMMIKUB: Final = Marked(key="preset", title="?", rule=MarkedRule.TAKE, lose=True)
CABO: Final = Marked(key="preset", title="?", rule=MarkedRule.CLEAR, add=10)

_ROUNDS, _BELOW_0 = ((5, 8, 12), (8, 5, 12)), (-2, -3, 12)
"""The numbers of rounds that are the example, of the player who is marked first."""


class MarkedKit(KindKit[Marked]):
    """A number round by round, and who is marked in the round."""

    of = Marked
    name = say("Marked rounds")
    is_typed = False
    presets: ClassVar = {"Skyjo": SKYJO, "UNO": UNO, "Rummikub": RUMMIKUB, "CABO": CABO}
    own_reason = True

    def worth(self, category: Marked, _titles: Mapping[str, str]) -> Message:
        match category.rule:
            case MarkedRule.DOUBLE:
                if category.negatives:
                    return say(
                        "the number of whoever closes the round counts double, unless all others have more; also "
                        "below 0"
                    )
                return say("the number of whoever closes the round counts double, unless all others have more")
            case MarkedRule.CLEAR:
                if category.add:
                    return say(
                        "the number of whoever closes the round counts 0; if somebody has less, it counts with "
                        "{number} more",
                        number=category.add,
                    )
                return say("the number of whoever closes the round counts 0, unless somebody has less")
        if category.lose:
            return say("whoever wins the round gets the numbers of the others, who lose them")
        return say("whoever wins the round gets the numbers of the others")

    def examples(self, category: Marked, _titles: Mapping[str, str]) -> tuple[Message, ...]:
        held = (*_ROUNDS, _BELOW_0) if category.rule is MarkedRule.DOUBLE else _ROUNDS
        in_rounds = [[((number, not at),) for at, number in enumerate(numbers)] for numbers in held]
        return with_points([category.scored(entered, ("", "", ""))[0] for entered in in_rounds])

    def dials(self, category: Marked) -> tuple[Dial, ...]:
        add = Dial(path=("add",), name=say("points added"), range=ADD_RANGE, stays=True)
        return () if category.add is None else (add,)

    def with_part(self, listed: Listed, part: EntryPart, number: int | None) -> Listed:
        index = part.index or 0
        before = listed[index] if index < len(listed) else None
        marked = isinstance(before, tuple) and bool(before[1])
        mark: Group | None = None if number is None else (number, marked)
        return with_round(listed, index, mark, (0, False))

    def remark(self, category: Marked, table: Table, index: int) -> Message | None:
        if index not in category.unfinished(attended(table.players, category)):
            return None
        if category.rule is MarkedRule.TAKE:
            return say("{round}: who won it?", round=round_title(index))
        return say("{round}: who closed it?", round=round_title(index))

    def reason(self, category: Marked, table: Table, part: EntryPart, seat: int) -> Message | None:
        index, players = part.index or 0, table.players
        score = self.round_score(category, table, index, seat)
        if score is None:
            return round_remark(self, category, table, index - 1)
        if any(is_marked(table, rival, part) for rival in range(len(players))):
            return score[1]
        if any(rounds <= index for rounds in entered_by(category, players)):
            return None  # whoever closed it may be still to come
        return self.remark(category, table, index) or score[1]

    def shown(self, category: Marked, cell: Cell) -> dict[str, Any]:
        if cell.part.index is None:
            return KindKit.shown(self, category, cell)
        score = self.round_score(category, cell.table, cell.part.index, cell.seat)
        worth, points = (None, ()) if score is None else (score[0], (points_text(score[0]),))
        marked = is_marked(cell.table, cell.seat, cell.part)
        said = (*cell.said, *([MARKED_BY[category.rule]] if marked else []), *points)
        how = "×2 " if marked and category.rule is MarkedRule.DOUBLE else ""
        return {"worth": worth, "how": how, "marked": marked, "said": said}

    def marked_by(self, category: Marked) -> Message:
        return MARKED_BY[category.rule]


def is_marked(table: Table, seat: int, part: EntryPart) -> bool:
    """Return whether a player is the one who closed a round, or won it."""
    marks = groups_in(table.players[seat].entries.get(part.key))
    return part.index is not None and part.index < len(marks) and bool(marks[part.index][1])


def unmarked_round(category: Category, table: Table, last: int = MAX_ROUNDS) -> int | None:
    """Return the last round up to one of them that all have entered and nobody has closed, or won; `None` without."""
    entered = min(entered_by(category, table.players))
    open_rounds = category.unfinished(attended(table.players, category))
    return max((index for index in open_rounds if index <= last and index < entered), default=None)


def mark(state: State, seat: int, part: EntryPart) -> State:
    """Mark the player who closed a round, or won it, and nobody else; who is marked already is not any more."""
    key, index = part.key, part.index or 0
    marked = not is_marked(state.table, seat, part)
    for rival, player in enumerate(state.table.players):
        marks = groups_in(player.entries.get(key))
        if rival == seat or index < len(marks):
            number = marks[index][0] if index < len(marks) else 0
            entry = with_round(marks, index, (number, marked and rival == seat), (0, False))
            state = with_entry(state, rival, key, entry)
    return state


def with_rule(category: Marked, rule: MarkedRule) -> Marked:
    """Return rounds in which something else happens to the marked player."""
    add = 0 if rule is MarkedRule.CLEAR else None
    return replace(category, rule=rule, negatives=None, add=add, lose=None)
