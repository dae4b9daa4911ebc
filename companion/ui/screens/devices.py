"""My devices: those that have the same history, when they last agreed, and the code by which another one meets this."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.dates import relative_time
from companion.formatting.text import sentence
from companion.services.agreement import MAX_NAME_LENGTH, is_name
from companion.services.devices import Devices, KnownDevice, Meeting, Stage, state_of
from companion.system import now
from companion.ui.components.controls import button, caption, card, heading, notice, plain_button, silent, text
from companion.ui.components.dialogs import asking, use_confirmation
from companion.ui.components.fields import field
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import screen, spread_row, topbar
from companion.ui.core.context import use_rerender, use_subscription, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed, use_value
from companion.ui.core.theme import Style
from companion.ui.screens.pairing import OfferedCode
from scoring.messages import Message, say, tr

if TYPE_CHECKING:
    from collections.abc import Mapping

MY_DEVICES: Final = say("My devices")

HOW: Final = say(
    "When two of your devices meet, they agree: then both have the same plays, photos, friends, places and copies. "
    "From then on they also agree whenever one joins a table of the other."
)
NOBODY: Final = say("No other devices yet.")
FORGETS: Final = say("Both devices keep what they have, but no longer agree. To agree again, connect them with a code.")

PLATFORMS: Final[Mapping[ft.PagePlatform, str]] = {
    ft.PagePlatform.ANDROID: "Android",
    ft.PagePlatform.ANDROID_TV: "Android",
    ft.PagePlatform.IOS: "iPhone",
    ft.PagePlatform.MACOS: "Mac",
    ft.PagePlatform.WINDOWS: "Windows",
    ft.PagePlatform.LINUX: "Linux",
}
"""What a browser is called by the system that it runs on, until somebody names it."""


@component
def MyDevices() -> ft.Control:
    """Show my devices, what comes of the one that has met this one just now, and the way to the code."""
    page = ft.context.page
    devices = use_devices()
    bar = topbar(MY_DEVICES, back="/settings")
    if devices is None:
        return screen(bar, [caption(NOBODY)])
    listed = [keyed(device.id, DeviceRow, devices, device) for device in devices.all()] or [caption(NOBODY)]
    meeting = [] if devices.last is None else [MeetingCard(devices.last)]
    add = AtThumb(lambda: [button(tr("Add a device"), partial(page.navigate, "/devices/add"), icon=ft.Icons.ADD)])
    return screen(bar, [*meeting, card([heading(MY_DEVICES), caption(HOW), *listed]), ThisDevice(devices), add])


def use_devices() -> Devices | None:
    """Return my devices, and render the component again when something of them changes."""
    ui, page = use_ui(), ft.context.page
    devices = ui.devices
    if devices is None:
        return None
    if ui.browser is not None and page.platform is not None:
        devices.propose(PLATFORMS.get(page.platform, ""))
    use_subscription(devices.observers.subscribe, use_rerender(), [])
    return devices


def MeetingCard(meeting: Meeting) -> ft.Control:
    """Show how far the meeting with a device is, and what came of it."""
    outcome, words = meeting.outcome, state_of(meeting)
    shown: list[ft.Control] = [heading(meeting.name or tr("A device"))]
    if meeting.stage is Stage.AGREEING:
        bar = ft.ProgressBar(value=outcome.part, semantics_label=str(words), color=ft.Colors.PRIMARY)
        return card([*shown, silent(caption(words)), bar])
    shown.append(notice(sentence(words), wrong=meeting.stage is Stage.BROKEN))
    return card([*shown, *(caption(sentence(problem)) for problem in outcome.problems[:3])])


@component
def DeviceRow(devices: Devices, device: KnownDevice) -> ft.Control:
    """Show a device, when it last agreed, and the button by which it is forgotten."""
    question = asking(tr("Forget {name}", name=device.name), FORGETS)
    confirm = use_confirmation(question, partial(devices.forget, device.id))
    moment = None if device.agreed is None else relative_time(device.agreed, now())
    when = tr("Not yet agreed") if moment is None else tr("Last agreed: {when}", when=moment)
    who = ft.Column([text(device.name, Style.STRONG), caption(when)], spacing=0, tight=True)
    return spread_row([who, plain_button(tr("Forget"), confirm, of=device.name)])


@component
def ThisDevice(devices: Devices) -> ft.Control:
    """Let this device be named."""
    ui = use_ui()
    typed, set_typed = use_value(devices.name)

    async def change(name: str) -> None:
        set_typed(lambda _: name)
        if is_name(name):
            await devices.rename(name)

    wrong: Message | None = None if is_name(typed) else say("a name of at most {most} characters", most=MAX_NAME_LENGTH)
    called = field(ui, tr("Name"), typed, change, wrong=wrong, max_length=MAX_NAME_LENGTH, counter="")
    return card([heading(tr("This device")), called])


@component
def AddDevice() -> ft.Control:
    """Show the code for a device of mine, which scans it and shows an answer."""
    devices, by = use_devices(), use_ui().pairing
    title = tr("Code for a device of yours")
    bar = topbar(title, back="/devices")
    return screen(bar, [caption(NOBODY) if devices is None or by is None else OfferedCode(by, "", None, title)])
