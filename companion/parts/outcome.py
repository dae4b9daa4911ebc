"""Who won, and why: in words, with the marks of the players."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.parts.basics import heading, labelled, seat_mark, text
from companion.parts.headed import headed
from companion.results import headline, reason, total_of
from companion.theme import SPACE, Style
from companion.words import sentence
from scoring.messages import counted

if TYPE_CHECKING:
    from companion.evening import Seat
    from companion.results import Result
    from companion.theme import Palette
    from scoring.sheet import Standing


def outcome(result: Result, palette: Palette, room: float) -> ft.Control:
    """Return the winner, and below the place of each player with what decided it.

    `room` is the width in px, divided by how many times its size the text has.
    """
    sheet = result.sheet
    winners = () if result.lost else sheet.winners
    looks = _looks(result)
    marks = ft.Row([seat_mark(looks[winner], palette, 32) for winner in winners], spacing=SPACE, tight=True)
    said = heading(headline(result))
    places = [_place(result, standing, looks[standing.player], palette, room) for standing in sheet.standings]
    return ft.Container(
        ft.Column(
            [headed(marks, said, None, room if len(winners) == 1 else 0), *places],
            spacing=3 * SPACE,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        bgcolor=palette.secondary_wash,
        border_radius=2 * SPACE,
        padding=4 * SPACE,
    )


def _looks(result: Result) -> dict[str, Seat]:
    return {column.player: seat for seat, column in zip(result.seats, result.sheet.columns, strict=True)}


def _place(result: Result, standing: Standing, seat: Seat, palette: Palette, room: float) -> ft.Control:
    style = Style.STRONG if standing.place == 1 else Style.TEXT
    figure = text(f"{standing.place}.", style, no_wrap=True)
    mark = ft.Row([figure, seat_mark(seat, palette)], spacing=2 * SPACE, tight=True)
    points = total_of(result, standing.player)
    total = text("" if points is None else points, Style.HEADING, no_wrap=True)
    parts: list[ft.Control] = [headed(mark, text(standing.player, style), total, room)]
    why = reason(result.sheet, standing)
    if why is not None:
        parts.append(text(sentence(why), Style.SMALL))
    scored = "" if points is None else f", {counted(points, 'point', 'points')}"
    because = "" if why is None else f", {why}"
    label = f"{standing.place}. {standing.player}{scored}{because}"
    below = ft.Column(parts, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return labelled(below, label)
