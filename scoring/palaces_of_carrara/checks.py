"""The checks: which questions are impossible, what their answers say, and which rulings these rest on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.fields import in_words
from scoring.game import Check, Report
from scoring.messages import Message, counted, say
from scoring.palaces_of_carrara.board import buildings_named
from scoring.palaces_of_carrara.data import OBJECTS_UNSURE, SCORING_MARKERS
from scoring.palaces_of_carrara.game import SUPPLY, objects_supposed
from scoring.palaces_of_carrara.moves import AcceptingCities, WheelCost, cities, price, wheel
from scoring.palaces_of_carrara.rules import ObjectiveProgress, Objectives, cards, objectives
from scoring.palaces_of_carrara.scoring_action import REFUSALS, Gain, Refusal, gain
from scoring.palaces_of_carrara.state import CitiesAsk, ObjectivesAsk, ScoreAsk, Table, What, WheelAsk
from scoring.palaces_of_carrara.wording import BONUS_CARDS, BUILDING_CARDS, OBJECT_CARDS, TOP_CARDS, given, scorable
from scoring.players import asked_player_sits_here, player_of
from scoring.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def _of_the_question(rule: Refusal) -> Callable[[Table, ScoreAsk], Iterator[Problem]]:
    """Return a rule of Action III as a limit of the question."""

    def limit(table: Table, ask: ScoreAsk) -> Iterator[Problem]:
        seat = next((seat for seat, player in enumerate(table.players) if player.name == ask.player), None)
        if seat is not None:
            for problem in rule(table, seat, ask.what, ask.name):
                yield Problem(path=f"ask.{problem.path}", message=problem.message)

    return limit


def _score_report(table: Table, ask: ScoreAsk, answer: Gain) -> Report:
    paid = (given(answer.points, answer.coins), *in_words(answer.objects))
    lead = say("{name} scores {title}: {paid}.", name=ask.player, title=scorable(ask.what, ask.name), paid=paid)
    left = counted(
        SCORING_MARKERS - len(player_of(table, ask.player).scored) - 1,
        "After that {number} marker is left.",
        "After that {number} markers are left.",
    )
    return Report(sentences=(lead,), notes=(left,))


def _score_rulings(table: Table, ask: ScoreAsk, _answer: Gain) -> tuple[Message, ...]:
    if ask.what is What.CATEGORY:
        return ()
    kinds = {building.kind for building in buildings_named(player_of(table, ask.player), ask.what, ask.name)}
    supposed = kinds.intersection(OBJECTS_UNSURE).difference(table.objects_of)
    return (SUPPLY, objects_supposed(table)) if supposed else (SUPPLY,)


def _wheel_report(_table: Table, ask: WheelAsk, answer: WheelCost) -> Report:
    rows = tuple(
        (color.noun.name, number, price(ask.section, color), number * price(ask.section, color))
        for color, number in ask.blocks.items()
    )
    lead = counted(
        answer.coins,
        "In section {section} these blocks cost {number} coin.",
        "In section {section} these blocks cost {number} coins.",
        section=ask.section,
    )
    return Report(sentences=(lead,), heading=(say("color"), say("blocks"), say("each"), say("coins")), rows=rows)


def _cities_report(_table: Table, ask: CitiesAsk, answer: AcceptingCities) -> Report:
    colors = tuple(color.noun.name for color in ask.blocks)
    accepting = tuple(city.noun.name for city in answer.cities)
    return Report(sentences=(say("{colors}: accepted by {accepting}.", colors=colors, accepting=accepting),))


def _objectives_report(table: Table, _ask: ObjectivesAsk, answer: Objectives) -> Report:
    top, purple, gray = cards(table)
    counted_by = (TOP_CARDS[top], OBJECT_CARDS[purple], BUILDING_CARDS[gray])
    rows = []
    for player in answer.players:
        three = zip((player.brown, player.purple, player.gray), counted_by, strict=True)
        may = say("yes") if player.may_announce else say("no")
        rows.append((player.name, *(_progress(progress, *words) for progress, words in three), may))
    heading = (say("player"), say("top card"), say("objects"), say("buildings"), say("may announce"))
    if table.cards is None:
        return Report(heading=heading, rows=tuple(rows))
    at_the_end = say("The bonus points card scores {what} at the end.", what=BONUS_CARDS[table.cards.green])
    return Report(heading=heading, rows=tuple(rows), notes=(at_the_end,))


def _progress(objective: ObjectiveProgress, singular: str, many: str) -> Message:
    what = counted(objective.have, singular, many)
    if objective.met:
        return say("{what}, met", what=what)
    return say("{number} of {all}", number=what, all=objective.need)


CHECKS: Final = (
    Check(
        key="score_action",
        title=say("what a scoring action would pay"),
        ask=ScoreAsk,
        limits=(asked_player_sits_here, *map(_of_the_question, REFUSALS)),
        answer=lambda table, ask: gain(table, player_of(table, ask.player), ask.what, ask.name),
        report=_score_report,
        rulings=_score_rulings,
    ),
    Check(key="wheel", title=say("what blocks cost on the wheel"), ask=WheelAsk, answer=wheel, report=_wheel_report),
    Check(
        key="cities", title=say("which cities accept these blocks"), ask=CitiesAsk, answer=cities, report=_cities_report
    ),
    Check(
        key="objectives",
        title=say("how far everybody is with the three objectives"),
        ask=ObjectivesAsk,
        answer=objectives,
        report=_objectives_report,
    ),
)
