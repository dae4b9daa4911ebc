"""A history of plays drawn by chance, and the rows that it is stored as."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from storage.database.models import LineRow, PlayRow, SeatRow

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random

    from sqlmodel import SQLModel

START: Final = datetime(2024, 2, 20, 18, 0, tzinfo=UTC)

NAMES: Final = {"a": "Anna", "b": "ben", "c": "Cathy", "d": "Zoë", "e": "Émile"}

GAMES: Final = {"carpe-diem": "Carpe Diem", "mayor": "Mayor", "azul": "Azul"}

PLACES: Final = {"h": "At home", "o": "the Oak"}

RULES: Final = ("villas", "items", "frame")


@dataclass(frozen=True, kw_only=True)
class Seated:
    who: str
    total: int | None
    place: int
    won: bool
    position: int | None
    lines: dict[str, int]


@dataclass(frozen=True, kw_only=True)
class Played:
    id: str
    game: str
    title: str
    begun: datetime | None
    finished: datetime
    removed: bool
    place: str | None
    seats: tuple[Seated, ...]
    document: dict[str, Any] | None = None

    @property
    def day(self) -> str:
        return self.finished.date().isoformat()

    @property
    def winners(self) -> int:
        return sum(seat.won for seat in self.seats)

    @property
    def kind(self) -> str:
        if not self.winners and min(seat.place for seat in self.seats) == 1:
            return "unknown"
        if 0 < self.winners < len(self.seats):
            return "contested"
        return "alone" if len(self.seats) == 1 else "together"

    def of(self, who: str) -> Seated:
        return next(seat for seat in self.seats if seat.who == who)


def drawn_history(chance: Random) -> list[Played]:
    return [drawn_play(chance) for _ in range(chance.choice((0, 1, 2, 5, 40, 90)))]


def drawn_play(chance: Random) -> Played:
    game = chance.choice(("carpe-diem", *GAMES))
    finished = START + timedelta(hours=8 * chance.randrange(50))  # some at the same moment
    return Played(
        id=f"{chance.getrandbits(64):016x}",
        game=game,
        title=f"{GAMES[game]}{chance.choice(('', ', second edition'))}",
        begun=chance.choice((None, finished - timedelta(minutes=chance.randint(20, 150)))),
        finished=finished,
        removed=chance.random() < 0.15,
        place=chance.choice((None, *PLACES)),
        seats=drawn_seats(chance),
    )


def drawn_seats(chance: Random) -> tuple[Seated, ...]:
    """Some players, with totals or without, and ties of which some are broken and some are not."""
    who = chance.sample(list(NAMES), chance.randint(1, 4))
    lines = [
        {rule: chance.choice((-2, 0, 3, 4, 4, 9)) for rule in RULES if chance.random() < 0.8}
        if chance.random() < 0.8
        else {}
        for _ in who
    ]
    totals = [sum(line.values()) if line else chance.randint(5, 9) for line in lines]
    merits = [(total, chance.randrange(2)) for total in totals]
    places = [1 + sum(rival_merit > merit for rival_merit in merits) for merit in merits]
    is_known = chance.random() < 0.8
    positions: Sequence[int | None] = chance.sample(range(len(who)), len(who)) if chance.random() < 0.7 else [None] * 4
    best = chance.choice((1, 1, 1, 0, -1))  # 0: nobody knows who won; -1: all lost together
    return tuple(
        Seated(
            who=name,
            total=total if is_known and chance.random() < 0.95 else None,
            place=2 if best < 0 else place,
            won=place == best,
            position=position,
            lines=line,
        )
        for name, total, place, position, line in zip(who, totals, places, positions, lines, strict=False)
    )


def rows_of(history: Iterable[Played]) -> dict[type[SQLModel], list[dict[str, Any]]]:
    rows: dict[type[SQLModel], list[dict[str, Any]]] = {PlayRow: [], SeatRow: [], LineRow: []}
    for play in history:
        rows[PlayRow].append(
            {
                "id": play.id,
                "game": play.game,
                "title": play.title,
                "edition": "",
                "begun": play.begun,
                "finished": play.finished,
                "day": play.day,
                "place_id": play.place,
                "note": "",
                "source": "",
                "revision": 1,
                "reopened": False,
                "removed": START if play.removed else None,
                "extras": {},
                "sheet": {},
                "document": play.document,
            }
        )
        for number, seat in enumerate(play.seats):
            key = {"play_id": play.id, "seat": number}
            rows[SeatRow].append(
                {
                    **key,
                    "player_id": seat.who,
                    "name": f"as {NAMES[seat.who]} was called",
                    "total": seat.total,
                    "place": seat.place,
                    "won": seat.won,
                    "position": seat.position,
                }
            )
            rows[LineRow] += [{**key, "rule": rule, "points": points} for rule, points in seat.lines.items()]
    return rows
