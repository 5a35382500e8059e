"""Tells the last night of a world again, in another way that must lead to the same results.

Rows come in another order and in pieces, with a look after each. Some tellings have a mishap: a file is
imported twice, or by two programs at the same time; an import is killed, or of a wrong file and undone; users
are added and erased; a definition is edited and put back.
"""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

from laws import Outcome
from program import Program, arranged, look, pieces, project
from worlds import Row, World

MINUTE = 1 / 1_440
SECOND = MINUTE / 60


class Retelling:
    def __init__(
        self, world: World, outcome: Outcome, program: Program, rows: list[Row], night: float, earlier: float
    ):
        self.world = world
        self.outcome = outcome
        self.program = program
        self.rows = rows
        self.night = night
        self.earlier = earlier  # the last look before, which nothing here may correct
        self.dice = random.Random(f"mishap {world.seed}")

    def tell(self, first: dict[str, Any]) -> None:
        """Compares the results with those of the first telling."""
        world = self.world
        parts = pieces(arranged(self.rows, world.cut, world.seed), world.pieces)
        names = [self.program.events(f"piece{i + 1}.csv", part, world.layout) for i, part in enumerate(parts)]
        getattr(self, f"_{world.mishap}")(names)
        second, done = look(self.program, self.night + SECOND)
        if second is None:
            self.outcome.breach("the program answers", self.night, done.errors[-400:])
            return
        how = f"{len(parts)} pieces by {world.cut}" + ("" if world.mishap == "none" else f", {world.mishap}")
        for name, one, two in differences(first, second):
            detail = f"{name}: {one} in one file, {two} in {how}"
            self.outcome.breach("order, cut and mishaps of imports change nothing", self.night, detail)

    def _none(self, names: list[str]) -> None:
        for index, name in enumerate(names):
            moment = self.night - self.world.gap * MINUTE / 2 / (index + 1)
            self._import(name, moment)
            if index < len(names) - 1 and not self.world.once:
                look(self.program, moment)

    def _twice(self, names: list[str]) -> None:
        self._none(names)
        for path in sorted(self.program.folder.glob("*.csv")):
            self._import(path.name, self.night)

    def _together(self, names: list[str]) -> None:
        running = [self.program.start("events", "import", name, day=self.night) for name in names]
        for each in running:
            _, errors = each.communicate()
            if each.returncode != 0:
                detail = f"status {each.returncode}: {errors[-300:]}"
                self.outcome.breach("two imports can run at the same time", self.night, detail)
        for name in names:
            self._import(name, self.night)

    def _killed(self, names: list[str]) -> None:
        for name in names:
            importing = self.program.start("events", "import", name, day=self.night)
            try:
                importing.communicate(timeout=self.dice.uniform(0.01, 0.25))
            except Exception:
                importing.kill()
                importing.communicate()
            look(self.program, self.night)
        self._none(names)

    def _undone(self, names: list[str]) -> None:
        """A wrong file is imported before the right one: many users of one group, all of whom do everything."""
        wrong = [
            replace(
                row, unit=f"wrong{row.unit}", id=f"wrong{row.id}", group=row.group and self.world.groups[-1]
            )
            for row in self.rows
            if self.earlier < row.arrives
        ]
        if wrong:
            self._import(self.program.events("wrong.csv", self._after(wrong)), self.night)
            look(self.program, self.night)
            done = self.program.run("events", "undo", "--yes", day=self.night)
            if done.status != 0:
                self.outcome.breach("an import can be undone", self.night, done.errors[-300:])
        self._none(names)

    def _erased(self, names: list[str]) -> None:
        self._none(names)
        exposed = [row for row in self._after(self.rows) if row.group][:2]
        rows = [replace(row, unit=f"guest{i}x", id=f"g{i}") for i, row in enumerate(exposed)]
        if not rows:
            return
        self._import(self.program.events("guests.csv", rows), self.night)
        for row in rows:
            done = self.program.run("events", "forget", "--unit", row.unit, "--yes", day=self.night)
            if done.status != 0:
                self.outcome.breach("a user can be erased", self.night, done.errors[-300:])

    def _edited(self, names: list[str]) -> None:
        """Windows and a group's name are edited, someone looks, and all is put back."""
        self._none(names)
        text = project(self.world)
        edited = re.sub(r"window: (\d+)h", lambda found: f"window: {int(found[1]) + 24}h", text)
        self.program.declare(edited)
        look(self.program, self.night)
        self.program.declare(text)

    def _after(self, rows: list[Row]) -> list[Row]:
        """Those that happened after the last look, so that they correct no look."""
        first = min((row.at for row in self.rows), default=0)
        moment = 1_000 * 1_740_787_200 + self.earlier * 86_400_000
        return [row for row in rows if row.at > max(first, moment)]

    def _import(self, name: str, day: float) -> None:
        done = self.program.run("events", "import", name, day=day)
        if done.status != 0:
            detail = f"{name}: status {done.status}: {(done.errors or done.output)[-400:]}"
            self.outcome.breach("every row is taken", day, detail)


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
