"""Cards that score one another, as the app has them: tabs of them by type, what is asked, and what was just taken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from companion.games.said_entries import Takes
from companion.games.score_pad.kinds.kind import KindKit, card_key, with_entry
from companion.games.score_pad.shelf import decks, ready_pads
from companion.tables.state import with_table
from scoring.messages import Message, counted, points_text, say, titled
from scoring.score_pad.choices import asked_of, choice_text, options
from scoring.score_pad.deck import name_of
from scoring.score_pad.kinds import Cards
from scoring.score_pad.kinds.cards import cards_in
from scoring.score_pad.tableau import gain, tableau
from storage.repositories.values import base_letters

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.games.kit import Pieces
    from companion.games.score_pad.kinds.kind import Cell, EntryPart, State
    from companion.tables.attempt import Evaluated
    from scoring.score_pad.choices import Asked
    from scoring.score_pad.deck import Card, Deck
    from scoring.score_pad.kinds.category import Entry
    from scoring.score_pad.state import Pad, Table
    from scoring.score_pad.tableau import Tableau

IN_A_ROW: Final = 2
"""How many cards stand beside each other."""

MAX_ROWS: Final = 12
"""The most rows of a tab, which a phone shows without scrolling: at most 24 cards."""

NAMES_A_ROW: Final = 3
"""How many names of types, each above its cards, are as high as a row."""

SEARCHED_FROM: Final = 61
"""The fewest cards of a deck that is searched by letters: others are seen at a glance."""

Lying = Mapping[str, int]
"""How many of each card lie before a player, the numbers that cards ask, and what was decided, as in a document."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardGroup:
    """Cards of one type, by their keys; its name, `None` for cards of none, and its place in the deck."""

    title: Message | None
    cards: tuple[str, ...]
    place: int = 0

    @property
    def rows(self) -> int:
        """How many rows they take."""
        return -(-len(self.cards) // IN_A_ROW)


CardTab = tuple[CardGroup, ...]
"""The groups of cards that are shown at once."""


QUESTIONS: Final = say("Questions of the cards")
OTHERS: Final = say("Other cards")
PLAYED_WITH: Final = say("Played with")
PLAYED_WITHOUT: Final = say("Played without")


class DeckPresets(Mapping[str, Cards]):
    """The decks of the shelf, by what their games are called in the reader's language."""

    def __getitem__(self, title: str) -> Cards:
        """Return the cards of a game."""
        return Cards(key="preset", title="?", deck=decks()[self._keys()[title]])

    def __iter__(self) -> Iterator[str]:
        """Yield the titles of the games."""
        return iter(self._keys())

    def __len__(self) -> int:
        """Return how many decks there are."""
        return len(self._keys())

    def _keys(self) -> Mapping[str, str]:
        return {ready_pads()[key].title: key for key in decks()}


class CardsKit(KindKit[Cards]):
    """Cards that are tapped one by one, or their points as one number."""

    of = Cards
    name = say("Cards")
    is_typed = False
    presets: ClassVar = DeckPresets()
    takes_said = Takes.CARDS
    shows_worth = False

    def like_preset(self, category: Cards) -> Cards:
        return replace(category, parts=())

    def worth(self, category: Cards, _titles: Mapping[str, str]) -> Message:
        number = len(category.in_play.cards)
        return counted(number, "{number} card, an unofficial list", "{number} cards, an unofficial list")

    def card_names(self, category: Cards) -> Mapping[int, str]:
        deck = category.in_play
        return {place: str(name_of(deck, card.key)) for place, card in enumerate(deck.cards)}

    def with_number(self, state: State, seat: int, part: EntryPart, number: int | None) -> State:
        """Enter how many there are of a card; without its place, the points that take the place of all cards."""
        if part.index is None:
            return with_entry(state, seat, part.key, number)
        categories = (category for category in state.table.pad.categories if isinstance(category, Cards))
        category = next(category for category in categories if category.key == part.key)
        key = card_key(state.table, part)
        lying = cards_in(state.table.players[seat].entries.get(part.key))
        return with_cards(state, seat, category, key, (number or 0) - lying.get(key, 0))

    def pieces(self, category: Cards, table: Table) -> Pieces:
        """Return the types of cards, and what cards are worth together; nothing where somebody has points alone."""
        deck, entries = category.in_play, [player.entries.get(category.key) for player in table.players]
        if any(isinstance(entry, int) for entry in entries):
            return {}
        together = (CardGroup(title=name_of(deck, shared.key), cards=(shared.key,)) for shared in deck.shared)
        groups = (*groups_of(deck, deck.cards, len(deck.cards)), *together)
        worths = category.tableaux(entries)
        parts = {str(titled(group.title or OTHERS)): category.of_cards(worths, group.cards) for group in groups}
        return {title: scored for title, scored in parts.items() if any(points for points, _ in scored)}

    def shown(self, _category: Cards, cell: Cell) -> dict[str, Any]:
        lying = cards_in(cell.table.players[cell.seat].entries.get(cell.part.key))
        if not lying or cell.is_wrong:
            return {}
        said = (cards_text(number_of_cards(lying)), points_text(cell.points))
        return {"said": said}


def number_of_cards(lying: Lying) -> int:
    """Return how many cards lie there."""
    return sum(number for key, number in lying.items() if "." not in key)


def cards_text(number: int) -> Message:
    """Return a number of cards in words."""
    return counted(number, "{number} card", "{number} cards")


def groups_of(deck: Deck, cards: Sequence[Card], most: int = IN_A_ROW * MAX_ROWS) -> tuple[CardGroup, ...]:
    """Return cards by their types, the first of their tags, in the order of the deck; those of no type stand last."""
    by_type: dict[str, list[str]] = {}
    for card in cards:
        by_type.setdefault(card.tags[0] if card.tags else "", []).append(card.key)
    places = {tag: place for place, tag in enumerate(("", *deck.tags))}
    if "" in by_type:
        by_type[""] = by_type.pop("")
    return tuple(
        CardGroup(
            title=name_of(deck, tag) if tag else None, cards=tuple(keys[at : at + most]), place=places.get(tag, 0)
        )
        for tag, keys in by_type.items()
        for at in range(0, len(keys), most)
    )


def tabs_of(deck: Deck) -> tuple[CardTab, ...]:
    """Return the tabs of a deck: as few as there can be, with no more rows than a phone shows."""
    tabs: list[list[CardGroup]] = []
    for group in groups_of(deck, deck.cards):
        if not tabs or not has_room((*tabs[-1], group)):
            tabs.append([])
        tabs[-1].append(group)
    return tuple(map(tuple, tabs))


def has_room(tab: CardTab) -> bool:
    """Return whether a phone shows all cards of a tab, with the names of their types, in rows of two."""
    return sum(group.rows for group in tab) + len(tab) / NAMES_A_ROW <= MAX_ROWS


def is_searched(deck: Deck) -> bool:
    """Return whether a deck has so many cards that one looks for them by letters."""
    return len(deck.cards) >= SEARCHED_FROM


def found(deck: Deck, letters: str) -> CardTab:
    """Return the cards of which a word begins with these letters, as many as a tab shows; their order is the deck's."""
    typed = base_letters(letters.strip())

    def begins(card: Card) -> bool:
        name = base_letters(str(name_of(deck, card.key)))
        return any(name[at:].startswith(typed) for at in range(len(name)) if not name[:at][-1:].isalnum())

    cards = [card for card in deck.cards if begins(card)] if typed else []
    return groups_of(deck, cards[: IN_A_ROW * MAX_ROWS])


def with_one(deck: Deck, lying: Lying, key: str, by: int) -> Lying:
    """Return what lies there with one more or less of a card, or of what a card asks.

    What no longer can be goes: a chaffinch on no beech lies on none, and a card stands for one thing alone. An answer
    of 0 stays, so that it is not asked again.

    >>> from scoring.score_pad.deck import Ask, Card, Deck
    >>> finch = Card(key="finch", name="Finch", asks=(Ask(key="beech", tags=("on",)),))
    >>> deck = Deck(tags={"on": "on a Beech"}, cards=(Card(key="beech", name="Beech"), finch))
    >>> with_one(deck, {"beech": 1, "finch": 1, "finch.beech": 1}, "beech", -1)
    {'finch': 1}
    """
    numbers = {**lying, key: max(lying.get(key, 0) + by, 0)}
    cards = {name: number for name, number in numbers.items() if number and "." not in name}
    most = {asked.key: asked.most for asked in asked_of(deck, cards)}
    asking = {f"{card.key}.{ask.key}" for card in deck.cards for ask in card.asks}
    kept = {
        name: min(number, most.get(name, 0)) if name in asking else number
        for name, number in numbers.items()
        if "." in name and name.partition(".")[0] in cards and (name in asking or not _instead(key, name, asking))
    }
    return cards | {name: number for name, number in kept.items() if number or name in most}


def without_step(deck: Deck, lying: Lying, before: Lying, after: Lying) -> Lying | None:
    """Return what lies there without a step from `before` to `after`, `None` where it would be as it is, or unclear.

    What was asked of the same cards, or decided for them, must be as the step left it.
    """
    changed = [key for key in {**before, **after} if before.get(key) != after.get(key)]
    said = {key.partition(".")[0] for key in changed if "." in key}
    if any(lying.get(key, 0) != after.get(key, 0) for key in {**lying, **after} if _says_of(key) in said):
        return None
    counts = {key: max(lying.get(key, 0) + before.get(key, 0) - after.get(key, 0), 0) for key in changed}
    answered = {key: number for key, number in counts.items() if number or key in before}
    kept = {key: number for key, number in lying.items() if key not in counts}
    left = with_one(deck, kept | answered, next(iter(changed), "").partition(".")[0], 0)
    return None if left == lying else left


def _says_of(key: str) -> str | None:
    """Return of which card a key says something, `None` where it is the key of a card."""
    card, dot, _ = key.partition(".")
    return card if dot else None


def with_part_turned(category: Cards, part: str) -> tuple[str, ...]:
    """Return the parts that are played with, with one more, or without it."""
    chosen = {*category.parts} ^ {part}
    return tuple(key for key in category.deck.parts or () if key in chosen)


def deck_parts(pad: Pad) -> Mapping[str, Message]:
    """Return the names of the parts of a pad's decks that not everybody plays with, by their keys."""
    decks_here = [category.deck for category in pad.categories if isinstance(category, Cards)]
    return {part: name_of(deck, part) for deck in decks_here for part in deck.parts or ()}


def parts_of(pad: Pad) -> tuple[str, ...]:
    """Return the parts of its decks with which a pad is played."""
    return tuple(part for category in pad.categories if isinstance(category, Cards) for part in category.parts)


def with_parts(pad: Pad, parts: Sequence[str]) -> Pad:
    """Return a pad that is played with these parts of its decks, and no others."""
    categories = (
        replace(category, parts=tuple(part for part in category.deck.parts or () if part in parts))
        if isinstance(category, Cards)
        else category
        for category in pad.categories
    )
    return replace(pad, categories=tuple(categories))


def _instead(key: str, name: str, asking: set[str]) -> bool:
    """Return whether a choice takes the place of another one for the same card."""
    return key != name and "." in key and key not in asking and key.partition(".")[0] == name.partition(".")[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardTable:
    """The cards of the player on a seat, beside those of all others: what is entered for them, and their points."""

    seat: int
    category: Cards
    entry: Entry | None
    others: tuple[Lying, ...]
    points: int

    @classmethod
    def at_seat(cls, evaluated: Evaluated, seat: int, category: Any) -> CardTable:  # noqa: ANN401 - one of cards
        """Return the cards of a player at a table."""
        entries = [player.entries.get(category.key) for player in evaluated.state.table.players]
        points = next(line.points for line in evaluated.columns[seat].lines if line.rule == category.key)
        others = tuple(cards_in(entry) for at, entry in enumerate(entries) if at != seat)
        return cls(seat=seat, category=category, entry=entries[seat], others=others, points=points)

    def at(self, evaluated: Evaluated) -> CardTable:
        """Return the cards of the same player at another state of the table."""
        return CardTable.at_seat(evaluated, self.seat, self.category)

    @property
    def deck(self) -> Deck:
        """The cards that are played with."""
        return self.category.in_play

    @property
    def lying(self) -> Lying:
        """What lies there."""
        return cards_in(self.entry)

    @property
    def points_entered(self) -> int | None:
        """The points that were entered instead of the cards, `None` where none were."""
        return self.entry if isinstance(self.entry, int) else None

    @property
    def scored(self) -> Tableau:
        """What each card is worth, and why, and what was decided best for them."""
        return tableau(self.deck, self.lying, self.others)

    @property
    def choices(self) -> tuple[Message, ...]:
        """What was decided for cards, in words, and which ones wait for that."""
        scored = self.scored
        waiting = (say("{card}: not decided", card=name_of(self.deck, key)) for key in scored.undecided)
        return (*(choice_text(self.deck, choice) for choice in scored.choices), *waiting)

    @property
    def asked(self) -> tuple[Asked, ...]:
        """The numbers that the cards ask."""
        return asked_of(self.deck, self.lying)

    @property
    def decisions(self) -> tuple[CardGroup, ...]:
        """What players have to decide, by the keys in the entry; nothing where there is nothing."""
        asked = {asked.key for asked in self.asked}
        said = {key.partition(".")[0] for key in self.lying if "." in key and key not in asked}
        wild = [card.key for card in self.deck.cards if card.key in said or card.key in self.scored.undecided]
        ways = {key: tuple(choice.entry for choice in options(self.deck, self.lying, key)) for key in wild}
        return tuple(CardGroup(title=name_of(self.deck, key), cards=cards) for key, cards in ways.items() if cards)

    def gain(self, key: str) -> int:
        """Return the points that one more of a card would bring."""
        return gain(self.deck, self.lying, key, self.others)

    def added(self, state: State, key: str, by: int) -> State:
        """Return a table with so many more of a card before the player; points that were entered for them go."""
        return with_cards(state, self.seat, self.category, key, by)

    def points_alone(self, state: State) -> State:
        """Return a table with the points of the cards, and nothing else of them."""
        return with_entry(state, self.seat, self.category.key, self.points)

    def without(self, before: Lying, after: Lying) -> Lying | None:
        """Return what lies there without a step from `before` to `after`, `None` where that cannot be told any more.

        What was asked or decided is what it was before, unless it has changed since.
        """
        return without_step(self.deck, self.lying, before, after)

    def restored(self, state: State, before: Lying, after: Lying) -> State:
        """Return a table without a step, as it was where that cannot be told any more."""
        key = self.category.key
        lying = without_step(self.deck, cards_in(state.table.players[self.seat].entries.get(key)), before, after)
        return state if lying is None else with_entry(state, self.seat, key, lying or None)

    def turned(self, state: State, part: str) -> State:
        """Return a table on which all play with a part of the deck, or no more."""
        key = self.category.key
        pad = state.table.pad
        categories = (
            replace(category, parts=with_part_turned(category, part))
            if isinstance(category, Cards) and category.key == key
            else category
            for category in pad.categories
        )
        return with_table(state, pad=replace(pad, categories=tuple(categories)))


def with_cards(state: State, seat: int, category: Cards, key: str, by: int) -> State:
    """Return a table with so many more of a card before a player; points that were entered for them go."""
    lying = cards_in(state.table.players[seat].entries.get(category.key))
    return with_entry(state, seat, category.key, with_one(category.in_play, lying, key, by) or None)
