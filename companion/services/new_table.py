"""A new table: a draft of its game and its seats, kept until the table is laid out, and the draw of who begins."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from companion.games import KITS
from companion.games.score_pad import game_by_pad, pad_here, pads, ready_pads, with_only_totals, with_parts
from companion.services.end_sheet import LastTable, has_end_sheet, with_only_end
from companion.services.kept_pads import join_plays
from companion.tables.state import STYLES, Colour, PlayerStyle, Shape, style_of, styles, with_table
from companion.tables.state import with_player as with_player_fields
from scoring import GAMES, Registry
from scoring.fields import PersonalName
from scoring.messages import Message, counted, say
from scoring.players import members_of
from storage.documents.fields import NameField
from storage.documents.records import record_of
from storage.repositories.people import remember_players
from storage.repositories.values import PAD_GAME, PAD_PREFIX, folded, game_key

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from companion.services.game_names import Games
    from companion.tables.my_copy import MyCopy
    from companion.tables.registry import Tables
    from scoring.game import Game
    from scoring.problems import Problem
    from storage.repositories.people import KnownPlayer

NEW_TABLE: Final = "new_table"
"""What the draft is kept as until its table begins."""

NO_GAME: Final = ""
"""What stands for the game in a draft while none is chosen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedPlayer:
    """A player at the table: the name as typed, and a pair of colour and shape that nobody else has.

    With `team`, it is the name of a team at the table of a pad, if it names several; `chosen` says that somebody chose
    colour or shape for this player.
    """

    name: str
    colour: Colour
    shape: Shape
    team: bool = False
    chosen: bool = False

    @property
    def style(self) -> PlayerStyle:
        """Colour and shape together."""
        return PlayerStyle(colour=self.colour, shape=self.shape)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatingDraft:
    """A table that is not laid out yet: the game, the variant, and the players, the starting player first.

    `starts` is the name that was drawn last, "" before any draw; `only_end` says that only the end is entered, of a
    pad only the totals. `parts` are those of a pad's decks that are played with, `None` for those that the pad names.
    `again` says that all of it is of a play, and nobody changed anything.
    """

    game: str
    variant: str
    guests: tuple[SeatedPlayer, ...]
    starts: str = ""
    only_end: bool = False
    parts: tuple[str, ...] | None = None
    again: bool = False


def draft_with_game(stored: object, key: str, copies: Mapping[str, MyCopy], last: LastTable) -> SeatingDraft:
    """Return a stored draft with another game, as `with_game` does; the seats that were typed stay."""
    games = games_here(copies)
    draft = read_draft(stored, games)
    if draft is None or not names_typed(draft):  # nobody is asked about it: it is gone
        draft = blank_draft(key, games[key])
    return with_game(draft, key, games[key], last)


async def begin(tables: Tables, draft: SeatingDraft) -> str:
    """Begin the table of a draft, and return the address where the table goes on."""
    key = game_key(draft.game)
    state = KITS[key].begin(
        [guest.name.strip() for guest in draft.guests],
        [guest.style for guest in draft.guests],
        draft.variant,
        tables.copies[key],
    )
    for seat in range(len(draft.guests)):
        people_here = people_of(draft, seat)
        if people_here[1:]:
            state = with_player_fields(state, seat, members=people_here)
    if draft.parts is not None:
        state = with_table(state, pad=with_parts(state.table.pad, draft.parts))
    if draft.only_end:
        state = with_only_totals(state) if pad_of(draft) else with_only_end(draft.game, state)
    table = await tables.begin(draft.game, state)
    alone = (guest for guest in draft.guests if guest.chosen and not guest.team)
    chosen = [(guest.name, guest.colour.value, guest.shape.value) for guest in alone]
    await tables.worker.run(remember_players, chosen, anew=True)
    await tables.worker.run(join_plays, draft.game)
    return f"/table/{table}/setup/0" if KITS[key].setup(state) and not draft.only_end else f"/table/{table}"


def games_here(copies: Mapping[str, MyCopy]) -> Games:
    """Return the games that can begin here, by stored key: those with rules, then my pads, then those of the shelf."""
    mine = copies[PAD_GAME]
    rules = [key for key, game in GAMES.items() if key in KITS and game.rules]
    keys = [f"{PAD_PREFIX}{key}" for key in dict.fromkeys((*pads(mine), *ready_pads()))]

    def game(key: str) -> Game[Any]:
        pad = pad_here(mine, key.removeprefix(PAD_PREFIX))
        return GAMES[key] if pad is None else game_by_pad(pad)

    return Registry((*rules, *keys), game)


def variants_of(game: str) -> Mapping[str, Message | str]:
    """Return the titles of the variants of a game by their keys; a pad's only one is its id."""
    return {game.removeprefix(PAD_PREFIX): ""} if game.startswith(PAD_PREFIX) else KITS[game].variants


