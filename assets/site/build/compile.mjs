// Compiles Python sources with the very Python that will run them:
//   node compile.mjs PYODIDE FOLDER
// Each x.py becomes x.pyc in its place.
import path from "node:path";
import { pathToFileURL } from "node:url";

process.on("uncaughtException", (error) => {  // Node itself would print the line, which may be a whole minified file
  console.error(error.message);
  process.exit(1);
});

const [where, folder] = process.argv.slice(2).map((one) => path.resolve(one));
const { loadPyodide } = await import(pathToFileURL(path.join(where, "pyodide.mjs")).href);
// Without the columns of each instruction, which only serve to mark a line of a source: there are none on the site.
const pyodide = await loadPyodide({ indexURL: `${where}/`, env: { PYTHONNODEBUGRANGES: "1" } });
pyodide.mountNodeFS("/sources", folder);
await pyodide.runPythonAsync(`
import pathlib, py_compile

for path in pathlib.Path("/sources").rglob("*.py"):
    compiled = py_compile.compile(
        str(path), f"{path}c", dfile=str(path.relative_to("/sources")), doraise=True,
        optimize=2,  # without docstrings
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
    path.unlink()
    with open(compiled, "r+b") as file:
        file.seek(8)
        file.write(bytes(8))  # the digest of the source, which nothing checks and nothing can pack
`);
