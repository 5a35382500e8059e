"""A small project for clients of `experiments mcp`, and arguments that its tools accept."""

import json
import os

PROJECT = """
source: {kind: file, path: config.json}
refresh: 1s
keys:
  - {name: trial_days, type: int, default: 14, range: {min: 0, max: 30}}
  - {name: paywall_type, type: string, cases: [a, b], default: a}
"""

# A new tool fails until it is here.
ARGUMENTS = {
    "list_keys": {}, "explain_key": {"key": "trial_days"},
    "compare_sources": {"first": "config.json", "second": "config.json"}, "compare_users": {},
    "check_values": {}, "list_sources": {}, "key_timeline": {"key": "trial_days"}, "fetch_history": {},
    "change_log": {}, "list_apps": {}, "app_values": {"app": "none"}, "experiment_results": {}, "rollout_status": {},
    "stale_keys": {}, "find_in_code": {"key": "trial_days"}, "retirement_diff": {"key": "trial_days", "value": "7"},
    "list_overrides": {}, "show_draft": {},
    "set_override": {"key": "trial_days", "value": "3"}, "end_override": {"key": "trial_days"}, "undo_override": {},
    "edit_draft": {"key": "trial_days", "value": "3"}, "publish_draft": {},
    "declare_key": {"key": "other", "type": "int"},
    "retire_key": {"key": "trial_days", "value": "7", "digest": "none"},
}
ALLOW = ["--allow", "overrides", "--allow", "publish", "--allow", "code"]


def write_project(folder):
    with open(os.path.join(folder, "experiments.yaml"), "w") as file:
        file.write(PROJECT)
    write_values(folder, 7)


def write_values(folder, days):
    path = os.path.join(folder, "config.json")
    with open(path + ".new", "w") as file:
        json.dump({"trial_days": days, "paywall_type": "d"}, file)
    os.replace(path + ".new", path)


def files(folder):
    """Every file of the project, with its content."""
    found = {}
    for root, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(root, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = file.read()
    return found
