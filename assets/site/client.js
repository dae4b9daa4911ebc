// What the client calls Python by, and what other scripts of the page ask of it. The frame in which a guest sees the screens
// of another phone has no Python of its own: the page around it has the channel. Nothing that comes over it is kept in this
// browser, or reads what is kept here.
/* global Hold, Python */
const python = new Python();
Object.assign(tessera, {
  started: python.started,
  shown: python.shown,  // once the first screen is
  holding: python.holding,
  holds: () => python.worker !== null,  // whether the data is this tab's
  reload: () => python.reload(),
  report: (/** @type {object} */ state) => python.report(state),
  open: (/** @type {string} */ file, /** @type {Uint8Array<ArrayBuffer>} */ content) => {
    python.send({ file, content }, [content.buffer]);
  },
  // what phones.js has to say
  tell: (/** @type {string} */ phones, /** @type {Uint8Array<ArrayBuffer> | undefined} */ frame) => {
    python.send({ phones, frame }, frame ? [frame.buffer] : []);
  },
  arrive: (/** @type {string} */ fragments) => python.arrive(fragments),
});

// What a page takes for a storage, and forgets.
function forgetful() {
  const kept = new Map();
  return {
    get length() { return kept.size; },
    key: (/** @type {number} */ at) => [...kept.keys()][at] ?? null,
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => { kept.set(key, value); },
    removeItem: (/** @type {string} */ key) => { kept.delete(key); },
  };
}

function beGuest() {
  const { tesseraPhones } = /** @type {any} */ (parent);
  for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { value: forgetful() });
  globalThis.jsConnect = async (_, __, take) => {
    tesseraPhones.connect((/** @type {ArrayBuffer} */ frame) => take(new Uint8Array(frame)));
  };
  globalThis.jsSend = async (_, frame) => tesseraPhones.send(frame);
}

function beginPython() {
  globalThis.jsConnect = async (_, __, take) => python.connect(take);
  globalThis.jsSend = async (_, frame) => python.send(frame, [frame.buffer]);
  new Hold(python).ask();
  // A link that carries something shows it as soon as the app is there.
  if (tessera.carries(location.hash)) tessera.take(location.hash).then(tessera.show);
}

globalThis.jsDisconnect = async () => {};
if (window.frameElement?.matches("#phone > iframe")) beGuest();
else beginPython();
