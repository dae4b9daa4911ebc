// What the browser has promised about the data, and what only a page can ask it. A mark is kept apart from the data: where
// it is still there and the data are not, the browser has cleared them.
(() => {
  const KEY = "tessera.storage";
  const { report } = window.tessera;
  const noted = () => {
    try {
      return JSON.parse(localStorage.getItem(KEY)) ?? {};
    } catch {
      return {};  // a browser that remembers nothing
    }
  };
  const marks = noted();
  const note = (more) => {
    try {
      localStorage.setItem(KEY, JSON.stringify(Object.assign(marks, noted(), more)));
    } catch {
      // likewise
    }
  };
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
  addEventListener("tessera-wish", ({ detail }) => wishes[detail]?.());
  const { asked = false, remembered = false } = marks;
  report({ asked, remembered });
  navigator.storage?.persisted?.().then((promised) => report({ promised }));
})();
