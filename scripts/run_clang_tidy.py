#!/usr/bin/env python3
"""Runs clang-tidy over the sources of src/ and apps/, or over those that a change touches.

    run_clang_tidy.py --build DIR [--since REV] [--jobs N]

DIR is a configured build folder with a compile_commands.json. --since REV: only sources that differ from the git
revision REV (files that git does not track count), or that include a header that does. Without it: all. What passed is
remembered in build/checks/, so that a second call checks only what changed in between.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

from include_graph import IncludeGraph
from passed_checks import PassedChecks

ROOT = Path(__file__).resolve().parent.parent
CLANG_TIDY = os.environ.get("CLANG_TIDY", "clang-tidy-14")
FOLDERS = (ROOT / "src", ROOT / "include", ROOT / "apps")
SECONDS_BETWEEN_LINES = 10


def without_precompiled_headers(entry):
    """The compiler reads these, clang-tidy does not: sources include what they need."""
    return {**entry, "command": re.sub(r" -Winvalid-pch| -include \S*cmake_pch\.hxx", "", entry["command"])}


def own_entries(build):
    """The entry of compile_commands.json for each of our sources, by its path: the first one, since tests may compile a
    source again."""
    entries = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        entries.setdefault(Path(entry["file"]).resolve(), without_precompiled_headers(entry))
    return {path: entries[path] for path in sorted(entries) if any(path.is_relative_to(folder) for folder in FOLDERS)}


def settings(command):
    """The parts of a compile command that affect what is compiled: not the compiler, nor the place of the checkout."""
    words = [word.replace(str(ROOT), "") for word in command.split()]
    return " ".join(word for word in words if re.match(r"-[DIfmsW]|-isystem", word))


def tidy(folder, path):
    """clang-tidy's complaints about one source, "" for none; `folder` contains compile_commands.json."""
    command = [CLANG_TIDY, "--quiet", "-p", str(folder), "--extra-arg=-Wno-unknown-warning-option", str(path)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == 0 and "warning:" not in done.stdout:
        return ""
    return done.stdout + ("" if done.stdout else done.stderr)


def git_lines(*arguments):
    done = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def changed_files(revision):
    """Our files that differ from the revision, as paths."""
    names = git_lines("diff", "--name-only", revision) + git_lines("ls-files", "--others", "--exclude-standard")
    return {(ROOT / name).resolve() for name in names}


def touched(entries, revision, graph):
    """The sources among the entries that changed since the revision, or that include a header that did."""
    changed = changed_files(revision)
    return [path for path in entries if path in changed or changed.intersection(graph.direct(path))]


class Progress:
    """Reports the progress of a long check every few seconds."""

    def __init__(self, check):
        self.check = check
        self.done = 0
        self.last = time.monotonic()

    def __call__(self, path):
        complaint = self.check(path)
        self.done += 1
        if time.monotonic() - self.last >= SECONDS_BETWEEN_LINES:
            self.last = time.monotonic()
            print(f"{self.done} sources checked so far", flush=True)
        return complaint


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--build", type=Path, required=True)
    ask.add_argument("--since", metavar="REV")
    ask.add_argument("--jobs", type=int, default=os.cpu_count())
    options = ask.parse_args()
    entries = own_entries(options.build)
    checks = ROOT / "build" / "checks"
    checks.mkdir(parents=True, exist_ok=True)
    (checks / "compile_commands.json").write_text(json.dumps(list(entries.values())))
    graph = IncludeGraph([*FOLDERS, ROOT / "apps" / "cli"])
    version = subprocess.run([CLANG_TIDY, "--version"], capture_output=True, text=True, check=True).stdout
    context = (version, (ROOT / ".clang-tidy").read_text())
    chosen = touched(entries, options.since, graph) if options.since else list(entries)

    def fingerprint(path):
        return graph.fingerprint(path, settings(entries[path]["command"]), *context)

    passed = PassedChecks(checks / "clang-tidy.json")
    checked, complaints = passed.run(options.jobs, chosen, fingerprint, Progress(lambda path: tidy(checks, path)))
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    print(f"{checked} of {len(entries)} sources checked (the others did not change)")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
