// What the server does with links and codes: it takes fragments, and returns the texts of the QR codes on a canvas. A link
// that carries something begins the client once, where the screen is that shows it.
Object.assign(tessera, {
  arrive: async (fragments) => {
    const answer = await fetch("/arrivals", { method: "POST", body: fragments });
    if (!answer.ok) throw new Error(`/arrivals: ${answer.status}`);
    return (await answer.json()).id;
  },
  decode: async (canvas) => {
    const MAX_SCAN_BYTES = 256 * 1024;  // bytes that the server takes
    const jpeg = (quality) => new Promise((made) => { canvas.toBlob(made, "image/jpeg", quality); });
    let picture = await jpeg(0.8);
    if (picture.size > MAX_SCAN_BYTES) picture = await jpeg(0.3);
    const answer = await fetch("/scans", { method: "POST", body: picture });
    if (answer.ok) return (await answer.json()).texts;
    if (answer.status === 413 || answer.status === 429) return [];  // the next picture may be taken
    throw new Error(`/scans: ${answer.status}`);
  },
});
if (tessera.carries(location.hash)) {
  window.stop();
  tessera.take(location.hash).then((id) => { location.replace(`/take/${id}`); });
}
