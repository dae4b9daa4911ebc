"""The machine below: files, network, clock, threads, browser."""
