"""`python -m companion` is the command `tessera`."""

from companion.cli import main

if __name__ == "__main__":
    main()