def usual_variant(game: str) -> str:
    """Return the key of the usual variant of a game: the first one that its kit names."""
    return next(iter(variants_of(game)))


def seat_limits(game: Game[Any] | None) -> tuple[int, int]:
    """Return for how few and how many players a game is; while none is chosen, for how many there can be seats."""
    return (2, GAMES[PAD_GAME].players[1]) if game is None else game.players


def blank_draft(key: str, game: Game[Any] | None) -> SeatingDraft:
    """Return the draft to begin with: the usual variant, and empty seats for the fewest players, at least two."""
    fewest, most = seat_limits(game)
    seats = styles(min(max(fewest, 2), most))  # who plays alone removes one
    empty = tuple(SeatedPlayer(name="", colour=style.colour, shape=style.shape) for style in seats)
    return SeatingDraft(game=key, variant=usual_variant(key) if key else "", guests=empty)


def with_game(draft: SeatingDraft, key: str, game: Game[Any], last: LastTable) -> SeatingDraft:
    """Return the draft with another game, in its usual variant, and with what was chosen at its last table."""
    only_end = last.only_end and has_end_sheet(game)
    return replace(draft, game=key, variant=usual_variant(key), only_end=only_end, parts=last.parts, again=False)


def pad_of(draft: SeatingDraft) -> str:
    """Return the id of the pad that was chosen, "" where its game is no pad's."""
    return draft.game.removeprefix(PAD_PREFIX) if draft.game.startswith(PAD_PREFIX) else ""


def read_draft(stored: object, games: Mapping[str, Game[Any]]) -> SeatingDraft | None:
    """Return a stored draft, `None` where it is unreadable, or its game has not these variants.

    Where a pad is gone, the players stay, and no game is chosen.
    """
    problems: list[Problem] = []
    read: Any = None if stored is None else record_of(SeatingDraft).read(stored, None, problems)
    if read is None or problems:
        return None
    if pad_of(read) and read.game not in games:
        read = replace(read, game=NO_GAME, variant="", only_end=False, parts=None)
    if read.game and (read.game not in games or read.variant not in variants_of(read.game)):
        return None
    kept: SeatingDraft = read
    return kept


def with_name(draft: SeatingDraft, seat: int, name: str) -> SeatingDraft:
    """Return the draft with another name in a seat."""
    return _with(draft, seat, replace(draft.guests[seat], name=name))


def with_player(draft: SeatingDraft, name: str = "") -> SeatingDraft:
    """Return the draft with another player, in the first seat without a name, else in a new one."""
    seat = next((at for at, guest in enumerate(draft.guests) if name and not _is_named(guest)), None)
    if seat is None:
        free = _free([guest.style for guest in draft.guests])
        seat = len(draft.guests)
        draft = replace(draft, guests=(*draft.guests, SeatedPlayer(name=name, colour=free.colour, shape=free.shape)))
    return with_name(draft, seat, name)


def with_marks(draft: SeatingDraft, friends: Iterable[KnownPlayer], first: int = 0) -> SeatingDraft:
    """Return the draft with the mark of each friend, from the `first` seat on, unless somebody chose another one.

    Of two friends with one mark, who has it already or sits first keeps it. The other one and whoever is new get a mark
    that nobody there has, and best no friend.
    """
    marks = {folded(friend.name): style_of(friend.colour, friend.shape) for friend in friends}
    own = [guest.style if guest.chosen else marks.get(folded(guest.name)) for guest in draft.guests]
    all_differ = len(names_typed(draft)) <= len(Colour)
    taken = {seat: guest.style for seat, guest in enumerate(draft.guests[:first])}

    def rank(seat: int) -> tuple[bool, ...]:
        guest = draft.guests[seat]
        return guest.style != own[seat], own[seat] is None, not _is_named(guest)

    def is_free(style: PlayerStyle) -> bool:
        alike = (style.colour is mark.colour or style.shape is mark.shape for mark in taken.values())
        return style not in taken.values() and not (all_differ and any(alike))

    order = sorted(range(first, len(draft.guests)), key=rank)
    for seat in order:
        style = own[seat]
        if style is not None and is_free(style):
            taken[seat] = style
    for seat in order:
        if seat not in taken:
            style = draft.guests[seat].style
            stays = style not in marks.values() and is_free(style)
            taken[seat] = style if stays else _free(taken.values(), marks.values())
    guests = (replace(guest, colour=taken[at].colour, shape=taken[at].shape) for at, guest in enumerate(draft.guests))
    return replace(draft, guests=tuple(guests))


