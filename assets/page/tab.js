// Tab goes on in the order in which things are read. The client would go by where they lie, also by where those lie
// that are scrolled away: below a bar, between its buttons, and round and round. It would also begin where one left.
// The squares of a board are one stop, between which arrows move; a square they come to is tapped, so that the focus
// and what is chosen are one. What stands in a row to choose from is one stop, too: arrows move the focus along it, and
// choose nothing. The numbers of a sheet are no such row: the app hears their arrows. Enter goes from a square that is
// chosen to what is offered for it, and from a field to the next one, but not out of a list of fields: in its last one
// Enter adds another, and the app leads there. Else Enter and Space do what a tap does, also on pictures of which the
// client does not know that they have the focus. Before anything was touched, the client would do what comes first, and
// leave the table. Where nothing has the focus any more, as after Enter in the last field, Tab goes on from what had it
// last.
(() => {
  const LASTING = 1000;  // milliseconds in which the client may want to go on where one left
  const LEAVING = 100;  // milliseconds until the client has left a field
  const HOST = "flt-semantics-host";
  const STOPS = `${HOST} :is([tabindex='0'], input, textarea)`;
  const WORDS = `${HOST} :is(h1, h2, h3, flt-semantics > span)`;
  const ROWS = "[flt-semantics-identifier=rows]";
  const CELL = "[flt-semantics-identifier=cell]";
  const CHOICE = `[flt-tappable][aria-current]:not(${CELL})`;
  const SIDES = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };
  const all = (what) => [...document.querySelectorAll(what)];
  const inside = (element) => element?.closest?.(HOST);
  const typing = (element) => element.matches?.("input, textarea");
  const said = (element) => element.getAttribute("aria-label") || element.textContent;
  const square = (element) => inside(element) && element.matches("[flt-tappable]") && /^[A-Z]\d(?=,|$)/.exec(said(element))?.[0];
  const squareOf = (name) => name && all(`${HOST} [flt-tappable]`).find((element) => square(element) === name);
  const choice = (element) => element?.matches(CHOICE) && !square(element);
  const chosen = () => all(`${HOST} :is(h1, h2, h3)`).map(said).find((words) => /^[A-Z]\d$/.test(words));
  let wanted = null, until = 0, used = false, last = null, known = [];
  let keys = false;  // whether Tab has led to what has the focus, and not a tap
  const take = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const go = (element) => {
    until = performance.now() + LASTING;
    wanted = element;
    tessera.focus(element);
  };
  const rows = () => {  // of choices in a line, else of one stop
    const made = [];
    let before = null;
    for (const element of all(`${STOPS}, ${WORDS}`)) {
      const same = choice(element) && choice(before) && element.parentElement === before.parentElement;
      if (same) made.at(-1).push(element);
      else if (element.matches(STOPS)) made.push([element]);
      before = element;
    }
    return made;
  };
  const stops = () => {  // all squares are one of them, what stands between their rows comes after
    const read = rows();
    const board = read.findIndex(([element]) => square(element));
    const stop = [squareOf(chosen()) ?? read[board]?.[0]];
    return read.filter(([element], at) => at === board || !square(element)).map((row) => (square(row[0]) ? stop : row));
  };
  const next = (target, step) => {
    const order = stops();
    const from = inside(target) || !last?.isConnected ? target : last;
    const at = order.findIndex((row) => (square(from) ? square(row[0]) : row.includes(from)));
    if (at < 0 && inside(from)) return null;
    const row = at < 0 ? order.at(step < 0 ? -1 : 0) : order[at + step];
    return row?.find((element) => element.ariaCurrent === "true") ?? row?.[0];
  };
  const follow = (before) => {  // the focus goes where the client has gone on
    const end = performance.now() + LASTING;
    const look = () => {
      const now = chosen();
      if (now && now !== before) squareOf(now)?.focus();
      else if (performance.now() < end) setTimeout(look, 50);
    };
    look();
  };
  const move = (event, [right, down]) => {
    if (keys && choice(event.target)) {
      take(event);
      const row = rows().find((choices) => choices.includes(event.target));
      go(row.at((row.indexOf(event.target) + right + down) % row.length));
      return;
    }
    const from = square(event.target);
    if (!from) {
      follow(chosen());
      return;
    }
    take(event);
    const to = squareOf(String.fromCharCode(from.charCodeAt(0) + right) + (Number(from[1]) + down));
    if (!to) return;
    go(to);
    if (chosen() !== square(to)) to.click();
  };
  const enter = (event) => {
    known = all(`${HOST} input`);
    if (!used) {
      take(event);
    } else if (event.key === "Enter" && event.target.matches?.(`${HOST} input`)) {
      wanted = null;  // the client leaves the last field
      const field = known[known.indexOf(event.target) + 1], list = event.target.closest(ROWS);
      if (field && (!list || list.contains(field))) setTimeout(() => { go(field); }, LEAVING);
    } else if (event.target.matches?.("flt-semantics[flt-tappable]")) {
      take(event);
      if (event.repeat) return;
      if (event.key === "Enter" && square(event.target) && chosen() === square(event.target)) go(next(event.target, 1));
      else event.target.click();
    }
  };
  const type = ({ target }) => {  // into the number that Tab has led to; the app hears the keys, and Enter is one of them
    wanted = null;
    if (target.ariaCurrent !== "true") target.click();
    tessera.focus(target.parentElement.closest("[tabindex]"));
  };
  addEventListener("keydown", (event) => {
    if (event.key === "Tab") {
      wanted = null;
      keys = true;
      const to = next(event.target, event.shiftKey ? -1 : 1);
      if (to) {
        take(event);
        go(to);
      } else if (inside(event.target) || last) {
        last = null;
        event.stopImmediatePropagation();
      }
    } else if (event.ctrlKey || event.altKey || event.metaKey) {
      return;
    } else if (event.key === "Enter" || event.key === " ") {
      enter(event);
      return;
    } else if (SIDES[event.key] && !event.shiftKey && !typing(event.target)) {
      move(event, SIDES[event.key]);
    } else if (/^([-+\d]|Backspace|Delete)$/.test(event.key) && event.target.matches?.(CELL)) {
      type(event);
    }
    used = true;
  }, true);
  addEventListener("focusin", (event) => {
    if (inside(event.target)) last = event.target;
    if (typing(event.target) && !known.includes(event.target)) wanted = null;  // a field that Enter has brought
    if (wanted?.isConnected && performance.now() < until && event.target !== wanted) tessera.focus(wanted);
  }, true);
  addEventListener("pointerdown", () => {
    wanted = null;
    keys = false;
    used = true;
  }, true);
})();
