// As much of a browser as the scripts of the page need, with a clock that only moves when a test lets it: `pass`.
(() => {
  let now = 1000, count = 0;
  const timers = new Map(), settle = setImmediate;
  const later = (act, after, ...more) => {
    count += 1;
    timers.set(count, { at: now + (after ?? 0), act: () => act(...more) });
    return count;
  };
  const rest = () => new Promise((done) => { settle(done); });  // until all promises are kept
  // Let milliseconds go by, and all that is due in them happen.
  const pass = async (milliseconds = 0) => {
    const end = now + milliseconds;
    for (await rest(); ; await rest()) {
      const [next] = [...timers].sort(([, one], [, other]) => one.at - other.at);
      if (!next || next[1].at > end) break;
      timers.delete(next[0]);
      now = Math.max(now, next[1].at);
      next[1].act();
    }
    now = end;
  };

  class Event {
    constructor(type, more = {}) {
      Object.assign(this, { bubbles: false }, more, { type, isTrusted: false, defaultPrevented: false, timeStamp: now });
      this.stopped = this.ended = false;
    }
    preventDefault() { this.defaultPrevented = true; }
    stopPropagation() { this.stopped = true; }
    stopImmediatePropagation() { this.stopped = this.ended = true; }
  }
  class CustomEvent extends Event {}
  class InputEvent extends Event {}
  class KeyboardEvent extends Event {}
  class MouseEvent extends Event {}
  class PopStateEvent extends Event {}

  class Target {
    addEventListener(type, hear, how = false) {
      const { capture = how === true, once = false } = Object(how);
      (this.heard ??= []).push({ type, hear, capture, once });
    }
    tell(event, capture) {
      for (const listener of [...this.heard ?? []]) {
        if (event.ended) return;
        if (listener.type !== event.type || listener.capture !== capture) continue;
        if (listener.once) this.heard.splice(this.heard.indexOf(listener), 1);
        listener.hear.call(this, event);
      }
      if (!capture && !event.ended) this[`on${event.type}`]?.(event);
    }
    dispatchEvent(event) {
      event.target = this;
      const path = [this];
      for (let at = this; (at = at.parentNode ?? (at === document ? globalThis : null));) path.push(at);
      for (const at of [...path].reverse()) if (!event.stopped) at.tell(event, true);
      for (const at of event.bubbles ? path : [this]) if (!event.stopped || at === this) at.tell(event, false);
      return !event.defaultPrevented;
    }
  }

  const observers = [];
  class MutationObserver {
    constructor(hear) { this.hear = hear; }
    observe(root, { attributeFilter }) { observers.push(Object.assign(this, { attributeFilter })); }
    disconnect() { observers.splice(0, Infinity, ...observers.filter((one) => one !== this)); }
  }
  const changed = (target, name) => {
    if (!target.isConnected) return;
    for (const observer of observers) {
      if (name && !observer.attributeFilter?.includes(name)) continue;
      if (!observer.records) queueMicrotask(() => { const { records } = observer; observer.records = null; observer.hear(records); });
      (observer.records ??= []).push({ target });
    }
  };

  class Node extends Target {
    parentNode = null;
    childNodes = [];
    get parentElement() { return this.parentNode === document ? null : this.parentNode; }
    get isConnected() { return this.parentNode !== null && (this.parentNode === document || this.parentNode.isConnected); }
    get firstChild() { return this.childNodes[0] ?? null; }
    get lastChild() { return this.childNodes.at(-1) ?? null; }
    get textContent() { return this.text ?? this.childNodes.map(({ textContent }) => textContent).join(""); }
    set textContent(words) {
      for (const child of [...this.childNodes]) child.remove();
      this.append(Object.assign(new Node(), { text: words }));
    }
    contains(node) { return node === this || this.childNodes.some((child) => child.contains(node)); }
    insertBefore(node, next) {
      node.remove();
      node.parentNode = this;
      this.childNodes.splice(next ? this.childNodes.indexOf(next) : Infinity, 0, node);
      changed(this);
      return node;
    }
    replaceChildren(...nodes) {
      for (const child of [...this.childNodes]) child.remove();
      this.append(...nodes);
    }
    append(...nodes) { for (const node of nodes) put.call(this, node, null); }
    remove() {
      if (!this.parentNode) return;
      const { parentNode, isConnected } = this;
      const had = isConnected && this.contains(document.activeElement);
      parentNode.childNodes.splice(parentNode.childNodes.indexOf(this), 1);
      if (had) lose(document.activeElement, null);
      this.parentNode = null;
      changed(parentNode);
    }
  }
  const put = Node.prototype.insertBefore;

  const told = (element, type, more) => element.dispatchEvent(new Event(type, more));
  const lose = (element, relatedTarget) => {
    document.activeElement = document.body;
    told(element, "blur", { relatedTarget });
    told(element, "focusout", { relatedTarget, bubbles: true });
  };

  // Selectors of what is used: names, ids, classes, attributes, :is, :not, :focus, descendants and children.
  const split = (list) => {  // at commas that are in no brackets
    const parts = [""];
    let depth = 0;
    for (const letter of list) {
      depth += "([".includes(letter) - ")]".includes(letter);
      if (letter === "," && !depth) parts.push("");
      else parts[parts.length - 1] += letter;
    }
    return parts.map((part) => part.trim());
  };
  const SIMPLE = /^(?:([a-z][\w-]*)|#([\w-]+)|\.([\w-]+)|\[([\w-]+)(?:=['"]?([^\]'"]*)['"]?)?\]|:(is|not)\(|(:focus))/;
  const compound = (element, selector) => {
    for (let left = selector; left;) {
      const [all, name, id, kind, key, value, list] = SIMPLE.exec(left) ?? [];
      if (all === undefined) throw new Error(`a selector that is not known: ${left}`);
      left = left.slice(all.length);
      if (list) {
        let end = 0;
        for (let depth = 1; depth; end++) depth += (left[end] === "(") - (left[end] === ")");
        if (element.matches(left.slice(0, end - 1)) !== (list === "is")) return false;
        left = left.slice(end);
      } else if (name ? element.localName !== name
        : id ? element.id !== id
          : kind ? !element.classList.contains(kind)
            : key ? !element.hasAttribute(key) || (value !== undefined && element.getAttribute(key) !== value)
              : document.activeElement !== element) {
        return false;
      }
    }
    return true;
  };
  const fits = (element, selector) => {
    let depth = 0, at = selector.length - 1;
    for (; at >= 0 && (depth || !/[ >]/.test(selector[at])); at--) depth += ")]".includes(selector[at]) - "([".includes(selector[at]);
    if (!compound(element, selector.slice(at + 1))) return false;
    const before = selector.slice(0, at + 1).trim();
    if (!before) return true;
    if (before.endsWith(">")) return Boolean(element.parentElement && fits(element.parentElement, before.slice(0, -1).trim()));
    for (let up = element.parentElement; up; up = up.parentElement) if (fits(up, before)) return true;
    return false;
  };

  class Element extends Node {
    attributes = new Map();
    style = { setProperty(name, value) { this[name] = value; } };
    dataset = {};
    box = { left: 0, top: 0, width: 0, height: 0 };
    constructor(localName = "div") {
      super();
      this.localName = localName;
    }
    get classList() {
      const names = new Set((this.className ?? "").split(" ").filter(Boolean));
      return { contains: (name) => names.has(name), add: (name) => { this.className = [...names.add(name)].join(" "); } };
    }
    get children() { return this.childNodes.filter((node) => node instanceof Element); }
    getAttribute(name) { return this.attributes.get(name) ?? null; }
    hasAttribute(name) { return this.attributes.has(name); }
    setAttribute(name, value) {
      this.attributes.set(name, String(value));
      changed(this, name);
    }
    removeAttribute(name) { if (this.attributes.delete(name)) changed(this, name); }
    matches(selector) { return split(selector).some((one) => fits(this, one)); }
    closest(selector) { return this.matches(selector) ? this : this.parentElement?.closest(selector) ?? null; }
    querySelectorAll(selector) {
      return this.children.flatMap((child) => [...child.matches(selector) ? [child] : [], ...child.querySelectorAll(selector)]);
    }
    querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null; }
    getBoundingClientRect() { return this.box; }
    cloneNode() {
      const made = Object.assign(new this.constructor(this.localName), { className: this.className });
      for (const [name, value] of this.attributes) made.setAttribute(name, value);
      return made;
    }
  }
  const reflected = { id: "id", role: "role", ariaLabel: "aria-label", ariaCurrent: "aria-current", ariaHidden: "aria-hidden" };
  for (const [name, key] of Object.entries(reflected)) {
    Object.defineProperty(Element.prototype, name, {
      get() { return this.getAttribute(key); },
      set(value) { this.setAttribute(key, value); },
    });
  }

  class HTMLElement extends Element {
    focus() {
      const before = document.activeElement;
      if (before === this || !this.isConnected || !this.matches("[tabindex], input, textarea, button")) return;
      if (before !== document.body) lose(before, this);
      document.activeElement = this;
      told(this, "focus");
      told(this, "focusin", { bubbles: true });
    }
    blur() { if (document.activeElement === this) lose(this, null); }
    click() { this.dispatchEvent(new MouseEvent("click", { bubbles: true })); }
    showModal() { this.setAttribute("open", ""); }
    close() {
      this.removeAttribute("open");
      told(this, "close");
    }
  }
  class HTMLInputElement extends HTMLElement {
    value = "";
    selectionStart = 0;
    selectionEnd = 0;
    select() { this.setSelectionRange(0, this.value.length); }
    setSelectionRange(start, end) { Object.assign(this, { selectionStart: start, selectionEnd: end }); }
    setRangeText(text, start, end) {
      this.value = this.value.slice(0, start) + text + this.value.slice(end);
      this.selectionStart = this.selectionEnd = start + text.length;
    }
  }
  class HTMLScriptElement extends HTMLElement {}
  const KINDS = { input: HTMLInputElement, textarea: HTMLInputElement, script: HTMLScriptElement };

  const document = Object.assign(new Element("#document"), { baseURI: "http://127.0.0.1:8423/", hidden: false });
  document.createElement = (name) => new (KINDS[name] ?? HTMLElement)(name);
  document.getElementById = (id) => document.querySelector(`#${id}`);
  document.documentElement = document.createElement("html");
  document.body = document.createElement("body");
  document.activeElement = document.body;
  document.append(document.documentElement);
  document.documentElement.append(document.body);

  // The address and the history: `entries`, of which the one `at` is shown.
  const entries = [{ state: null, url: new URL(document.baseURI) }];
  let at = 0;
  const asked = [];  // what a script wants of the browser: the page anew, another one in its place, or a window
  const location = {
    reload: () => { asked.push("reload"); },
    replace: (address) => { asked.push(address); },
    toString: () => entries[at].url.href,
  };
  for (const part of ["href", "hash", "pathname", "search", "origin", "protocol", "host", "hostname"]) {
    Object.defineProperty(location, part, { configurable: true, get: () => entries[at].url[part] });
  }
  const entry = (state, address) => ({ state, url: new URL(address ?? entries[at].url, document.baseURI) });
  const history = {
    entries,
    get state() { return entries[at].state; },
    replaceState: (state, _, address) => { entries[at] = entry(state, address); },
    pushState: (state, _, address) => {
      entries.splice(at + 1, Infinity, entry(state, address));
      at += 1;
    },
    back: () => later(() => {
      at = Math.max(0, at - 1);
      globalThis.dispatchEvent(new PopStateEvent("popstate", { state: entries[at].state }));
    }, 0),
  };

  class Storage {
    #values = new Map();
    getItem(key) { return this.#values.get(key) ?? null; }
    setItem(key, value) { this.#values.set(key, String(value)); }
    removeItem(key) { this.#values.delete(key); }
  }

  const { addEventListener, dispatchEvent, tell } = Target.prototype;
  Object.assign(globalThis, {
    window: globalThis, innerHeight: 800, document, location, history, asked, pass, Storage, MutationObserver,
    Event, CustomEvent, InputEvent, KeyboardEvent, MouseEvent, PopStateEvent,
    Node, Element, HTMLElement, HTMLInputElement, HTMLScriptElement,
    localStorage: new Storage(), sessionStorage: new Storage(),
    addEventListener: addEventListener.bind(globalThis), dispatchEvent: dispatchEvent.bind(globalThis), tell,
    open: (address) => { asked.push(`open ${address}`); }, stop: () => { asked.push("stop"); },
    requestAnimationFrame: (act) => later(() => act(now), 16),
    setTimeout: later, clearTimeout: (number) => { timers.delete(number); },
    getComputedStyle: () => ({ backgroundColor: "rgb(247, 243, 234)" }),
    flet: { routeUrlStrategy: "path", assetBase: "/client/1/" },
    tessera: { scripts: "/client/1/page/" },
    // Make an element of a name, attributes and children in the page, or in another element.
    made: (name, attributes = {}, children = []) => {
      const element = document.createElement(name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      if (typeof children === "string") element.textContent = children;
      else element.append(...children);
      return element;
    },
    // Do what a user does: an event that the browser itself sends.
    user: (target, type, more = {}) => {
      const Kind = { key: KeyboardEvent, mou: MouseEvent, poi: MouseEvent, cli: MouseEvent }[type.slice(0, 3)] ?? Event;
      const event = Object.assign(new Kind(type, { bubbles: true, ...more }), { isTrusted: true }, more);
      target.dispatchEvent(event);
      return event;
    },
  });
  Object.defineProperty(globalThis, "performance", { value: { now: () => now, getEntriesByType: () => [{ type: "navigate" }] } });
  Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"], language: "en" } });
})();
