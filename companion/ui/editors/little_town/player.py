"""The Player tab: score track, coins and cubes of a player, and the objective cards as a check list."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.little_town import actions
from companion.games.little_town.copy_values import CARD_POINTS, OBJECTIVE_CARDS
from companion.tables.state import transition
from companion.ui.components.controls import button, caption, card, heading, notice, outlined, plain_button, text
from companion.ui.components.drafts import use_typed
from companion.ui.components.fields import BOX, chip, field, tick, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column
from companion.ui.components.stepper import player_stepper
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component, safe
from companion.ui.core.hooks import keyed, use_lazy_state, use_value, value_now
from companion.ui.core.theme import RADIUS, SPACE, Style
from companion.ui.editors.little_town.square_panel import left_text
from scoring.little_town.board import reserve
from scoring.little_town.data import OBJECTIVES_DEALT, cubes_listed
from scoring.little_town.moves import take_objective_back
from scoring.little_town.objectives import OBJECTIVES, met_now, not_met
from scoring.little_town.state import NUMBERS, CompletedObjective
from scoring.messages import Message, as_typed, on_one_line, points_text, say, tr
from scoring.players import problems_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.tables.live_table import LiveTable

CUBES_PATH: Final = ".cubes."
"""Part of the path of a problem about the cubes of all players together."""


@component
def PlayerTab(live: LiveTable, seat: int) -> ft.Control:
    """Show score, coins, cubes and objectives of a player."""
    use_revision(live)
    state = live.state
    player = state.table.players[seat]
    mine = problems_of(live.problems, seat)
    wrong = [problem for problem in live.problems if problem in mine or CUBES_PATH in problem.path]
    kinds = cubes_listed(reserve(state.table))
    items: list[ft.Control] = [heading(player.name)]
    items += [player_stepper(live, seat, number) for number in NUMBERS]
    items.append(caption(sentence(left_text(state.table, seat))))
    items.append(caption(say("In the reserve: {kinds}.", kinds=kinds)))
    return column(
        [
            *(notice(sentence(problem.message), wrong=True) for problem in wrong),
            card(items),
            keyed(f"objectives {seat}", ObjectiveCards, live, seat),
        ],
        3 * SPACE,
    )


MAX_CARD_WORDS: Final = 80
"""The most characters of an objective card that players enter."""

MET: Final = say("Met now.")

DEALT: Final = say("Tick a card when it is shown.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectiveEntry:
    """An objective card on the list: its key, its objective in words, its points."""

    card: str
    words: Message
    points: int


def listed_cards(mine: Mapping[str, int], completed: tuple[CompletedObjective, ...]) -> tuple[ObjectiveEntry, ...]:
    """Return the listed cards: the known ones, those of my copy, and others completed at this table."""
    printed = {
        objective.key: ObjectiveEntry(card=objective.key, words=objective.message, points=objective.points)
        for objective in OBJECTIVES
    }
    others = {words: ObjectiveEntry(card=words, words=as_typed(words), points=points) for words, points in mine.items()}
    completed_here = {
        objective.card: ObjectiveEntry(card=objective.card, words=as_typed(objective.card), points=objective.points)
        for objective in completed
    }
    return tuple(
        {**completed_here, **others, **printed}[key] for key in dict.fromkeys((*printed, *others, *completed_here))
    )


@component
def ObjectiveCards(live: LiveTable, seat: int) -> ft.Control:
    """Show all cards: completed by the player, met, others, completed by others; none moves while they are shown."""
    use_revision(live)
    ui = use_ui()
    state = live.state
    copies = ui.tables.copies[live.game.key]
    name = state.table.players[seat].name
    dealt = OBJECTIVES_DEALT[len(state.table.players)]
    done = {objective.card: objective for objective in state.table.completed}
    mine = [objective for objective in state.table.completed if objective.seat == seat]
    met = met_now(state.table, seat)
    entries = {entry.card: entry for entry in listed_cards(OBJECTIVE_CARDS.values(copies), state.table.completed)}
    first, _ = use_lazy_state(
        lambda: tuple(sorted(entries, key=lambda key: _objective_rank(done.get(key), seat, key in met)))
    )
    order = [entries[key] for key in dict.fromkeys((*first, *entries)) if key in entries]
    points = sum(objective.points for objective in mine)
    counts = say("{done} of {dealt} completed, {points}", done=len(mine), dealt=dealt, points=points_text(points))
    parts: list[ft.Control] = [heading(tr("Objectives")), text(counts, Style.STRONG), caption(DEALT)]
    if len(mine) > dealt:
        parts.append(
            text(tr("{name} was dealt {dealt} cards.", name=name, dealt=dealt), Style.SMALL, color=ft.Colors.ERROR)
        )
    parts += [keyed(f"{seat} {entry.card}", ObjectiveLine, live, seat, entry) for entry in order]
    parts.append(OtherCard(live, seat))
    return card(parts)


def _completed(name: str, words: Message, points: int) -> Message:
    card_words = say("{what}: {value}", what=words, value=points_text(points))
    return say("{what}: {value}", what=name, value=card_words)


def _objective_rank(done: CompletedObjective | None, seat: int, met: bool) -> int:  # noqa: FBT001
    if done is not None:
        return 0 if done.seat == seat else 3
    return 1 if met else 2


@component
def ObjectiveLine(live: LiveTable, seat: int, entry: ObjectiveEntry) -> ft.Control:
    """Show a card with its tick; where the table shows that it is not met, the tick is asked for again."""
    use_revision(live)
    asking, set_asking = use_value(initial=False)
    state = live.state
    name = state.table.players[seat].name
    words = str(entry.words)
    words = tr("{what}: {value}", what=f"{words[:1].upper()}{words[1:]}", value=points_text(entry.points))
    done = next((objective for objective in state.table.completed if objective.card == entry.card), None)
    if done is not None and done.seat != seat:
        return _completed_by(state.table.players[done.seat].name, words)

    label = _completed(name, entry.words, entry.points)

    async def complete() -> None:
        await live.change(label, lambda state: actions.complete_objective(state, seat, entry.card, entry.points))
        set_asking(lambda _: False)

    async def turn() -> None:
        if done is not None:
            await live.change(label, transition(take_objective_back, done))
        elif not_met(state.table, seat, entry.card):
            set_asking(lambda before: not before)
        else:
            await complete()

    line = tick(words, turn, use_ui().viewport, ticked=done is not None)
    if done is None and entry.card in met_now(state.table, seat):
        met = column([line, _below(caption(MET))], 0)
        return ft.Container(met, bgcolor=ft.Colors.SECONDARY_CONTAINER, border_radius=RADIUS)
    if done is not None or not asking:
        return line
    refused = notice(tr("By what is entered here, {name} does not meet it.", name=name), wrong=True)
    ways = wrapped([outlined(tr("Count it anyway"), complete), plain_button(tr("Cancel"), turn)])
    return column([line, _below(column([refused, ways]))], 0)


def _completed_by(name: str, words: str) -> ft.Control:
    who = caption(tr("{name} has completed this card.", name=name))
    return _below(column([text(words, color=ft.Colors.ON_SURFACE_VARIANT), who], 0))


def _below(content: ft.Control) -> ft.Control:
    """Return what stands below a tick, in line with its words."""
    return ft.Container(content, padding=ft.Padding.only(left=5 * SPACE + BOX, right=2 * SPACE, bottom=2 * SPACE))


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDraft:
    """A card that is not on the list, as it is typed."""

    words: str = ""
    points: int = 2

    @property
    def entered(self) -> str:
        r"""The words without needless spaces and characters that do not show.

        >>> CardDraft(words=" own  the\x7fcastle").entered
        'own the castle'
        """
        return on_one_line(self.words)


@component
def OtherCard(live: LiveTable, seat: int) -> ft.Control:
    """Let a card that is not on the list be completed; my copy keeps it."""
    use_revision(live)
    ui = use_ui()
    opened, set_opened = use_value(initial=False)
    draft, set_draft = use_typed(f"card of {seat} at {live.id}", CardDraft())
    tried, set_tried = use_value(initial=False)
    copies = ui.tables.copies[live.game.key]
    name = live.state.table.players[seat].name

    def problem(entered: str) -> str | None:
        return card_problem(entered, listed_cards(OBJECTIVE_CARDS.values(copies), live.state.table.completed))

    def toggle() -> None:
        set_opened(lambda before: not before)

    def type_in(typed: str) -> None:
        set_draft(lambda old: replace(old, words=typed))
        set_tried(lambda _: False)

    def choose(number: int) -> None:
        set_draft(lambda old: replace(old, points=number))

    async def add() -> None:
        latest = value_now(set_draft)
        entered, points = latest.entered, latest.points
        if problem(entered) is not None:
            set_tried(lambda _: True)
            return
        label = _completed(name, as_typed(entered), points)
        await live.change(label, lambda state: actions.complete_objective(state, seat, entered, points))
        await OBJECTIVE_CARDS.keep(copies, entered, points)
        set_draft(lambda _: CardDraft())
        set_opened(lambda _: False)

    if not opened:
        return ft.Row([plain_button(tr("Another card"), toggle, icon=ft.Icons.ADD)], wrap=True)
    wrong = problem(draft.entered) if tried else None
    box = field(ui, tr("What the card asks for"), draft.words, type_in, wrong=wrong, on_submit=safe(add))
    feet = AtThumb(lambda: [plain_button(tr("Cancel"), toggle), button(tr("Add"), add)])
    return column([box, caption(tr("Its points")), _points_chips(draft.points, choose), feet], 3 * SPACE)


def _points_chips(points: int, choose: Callable[[int], None]) -> ft.Control:
    def points_chip(number: int) -> ft.Control:
        return chip(str(number), lambda: choose(number), selected=number == points, label=points_text(number))

    return wrapped(points_chip(number) for number in CARD_POINTS)


def card_problem(entered: str, listed: tuple[ObjectiveEntry, ...]) -> str | None:
    """Return what is wrong with the words of a card, or `None`.

    >>> card_problem("", ())
    'What does the card ask for?'
    """
    if not entered:
        return tr("What does the card ask for?")
    if len(entered) > MAX_CARD_WORDS:
        return tr("At most {most} characters fit; this has {number}.", most=MAX_CARD_WORDS, number=len(entered))
    if any(entered.casefold() in (str(entry.words).casefold(), entry.card.casefold()) for entry in listed):
        return tr("This card is on the list.")
    return None
