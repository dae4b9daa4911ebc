"""The setup, with its check list; and the moves: each takes a table and returns the table after it."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, Final, cast

from scoring.carpe_diem import data
from scoring.carpe_diem.building_phase import Moved, advance, bonus, settled_key, writ_key
from scoring.carpe_diem.forum.visits import cards_of, is_over, next_visitor, order_now
from scoring.carpe_diem.state import (
    BREAD,
    CARD_POINTS_RANGE,
    COINS,
    FORUM_COLUMNS,
    FORUM_ROWS,
    BookedVisit,
    District,
    Edition,
    Forum,
    Good,
    Player,
    Table,
)
from scoring.fields import AMOUNT_RANGE
from scoring.game import SEATS, SetupItem, setup_items
from scoring.messages import Message, counted, points_text, say, wordless
from scoring.players import with_player

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scoring.carpe_diem.district import Structure
    from scoring.carpe_diem.forum.answers import ForumVisit


class Section(Enum):
    """A section of the check list."""

    EVERYBODY = say("Everybody takes")
    FORUM = say("The forum")
    MIDDLE = say("In the middle")
    START = say("Who begins")


_EVERYBODY: Final = {
    "frame-parts": say("{parts} frame parts at random, joined into a square", parts=data.FRAME_PARTS),
    "district-board": say("1 district board inside the frame, the handle of the shovel pointing to the top right"),
    "writs": say("{writs} writs, one on each writ space of the district", writs=data.WRITS),
    "resource-board": say("1 resource board"),
    "patrician": say("1 patrician in their own color, on a free blue rectangle in the middle of the game board"),
    "marker-discs": say(
        "{discs} marker discs of that color, on the basket of the resource board", discs=data.MARKER_DISCS
    ),
}

_EMPTY: Final = {
    2: say("the four corners stay empty"),
    3: say("two opposite corners stay empty"),
    4: say("every space gets one"),
}

_MIDDLE: Final = {
    "fountain-cards": say("{cards} fountain cards, shuffled, in one face-down pile", cards=data.FOUNTAIN_PILE),
    "victory-cards": say("victory point cards in {piles} piles by value", piles=data.VICTORY_PILES),
    "white-tiles": say(
        "building tiles with white backs: shuffled, {tiles} face up on each blueprint, the rest face down",
        tiles=data.BLUEPRINT_TILES,
    ),
    "black-tiles": say(
        "building tiles with black backs: shuffled, {tiles} face up, one on each square at the lower edge, the "
        "rest face down",
        tiles=data.LOWER_EDGE_TILES,
    ),
    "supply": say("goods, coins and bread in piles of their own"),
}

_FIRST_EDITION: Final = {
    "district-board": say("1 building board inside the frame, the handle of the shovel pointing to the player"),
    "writs": say("{writs} banderoles, one on each banderole space of the building board", writs=data.WRITS),
    "resource-board": say("1 overview board"),
    "marker-discs": say("{discs} marker discs of that color, on the overview board", discs=data.MARKER_DISCS),
    "forum-rest": say("put the other scoring cards back into the box"),
    "white-tiles": say(
        "building tiles with light green backs: shuffled, {tiles} face up on each blueprint, the rest face down",
        tiles=data.BLUEPRINT_TILES,
    ),
    "black-tiles": say(
        "building tiles with dark green backs: shuffled, {tiles} face up, one on each square at the lower edge, the "
        "rest face down",
        tiles=data.LOWER_EDGE_TILES,
    ),
    "prestige-bar": say(
        "one marker of each player on space 0 of the banderole bar, the starting player's at the bottom, the others on "
        "top of it in seat order"
    ),
}
"""What the first edition calls otherwise, and where its shovel points."""


def setup(players: int, edition: Edition) -> tuple[SetupItem, ...]:
    """Return the check list for 2 to 4 players, in the order in which it is worked off. Rulebook, Game Setup.

    The list of the first edition has its words; its rulebook is not wholly at hand, and the list says so.

    >>> [str(item.message) for item in setup(2, Edition.SECOND) if item.key.startswith("points-")]
    ['Starting player: 8 points on cards', 'Second player: 9 points on cards']
    """
    sections = (
        (Section.EVERYBODY, _EVERYBODY),
        (Section.FORUM, _forum(players)),
        (Section.MIDDLE, _MIDDLE),
        (Section.START, _start(players, edition)),
    )
    otherwise = _FIRST_EDITION if edition is Edition.FIRST else {}
    return setup_items(
        (section, {key: otherwise.get(key, message) for key, message in messages.items()})
        for section, messages in sections
    )


def between_phases(table: Table) -> Message:
    """Return what is done before a building phase, 2 to 4. Rulebook, Phases 2-4 and 2- and 3-player Games."""
    edition = table.edition
    if table.phase < data.BUILDING_PHASES:
        fill = say("fill the blueprints with tiles with white backs")
        if edition is Edition.FIRST:
            fill = say("fill the blueprints with tiles with light green backs")
    else:
        fill = say("fill the blueprints with {tiles} tiles with black backs", tiles=data.LAST_PHASE_TILES)
        if edition is Edition.FIRST:
            fill = say("fill the blueprints with {tiles} tiles with dark green backs", tiles=data.LAST_PHASE_TILES)
    before = say("Pass the starting player token to the left, and {fill}.", fill=fill)
    left = data.LEFT_OVER_TILES[len(table.players)]
    if not left:
        return before
    away = counted(
        left,
        "The last tile of each blueprint goes back into the box.",
        "The last {number} tiles of each blueprint go back into the box.",
    )
    return wordless("{before} {away}", before=before, away=away)


def _forum(players: int) -> Mapping[str, Message]:
    drawn = data.FORUM_CARDS_DRAWN[players]
    by_letter = tuple(wordless("{number} {letter}", number=number, letter=stack) for stack, number in drawn.items())
    lay = say(
        "mix these {number} cards and lay them face up: {empty}", number=sum(drawn.values()), empty=_EMPTY[players]
    )
    return {
        "forum-draw": say("shuffle the forum cards by letter and draw {by_letter}", by_letter=by_letter),
        "forum-lay": lay,
        "forum-rest": say("put the other forum cards back into the box"),
    }


def _start(players: int, edition: Edition) -> Mapping[str, Message]:
    points = {
        f"points-{seat}": say("{seat}: {points} on cards", seat=name, points=points_text(number))
        for seat, (name, number) in enumerate(zip(SEATS, data.START_POINTS[players], strict=False), start=1)
    }
    items = {
        "starting-player": say(
            "give the starting player token to whoever begins; by the rulebook that is the youngest"
        ),
        "prestige-bar": say(
            "one marker of each player on space 0 of the prestige bar, the starting player's at the bottom, the others "
            "on top of it in seat order"
        ),
        **points,
    }
    if edition is Edition.FIRST:
        items["edition"] = say("where the rulebook of your edition differs from this list, follow it")
    return items


def laid_out(
    names: Sequence[str], edition: Edition = Edition.SECOND, *, villa_chart: Mapping[str, int] = data.KNOWN_VILLA_CHART
) -> Table:
    """Return the table of 2 to 4 players, named in seat order, before the first turn. Rulebook, Game Setup.

    The districts are empty and their shovel spaces unknown; the forum has no cards yet.
    """
    players = tuple(
        Player(
            name=name, victory_cards=points, prestige=0, stack=seat, writs_left=data.WRITS, district=District(tiles=())
        )
        for seat, (name, points) in enumerate(zip(names, data.START_POINTS[len(names)], strict=True))
    )
    empty = ((None,) * FORUM_COLUMNS,) * FORUM_ROWS
    return Table(players=players, edition=edition, villa_chart=villa_chart, forum=Forum(cards=empty))


def move_marker(table: Table, seat: int, steps: int) -> tuple[Table, Moved]:
    """Move a marker by 0 or more steps, and score the points for those past the end. Rulebook, Administration.

    The marker lies on top of the pile on its new space, even if it does not leave the last one; markers above it sink.
    """
    made = _advance(table, seat, steps)
    return _add_points(_move_unscored(table, seat, steps), seat, made.points), made


def put_marker(table: Table, seat: int, space: int) -> Table:
    """Put a marker on another space of the prestige bar, on top of the pile there; markers above it sink."""
    return table if space == table.players[seat].prestige else _put_on_top(table, seat, space)


def raise_marker(table: Table, seat: int) -> Table:
    """Exchange a marker with the one right above it in its pile."""
    marker = table.players[seat]
    for neighbour, player in enumerate(table.players):
        if player.prestige == marker.prestige and player.stack == marker.stack + 1:
            return with_player(with_player(table, neighbour, stack=marker.stack), seat, stack=player.stack)
    return table


def _advance(table: Table, seat: int, steps: int) -> Moved:
    return advance(steps, table.prestige_end - table.players[seat].prestige, table.edition)


def _move_unscored(table: Table, seat: int, steps: int) -> Table:
    space = table.players[seat].prestige + _advance(table, seat, steps).steps
    return _put_on_top(table, seat, space) if steps else table


def _put_on_top(table: Table, seat: int, space: int) -> Table:
    mover = table.players[seat]
    players = [_sink(player, mover) for player in table.players]
    others = [player for at, player in enumerate(players) if at != seat]
    beneath = sum(player.prestige == space for player in others)
    players[seat] = replace(mover, prestige=space, stack=beneath)
    return replace(table, players=tuple(players))


def _sink(player: Player, lifted: Player) -> Player:
    """Lower a marker by one that lies above the lifted marker in its pile."""
    if player.prestige == lifted.prestige and player.stack > lifted.stack:
        return replace(player, stack=player.stack - 1)
    return player


def take_bonus(table: Table, seat: int, structure: Structure) -> Table:
    """Take the bonus of a completed structure into the stock, once. Rulebook, Building Phase.

    It depends on the stock at that moment.
    """
    if settled_key(seat, structure) in table.settled:
        return table
    player = table.players[seat]
    gain = bonus(structure, player.goods)
    goods = {} if gain.goods_returned else dict(player.goods)
    if gain.good is not None:
        goods[gain.good] = AMOUNT_RANGE.clamp(goods.get(gain.good, 0) + gain.goods)
    stocked = with_player(
        settle(table, seat, (structure,)),
        seat,
        goods=goods,
        coins=AMOUNT_RANGE.clamp(player.coins + gain.coins),
        bread=AMOUNT_RANGE.clamp(player.bread + gain.bread),
    )
    return move_marker(stocked, seat, gain.steps)[0]


def settle(table: Table, seat: int, structures: tuple[Structure, ...]) -> Table:
    """Mark the bonuses of structures as taken, without booking them."""
    keys = (settled_key(seat, structure) for structure in structures)
    return replace(table, settled=tuple(dict.fromkeys((*table.settled, *keys))))


def take_writ(table: Table, seat: int, cell: str) -> Table:
    """Take the writ of a square, once, and move one step; without a writ nothing happens. Rulebook, Building Phase."""
    left, key = table.players[seat].writs_left, writ_key(seat, cell)
    if not left or key in table.writs:
        return table
    return move_marker(replace(with_player(table, seat, writs_left=left - 1), writs=(*table.writs, key)), seat, 1)[0]


def return_writ(table: Table, seat: int, cell: str) -> Table:
    """Undo a writ that was none: it returns to the board, and the marker moves one space back, on top of the pile."""
    player, key = table.players[seat], writ_key(seat, cell)
    if key not in table.writs:
        return table
    returned = with_player(put_marker(table, seat, max(player.prestige - 1, 0)), seat, writs_left=player.writs_left + 1)
    return replace(returned, writs=tuple(writ for writ in table.writs if writ != key))


def begin_phase(table: Table) -> Table:
    """Begin the next forum phase; the order of visits is fixed now (a ruling). Rulebook, Forum Phase."""
    return table if table.order or is_over(table) else replace(table, order=order_now(table))


def make_visit(table: Table, visit: ForumVisit) -> Table:
    """Pay and take what a visit of the player whose turn it is costs and gains, and book it. Rulebook, Forum Phase.

    The marker on the bar moves, and a disc is laid between the cards. The points of the visit include those for steps
    past the end of the bar. Nothing changes where no phase is open, or the pair is not.
    """
    seat = next_visitor(table)
    cards = cards_of(table, visit.cells)
    if seat is None or visit.cells is None or cards is None:
        return table
    player = table.players[seat]
    goods, coins, bread, steps = dict(player.goods), player.coins, player.bread, 0
    for met in visit.visits:
        for good in Good:
            if met.paid.get(good):
                goods[good] = AMOUNT_RANGE.clamp(goods.get(good, 0) - met.paid[good])
        coins = AMOUNT_RANGE.clamp(coins - met.paid.get(COINS, 0) + met.gained.coins)
        bread = AMOUNT_RANGE.clamp(bread - met.paid.get(BREAD, 0) + met.gained.bread)
        steps += cards[met.card].reward.prestige * met.sets
    paid = with_player(table, seat, goods=goods, coins=coins, bread=bread)
    walked = _add_points(_move_unscored(paid, seat, steps), seat, visit.points)
    forum = cast("Forum", table.forum)  # a pair lies open in it
    marked = replace(walked, forum=replace(forum, markers=(*forum.markers, visit.cells)))
    return _book(marked, seat, visit.cells, visit.points, visit.prestige)


def skip_visit(table: Table, seat: int) -> Table:
    """Skip the visit of the player whose turn it is; out of turn nothing changes."""
    return _book(table, seat) if next_visitor(table) == seat else table


def _book(table: Table, seat: int, cells: tuple[str, ...] = (), points: int = 0, prestige: int = 0) -> Table:
    """Book a visit; the last one ends the phase."""
    visit = BookedVisit(phase=table.phase, seat=seat, cells=cells, points=points, prestige=prestige)
    after = replace(table, visits=(*table.visits, visit))
    return end_phase(after) if next_visitor(after) is None else after


def end_phase(table: Table) -> Table:
    """End the open forum phase, or leave out the next one, however many visits were booked.

    Where rounds are noted, the next building phase begins with its first one.
    """
    if is_over(table):
        return table
    return replace(table, phase=table.phase + 1, order=(), round=None if table.round is None else 1)


def _add_points(table: Table, seat: int, points: int) -> Table:
    cards = CARD_POINTS_RANGE.clamp((table.players[seat].victory_cards or 0) + points)
    return with_player(table, seat, victory_cards=cards)
