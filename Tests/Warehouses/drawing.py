"""Draws a project with random events from a seed."""

from __future__ import annotations

import csv
import datetime
import json
import pathlib
import random
import subprocess
from dataclasses import dataclass, field

DAY = 86_400_000
HOUR = 3_600_000
HOSTILE = [
    'a"b', "it's", "back\\slash", "semi;colon", "-- dash", "/* star", "$dollar$", "per%cent", "{brace}",
    "caf\u00e9", "\u65e5\u672c", "`tick`", "[bracket]", "a,b", "tab?",
    "'; DROP TABLE events; --", "\\'", "\\",
]


def text_of(milliseconds: int) -> str:
    seconds, rest = divmod(milliseconds, 1000)
    moment = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    return f"{moment:%Y-%m-%d %H:%M:%S}.{rest:03}"


def iso_of(milliseconds: int) -> str:
    return text_of(milliseconds).replace(" ", "T") + "Z"


@dataclass
class Project:
    """A declared experiment with its metrics, its exposures and its events."""

    experiment: dict
    metrics: list[dict]
    events_section: dict
    columns: dict[str, str]
    exposures: list[tuple[str, str, str, int]] = field(default_factory=list)
    events: list[tuple[str, str, int, float | None, str | None]] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.experiment["name"]

    def document(self, warehouse: dict | None) -> dict:
        document = {
            "source": {"kind": "file", "path": "values.json"},
            "experiments": [self.experiment],
            "metrics": self.metrics,
        }
        if self.events_section:
            document["events"] = self.events_section
        if warehouse:
            document["warehouse"] = warehouse
        return document

    def write(self, folder: pathlib.Path) -> None:
        folder.mkdir(parents=True)
        (folder / "values.json").write_text("{}")
        (folder / "experiments.yaml").write_text(json.dumps(self.document(None)))
        with open(folder / "exposures.csv", "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["unit", "experiment", "group", "at"])
            writer.writerows([u, e, g, iso_of(at)] for u, e, g, at in self.exposures)
        # Of copies of an ID, the store counts the first to arrive, and a warehouse the earliest.
        ordered = sorted(self.events, key=lambda e: (e[2], e[0], e[3] is None, e[3] or 0))
        with open(folder / "events.csv", "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["unit", "event", "at", "value", "id"])
            for unit, name, at, value, identifier in ordered:
                shown = "" if value is None else repr(value)
                writer.writerow([unit, name, iso_of(at), shown, identifier or ""])

    def statement(self, program: str, folder: pathlib.Path, engine) -> str:
        """Returns the statement in the dialect of an engine."""
        warehouse = {
            "dialect": engine.dialect,
            "command": ["client"],
            "exposures": {"table": "exposures", **self.mapped("unit", "experiment", "group", "at")},
            "events": {"table": "events", **self.mapped("unit", "name", "at", "value", "id")},
        }
        path = folder / f"{engine.name}.yaml"
        path.write_text(json.dumps(self.document(warehouse)))
        command = [program, "results", "sql", self.name, "--config", str(path)]
        printed = subprocess.run(command, capture_output=True, text=True)
        if printed.returncode != 0:
            raise SystemExit(f"{' '.join(command)}: {printed.stderr}")
        return printed.stdout

    def mapped(self, *names: str) -> dict[str, str]:
        return {name: self.columns[name] for name in names}


def draw(seed: int) -> Project:
    lucky = random.Random(seed)
    now = int(datetime.datetime.now(datetime.timezone.utc).timestamp()) * 1000
    base = (now // DAY - 31) * DAY

    def day(number: float) -> str:
        return iso_of(base + int(number * DAY))

    hostile = lucky.random() < 0.4
    names = lucky.sample(HOSTILE, 8) if hostile else ["Paywall", "a", "b", "c", "buy", "view", "open", "old"]
    experiment: dict = {"name": names[0], "flag": "paywall_type", "groups": names[1 : 3 + lucky.randrange(2)]}
    limits = [base + 6 * DAY]
    if lucky.random() < 0.7:
        start = 2 + lucky.randrange(3)
        experiment["start"] = day(start)
        limits.append(base + start * DAY)
    if lucky.random() < 0.4:
        end = 16 + lucky.randrange(8)
        experiment["end"] = day(end)
        limits.append(base + end * DAY)
    later = lucky.choice([0, 0, 1, 2])
    weights = {group: 1 for group in experiment["groups"]}
    if later:
        starts = [5 + 4 * index + lucky.randrange(24) / 24 for index in range(later)]
        experiment["phases"] = [{"weights": weights}] + [{"from": day(s), "weights": weights} for s in starts]
        limits += [base + int(s * DAY) for s in starts]
        if lucky.random() < 0.5:
            experiment["fetch_interval"] = lucky.choice(["1h", "24h", "120h"])
    section: dict = {}
    if lucky.random() < 0.3:
        section["groups"] = {names[7]: names[1]}
    if lucky.random() < 0.3:
        section["names"] = {"Bought": names[4]}
    metrics = [metric(lucky, f"metric {index}", names) for index in range(1 + lucky.randrange(5))]
    columns = {name: name for name in ("unit", "experiment", "group", "at", "name", "value", "id")}
    if hostile:
        columns.update(unit='user "id"', group="it's; a group", value="select")
    project = Project(experiment, metrics, section, columns)
    for number in range(10 + lucky.randrange(50)):
        add(project, lucky, f"user {number}", names, limits, base, now)
    lucky.shuffle(project.exposures)
    return project


def metric(lucky: random.Random, name: str, names: list[str]) -> dict:
    kind = lucky.choice(["proportion", "count", "sum", "mean", "ratio"])
    found: dict = {"name": name, "kind": kind, "event": lucky.choice([names[4], names[5]])}
    if kind == "ratio":
        found["per"] = lucky.choice([names[5], names[6]])
        if lucky.random() < 0.4:
            found["count"] = True
    if kind in ("count", "sum"):
        cap = lucky.choice([None, 2.5, "50%", "90%", "99%"])
        if cap is not None:
            found["cap"] = cap
    if kind == "mean" and lucky.random() < 0.5:
        found["cap"] = 3
    window = lucky.choice(["24h", "72h", "none", None])
    if window:
        found["window"] = window
    return found


def near(lucky: random.Random, times: list[int], base: int, now: int) -> int:
    distances = [0, 1, -1, 500, -500, -999, HOUR, DAY, 3 * DAY, 3 * DAY + 1, -14 * DAY, -14 * DAY - 1]
    choice = lucky.randrange(4)
    if choice == 0:
        at = lucky.choice(times) + lucky.choice(distances)
        at = at // 1000 * 1000 if lucky.random() < 0.3 else at
    elif choice == 1:
        at = lucky.choice(times) + lucky.randrange(4 * DAY)
    else:
        at = base - 5 * DAY + lucky.randrange(36 * DAY)
    return min(at, now)


def add(project, lucky, user: str, names: list[str], limits: list[int], base: int, now: int) -> None:
    times = list(limits)
    groups = project.experiment["groups"]
    group = lucky.choice(groups)
    for _ in range(1 + lucky.randrange(5)):
        at = near(lucky, times, base, now)
        times.append(at)
        if lucky.random() < 0.12:
            group = lucky.choice(groups + [names[7], "stranger"])
        word = project.name if lucky.random() < 0.8 else "paywall_type"
        project.exposures.append((user, word, group, at))
    values = [None, 1.0, 2.5, 9.99, -9.99, 0.1, -0.25, 1_000_000_000.5, 100.0]
    for _ in range(lucky.randrange(9)):
        identifier = f"id {lucky.randrange(60)}" if lucky.random() < 0.4 else None
        owner = user if lucky.random() < 0.95 else "nobody"
        name = lucky.choice([names[4], names[5], names[6], "Bought", "unused"])
        at = near(lucky, times, base, now)
        project.events.append((owner, name, at, lucky.choice(values), identifier))
