// What two browsers must know of each other to connect, out of the descriptions that they write (SDP), and a description
// made of it. Everything else that stands in one is the same for all browsers, or none of them needs it.

/**
 * The fingerprint is hex digits of SHA-256, a candidate an address and a port, the best first.
 * @typedef {{ ufrag: string, pwd: string, fingerprint: string, candidates: [string, number][] }} Facts
 */

const UFRAG = /^[A-Za-z0-9+/]{4,256}$/, PWD = /^[A-Za-z0-9+/]{22,256}$/, FINGERPRINT = /^[0-9a-f]{64}$/;
const ADDRESS = /^(?:[0-9a-f-]{36}\.local|\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f:.]*:[0-9a-f:.]*)$/i;
const MAX_CANDIDATES = 16, MAX_PORT = 65535;
const MAX_MESSAGE = 65536;  // bytes that every browser takes at once
const PRIORITY = 2130706431;  // of the best address of a phone's own
const STEP = 256;  // from one priority to the next

/** @param {[string, number]} candidate */
const isCandidate = ([address, port]) => ADDRESS.test(address) && Number.isInteger(port) && port > 0 && port <= MAX_PORT;

// Return facts that came from outside, unless one of them would not stand in a description of a browser.
/** @type {(facts: any) => Facts} */
export const checked = (facts) => {
  const { ufrag, pwd, fingerprint, candidates } = facts;
  const few = candidates.length > 0 && candidates.length <= MAX_CANDIDATES;
  if (UFRAG.test(ufrag) && PWD.test(pwd) && FINGERPRINT.test(fingerprint) && few && candidates.every(isCandidate)) return facts;
  throw new DOMException("", "DataError");
};

// Return the facts of the browser that wrote an SDP; of its addresses only those in this network.
/** @type {(sdp: string) => Facts} */
export const factsOf = (sdp) => {
  const value = (/** @type {string} */ name) => new RegExp(`^a=${name}(\\S+)`, "im").exec(sdp)?.[1] ?? "";
  const lines = [...sdp.matchAll(/^a=candidate:\S+ 1 udp (\d+) (\S+) (\d+) typ host\b/gim)];
  const best = lines.sort(([, less], [, more]) => Number(more) - Number(less)).map(([, , address, port]) => `${address} ${port}`);
  const candidates = [...new Set(best)].slice(0, MAX_CANDIDATES).map((place) => place.split(" "));
  return {
    ufrag: value("ice-ufrag:"),
    pwd: value("ice-pwd:"),
    fingerprint: value("fingerprint:sha-256 ").replaceAll(":", "").toLowerCase(),
    candidates: candidates.map(([address, port]) => [address, Number(port)]),
  };
};

// Return the SDP of a browser of which these facts are known, and which opens the connection ("active") or waits for that
// ("passive"). A browser that has given up an address tries it anew when it reads it in another `attempt`.
/** @type {(facts: Facts, setup: "active" | "passive", attempt?: number) => string} */
export const sdpOf = (facts, setup, attempt = 0) => [
  "v=0",
  "o=- 1 2 IN IP4 127.0.0.1",
  "s=-",
  "t=0 0",
  "a=group:BUNDLE 0",
  "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
  "c=IN IP4 0.0.0.0",
  `a=ice-ufrag:${facts.ufrag}`,
  `a=ice-pwd:${facts.pwd}`,
  `a=fingerprint:sha-256 ${facts.fingerprint.toUpperCase().replace(/..(?=.)/g, "$&:")}`,
  `a=setup:${setup}`,
  "a=mid:0",
  "a=sctp-port:5000",
  `a=max-message-size:${MAX_MESSAGE}`,
  ...facts.candidates.map(([address, port], at) => {
    const number = at + 1 + attempt * MAX_CANDIDATES;
    return `a=candidate:${number} 1 udp ${PRIORITY - at * STEP} ${address} ${port} typ host`;
  }),
  "",
].join("\r\n");
