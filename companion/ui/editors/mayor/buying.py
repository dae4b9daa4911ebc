"""Buying a tile: what it costs, and what it shows."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from companion.formatting.text import sentence
from companion.games.mayor import actions, copy_values
from companion.games.mayor.extras import Tile
from companion.games.mayor.table import player_of
from companion.games.mayor.wording import many, one
from companion.ui.components.controls import button, caption, card, heading, notice, text
from companion.ui.components.dialogs import undo_of_last_step
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import use_value
from companion.ui.core.theme import SPACE
from companion.ui.editors.mayor.faces import column
from companion.ui.editors.mayor.pads import IconsPad, ParkIcons
from companion.ui.editors.mayor.prices import ShownPrice, shown_price
from companion.ui.editors.mayor.rewards import RewardChips, may_use_amenity
from scoring.mayor.actions import buy_a_tile
from scoring.mayor.checks import CHECKS
from scoring.mayor.preview import Action, turn
from scoring.mayor.state import Kind, PriceAsk

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    import flet as ft

    from companion.games.mayor.table import MayorTable, Order
    from companion.tables.live_table import LiveTable
    from companion.tables.my_copy import MyCopy
    from scoring.game import Check
    from scoring.mayor.data import Reward
    from scoring.mayor.preview import Option
    from scoring.mayor.state import Building, Icons, Table
    from scoring.messages import Message

PRICE: Final[Check[Table, Any, Any]] = next(check for check in CHECKS if check.key == "price")


def price_ask(state: MayorTable, copies: MyCopy, seat: int, kind: Kind) -> PriceAsk | None:
    """Return the question what a tile costs a player now; `None` where the price that is visible is not known."""
    shown = shown_price(state, copies, kind)
    if shown is None:
        return None
    others = actions.others_on(state, seat) if state.extras.markers[seat] is kind else 0
    return PriceAsk(shown=shown, others=others, event=state.extras.event.dearer.get(kind, 0))


def price_said(state: MayorTable, ask: PriceAsk) -> tuple[Message, ...]:
    """Return what a tile costs, and why."""
    said: tuple[Message, ...] = PRICE.report(state.table, ask, buy_a_tile(state.table, ask)).sentences
    return said


def buying(state: MayorTable, copies: MyCopy, seat: int, kind: Kind) -> Option:
    """Return whether a player may buy the tile of a line, and why."""
    ask = price_ask(state, copies, seat, kind)
    price = None if ask is None else buy_a_tile(state.table, ask).gold
    return next(option for option in turn(state.table, seat, price) if option.action is Action.BUY)


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
    use_revision(live)
    ui = use_ui()
    state: MayorTable = live.state
    choice, set_choice = use_value(Choice())

    def change(**values: Any) -> None:  # noqa: ANN401 - fields of a choice
        set_choice(lambda old: replace(old, **values))

    title = heading(f"Buy a {one(kind)}")
    if state.table.tile_lines.get(kind) == 0:
        words = f"The line of {many(kind)} is empty. Place a tile, or pass."
        return card([title, notice(words, wrong=True)])
    ask = price_ask(state, ui.tables.copies[live.game.key], seat, kind)
    gold = 0 if choice.free or ask is None else buy_a_tile(state.table, ask).gold
    allowed = buying(state, ui.tables.copies[live.game.key], seat, kind)
    ready = choice.reward is not None if choice.free else ask is not None and allowed.allowed
    said = f"Buy it for {gold} gold" if choice.free or ask is not None else "Buy it"
    return card(
        [
            title,
            *_for_free(state, seat, choice, change),
            *([] if choice.free else _price(live, kind, ask, allowed)),
            button(said, _doing(live, seat, kind, (choice, gold), order), disabled=not ready),
            _shows(live, kind, choice, change),
        ],
    )


def _doing(
    live: LiveTable, seat: int, kind: Kind, chosen: tuple[Choice, int], order: Order
) -> Callable[[], Awaitable[None]]:
    """Return what buys the tile for so much gold."""
    copies = use_ui().tables.copies[live.game.key]
    choice, gold = chosen

    async def buy() -> None:
        left = live.state.table.tile_lines.get(kind)
        bought = actions.Purchase(
            tile=Tile(kind=kind, icons=choice.icons, park=choice.park),
            gold=gold,
            shown=copy_values.price(copies, kind, None if left is None else left - 1),
            reward=choice.reward if choice.free else None,
        )
        words = f"{player_of(live.state, seat).name} buys a {one(kind)} for {gold} gold"
        await live.change(words, actions.buy(seat, bought, order))
        if choice.park:
            await copy_values.keep_park(copies, choice.park)
        show_snackbar(f"{words}.", undo=undo_of_last_step(live))

    return buy


def _for_free(state: MayorTable, seat: int, choice: Choice, change: Callable[..., None]) -> list[ft.Control]:
    if not may_use_amenity(state, seat):
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
        parts += [text(said) for said in price_said(live.state, ask)]
    if not allowed.allowed:
        parts.append(notice(sentence(allowed.because), wrong=True))
    return parts


def _shows(live: LiveTable, kind: Kind, choice: Choice, change: Callable[..., None]) -> ft.Control:
    """Return the question what the tile shows, which may wait until it is placed."""
    ui = use_ui()
    said = "What does it show? What is left out here is asked when it is placed."

    async def with_park(icons: Mapping[Building, int]) -> None:
        change(park=icons)

    if kind is Kind.PARK:
        pad = ParkIcons(choice.park, copy_values.parks(ui.tables.copies[live.game.key]), with_park)
    else:
        pad = IconsPad(choice.icons, lambda icons: change(icons=None if icons == choice.icons else icons))
    return column([caption(said), pad], 2 * SPACE)
