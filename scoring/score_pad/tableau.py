"""What cards are worth that score one another, each with its reason; of what a player decides, the best counts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from scoring.messages import Message, as_typed, say, with_commas, wordless
from scoring.score_pad.choices import Held, arrangements, held_of
from scoring.score_pad.deck import Amount, CardPoints, is_of, lack_of, name_of, tags_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from scoring.score_pad.choices import Choice
    from scoring.score_pad.deck import CardWorth, Deck, Needs

Cleared = tuple[bool, frozenset[str]]
"""Whether the penalties of a card do not hold, and the words that are struck from them."""

HOLDING: Final[Cleared] = (False, frozenset())
"""Penalties that hold as they are printed."""

Certain = dict[int, bool]
"""Whether cards count, by their places, where that is certain."""

BLANKED: Final = say("blanked, does not count")


@dataclass(frozen=True, slots=True)
class CardScore:
    """What all copies of a card are worth, and why; a key that is no card's is that of a shared rule."""

    key: str
    count: int
    points: int
    because: Message


@dataclass(frozen=True, slots=True)
class Tableau:
    """The points of all cards before a player, what was decided for them, and the cards that players have to decide."""

    points: int
    cards: tuple[CardScore, ...]
    choices: tuple[Choice, ...] = ()
    undecided: tuple[str, ...] = ()


def tableau(deck: Deck, entry: Mapping[str, int], others: Sequence[Mapping[str, int]] = ()) -> Tableau:
    """Return what the cards before a player are worth, beside those of all others; the order of entries is nothing.

    `entry` has how many of each card lie there, by the key of the card, what was asked by `CARD.ASK`, and what the
    player decided as 1 by `CARD.TARGET` or `CARD.TARGET.SUIT`.
    """
    rivals = tuple(sorted(_items(rival) for rival in others)) if compares_players(deck) else ()
    return _worked_out(deck, _items(entry), rivals)


def gain(deck: Deck, entry: Mapping[str, int], key: str, others: Sequence[Mapping[str, int]] = ()) -> int:
    """Return what one more of a card would bring: points of all cards with it, less those without it."""
    more = {**entry, key: entry.get(key, 0) + 1}
    return tableau(deck, more, others).points - tableau(deck, entry, others).points


@lru_cache(maxsize=64)
def compares_players(deck: Deck) -> bool:
    """Return whether a card needs that nobody has more of something."""
    rules = [points for card in deck.cards for points in card.points] + [shared.points for shared in deck.shared]
    needs = [needs for card in deck.cards for needs in card.blanked] + [needs for rule in rules for needs in rule.when]
    needs += [needs for rule in rules if rule.otherwise is not None for needs in rule.otherwise.when]
    return any(need.most for need in needs)


Items = tuple[tuple[str, int], ...]


def _items(entry: Mapping[str, int]) -> Items:
    return tuple(sorted((key, number) for key, number in entry.items() if number))


@lru_cache(maxsize=512)
def _worked_out(deck: Deck, entry: Items, rivals: tuple[Items, ...]) -> Tableau:
    held = tuple(held_of(deck, dict(rival)) for rival in rivals)
    arranged, undecided = arrangements(deck, dict(entry))
    lying = (_lying(deck, end.held, clearings(end.held, end.cleared), held, end.choices) for end in arranged)
    best = max(lying, key=_Lying.total)
    return Tableau(best.total(), tuple(best.scores()), best.choices, undecided)


def amounts(amount: Amount, of: tuple[str, ...], held: Iterable[Held], suits: Sequence[str]) -> tuple[int, ...]:
    """Return what some of the cards amount to: one number, or that of each set, suit or run."""
    meant = [laid for laid in held if is_of(of, laid.tags) and (laid.card is not None or amount not in _OF_NUMBERS)]
    if amount in _SINGLE:
        return (_SINGLE[amount](meant),)
    if amount is Amount.SETS:
        names: Counter[str] = Counter()
        for laid in meant:
            names[laid.name] += laid.count
        return _sets(names)
    if amount is Amount.RUNS:
        numbers: Counter[int] = Counter()
        for laid in meant:
            numbers[laid.number] += laid.count
        return _runs(numbers)
    of_suits = [[laid for laid in meant if suit in laid.tags] for suit in suits]
    if amount is Amount.SUITS:
        return tuple(len({laid.name for laid in suit}) for suit in of_suits)
    return (max((sum(laid.count for laid in suit) for suit in of_suits), default=0),)


_SINGLE: Final[Mapping[Amount, Callable[[Sequence[Held]], int]]] = {
    Amount.CARDS: lambda meant: sum(laid.count for laid in meant),
    Amount.NAMES: lambda meant: len({laid.name for laid in meant}),
    Amount.SUM: lambda meant: sum(laid.number * laid.count for laid in meant),
    Amount.HIGHEST: lambda meant: max((laid.number for laid in meant), default=0),
}
"""What is one number."""

