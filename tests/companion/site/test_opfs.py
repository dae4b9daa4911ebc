"""The files of the site in a browser's storage, run by Node: what goes away under them is noticed, and written anew."""

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
const folders = new Map();
let room = Infinity;
const gone = () => { throw new DOMException("", "NotFoundError"); };
const handleOf = (file) => ({
  getSize: () => file.bytes.length,
  read(into, { at }) {
    const part = file.bytes.subarray(at, at + into.length);
    into.set(part);
    return part.length;
  },
  write(part, { at }) {
    if (at + part.length > room) throw new DOMException("", "QuotaExceededError");
    const bytes = new Uint8Array(Math.max(file.bytes.length, at + part.length));
    bytes.set(file.bytes);
    bytes.set(part, at);
    file.bytes = bytes;
    return part.length;
  },
  truncate(size) {
    const bytes = new Uint8Array(size);
    bytes.set(file.bytes.subarray(0, size));
    file.bytes = bytes;
  },
  flush() {},
  close() {},
});
const folderOf = (files) => ({
  async getFileHandle(name) {
    if (![...folders.values()].includes(files)) gone();
    if (!files.has(name)) files.set(name, { bytes: new Uint8Array() });
    return { createSyncAccessHandle: async () => handleOf(files.get(name)) };
  },
  async *entries() { for (const name of files.keys()) yield [name, { kind: "file" }]; },
  async *keys() { yield* [...files.keys()]; },
  async removeEntry(name) { files.delete(name); },
});
const storage = {
  getDirectory: async () => ({
    async getDirectoryHandle(name) {
      if (!folders.has(name)) folders.set(name, new Map());
      return folderOf(folders.get(name));
    },
  }),
};
Object.defineProperty(globalThis, "navigator", { value: { storage }, configurable: true });
const { mountOpfs, HEADER } = await import(`file://${process.cwd()}/opfs.js`);

const mounted = async () => {
  let top;
  const FS = {
    ErrnoError: class extends Error {},
    createNode: (parent, name, mode) => ({ parent, name, mode }),
    isDir: (mode) => (mode & 0o170000) === 0o040000,
    isFile: (mode) => (mode & 0o170000) === 0o100000,
    mount: ({ mount }) => { top = mount(); },
  };
  const files = await mountOpfs({ FS, ERRNO_CODES: { ENOSPC: 51 } }, "/data", "tessera");
  const save = (name, text) => {
    const node = top.children[name] ?? top.node_ops.mknod(top, name, 0o100600);
    const content = new TextEncoder().encode(text);
    node.stream_ops.write({ node }, content, 0, content.length, 0);
    node.stream_ops.fsync({ node });
  };
  const contents = () => Object.fromEntries(Object.entries(top.children).map(([name, node]) => {
    const into = new Uint8Array(node.slot.size);
    node.stream_ops.read({ node }, into, 0, into.length, 0);
    return [name, new TextDecoder().decode(into)];
  }));
  return { ...files, save, contents };
};
const files = await mounted();
files.save("tables", "first");
files.save("backup", "older");
"""

AFTERWARDS: Final = "const kept = (await mounted()).contents();"
"""What another start finds."""


def run(folder: Path, doing: str, result: str) -> Any:
    """Save two files, do something in a browser, and return a result."""
    shutil.copy(assets() / "site/opfs.js", folder)
    (folder / "package.json").write_text('{"type": "module"}')
    script = f"{BROWSER}\n{doing}\nconsole.log(JSON.stringify({result}));"
    command = [str(find_node()), "--input-type=module", "-e", script]
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, timeout=60)
    return json.loads(done.stdout)


def test_files_that_are_cleared_under_an_open_page_are_written_anew(tmp_path: Path) -> None:
    doing = f"""
    const before = await files.renew();
    folders.clear();
    files.save("tables", "second");
    const noticed = [await files.renew(), await files.renew()];
    files.save("tables", "thirds");
    files.save("another", "one that takes a spare file");
    noticed.push(await files.renew());
    {AFTERWARDS}
    """
    kept = {"tables": "thirds", "backup": "older", "another": "one that takes a spare file"}
    assert run(tmp_path, doing, "[before, noticed, kept]") == [False, [True, False, False], kept]


def test_one_file_that_is_gone_is_written_anew_and_no_other_one(tmp_path: Path) -> None:
    doing = f"""
    await files.renew();
    const stored = folders.get("tessera"), size = stored.size;
    for (const [name, {{ bytes }}] of stored) {{
      if (new TextDecoder().decode(bytes).endsWith("older")) stored.delete(name);
    }}
    files.save("tables", "second");
    const noticed = await files.renew(), same = stored.size === size;
    {AFTERWARDS}
    """
    assert run(tmp_path, doing, "[noticed, same, kept]") == [True, True, {"tables": "second", "backup": "older"}]


def test_what_cannot_be_written_anew_is_not_said_to_be_kept(tmp_path: Path) -> None:
    doing = """
    folders.clear();
    files.save("tables", "second");
    room = HEADER;
    const why = await files.renew().then(() => "kept", ({ name }) => name);
    """
    assert run(tmp_path, doing, "why") == "QuotaExceededError"
