"""The check of pads with cards: what one more card would bring."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final

from scoring.game import Check, Report
from scoring.messages import points_text, printable, say
from scoring.players import asked_player_sits_here
from scoring.problems import Problem
from scoring.score_pad.deck import name_of
from scoring.score_pad.kinds.cards import cards_in
from scoring.score_pad.state import entries_of, with_entries

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scoring.score_pad.state import Table
    from scoring.score_pad.tableau import Tableau


@dataclass(frozen=True, slots=True, kw_only=True)
class OneMoreAsk:
    """What would one more of this card bring this player?"""

    player: Annotated[str, "the name of a player at the table"]
    card: Annotated[str, "the key of a card of the deck"]
    category: Annotated[str | None, "the key of a category of cards, the first one where none is named"] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OneMore:
    """The points of a player's cards before and after, and how much more some cards and other players then have."""

    brings: int
    before: int
    after: int
    cards: Mapping[str, int]
    others: Mapping[str, int]


def there_is_a_deck(table: Table, ask: OneMoreAsk) -> Iterator[Problem]:
    """The check needs a category of cards."""
    if _category(table, ask) is not None:
        return
    if ask.category is None:
        yield Problem(path="pad.categories", message=say("this check needs a category of cards"))
    else:
        message = say('"{key}" is no category of cards', key=printable(ask.category))
        yield Problem(path="ask.category", message=message)


def the_card_is_of_the_deck(table: Table, ask: OneMoreAsk) -> Iterator[Problem]:
    """A question names a card that is played with."""
    category = _category(table, ask)
    if category is not None and ask.card not in category.keys_in_play:
        yield Problem(path="ask.card", message=say('"{key}" is not in the deck', key=printable(ask.card)))


def cards_are_entered(table: Table, ask: OneMoreAsk) -> Iterator[Problem]:
    """Of points alone nobody knows from which cards they come."""
    category, seat = _category(table, ask), _seat(table, ask)
    if category is not None and seat is not None and isinstance(table.players[seat].entries.get(category.key), int):
        message = say("{name} has entered points, and no cards", name=ask.player)
        yield Problem(path=f"players[{seat}].entries.{category.key}", message=message)


def one_more(table: Table, ask: OneMoreAsk) -> OneMore:
    """Return what one more card brings, to the player and to others: somebody may no longer have the most."""
    category: Any = _category(table, ask)
    seat = _seat(table, ask) or 0
    lying = cards_in(table.players[seat].entries.get(category.key))
    more = {category.key: {**lying, ask.card: lying.get(ask.card, 0) + 1}}
    names = [player.name for player in table.players]
    was, then = (entries_of(played.players, category.key) for played in (table, with_entries(table, seat, more)))
    before, after = ([points for points, _ in category.scored(entries, names)] for entries in (was, then))
    brings = after[seat] - before[seat]
    changed = {name: new - old for name, old, new in zip(names, before, after, strict=True) if new != old}
    worth, worth_after = (_worth(category.tableaux(entries)[seat]) for entries in (was, then))
    keys = dict.fromkeys((*worth_after, *worth))
    cards = {key: worth_after.get(key, 0) - worth.get(key, 0) for key in keys}
    return OneMore(
        brings=brings,
        before=before[seat],
        after=after[seat],
        cards={key: more for key, more in cards.items() if more},
        others={name: more for name, more in changed.items() if name != ask.player},
    )


def _worth(lying: Tableau | None) -> dict[str, int]:
    return {} if lying is None else {card.key: card.points for card in lying.cards}


def _category(table: Table, ask: OneMoreAsk) -> Any:  # noqa: ANN401 - one of cards, if there is one
    """Return the category that is asked about, the first one of cards where none is named; `None` without any."""
    of_cards = (category for category in table.pad.categories if category.shape.of_cards)
    return next((category for category in of_cards if ask.category in (None, category.key)), None)


def _seat(table: Table, ask: OneMoreAsk) -> int | None:
    return next((seat for seat, player in enumerate(table.players) if player.name == ask.player), None)


def _report(table: Table, ask: OneMoreAsk, answer: OneMore) -> Report:
    deck = _category(table, ask).in_play
    brings = say(
        "One more {card} brings {name} {points}: {after} instead of {before}.",
        card=name_of(deck, ask.card),
        name=ask.player,
        points=points_text(answer.brings),
        after=answer.after,
        before=answer.before,
    )
    sentences = [
        brings,
        *(say("{name}: {points}.", name=name, points=f"{more:+}") for name, more in answer.others.items()),
    ]
    rows = tuple((name_of(deck, key), f"{more:+}") for key, more in answer.cards.items())
    return Report(sentences=tuple(sentences), heading=(say("card"), say("points")), rows=rows)


CHECKS: Final = (
    Check(
        key="one_more",
        title=say("what one more card would bring"),
        ask=OneMoreAsk,
        limits=(asked_player_sits_here, there_is_a_deck, the_card_is_of_the_deck, cards_are_entered),
        answer=one_more,
        report=_report,
    ),
)
"""All checks of pads."""
