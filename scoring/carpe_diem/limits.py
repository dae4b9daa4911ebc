"""The limits: what is impossible on a table of Carpe Diem, part by part; those of the district stand in `district`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scoring.carpe_diem import district
from scoring.carpe_diem.district import built_by
from scoring.carpe_diem.state import (
    CARD_POINTS_RANGE,
    CARDS_OF_A_VISIT,
    FORUM_COLUMNS,
    FORUM_ROWS,
    Card,
    District,
    Feature,
    Forum,
    FrameGoal,
    Player,
    Table,
    Tally,
    Thing,
    Tile,
)
from scoring.carpe_diem.villa_chart import Chimneys
from scoring.carpe_diem.wording import CHIMNEYS
from scoring.grid import neighbours
from scoring.messages import Message, counted, say, wordless
from scoring.players import names_differ
from scoring.problems import Limits, Problem, for_each

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


FORUM_NEIGHBOURS: Final = neighbours(FORUM_COLUMNS, FORUM_ROWS)


DISTRICT_RULES: Final = ("frame", "fountains", "villas")
"""The lines of the sheet that look at a district or its tally."""


def is_not_given(player: Player) -> bool:
    """Return whether a player has neither a district nor a tally, because every line that looks at it was entered."""
    entered = player.entered or {}
    return player.district is None and player.tally is None and all(rule in entered for rule in DISTRICT_RULES)


def chimneys_of_completed_villas(tally: Tally) -> Iterator[Problem]:
    """A district has at least the chimneys of its completed villas."""
    least = sum(tally.villas)
    if tally.chimneys < least:
        message = say(
            "{chimneys} in the district: the completed villas alone have {least}",
            chimneys=counted(tally.chimneys, *CHIMNEYS),
            least=least,
        )
        yield Problem(path="chimneys", message=message)


def victory_cards_given(player: Player) -> Iterator[Problem]:
    """A player has points on victory point cards, unless that line was entered."""
    if player.victory_cards is None and "victory_cards" not in (player.entered or {}):
        low, high = CARD_POINTS_RANGE.low, CARD_POINTS_RANGE.high
        message = say("missing: a whole number from {low} to {high} belongs here", low=low, high=high)
        yield Problem(path="victory_cards", message=message)


def district_or_tally(player: Player) -> Iterator[Problem]:
    """A player has a district or a tally, or neither where every line that looks at it was entered."""
    if is_not_given(player):
        if player.frame:
            message = say(
                "no goals belong here without a district or a tally: Tessera cannot tell whether they are met"
            )
            yield Problem(path="frame", message=message)
    elif (player.district is None) == (player.tally is None):
        yield Problem(path="", message=exactly_one("district", "tally", both=player.tally is not None))


def exactly_one(first: str, second: str, *, both: bool) -> Message:
    """Return what is said where one of two keys belongs, and neither or both are there."""
    if both:
        return say("both {first} and {second} given: exactly one belongs here", first=first, second=second)
    return say("neither {first} nor {second} given: exactly one belongs here", first=first, second=second)


def frame_goals_as_entered(player: Player) -> Iterator[Problem]:
    """With a district a goal has its line, with a tally it says whether it is met."""
    if (player.district is None) == (player.tally is None):
        return
    board, needed, excluded = ("district", "line", "met") if player.tally is None else ("tally", "met", "line")
    keys = {"board": board, "needed": needed, "excluded": excluded}
    unwanted = say("with a {board}, a goal takes the key {needed}, not {excluded}", **keys)
    missing = say("missing: with a {board}, each goal needs its {needed}", board=board, needed=needed)

    def goal_as_entered(index: int, goal: FrameGoal) -> Iterator[Problem]:
        entries = {"line": goal.line, "met": goal.met}
        if entries[excluded] is not None:
            yield Problem(path=f"frame[{index}].{excluded}", message=unwanted)
        if entries[needed] is None:
            yield Problem(path=f"frame[{index}].{needed}", message=missing)

    yield from for_each(player.frame, goal_as_entered)


def met_goals_are_built(player: Player) -> Iterator[Problem]:
    """A goal that is met has a completed structure of its kind. Rulebook, Frame achievements."""
    if player.district is not None or player.tally is None:
        return
    counts = built_by(player).counts

    def met_goal_is_built(index: int, goal: FrameGoal) -> Iterator[Problem]:
        if goal.met is True and not counts.get(goal.kind):
            message = say("met, but the tally has no completed {kind}", kind=goal.kind.noun.name)
            yield Problem(path=f"frame[{index}].met", message=message)

    yield from for_each(player.frame, met_goal_is_built)


def prestige_within_the_bar(table: Table) -> Iterator[Problem]:
    """Nobody stands past the end of the prestige bar."""

    def within(index: int, player: Player) -> Iterator[Problem]:
        if player.prestige > table.prestige_end:
            message = say(
                "space {space}: the prestige bar ends at {end}", space=player.prestige, end=table.prestige_end
            )
            yield Problem(path=f"players[{index}].prestige", message=message)

    yield from for_each(table.players, within)


def villa_chart_as_printed(table: Table) -> Iterator[Problem]:
    """Each number of chimneys stands once in the villa chart, and only the highest one means "and more"."""
    chimneys = [Chimneys.read(key) for key in table.villa_chart]
    numbers = [count.number for count in chimneys]
    highest = max(numbers, default=0)
    for index, (key, (number, and_more)) in enumerate(zip(table.villa_chart, chimneys, strict=True)):
        if number in numbers[:index]:
            yield Problem(
                path=f"villa_chart.{key}", message=say("{key}: {number} appears here twice", key=key, number=number)
            )
        elif and_more and number < highest:
            message = say("{key}: only the highest number, {highest}, may have +", key=key, highest=highest)
            yield Problem(path=f"villa_chart.{key}", message=message)


def villa_chart_lacks(table: Table) -> Iterator[Problem]:
    """A score needs the chart value of each completed villa with chimneys; the resource board prints it."""
    chart = table.chart
    lacking: list[Message] = []

    def note_lacking(_index: int, player: Player) -> Iterable[Problem]:
        lacking.extend(
            wordless("{chimneys} ({name})", chimneys=counted(chimneys, *CHIMNEYS), name=player.name)
            for chimneys in sorted(set(built_by(player).villas))
            if chart.points(chimneys) is None
        )
        return ()

    list(for_each(table.players, note_lacking))
    if lacking:
        message = say(
            "no value for a completed villa with {lacking}: enter it from the chart on the resource board",
            lacking=tuple(lacking),
        )
        yield Problem(path="villa_chart", message=message)


def pay_or_own(card: Card) -> Iterator[Problem]:
    """A card asks for something to pay or to own, not both."""
    if (card.pay is None) == (card.own is None):
        yield Problem(path="", message=exactly_one("pay", "own", both=card.pay is not None))
    for path, asked in (("pay", card.pay), ("own", card.own)):
        if asked is not None and not asked:
            yield Problem(path=path, message=say("nothing is named: a card needs at least one thing"))


ALONE: Final = {
    sort: say("{thing} cannot be mixed with other things: it stands alone on a card", thing=sort.value)
    for sort in (Thing.LANDSCAPE, Thing.DWELLING)
}
"""What is said of a sort that is mixed with other things."""


def any_of_a_sort_alone(card: Card) -> Iterator[Problem]:
    """Any landscapes, or any dwellings, stand alone on a card."""
    if card.own is not None and len(card.own) > 1:
        for sort, message in ALONE.items():
            if sort in card.own:
                yield Problem(path="own", message=message)
                return


def reward_is_something(card: Card) -> Iterator[Problem]:
    """The reward of a card is not empty."""
    reward = card.reward
    if not (reward.points or reward.coins or reward.bread or reward.prestige):
        yield Problem(
            path="reward",
            message=say("nothing given: at least one of points, coins, bread and prestige must be above 0"),
        )


def markers_between_cards(forum: Forum) -> Iterator[Problem]:
    """A marker lies between two neighbouring cards, and no two lie at one place. Rulebook, Forum Phase."""
    lying = {
        square
        for row, cards in enumerate(forum.cards, start=1)
        for square, card in zip((f"{letter}{row}" for letter in "ABCD"), cards, strict=False)
        if card is not None
    }
    seen: set[frozenset[str]] = set()

    def marker_between_cards(index: int, marker: tuple[str, ...]) -> Iterator[Problem]:
        if len(marker) != CARDS_OF_A_VISIT:
            return
        first, second = marker
        path = f"markers[{index}]"
        empty = [square for square in marker if square not in lying]
        if second not in FORUM_NEIGHBOURS[first].values():
            yield Problem(path=path, message=say("{one} and {other} do not share a side", one=first, other=second))
        elif empty:
            yield Problem(path=path, message=say("no card lies on {empty}", empty=tuple(empty)))
        elif frozenset(marker) in seen:
            yield Problem(
                path=path, message=say("a marker already lies between {one} and {other}", one=first, other=second)
            )
        seen.add(frozenset(marker))

    yield from for_each(forum.markers, marker_between_cards)


def of_features(limit: Callable[[Feature], Iterable[Problem]]) -> Callable[[Tile], Iterator[Problem]]:
    """Return a limit of features as one of their tile, which says on which square the problem is."""
    return lambda tile: for_each(
        tile.features,
        lambda index, feature: (
            replace(problem, path=f"features[{index}].{problem.path}", cells=(tile.cell,)) for problem in limit(feature)
        ),
    )


LIMITS: Final[Limits] = {
    Table: (names_differ, prestige_within_the_bar, villa_chart_as_printed),
    Player: (victory_cards_given, district_or_tally, frame_goals_as_entered, met_goals_are_built),
    Tally: (chimneys_of_completed_villas,),
    Tile: (
        of_features(district.feature_openings),
        of_features(district.chimneys_on_villas_only),
        district.sides_used_once,
        district.single_tiles_stand_alone,
    ),
    District: (
        district.one_tile_a_square,
        district.touching_sides_match,
        district.frame_is_grass,
        district.tiles_hang_together,
        district.first_tile_on_the_shovel,
        district.landscapes_of_four_at_most,
    ),
    Card: (pay_or_own, any_of_a_sort_alone, reward_is_something),
    Forum: (markers_between_cards,),
}
