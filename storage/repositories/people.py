"""Players and places: known by name, renamed, hidden, and merged if two names are one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, ClassVar, Final, Literal, TypeAlias, cast
from uuid import uuid4

from sqlalchemy import ColumnElement, delete, func
from sqlmodel import Session, col, select

from scoring.messages import Message, say
from storage.database.errors import StoreError
from storage.database.models import AliasRow, PlaceRow, PlayerRow, PlayRow, SeatRow, WrittenNameRow
from storage.repositories.values import folded, from_row, stale, stored_foldings

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from storage.repositories.tables import Store

NameKind = Literal["player", "place"]
KnownRow: TypeAlias = PlayerRow | PlaceRow

ANONYMOUS_ID: Final = "a4c0ffee0000400080000000000000aa"
"""The id of whoever is anonymous where a play comes from: everywhere the same, nobody's friend, without a name."""

ROWS: Final[Mapping[NameKind, type[KnownRow]]] = {"player": PlayerRow, "place": PlaceRow}


class NameTakenError(StoreError):
    """A friend or place already has the name; `holder` is its id."""

    def __init__(self, message: Message, holder: str) -> None:
        """Keep the sentence, and whose name it is."""
        super().__init__(message)
        self.holder = holder


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPlayer:
    """A player with the number of plays outside the bin; colour and shape are "" if unknown."""

    id: str
    name: str
    colour: str
    shape: str
    seen: datetime
    hidden: bool
    plays: int


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPlace:
    """A place with the number of plays outside the bin."""

    id: str
    name: str
    seen: datetime
    plays: int


def players(store: Store, *, hidden: bool = False) -> tuple[KnownPlayer, ...]:
    """Return the players, last seen first; the hidden ones only on request."""
    asked = select(PlayerRow).where(is_somebody()).order_by(col(PlayerRow.seen).desc(), col(PlayerRow.folded))
    if not hidden:
        asked = asked.where(col(PlayerRow.hidden).is_(False))
    removed = select(PlayRow.id).where(col(PlayRow.removed).is_not(None))
    seats = select(SeatRow.player_id, func.count()).group_by(col(SeatRow.player_id))
    with store.reading() as session:
        total = dict(session.exec(seats).all())
        gone = dict(session.exec(seats.where(col(SeatRow.play_id).in_(removed))).all())
        rows = session.exec(asked).all()
        return tuple(from_row(KnownPlayer, row, plays=total.get(row.id, 0) - gone.get(row.id, 0)) for row in rows)


def is_somebody() -> ColumnElement[bool]:
    """Return the condition that a player is not the anonymous one."""
    return col(PlayerRow.id) != ANONYMOUS_ID


def places(store: Store) -> tuple[KnownPlace, ...]:
    """Return the places, last seen first."""
    plays = select(PlayRow.place_id, func.count()).where(col(PlayRow.removed).is_(None)).group_by(col(PlayRow.place_id))
    with store.reading() as session:
        total = dict(session.exec(plays).all())
        rows = session.exec(select(PlaceRow).order_by(col(PlaceRow.seen).desc(), col(PlaceRow.folded))).all()
        return tuple(from_row(KnownPlace, row, plays=total.get(row.id, 0)) for row in rows)


def player_named(store: Store, name: str) -> str | None:
    """Return the id of the player with a name, or with a name before a merge; `None` if there is none."""
    with store.reading() as session:
        row = _named(session, "player", name)
        return None if row is None else row.id


def remember_players(store: Store, guests: Iterable[tuple[str, str, str]], *, anew: bool = False) -> None:
    """Store who plays now: name, colour and shape of each player, which stay what they were at first or chosen `anew`.

    A known name keeps its player and takes the new spelling; an alias leads to its player; hidden players are suggested
    again.
    """
    now = store.now()
    with store.writing() as session:
        people = PeopleLookup.of(session)
        for name, colour, shape in guests:
            player_id = people.player(name, now, look=(colour, shape))
            row = session.get_one(PlayerRow, player_id)
            new_name = name.strip() if row.folded in stored_foldings(name) else row.name
            look = (row.colour, row.shape) if row.colour and not anew else (colour, shape)
            if (row.name, row.colour, row.shape, row.hidden) != (new_name, *look, False):
                row.name, (row.colour, row.shape), row.hidden = new_name, look, False
                note_written(session, "player", player_id, now)


