"""The final scoring of The Palaces of Carrara: one function for each heading, and the tie-break."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.messages import counted, say
from scoring.palaces_of_carrara.bonus_card import Bonus, bonus
from scoring.palaces_of_carrara.building_card import ESTATES
from scoring.palaces_of_carrara.data import MAJORITIES
from scoring.palaces_of_carrara.object_card import collected
from scoring.palaces_of_carrara.objectives import cards, coins_for_a_point
from scoring.sheet import Better, Column, Criterion, Line, most_points

if TYPE_CHECKING:
    from scoring.palaces_of_carrara.state import Player, Table


_FINAL: Final = say("Rulebook, Final Scoring")


def columns(table: Table) -> tuple[Column, ...]:
    """Score all players; the majorities of a bonus points card look at everybody."""
    return tuple(column(table, player) for player in table.players)


def compares_players(table: Table) -> bool:
    """Return whether the bonus points card has majorities."""
    return table.cards is not None and table.cards.green in MAJORITIES


def column(table: Table, player: Player) -> Column:
    """Score one player."""
    extra = bonus(table, player)
    lines = (
        scoring_track(player),
        objects(table, player),
        buildings(table, player),
        coins(table, player, extra),
        bonus_points(table, extra),
    )
    return Column(player=player.name, lines=lines)


def scoring_track(player: Player) -> Line:
    """The points scored in play, those for announcing the end among them. Rulebook, Action III."""
    because = say("on space {space}", space=player.score)
    return Line(rule="track", points=player.score, because=because, ref=say("Rulebook, Action III: Score"))


def objects(table: Table, player: Player) -> Line:
    """Objects count as the object card says. Rulebook, Final Scoring; Expansion, Object Cards."""
    _, card, _ = cards(table)
    made = collected(card, player.objects)
    because = say("{text}", text=made.because) if made.because else say("no objects")
    ref = _FINAL if table.cards is None else say("Expansion, The Cards in Detail: Object Cards")
    return Line(rule="objects", points=made.points, because=because, ref=ref)


def buildings(table: Table, player: Player) -> Line:
    """Buildings count as the building card says. Rulebook, Final Scoring; Expansion, Building Cards."""
    _, _, card = cards(table)
    estate = ESTATES[card](player)
    because = say("{text}", text=estate.because)
    if not estate.because:
        because = say("none that the card counts") if player.buildings else say("no buildings")
    ref = _FINAL if table.cards is None else say("Expansion, The Cards in Detail: Building Cards")
    return Line(rule="buildings", points=estate.points, because=because, ref=ref)


def coins(table: Table, player: Player, extra: Bonus) -> Line:
    """Each five coins are a point, or each two with that top card. Rulebook, Final Scoring.

    The coins of the bonus points card join the others first (a ruling).
    """
    rate = coins_for_a_point(table)
    because = say("no coins left")
    if extra.coins:
        because = counted(
            player.coins,
            "{number} coin and {more} of the bonus points card, a point for every {rate}",
            "{number} coins and {more} of the bonus points card, a point for every {rate}",
            more=extra.coins,
            rate=rate,
        )
    elif player.coins:
        because = counted(
            player.coins,
            "{number} coin, a point for every {rate}",
            "{number} coins, a point for every {rate}",
            rate=rate,
        )
    points = (player.coins + extra.coins) // rate
    return Line(rule="coins", points=points, because=because, ref=_FINAL)


def bonus_points(table: Table, extra: Bonus) -> Line:
    """The points of the bonus points card. Expansion, Bonus Points Cards."""
    ref = _FINAL if table.cards is None else say("Expansion, The Cards in Detail: Bonus Points Cards")
    return Line(rule="bonus", points=extra.points, because=extra.because, ref=ref)


def blocks_held(player: Player) -> int:
    """Return how many blocks a player has; their colors do not matter."""
    return sum(player.blocks.values())


def ties(_table: Table) -> tuple[Criterion[Table], ...]:
    """Return what decides the game: most points, then most blocks; after that the win is shared. Rulebook, Ties."""
    blocks: Criterion[Table] = Criterion(
        name="blocks",
        title=say("blocks"),
        better=Better.MOST,
        figure=lambda table, seat, _column: blocks_held(table.players[seat]),
        ref=say("Rulebook, How are ties resolved?"),
    )
    return most_points(_FINAL), blocks
