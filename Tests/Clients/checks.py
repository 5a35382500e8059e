"""What the clients check, and how many of it was not as expected."""

import pathlib
import sys
import tempfile

failures = 0


def check(name, found, expected):
    global failures
    if found == expected:
        print(f"ok      {name}")
    else:
        failures += 1
        print(f"FAILED  {name}: expected {expected!r}, found {found!r}")


def run(client, usage):
    """Runs a client with the arguments of the command line and a folder of its own, says how it went, and exits."""
    if len(sys.argv) < 2:
        sys.exit(usage)
    with tempfile.TemporaryDirectory() as folder:
        client(*sys.argv[1:], folder=pathlib.Path(folder))
    print(f"{failures} failed" if failures else "all as expected")
    sys.exit(1 if failures else 0)
