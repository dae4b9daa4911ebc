"""Tables of pads in play, for tests."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

from companion.tables.state import Extras, TableState, styles
from storage.documents import codec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.tables.live_table import LiveTable
    from scoring.score_pad.state import Table
    from storage.repositories.play_content import StoredPlay
    from tests.companion.headless import Headless, Screen

OTTERS: Final[dict[str, Any]] = {
    "title": "Otters and Ferries",
    "categories": [
        {"key": "fish", "title": "Fish", "kind": "points", "low": -10, "high": 60},
        {"key": "crowns", "title": "Crowns", "kind": "count", "each": 2},
        {"key": "ferries", "title": "Ferries", "kind": "majority", "values": [5, 2]},
        {"key": "shells", "title": "Sets of shells", "kind": "steps", "values": [0, 1, 3, 6, 10]},
        {"key": "regions", "title": "Regions", "kind": "products"},
        {"key": "castle", "title": "Castle in the middle", "kind": "tick", "worth": 10},
    ],
    "tie_breaks": [{"category": "crowns", "by": "entry"}],
}
"""A pad with each kind but rounds."""

FOREST_DECK: Final[dict[str, Any]] = {
    "tags": {"tree": "Tree", "bird": "Bird", "deer": "Deer", "pawed": "Pawed Animal", "on": "on a Beech"},
    "cards": [
        {
            "key": "beech",
            "name": "Beech",
            "tags": ["tree"],
            "points": [{"each": 5, "when": [{"of": ["beech"], "at_least": 4}]}],
            "copies": 10,
        },
        {"key": "oak", "name": "Oak", "tags": ["tree"], "points": [{"each": 10}], "copies": 7},
        {
            "key": "chaffinch",
            "name": "Chaffinch",
            "tags": ["bird"],
            "copies": 4,
            "points": [{"each": 5, "of": ["on"], "once": True}],
            "asks": [{"key": "beech", "tags": ["on"]}],
        },
        {"key": "roe", "name": "Roe Deer", "tags": ["deer"], "points": [{"each": 3}], "copies": 5},
        {"key": "wolf", "name": "Wolf", "tags": ["pawed"], "points": [{"each": 5, "of": ["deer"]}], "copies": 4},
        {"key": "cave", "name": "Card in the Cave", "points": [{"each": 1}], "copies": 0},
    ],
    "words": {"de": {"tree": "Baum", "beech": "Buche", "wolf": "Wolf", "on": "auf einer Buche"}},
}
FOREST: Final[dict[str, Any]] = {
    "title": "Forest",
    "categories": [{"key": "cards", "title": "Cards", "kind": "cards", "deck": FOREST_DECK}],
}
"""A pad with nothing but cards, of which a wolf is worth 5 points for each deer."""

HAND_DECK: Final[dict[str, Any]] = {
    "tags": {"weather": "Weather", "flame": "Flame", "wild": "Wild"},
    "suits": ["weather", "flame"],
    "numbers_count": True,
    "cards": [
        {"key": "rainstorm", "name": "Rainstorm", "tags": ["weather"], "number": 8},
        {
            "key": "candle",
            "name": "Candle",
            "tags": ["flame"],
            "number": 2,
            "points": [{"each": 20, "when": [{"of": ["rainstorm"]}]}],
        },
        {"key": "mirage", "name": "Mirage", "tags": ["wild"], "wild": {"act": "be", "of": ["weather"]}},
    ],
}
HAND: Final[dict[str, Any]] = {
    "title": "Realms",
    "categories": [{"key": "cards", "title": "Hand", "kind": "cards", "deck": HAND_DECK}],
}
"""A pad with cards of which one stands for another."""

HEARTS: Final[dict[str, Any]] = {
    "title": "Hearts",
    "winner": "fewest",
    "categories": [{"key": "rounds", "title": "Points", "kind": "rounds"}],
}
"""A pad with nothing but rounds."""

NAMES: Final = (
    "Anna",
    "Ben",
    "Clara",
    "Dora",
    "Emil",
    "Fritz",
    "Gerda",
    "Hans",
    "Ida",
    "Jan",
    "Maximiliane Theodora von Habsburg-Lothri",
    "Wolfeschlegelsteinhausenbergerdorffwelch",
)
"""Twelve players, the last two with the longest names that there are."""


def pad_of_forty() -> dict[str, Any]:
    """A pad with as many categories as there can be, whose titles are as long as they can be."""
    kinds = [
        {key: category[key] for key in category if key not in ("key", "title")} for category in OTTERS["categories"]
    ]
    categories = [
        {"key": f"key_{number}", "title": f"{number} is a category whose title is very long indeed".ljust(60, "g")}
        | kinds[number % len(kinds)]
        for number in range(40)
    ]
    return {"title": "Everything there is", "categories": categories}


def table_of(pad: dict[str, Any], *names: str, entries: Sequence[dict[str, Any]] = ()) -> Table:
    """A table with a pad, and what is entered for each player, if anything."""
    all_entries = [*entries, *({} for _ in names[len(entries) :])]
    players = [{"name": name, "entries": each} for name, each in zip(names, all_entries, strict=True)]
    document = {"game": "score-pad", "format": 1, "table": {"pad": pad, "players": players}}
    table: Table = codec.read_table(document).table
    return table


def begun(app: Headless, pad: dict[str, Any], *names: str, entries: Sequence[dict[str, Any]] = ()) -> LiveTable:
    """A table of a pad that is kept here, begun and open."""
    app.run(app.tables.copies["score-pad"].keep("pads", "4f2c", pad))
    state = TableState(table=table_of(pad, *names, entries=entries), extras=Extras(seats=styles(len(names))))
    return app.begin_table("score-pad:4f2c", state)


def too_large(app: Headless) -> StoredPlay:
    """A play of twelve with more rounds of numbers like no others than a code can hold."""
    chance = Random(1)
    keys = [f"key_{number}" for number in range(30)]
    categories = [{"key": key, "title": key, "kind": "rounds"} for key in keys]
    entries = [{key: [chance.randrange(99_999) for _ in range(100)] for key in keys} for _ in NAMES]
    return app.run(app.tables.finish(begun(app, {"title": "Money", "categories": categories}, *NAMES, entries=entries)))


def entries_of(live: LiveTable) -> list[dict[str, Any]]:
    """What is entered for each player."""
    return [dict(player.entries) for player in live.state.table.players]


def type_in(screen: Screen, *numbers: int | None) -> None:
    """Type numbers into one cell after the other; without a number go past it."""
    for number in numbers:
        for digit in "" if number is None else str(abs(number)):
            screen.tap(digit)
        if number is not None and number < 0:
            screen.tap("Minus")
        screen.tap(next(name for name in ("Next", "Done", "Who won?") if screen.has(name)))