def hide_player(store: Store, player_id: str) -> None:
    """Stop suggesting a player; plays keep the name."""
    _set_hidden(store, player_id, hidden=True)


def unhide_player(store: Store, player_id: str) -> None:
    """Suggest a player again."""
    _set_hidden(store, player_id, hidden=False)


def rename(store: Store, kind: NameKind, number: str, name: str) -> None:
    """Rename a player or a place, whose former name becomes another name; sheets keep it.

    Raises:
        StaleError: there is no such player or place.
        StoreError: the name is empty.
        NameTakenError: another one has it; the two can be merged.

    """
    if not name.strip():
        raise StoreError(say("a name is needed"))
    with store.writing() as session:
        row = locked(session, kind, number)
        owner = _named(session, kind, name)
        if owner is not None and owner.id != number:
            message = say(
                "{name} is {other} already: merge {old} with {other}, or choose another name",
                name=name.strip(),
                other=owner.name,
                old=row.name,
            )
            raise NameTakenError(message, owner.id)
        before = AliasRow(kind=kind, folded=row.folded, name=row.name, target=number)
        set_name(session, kind, row, name)
        if row.folded != before.folded:
            session.add(before)
        note_written(session, kind, number, store.now())


class PeopleLookup:
    """The players and places of a transaction, looked up once for each name, and added if they are new."""

    _KEY: ClassVar = "acquaintances"

    def __init__(self, session: Session) -> None:
        """Look up in a session."""
        self.session = session
        self._rows: dict[tuple[NameKind, str], KnownRow] = {}
        self._ids: dict[str, PlayerRow | None] = {}
        self.seen_before: dict[tuple[NameKind, str], datetime] = {}
        """When those were seen before who are seen later now, by kind and id."""
        self.added: dict[tuple[NameKind, str], None] = {}
        """Who is new, by kind and id."""

    @classmethod
    def of(cls, session: Session) -> PeopleLookup:
        """Return the lookup of a session, made once."""
        if cls._KEY not in session.info:
            session.info[cls._KEY] = cls(session)
        return cast("PeopleLookup", session.info[cls._KEY])

    def player(self, name: str, seen: datetime, *, player_id: str = "", look: tuple[str, str] = ("", "")) -> str:
        """Return the id of a player: by id, by name or alias, or a new one."""
        row = self._with_id(player_id) or self._found("player", name)
        if row is None:
            return self.add_player(player_id or uuid4().hex, name, seen, look=look).id
        self._see("player", row, seen)
        return row.id

    def known_player(self, player_id: str, name: str) -> str | None:
        """Return the id of a player who is here already: by id, by name or alias; `None` where there is none."""
        row = self._with_id(player_id) or self._found("player", name)
        return None if row is None else row.id

    def add_player(
        self, player_id: str, name: str, seen: datetime, *, look: tuple[str, str] = ("", ""), hidden: bool = False
    ) -> PlayerRow:
        """Add a player of whom neither id nor name is known here."""
        name = "" if player_id == ANONYMOUS_ID else name
        colour, shape = look
        row = PlayerRow(
            id=player_id, name=name.strip(), folded=folded(name), colour=colour, shape=shape, seen=seen, hidden=hidden
        )
        self._add("player", row)
        return row

    def add_place(self, place_id: str, name: str, seen: datetime) -> PlaceRow:
        """Add a place of which neither id nor name is known here."""
        row = PlaceRow(id=place_id, name=name.strip(), folded=folded(name), seen=seen)
        self._add("place", row)
        return row

    def place(self, name: str, seen: datetime) -> str | None:
        """Return the id of a place, a new one if it is unknown; `None` without a name."""
        if not name.strip():
            return None
        row = self._found("place", name)
        if row is None:
            return self.add_place(uuid4().hex, name, seen).id
        self._see("place", row, seen)
        return row.id

    def _see(self, kind: NameKind, row: KnownRow, seen: datetime) -> None:
        if seen > row.seen:
            self.seen_before.setdefault((kind, row.id), row.seen)
            row.seen = seen

    def _with_id(self, player_id: str) -> PlayerRow | None:
        if not player_id:
            return None
        if player_id not in self._ids:
            self._ids[player_id] = self.session.get(PlayerRow, player_id)
        return self._ids[player_id]

    def _found(self, kind: NameKind, name: str) -> KnownRow | None:
        key = (kind, folded(name))
        if key not in self._rows:
            row = _named(self.session, kind, name)
            if row is None:
                return None
            self._rows[key] = row
        return self._rows[key]

    def _add(self, kind: NameKind, row: KnownRow) -> None:
        self.session.add(row)
        self.session.flush()
        self._rows[kind, row.folded] = row
        self.added[kind, row.id] = None
        if isinstance(row, PlayerRow):
            self._ids[row.id] = row


