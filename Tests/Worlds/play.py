"""Plays one world: imports its files, looks, judges each look, and tells it again in another order."""

from __future__ import annotations

import pathlib
import shutil
import time
from typing import Any, Optional

from drawing import draw
from laws import Judge, Outcome
from oracle import Oracle
from program import Program, look, project
from retelling import MINUTE, SECOND, Retelling
from worlds import Night, Row, World, happenings


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
        """The last night again; or all of it again, if nobody looked before."""
        world, earlier = self.world, 0.0
        program, rows = before, fresh
        if program is None:
            program = Program(self.binary, self.clock, self.folder / "retold")
            program.declare(project(world))
            rows = [row for row in self.rows if row.arrives <= night.at - world.gap * MINUTE]
        elif len(world.nights) > 1:
            earlier = world.nights[-2].at + SECOND
        self.outcome.scripts["retold"] = program.script
        Retelling(world, self.outcome, program, rows, night.at, earlier).tell(first)
