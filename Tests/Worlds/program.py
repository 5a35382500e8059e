"""Runs `experiments` on the files of a world, at the times of the world."""

from __future__ import annotations

import datetime
import json
import os
import pathlib
import random
import shutil
import subprocess
from dataclasses import dataclass
from typing import Any, Iterable, Optional

from worlds import BEGIN, DAY, EXPERIMENT, Metric, Row, World

# An import of the largest world takes seconds; a program that hangs must not stop the campaign.
PATIENCE = 900


@dataclass(frozen=True)
class Done:
    status: int
    output: str
    errors: str


class Program:
    """A project folder of its own, with the program's state inside it."""

    def __init__(self, binary: str, clock: str, folder: pathlib.Path):
        self.binary = binary
        self.clock = clock
        self.folder = folder
        self.script: list[str] = []  # what was run, for someone who repeats it
        folder.mkdir(parents=True, exist_ok=True)

    def copy(self, folder: pathlib.Path) -> "Program":
        shutil.copytree(self.folder, folder)
        other = Program(self.binary, self.clock, folder)
        other.script = list(self.script)
        return other

    def start(self, *arguments: str, day: float) -> subprocess.Popen[str]:
        seconds = BEGIN + round(day * DAY)
        home = str(self.folder / "home")
        environment = dict(
            PATH=os.environ.get("PATH", "/usr/bin:/bin"),
            HOME=home,
            XDG_STATE_HOME=home + "/state",
            XDG_CONFIG_HOME=home + "/config",
            NO_COLOR="1",
            LC_ALL="C.UTF-8",
            TZ="UTC",
            LD_PRELOAD=self.clock,
            EXPERIMENTS_WORLD_CLOCK=str(seconds),
        )
        if "LD_LIBRARY_PATH" in os.environ:
            environment["LD_LIBRARY_PATH"] = os.environ["LD_LIBRARY_PATH"]
        moment = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
        self.script.append(f"at '{moment:%Y-%m-%d %H:%M:%S}' {' '.join(map(_quoted, arguments))}")
        return subprocess.Popen(
            [self.binary, *arguments],
            cwd=self.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: str, day: float) -> Done:
        process = self.start(*arguments, day=day)
        try:
            output, errors = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            output, errors = process.communicate()
            return Done(-1, output, errors + f"\nnot finished after {PATIENCE} s")
        return Done(process.returncode, output, errors)

    def declare(self, text: str) -> None:
        (self.folder / "config.json").write_text('{"paywall": "a"}\n')
        (self.folder / "experiments.yaml").write_text(text)
        self.script.append("project <<'END'\n" + text + "END")

    def events(self, name: str, rows: Iterable[Row], layout: str = "csv") -> str:
        write(self.folder / name, rows, layout)
        return name


def _quoted(argument: str) -> str:
    return (
        argument if argument.replace("-", "").replace(".", "").replace("/", "").isalnum() else f"'{argument}'"
    )


# ---- Results ----


def experiment(document: dict[str, Any]) -> dict[str, Any]:
    return next(each for each in document["experiments"] if each["experiment"] == EXPERIMENT)


def look(program: Program, day: float) -> tuple[Optional[dict[str, Any]], Done]:
    """The experiment as `results --json` has it, and how the command ended."""
    done = program.run("results", "--json", day=day)
    if done.status not in (0, 2, 3):
        return None, done
    return experiment(json.loads(done.output)), done


# ---- The project file ----


def project(world: World, after_rename: bool = True) -> str:
    rename = world.rename

    def name(group: str) -> str:
        return rename.old if rename and not after_rename and group == rename.new else group

    def weights(phase) -> str:
        return "{" + ", ".join(f"{name(group)}: {phase.weights[group]:g}" for group in world.groups) + "}"

    if len(world.phases) == 1:
        split = f"weights: {weights(world.phases[0])}"
    else:
        lines = []
        for phase in world.phases:
            start = f"from: {_date(phase.from_day)}, " if phase.from_day else ""
            lines.append(f"      - {{{start}weights: {weights(phase)}}}")
        split = "phases:\n" + "\n".join(lines)
    lines = [
        "source: {kind: file, path: config.json}",
        "keys:",
        "  - {name: paywall, type: string, default: a}",
        "experiments:",
        f"  - name: {EXPERIMENT}",
        "    key: paywall",
        f"    groups: [{', '.join(map(name, world.groups))}]",
        f"    start: {_date(0)}",
        f"    {split}",
        *([f"    fetch_interval: {world.declared_fetch:g}h"] if world.declared_fetch != 12 else []),
        "metrics:",
        *(f"  - {{{_metric(metric)}}}" for metric in world.metrics),
    ]
    if rename and after_rename:
        lines += ["events:", f"  groups: {{{EXPERIMENT}: {{{rename.old}: {rename.new}}}}}"]
    return "\n".join(lines) + "\n"


def _metric(metric: Metric) -> str:
    fields = [
        f"name: {metric.name}",
        f"event: {metric.event}",
        f"kind: {metric.kind}",
        f"role: {metric.role}",
    ]
    if metric.direction != "up":
        fields.append(f"direction: {metric.direction}")
    fields.append("window: none" if metric.window is None else f"window: {metric.window:g}h")
    if metric.per:
        fields.append(f"per: {metric.per}")
    if metric.cap:
        fields.append(f"cap: {metric.cap}")
    if metric.margin:
        fields.append(f"margin: {100 * metric.margin:g}%")
    return ", ".join(fields)


def _date(day: int) -> str:
    return datetime.datetime.fromtimestamp(BEGIN + day * DAY, datetime.timezone.utc).strftime("%Y-%m-%d")


# ---- The files of events ----


def write(path: pathlib.Path, rows: Iterable[Row], layout: str) -> None:
    with path.open("w") as file:
        if layout == "csv":
            file.write("unit,experiment,group,event,at,value,id\n")
            for row in rows:
                name = EXPERIMENT if row.group else ""
                value = "" if row.value is None else _number(row.value)
                file.write(
                    f"{row.unit},{name},{row.group or ''},{row.event or ''},{_iso(row.at)},{value},{row.id}\n"
                )
            return
        for row in rows:
            members: dict[str, Any] = {"unit": row.unit, "at": row.at, "id": row.id}
            if row.group:
                members |= {"experiment": EXPERIMENT, "group": row.group}
            else:
                members["event"] = row.event
                if row.value is not None:
                    members["value"] = row.value / 100
            file.write(json.dumps(members) + "\n")


def _number(hundredths: int) -> str:
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}"


def _iso(milliseconds: int) -> str:
    moment = datetime.datetime.fromtimestamp(milliseconds // 1_000, datetime.timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{milliseconds % 1_000:03d}Z"


def arranged(rows: list[Row], order: str, seed: int) -> list[Row]:
    """The rows in another order, as an export might have them."""
    if order == "group":
        groups: dict[str, str] = {}
        for row in rows:
            if row.group:
                groups.setdefault(row.unit, row.group)
        return sorted(rows, key=lambda row: (groups.get(row.unit, ""), row.event or "", row.at))
    if order == "event":
        return sorted(rows, key=lambda row: (row.event or "", row.at), reverse=True)
    if order == "backward":
        return sorted(rows, key=lambda row: row.at, reverse=True)
    shuffled = list(rows)
    random.Random(f"order {seed}").shuffle(shuffled)
    return shuffled


def pieces(rows: list[Row], count: int) -> list[list[Row]]:
    size = max(1, -(-len(rows) // count))
    return [rows[start : start + size] for start in range(0, len(rows), size)]
