"""Phones that come to a table without a server: the code of each seat, the answer to it, and the way in and back."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import read_number, sentence
from companion.services.browser_page import ChannelError, ChannelState
from companion.services.history import load_home
from companion.services.pairing import SHOWN_S, Invitation, Pairing, PairingError, Stage
from companion.services.share_codes.outgoing import is_public, link_base
from companion.tables.access import WATCH
from companion.ui.components.controls import (
    button,
    caption,
    card,
    heading,
    loading_text,
    notice,
    outlined,
    seat_mark,
    text,
)
from companion.ui.components.fields import wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import not_in_play, screen, screen_room, spread_row, topbar, use_table
from companion.ui.components.pictures import qr
from companion.ui.core.context import use_loaded, use_names, use_rerender, use_stored, use_subscription, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import nothing, run_on, use_effect, use_ref, use_value
from companion.ui.core.theme import SPACE, Style
from scoring.messages import Message, counted, say, tr
from storage.codes import ShareCodeError, pairing
from storage.codes.pairing import Answer, Offer
from storage.repositories.values import StoredTable, title_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.services.visit import Visit
    from companion.tables.live_table import LiveTable
    from companion.ui.core.context import Viewport

SCAN: Final = "#scan"
"""The address at which the page around the app opens its camera instead of leaving, see `assets/page/scan.js`."""

DEVICES: Final = "/devices"
"""The address of my devices, to which two that meet go."""

CONNECT_TIMEOUT_S: Final = 15
"""Seconds after which two phones that have each other's codes count as unable to reach each other."""

CONTROLS_HEIGHT: Final = 300
"""The height of what stands around a code, in px."""

LOOK_AGAIN_S: Final = 10
"""Seconds after which a code is looked at again: whether it is still shown."""

MIN_CODE_SIDE: Final = 240
"""The least side of a code, in px."""

HOW: Final = say("Each phone scans its own code, then this one scans its answer.")
HOW_COMPUTER: Final = say(
    "For phones that open Tessera from its site: each scans its own code, and this computer scans its answer."
)
POINT: Final = say("Scan this with the other phone’s camera. It then shows an answer.")
POINT_TESSERA: Final = say("On the phone, open Tessera and scan this. It then shows an answer.")
HOLD: Final = say("Show this to the other phone, which scans it.")
NEW_CODE: Final = say("If Tessera was opened anew there, scan the code of your seat instead.")
TOO_OLD: Final = say("The code that you scanned is too old by now. Scan the one that the other phone shows.")
UNREACHED: Final = say(
    "The phones do not reach each other. Put both in the same Wi-Fi or hotspot, and show a new code. Or show the "
    "table as a code."
)
NO_WAY_IN: Final = say(
    "The phones do not reach each other. Put both in the same Wi-Fi or hotspot, and scan a new code. Or scan the table "
    "as a code."
)
OWN_CODE: Final = say(
    "This phone shows this code: scan it with the other phone, then scan the answer of that one here."
)
ANOTHER_VERSION: Final = say("The phone has another version of Tessera. Update both, then show a new code.")
UNREACHED_DEVICE: Final = say(
    "The devices do not reach each other. Put both in the same Wi-Fi or hotspot, and show a new code."
)
ELSEWHERE_DEVICE: Final = say("This code is for a device with Tessera of its own. Scan it there.")
ELSEWHERE: Final = say("This code brings a phone to a table. Scan it on a phone that opens Tessera from its site.")


@component
def SeatCodes(live: LiveTable) -> ft.Control:
    """Show the way to the code of each seat, and to the answer of a phone."""
    page = ft.context.page
    names = use_names(live)

    def way(seat: int) -> ft.Control:
        mark = seat_mark(live.state.extras.seats[seat])
        who = ft.Row([mark, text(names[seat], Style.STRONG)], spacing=2 * SPACE, tight=True)
        show = partial(page.navigate, f"/phones/{live.id}/pair/{seat}")
        return spread_row([who, outlined(tr("Show the code"), show, icon=ft.Icons.QR_CODE_2, of=names[seat])])

    to_watch = partial(page.navigate, f"/phones/{live.id}/pair/{WATCH}")
    how = HOW if use_ui().lan is None else HOW_COMPUTER
    watch = outlined(tr("Code to watch"), to_watch, icon=ft.Icons.VISIBILITY_OUTLINED)
    seats = map(way, range(len(names)))
    return card([heading(tr("Codes for phones")), caption(how), *seats, _scan(), watch])


