"""What the clients check, and how many of it was not as expected."""

import time

failures = 0


def check(name, found, expected):
    global failures
    if found == expected:
        print(f"ok      {name}")
    else:
        failures += 1
        print(f"FAILED  {name}: expected {expected!r}, found {found!r}")


def eventually(name, probe, expected):
    """Checks what a probe finds once it is as expected, or after ten seconds."""
    end = time.monotonic() + 10
    while (found := probe()) != expected and time.monotonic() < end:
        time.sleep(0.02)
    check(name, found, expected)


def status():
    """Says how it went, and gives the status to exit with."""
    print(f"{failures} failed" if failures else "all as expected")
    return 1 if failures else 0
