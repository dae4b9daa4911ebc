"""The files of the site in the storage of a browser, run by Node: what is done where they are cleared."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING, Any, Final

from companion.site.build import find_node
from companion.system.paths import assets

if TYPE_CHECKING:
    from pathlib import Path

BROWSER: Final = """
// Files that are cleared stay readable to those who have them open, unless `dead`.
let root = new Map(), dead = false, full = false;
const missing = () => { throw new DOMException("", "NotFoundError"); };
const entryOf = (folder, name) => {
  const bytes = folder.get(name);
  return {
    getFile: async () => ({ isThere: () => root.get(name) === bytes || root.get("tessera")?.get(name) === bytes }),
    createSyncAccessHandle: async () => ({
      getSize: () => (dead && bytes.cleared ? 2 ** 64 : bytes.length),
      read: (part, { at }) => {
        if (dead && bytes.cleared) return 2 ** 64;
        const found = bytes.slice(at, at + part.length);
        part.set(found);
        return found.length;
      },
      write: (part, { at }) => {
        if (full) return 0;
        part.forEach((byte, place) => { bytes[at + place] = byte; });
        return part.length;
      },
      truncate: (size) => { while (bytes.length < size) bytes.push(0); bytes.length = size; },
      flush() {},
      close() { if (bytes.cleared) throw new Error("Chromium never returns from this"); },
    }),
  };
};
const folderOf = (folder) => ({
  getFileHandle: async (name, { create } = {}) => {
    if (!folder.has(name)) create ? folder.set(name, []) : missing();
    return entryOf(folder, name);
  },
  getDirectoryHandle: async (name, { create } = {}) => {
    if (!folder.has(name)) create ? folder.set(name, new Map()) : missing();
    return folderOf(folder.get(name));
  },
  removeEntry: async (name) => { folder.delete(name) || missing(); },
  entries: async function* entries() { for (const name of folder.keys()) yield [name, { kind: "file" }]; },
});
Object.defineProperty(globalThis, "navigator", { value: { storage: { getDirectory: async () => folderOf(root) } } });
globalThis.FileReaderSync = class {
  readAsArrayBuffer(file) { return file.isThere() ? new ArrayBuffer(1) : missing(); }
};
const clear = () => {
  for (const bytes of root.get("tessera").values()) bytes.cleared = true;
  root = new Map();
};
console.warn = () => {};

// As much of Emscripten's file system as is needed to write one file.
const opened = async (told = []) => {
  class ErrnoError extends Error { constructor(errno) { super(); this.errno = errno; } }
  const FS = {
    ErrnoError,
    isDir: (mode) => mode === 0o40700, isFile: (mode) => mode === 0o100600, hashRemoveNode() {},
    createNode: (parent, name, mode) => ({ parent, name, mode, id: 1 }),
    mount: ({ mount }) => { FS.top = mount(); },
  };
  const ERRNO_CODES = { EIO: "EIO", ENOSPC: "ENOSPC", ESTALE: "ESTALE" };
  const { mountOpfs } = await import(`file://${process.cwd()}/opfs.js`);
  const close = await mountOpfs({ FS, ERRNO_CODES }, "/data", "tessera", (what) => told.push(what));
  const attempt = (action) => { try { return action(); } catch (error) { return error.errno ?? String(error); } };
  const node = (name) => FS.top.children[name] ?? FS.top.node_ops.mknod(FS.top, name, 0o100600);
  return {
    close,
    save: (name, text) => attempt(() => {
      const stream = { node: node(name) }, bytes = new TextEncoder().encode(text);
      stream.node.stream_ops.write(stream, bytes, 0, bytes.length, 0);
      return stream.node.stream_ops.fsync(stream);
    }),
    text: (name) => attempt(() => {
      const { slot, stream_ops: streams } = FS.top.children[name], bytes = new Uint8Array(slot.size);
      streams.read({ node: { slot } }, bytes, 0, bytes.length, 0);
      return new TextDecoder().decode(bytes);
    }),
  };
};
const rest = () => new Promise((done) => { setTimeout(done, 50); });
"""


def run(folder: Path, doing: str) -> Any:
    """Do something with the files of a browser, and return what that gives."""
    shutil.copy(assets() / "site/opfs.js", folder)
    (folder / "package.json").write_text('{"type": "module"}')
    script = f"{BROWSER}\nconsole.log(JSON.stringify(await (async () => {{ {doing} }})()));"
    command = [str(find_node()), "--input-type=module", "-e", script]
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, timeout=60)
    return json.loads(done.stdout)


SAVED: Final = 'const told = [], files = await opened(told); const first = files.save("plays", "two plays");'


def test_what_is_saved_is_there_at_the_next_start(tmp_path: Path) -> None:
    again = "files.close(); return [first, told, (await opened()).text('plays')];"
    assert run(tmp_path, SAVED + again) == [0, [], "two plays"]


def test_data_cleared_under_a_page_are_missed_at_the_next_save_and_stored_anew(tmp_path: Path) -> None:
    cleared = """
    clear();
    const refused = files.save("plays", "three plays");
    await rest();
    const then = files.save("plays", "three plays");
    files.close();
    return [refused, told, then, (await opened()).text("plays")];
    """
    assert run(tmp_path, SAVED + cleared) == ["ESTALE", ["kept"], 0, "three plays"]


def test_a_new_file_is_not_made_where_the_data_were_cleared(tmp_path: Path) -> None:
    assert run(tmp_path, SAVED + 'clear(); return files.save("backup", "all");') == "ESTALE"


def test_data_that_cannot_be_stored_anew_are_never_said_to_be_saved(tmp_path: Path) -> None:
    cleared = """
    {how} = true;
    clear();
    const refused = files.save("plays", "three plays");
    await rest();
    const then = files.save("plays", "three plays");
    await rest();
    files.close();
    return [refused !== 0, then !== 0, told, [...root.get("tessera").keys()].length];
    """
    for how in ("dead", "full"):
        assert run(tmp_path, SAVED + cleared.replace("{how}", how)) == [True, True, ["lost", "lost"], 0]


def test_files_that_are_still_there_are_not_stored_anew(tmp_path: Path) -> None:
    moved = """
    root.set("tessera-witness", [0]);
    const refused = files.save("plays", "three plays");
    await rest();
    return [refused, files.save("plays", "three plays"), told];
    """
    assert run(tmp_path, SAVED + moved) == ["ESTALE", 0, []]
