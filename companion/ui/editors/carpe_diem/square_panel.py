"""The panel for the square that was tapped: what can be done there, or what is still to be done on the board."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

import flet as ft

from companion.formatting.text import for_screen, sentence
from companion.games.carpe_diem import actions
from companion.games.carpe_diem.copy_values import VILLA_CHART, missing_chimneys
from companion.tables.state import transition
from companion.ui.components.controls import button, caption, group, mark, notice, outlined, plain_button, silent, text
from companion.ui.components.dialogs import Confirmation, change_and_say, use_confirmation, use_window
from companion.ui.components.fields import wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column
from companion.ui.core.context import UI, Viewport, use_revision, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed, use_value
from companion.ui.core.keyboard import use_keys
from companion.ui.core.theme import RADIUS, SPACE, TARGET, Style, text_part
from companion.ui.editors.carpe_diem.forum_phase import next_round_button
from companion.ui.editors.carpe_diem.my_copy_screen import villa_questions
from companion.ui.editors.carpe_diem.square_pictures import is_unfinished
from companion.ui.editors.carpe_diem.stock import Goals, goals_in_words
from companion.ui.editors.carpe_diem.tile_picker import (
    KINDS,
    TURN,
    TilePicker,
    chimney_row,
    panel_head,
    shovel_button,
    tappable_face,
    tile_face,
    tiles_laid_last,
    turn_row,
    with_sign,
)
from scoring.carpe_diem import moves, placement
from scoring.carpe_diem.building_phase import Bonus, bonus, bonuses_taken, pending, writ_key
from scoring.carpe_diem.data import WRITS
from scoring.carpe_diem.district import Structure, structures
from scoring.carpe_diem.state import DISTRICT_SQUARES, SHOVEL_SQUARES, District, Kind, Thing, Tile
from scoring.carpe_diem.wording import bonus_message, completion_message, label
from scoring.grid import DIRECTIONS
from scoring.messages import Message, counted, say, titled, tr
from scoring.players import problems_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.tables.live_table import LiveTable

    Pick = Callable[[str | None], Awaitable[None]]

LAY_AGAIN: Final = say("Lay again")
WRIT, NO_WRIT = say("A writ was here"), say("No writ was here")
WHAT_IS_A_WRIT: Final = say("Writs are the tokens on nine squares of the board: each is 1 step on the prestige bar.")
ALREADY_TAKEN, ALL_TAKEN = say("Already taken"), say("All of these are already taken")
DONE: Final = {Kind.FOUNTAIN: say("Card drawn"), Kind.CRAFTSMAN: say("Tile taken")}
"""What a player has done who completed what brings nothing that is counted."""

COMPLETED: Final = titled(say("completed"))

TRADED_WHEN_TAKEN: Final = say("The goods in your stock are traded when you take it, not when it is completed.")


@ft.observable
@dataclass
class PickedSquare:
    """The place of the board tapped in this browser: a square, a line of the frame, or nothing.

    `moved` is the square whose tile is being moved, `changed` the one for which another tile is being chosen, `again`
    the tile that every tap on an empty square lays; `kind` is what its tiles are to show.
    """

    place: str | None = None
    moved: str | None = None
    changed: str | None = None
    again: Tile | None = None
    kind: Kind | None = None

    @property
    def busy(self) -> bool:
        """Whether a place is open, a tile is being moved, or the same one is laid again."""
        return any(value is not None for value in (self.place, self.moved, self.again))


class Board(Protocol):
    """What a panel begins on the board."""

    def move(self, cell: str, /) -> None:
        """Move the tile of a square to the one tapped next."""

    def lay_again(self, tile: Tile, /) -> None:
        """Lay a tile again on every empty square tapped from now on."""

    def change(self, cell: str | None, /) -> None:
        """Let another tile be chosen for a square, or show the tile that was."""


@component
def SquarePanel(live: LiveTable, seat: int, picked: PickedSquare, pick: Pick, board: Board) -> ft.Control:
    """Show what can be done with the place that was tapped."""
    use_revision(live)
    place = picked.place
    if picked.moved is not None:
        return MoveNote(picked.moved, pick)
    if picked.again is not None:
        return TileBrush(picked.again, pick)
    if place is None:
        return Overview(live, seat, board)
    if place not in DISTRICT_SQUARES:
        return keyed(f"goals {place}", Goals, live, seat, place, pick)
    if actions.tile_on(actions.district_of(live.state, seat), place) is None:
        key = f"picker {place} {picked.kind}"
        return keyed(key, TilePicker, live, seat, place, pick, lambda: board.change(None), kind=picked.kind)
    return TilePanel(live, seat, place, pick, board, changed=picked.changed == place)


@component
def MoveNote(cell: str, pick: Pick) -> ft.Control:
    """Say where the tile of a square may go, and let it stay where it is."""
    words = notice(tr("Tap the empty square that the tile of {cell} moves to.", cell=cell))
    return column([words, wrapped([outlined(tr("Cancel"), lambda: pick(None))])])


@component
def TileBrush(tile: Tile, pick: Pick) -> ft.Control:
    """Show the tile that is laid on every empty square tapped, until that is done."""
    picture = silent(tile_face(tile, TARGET, use_ui().viewport.palette))
    words = text(tr("Tap the empty squares that get this tile. Tap one again to turn it."), expand=True)
    row = ft.Row([picture, words], spacing=3 * SPACE)
    done = AtThumb(lambda: [button(tr("Done"), lambda: pick(None))])
    return ft.Container(column([row, done]), padding=ft.Padding.symmetric(vertical=SPACE))


@component
def TilePanel(live: LiveTable, seat: int, cell: str, pick: Pick, board: Board, *, changed: bool) -> ft.Control:
    """Show a tile: what it completed, and how it is turned, changed, moved, or taken away."""
    turn, remove = partial(turn_tile, live, seat, cell), partial(_remove_tile, live, seat, cell, pick)
    _use_tile_keys(turn, remove)
    district = actions.district_of(live.state, seat)
    tile = actions.tile_on(district, cell)
    if tile is None:
        return ft.Container()
    if changed:
        return ft.Column([keyed(cell, TilePicker, live, seat, cell, pick, lambda: board.change(None))], tight=True)
    bonuses = [(structure, gain) for structure, gain in pending(live.state.table, seat) if cell in structure.cells]
    buttons = [
        outlined(tr("Edit"), lambda: board.change(cell), icon=ft.Icons.EDIT_OUTLINED),
        outlined(LAY_AGAIN, lambda: board.lay_again(tile), icon=ft.Icons.BRUSH_OUTLINED),
        outlined(tr("Move"), lambda: board.move(cell), icon=ft.Icons.OPEN_WITH),
        outlined(tr("Remove"), remove, icon=ft.Icons.DELETE_OUTLINE),
        *writ_button(live, seat, cell),
        *([shovel_button(live, seat, cell)] if cell in SHOVEL_SQUARES else []),
    ]
    return column(
        [
            panel_head(cell, str(label(tile)), pick),
            *_turn_row(district, tile, turn),
            *_problems(live, seat, cell),
            *(_villa_chimneys(live, seat, tile, number) for number, _ in actions.villas_of(tile)),
            *(_bonus(live, seat, *of_one, first=at == 0, named=len(bonuses) > 1) for at, of_one in enumerate(bonuses)),
            *_completed_villas(live, seat, district, cell),
            wrapped(buttons),
        ]
    )


def _use_tile_keys(turn: Callable[[], Awaitable[None]], remove: Callable[[], Awaitable[None]]) -> None:
    """Let R turn the tile whose panel is open, and Delete take it away."""

    async def press(event: ft.KeyboardEvent) -> bool:
        do = {"R": turn, "Delete": remove}.get(event.key.capitalize())
        if do is None or event.ctrl or event.alt or event.meta:
            return False
        await do()
        return True

    use_keys(use_ui().keys, press)


def _turn_row(district: District, tile: Tile, turn: Callable[[], Awaitable[None]]) -> list[ft.Control]:
    """Return the picture that turns a tile, where it fits in several ways."""
    several = len(placement.turns(district, tile.cell)) > 1
    return [turn_row(tile, use_ui().viewport.palette, turn)] if several else []


def _problems(live: LiveTable, seat: int, cell: str | None = None) -> list[ft.Control]:
    """Return the problems of a player's things, or of one square."""
    return [
        notice(sentence(problem.message), wrong=not is_unfinished(problem))
        for problem in problems_of(live.problems, seat)
        if cell is None or cell in problem.cells
    ]


