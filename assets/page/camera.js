// Codes read by the camera, in a dialog over the app. The page loads this when it is first asked for. Pictures are looked
// through by the browser itself where it can do that, else by the server, else by zxing. What was found is handed to the app
// by `tessera.arrive`, and shown by `tessera.show`.
const PAUSE = 250;  // milliseconds between one look and the next: a series shows each code for longer, and looking costs
const SAID = 3000;  // milliseconds for which a sentence about a code stays
const RETRY = 1000;  // milliseconds after which a server that did not answer is asked again
const SIDE = 1280;  // the longest side of a picture that is looked through, in pixels
const WANTED = { facingMode: { ideal: "environment" }, width: { ideal: 1280 }, height: { ideal: 720 } };

const { language, tr } = tesseraWords;
const wording = () => {
  const denied = tr("The browser does not let Tessera use the camera. Allow it for this page in the browser’s settings, then "
    + "try again. Or go back and choose a photo of the code.");
  const missing = tr("No camera was found on this device. Connect one and try again, or go back and choose a picture of the "
    + "code.");
  return {
    hint: tr("Hold the code in front of the camera: all of it, with the white border around it."),
    starting: tr("The camera is starting. The browser may ask whether Tessera may use it."),
    found: tr("Found. One moment …"),
    foreign: tr("This code does not come from Tessera. Scanning goes on."),
    joins: tr("This code leads phones to a table: open it with the phone’s own camera. Scanning goes on."),
    away: tr("Tessera does not answer just now. Scanning goes on as soon as it does."),
    insecure: tr("Browsers allow the camera only on pages that come over https or from this device. Go back and tap "
      + "“Choose pictures”: on a phone you can also take a photo there."),
    busy: tr("The camera does not start. Another app may be using it: close that one, then try again."),
    NotAllowedError: denied,
    SecurityError: denied,
    NotFoundError: missing,
    OverconstrainedError: missing,
  };
};

const FONT = new URL("../fonts/TesseraSans-SemiBold.ttf", import.meta.url);
const LIGHT = `
  --surface: #FFFDF8; --line: #CFC4B2; --primary: #97401F; --on-primary: #FFFDF8; --focus: #1F5F7A; --wrong: #FADFDB;
`;
const DARK = `
  --surface: #27231E; --line: #554D43; --primary: #F0A483; --on-primary: #3B1606; --focus: #90C9E0; --wrong: #5A2620;
`;
const STYLE = `
  @font-face { font-family: "Tessera Sans"; font-weight: 600; src: url("${FONT}"); }
  #scan {
    ${LIGHT}
    box-sizing: border-box; width: 100vw; height: 100dvh; max-width: none; max-height: none; margin: auto; border: 0;
    padding: max(16px, env(safe-area-inset-top)) 16px max(16px, env(safe-area-inset-bottom));
    background: var(--ground); color: var(--ink); font: 1rem/1.35 "Tessera Sans", sans-serif;
  }
  @media (prefers-color-scheme: dark) { #scan { ${DARK} } }
  html[data-theme=light] #scan { ${LIGHT} }
  html[data-theme=dark] #scan { ${DARK} }
  #scan[open] { display: flex; flex-direction: column; gap: 16px; }
  #scan::backdrop { background: #14110FB8; }
  @media (min-width: 760px) and (min-height: 560px) {
    #scan { width: 720px; height: min(760px, 100dvh - 48px); border: 1px solid var(--line); border-radius: 8px; }
    #scan.stopped { height: fit-content; }
  }
  #scan h1 { margin: 0; font-size: 1.25rem; font-weight: 600; }
  #scan .view {
    position: relative; flex: 1; min-height: 0; container-type: size; border-radius: 8px; overflow: hidden;
    background: #14110F;
  }
  #scan video { width: 100%; height: 100%; object-fit: cover; }
  #scan video.front { transform: scaleX(-1); }
  #scan .view::after {
    content: ""; position: absolute; inset: 0; margin: auto; width: min(80cqw, 80cqh); aspect-ratio: 1;
    border: 3px solid #FFFDF8; border-radius: 24px; box-shadow: 0 0 0 2px #14110F, inset 0 0 0 2px #14110F; opacity: .8;
  }
  #scan.stopped .view { display: none; }
  #scan p { margin: 0; min-height: 2.7em; }
  #scan.stopped p { padding: 12px 16px; border-radius: 8px; background: var(--wrong); }
  #scan progress { width: 100%; height: 8px; border: 0; border-radius: 4px; background: var(--line); overflow: hidden; }
  #scan progress::-webkit-progress-bar { background: var(--line); }
  #scan progress::-webkit-progress-value { background: var(--primary); }
  #scan progress::-moz-progress-bar { background: var(--primary); }
  #scan div:last-child { display: flex; flex-wrap: wrap; gap: 8px; }
  #scan button {
    min-height: 48px; padding: 8px 16px; border: 1px solid var(--line); border-radius: 8px;
    background: var(--surface); color: var(--primary); font: inherit; font-weight: 600; cursor: pointer;
  }
  #scan button[aria-pressed=true] { background: var(--primary); color: var(--on-primary); }
  #scan :focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
  #scan [hidden] { display: none; }
`;

