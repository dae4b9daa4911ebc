// A page on the host's own machine holds the channels to phones that come without a network, for Python, which asks for
// them over a connection of their own. A message of bytes is words, a line feed, and a frame; see site/phones.js.
(() => {
  const PAUSE = 1000;  // milliseconds until a connection that was lost is made again
  const LINE_FEED = 10;
  const POLICY_VIOLATION = 1008;  // which closes a connection of a page that is not the host's own
  const Native = window.WebSocket;  // without the words about a lost connection, which the page's own has
  const address = `${location.protocol.replace("http", "ws")}//${location.host}/relay`;
  let socket = null, phones = null;
  const take = async ({ data }) => {
    phones ??= import(new URL(`${flet.assetBase}site/phones.js`, document.baseURI));
    const { hear } = await phones;
    if (typeof data === "string") {
      hear(data);
    } else {
      const bytes = new Uint8Array(data), end = bytes.indexOf(LINE_FEED);
      hear(new TextDecoder().decode(bytes.subarray(0, end)), bytes.subarray(end + 1));
    }
  };
  const connect = () => {
    socket = Object.assign(new Native(address), { binaryType: "arraybuffer", onmessage: take });
    socket.onopen = ({ target }) => {
      target.onclose = ({ code }) => {
        if (code === POLICY_VIOLATION) return;
        dispatchEvent(new Event("tessera-over"));  // which closes the channels
        setTimeout(connect, PAUSE);
      };
    };
  };
  tessera.tell = (words, frame) => {
    if (!frame) {
      socket.send(words);
      return;
    }
    const heading = new TextEncoder().encode(`${words}\n`), bytes = new Uint8Array(heading.length + frame.length);
    bytes.set(heading);
    bytes.set(frame, heading.length);
    socket.send(bytes);
  };
  const own = ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);
  if (own) addEventListener("tessera-shown", connect, { once: true });
})();
