// What the browser has promised about the data, and what only a page can ask it. A mark is kept apart from the data: where
// it is still there and the data are not, the browser has cleared them. And what outlives a reload, but not the tab.
(() => {
  const KEY = "tessera.storage", SEARCH = "tessera.search";
  const SEARCHED = "search ";  // what the wish to remember a search begins with
  const { report } = window.tessera;
  const recall = (storage, key) => {
    try {
      return JSON.parse(window[storage].getItem(key));
    } catch {
      return null;  // a browser that remembers nothing
    }
  };
  const noted = () => recall("localStorage", KEY) ?? {};
  const marks = noted();
  const remember = (storage, key, value) => {
    try {
      window[storage].setItem(key, value);
    } catch {
      // likewise
    }
  };
  const note = (more) => remember("localStorage", KEY, JSON.stringify(Object.assign(marks, noted(), more)));
  const wishes = {
    promise: async () => {
      const promised = await navigator.storage.persist();
      note({ asked: true });
      report({ promised, asked: true });
    },
    "promise later": () => {
      note({ asked: true });
      report({ asked: true });
    },
    "remember data": () => note({ remembered: true }),
    cleared: () => note({}),  // it went with the data
    "forget data": () => {
      note({ remembered: false });
      report({ remembered: false });
    },
  };
  addEventListener("tessera-wish", ({ detail }) => {
    if (detail.startsWith(SEARCHED)) remember("sessionStorage", SEARCH, detail.slice(SEARCHED.length));
    else wishes[detail]?.();
  });
  const { asked = false, remembered = false } = marks;
  report({ asked, remembered, search: recall("sessionStorage", SEARCH) });
  navigator.storage?.persisted?.().then((promised) => report({ promised }));
})();
