"""Plays from BoardGameGeek: its list of plays as XML (second interface), read only."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, BinaryIO, Final
from xml.etree.ElementTree import Element, ParseError

from defusedxml.ElementTree import iterparse

from scoring.messages import Message, counted, forms, say, say_in
from scoring.problems import Problem
from storage.documents.fields import a_day, belongs_here, is_plausible, missing
from storage.documents.fields import whole_number as range_of
from storage.exchange import plain_values
from storage.exchange.files import MAX_PLAYS, Entry, ImportFile, UnfitError, in_line, in_play
from storage.exchange.outcomes import (
    MAX_MINUTES,
    PlayerOutcome,
    Result,
    check_players,
    judged,
    participants,
    result_remarks,
    total_or_warning,
    whole_number,
)
from storage.exchange.record import MAX_NAME_LENGTH, PlayRecord
from storage.repositories.games import MAX_BGG_ID
from storage.repositories.people import ANONYMOUS_ID
from storage.repositories.play_content import (
    MAX_PLACE_LENGTH,
    MAX_PLAYERS,
    MAX_TITLE_LENGTH,
    UNTIMED,
    Play,
    plain_sheet,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

MAX_DEPTH: Final = 20
"""The deepest nesting of elements; a list of plays needs 5."""

EXPANSION_OF: Final = "Expansion of [thing="
"""The beginning of the comments with which BG Stats posts such a play."""

_LINKED_PLAY: Final = re.compile(r"\[geekurl=/play/(\d{1,11})\]", re.ASCII)
"""The link in such comments to the play of the game."""

START_PLAYER: Final = "start player"
"""What apps write for the position of the starting player, and leave out for all others."""

MAX_ELEMENTS: Final = 10_000
"""The most elements of one play."""

NOBODY: Final = PlayerOutcome(id=ANONYMOUS_ID, name="", total=None, won=False)
"""The player of a play that names none."""


_LINK_BACK: Final = re.compile(r" ?\(\[geekurl=/play/\d{1,11}\][^\[\]]{0,40}\[/geekurl\]\)", re.ASCII)
"""The link to a play of an expansion, with which BG Stats ends its line."""

_LINK: Final = re.compile(r"\[url=([^\[\]\s]{1,1000})\]((?:[^\[\]]|\[(?!/?url)){0,1000})\[/url\]", re.IGNORECASE)
"""A link: its address, and the words that it stands behind."""

_MARKUP: Final = re.compile(
    r"\[/?(?:b|i|u|-|c|o|q|hr|url|size|color|bgcolor|heading|center|left|right|floatleft|floatright|clear|thing|family"
    r"|person|company|user|username|avatar|microbadge|thread|article|geeklist|listitem|image|imageid|gameid|video|youtube"
    r"|blog|blogpost|filepage|geekurl)(?:=[^\[\]\n]{0,1000})?\]",
    re.IGNORECASE,
)
"""A mark of BoardGameGeek in a comment; other words in brackets are somebody's own."""

MAX_QUANTITY: Final = 1000
"""As how many plays an entry comes in at most; one that stands for more comes in as one."""

NO_LIST: Final = say("no list of plays from BoardGameGeek, or only part of one: get the file again")


def read(file: ImportFile) -> Iterator[Entry]:
    """Yield the plays of a list; entities and other tricks of XML are refused before anything is built of them."""
    results: Counter[Result] = Counter()
    records: list[PlayRecord] = []
    expansions: defaultdict[str, list[str]] = defaultdict(list)
    try:
        for number, (owner, play) in enumerate(file.steps(_plays(file.stream)), start=1):
            if _is_beside_its_game(play):
                expansions[_source_of_game(play)].append(_game_name(play))
                continue
            try:
                records += _records(play, in_play(number), results, owner)
            except UnfitError as error:
                yield from ((in_play(number), problem) for problem in error.problems)
    except (ParseError, UnfitError, ValueError, LookupError) as error:
        yield "", _problem(error)
    for record in records:
        names = expansions.get(record.source.partition("/")[0])
        yield record.at, record if names is None else _noted(record, names)
    yield from (("", remark) for remark in (*result_remarks(results), *_expansion_remarks(expansions)))


