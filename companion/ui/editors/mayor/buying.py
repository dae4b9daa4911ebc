"""Buying a tile: what it costs, and what it shows."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from companion.formatting.text import sentence
from companion.games.mayor import copy_values
from companion.games.mayor.prices import price_question, price_text, purchase_option
from companion.tables.state import transition
from companion.ui.components.controls import button, caption, card, heading, notice, text
from companion.ui.components.dialogs import change_and_say
from companion.ui.components.layout import column
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import value_now
from companion.ui.editors.mayor.market import ShownPrice
from companion.ui.editors.mayor.pads import IconsPad, ParkIcons, RewardChips
from companion.ui.editors.mayor.turn_memory import use_turn_memory
from scoring.mayor.actions import buy_a_tile
from scoring.mayor.state import PLURALS, Kind, PriceAsk, Tile
from scoring.mayor.turns import Purchase, may_use_amenity, tile_bought
from scoring.messages import say, tr

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    import flet as ft

    from companion.games.mayor.actions import MayorTable
    from companion.tables.live_table import LiveTable
    from companion.ui.core.hooks import Setter
    from scoring.mayor.data import Reward
    from scoring.mayor.preview import Option
    from scoring.mayor.state import Building, Icons, Order, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class PurchaseDraft:
    """A purchase that is being entered: what the tile shows, and the Civic Amenity that makes it free."""

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
    draft, set_draft = use_turn_memory(live, "purchase", PurchaseDraft())

    title = heading(tr("Buy a {kind}", kind=kind.noun.name))
    if state.table.tile_lines.get(kind) == 0:
        words = tr("The line of {kinds} is empty. Place a tile, or pass.", kinds=PLURALS[kind].name)
        return card([title, notice(words, wrong=True)])
    ask = price_question(state.table, ui.tables.copies[live.game.key], seat, kind)
    gold = _gold(state.table, ask, draft)
    allowed = purchase_option(state.table, ui.tables.copies[live.game.key], seat, kind)
    ready = draft.reward is not None if draft.free else ask is not None and allowed.allowed
    words = tr("Buy it for {gold} gold", gold=gold) if draft.free or ask is not None else tr("Buy it")
    return card(
        [
            title,
            *_for_free(state.table, seat, draft, set_draft),
            *([] if draft.free else _price(live, kind, ask, allowed)),
            button(words, _purchasing(live, seat, kind, set_draft, order), disabled=not ready),
            _tile_question(live, kind, draft, set_draft),
        ],
    )


def _purchasing(
    live: LiveTable, seat: int, kind: Kind, set_draft: Setter[PurchaseDraft], order: Order
) -> Callable[[], Awaitable[None]]:
    """Return the handler that buys the tile by the draft as it is by then."""
    copies = use_ui().tables.copies[live.game.key]

    async def buy() -> None:
        draft = value_now(set_draft)
        gold = _gold(live.state.table, price_question(live.state.table, copies, seat, kind), draft)
        left = live.state.table.tile_lines.get(kind)
        purchase = Purchase(
            tile=Tile(kind=kind, icons=draft.icons, park=draft.park),
            gold=gold,
            shown=copy_values.price(copies, kind, None if left is None else left - 1),
            reward=draft.reward if draft.free else None,
        )
        words = say(
            "{name} buys a {kind} for {gold} gold",
            name=live.state.table.players[seat].name,
            kind=kind.noun.name,
            gold=gold,
        )
        await change_and_say(live, words, transition(tile_bought, seat, purchase, order))
        if draft.park:
            await copy_values.keep_park(copies, draft.park)

    return buy


def _gold(table: Table, ask: PriceAsk | None, draft: PurchaseDraft) -> int:
    """Return what a tile costs by a draft, in gold."""
    return 0 if draft.free or ask is None else buy_a_tile(table, ask).gold


def _for_free(table: Table, seat: int, draft: PurchaseDraft, set_draft: Setter[PurchaseDraft]) -> list[ft.Control]:
    if not may_use_amenity(table, seat):
        return []
    use = RewardChips(
        draft.free,
        draft.reward,
        lambda: set_draft(lambda old: replace(old, free=not old.free)),
        lambda reward: set_draft(lambda old: replace(old, reward=reward)),
        what=tr("Take it for free with a Civic Amenity"),
    )
    return [use]


def _price(live: LiveTable, kind: Kind, ask: PriceAsk | None, allowed: Option) -> list[ft.Control]:
    parts: list[ft.Control] = [ShownPrice(live, kind)]
    if ask is not None:
        parts += [text(why) for why in price_text(live.state.table, ask)]
    if not allowed.allowed:
        parts.append(notice(sentence(allowed.because), wrong=True))
    return parts


def _tile_question(live: LiveTable, kind: Kind, draft: PurchaseDraft, set_draft: Setter[PurchaseDraft]) -> ft.Control:
    """Return the question what the tile shows; it may wait until the tile is placed."""
    ui = use_ui()
    words = tr("What does it show? Whatever you leave out is asked when it is placed.")

    async def with_park(icons: Mapping[Building, int]) -> None:
        set_draft(lambda old: replace(old, park=icons))

    def with_icons(icons: Icons) -> None:
        set_draft(lambda old: replace(old, icons=None if icons == old.icons else icons))

    if kind is Kind.PARK:
        pad = ParkIcons(draft.park, copy_values.PARKS.known(ui.tables.copies[live.game.key]), with_park)
    else:
        pad = IconsPad(draft.icons, with_icons)
    return column([caption(words), pad])
