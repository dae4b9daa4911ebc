"""The players of a table in play: called otherwise, added, removed and seated otherwise; and its variant."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from itertools import count
from typing import TYPE_CHECKING, Any

from companion.games import KITS
from companion.services import new_table
from companion.services.end_sheet import with_only_end
from companion.tables.players import EXTRAS, TABLE, by_id, by_seat, ids_of, with_owners
from companion.tables.state import PlayerStyle, TableState, state_of, stored_of, with_extras, with_player
from scoring import GAMES
from scoring.messages import Message, counted, points_text, say, wordless
from scoring.problems import problems_in
from storage.repositories.values import PAD_GAME, game_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.games.kit import StageStep
    from companion.tables.live_table import LiveTable
    from companion.tables.my_copy import MyCopy
    from storage.repositories.people import KnownPlayer

    State = TableState[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """A player who sits down: the name, the style, and the former seat at the table, `None` for a new player."""

    name: str
    style: PlayerStyle
    seat: int | None = None


def draft_of(game: str, state: State) -> new_table.SeatingDraft:
    """Return the players of a table as the seats of a draft."""
    guests = tuple(
        new_table.SeatedPlayer(name=player.name, colour=style.colour, shape=style.shape, team=is_team(player))
        for player, style in zip(state.table.players, state.extras.seats, strict=True)
    )
    return new_table.SeatingDraft(game=game, variant=KITS[game_key(game)].variant_of(state), guests=guests)


def is_team(player: Any) -> bool:  # noqa: ANN401 - the player of any game
    """Return whether a player is a team."""
    return getattr(player, "members", None) is not None


def name_problem(game: str, state: State, seat: int | None, name: str, *, team: bool = False) -> Message | None:
    """Return why the player or the `team` of a seat, or a new one, cannot have a name; `None` where they can."""
    draft = draft_of(game, state)
    guests = [guest for at, guest in enumerate(draft.guests) if at != seat]
    last = replace(draft, guests=(*guests, replace(draft.guests[0], name=name, team=team)))
    return new_table.name_problem(last, len(guests))


def rename_player(game: str, state: State, seat: int, name: str, *, team: bool = False) -> State:
    """Call a player otherwise, also on the pieces that name their player; or make one a `team`."""
    players = _seated(state)
    if seat >= len(players) or name_problem(game, state, seat, name, team=team) is not None:
        return state  # another screen was faster
    former, called = players[seat].name, name.strip()
    renamed = with_player(state, seat, name=called, **_members(game, called, team=team))
    table = with_owners(GAMES[game_key(game)], renamed.table, {former: called})
    return replace(state, table=table)


def _members(game: str, called: str, *, team: bool) -> dict[str, tuple[str, ...] | None]:
    """Return the field with the members of a player of a pad, no field at the tables of other games."""
    return {"members": new_table.team_called(game, called) if team else None} if game_key(game) == PAD_GAME else {}


def add_player(  # noqa: PLR0913 - who sits down, and how they begin
    game: str,
    state: State,
    name: str,
    copies: MyCopy,
    friends: Iterable[KnownPlayer] = (),
    *,
    team: bool = False,
    late: StageStep | None = None,
) -> State:
    """Seat another player or a `team` after the others, with what a player has who begins there, or comes `late`."""
    if (
        len(state.table.players) >= GAMES[game_key(game)].at(state.table).players[1]
        or name_problem(game, state, None, name, team=team) is not None
    ):
        return state
    draft = new_table.with_player(draft_of(game, state), name.strip())
    guest = new_table.with_marks(draft, friends, len(draft.guests) - 1).guests[-1]
    seated = _with_seats(game, state, (*_seated(state), Seated(name=guest.name, style=guest.style)), copies)
    named = with_player(seated, len(seated.table.players) - 1, **_members(game, guest.name, team=team))
    return named if late is None else late.apply(named)


def remove_player(game: str, state: State, name: str, copies: MyCopy) -> State:
    """Remove a player with everything that is theirs; the others close up."""
    stay = tuple(player for player in _seated(state) if player.name != name)
    if len(stay) < GAMES[game_key(game)].at(state.table).players[0] or len(stay) == len(state.table.players):
        return state
    return _with_seats(game, state, stay, copies)


def move_player(game: str, state: State, name: str, by: int, copies: MyCopy) -> State:
    """Move a player by some seats clockwise, with everything that is theirs."""
    players = _seated(state)
    mover = next((player for player in players if player.name == name), None)
    if mover is None or mover.seat is None or not 0 <= mover.seat + by < len(players):
        return state
    others = [player for player in players if player is not mover]
    others.insert(mover.seat + by, mover)
    return _with_seats(game, state, others, copies)


def _seated(state: State) -> tuple[Seated, ...]:
    pairs = zip(state.table.players, state.extras.seats, strict=True)
    return tuple(Seated(name=player.name, style=style, seat=seat) for seat, (player, style) in enumerate(pairs))


def _with_seats(game: str, state: State, players: Sequence[Seated], copies: MyCopy) -> State:
    """Return a table at which these players sit; everybody else leaves with all their pieces."""
    kit = KITS[game_key(game)]
    names, styles = [player.name for player in players], [player.style for player in players]
    fresh = kit.anew(state, names, styles, copies)
    if state.extras.only_end:
        fresh = with_only_end(game, fresh)
    rules, former = GAMES[game_key(game)], ids_of(state.extras.ids, len(state.table.players))
    new = count(max(former) + 1)
    seated = [next(new) if player.seat is None else former[player.seat] for player in players]
    ids = (*seated, *(number for number in former if number not in seated))
    before, anew = (by_id(rules, stored_of(table)) for table in (state, with_extras(fresh, ids=ids)))
    everybody = anew[TABLE]["players"] | before[TABLE]["players"]
    table = before[TABLE] | {"players": {str(number): everybody[str(number)] for number in seated}}
    whole = {TABLE: table, EXTRAS: before[EXTRAS] | {"ids": [*ids]}}
    return state_of(rules, by_seat(rules, whole, before, anew))


def what_goes(live: LiveTable, seat: int) -> tuple[Message, ...]:
    """Return what leaves with a player: the points by rule, and the pieces on a common board."""
    column = live.columns[seat]
    scored = tuple(
        wordless("{line} {points}", line=live.game.rules[line.rule], points=line.points)
        for line in column.lines
        if line.points
    )
    points = say("{what}: {value}", what=column.player, value=points_text(column.total))
    said = [say("{what}: {value}.", what=points, value=scored) if scored else wordless("{points}.", points=points)]
    pieces = _pieces(live, column.player)
    if pieces:
        said.append(counted(pieces, "On the board: {number} piece.", "On the board: {number} pieces."))
    return tuple(said)


def _pieces(live: LiveTable, name: str) -> int:
    """Return how many pieces on the board name a player."""
    before, after = (
        sum(len(part) for part in (getattr(table, field.name) for field in fields(table)) if isinstance(part, tuple))
        for table in (live.state.table, with_owners(live.game, live.state.table, {name: None}))
    )
    return before - after


def with_place_and_note(state: State, place: str | None = None, note: str | None = None) -> State:
    """Keep where the table is played, a note, or both; they become those of the play."""
    where = state.extras.place if place is None else place.strip()
    words = state.extras.note if note is None else note.strip()
    return replace(state, extras=replace(state.extras, place=where or None, note=words or None))


def with_photo(state: State, number: str | None) -> State:
    """Keep the photo of an id with the table, or none; it becomes that of the play."""
    return replace(state, extras=replace(state.extras, photo=number))


def variant_problem(game: str, state: State, variant: str, copies: MyCopy) -> Message | None:
    """Return why a table cannot be played with a variant any more, `None` where it can."""
    kit, limits = KITS[game_key(game)], GAMES[game_key(game)].limits
    present = {(problem.path, str(problem.message)) for problem in problems_in(state.table, limits)}
    after = kit.with_variant(state, variant, copies)
    fresh = kit.begin([player.name for player in state.table.players], state.extras.seats, variant, copies)
    present |= {(problem.path, str(problem.message)) for problem in problems_in(fresh.table, limits)}
    problems = problems_in(after.table, limits)
    return next((problem.message for problem in problems if (problem.path, str(problem.message)) not in present), None)


def with_variant(game: str, state: State, variant: str, copies: MyCopy) -> State:
    """Play a table with another variant."""
    return KITS[game_key(game)].with_variant(state, variant, copies)
