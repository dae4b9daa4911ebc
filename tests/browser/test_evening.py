"""A whole evening of two players, from the first start to the play that is kept, by role and name.

With the program it is always run; that of a phone alone, and that of four phones, are run each week.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import expect

from companion.formatting.text import with_minus_signs
from companion.games.carpe_diem.wording import card_text, short_card_label
from scoring.carpe_diem.data import KNOWN_FORUM_CARDS
from scoring.carpe_diem.moves import setup
from scoring.carpe_diem.state import RULES, Card, Edition, FrameGoal, Good, Kind, Objective, Reward, Thing
from storage.documents import codec
from tests.browser.evenings import OPTIONS, STARTS, check_all, finish
from tests.browser.hand import NAMES, Hand
from tests.browser.kept import only_play, only_table, scored
from tests.browser.screen import DESKTOP_DARK, PHONE, Screen
from tests.browser.site import ON_BOTH
from tests.browser.test_beginning import in_order, new_table
from tests.companion.carpe_diem_tables import tile

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playwright.sync_api import Locator

    from scoring.carpe_diem.state import Tile
    from tests.browser.program import Program

CLARA, JONAS = "Clara", "Jonas"

HERS: Final = (
    tile("C3", "pond E", "villa S2"),
    tile("D3", "pond W"),
    tile("C4", "villa N2", "granary E"),
    tile("E3", "fountain"),
)
"""A pond of two, a villa with four chimneys, a granary that waits, a fountain."""

BAKERY: Final = tile("D3", "bakery")
"""What Jonas has."""

GOAL: Final = FrameGoal(kind=Kind.POND, points=5, line="3")

HER_GOODS: Final = {"Herbs": 4, "Grapes": 1}
HIS_GOODS: Final = {"Chicken": 6, "Fish": 2, "Herbs": 3}

MINE: Final = Card(own={Thing.MARKET: 1}, reward=Reward(points=2, prestige=1))
"""A card that the rulebook does not state."""

KNOWN: Final = tuple(
    forum_card
    for forum_card in KNOWN_FORUM_CARDS
    if forum_card.card.pay in ({Good.HERBS: 2}, {Good.CHICKEN: 3})
    or (forum_card.stack == "B")
    or forum_card.card.own in ({Thing.CHIMNEYS: 2}, {Thing.VILLA: 1}, {Thing.POND: 1, Thing.GARDEN: 1})
)
"""What else lies in the forum of two: two cards of each letter, as they are laid row by row."""

SQUARES: Final = ("B1", "C1", "A2", "B2", "C2", "D2", "B3", "C3")

VILLA: Final = 6
"""What a villa with four chimneys gives on their resource boards."""


def players(program: Program) -> Mapping[str, dict[str, Any]]:
    """The players of the table in play by name, as they are kept; undo may have put their tiles into another order."""
    by_name = {player["name"]: player for player in only_table(program)["table"]["players"]}
    for player in by_name.values():
        if "district" in player:
            player["district"]["tiles"].sort(key=lambda tile: tile["cell"])
    return by_name


def asked(program: Program, check: str, **ask: str) -> dict[str, Any]:
    """What a check says of the table in play, as it is kept."""
    read = codec.read_check({**only_table(program), "check": check, "ask": ask})
    answer: dict[str, Any] = codec.plain(read.check.answer(read.table, read.ask))
    return answer


def begin(screen: Screen) -> None:
    """Seat both, draw who begins, let Clara begin all the same, and set the table up."""
    screen.sees("Every point, and why")
    screen.shot("evening-home")
    new_table(screen, CLARA, JONAS)
    screen.tap("Draw who begins")
    screen.sees(re.compile(f"^({CLARA}|{JONAS}) begins."))
    up = screen.button(f"Move {CLARA} up")
    if up.is_enabled():
        up.click()
    in_order(screen, CLARA, JONAS)
    screen.tap(OPTIONS)
    screen.tap("Second edition")
    expect(screen.button("Second edition")).to_have_attribute("aria-current", "true")
    screen.shot("evening-new-table")
    screen.tap(STARTS)
    items = setup(2, Edition.SECOND)
    for number, item in enumerate(items[:2], start=1):
        words = str(item.message)
        screen.page.get_by_role("checkbox", name=words[0].upper() + words[1:], exact=True).click()
        screen.sees(f"{number} of {len(items)} done")
    screen.shot("evening-set-up")
    screen.tap("Go to the table")
    expect(screen.button("C3")).to_be_visible()


def group(screen: Screen, name: str) -> Locator:
    return screen.page.get_by_role("group", name=with_minus_signs(name), exact=True)


def settle(screen: Screen, bonus: str, by: str) -> None:
    """Take the bonus of what was just completed, that of the first one at the thumb; more may be said of it below."""
    words = re.compile(f"^{re.escape(bonus)}")
    frame = screen.page.get_by_role("group", name=words)
    said_so = frame.or_(screen.page.get_by_text(words))
    expect(said_so.first).to_be_visible()
    own, at_the_thumb = (place.get_by_role("button", name=by, exact=True) for place in (frame, screen.page))
    (own if own.count() else at_the_thumb.last).click()
    expect(said_so).to_have_count(0)


def build(hand: Hand, tiles: tuple[Tile, ...], bonuses: Mapping[str, tuple[str, str]]) -> None:
    """Lay tiles, and take what each completes at once; `bonuses` are by square."""
    for number, next_tile in enumerate(tiles):
        hand.lay(next_tile, tiles[:number])
        if next_tile.cell in bonuses:
            settle(hand.screen, *bonuses[next_tile.cell])


def enter_hers(screen: Screen, hand: Hand) -> None:
    """Enter what Clara has: a district with everything that can be done to one, and a stock."""
    build(hand, HERS[:3], {"D3": ("Pond of 2: 1 fish", "Take 1 fish")})
    screen.sees("Completed: villa of 2 with 4 chimneys")
    hand.tap("A writ was here")
    expect(screen.button("Undo: C4: A writ was here")).to_be_visible()
    fountain = HERS[3]
    hand.lay(fountain, HERS[:3])
    settle(screen, "Fountain: choose a fountain card, and enter it in the stock", "Card drawn")
    hand.tap("Close")
    hand.goal(GOAL)
    screen.shot("evening-district")
    hand.tap("Stock")
    enter_goods(screen, HER_GOODS)
    hand.tap("market", "Add fountain card")
    expect(screen.button("Remove fountain card market")).to_be_visible()
    screen.shot("evening-stock")


def enter_his(screen: Screen, hand: Hand) -> None:
    """Enter what Jonas has: his board is one tap away."""
    hand.tap("District")
    hand.tap(f"{JONAS}, 9 points")
    expect(screen.button("D3")).to_be_visible()
    build(hand, (BAKERY,), {BAKERY.cell: ("Bakery: 1 bread", "Take 1 bread")})
    hand.tap("Stock")
    enter_goods(screen, HIS_GOODS)


def enter_goods(screen: Screen, goods: Mapping[str, int]) -> None:
    for name, number in goods.items():
        enter(screen, name, number, screen.button(f"Undo: {name}: {number}"))


def enter(screen: Screen, name: str, number: int, seen: Locator, *, submit: bool = False) -> None:
    """Type a number until what comes of it is seen: on a busy machine a field loses what comes too early."""
    for _ in range(2):
        screen.enter(name, str(number), submit=submit)
        try:
            expect(seen).to_be_visible(timeout=5_000)
        except AssertionError:
            continue
        return
    screen.enter(name, str(number), submit=submit)
    expect(seen).to_be_visible()


def lay_the_forum(screen: Screen) -> None:
    """Lay all eight cards one after the other, the last of which is entered as it is printed."""
    screen.tap("Forum")
    screen.tap("Lay the cards")
    opened(screen, f"Card on {SQUARES[0]}")
    for forum_card, following in zip(KNOWN, SQUARES[1:], strict=True):
        screen.tap(str(short_card_label(forum_card.card)))
        screen.sees(f"Card on {following}", exact=True)
    screen.tap("Another card, D")
    screen.tap("markets")
    expect(screen.textbox("Markets")).to_be_visible()
    screen.reach(screen.textbox("Points"))
    less = screen.page.get_by_role("button", name="Points, −1", exact=True, disabled=False)
    enter(screen, "Points", MINE.reward.points, less)
    screen.reach(screen.button("Steps on the prestige bar, +1")).click()
    screen.sees(str(card_text(MINE)))
    screen.shot("evening-card")
    screen.tap("Save")
    expect(screen.page.locator("flt-announcement-host > flt-announcement-polite")).to_be_attached()
    for square, card in zip(SQUARES, (*(forum_card.card for forum_card in KNOWN), MINE), strict=True):
        expect(screen.button(f"{square}: {card_text(card)}")).to_be_attached()


def opened(screen: Screen, title: str) -> None:
    """Wait until a window is open and has come to rest: before that it takes no taps."""
    screen.sees(title, exact=True)
    screen.rest()


def visit(program: Program, screen: Screen, name: str, objective: Objective) -> tuple[str, str]:
    """Make the best visit there is, as the check names it, and return between which cards."""
    screen.sees(f"{name} visits the forum")
    answers = asked(program, "forum", player=name, objective=objective.value)["visits"]
    best, before = answers[0], players(program)[name]
    first, second = best["cells"]
    worth = best["final_gain"] if objective is Objective.FINAL else best["points"]
    place = screen.button(f"{first}–{second}, open: {worth}")
    expect(place).to_be_visible()
    listed = screen.button(re.compile("^[A-D][1-3]–[A-D][1-3]: ")).evaluate_all(NAMES)
    assert [line.partition(":")[0] for line in listed] == ["–".join(answer["cells"]) for answer in answers[:5]]
    place.click()
    choose = f"Choose {first}–{second} for {name}"
    expect(screen.button(choose)).to_be_visible()
    screen.rest()
    screen.tap_until(choose, screen.button(f"{first}–{second}, {name}’s marker"))
    after = players(program)[name]
    assert after["victory_cards"] - before["victory_cards"] == best["points"]
    assert after["prestige"] - before["prestige"] == best["prestige"]
    return first, second


def first_phase(program: Program, screen: Screen) -> None:
    """Visit the forum, first for points, then for the most in the end.

    Between the two visits the program is killed, and the first one taken back and made again.
    """
    screen.tap("Start the forum phase")
    first, second = asked(program, "forum_order")["order"]
    before = players(program)
    screen.sees(f"{first} visits the forum")
    screen.shot("evening-forum")
    pair = "–".join(visit(program, screen, first, Objective.POINTS))
    after = players(program)
    assert before != after

    screen.restarted(program).resize(DESKTOP_DARK)
    screen.sees(f"{second} visits the forum")
    screen.tap(re.compile(f"^Undo: {first} visits {pair}: "))
    screen.sees(f"{first} visits the forum")
    assert players(program) == before
    screen.tap(re.compile(f"^Redo: {first} visits {pair}: "))
    screen.sees(f"{second} visits the forum")
    assert players(program) == after
    screen.tap("Final total")
    visit(program, screen, second, Objective.FINAL)


def last_phases(screen: Screen) -> None:
    for phase in (2, 3, 4):
        screen.sees(f"Forum phase {phase} of 4")
        screen.tap("Played without Tessera")
    screen.sees("All four forum phases are over")
    screen.shot("evening-forum-over")


def title(screen: Screen, rule: str) -> Locator:
    return screen.page.get_by_role("heading", name=str(RULES[rule]), exact=True)


def walk(screen: Screen) -> None:
    """Say what only the resource board prints, and check one rule after the other."""
    screen.tap("End")
    enter(screen, "Points for a villa with 4 chimneys", VILLA, title(screen, next(iter(RULES))), submit=True)
    first = next(iter(RULES))
    screen.tap("Next")
    expect(screen.button(f"{RULES[first]}: checked")).to_be_visible()
    screen.shot("evening-walk")
    check_all(screen)


LINES: Final = """
    cells => cells.filter(cell => cell.isConnected)
        .map(cell => [cell.closest("[role=group][aria-label]").ariaLabel, cell.ariaLabel || cell.textContent])
