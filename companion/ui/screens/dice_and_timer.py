"""Dice and a timer of one browser: they are not kept with the table, and no other browser sees them."""

from __future__ import annotations

import asyncio
import math
import secrets
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.system import now
from companion.ui.components.controls import button, card, heading, labelled, outlined, silent, text
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column, screen, topbar
from companion.ui.core.context import use_motion, use_rerender
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_effect, use_ref, use_value
from companion.ui.core.theme import RADIUS, SPACE, Style
from scoring.messages import tr

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

MAX_DICE: Final = 3

PIPS: Final = {1: "    o    ", 2: "o       o", 3: "o   o   o", 4: "o o   o o", 5: "o o o o o", 6: "o oo oo o"}
"""The pips on the sides of a die, in rows of three."""

PIP: Final = 12
"""The size of a pip, in px."""

TUMBLES: Final = 6
TUMBLE_S: Final = 0.09
"""How often dice show another side until they lie, and for how long each, in seconds."""

MINUTES: Final = (0, 1, 3)
"""The minutes of a countdown; none is a stopwatch."""

TICK_S: Final = 0.25
"""The pause between two looks at the clock, in seconds."""


@component
def DiceAndTimer() -> ft.Control:
    """Show the dice and the timer, on the way back to the table that the address names."""
    table = ft.use_route_params()["table"]
    parts = [card([heading(tr("Dice")), Dice()]), card([heading(tr("Timer")), TimerFace(table)])]
    return screen(topbar(tr("Dice and timer"), back=f"/seating/{table}"), parts)


def throw(dice: int, chance: Callable[[int], int] = secrets.randbelow) -> tuple[int, ...]:
    """Return a side for each die; `chance` returns a number below the one that it is given, all equally likely."""
    return tuple(chance(6) + 1 for _ in range(dice))


@component
def Dice() -> ft.Control:
    """Show some dice, and roll them."""
    one_die: tuple[int, ...] = (6,)
    sides, set_sides = use_value(one_die)
    rolled, set_rolled = use_value(initial=False)
    motion = use_motion()

    def take(number: int) -> None:
        set_rolled(lambda _: False)
        set_sides(lambda _: one_die * number)

    async def roll() -> None:
        set_rolled(lambda _: False)
        for _ in range(TUMBLES if motion else 0):
            set_sides(lambda old: throw(len(old)))
            await asyncio.sleep(TUMBLE_S)
        set_sides(lambda old: throw(len(old)))
        set_rolled(lambda _: True)

    numbers = [chip(number, partial(take, number), selected=number == len(sides)) for number in range(1, MAX_DICE + 1)]
    said = " + ".join(map(str, sides)) + (f" = {sum(sides)}" if len(sides) > 1 else "")
    faces = labelled(wrapped(_face(side) for side in sides), said if rolled else "", live_region=True)
    total = silent(text(said if rolled else "–", Style.HEADING))
    rolls = AtThumb(lambda: [button(tr("Roll"), roll, icon=ft.Icons.CASINO_OUTLINED)])
    return column([wrapped(numbers), faces, total, rolls])


def _face(side: int) -> ft.Control:
    pips = [
        ft.Container(width=PIP, height=PIP, border_radius=PIP, bgcolor=ft.Colors.ON_SURFACE if pip == "o" else None)
        for pip in PIPS[side]
    ]
    rows: list[ft.Control] = [ft.Row(list(pips[at : at + 3]), spacing=SPACE, tight=True) for at in (0, 3, 6)]
    return ft.Container(
        ft.Column(rows, spacing=SPACE, tight=True),
        padding=2 * SPACE,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
        border_radius=RADIUS,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Timer:
    """A stopwatch, or a countdown from `limit_s` seconds.

    It `ran_s` seconds before `since`, when it was started last; `since` is `None` while it stands.
    """

    limit_s: int = 0
    ran_s: float = 0
    since: datetime | None = None

    def seconds(self, at: datetime) -> float:
        """Return the seconds that it has run, or those that are left of a countdown."""
        ran = self.ran_s + (0 if self.since is None else (at - self.since).total_seconds())
        return max(0, self.limit_s - ran) if self.limit_s else ran

    def is_over(self, at: datetime) -> bool:
        """Return whether nothing is left of a countdown."""
        return bool(self.limit_s) and self.seconds(at) == 0

    def toggled(self, at: datetime) -> Timer:
        """Return it started, or stopped where it runs."""
        if self.since is None:
            return replace(self, since=at)
        return replace(self, ran_s=self.ran_s + (at - self.since).total_seconds(), since=None)


def timer_text(seconds: float, *, left: bool) -> str:
    """Return seconds as a timer shows them, in whole ones; of those `left`, the one begun counts.

    >>> timer_text(65.4, left=False), timer_text(65.4, left=True), timer_text(3600, left=False)
    ('1:05', '1:06', '1:00:00')
    """
    whole = math.ceil(seconds) if left else int(seconds)
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


@component
def TimerFace(table_id: str) -> ft.Control:
    """Show the timer of this browser for a table, which runs on while other screens are shown."""
    store = ft.context.page.session.store
    key = f"timer {table_id}"
    timer, set_timer = use_value(store.get(key) or Timer())
    at = now()
    over = timer.is_over(at)
    _use_ticks(running=timer.since is not None and not over)

    def put(changed: Timer) -> None:
        store.set(key, changed)
        set_timer(lambda _: changed)

    def limit(minutes: int) -> ft.Control:
        words = tr("{minutes} min", minutes=minutes) if minutes else tr("Stopwatch")
        return chip(words, lambda: put(Timer(limit_s=60 * minutes)), selected=60 * minutes == timer.limit_s)

    shown = text(timer_text(timer.seconds(at), left=bool(timer.limit_s)), Style.FIGURE)
    state = tr("Time is up.") if over else ""
    word = tr("Start") if timer.since is None else tr("Stop")
    icon = ft.Icons.PLAY_ARROW if timer.since is None else ft.Icons.PAUSE
    start = outlined(word, lambda: put(timer.toggled(now())), icon=icon, disabled=over)
    back = outlined(tr("Back to the start"), lambda: put(Timer(limit_s=timer.limit_s)), icon=ft.Icons.REPLAY)
    words = text(state, Style.STRONG, color=ft.Colors.ERROR)
    said = ft.Semantics(content=words, live_region=True, container=True, visible=over)
    return column([wrapped(limit(minutes) for minutes in MINUTES), shown, said, wrapped([start, back])])


def _use_ticks(*, running: bool) -> None:
    """Show a component anew again and again while something runs."""
    rerender = use_rerender()
    turn = use_ref(lambda: 0)

    async def tick() -> None:
        mine = turn.current
        while running and turn.current == mine:
            await asyncio.sleep(TICK_S)
            rerender()

    def stop() -> None:
        turn.current += 1

    use_effect(tick, [running], cleanup=stop)