async def turn_tile(live: LiveTable, seat: int, cell: str) -> None:
    """Turn the tile of a square to the next way in which it fits."""
    turns = placement.turns(actions.district_of(live.state, seat), cell)
    if len(turns) > 1:
        await live.change(
            say("{what}: {value}", what=TURN, value=cell), lambda state: actions.lay(state, seat, turns[1])
        )


async def _remove_tile(live: LiveTable, seat: int, cell: str, pick: Pick) -> None:
    """Take the tile of a square away, and say what stays in the stock."""
    kept = bonuses_taken(live.state.table, seat, cell)
    label = say("{spoken}: removed", spoken=cell)
    words = f"{label}."
    if kept:
        kinds = tuple(kind.noun.name for kind in kept)
        words = f"{words} {tr('What was taken for the {kinds} stays in the stock.', kinds=kinds)}"
    await change_and_say(live, label, lambda state: actions.remove(state, seat, cell), words)
    await pick(None)


def writ_button(live: LiveTable, seat: int, cell: str) -> list[ft.Control]:
    """Return the button that takes the writ of a square, or gives it back, where either is possible."""
    player = live.state.table.players[seat]

    async def take() -> None:
        await live.change(_on_square(cell, WRIT), transition(moves.take_writ, seat, cell))

    async def give_back() -> None:
        await live.change(_on_square(cell, NO_WRIT), transition(moves.return_writ, seat, cell))

    if writ_key(seat, cell) not in live.state.table.writs:
        what = [caption(WHAT_IS_A_WRIT)] if player.writs_left == WRITS else []
        return [outlined(WRIT, take, icon=ft.Icons.STAIRS), *what] if player.writs_left else []
    if player.prestige == live.state.table.prestige_end:
        return [caption(tr("The writ here is already taken."))]
    return [plain_button(NO_WRIT, give_back, icon=ft.Icons.UNDO)]


