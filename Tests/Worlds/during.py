"""Looks at an experiment while its events are being imported, and after an import was killed.

A file that is sorted by group is imported, in batches that others can read between. Whoever looks meanwhile
must see the experiment as it was before the import, or as it is after it; and a look at anything else must
not be kept. The world is told to a second program in which nobody looks, and both must say the same in the
end.
"""

from __future__ import annotations

import pathlib
import random
import shutil
import time

from laws import Outcome
from program import Program, arranged, look, project
from retelling import MINUTE, differences
from worlds import Behavior, Metric, Phase, World, happenings


def calm_world(seed: int) -> World:
    """Two groups without any difference, and many users, so that any verdict comes from half of a file."""
    dice = random.Random(f"during {seed}")
    share = dice.choice((50, 50, 20))
    return World(
        seed=seed,
        days=3,
        users=dice.randint(30_000, 45_000),
        groups=("a", "b"),
        phases=(Phase(0, {"a": 100 - share, "b": share}),),
        metrics=(
            Metric("purchase", "buy", Behavior(dice.uniform(0.2, 0.5)), window=24.0),
            Metric(
                "crashes",
                "crash",
                Behavior(0.1),
                role="guardrail",
                direction="down",
                window=24.0,
                margin=0.25,
            ),
        ),
        cut=dice.choice(("group", "group", "event")),
        traits=("killed",) if dice.random() < 0.5 else (),
    )


def look_during(seed: int, binary: str, clock: str, folder: pathlib.Path) -> Outcome:
    world = calm_world(seed)
    outcome = Outcome(world)
    rows = arranged(happenings(world), world.cut, seed)
    day = 6.0
    watched = Program(binary, clock, folder / "watched")
    quiet = Program(binary, clock, folder / "quiet")
    for program in (watched, quiet):
        program.declare(project(world))
        program.events("events.csv", rows)
        outcome.scripts[program.folder.name] = program.script
    killed = "killed" in world.traits
    states: list[tuple[int, ...]] = []
    importing = watched.start("events", "import", "events.csv", day=day)
    began = time.monotonic()
    while importing.poll() is None:
        states.append(_look(watched, outcome, day + (time.monotonic() - began) / 86_400))
        if killed and len(states) >= 3:
            importing.kill()
    importing.communicate()
    if killed:
        # Someone looks in the evening, and imports the file again the next morning.
        _look(watched, outcome, day + 0.5)
        again = watched.run("events", "import", "events.csv", day=day + 1)
        if again.status != 0:
            outcome.breach("an import that was killed can be repeated", day, again.errors[-300:])
    quiet.run("events", "import", "events.csv", day=day + 1 if killed else day)
    end = day + 1 + 10 * MINUTE
    first, _ = look(watched, end)
    second, _ = look(quiet, end)
    if first is None or second is None:
        outcome.breach("the program answers", day, "no results at the end")
        return outcome
    whole = _state(first)
    outcome.tallies["looks during an import"] += len(states)
    strange = [state for state in states if state and state != whole and sum(state) != 0]
    outcome.tallies["looks that saw half of a file"] += len(strange)
    if strange and not killed:
        outcome.breach(
            "a look during an import sees before or after", day, f"users {strange[0]}, in the end {whole}"
        )
    for name, one, two in differences(first, second):
        outcome.breach(
            "no look is kept of a state that never was", day, f"{name}: {one} after looks, {two} without"
        )
    if not outcome.breaches:
        shutil.rmtree(folder, ignore_errors=True)
    return outcome


def _look(program: Program, outcome: Outcome, day: float) -> tuple[int, ...]:
    experiment, done = look(program, day)
    if experiment is None:
        outcome.breach("the program answers during an import", day, done.errors[-300:])
        return ()
    return _state(experiment)


def _state(experiment) -> tuple[int, ...]:
    return tuple(group["users"] for group in experiment["groups"])
