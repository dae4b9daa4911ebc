"""The static site: Tessera as files that any web server can hand out, for browsers that run Python themselves."""
