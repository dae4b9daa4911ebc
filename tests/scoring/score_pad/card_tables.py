"""Tables of cards for tests: decks of the shelf and small ones, what cards are worth, and what is said of them."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from scoring.score_pad.deck import Deck
from scoring.score_pad.tableau import tableau
from storage.documents import codec
from storage.documents.records import record_of
from tests.scoring.score_pad.pads import category, document

if TYPE_CHECKING:
    from scoring.problems import Problem

DECKS: Final = Path(__file__).parents[3] / "assets" / "decks"


def content(name: str) -> dict[str, Any]:
    held: dict[str, Any] = json.loads((DECKS / f"{name}.json").read_text(encoding="utf-8"))["deck"]
    return held


@cache
def deck(name: str) -> Deck:
    return read(content(name))


def read(written: dict[str, Any]) -> Deck:
    problems: list[Problem] = []
    made: Deck = record_of(Deck).read(written, None, problems)
    assert not problems
    return made


forest, realms = partial(deck, "forest-shuffle"), partial(deck, "fantasy-realms")


def hand(names: str) -> dict[str, int]:
    return dict.fromkeys(names.split(), 1)


def card(key: str, **fields: Any) -> dict[str, Any]:
    return {"key": key, "name": key.title(), **fields}


def small(*held: dict[str, Any], **fields: Any) -> Deck:
    """A deck of these cards, with the tags that they have."""
    tags = dict.fromkeys(tag for each in held for tag in each.get("tags", ()))
    return read({"tags": {tag: tag.title() for tag in tags}, "cards": list(held), **fields})


def points(held: Deck, entry: dict[str, int], *others: dict[str, int]) -> dict[str, int]:
    return {scored.key: scored.points for scored in tableau(held, entry, others).cards}


def reasons(held: Deck, entry: dict[str, int], *others: dict[str, int]) -> dict[str, str]:
    return {scored.key: str(scored.because) for scored in tableau(held, entry, others).cards}


@cache
def tamed(keys: frozenset[str]) -> Deck:
    held = realms()
    return replace(held, cards=tuple(replace(each, wild=None) if each.key in keys else each for each in held.cards))


TAME: Final = [each["key"] for each in content("fantasy-realms")["cards"] if "wild" not in each]


def problems_in(written: dict[str, Any]) -> list[tuple[str, str]]:
    with pytest.raises(codec.DocumentError) as caught:
        codec.read_table(written)
    return [(problem.path, problem.message.english) for problem in caught.value.problems]


def wrong(entry: Any, name: str = "forest-shuffle", **fields: Any) -> list[tuple[str, str]]:
    pad = category("cards", deck=content(name), **fields)
    return [
        (path.removeprefix("players[0].entries.one"), message)
        for path, message in problems_in(document(pad, entries=[{"one": entry}]))
    ]


def remarks_of(*entries: Any, name: str = "fantasy-realms") -> list[str]:
    read_table = codec.read_table(
        document(category("cards", deck=content(name)), entries=[{"one": e} for e in entries])
    )
    sheet = read_table.game.score(read_table.table)
    return [str(ruling) for ruling in read_table.game.rulings(read_table.table, sheet)]
