"""The phones at a table, for its host: the join code, the seats they have and ask for, and their removal."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.dates import relative_time
from companion.formatting.text import read_number
from companion.system import now
from companion.system.machine import join_link
from companion.tables.access import WATCH
from companion.ui.components.controls import (
    button,
    caption,
    card,
    heading,
    loading_text,
    notice,
    outlined,
    plain_button,
    seat_mark,
    tappable,
    text,
)
from companion.ui.components.dialogs import asking, use_confirmation
from companion.ui.components.fields import chip, switch, wrapped
from companion.ui.components.foot import AtThumb, SnackbarStrip
from companion.ui.components.layout import column, screen, screen_room, topbar, use_table, waiting
from companion.ui.components.pictures import qr
from companion.ui.core.context import use_guests, use_loaded, use_rerender, use_subscription, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import nothing, use_toggle, use_value
from companion.ui.core.keyboard import use_keys
from companion.ui.core.theme import SPACE, Style
from companion.ui.screens.pairing import SeatCodes
from companion.ui.screens.settings import Network, never, use_bases
from scoring.messages import say, tr
from storage.repositories.values import StaleError

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.tables.access import Guests
    from companion.tables.live_table import LiveTable
    from companion.ui.core.context import Ui, Viewport
    from storage.repositories.access import Guest, JoinCode

HOW: Final = say("Point a phone’s camera at this code.")
HOW_NEAR: Final = say("Point the camera of a phone on the same Wi-Fi at this code.")
HOLDS: Final = say("It holds until the game is over, or you renew it.")
NOBODY: Final = say("No phone is at this table yet.")
RENEW: Final = say("Renew the code")
REMOVES: Final = say("All phones are removed, and the old code stops working. What they entered stays.")
CODE_COMES: Final = say("No phone can join yet. Let phones join, and their code shows here.")
DOES_NOT_WORK: Final = say("If that does not work")
SAME_NETWORK: Final = say("A guest Wi-Fi often keeps devices apart: use another one for all, or a hotspot.")
CODES: Final = say(
    "No network is needed for this: share the table as a code, and add it here again later; or everybody shares their "
    "own part."
)
JOIN_CODE: Final = say("Code that leads phones to this table")
FULL_SCREEN: Final = say("Full screen")

REQUEST_HEIGHT: Final = 36 * SPACE
"""The height of a request for a seat above the full-screen code, in px."""

MIN_CODE_SIDE: Final = 200
"""The least size of the full-screen code, whatever is above it, in px."""


@component
def Phones() -> ft.Control:
    """Show the join code of the table that the address names, and its phones."""
    table_id = ft.use_route_params()["table"]
    bases, load_again = use_bases()
    bar = topbar(tr("Phones at this table"), back=f"/table/{table_id}")
    live = use_table(table_id, bar)
    if isinstance(live, ft.Control):
        return live
    if bases is None:
        return waiting(bar)
    ui = use_ui()
    network = Network(load_again, reached=bool(bases), opening=_opening)
    to_seats = [] if ui.pairing is None else [SeatCodes(live)]
    if ui.lan is None and not to_seats:
        return screen(bar, [network, OtherWays(table_id), BoardWay(table_id)])
    first = to_seats if ui.lan is None else [JoinCodePanel(table_id, bases)] if bases else [network]
    rules = [CodeRules(table_id), network] if bases else []
    apart = bool(bases) if ui.lan is not None and ui.lan.address is None else ui.lan is None
    ways = IfItDoesNotWork(table_id, SAME_NETWORK if apart else "", [] if ui.lan is None else to_seats)
    return screen(bar, [SeatRequests(live), *first, GuestList(live), BoardWay(table_id), *rules, ways])


def _opening(words: object, do: Callable[[], object]) -> list[ft.Control]:
    """Return why no phone comes yet, and the button that lets them join."""
    return [text(CODE_COMES), AtThumb(lambda: [button(words, do, icon=ft.Icons.QR_CODE_2)])]


def use_join_code(table_id: str) -> tuple[JoinCode | None, bool]:
    """Return the join code of a table, `None` where it is not in play, and whether that is known yet."""
    ui = use_ui()
    access = ui.tables.access

    async def find() -> tuple[JoinCode | None]:
        try:
            return (await access.join_code(table_id),)
        except StaleError:
            return (None,)

    loaded, load_again = use_loaded(find, [table_id, ui.turn])
    use_subscription(access.observers.subscribe, load_again, [table_id], lambda changed_id: changed_id == table_id)
    return (None, False) if loaded is None else (loaded[0], True)


@component
def JoinCodePanel(table_id: str, bases: tuple[str, ...]) -> ft.Control:
    """Show the join code of a table, how it is used, and how long; `bases` are our addresses in the networks."""
    ui = use_ui()
    page = ft.context.page
    chosen, set_chosen = use_value(0)
    join_code, _ = use_join_code(table_id)

    if join_code is None:
        return card([loading_text()])
    number = min(chosen, len(bases) - 1)
    link = join_link(bases[number], join_code.secret)

    def show_full_screen() -> None:
        page.navigate(f"/phones/{table_id}/code/{number}")

    parts: list[ft.Control] = [
        _code(link, show_full_screen, ui.viewport),
        text(HOW if ui.lan is None or ui.lan.address else HOW_NEAR),
        caption(HOLDS),
        *_networks(bases, number, lambda index: set_chosen(lambda _: index)),
        outlined(tr("Copy the link"), nothing, icon=ft.Icons.COPY, action=ft.CopyToClipboard(link)),
        outlined(FULL_SCREEN, show_full_screen, icon=ft.Icons.FULLSCREEN),
    ]
    return card(parts)


@component
def CodeRules(table_id: str) -> ft.Control:
    """Let the join code of a table be renewed, and the table be locked."""
    access = use_ui().tables.access
    join_code, _ = use_join_code(table_id)

    async def renew() -> None:
        await access.rotate_secret(table_id)

    async def lock() -> None:
        if join_code is not None:
            await access.lock(table_id, locked=not join_code.locked)

    let_in = join_code is not None and not join_code.locked
    renewal = plain_button(RENEW, use_confirmation(asking(RENEW, REMOVES), renew), icon=ft.Icons.REFRESH)
    return card([switch(tr("New phones may join this table"), lock, on=let_in), renewal])


def _code(link: str, show_full_screen: Callable[[], None], viewport: Viewport) -> ft.Control:
    """Return the join code, which a tap shows full screen."""
    room = screen_room(viewport) - 8 * SPACE
    picture = tappable(qr(link, str(JOIN_CODE), min(room, 320)), f"{JOIN_CODE}: {FULL_SCREEN}", show_full_screen)
    return ft.Row([picture], alignment=ft.MainAxisAlignment.CENTER)


def _networks(bases: tuple[str, ...], chosen: int, choose: Callable[[int], None]) -> list[ft.Control]:
    """Return the choice of a network, where this device is in several."""
    if len(bases) == 1:
        return []

    chips = (
        chip(base.partition("://")[2], partial(choose, number), selected=number == chosen)
        for number, base in enumerate(bases)
    )
    return [caption(tr("The code is for the network:")), wrapped(chips)]


@component
def FullScreenCode() -> ft.Control:
    """Show the join code as large as the screen, below the requests of phones."""
    ui = use_ui()
    params = ft.use_route_params()
    table_id, chosen = params["table"], params.get("base", "0")
    bases, _ = use_bases()
    join_code, is_loaded = use_join_code(table_id)
    guests = use_guests(table_id)
    back = f"/phones/{table_id}"
    use_escape(back)
    bar = topbar(tr("Scan to join"), back=back)
    live = use_table(table_id, bar)
    if bases is None or not is_loaded:
        return waiting(bar)
    if not bases or join_code is None:
        return screen(bar, [caption(tr("Phones cannot join right now."))])
    base = bases[min(read_number(chosen), len(bases) - 1)]
    requests = 0 if guests is None else sum(guest.wants is not None for guest in guests.all)
    below = ui.viewport.height - 24 * SPACE - requests * REQUEST_HEIGHT
    side = min(ui.viewport.width - 4 * SPACE, max(below, MIN_CODE_SIDE))
    code = qr(join_link(base, join_code.secret), str(JOIN_CODE), side)
    margin = ft.Padding.symmetric(horizontal=4 * SPACE)
    parts = [
        bar,
        *([] if isinstance(live, ft.Control) else [ft.Container(SeatRequests(live), padding=margin)]),
        ft.Row([code], alignment=ft.MainAxisAlignment.CENTER),
        caption(base.partition("://")[2], text_align=ft.TextAlign.CENTER),
    ]
    stretch = ft.CrossAxisAlignment.STRETCH
    whole = ft.Column(parts, spacing=2 * SPACE, scroll=ft.ScrollMode.AUTO, expand=True, horizontal_alignment=stretch)
    return ft.SafeArea(ft.Column([whole, SnackbarStrip()], spacing=0, expand=True), expand=True)


def use_escape(back: str) -> None:
    """Go to an address where Escape is pressed."""
    page = ft.context.page

    async def press(event: ft.KeyboardEvent) -> bool:
        if event.key != "Escape":
            return False
        page.navigate(back)
        return True

    use_keys(use_ui().keys, press)


@component
def SeatRequests(live: LiveTable) -> ft.Control:
    """Ask the host about each seat that a phone wants to take over; empty where none does."""
    guests = use_guests(live.id)
    wanting = [] if guests is None else [(guest, guest.wants) for guest in guests.all if guest.wants is not None]
    asked = [_seat_request(live, guest, guests.number(guest), seat) for guest, seat in wanting if guests]
    return ft.Column(asked, spacing=2 * SPACE, tight=True, visible=bool(asked))


def _seat_request(live: LiveTable, guest: Guest, number: int, seat: int) -> ft.Control:
    access, name = use_ui().tables.access, live.state.table.players[seat].name
    called = tr("Phone {number}", number=number)
    yes = outlined(tr("Give it {name}’s seat", name=name), lambda: access.hand_over(live.id, guest.device_id))
    no = plain_button(tr("Refuse"), lambda: access.refuse(live.id, guest.device_id))
    words = notice(tr("{phone} asks for {name}’s seat.", phone=called, name=name))
    return card([words, wrapped([yes, no])])


@component
def GuestList(live: LiveTable) -> ft.Control:
    """List the phones at the table."""
    pairing = use_ui().pairing
    guests = use_guests(live.id)
    use_subscription(
        never if pairing is None else pairing.observers.subscribe,
        use_rerender(),
        [live.id],
        lambda changed_id: changed_id == live.id,
    )
    if guests is None or not guests.all:
        return card([heading(tr("Phones")), caption(NOBODY)])
    return card([heading(tr("Phones")), *(GuestRow(live, guests, guest) for guest in guests.all)])


@component
def GuestRow(live: LiveTable, guests: Guests, guest: Guest) -> ft.Control:
    """Show a phone with its seat, and the buttons that free the seat and remove the phone."""
    ui = use_ui()
    access = ui.tables.access
    players = live.state.table.players
    called = tr("Phone {number}", number=guests.number(guest))

    words = tr("watching") if guest.seat is None else players[guest.seat].name
    mark: list[ft.Control] = [] if guest.seat is None else [seat_mark(live.state.extras.seats[guest.seat])]
    called_and_seat = text(tr("{what}: {value}", what=called, value=words), Style.STRONG, expand=True)
    who = ft.Row([*mark, called_and_seat], spacing=2 * SPACE)
    rows: list[ft.Control] = [who, caption(_presence(guest, ui) or relative_time(guest.since, now()))]
    ways = [plain_button(tr("Remove {name}", name=called), partial(access.remove_device, live.id, guest.device_id))]
    if guest.seat is not None:
        free = tr("Free {name}’s seat", name=players[guest.seat].name)
        ways.insert(0, outlined(free, partial(access.free, live.id, guest.device_id)))
    return ft.Container(
        ft.Column([*rows, wrapped(ways)], spacing=SPACE, tight=True),
        border=ft.Border.only(top=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)),
        padding=ft.Padding.only(top=2 * SPACE),
    )


def _presence(guest: Guest, ui: Ui) -> str:
    """Return whether a phone is here or away, "" where a server does not say."""
    if ui.pairing is None or (ui.lan is not None and not ui.pairing.has_come(guest.device_id)):
        return ""
    return tr("here") if ui.pairing.is_here(guest.device_id) else tr("away")


@component
def BoardWay(table_id: str) -> ft.Control:
    """Show the way to the board of a table: in a window of its own, but here where one tab alone has the data."""
    page = ft.context.page
    board = f"/{WATCH}/{table_id}"
    words, icon = tr("Big scoreboard"), ft.Icons.TV
    if use_ui().lan is None:
        return outlined(words, partial(page.navigate, board), icon=icon)
    return outlined(words, nothing, icon=icon, action=ft.OpenUrl(board, target=ft.UrlTarget.BLANK))


@component
def IfItDoesNotWork(table_id: str, first: object, codes: list[ft.Control]) -> ft.Control:
    """Show one line, and after a tap on it what helps: what to try `first`, the ways without a network, and `codes`."""
    opened, toggle = use_toggle()
    icon = ft.Icons.EXPAND_LESS if opened else ft.Icons.EXPAND_MORE
    line = plain_button(DOES_NOT_WORK, toggle, icon=icon)
    help_ = [*([caption(first)] if first else []), OtherWays(table_id), *codes] if opened else []
    return column([line, *help_], spacing=4 * SPACE)


@component
def OtherWays(table_id: str) -> ft.Control:
    """Show the ways without a network."""
    page = ft.context.page
    ways = (
        (tr("Table as a code"), f"/code/table/{table_id}", ft.Icons.QR_CODE_2),
        (tr("My part as a code"), f"/part/{table_id}", ft.Icons.QR_CODE),
        (tr("Scan a code"), "/take", ft.Icons.QR_CODE_SCANNER),
    )
    return card(
        [
            heading(tr("Without a network")),
            caption(CODES),
            *(outlined(words, partial(page.navigate, address), icon=icon) for words, address, icon in ways),
        ]
    )
