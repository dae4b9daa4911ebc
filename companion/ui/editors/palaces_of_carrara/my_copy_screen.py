"""My copy of The Palaces of Carrara: the upgrade tiles, and which object a building shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.palaces_of_carrara import copy_values
from companion.ui.components.controls import caption, card, heading, text
from companion.ui.components.my_copy import Refresh, below_each_other, remove_button, use_refresh, with_source
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import keyed
from companion.ui.core.theme import Style
from companion.ui.editors.palaces_of_carrara.objects import Asking
from companion.ui.editors.palaces_of_carrara.upgrades import MOST
from scoring.palaces_of_carrara.state import Place, Value
from scoring.palaces_of_carrara.wording import placed as place_named

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    import flet as ft

    from companion.tables.my_copy import MyCopy
    from scoring.palaces_of_carrara.state import Kind, Object

UPGRADES: Final = "What each upgrade tile of the expansion prints, for each block of building cost."
OBJECTS: Final = "Which object these buildings show; those of biblioteca, palazzo and porta are in the rulebook."
RULEBOOK: Final = "Rulebook of the expansion, Upgrade Tiles, example"
UNKNOWN: Final = "Not known yet: it is asked when the tile is taken."


@component
def MyCopyScreen() -> ft.Control:
    """Show what is known of my copy, and let it be entered."""
    ui = use_ui()
    copies = ui.tables.copies[copy_values.GAME]
    turn, again = use_refresh()

    async def keep(shown: Mapping[Kind, Object]) -> None:
        await copy_values.keep_objects(copies, shown)
        again()
        show_snackbar("Kept in my copy.")

    known = copy_values.objects_known(copies)
    source = "Mine" if known else "Only supposed: look at the tiles, and keep what they show."
    objects = keyed(f"objects {sorted(known.values())}", Asking, copy_values.objects_supposed(known), keep)
    return below_each_other(
        [
            heading("Upgrade tiles"),
            caption(UPGRADES),
            *(_upgrade(copies, place, again, turn) for place in Place),
            heading("Objects"),
            caption(OBJECTS),
            card([objects, caption(source)]),
        ]
    )


def _upgrade(copies: MyCopy, place: Place, again: Refresh, turn: int) -> ft.Control:
    name = place_named(place)
    known = copy_values.upgrade_values(copies).get(place)
    mine = copy_values.is_mine(copies, place)
    value = known or Value(points=0, coins=0)

    def keeping(field: str) -> Callable[[int], Awaitable[None]]:
        async def keep(number: int) -> None:
            before = copy_values.upgrade_values(copies).get(place) or Value(points=0, coins=0)
            after = Value(**{"points": before.points, "coins": before.coins, field: number})
            await copy_values.keep_upgrade(copies, place, after)
            again()

        return keep

    source = "Mine" if mine else RULEBOOK if known else UNKNOWN
    return with_source(
        [
            text(name[:1].upper() + name[1:], Style.STRONG),
            keyed(
                f"points {mine} {turn == 0}",
                Stepper,
                Counter(name=f"Points, {name}", most=MOST),
                value.points,
                keeping("points"),
            ),
            keyed(
                f"coins {mine} {turn == 0}",
                Stepper,
                Counter(name=f"Coins, {name}", most=MOST),
                value.coins,
                keeping("coins"),
            ),
        ],
        source,
        remove_button(copies, copy_values.UPGRADE_PART, place.value, name, again) if mine else None,
    )
