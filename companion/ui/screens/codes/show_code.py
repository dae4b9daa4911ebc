"""A play, a table, a part or a copy as QR codes as large as the screen allows, and as the link that they hold."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import read_number, sentence
from companion.games import KITS
from companion.services.history import GONE
from companion.services.share_codes.outgoing import (
    codes_of,
    is_public,
    link_base,
    shareable_copy,
    shareable_pad,
    shareable_part,
    shareable_play,
    shareable_table,
)
from companion.system.machine import offload
from companion.ui.components.controls import (
    button,
    caption,
    card,
    heading,
    icon_button,
    labelled,
    notice,
    outlined,
    text,
)
from companion.ui.components.fields import field, wrapped
from companion.ui.components.layout import NOT_IN_PLAY, column, screen, topbar, use_table, waiting
from companion.ui.components.pictures import code_image, whole_module
from companion.ui.core.context import Ui, Viewport, use_loaded, use_names, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import Setter, keyed, nothing, run_on, use_effect, use_ref, use_value
from companion.ui.core.theme import RADIUS, SPACE, WHITE, WIDEST, Style
from scoring.messages import Message, say, tr
from storage.codes import ShareCodeError, links
from storage.repositories import plays
from storage.repositories.values import PAD_PREFIX, folded, game_key

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.services.share_codes.outgoing import Shareable, ShareCodes
    from companion.system.network import Lan
    from companion.tables.live_table import LiveTable
    from companion.tables.registry import Tables

CODE_SHOWN_S: Final = 2.0
"""How long each code of a series is shown, in seconds: long enough for a photo."""

ROUNDS: Final = 5
"""How often a series is shown before it stops."""

BAR_HEIGHT: Final = 56
"""The height of the bar above the code, in px."""

CONTROLS_HEIGHT: Final = 80
"""The height of the buttons of a series, in px."""

SAVED_MODULE_PIXELS: Final = 10
"""How many pixels a module has in a picture that is saved."""

MAX_LINK_LINES: Final = 4

BACK: Final = {"play": "/play/{}", "table": "/table/{}", "part": "/table/{}", "game": "/settings/{}"}
"""Where the arrow leads, by what the address names."""

NOT_FOUND: Final = {"play": GONE, "table": NOT_IN_PLAY, "part": NOT_IN_PLAY, "game": GONE}
SCAN: Final = say("On the other device, open Tessera, and tap “Scan a code”.")
SCAN_ALL: Final = say("On the other device, open Tessera, tap “Scan a code”, and scan all of them, in any order.")
OR_LINK: Final = say("Or share the link, which has everything in it: open it there, or paste it at “Scan a code”.")
ON_THAT_DEVICE: Final = say("Tessera must be on the other device, too.")
TOO_LARGE: Final = say("This is too large for codes. Share the link instead.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyCode:
    """What is shared, with its codes."""

    item: Shareable
    codes: ShareCodes


@component
def ShowCode() -> ft.Control:
    """Show what the address names as codes."""
    ui = use_ui()
    address = link_base(ft.context.page.url or "", ui.address)
    (kind, number), *more = ft.use_route_params().items()
    seat = read_number(dict(more).get("seat", ""))

    async def load() -> ReadyCode | Message:
        try:
            item = await _shareable(ui.tables, kind, number, seat)
        except ShareCodeError as error:
            return error.message
        if item is None:
            return NOT_FOUND[kind]
        return ReadyCode(item=item, codes=await offload(codes_of, item, address))

    loaded, _ = use_loaded(load, [kind, number, seat])
    back = BACK[kind].format(game_key(number))
    if loaded is None:
        return waiting(topbar(tr("Code"), back=back))
    if isinstance(loaded, Message):
        return screen(topbar(tr("Code"), back=back), [notice(sentence(loaded), live=False)])
    return screen(topbar(loaded.item.title, back=back), [keyed(f"{kind} {number} {seat}", CodePage, loaded)])


async def _shareable(tables: Tables, kind: str, number: str, seat: int) -> Shareable | None:
    """Return what the address names, `None` where there is no such thing.

    Raises:
        ShareCodeError: it cannot be shared.

    """
    if kind == "play":
        play = await tables.worker.run(plays.play, number)
        return None if play is None else shareable_play(play)
    if kind in ("table", "part"):
        live = await tables.open(number)
        if live is None or seat not in range(len(live.names)):
            return None
        return shareable_table(live) if kind == "table" else shareable_part(live, seat, tables.copies[live.game.key])
    if number.startswith(PAD_PREFIX):
        return shareable_pad(number.removeprefix(PAD_PREFIX), tables.copies[game_key(number)])
    return shareable_copy(number, tables.copies[number]) if number in KITS else None


@component
def CodePage(ready: ReadyCode) -> ft.Control:
    """Show codes one at a time, what they hold, and their link."""
    ui = use_ui()
    page = ft.context.page
    codes = ready.codes
    picker = use_ref(ft.FilePicker)
    number, set_number = use_value(0)

    def turn(by: int) -> None:
        set_number(lambda old: (old + by) % len(codes.links))

    async def save() -> None:
        nth = f"-{number + 1}-of-{len(codes.links)}" if codes.links[1:] else ""
        await picker.current.save_file(
            file_name=f"tessera-code{nth}.png", src_bytes=links.png(codes.links[number], SAVED_MODULE_PIXELS)
        )

    parts: list[ft.Control] = []
    ways: list[ft.Control] = []
    if codes.links:
        parts.append(_picture(ready, number, ui.viewport, page.media.device_pixel_ratio or 1))
        ways.append(outlined(tr("Save the picture"), save, icon=ft.Icons.DOWNLOAD))
    else:
        parts.append(notice(TOO_LARGE, live=False))
    if codes.links[1:]:
        parts.append(SeriesControls(number, len(codes.links), turn))
    ways.append(outlined(tr("Copy the link"), nothing, icon=ft.Icons.COPY, action=ft.CopyToClipboard(codes.link)))
    link = field(ui, tr("Link"), codes.link, _as_it_is, read_only=True, multiline=True, max_lines=MAX_LINK_LINES)
    parts += [
        card([text(words) for words in ready.item.words]),
        card([heading(tr("To the other device")), *_how(codes, ui), link, wrapped(ways)]),
    ]
    return column(parts, spacing=4 * SPACE)


def _as_it_is(_: str) -> None:
    """Leave the link as it is: nobody can type there."""


def _elsewhere(lan: Lan | None) -> Message:
    """Return what a device without Tessera does, where the network is let in at the address of this one."""
    bases = () if lan is None else lan.bases()
    if not bases:
        return ON_THAT_DEVICE
    return say("No Tessera there? On the same network, open {address}.", address=bases[0])


def _how(codes: ShareCodes, ui: Ui) -> list[ft.Control]:
    """Return how the codes and the link come to another device: by its camera alone where they lead to an address."""
    opens = is_public(ui.address)
    pointing = say("Point the camera of the other device at it: Tessera opens there at {address}.", address=ui.address)
    camera = [pointing] if opens and len(codes.links) == 1 else []
    scanning = [SCAN_ALL if codes.links[1:] else SCAN] if codes.links else []
    running = [] if opens else [_elsewhere(ui.lan)]
    return [caption(words) for words in (*camera, *scanning, OR_LINK, *running)]


def module_size(viewport: Viewport, modules: int, ratio: float, *, in_turn: bool) -> float:
    """Return the size of a module of a code, in px, so that its pixels are whole: `ratio` pixels to a px.

    >>> from companion.ui.core.context import Viewport
    >>> module_size(Viewport(width=390, height=844), 57, 2.0, in_turn=False)
    6.0
    """
    height = viewport.height - BAR_HEIGHT - 8 * SPACE - (CONTROLS_HEIGHT if in_turn else 0)
    room = min(viewport.width - 8 * SPACE, WIDEST - 8 * SPACE, height)
    return whole_module(room, modules, ratio)


def _picture(ready: ReadyCode, number: int, viewport: Viewport, ratio: float) -> ft.Control:
    """Return a code, dark on white in every theme, in a frame that fits the largest of its series."""
    codes = ready.codes
    of = len(codes.links)
    module = module_size(viewport, max(codes.sizes), ratio, in_turn=of > 1)
    most = module * max(codes.sizes)
    label = tr("QR code: {title}", title=ready.item.title)
    if of > 1:
        label = f"{label}, {tr('{number} of {all}', number=number + 1, all=of)}"
    image = code_image(codes.links[number], module, ratio)
    ground = ft.Container(image, width=most, height=most, bgcolor=WHITE, alignment=ft.Alignment.CENTER)
    picture = labelled(ground, label, image=True)
    return ft.Row([picture], alignment=ft.MainAxisAlignment.CENTER)


@component
def SeriesControls(number: int, of: int, turn: Callable[[int], None]) -> ft.Control:
    """Show the buttons that turn the codes of a series, by hand or in turn for some rounds."""
    left, set_left = use_turning(turn)

    def by_hand(by: int) -> None:
        set_left(lambda _: 0)
        turn(by)

    def start() -> None:
        set_left(lambda old: 0 if old else ROUNDS * of)

    icon = ft.Icons.PAUSE if left else ft.Icons.PLAY_ARROW_OUTLINED
    buttons = [
        icon_button(ft.Icons.CHEVRON_LEFT, tr("Previous"), lambda: by_hand(-1)),
        text(tr("{number} of {all}", number=number + 1, all=of), Style.HEADING, no_wrap=True),
        icon_button(ft.Icons.CHEVRON_RIGHT, tr("Next"), lambda: by_hand(1)),
        outlined(tr("Pause") if left else tr("Show in turn"), start, icon=icon),
    ]
    center, middle = ft.MainAxisAlignment.CENTER, ft.CrossAxisAlignment.CENTER
    return ft.Container(
        ft.Row(buttons, wrap=True, spacing=2 * SPACE, alignment=center, vertical_alignment=middle),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border_radius=RADIUS,
        padding=2 * SPACE,
    )


def use_turning(turn: Callable[[int], None]) -> tuple[int, Setter[int]]:
    """Return how many codes are still to be shown in turn, and its setter."""
    page = ft.context.page
    left, set_left = use_value(0)
    stop = use_ref(lambda: nothing)

    async def turn_on() -> None:
        turn(1)
        set_left(lambda old: max(0, old - 1))

    def due() -> None:
        run_on(page, turn_on)

    def wait() -> None:
        stop.current()
        stop.current = page.loop.call_later(CODE_SHOWN_S, due).cancel if left else nothing

    use_effect(wait, [left], cleanup=lambda: stop.current())  # noqa: PLW0108 - what it is by then
    return left, set_left


MINE_SETTING: Final = "mine"
"""The setting that remembers whose part was shown here last."""


@component
def MyPart() -> ft.Control:
    """Ask whose part of the table that the address names is to be shown."""
    table_id = ft.use_route_params()["table"]
    bar = topbar(tr("My part as a code"), back=f"/phones/{table_id}")
    live = use_table(table_id, bar)
    return live if isinstance(live, ft.Control) else screen(bar, [PlayersToChoose(live)])


@component
def PlayersToChoose(live: LiveTable) -> ft.Control:
    """Show a button for each player, first the one whose part was shown here last."""
    ui = use_ui()
    page = ft.context.page
    names = use_names(live)
    mine = folded(str(ui.settings.get(MINE_SETTING, "")))

    async def show(seat: int) -> None:
        await ui.set(MINE_SETTING, names[seat])
        page.navigate(f"/code/part/{live.id}/{seat}")

    seats = sorted(range(len(names)), key=lambda seat: folded(names[seat]) != mine)
    ways = [
        (button if folded(names[seat]) == mine else outlined)(
            tr("{name}’s part", name=names[seat]), partial(show, seat)
        )
        for seat in seats
    ]
    return card([heading(tr("Who are you?")), *ways])
