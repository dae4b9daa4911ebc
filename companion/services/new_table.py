"""Who sits down at a new table: a draft that is kept until the table is laid out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from companion.games import KITS
from companion.tables.state import STYLES, Colour, PlayerStyle, Shape
from scoring import GAMES
from scoring.fields import PersonalName
from scoring.messages import counted, say
from storage.documents.codec import plain
from storage.documents.fields import NameField
from storage.documents.records import record_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from scoring.messages import Message
    from scoring.problems import Problem

SeatingStep = "Callable[[Draft], Draft]"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedPlayer:
    """Somebody at the table: the name as it was typed, and a look that nobody else there has."""

    name: str
    colour: Colour
    shape: Shape


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatingDraft:
    """A table that is not laid out yet: the game, what of it is played, and who sits there, the first to begin first.

    `starts` is the name that was drawn last, empty where nobody was.
    """

    game: str
    variant: str
    guests: tuple[SeatedPlayer, ...]
    starts: str = ""


def usual(game: str) -> str:
    """Return the key of what of a game is mostly played: the first that its editor names."""
    return next(iter(KITS[game].variants))


def blank(game: str) -> SeatingDraft:
    """Return the draft to begin with: what is mostly played, and as many empty seats as the game needs."""
    empty = tuple(
        SeatedPlayer(name="", colour=style.colour, shape=style.shape) for style in STYLES[: GAMES[game].players[0]]
    )
    return SeatingDraft(game=game, variant=usual(game), guests=empty)


def draft_of(stored: object, games: Sequence[str]) -> SeatingDraft:
    """Return the draft that was kept, a blank one of the first game where none was, or it is not of these games."""
    problems: list[Problem] = []
    read: Any = None if stored is None else record_of(SeatingDraft).read(stored, None, problems)
    if read is None or problems or read.game not in games or read.variant not in KITS[read.game].variants:
        return blank(games[0])
    kept: SeatingDraft = read
    return kept


def stored_draft(draft: SeatingDraft) -> Any:  # noqa: ANN401 - what JSON can hold
    """Return a draft as it is kept."""
    return plain(draft)


# -- who sits there


def named(draft: SeatingDraft, seat: int, name: str) -> SeatingDraft:
    """Return the draft with another name in a seat."""
    return _with(draft, seat, replace(draft.guests[seat], name=name))


def seated(draft: SeatingDraft, name: str = "", style: PlayerStyle | None = None) -> SeatingDraft:
    """Return the draft with somebody more, in the first seat without a name, else in a new one.

    They get their own look, unless somebody with a name has its colour or its shape.
    """
    seat = next((at for at, guest in enumerate(draft.guests) if name and not _is_named(guest)), None)
    if seat is None:
        free = _free(draft.guests)
        seat = len(draft.guests)
        draft = replace(draft, guests=(*draft.guests, SeatedPlayer(name=name, colour=free.colour, shape=free.shape)))
    draft = named(draft, seat, name)
    others = [guest for guest in _others(draft, seat) if _is_named(guest)]
    if style is None or any(other.colour is style.colour or other.shape is style.shape for other in others):
        return draft
    return shaped(coloured(draft, seat, style.colour), seat, style.shape)


def _is_named(guest: SeatedPlayer) -> bool:
    return bool(guest.name.strip())


def removed(draft: SeatingDraft, seat: int) -> SeatingDraft:
    """Return the draft without a seat."""
    return replace(draft, guests=_others(draft, seat))


def moved(draft: SeatingDraft, seat: int, to: int) -> SeatingDraft:
    """Return the draft with somebody in another seat; the others close up."""
    guests = list(_others(draft, seat))
    guests.insert(to, draft.guests[seat])
    return replace(draft, guests=tuple(guests))


def coloured(draft: SeatingDraft, seat: int, colour: Colour) -> SeatingDraft:
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
    shape = next(style.shape for style in STYLES if style.colour is colour)
    taken = any(other.shape is shape for other in _others(draft, seat))
    return _with(draft, seat, replace(guest, colour=colour, shape=guest.shape if taken else shape))


def shaped(draft: SeatingDraft, seat: int, shape: Shape) -> SeatingDraft:
    """Return the draft with another shape for somebody; who has it now takes theirs in exchange."""
    guest = draft.guests[seat]
    holder = _holder(draft, seat, lambda other: other.shape is shape)
    if holder is not None:
        draft = _with(draft, holder, replace(draft.guests[holder], shape=guest.shape))
    return _with(draft, seat, replace(guest, shape=shape))


def _with(draft: SeatingDraft, seat: int, guest: SeatedPlayer) -> SeatingDraft:
    guests = list(draft.guests)
    guests[seat] = guest
    return replace(draft, guests=tuple(guests))


def _others(draft: SeatingDraft, seat: int) -> tuple[SeatedPlayer, ...]:
    return (*draft.guests[:seat], *draft.guests[seat + 1 :])


def _holder(draft: SeatingDraft, seat: int, has: Callable[[SeatedPlayer], bool]) -> int | None:
    return next((at for at, other in enumerate(draft.guests) if at != seat and has(other)), None)


def _free(guests: Iterable[SeatedPlayer]) -> PlayerStyle:
    """Return the first colour and the first shape that nobody has."""
    colours = {guest.colour for guest in guests}
    shapes = {guest.shape for guest in guests}
    colour = next(style.colour for style in STYLES if style.colour not in colours)
    own = next(style.shape for style in STYLES if style.colour is colour)
    return PlayerStyle(colour=colour, shape=own if own not in shapes else next(s for s in Shape if s not in shapes))


# -- whether they may


def wrong_name(draft: SeatingDraft, seat: int) -> Message | None:
    """Return what is wrong with a name, `None` where nothing is; a later one gives way to an earlier one."""
    problems: list[Problem] = []
    name = NameField(PersonalName()).read(draft.guests[seat].name, None, problems)
    if not draft.guests[seat].name.strip():
        return say("Who sits here? Type a name, or remove the seat.")
    if problems:
        return problems[0].message
    before = (guest.name.strip() for guest in draft.guests[:seat])
    same = next((other for other in before if other.casefold() == name.casefold()), None)
    return None if same is None else say('Another player is called "{name}": add a letter.', name=same)


def wrong_number(draft: SeatingDraft) -> Message | None:
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


def complete(draft: SeatingDraft) -> bool:
    """Whether the table can be laid out."""
    return wrong_number(draft) is None and not any(wrong_name(draft, seat) for seat in range(len(draft.guests)))


FULL: Final = len(STYLES)
"""The largest number of seats at any table: there are no more looks."""
