"""A finished play in a list: the game, when, and the players by their places."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft

from companion.evening import LOOKS, Colour, Seat, Shape
from companion.parts.basics import quiet, seat_mark, text
from companion.theme import SPACE, TARGET, Style
from companion.times import when
from scoring import GAMES
from scoring.sheet import counted

if TYPE_CHECKING:
    from datetime import datetime

    from companion.theme import Palette
    from storage.store import StoredPlay


def play_label(play: StoredPlay, at: datetime) -> str:
    """Return what a play is called aloud: the game, when, and who had which place."""
    standings = play.sheet["standings"]
    places = ", ".join(
        f"{one['place']}. {one['player']} {counted(one['total'], 'point', 'points')}" for one in standings
    )
    return f"{game_title(play)}, {when(play.finished, at)}: {places}"


def play_face(play: StoredPlay, at: datetime, palette: Palette) -> ft.Control:
    """Return the game and when it was, and the players from the first to the last, each with mark, place and total.

    At the top right there is room for a button.
    """
    seats = seats_of(play)
    title = ft.Row(
        [text(game_title(play), Style.STRONG), quiet(when(play.finished, at), palette)],
        wrap=True,
        spacing=3 * SPACE,
        run_spacing=0,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    players = [_player(standing, seats[standing["player"]], palette) for standing in play.sheet["standings"]]
    return ft.Column([ft.Container(title, padding=ft.Padding.only(right=TARGET)), *players], spacing=SPACE, tight=True)


def game_title(play: StoredPlay) -> str:
    """Return the title of the game, its key where this version does not know it."""
    game = GAMES.get(play.game)
    return play.game if game is None else game.title


def seats_of(play: StoredPlay) -> dict[str, Seat]:
    """Return the look of each player by name; where none is kept, that of the seat."""
    kept = play.beside.get("seats") or ()
    looks = [Seat(colour=Colour(one["colour"]), shape=Shape(one["shape"])) for one in kept] or list(LOOKS)
    return {column["player"]: look for column, look in zip(play.sheet["columns"], looks, strict=False)}


def _player(standing: dict[str, Any], seat: Seat, palette: Palette) -> ft.Control:
    won = standing["place"] == 1
    style = Style.STRONG if won else Style.TEXT
    place: ft.Control = text(f"{standing['place']}.", style, no_wrap=True)
    if won:
        place = ft.Icon(ft.Icons.EMOJI_EVENTS_OUTLINED, color=palette.secondary, size=20)
    return ft.Row(
        [
            ft.Container(place, width=7 * SPACE),
            seat_mark(seat, palette, 16),
            text(standing["player"], style, expand=True),
            text(standing["total"], style, no_wrap=True),
        ],
        spacing=2 * SPACE,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
