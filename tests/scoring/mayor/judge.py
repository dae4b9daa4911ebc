"""A placement played out at the table, piece by piece: the judge of what `place_a_tile` and `place_a_park` say."""

from __future__ import annotations

from scoring.mayor.state import Building, ParkAsk, PlaceAsk, Table


class Hand:
    """A player who notes what is given and taken."""

    def __init__(self, citizen: int, banker: int) -> None:
        self.citizen = citizen
        self.banker = banker

    def take(self, building: Building) -> None:
        if building is Building.SHOP:
            self.banker += 4
        elif building is Building.CHURCH:
            self.citizen += 2
        elif building is Building.BANK:
            self.citizen += 1
            self.banker += 2
        else:
            self.citizen += 3
            self.banker -= 1


def played(table: Table, ask: PlaceAsk | ParkAsk) -> tuple[int, dict[str, tuple[int, int]]]:
    """Return the matches, and what everybody has more at the end: points and gold."""
    hands = {player.name: Hand(player.citizen, player.banker) for player in table.players}
    active = hands[ask.player]
    if ask.rainbow and active.citizen > 0:
        active.citizen -= 1
    matches = 0
    if isinstance(ask, ParkAsk):
        for building in ask.block:
            for _ in range(ask.icons.get(building, 0)):
                matches += 1
                active.take(building)
    else:
        for street in ask.square.streets:
            if street is ask.icons.street:
                matches += 1
                active.take(ask.kind)
        for icon, shown in ((ask.icons.area, ask.square.area), (ask.icons.ring, ask.square.ring)):
            if icon is shown:
                matches += 1
                active.take(ask.kind)
        for name in ask.beside:
            hands[name].take(ask.kind)
    return matches, {
        player.name: (hands[player.name].citizen - player.citizen, max(hands[player.name].banker, 0) - player.banker)
        for player in table.players
    }
