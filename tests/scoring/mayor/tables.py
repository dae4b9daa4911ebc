"""Tables and documents for tests: players with nothing but what is given."""

from __future__ import annotations

from typing import Any

from scoring.mayor.state import Player, Table
from storage.documents import codec


def player(name: str = "White", **given: Any) -> Player:
    """A player on the spaces where the game begins, with nothing but what is given."""
    return Player(**{"name": name, "citizen": 0, "banker": 25, **given})


def table(*players: Player, **given: Any) -> Table:
    """A table of these players; White and Black take the seats that are left of two."""
    others = (player(), player("Black"))
    return Table(players=(*players, *others[len(players) :]), **given)


def document(check: str | None = None, ask: dict[str, Any] | None = None, **table: Any) -> dict[str, Any]:
    """A document of White on 12 with 20 gold, Purple on 8 and Black on 9 without any."""
    players = [
        {"name": "White", "citizen": 12, "banker": 20, "tiles": 1},
        {"name": "Purple", "citizen": 8, "banker": 0},
        {"name": "Black", "citizen": 9, "banker": 0},
    ]
    made: dict[str, Any] = {"game": "mayor", "format": 1, "table": {"players": players, **table}}
    if check is not None:
        made["check"] = check
    if ask is not None:
        made["ask"] = ask
    return made


def bank(**changed: Any) -> dict[str, Any]:
    """The question about the bank of the rulebook's example."""
    return {
        "player": "White",
        "kind": "bank",
        "icons": {"street": "yellow", "area": "N", "ring": "o"},
        "square": {"streets": ["red", "yellow"], "area": "N", "ring": "+"},
        "beside": ["Purple"],
        **changed,
    }


def park(**changed: Any) -> dict[str, Any]:
    """The question about the park of the rulebook's example."""
    return {"player": "White", "icons": {"church": 1, "shop": 2}, "block": ["church", "shop"], **changed}


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    read = codec.read_check(asked)
    result: dict[str, Any] = codec.plain(read.check.answer(read.table, read.ask))
    return result


def told(asked: dict[str, Any]) -> list[str]:
    """Return all that people read of an answer, rulings included."""
    read = codec.read_check(asked)
    result = read.check.answer(read.table, read.ask)
    report = read.check.report(read.table, read.ask, result)
    rows = [str(row[-1]) for row in report.rows]
    rulings = read.check.rulings(read.table, read.ask, result)
    return [*map(str, report.sentences), *rows, *map(str, report.notes), *map(str, rulings)]
