"""The editing of a play: its draft, the problems of the draft, and the corrected play."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import TYPE_CHECKING, Final

from companion.formatting import dates
from companion.formatting.numbers import read_sum
from scoring.messages import Message, say, say_in, tr
from storage.documents.messages import text_of
from storage.exchange.plain_values import noon
from storage.repositories import play_content, plays
from storage.repositories.photos import PHOTO
from storage.repositories.values import day_of, stale

if TYPE_CHECKING:
    from collections.abc import Mapping

    from storage.repositories.tables import Store

FUTURE_DAY: Final = say("That is still to come.")
TOTAL_WANTED: Final = say("Type a whole number, or leave it empty if it is not known.")
FIRST_PLACE_WANTED: Final = say("Somebody has to be first.")


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionDraft:
    """A correction as it is typed; `totals` and `places` are for a plain result alone, in the order of its columns."""

    day: str
    time: str
    minutes: str
    place: str
    note: str
    totals: tuple[str, ...] = ()
    places: tuple[int, ...] = ()


def is_plain(play: play_content.Play) -> bool:
    """Return whether a play is a plain result: totals and places, without lines that add up to them."""
    return play.document is None and not any(column["lines"] for column in play.sheet["columns"])


def ended_together(play: play_content.Play) -> bool:
    """Return whether all have won a play, or all have lost it."""
    return play.nobody_won or all(player.won for player in play.players)


def draft_of(play: play_content.Play, zone: tzinfo | None = None) -> CorrectionDraft:
    """Return the draft before anything is typed, with times in `zone`, or in the zone of this machine."""
    end = play.finished.astimezone(zone)
    day = end.date() if play.has_time or not play.day else date.fromisoformat(play.day)
    minutes = dates.minutes_between(play.begun, play.finished)
    plain = play.players if is_plain(play) else ()
    return CorrectionDraft(
        day=dates.day_text(day),
        time=f"{end:%H:%M}" if play.has_time else "",
        minutes="" if minutes is None else str(minutes),
        place=play.place,
        note=play.note,
        totals=tuple("" if seat.total is None else str(seat.total) for seat in plain),
        places=tuple(seat.place for seat in plain),
    )


def draft_problems(
    play: play_content.Play, draft: CorrectionDraft, now: datetime, zone: tzinfo | None = None
) -> Mapping[str, str]:
    """Return the problems of a draft by field; the fields of totals are "total 0", "total 1" …."""
    problems: dict[str, str] = {}
    today = now.astimezone(zone).date()
    days = dates.read_days(draft.day, today)
    if days is None or days[0] != days[1]:
        problems["day"] = str(dates.day_wanted(whole=True))
    if draft.time.strip() and dates.read_time(draft.time) is None:
        problems["time"] = str(dates.TIME_WANTED)
    if days is not None and not problems and _is_future(play, draft, days[0], now, zone):
        problems["day"] = str(FUTURE_DAY)
    if draft.minutes.strip() and dates.read_minutes(draft.minutes) is None:
        problems["minutes"] = str(dates.DURATION_WANTED)
    if len(draft.place.strip()) > play_content.MAX_PLACE_LENGTH:
        problems["place"] = tr("At most {number} characters.", number=play_content.MAX_PLACE_LENGTH)
    if len(draft.note.strip()) > play_content.MAX_NOTE_LENGTH:
        problems["note"] = tr("At most {number} characters.", number=play_content.MAX_NOTE_LENGTH)
    problems |= {f"total {seat}": str(TOTAL_WANTED) for seat, typed in enumerate(draft.totals) if not _is_total(typed)}
    lost = ended_together(play) and len(set(draft.places)) == 1
    if draft.places and 1 not in draft.places and any(seat.place == 1 for seat in play.players) and not lost:
        problems["places"] = str(FIRST_PLACE_WANTED)
    return problems


def corrected_play(
    play: play_content.Play, draft: CorrectionDraft, now: datetime, zone: tzinfo | None = None
) -> tuple[play_content.Play, Message] | None:
    """Return a play corrected by a draft without problems, and what was done; `None` if nothing changes.

    Without a time, only the day is known. A play that ended at another time also began at another, unless its
    duration was typed as well.
    """
    before = draft_of(play, zone)
    changed = _changed(before, draft)
    if not changed:
        return None
    finished = _finished(play, draft, now, zone)
    begun = None if play.begun is None else finished - (play.finished - play.begun)
    if "minutes" in changed:
        minutes = dates.read_minutes(draft.minutes)
        begun = None if minutes is None else finished - timedelta(minutes=minutes)
    day = play.day if finished == play.finished else finished.astimezone(zone).date().isoformat()
    extras = {name: value for name, value in play.extras.items() if name != play_content.UNTIMED}
    play = replace(
        play,
        finished=finished,
        begun=begun,
        day=day,
        place=draft.place.strip(),
        note=draft.note.strip(),
        extras=extras if draft.time.strip() else extras | {play_content.UNTIMED: True},
    )
    if {"totals", "places"} & changed:
        play = _with_results(play, draft)
    return play, summary(before, draft)


def correct(
    store: Store, seen: play_content.Play, corrected: play_content.Play, what: Message
) -> play_content.StoredPlay:
    """Correct a play that nobody has changed since it was shown.

    Raises:
        StaleError: it has been changed elsewhere since.

    """
    play = plays.play(store, seen.id)
    if play is None or play.revision != seen.revision:
        raise stale()
    return plays.correct(store, seen.id, corrected, text_of(what))


def with_photo(play: play_content.Play, number: str | None) -> tuple[play_content.Play, Message]:
    """Return a play with the photo of an id, or without one, and what was done."""
    others = {name: value for name, value in play.extras.items() if name != PHOTO}
    if number is None:
        return replace(play, extras=others), _edited(TABLE_PHOTO)
    return replace(play, extras=others | {PHOTO: number}), _edited(TABLE_PHOTO)


def earlier_play(play: play_content.StoredPlay, revision: play_content.PlayRevision) -> play_content.StoredPlay:
    """Return a play as it was before a correction."""
    before = revision.play
    fields_then = {field.name: getattr(before, field.name) for field in fields(play_content.Play)}
    return replace(
        play, **fields_then | {"day": before.day or day_of(before.finished), "place_id": None, "reopened": False}
    )


def _is_future(play: play_content.Play, draft: CorrectionDraft, day: date, now: datetime, zone: tzinfo | None) -> bool:
    """Return whether the end of the play is still to come; without a time, its day."""
    return _finished(play, draft, now, zone) > now if draft.time.strip() else day > now.astimezone(zone).date()


def _finished(play: play_content.Play, draft: CorrectionDraft, now: datetime, zone: tzinfo | None) -> datetime:
    """Return the end of the play: to the second as before, unless day or time changed."""
    before = draft_of(play, zone)
    days, end = dates.read_days(draft.day, now.astimezone(zone).date()), dates.read_time(draft.time)
    if days is None or (draft.day, draft.time) == (before.day, before.time):
        return play.finished
    if end is None:
        return noon(days[0])
    moment = datetime.combine(days[0], end)
    return (moment.astimezone() if zone is None else moment.replace(tzinfo=zone)).astimezone(UTC)


def _with_results(play: play_content.Play, draft: CorrectionDraft) -> play_content.Play:
    """Return a plain result with other totals and places; a player who keeps the place also keeps a win."""
    players = tuple(
        replace(player, total=read_sum(total), place=place, won=player.won if place == player.place else place == 1)
        for player, total, place in zip(play.players, draft.totals, draft.places, strict=True)
    )
    return replace(play, players=players, sheet=play_content.plain_sheet(players))


def _is_total(typed: str) -> bool:
    total = read_sum(typed)
    return not typed.strip() or (total is not None and abs(total) <= play_content.MAX_TOTAL)


def _text(draft: CorrectionDraft, name: str) -> object:
    value = getattr(draft, name)
    return value.strip() if isinstance(value, str) else tuple(str(part).strip() for part in value)


_FIELD_NAMES: Final = {
    "day": say("Day"),
    "time": say("End time"),
    "minutes": say("Duration"),
    "place": say_in("location", "Place"),
    "note": say("Note"),
    "totals": say("Totals and places"),
    "places": say("Totals and places"),
}

TABLE_PHOTO: Final = say("Photo of the table")


def _changed(before: CorrectionDraft, draft: CorrectionDraft) -> set[str]:
    return {field.name for field in fields(CorrectionDraft) if _text(draft, field.name) != _text(before, field.name)}


def summary(before: CorrectionDraft, draft: CorrectionDraft) -> Message:
    """Return what was edited."""
    changed = _changed(before, draft)
    return _edited(*dict.fromkeys(words for name, words in _FIELD_NAMES.items() if name in changed))


def _edited(*fields: Message) -> Message:
    return say("Edited: {fields}", fields=fields)
