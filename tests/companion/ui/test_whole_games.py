"""Whole games without a browser, from the new table to the winner in the history."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring import GAMES
from storage.repositories import history
from storage.repositories.history import Filter
from tests.companion.mayor_tables import tap
from tests.companion.phones import of_host

if TYPE_CHECKING:
    from storage.repositories.play_content import StoredPlay
    from tests.companion.headless import Headless, Screen

CARDS = (
    "8 buildings, nothing",
    "3 pairs, at the end 5",
    "4 land buildings, at the end",
    "Livorno and Lerici, at the end",
)


def go(screen: Screen, *starts: str) -> None:
    """Tap one after the other what has this name, or else the first whose name begins so, and go where that leads."""
    for start in starts:
        if screen.has(start):
            screen.tap(start)
        else:
            tap(screen, start)
        screen.follow()


def laid_out(app: Headless, game: str, *choices: str) -> Screen:
    """A table of Anna and Ben, begun at home."""
    screen = of_host(app)
    go(screen, "New table", game)
    if choices:
        screen.tap(next(name for name in screen.names if name.endswith("The whole game: Edit")))
        go(screen, *choices)
    screen.type_into("Starting player", "Anna")
    screen.type_into("Player 2", "Ben")
    go(screen, "Start with 2 players: ", "Go to the table")
    return screen


def keep(app: Headless, screen: Screen, words: str) -> StoredPlay:
    """Check all rules, keep the play, and see the same winner in the history; return the play."""
    while screen.has("Next"):
        screen.tap("Next")
    assert screen.says(words)
    go(screen, "Finish")
    (play,) = app.worker.run_blocking(lambda store: list(history.stream(store, Filter())))
    screen.go("/history")
    go(screen, f"{GAMES[play.game].title}, today")
    assert screen.says(words)
    return play


def totals(play: StoredPlay) -> list[tuple[str, int, int]]:
    return [(standing["player"], standing["total"], standing["place"]) for standing in play.sheet["standings"]]


def buy_tile(screen: Screen, space: str, price: str, shows: str) -> None:
    """Move to a space of the rondel, and buy its tile."""
    what, gold = price.split(": ")
    go(screen, space, "Buy:")
    screen.tap(gold, group=what)
    assert screen.says("The tile costs")
    street, quarter = shows.split(", ", 1)
    screen.tap(quarter, group=street)
    go(screen, "Buy it for")


def test_mayor(app: Headless) -> None:
    screen = laid_out(app, "Mayor")
    go(screen, "Church", "blue")
    go(screen, "Bank, red", "Bank, red", "Park, green", "Statue, Rainbow", "Market")
    for name, number in {"Shop": 1, "Bank": 2, "Church": 1, "Statue": 1, "Park": 2}.items():
        go(screen, *[f"{name}, +1"] * number)
    go(screen, "Save")
    assert screen.says("0 lines are empty; the game ends with 3.")
    go(screen, "Turn")
    buy_tile(screen, "Shop, yellow", "Price shown for a shop: 6", "yellow, north, inner")
    assert screen.says("Ben’s turn")
    buy_tile(screen, "Church, blue", "Price shown for a church: 5", "blue, south, outer")
    go(screen, "Same space: on to 18", "Church, blue", "Place:", "Shop: yellow, north, inner")
    screen.tap("north, outer: 2 icons match", group="blue and yellow")
    go(screen, "Ben: Citizen on")
    assert screen.has("Ben: +4 gold; 1 × 4 gold (a piece beside it)")
    go(screen, "Place it: ")
    buy_tile(screen, "Statue, Rainbow", "Price shown for a statue: 4", "red, south, outer")
    assert screen.says("Last tiles, in this order: Ben.")
    go(screen, "Church: blue, south, outer", "blue")
    screen.tap("south, outer: 3 icons match", group="blue and red")
    go(screen, "Place it: ")
    assert screen.says("The game is over")
    go(screen, "Final scoring")
    assert totals(keep(app, screen, "Ben wins")) == [("Ben", 6, 1), ("Anna", 0, 2)]


def feed(screen: Screen, number: int) -> None:
    """End a round; the aid is asked once whether coins feed workers."""
    go(screen, "Round")
    assert screen.says(f"End of round {number}")
    go(screen, "Feed: " if screen.says("unfed") else "Feed the workers")
    if screen.has("Feed the workers?"):
        go(screen, "Feed the workers")
    if number == 1:
        assert screen.says("May 3 coins feed a worker?")
        go(screen, "No")
        assert screen.says("At this table coins do not feed workers.")
    go(screen, "Feed: " if screen.says("unfed") else "Feed the workers")
    go(screen, f"Start round {number + 1}" if number < 4 else "To the end of the game")


def test_little_town(app: Headless) -> None:
    screen = laid_out(app, "Little Town", "Side with a mountain in the corner A1")
    go(screen, "B5")
    assert screen.has("For Anna")
    go(screen, "Place a worker", "G1")
    assert screen.has("For Ben")
    go(screen, "Place a worker")
    go(screen, "C4", "Wheat field: ")
    assert screen.has("C4, wheat field of Anna")
    go(screen, "D3")
    assert screen.says("1 coin to Anna, gives 1 wheat.")
    go(screen, "Place a worker", "Activate the wheat field on C4")
    assert screen.says("Anna’s turn")
    assert screen.has("Anna, 4 points")
    go(screen, "Stock")
    screen.type_into("Fish", "15")
    go(screen, "Ben, 0 points")
    screen.type_into("Coins", "4")
    go(screen, "Hold no coins: 3 points", "Count it anyway")
    assert screen.says("1 of 4 completed, 3 points")
    for number in range(1, 5):
        feed(screen, number)
    assert totals(keep(app, screen, "Anna wins")) == [("Anna", -11, 1), ("Ben", -50, 2)]


def build(screen: Screen, city: str, tile: str) -> None:
    screen.tap("Build", group=city)
    go(screen, tile)
    paid = f"Build {tile} in {city}"
    go(screen, paid if screen.has(paid) else "Build without paying here")


def score(screen: Screen, what: str, paid: str) -> None:
    go(screen, f"{what}: {paid};", f"Score {what}")
    assert screen.says(f"{what}: Scored")


def test_the_palaces_of_carrara_with_the_expansion(app: Headless) -> None:
    screen = laid_out(app, "The Palaces of Carrara", "With the expansion")
    go(screen, "Pick the cards", *CARDS)
    assert screen.says("Announcing the end")
    go(screen, "Wheel", "Anna, 4 points")
    screen.tap("white: 5", group="Section 2")
    go(screen, "Anna buys 1 white block for 5 coins")
    assert screen.has("Go on to Ben")
    screen.tap("yellow: 0", group="Section 6")
    go(screen, "Anna buys 1 yellow block for 0 coins", "Board", "Anna, ")
    build(screen, "Livorno", "villa 1")
    build(screen, "Livorno", "castello 8")
    assert screen.has("villa 1", group="Livorno")
    assert screen.has("castello 8", group="Livorno")
    go(screen, "Take the upgrade tile Lerici: 1 point + 1 coin")
    assert screen.says("Lerici: 1 point + 1 coin")
    go(screen, "Score")
    score(screen, "Livorno", "27 points, 1 flag and 1 coat of arms")
    score(screen, "Villa", "3 points and 1 coat of arms")
    go(screen, "Ben, ")
    assert screen.says("6 scoring markers left")
    go(screen, "Board")
    build(screen, "Lerici", "porta 5")
    go(screen, "Ben, ")
    assert screen.has("porta 5", group="Lerici")
    go(screen, "Stock")
    screen.type_into("Coins", "31")
    go(screen, "End")
    assert totals(keep(app, screen, "Anna wins")) == [("Anna", 78, 1), ("Ben", 7, 2)]
    screen.tap("Anna: 30", group="Scoring track")
    assert screen.says(": +27, 27 points")
    assert screen.says(": +3, 30 points")
