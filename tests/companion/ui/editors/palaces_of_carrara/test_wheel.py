"""The Wheel tab: buying blocks and objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.tables.state import transition
from companion.ui.editors.palaces_of_carrara.wheel import WheelTab
from scoring.palaces_of_carrara.moves import take_coins
from scoring.palaces_of_carrara.state import Color, Object
from tests.companion.carrara_tables import base, expanded, first, shown
from tests.scoring.palaces_of_carrara.boards import player

if TYPE_CHECKING:
    from tests.companion.headless import Headless


def test_blocks_are_bought_by_taps_on_their_prices(app: Headless) -> None:
    live, screen = shown(app, WheelTab, base(player(coins=5)), 0)
    assert screen.says("Nick has 5 coins here.")
    screen.tap(f"{Color.WHITE}: 6", group="Section 1")
    screen.tap(f"{Color.GREEN}: 2", group="Section 2")
    screen.tap(f"{Color.GREEN}: 2, 1 green block", group="Section 2")
    screen.tap(f"{Color.BLACK}: 0", group="Section 2")
    assert screen.has("2 green blocks and 1 black block: 4 coins.")
    assert screen.says("Can build in Lerici.")
    screen.tap("Nick buys 2 green blocks and 1 black block for 4 coins")
    assert first(live).coins == 1
    assert first(live).blocks[Color.GREEN] == 2
    assert first(live).blocks[Color.WHITE] == 0
    assert not screen.says("Can build in")
    screen.tap("Undo")
    assert first(live).coins == 5


def test_with_the_expansion_blocks_may_be_bought_without_turning_the_wheel(app: Headless) -> None:
    words = "You may buy without turning the wheel, unless it is empty."
    _, screen = shown(app, WheelTab, expanded(player()), 0)
    assert screen.says(words)
    _, screen = shown(app, WheelTab, base(player()), 0)
    assert not screen.says(words)


def test_what_cannot_be_paid_is_said(app: Headless) -> None:
    live, screen = shown(app, WheelTab, base(player(coins=1)), 0)
    screen.tap(f"{Color.WHITE}: 6", group="Section 1")
    assert screen.says("Nick has 1 coin here.")
    assert not screen.enabled("Nick buys 1 white block for 6 coins")
    screen.tap("Cancel")
    screen.tap("Cannot pay for any block: take 2 coins")
    assert first(live).coins == 3


def test_no_more_blocks_than_there_are(app: Headless) -> None:
    _, screen = shown(app, WheelTab, base(player(coins=50, blocks={Color.RED: 6})), 0)
    screen.tap(f"{Color.RED}: 4", group="Section 1")
    screen.tap(f"{Color.RED}: 4, 1 red block", group="Section 1")
    assert screen.says(f"There are 7 {Color.RED} blocks in all; no more are left.")
    assert screen.has(f"{Color.RED}: 4, 1 red block", group="Section 1")


def test_an_object_is_bought_for_ten_coins(app: Headless) -> None:
    live, screen = shown(app, WheelTab, base(player(coins=13, objects="6 book")), 0)
    assert not screen.has("Buy a book for 10 coins")
    screen.tap("Buy a cup for 10 coins")
    assert (first(live).coins, first(live).objects[Object.CUP]) == (3, 1)
    assert screen.says("Nick has 3 coins here.")


def test_who_can_pay_any_block_takes_no_coins_for_it(app: Headless) -> None:
    _, screen = shown(app, WheelTab, base(player(coins=17)), 0)
    assert not screen.has("Cannot pay for any block: take 2 coins")


def test_who_has_coins_and_finds_no_block_in_wheel_and_bag_takes_two_coins(app: Headless) -> None:
    live, screen = shown(app, WheelTab, base(player(coins=17, blocks=dict.fromkeys(Color, 7))), 0)
    screen.tap("Cannot pay for any block: take 2 coins")
    assert first(live).coins == 19


def test_who_lacks_a_coin_for_the_dearest_block_may_be_unable_to_pay(app: Headless) -> None:
    _, poor = shown(app, WheelTab, base(player(coins=5)), 0)
    assert poor.has("Cannot pay for any block: take 2 coins")
    _, rich = shown(app, WheelTab, base(player(coins=6)), 0)
    assert not rich.has("Cannot pay for any block: take 2 coins")


def test_one_block_is_put_back(app: Headless) -> None:
    _, screen = shown(app, WheelTab, base(player(coins=17)), 0)
    screen.tap(f"{Color.RED}: 4", group="Section 1")
    screen.tap(f"{Color.RED}: 4, 1 red block", group="Section 1")
    screen.tap(f"{Color.BLUE}: 2", group="Section 1")
    screen.tap("Remove: red")
    assert screen.has("Nick buys 1 red block and 1 blue block for 6 coins")
    screen.tap("Remove: red")
    screen.tap("Remove: blue")
    assert not screen.says("Can build in")


def test_an_object_that_was_sold_is_not_for_sale_again(app: Headless) -> None:
    live, screen = shown(app, WheelTab, base(player(coins=40)), 0)
    screen.tap("Buy a cup for 10 coins")
    assert not screen.has("Buy a cup for 10 coins")
    assert screen.has("Buy a book for 10 coins")
    app.run(live.undo())
    assert screen.has("Buy a cup for 10 coins")


def test_what_lies_on_the_board_can_be_corrected(app: Headless) -> None:
    live, screen = shown(app, WheelTab, base(player(coins=40)), 0)
    screen.tap("Edit")
    for kind in Object:
        screen.tap(str(kind.noun.name))
    assert screen.says("All objects on the board are sold.")
    screen.tap("cup")
    screen.tap("Done")
    assert screen.has("Buy a cup for 10 coins")
    assert Object.CUP not in live.state.table.sold


def test_who_plays_after_an_action_is_named(app: Headless) -> None:
    live, screen = shown(app, WheelTab, base(player(coins=13), player("Ben")), 0)
    assert not screen.says("plays now")
    screen.tap("Buy a cup for 10 coins")
    assert live.state.table.turn is None
    screen.tap(f"{Color.WHITE}: 1", group="Section 6")
    screen.tap("Nick buys 1 white block for 1 coin")
    assert screen.route == "/", "the view stays with whoever may still buy an object"
    out_of_turn = app.show(WheelTab, live, 0)
    assert out_of_turn.says("What you enter now is for Nick.")
    screen.tap("Go on to Ben")
    assert screen.route.endswith("/wheel/1")
    actions_of_ben = transition(take_coins, 1)(live.state)
    assert actions_of_ben.table.turn == 0
