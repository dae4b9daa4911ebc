"""The record of Mayor, with its rulings and the drawing of its scoring track."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.game import Board, Game
from scoring.mayor.data import MAYOR_SPACE, REWARDS
from scoring.mayor.rules import columns, game_end, is_mayor, new_mayor
from scoring.mayor.state import RULES, Building, EndAsk, PlaceAsk, Player, Square, Street, Table
from scoring.mayor.turns import advance
from scoring.messages import Message, counted, forms, printable, say, tr
from scoring.players import names_differ
from scoring.problems import Limits, Problem, for_each, problems_in
from scoring.sheet import Change, Effect, Sheet, first_effect, of_close_seats, outcome, share, smallest_first

if TYPE_CHECKING:
    from collections.abc import Iterator


def one_citizen_gets_there(table: Table) -> Iterator[Problem]:
    """Only one Citizen is on 50 or more: the game ends with the first. Rulebook, Game End."""
    reached: list[int] = []

    def first_to_get_there(index: int, player: Player) -> Iterator[Problem]:
        if is_mayor(player):
            if reached:
                message = say(
                    "{space}: another Citizen is on {first}, and the game ends when one reaches {most} or more",
                    space=player.citizen,
                    first=reached[0],
                    most=MAYOR_SPACE,
                )
                yield Problem(path=f"players[{index}].citizen", message=message)
            reached.append(player.citizen)

    yield from for_each(table.players, first_to_get_there)


def streets_differ(square: Square) -> Iterator[Problem]:
    """A square lies next to streets of different colors. Rulebook, Game Introduction."""
    seen: set[Street] = set()

    def street_is_new(index: int, street: Street) -> Iterator[Problem]:
        if street in seen:
            message = say("{street} is already named: name each color once", street=street.value)
            yield Problem(path=f"streets[{index}]", message=message)
        seen.add(street)

    yield from for_each(square.streets, street_is_new)


def named_once(ask: PlaceAsk) -> Iterator[Problem]:
    """Pieces beside a square pay a player once, however many there are. Rulebook, Place a Tile."""
    seen: set[str] = set()

    def name_is_new(index: int, name: str) -> Iterator[Problem]:
        if name in seen:
            message = say(
                '"{name}" is already named: a second piece beside the square pays nothing', name=printable(name)
            )
            yield Problem(path=f"beside[{index}]", message=message)
        seen.add(name)

    yield from for_each(ask.beside, name_is_new)


LIMITS: Final[Limits] = {
    Table: (names_differ, one_citizen_gets_there),
    PlaceAsk: (named_once,),
    Square: (streets_differ,),
}


CITIZEN, BANKER, BOTH = "C", "B", "X"
"""How a Citizen, a Banker, and both on one number are drawn."""

_TENS: Final = 10


def boards(table: Table) -> tuple[Board, ...]:
    """Return a drawing of the track for each player, in seat order."""
    return tuple(
        Board(title=player.name, drawing=(*draw(player), listed(player)), short=(listed(player),))
        for player in table.players
    )


def draw(player: Player) -> tuple[str, str]:
    """Return the numbers 0 to 50 with the two pieces above them; what is past 50 stands behind the last one.

    >>> from scoring.mayor.state import Player
    >>> for line in draw(Player(name="Nick", citizen=3, banker=12)):
    ...     print(line)
    ┼──C──────┼─B───────┼─────────┼─────────┼─────────┼
    0         10        20        30        40        50
    """
    spaces = ["┼" if not number % _TENS else "─" for number in range(MAYOR_SPACE + 1)]
    track = [*spaces, ""]
    citizen, banker = (min(number, len(spaces)) for number in (player.citizen, player.banker))
    track[citizen], track[banker] = CITIZEN, BANKER
    if citizen == banker:
        track[citizen] = BOTH
    numbers = "".join(str(number).ljust(_TENS) for number in range(0, MAYOR_SPACE + 1, _TENS))
    return "".join(track), numbers.rstrip()


def listed(player: Player) -> str:
    """Return the spaces of the two pieces in words, for narrow screens."""
    return tr(
        "{c} Citizen on {citizen}, {b} Banker on {banker}",
        c=CITIZEN,
        b=BANKER,
        citizen=player.citizen,
        banker=player.banker,
    )


UNTITLED: Final = say(
    "The rulebook at hand has no title page, so its title is not known: the game is called Mayor here."
)


START: Final = say("Bankers start on 25 and Citizens on 0.")


AS_ENTERED: Final = say(
    "A placement is worked out from the tile, the square and who stands beside it as entered: the map is not known."
)


NOT_MOVED_ON: Final = say("Tessera does not move a piece on when a space is taken: enter where the pieces stand.")


BESIDE_ALONE: Final = say("Whoever has a piece beside the square earns even if no icon matches.")


NET_GOLD: Final = say("The gold of a placement is added up: what it brings pays for what it costs.")


LINES_ENTERED: Final = say("A tile line counts as empty only if it is entered with 0 tiles.")


AS_IT_STANDS: Final = say("A game that is not over by the points and tile lines entered is scored as it stands.")


RULINGS: Final = (UNTITLED, START, AS_ENTERED, NOT_MOVED_ON, BESIDE_ALONE, NET_GOLD, LINES_ENTERED, AS_IT_STANDS)
"""The rulings of the game, by default."""


def score_rulings(table: Table, _sheet: Sheet) -> tuple[Message, ...]:
    """Return the rulings that the score of this table rests on."""
    return () if game_end(table, EndAsk()).over else (AS_IT_STANDS,)


MAYOR: Final[Game[Table]] = Game(
    key="mayor",
    title="Mayor",
    name=say("Mayor"),
    source=say("a rulebook without a title page: the title is not known, so the game is called Mayor here"),
    table=Table,
    rules=RULES,
    work_out=columns,
    compares=lambda _table: False,
    criteria=new_mayor,
    limits=LIMITS,
    checks_at="scoring.mayor.checks:CHECKS",
    rulings=score_rulings,
    all_rulings=RULINGS,
    boards=boards,
)


NEAR: Final = 3
"""The most matches that make a small difference."""


_MORE: Final = forms("{number} more match of a {building}", "{number} more matches of a {building}")
_FEWER: Final = forms("{number} fewer match of a {building}", "{number} fewer matches of a {building}")


def margins(table: Table, sheet: Sheet) -> tuple[Message, ...]:
    """Return the statements about those who were close; `sheet` is that of the table."""
    return of_close_seats(sheet, lambda seat: statements(table, sheet, seat))


def statements(table: Table, sheet: Sheet, seat: int) -> tuple[Message, ...]:
    """Return the fewest matches that would have changed who wins, if so few would."""
    over = any(is_mayor(player) for player in table.players)  # with fewer points the game would have gone on
    effects = () if over else (_effect(table, sheet, seat),)
    return smallest_first(sheet.columns[seat].player, effects)


def _effect(table: Table, sheet: Sheet, seat: int) -> Effect | None:
    """Return the fewest matches that would have changed who wins, or `None` where no small number would."""
    name, winners = sheet.columns[seat].player, sheet.winners

    def meaning(_table: Table, after: Sheet) -> Message | None:
        now = after.winners
        same = (name in now, len(now)) == (name in winners, len(winners))
        return None if same else outcome(now, name, share(winners, name))

    return first_effect(sheet, seat, _changes(table, seat, -1 if winners == (name,) else 1), MAYOR.score, meaning)


def _changes(table: Table, seat: int, step: int) -> Iterator[Change[Table]]:
    """Yield the tables with more matches of a building, the fewest first; with fewer where `step` is -1."""
    for matches in range(1, NEAR + 1):
        for building in Building:
            after = _with_matches(table, seat, building, step * matches)
            if after is not None:
                words = counted(matches, *(_MORE if step > 0 else _FEWER), building=building.noun.name)
                yield Change(what=words, table=after)


def _with_matches(table: Table, seat: int, building: Building, matches: int) -> Table | None:
    """Return the table with more or fewer matches of a building, or `None` where it pays no points or is impossible."""
    reward, player = REWARDS[building], table.players[seat]
    gold = reward.gold * matches
    if not reward.points or player.banker + gold < 0 or player.citizen + reward.points * matches < 0:
        return None
    after = advance(table, seat, points=reward.points * matches, gold=gold)
    return None if problems_in(after, LIMITS) else after