def with_people(draft: SeatingDraft, friends: Iterable[KnownPlayer]) -> SeatingDraft:
    """Return the draft with these friends, those who sit there already where they are."""
    seated = {folded(guest.name) for guest in draft.guests}
    for friend in friends:
        if folded(friend.name) not in seated:
            draft = with_player(draft, friend.name)
    return draft


def without_people(draft: SeatingDraft, names: Iterable[str]) -> SeatingDraft:
    """Return the draft without the seats of these people."""
    gone = {folded(name) for name in names}
    return replace(draft, guests=tuple(guest for guest in draft.guests if folded(guest.name) not in gone))


def can_go(draft: SeatingDraft, game: Game[Any] | None) -> bool:
    """Return whether there are more seats than a blank draft has."""
    return len(draft.guests) > len(blank_draft(draft.game, game).guests)


def without_blank_seats(draft: SeatingDraft, game: Game[Any] | None) -> SeatingDraft:
    """Return the draft without seats that nobody was named for, the last ones first, down to the fewest players.

    Where nobody is named at all, the seats stay to be asked about.
    """
    for seat in reversed(range(len(draft.guests) if names_typed(draft) else 0)):
        if not _is_named(draft.guests[seat]) and len(draft.guests) > seat_limits(game)[0]:
            draft = without_seat(draft, seat)
    return draft


def _is_named(guest: SeatedPlayer) -> bool:
    return bool(guest.name.strip())


def without_seat(draft: SeatingDraft, seat: int) -> SeatingDraft:
    """Return the draft without a seat."""
    return replace(draft, guests=_others(draft, seat))


def with_seat_moved(draft: SeatingDraft, seat: int, to: int) -> SeatingDraft:
    """Return the draft with a player moved to another seat; the others close up."""
    guests = list(_others(draft, seat))
    guests.insert(to, draft.guests[seat])
    return replace(draft, guests=tuple(guests))


def with_colour(draft: SeatingDraft, seat: int, colour: Colour) -> SeatingDraft:
    """Return the draft with another colour for a player.

    The player who has that colour takes colour and shape in exchange; where nobody has it, the shape that belongs to
    the colour follows if it is free.
    """
    guest = draft.guests[seat]
    all_differ = _all_differ(draft)
    holder = _holder(
        draft, seat, lambda neighbour: neighbour.colour is colour and (all_differ or neighbour.shape is guest.shape)
    )
    if holder is not None:
        owner = draft.guests[holder]
        swapped = _with(draft, holder, replace(owner, colour=guest.colour, shape=guest.shape))
        return _with(swapped, seat, replace(guest, colour=colour, shape=owner.shape))
    shape = next(style.shape for style in STYLES if style.colour is colour)
    taken = any(neighbour.shape is shape for neighbour in _others(draft, seat))
    return _with(draft, seat, replace(guest, colour=colour, shape=guest.shape if taken else shape))


def with_shape(draft: SeatingDraft, seat: int, shape: Shape) -> SeatingDraft:
    """Return the draft with another shape for a player; the one who has it takes theirs in exchange."""
    guest = draft.guests[seat]
    all_differ = _all_differ(draft)
    holder = _holder(
        draft, seat, lambda neighbour: neighbour.shape is shape and (all_differ or neighbour.colour is guest.colour)
    )
    if holder is not None:
        draft = _with(draft, holder, replace(draft.guests[holder], shape=guest.shape))
    return _with(draft, seat, replace(guest, shape=shape))


def with_choice(draft: SeatingDraft, seat: int, choice: Colour | Shape) -> SeatingDraft:
    """Return the draft with a colour or a shape that somebody chose for a player, and for whoever takes another one."""
    after = with_colour(draft, seat, choice) if isinstance(choice, Colour) else with_shape(draft, seat, choice)
    pairs = zip(draft.guests, after.guests, strict=True)
    guests = (replace(new, chosen=new.chosen or (new is not old and _is_named(new))) for old, new in pairs)
    return replace(after, guests=tuple(guests))


def _all_differ(draft: SeatingDraft) -> bool:
    """Return whether no two players have the same colour, and no two the same shape."""
    colours, shapes = {guest.colour for guest in draft.guests}, {guest.shape for guest in draft.guests}
    return len(colours) == len(shapes) == len(draft.guests)


def _with(draft: SeatingDraft, seat: int, guest: SeatedPlayer) -> SeatingDraft:
    guests = list(draft.guests)
    guests[seat] = guest
    return replace(draft, guests=tuple(guests))


def _others(draft: SeatingDraft, seat: int) -> tuple[SeatedPlayer, ...]:
    return (*draft.guests[:seat], *draft.guests[seat + 1 :])


def _holder(draft: SeatingDraft, seat: int, has: Callable[[SeatedPlayer], bool]) -> int | None:
    return next((at for at, guest in enumerate(draft.guests) if at != seat and has(guest)), None)


