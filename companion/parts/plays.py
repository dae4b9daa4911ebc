"""A finished play in a list: the game, when, and the players by their places."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.evening import looks
from companion.parts.basics import quiet, seat_mark, text
from companion.theme import SPACE, TARGET, Style
from companion.times import when
from scoring import GAMES
from scoring.messages import counted

if TYPE_CHECKING:
    from datetime import datetime

    from companion.evening import Seat
    from companion.theme import Palette
    from storage.plays import PlayBrief, SeatEntry, StoredPlay

AGAIN: Final = "taken up again"
"""What is said of a play whose table runs again."""


def play_label(play: PlayBrief | StoredPlay, at: datetime) -> str:
    """Return what a play is called aloud: the game, when, and who had which place."""
    places = ", ".join(_said(seat) for seat in by_place(play))
    again = f", {AGAIN}" if play.reopened else ""
    return f"{game_title(play)}, {when(play.finished, at)}{again}: {places}"


def play_face(play: PlayBrief | StoredPlay, at: datetime, palette: Palette) -> ft.Control:
    """Return the game and when it was, and the players from the first to the last, each with mark, place and total.

    At the top right there is room for a button.
    """
    seats = seats_of(play)
    again = [quiet(AGAIN, palette)] if play.reopened else []
    title = ft.Row(
        [text(game_title(play), Style.STRONG), quiet(when(play.finished, at), palette), *again],
        wrap=True,
        spacing=3 * SPACE,
        run_spacing=0,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    players = [_player(seat, seats[seat.seat], palette) for seat in by_place(play)]
    return ft.Column([ft.Container(title, padding=ft.Padding.only(right=TARGET)), *players], spacing=SPACE, tight=True)


def by_place(play: PlayBrief | StoredPlay) -> tuple[SeatEntry, ...]:
    """Return the players from the first to the last."""
    return tuple(sorted(play.seats, key=lambda seat: (seat.place, seat.seat)))


def game_title(play: PlayBrief | StoredPlay) -> str:
    """Return the title of the game, the one that was kept where this version does not know it."""
    game = GAMES.get(play.game)
    return play.title if game is None else game.title


def seats_of(play: PlayBrief | StoredPlay) -> tuple[Seat, ...]:
    """Return the look of each player; where none is kept, that of the seat."""
    return looks(len(play.seats), play.beside.get("seats") or ())


def _said(seat: SeatEntry) -> str:
    points = "" if seat.total is None else f" {counted(seat.total, 'point', 'points')}"
    return f"{seat.place}. {seat.name}{points}"


def _player(player: SeatEntry, seat: Seat, palette: Palette) -> ft.Control:
    style = Style.STRONG if player.won else Style.TEXT
    place: ft.Control = text(f"{player.place}.", style, no_wrap=True)
    if player.won:
        place = ft.Icon(ft.Icons.EMOJI_EVENTS_OUTLINED, color=palette.secondary, size=20)
    return ft.Row(
        [
            ft.Container(place, width=7 * SPACE),
            seat_mark(seat, palette, 16),
            text(player.name, style, expand=True),
            text("" if player.total is None else player.total, style, no_wrap=True),
        ],
        spacing=2 * SPACE,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
