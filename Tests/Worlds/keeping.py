"""Keeps a world that breaks a law, for someone who repeats it without this runner."""

from __future__ import annotations

import pathlib
import shutil

from laws import Outcome

HEAD = """\
#!/usr/bin/env bash
# Repeats world {seed}. usage: ./run.sh PROGRAM CLOCK, where CLOCK is clock.c, compiled as it says.
set -uo pipefail
cd "$(dirname "$0")"
program=$(realpath "$1") clock=$(realpath "$2")
home=$(mktemp -d)
at() {{
    local time=$1; shift
    echo "== $time: experiments $*"
    env HOME="$home" XDG_STATE_HOME="$home/state" XDG_CONFIG_HOME="$home/config" NO_COLOR=1 TZ=UTC \\
        LD_PRELOAD="$clock" EXPERIMENTS_WORLD_CLOCK="$(date -ud "$time" +%s)" "$program" "$@"
}}
project() {{ cat >experiments.yaml; }}
"""


def keep(outcome: Outcome, played: pathlib.Path, into: pathlib.Path) -> None:
    """Copies both tellings of a world into `into/SEED`, with what was found."""
    folder = into / str(outcome.world.seed)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for telling, script in outcome.scripts.items():
        here = folder / telling
        shutil.copytree(played / telling, here, ignore=shutil.ignore_patterns("home", ".experiments"))
        (here / "run.sh").write_text(
            HEAD.format(seed=outcome.world.seed) + "\n".join(script) + '\nrm -rf "$home"\n'
        )
        (here / "run.sh").chmod(0o755)
    lines = [f"World {outcome.world.seed}: {', '.join(outcome.world.traits)}", ""]
    lines += [f"- {breach.law}\n  day {breach.day:g}: {breach.detail}" for breach in outcome.breaches]
    lines += ["", repr(outcome.world), ""]
    (folder / "README").write_text("\n".join(lines))
