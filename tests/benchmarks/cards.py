"""Cards that score one another, counted by tapping them and by hand on paper: a model of taps and seconds.

Nobody taps: what a hand does follows from the layout of the screen, and how long that takes from the pace of a hand.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import groupby
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Final

from companion.games.score_pad.kinds.cards import tabs_of, with_one
from companion.games.score_pad.shelf import decks
from companion.system.machine import leave_out_of_search
from companion.ui.core.theme import SPACE, TARGET, Style, line_height
from companion.ui.editors.score_pad.cards_view import ASKED, TYPE
from scoring.score_pad import tableau as engine
from scoring.score_pad.choices import asked_of
from scoring.score_pad.deck import deck_of_parts
from tests.benchmarks import Row, seconds_of_a_core
from tests.benchmarks.app import HUMAN
from tests.browser.screen import PHONE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scoring.score_pad.deck import Deck

SEED: Final = 245934
TABLEAUS: Final = 10

PAPER_S: Final = 6
"""How long a card takes by hand on paper, in s: to read it, count what it counts, and add it.

An assumption, which nobody has timed: three to four minutes for a forest of 30 to 40 cards.
"""

FOREST: Final = range(30, 41)
"""How many cards lie in a forest at the end of a game."""

AROUND_CARDS: Final = 268
"""The height of what stands above and below the cards of a tab on a phone, in px."""

HAND: Final = 7
"""How many cards a hand has."""

MAX_ASKED: Final = 6
"""The most that a card asks here where that is no number of its copies, such as how many trees are full."""

PLAYERS: Final = 4

ALLOWED: Final = 1.1
"""So many times what was recorded a ratio may be: a model takes as long on every machine."""

HANDS: Final = 200
ROUNDS: Final = 3

SLOWEST: Final = (
    *("mirage", "doppelganger", "island", "book_of_changes"),
    *("war_dirigible", "empress", "knights", "warhorse"),
)
"""The hand that takes longest among 225 random ones: up to 5,000 arrangements are worked out."""


@dataclass(kw_only=True)
class TappingHand:
    """A hand that taps the cards of a player on a phone: `steps` are the keys that it taps, and the numbers of tabs.

    `looks` counts how often its owner looks for something, on the table or on the screen. One more tap leads
    on to the next player.
    """

    deck: Deck
    lying: Mapping[str, int] = field(default_factory=dict)
    steps: list[str | int] = field(default_factory=list)
    looks: int = 1
    _tab: int = 0

    def take(self, card: str, copies: int, answers: Mapping[str, int]) -> None:
        """Look what lies there, and tap it copy by copy; what it asks is tapped below, where that is one thing."""
        self.looks += 2
        self._turn(next(at for at, tab in enumerate(tabs_of(self.deck)) for kind in tab if card in kind.cards))
        for _ in range(copies):
            self._tap(card)
            asked = [question for question in asked_of(self.deck, self.lying) if question.card == card]
            if len(asked) == 1 and asked[0].most == self.lying[card] and self._left(asked[0].key, answers):
                self.looks += 1
                self._tap(asked[0].key)

    def answer_the_rest(self, answers: Mapping[str, int]) -> None:
        """Turn to the questions of the cards, and answer what was not answered at once."""
        for key in answers:
            left = self._left(key, answers)
            if left:
                self.looks += 2
                self._turn(ASKED)
            for _ in range(left):
                self._tap(key)

    @property
    def taps(self) -> int:
        """How many taps there are."""
        return len(self.steps) + 1

    @property
    def seconds(self) -> float:
        """How long it takes."""
        return (self.taps * HUMAN.tap + self.looks * HUMAN.look) / 1000

    def _left(self, key: str, answers: Mapping[str, int]) -> int:
        return answers.get(key, 0) - self.lying.get(key, 0)

    def _turn(self, tab: int) -> None:
        if tab != self._tab:
            self.looks += 1
            self.steps.append(tab)
            self._tab = tab

    def _tap(self, key: str) -> None:
        self.steps.append(key)
        self.lying = with_one(self.deck, self.lying, key, 1)


def rows() -> Iterator[Row]:
    """Count forests and hands in both ways, and work out hands with many choices."""
    yield from counted()
    yield from choices()


def counted() -> Iterator[Row]:
    """Count ten random forests and ten random hands by tapping, and on paper."""
    chance = Random(SEED)
    forest, realms = (deck_of_parts(decks()[key], ()) for key in ("forest-shuffle", "fantasy-realms"))
    forests = [random_forest(chance, forest) for _ in range(TABLEAUS)]
    hands = [dict.fromkeys(chance.sample([card.key for card in realms.cards], HAND), 1) for _ in range(TABLEAUS)]
    by_type = [tapped(forest, lying, by_type=True) for lying in forests]
    as_they_lie = [tapped(forest, lying, by_type=False) for lying in forests]
    yield row("a forest of 30 to 40 cards, type by type", by_type, forests)
    yield row("a forest of 30 to 40 cards, as they lie", as_they_lie, forests)
    yield row(f"a hand of {HAND} cards", [tapped(realms, lying, by_type=False) for lying in hands], hands)
    in_turn = sum(hand.seconds for hand in by_type[:PLAYERS]) - (PLAYERS - 1) * (HUMAN.tap + HUMAN.look) / 1000
    at_once = max(on_paper(lying) for lying in forests[:PLAYERS])
    what = f"{PLAYERS} forests, type by type, on one phone"
    yield Row(what, f"{in_turn:.0f} s", "each on paper at once", f"{at_once} s", (in_turn / at_once,), allowed=ALLOWED)


def row(what: str, hands: Sequence[TappingHand], tableaus: Sequence[Mapping[str, int]]) -> Row:
    """Return the taps and seconds of some hands, beside the seconds on paper."""
    taps, seconds, paper = ([hand.taps for hand in hands], [hand.seconds for hand in hands], [*map(on_paper, tableaus)])
    ours = f"{spread(taps)} taps, {spread(seconds)} s"
    ratios = (sum(seconds) / sum(paper),)
    return Row(what, ours, f"on paper, {PAPER_S} s a card", f"{spread(paper)} s", ratios, "below 1 time", ALLOWED)


def spread(numbers: Sequence[float]) -> str:
    """Return the least and the largest of some numbers in words, with the median between."""
    return f"{min(numbers):.0f} to {max(numbers):.0f} (median {median(numbers):.0f})"


def on_paper(lying: Mapping[str, int]) -> int:
    """Return how long it takes to count what lies there by hand, in s."""
    return PAPER_S * sum(number for key, number in lying.items() if "." not in key)


def random_forest(chance: Random, deck: Deck) -> dict[str, int]:
    """Draw cards from the whole deck, and answer what they ask."""
    pile = [card.key for card in deck.cards for _ in range(card.copies)]
    drawn = Counter(chance.sample(pile, chance.choice(FOREST)))
    lying = {card.key: drawn[card.key] for card in deck.cards if drawn[card.key]}
    answers: dict[str, int] = {}
    for card, asked in groupby(asked_of(deck, lying), lambda question: question.card):
        copies = lying[card]
        for question in asked:
            of_copies = question.most <= lying[card]
            answer = chance.randint(0, copies if of_copies else MAX_ASKED)
            copies -= answer if of_copies else 0
            answers |= {question.key: answer} if answer else {}
    return lying | answers


def tapped(deck: Deck, lying: Mapping[str, int], *, by_type: bool) -> TappingHand:
    """Tap what lies there, type by type as the tabs have it, or card by card in any order."""
    see_that_nothing_scrolls(deck)
    hand = TappingHand(deck=deck)
    in_tabs = [card for tab in tabs_of(deck) for kind in tab for card in kind.cards if card in lying]
    piles = [(card, lying[card]) for card in in_tabs]
    if not by_type:
        piles = [(card, 1) for card in in_tabs for _ in range(lying[card])]
        Random(SEED).shuffle(piles)
    for card, copies in piles:
        hand.take(card, copies, lying)
    hand.answer_the_rest(lying)
    if hand.lying != lying:
        message = f"{lying} lies there, and {hand.lying} was tapped"
        raise RuntimeError(message)
    return hand


def see_that_nothing_scrolls(deck: Deck) -> None:
    """See that a phone shows all cards of a tab of a deck, below the names of their types."""
    tabs = tabs_of(deck)
    height = max(TARGET, 2 * line_height(Style.SMALL) + 2 * SPACE)
    tallest = max(sum(kind.rows * height + TYPE for kind in tab) for tab in tabs)
    if tallest > PHONE.height - AROUND_CARDS:
        message = f"a phone does not show all of {deck.key} without scrolling"
        raise RuntimeError(message)


def choices() -> Iterator[Row]:
    """Work out hands with all cards that leave a choice, and one with very many ways, beside hands without choices."""
    deck = deck_of_parts(decks()["fantasy-realms"], ())
    chance = Random(SEED)
    wild = [card.key for card in deck.cards if card.wild is not None]
    rest = [card.key for card in deck.cards if card.wild is None]
    hands = [[*wild, *chance.sample(rest, HAND + 1 - len(wild))] for _ in range(TABLEAUS)]
    plain = [chance.sample(rest, HAND + 1) for _ in range(HANDS)]
    leave_out_of_search()  # as the app does
    theirs = sum(worked_out(deck, hand) for hand in plain)
    for what, seconds in (
        (f"a hand with all {len(wild)} choices (longest of {TABLEAUS})", max(worked_out(deck, hand) for hand in hands)),
        ("a hand with 4,552 arrangements of 4 choices", worked_out(deck, SLOWEST)),
    ):
        baseline = f"{HANDS} hands without choices"
        yield Row(what, f"{seconds * 1000:.0f} ms", baseline, f"{theirs * 1000:.0f} ms", (seconds / theirs,), "300 ms")


def worked_out(deck: Deck, hand: Sequence[str]) -> float:
    """Work out what a hand is worth, as if it never was; return how long that takes, in s."""

    def work_out() -> None:
        engine._worked_out.cache_clear()
        engine.tableau(deck, dict.fromkeys(hand, 1))

    return min(seconds_of_a_core(work_out) for _ in range(ROUNDS))
