// A file system for Emscripten whose files lie in the private file system of the origin: read and written in place, at
// once, by sync access handles, and flushed to the disk where a program asks for fsync. In IndexedDB, Emscripten writes
// a file as a whole, only after a commit has returned, and browsers do not wait for the disk: a commit takes longer the
// larger the database is, and may be lost when it is shown (tests/benchmarks/README.md has the numbers).
//
// A handle cannot be got without waiting, and Python does not wait. So every file has its handle from the start on, and
// some more are kept ready; as soon as Python rests, those that it has taken are made up for. A file begins with two
// pages for its name, written in turn, of which the later one that is whole counts: whenever a phone goes out, a file
// has the name of before or that of after. Of two files with one name, which a crash between the two steps of a renaming
// leaves, the later name counts. Handles are exclusive: another tab cannot open them.
//
// Who clears the data of a site takes its files away under their handles, which go on as if nothing had happened. So after
// each flush, and now and then where nothing is saved, a look tells whether the files are still there, as soon as Python
// rests.
const PAGE = 4096;
export const HEADER = 2 * PAGE;
const ABOUT = 22;  // bytes before the name: checksum, number, time, length
const SPARE_HANDLES = 16;  // handles that are kept ready: more files than any call of Python makes
const LOOK_EVERY = 10000;  // milliseconds between looks
const HANDLE_TIMEOUT = 10000;  // milliseconds for which a tab that has just gone may still hold its handles
const LOST_FOLDER = "lost";  // of files whose names cannot be read any more

/**
 * A file by its handle; the name of a free one is "". `page` is where its name lies, `number` and `at` are those of that.
 * @typedef {{
 *   file: string, handle: FileSystemSyncAccessHandle, name: string, size: number, users: number, page: number,
 *   number: number, at: number,
 * }} Slot
 */
/**
 * A file or folder of Emscripten; a folder has children, and a file its slot.
 * @typedef {{
 *   id: number, name: string, mode: number, at: number, parent: Node, slot: Slot, children: Record<string, Node>,
 *   node_ops: object, stream_ops: object,
 * }} Node
 */
/** @typedef {{ node: Node, position: number }} Stream */
/** @typedef {(stream: Stream, buffer: Uint8Array, offset: number, length: number, position: number) => number} Transfer */

// Mounts the files of a folder, and returns the function that lets go of them. Where they were cleared, it calls `tell`
// with "kept" once they are stored anew, and with "lost" if that cannot be done.
/**
 * @param {{ FS: any, ERRNO_CODES: Record<string, number> }} pyodide
 * @param {string} mountpoint
 * @param {string} folder
 * @param {(cleared: "kept" | "lost") => void} tell
 */