def _scan(words: str = "", way: Callable[..., ft.Control] = outlined) -> ft.Control:
    words, icon = words or tr("Scan the answer"), ft.Icons.QR_CODE_SCANNER
    if use_ui().lan is None:
        return way(words, nothing, icon=icon, action=ft.OpenUrl(SCAN))
    return way(words, partial(ft.context.page.navigate, "/take"), icon=icon)  # a computer may have no camera


def _refused(why: Message) -> ft.Control:
    """Return why a code cannot be taken, and the way to another one."""
    return card([notice(sentence(why), wrong=True), AtThumb(lambda: [_scan(tr("Scan a code"), button)])])


@component
def PairingCode() -> ft.Control:
    """Show the code of the seat that the address names."""
    ui = use_ui()
    params = ft.use_route_params()
    table_id = params["table"]
    seat = None if params["seat"] == WATCH else read_number(params["seat"])
    bar = topbar(tr("Code for a phone"), back=f"/phones/{table_id}")
    live = use_table(table_id, bar)
    if isinstance(live, ft.Control):
        return live
    if ui.pairing is None or (seat is not None and seat >= len(live.names)):
        return not_in_play(bar)
    title = tr("Code to watch") if seat is None else tr("Code for {name}", name=live.names[seat])
    bar = topbar(title, back=f"/phones/{table_id}")
    return screen(bar, [OfferedCode(ui.pairing, table_id, seat, title)])


@component
def OfferedCode(by: Pairing, table_id: str, seat: int | None, title: str) -> ft.Control:
    """Show the code of a seat, or for a device of mine where no table is named, and the way to the answer."""
    ui = use_ui()
    base = link_base(ft.context.page.url or "", ui.address)

    async def load() -> str | Message:
        try:
            offer = await (by.offer(table_id, seat) if table_id else by.offer_device())
            return pairing.link(offer, base)
        except (PairingError, ShareCodeError) as error:
            return error.message

    link, load_again = use_loaded(load, [table_id, seat])
    now = use_arrival(by, pairing.read(link).tag if isinstance(link, str) else b"")
    minutes = use_minutes_left(by, now, load_again)
    if now is not None and now.stage is Stage.ANOTHER_VERSION:
        link = ANOTHER_VERSION
    if link is None:
        return loading_text()
    if isinstance(link, Message):
        again = outlined(tr("Try again"), load_again)
        return card([notice(sentence(link), wrong=True), wrapped([again, *_as_code(table_id)])])
    how = text(POINT if ui.lan is None else POINT_TESSERA)
    copy = [_copy(link)] if ui.lan is None or is_public(base) else []  # else it leads to this machine alone
    return _code(
        link, title, [how, caption(_lasts(minutes)), AtThumb(lambda: [_scan(way=button)]), *copy, *_as_code(table_id)]
    )


def _lasts(minutes: int) -> str:
    return str(
        counted(
            minutes,
            "The code is for one phone. A new one comes in {number} minute.",
            "The code is for one phone. A new one comes in {number} minutes.",
        )
    )


def use_minutes_left(by: Pairing, invitation: Invitation | None, renew: Callable[[], None]) -> int:
    """Return for how many minutes a code is shown yet, rounded up, as they pass; then have it renewed."""
    page = ft.context.page
    looks, set_looks = use_value(0)
    stop = use_ref(lambda: nothing)
    left = 0.0 if invitation is None else by.seconds_left(invitation)

    async def look_again() -> None:
        set_looks(lambda count: count + 1)

    def wait() -> None:
        stop.current()
        if invitation is None or invitation.stage is not Stage.OFFERED:
            return
        if left > 0:
            stop.current = page.loop.call_later(LOOK_AGAIN_S, lambda: run_on(page, look_again)).cancel
        else:
            renew()

    use_effect(wait, [invitation, looks], cleanup=lambda: stop.current())  # noqa: PLW0108 - what it is by then
    return max(math.ceil(left / 60), 1)


