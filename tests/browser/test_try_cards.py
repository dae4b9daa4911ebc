import json, random
from pathlib import Path
import pytest
from companion.tables.state import Extras, TableState, styles
from scoring.score_pad.game import SCORE_PAD
from tests.companion.pad_tables import table_of
from tests.browser.screen import PHONE, DESKTOP, PHONE_DARK, NARROW, Look

from companion.games.score_pad.shelf import ready_pads
from storage.documents.codec import plain
def pad(name, title, answer=None):
    return plain(ready_pads()[name].pad(answer))

def forest():
    rng=random.Random(3)
    from companion.games.score_pad.shelf import decks
    e={}
    for c in rng.choices([c for c in decks()["forest-shuffle"].cards if c.part is None],k=34): e[c.key]=e.get(c.key,0)+1
    e["beech"]=3; e["chaffinch"]=1
    return e

@pytest.mark.parametrize("look",[PHONE],indirect=True,ids=str)
def test_forest(start, open_screen, look):
    state=TableState(table=table_of(pad("forest-shuffle","Forest"),"Anna","Ben","Clara",entries=[{"forest":forest()}]),extras=Extras(seats=styles(3)))
    program,address=start(SCORE_PAD,state)
    s=open_screen(program.address).open(address)
    s.shot("0-sheet")
    s.page.get_by_role("button", name="Anna: ").first.click()
    s.page.wait_for_timeout(500)
    s.shot("1-tab1")
    s.tap("Chaffinch: 1")
    s.shot("2-question")
    s.tap("Insect, Bat, Cloven-Hoofed Animal, Other cards")
    s.shot("2b-tab3")
    s.tap("Pawed Animal, Plant, Mushroom, Amphibian")
    s.shot("3-tab2")
    box=s.boxes(s.button("Wolf: 1") if s.page.get_by_role("button",name="Wolf: 1").count() else s.button("Wolf"))[0]
    s.page.mouse.move(box["x"]+20,box["y"]+20); s.page.mouse.down(); s.page.wait_for_timeout(900); s.page.mouse.up()
    s.page.wait_for_timeout(300)
    s.shot("4-held")
    s.tap("Cards taken, with their points")
    s.shot("5-list")
    s.tap("Cards")
    s.tap("Questions of the cards")
    s.shot("6-questions")
    s.tap("Search")
    s.page.wait_for_timeout(500)
    s.page.keyboard.insert_text("re")
    s.page.wait_for_timeout(500)
    s.shot("7-search")
    s.resize(DESKTOP)
    s.tap("Close")
    s.shot("8-desktop")
    s.resize(NARROW)
    s.shot("9-narrow")

def test_realms(start, open_screen, look):
    hand={"mirage":1,"doppelganger":1,"wildfire":1,"mountain":1,"smoke":1,"king":1}
    d=pad("fantasy-realms","Hand")
    state=TableState(table=table_of(d,"Anna","Ben",entries=[{"hand":hand}]),extras=Extras(seats=styles(2)))
    program,address=start(SCORE_PAD,state)
    s=open_screen(program.address).open(address)
    s.page.get_by_role("button", name="Anna: ").first.click()
    s.page.wait_for_timeout(500)
    s.shot("a-realms")
    s.tap("Cards taken, with their points")
    s.shot("b-realms-list")

@pytest.mark.parametrize("look",[PHONE_DARK],indirect=True,ids=str)
def test_all(start, open_screen, look):
    state=TableState(table=table_of(pad("forest-shuffle","Forest","Card by card, with all expansions"),"Anna","Ben",entries=[{"forest":forest()}]),extras=Extras(seats=styles(2)))
    program,address=start(SCORE_PAD,state,language="de")
    s=open_screen(program.address).open(address)
    s.page.get_by_role("button", name="Anna: ").first.click()
    s.page.wait_for_timeout(500)
    s.shot("c-all")
    s.tap("Fragen der Karten")
    s.shot("d-parts")
    s.go("/new")
    s.page.wait_for_timeout(800)
    s.shot("e-new")

@pytest.mark.parametrize("look",[PHONE],indirect=True,ids=str)
def test_pages(start, open_screen, look):
    state=TableState(table=table_of(pad("forest-shuffle","Forest"),"Anna","Ben",entries=[{"forest":forest()}]),extras=Extras(seats=styles(2)))
    program,address=start(SCORE_PAD,state)
    s=open_screen(program.address).open("/new")
    s.enter("Search for a game" if s.page.get_by_role("textbox",name="Search for a game").count() else "Find a game","forest")
    s.page.wait_for_timeout(800)
    s.shot("f-new")
    s.page.get_by_role("button", name="Forest Shuffle").first.click()
    s.page.wait_for_timeout(800)
    s.shot("g-new")
    s.go("/settings/score-pad/pad")
    s.enter("Title of the game","Woods"); s.enter("Category 1","Forest")
    s.tap("Kind of Forest: Points"); s.tap("Forest: Cards"); s.tap("Forest: Forest Shuffle")
    s.page.wait_for_timeout(800)
    s.shot("h-maker")
    s.go(address.replace("entries","end") if "entries" in address else address)
    s.page.wait_for_timeout(800)
    s.shot("i-end")