def _on_square(cell: str, act: Message) -> Message:
    return say("{what}: {value}", what=cell, value=act)


def _completed_villas(live: LiveTable, seat: int, district: District, cell: str) -> list[ft.Control]:
    """Return what is said of the villas completed on a square, and the question for a value that nobody knows."""
    done = [
        villa for villa in structures(district) if villa.kind is Kind.VILLA and villa.completed and cell in villa.cells
    ]
    said = [
        notice(say("{what}: {value}", what=COMPLETED, value=completion_message(villa, bonus(villa, {}))), live=True)
        for villa in done
    ]
    return [*said, *(_villa_values(live, seat) if done else [])]


def _villa_chimneys(live: LiveTable, seat: int, tile: Tile, number: int) -> ft.Control:
    several = len(actions.villas_of(tile)) > 1
    feature = tile.features[number]
    title = str(Thing.CHIMNEYS.noun.title)
    if several:
        sides = tuple(DIRECTIONS[side] for side in feature.opens)
        title = str(say("{what}: {value}", what=title, value=sides))

    async def choose(chimneys: int) -> None:
        changed = actions.with_chimneys(tile, number, chimneys)
        label = counted(chimneys, "{number} chimney on {squares}", "{number} chimneys on {squares}", squares=tile.cell)
        await live.change(label, lambda state: actions.lay(state, seat, changed))

    return chimney_row(title, feature.chimneys, choose)


