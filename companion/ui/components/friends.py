"""The plays that come from friends' devices: what came in, who of a play sits here, and from whom a play is."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.text import sentence
from companion.services.friends import BROUGHT, BROUGHT_BY, DECLINE, KEEP, SEAT
from companion.services.game_names import title_here
from companion.services.history import load_sheet
from companion.ui.components.controls import caption, card, heading, notice, outlined, plain_button, text
from companion.ui.components.fields import chip, wrapped
from companion.ui.core.context import use_loaded, use_rerender, use_stored, use_subscription, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_effect
from scoring.messages import Message, say, tr
from storage.exchange.friends import number_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.services.friends import Friends, ReceivedPlay
    from storage.repositories.play_content import StoredPlay

KEPT: Final = say("Kept in your history, too.")
NOT_KEPT: Final = say("Not kept. It is among the deleted plays.")
NOT_MINE: Final = say("Not mine")
WHO: Final = say("Which of these are you?")
WHY: Final = say(
    "From then on both devices get the plays at which the two of you sat. Notes, photos and places stay where they are."
)
NONE_OF_THEM: Final = say("None of them")
FROM_A_FRIEND: Final = say("From a friend’s device")


def is_from_friend(what: Message) -> bool:
    """Whether a version is one that a friend's device brought, by what its label says."""
    return what.template in {BROUGHT.template, BROUGHT_BY.template}


@component
def ReceivedPlayCard(friends: Friends, changed: Callable[[], None]) -> ft.Control:
    """Show what came in from a friend's device at the end of a table; `changed` is called as the history changes."""
    use_subscription(friends.observers.subscribe, use_rerender(), [])
    received = friends.received
    return ft.Container(visible=False) if received is None else KeptPlay(friends, received, changed)


@component
def KeptPlay(friends: Friends, received: ReceivedPlay, changed: Callable[[], None]) -> ft.Control:
    """Show the play that came in, or what stayed out; the page says the same above the screens of the host."""
    page = ft.context.page
    loaded, _ = use_stored(load_sheet, received.play_id)
    play = None if isinstance(loaded, Message) else loaded
    asked = play if play is not None and received.is_kept and friends.asks(play) == received.number else None
    words = KEPT if received.is_kept else NOT_KEPT

    def mirror() -> None:
        if play is not None:
            friends.say_on_page(f"{words} {WHO}" if asked else str(words), _ways(received, asked))

    use_effect(changed, [received.play_id, received.is_kept])
    use_effect(mirror, [received, play is None, asked is None])
    remarks = [caption(sentence(remark)) for remark in received.remarks]
    close = plain_button(tr("Close"), friends.dismiss)
    if play is None:
        return card([heading(FROM_A_FRIEND), *remarks, wrapped([close])])
    show = outlined(tr("Result"), partial(page.navigate, f"/play/{play.id}"))
    undo = outlined(NOT_MINE, friends.decline)
    if not received.is_kept:
        undo = outlined(tr("Undo"), partial(friends.decline, is_kept=True))
    return card(
        [
            heading(title_here(play.game, play.title)),
            notice(words),
            *remarks,
            *([WhoIsMe(friends, play)] if asked else []),
            wrapped([*([show] if received.is_kept else []), undo, close]),
        ]
    )


def _ways(received: ReceivedPlay, asked: StoredPlay | None) -> tuple[tuple[str, str], ...]:
    """Return the ways that the page shows above the screens of the host, by their ids and words."""
    seats: list[tuple[str, str]] = []
    if asked is not None:
        seats = [(f"{SEAT}{seat}", player.name) for seat, player in enumerate(asked.players)]
        seats.append((SEAT, str(NONE_OF_THEM)))
    turn = (DECLINE, str(NOT_MINE)) if received.is_kept else (KEEP, tr("Undo"))
    return (*seats, turn)


@component
def WhoIsMe(friends: Friends, play: StoredPlay) -> ft.Control:
    """Ask once who of a play sits at this device, as long as a friend's device waits for that."""
    use_subscription(friends.observers.subscribe, use_rerender(), [play.id])
    number = friends.asks(play)
    if not number:
        return ft.Container(visible=False)

    def answer(seat: int | None) -> Callable[[], Any]:
        return lambda: friends.answer(number, play, seat)

    names = [chip(player.name, answer(seat)) for seat, player in enumerate(play.players)]
    return card([text(WHO), wrapped([*names, chip(NONE_OF_THEM, answer(None))]), caption(WHY)])


def asked_of_play(play: StoredPlay) -> list[ft.Control]:
    """Return the question who of a play sits here, where this app can meet friends' devices."""
    friends = use_ui().friends
    return [] if friends is None or play.removed is not None else [WhoIsMe(friends, play)]


def came_from(play: StoredPlay) -> list[ft.Control]:
    """Return from whose device a play came, if from one of a friend."""
    number = number_in(play.source)
    return [CameFrom(number)] if number else []


@component
def CameFrom(number: str) -> ft.Control:
    """Say from whose device a play came, by the number of that."""
    friends = use_ui().friends

    async def load() -> str:
        return "" if friends is None else await friends.name_of(number)

    name, _ = use_loaded(load, [number])
    return caption(tr("From {name}’s device", name=name) if name else FROM_A_FRIEND)
