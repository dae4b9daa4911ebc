"""`python -m companion` is the command `tessera`."""

from companion.cli.app import main

if __name__ == "__main__":
    main()
