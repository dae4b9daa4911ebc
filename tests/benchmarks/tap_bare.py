"""A page of bare Flet with as many controls as that of a district: `python -m tests.benchmarks.tap_bare PORT DATA`.

A tap makes all of them anew, and changes what a tenth of the squares say.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import flet as ft

from companion.system.browser_window import View
from companion.web import server

SQUARES: Final = 100
PARTS: Final = 4
CHANGED: Final = 10
"""One in so many squares changes with a tap."""

ADD: Final = "Add"


@ft.component
def Board() -> ft.Control:  # noqa: N802 - components have names like controls
    taps, set_taps = ft.use_state(0)

    def add() -> None:
        set_taps(lambda before: before + 1)

    squares = [square(number, taps if (number + taps) % CHANGED == 0 else 0) for number in range(SQUARES)]
    return ft.Column([ft.Text(f"Count {taps}"), ft.FilledButton(ADD, on_click=add), ft.Row(squares, wrap=True)])


def square(number: int, taps: int) -> ft.Control:
    words: list[ft.Control] = [ft.Text(f"{number}, {part}, {taps}", size=12) for part in range(PARTS)]
    return ft.Container(ft.Stack(words), width=40, height=40, border_radius=4, padding=ft.Padding.all(2))


def main(page: ft.Page) -> None:
    page.render(Board)


if __name__ == "__main__":
    server.run(
        lambda *_: server.ServedApp(main=main, close=lambda: None),
        data=Path(sys.argv[2]),
        port=int(sys.argv[1]),
        view=View.NOWHERE,
        notify=lambda _: None,
    )
