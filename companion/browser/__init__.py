"""The program around the app in a browser's worker, where nothing serves it: as `companion.web` is on a server."""
