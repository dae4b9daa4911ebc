// Gives a start the files alone that its page was built with: its host may be in the midst of an update. What the browser
// has of an earlier visit may be older, too. The browser itself compares the digests, also where there is no https. The
// page has this within itself, so that it is of its version; the worker imports it.
globalThis.tesseraCheck = (base, digests) => {
  const plain = globalThis.fetch.bind(globalThis);
  const integrityOf = (address) => (address.startsWith(base) && digests[address.slice(base.length)]) || "";
  const checked = async (asked, how) => {
    const address = new URL(asked.url ?? asked, base).href, integrity = integrityOf(address);
    if (!integrity) return plain(asked, how);
    const known = await plain(address, { ...how, integrity }).catch(() => null);
    return known?.ok ? known : plain(address, { ...how, integrity, cache: "reload" });
  };
  return { integrityOf, checked };
};
