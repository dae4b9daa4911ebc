// A file system for Emscripten whose files lie in the private file system of the origin: read and written in place, at
// once, by sync access handles, and flushed where a program asks for fsync. Handles cannot be got without waiting, and
// Python does not wait, so some are opened at the start, and files are stored under the names of these. The handles are
// exclusive: another tab cannot open them.
const HEADER = 4096;          // before the content of each file: the length of its name, and its name
const POOL = 16;

export async function mountOpfs(pyodide, mountpoint, folder) {
  const { FS, ERRNO_CODES } = pyodide;
  const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(folder, { create: true });
  const opened = [];
  const open = async (file) => {   // a tab that has just gone may still hold it
    for (let pause = 10; ; pause *= 2) {
      try { return await file.createSyncAccessHandle(); } catch (error) {
        if (error.name !== "NoModificationAllowedError" || pause > 3000) throw error;
        await new Promise((done) => setTimeout(done, pause));
      }
    }
  };
  for await (const [name, file] of root.entries()) if (file.kind === "file") opened.push(await open(file));
  while (opened.length < POOL) {
    const file = await root.getFileHandle(`slot-${String(opened.length).padStart(3, "0")}`, { create: true });
    opened.push(await open(file));
  }
  const free = [], named = new Map();
  const reads = new TextDecoder(), writes = new TextEncoder();
  const stamp = (slot, name) => {
    const head = new Uint8Array(HEADER), encoded = writes.encode(name);
    new DataView(head.buffer).setUint16(0, encoded.length);
    head.set(encoded, 2);
    slot.handle.write(head, { at: 0 });
    slot.handle.flush();
  };
  for (const handle of opened) {
    const slot = { handle };
    const head = new Uint8Array(HEADER);
    const known = handle.getSize() >= HEADER && handle.read(head, { at: 0 }) === HEADER;
    const name = known ? reads.decode(head.subarray(2, 2 + new DataView(head.buffer).getUint16(0))) : "";
    if (name) named.set(name, slot); else free.push(slot);
  }
  const fail = (code) => { throw new FS.ErrnoError(ERRNO_CODES[code]); };
  const isFolder = (node) => (node.mode & 0o170000) === 0o040000;
  const sizeOf = (node) => Math.max(0, node.slot.handle.getSize() - HEADER);
  let top = null;
  const pathOf = (parent, name) => {
    let path = name;
    for (let one = parent; one !== top; one = one.parent) path = `${one.name}/${path}`;
    return path;
  };
  const release = (node) => { node.slot.handle.truncate(HEADER); stamp(node.slot, ""); free.push(node.slot); };
  const restamp = (node) => {
    if (node.slot) stamp(node.slot, pathOf(node.parent, node.name));
    else Object.values(node.children).forEach(restamp);
  };
  const make = (parent, name, mode, slot) => {
    const node = FS.createNode(parent, name, mode, 0);
    Object.assign(node, { node_ops: nodes, stream_ops: streams, slot, at: Date.now() });
    if (isFolder(node)) node.children = {};
    if (parent) parent.children[name] = node;
    return node;
  };
  const nodes = {
    getattr(node) {
      const at = new Date(node.at), size = isFolder(node) ? 4096 : sizeOf(node);
      return {
        dev: 77, ino: node.id, mode: node.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size,
        atime: at, mtime: at, ctime: at, blksize: 4096, blocks: Math.ceil(size / 4096),
      };
    },
    setattr(node, attr) {
      if (attr.mode != null) node.mode = attr.mode;
      if (attr.mtime != null) node.at = Number(attr.mtime);
      if (attr.size != null) node.slot.handle.truncate(HEADER + attr.size);
    },
    lookup() { fail("ENOENT"); },
    mknod(parent, name, mode) {
      if (isFolder({ mode })) return make(parent, name, mode, null);
      if (!free.length) fail("ENOSPC");
      const slot = free.pop();
      slot.handle.truncate(HEADER);
      stamp(slot, pathOf(parent, name));
      return make(parent, name, mode, slot);
    },
    rename(node, parent, name) {
      const there = parent.children[name];
      if (there && there !== node) {
        FS.hashRemoveNode(there);
        // the new name is written first: where this ends in between, two slots have it, and the later one counts
        if (there.slot) release(there);
      }
      delete node.parent.children[node.name];
      node.parent = parent;
      node.name = name;
      parent.children[name] = node;
      restamp(node);
    },
    unlink(parent, name) { release(parent.children[name]); delete parent.children[name]; },
    rmdir(parent, name) {
      if (Object.keys(parent.children[name].children).length) fail("ENOTEMPTY");
      delete parent.children[name];
    },
    readdir(node) { return [".", "..", ...Object.keys(node.children)]; },
  };
  const streams = {
    llseek(stream, offset, whence) {
      const from = whence === 1 ? stream.position : whence === 2 ? sizeOf(stream.node) : 0;
      if (from + offset < 0) fail("EINVAL");
      return from + offset;
    },
    read(stream, buffer, offset, length, position) {
      return stream.node.slot.handle.read(buffer.subarray(offset, offset + length), { at: HEADER + position });
    },
    write(stream, buffer, offset, length, position) {
      stream.node.at = Date.now();
      return stream.node.slot.handle.write(buffer.subarray(offset, offset + length), { at: HEADER + position });
    },
    fsync(stream) { self.flushes = (self.flushes ?? 0) + 1; stream.node.slot?.handle.flush(); return 0; },
  };
  FS.mount({ mount: () => (top = make(null, "/", 0o040777, null)) }, {}, mountpoint);
  for (const [path, slot] of named) {
    const parts = path.split("/");
    let parent = top;
    for (const part of parts.slice(0, -1)) parent = parent.children[part] ?? make(parent, part, 0o040777, null);
    make(parent, parts.at(-1), 0o100666, slot);
  }
}
