#!/usr/bin/env python3
"""Times `cento scan`, from a JSONL file to its results, against md5sum of the same file.

    passages.py --cento build/bench/cento --input en.jsonl [--write PAGE]

The input is read from the page cache. The programs alternate, several times, and the best times are compared: first
md5sum and runs with a target, then the rest, which also write.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from near_duplicates import Contestant, Outcome, Race, shown
from page import machine, machine_is_busy, markdown_table, verdict, write_between
from process_cost import Failed

MEMORY = "1G"
THREADS = "2"
SIGNATURES = ("shingle:3", "spot:60", "imatch:0.1:0.9")
SIGNATURES_WITHIN = 1.5
PASSIM_SECONDS = 778  # passim 2.0.1 (pyspark 4.0.1, all pairs) on two cores of 2.8 GHz; measured once, elsewhere
PASSIM_TARGET = 1000
PAUSE_SECONDS = 3  # after which a virtual machine has returned free memory to its host
HEADER = ["what", "best (median)", "time over md5sum's", "target", "met", "peak memory", "results"]
REMARKS = """Without a folder the command shows its summary and writes nothing, as `md5sum` does; with one it also reads the
input a second time, for the words next to passages and the first words of families, and writes some hundred megabytes of
JSON lines. Peak memory is that of the process, which reads the input and maps nothing."""


def scan_command(cento, *more):
    """How Cento is called, the one place that says so."""
    return [cento, "scan", "{input}", "--threads", THREADS, "--memory", MEMORY, "--quiet", *more]


def contestants_of(cento, statistics, runs):
    """(contestant, largest multiple of md5sum's time)"""
    signatures = [(Contestant(f"near, {name}", scan_command(cento, "--signature", name, "--stats", str(statistics)),
                              unit="", runs=runs), None) for name in SIGNATURES]
    return [(Contestant("`md5sum`", ["md5sum", "{input}"], runs=runs), None),
            (Contestant("exact", scan_command(cento, "--match", "exact"), unit="", runs=runs), 1.2),
            (Contestant("near", scan_command(cento), unit="", runs=runs), 2.0),
            (Contestant("exact, to a folder", scan_command(cento, "--match", "exact", "-o", "{output}"),
                        unit="passages", runs=runs), None),
            (Contestant("near, to a folder", scan_command(cento, "-o", "{output}"), unit="passages", runs=runs), None),
            *signatures]


def results_in(folder):
    """What the summary of a scan counted."""
    summary = json.loads((folder / "summary.json").read_text())
    return f"{summary['passages']:,} passages, {summary['families']:,} families"


def compared(contestants):
    """Those that have a target, and md5sum, which they are compared with."""
    return [(contestant, most) for contestant, most in contestants if most or contestant.name == "`md5sum`"]


def run_in_turns(contestants, race, rounds, pause_seconds=0):
    """{name: outcome}; each round runs all of them once, so that all see the same machine."""
    outcomes = {}
    for _ in range(rounds):
        for contestant, _ in contestants:
            time.sleep(pause_seconds)
            try:
                cost, _ = race.run_once(contestant)
            except Failed as reason:
                print(f"{contestant.name}: left out: {reason}", file=sys.stderr, flush=True)
                continue
            outcome = outcomes.setdefault(contestant.name, Outcome([], 0))
            outcome.seconds.append(cost.seconds)
            outcome.memory_bytes = max(outcome.memory_bytes, cost.memory_bytes)
    return outcomes


def row_of(contestant, most, outcome, md5sum, results):
    ratio = outcome.best() / md5sum.best()
    return [contestant.name, f"{outcome.best():.2f} s ({outcome.median():.2f})", f"{ratio:.2f}", f"≤ {most:g}" if most else "",
            verdict(ratio <= most) if most else "", f"{outcome.memory_bytes / 1e9:.2f} GB", results]


def own_targets(outcomes, source):
    size = source.stat().st_size
    for name in ("exact", "near"):
        memory = outcomes[name].memory_bytes
        yield (f"Peak memory of {name}: {memory / size:.2f} × the file, target ≤ 1, met: {verdict(memory <= size)}.")
    times = [outcomes[f"near, {name}"].best() for name in SIGNATURES if f"near, {name}" in outcomes]
    if len(times) > 1:
        spread = max(times) / min(times)
        yield (f"Slowest signature over the fastest, with frequencies of words from a file: {spread:.2f}, target ≤"
               f" {SIGNATURES_WITHIN:g}, met: {verdict(spread <= SIGNATURES_WITHIN)}.")


def after_pauses(contestants, race, rounds):
    """A sentence about runs that find no free memory."""
    outcomes = run_in_turns(contestants, race, rounds, PAUSE_SECONDS)
    times = ", ".join(f"{name} {outcome.best():.2f} s ({outcome.median():.2f})" for name, outcome in outcomes.items())
    return (f"Each after a pause of {PAUSE_SECONDS} s, in which a virtual machine may return free memory to its host,"
            f" which then has to provide it again: {times}.")


def beside_passim(cento, reuters, folder, runs):
    """A sentence about the newswire that passim was once run on."""
    if reuters is None or not reuters.exists():
        return
    race = Race(reuters, folder)
    contestant = Contestant("reuters", scan_command(cento, "-o", "{output}"), unit="passages", runs=runs)
    seconds = min(race.run_once(contestant)[0].seconds for _ in range(runs))
    ratio = PASSIM_SECONDS / seconds
    yield (f"Reuters-21578 (18 MB), to a folder: {seconds:.2f} s. passim 2 was not run here, as the package registries do not"
           f" have it; {PASSIM_SECONDS} s were seen on two cores elsewhere: {ratio:,.0f} ×, target ≥ {PASSIM_TARGET:,},"
           f" met: {verdict(ratio >= PASSIM_TARGET)}.")


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--cento", required=True)
    ask.add_argument("--input", type=Path, required=True)
    ask.add_argument("--reuters", type=Path, help="docs.jsonl.zst of Reuters-21578, if available")
    ask.add_argument("--repetitions", type=int, default=5)
    ask.add_argument("--write", type=Path, metavar="PAGE")
    options = ask.parse_args()
    remark = " The machine was busy with other work." if machine_is_busy() else ""
    with tempfile.TemporaryDirectory(dir=options.input.parent) as name:
        folder = Path(name)
        statistics = folder / "statistics"
        subprocess.run([options.cento, "stats", options.input, "-o", statistics, "--quiet"], check=True)
        found = folder / "found"
        subprocess.run([options.cento, "scan", options.input, "-o", found, "--quiet"], check=True)
        results = results_in(found)
        contestants = contestants_of(options.cento, statistics, options.repetitions)
        race = Race(options.input, folder)
        with_targets = compared(contestants)
        outcomes = run_in_turns(with_targets, race, 2 * options.repetitions)
        pauses = after_pauses(with_targets, race, options.repetitions)
        others = [entry for entry in contestants if entry not in with_targets]
        outcomes |= run_in_turns(others, race, options.repetitions)
        passim = list(beside_passim(options.cento, options.reuters, folder, options.repetitions))
    md5sum = outcomes["`md5sum`"]
    rows = [row_of(contestant, most, outcomes[contestant.name], md5sum,
                   results if contestant.name in ("near", "near, to a folder") else "")
            for contestant, most in contestants if contestant.name in outcomes]
    table = "\n".join([
        f"Machine: {machine()}; input: {options.input.name}, {options.input.stat().st_size / 1e6:.0f} MB.{remark}", "",
        *markdown_table(HEADER, "lrrrlrl", rows), "", *own_targets(outcomes, options.input), *passim, pauses, "", REMARKS, "",
        "The commands, in the order of the rows:", "", "```sh",
        *(shown(["STATISTICS" if word == str(statistics) else word for word in contestant.command])
          for contestant, _ in contestants), "```", ""])
    print(table)
    if options.write:
        write_between(options.write, "passages", table)


if __name__ == "__main__":
    main()
