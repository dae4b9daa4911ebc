"""My copy of Carpe Diem: what is known of it, by its source."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft
import pytest

from companion.games.carpe_diem import copy_values
from companion.games.carpe_diem.copy_values import villa_values
from companion.games.carpe_diem.forum import CardDraft
from companion.ui.editors.carpe_diem.my_copy_screen import MyCopyScreen, VillaQuestions
from scoring.carpe_diem.state import Card, Edition, FrameGoal, Kind, Reward, Tally, Thing
from storage.documents.codec import plain
from tests.companion.carpe_diem_tables import GAME, begun, player_with, table_state

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.tables.live_table import LiveTable
    from companion.tables.my_copy import MyCopy
    from scoring.carpe_diem.state import Player
    from tests.companion.headless import Headless, Screen


def test_it_begins_with_what_the_rulebook_prints_and_where(app: Headless) -> None:
    screen = app.show(MyCopyScreen)
    assert screen.value("Points for 3 chimneys") == "3"
    assert screen.value("Points for 5 chimneys") == "7"
    assert screen.names.count("Rulebook") == 2
    assert not screen.says("Remove")


def test_an_entry_of_the_villa_chart_is_added_changed_and_removed(app: Headless, copies: MyCopy) -> None:
    screen = app.show(MyCopyScreen)
    screen.type_into("Chimneys", "4")
    screen.type_into("Points", "5")
    screen.tap("Save 5 points for 4 chimneys")
    assert copy_values.villa_values(copies) == {"3": 3, "4": 5, "5": 7}
    screen.tap("Points for 4 chimneys, +1")
    assert copy_values.villa_values(copies)["4"] == 6
    assert screen.has("Mine")
    screen.tap("Remove 4 chimneys: 6 points")
    assert "4" not in copy_values.villa_values(copies)
    screen.tap("Undo")
    assert copy_values.villa_values(copies)["4"] == 6
    assert screen.value("Points for 4 chimneys") == "6"


def test_mine_stands_in_the_place_of_the_rulebooks_until_it_is_removed(app: Headless, copies: MyCopy) -> None:
    screen = app.show(MyCopyScreen)
    screen.tap("Points for 5 chimneys, +1")
    assert copy_values.villa_values(copies)["5"] == 8
    screen.tap("Remove 5 chimneys: 8 points")
    assert screen.value("Points for 5 chimneys") == "7"


def test_the_last_entry_may_stand_for_more_chimneys(app: Headless, copies: MyCopy) -> None:
    screen = app.show(MyCopyScreen)
    assert not screen.has("More chimneys count the same")
    screen.type_into("Chimneys", "6")
    screen.tap("More chimneys count the same")
    screen.type_into("Points", "9")
    screen.tap("Save 9 points for 6 chimneys")
    assert copy_values.villa_values(copies)["6+"] == 9
    assert screen.has("Points for 6 or more chimneys")


def test_a_fountain_card_is_added_and_removed(app: Headless, copies: MyCopy) -> None:
    screen = app.show(MyCopyScreen)
    screen.tap("Fountain cards")
    assert screen.value("Points for garden") == "2"
    assert not screen.has("garden")
    screen.tap("pond")
    screen.tap("fountain card pond: 2")
    assert copy_values.FOUNTAIN_CARDS.values(copies)[Kind.POND] == 2
    assert not screen.has("pond")
    screen.tap("Remove pond: 2 points")
    assert screen.has("pond")


def test_a_frame_goal_is_added_and_removed(app: Headless, copies: MyCopy) -> None:
    screen = app.show(MyCopyScreen)
    screen.tap("Frame goals")
    assert screen.has("Granary: 4 points.")
    screen.tap("granary")
    screen.tap("frame goal granary: 5")
    assert FrameGoal(kind=Kind.GRANARY, points=5) in [entry.value for entry in copy_values.FRAME_GOALS.known(copies)]
    screen.tap("Remove granary: 5 points")
    assert not screen.has("Granary: 5 points.")
    assert screen.has("Granary: 4 points.")


def save_button(screen: Screen) -> str:
    return next(name for name in screen.names if name.startswith("Save "))


def test_what_is_typed_right_before_a_tap_is_saved(app: Headless, copies: MyCopy) -> None:
    screen = app.show(MyCopyScreen)
    screen.type_into("Chimneys", "4")
    screen.type_and_tap("Points", "8", save_button(screen))
    assert copy_values.villa_values(copies)["4"] == 8
    screen.tap("Forum cards")
    screen.tap("Add card")
    screen.tap("Own things")
    screen.tap("bakeries")
    screen.tap("Points, +1")
    screen.type_and_tap("Points", "6", "Save")
    card = Card(own={Thing.BAKERY: 1}, reward=Reward(points=6))
    assert card in [entry.value for entry in copy_values.FORUM_CARDS[Edition.SECOND].known(copies)]


def test_a_forum_card_is_added_changed_and_removed(app: Headless, copies: MyCopy) -> None:
    screen = app.show(MyCopyScreen)
    screen.tap("Forum cards")
    screen.tap("Add card")
    screen.tap("Own things")
    screen.tap("bakeries")
    screen.type_into("Points", "6")
    screen.tap("Save")
    assert screen.has("Own 1 bakery, get 6 points")
    screen.tap("Edit own 1 bakery, get 6 points")
    screen.tap("Points, +1")
    screen.tap("Save")
    card = Card(own={Thing.BAKERY: 1}, reward=Reward(points=7))
    mine = [entry.value for entry in copy_values.FORUM_CARDS[Edition.SECOND].known(copies) if entry.is_mine]
    assert mine == [card]
    screen.tap("Remove own 1 bakery, get 7 points")
    assert not screen.says("Remove own 1 bakery, get 7 points")


def test_a_card_half_entered_in_version_1_goes_on_and_is_gone_once_it_is_saved(app: Headless) -> None:
    half = CardDraft(card=Card(own={Thing.BAKERY: 2}), typed="Feast")
    screen = app.show(MyCopyScreen, settings={"forum_card": plain(half)})
    screen.tap("Forum cards")
    screen.tap("Add card")
    assert (screen.value("Name"), screen.value("Bakeries")) == ("Feast", "2")
    screen.type_and_tap("Points", "6", "Save")
    screen.tap("Add card")
    assert (screen.value("Name"), screen.value("Points")) == ("", "0")


def test_wrong_points_are_held_with_a_sentence(app: Headless, copies: MyCopy) -> None:
    screen = app.show(MyCopyScreen)
    screen.type_into("Points for 3 chimneys", "x")
    assert screen.says("a whole number from 0 to 999")
    assert copy_values.villa_values(copies)["3"] == 3
    assert isinstance(screen.find("Points for 3 chimneys", ft.TextField), ft.TextField)


CHART = {"3": 3, "5": 7}


def counted(name: str, *villas: int, stack: int = 0) -> Player:
    return player_with(name, tally=Tally(counts={}, villas=villas, chimneys=sum(villas)), stack=stack)


def asked(app: Headless, *villas: int, chart: Mapping[str, int] | None = None) -> tuple[LiveTable, Screen]:
    live = begun(app, table_state(counted("Anna", *villas), villa_chart=dict(CHART if chart is None else chart)))
    return live, app.show(VillaQuestions, live)


def keep(screen: Screen, chimneys: int, value: str) -> None:
    screen.type_into(f"Points for a villa with {chimneys} chimneys", value)
    screen.tap(f"Save points for {chimneys} chimneys")


def test_a_value_is_kept_at_the_table_and_in_my_copy(app: Headless) -> None:
    live, screen = asked(app, 4)
    keep(screen, 4, "5")
    assert live.state.table.villa_chart == {"3": 3, "4": 5, "5": 7}
    assert villa_values(app.tables.copies[GAME]) == {"3": 3, "4": 5, "5": 7}
    assert str(live.undo_state.undo) == "4 chimneys: 5 points"
    assert not screen.says("A villa with 4 chimneys")


def test_enter_keeps_a_value(app: Headless) -> None:
    live, screen = asked(app, 4)
    screen.type_into("Points for a villa with 4 chimneys", "5")
    screen.submit("Points for a villa with 4 chimneys")
    assert live.state.table.villa_chart["4"] == 5


@pytest.mark.parametrize("typed", ["1000", "five", "-1", ""])
def test_what_is_no_value_is_held_with_a_sentence(app: Headless, typed: str) -> None:
    live, screen = asked(app, 4)
    keep(screen, 4, typed)
    assert screen.value("Points for a villa with 4 chimneys") == typed
    assert screen.says("Points for a villa with 4 chimneys: a whole number from 0 to 999.")
    assert live.state.table.villa_chart == CHART


def test_a_doubtful_value_is_asked_about_and_not_refused(app: Headless) -> None:
    live, screen = asked(app, 4)
    keep(screen, 4, "2")
    above = screen.names.index("Points for a villa with 4 chimneys") - 1
    assert "Do 4 chimneys give only 2 points?" in screen.names[above]
    assert live.state.table.villa_chart == CHART
    screen.tap("Save 2 points for 4 chimneys")
    assert live.state.table.villa_chart["4"] == 2


def test_another_value_is_doubted_anew(app: Headless) -> None:
    live, screen = asked(app, 4)
    fields = [field for field, _ in screen.controls() if isinstance(field, ft.TextField)]
    keep(screen, 4, "2")
    screen.type_into("Points for a villa with 4 chimneys", "1")
    assert not screen.says("Do 4 chimneys give")
    assert [field._i for field, _ in screen.controls() if isinstance(field, ft.TextField)] == [fields[0]._i]
    screen.tap("Save points for 4 chimneys")
    assert screen.says("Do 4 chimneys give only 1 point?")
    assert live.state.table.villa_chart == CHART


def test_the_last_entry_may_stand_for_more(app: Headless) -> None:
    live, screen = asked(app, 6)
    screen.tap("More chimneys count the same")
    keep(screen, 6, "9")
    assert live.state.table.villa_chart == {**CHART, "6+": 9}
    assert villa_values(app.tables.copies[GAME]) == {**CHART, "6+": 9}


def test_every_question_keeps_what_was_typed_into_it(app: Headless) -> None:
    _, screen = asked(app, 4, 6)
    screen.type_into("Points for a villa with 6 chimneys", "9")
    keep(screen, 4, "5")
    assert screen.value("Points for a villa with 6 chimneys") == "9"


def test_what_my_copy_knows_by_now_is_proposed(app: Headless) -> None:
    app.run(app.tables.copies[GAME].keep("villa_chart", "4", 5))
    live, screen = asked(app, 4)
    assert screen.value("Points for a villa with 4 chimneys") == "5"
    screen.tap("Save points for 4 chimneys")
    assert live.state.table.villa_chart["4"] == 5
