"""The stock of a player: goods and other items, points and prestige, writs, fountain cards; and frame goals.

Goals and fountain cards are added by a kind with printed points, which is chosen here.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.carpe_diem import actions
from companion.games.carpe_diem.copy_values import FOUNTAIN_CARDS, FRAME_GOALS, goal_key
from companion.tables.state import transition
from companion.ui.components.controls import (
    caption,
    card,
    group,
    heading,
    icon_button,
    labelled,
    mark,
    notice,
    silent,
    text,
)
from companion.ui.components.correction import spot
from companion.ui.components.dialogs import change_and_say, use_window
from companion.ui.components.fields import chip, swatch, wrapped
from companion.ui.components.layout import column
from companion.ui.components.stepper import Counter, Stepper, alone, counter_of, player_stepper
from companion.ui.core.context import use_revision, use_selector, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed, use_value
from companion.ui.core.theme import SPACE, TARGET, Style
from companion.ui.editors.carpe_diem.square_pictures import goal_text
from companion.ui.editors.carpe_diem.tile_picker import kind_button
from scoring.carpe_diem.data import START_POINTS
from scoring.carpe_diem.district import built_by
from scoring.carpe_diem.moves import put_marker, raise_marker
from scoring.carpe_diem.state import (
    FOUNTAIN_CARDS_LENGTH,
    FRAME_LENGTH,
    GOAL_POINTS_RANGE,
    GOODS,
    ITEMS_ON_BOARD,
    NUMBERS,
    FountainCard,
    FrameGoal,
    Kind,
)
from scoring.carpe_diem.wording import line_name
from scoring.fields import Between, Noun, Number
from scoring.messages import Message, counted, points_text, say, titled, tr, wordless
from scoring.players import problems_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from companion.tables.live_table import LiveTable
    from companion.tables.my_copy import MyCopy
    from scoring.carpe_diem.state import Player, Table
    from scoring.problems import Problem

    Pick = Callable[[str | None], Awaitable[None]]
    AddPoints = Callable[[Kind, int], Awaitable[None]]


POINTS: Final = Counter(name=say("Points"), least=GOAL_POINTS_RANGE.low, most=GOAL_POINTS_RANGE.high)
"""The points that a frame goal or a fountain card may print."""

IN_A_ROW: Final = 5
"""How many of these points stand in a row of the grid to choose from: as many fit on a narrow phone."""


@component
def Goals(live: LiveTable, seat: int, line: str | None, pick: Pick) -> ft.Control:
    """Show the goals along a line of the frame, or all where `line` is `None`, and let others be added."""
    use_revision(live)
    frame = live.state.table.players[seat].frame
    title: object = FRAME_GOALS.title
    if line is not None:
        title = say("{what}: {value}", what=title, value=line_name(line))
    head: list[ft.Control] = [ft.Container(heading(title), expand=True)]
    if line is not None:
        head.append(icon_button(ft.Icons.CLOSE, tr("Close"), lambda: pick(None)))
    parts: list[ft.Control] = [ft.Row(head)]
    parts += [
        keyed(f"goal {index} {len(frame)}", Goal, live, seat, index)
        for index, goal in enumerate(frame)
        if goal.line == line
    ]
    if len(frame) < FRAME_LENGTH.most:
        parts.append(kind_group(FRAME_GOAL, _goal_picker(live, seat, line)))
    return column(parts)


def goals_in_words(player: Player) -> list[ft.Control]:
    """Return the kinds and points of a player's goals, those that are met ticked; nothing where none is entered."""
    goals = [_in_words(goal, met=actions.is_met(goal, player)) for goal in player.frame]
    row = ft.Row(
        [caption(tr("{what}:", what=FRAME_GOALS.title)), *goals], wrap=True, spacing=3 * SPACE, run_spacing=SPACE
    )
    return [row] if goals else []


def _in_words(goal: FrameGoal, *, met: bool) -> ft.Control:
    ink = ft.Colors.SECONDARY if met else ft.Colors.ON_SURFACE_VARIANT
    sign = ft.Icon(ft.Icons.CHECK, size=18, color=ink) if met else mark(goal.kind.noun.mark, 18, ink)
    words = text(goal.kind.noun.name, Style.SMALL, color=ink)
    points = text(f"+{goal.points}", Style.STRONG if met else Style.SMALL, color=ink)
    return labelled(ft.Row([sign, words, points], spacing=SPACE, tight=True), goal_text(goal, met=met))


