"""BG Stats, writing: the score sheet of a play of a pad, in the form that its own have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from scoring.score_pad import SCORE_PAD, Category, Pad, Player, Rounds, numbers_in
from storage.documents import codec
from storage.repositories.play_content import points_by_rule
from storage.repositories.values import PAD_GAME, table_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from storage.repositories.play_content import Play

REST: Final = "rest"
"""The key of the category with what the rows of a sheet lack, which is no row of it."""

WINS: Final = "win"
"""The entry, and the value, of a row that decides who wins whatever the points."""

_GROUP: Final = {
    "templateId": "1",
    "repetition": 1,
    "isExtra": False,
    "hasSubTotal": False,
    "hideSingleGroupLabel": True,
}

_ROW: Final = {"repetition": 1, "repeatable": False, "isExtra": False}


def score_sheet(play: Play, players: Sequence[str], bgg_id: int | None) -> str:
    """Return the score sheet of a play as a text with JSON, "" for a play of no pad.

    `players` are the ids that stand for its players in the sheet; each member of a team has what the team has.
    """
    is_of_pad = play.document is not None and play.document.get("game") == PAD_GAME
    table = table_in(play.document, SCORE_PAD) if is_of_pad else None
    seats = () if table is None else tuple(seat for seat in table.players for _ in seat.members or (seat.name,))
    if table is None or len(seats) != len(players):
        return ""
    points = [points_by_rule(column["lines"]) for column in play.sheet["columns"]]
    categories = [category for category in table.pad.categories if category.key != REST]
    labels = {category.key: _labels(table.pad, category) for category in categories}
    rows = [labels[category.key] | _row(category, seats, points, players) for category in categories]
    sheet: dict[str, Any] = {"version": 1, "langCode": "en", "scoreType": "bestTotalWins"}
    sheet |= {} if bgg_id is None else {"bggId": bgg_id}
    return codec.to_json(sheet | {"groups": [_GROUP | {"rows": rows}]}).decode()


def _row(
    category: Category, players: Sequence[Player], points: Sequence[Mapping[str, int]], ids: Sequence[str]
) -> dict[str, Any]:
    """Return a row with what each player has in it; whoever has nothing entered is left out."""
    scores = {
        number: _entry(category, player, of_seat[category.key])
        for number, player, of_seat in zip(ids, players, points, strict=True)
        if _is_entered(category, player) or (of_seat[category.key] and not category.shape.is_tick)
    }
    row = {"templateId": category.key, "negative": category.is_taken_off, **_ROW}
    return row | _box(category) | {"scores": scores}


def _labels(pad: Pad, category: Category) -> dict[str, str]:
    """Return the title of a category as labels, in each language that the pad has."""
    others = {f"label-{code}": titles.get(category.key) for code, titles in (pad.titles or {}).items()}
    return {"label": category.title} | {label: title for label, title in others.items() if title is not None}


def _box(category: Category) -> dict[str, Any]:
    """Return what makes a row one to tick."""
    if not category.shape.is_tick:
        return {}
    if category.wins_at_once:
        return {"type": "radioOverall", "value": WINS}
    return {"type": "checkbox", "value": category.points(1)[0]}


def _is_entered(category: Category, player: Player) -> bool:
    entry = player.entries.get(category.key)
    return entry is not None and (not category.shape.is_tick or entry is True)


def _entry(category: Category, player: Player, points: int) -> str:
    """Return what a player has in a row: a tick that wins, a sum of rounds, or the points."""
    if category.wins_at_once:
        return WINS
    numbers = numbers_in(player.entries.get(category.key))
    if numbers and isinstance(category, Rounds) and abs(category.times) == 1:
        first, *others = numbers
        return f"{first}{''.join(f'{number:+}' for number in others)}"
    return str(-points if category.is_taken_off else points)