def _named(session: Session, kind: NameKind, name: str) -> KnownRow | None:
    """Return the row with a name, or with this as an alias."""
    of, names = ROWS[kind], stored_foldings(name)
    named = select(of).where(col(of.folded).in_(names))
    rows = cast("Sequence[KnownRow]", session.exec(named).all())
    if rows:
        return min(rows, key=lambda row: names.index(row.folded))
    aliases = session.exec(select(AliasRow).where(AliasRow.kind == kind, col(AliasRow.folded).in_(names))).all()
    if not aliases:
        return None
    alias = min(aliases, key=lambda row: names.index(row.folded))
    return cast("KnownRow | None", session.get(of, alias.target))


def locked(session: Session, kind: NameKind, number: str) -> KnownRow:
    """Return the row of a player or place, locked for a change.

    Raises:
        StaleError: there is none.

    """
    row = session.get(ROWS[kind], number, with_for_update=True)
    if row is None:
        raise stale()
    return cast("KnownRow", row)


def _set_hidden(store: Store, player_id: str, *, hidden: bool) -> None:
    with store.writing() as session:
        cast("PlayerRow", locked(session, "player", player_id)).hidden = hidden
        note_written(session, "player", player_id, store.now())


def note_written(session: Session, kind: NameKind, number: str, now: datetime, into: str = "") -> None:
    """Note that somebody writes how a player or place is called and shown, later than before by any clock."""
    row = session.get(WrittenNameRow, (kind, number))
    at = now if row is None else max(now, row.at + timedelta(milliseconds=1))
    note_written_at(session, kind, number, at, into)


def note_written_at(session: Session, kind: NameKind, number: str, at: datetime, into: str = "") -> None:
    """Note when somebody wrote it; one who was merged and is apart again (`into` itself) stays so under any name."""
    row = session.get(WrittenNameRow, (kind, number))
    is_apart = row is not None and row.into == number
    session.merge(WrittenNameRow(kind=kind, id=number, at=at, into=into or (number if is_apart else "")))


def is_named(session: Session, kind: NameKind, name: str, *, apart_from: str) -> bool:
    """Return whether somebody or something else has a name, now or from before a merge."""
    owner = _named(session, kind, name)
    return owner is not None and owner.id != apart_from


def set_name(session: Session, kind: NameKind, row: KnownRow, name: str) -> None:
    """Give a player or place a name that nobody else has, which is then no other name of theirs."""
    same = col(AliasRow.folded).in_(stored_foldings(name))
    session.connection().execute(delete(AliasRow).where(col(AliasRow.kind) == kind, same))
    row.name, row.folded = name.strip(), folded(name)
