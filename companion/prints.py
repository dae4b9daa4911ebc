"""What copies of games print, part by part: which entries this version can read, and how they are said.

What was entered here was checked as it was entered; what comes from elsewhere is checked by this.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

from companion.editors.carpe_diem import card_words
from companion.editors.carpe_diem import copy as carpe_diem
from companion.editors.little_town import copy as little_town
from companion.editors.mayor import copy as mayor
from companion.editors.mayor.beside import Event, Tile
from companion.editors.mayor.words import event_said, many, one, park_said
from companion.editors.palaces_of_carrara import copy as carrara
from scoring import GAMES
from scoring.carpe_diem.state import Card, FountainCard, FrameGoal, Thing
from scoring.carpe_diem.villa_chart import Chimneys
from scoring.carpe_diem.wording import NOUNS, chimneys_counted
from scoring.mayor.state import Kind, Street
from scoring.messages import counted
from scoring.palaces_of_carrara.data import OBJECTS_UNSURE
from scoring.palaces_of_carrara.state import Location, Object, Value
from scoring.palaces_of_carrara.wording import given, location_name
from scoring.problems import problems_in
from storage.codec import plain
from storage.records import record_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from companion.copies import Copies
    from scoring.carpe_diem.state import Kind as CarpeDiemKind
    from scoring.problems import Problem

V = TypeVar("V")

UNSAID: Final = "the aid does not say it"

MOST_POINTS: Final = 999
"""The most points that the villa chart takes."""

MOST_TILES: Final = 99
"""The most tiles of a line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Print:
    """What is printed at one place of a copy: which place that is, what stands there in words, and its `worth`.

    The worth is "" where the words say all of it. Two prints are `about` the same place, and differ where they read
    otherwise.
    """

    about: str
    what: str
    worth: str = ""

    def __str__(self) -> str:
        if not self.worth:
            return self.what
        return f"{self.what}{' ' if self.what.endswith('?') else ': '}{self.worth}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of a copy: its title, what reads an entry (`None` where it cannot be), and what is known of it here.

    What is known has the values of the rulebook, too, where mine do not stand in their place.
    """

    title: str
    read: Callable[[str, Any], Print | None]
    known: Callable[[Copies], Iterable[tuple[str, Any]]]


def mine(part: str) -> Callable[[Copies], Iterable[tuple[str, Any]]]:
    """Return what is known of a part about which no rulebook says anything."""
    return lambda copies: copies.part(part).items()


def _read(of: type[V], value: Any, game: str) -> V | None:  # noqa: ANN401 - any JSON
    problems: list[Problem] = []
    read: V = record_of(of).read(value, None, problems)
    return None if problems or problems_in(read, GAMES[game].limits) else read


def _is_number(value: Any, least: int, most: int) -> bool:  # noqa: ANN401 - any JSON
    return type(value) is int and least <= value <= most


def _points(number: int) -> str:
    return str(counted(number, "point", "points"))


# -- Carpe Diem


def _villa(key: str, value: Any) -> Print | None:  # noqa: ANN401 - any JSON
    """Return an entry of the villa chart; "5" and "5+" are about the same."""
    try:
        chimneys = Chimneys.read(key)
    except ValueError:
        return None
    if not _is_number(value, 0, MOST_POINTS):
        return None
    return Print(about=str(chimneys.number), what=str(chimneys_counted(chimneys)), worth=_points(value))


def _card(key: str, value: Any) -> Print | None:  # noqa: ANN401 - any JSON
    read = _read(Card, value, "carpe-diem")
    if read is None or carpe_diem.card_key(read) != key:
        return None
    return Print(about=key, what=str(card_words.said(read)))


def _fountain(key: str, value: Any) -> Print | None:  # noqa: ANN401 - any JSON
    read = _read(FountainCard, {"kind": key, "points": value}, "carpe-diem")
    return None if read is None else Print(about=key, what=_kind(read.kind), worth=_points(read.points))


def _goal(key: str, value: Any) -> Print | None:  # noqa: ANN401 - any JSON
    read = _read(FrameGoal, value, "carpe-diem")
    if read is None or carpe_diem.goal_key(read) != key:
        return None
    return Print(about=key, what=f"{_kind(read.kind)}, {_points(read.points)}")


def _kind(kind: CarpeDiemKind) -> str:
    return NOUNS[Thing(kind.value)][0]


def _values(entries: Iterable[carpe_diem.Entry[Any]]) -> Iterable[tuple[str, Any]]:
    return ((entry.key, plain(entry.value)) for entry in entries)


# -- Little Town


def _answer(key: str, value: Any) -> Print | None:  # noqa: ANN401 - any JSON
    question = next((asked for asked in little_town.QUESTIONS if asked.field == key), None)
    if question is None:
        return None
    words = {plain(choice.value): choice.words for choice in question.choices} | {little_town.UNSAID: UNSAID}
    if not isinstance(value, (bool, str)) or value not in words:
        return None
    return Print(about=key, what=question.words, worth=words[value])


_WORDS: Final = re.compile(r"[^\x00-\x1f\x7f]{1,200}")


def _objective(key: str, value: Any) -> Print | None:  # noqa: ANN401 - any JSON
    points = little_town.CARD_POINTS
    if not _WORDS.fullmatch(key) or not _is_number(value, points.start, points.stop - 1):
        return None
    return Print(about=key, what=f"“{key}”", worth=_points(value))


# -- Mayor


def _space(key: str, value: Any) -> Print | None:  # noqa: ANN401 - any JSON
    if not isinstance(value, str):
        return None
    if key == mayor.NEXT and value in {kind.value for kind in mayor.CANDIDATES}:
        return Print(about=key, what="After the shops", worth=many(Kind(value)))
    if key == mayor.CHURCH_STREET and value in {street.value for street in Street}:
        return Print(about=key, what="Colour of the churches", worth=value)
    return None


def _line(key: str, value: Any) -> Print | None:  # noqa: ANN401 - any JSON
    if key not in set(Kind) or not _is_number(value, 1, MOST_TILES):
        return None
    return Print(about=key, what=f"{many(Kind(key)).capitalize()} at the start", worth=str(value))


_PRICE: Final = re.compile(r"([a-z]+) ([1-9][0-9]?)", re.ASCII)


def _price(key: str, value: Any) -> Print | None:  # noqa: ANN401 - any JSON
    found = _PRICE.fullmatch(key)
    if found is None or found[1] not in set(Kind) or not _is_number(value, 0, mayor.PRICE_MOST):
        return None
    return Print(about=key, what=f"A {one(Kind(found[1]))} with {found[2]} left", worth=f"{value} gold")


def _park(key: str, value: Any) -> Print | None:  # noqa: ANN401 - any JSON
    read = _read(Tile, value, "mayor")
    if read is None or read.kind is not Kind.PARK or not read.park or park_said(read.park) != key:
        return None
    return Print(about=key, what=key)


def _event(key: str, value: Any) -> Print | None:  # noqa: ANN401 - any JSON
    read = _read(Event, value, "mayor")
    return None if read is None or event_said(read) != key else Print(about=key, what=key)


def _parks(copies: Copies) -> Iterable[tuple[str, Any]]:
    return ((park.key, plain(Tile(kind=Kind.PARK, park=park.value))) for park in mayor.parks(copies))


def _events(copies: Copies) -> Iterable[tuple[str, Any]]:
    return ((event.key, plain(event.value)) for event in mayor.events(copies))


# -- The Palaces of Carrara


def _upgrade(key: str, value: Any) -> Print | None:  # noqa: ANN401 - any JSON
    read = _read(Value, value, "palaces-of-carrara")
    if read is None or key not in set(Location):
        return None
    return Print(about=key, what=location_name(Location(key)), worth=str(given(read.points, read.coins)))


def _object(key: str, value: Any) -> Print | None:  # noqa: ANN401 - any JSON
    if key not in set(OBJECTS_UNSURE) or not isinstance(value, str) or value not in set(Object):
        return None
    return Print(about=key, what=f"Object of the {key}", worth=value.replace("_", " "))


def _upgrades(copies: Copies) -> Iterable[tuple[str, Any]]:
    return ((place.value, plain(value)) for place, value in carrara.upgrade_values(copies).items())


PARTS: Final[Mapping[str, Mapping[str, Part]]] = {
    "carpe-diem": {
        carpe_diem.VILLA_CHART_PART: Part(
            title="Villa chart", read=_villa, known=lambda copies: carpe_diem.villa_values(copies).items()
        ),
        carpe_diem.FORUM_CARD_PART: Part(
            title="Forum cards", read=_card, known=lambda copies: _values(carpe_diem.forum_cards(copies))
        ),
        carpe_diem.FOUNTAIN_CARD_PART: Part(
            title="Fountain cards", read=_fountain, known=lambda copies: _values(carpe_diem.fountain_values(copies))
        ),
        carpe_diem.FRAME_GOAL_PART: Part(
            title="Frame goals", read=_goal, known=lambda copies: _values(carpe_diem.frame_goals(copies))
        ),
    },
    "little-town": {
        little_town.AID_PART: Part(title="Gameplay aid", read=_answer, known=mine(little_town.AID_PART)),
        little_town.CARD_PART: Part(title="Objective cards", read=_objective, known=mine(little_town.CARD_PART)),
    },
    "mayor": {
        mayor.RONDEL_PART: Part(title="Rondel", read=_space, known=mine(mayor.RONDEL_PART)),
        mayor.LINE_PART: Part(title="Tile lines", read=_line, known=mine(mayor.LINE_PART)),
        mayor.PRICE_PART: Part(title="Prices", read=_price, known=mine(mayor.PRICE_PART)),
        mayor.PARK_PART: Part(title="Parks", read=_park, known=_parks),
        mayor.EVENT_PART: Part(title="Events", read=_event, known=_events),
    },
    "palaces-of-carrara": {
        carrara.UPGRADE_PART: Part(title="Upgrade tiles", read=_upgrade, known=_upgrades),
        carrara.OBJECT_PART: Part(title="Objects of the buildings", read=_object, known=mine(carrara.OBJECT_PART)),
    },
}
"""The parts of each game's copy that travel, by game and part, in the order in which they are shown."""
