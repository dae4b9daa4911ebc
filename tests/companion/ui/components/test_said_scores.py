"""The field that takes scores as people write or say them, on a pad's sheet and on the end sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.services.end_sheet import with_only_end
from companion.ui.components.said_scores import SAY
from companion.ui.core.context import Viewport
from companion.ui.screens.table_screen import TableScreen
from tests.companion import carpe_diem_tables
from tests.companion.carpe_diem_tables import player_with, table_state
from tests.companion.pad_tables import HEARTS, OTTERS, begun, entries_of
from tests.companion.phones import on_phone, seated
from tests.companion.spoken import nameless

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless, Screen

FIELD = "Names and points"


def opened(app: Headless, live: LiveTable) -> Screen:
    screen = app.show(TableScreen, live.id, None, 0)
    screen.tap(str(SAY))
    return screen


def test_what_is_said_fills_a_round_in_one_step(app: Headless) -> None:
    live = begun(app, HEARTS, "Anna", "Ben", "Clara", entries=[{"rounds": [4]}, {"rounds": [6]}, {"rounds": [0]}])
    screen = app.show(TableScreen, live.id, None, 0)
    screen.tap(str(SAY))
    screen.type_into(FIELD, "Anna 12+4, Ben minus drei, C null")
    assert screen.has("Anna, Points, Round 2: 16")
    assert screen.has("Ben, Points, Round 2: -3") or screen.has("Ben, Points, Round 2: −3")
    assert live.revision == 0
    screen.submit(FIELD)
    assert entries_of(live) == [{"rounds": (4, 16)}, {"rounds": (6, -3)}, {"rounds": (0, 0)}]
    assert live.revision == 1
    assert str(live.undo_state.undo) == "Points, Round 2: Anna 16, Ben -3 and Clara 0"
    assert not screen.has(FIELD)
    assert screen.has("Anna, Points, Round 3")
    screen.tap("Undo")
    assert entries_of(live) == [{"rounds": (4,)}, {"rounds": (6,)}, {"rounds": (0,)}]


def test_the_category_is_chosen_or_said(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben")
    screen = opened(app, live)
    screen.type_into(FIELD, "Anna 12, Ben -4\nCrowns: Anna 2, Ben 3")
    assert screen.has("Anna, Fish: 12")
    assert screen.has("Ben, Crowns: 3")
    screen.tap("Save")
    assert entries_of(live) == [{"fish": 12, "crowns": 2}, {"fish": -4, "crowns": 3}]
    assert str(live.undo_state.undo) == "Fish and Crowns: 4 numbers"
    assert screen.has("Anna, Ferries")
    screen.tap(str(SAY))
    screen.tap("Fish")
    screen.type_into(FIELD, "Ben 7")
    assert screen.says("instead of")
    screen.tap("Save")
    assert entries_of(live)[1]["fish"] == 7


def test_what_is_not_understood_stays_and_is_said(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben")
    screen = opened(app, live)
    for said, problem in (
        ("Zoe 12, Ben 3", "Zoe: nobody at this table is called that."),
        ("Anna 12, Ben 300", "300: a whole number from -10 to 60 belongs here."),
    ):
        screen.type_into(FIELD, said)
        screen.tap("Save")
        assert screen.says(problem) or screen.says(problem.replace("-", "−"))
        assert (screen.value(FIELD), live.revision) == (said, 0)
    screen.tap("Close")
    screen.tap(str(SAY))
    assert screen.value(FIELD) == "Anna 12, Ben 300"


def test_what_was_half_typed_in_a_cell_is_kept(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben")
    screen = app.show(TableScreen, live.id, None, 0)
    screen.tap("7")
    screen.tap(str(SAY))
    screen.type_into(FIELD, "Ben 3")
    screen.submit(FIELD)
    assert entries_of(live) == [{"fish": 7}, {"fish": 3}]
    assert screen.has("Anna, Crowns")


def test_who_is_left_out_is_entered_next(app: Headless) -> None:
    screen = opened(app, begun(app, HEARTS, "Anna", "Ben", "Clara"))
    screen.type_into(FIELD, "Anna 1, Clara 3")
    screen.submit(FIELD)
    assert screen.has("Ben, Points, Round 1")


def test_the_end_sheet_takes_it_too_and_a_guest_enters_their_own(app: Headless) -> None:
    players = [player_with(name, stack=seat) for seat, name in enumerate(("Anna", "Ben", "Clara"))]
    live = carpe_diem_tables.begun(app, with_only_end("carpe-diem", table_state(*players)))
    screen = opened(app, live)
    assert screen.says("Line: ")
    screen.type_into(FIELD, "Villas: Anna 12, Ben 8, Clara 9+9")
    screen.submit(FIELD)
    assert [column.total for column in live.columns] == [12, 8, 18]
    seated(app, live, 0)
    phone = on_phone(app, seated(app, live, 1), f"/table/{live.id}/sheet/0")
    phone.tap(str(SAY))
    phone.type_into(FIELD, "Villas: Ben 1, Anna 1")
    phone.submit(FIELD)
    assert [column.total for column in live.columns] == [12, 8, 18]
    phone.type_into(FIELD, "Villas: Ben 1")
    phone.submit(FIELD)
    assert [column.total for column in live.columns] == [12, 1, 18]


def test_everything_in_the_window_has_a_name(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben")
    screen = app.show(TableScreen, live.id, None, 0, viewport=Viewport(width=1280, height=800))
    screen.tap(str(SAY))
    assert nameless(screen) == []
