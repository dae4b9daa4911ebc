"""Points for those who have the most of something, or the fewest, as the app has them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from companion.games.score_pad.kinds.draft import CategoryDraft, PadDraft, PlacesDraft, Reading, joined, unless
from companion.games.score_pad.kinds.kind import Choice, FormPart, KindKit, Level, Places, Typed, TypedCategory
from scoring.messages import Message, counted, say, with_commas
from scoring.score_pad.kinds import Majority, Ties
from scoring.score_pad.kinds.category import WORTH_RANGE
from scoring.score_pad.kinds.majority import LEAST_RANGE, LEVEL_RANGE, MAX_LEVEL, MAX_PLACES, PLACES
from scoring.sheet import Better

TIES: Final[Mapping[Ties, Message]] = {
    Ties.SHARE: say("players who are level share"),
    Ties.ALL: say("players who are level each get all"),
    Ties.NONE: say("players who are level get nothing"),
    Ties.NEXT: say("players who are level each get all, the next place follows"),
}
"""What those get who are level."""

WANTED: Final = {Better.MOST: say("The most wins"), Better.FEWEST: say("The fewest wins")}
"""Which number is the better one."""

CASCADIA: Final = Majority(
    key="preset", title="?", values={"2": (2,), "3": (3, 1)}, level={"2": ((1,),), "3": ((2, 1, 1), (0,))}
)

_PLAYERS: Final = 3
"""How many players the example has that is the same for any number."""

_LEAST: Final = Typed(name="least", label=say("Minimum for a place"), range=LEAST_RANGE, usual=1, hint="1")


class MajorityKit(KindKit[Majority]):
    """Points for those who have the most of something, or the fewest."""

    of = Majority
    name = say("Majority")
    about = say("The most of something wins, such as 5 points for the most sheep, 2 for the second.")
    presets: ClassVar = {"Cascadia": CASCADIA}

    def worth(self, category: Majority, _titles: Mapping[str, str]) -> Message:
        """Return what the places are worth, for each number of players where that differs.

        >>> by_number = {"2": (2,), "3": (3,)}
        >>> bears = Majority(key="bears", title="Bears", values=by_number, ties=Ties.ALL)
        >>> str(MajorityKit().worth(bears, {}))
        'with 2 players 2 for the most, with 3 players 3 for the most, players who are level each get all'
        """
        if isinstance(category.values, tuple):
            worth = [_places_text(category, category.values)]
        else:
            worth = [
                _with_players(number, _places_text(category, values)) for number, values in category.values.items()
            ]
        least = [] if category.least is None or category.least == 1 else [say("from {least} on", least=category.least)]
        level = [] if category.level is None else [say("those who are level by a table of their own")]
        return with_commas([*worth, *least, *(level or [TIES[category.ties]])])

    def examples(self, category: Majority, _titles: Mapping[str, str]) -> tuple[Message, ...]:
        return tuple(_examples(category))

    def fields(self, _pad: PadDraft, draft: CategoryDraft) -> tuple[FormPart, ...]:
        least = (_LEAST,) if draft.wanted is Better.MOST else ()
        return Choice(name="wanted", choices=WANTED), Places(), *least, Level()

    def drafted(self, category: Majority, _numbers: Mapping[str, int]) -> dict[str, Any] | None:
        places, least = places_drafts(category.values, category.level), 1 if category.least is None else category.least
        typed = {"ties": category.ties, "wanted": category.wanted, "places": places}
        more = {"by_level": category.level is not None, "least": unless(least, 1)}
        return None if places is None else {**typed, **more}

    def numbers(self, reading: Reading, typed: TypedCategory) -> dict[str, Any]:
        draft, path = typed.draft, typed.path
        numbers = KindKit.numbers(self, reading, typed)
        values, level = {}, {}
        for places in places_of(draft):
            at = f"{path}.{places.path('values')}"
            values[places.players] = reading.numbers(at, places.values, WORTH_RANGE, MAX_PLACES)
            if draft.by_level and draft.ties is not Ties.NEXT:
                level[places.players] = level_of(reading, path, places)
        return {
            **numbers,
            "values": values.get("", values),
            "level": level.get("", level) or None,
            "ties": draft.ties,
            "wanted": draft.wanted,
        }


def places_of(category: CategoryDraft) -> tuple[PlacesDraft, ...]:
    """Return the values of a majority: those for any number of players, or from several numbers on."""
    return category.places or (PlacesDraft(values=category.values),)


def places_drafts(values: Any, level: Any) -> tuple[PlacesDraft, ...] | None:  # noqa: ANN401 - two levels of numbers
    """Return the values of a majority as they are typed, `None` where not all are by the same numbers of players."""
    by_players = values if isinstance(values, Mapping) else {"": values}
    levels = level if isinstance(level, Mapping) else {"": level or ()}
    if level is not None and levels.keys() != by_players.keys():
        return None
    return tuple(
        PlacesDraft(
            players=players, values=joined(by_players[players]), level=tuple(map(joined, levels.get(players, ())))
        )
        for players in sorted(by_players, key=lambda players: int(players or 0))
    )


def level_of(reading: Reading, path: str, places: PlacesDraft) -> tuple[tuple[int, ...], ...]:
    """Return what those get who are level, up to the last place for which that was typed."""
    last = max((at for at, typed in enumerate(places.level) if typed.strip()), default=0)
    typed = (*places.level, "")[: last + 1]
    return tuple(
        reading.numbers(f"{path}.{places.path('level', at)}", values, LEVEL_RANGE, MAX_LEVEL)
        for at, values in enumerate(typed)
    )


def _with_players(number: str, worth: Message) -> Message:
    return counted(int(number), "with {number} player {worth}", "with {number} players {worth}", worth=worth)


def _places_text(category: Majority, values: Sequence[int]) -> Message:
    places = PLACES[category.wanted]
    return with_commas(
        say("{value} for {what}", value=value, what=place) for value, place in zip(values, places, strict=False)
    )


def _examples(category: Majority) -> Iterator[Message]:
    """Yield what players get who hold different numbers, and those who are level for the most or the second most."""
    lowest = max((category.least or 1) - 1, 1)
    for players in map(int, category.values) if isinstance(category.values, Mapping) else (_PLAYERS,):
        most, *others = range(lowest + players - 1, lowest - 1, -1)
        examples = [(most, *others)]
        if others:
            examples.append((most, most, *others[1:]))
        if others[1:]:
            examples.append((most, others[0], others[0], *others[2:]))
        for held in examples:
            points = (category.among(held, [""] * players, seat)[0] for seat in range(players))
            yield counted(
                players,
                "{number} player with {held} gets {points}",
                "{number} players with {held} get {points}",
                held=tuple(map(str, held)),
                points=tuple(map(str, points)),
            )
