"""The forum on the screen: cards are laid, corrected, moved and taken away, and so are markers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.carpe_diem import forum as steps
from companion.games.carpe_diem.copy_values import FORUM_CARDS
from companion.ui.editors.carpe_diem import card_picker
from scoring.carpe_diem.data import KNOWN_FORUM_CARDS
from scoring.carpe_diem.forum.visits import cards_lying, markers
from scoring.carpe_diem.state import Card, Edition, Reward, Thing
from tests.companion.carpe_diem_tables import GAME, change, laid_out
from tests.companion.headless import opened
from tests.companion.ui.editors.carpe_diem.forums import FISH, HERBS, ROW, shown, table

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless

HERBS_SAID = "pay 2 herbs, get 4 points"
HERBS_KNOWN = "2 herbs: 4 points"


def lying(live: LiveTable) -> dict[str, Card]:
    return dict(cards_lying(live.state.table))


def test_an_empty_forum_says_what_can_be_done(app: Headless) -> None:
    screen = shown(app, laid_out(app))
    assert screen.has("Lay the cards")
    assert screen.has("A1: stays empty")
    assert screen.has("B1")
    assert not screen.has("Start the forum phase")
    assert screen.has("No pair of neighboring cards is open.")


def test_a_card_of_the_rulebook_is_laid_with_two_taps(app: Headless) -> None:
    live = laid_out(app)
    screen = shown(app, live)
    screen.tap("B1")
    screen.tap(HERBS_KNOWN)
    assert lying(live) == {"B1": HERBS}
    assert screen.has(f"B1: {HERBS_SAID}")
    assert not screen.has(HERBS_KNOWN)


def test_all_cards_are_laid_one_after_the_other(app: Headless) -> None:
    live = laid_out(app)
    screen = shown(app, live)
    screen.tap("Lay the cards")
    for square in ("B1", "C1", "A2", "B2", "C2", "D2", "B3", "C3"):
        assert screen.has(f"Card on {square}")
        assert screen.has(f"{len(lying(live))} of 8 laid")
        screen.tap(next(name for name in screen.names if name.startswith(HERBS_KNOWN)))
    assert list(lying(live).values()) == [HERBS] * 8
    assert not screen.says("Card on")
    assert not screen.has("Lay the cards")
    assert screen.has("8 A cards lie here; with 2 players there are 2.")


def test_a_tap_on_close_while_the_next_card_is_being_asked_ends_the_series(app: Headless) -> None:
    live = laid_out(app)
    screen = shown(app, live)
    screen.tap("Lay the cards")
    screen.tap_both(HERBS_KNOWN, "Close")
    assert list(lying(live)) == ["B1"]
    assert not screen.says("Card on")


def test_cards_that_lie_already_are_marked_and_stay_where_they_are(app: Headless) -> None:
    live = laid_out(app)
    screen = shown(app, live)
    screen.tap("Lay the cards")
    assert screen.has("Back A, pay: 0/2")
    screen.tap(HERBS_KNOWN)
    assert screen.has("Back A, pay: 1/2")
    assert screen.has(f"{HERBS_KNOWN}, lies on B1")
    screen.tap(next(name for name in screen.names if name.startswith("3 fish")))
    titles = [name for name in screen.names if name.startswith("Back ")]
    assert titles[0] == "Back A, pay: 2/2"
    assert not screen.says("cards lie here")


def test_the_last_card_of_a_series_is_taken_back_with_one_tap(app: Headless) -> None:
    live = laid_out(app)
    before, screen = live.last, shown(app, live)
    screen.tap("Lay the cards")
    screen.tap(HERBS_KNOWN)
    screen.tap("Undo")
    assert (lying(live), live.last) == ({}, before)
    assert screen.has("Card on B1")


def test_a_square_without_a_card_is_passed_over(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben", "Cathy")
    screen = shown(app, live)
    screen.tap("Lay the cards")
    assert screen.has("Card on A1")
    for square in ("A1", "B1", "C1"):
        screen.tap(f"Leave {square} empty")
    screen.tap(HERBS_KNOWN)
    assert list(lying(live)) == ["D1"]
    assert screen.has("Card on A2")
    assert screen.has("A1: stays empty")


def test_cards_to_pick_are_told_in_few_words(app: Headless) -> None:
    """A screen reader says what a card asks and gives, and nothing that a heading or a picture says."""
    screen = shown(app, laid_out(app))
    before = set(screen.names)
    screen.tap("B1")
    told = [name for name in screen.names if name not in before]
    assert len(" ".join(told).split()) <= 85


def test_many_cards_are_found_by_their_marks(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_picker, "FEW_CARDS", len(KNOWN_FORUM_CARDS) - 1)
    screen = shown(app, laid_out(app))
    screen.tap("B1")
    screen.tap("fish")
    assert not screen.has(HERBS_KNOWN)
    screen.tap("herbs")
    assert [name for name in screen.names if name.endswith(" points")] == ["grape, herb, chicken, fish: 8 points"]
    screen.tap("fish")
    screen.tap("herbs")
    assert screen.has(HERBS_KNOWN)


def test_another_card_is_entered_once_and_known_from_then_on(app: Headless) -> None:
    live = laid_out(app)
    screen = shown(app, live)
    screen.tap("B1")
    screen.tap("Another card, D")
    assert not screen.enabled("Save")
    assert screen.says("Say what the card wants you to own.")
    screen.tap("bakeries")
    screen.tap("Bakeries, +1")
    screen.type_into("Points", "6")
    screen.tap("Save")
    card = Card(own={Thing.BAKERY: 2}, reward=Reward(points=6))
    assert lying(live) == {"B1": card}
    mine = [entry.value for entry in FORUM_CARDS[Edition.SECOND].known(app.tables.copies[GAME]) if entry.is_mine]
    assert mine == [card]
    screen.tap("C1")
    screen.tap("2 bakeries: 6 points, lies on B1")
    assert lying(live) == {"B1": card, "C1": card}


def test_a_half_entered_card_is_still_there_after_a_restart(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        screen = shown(app, laid_out(app))
        screen.tap("B1")
        screen.tap("Another card, A")
        screen.tap("Fish, +1")
        screen.type_into("Name", "Fea")
    with opened(tmp_path) as app:
        screen = shown(app, laid_out(app))
        screen.tap("C1")
        screen.tap("Another card, A")
        assert screen.value("Fish") == "1"
        assert screen.value("Name") == "Fea"


def test_a_wrong_name_is_held_where_it_was_typed(app: Headless) -> None:
    screen = shown(app, laid_out(app))
    screen.tap("B1")
    screen.tap("Another card, A")
    screen.tap("Fish, +1")
    screen.tap("Points, +1")
    screen.type_into("Name", "x" * 41)
    assert not screen.enabled("Save")
    assert screen.says("a name of 1 to 40 characters")
    assert screen.value("Name") == "x" * 41


def test_a_lying_card_is_corrected(app: Headless) -> None:
    live = table(app, {"A1": HERBS})
    screen = shown(app, live)
    screen.tap(f"A1: {HERBS_SAID}")
    screen.tap("Edit")
    screen.tap("Points, +1")
    screen.tap("Save")
    assert lying(live)["A1"] == replace(HERBS, reward=Reward(points=5))


def test_a_correction_that_is_given_up_is_not_the_next_card(app: Headless) -> None:
    screen = shown(app, table(app, {"A1": HERBS}))
    screen.tap(f"A1: {HERBS_SAID}")
    screen.tap("Edit")
    screen.tap("Herbs, +1")
    screen.tap("Close")
    screen.tap("B1")
    screen.tap("Another card, A")
    assert screen.value("Herbs") == "0"


def test_two_cards_change_places(app: Headless) -> None:
    live = table(app, {"A1": HERBS, "B1": FISH})
    screen = shown(app, live)
    screen.tap(f"A1: {HERBS_SAID}")
    screen.tap("Move")
    assert screen.says("Tap where the card on A1 belongs")
    screen.tap("B1: pay 3 fish, get 7 points")
    assert lying(live) == {"A1": FISH, "B1": HERBS}
    assert not screen.says("Tap where the card on A1 belongs")


def test_a_move_can_be_left(app: Headless) -> None:
    live = table(app, {"A1": HERBS})
    screen = shown(app, live)
    screen.tap(f"A1: {HERBS_SAID}")
    screen.tap("Move")
    screen.tap("Cancel")
    screen.tap(f"A1: {HERBS_SAID}")
    assert screen.has("Remove")
    assert lying(live) == {"A1": HERBS}


def test_a_card_taken_away_comes_back_with_undo(app: Headless) -> None:
    live = table(app, {"A1": HERBS, "B1": FISH})
    change(app, live, lambda old: steps.with_marker(old, ("A1", "B1")))
    screen = shown(app, live)
    screen.tap(f"A1: {HERBS_SAID}")
    screen.tap("Remove")
    assert lying(live) == {"B1": FISH}
    assert markers(live.state.table) == ()
    screen.tap("Undo")
    assert lying(live) == {"A1": HERBS, "B1": FISH}
    assert markers(live.state.table) == (("A1", "B1"),)


def test_a_marker_is_put_and_taken_by_hand(app: Headless) -> None:
    live = table(app, ROW)
    screen = shown(app, live)
    screen.tap("A1–B1, open")
    screen.tap("Put a marker here")
    assert markers(live.state.table) == (("A1", "B1"),)
    screen.tap("A1–B1, marker")
    assert screen.has("Marker.")
    screen.tap("Remove")
    assert markers(live.state.table) == ()
    assert live.state.table.players == table(app, ROW).state.table.players