_OF_NUMBERS: Final = frozenset({Amount.HIGHEST, Amount.RUNS})
"""What goes by the numbers on cards: what is asked of a card has none."""


def _sets(names: Counter[str]) -> tuple[int, ...]:
    """Return how many different ones each set has, the largest first.

    >>> _sets(Counter("aaabbc"))
    (3, 2, 1)
    """
    return tuple(
        sum(count >= size for count in names.values()) for size in range(1, max(names.values(), default=0) + 1)
    )


def _runs(numbers: Counter[int]) -> tuple[int, ...]:
    """Return how long each run of numbers is, where the longest is always taken first.

    >>> _runs(Counter([1, 2, 3, 3, 4, 7]))
    (4, 1, 1)
    """
    runs: list[int] = []
    while numbers:
        lengths: dict[int, int] = {}
        for number in sorted(numbers, reverse=True):
            lengths[number] = 1 + lengths.get(number + 1, 0)
        first = max(lengths, key=lambda number: (lengths[number], -number))
        runs.append(lengths[first])
        numbers -= Counter(range(first, first + lengths[first]))
    return tuple(runs)


def _holds(needs: Needs, amount: int, most: int = 0) -> bool:
    """Return whether something holds for an amount; `most` is the largest one of the others."""
    if needs.most:
        return amount >= most
    if needs.at_most is not None and amount > needs.at_most:
        return False
    least = 1 if needs.at_least is None and needs.at_most is None else needs.at_least
    return least is None or amount >= least


@lru_cache(maxsize=4096)
def _less(of: tuple[str, ...], words: frozenset[str]) -> tuple[str, ...] | None:
    """Return which cards are meant without some words, `None` where no word is left."""
    left = tuple(key for key in of if key not in words)
    return None if left != of and not tags_of(left)[0] else left


def clearings(held: Sequence[Held], chosen: frozenset[int]) -> tuple[Cleared, ...]:
    """Return of each card what is cleared of its penalties, by cards that count or not; `chosen` are wholly cleared."""
    clears = [clear for laid in held if laid.card is not None for clear in laid.card.clears]
    if not clears and not chosen:
        return (HOLDING,) * len(held)
    return tuple(
        (
            index in chosen or any(clear.word is None and is_of(clear.of, laid.tags) for clear in clears),
            frozenset(clear.word for clear in clears if clear.word is not None and is_of(clear.of, laid.tags)),
        )
        for index, laid in enumerate(held)
    )


def counting(deck: Deck, held: Sequence[Held], cleared: Sequence[Cleared]) -> tuple[bool, ...]:
    """Return whether each card counts.

    A card that nothing can blank counts; what it blanks does not; and so on. Of cards that wait for one another in a
    circle, two that blank each other do not count; without such two, none counts if any blanks another one; cards that
    only need one another count.
    """
    waiting = _Blanking(deck.suits, held, _blankers(held, cleared), _needs(held, cleared))
    if not any(waiting.blankers) and not any(waiting.needs):
        return (True,) * len(held)
    certain: Certain = {}
    while len(certain) < len(held):
        before = len(certain)
        for index in [index for index in range(len(held)) if index not in certain]:
            counts = waiting.counts(index, certain)
            if counts is not None:
                certain[index] = counts
        if len(certain) == before:
            certain |= waiting.in_a_circle(certain)
    return tuple(certain[index] for index in range(len(held)))


def _blankers(held: Sequence[Held], cleared: Sequence[Cleared]) -> list[list[int]]:
    """Return which cards blank each card, where they count themselves."""
    blanked_by: list[list[int]] = [[] for _ in held]
    for by, laid in enumerate(held):
        for blanks in laid.penalties.blanks if laid.penalties is not None and not cleared[by][0] else ():
            of = _less(blanks.of, cleared[by][1])
            for index, rival in enumerate(held if of is not None else ()):
                if rival.card is not None and not (blanks.other and index == by) and is_of(of or (), rival.tags):
                    blanked_by[index].append(by)
    return blanked_by


