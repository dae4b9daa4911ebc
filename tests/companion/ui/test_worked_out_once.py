"""A number is worked out once on its way to the table, however many screens show it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from companion.services.end_sheet import with_only_end
from companion.tables import state as states
from companion.tables.access import User
from companion.ui.editors.score_pad import pad_sheet
from companion.ui.screens import final_scoring
from companion.ui.screens.table_screen import TableScreen
from scoring import problems
from scoring.game import Game
from storage.database import columns
from storage.database.engine import Database
from storage.documents import codec
from tests.companion import pad_tables
from tests.companion.carpe_diem_tables import begun, player_with, table_state

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless

ONCE = ("applied", "scored", "checked", "made plain", "written as JSON", "allowed", "place checked")


def end_of_carpe_diem(app: Headless) -> LiveTable:
    return begun(app, with_only_end("carpe-diem", table_state(player_with("Anna"), player_with("Ben", stack=1))))


def pad(app: Headless) -> LiveTable:
    return pad_tables.begun(app, pad_tables.OTTERS, "Anna", "Ben")


def is_typed(table: Any) -> bool:
    """Whether the first player of a table has the number that is typed."""
    first, *_ = getattr(table, "players", None) or (None,)
    return 7 in (getattr(first, "victory_cards", None), *getattr(first, "entries", {}).values())


class Calls:
    """How often something is done with the table that has the number."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.counted: Counter[str] = Counter()
        self._monkeypatch = monkeypatch

    def of(self, owner: object, name: str, what: str, counts: Callable[..., bool] = lambda *_, **__: True) -> None:
        """Count the calls of a function or method for which `counts` holds of the arguments."""
        call = getattr(owner, name)

        def counting(*args: Any, **kwargs: Any) -> Any:
            self.counted[what] += counts(*args, **kwargs)
            return call(*args, **kwargs)

        self._monkeypatch.setattr(owner, name, counting)


@pytest.mark.parametrize(("begin", "module"), [(end_of_carpe_diem, final_scoring), (pad, pad_sheet)])
def test_a_number_is_worked_out_once_from_its_key_to_all_screens(
    app: Headless, monkeypatch: pytest.MonkeyPatch, begin: Callable[[Headless], LiveTable], module: ModuleType
) -> None:
    live = begin(app)
    screens = [app.show(TableScreen, live.id, None, 0) for _ in range(2)]
    calls = Calls(monkeypatch)
    calls.of(module, "with_number", "applied", lambda *args: 7 in args)
    calls.of(Game, "columns", "scored", lambda _, table: is_typed(table))
    calls.of(problems, "_found", "checked", lambda table, *_: is_typed(table))
    calls.of(codec, "plain", "made plain", lambda table, *_: is_typed(table))
    calls.of(states, "_plain_after", "made plain", lambda table, *_: is_typed(table))
    calls.of(columns, "to_json", "written as JSON", lambda value: "table" in value)
    calls.of(User, "check", "allowed")
    calls.of(Database, "check_place", "place checked")
    pad_tables.type_in(screens[0], 7)
    assert all(screen.has("Anna, 7 points") for screen in screens)
    assert is_typed(live.state.table)
    assert calls.counted == dict.fromkeys(ONCE, 1)