def _code(link: str, title: str, below: list[ft.Control]) -> ft.Control:
    """Return a code as large as the screen allows, and what stands below it."""
    picture = qr(link, tr("QR code: {title}", title=title), _side(use_ui().viewport))
    centered = ft.Row([picture], alignment=ft.MainAxisAlignment.CENTER)
    return card([centered, *below])


def _side(viewport: Viewport) -> float:
    return min(screen_room(viewport) - 8 * SPACE, max(viewport.height - CONTROLS_HEIGHT, MIN_CODE_SIDE))


def _copy(link: str) -> ft.Control:
    return outlined(tr("Copy the link"), nothing, icon=ft.Icons.COPY, action=ft.CopyToClipboard(link))


def _as_code(table_id: str) -> list[ft.Control]:
    if not table_id:
        return []
    to_code = partial(ft.context.page.navigate, f"/code/table/{table_id}")
    return [outlined(tr("Table as a code"), to_code, icon=ft.Icons.QR_CODE_2)]


@component
def PairingArrival(link: str) -> ft.Control:
    """Take a pairing code that came in: an offer is answered, an answer opens its channel."""
    ui = use_ui()
    try:
        code = pairing.read(link)
    except ShareCodeError as error:
        return _refused(error.message)
    if isinstance(code, Offer) and ui.pairing is not None and ui.pairing.invitation(code.tag) is not None:
        return card([notice(OWN_CODE, wrong=True), wrapped([_scan()])])
    if isinstance(code, Answer) and ui.pairing is not None:
        return AcceptedAnswer(ui.pairing, code)
    if isinstance(code, Answer) or ui.visit is None or (ui.browser is None and not code.is_for_device):
        return notice(ELSEWHERE_DEVICE if isinstance(code, Offer) and code.is_for_device else ELSEWHERE, live=False)
    return AnsweredOffer(ui.visit, code)


@component
def AcceptedAnswer(by: Pairing, answer: Answer) -> ft.Control:
    """Open the channel to the phone of an answer, and go back to the phones once it is here."""
    nowhere: Invitation | None = None
    accepted, set_accepted = use_value(nowhere)
    no_reason: Message | None = None
    refused, set_refused = use_value(no_reason)
    late = use_late(CONNECT_TIMEOUT_S)

    async def accept() -> None:
        try:
            invitation = await by.accept(answer)
        except PairingError as error:
            why = error.message
            set_refused(lambda _: why)
        else:
            set_accepted(lambda _: invitation)

    use_effect(accept, [answer.tag])
    now = use_arrival(by, answer.tag)
    if refused is not None:
        invitation = now or by.old_invitation(answer.tag)
        return UnknownAnswer(refused) if invitation is None else _failed(invitation, refused)
    if now is not None and now.stage is Stage.ANOTHER_VERSION:
        return _failed(now, ANOTHER_VERSION)
    if accepted is None or (now is not None and not late):
        return notice(tr("The phones are connecting …"))
    return _failed(accepted, UNREACHED_DEVICE if accepted.offer.is_for_device else UNREACHED)


@component
def UnknownAnswer(why: Message) -> ft.Control:
    """Say why an answer leads to no table, and the way to the codes of each one in play."""
    page = ft.context.page
    loaded, _ = use_stored(load_home)
    tables = () if loaded is None else loaded[0]

    def way(stored: StoredTable) -> ft.Control:
        return outlined(str(title_of(stored)), partial(page.navigate, f"/phones/{stored.id}"), icon=ft.Icons.QR_CODE_2)

    ways = [caption(tr("Codes for phones")), wrapped([way(stored) for stored in tables])] if tables else []
    return card([notice(sentence(why), wrong=True), *ways])


