"""Finished plays of games, put into a store without being played."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from companion.games import KITS
from companion.tables.state import STYLES, Extras, TableState, with_table
from scoring import GAMES
from scoring.fields import in_play_fields
from storage.repositories.play_content import Participant, Play, plain_sheet
from storage.repositories.play_rows import insert_play

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from companion.tables.my_copy import MyCopy
    from storage.documents.codec import TableDocument
    from storage.repositories.tables import Store

GAME: Final = "carpe-diem"
RULES: Final = tuple(GAMES[GAME].rules)

LONG: Final = "Maximiliane Freifrau von Hohenzollern-Hü"
"""A name as long as names may be."""

EXPECTED: Final = {"Anna": 17, "Ben": 15, "Cathy": 14, LONG: 12}
"""The points that each player has for a category, give or take ten."""


def in_play(read: TableDocument, copies: MyCopy) -> TableState[Any]:
    """The table of a document as it lies in play, with what only such a table has before the first turn."""
    names = [player.name for player in read.table.players]
    kit, seats = KITS[read.game.key], STYLES[: len(names)]
    plain = TableState(table=read.table, extras=Extras(seats=seats))
    if not GAMES[read.game.key].rules:  # a pad has nothing beside its sheet
        return plain
    begun = kit.begin(names, seats, kit.variant_of(plain), copies).table
    return with_table(plain, **{name: getattr(begun, name) for name in in_play_fields(type(begun))})


def put_play(store: Store, day: date, points: Mapping[str, tuple[int, ...]]) -> str:
    """A play of Carpe Diem: for each player, in the order of the seats, the points of the first categories."""
    lines = {name: (*numbers, *(0,) * (len(RULES) - len(numbers))) for name, numbers in points.items()}
    totals = {name: sum(numbers) for name, numbers in lines.items()}
    players = tuple(
        Participant(name=name, total=total, place=place, won=place == 1, position=seat)
        for seat, (name, total) in enumerate(totals.items())
        for place in (1 + sum(rival > total for rival in totals.values()),)
    )
    sheet = plain_sheet(players)
    for column in sheet["columns"]:
        column["lines"] = [
            {"rule": rule, "points": number, "because": "", "ref": "", "cells": []}
            for rule, number in zip(RULES, lines[column["player"]], strict=True)
        ]
    return _put(store, GAME, GAMES[GAME].title, sheet, day, players)


def put_result(store: Store, day: date, totals: Mapping[str, int | None], title: str = "Azul", where: str = "") -> str:
    """A play of a game that Tessera does not score: only totals, or only the order of the names."""
    players = tuple(
        Participant(name=name, total=total, place=1 + place, won=place == 0, position=None)
        for place, (name, total) in enumerate(totals.items())
    )
    return _put(store, title.casefold(), title, plain_sheet(players), day, players, where=where)


def put_lost(store: Store, day: date, totals: Mapping[str, int | None], title: str = "Pandemic") -> str:
    """A play that all players lost together."""
    players = tuple(
        Participant(name=name, total=total, place=2, won=False, position=None) for name, total in totals.items()
    )
    return _put(store, title.casefold(), title, plain_sheet(players), day, players)


def _put(  # noqa: PLR0913 - what a play has
    store: Store,
    game: str,
    title: str,
    sheet: dict[str, object],
    day: date,
    players: tuple[Participant, ...],
    *,
    where: str = "",
) -> str:
    begun = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    play = Play(
        id=uuid4().hex,
        game=game,
        title=title,
        sheet=sheet,
        begun=begun,
        finished=begun + timedelta(minutes=80),
        players=players,
        place=where,
    )
    with store.writing() as session:
        insert_play(session, store.now(), play)
    return play.id


def many_plays(store: Store, today: date, number: int = 60) -> None:
    """Many plays of the years before a day: of Carpe Diem by three or four, and some of a game known by name alone."""
    chance = Random(7)
    for back in range(number, 0, -1):
        day = today - timedelta(days=back * 14 - 10)
        names = chance.sample(list(EXPECTED), chance.choice((3, 4)))
        put_play(store, day, {name: tuple(_points(chance, EXPECTED[name])) for name in names})
        if back % 5 == 0:
            put_result(store, day, {name: 90 - 10 * place for place, name in enumerate(names[:2])})


def _points(chance: Random, expected: int) -> list[int]:
    """Points for each category; fountains can cost some."""
    points = [max(0, round(chance.gauss(expected, 4))) for _ in RULES]
    points[RULES.index("fountains")] = chance.choice((-2, 0, 3, 3, 5, 8))
    return points