def _free(taken: Collection[PlayerStyle], avoided: Collection[PlayerStyle | None] = ()) -> PlayerStyle:
    """Return a pair that is not `taken`: if there is one, with neither colour nor shape taken, and not `avoided`."""
    colours, shapes = {style.colour for style in taken}, {style.shape for style in taken}
    return min(
        styles(len(Colour) * len(Shape)),
        key=lambda style: (style in taken, style.colour in colours, style.shape in shapes, style in avoided),
    )


def with_team(draft: SeatingDraft, seat: int) -> SeatingDraft:
    """Return the draft with a team in a seat, or with one player of that name again."""
    guest = draft.guests[seat]
    return _with(draft, seat, replace(guest, team=not guest.team))


def people_of(draft: SeatingDraft, seat: int) -> tuple[str, ...]:
    """Return who sits in a seat: a player, or the members of a team."""
    guest = draft.guests[seat]
    team = team_called(draft.game, guest.name) if guest.team else None
    return team or (guest.name.strip(),)


def team_called(game: str, name: str) -> tuple[str, ...] | None:
    """Return who would be in a team of this name at the table of a pad, `None` where it is the name of none."""
    return members_of(name.strip()) if game_key(game) == PAD_GAME else None


def name_problem(draft: SeatingDraft, seat: int) -> Message | None:
    """Return the problem of a name, `None` where it has none; of two equal names the later one has it."""
    problems: list[Problem] = []
    NameField(PersonalName()).read(draft.guests[seat].name, None, problems)
    if not draft.guests[seat].name.strip():
        return say("Who sits here?")
    if problems:
        return problems[0].message
    seated = {folded(person): person for earlier in range(seat) for person in people_of(draft, earlier)}
    for person in people_of(draft, seat):
        if folded(person) in seated:
            return say('Another player is called "{name}": add a letter.', name=seated[folded(person)])
        seated[folded(person)] = person
    return None


def player_count_problem(draft: SeatingDraft, game: Game[Any]) -> Message | None:
    """Return how many can play a game, `None` where that many are named."""
    least, most = game.players
    return None if least <= len(names_typed(draft)) <= most else players_of(game)


def players_of(game: Game[Any]) -> Message:
    """Return how many players a game is for, as a sentence."""
    least, most = game.players
    if least == most:
        return counted(most, "{game} is for {number} player.", "{game} is for {number} players.", game=game.name)
    return say("{game} is for {least} to {most} players.", game=game.name, least=least, most=most)


def what_is_missing(draft: SeatingDraft, game: Game[Any] | None) -> Message | None:
    """Return what keeps a table from beginning, apart from what is wrong with a name; `None` where nothing does."""
    if not names_typed(draft):
        return say("Choose who plays, and a game.") if game is None else say("Choose who plays.")
    return say("Choose a game.") if game is None else player_count_problem(draft, game)


def number_of_people(draft: SeatingDraft) -> int:
    """Return how many people are named: the members of a team one by one."""
    return sum(len(people_of(draft, seat)) for seat, guest in enumerate(draft.guests) if _is_named(guest))


def names_typed(draft: SeatingDraft) -> tuple[str, ...]:
    """Return the names in a draft, in seat order."""
    return tuple(guest.name.strip() for guest in draft.guests if _is_named(guest))


def is_typed(draft: SeatingDraft) -> bool:
    """Return whether somebody named players in a draft, or changed one of a play."""
    return bool(names_typed(draft)) and not draft.again


def is_complete(draft: SeatingDraft, game: Game[Any] | None) -> bool:
    """Return whether the table can be laid out."""
    return what_is_missing(draft, game) is None and not any(
        name_problem(draft, seat) for seat in range(len(draft.guests))
    )


P = TypeVar("P")

HIGHLIGHT_ROUNDS: Final = 2
"""How often the highlight goes round the table before it stops."""


def draw_starting_player(players: int, chance: Callable[[int], int] = secrets.randbelow) -> int:
    """Return a random seat; `chance` returns a number below the one that it is given, all equally likely."""
    return chance(players)


def rotated(players: Sequence[P], first: int) -> tuple[P, ...]:
    """Return the players in table order from the one in the seat `first`; nobody changes places.

    >>> rotated(("Anna", "Ben", "Cleo"), 1)
    ('Ben', 'Cleo', 'Anna')
    """
    return (*players[first:], *players[:first])


def highlight_order(players: int, winner: int) -> tuple[int, ...]:
    """Return the seats in the order in which they light up, up to the winner.

    >>> highlight_order(3, 1)
    (0, 1, 2, 0, 1, 2, 0, 1)
    """
    return tuple(step % players for step in range(HIGHLIGHT_ROUNDS * players + winner + 1))
