#!/usr/bin/env python3
"""Prints the table of numbers of the README: commands as people run them, with their results written.

    readme_numbers.py PROGRAM CORPUS [--times 9]

CORPUS: en.jsonl as bench/corpus.py makes it. The commands run in turns, with the defaults and two threads, beside
`md5sum` of the file; the median counts. The number of results is that of the files written.
"""

import argparse
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

JOBS = {
    "cento pairs": ["pairs"],
    "cento pairs --method minhash": ["pairs", "--method", "minhash"],
    "cento scan": ["scan"],
    "cento scan --match exact": ["scan", "--match", "exact"],
    "cento scan --method substring": ["scan", "--method", "substring"],
}


def lines_of(path):
    with path.open("rb") as file:
        return sum(1 for _ in file)


def results_of(out):
    if out.is_file():
        return f"{lines_of(out):,} lines"
    return ", ".join(f"{lines_of(file):,} {file.stem}" for file in sorted(out.glob("*.jsonl")))


def remove(out):
    if out.is_dir():
        shutil.rmtree(out)
    else:
        out.unlink(missing_ok=True)


def timed(command):
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("program", type=Path)
    ask.add_argument("corpus", type=Path)
    ask.add_argument("--times", type=int, default=9)
    options = ask.parse_args()
    seconds = {name: [] for name in ["md5sum", *JOBS]}
    results = {"md5sum": ""}
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        for _ in range(options.times):
            seconds["md5sum"].append(timed(["md5sum", str(options.corpus)]))
            for name, arguments in JOBS.items():
                remove(out)
                command = [str(options.program), *arguments, str(options.corpus), "-o", str(out), "--threads", "2"]
                seconds[name].append(timed(command))
                results[name] = results_of(out)
    print(f"| command | median of {options.times} | least to most | results |\n| --- | ---: | ---: | --- |")
    for name, times in seconds.items():
        print(f"| `{name}` | {statistics.median(times):.2f} s | {min(times):.2f}–{max(times):.2f} | {results[name]} |")


if __name__ == "__main__":
    main()
