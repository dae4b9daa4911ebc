"""Plays from BoardGameGeek: its list of plays as XML (second interface), read only."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Final
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import iterparse

from scoring.messages import counted, say, tr
from storage.documents.fields import is_plausible, shown
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
from storage.exchange.play_record import PlayRecord
from storage.exchange.record import (
    MAX_BGG_ID,
    MAX_PLAYS,
    PROGRESS_INTERVAL,
    ImportCollector,
    Incoming,
    UnfitError,
    cleaned,
    cleaned_note,
    game_of,
    in_line,
    in_play,
    no_day,
    noon,
    shortened,
)
from storage.repositories.play_content import MAX_PLACE_LENGTH, MAX_PLAYERS, MAX_TITLE_LENGTH, Play, plain_sheet

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from scoring.messages import Message
    from storage.exchange.record import Progress

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


def read(data: bytes, progress: Progress | None = None) -> Incoming:
    """Return the plays of a list; entities and other tricks of XML are refused before anything is built of them."""
    collector = ImportCollector("bgg")
    problem_log = collector.problem_log
    results: Counter[Result] = Counter()
    expansions: list[tuple[str, str]] = []
    try:
        _read(data, collector, results, expansions, progress)
    except ParseError as error:
        line, column = error.position
        message = say("this is not XML, or only part of it: {what}; get the file again", what=_reason(error))
        problem_log.add(tr("line {line}, column {column}", line=line, column=column + 1), message)
    except DefusedXmlException:
        problem_log.add(
            "", say("this XML defines entities or a document type: no list of plays does, so it is not read")
        )
    except UnfitError as error:
        problem_log.add("", error.message, error.path)
    except (ValueError, LookupError):
        problem_log.add("", say("the XML has an unknown encoding: get the file again, as UTF-8"))
    of_play = defaultdict(list)
    for source, name in expansions:
        of_play[source].append(name)
    collector.add_expansions(of_play)
    return collector.incoming([*result_remarks(results), *_expansion_remarks([name for _, name in expansions])])


def _read(
    data: bytes,
    collector: ImportCollector,
    results: Counter[Result],
    expansions: list[tuple[str, str]],
    progress: Progress | None,
) -> None:
    open_elements: list[Element] = []
    elements = number = 0
    source = BytesIO(data)
    for event, element in iterparse(source, events=("start", "end"), forbid_dtd=True):
        if event == "start":
            elements += 1
            _check_size(open_elements, elements, number)
            open_elements.append(element)
            _check_root(open_elements)
            continue
        open_elements.pop()
        if len(open_elements) != 1:
            continue
        if element.tag == "play":
            number += 1
            at = in_play(number)
            if _is_beside_its_game(element):
                expansions.append((_source_of_game(element), _game_name(element)))
            else:
                collector.take(at, partial(_record, element, at, results))
            if progress is not None and number % PROGRESS_INTERVAL == 0:
                progress(source.tell(), len(data))
        elements = 0
        open_elements[0].clear()


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
    return cleaned("" if item is None else item.get("name", ""), MAX_TITLE_LENGTH)


def _expansion_remarks(expansions: list[str]) -> list[Message]:
    if not expansions:
        return []
    return [
        counted(
            len(expansions),
            "{number} play of an expansion is left out, which was posted beside that of its game: {names}.",
            "{number} plays of expansions are left out, which were posted beside those of their games: {names}.",
            names=tuple(dict.fromkeys(expansions)),
        )
    ]


def _check_size(open_elements: list[Element], elements: int, number: int) -> None:
    if len(open_elements) >= MAX_DEPTH or elements > MAX_ELEMENTS or number > MAX_PLAYS:
        raise UnfitError(say("deeper or larger than any list of plays"), in_play(number + 1))


def _check_root(open_elements: list[Element]) -> None:
    root = open_elements[0].tag
    if root != "plays":
        raise UnfitError(say("{root}: the outermost element has to be plays", root=shown(str(root))), in_line(1))


def _reason(error: ParseError) -> str:
    return str(error).split(":", 1)[0]


def _record(play: Element, at: str, results: Counter[Result]) -> PlayRecord:
    warnings: list[Message] = []
    if play.get("incomplete") == "1":
        raise UnfitError(say("this play was not finished"), "incomplete")
    finished = _day(play.get("date", ""))
    length = whole_number(play.get("length", ""), MAX_MINUTES)
    _check_quantity(play.get("quantity", "1"), warnings)
    game, title = _game(play.find("item"), warnings)
    outcomes, result = _judged(play, _outcomes(play.findall("players/player"), warnings))
    players = participants(outcomes, warnings)
    if result == "left out":
        players = tuple(replace(player, won=False) for player in players)
    identity = whole_number(play.get("id", ""), MAX_BGG_ID * 100)
    if not identity:
        raise UnfitError(say("{value}: the number of the play belongs here", value=shown(play.get("id"))), "id")
    results[result] += 1
    here = Play(
        id="",
        source=f"bgg:{identity}",
        game=game,
        title=title,
        sheet=plain_sheet(players),
        begun=finished - timedelta(minutes=length) if length else None,
        finished=finished,
        day=finished.date().isoformat(),
        place=shortened(play.get("location", ""), MAX_PLACE_LENGTH, say("the place"), warnings),
        note=cleaned_note(play.findtext("comments") or "", warnings),
        players=players,
    )
    return PlayRecord(at=at, precision="day", play=here, warnings=tuple(warnings))


def _judged(play: Element, outcomes: list[PlayerOutcome]) -> tuple[list[PlayerOutcome], Result]:
    """Return the players with their winners, and how those are known, or that the play stays out of rates."""
    found, verdict = judged(outcomes)
    return found, "left out" if play.get("nowinstats") == "1" else verdict


def _day(text: str) -> datetime:
    try:
        finished = noon(datetime.strptime(text, "%Y-%m-%d").date())  # noqa: DTZ007 - a date alone
    except (ValueError, OverflowError, OSError):  # the system's clock functions do not reach every year
        finished = None
    if finished is None or not is_plausible(finished):
        raise no_day(say("{value}: a day such as 2024-03-01 belongs here", value=shown(text)), text, finished, "date")
    return finished


def _check_quantity(text: str, warnings: list[Message]) -> None:
    quantity = whole_number(text, MAX_PLAYS)
    if quantity is None or quantity < 1:
        raise UnfitError(say("{value}: the number of plays belongs here, at least 1", value=shown(text)), "quantity")
    if quantity > 1:
        message = counted(
            quantity,
            "stands for {number} play with one result: taken in as one",
            "stands for {number} plays with one result: taken in as one",
        )
        warnings.append(message)


def _game(item: Element | None, warnings: list[Message]) -> tuple[str, str]:
    called = "" if item is None else item.get("name", "")
    name = shortened(called, MAX_TITLE_LENGTH, say("the name of the game"), warnings)
    if item is None or not name:
        raise UnfitError(say("missing: the name of the game belongs here"), "item")
    return game_of(name, whole_number(item.get("objectid", ""), MAX_BGG_ID))


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