const dialog = document.createElement("dialog");
dialog.id = "scan";
dialog.setAttribute("aria-labelledby", "scan-name");
dialog.innerHTML = `
  <style>${STYLE}</style>
  <h1 id="scan-name"></h1>
  <div class="view"><video playsinline muted aria-hidden="true"></video></div>
  <progress hidden></progress>
  <p role="status"></p>
  <div>
    <button id="scan-close" autofocus></button>
    <button id="scan-again" hidden></button>
    <button id="scan-light" aria-pressed="false" hidden></button>
    <button id="scan-other" hidden></button>
  </div>
`;
document.body.append(dialog);
const [video, words, progress] = ["video", "p", "progress"].map((what) => dialog.querySelector(what));
const [cancel, again, light, other] = ["close", "again", "light", "other"]
  .map((name) => dialog.querySelector(`#scan-${name}`));
const title = dialog.querySelector("h1");
const canvas = document.createElement("canvas");

const series = new Map();  // the codes of each series that is not whole yet, by number; they stay when the dialog closes
let sentences = {};  // what is said, in the language of now
let shown = null;  // the series that was scanned last
let round = 0;  // what was begun in an earlier one ends
let detector;  // undefined until it is known whether the browser has one, null where it has none
let arrived = null;  // the id of what was handed over
let gone = null;  // called when the browser has gone back to the address of before
let until = 0;  // when a sentence about a code has stood for long enough

const pause = (milliseconds) => new Promise((over) => { setTimeout(over, milliseconds); });

const display = (sentence) => { if (words.textContent !== sentence) words.textContent = sentence; };

const report = () => {
  progress.hidden = !shown;
  if (shown) Object.assign(progress, { max: shown.of, value: shown.parts.size });
  if (performance.now() < until) return;
  display(shown
    ? tr("{number} of {all} codes. Keep the camera on them.", { number: shown.parts.size, all: shown.of })
    : sentences.hint);
};

const word = () => {
  sentences = wording();
  dialog.lang = language();
  title.textContent = tr("Scan a code");
  progress.ariaLabel = tr("Codes of the series");
  cancel.textContent = tr("Cancel");
  again.textContent = tr("Try again");
  light.textContent = tr("Torch");
  other.textContent = tr("Other camera");
};

const remark = (sentence) => {
  until = performance.now() + SAID;
  display(sentence);
};

const release = () => {
  for (const track of video.srcObject?.getTracks() ?? []) track.stop();
  video.srcObject = null;
};

const fail = (sentence, retry) => {
  round += 1;
  release();
  dialog.classList.add("stopped");
  progress.hidden = light.hidden = other.hidden = true;
  again.hidden = !retry;
  display(sentence);
};

// The head of a code of a series: version, checksum of the whole, number and how many there are, as storage/codes/frames.py
// writes them, in a link that begins with 22 bytes in 53 digits. What is of another version the app judges.
const frameOf = (fragment) => {
  const digits = /^s([0-9]{53})/.exec(fragment)?.[1];
  const head = digits && BigInt(digits).toString(16).padStart(44, "0");
  const [number, of] = head ? [parseInt(head.slice(10, 12), 16), parseInt(head.slice(12, 14), 16)] : [];
  return head?.startsWith("01") && number >= 1 && number <= of ? { key: head.slice(2, 10) + of, number, of } : null;
};

