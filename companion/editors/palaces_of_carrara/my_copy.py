"""My copy of The Palaces of Carrara: the upgrade tiles, and which object a building shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.editors.palaces_of_carrara import copy
from companion.editors.palaces_of_carrara.objects import Asking
from companion.editors.palaces_of_carrara.upgrades import MOST
from companion.guards import component, tell
from companion.hooks import keyed
from companion.parts.basics import card, heading, quiet, text
from companion.parts.my_copy import Again, below_each_other, remove_button, use_again, with_source
from companion.parts.stepper import Counter, Stepper
from companion.theme import Style
from companion.ui import use_ui
from scoring.palaces_of_carrara.state import Location, Value
from scoring.palaces_of_carrara.wording import location_name as place_named

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    import flet as ft

    from companion.copies import Copies
    from companion.theme import Palette
    from scoring.palaces_of_carrara.state import Kind, Object

UPGRADES: Final = "What each upgrade tile of the expansion prints, for each block of building cost."
OBJECTS: Final = "Which object these buildings show; those of biblioteca, palazzo and porta are in the rulebook."
RULEBOOK: Final = "Rulebook of the expansion, Upgrade Tiles, example"
UNKNOWN: Final = "Not known yet: it is asked when the tile is taken."


@component
def MyCopy() -> ft.Control:
    """Show what is known of my copy, and let it be entered."""
    ui = use_ui()
    palette = ui.look.palette
    copies = ui.tables.copies[copy.GAME]
    turn, again = use_again()

    async def keep(shown: Mapping[Kind, Object]) -> None:
        await copy.keep_objects(copies, shown)
        again()
        tell("Kept in my copy.")

    known = copy.objects_known(copies)
    source = "Mine" if known else "Only supposed: look at the tiles, and keep what they show."
    objects = keyed(f"objects {sorted(known.values())}", Asking, copy.objects_supposed(known), keep)
    return below_each_other(
        [
            heading("Upgrade tiles"),
            quiet(UPGRADES, palette),
            *(_upgrade(copies, place, again, turn, palette) for place in Location),
            heading("Objects"),
            quiet(OBJECTS, palette),
            card([objects, quiet(source, palette)], palette),
        ]
    )


def _upgrade(copies: Copies, place: Location, again: Again, turn: int, palette: Palette) -> ft.Control:
    name = place_named(place)
    known = copy.upgrade_values(copies).get(place)
    mine = copy.is_mine(copies, place)
    value = known or Value(points=0, coins=0)

    def keeping(field: str) -> Callable[[int], Awaitable[None]]:
        async def keep(number: int) -> None:
            before = copy.upgrade_values(copies).get(place) or Value(points=0, coins=0)
            after = Value(**{"points": before.points, "coins": before.coins, field: number})
            await copy.keep_upgrade(copies, place, after)
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
        palette,
        remove_button(copies, copy.UPGRADE_PART, place.value, name, again) if mine else None,
    )
