import js from "@eslint/js";
import globals from "globals";

const MODULES = ["assets/page/camera.js", "assets/site/{archive,channels,opfs,phones,runtime,sdp,worker,zxing}.js"];
const SERVICE_WORKER = "assets/site/service-worker.js", WORKER = "assets/site/{archive,opfs,runtime,worker}.js";
const OURS = { flet: "readonly", tessera: "readonly", tesseraSite: "readonly", tesseraWords: "readonly" };  // what the scripts of the page share

const world = (files, known, ignores = []) => ({ files: [files].flat(), ignores, languageOptions: { globals: known } });

export default [
  js.configs.recommended,
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  { files: ["assets/**/*.js"], languageOptions: { sourceType: "script" } },
  { files: MODULES, languageOptions: { sourceType: "module" } },
  world("assets/**/*.js", { ...globals.browser, ...OURS }, [SERVICE_WORKER, WORKER]),
  world(WORKER, globals.worker),
  world(SERVICE_WORKER, { ...globals.serviceworker, listing: "readonly" }),  // which the build puts there
  world(["**/*.mjs", "tests/javascript/*.js"], globals.nodeBuiltin),
];
