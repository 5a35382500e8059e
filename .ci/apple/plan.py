"""What a build of this package planned: its targets, the words that each was compiled with, and its sources."""
import json, pathlib

root = pathlib.Path(__file__).resolve().parents[2]


class Target:
    def __init__(self, words, sources):
        self.words = words
        self.sources = [pathlib.Path(line.strip("'\"")) for line in pathlib.Path(sources).read_text().splitlines()]

    @property
    def folder(self):
        """`Sources` or `Tests`; None for a target of another package, and for what the build itself wrote."""
        for folder in ("Sources", "Tests"):
            if self.sources and self.sources[0].is_relative_to(root / folder):
                return folder


def targets(build):
    """The targets of this package by their names."""
    found = {}
    for line in (build / "debug.yaml").read_text().splitlines():
        if '"-module-name"' not in line or not line.lstrip().startswith("args: ["):
            continue
        words = json.loads(line.split("args: ", 1)[1])
        sources = next((word[1:] for word in words if word.startswith("@") and word.endswith("/sources")), None)
        # What runs inside the compiler is planned twice.
        if sources is None or "-tool.build/" in sources or not pathlib.Path(sources).exists():
            continue
        target = Target(words, sources)
        if target.folder:
            found[words[words.index("-module-name") + 1]] = target
    return found
