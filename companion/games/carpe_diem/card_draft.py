"""A forum card while it is being entered from one's own copy."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from companion.games.carpe_diem.wording import Asks, asks
from scoring.carpe_diem.limits import ALONE, LIMITS
from scoring.carpe_diem.state import Card, Good, Thing
from scoring.messages import Message, say
from scoring.problems import problems_in
from storage.documents.records import record_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.fields import Number
    from scoring.problems import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDraft:
    """A card while it is being entered, perhaps unfinished; `typed` is its name as typed."""

    card: Card = field(default_factory=lambda: Card(pay={}))
    typed: str = ""


def draft_of(card: Card) -> CardDraft:
    """Return the draft that changes a card."""
    return CardDraft(card=card, typed=card.name or "")


def with_sort(draft: CardDraft, sort: Asks) -> CardDraft:
    """Return a draft of a sort; one of the other sort asks for nothing any more, and keeps its reward."""
    if asks(draft.card) is sort:
        return draft
    asked: dict[str, Any] = {"pay": None, "own": None, sort.value: {}}
    return replace(draft, card=replace(draft.card, **asked))


def with_asked(draft: CardDraft, thing: Good | Thing, number: int) -> CardDraft:
    """Return a draft that asks for so many of a good or thing; 0 removes it."""
    card = draft.card
    if isinstance(thing, Good):
        return replace(draft, card=replace(card, pay=_changed(card.pay or {}, thing, number, tuple(Good))))
    return replace(draft, card=replace(card, own=_changed(card.own or {}, thing, number, tuple(Thing))))


def _changed(named: Mapping[Any, int], thing: Good | Thing, number: int, order: tuple[Any, ...]) -> dict[Any, int]:
    changed = {**named, thing: number}
    return {named_thing: changed[named_thing] for named_thing in order if changed.get(named_thing)}


def with_reward(draft: CardDraft, part: Number, number: int) -> CardDraft:
    """Return a draft that gives so many of a part of a reward."""
    return replace(draft, card=replace(draft.card, reward=part.put(draft.card.reward, number)))


def finished(draft: CardDraft) -> Card | tuple[Message, ...]:
    """Return the card, or what it still lacks."""
    problems: list[Problem] = []
    name = _name(draft, problems)
    problems += problems_in(draft.card, LIMITS)
    if problems:
        return tuple(_lack(problem) for problem in problems)
    return replace(draft.card, name=name)


def name_problem(draft: CardDraft) -> Message | None:
    """Return what is wrong with the typed name, or `None`."""
    problems: list[Problem] = []
    _name(draft, problems)
    return problems[0].message if problems else None


def _name(draft: CardDraft, problems: list[Problem]) -> str | None:
    if not draft.typed.strip():
        return None
    read: str = record_of(Card).fields["name"].read(draft.typed, (None, "name"), problems)
    return read


_LACKS: Final[Mapping[str, Message]] = {
    "pay": say("Say which goods the card asks for."),
    "own": say("Say what the card wants you to own."),
    "reward": say("Say what the card gives."),
}


def _lack(problem: Problem) -> Message:
    """Return what a card lacks: an empty half is unfinished rather than wrong."""
    if problem.message in ALONE.values():
        return problem.message
    return _LACKS.get(problem.path, problem.message)