def _plays(source: BinaryIO) -> Iterator[tuple[str, Element]]:
    """Yield the plays of a list, each with the name of whoever keeps that, and forget each afterwards."""
    open_elements: list[Element] = []
    owner, elements, number = "", 0, 0
    for event, element in iterparse(source, events=("start", "end"), forbid_dtd=True):
        if event == "start":
            elements += 1
            if len(open_elements) >= MAX_DEPTH or elements > MAX_ELEMENTS or number > MAX_PLAYS:
                raise UnfitError(NO_LIST, in_play(number + 1))
            if not open_elements:
                owner = plain_values.cleaned(element.get("username", ""), MAX_NAME_LENGTH)
            open_elements.append(element)
            root = open_elements[0]
            if root.tag != "plays":
                raise UnfitError(NO_LIST, in_line(1))
            continue
        open_elements.pop()
        if len(open_elements) == 1:
            if element.tag == "play":
                number += 1
                yield owner, element
            elements = 0
            root.clear()


def _problem(error: Exception) -> Problem:
    """Return why a list cannot be read from somewhere on."""
    match error:
        case UnfitError():
            return error.problems[0]
        case ParseError(position=(line, _)):
            return Problem(path=in_line(line), message=NO_LIST)
    return Problem(path="", message=NO_LIST)


def _noted(record: PlayRecord, expansions: Sequence[str]) -> PlayRecord:
    """Return a play whose note says with which expansions it was played."""
    play = record.play
    return record.repacked(replace(play, note=plain_values.with_expansions(play.note, expansions)))


def _is_beside_its_game(play: Element) -> bool:
    """Return whether BG Stats posted a play of an expansion beside the same play of its game."""
    subtypes = {subtype.get("value") for subtype in play.findall("item/subtypes/subtype")}
    return "boardgameexpansion" in subtypes and (play.findtext("comments") or "").lstrip().startswith(EXPANSION_OF)


def _source_of_game(play: Element) -> str:
    """Return the source of the play beside which that of an expansion was posted, "" where it does not say so."""
    linked = _LINKED_PLAY.search(play.findtext("comments") or "")
    return "" if linked is None else f"bgg:{int(linked[1])}"


def _game_name(play: Element) -> str:
    """Return the name of the game of a play, cleaned."""
    item = play.find("item")
    return plain_values.cleaned("" if item is None else item.get("name", ""), MAX_TITLE_LENGTH)


def _expansion_remarks(expansions: Mapping[str, Sequence[str]]) -> list[Message]:
    names = [name for names in expansions.values() for name in names]
    if not names:
        return []
    return [
        counted(
            len(names),
            "{number} play of an expansion is left out, which was posted beside that of its game: {names}.",
            "{number} plays of expansions are left out, which were posted beside those of their games: {names}.",
            names=tuple(dict.fromkeys(names)),
        )
    ]


def _records(play: Element, at: str, results: Counter[Result], owner: str) -> Iterator[PlayRecord]:
    """Yield the plays for which an entry stands; only the first one can have its result, and its duration."""
    quantity = _quantity(play.get("quantity", "1"))
    record = _record(play, at, results, owner)
    first = record.play
    has_result = not first.is_unknown or any(player.total is not None for player in first.players)
    if quantity > MAX_QUANTITY:
        yield _warned(record, counted(quantity, *_AS_ONE))
        return
    yield _warned(record, counted(quantity, *_WITH_RESULT)) if quantity > 1 and has_result else record
    players = tuple(replace(player, total=None, place=1, won=False) for player in first.players)
    for number in range(2, quantity + 1):
        source = f"{first.source}/{number}"
        play_alone = replace(first, source=source, players=players, sheet=plain_sheet(players), begun=None)
        results["unknown"] += record.owner is None
        yield replace(record.repacked(play_alone), warnings=(), unjudged=False)


_AS_ONE: Final = forms("stands for {number} play: imported as one", "stands for {number} plays: imported as one")
_WITH_RESULT: Final = forms(
    "stands for {number} play with one result: one has it, the others count as played",
    "stands for {number} plays with one result: one has it, the others count as played",
)


def _warned(record: PlayRecord, warning: Message) -> PlayRecord:
    return replace(record, warnings=(warning, *record.warnings))


