"""Forum cards and visits to the forum in words and marks."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from scoring.carpe_diem.data import BUILDING_PHASES
from scoring.carpe_diem.state import ITEMS_ON_BOARD, REWARDS, Card, Good, Player, Thing
from scoring.carpe_diem.wording import STEPS
from scoring.fields import in_words
from scoring.messages import Message, as_typed, counted, say, with_commas, wordless

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scoring.carpe_diem.forum.answers import ForumVisit


class Asks(StrEnum):
    """The two sorts of forum cards: a red stripe asks for payment, a green stripe for things owned."""

    PAY = "pay"
    OWN = "own"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPiece:
    """A number and a mark on the face of a card; `number` is `None` where the mark alone is drawn."""

    number: int | None
    mark: str


def asks(card: Card) -> Asks:
    """Return the sort of a card."""
    return Asks.OWN if card.pay is None else Asks.PAY


def asked(card: Card) -> Mapping[Good | Thing, int]:
    """Return the goods or things that a card asks for, each with its number."""
    named: Mapping[Any, int] = card.pay or card.own or {}
    return named


def asked_pieces(card: Card) -> tuple[CardPiece, ...]:
    """Return the pieces on the upper half of a card's face."""
    return tuple(_piece(number, thing.noun.mark) for thing, number in asked(card).items())


def given_pieces(card: Card) -> tuple[CardPiece, ...]:
    """Return the pieces on the lower half of a card's face; points always have their number."""
    gains = ((part, part.of(card.reward)) for part in REWARDS)
    return tuple(
        CardPiece(number=number, mark=part.mark) if part.field == "points" else _piece(number, part.mark)
        for part, number in gains
        if number
    )


def _piece(number: int, mark: str) -> CardPiece:
    return CardPiece(number=None if number == 1 else number, mark=mark)


def card_text(card: Card) -> Message:
    """Return what a card asks and gives, in words.

    >>> from scoring.carpe_diem.state import Reward
    >>> print(card_text(Card(pay={Good.HERBS: 2}, reward=Reward(points=4))))
    pay 2 herbs, get 4 points
    """
    things = in_words(asked(card))
    gains = tuple(counted(part.of(card.reward), *part.forms) for part in REWARDS if part.of(card.reward))
    words = (
        say("pay {things}, get {given}", things=things, given=gains)
        if asks(card) is Asks.PAY
        else say("own {things}, get {given}", things=things, given=gains)
    )
    return say("“{name}”: {words}", name=card.name, words=words) if card.name else words


def short_card_label(card: Card) -> Message:
    """Return what a card asks and gives, in the fewest words: as on its face, one of a thing has no number.

    >>> from scoring.carpe_diem.state import Reward
    >>> print(short_card_label(Card(pay={Good.HERBS: 2, Good.FISH: 1}, reward=Reward(points=4))))
    2 herbs, fish: 4 points
    """
    pieces = with_commas(_short_piece(number, thing.noun.forms) for thing, number in asked(card).items())
    gains = ((part, part.of(card.reward)) for part in REWARDS)
    reward = with_commas(
        counted(number, *part.forms) if part.field == "points" else _short_piece(number, part.forms)
        for part, number in gains
        if number
    )
    return say("{what}: {value}", what=pieces, value=reward)


def _short_piece(number: int, forms: tuple[str, str]) -> Message:
    words = counted(number, *forms)
    return as_typed(str(words).removeprefix("1 ")) if number == 1 else words


def short_card_text(card: Card) -> Message:
    """Return the name of a card, or what it asks for where it has none."""
    if card.name:
        return as_typed(card.name)
    return wordless("{things}", things=in_words(asked(card)))


def asked_among(cards: Iterable[Card]) -> tuple[Good | Thing, ...]:
    """Return all goods and things that some cards ask for, in the order of the rulebook."""
    things = {thing for card in cards for thing in asked(card)}
    return tuple(thing for thing in (*Good, *Thing) if thing in things)


def asking_for(cards: Sequence[Card], these: frozenset[Good | Thing]) -> tuple[Card, ...]:
    """Return the cards that ask for all of `these`."""
    return tuple(card for card in cards if these <= asked(card).keys())


def pair_name(pair: tuple[str, ...]) -> str:
    """Return the name of the place between two squares of the forum.

    >>> pair_name(("B1", "C1"))
    'B1–C1'
    """
    return "–".join(pair)


def visit_gains(visit: ForumVisit) -> Message:
    """Return what a visit brings apart from its points: steps, items left, and the gain at the end of the game."""
    return say(
        "{steps}, {items} left, the final total changes by {final:+}",
        steps=counted(visit.prestige, *STEPS),
        items=counted(visit.items_left, "{number} item", "{number} items"),
        final=visit.final_gain,
    )


def pair_text(cards: tuple[Card, Card]) -> Message:
    """Return the two cards of a pair in a few words."""
    return wordless("{one} | {other}", one=short_card_text(cards[0]), other=short_card_text(cards[1]))


def forum_phase_name(phase: int) -> Message:
    """Return the name of a forum phase in the middle of a sentence."""
    return say("forum phase {phase} of {phases}", phase=phase, phases=BUILDING_PHASES)


def stock_text(player: Player, prestige_end: int) -> Message:
    """Return what a player brings to the forum, in words; `prestige_end` is the last space of the bar."""
    items = [(player.goods.get(good, 0), good.noun.forms) for good in Good]
    items += [(item.of(player), item.forms) for item in ITEMS_ON_BOARD]
    return say(
        "holds {items}, on space {space} of {end}",
        items=tuple(counted(number, *words) for number, words in items if number),
        space=player.prestige,
        end=prestige_end,
    )
