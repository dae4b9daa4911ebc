"""The smallest app behind the server, for what is true of every app: `python -m tests.browser.counter PORT DATA`."""

from __future__ import annotations

import sys
from pathlib import Path

import flet as ft

from companion.system.browser_window import View
from companion.web import server


@ft.component
def Counter() -> ft.Control:  # noqa: N802 - components have names like controls
    count, set_count = ft.use_state(0)

    def add() -> None:
        set_count(lambda before: before + 1)

    return ft.Column([ft.Text(f"Count {count} at {ft.context.page.route}"), ft.FilledButton("Add", on_click=add)])


def main(page: ft.Page) -> None:
    page.title = "Counter"
    page.render(Counter)


def say(sentence: str) -> None:
    print(sentence, flush=True)  # noqa: T201 - the log of the process


def opened(url: object, *_: object) -> server.ServedApp:
    say(f"opened {url}")
    return server.ServedApp(main=main, close=lambda: say("shut"))


if __name__ == "__main__":
    server.run(opened, data=Path(sys.argv[2]), port=int(sys.argv[1]), view=View.NOWHERE, notify=say)
