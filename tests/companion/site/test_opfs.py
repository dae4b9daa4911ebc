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
// Files that are cleared stay readable to those who have them open, unless `isDead`.
let root = new Map(), isDead = false, isFull = false;
const missing = () => { throw new DOMException("", "NotFoundError"); };
const entryOf = (folder, name) => {
  const bytes = folder.get(name);
  let isClosed = false;
  return {
    createSyncAccessHandle: async () => ({
      getSize: () => {
        if (isClosed) throw new Error("closed");
        return isDead && bytes.cleared ? 2 ** 64 : bytes.length;
      },
      read: (part, { at }) => {
        if (isDead && bytes.cleared) return 2 ** 64;
        const found = bytes.slice(at, at + part.length);
        part.set(found);
        return found.length;
      },
      write: (part, { at }) => {
        if (isFull) return 0;
        part.forEach((byte, place) => { bytes[at + place] = byte; });
        return part.length;
      },
      truncate: (size) => { while (bytes.length < size) bytes.push(0); bytes.length = size; },
      flush() {},
      close() {
        if (bytes.cleared) throw new Error("Chromium never returns from this");
        isClosed = true;
      },
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
const clear = () => {
  for (const bytes of root.get("tessera").values()) bytes.cleared = true;
  root = new Map();
};
console.warn = () => {};
let areHandsOff = false;  // time passes a thousand times as fast while nothing is saved
const { setInterval: later } = globalThis;
globalThis.setInterval = (action, pause) => later(() => { if (areHandsOff) action(); }, pause / 1000).unref();

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


SAVED: Final = """
const told = [], files = await opened(told), first = files.save("plays", "two plays");
await rest();
"""


def test_what_is_saved_is_there_at_the_next_start(tmp_path: Path) -> None:
    again = 'await files.close(); return [first, told, (await opened()).text("plays")];'
    assert run(tmp_path, SAVED + again) == [0, [], "two plays"]


def test_data_cleared_under_a_page_are_missed_though_nothing_is_saved(tmp_path: Path) -> None:
    cleared = """
    clear();
    areHandsOff = true;
    await rest();
    const said = [...told];
    await files.close();
    return [said, (await opened()).text("plays")];
    """
    assert run(tmp_path, SAVED + cleared) == [["kept"], "two plays"]


def test_data_cleared_under_a_page_are_stored_anew_with_what_was_saved_since(tmp_path: Path) -> None:
    cleared = """
    clear();
    const saved = files.save("plays", "three plays");
    await rest();
    const then = files.save("backup", "all");
    await files.close();
    const next = await opened();
    return [saved, then, told, next.text("plays"), next.text("backup")];
    """
    assert run(tmp_path, SAVED + cleared) == [0, 0, ["kept"], "three plays", "all"]


def test_data_cleared_after_files_of_a_crash_were_removed_are_stored_anew(tmp_path: Path) -> None:
    """Files without a name, more than are kept ready, which go at a start."""
    left = """
    root.set("tessera", new Map(Array.from({ length: 40 }, (_, number) => [`left ${number}`, []])));
    const told = [], files = await opened(told);
    clear();
    files.save("plays", "two plays");
    await rest();
    await files.close();
    return [told, (await opened()).text("plays")];
    """
    assert run(tmp_path, left) == [["kept"], "two plays"]


def test_data_cleared_as_a_page_leaves_are_stored_anew(tmp_path: Path) -> None:
    left = 'clear(); files.save("plays", "three plays"); await files.close(); return (await opened()).text("plays");'
    assert run(tmp_path, SAVED + left) == "three plays"


def test_a_page_whose_data_were_cleared_while_it_was_at_rest_leaves_them_so(tmp_path: Path) -> None:
    assert run(tmp_path, SAVED + "clear(); await files.close(); return [told, root.size];") == [[], 0]


def test_data_that_cannot_be_stored_anew_are_never_said_to_be_saved(tmp_path: Path) -> None:
    cleared = """
    {how} = true;
    clear();
    files.save("plays", "three plays");
    await rest();
    const then = files.save("plays", "three plays");
    await rest();
    const left = root.get("tessera").size;
    {how} = false;
    files.save("plays", "three plays");
    await rest();
    const atLast = files.save("plays", "three plays");
    await files.close();
    return [then !== 0, left, told, atLast, (await opened()).text("plays")];
    """
    for how in ("isDead", "isFull"):
        told = [True, 0, ["lost", "kept"], 0, "three plays"]
        assert run(tmp_path, SAVED + cleared.replace("{how}", how)) == told


def test_a_file_that_is_read_no_more_is_not_taken_for_damage(tmp_path: Path) -> None:
    dead = 'isDead = true; clear(); const text = files.text("plays"); await rest(); return [text, told];'
    assert run(tmp_path, SAVED + dead) == ["ESTALE", ["lost"]]