// Take what was scanned, and return what is whole now, one link a line: "" for nothing yet.
const taken = (texts) => {
  const whole = [];
  for (const text of texts) {
    const fragment = /^[^#]*#([pst][0-9]+)$/.exec(text.trim())?.[1];
    const frame = fragment && frameOf(fragment);
    if (!fragment) {
      remark(text.includes("/join#") ? sentences.joins : sentences.foreign);
    } else if (!frame) {
      whole.push(fragment);
    } else {
      shown = series.get(frame.key) ?? { key: frame.key, of: frame.of, parts: new Map(), fresh: false };
      series.set(frame.key, shown);
      shown.fresh ||= !shown.parts.has(frame.number);
      shown.parts.set(frame.number, fragment);
      until = 0;
      if (shown.parts.size === frame.of) whole.push(...shown.parts.values());
    }
  }
  return whole.join("\n");
};

const textsIn = async () => {
  if (detector === undefined) {
    const formats = await globalThis.BarcodeDetector?.getSupportedFormats().catch(() => []);
    detector = formats?.includes("qr_code") ? new globalThis.BarcodeDetector({ formats: ["qr_code"] }) : null;
  }
  try {
    if (detector) return (await detector.detect(video)).map((code) => code.rawValue);
  } catch {
    detector = null;  // some browsers have one that never works
  }
  const scale = Math.min(1, SIDE / Math.max(video.videoWidth, video.videoHeight));
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  const picture = canvas.getContext("2d", { willReadFrequently: true });
  picture.drawImage(video, 0, 0, canvas.width, canvas.height);
  if (tessera.decode) return tessera.decode(canvas);
  const { textsIn } = await import(new URL("zxing.js", import.meta.url));
  return textsIn(picture.getImageData(0, 0, canvas.width, canvas.height));
};

const look = async (mine) => {
  while (mine === round) {
    if (!document.hidden && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && video.videoWidth) {
      try {
        const texts = await textsIn();
        if (mine !== round) return;
        const whole = taken(texts);
        report();
        if (whole) {
          display(sentences.found);
          arrived = await tessera.arrive(whole);
          if (shown && shown.parts.size === shown.of) series.delete(shown.key);
          dialog.close();
          return;
        }
      } catch {
        remark(sentences.away);
        await pause(RETRY);
      }
    }
    await pause(PAUSE);
  }
};

const start = async (wanted = WANTED) => {
  round += 1;
  const mine = round;
  release();
  dialog.classList.remove("stopped");
  again.hidden = light.hidden = other.hidden = true;
  display(sentences.starting);
  let cameras;
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: wanted });
    if (mine !== round) {
      for (const track of stream.getTracks()) track.stop();
      return;
    }
    video.srcObject = stream;
    await video.play();
    cameras = (await navigator.mediaDevices.enumerateDevices()).filter((device) => device.kind === "videoinput");
  } catch (error) {
    if (mine === round) fail(sentences[error.name] ?? sentences.busy, true);
    return;
  }
  if (mine !== round) return;
  const [track] = video.srcObject.getVideoTracks();
  track.addEventListener("ended", () => { if (mine === round) fail(sentences.busy, true); });
  const now = track.getSettings();
  video.classList.toggle("front", now.facingMode === "user");
  light.hidden = !track.getCapabilities?.().torch;
  light.ariaPressed = "false";
  light.onclick = () => {
    const on = light.ariaPressed !== "true";
    track.applyConstraints({ advanced: [{ torch: on }] }).then(() => { light.ariaPressed = String(on); }, () => {
      light.hidden = true;
    });
  };
  other.hidden = cameras.length < 2;
  other.onclick = () => {
    const next = cameras[(cameras.findIndex((device) => device.deviceId === now.deviceId) + 1) % cameras.length];
    start({ ...WANTED, facingMode: undefined, deviceId: { exact: next.deviceId } });
  };
  report();
  look(mine);
};

const back = () => new Promise((done) => {
  gone = done;
  history.back();
});

cancel.addEventListener("click", () => { dialog.close(); });
again.addEventListener("click", () => { start(); });

dialog.addEventListener("close", async () => {  // by a button, Escape, Back, or since something was found
  round += 1;
  release();
  if (history.state?.scan) await back();
  const left = shown;
  if (arrived === null && left?.fresh) {  // what is there of a series, so that other ways may bring the rest
    arrived = await tessera.arrive([...left.parts.values()].join("\n")).catch(() => null);
    left.fresh = arrived === null;
  }
  if (arrived !== null) tessera.show(arrived);
});

addEventListener("popstate", (event) => {  // which the app need not hear of: it stays where it is
  if (!gone && !dialog.open) return;
  event.stopImmediatePropagation();
  gone?.();
  gone = null;
  dialog.close();
}, true);

export const scan = () => {
  if (dialog.open) return;
  try {
    document.documentElement.dataset.theme = JSON.parse(localStorage.getItem("flutter.theme"));
  } catch {
    // a browser that remembers nothing
  }
  word();
  arrived = shown = null;
  until = 0;
  progress.hidden = true;
  dialog.showModal();
  if (!history.state?.scan) history.pushState({ ...history.state, scan: true }, "");
  if (globalThis.isSecureContext && navigator.mediaDevices) start();
  else fail(sentences.insecure, false);
};