def _goal_picker(live: LiveTable, seat: int, line: str | None) -> ft.Control:
    copies = use_ui().tables.copies[live.game.key]
    likely: dict[Kind, tuple[int, ...]] = {}
    for entry in FRAME_GOALS.known(copies):
        likely[entry.value.kind] = (*likely.get(entry.value.kind, ()), entry.value.points)

    async def add(kind: Kind, points: int) -> None:
        goal = FrameGoal(kind=kind, points=points, line=line, met=True if line is None else None)
        await live.change(of_kind(FRAME_GOAL, kind), lambda state: actions.with_goal(state, seat, None, goal))
        await _keep(copies, goal)

    return KindPicker(FRAME_GOAL, KnownPoints(likely=likely), add)


async def _keep(copies: MyCopy, goal: FrameGoal) -> None:
    """Keep a goal in my copy, without its place."""
    await FRAME_GOALS.keep(copies, goal_key(goal), replace(goal, line=None, met=None))


@component
def Goal(live: LiveTable, seat: int, index: int) -> ft.Control:
    """Show a goal: its kind, its points, and whether it is met."""
    use_revision(live)
    copies = use_ui().tables.copies[live.game.key]
    player = live.state.table.players[seat]
    if index >= len(player.frame):
        return ft.Container()
    goal = player.frame[index]

    async def keep(points: int) -> None:
        changed = replace(goal, points=points)
        label = say("{what}: {value}", what=of_kind(FRAME_GOAL, goal.kind), value=points_text(points))
        await live.change(label, lambda state: actions.with_goal(state, seat, index, changed))
        await _keep(copies, changed)

    async def tick() -> None:
        changed = replace(goal, met=not actions.is_met(goal, live.state.table.players[seat]))
        await live.change(of_kind(FRAME_GOAL, goal.kind), lambda state: actions.with_goal(state, seat, index, changed))

    async def remove() -> None:
        label = say("{spoken}: removed", spoken=of_kind(FRAME_GOAL, goal.kind))
        await change_and_say(live, label, lambda state: actions.without_goal(state, seat, player.frame, index))

    met = actions.is_met(goal, player)
    sign = ft.Icon(ft.Icons.CHECK, size=18, color=ft.Colors.PRIMARY)
    turned = chip(titled(say("met")), tick, selected=met, leading=sign if met else None)
    head: list[ft.Control] = [
        mark(goal.kind.noun.mark, 24, ft.Colors.ON_SURFACE),
        text(goal.kind.noun.title, Style.STRONG, expand=True),
        _met_text(met=met) if goal.met is None else turned,
        icon_button(ft.Icons.DELETE_OUTLINE, tr("Remove {name}", name=of_kind(FRAME_GOAL, goal.kind)), remove),
    ]
    counter = replace(POINTS, name=say("Points for {what}", what=goal.kind.noun.name))
    return card([ft.Row(head), Stepper(counter, goal.points, keep)], padding=2 * SPACE)


def _met_text(*, met: bool) -> ft.Control:
    colour = ft.Colors.SECONDARY if met else ft.Colors.ON_SURFACE_VARIANT
    return text(tr("met") if met else tr("not met"), Style.SMALL, color=colour)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPoints:
    """The points that a kind always has, and those that it has on some part; the latter are asked for first."""

    sure: Mapping[Kind, int] = field(default_factory=dict)
    likely: Mapping[Kind, tuple[int, ...]] = field(default_factory=dict)


FRAME_GOAL: Final = Noun(say("frame goal"))
FOUNTAIN_CARD: Final = Noun(say("fountain card"))


def of_kind(what: Noun, kind: Kind) -> Message:
    """Return the name of the goal or the card of a kind."""
    return wordless("{what} {kind}", what=what.name, kind=kind.noun.name)


@component
def KindPicker(
    what: Noun, known_points: KnownPoints, add: AddPoints, kinds: Sequence[Kind] = tuple(Kind)
) -> ft.Control:
    """Let a kind be tapped; `add` takes it with its points, which a window asks for where they are not sure."""
    nobody: Kind | None = None
    asked, set_asked = use_value(nobody)

    def close() -> None:
        set_asked(lambda _: None)

    async def add_and_close(kind: Kind, points: int) -> None:
        close()
        await add(kind, points)

    async def tap(kind: Kind) -> None:
        if kind in known_points.sure:
            await add(kind, known_points.sure[kind])
        else:
            set_asked(lambda _: kind)

    question = None
    if asked is not None:
        question = _points_question(what, asked, known_points.likely.get(asked, ()), add_and_close)
    use_window("" if asked is None else titled(of_kind(what, asked)), question, close)
    viewport = use_ui().viewport
    buttons = [kind_button(kind, str(kind.noun.name), viewport, tap, chosen=kind is asked) for kind in kinds]
    return ft.Row(buttons, wrap=True, spacing=2 * SPACE, run_spacing=2 * SPACE)


