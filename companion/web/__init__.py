"""The server: everything that a browser on the network meets."""
