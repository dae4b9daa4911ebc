"""Rounds of bids, rounds that somebody closes, lists, what is worked out, and how a game ends, at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from companion.games.score_pad.kit import SCORE_PAD
from companion.services.results import result_of_table
from companion.tables.state import styles
from companion.ui.components.number_sheet import Entry
from companion.ui.core.context import Viewport
from companion.ui.editors.score_pad.pad_sheet import PadSheet
from companion.ui.screens.table_screen import TableScreen
from scoring.sheet import Outcome
from storage.repositories import history
from tests.companion.pad_tables import begun, entries_of, type_in
from tests.companion.phones import of_host, on_phone, seated
from tests.companion.spoken import name_of

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless, Screen

WIZARD: dict[str, Any] = {
    "title": "Wizard",
    "categories": [
        {
            "key": "tricks",
            "title": "Tricks",
            "kind": "bids",
            "cards": "round",
            "made": {"base": 20, "per_made": 10},
            "missed": {"per_off": -10},
        }
    ],
}

SKYJO: dict[str, Any] = {
    "title": "Skyjo",
    "winner": "fewest",
    "ends": {"at": 100},
    "categories": [{"key": "hands", "title": "Hands", "kind": "marked", "rule": "double"}],
}

LAST = "Anna has 100: this was the last round."

WONDERS: dict[str, Any] = {
    "title": "Wonders",
    "categories": [
        {"key": "tablet", "title": "Tablet", "kind": "count", "each": 1, "heading": "Science"},
        {"key": "wheel", "title": "Wheel", "kind": "count", "each": 1},
        {"key": "sets", "title": "Sets", "kind": "lowest", "of": ["tablet", "wheel"], "by": "entry", "worth": 7},
        {"key": "pairs", "title": "Pairs", "kind": "lowest", "of": ["tablet", "wheel"], "counted": True},
        {"key": "enough", "title": "Enough", "kind": "bonus", "of": ["tablet"], "at_least": 4, "worth": 35},
        {"key": "trees", "title": "Trees", "kind": "lookups", "values": [0, 1, 3, 7]},
        {"key": "victory", "title": "Victory", "kind": "tick", "worth": 0, "wins": True},
    ],
}

FLOOD: dict[str, Any] = {
    "title": "Flood",
    "winner": "together",
    "categories": [{"key": "treasures", "title": "Treasures", "kind": "tick", "worth": 0}],
}


def shown(app: Headless, live: LiveTable) -> Screen:
    return app.show(TableScreen, live.id, None, 0, viewport=Viewport())


def test_a_round_of_bids_is_two_taps_a_player(app: Headless) -> None:
    live = begun(app, WIZARD, "Anna", "Ben", "Clara", entries=[{"tricks": [[0, 0]]}, {"tricks": [[1, 1]]}])
    screen = shown(app, live)
    assert not screen.has("Anna: nothing entered", group="Round 2")
    screen.tap("Clara: nothing entered", group="Round 1")
    screen.tap("0")
    screen.tap("0")
    assert screen.has("Anna, Round 2, bid")
    screen.tap("2")
    assert screen.has("2 bid so far for 2 tricks.")
    screen.tap("0")
    screen.tap("1")
    assert screen.has("3 bid for 2 tricks.")
    assert screen.has("Anna: bid 2", group="Round 2")
    screen.tap("1")
    assert screen.has("Anna: bid 2, made 1, −10 points", group="Round 2")
    screen.tap("0")
    screen.tap("0")
    assert entries_of(live) == [
        {"tricks": ((0, 0), (2, 1))},
        {"tricks": ((1, 1), (0, 0))},
        {"tricks": ((0, 0), (1, 0))},
    ]
    assert screen.has("Anna, Round 3, bid")
    assert screen.has("Round 2: 1 made of 2 tricks.")


def test_bids_are_corrected_in_their_cells_and_a_bonus_is_typed(app: Headless) -> None:
    live = begun(app, WIZARD, "Anna", "Ben", entries=[{"tricks": [[1, 1]]}, {"tricks": [[0, 1]]}])
    screen = shown(app, live)
    screen.tap("Anna: bid 1, made 1, 30 points", group="Round 1")
    assert screen.has("Bid 1, made 1: 20 + 1 × 10.")
    screen.tap("0")
    assert live.state.table.players[0].entries == {"tricks": ((1, 0),)}
    screen.tap("Ben: bid 0, made 1, −10 points", group="Round 1")
    screen.press("0")
    screen.press("Enter")
    screen.tap("Ben: bid 0, made 0, 20 points", group="Round 1")
    screen.tap("Ben, Round 1, bonus: nothing entered")
    type_in(screen, 30)
    assert entries_of(live)[1] == {"tricks": ((0, 0, 30),)}
    screen.tap("Undo: Ben, Round 1, bonus: 30")
    assert entries_of(live)[1] == {"tricks": ((0, 0),)}


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ("3", "Anna, Tricks, Round 2: 3: a whole number from 0 to 2 belongs here."),
        ("99", "Anna, Tricks, Round 2: 99: a whole number from 0 to 2 belongs here."),
        ("123", "Anna, Tricks, Round 2: 123: a whole number from 0 to 2 belongs here."),
        ("-1", "Anna, Tricks, Round 2: −1: a whole number from 0 to 2 belongs here."),
    ],
)
def test_more_tricks_than_cards_are_refused_on_a_keyboard(app: Headless, keys: str, says: str) -> None:
    entries = [{"tricks": [[1, 1]]}, {"tricks": [[0, 0]]}]
    live = begun(app, WIZARD, "Anna", "Ben", entries=entries)
    screen = shown(app, live)
    screen.tap("Anna: nothing entered", group="Round 2")
    for key in keys:
        screen.press(key)
    screen.press("Enter")
    assert screen.has(says)
    assert screen.has(f"Anna: {keys.replace('-', '−')}", group="Round 2")
    assert live.state.table.bids == ()
    screen.press("Delete")
    screen.press("2")
    screen.press("Enter")
    assert [dict(bids) for bids in live.state.table.bids] == [{"tricks": 2}, {}]


def test_without_cards_bids_are_typed(app: Headless) -> None:
    category = {key: value for key, value in WIZARD["categories"][0].items() if key != "cards"}
    live = begun(app, {**WIZARD, "categories": [category]}, "Anna", "Ben")
    screen = shown(app, live)
    type_in(screen, 12, 3)
    assert screen.has("15 bid.")
    type_in(screen, 10, 3)
    assert entries_of(live) == [{"tricks": ((12, 10),)}, {"tricks": ((3, 3),)}]


def test_the_cards_of_a_list_stand_beside_their_round(app: Headless) -> None:
    live = begun(app, {**WIZARD, "categories": [{**WIZARD["categories"][0], "cards": [10, 1]}]}, "Anna", "Ben")
    screen = shown(app, live)
    assert screen.has("Round 1: 10 cards")
    screen.tap("10")
    assert screen.has("10 bid so far for 10 tricks.")


def test_whoever_closed_a_round_is_marked_with_one_tap(app: Headless) -> None:
    live = begun(app, SKYJO, "Anna", "Ben")
    screen = shown(app, live)
    screen.tap("9")
    screen.tap("Anna, Round 1: closed the round")
    screen.tap("Next")
    type_in(screen, 7)
    assert entries_of(live) == [{"hands": ((9, True),)}, {"hands": ((7, False),)}]
    assert screen.has("Anna: 9, closed the round, 18 points", group="Round 1")
    assert "×2 = 18" in [getattr(control, "value", "") for control, _ in screen.controls()]
    screen.tap("Ben: 7, 7 points", group="Round 1")
    screen.tap("Ben, Round 1: closed the round")
    assert entries_of(live) == [{"hands": ((9, False),)}, {"hands": ((7, True),)}]
    assert screen.has("Closed the round: 7.")


@pytest.mark.parametrize(
    ("rule", "says", "number", "by"),
    [
        ("double", "Round 1: who closed it?", "Ben: 7, 7 points", "closed the round"),
        ("take", "Round 1: who won it?", "Ben: 7, 0 points", "won the round"),
    ],
)
def test_a_round_that_nobody_closed_is_said_where_it_is_entered(
    app: Headless, rule: str, says: str, number: str, by: str
) -> None:
    pad = {**SKYJO, "categories": [{**SKYJO["categories"][0], "rule": rule}]}
    screen = shown(app, begun(app, pad, "Anna", "Ben"))
    screen.tap("9")
    assert not screen.says("nobody")
    screen.tap("Next")
    screen.tap("7")
    assert screen.has(says)
    screen.tap("Next")
    assert screen.has("Anna, Round 2")
    assert screen.has(says)
    screen.tap(f"Ben, Round 1: {by}")
    assert not screen.has(says)
    assert screen.has("Anna, Round 2"), "one goes on where one was"
    assert not screen.has(number, group="Round 1")


@pytest.mark.parametrize(
    ("kind", "entries"),
    [
        ({"kind": "rounds"}, ([9, 7, 3], [8, 9, 5], [1])),
        (
            {"kind": "marked", "rule": "double"},
            ([[9, True], [7, False], [3, True]], [[8, False], [9, True], [5, False]], [[1, False]]),
        ),
    ],
    ids=["rounds", "marked"],
)
def test_who_lacks_a_round_is_said_where_the_next_is_entered_and_does_not_lead(
    app: Headless, kind: dict[str, Any], entries: tuple[Any, ...]
) -> None:
    pad = {**SKYJO, "categories": [{"key": "hands", "title": "Hands", **kind}]}
    live = begun(app, pad, "Anna", "Ben", "Clara", entries=[{"hands": each} for each in entries])
    screen = shown(app, live)
    assert screen.has("Round 3: nothing from Clara yet.")
    assert not screen.says("leads with")
    screen.tap("Anna: nothing entered", group="Round 4")
    assert screen.has("Round 3: nothing from Clara yet.")


def test_who_closed_a_round_is_asked_until_it_is_answered(app: Headless) -> None:
    entries = [{"hands": [[6, False], [5, True], [3, False]]}, {"hands": [[5, False], [9, False], [4, False]]}]
    live = begun(app, SKYJO, "Anna", "Ben", entries=entries)
    screen = shown(app, live)
    assert screen.has("Round 3: who closed it?")
    screen.tap("Anna, Round 3: closed the round")
    assert screen.has("Round 1: who closed it?")
    assert app.show(TableScreen, live.id, "end", 0).says("Nobody closed round 1: each number counts there as it was")
    screen.tap("Ben, Round 1: closed the round")
    assert not screen.says("who closed it?")
    assert entries_of(live)[1] == {"hands": ((5, True), (9, False), (4, False))}


def test_no_further_round_opens_after_the_last_one(app: Headless) -> None:
    live = begun(app, SKYJO, "Anna", "Ben", entries=[{"hands": [[60, False]]}, {"hands": [[5, True]]}])
    screen = shown(app, live)
    screen.tap("Anna: nothing entered", group="Round 2")
    type_in(screen, 40)
    screen.tap("9")
    assert screen.has("Done")
    screen.tap("Done")
    assert screen.has(LAST)
    assert screen.has("Round 2: who closed it?")
    assert screen.has("Who won?")
    assert not screen.has("Anna: nothing entered", group="Round 3")
    screen.tap("Another round")
    screen.tap("Anna: nothing entered", group="Round 3")
    screen.tap("Next")
    assert screen.has("Done")


def test_after_the_last_round_the_categories_that_follow_are_entered(app: Headless) -> None:
    last = {"key": "last", "title": "Last round", "kind": "count", "each": 0}
    live = begun(app, {**SKYJO, "categories": [*SKYJO["categories"], last]}, "Anna", "Ben")
    screen = shown(app, live)
    type_in(screen, 100, 9)
    assert screen.has("Anna, Last round")


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ([{"hands": [[60, False], [40, False]]}, {"hands": [[5, True]]}], ""),
        ([{"hands": [[60, False], [40, False]]}, {"hands": [[5, True], [9, False]]}], LAST),
        ([{"hands": [[60, False], [39, False]]}, {"hands": [[5, True], [9, False]]}], "Ben leads with 14 points."),
        ([{"hands": [[60, False]]}, {}], ""),
    ],
    ids=["in the midst of a round", "once it is complete", "one point before", "one entered nothing"],
)
def test_the_last_round_is_said_once_it_is_complete(app: Headless, entries: list[dict[str, Any]], said: str) -> None:
    live = begun(app, SKYJO, "Anna", "Ben", entries=entries)
    reached = sum(points for points, _ in entries[0]["hands"]) >= 100
    assert app.show(TableScreen, live.id, "end", 0).says("not over yet: it ends at 100 points.") is not reached
    screen = shown(app, live)
    assert screen.has(LAST) is (said == LAST)
    assert screen.says("leads with") is bool(said)
    assert not said or screen.has(said)


def test_several_may_end_a_game_that_has_no_rounds(app: Headless) -> None:
    pad = {**WONDERS, "ends": {"at": 3, "category": "tablet"}}
    live = begun(app, pad, "Anna", "Ben", "Clara", entries=[{"tablet": 3}, {"tablet": 5}, {"tablet": 2}])
    assert shown(app, live).has("Anna and Ben have 3 or more: the game ends.")


def test_what_is_worked_out_takes_no_number(app: Headless) -> None:
    live = begun(app, WONDERS, "Anna", "Ben")
    screen = shown(app, live)
    assert screen.has("Science")
    type_in(screen, 4, 1, 3, 2)
    assert screen.has("Anna: 21 points", group="Sets")
    assert screen.has("Anna: 35 points", group="Enough")
    assert screen.has("Anna, Pairs")
    type_in(screen, 2, 0)
    assert screen.has("Anna: 2, 6 points", group="Pairs")
    type_in(screen, 3, 1, None)
    assert screen.has("Anna: 7 + 1 for 3 and 1, 8 points", group="Trees")
    screen.tap("Next")
    screen.tap("Tick")
    assert screen.has("Anna: ticked", group="Victory")
    screen.tap("Next")
    assert entries_of(live) == [
        {"tablet": 4, "wheel": 3, "pairs": 2, "trees": (3, 1), "victory": True},
        {"tablet": 1, "wheel": 2, "pairs": 0},
    ]


def is_chosen(screen: Screen, name: str) -> bool:
    """Whether a chip of this name is chosen."""
    return any(name_of(control) == name and getattr(control, "selected", False) for control, _ in screen.controls())


@pytest.mark.parametrize(("answer", "winner"), [("Won", "Anna and Ben won"), ("Lost", "Anna and Ben lost")])
def test_who_plays_together_says_at_the_end_how_it_ended(app: Headless, answer: str, winner: str) -> None:
    app.run(app.tables.copies["score-pad"].keep("pads", "4f2c", FLOOD))
    state = SCORE_PAD.begin(["Anna", "Ben"], styles(2), "4f2c", app.tables.copies["score-pad"])
    live = app.run(app.tables.open(app.run(app.tables.begin("score-pad:4f2c", state))))
    assert live is not None
    screen = of_host(app, f"/table/{live.id}/end/0")
    assert not screen.says("Settle this first")
    assert not is_chosen(screen, "Won")
    assert not is_chosen(screen, "Lost")
    assert not screen.has("Finish")
    assert not screen.has("Total")
    opposite = "Lost" if answer == "Won" else "Won"
    screen.tap(opposite)
    assert is_chosen(screen, opposite)
    screen.tap(answer)
    assert is_chosen(screen, answer)
    assert not is_chosen(screen, opposite)
    assert live.state.table.outcome is Outcome(answer.lower())
    assert screen.has(winner)
    assert not screen.says("together")
    assert screen.has("Anna 0")
    screen.tap("Undo")
    assert live.state.table.outcome is Outcome(opposite.lower())
    screen.tap(answer)
    screen.tap("Finish")
    (play,) = app.worker.run_blocking(lambda store: list(history.stream(store, history.Filter())))
    assert [player.won for player in play.players] == [answer == "Won"] * 2


def test_a_phone_bids_for_its_own_seat_and_nobody_finishes_in_the_midst_of_a_round(app: Headless) -> None:
    live = begun(app, WIZARD, "Anna", "Ben")
    seated(app, live, 0)
    phone = on_phone(app, seated(app, live, 1), f"/table/{live.id}/entries/0")
    assert phone.has("Ben, Round 1, bid")
    phone.tap("1")
    assert live.state.table.bids == ({}, {"tricks": 1})
    assert phone.has("Ben, Round 1, made")
    screen = of_host(app, f"/table/{live.id}/end/0")
    screen.tap("Finish")
    assert screen.has("Finish before the end?")


def test_a_bid_is_cleared_by_a_key_as_it_is_made_by_one(app: Headless) -> None:
    live = begun(app, WIZARD, "Anna", "Ben")
    screen = shown(app, live)
    assert not screen.has("Clear")
    screen.tap("1")
    screen.tap("Anna: bid 1", group="Round 1")
    screen.tap("Anna, Round 1, bid: 1")
    screen.tap("Clear")
    assert not screen.has("Clear")
    screen.tap("Ben: nothing entered", group="Round 1")
    assert not any(live.state.table.bids)
    assert screen.has("Anna: nothing entered", group="Round 1")
    screen.tap("Undo: Anna, Round 1, bid: nothing entered")
    assert screen.has("Anna: bid 1", group="Round 1")


def test_a_line_does_not_repeat_the_heading_above_it(app: Headless) -> None:
    names = [("Round 1", "Round 1: rolls"), (None, "Round 1: tempura"), ("Round 2", "Round 2: rolls")]
    categories = [
        {"key": f"line_{at}", "title": title, "kind": "points", **({} if above is None else {"heading": above})}
        for at, (above, title) in enumerate(names)
    ]
    live = begun(app, {"title": "Rolls", "categories": categories}, "Anna", "Ben")
    rows = PadSheet(live, (live, live), Entry()).rows
    assert [str(row.heading) for row in rows] == ["Round 1", "Rolls", "Tempura", "Round 2", "Rolls"]
    assert shown(app, live).has("Anna: nothing entered", group="Round 1: tempura")
    assert list(result_of_table(live).titles) == ["Rolls", "Tempura", "Rolls"]