def kind_group(what: Noun, picker: ft.Control) -> ft.Control:
    """Return a picker of kinds below its name, under which screen readers find it."""
    words = tr("Add {spoken}", spoken=what.name)
    return group(column([silent(caption(words)), picker]), words)


def _points_question(what: Noun, kind: Kind, likely: tuple[int, ...], add: AddPoints) -> ft.Control:
    allowed = range(POINTS.least, POINTS.most + 1)
    first = [points for points in likely if points in allowed]
    others = [points for points in allowed if points not in likely]
    cells = [
        swatch(text(points), f"{of_kind(what, kind)}: {points}", partial(add, kind, points), chosen=points in likely)
        for points in (*first, *others)
    ]
    question = text(tr("How many points does it show?"))
    grid = ft.Container(wrapped(cells), width=IN_A_ROW * (TARGET + 2 * SPACE) - 2 * SPACE)
    return ft.Column([question, grid], spacing=2 * SPACE, tight=True, key=kind.value)


def has_start_points(table: Table, seat: int) -> bool:
    """Return whether a player still has the points of the start, and built nothing yet."""
    player = table.players[seat]
    built = player.tally is not None or (player.district is not None and player.district.tiles)
    return (player.victory_cards,) == START_POINTS.get(len(table.players), ())[seat : seat + 1] and not built


def _start_points(live: LiveTable) -> Message:
    """Return with how many points on cards players begin."""
    return say("Everybody begins with points: {points}, in seat order.", points=START_POINTS[len(live.names)])


@component
def Stock(live: LiveTable, seat: int) -> ft.Control:
    """Show the stock of a seat; each part is rendered again when its own values change."""
    problems = use_selector(live, lambda: _problems(live, seat), seat)
    cards = use_selector(live, lambda: len(live.state.table.players[seat].fountain_cards), seat)
    begins = use_selector(live, lambda: has_start_points(live.state.table, seat), seat)
    items: list[ft.Control] = [heading(tr("On the resource board"))]
    items += [_item(live, seat, item) for item in (*GOODS, *ITEMS_ON_BOARD)]
    return column(
        [
            *(notice(sentence(problem.message), wrong=True) for problem in problems),
            spot("items", card(items)),
            card(
                [
                    heading(tr("Points and prestige")),
                    spot("victory_cards", player_stepper(live, seat, NUMBERS["victory_cards"], alone)),
                    *([caption(_start_points(live))] if begins else []),
                    spot("prestige", Prestige(live, seat)),
                    spot("writs_left", player_stepper(live, seat, NUMBERS["writs_left"], alone)),
                ]
            ),
            spot(
                "fountains", card([heading(FOUNTAIN_CARDS.title), keyed(f"fountains {cards}", Fountains, live, seat)])
            ),
        ],
        spacing=3 * SPACE,
    )


def _problems(live: LiveTable, seat: int) -> list[Problem]:
    return [problem for problem in problems_of(live.problems, seat) if not problem.cells]


def _item(live: LiveTable, seat: int, item: Number) -> ft.Control:
    parts = [player_stepper(live, seat, item, alone)]
    if item.in_the_box is not None:
        parts.append(MoreThanInTheBox(live, item, item.in_the_box))
    return ft.Column(parts, spacing=0, tight=True)


@component
def MoreThanInTheBox(live: LiveTable, item: Number, in_the_box: int) -> ft.Control:
    """Say where all players together hold more of something than the box has."""
    held: int = use_selector(live, lambda: sum(map(item.of, live.state.table.players)), item.field, item.key)
    if held <= in_the_box:
        return ft.Container()
    words = counted(held, *item.forms)
    return notice(tr("All players together hold {held}; the box has {in_the_box}.", held=words, in_the_box=in_the_box))


