"""The cubes that a player keeps, to pay with coins instead."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import flet as ft

from companion.ui.components.controls import caption, mark, plain_button
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.layout import column
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_value
from scoring.little_town.build_a_building import NOTHING_KEPT
from scoring.little_town.data import COINS_FOR_A_CUBE
from scoring.little_town.state import Cube
from scoring.messages import tr

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from companion.ui.core.hooks import Setter
    from scoring.little_town.state import Player


def may_keep(player: Player, kinds: Collection[Cube] = tuple(Cube), coins_due: int = 0) -> bool:
    """Return whether coins, apart from those that are due, can pay for a cube of these kinds that a player has."""
    return player.coins - coins_due >= COINS_FOR_A_CUBE and any(player.cubes.get(cube) for cube in kinds)


def _kept_of(player: Player, kept: Mapping[Cube, int], cube: Cube) -> str:
    return tr("{number} of {all}", number=kept.get(cube, 0), all=player.cubes[cube])


@component
def KeptCubes(
    player: Player,
    kept: Mapping[Cube, int],
    keep: Setter[Mapping[Cube, int]],
    kinds: Collection[Cube] = tuple(Cube),
) -> ft.Control:
    """Let a player keep cubes and pay coins for them: each tap keeps one cube more, the last one none again."""
    expanded, set_expanded = use_value(initial=False)

    def toggle() -> None:
        keep(lambda _: NOTHING_KEPT)
        set_expanded(lambda before: not before)

    def keep_more(cube: Cube) -> None:
        held = player.cubes[cube]
        keep(lambda old: {**old, cube: (old.get(cube, 0) + 1) % (held + 1)})

    if not expanded:
        return ft.Row([plain_button(tr("Keep cubes, and pay with coins"), toggle)], wrap=True)
    chips = [
        chip(
            _kept_of(player, kept, cube),
            partial(keep_more, cube),
            selected=kept.get(cube, 0) > 0,
            leading=mark(cube.noun.mark, 20, ft.Colors.ON_SURFACE),
            label=tr("{what}: {value}", what=cube.noun.title, value=_kept_of(player, kept, cube)),
        )
        for cube in Cube
        if cube in kinds and player.cubes.get(cube)
    ]
    words = tr(
        "Tap what {name} keeps; each missing cube then costs {coins} coins.",
        name=player.name,
        coins=COINS_FOR_A_CUBE,
    )
    return column([caption(words), wrapped(chips), ft.Row([plain_button(tr("Cancel"), toggle)], wrap=True)])
