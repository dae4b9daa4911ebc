"""Two quick taps on everything that can be tapped at a table, and what one tap renders.

Each handler of each tab is tapped once, in what is open at first and in what its taps open.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import pytest
from flet.components.component import Renderer

from companion.ui.components.dialogs import CHANGED_SINCE
from companion.ui.core import page
from companion.ui.editors import EDITORS
from tests.companion import carpe_diem_tables, carrara_tables, little_town_tables, mayor_tables, pad_tables
from tests.companion.phones import of_host
from tests.companion.spoken import inside, name_of, takes_tap
from tests.scoring.mayor.tables import tile
from tests.scoring.palaces_of_carrara import boards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flet.controls.base_control import BaseControl

    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless, Screen

DEPTH: Final = 3
"""How many taps in a row are tried, each in what the one before has opened."""

COUNTED: Final = ("+1", "−1", "One more", "One less", "Turn")
"""How controls end that step by one, or turn a tile: each of several quick taps counts."""

TURNED: Final = re.compile("^(book$|Hide coins|Keep count)|: [23] points$|Castle in the middle")
"""What is ticked and turned: the second tap on what is seen then turns it back."""

LATER: Final = {"CardPicker", "KnownCards", "CardChoice", "ForumTab", "VillaQuestion"}
"""The components that are rendered again with what comes later: what they load, work out, or keep in my copy."""

AT_THUMB: Final = ("AtThumb", "FootBar")
"""The components that are rendered with what puts a button into the bar at the thumb."""

BACKWARDS: Final = ("Undo", "Redo")

NOWHERE: Final = "/no/such/address"
"""Where nothing is left of a screen, so that it is opened anew afterwards."""

AN_HOUR_MS: Final = 3_600_000


def little_town(app: Headless) -> LiveTable:
    anna = little_town_tables.player("Anna", wood=3, stone=2, fish=2, wheat=1)
    houses = (little_town_tables.house("pier", "B4", "Ben"), little_town_tables.house("brewery", "C4"))
    state = little_town_tables.table_state(
        anna, little_town_tables.player("Ben"), buildings=houses, workers=(little_town_tables.worker("B5"),)
    )
    return little_town_tables.begun(app, state)


def palaces_of_carrara(app: Headless) -> LiveTable:
    anna = boards.player("Anna", buildings="palazzo 2 lucca, porta 3 pisa, villa 2 lucca", coins=5)
    state = carrara_tables.base(anna, boards.player("Ben"), boards.player("Cleo"))
    return carrara_tables.begun(app, state)


def mayor(app: Headless) -> LiveTable:
    mayor_tables.know_the_rondel(app)
    held = mayor_tables.holding(mayor_tables.three_apart(), 0, tile("bank", "yellow N o"))
    return mayor_tables.begun(app, held)


def carpe_diem(app: Headless) -> LiveTable:
    tiles = (carpe_diem_tables.tile("C3", "villa S2"), carpe_diem_tables.tile("C4", "villa N1"))
    return carpe_diem_tables.begun(
        app,
        carpe_diem_tables.table_state(
            carpe_diem_tables.player_with("Anna", *tiles), carpe_diem_tables.player_with("Ben")
        ),
    )


def pad(app: Headless) -> LiveTable:
    ticked = pad_tables.OTTERS | {"categories": pad_tables.OTTERS["categories"][::-1]}
    return pad_tables.begun(app, ticked, "Anna", "Ben", entries=[{"fish": 3}])


TABLES: Final = (little_town, palaces_of_carrara, mayor, carpe_diem, pad)


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[str, int]]:
    """How often each component was rendered, by its name and its state; no sentence goes away by itself meanwhile."""
    counts: Counter[tuple[str, int]] = Counter()
    render = Renderer.render

    def counting(self: Any, root: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if self._root_component is not None:
            counts[root.__qualname__, id(self._root_component._state)] += 1
        return render(self, root, *args, **kwargs)

    monkeypatch.setattr(Renderer, "render", counting)
    monkeypatch.setattr(page, "LEAST_SHOWN_MS", AN_HOUR_MS)
    return counts


def handler_of(control: BaseControl) -> str:
    """The name of the function that a tap on a control calls in the end, "" where a tap calls none."""
    handler: Any = getattr(control, "on_click", None)
    while isinstance(handler, partial) or hasattr(handler, "__wrapped__"):
        handler = handler.func if isinstance(handler, partial) else handler.__wrapped__
    return "" if handler is None else f"{handler.__module__}.{handler.__qualname__}"


def handlers(screen: Screen) -> list[tuple[str, str]]:
    """The functions that taps call, and the name of the first control of each."""
    names: dict[str, str] = {}
    for control, _ in screen.controls():
        name = name_of(control)
        taken = takes_tap(control) or next(filter(None, map(takes_tap, inside(control))), None)
        if name and taken is not None and not getattr(taken, "disabled", False) and not name.startswith(BACKWARDS):
            names.setdefault(handler_of(taken), name)
    return [(handler, name) for handler, name in names.items() if handler]


class Walk:
    """Goes to each tab of a table, and to each place where something can be tapped, always from the same table."""

    def __init__(self, app: Headless, live: LiveTable, rendered: Counter[tuple[str, int]]) -> None:
        self.app = app
        self.live = live
        self.screen = of_host(app)
        self._begun = live.state
        self._rendered = rendered

    def go(self, tab: str, path: tuple[str, ...]) -> bool:
        """Go to a tab and tap one after the other; return whether all of that was there, and led nowhere else."""
        self.screen.go(NOWHERE)
        if self.live.state != self._begun:
            self.app.run(self.live.change("as it was", lambda _: self._begun))
        self.screen.go(f"/table/{self.live.id}/{tab}/0")
        return all(self.screen.can_be_tapped(name) and self._stays(tab, name) for name in path)

    def _stays(self, tab: str, name: str) -> bool:
        """Tap, and return whether that led to no other screen; whose turn it is then may be shown."""
        sent = self.screen.route
        self.screen.tap(name)
        return self.screen.route == sent or self.screen.route.startswith(f"/table/{self.live.id}/{tab}/")

    def steps_of(self, tap: Callable[..., None], name: str) -> int:
        """Tap twice, and return how many steps were saved."""
        before = self.live.revision
        tap(name, name)
        return self.live.revision - before

    def taps(self) -> Iterator[tuple[str, tuple[str, ...], str, int]]:
        """Tap each handler where it is met first; yield its tab, the way to it, the control's name, and its steps."""
        met: set[str] = set()
        for tab in EDITORS[self.live.game.key].tabs:
            there = self.go(tab.key, ())
            ways: list[tuple[tuple[str, ...], list[tuple[str, str]]]] = [((), handlers(self.screen))]
            for way, offered in ways:
                for handler, name in offered:
                    if handler in met:
                        continue
                    met.add(handler)
                    there = there or self.go(tab.key, way)
                    if not there or not self.screen.can_be_tapped(name):
                        continue
                    there = False
                    self._rendered.clear()
                    before = self.live.revision
                    if self._stays(tab.key, name) and len(way) + 1 < DEPTH:
                        ways.append(((*way, name), handlers(self.screen)))
                    yield tab.key, way, name, self.live.revision - before