def _bonus(
    live: LiveTable, seat: int, structure: Structure, gain: Bonus, *, first: bool, named: bool = False
) -> ft.Control:
    """Return what a completed structure brings, with the buttons that take it: those of the first one at the thumb.

    Where they stand apart from what they take, they are `named` for it.
    """
    page = ft.context.page
    message = completion_message(structure, gain)
    words = str(message)

    async def take() -> None:
        await live.change(message, transition(moves.take_bonus, seat, structure))

    async def waive() -> None:
        value = ALREADY_TAKEN if to_take else DONE[structure.kind]
        label = say("{what}: {value}", what=structure.kind.noun.title, value=value)
        await live.change(label, transition(moves.settle, seat, (structure,)))

    to_take = any((gain.goods, gain.coins, gain.bread, gain.steps))

    def way() -> list[ft.Control]:
        main, what = button if first else outlined, structure.kind.noun.title
        does = say("Take {what}", what=bonus_message(gain)) if to_take else DONE[structure.kind]
        does = say("{what}: {value}", what=what, value=does) if named else does
        return [main(does, take if to_take else waive)]

    sentence = text(f"{words[:1].upper()}{words[1:]}", Style.STRONG, expand=True, expand_loose=True)
    face = ft.Row([mark(structure.kind.noun.mark, 24, ft.Colors.ON_SURFACE), sentence], tight=True)
    ways = [plain_button(ALREADY_TAKEN, waive)] if to_take else []
    if structure.kind is Kind.FOUNTAIN:
        ways = [plain_button(tr("Go to Stock"), lambda: page.navigate(f"/table/{live.id}/stock/{seat}"))]
    ways += [AtThumb(way)] if first else way()
    apart = ft.MainAxisAlignment.SPACE_BETWEEN
    row = ft.Row([face, wrapped(ways)], wrap=True, spacing=2 * SPACE, run_spacing=SPACE, alignment=apart)
    rows = column([row, *([caption(TRADED_WHEN_TAKEN)] if gain.goods_returned else [])], spacing=0)
    padding = ft.Padding.symmetric(horizontal=3 * SPACE if first else 0, vertical=SPACE)
    ground = ft.Colors.SECONDARY_CONTAINER if first else None  # on which a raised button looks pink
    frame = ft.Container(rows, bgcolor=ground, border_radius=RADIUS, padding=padding)
    return ft.Semantics(live_region=True, container=True, content=frame)


@component
def ToSettle(live: LiveTable, seat: int) -> ft.Control:
    """Show what is wrong on the board, and the question for villas whose value nobody knows, before all else."""
    use_revision(live)
    parts = [*_problems(live, seat), *_villa_values(live, seat)]
    return column(parts, visible=bool(parts))


@component
def Overview(live: LiveTable, seat: int, board: Board) -> ft.Control:
    """Show what is completed, the waiting bonuses, the last tiles, and the way to count instead."""
    district = actions.district_of(live.state, seat)
    waiting = pending(live.state.table, seat)
    return column(
        [
            *_counts(district),
            wrapped(next_round_button(live)),
            *goals_in_words(live.state.table.players[seat]),
            *([_bonuses_to_take(live, seat, waiting)] if waiting else []),
            *_laid_last(district, board),
            CountInstead(live, seat),
        ]
    )


def _laid_last(district: District, board: Board) -> list[ft.Control]:
    """Return the tiles laid last, each of which a tap takes up to be laid again."""
    palette = use_ui().viewport.palette

    def again(tile: Tile) -> ft.Control:
        return tappable_face(tile_face(tile, TARGET, palette), label(tile), lambda: board.lay_again(tile))

    tiles = [again(tile) for tile in tiles_laid_last(district)]
    row = ft.Row(tiles, wrap=True, spacing=2 * SPACE, run_spacing=2 * SPACE)
    return [group(column([silent(caption(LAY_AGAIN)), row], spacing=SPACE), LAY_AGAIN)] if tiles else []


