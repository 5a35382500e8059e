"""How often verdicts are wrong without an effect, and how often an effect is found: through the program.

Each setting is a project with many experiments, half of them without an effect. Users come in twenty imports,
one a day, and someone looks after each. With the same seed, the same users come.

Measured before goals waited for users whose window is over, and before guardrails had margins: without an
effect, 18 of 2,900 experiments were called better or worse (0.6%, where 5% is promised); revenue +50% was
found in 55%, a ratio +10% in 36%.
"""

from __future__ import annotations

import json
import math
import pathlib
import random
from dataclasses import dataclass
from typing import Callable, Iterator

from program import Program

LOOKS = 20
Row = tuple[str, str]  # the event, with its value as text


@dataclass(frozen=True)
class Setting:
    name: str
    metric: str
    effect: float
    user: Callable[[random.Random, float], tuple[list[Row], list[Row]]]  # what is done after, and before
    share: float = 0.5
    users: int = 8_000


def converts(chance: float) -> Callable[[random.Random, float], tuple[list[Row], list[Row]]]:
    def user(dice: random.Random, factor: float) -> tuple[list[Row], list[Row]]:
        return ([("buy", "")] if dice.random() < chance * factor else []), []

    return user


def spends(sigma: float, past: bool) -> Callable[[random.Random, float], tuple[list[Row], list[Row]]]:
    def user(dice: random.Random, factor: float) -> tuple[list[Row], list[Row]]:
        level = dice.gauss(0, 1)

        def amount(factor: float) -> list[Row]:
            value = 10 * math.exp(sigma * (0.7 * level + math.sqrt(0.51) * dice.gauss(0, 1))) * factor
            return [("buy", f"{value:.2f}")] if dice.random() < 0.3 and value >= 0.01 else []

        return amount(factor), amount(1) if past else []

    return user


def clicks(dice: random.Random, factor: float) -> tuple[list[Row], list[Row]]:
    views = 1 + int(math.log(1 - dice.random()) / math.log(0.75))
    chance = min(1.0, dice.betavariate(2, 8) * factor)
    clicked = sum(dice.random() < chance for _ in range(views))
    return [("view", str(views))] + ([("click", str(clicked))] if clicked else []), []


PROPORTION = "{name: m, event: buy, window: 24h}"
SUM = "{name: m, event: buy, kind: sum, window: 24h}"
RATIO = "{name: m, event: click, kind: ratio, per: view, window: 24h}"
CRASH = "{name: m, event: buy, window: 24h, role: guardrail, direction: down, margin: 25%}"

SETTINGS = (
    Setting("50% convert", PROPORTION, 0.087, converts(0.5)),
    Setting("2% convert", PROPORTION, 0.76, converts(0.02)),
    Setting("2% convert, 90:10", PROPORTION, 0.76, converts(0.02), share=0.1),
    Setting("revenue, σ 1.5, with its past", SUM, 0.5, spends(1.5, past=True)),
    Setting("revenue, σ 1.5, with its past, 90:10", SUM, 0.5, spends(1.5, past=True), share=0.1),
    Setting("revenue, σ 2.5", SUM, 0.5, spends(2.5, past=False)),
    Setting("ratio", RATIO, 0.1, clicks),
    Setting("1% crash, 90:10", CRASH, 2.0, converts(0.01), share=0.1, users=20_000),
)


def measure(number: int, seed: int, experiments: int, binary: str, clock: str, folder: pathlib.Path) -> str:
    """One setting: the half of the experiments without an effect, and the half with it."""
    setting = SETTINGS[number]
    dice = random.Random(f"{setting.name} {seed}")
    program = Program(binary, clock, folder)
    program.declare(_project(setting, experiments))
    called: list[set[str]] = [set() for _ in range(experiments)]
    for day in range(LOOKS):
        with (folder / "day.csv").open("w") as file:
            file.write("unit,experiment,group,event,at,value\n")
            for each in range(experiments):
                file.writelines(_day(setting, dice, each, day, effect=each % 2 == 1))
        done = program.run("events", "import", "day.csv", day=day + 1 + 1 / 24)
        if done.status != 0:
            return f"{setting.name}: {done.errors or done.output}"
        # By now, the windows of those who came on the day before are over.
        done = program.run("results", "--json", day=day + 2 + 1 / 48)
        for experiment in json.loads(done.output)["experiments"]:
            called[int(experiment["experiment"][1:])].add(experiment["metrics"][0]["verdict"])
    end = program.run("results", "--json", day=LOOKS + 1.5)
    for experiment in json.loads(end.output)["experiments"]:
        called[int(experiment["experiment"][1:])].add(experiment["metrics"][0]["verdict"])
    without, with_effect = called[0::2], called[1::2]
    false = sum(bool(words & {"better", "worse", "harmful"}) for words in without)
    found = sum(bool(words & {"better", "harmful"}) for words in with_effect)
    safe = sum("safe" in words for words in without)
    extra = f"; {safe} found safe" if "guardrail" in setting.metric else ""
    return (
        f"{setting.name:<38} without an effect: {false:>3} of {len(without)} called"
        f" ({100 * false / len(without):.1f}%){extra}; +{100 * setting.effect:g}%:"
        f" {found:>3} of {len(with_effect)} found ({100 * found / len(with_effect):.0f}%)"
    )


def _project(setting: Setting, experiments: int) -> str:
    treated = round(100 * setting.share)
    lines = [
        "source: {kind: file, path: config.json}",
        "keys: [{name: paywall, type: string, default: a}]",
        "experiments:",
    ]
    for number in range(experiments):
        lines.append(
            f"  - {{name: E{number}, key: paywall, groups: [a, b], weights: {{a: {100 - treated}, b: {treated}}},"
            " start: 2025-03-01}"
        )
    return "\n".join(lines + ["metrics:", f"  - {setting.metric}"]) + "\n"


def _day(setting: Setting, dice: random.Random, number: int, day: int, effect: bool) -> Iterator[str]:
    date = f"2025-03-{day + 1:02d}" if day < 31 else ""
    for index in range(setting.users // LOOKS):
        unit = f"{number}.{day}.{index}"
        treated = dice.random() < setting.share
        after, past = setting.user(dice, 1 + setting.effect if treated and effect else 1)
        yield f"{unit},E{number},{'ab'[treated]},,{date}T09:00:00Z,\n"
        for event, value in after:
            yield f"{unit},,,{event},{date}T10:00:00Z,{value}\n"
        for event, value in past:
            yield f"{unit},,,{event},{_before(day)}T10:00:00Z,{value}\n"


def _before(day: int) -> str:
    """Four days earlier."""
    return f"2025-03-{day - 3:02d}" if day > 3 else f"2025-02-{day + 25:02d}"
