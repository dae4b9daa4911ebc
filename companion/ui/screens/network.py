"""The network: whether phones may reach this Tessera, and at which addresses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.system.addresses import LAN_SETTING, LanError
from companion.ui.components.controls import caption, card, heading, notice, outlined
from companion.ui.components.fields import switch
from companion.ui.core.context import use_loaded, use_subscription, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import nothing, use_value
from scoring.messages import say, tr

if TYPE_CHECKING:
    from collections.abc import Callable

    import flet as ft

TITLE: Final = say("Phones on this network")

NO_NETWORK: Final = say(
    "This device is not on a network that phones could share. Join a Wi-Fi network or open a hotspot."
)
CODES: Final = say("Each table has its own code, behind the icon at its top.")
NO_SERVER: Final = say("Tessera runs in this browser alone: phones cannot join, but codes and links reach them.")


def use_bases() -> tuple[tuple[str, ...] | None, Callable[[], None]]:
    """Return the addresses at which phones reach this Tessera, `None` until known, and a call that checks again."""
    ui = use_ui()
    lan = ui.lan

    async def load() -> tuple[str, ...]:
        return () if lan is None else lan.bases()

    bases, load_again = use_loaded(load, [ui.turn])
    use_subscription(never if lan is None else lan.subscribe, load_again, [])
    return bases, load_again


def never(_: Callable[..., None]) -> Callable[[], None]:
    """Subscribe to nothing."""
    return nothing


@component
def Network(changed: Callable[[], None], *, reached: bool, hint: object = "") -> ft.Control:
    """Open Tessera to the network, or close it; `hint` says what comes next once phones can reach it."""
    ui = use_ui()
    lan = ui.lan
    wrong, set_wrong = use_value("")

    async def turn() -> None:
        if lan is None:
            return
        try:
            await (lan.close() if lan.is_open else lan.open())
        except LanError as error:
            problem = str(error)
            set_wrong(lambda _: problem)
        else:
            set_wrong(lambda _: "")
            await ui.set(LAN_SETTING, lan.is_open)
        changed()

    if lan is None:
        return card([heading(TITLE), caption(NO_SERVER)])
    if lan.address is not None:
        return card([caption(tr("Phones reach this Tessera at {address}.", address=lan.address))])
    parts: list[ft.Control] = [heading(TITLE), switch(tr("Let phones join"), turn, on=lan.is_open)]
    if wrong:
        parts.append(notice(wrong, wrong=True))
    if lan.is_open and reached and hint:
        parts.append(caption(hint))
    if lan.is_open and not reached:
        parts.append(notice(NO_NETWORK, wrong=True))
        parts.append(outlined(tr("Look again"), changed))
    return card(parts)


@component
def NetworkSettings() -> ft.Control:
    """Open Tessera to the network, or close it, in the settings."""
    bases, load_again = use_bases()
    return Network(load_again, reached=bool(bases), hint=CODES)
