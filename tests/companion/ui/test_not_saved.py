"""What is on the screen and not saved: it is marked, a sentence stays until it is saved, and nothing of it is lost."""

from __future__ import annotations

import asyncio
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import flet as ft
import pytest

from companion.services.browser_page import BrowserPage
from companion.services.end_sheet import with_only_end
from companion.tables.state import with_player
from companion.ui.components.foot import LOST, STORED_ANEW, TRIES
from companion.ui.components.stepper import PlayerStepper, of_player
from companion.ui.editors.little_town.editor import TownTab
from companion.ui.screens.home import Home
from companion.ui.screens.seating import PlaceAndNote
from companion.ui.screens.table_screen import TableScreen
from scoring.carpe_diem.state import NUMBERS
from scoring.messages import say
from storage.database.errors import StoreError, UnavailableError
from storage.database.sqlite_files import Journal
from storage.repositories.tables import Store
from tests.companion import little_town_tables, pad_tables
from tests.companion.carpe_diem_tables import begun, laid_out, player_with, table_state
from tests.companion.headless import opened
from tests.storage import postgres
from tests.storage.disks import filled_up, small_disk
from tests.storage.stores import asked, files_of_at_most

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from companion.tables.live_table import LiveTable
    from companion.tables.state import TableState
    from tests.companion.headless import Headless, Screen

    Stopped = Callable[[Headless], AbstractContextManager[None]]

LOCKED: Final = "Another program is using"
SAVED: Final = "Everything is saved now."

WAITED_S: Final = 5
"""The longest that a test keeps the database waiting."""


def stored_players(app: Headless, live: LiveTable) -> Any:
    """The players of a table as the store has them."""
    table = app.run(app.worker.run(Store.table, live.id))
    assert table is not None
    return table.content["table"]["players"]


def coins(app: Headless, live: LiveTable) -> Any:
    return stored_players(app, live)[0]["coins"]


def enter_coins(app: Headless, live: LiveTable, number: int) -> asyncio.Task[int | None]:
    """Begin to save a number, as a handler of some browser does."""

    async def begin() -> asyncio.Task[int | None]:
        step = live.change(f"Coins: {number}", lambda state: with_player(state, 0, coins=number))
        return asyncio.get_running_loop().create_task(step)

    return app.run(begin())


def warns(screen: Screen, changes: str, why: str = LOCKED) -> bool:
    """Whether it is said how many changes wait, and why alone: at once or, on a busy machine, in a moment."""
    for _ in range(50):
        note = next((name for name in screen.names if name.startswith(f"{changes} not saved yet.")), "")
        if why in note:
            return note.endswith(f". {TRIES}") and "nothing was saved" not in note and "try again" not in note
        screen.settle()
    return False