def _record(play: Element, at: str, results: Counter[Result], owner: str) -> PlayRecord:
    """Return a play; one that names no player is of somebody without a name until the `owner` is known."""
    warnings: list[Message] = []
    if play.get("incomplete") == "1":
        raise UnfitError(say("this play was not finished"), "incomplete")
    finished = _day(play.get("date", ""))
    length = whole_number(play.get("length", ""), MAX_MINUTES)
    game, title = _game(play.find("item"), warnings)
    seated = play.findall("players/player")
    outcomes, result = _judged(play, _outcomes(seated, warnings) if seated else [NOBODY])
    unjudged = result == "scores"
    players = participants(outcomes, warnings)
    if result == "left out":
        players = tuple(replace(player, won=False) for player in players)
    identity = whole_number(play.get("id", ""), MAX_BGG_ID * 100)
    if not identity:
        raise UnfitError(belongs_here(play.get("id"), range_of(1, MAX_BGG_ID * 100)), "id")
    results[result] += bool(seated) and not unjudged
    content = Play(
        id="",
        source=f"bgg:{identity}",
        game=game,
        title=title,
        sheet=plain_sheet(players),
        begun=finished - timedelta(minutes=length) if length else None,
        finished=finished,
        day=finished.date().isoformat(),
        place=plain_values.shortened(play.get("location", ""), MAX_PLACE_LENGTH, say_in("location", "Place"), warnings),
        note=plain_values.cleaned_note(_unmarked(play.findtext("comments") or ""), warnings),
        players=players,
        extras={UNTIMED: True},
    )
    of = None if seated else owner
    return replace(PlayRecord.of(content, at=at, precision="day", warnings=warnings, owner=of), unjudged=unjudged)


def _judged(play: Element, outcomes: list[PlayerOutcome]) -> tuple[list[PlayerOutcome], Result]:
    """Return the players with their winners, and how those are known, or that the play stays out of rates.

    A list does not say whether the most or the fewest points win, so by scores alone nobody has won yet.
    """
    ranked, verdict = judged(outcomes)
    if play.get("nowinstats") == "1":
        return ranked, "left out"
    return [replace(outcome, rank=1) for outcome in outcomes] if verdict == "scores" else ranked, verdict


def _day(text: str) -> datetime:
    try:
        finished = plain_values.noon(datetime.strptime(text, "%Y-%m-%d").date())  # noqa: DTZ007 - a date alone
    except (ValueError, OverflowError, OSError):  # the system's clock functions do not reach every year
        finished = None
    if finished is None or not is_plausible(finished):
        raise plain_values.no_day(belongs_here(text, a_day()), text, finished, "date")
    return finished


def _quantity(text: str) -> int:
    quantity = whole_number(text, MAX_PLAYS)
    if quantity is None or quantity < 1:
        raise UnfitError(belongs_here(text, range_of(1, MAX_PLAYS)), "quantity")
    return quantity


def _unmarked(comments: str) -> str:
    """Return a comment without the marks of BoardGameGeek; the address of a link stays behind its words.

    >>> _unmarked("[b]Late[/b], with [thing=42]Town[/thing]; [url=https://example.org]photos[/url] [sic]")
    'Late, with Town; photos (https://example.org) [sic]'
    """
    return _MARKUP.sub("", _LINK.sub(r"\2 (\1)", _LINK_BACK.sub("", comments)))


def _game(item: Element | None, warnings: list[Message]) -> tuple[str, str]:
    called = "" if item is None else item.get("name", "")
    name = plain_values.shortened(called, MAX_TITLE_LENGTH, plain_values.GAME_NAME, warnings)
    if item is None or not name:
        raise UnfitError(missing(plain_values.GAME_NAME), "item")
    return plain_values.game_of(name, whole_number(item.get("objectid", ""), MAX_BGG_ID))


def _outcomes(players: list[Element], warnings: list[Message]) -> list[PlayerOutcome]:
    check_players(len(players), "players")
    outcomes = []
    for player in players:
        name = player.get("name", "").strip() or player.get("username", "")
        total = total_or_warning(player.get("score", ""), name, warnings)
        position = player.get("startposition", "")
        seat = whole_number(position, MAX_PLAYERS) or None
        starts = position.strip().casefold() == START_PLAYER
        outcomes.append(PlayerOutcome(name=name, total=total, won=player.get("win") == "1", seat=seat, starts=starts))
    return outcomes
