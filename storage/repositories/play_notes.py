"""What was noted of a play elsewhere and has no field of its own: rounds, teams, roles, and scores that are none."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, Final

from scoring.fields import Between, Length
from storage.documents.records import record_of
from storage.repositories.play_content import (
    MAX_PLAYERS,
    MAX_TITLE_LENGTH,
    MAX_TOTAL,
    teams_of_players,
    text_of_length,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.problems import Problem
    from storage.repositories.play_content import Play

NOTED: Final = "noted"
"""The field of the extras with these notes."""

MAX_SEAT_NOTE: Final = MAX_TITLE_LENGTH

_Words = Annotated[str, text_of_length(MAX_SEAT_NOTE)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatNote:
    """What was noted of a player; `score` is what was typed where it is no whole number."""

    team: _Words = ""
    role: _Words = ""
    score: _Words = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayNotes:
    """What was noted of a play; `seats` are those of its players, in their order, or none."""

    rounds: Annotated[int, Between(0, MAX_TOTAL)] = 0
    seats: Annotated[tuple[SeatNote, ...], Length(0, MAX_PLAYERS)] = ()


def read_notes(value: object, problems: list[Problem]) -> PlayNotes:
    """Return notes from JSON; what is wrong with them is among the problems."""
    notes: PlayNotes = record_of(PlayNotes).read(value, None, problems)
    return notes


def notes_of(extras: Mapping[str, Any]) -> PlayNotes:
    """Return the notes among the extras of a play; empty ones where there are none, or they cannot be read."""
    problems: list[Problem] = []
    notes = read_notes(extras.get(NOTED, {}), problems)
    return PlayNotes() if problems else notes


def notes_with_teams(play: Play) -> PlayNotes:
    """Return the notes of a play, with the teams that sat at its table."""
    notes, teams = notes_of(play.extras), teams_of_players(play.document)
    if len(teams) != len(play.players):
        return notes
    seats = notes.seats or (SeatNote(),) * len(teams)
    return replace(notes, seats=tuple(replace(seat, team=team) for seat, team in zip(seats, teams, strict=False)))


def as_extras(notes: PlayNotes) -> dict[str, Any]:
    """Return notes as extras of a play, without what is empty."""
    named = [(("team", seat.team), ("role", seat.role), ("score", seat.score)) for seat in notes.seats]
    seats = [{name: words for name, words in seat if words} for seat in named]
    noted = {"rounds": notes.rounds, "seats": seats if any(seats) else []}
    kept = {name: value for name, value in noted.items() if value}
    return {NOTED: kept} if kept else {}
