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


def own_entries(build):
    """What compile_commands.json has about each of our sources, by its path: the first entry, since tests may compile
    one again, with headers that only their compiler reads."""
    entries = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        entries.setdefault(Path(entry["file"]).resolve(), entry)
    return {path: entries[path] for path in sorted(entries) if any(path.is_relative_to(folder) for folder in FOLDERS)}


def settings(command):
    """What of a compile command changes what the compiler sees: not the compiler, nor where the checkout lies."""
    words = [word.replace(str(ROOT), "") for word in command.split()]
    return " ".join(word for word in words if re.match(r"-[DIfmsW]|-isystem", word))


def tidy(folder, path):
    """clang-tidy's complaints about one source, "" for none; `folder` has the compile_commands.json."""
    command = [CLANG_TIDY, "--quiet", "-p", str(folder), "--extra-arg=-Wno-unknown-warning-option", str(path)]
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
    entries = own_entries(options.build)
    checks = ROOT / "build" / "checks"
    checks.mkdir(parents=True, exist_ok=True)
    (checks / "compile_commands.json").write_text(json.dumps(list(entries.values())))
    graph = IncludeGraph(FOLDERS)
    version = subprocess.run([CLANG_TIDY, "--version"], capture_output=True, text=True, check=True).stdout
    context = (version, (ROOT / ".clang-tidy").read_text())
    passed = PassedChecks(checks / "clang-tidy.json", ROOT / "scripts" / "clang_tidy_passed.txt")

    def fingerprint(path):
        return graph.fingerprint(path, settings(entries[path]["command"]), *context)[:FINGERPRINT_DIGITS]

    checked, complaints = passed.run(options.jobs, list(entries), fingerprint, lambda path: tidy(checks, path))
    if options.record and not complaints:
        passed.record({str(path.relative_to(ROOT)): fingerprint(path) for path in entries})
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    print(f"{checked} of {len(entries)} sources checked (the others did not change)")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