def _bonuses_to_take(live: LiveTable, seat: int, waiting: tuple[tuple[Structure, Bonus], ...]) -> ft.Control:
    async def waive() -> None:
        settle = transition(moves.settle, seat, tuple(structure for structure, _ in waiting))
        await live.change(ALL_TAKEN, settle)

    at_once = actions.without_choice(waiting)
    take_words = say("Take {number} bonuses", number=len(at_once))

    async def take() -> None:
        await live.change(take_words, transition(actions.take_bonuses, seat, at_once))

    def rows() -> list[ft.Control]:
        several = [button(take_words, take)] if len(at_once) > 1 else []
        bonuses = (_bonus(live, seat, structure, gain, first=False) for structure, gain in waiting)
        return [*several, *bonuses, outlined(ALL_TAKEN, waive)]

    if len(waiting) == 1:
        return _bonus(live, seat, *waiting[0], first=True)
    words = titled(actions.bonuses_to_take(len(waiting)))
    return _with_room("bonuses", words, words, rows)


def _villa_values(live: LiveTable, seat: int) -> list[ft.Control]:
    """Return the questions for the values of a player's villas that nobody knows, if any."""
    number = len(missing_chimneys(live.state.table, seat))
    words = counted(number, "Value of {number} villa", "Values of {number} villas")
    asked = partial(villa_questions, live, seat, in_window=True)
    return [_with_room("villas", VILLA_CHART.title, words, asked)] if number else []


def _with_room(key: str, title: Message, words: Message, parts: Callable[[], list[ft.Control]]) -> ft.Control:
    """Return what needs more room than a phone has below a board: there a button with these words opens a window."""
    if use_ui().viewport.wide:
        title_above = [text(title, Style.STRONG)] if key == "bonuses" else []
        return column([*title_above, *parts()], spacing=SPACE)
    return keyed(key, InWindow, title, words, parts, main=key == "bonuses")


@component
def InWindow(title: Message, words: Message, parts: Callable[[], list[ft.Control]], *, main: bool) -> ft.Control:
    """Show a button at the thumb that opens a window with these parts, a quiet one unless that is the `main` thing."""
    opened, set_opened = use_value(initial=False)
    ui = use_ui()
    # Flet may have replaced the component above the window, in which its content would look for the context.
    content = UI(ui, lambda: column(parts(), spacing=SPACE)) if opened else None
    use_window(title, content, lambda: set_opened(lambda _: False))

    way = button if main else outlined
    return AtThumb(lambda: [way(words, lambda: set_opened(lambda _: True))], further=not main)


def _counts(district: District) -> list[ft.Control]:
    """Return how many structures of each kind are completed, nothing where there are none."""
    counts = Counter(structure.kind for structure in structures(district) if structure.completed)
    numbers = [_count(kind, counts[kind], use_ui().viewport) for kind in KINDS if kind in counts]
    row = ft.Row([caption(tr("{what}:", what=COMPLETED)), *numbers], wrap=True, spacing=3 * SPACE, run_spacing=SPACE)
    return [row] if numbers else []


def _count(kind: Kind, number: int, viewport: Viewport) -> ft.Control:
    """Return the sign and the name of a kind with a number."""
    parts = ((f"{for_screen(kind.noun.name)} ", Style.SMALL), (str(number), Style.STRONG))
    words = [ft.TextSpan(part, text_part(style, viewport.scale, ft.Colors.ON_SURFACE)) for part, style in parts]
    return with_sign(kind, words, viewport, "".join(part for part, _ in parts))


@component
def CountInstead(live: LiveTable, seat: int) -> ft.Control:
    """Offer the quick count; a question says first what would be given up."""
    tiles = len(actions.district_of(live.state, seat).tiles)

    title = say("Quick count")

    async def count() -> None:
        await change_and_say(live, title, lambda state: actions.count_only(state, seat))

    question = Confirmation(
        title=title,
        words=counted(
            tiles,
            "This clears the board and its {number} tile, and where the frame goals point. What is completed stays as "
            "counts.",
            "This clears the board and its {number} tiles, and where the frame goals point. What is completed stays as "
            "counts.",
        ),
        do=tr("Count only"),
        leave=tr("Cancel"),
    )
    ask = use_confirmation(question, count)

    async def begin() -> None:
        if tiles or live.state.table.players[seat].frame:
            ask()
        else:
            await count()

    return ft.Row([plain_button(title, begin, icon=ft.Icons.CALCULATE_OUTLINED)], wrap=True)
