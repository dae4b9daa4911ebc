"""Forum cards in words and marks, and a card while it is being entered."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from scoring.carpe_diem.limits import LIMITS
from scoring.carpe_diem.state import Card, Good, Reward, Thing
from scoring.carpe_diem.wording import ITEMS, NOUNS
from scoring.messages import Message, counted, say
from scoring.problems import problems_in
from storage.documents.codec import plain
from storage.documents.records import record_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scoring.problems import Problem

REWARDS: Final[Mapping[str, tuple[str, str, str]]] = {
    "points": ("victory_card", "point", "points"),
    "coins": ("coin", "coin", "coins"),
    "bread": ("bread", "bread", "bread"),
    "prestige": ("prestige", "step", "steps"),
}
"""What a card can give, as the documents name it: the mark, and the words for one and for many."""


class Asks(StrEnum):
    """The two sorts of forum cards, by their stripes: red ones are paid, green ones are owned."""

    PAY = "pay"
    OWN = "own"


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A number of something on a card, drawn as the number and a mark; `number` is `None` where the mark says it."""

    number: int | None
    mark: str


def asks(card: Card) -> Asks:
    """Return which sort of card it is."""
    return Asks.OWN if card.pay is None else Asks.PAY


def asked(card: Card) -> Mapping[Good | Thing, int]:
    """Return what a card asks for, goods or things."""
    named: Mapping[Any, int] = card.pay or card.own or {}
    return named


def asked_pieces(card: Card) -> tuple[Piece, ...]:
    """Return what is drawn on the upper half of a card."""
    return tuple(_piece(number, thing_mark(thing)) for thing, number in asked(card).items())


def given_pieces(card: Card) -> tuple[Piece, ...]:
    """Return what is drawn on the lower half of a card; points are always a number."""
    given = ((name, getattr(card.reward, name)) for name in REWARDS)
    return tuple(
        Piece(number=number, mark=REWARDS[name][0]) if name == "points" else _piece(number, REWARDS[name][0])
        for name, number in given
        if number
    )


def _piece(number: int, mark: str) -> Piece:
    return Piece(number=None if number == 1 else number, mark=mark)


def thing_mark(thing: Good | Thing) -> str:
    """Return the name of the mark of what a card asks for."""
    return "chimney" if thing is Thing.CHIMNEYS else thing.value


def nouns(thing: Good | Thing) -> tuple[str, str]:
    """Return the words for one and for many of what a card asks for."""
    return ITEMS[thing.value] if isinstance(thing, Good) else NOUNS[thing]


def said(card: Card) -> Message:
    """Return a card in words.

    >>> print(said(Card(pay={Good.HERBS: 2}, reward=Reward(points=4))))
    pay 2 herbs, get 4 points
    """
    things = tuple(counted(number, *nouns(thing)) for thing, number in asked(card).items())
    given = tuple(
        counted(getattr(card.reward, name), one, many)
        for name, (_, one, many) in REWARDS.items()
        if getattr(card.reward, name)
    )
    words = say(f"{asks(card)} {{things}}, get {{given}}", things=things, given=given)
    return say("“{name}”: {words}", name=card.name, words=words) if card.name else words


def short(card: Card) -> Message:
    """Return what to call a card in a row of others: its name, or what it asks for."""
    if card.name:
        return say("{name}", name=card.name)
    return say("{things}", things=tuple(counted(number, *nouns(thing)) for thing, number in asked(card).items()))


# -- which cards are shown


def asked_among(cards: Iterable[Card]) -> tuple[Good | Thing, ...]:
    """Return everything that some cards ask for, in the order of the rulebook."""
    found = {thing for card in cards for thing in asked(card)}
    return tuple(thing for thing in (*Good, *Thing) if thing in found)


def asking_for(cards: Sequence[Card], these: frozenset[Good | Thing]) -> tuple[Card, ...]:
    """Return the cards that ask for all of some things."""
    return tuple(card for card in cards if these <= asked(card).keys())


# -- a card that is being entered


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDraft:
    """A card while it is being entered: it need not be one yet; the name is as it was typed."""

    card: Card = field(default_factory=lambda: Card(pay={}))
    typed: str = ""


def draft_of(card: Card) -> CardDraft:
    """Return a card to be changed."""
    return CardDraft(card=card, typed=card.name or "")


def asking(draft: CardDraft, sort: Asks) -> CardDraft:
    """Return a draft of the other sort; what was asked for is given up, the reward stays."""
    if asks(draft.card) is sort:
        return draft
    changed = replace(draft.card, pay={}, own=None) if sort is Asks.PAY else replace(draft.card, pay=None, own={})
    return replace(draft, card=changed)


def with_asked(draft: CardDraft, thing: Good | Thing, number: int) -> CardDraft:
    """Return a draft that asks for a number of something; nothing of it where the number is 0."""
    card = draft.card
    if isinstance(thing, Good):
        return replace(draft, card=replace(card, pay=_changed(card.pay or {}, thing, number, tuple(Good))))
    return replace(draft, card=replace(card, own=_changed(card.own or {}, thing, number, tuple(Thing))))


def _changed(named: Mapping[Any, int], thing: Good | Thing, number: int, order: tuple[Any, ...]) -> dict[Any, int]:
    changed = {**named, thing: number}
    return {one: changed[one] for one in order if changed.get(one)}


def with_reward(draft: CardDraft, name: str, number: int) -> CardDraft:
    """Return a draft that gives a number of `points`, `coins`, `bread` or `prestige`."""
    rewards = {one: number if one == name else getattr(draft.card.reward, one) for one in REWARDS}
    return replace(draft, card=replace(draft.card, reward=Reward(**rewards)))


def finished(draft: CardDraft) -> Card | tuple[Message, ...]:
    """Return the card that was entered, or what it still lacks."""
    problems: list[Problem] = []
    name = _name(draft, problems)
    problems += problems_in(draft.card, LIMITS)
    if problems:
        return tuple(_lack(problem) for problem in problems)
    return replace(draft.card, name=name)


def name_problem(draft: CardDraft) -> Message | None:
    """Return what is wrong with the name that was typed."""
    problems: list[Problem] = []
    _name(draft, problems)
    return problems[0].message if problems else None


def _name(draft: CardDraft, problems: list[Problem]) -> str | None:
    if not draft.typed.strip():
        return None
    read: str = record_of(Card).fields["name"].read(draft.typed, (None, "name"), problems)
    return read


_LACKS: Final[Mapping[str, Message]] = {
    "pay": say("Say which goods the card asks for."),
    "own": say("Say what the card wants you to own."),
    "reward": say("Say what the card gives."),
}


def _lack(problem: Problem) -> Message:
    """A card without anything on one of its halves is not wrong yet, only not finished."""
    if problem.path == "own" and "sort" in problem.message.values:
        return problem.message
    return _LACKS.get(problem.path, problem.message)


def plain_draft(draft: CardDraft) -> dict[str, Any]:
    """Return a draft as it is kept."""
    kept: dict[str, Any] = plain(draft)
    return kept


def read_draft(kept: object) -> CardDraft:
    """Return a draft that was kept, an empty one where there is none that can be read."""
    problems: list[Problem] = []
    read: CardDraft = record_of(CardDraft).read(kept, None, problems)
    return CardDraft() if problems else read
