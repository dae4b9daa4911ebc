"""Boards for tests, read from pictures: the drawings of the program, in small or capital letters."""

from __future__ import annotations

import re
from typing import Any

from scoring.carpe_diem.game import LETTERS
from scoring.carpe_diem.state import District, Feature, Kind, Player, Table, Tally, Tile

KINDS = {letters: kind for kind, letters in LETTERS.items()}

LABEL = re.compile(r"([a-z]{2})([0-9]?)('*)")


def tile(cell: str, *features: Feature) -> Tile:
    return Tile(cell=cell, features=features)


def feature(kind: Kind, opens: str = "", chimneys: int = 0) -> Feature:
    return Feature(kind=kind, opens=opens, chimneys=chimneys)


def district(picture: str, shovel: str | None = None) -> District:
    """Read a district from a picture like

      A           B
    ┌───────────┬───────────┐
    │           │           │
    │         po│po         │
    │           │           │
    └───────────┴───────────┘

    with the column letters above the columns and the row numbers left of the rows.
    """
    lines = picture.strip("\n").lower().splitlines()
    letters = re.findall(r"[a-f]", lines[0])
    tiles = []
    for number, line in enumerate(lines):
        row = re.match(r"\s*([1-6]) ?│", line)
        if row is None:
            continue
        above, middle, below = (line.split("│")[1:-1] for line in lines[number - 1 : number + 2])
        for letter, north, across, south in zip(letters, above, middle, below, strict=True):
            drawn = _tile(f"{letter.upper()}{row[1]}", north, across, south)
            if drawn is not None:
                tiles.append(drawn)
    return District(shovel=shovel, tiles=tuple(tiles))


def _tile(cell: str, north: str, across: str, south: str) -> Tile | None:
    labels = {
        "N": north.strip(),
        "W": across[:4].strip(),
        "": across[4:7].strip(),
        "E": across[7:].strip(),
        "S": south.strip(),
    }
    sides: dict[str, str] = {}
    for side in ("N", "E", "S", "W", ""):
        if labels[side]:
            sides[labels[side]] = sides.get(labels[side], "") + side
    features = []
    for label, opens in sides.items():
        letters = LABEL.fullmatch(label)
        assert letters is not None, f"{label} on {cell} is no feature"
        features.append(Feature(kind=KINDS[letters[1]], opens=opens, chimneys=int(letters[2] or 0)))
    return Tile(cell=cell, features=tuple(features)) if features else None


def player(name: str = "Nick", **fields: Any) -> Player:
    """A player with nothing but what is given."""
    if "district" not in fields and "tally" not in fields:
        fields["tally"] = Tally(counts={}, villas=(), chimneys=0)
    return Player(**{"name": name, "victory_cards": 0, "prestige": 0, "writs_left": 0, **fields})


def table(*players: Player, **fields: Any) -> Table:
    """A table of these players, with somebody beside one who is alone."""
    seated = players if len(players) > 1 else (*players, player("Somebody"))
    return Table(players=seated, **fields)
