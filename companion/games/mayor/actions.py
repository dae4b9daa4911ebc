"""What a turn costs and brings before it is made, and what is entered at a table apart from the turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from companion.games.mayor import copy_values
from companion.tables.state import TableState, index_now, transition, with_table
from scoring.mayor.actions import Action, Option, Placement, buy_a_tile, matching, rondel_steps, turn, until_mayor
from scoring.mayor.checks import CHECKS
from scoring.mayor.game import NOT_MOVED_ON
from scoring.mayor.rules import laid_out
from scoring.mayor.state import Building, Kind, ParkAsk, PlaceAsk, PriceAsk, gold
from scoring.mayor.turns import others_on_space, remove_tile, steps_to
from scoring.messages import Message, say, say_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.tables.my_copy import MyCopy
    from scoring.game import Check
    from scoring.mayor.data import Reward
    from scoring.mayor.state import Event, Placing, Square, Street, Table, Tile
    from scoring.problems import Problem

    MayorTable = TableState[Table]


_CHECKS: Final[Mapping[str, Check[Table, Any, Any]]] = {check.key: check for check in CHECKS}


def is_untouched(table: Table) -> bool:
    """Return whether nobody has played yet: all pieces stand as they do at the start, and nobody has a tile."""
    return table.players == laid_out([player.name for player in table.players]).players


def with_turn(state: MayorTable, seat: int) -> MayorTable:
    """Let a seat play now: a correction."""
    return with_table(state, turn=seat, walked=False)


def with_shown_price(state: MayorTable, kind: Kind, price: int) -> MayorTable:
    """Set the price that a line shows now."""
    shown = {**state.table.shown, kind: price}
    return with_table(state, shown={line: shown[line] for line in Kind if line in shown})


def with_event(state: MayorTable, event: Event) -> MayorTable:
    """Put an Event into effect."""
    return with_table(state, event=event, event_due=False)


def take_away(state: MayorTable, seat: int, seen: tuple[Tile, ...], number: int) -> MayorTable:
    """Take the tile that was seen at a place in front of a player away, unless somebody else did."""
    at = index_now(state.table.held[seat], seen, number)
    return state if at is None else transition(remove_tile, seat, at)(state)


def price_question(table: Table, copies: MyCopy, seat: int, kind: Kind) -> PriceAsk | None:
    """Return the question what a tile costs a player now; `None` if the price that its line shows is not known."""
    shown = shown_price(table, copies, kind)
    if shown is None:
        return None
    others = others_on_space(table, seat) if table.markers[seat] is kind else 0
    return PriceAsk(shown=shown, others=others, event=table.event.dearer.get(kind, 0))


def price_text(table: Table, ask: PriceAsk) -> tuple[Message, ...]:
    """Return the sentences that say what a tile costs, and why."""
    sentences: tuple[Message, ...] = _CHECKS["price"].report(table, ask, buy_a_tile(table, ask)).sentences
    return sentences


def purchase_option(table: Table, copies: MyCopy, seat: int, kind: Kind) -> Option:
    """Return whether a player can buy a tile of a line, and why."""
    ask = price_question(table, copies, seat, kind)
    price = None if ask is None else buy_a_tile(table, ask).gold
    return next(option for option in turn(table, seat, price) if option.action is Action.BUY)


def shown_price(table: Table, copies: MyCopy, kind: Kind) -> int | None:
    """Return the price that a line shows now, as entered at this table or else in my copy, or `None`."""
    entered = table.shown.get(kind)
    return copy_values.price(copies, kind, table.tile_lines.get(kind)) if entered is None else entered


@dataclass(frozen=True, slots=True, kw_only=True)
class StepCost:
    """What it costs to move to a space of the rondel, and whether the player has that gold."""

    gold: int
    affordable: bool

    @property
    def words(self) -> Message:
        """The cost in words, such as `3 gold`."""
        return gold(self.gold) if self.gold else say_in("cost", "free")


def step_costs(table: Table, seat: int, order: Sequence[Kind]) -> dict[Kind, StepCost]:
    """Return what it costs a player to move to each space of the rondel; `{}` while the marker stands nowhere."""
    start = table.markers[seat]
    if start is None:
        return {}
    steps = rondel_steps(table, seat)
    reached = {space: steps[steps_to(order, start, space) - 1] for space in order}
    return {space: StepCost(gold=step.gold, affordable=step.affordable) for space, step in reached.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacementDraft:
    """A placement that is being entered: the tile and its number among the known ones, and where it goes.

    `street` is the first street beside the square, if the rondel leaves it open; `no_street` says that the square lies
    beside space 0 or 50 alone: its `streets` are empty then. `beside` are the seats with a piece beside the square;
    `used` says that a Civic Amenity is used, which pays `reward`; `entering` that it is entered here what the tile
    shows.
    """

    tile: Tile | None = None
    number: int | None = None
    street: Street | None = None
    no_street: bool = False
    square: Square | None = None
    block: tuple[Building, ...] = ()
    beside: tuple[int, ...] = ()
    used: bool = False
    reward: Reward | None = None
    entering: bool = False


def is_known(tile: Tile) -> bool:
    """Return whether it is known what a tile shows."""
    return tile.icons is not None or bool(tile.park)


def valid_draft(table: Table, seat: int, draft: PlacementDraft) -> PlacementDraft:
    """Return the draft, or a new one if its tile does not lie in front of the player any more."""
    held = table.held[seat]
    if draft.number is None or draft.tile is None:
        return draft
    lies = draft.number < len(held) and held[draft.number].kind is draft.tile.kind
    return draft if lies else PlacementDraft()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacementPreview:
    """What a placement brings; `rows` are name, points, gold and reason, in seat order.

    `rulings` are those it rests on here, where the app asks whether a piece moves on.
    """

    placement: Placement
    rainbow: bool
    sentences: tuple[Message, ...]
    rows: tuple[tuple[Any, ...], ...]
    problems: tuple[Problem, ...]
    rulings: tuple[Message, ...]


def placement_question(table: Table, seat: int, draft: PlacementDraft, *, rainbow: bool) -> Placing | None:
    """Return the question to the rules what a draft brings, `None` while too little is entered."""
    tile, name = draft.tile, table.players[seat].name
    if tile is None or tile.kind is None:
        return None
    if tile.kind is Kind.PARK:
        return ParkAsk(player=name, icons=tile.park, block=draft.block, rainbow=rainbow) if tile.park else None
    if tile.icons is None or draft.square is None:
        return None
    return PlaceAsk(
        player=name,
        kind=Building(tile.kind.value),
        icons=tile.icons,
        square=draft.square,
        beside=tuple(table.players[neighbour].name for neighbour in draft.beside),
        rainbow=rainbow,
    )


def placement_preview(table: Table, ask: Placing) -> PlacementPreview:
    """Return what a placement brings everybody until somebody is mayor."""
    check = _CHECKS["place_park" if isinstance(ask, ParkAsk) else "place"]
    whole: Placement = check.answer(table, ask)
    seat = next(number for number, player in enumerate(table.players) if player.name == ask.player)
    placement = until_mayor(table, seat, whole)
    report = check.report(table, ask, placement)
    late = tuple(result.name for result, then in zip(whole.players, placement.players, strict=True) if result != then)
    rows = tuple((*row[:3], say("the game is over before that") if row[0] in late else row[3]) for row in report.rows)
    problems = tuple(problem for limit in check.limits for problem in limit(table, ask))
    return PlacementPreview(
        placement=placement,
        rainbow=ask.rainbow,
        sentences=report.sentences,
        rows=rows,
        problems=problems,
        rulings=tuple(ruling for ruling in check.rulings(table, ask, placement) if ruling != NOT_MOVED_ON),
    )


def matches_on(table: Table, seat: int, tile: Tile, square: Square) -> int:
    """Return the number of icons of a building that match a square."""
    ask = placement_question(table, seat, PlacementDraft(tile=tile, square=square), rainbow=False)
    return len(matching(ask)) if isinstance(ask, PlaceAsk) else 0