"""
"""The lines of a sheet in which buttons lie, and their names; what was replaced since they were found is left out."""


def shows(screen: Screen, result: Mapping[str, Any]) -> None:
    """Wait until a sheet shows all figures of a result."""
    missing = {
        (str(RULES[line["rule"]]), with_minus_signs(f"{column['player']}: {line['points']}"))
        for column in result["columns"]
        for line in column["lines"]
    }
    cells = screen.page.locator("[role=group][aria-label] [role=button]")
    for _ in range(100):
        missing -= set(map(tuple, cells.evaluate_all(LINES)))
        if not missing:
            break
        screen.wait(100)
    assert missing == set()
    winner = result["standings"][0]
    screen.sees(f"{winner['player']} wins")
    for standing in result["standings"]:
        screen.sees(f"{standing['place']}. {standing['player']} {standing['total']}")


@ON_BOTH
def test_an_evening_of_two_from_the_set_up_to_the_history(program: Program, screen: Screen) -> None:
    """Hers is entered on a phone, his at a desk; what both have is done on one and seen on both."""
    begin(screen)
    hand = Hand(screen)
    enter_hers(screen, hand)
    screen.resize(DESKTOP_DARK)
    enter_his(screen, hand)
    screen.resize(PHONE)
    lay_the_forum(screen)
    first_phase(program, screen)
    last_phases(screen)
    walk(screen)
    at_the_table = scored(only_table(program))
    for _ in screen.sizes(PHONE, DESKTOP_DARK):
        shows(screen, at_the_table)
        screen.shot("evening-result")
    finish(screen)

    play = only_play(program)
    result = scored(play.document)
    assert result == at_the_table == play.sheet
    shows(screen, result)
    screen.shot("evening-sheet")
