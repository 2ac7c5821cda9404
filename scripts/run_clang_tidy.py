#!/usr/bin/env python3
"""Runs clang-tidy over the sources of src/ and apps/ that changed, or whose headers did, since they last passed.

    run_clang_tidy.py --build DIR [--jobs N] [--record]

DIR is a configured build folder with a compile_commands.json. What passed is remembered in build/checks/, and, with
--record, in scripts/clang_tidy_passed.txt, so that a fresh clone checks only what changed since.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path

from include_graph import IncludeGraph
from passed_checks import PassedChecks

ROOT = Path(__file__).resolve().parent.parent
CLANG_TIDY = os.environ.get("CLANG_TIDY", "clang-tidy-14")
FOLDERS = (ROOT / "src", ROOT / "apps")
FINGERPRINT_DIGITS = 32


def commands(build):
    """The compile command of each of our sources, by its path."""
    entries = json.loads((build / "compile_commands.json").read_text())
    paths = {Path(entry["file"]).resolve(): entry["command"] for entry in entries}
    return {path: paths[path] for path in sorted(paths) if any(path.is_relative_to(folder) for folder in FOLDERS)}


def settings(command):
    """What of a compile command changes what the compiler sees: not the compiler, nor where the checkout lies."""
    words = [word.replace(str(ROOT), "") for word in command.split()]
    return " ".join(word for word in words if re.match(r"-[DIfmsW]|-isystem", word))


def tidy(build, path):
    """clang-tidy's complaints about one source, "" for none."""
    command = [CLANG_TIDY, "--quiet", "-p", str(build), "--extra-arg=-Wno-unknown-warning-option", str(path)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == 0 and "warning:" not in done.stdout:
        return ""
    return done.stdout + ("" if done.stdout else done.stderr)


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--build", type=Path, required=True)
    ask.add_argument("--jobs", type=int, default=os.cpu_count())
    ask.add_argument("--record", action="store_true")
    options = ask.parse_args()
    command_of = commands(options.build)
    graph = IncludeGraph(FOLDERS)
    version = subprocess.run([CLANG_TIDY, "--version"], capture_output=True, text=True, check=True).stdout
    context = (version, (ROOT / ".clang-tidy").read_text())
    passed = PassedChecks(ROOT / "build" / "checks" / "clang-tidy.json", ROOT / "scripts" / "clang_tidy_passed.txt")

    def fingerprint(path):
        return graph.fingerprint(path, settings(command_of[path]), *context)[:FINGERPRINT_DIGITS]

    checked, complaints = passed.run(options.jobs, list(command_of), fingerprint,
                                     lambda path: tidy(options.build, path))
    if options.record and not complaints:
        passed.record({str(path.relative_to(ROOT)): fingerprint(path) for path in command_of})
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    print(f"{checked} of {len(command_of)} sources checked (the others did not change)")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