@pytest.mark.parametrize("begun", TABLES)
def test_a_tap_renders_once_and_a_double_tap_does_once_what_is_done_once(
    app: Headless, rendered: Counter[tuple[str, int]], begun: Callable[[Headless], LiveTable]
) -> None:
    walk = Walk(app, begun(app), rendered)
    screen = walk.screen
    twice, wrong, acts = [], [], []
    for tab, way, name, steps in walk.taps():
        twice += [(*way, name, component) for (component, _), times in rendered.items() if times > 1]
        if steps == 0 or name.endswith(COUNTED):
            continue
        acts.append(name)
        assert walk.go(tab, way)
        wrong += [(*way, name, "at once")] if walk.steps_of(screen.tap_both, name) != steps else []
        assert walk.go(tab, way)
        late = walk.steps_of(screen.tap_late, name)
        wrong += [(*way, name, "late")] if late != steps * (2 if TURNED.search(name) else 1) else []
    assert acts
    assert not wrong
    of_forum = [(*rerender[:-1], part) for rerender in twice if rerender[-1] == "ForumTab" for part in AT_THUMB]
    answers = [each for each in twice if each[-1] in AT_THUMB and each[-2] in each[:-2]]  # the question goes, too
    assert begun is pad or not [each for each in twice if each[-1] not in LATER and each not in (*of_forum, *answers)]


def test_a_double_tap_on_undo_in_a_sentence_takes_back_one_step(app: Headless) -> None:
    live = little_town(app)
    screen = of_host(app, f"/table/{live.id}/town/0")
    for building in ("B4, pier of Ben", "C4, brewery of Anna"):
        screen.tap(building)
        screen.tap("Remove")
    removed = live.revision
    screen.tap_both("Undo", "Undo")
    assert live.revision == removed + 1
    assert not screen.has("Undo")


def test_a_double_tap_on_redo_says_nothing_of_others(app: Headless) -> None:
    live = palaces_of_carrara(app)
    screen = of_host(app, f"/table/{live.id}/stock/0")
    screen.tap("Coins, +1")
    screen.tap("Undo: Anna, Coins: 6")
    screen.tap_both("Redo: Anna, Coins: 6", "Redo: Anna, Coins: 6")
    assert live.state.table.players[0].coins == 6
    assert not screen.says(CHANGED_SINCE)


def test_the_marker_moves_to_the_first_of_two_spaces_that_are_tapped_quickly(app: Headless) -> None:
    live = mayor(app)
    screen = of_host(app, f"/table/{live.id}/turn/0")
    bank, park = (next(name for name in screen.names if name.startswith(kind)) for kind in ("Bank", "Park"))
    begun = live.revision
    screen.tap_both(bank, park)
    assert live.revision == begun + 1
    assert screen.says("The Action marker has already moved this turn.")
