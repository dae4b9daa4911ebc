"""Buying a tile: what it costs, and what it shows."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from companion.editors.mayor import acts, copy
from companion.editors.mayor.beside import Tile
from companion.editors.mayor.city import player_of
from companion.editors.mayor.faces import column
from companion.editors.mayor.pads import IconsPad, ParkIcons
from companion.editors.mayor.prices import ShownPrice, shown_price
from companion.editors.mayor.rewards import RewardChips, may_use_amenity
from companion.editors.mayor.words import many, one
from companion.guards import component, tell
from companion.hooks import use_value
from companion.parts.basics import button, card, heading, notice, quiet, text
from companion.parts.undoing import undoing
from companion.theme import SPACE
from companion.ui import use_live, use_ui
from companion.words import sentence
from scoring.mayor.actions import buy_a_tile
from scoring.mayor.checks import CHECKS
from scoring.mayor.preview import Action, turn
from scoring.mayor.state import Kind, PriceAsk

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    import flet as ft

    from companion.copies import Copies
    from companion.editors.mayor.city import City, Order
    from companion.live import LiveTable
    from scoring.game import Check
    from scoring.mayor.data import Reward
    from scoring.mayor.preview import Option
    from scoring.mayor.state import Building, Icons, Table
    from scoring.messages import Message

PRICE: Final[Check[Table, Any, Any]] = next(check for check in CHECKS if check.key == "price")


def price_ask(evening: City, copies: Copies, seat: int, kind: Kind) -> PriceAsk | None:
    """Return the question what a tile costs a player now; `None` where the price that is visible is not known."""
    shown = shown_price(evening, copies, kind)
    if shown is None:
        return None
    others = acts.others_on(evening, seat) if evening.beside.markers[seat] is kind else 0
    return PriceAsk(shown=shown, others=others, event=evening.beside.event.dearer.get(kind, 0))


def price_said(evening: City, ask: PriceAsk) -> tuple[Message, ...]:
    """Return what a tile costs, and why."""
    said: tuple[Message, ...] = PRICE.report(evening.table, ask, buy_a_tile(evening.table, ask)).sentences
    return said


def buying(evening: City, copies: Copies, seat: int, kind: Kind) -> Option:
    """Return whether a player may buy the tile of a line, and why."""
    ask = price_ask(evening, copies, seat, kind)
    price = None if ask is None else buy_a_tile(evening.table, ask).gold
    return next(option for option in turn(evening.table, seat, price) if option.action is Action.BUY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What was entered of a tile to be bought: what it shows, and the Civic Amenity that makes it free."""

    icons: Icons | None = None
    park: Mapping[Building, int] = field(default_factory=dict)
    free: bool = False
    reward: Reward | None = None


@component
def Buying(live: LiveTable, seat: int, kind: Kind, order: Order) -> ft.Control:
    """Show what the tile of a line costs, and let it be bought."""
    use_live(live)
    ui = use_ui()
    palette = ui.look.palette
    evening: City = live.evening
    choice, set_choice = use_value(Choice())

    def change(**values: Any) -> None:  # noqa: ANN401 - fields of a choice
        set_choice(lambda old: replace(old, **values))

    title = heading(f"Buy a {one(kind)}")
    if evening.table.tile_lines.get(kind) == 0:
        words = f"The line of {many(kind)} is empty. Place a tile, or pass."
        return card([title, notice(words, palette, wrong=True)], palette)
    ask = price_ask(evening, ui.tables.copies[live.game.key], seat, kind)
    gold = 0 if choice.free or ask is None else buy_a_tile(evening.table, ask).gold
    allowed = buying(evening, ui.tables.copies[live.game.key], seat, kind)
    ready = choice.reward is not None if choice.free else ask is not None and allowed.allowed
    said = f"Buy it for {gold} gold" if choice.free or ask is not None else "Buy it"
    return card(
        [
            title,
            *_for_free(evening, seat, choice, change),
            *([] if choice.free else _price(live, kind, ask, allowed)),
            button(said, _doing(live, seat, kind, (choice, gold), order), disabled=not ready),
            _shows(live, kind, choice, change),
        ],
        palette,
    )


def _doing(
    live: LiveTable, seat: int, kind: Kind, chosen: tuple[Choice, int], order: Order
) -> Callable[[], Awaitable[None]]:
    """Return what buys the tile for so much gold."""
    copies = use_ui().tables.copies[live.game.key]
    choice, gold = chosen

    async def buy() -> None:
        left = live.evening.table.tile_lines.get(kind)
        bought = acts.Purchase(
            tile=Tile(kind=kind, icons=choice.icons, park=choice.park),
            gold=gold,
            shown=copy.price(copies, kind, None if left is None else left - 1),
            reward=choice.reward if choice.free else None,
        )
        words = f"{player_of(live.evening, seat).name} buys a {one(kind)} for {gold} gold"
        await live.change(words, acts.buy(seat, bought, order))
        if choice.park:
            await copy.keep_park(copies, choice.park)
        tell(f"{words}.", undo=undoing(live))

    return buy


def _for_free(evening: City, seat: int, choice: Choice, change: Callable[..., None]) -> list[ft.Control]:
    if not may_use_amenity(evening, seat):
        return []
    use = RewardChips(
        choice.free,
        choice.reward,
        lambda: change(free=not choice.free),
        lambda reward: change(reward=reward),
        what="Take it for free with a Civic Amenity",
    )
    return [use]


def _price(live: LiveTable, kind: Kind, ask: PriceAsk | None, allowed: Option) -> list[ft.Control]:
    parts: list[ft.Control] = [ShownPrice(live, kind)]
    if ask is not None:
        parts += [text(said) for said in price_said(live.evening, ask)]
    if not allowed.allowed:
        parts.append(notice(sentence(allowed.because), use_ui().look.palette, wrong=True))
    return parts


def _shows(live: LiveTable, kind: Kind, choice: Choice, change: Callable[..., None]) -> ft.Control:
    """Return the question what the tile shows, which may wait until it is placed."""
    ui = use_ui()
    said = "What does it show? What is left out here is asked when it is placed."

    async def with_park(icons: Mapping[Building, int]) -> None:
        change(park=icons)

    if kind is Kind.PARK:
        pad = ParkIcons(choice.park, copy.parks(ui.tables.copies[live.game.key]), with_park)
    else:
        pad = IconsPad(choice.icons, lambda icons: change(icons=None if icons == choice.icons else icons))
    return column([quiet(said, ui.look.palette), pad], 2 * SPACE)
