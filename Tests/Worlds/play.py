"""Plays one world: imports its files, looks, judges each look, and tells it again in another order."""

from __future__ import annotations

import pathlib
import shutil
import time
from typing import Any, Optional

from drawing import draw
from laws import Judge, Outcome
from oracle import Oracle
from program import Program, arranged, look, pieces, project
from worlds import Night, Row, World, happenings

MINUTE = 1 / 1_440
SECOND = MINUTE / 60


def play(seed: int, binary: str, clock: str, folder: pathlib.Path, world: Optional[World] = None) -> Outcome:
    """Plays the world of a seed in a folder, and removes the folder unless a law was broken."""
    began = time.monotonic()
    world = world or draw(seed)
    outcome = Outcome(world)
    Player(world, binary, clock, folder, outcome).play()
    outcome.seconds = time.monotonic() - began
    if not outcome.breaches:
        shutil.rmtree(folder, ignore_errors=True)
    return outcome


class Player:
    def __init__(self, world: World, binary: str, clock: str, folder: pathlib.Path, outcome: Outcome):
        self.world = world
        self.binary = binary
        self.clock = clock
        self.folder = folder
        self.outcome = outcome
        self.rows = sorted(happenings(world), key=lambda row: row.arrives)

    def play(self) -> None:
        world = self.world
        judge = Judge(world, self.outcome)
        program = Program(self.binary, self.clock, self.folder / "told")
        self.outcome.scripts["told"] = program.script
        renamed = world.rename is None
        program.declare(project(world, after_rename=renamed))
        arrived = 0
        for index, night in enumerate(world.nights):
            if world.rename and not renamed and night.at >= world.rename.day:
                program.declare(project(world))
                renamed = True
            fresh = self._arrived(arrived, night)
            last = index == len(world.nights) - 1
            before = program.copy(self.folder / "retold") if last and not world.once else None
            if fresh:
                self._import(program, f"night{index + 1}.csv", fresh, night.at - world.gap * MINUTE / 2)
            arrived += len(fresh)
            judge.imported(fresh)
            if not (night.looks or last) or (world.once and not last) or not renamed:
                continue
            oracle = Oracle(world, self.rows[:arrived], night.at + SECOND)
            experiment, done = look(program, night.at + SECOND)
            if experiment is None:
                self.outcome.breach("the program answers", night.at, done.errors[-400:])
                return
            judge.judge(experiment, done, oracle, night.at + SECOND)
            if last:
                judge.read(program.run("results", day=night.at + SECOND), experiment, night.at)
                self._verify(program, night.at)
                self._retell(before, fresh, experiment, night)
                judge.close(oracle, experiment)

    def _arrived(self, begin: int, night: Night) -> list[Row]:
        end = begin
        while end < len(self.rows) and self.rows[end].arrives <= night.at - self.world.gap * MINUTE:
            end += 1
        return self.rows[begin:end]

    def _import(self, program: Program, name: str, rows: list[Row], day: float) -> None:
        program.events(name, rows, self.world.layout)
        done = program.run("events", "import", name, day=day)
        if done.status != 0:
            self.outcome.breach(
                "every row is taken", day, f"status {done.status}: {(done.errors or done.output)[-400:]}"
            )

    def _verify(self, program: Program, day: float) -> None:
        done = program.run("events", "verify", day=day)
        if done.status != 0:
            self.outcome.breach("totals can be verified", day, (done.output + done.errors)[-400:])

    def _retell(
        self, before: Optional[Program], fresh: list[Row], first: dict[str, Any], night: Night
    ) -> None:
        """The last night again, in another order and in pieces, with looks; or all of it again."""
        world = self.world
        again = before
        rows = fresh
        if again is None:
            again = Program(self.binary, self.clock, self.folder / "retold")
            again.declare(project(world))
            rows = [row for row in self.rows if row.arrives <= night.at - world.gap * MINUTE]
        self.outcome.scripts["retold"] = again.script
        parts = pieces(arranged(rows, world.cut, world.seed), world.pieces)
        for index, part in enumerate(parts):
            moment = night.at - world.gap * MINUTE / 2 / (index + 1)
            self._import(again, f"piece{index + 1}.csv", part, moment)
            if index < len(parts) - 1 and not world.once:
                look(again, moment)
        second, done = look(again, night.at + SECOND)
        if second is None:
            self.outcome.breach("the program answers", night.at, done.errors[-400:])
            return
        for name, one, two in differences(first, second):
            self.outcome.breach(
                "order and cut of imports change nothing",
                night.at,
                f"{name}: {one} in one file, {two} in {len(parts)} pieces by {world.cut}",
            )


def differences(first: dict[str, Any], second: dict[str, Any]) -> list[tuple[str, Any, Any]]:
    """What two looks at the same events say differently, the verdicts first."""
    found: list[tuple[str, Any, Any]] = []
    if first["verdict"] != second["verdict"]:
        found.append(("verdict", first["verdict"], second["verdict"]))
    for one, two in zip(first["metrics"], second["metrics"]):
        for member in ("verdict", "differenceInterval", "pValue", "difference"):
            if one[member] != two[member]:
                found.append((f"{member} of {one['metric']}, {one['group']}", one[member], two[member]))
    return found
