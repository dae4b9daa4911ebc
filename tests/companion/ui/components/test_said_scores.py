"""The field that takes scores as people write or say them, on a pad's sheet and on the end sheet."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from companion.services.end_sheet import with_only_end
from companion.services.said_scores import SaidScores, read_scores
from companion.ui.components import drafts
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
    screen.type_into(FIELD, "Anna 12+4, Ben minus three, C zero")
    assert screen.has("Anna, Round 2: 16")
    assert screen.has("Ben, Round 2: -3") or screen.has("Ben, Round 2: −3")
    assert live.revision == 0
    screen.submit(FIELD)
    assert entries_of(live) == [{"rounds": (4, 16)}, {"rounds": (6, -3)}, {"rounds": (0, 0)}]
    assert live.revision == 1
    assert str(live.undo_state.undo) == "Round 2: Anna 16, Ben -3 and Clara 0"
    assert not screen.has(FIELD)
    assert screen.has("Anna, Round 3")
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
    screen.tap("Line: Ferries")
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


def test_the_latest_text_alone_is_read_and_away_from_the_loop(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = opened(app, begun(app, OTTERS, "Anna", "Ben"))
    loop_thread = app.run(current_thread())
    read: list[str] = []

    def note(said: str, *others: Any) -> SaidScores:
        assert threading.current_thread() is not loop_thread
        read.append(said)
        return read_scores(said, *others)

    monkeypatch.setattr(drafts, "TYPING_PAUSE_S", 0.05)
    monkeypatch.setattr("companion.ui.components.said_scores.read_scores", note)
    screen.type_one_by_one(FIELD, *("Anna 12, Ben 3"[:length] for length in range(1, 15)))
    assert read == ["Anna 12, Ben 3"]
    assert screen.has("Ben, Fish: 3")


def test_what_is_saved_is_the_text_that_stands_there(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    live = begun(app, OTTERS, "Anna", "Ben")
    screen = opened(app, live)
    screen.type_into(FIELD, "Anna 1")
    monkeypatch.setattr(drafts, "TYPING_PAUSE_S", 0.3)
    screen.type_and_tap(FIELD, "Anna 12", "Save")
    assert entries_of(live) == [{"fish": 12}, {}]


async def current_thread() -> threading.Thread:
    return threading.current_thread()


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
    assert screen.has("Ben, Round 1")


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


MANY_KINDS: dict[str, Any] = {
    "title": "Meadow",
    "categories": [
        {"key": "castle", "title": "Castle", "kind": "tick", "worth": 10},
        {"key": "land", "title": "Land", "kind": "products"},
        {"key": "trees", "title": "Trees", "kind": "lookups", "values": [0, 1, 3, 7]},
        {"key": "sum", "title": "Bonus", "kind": "bonus", "of": ["castle"], "at_least": 10, "worth": 5},
    ],
}


def test_ticks_pairs_and_lists_are_said_in_one_step(app: Headless) -> None:
    live = begun(app, MANY_KINDS, "Anna", "Ben", entries=[{"trees": [3, 3, 3]}, {}])
    screen = opened(app, live)
    screen.type_into(FIELD, "Anna yes, Ben no\nLand: Anna 5x2 + 3 × 1, Ben 4 times 2\nTrees: Anna 2, 1")
    assert screen.has("Anna, Castle: ticked")
    assert screen.has("Ben, Land: 4 × 2")
    assert screen.has("Anna, Trees: 2 and 1 instead of 3, 3 and 3")
    screen.submit(FIELD)
    assert entries_of(live) == [{"castle": True, "land": ((5, 2), (3, 1)), "trees": (2, 1)}, {"land": ((4, 2),)}]
    screen.tap("Undo")
    assert entries_of(live) == [{"trees": (3, 3, 3)}, {}]


def test_what_one_player_alone_has_is_said_of_one_and_goes_from_one_to_another(app: Headless) -> None:
    road = {"key": "road", "title": "Road", "kind": "tick", "worth": 2, "only": True}
    live = begun(app, {"title": "Catan", "categories": [road]}, "Anna", "Ben", entries=[{"road": True}, {}])
    screen = opened(app, live)
    screen.type_into(FIELD, "Anna yes, Ben yes")
    screen.submit(FIELD)
    assert screen.has("Road: Anna and Ben? One player at most has it.")
    assert live.revision == 0
    screen.type_into(FIELD, "Ben yes")
    screen.submit(FIELD)
    assert entries_of(live) == [{}, {"road": True}]


def test_what_is_worked_out_cannot_be_said(app: Headless) -> None:
    live = begun(app, MANY_KINDS, "Anna", "Ben")
    screen = opened(app, live)
    for said, problem in (
        ("Bonus: Anna 5", "Bonus: worked out from other lines, nothing is entered there."),
        ("Anna 7", "7: yes or no belongs here."),
    ):
        screen.type_into(FIELD, said)
        screen.submit(FIELD)
        assert screen.says(problem)
    assert live.revision == 0


def test_a_round_of_bids_is_said_before_and_after_it_is_played(app: Headless) -> None:
    live = begun(app, {"title": "Wizard", "categories": [BIDS]}, "Anna", "Ben")
    screen = opened(app, live)
    screen.type_into(FIELD, "Anna made 1, Ben 0")
    assert screen.has("Anna: bid?")
    screen.type_into(FIELD, "Anna 1, Ben 0")
    assert screen.has("Anna, Round 1: bid 1")
    screen.submit(FIELD)
    assert screen.has("Anna, Round 1, made")
    screen.tap(str(SAY))
    screen.type_into(FIELD, "Anna 0 of 1, Ben 1")
    assert screen.has("Ben, Round 1: made 1")
    screen.submit(FIELD)
    assert entries_of(live) == [{"bids": ((1, 0),)}, {"bids": ((0, 1),)}]
    screen.tap(str(SAY))
    screen.type_into(FIELD, "Anna bid 2, made 2; Ben bid 0, made 0")
    screen.submit(FIELD)
    assert entries_of(live) == [{"bids": ((1, 0), (2, 2))}, {"bids": ((0, 1), (0, 0))}]
    screen.tap("Undo")
    assert entries_of(live) == [{"bids": ((1, 0),)}, {"bids": ((0, 1),)}]


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("Anna 1, Ben 2", "Ben, Points, Round 1: 2: a whole number from 0 to 1 belongs here."),
        ("Anna bid 1, made 5", "Anna, Points, Round 1: 5: a whole number from 0 to 1 belongs here."),
        ("Anna minus 1, Ben 0", "Anna, Points, Round 1: −1: a whole number from 0 to 1 belongs here."),
        ("Anna lots", "lots"),
    ],
)
def test_more_tricks_than_cards_are_refused_when_they_are_said(app: Headless, said: str, problem: str) -> None:
    live = begun(app, {"title": "Wizard", "categories": [BIDS]}, "Anna", "Ben")
    screen = opened(app, live)
    screen.type_into(FIELD, said)
    screen.submit(FIELD)
    assert screen.says(problem)
    assert (screen.value(FIELD), live.revision) == (said, 0)


BIDS: dict[str, Any] = {
    "key": "bids",
    "title": "Points",
    "kind": "bids",
    "made": {"base": 20, "per_made": 10},
    "missed": {"per_off": -10},
    "cards": "round",
}