def _needs(held: Sequence[Held], cleared: Sequence[Cleared]) -> list[list[tuple[Needs, tuple[str, ...]]]]:
    """Return when each card blanks itself, with the words that are left of it."""
    return [
        []
        if laid.penalties is None or gone
        else [(needs, of) for needs in laid.penalties.blanked if (of := _less(needs.of, words)) is not None]
        for laid, (gone, words) in zip(held, cleared, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class _Blanking:
    """The cards with those that blank them, and when they blank themselves."""

    suits: tuple[str, ...]
    held: Sequence[Held]
    blankers: Sequence[Sequence[int]]
    needs: Sequence[Sequence[tuple[Needs, tuple[str, ...]]]]

    def counts(self, index: int, certain: Certain) -> bool | None:
        """Return whether a card counts, by what is certain of others, `None` where that does not say it yet."""
        by = self.blankers[index]
        if not by and not self.needs[index]:
            return True
        surely, perhaps = (self._blanks_itself(index, certain, all_count=count) for count in (False, True))
        if any(certain.get(at, False) for at in by) or any(map(all, zip(surely, perhaps, strict=True))):
            return False
        return None if any(certain.get(at, True) for at in by) or any((*surely, *perhaps)) else True

    def in_a_circle(self, certain: Certain) -> Certain:
        """Return which cards count that wait for one another."""
        circle = self._circle(certain)
        blankers = {index: circle.intersection(self.blankers[index]) for index in circle}
        each_other = [index for index, by in blankers.items() if any(index in blankers[at] for at in by)]
        if each_other or any(blankers.values()):
            return dict.fromkeys(each_other or circle, False)
        for index in sorted(circle):
            if any(self._blanks_itself(index, certain, all_count=True)):
                return {index: False}
        return dict.fromkeys(circle, True)

    def _blanks_itself(self, index: int, certain: Certain, *, all_count: bool) -> list[bool]:
        """Return whether each reason holds for a card not to count, where all others count that may, or none does."""
        if not self.needs[index]:
            return []
        lying = [laid for at, laid in enumerate(self.held) if certain.get(at, all_count)]
        return [
            _holds(needs, max(amounts(needs.amount, of, lying, self.suits), default=0))
            for needs, of in self.needs[index]
        ]

    def _circle(self, certain: Certain) -> set[int]:
        """Return the first cards that wait for one another alone."""
        waiting = [index for index in range(len(self.held)) if index not in certain]
        by = {
            index: {at for at in self.blankers[index] if at not in certain}
            | {at for _, of in self.needs[index] for at in waiting if is_of(of, self.held[at].tags)}
            for index in waiting
        }
        behind = {index: _reached(by, index) for index in waiting}
        first = next(index for index in waiting if all(index in behind[at] for at in behind[index]))
        return {first} | behind[first]


def _reached(by: Mapping[int, set[int]], index: int) -> set[int]:
    reached: set[int] = set()
    waiting = [index]
    while waiting:
        new = by[waiting.pop()] - reached
        reached |= new
        waiting += new
    return reached


def _lying(
    deck: Deck,
    held: Sequence[Held],
    cleared: Sequence[Cleared],
    rivals: Sequence[Sequence[Held]],
    choices: tuple[Choice, ...],
) -> _Lying:
    counts = counting(deck, held, cleared)
    return _Lying(
        deck,
        tuple(laid for laid, does in zip(held, counts, strict=True) if does),
        tuple(gone for gone, does in zip(cleared, counts, strict=True) if does),
        tuple(laid for laid, does in zip(held, counts, strict=True) if not does),
        rivals,
        choices,
    )


@dataclass(frozen=True, slots=True)
class _Counted:
    """What a rule is worth for one copy of a card: what was counted, the rule in the end, and what it lacks."""

    worth: int
    parts: tuple[int, ...]
    rule: CardWorth
    lacks: Needs | None = None


@dataclass(frozen=True, slots=True)
class _Lying:
    """The cards that count, what is cleared of the penalties of each, those that do not count, and those of others."""

    deck: Deck
    cards: tuple[Held, ...]
    cleared: tuple[Cleared, ...]
    blanked: tuple[Held, ...]
    rivals: Sequence[Sequence[Held]]
    choices: tuple[Choice, ...]
    counted_before: dict[tuple[Amount, tuple[str, ...]], tuple[int, ...]] = field(default_factory=dict)

    def total(self) -> int:
        """Return the points of all."""
        total = sum(self._counted(shared.points, None, frozenset()).worth for shared in self.deck.shared)
        for laid, gone in zip(self.cards, self.cleared, strict=True):
            total += laid.number * laid.count if self.deck.numbers_count else 0
            total += sum(counted.worth * times for counted, times in self._rules(laid, gone))
        return total

    def scores(self) -> Iterator[CardScore]:
        """Yield what each card is worth, and why, then what some are worth together."""
        for laid, gone in zip(self.cards, self.cleared, strict=True):
            if laid.card is not None:
                yield self._score(laid.card.key, laid, gone)
        yield from (CardScore(laid.card.key, laid.count, 0, BLANKED) for laid in self.blanked if laid.card is not None)
        for shared in self.deck.shared:
            counted = self._counted(shared.points, None, frozenset())
            if any(counted.parts):
                yield CardScore(shared.key, sum(counted.parts), counted.worth, self._reason(counted, 1))

    def _score(self, key: str, laid: Held, gone: Cleared) -> CardScore:
        total, reasons = 0, []
        if self.deck.numbers_count:
            total = laid.number * laid.count
            reasons = [as_typed(f"{laid.count} × {laid.number}" if laid.count > 1 else str(laid.number))]
        for counted, times in self._rules(laid, gone):
            total += counted.worth * times
            if counted.worth or not self.deck.numbers_count:
                reasons.append(self._reason(counted, times))
        if gone[0] and laid.has_penalty:
            reasons.append(say("penalty cleared"))
        return CardScore(key, laid.count, total, with_commas(reasons) if reasons else say("no points"))

    def _rules(self, laid: Held, gone: Cleared) -> Iterator[tuple[_Counted, int]]:
        """Yield the rules of a card and how often each counts: its own, and the penalties it has that hold."""
        for points in laid.card.points if laid.card is not None else ():
            if not points.penalty:
                yield self._counted(points, laid, frozenset()), 1 if points.once else laid.count
        for points in laid.penalties.points if laid.penalties is not None and not gone[0] else ():
            if points.penalty:
                yield self._counted(points, laid, gone[1]), 1 if points.once else laid.count

    def _counted(self, rule: CardWorth, laid: Held | None, words: frozenset[str]) -> _Counted:
        """Return what a rule is worth for one copy of a card, without some words."""
        for needs in rule.when:
            left = _less(needs.of, words)
            if left is None or not self._is_met(needs, left):
                instead = rule.otherwise if isinstance(rule, CardPoints) else None
                return _Counted(0, (), rule, needs) if instead is None else self._counted(instead, laid, words)
        if rule.of is None:
            return _Counted(rule.each, (), rule)
        of = _less(rule.of, words)
        if of is None:
            return _Counted(0, (), rule)
        if rule.other and laid is not None and is_of(of, laid.tags):
            parts = amounts(rule.amount, of, _without(self.cards, laid), self.deck.suits)
        else:
            parts = self._amounts(rule.amount, of)
        return _Counted(sum(_value(rule, part) for part in parts), parts, rule)

    def _amounts(self, amount: Amount, of: tuple[str, ...]) -> tuple[int, ...]:
        """Return what some of the cards that count amount to, counted once for all rules."""
        parts = self.counted_before.get((amount, of))
        if parts is None:
            parts = self.counted_before[amount, of] = amounts(amount, of, self.cards, self.deck.suits)
        return parts

    def _is_met(self, needs: Needs, of: tuple[str, ...]) -> bool:
        mine = max(self._amounts(needs.amount, of), default=0)
        theirs = (
            max(amounts(needs.amount, of, lying, self.deck.suits), default=0)
            for lying in (self.rivals if needs.most else ())
        )
        return _holds(needs, mine, max(theirs, default=0))

    def _reason(self, counted: _Counted, times: int) -> Message:
        """Return the arithmetic of a rule for so many copies of a card."""
        rule, parts = counted.rule, counted.parts
        factor = f"{times} × " if times > 1 else ""
        if counted.lacks is not None:
            return say("{what}: {value}", what=0, value=lack_of(self.deck, counted.lacks))
        if not parts:
            return as_typed(f"{factor}{counted.worth}")
        if rule.steps is not None:
            values = [str(value) for value in (_value(rule, part) for part in parts) if value]
            sum_ = factor + _bracketed(values or ["0"], factor)
        else:
            each = "" if rule.each == 1 and rule.amount in {Amount.SUM, Amount.HIGHEST} else f"{rule.each} × "
            counts = [str(part // rule.per) for part in parts]
            sum_ = f"{factor}{each}{_bracketed(counts, factor + each)}"
        what = tuple(name_of(self.deck, key) for key in rule.of or () if key[0] != "-")
        return wordless("{sum} ({what})", sum=sum_, what=what) if what else as_typed(sum_)


def _bracketed(parts: Sequence[str], factor: str) -> str:
    added = " + ".join(parts)
    return f"({added})" if factor and len(parts) > 1 else added


def _without(cards: tuple[Held, ...], laid: Held) -> tuple[Held, ...]:
    """Return the cards with one copy less of one of them."""
    index = next(at for at, rival in enumerate(cards) if rival is laid)
    fewer = () if laid.count == 1 else (replace(laid, count=laid.count - 1),)
    return (*cards[:index], *fewer, *cards[index + 1 :])


def _value(rule: CardWorth, part: int) -> int:
    if rule.steps is not None:
        return rule.steps[max(0, min(part, len(rule.steps) - 1))]
    return rule.each * (part // rule.per)
