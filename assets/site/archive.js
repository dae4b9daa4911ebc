// Puts the files of a zip without compression where they belong. Each is a part of the archive, nothing is copied; but
// where some are `loaded` already, only the others are there, copied, so that nothing keeps the archive.
const END = 0x06054b50;  // what the end of a zip begins with
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;

export function unpack(FS, archive, root, loaded) {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const text = new TextDecoder();
  const made = new Set();
  let end = archive.length - END_BYTES;
  while (view.getUint32(end, true) !== END) end--;
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left; left--) {
    if (view.getUint16(at + 10, true) !== 0) throw new Error("the archive is compressed");
    const size = view.getUint32(at + 24, true), named = view.getUint16(at + 28, true);
    const local = view.getUint32(at + 42, true);
    const name = text.decode(archive.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + named));
    const start = local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const path = `${root}/${name}`, folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) {
      FS.mkdirTree(folder);
      made.add(folder);
    }
    if (!loaded.has(path)) {
      const node = FS.create(path, 0o644);
      node.contents = loaded.size ? archive.slice(start, start + size) : archive.subarray(start, start + size);
      node.usedBytes = size;
    }
    at += ENTRY_BYTES + named + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}
