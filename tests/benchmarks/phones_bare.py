"""A page of bare Flet that echoes what others at a table tap: `python -m tests.benchmarks.phones_bare PORT DATA`."""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path
from typing import Final

import flet as ft

from companion.system.browser_window import View
from companion.web import server
from tests.benchmarks.material import NAMES

ADD: Final = "Add"

_taps: Final[dict[str, list[int]]] = defaultdict(lambda: [0] * len(NAMES))
"""How often each seat of a table was tapped."""


@ft.component
def Echo(table: str, seat: int) -> ft.Control:  # noqa: N802 - components have names like controls
    page = ft.context.page
    _, bump = ft.use_state(0)

    async def again() -> None:
        bump(lambda count: count + 1)

    def told(*_: object) -> None:
        page.run_task(again)

    def add() -> None:
        _taps[table][seat] += 1
        page.pubsub.send_all_on_topic(table, None)

    ft.use_effect(lambda: page.pubsub.subscribe_topic(table, told), [])
    said = [ft.Text(f"{name}, {taps} points") for name, taps in zip(NAMES, _taps[table], strict=True)]
    return ft.Column([*said, ft.FilledButton(ADD, on_click=add)])


def main(page: ft.Page) -> None:
    table, seat = page.route.strip("/").split("/")
    page.render(lambda: Echo(table, int(seat)))


if __name__ == "__main__":
    server.run(
        lambda *_: server.ServedApp(main=main, close=lambda: None),
        data=Path(sys.argv[2]),
        port=int(sys.argv[1]),
        view=View.NOWHERE,
        notify=lambda _: None,
    )