export async function mountOpfs({ FS, ERRNO_CODES }, mountpoint, folder, tell) {
  const openFolder = async (how = {}) => (await navigator.storage.getDirectory()).getDirectoryHandle(folder, how);
  /** @type {Slot[]} */
  const free = [];
  let root = await openFolder({ create: true });
  let number = 0;  // of the last name that was written
  /** @type {Node | null} */
  let top = null;
  /** @type {Promise<void> | null} */
  let growing = null;
  let closed = false;
  let looked = Promise.resolve(), looksSoon = false, lost = false;

  /** @type {(code: string) => never} */
  const fail = (code) => { throw new FS.ErrnoError(ERRNO_CODES[code]); };
  /** @type {<Result>(action: () => Result) => Result} */
  const tried = (action) => {  // another error than Emscripten's own would end Python
    try { return action(); } catch (error) {
      lookSoon();
      if (error instanceof FS.ErrnoError) throw error;
      console.warn(error);
      return fail(error.name === "QuotaExceededError" ? "ENOSPC" : "EIO");
    }
  };

  const lookSoon = () => {
    if (looksSoon || !top) return;  // none before all is mounted
    looksSoon = true;
    looked = looked.then(look).catch(console.warn);
  };
  const look = async () => {
    looksSoon = false;
    if (await areThere()) return;
    try {
      await storeAnew();
      lost = false;
      tell("kept");
    } catch (error) {
      console.warn(error);
      if (!lost) tell("lost");
      lost = true;
    }
  };
  const areThere = async () => {  // all of them, or none
    const [{ file }] = handles;
    try {
      await (await openFolder()).getFileHandle(file);
      return true;
    } catch (error) {
      if (error.name === "NotFoundError") return false;
      throw error;
    }
  };
  // Stores all files anew, as their handles still read them, and goes on with these.
  const storeAnew = async () => {
    root = await openFolder({ create: true });
    await growing;
    /** @type {Pick<Slot, "file" | "handle">[]} */
    const made = [];
    try {
      while (made.length < handles.size) {
        const file = crypto.randomUUID();
        made.push({ file, handle: await opened(file) });
      }
      // Python rests from here on. What was named later comes first: a journal before its database.
      const slots = [...handles].sort((one, other) => other.number - one.number);
      slots.forEach((slot, at) => copy(slot.handle, made[at].handle));
      // The handles of before stay open: Chromium never returns from closing that of a file that was cleared.
      for (const slot of slots) Object.assign(slot, made.shift());
    } finally {
      for (const { file, handle } of made) {
        handle.close();
        await root.removeEntry(file);
      }
    }
  };

  const flush = (/** @type {Slot} */ slot) => {
    slot.handle.flush();
    lookSoon();
    if (lost) fail("ESTALE");
  };
  /** @type {(slot: Slot, name: string) => void} */
  const stamp = (slot, name) => {
    const at = Date.now(), page = pageOf(name, ++number, at) ?? fail("ENAMETOOLONG");
    slot.page = slot.page === 0 ? PAGE : 0;
    slot.handle.write(page, { at: slot.page });
    flush(slot);
    Object.assign(slot, { name, number, at });
  };
  /** @type {(file: string, handle: FileSystemSyncAccessHandle) => Slot} */
  const readSlot = (file, handle) => {
    const size = Math.max(0, handle.getSize() - HEADER), name = size ? `${LOST_FOLDER}/${file}` : "";
    const slot = { file, handle, name, size, users: 0, page: PAGE, number: 0, at: 0 };
    for (const at of [0, PAGE]) {
      const page = new Uint8Array(PAGE), view = new DataView(page.buffer);
      if (handle.read(page, { at }) < ABOUT) continue;
      const length = view.getUint16(20), later = view.getFloat64(4);
      if (length > PAGE - ABOUT || view.getUint32(0) !== checksum(page.subarray(4, ABOUT + length))) continue;
      if (later <= slot.number) continue;
      const name = new TextDecoder().decode(page.subarray(ABOUT, ABOUT + length));
      Object.assign(slot, { name, page: at, number: later, at: view.getFloat64(12) });
    }
    return slot;
  };
  const opened = async (/** @type {string} */ file) => {
    const entry = await root.getFileHandle(file, { create: true });
    for (let pause = 10, waited = 0; ; waited += pause, pause *= 2) {
      try { return await entry.createSyncAccessHandle(); } catch (error) {
        if (error.name !== "NoModificationAllowedError") throw error;
        if (waited > HANDLE_TIMEOUT) throw new Error("held", { cause: error });
        await new Promise((done) => { setTimeout(done, pause); });
      }
    }
  };
  const grow = async () => {
    while (free.length < SPARE_HANDLES && !closed) {
      const file = crypto.randomUUID();
      const handle = await opened(file);
      if (closed) {
        handle.close();
        return;
      }
      handle.truncate(HEADER);
      const slot = readSlot(file, handle);
      handles.add(slot);
      free.push(slot);
    }
  };
  const growSoon = () => {
    growing ??= grow().catch(console.warn).finally(() => { growing = null; });
  };
  /** @type {(slot: Slot, size: number) => void} */
  const resize = (slot, size) => {
    slot.handle.truncate(HEADER + size);
    slot.size = size;
  };
  const recycle = (/** @type {Slot} */ slot) => {
    if (slot.name || slot.users) return;  // a file that is open stays until it is closed, whatever its name
    if (slot.size) resize(slot, 0);
    free.push(slot);
  };
  const release = (/** @type {Slot} */ slot) => {
    stamp(slot, "");
    recycle(slot);
  };

  const isFolder = (/** @type {Node} */ node) => FS.isDir(node.mode);
  /** @type {(parent: Node, name: string) => string} */
  const pathOf = (parent, name) => (parent === top ? name : `${pathOf(parent.parent, parent.name)}/${name}`);
  /** @type {(parent: Node | null, name: string, mode: number, slot: Slot | null) => Node} */
  const make = (parent, name, mode, slot) => {
    const node = FS.createNode(parent, name, mode, 0);
    Object.assign(node, { node_ops: nodes, stream_ops: streams, slot, at: slot?.at ?? Date.now() });
    if (isFolder(node)) node.children = {};
    if (parent) parent.children[name] = node;
    return node;
  };
  /** @type {(node: Node, path: string) => void} */
  const rename = (node, path) => {  // of a folder file by file, as folders are only parts of names
    if (node.slot) stamp(node.slot, path);
    else for (const one of Object.values(node.children)) rename(one, `${path}/${one.name}`);
  };
  /**
   * @type {{
   *   getattr: (node: Node) => object, readdir: (node: Node) => string[], lookup: () => never,
   *   setattr: (node: Node, attributes: { mode?: number, mtime?: number, size?: number }) => void,
   *   mknod: (parent: Node, name: string, mode: number) => Node,
   *   rename: (node: Node, parent: Node, name: string) => void,
   *   unlink: (parent: Node, name: string) => void, rmdir: (parent: Node, name: string) => void,
   * }}
   */
  const nodes = {
    getattr(node) {
      const at = new Date(node.at), size = node.slot?.size ?? PAGE;
      return {
        dev: 77, ino: node.id, mode: node.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size,
        atime: at, mtime: at, ctime: at, blksize: PAGE, blocks: Math.ceil(size / 512),
      };
    },
    setattr(node, { mode, mtime, size }) {
      if (mode != null) node.mode = mode;
      if (mtime != null) node.at = Number(mtime);
      if (size != null) tried(() => resize(node.slot, size));
    },
    lookup() { fail("ENOENT"); },
    mknod(parent, name, mode) {
      if (FS.isDir(mode)) return make(parent, name, mode, null);
      if (!FS.isFile(mode)) fail("EPERM");
      const slot = free.at(-1) ?? fail("ENOSPC");
      tried(() => stamp(slot, pathOf(parent, name)));
      free.pop();
      growSoon();
      return make(parent, name, mode, slot);
    },
    rename(node, parent, name) {
      const there = parent.children[name];
      if (there && isFolder(there) && Object.keys(there.children).length) fail("ENOTEMPTY");
      tried(() => rename(node, pathOf(parent, name)));
      if (there && there !== node) {
        FS.hashRemoveNode(there);
        if (there.slot) tried(() => release(there.slot));
      }
      delete node.parent.children[node.name];
      Object.assign(node, { parent, name });
      parent.children[name] = node;
    },
    unlink(parent, name) {
      tried(() => release(parent.children[name].slot));
      delete parent.children[name];
    },
    rmdir(parent, name) {
      if (Object.keys(parent.children[name].children).length) fail("ENOTEMPTY");
      delete parent.children[name];
    },
    readdir(node) { return [".", "..", ...Object.keys(node.children)]; },
  };
  /**
   * @type {{
   *   open: (stream: Stream) => void, dup: (stream: Stream) => void, close: (stream: Stream) => void,
   *   llseek: (stream: Stream, offset: number, whence: number) => number, read: Transfer, write: Transfer,
   *   fsync: (stream: Stream) => number,
   * }}
   */
  const streams = {
    open({ node }) { if (node.slot) node.slot.users++; },
    dup({ node }) { if (node.slot) node.slot.users++; },
    close({ node: { slot } }) {
      if (!slot) return;
      slot.users--;
      tried(() => recycle(slot));
    },
    llseek(stream, offset, whence) {
      const from = whence === 1 ? stream.position : whence === 2 ? stream.node.slot.size : 0;
      if (from + offset < 0) fail("EINVAL");
      return from + offset;
    },
    read({ node: { slot } }, buffer, offset, length, position) {
      const part = buffer.subarray(offset, offset + length);
      return tried(() => {
        const count = slot.handle.read(part, { at: HEADER + position });
        return count > length ? fail("ESTALE") : count;  // what SQLite does not take for damage
      });
    },
    write({ node }, buffer, offset, length, position) {
      const { slot } = node, part = buffer.subarray(offset, offset + length);
      const written = tried(() => {
        const count = slot.handle.write(part, { at: HEADER + position });
        // Nothing would be tried for ever, and where data lie in memory, Chromium gives an error as a large number.
        return length && (!count || count > length) ? fail("ENOSPC") : count;
      });
      node.at = Date.now();
      slot.size = Math.max(slot.size, position + written);
      return written;
    },
    fsync({ node: { slot } }) {  // names are on the disk as soon as they are given
      if (slot) tried(() => flush(slot));
      return 0;
    },
  };

  const files = [];
  for await (const [file, { kind }] of root.entries()) if (kind === "file") files.push(file);
  const handles = new Set(await Promise.all(files.map(async (file) => readSlot(file, await opened(file)))));
  number = Math.max(0, ...[...handles].map((slot) => slot.number));
  const named = new Map();
  for (const slot of [...handles].sort((one, other) => one.number - other.number)) {
    const earlier = named.get(slot.name);
    if (slot.name) named.set(slot.name, slot);
    else recycle(slot);
    if (earlier) release(earlier);
  }
  for (const slot of free.splice(SPARE_HANDLES)) {
    handles.delete(slot);
    slot.handle.close();
    await root.removeEntry(slot.file);
  }
  await grow();
  FS.mount({ mount: () => (top = make(null, "/", 0o040700, null)) }, {}, mountpoint);
  for (const [path, slot] of named) {
    const parts = path.split("/");
    let parent = /** @type {any} */ (top);
    for (const part of parts.slice(0, -1)) parent = parent.children[part] ?? make(parent, part, 0o040700, null);
    make(parent, parts.at(-1), 0o100600, slot);
  }
  const looking = setInterval(lookSoon, LOOK_EVERY);
  return async () => {
    closed = true;
    clearInterval(looking);
    await looked;
    if (await areThere()) for (const { handle } of handles) handle.close();
  };
}

// A page that gives a file its name; the greatest number counts. Nothing where there is no room for the name.
/** @type {(name: string, number: number, at: number) => Uint8Array<ArrayBuffer> | undefined} */
export function pageOf(name, number, at) {
  const encoded = new TextEncoder().encode(name);
  if (encoded.length > PAGE - ABOUT) return undefined;
  const page = new Uint8Array(ABOUT + encoded.length), view = new DataView(page.buffer);
  view.setFloat64(4, number);
  view.setFloat64(12, at);
  view.setUint16(20, encoded.length);
  page.set(encoded, ABOUT);
  view.setUint32(0, checksum(page.subarray(4)));
  return page;
}

/** @type {(from: FileSystemSyncAccessHandle, to: FileSystemSyncAccessHandle) => void} */
function copy(from, to) {
  const bytes = new Uint8Array(from.getSize());
  for (const count of [from.read(bytes, { at: 0 }), to.write(bytes, { at: 0 })]) {
    if (count !== bytes.length) throw new Error("a file cannot be copied");
  }
  to.flush();
}

function checksum(/** @type {Uint8Array} */ bytes) {  // FNV-1a
  let sum = 0x811c9dc5;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
  return sum;
}
