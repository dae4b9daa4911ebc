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
    players = [{"name": name, "entries": given} for name, given in zip(NAMES, entries, strict=False)]
    table = {"pad": {"title": "A game", "categories": list(categories), **pad}, "players": players}
    return {"game": "score-pad", "format": 1, "table": table}


def result(some: dict[str, Any]) -> dict[str, Any]:
    """The result of a document."""
    read = codec.read_table(some)
    return codec.score_result(GAMES["score-pad"], read.game.score(read.table))


def lines(one: dict[str, Any], *entries: Any) -> list[tuple[int, str]]:
    """The points and the reason of each player in a single category; an entry that is `None` is absent."""
    given = [{} if entry is None else {one["key"]: entry} for entry in entries]
    columns = result(document(one, entries=given))["columns"]
    return [(column["lines"][0]["points"], column["lines"][0]["because"]) for column in columns]


def line(one: dict[str, Any], entry: Any) -> tuple[int, str]:
    """The points and the reason of a player who is alone at the table."""
    return lines(one, entry)[0]


def places(some: dict[str, Any]) -> list[tuple[str, int, str]]:
    """The standings of a document: name, place and what decided."""
    return [(one["player"], one["place"], one["decided_by"]) for one in result(some)["standings"]]
