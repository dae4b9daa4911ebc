"""Pads, tables and documents for tests, with nothing but what is given."""

from __future__ import annotations

from typing import Any

from scoring import GAMES
from storage.documents import codec

NAMES = ("Anna", "Ben", "Clara", "Dora", "Emil", "Fritz", "Gerda", "Hans", "Ida", "Jan", "Kurt", "Lena")


def category(kind: str, key: str = "one", **takes: Any) -> dict[str, Any]:
    """A category of a document, with what its kind takes."""
    return {"key": key, "title": key.title(), "kind": kind, **takes}


def document(*categories: dict[str, Any], entries: Any = ({},), **pad: Any) -> dict[str, Any]:
    """A document of a pad with these categories, and a player for each of the entries by key."""
    players = [{"name": name, "entries": by_key} for name, by_key in zip(NAMES, entries, strict=False)]
    table = {"pad": {"title": "A game", "categories": list(categories), **pad}, "players": players}
    return {"game": "score-pad", "format": 1, "table": table}


def result(some: dict[str, Any]) -> dict[str, Any]:
    """The result of a document."""
    read = codec.read_table(some)
    return codec.score_result(GAMES["score-pad"], read.game.score(read.table))


def lines(category: dict[str, Any], *entries: Any) -> list[tuple[int, str]]:
    """The points and the reason of each player in a single category; an entry that is `None` is absent."""
    by_key = [{} if entry is None else {category["key"]: entry} for entry in entries]
    columns = result(document(category, entries=by_key))["columns"]
    return [(column["lines"][0]["points"], column["lines"][0]["because"]) for column in columns]


def line(category: dict[str, Any], entry: Any) -> tuple[int, str]:
    """The points and the reason of a player who is alone at the table."""
    return lines(category, entry)[0]


def places(some: dict[str, Any]) -> list[tuple[str, int, str]]:
    """The standings of a document: name, place and what decided."""
    return [(standing["player"], standing["place"], standing["decided_by"]) for standing in result(some)["standings"]]
