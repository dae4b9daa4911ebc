"""The score of a pad: the lines of everybody's column (contract, section 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.messages import as_typed, say
from scoring.score_pad.state import Table, entries_of, length_of
from scoring.sheet import Column, Line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.score_pad.kinds import Category
    from scoring.score_pad.kinds.category import Scored
    from scoring.score_pad.state import Player


def columns(table: Table) -> tuple[Column, ...]:
    """Score all players, category by category; first those that others are worked out from."""
    pad = table.pad
    by_key: dict[str, tuple[Scored, ...]] = {}
    for category in pad.categories:
        if not category.shape.derived:
            by_key.setdefault(category.key, scored(category, table.players))
    titles = {category.key: category.title for category in pad.categories}
    points = [{key: those[seat][0] for key, those in by_key.items()} for seat in range(len(table.players))]
    for category in pad.categories:
        if category.shape.derived:
            by_key[category.key] = tuple(
                _with_gap(category, player, category.worked_out(player.entries, points[seat], titles), 0)
                for seat, player in enumerate(table.players)
            )
    return tuple(
        Column(
            player=player.name,
            lines=tuple(
                Line(rule=key, points=those[seat][0], because=those[seat][1], ref=as_typed(pad.title))
                for key, those in ((category.key, by_key[category.key]) for category in pad.categories)
            ),
        )
        for seat, player in enumerate(table.players)
    )


def compares_players(table: Table) -> bool:
    """Return whether a category of the pad compares players, or has rounds, of which somebody may lack some."""
    return any(category.compares or category.shape.in_rounds for category in table.pad.categories)


def scored(category: Category, players: Sequence[Player]) -> tuple[Scored, ...]:
    """Return what all players score in a category that is not worked out from others, in seat order."""
    scores = category.scored(entries_of(players, category.key), [player.name for player in players])
    most = max(length_of(player, category.key) for player in players)
    return tuple(_with_gap(category, player, score, most) for player, score in zip(players, scores, strict=True))


def _with_gap(category: Category, player: Player, scored: Scored, most: int) -> Scored:
    """Return what a player scores, with the reason that says where nothing is entered, or fewer than `most` rounds."""
    points, because = scored
    rounds = length_of(player, category.key)
    if category.shape.in_rounds and 0 < rounds < most:
        return points, say("{sum}: {number} of {most} rounds entered", sum=because, number=rounds, most=most)
    says_so = category.shape.most or category.shape.is_tick
    if category.key in player.entries or says_so or not category.has_entry:
        return scored
    return points, say("nothing entered: {because}", because=because) if points else say("nothing entered")
