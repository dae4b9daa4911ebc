"""The app with nothing but the rules of its games, whose screens are forms: `python -m tests.browser.forms …`."""

from __future__ import annotations

from companion.cli.app import main
from companion.games import KITS
from companion.games.plain_game import plain_kit
from companion.ui.editors import EDITORS
from companion.ui.editors.form.editor import form_editor
from scoring import GAMES

if __name__ == "__main__":
    for game in (game for game in GAMES.values() if game.rules):
        KITS[game.key] = plain_kit(game)
        EDITORS[game.key] = form_editor(game)
    main()
