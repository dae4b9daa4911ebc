"""My copy of Carpe Diem: what the rulebook prints of the material, what was entered, and what the villa chart lacks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Final

from companion.games.carpe_diem.wording import card_text
from companion.games.kit import ANY_KEY, CopyPart, KnownValue, by_name
from scoring.carpe_diem.data import KNOWN_FORUM_CARDS, KNOWN_FOUNTAIN_CARDS, KNOWN_FRAME_GOALS, KNOWN_VILLA_CHART, Stack
from scoring.carpe_diem.district import built_by
from scoring.carpe_diem.state import GOAL_POINTS_RANGE, RULES, Card, Edition, FrameGoal, Kind, Player, Table, Thing
from scoring.carpe_diem.villa_chart import Chimneys, VillaChart
from scoring.carpe_diem.wording import chimneys_counted
from scoring.fields import nouns_of
from scoring.messages import Message, counted, forms, points_text, say
from storage.documents.codec import plain
from storage.documents.records import field_of, record_of

if TYPE_CHECKING:
    from companion.tables.my_copy import MyCopy

GAME: Final = "carpe-diem"

SHAPE_PART: Final = "shape"
"""The part that counts how often each shape of a tile was laid; nobody is asked for it."""


def card_key(card: Card) -> str:
    """Return the key of a forum card: what it asks and gives, so that a card is kept once whatever its name.

    >>> from scoring.carpe_diem.state import Good, Reward
    >>> card_key(Card(pay={Good.FISH: 3}, reward=Reward(points=7)))
    'pay fish 3: points 7'
    """
    asked = plain(card.pay or card.own or {})
    things = " ".join(f"{thing} {asked[thing]}" for thing in sorted(asked))
    reward = " ".join(f"{name} {number}" for name, number in plain(card.reward).items() if number)
    return f"{'own' if card.pay is None else 'pay'} {things}: {reward}"


def goal_key(goal: FrameGoal) -> str:
    """Return the key of a frame goal, such as "villa 3"."""
    return f"{goal.kind.value} {goal.points}"


def stack(card: Card) -> Stack:
    """Return the letter on the back of a forum card, which follows from what it asks for. Rulebook, Forum Cards.

    >>> stack(Card(own={Thing.CHIMNEYS: 2}))
    'C'
    """
    if card.pay is not None:
        return "A" if len(card.pay) == 1 else "B"
    return "C" if {Thing.VILLA, Thing.CHIMNEYS}.issuperset(card.own or {}) else "D"


def next_chimneys(chart: VillaChart) -> int:
    """Return the smallest number of chimneys without an entry of its own in a villa chart."""
    numbers = {chimneys.number for chimneys, _ in chart.entries}
    return next(number for number in range(1, len(numbers) + 2) if number not in numbers)


def missing_chimneys(table: Table, seat: int | None = None) -> tuple[int, ...]:
    """Return the numbers of chimneys of completed villas, of all or of a seat, that the table's villa chart lacks."""
    players = table.players if seat is None else (table.players[seat],)
    numbers = {chimneys for player in players for chimneys in built_by(player).villas}
    return tuple(sorted(number for number in numbers if table.chart.points(number) is None))


def villa_owners(table: Table, chimneys: int) -> tuple[str, ...]:
    """Return the players with a completed villa of so many chimneys."""
    return tuple(player.name for player in table.players if chimneys in built_by(player).villas)


def can_be_last(table: Table, chimneys: int) -> bool:
    """Return whether an entry may stand for more chimneys as well: neither the chart nor a villa goes beyond it."""
    return max((table.chart.highest, *missing_chimneys(table))) == chimneys


def doubt_about_value(chart: VillaChart, chimneys: int, points: int) -> Message | None:
    """Return the question whether a value is meant, where fewer chimneys give more or more chimneys give less.

    >>> from scoring.carpe_diem.villa_chart import VillaChart
    >>> str(doubt_about_value(VillaChart.read({"3": 3, "5": 7}), 4, 2))
    '3 chimneys give 3 points. Do 4 chimneys give only 2 points?'
    >>> doubt_about_value(VillaChart.read({"3": 3, "5": 7}), 4, 5)
    """
    for (number, _), value in chart.entries:
        if (number < chimneys and value > points) or (number > chimneys and value < points):
            words, fewer, more = (_TOO_LITTLE, number, chimneys) if number < chimneys else (_TOO_MUCH, chimneys, number)
            others = chimneys_counted(Chimneys(more))
            return counted(fewer, *words, others=others, value=points_text(value), points=points_text(points))
    return None