def use_arrival(by: Pairing, tag: bytes) -> Invitation | None:
    """Return the invitation of a tag as it changes, and go back to the phones when its phone comes."""
    page = ft.context.page
    now = by.invitation(tag)
    used = use_ref(lambda: now is not None and now.stage in {Stage.HERE, Stage.AWAY})

    def look() -> None:
        if now is not None and now.stage is Stage.HERE and not used.current:
            if now.offer.is_for_device:
                page.navigate(DEVICES)
                return
            page.navigate(f"/phones/{now.table_id}")
            show_snackbar(tr("The phone is here."))

    use_subscription(by.observers.subscribe, use_rerender(), [tag])
    use_effect(look, [now])
    return now


def _failed(invitation: Invitation, why: Message) -> ft.Control:
    """Return why a phone cannot come, and what helps."""
    page = ft.context.page
    table_id, seat = invitation.table_id, invitation.offer.seat
    to_code = f"/phones/{table_id}/pair/{WATCH if seat is None else seat}"
    if invitation.offer.is_for_device:
        to_code = "/devices/add"
    again = outlined(tr("New code"), lambda: page.navigate(to_code), icon=ft.Icons.QR_CODE_2)
    return card([notice(sentence(why), wrong=True), wrapped([again, *_as_code(table_id)])])


@component
def AnsweredOffer(visit: Visit, offer: Offer) -> ft.Control:
    """Show the answer to an offer, until the page shows the screens of the other phone."""
    page = ft.context.page
    base = link_base(page.url or "", use_ui().address)
    use_subscription(visit.observers.subscribe, use_rerender(), [offer.tag])
    state = visit.state_of(offer)
    late = use_late(SHOWN_S)

    async def load() -> str | Message:
        try:
            return pairing.link(await visit.answer(offer), base)
        except (ChannelError, ShareCodeError) as error:
            return error.message

    def come_home() -> None:
        if state is ChannelState.OPEN:
            page.navigate(DEVICES if offer.is_for_device else "/")  # which keeps the table, for when this phone leaves

    link, _ = use_loaded(load, [offer.tag])
    use_effect(come_home, [state])
    if link is None:
        return loading_text()
    if state is ChannelState.CLOSED or isinstance(link, Message):
        return _refused(link if isinstance(link, Message) else NO_WAY_IN)
    seat = [] if offer.seat is None else [caption(tr("Seat {number}", number=offer.seat + 1))]
    hints = [NEW_CODE] if visit.is_way_back(offer) else [TOO_OLD] if late else []
    scanning = [part for hint in hints for part in (caption(hint), _scan(tr("Scan a code")))]
    return _code(link, tr("Answer"), [text(HOLD), *seat, *scanning, _copy(link)])


def use_late(seconds: float) -> bool:
    """Return whether so many seconds have passed since the component was shown first."""
    page = ft.context.page
    late, set_late = use_value(initial=False)
    stop = use_ref(lambda: nothing)

    async def pass_by() -> None:
        set_late(lambda _: True)

    def start() -> None:
        stop.current = page.loop.call_later(seconds, lambda: run_on(page, pass_by)).cancel

    use_effect(start, [], cleanup=lambda: stop.current())  # noqa: PLW0108 - what it is by then
    return late


@component
def KeptTable(visit: Visit) -> ft.Control:
    """Show the table of another phone that this one keeps: the way back there, and the way to go on with it here."""
    ui = use_ui()
    page = ft.context.page
    use_subscription(visit.observers.subscribe, use_rerender(), [])
    kept = visit.kept()
    if kept is None:
        return ft.Container(visible=False)

    def take(fragment: str) -> None:
        page.navigate(f"/take/{ui.links.add(fragment)}")

    title = say("{game} on another phone", game=kept.table.game.name)
    ways = [outlined(tr("Go on here"), partial(take, kept.fragment)), outlined(tr("Remove"), visit.forget, of=title)]
    if kept.way_back:
        ways.insert(0, outlined(tr("Come back"), partial(take, kept.way_back), icon=ft.Icons.QR_CODE_2))
    names = ", ".join(player.name for player in kept.table.table.players)
    return card([heading(title), caption(names), wrapped(ways)])
