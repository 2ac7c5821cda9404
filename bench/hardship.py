#!/usr/bin/env python3
"""Kills, interrupts and starves the program at random moments, and checks what is left behind.

    hardship.py PROGRAM INPUT [--times N] [--seed S]

INPUT: a collection of some megabytes. Each command runs N times each way: killed (SIGKILL), interrupted (SIGINT, SIGTERM,
SIGHUP in turn), and with files limited to a random size, as on a full disk. Afterwards the output must be the one that an
undisturbed run writes or the one that was there before, nothing else may lie beside it once another run has ended, and an
index must verify and hold every document that was acknowledged. Prints a table; exit code 1 when something was lost.
"""

import argparse
import json
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
OLD = b"what was there before\n"


def commands(source):
    yield "pairs", ["pairs", source, "-o", "{out}"]
    yield "dedup", ["dedup", source, "-o", "{out}"]
    yield "scan", ["scan", source, "-o", "{out}"]
    yield "convert", ["convert", source, "-o", "{out}"]


def limited(limit):
    """What a child does before it runs: files may not become larger than that. None without a limit."""
    def limit_files():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return limit_files if limit else None


def content(path):
    """The bytes of a file, or of all files of a folder but for its summary; None when there is nothing."""
    if path.is_dir():
        return {file.name: file.read_bytes() for file in sorted(path.iterdir()) if file.name != "summary.json"}
    return path.read_bytes() if path.exists() else None


class Trial:
    def __init__(self, program, source, random_):
        self.program = program
        self.source = source
        self.random = random_
        self.lost = []

    def run(self, arguments, folder, limit=None, stdin=None, stdout=subprocess.DEVNULL):
        return subprocess.Popen([self.program, *arguments, "--quiet"], cwd=folder, stdin=stdin, stdout=stdout,
                                stderr=subprocess.DEVNULL, preexec_fn=limited(limit))

    def say(self, arguments, folder):
        return subprocess.run([self.program, *arguments], cwd=folder, capture_output=True, text=True)

    def check(self, holds, what):
        if not holds:
            self.lost.append(what)

    def disturb(self, way, process, seconds, number):
        if way == "full":
            process.wait()
            return
        time.sleep(self.random.random() * seconds)
        process.send_signal(signal.SIGKILL if way == "killed" else SIGNALS[number % len(SIGNALS)])
        process.wait()

    def try_output(self, name, arguments, way, times):
        """How often the output was complete, and how often it was as before."""
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            out = folder / "out"
            given = [text.replace("{out}", str(out)) for text in arguments]
            start = time.monotonic()
            self.check(self.run(given, folder).wait() == 0, f"{name}: failed undisturbed")
            seconds = time.monotonic() - start
            whole = content(out)
            size = max((len(part) for part in whole.values()), default=1) if isinstance(whole, dict) else len(whole)
            complete = 0
            for number in range(times):
                shutil.rmtree(out) if out.is_dir() else out.unlink()
                if not isinstance(whole, dict):
                    out.write_bytes(OLD)
                before = content(out)
                limit = self.random.randrange(1, max(2, size)) if way == "full" else None
                self.disturb(way, self.run(given, folder, limit), seconds, number)
                left = content(out)
                self.check(left in (before, whole), f"{name}, {way}: a torn output")
                complete += left == whole
                self.run(given, folder).wait()
                self.check([path.name for path in folder.iterdir()] == ["out"], f"{name}, {way}: something is left")
            return complete

    def ask_and_add(self, way, number, folder):
        """Adds documents one by one until the program is disturbed; the ids of those that it answered about."""
        lines = self.source.read_bytes().splitlines(keepends=True)[:400]
        limit = self.random.randrange(50_000, 3_000_000) if way == "full" else None
        with (folder / "answers.jsonl").open("wb") as answers:
            process = self.run(["query", "index", "-", "--add", "--durable", "each"], folder, limit, subprocess.PIPE,
                               answers)
            try:
                process.stdin.write(b"".join(lines))
                process.stdin.flush()
                if way != "full":
                    self.disturb(way, process, 0.6, number)
                process.stdin.close()
            except BrokenPipeError:
                pass
            process.wait()
        written = (folder / "answers.jsonl").read_bytes().split(b"\n")[:-1]
        return sorted({json.loads(line)["id"] for line in written})

    def try_index(self, way, times):
        """How many documents were acknowledged over all trials."""
        acknowledged = 0
        for number in range(times):
            with tempfile.TemporaryDirectory() as folder:
                folder = Path(folder)
                self.run(["index", "create", "index"], folder).wait()
                ids = self.ask_and_add(way, number, folder)
                acknowledged += len(ids)
                verified = self.say(["index", "verify", "index"], folder)
                self.check(verified.returncode == 0, f"index, {way}: {verified.stderr[-200:]}")
                if ids:
                    removed = self.say(["index", "remove", "index", *ids], folder)
                    is_complete = removed.returncode == 0 and "no document" not in removed.stderr
                    self.check(is_complete, f"index, {way}: lost {removed.stderr[-200:]}")
        return acknowledged


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("program", type=lambda text: str(Path(text).resolve()))
    ask.add_argument("input", type=lambda text: Path(text).resolve())
    ask.add_argument("--times", type=int, default=20)
    ask.add_argument("--seed", type=int, default=1)
    options = ask.parse_args()
    trial = Trial(options.program, options.input, random.Random(options.seed))
    print("| command | way | times | output complete | as before | lost or torn |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for way in ("killed", "interrupted", "full"):
        for name, arguments in commands(str(options.input)):
            before = len(trial.lost)
            complete = trial.try_output(name, arguments, way, options.times)
            print(f"| {name} | {way} | {options.times} | {complete} | {options.times - complete} | "
                  f"{len(trial.lost) - before} |", flush=True)
        before = len(trial.lost)
        acknowledged = trial.try_index(way, options.times)
        print(f"| query --add | {way} | {options.times} | {acknowledged:,} documents acknowledged | | "
              f"{len(trial.lost) - before} |", flush=True)
    for what in sorted(set(trial.lost)):
        print(what, file=sys.stderr)
    return 1 if trial.lost else 0


if __name__ == "__main__":
    sys.exit(main())