_TOO_LITTLE: Final = forms(
    "{number} chimney gives {value}. Do {others} give only {points}?",
    "{number} chimneys give {value}. Do {others} give only {points}?",
)
_TOO_MUCH: Final = forms(
    "{others} give {value}. Does {number} chimney give {points}?",
    "{others} give {value}. Do {number} chimneys give {points}?",
)


def _chimneys(key: str) -> int:
    return Chimneys.read(key).number


def _valued(thing: Message, points: int) -> Message:
    return say("{what}: {value}", what=thing, value=points_text(points))


RULEBOOK: Final = say("Rulebook")
"""Where the values that everybody knows are printed; the headings stand beside the numbers."""

VILLA_CHART: Final[CopyPart[str, int]] = CopyPart(
    game=GAME,
    name="villa_chart",
    title=nouns_of(Table)["villa_chart"].title,
    entries=record_of(Table).fields["villa_chart"],
    words=lambda key, points: _valued(chimneys_counted(Chimneys.read(key)), points),
    printed=tuple(KnownValue(key=key, value=points, printed=RULEBOOK) for key, points in KNOWN_VILLA_CHART.items()),
    place=_chimneys,
    order=lambda entry: _chimneys(entry.key),
)

FORUM_CARDS: Final[Mapping[Edition, CopyPart[str, Card]]] = {
    edition: CopyPart(
        game=GAME,
        name="forum_card",
        title=say("Forum cards"),
        entries=field_of(Annotated[Mapping[str, Card], ANY_KEY]),
        words=lambda _, card: card_text(card),
        printed=tuple(
            KnownValue(key=card_key(known_card.card), value=known_card.card, printed=RULEBOOK)
            for known_card in KNOWN_FORUM_CARDS
            if edition in known_card.editions
        ),
        key_of=card_key,
        order=lambda entry: stack(entry.value),
    )
    for edition in Edition
}
"""The forum cards by edition; only those that the rulebook prints differ."""

FOUNTAIN_CARDS: Final[CopyPart[Kind, int]] = CopyPart(
    game=GAME,
    name="fountain_card",
    title=RULES["fountains"],
    entries=field_of(Mapping[Kind, Annotated[int, GOAL_POINTS_RANGE]]),
    words=lambda kind, points: _valued(kind.noun.name, points),
    printed=tuple(
        KnownValue(key=known_card.kind, value=known_card.points, printed=RULEBOOK)
        for known_card in KNOWN_FOUNTAIN_CARDS
    ),
    order=lambda entry: list(Kind).index(entry.key),
)

FRAME_GOALS: Final[CopyPart[str, FrameGoal]] = CopyPart(
    game=GAME,
    name="frame_goal",
    title=nouns_of(Player)["frame"].title,
    entries=field_of(Annotated[Mapping[str, FrameGoal], ANY_KEY]),
    words=lambda _, goal: _valued(goal.kind.noun.name, goal.points),
    printed=tuple(
        KnownValue(key=goal_key(goal), value=goal, printed=RULEBOOK)
        for known_goal in KNOWN_FRAME_GOALS
        for goal in [FrameGoal(kind=known_goal.kind, points=known_goal.points)]
    ),
    key_of=goal_key,
    order=lambda entry: (list(Kind).index(entry.value.kind), entry.value.points),
)
"""The goals of frame parts, wherever those lie; a kind may have several with different points."""

COPY_PARTS: Final = by_name(VILLA_CHART, FORUM_CARDS[Edition.SECOND], FOUNTAIN_CARDS, FRAME_GOALS)


def villa_chart(copies: MyCopy) -> tuple[KnownValue[str, int], ...]:
    """Return the entries of the villa chart up to the one for more chimneys, which covers what comes after it."""
    entries = VILLA_CHART.known(copies)
    last = next((at for at, entry in enumerate(entries) if Chimneys.read(entry.key).and_more), len(entries))
    return entries[: last + 1]


def villa_values(copies: MyCopy) -> dict[str, int]:
    """Return the villa chart as a table takes it."""
    return {entry.key: entry.value for entry in villa_chart(copies)}
