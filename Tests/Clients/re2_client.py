"""Compares the regular expressions of client templates with google-re2, the engine that Google evaluates them with.

Usage: re2_client.py PROGRAM [PATTERNS], where PROGRAM is `experiments` and PATTERNS how many are made up (5000). Exits with 1
when anything is not as expected.

Two things are left out, and so is what they would find: a pattern that ends with a backslash, which no condition can write
before the quotation mark that closes it; and characters that are newer than the Unicode of google-re2 (15), whose classes
the program knows.
"""

import json
import pathlib
import random
import subprocess

import re2

import checks
from checks import check

PIECES = [
    "a", "b", "A", "k", "s", "é", "É", "σ", "ς", "Σ", "ß", "ẞ", "1", "_", "-", ".", " ", "^", "$", "|", "(", ")", "(", ")",
    "(?:", "*", "+", "?", "*?", "??", "{2}", "{1,3}", "{,3}", "{2,}", "{0}", "{", "}", "]", "[", "[^", "[]", "-]", "a-z]",
    "[a-z]", "[^a]", "[\\d-z]", "[\\w-.]", "[[:alpha:]]", "[[:^digit:]]", "[[:foo:]]", "[:alpha:]", "[[:a", "\\d", "\\D",
    "\\w", "\\W", "\\s", "\\S", "\\b", "\\B", "\\A", "\\z", "\\Z", "\\C", "\\Q", "\\E", "\\Qa.b\\E", "\\pL", "\\p{Lu}",
    "\\P{Ll}", "\\p{^L}", "\\p{Greek}", "\\p{greek}", "\\pN", "[\\pL-]", "[^\\PL]", "\\x41", "\\x{e9}", "\\x{}", "\\141",
    "\\12", "\\1", "\\8", "\\0", "\\u0041", "\\n", "\\t", "\\a", "\\v", "\\e", "\\é", "\\_", "\\-", "\\.", "(?i)", "(?i:",
    "(?-i)", "(?s)", "(?m)", "(?U)", "(?ims-U:", "(?-)", "(?)", "(?P<n>", "(?<n>", "(?P=n)", "(?=", "(?!", "(?<=", "(?#",
    "\u212a", "ſ", "ı", "😀", "日", "\u2028", "\u00a0", "\u0301",
]
TEXTS = [
    "a", "A", "ab", "aB1", "k", "K", "s", "ſ", "é", "É", "e\u0301", "σς", "Σ", "ß", "ẞ", "1", "12", "a_1", "-", "a-b.c", ".",
    " ", "\t", "\n", "a\nb", "\u00a0", "\u2028", "\u000b", "😀", "日本", "ı", "i", "I", "ab12 xyz", "{,3}", "]", "[:a", "\\",
    "\x07", "Ab é", "жЖ", "\u212a",
]
TEXTS_EACH = 6


def made_up(count):
    dice = random.Random(41)
    patterns = []
    while len(patterns) < count:
        pattern = "".join(dice.choice(PIECES) for _ in range(dice.randint(1, 7)))
        if not pattern.endswith("\\"):
            patterns.append((pattern, dice.sample(range(len(TEXTS)), TEXTS_EACH)))
    return patterns


def verdict(pattern, texts):
    """Where google-re2 finds the pattern; None where it refuses it."""
    options = re2.Options()
    options.log_errors = False
    try:
        compiled = re2.compile(pattern, options)
    except re2.error:
        return None
    return [bool(compiled.search(TEXTS[text])) for text in texts]


def write(folder, patterns):
    conditions, parameters = [], {}
    for number, (pattern, texts) in enumerate(patterns):
        for text in texts:
            name = f"c{number}_{text}"
            expression = f"app.userProperty['t{text}'].matches(['{pattern}'])"
            conditions.append({"name": name, "expression": expression})
            parameters[name] = {"defaultValue": {"value": "0"}, "conditionalValues": {name: {"value": "1"}}}
    (folder / "t.json").write_text(json.dumps({"conditions": conditions, "parameters": parameters}))
    persona = json.dumps({f"t{number}": text for number, text in enumerate(TEXTS)}, ensure_ascii=False)
    (folder / "experiments.yaml").write_text(
        f"source: {{kind: firebase-template, path: t.json, persona: {{app.userProperty: {persona}}}}}\n")


def run(program, folder, *arguments):
    done = subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True)
    return json.loads(done.stdout or done.stderr)


def main(program, count="5000", *, folder):
    program = str(pathlib.Path(program).resolve())
    patterns = made_up(int(count))
    write(folder, patterns)
    report = run(program, folder, "template", "validate", "t.json", "--json")
    problems = report.get("problems", report.get("error", {}).get("problems", []))
    refused = {
        int(problem["path"].split("[")[1].split("]")[0]) // TEXTS_EACH
        for problem in problems if problem.get("rule") == "expression"
    }
    values = {row["name"]: row["value"] for row in run(program, folder, "list", "--json")["keys"]}
    valid, differences = 0, []
    for number, (pattern, texts) in enumerate(patterns):
        expected = verdict(pattern, texts)
        valid += expected is not None
        found = None if number in refused else [values[f"c{number}_{text}"] == "1" for text in texts]
        if found != expected:
            differences.append((pattern, found, expected))
    for difference in differences[:20]:
        print("        %r: found %r, google-re2 says %r" % difference)
    check(f"{len(patterns)} patterns, {valid} of them valid, are those of google-re2", len(differences), 0)


if __name__ == "__main__":
    checks.run(main, __doc__)
