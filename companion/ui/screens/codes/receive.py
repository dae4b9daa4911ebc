"""Codes from another device: read from pictures and links in any order, and shown before anything is kept."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.services.share_codes.incoming import (
    Inbox,
    ReceivedLink,
    fragments_of,
    links_in_picture,
    links_in_text,
    links_that_belong_to,
    with_links,
    without_payload,
    without_series,
)
from companion.system.machine import offload
from companion.ui.components.async_state import progress_bar, use_task
from companion.ui.components.controls import button, caption, card, heading, notice, outlined, plain_button
from companion.ui.components.drafts import use_typed
from companion.ui.components.fields import NOT_ARRIVED, field, use_files, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import screen, topbar
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component, safe
from companion.ui.core.hooks import keyed, nothing, use_effect, use_lazy_state, use_ref, use_value, value_now
from companion.ui.screens.codes.received import ReceivedItem
from companion.ui.screens.codes.received_parts import ReceivedParts
from companion.ui.screens.pairing import SCAN, PairingArrival
from scoring.messages import say, tr
from storage.codes.contents import TablePart
from storage.codes.links import fragment_of
from storage.codes.pairing import is_pairing

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.services.share_codes.incoming import LinkInbox
    from companion.ui.components.async_state import OnProgress
    from storage.codes.frames import CollectedFrames

    Receive = Callable[[tuple[ReceivedLink, ...]], Awaitable[bool]]

ABOUT: Final = say("A result, a running table, players’ parts or a copy from another device. You first see what it is.")
ANSWERS: Final = say("Also the answer of a phone that comes to a table here.")
PASTE: Final = say("Or paste links, one a line.")
GONE: Final = say("The contents of the link are not here. Open the link again, or paste it below.")
NOTHING_PASTED: Final = say("Paste a link into the field first.")
MAX_LINK_LINES: Final = 5
MAX_REFUSED: Final = 12
"""How many problems are shown; a pasted page of something else would have many."""


@component
def ReceiveCodes() -> ft.Control:
    """Read codes from pictures and links, and from the link that led here, which may pair two phones."""
    arrival = ft.use_route_params().get("arrival")
    code = next(filter(is_pairing, use_ui().links.get(arrival or "")), None)
    if code is None:
        return Receiving(arrival)
    return screen(topbar(tr("Phones"), back="/"), [keyed(arrival or "", PairingArrival, f"#{code}")])


@component
def Receiving(arrival: str | None) -> ft.Control:
    """Read codes of what can be kept, beginning with the link that led here."""
    ui = use_ui()
    page = ft.context.page
    inbox, change = use_inbox(ui.links, arrival)

    arrived = inbox.arrived
    parts = {whole: contents for whole, contents in arrived.items() if isinstance(contents, TablePart)}

    def leave(whole: bytes) -> bool:
        ui.links.discard(fragments_of(whole, ui.links.all()))
        return change(lambda old: without_payload(old, whole)).is_empty

    async def receive(links: tuple[ReceivedLink, ...]) -> bool:
        code = next(filter(is_pairing, (fragment_of(received.link) for received in links)), None)
        if code is not None:
            page.navigate(f"/take/{ui.links.add(code)}")
            return True
        return not change(lambda old: with_links(old, links)).refused

    def start_again(series: CollectedFrames) -> None:
        change(lambda old: replace(without_series(old, series), refused=()))

    body: list[ft.Control] = [notice(words, wrong=True) for words in _shortened(inbox.refused)]
    body += [_series(collected, partial(start_again, collected)) for collected in inbox.unfinished]
    if parts:
        body.append(keyed("parts", ReceivedParts, parts, leave))
    body += [
        keyed(whole.hex(), ReceivedItem, contents, tuple(arrived), partial(leave, whole))
        for whole, contents in arrived.items()
        if not isinstance(contents, TablePart)
    ]
    return screen(
        topbar(tr("Scan a code"), back="/"),
        [*body, keyed("pictures", ChoosePictures, receive, bool(arrived)), keyed("links", PasteLinks, receive)],
    )


def use_inbox(links: LinkInbox, arrival: str | None) -> tuple[Inbox, Callable[[Callable[[Inbox], Inbox]], Inbox]]:
    """Return what has come in, beginning with the link that led here, and a call that changes and returns it."""
    inbox, set_inbox = use_lazy_state(Inbox)
    latest = use_ref(Inbox)

    def change(to: Callable[[Inbox], Inbox]) -> Inbox:
        latest.current = to(latest.current)
        set_inbox(lambda _: latest.current)
        return latest.current

    def arrive() -> None:
        if arrival is None:
            return
        opened = [ReceivedLink(link=f"#{fragment}") for fragment in links.get(arrival)]
        change(lambda old: with_links(old, opened or [ReceivedLink(refused=GONE)]))
        others = links_that_belong_to(latest.current, links.all())
        if others:
            change(lambda old: with_links(old, others))

    use_effect(arrive, [arrival])
    return inbox, change


def _shortened(refused: tuple[object, ...]) -> tuple[object, ...]:
    """Return the first problems, and how many more there are."""
    more = len(refused) - MAX_REFUSED
    if more <= 0:
        return refused
    return (*refused[:MAX_REFUSED], tr("and {number} more", number=more))


def _series(collected: CollectedFrames, start_again: Callable[[], None]) -> ft.Control:
    """Return how many codes of a series have come in, and the button that starts it again."""
    words = notice(sentence(collected.progress()))
    return card([heading(tr("A series of codes")), words, wrapped([plain_button(tr("Start over"), start_again)])])


@component
def ChoosePictures(receive: Receive, has_arrived: bool) -> ft.Control:  # noqa: FBT001 - a component
    """Have pictures chosen, and codes read from them; `receive` returns whether everything was accepted.

    Once something `has_arrived`, its own ways stand at the thumb.
    """
    work, run = use_task()

    async def lost() -> None:
        await receive((ReceivedLink(refused=NOT_ARRIVED),))

    choose = use_files(lost)

    async def read(files: list[ft.FilePickerFile], on_progress: OnProgress) -> tuple[ReceivedLink, ...]:
        links: list[ReceivedLink] = []
        for number, file in enumerate(files):
            on_progress(number, len(files))
            if file.bytes is None:
                links.append(ReceivedLink(where=file.name, refused=NOT_ARRIVED))
            else:
                links += await links_in_picture(file.name, file.bytes)
        return tuple(links)

    async def pick() -> None:
        files = await choose(allow_multiple=True, file_type=ft.FilePickerFileType.IMAGE)
        if files:
            await receive(await run(tr("Scan a code"), lambda on_progress: read(files, on_progress)))

    answers = [] if use_ui().pairing is None else [caption(ANSWERS)]
    if work is not None:
        return card([progress_bar(work)])

    def ways() -> list[ft.Control]:
        icon = ft.Icons.QR_CODE_SCANNER
        main = outlined if has_arrived else button
        camera = main(tr("Scan with the camera"), nothing, icon=icon, action=ft.OpenUrl(SCAN))
        return [outlined(tr("Choose pictures"), pick, icon=ft.Icons.ADD_A_PHOTO_OUTLINED), camera]

    return card([caption(ABOUT), *answers, wrapped(ways()) if has_arrived else AtThumb(ways)])


@component
def PasteLinks(receive: Receive) -> ft.Control:
    """Have links pasted; they stay in the field until `receive` has accepted them."""
    ui = use_ui()
    pasted, paste = use_typed("link", "")
    wrong, set_wrong = use_value("")

    async def take() -> None:
        words = value_now(paste)
        if not words.strip():
            set_wrong(lambda _: str(NOTHING_PASTED))
        elif await receive(await offload(links_in_text, words)):
            paste(lambda old: "" if old == words else old)

    def typed(words: str) -> None:
        set_wrong(lambda _: "")
        paste(lambda _: words)

    entry = field(
        ui,
        tr("Link"),
        pasted,
        typed,
        wrong=wrong or None,
        multiline=True,
        shift_enter=True,
        max_lines=MAX_LINK_LINES,
        on_submit=safe(take),
    )
    return card([caption(PASTE), entry, wrapped([outlined(tr("Next"), take)])])
