"""Who sits down at a new table: a draft that is kept until the table is laid out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from companion.editors import EDITORS
from companion.evening import LOOKS, Colour, Seat, Shape
from scoring import GAMES
from scoring.fields import PersonalName
from scoring.messages import counted, say
from storage.codec import plain
from storage.records import record_of
from storage.shapes import NameText

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from scoring.messages import Message
    from scoring.problems import Problem

Step = "Callable[[Draft], Draft]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Guest:
    """Somebody at the table: the name as it was typed, and a look that nobody else there has."""

    name: str
    colour: Colour
    shape: Shape


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A table that is not laid out yet: the game, what of it is played, and who sits there, the first to begin first.

    `starts` is the name that was drawn last, empty where nobody was.
    """

    game: str
    variant: str
    guests: tuple[Guest, ...]
    starts: str = ""


def usual(game: str) -> str:
    """Return the key of what of a game is mostly played: the first that its editor names."""
    return next(iter(EDITORS[game].variants))


def blank(game: str) -> Draft:
    """Return the draft to begin with: what is mostly played, and as many empty seats as the game needs."""
    empty = tuple(Guest(name="", colour=look.colour, shape=look.shape) for look in LOOKS[: GAMES[game].players[0]])
    return Draft(game=game, variant=usual(game), guests=empty)


def draft_of(stored: object, games: Sequence[str]) -> Draft:
    """Return the draft that was kept, a blank one of the first game where none was, or it is not of these games."""
    problems: list[Problem] = []
    read: Any = None if stored is None else record_of(Draft).read(stored, None, problems)
    if read is None or problems or read.game not in games or read.variant not in EDITORS[read.game].variants:
        return blank(games[0])
    kept: Draft = read
    return kept


def stored_draft(draft: Draft) -> Any:  # noqa: ANN401 - what JSON can hold
    """Return a draft as it is kept."""
    return plain(draft)


# -- who sits there


def named(draft: Draft, seat: int, name: str) -> Draft:
    """Return the draft with another name in a seat."""
    return _with(draft, seat, replace(draft.guests[seat], name=name))


def seated(draft: Draft, name: str = "", look: Seat | None = None) -> Draft:
    """Return the draft with somebody more, in the first seat without a name, else in a new one.

    They get their own look, unless somebody with a name has its colour or its shape.
    """
    seat = next((at for at, guest in enumerate(draft.guests) if name and not _is_named(guest)), None)
    if seat is None:
        free = _free(draft.guests)
        seat = len(draft.guests)
        draft = replace(draft, guests=(*draft.guests, Guest(name=name, colour=free.colour, shape=free.shape)))
    draft = named(draft, seat, name)
    others = [guest for guest in _others(draft, seat) if _is_named(guest)]
    if look is None or any(other.colour is look.colour or other.shape is look.shape for other in others):
        return draft
    return shaped(coloured(draft, seat, look.colour), seat, look.shape)


def _is_named(guest: Guest) -> bool:
    return bool(guest.name.strip())


def removed(draft: Draft, seat: int) -> Draft:
    """Return the draft without a seat."""
    return replace(draft, guests=_others(draft, seat))


def moved(draft: Draft, seat: int, to: int) -> Draft:
    """Return the draft with somebody in another seat; the others close up."""
    guests = list(_others(draft, seat))
    guests.insert(to, draft.guests[seat])
    return replace(draft, guests=tuple(guests))


def coloured(draft: Draft, seat: int, colour: Colour) -> Draft:
    """Return the draft with another colour for somebody.

    Who has that colour now takes their whole look in exchange; else the shape that belongs to the colour follows, where
    nobody has it.
    """
    guest = draft.guests[seat]
    holder = _holder(draft, seat, lambda other: other.colour is colour)
    if holder is not None:
        other = draft.guests[holder]
        swapped = _with(draft, holder, replace(other, colour=guest.colour, shape=guest.shape))
        return _with(swapped, seat, replace(guest, colour=colour, shape=other.shape))
    shape = next(look.shape for look in LOOKS if look.colour is colour)
    taken = any(other.shape is shape for other in _others(draft, seat))
    return _with(draft, seat, replace(guest, colour=colour, shape=guest.shape if taken else shape))


def shaped(draft: Draft, seat: int, shape: Shape) -> Draft:
    """Return the draft with another shape for somebody; who has it now takes theirs in exchange."""
    guest = draft.guests[seat]
    holder = _holder(draft, seat, lambda other: other.shape is shape)
    if holder is not None:
        draft = _with(draft, holder, replace(draft.guests[holder], shape=guest.shape))
    return _with(draft, seat, replace(guest, shape=shape))


def _with(draft: Draft, seat: int, guest: Guest) -> Draft:
    guests = list(draft.guests)
    guests[seat] = guest
    return replace(draft, guests=tuple(guests))


def _others(draft: Draft, seat: int) -> tuple[Guest, ...]:
    return (*draft.guests[:seat], *draft.guests[seat + 1 :])


def _holder(draft: Draft, seat: int, has: Callable[[Guest], bool]) -> int | None:
    return next((at for at, other in enumerate(draft.guests) if at != seat and has(other)), None)


def _free(guests: Iterable[Guest]) -> Seat:
    """Return the first colour and the first shape that nobody has."""
    colours = {guest.colour for guest in guests}
    shapes = {guest.shape for guest in guests}
    colour = next(look.colour for look in LOOKS if look.colour not in colours)
    own = next(look.shape for look in LOOKS if look.colour is colour)
    return Seat(colour=colour, shape=own if own not in shapes else next(s for s in Shape if s not in shapes))


# -- whether they may


def wrong_name(draft: Draft, seat: int) -> Message | None:
    """Return what is wrong with a name, `None` where nothing is; a later one gives way to an earlier one."""
    problems: list[Problem] = []
    name = NameText(PersonalName()).read(draft.guests[seat].name, None, problems)
    if not draft.guests[seat].name.strip():
        return say("Who sits here? Type a name, or remove the seat.")
    if problems:
        return problems[0].message
    before = (guest.name.strip() for guest in draft.guests[:seat])
    same = next((other for other in before if other.casefold() == name.casefold()), None)
    return None if same is None else say('Another player is called "{name}": add a letter.', name=same)


def wrong_number(draft: Draft) -> Message | None:
    """Return the sentence that says how many can play, `None` where as many sit there."""
    least, most = GAMES[draft.game].players
    if least <= len(draft.guests) <= most:
        return None
    return say(
        "{game} is for {least} to {most} players; here are seats for {seats}.",
        game=GAMES[draft.game].title,
        least=least,
        most=most,
        seats=counted(len(draft.guests), "player", "players"),
    )


def complete(draft: Draft) -> bool:
    """Whether the table can be laid out."""
    return wrong_number(draft) is None and not any(wrong_name(draft, seat) for seat in range(len(draft.guests)))


FULL: Final = len(LOOKS)
"""The largest number of seats at any table: there are no more looks."""
