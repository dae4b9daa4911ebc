"""What the open pairs of the forum would pay: the questions that its screen asks, and the answers in words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.carpe_diem.wording import short
from scoring.carpe_diem.forum.visits import forum_visit, open_pairs, whole_forum
from scoring.carpe_diem.limits import LIMITS
from scoring.carpe_diem.rulings import visit_rulings
from scoring.carpe_diem.state import ForumAsk, Good, Objective, Player, Table, VisitAsk
from scoring.carpe_diem.wording import ITEMS
from scoring.messages import Message, counted, say
from scoring.problems import Problem, problems_in

if TYPE_CHECKING:
    from companion.games.carpe_diem.forum import Pair
    from scoring.carpe_diem.forum.answers import ForumVisit
    from scoring.carpe_diem.state import Card


def pairs(table: Table, seat: int | None, objective: Objective) -> tuple[ForumVisit, ...]:
    """Return the best visit of a player to each open pair, best first; none where nobody's turn it is."""
    if seat is None:
        return ()
    return whole_forum(table, ForumAsk(player=table.players[seat].name, objective=objective)).visits


def ways(table: Table, seat: int | None, objective: Objective, pair: Pair | None) -> tuple[ForumVisit, ...]:
    """Return the best visit to an open pair and what else is worth considering; nothing where the pair is not open."""
    cards = cards_of(table, pair)
    if seat is None or cards is None:
        return ()
    found = forum_visit(table, VisitAsk(player=table.players[seat].name, cards=cards, objective=objective))
    every = (replace(found, others=None), *(found.others or ()))
    return tuple(replace(visit, cells=pair) for visit in every)


def cards_of(table: Table, pair: Pair | None) -> tuple[Card, Card] | None:
    """Return the cards of an open pair."""
    return next(((one, other) for cells, one, other in open_pairs(table) if cells == pair), None)


def rulings(table: Table, cards: tuple[Card, Card], visit: ForumVisit) -> tuple[Message, ...]:
    """Return the decisions that a visit rests on."""
    return visit_rulings(table, tuple(cards[one.card] for one in visit.visits), visit.visits)


def impossible(table: Table, seat: int) -> tuple[Problem, ...]:
    """Return what is impossible in what lies before a player, or in the forum."""
    found = problems_in(table, LIMITS)
    return tuple(problem for problem in found if problem.path.startswith((f"players[{seat}]", "forum")))


# -- words


def between(pair: tuple[str, ...]) -> str:
    """Return a place between two cards as it is called.

    >>> between(("B1", "C1"))
    'B1–C1'
    """
    return "–".join(pair)


def points(visit: ForumVisit) -> Message:
    """Return the points of a visit."""
    return counted(visit.points, "point", "points")


def besides(visit: ForumVisit) -> Message:
    """Return what a visit brings beside its points."""
    return say(
        "{steps}, {items} left, final total {final:+}",
        steps=counted(visit.prestige, "step", "steps"),
        items=counted(visit.items_left, "item", "items"),
        final=visit.final_gain,
    )


def cards_said(cards: tuple[Card, Card]) -> Message:
    """Return two cards in a few words."""
    return say("{one} | {other}", one=short(cards[0]), other=short(cards[1]))


def stock_said(player: Player, prestige_end: int) -> Message:
    """Return what a player brings to the forum."""
    held = [(player.goods.get(good, 0), *ITEMS[good.value]) for good in Good]
    held += [
        (player.coins, "coin", "coins"),
        (player.bread, "bread", "bread"),
        (player.stored_tiles, "stored tile", "stored tiles"),
    ]
    return say(
        "holds {held}, on space {space} of {end}",
        held=tuple(counted(number, one, many) for number, one, many in held if number),
        space=player.prestige,
        end=prestige_end,
    )