@component
def Prestige(live: LiveTable, seat: int) -> ft.Control:
    """Show the space of a player's marker on the prestige bar, and its pile where others are on that space."""
    space, pile = use_selector(live, lambda: _on_space(live, seat), seat)
    table = live.state.table
    counter = counter_of(NUMBERS["prestige"], Between(0, table.prestige_end))

    async def keep(new_space: int) -> None:
        label = say("{what}: {value}", what=counter.name, value=new_space)
        await live.change(label, transition(put_marker, seat, new_space))

    parts: list[ft.Control] = [Stepper(counter, space, keep)]
    if len(pile) > 1:
        parts.append(_pile(live, seat, pile))
    return ft.Column(parts, spacing=SPACE, tight=True)


def _on_space(live: LiveTable, seat: int) -> tuple[int, list[str]]:
    """Return the space of a player's marker, and the names of the players there, from the top of the pile."""
    players = live.state.table.players
    space = players[seat].prestige
    pile = sorted(
        (player for player in players if player.prestige == space), key=lambda player: player.stack, reverse=True
    )
    return space, [player.name for player in pile]


def _pile(live: LiveTable, seat: int, names: list[str]) -> ft.Control:
    player = live.state.table.players[seat]

    async def higher() -> None:
        await live.change(say("{name} one higher in the pile", name=player.name), transition(raise_marker, seat))

    words = tr("The pile on space {space}, from the top: {names}.", space=player.prestige, names=", ".join(names))
    row: list[ft.Control] = [caption(words, expand=True)]
    if names[0] != player.name:
        row.append(icon_button(ft.Icons.ARROW_UPWARD, tr("{name} one higher in the pile", name=player.name), higher))
    return ft.Row(row)


@component
def Fountains(live: LiveTable, seat: int) -> ft.Control:
    """Show the fountain cards of a player, and let others be added."""
    number = use_selector(live, lambda: len(live.state.table.players[seat].fountain_cards), seat)
    copies = use_ui().tables.copies[live.game.key]
    parts: list[ft.Control] = [FountainRow(live, seat, index) for index in range(number)]

    async def add(kind: Kind, points: int) -> None:
        added = FountainCard(kind=kind, points=points)
        await live.change(
            of_kind(FOUNTAIN_CARD, kind), lambda state: actions.with_fountain_card(state, seat, None, added)
        )
        await FOUNTAIN_CARDS.keep(copies, kind, points)

    if number < FOUNTAIN_CARDS_LENGTH.most:
        picker = KindPicker(FOUNTAIN_CARD, KnownPoints(sure=FOUNTAIN_CARDS.values(copies)), add)
        parts.append(kind_group(FOUNTAIN_CARD, picker))
    return column(parts)


@component
def FountainRow(live: LiveTable, seat: int, index: int) -> ft.Control:
    """Show a fountain card: its kind, its points for each, and its worth now."""
    use_selector(live, lambda: _fountain_inputs(live.state.table.players[seat]), seat)
    copies = use_ui().tables.copies[live.game.key]
    player: Player = live.state.table.players[seat]
    if index >= len(player.fountain_cards):
        return ft.Container()
    fountain = player.fountain_cards[index]
    kind = fountain.kind
    worth = fountain.points * built_by(player).counts.get(kind, 0)

    async def keep(points: int) -> None:
        changed = replace(fountain, points=points)
        label = say("{what}: {value}", what=of_kind(FOUNTAIN_CARD, kind), value=points_text(points))
        await live.change(label, lambda state: actions.with_fountain_card(state, seat, index, changed))
        await FOUNTAIN_CARDS.keep(copies, kind, points)

    async def give_back() -> None:
        label = say("{spoken}: removed", spoken=of_kind(FOUNTAIN_CARD, kind))
        await change_and_say(
            live, label, lambda state: actions.without_fountain_card(state, seat, player.fountain_cards, index)
        )

    head: list[ft.Control] = [
        mark(kind.noun.mark, 24, ft.Colors.ON_SURFACE),
        text(kind.noun.title, Style.STRONG, expand=True),
        caption(tr("now {points}", points=points_text(worth))),
        icon_button(ft.Icons.DELETE_OUTLINE, tr("Remove {name}", name=of_kind(FOUNTAIN_CARD, kind)), give_back),
    ]
    counter = replace(POINTS, name=say("Points for {what}", what=kind.noun.name))
    return ft.Column([ft.Row(head), Stepper(counter, fountain.points, keep)], spacing=0, tight=True)


def _fountain_inputs(player: Player) -> object:
    """Return the values that the fountain cards of a player, and their worth, depend on."""
    return player.fountain_cards, player.district, player.tally