def test_numbers_of_a_pad_are_marked_until_they_are_saved(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    live = pad_tables.begun(app, pad_tables.OTTERS, "Anna", "Ben")
    screen = app.show(TableScreen, live.id, None, 0)
    before = stored_players(app, live)
    with app.locked(monkeypatch):
        pad_tables.type_in(screen, 3, 4)
        assert warns(screen, "2 changes are")
        assert len([name for name in screen.names if name.endswith(", not saved yet")]) == 2
    assert stored_players(app, live) != before
    assert screen.has(SAVED)
    assert not screen.says("not saved yet")


def test_a_number_on_its_way_is_pale_with_the_total_until_it_is_saved(
    app: Headless, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = pad_tables.begun(app, pad_tables.OTTERS, "Anna", "Ben")
    screen = app.show(TableScreen, live.id, None, 0)
    save, answers = Store.save, threading.Event()

    def late(*args: Any, **kwargs: Any) -> object:
        answers.wait(WAITED_S)
        return save(*args, **kwargs)

    with app.unable_to_save(monkeypatch):
        monkeypatch.setattr(Store, "save", late)
        pad_tables.type_in(screen, 3)
        assert {control.color for control in figures(screen, "3")} == {ft.Colors.ON_SURFACE_VARIANT}
        assert not screen.says("not saved yet")
        answers.set()
    screen.settle()
    assert {control.color for control in figures(screen, "3")} == {ft.Colors.ON_SURFACE}


def figures(screen: Screen, shown: str) -> list[ft.Text]:
    """The number in its cell, and the total; on the key no color is set."""
    texts = [control for control, _ in screen.controls(unsaid=True) if isinstance(control, ft.Text)]
    return [control for control in texts if control.value == shown and control.color is not None]


def test_numbers_of_an_end_sheet_are_marked_until_they_are_saved(
    app: Headless, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = begun(app, with_only_end("carpe-diem", table_state(player_with("Anna"), player_with("Ben", stack=1))))
    screen = app.show(TableScreen, live.id, None, 0)
    before = stored_players(app, live)
    with app.locked(monkeypatch):
        pad_tables.type_in(screen, 7)
        assert warns(screen, "1 change is")
        assert screen.has("Anna: 7, not saved yet", group="Victory point cards")
    assert stored_players(app, live) != before
    assert screen.has("Anna: 7", group="Victory point cards")
    assert screen.has(SAVED)
    assert not screen.says("not saved yet")


def test_a_stepper_says_that_its_number_is_not_saved(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    live = laid_out(app)
    screen = app.show(PlayerStepper, live, 0, NUMBERS["coins"], of_player)
    before = coins(app, live)
    with app.locked(monkeypatch):
        screen.tap("Coins, +1")
        assert screen.has("Not saved yet.")
        assert warns(screen, "1 change is")
    assert not screen.has("Not saved yet.")
    assert screen.value("Coins") == str(coins(app, live)) == str(before + 1)
    assert screen.has(SAVED)


def turned_on(screen: Screen, switch: str) -> Any:
    """Whether screen readers say that a switch is on."""
    return next(
        control.toggled
        for control, _ in screen.controls()
        if isinstance(control, ft.Semantics) and control.label == switch
    )


def test_a_switch_that_was_turned_says_that_it_is_not_saved(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    live = little_town_tables.begun(app, little_town_tables.table_state())
    screen = app.show(TownTab, live, 0)
    words = "Keep count of cubes, coins and points"
    assert turned_on(screen, words)
    with app.locked(monkeypatch):
        screen.tap(words)
        assert not turned_on(screen, words)
        assert screen.has("Not saved yet.")
        assert warns(screen, "1 change is")
    assert not turned_on(screen, words)
    assert not live.state.table.books
    assert not screen.has("Not saved yet.")


def test_a_place_and_a_note_say_that_they_are_not_saved(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    live = laid_out(app)
    screen = app.show(PlaceAndNote, live)
    with app.locked(monkeypatch):
        screen.type_into("Note", "Rain")
        screen.leave("Note")
        assert screen.names.count("Not saved yet.") == 1
        screen.type_into("Place", "Lake")
        screen.leave("Place")
        assert screen.names.count("Not saved yet.") == 2
    assert (live.state.extras.note, live.state.extras.place) == ("Rain", "Lake")
    assert not screen.has("Not saved yet.")


def test_a_note_that_is_taken_back_before_it_is_saved_is_gone(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    live = laid_out(app)
    screen = app.show(PlaceAndNote, live)
    with app.locked(monkeypatch):
        for words in ("Rain", ""):
            screen.type_into("Note", words)
            screen.leave("Note")
    assert (live.state.extras.note, screen.value("Note")) == (None, "")


def test_the_sentence_stays_on_all_screens_of_all_browsers(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    live = laid_out(app)
    with app.locked(monkeypatch):
        enter_coins(app, live, 5)
        home, table = app.show(Home), app.show(TableScreen, live.id, None, 0)
        assert warns(home, "1 change is")
        assert warns(table, "1 change is")
    assert not home.says("not saved yet")
    assert home.has(SAVED)
    assert table.has(SAVED)


def test_what_takes_long_is_not_saved_yet_before_the_database_has_refused_it(
    app: Headless, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.tables.store_worker.LATE_AFTER_S", 0.01)
    live = laid_out(app)
    screen = app.show(TableScreen, live.id, None, 0)
    with app.locked(monkeypatch, busy_ms=60_000):
        enter_coins(app, live, 5)
        assert screen.says("1 change is not saved yet. Tessera waits for its database.")
    assert screen.has(SAVED)
    assert coins(app, live) == 5


@pytest.mark.parametrize("why", ["there is no room left", "it cannot be written", "its server cannot be reached"])
def test_what_could_not_be_saved_is_tried_again_in_order(
    app: Headless, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    monkeypatch.setattr("companion.tables.live_table.RETRY_AFTER_S", 0)
    live = laid_out(app)
    screen = app.show(TableScreen, live.id, None, 0)
    save, failures, tried = Store.save, iter(range(3)), []

    def saved(store: Store, table: Any, step: Any, *args: Any, **more: Any) -> Any:
        tried.append(step.label)
        if next(failures, None) is not None:
            raise UnavailableError(say(why), say("nothing was saved"))
        return save(store, table, step, *args, **more)

    monkeypatch.setattr(Store, "save", saved)

    def to(number: int) -> Callable[[TableState[Any]], TableState[Any]]:
        return lambda state: with_player(state, 0, coins=number)

    async def enter() -> None:
        await asyncio.gather(*(live.change(f"{number}", to(number)) for number in (5, 6, 7)))

    app.run(enter())
    assert tried == ["5", "5", "5", "5", "6", "7"]
    assert coins(app, live) == 7
    assert screen.has(SAVED)


def test_a_change_that_was_saved_though_the_answer_was_lost_is_made_once(
    app: Headless, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.tables.live_table.RETRY_AFTER_S", 0)
    live = laid_out(app)
    save, failures = Store.save, iter(range(1))

    def saved(*args: Any, **more: Any) -> Any:
        result = save(*args, **more)
        if next(failures, None) is not None:
            raise UnavailableError(say("its server cannot be reached"), say("nothing was saved"))
        return result

    monkeypatch.setattr(Store, "save", saved)
    before = coins(app, live)
    app.run(live.change("One more", lambda s: with_player(s, 0, coins=s.table.players[0].coins + 1)))
    assert (coins(app, live), live.state.table.players[0].coins) == (before + 1, before + 1)


def test_undo_takes_back_what_was_on_its_way(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    live = laid_out(app)
    before = coins(app, live)
    enter_coins(app, live, 5)
    screen = app.show(TableScreen, live.id, None, 0)
    with app.locked(monkeypatch):
        enter_coins(app, live, 6)
        screen.tap("Undo: Coins: 5")
        assert warns(screen, "2 changes are")
    assert coins(app, live) == 5 != before
    assert screen.has("Undone: Coins: 6.") or screen.has(SAVED)


def test_what_became_of_cleared_data_is_said_on_all_screens(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    app.browser = BrowserPage(lambda _: None)
    live = laid_out(app)
    screen = app.show(TableScreen, live.id, None, 0)
    with app.locked(monkeypatch):
        enter_coins(app, live, 5)
        assert warns(screen, "1 change is")
        app.browser.hear('{"cleared": "lost"}')
        screen.settle()
        assert screen.says(LOST)
        assert not screen.says("tries again by itself")
        app.browser.hear('{"cleared": "kept"}')
        screen.settle()
        assert screen.says(STORED_ANEW)
        assert screen.says("tries again by itself")
    screen.tap("Close")
    assert not screen.says(STORED_ANEW)


def test_a_table_does_not_end_before_it_is_saved(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    live = laid_out(app)
    with app.locked(monkeypatch):
        enter_coins(app, live, 5)
        for end in (app.tables.finish(live), app.tables.remove(live.id)):
            with pytest.raises(StoreError, match="Not everything is saved yet"):
                app.run(end)
    play: Any = app.run(app.tables.finish(live))
    assert play.document["table"]["players"][0]["coins"] == 5


def test_what_was_entered_at_last_is_part_of_the_play(app: Headless) -> None:
    live = laid_out(app)

    async def both() -> Any:
        entered = live.change("Coins", lambda state: with_player(state, 0, coins=5))
        return await asyncio.gather(entered, app.tables.finish(live))

    _, play = app.run(both())
    assert play.document["table"]["players"][0]["coins"] == 5


def test_a_change_given_up_is_not_called_saved(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    live = laid_out(app)
    screen = app.show(TableScreen, live.id, None, 0)
    with app.locked(monkeypatch):
        step = enter_coins(app, live, 5)
        live.end()
        app.run(asyncio.sleep(0))
    assert isinstance(step.exception(), StoreError)
    assert not screen.has(SAVED)


def tapped_until_saved(app: Headless, monkeypatch: pytest.MonkeyPatch, stopped: Stopped, why: str) -> None:
    """Step a number up twice while it cannot be saved, and see that it is marked, and stored as soon as it can be."""
    live = laid_out(app)
    screen = app.show(PlayerStepper, live, 0, NUMBERS["coins"], of_player)
    before = coins(app, live)
    with app.unable_to_save(monkeypatch), stopped(app):
        screen.tap("Coins, +1")
        screen.tap("Coins, +1")
        assert warns(screen, "1 change is", why)
        assert screen.has("Not saved yet.")
        assert not screen.has(SAVED)
    assert screen.value("Coins") == str(coins(app, live)) == str(before + 2)
    assert screen.has(SAVED)
    assert not screen.says("ot saved yet")


@contextmanager
def removed(app: Headless) -> Iterator[None]:
    """Keep the file of the database elsewhere for a while."""
    file = Path(app.tables.where)
    elsewhere = file.rename(file.with_name("elsewhere"))
    yield
    elsewhere.rename(file)


@contextmanager
def unwritable(app: Headless) -> Iterator[None]:
    """Have the database refuse to be written for a while."""
    app.worker.run_blocking(asked, "PRAGMA query_only=ON")
    yield
    app.worker.run_blocking(asked, "PRAGMA query_only=OFF")


@contextmanager
def failing_disk(app: Headless) -> Iterator[None]:
    """Have no file grow for a while."""
    log = Path(f"{app.tables.where}-wal")
    with files_of_at_most(log.stat().st_size):
        yield


@pytest.mark.parametrize(
    ("stopped", "why"),
    [
        (removed, "was removed while Tessera was running"),
        (unwritable, "may not read and write"),
        (failing_disk, "could not be read or written"),
    ],
)
def test_what_cannot_be_saved_is_marked_and_saved_as_soon_as_it_can_be(
    app: Headless, monkeypatch: pytest.MonkeyPatch, stopped: Stopped, why: str
) -> None:
    tapped_until_saved(app, monkeypatch, stopped, why)


@pytest.mark.parametrize("journal", Journal)  # a browser has another one, and its quota is a full disk to it
def test_what_a_full_disk_does_not_take_is_marked_and_saved_once_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, journal: Journal
) -> None:
    with small_disk(tmp_path / "disk") as disk, opened(disk, journal=journal) as app:

        @contextmanager
        def full(_: Headless) -> Iterator[None]:
            filler = filled_up(disk)
            yield
            filler.unlink()

        tapped_until_saved(app, monkeypatch, full, "There is no room left for")


def test_what_a_server_out_of_reach_does_not_take_is_marked_and_saved_once_it_is_back(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with postgres.own_database(server) as url, opened(tmp_path, url) as app:

        @contextmanager
        def gone(_: Headless) -> Iterator[None]:
            with postgres.unreachable(url):
                yield

        tapped_until_saved(app, monkeypatch, gone, "cannot be reached")
