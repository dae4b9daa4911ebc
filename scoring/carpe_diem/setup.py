"""The setup: the check list, and the table before the first turn."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

from scoring.carpe_diem.data import (
    BLUEPRINT_TILES,
    BUILDING_PHASES,
    FORUM_CARDS_DRAWN,
    FOUNTAIN_PILE,
    FRAME_PARTS,
    KNOWN_VILLA_CHART,
    LAST_PHASE_TILES,
    LEFT_OVER_TILES,
    LOWER_EDGE_TILES,
    MARKER_DISCS,
    START_POINTS,
    VICTORY_PILES,
    WRITS,
)
from scoring.carpe_diem.state import FORUM_COLUMNS, FORUM_ROWS, District, Edition, Forum, Player, Table
from scoring.game import SEATS, SetupItem, setup_items
from scoring.messages import Message, counted, points_text, say, wordless

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Section(Enum):
    """A section of the check list."""

    EVERYBODY = say("Everybody takes")
    FORUM = say("The forum")
    MIDDLE = say("In the middle")
    START = say("Who begins")


_EVERYBODY: Final = {
    "frame-parts": say("{parts} frame parts at random, joined into a square", parts=FRAME_PARTS),
    "district-board": say("1 district board inside the frame, the handle of the shovel pointing to the top right"),
    "writs": say("{writs} writs, one on each writ space of the district", writs=WRITS),
    "resource-board": say("1 resource board"),
    "patrician": say("1 patrician in their own color, on a free blue rectangle in the middle of the game board"),
    "marker-discs": say("{discs} marker discs of that color, on the basket of the resource board", discs=MARKER_DISCS),
}

_EMPTY: Final = {
    2: say("the four corners stay empty"),
    3: say("two opposite corners stay empty"),
    4: say("every space gets one"),
}

_MIDDLE: Final = {
    "fountain-cards": say("{cards} fountain cards, shuffled, in one face-down pile", cards=FOUNTAIN_PILE),
    "victory-cards": say("victory point cards in {piles} piles by value", piles=VICTORY_PILES),
    "white-tiles": say(
        "building tiles with white backs: shuffled, {tiles} face up on each blueprint, the rest face down",
        tiles=BLUEPRINT_TILES,
    ),
    "black-tiles": say(
        "building tiles with black backs: shuffled, {tiles} face up, one on each square at the lower edge, the "
        "rest face down",
        tiles=LOWER_EDGE_TILES,
    ),
    "supply": say("goods, coins and bread in piles of their own"),
}

_FIRST_EDITION: Final = {
    "district-board": say("1 building board inside the frame, the handle of the shovel pointing to the player"),
    "writs": say("{writs} banderoles, one on each banderole space of the building board", writs=WRITS),
    "resource-board": say("1 overview board"),
    "marker-discs": say("{discs} marker discs of that color, on the overview board", discs=MARKER_DISCS),
    "forum-rest": say("put the other scoring cards back into the box"),
    "white-tiles": say(
        "building tiles with light green backs: shuffled, {tiles} face up on each blueprint, the rest face down",
        tiles=BLUEPRINT_TILES,
    ),
    "black-tiles": say(
        "building tiles with dark green backs: shuffled, {tiles} face up, one on each square at the lower edge, the "
        "rest face down",
        tiles=LOWER_EDGE_TILES,
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
    if table.phase < BUILDING_PHASES:
        fill = say("fill the blueprints with tiles with white backs")
        if edition is Edition.FIRST:
            fill = say("fill the blueprints with tiles with light green backs")
    else:
        fill = say("fill the blueprints with {tiles} tiles with black backs", tiles=LAST_PHASE_TILES)
        if edition is Edition.FIRST:
            fill = say("fill the blueprints with {tiles} tiles with dark green backs", tiles=LAST_PHASE_TILES)
    before = say("Pass the starting player token to the left, and {fill}.", fill=fill)
    left = LEFT_OVER_TILES[len(table.players)]
    if not left:
        return before
    away = counted(
        left,
        "The last tile of each blueprint goes back into the box.",
        "The last {number} tiles of each blueprint go back into the box.",
    )
    return wordless("{before} {away}", before=before, away=away)


def _forum(players: int) -> Mapping[str, Message]:
    drawn = FORUM_CARDS_DRAWN[players]
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
        for seat, (name, number) in enumerate(zip(SEATS, START_POINTS[players], strict=False), start=1)
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
    names: Sequence[str], edition: Edition = Edition.SECOND, *, villa_chart: Mapping[str, int] = KNOWN_VILLA_CHART
) -> Table:
    """Return the table of 2 to 4 players, named in seat order, before the first turn. Rulebook, Game Setup.

    The districts are empty and their shovel spaces unknown; the forum has no cards yet.
    """
    players = tuple(
        Player(name=name, victory_cards=points, prestige=0, stack=seat, writs_left=WRITS, district=District(tiles=()))
        for seat, (name, points) in enumerate(zip(names, START_POINTS[len(names)], strict=True))
    )
    empty = ((None,) * FORUM_COLUMNS,) * FORUM_ROWS
    return Table(players=players, edition=edition, villa_chart=villa_chart, forum=Forum(cards=empty))
