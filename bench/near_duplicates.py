#!/usr/bin/env python3
"""Times the search for near-duplicate documents, from a JSONL file to a file of pairs, against other programs.

    near_duplicates.py --cento build/bench/cento --input en.jsonl --peers build/peers [--quick] [--write PAGE]

The input is read from the page cache. Cento runs several times, a peer once. Peers are other people's programs in the
virtual environment that bench/peers.sh creates; without it they are left out. Their costs are kept in the environment,
with the date: --quick does not run the slow ones again and shows the kept costs, marked as such.
"""

import argparse
import collections
import json
import os
import statistics
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path

from page import machine, machine_is_busy, markdown_table, verdict, write_between
from process_cost import Failed, cost_of, lines_of

DRIVERS = Path(__file__).resolve().parent / "peers"
THRESHOLD = "0.8"
THREADS = "2"
MEMORY = "1G"
EXACT, MINHASH, NDD = "shingle:5", "minhash", "ndd"
MEMORY_TARGET_BYTES = 0.5e9
MINHASH_TARGET = 2.0
KEPT = "measured.json"
SAMPLE_DOCUMENTS = 4000  # all pairs of which are compared in seconds
HEADER = ["what", "best (median)", "peak memory", "results", "time over exact", "over MinHash", "target", "met"]
REMARKS = """Cento's pairs are verified: each is at or above the threshold, and with the exact method none is missing.
The peers' results are unverified estimates: rensa and datasketch compare sketches of 128 values, which are off by a
few hundredths either way, and see only the pairs that their index proposes; datatrove takes every proposed pair as a
duplicate and says which documents it would remove, not which pairs there are. So the counts differ. Words differ as
well: the peers split at white space. All three are MinHash programs, so Cento's own MinHash is comparable to them;
the exact method, the default, is shown next to it. rensa and datasketch use one thread, datatrove two workers, Cento
two threads."""


@dataclass
class Contestant:
    """A program in the race. `command` may hold {input}, {halves} (a folder with the input in two files), {output}
    and {work} (an empty folder)."""

    name: str
    command: list
    unit: str = "pairs"
    runs: int = 1
    faster_by: float = None  # target: how many times as fast Cento is
    is_slow: bool = False


@dataclass
class Outcome:
    """The cost and results of a contestant; `day` is set if it was measured in an earlier run."""

    seconds: list
    memory_bytes: int
    results: int = None
    day: str = ""

    def best(self):
        return min(self.seconds)

    def median(self):
        return statistics.median(self.seconds)


def cento_command(cento, method):
    """How Cento is called, the one place that says so."""
    return [cento, "pairs", "{input}", "--method", method, "--threshold", THRESHOLD, "-o", "{output}",
            "--threads", THREADS, "--memory", MEMORY, "--quiet"]


def cento_contestants(cento, runs):
    return [Contestant(f"Cento, {method}", cento_command(cento, method), runs=runs)
            for method in (EXACT, MINHASH, NDD)]


def peer_contestants(peers):
    """Empty if the virtual environment does not exist."""
    python = str(peers / "bin" / "python3")
    if not Path(python).exists():
        print(f"There is no {python}: the peers are left out.", file=sys.stderr, flush=True)
        return []

    def driver(name):
        return [python, os.path.relpath(DRIVERS / name)]

    return [
        Contestant("rensa 0.5.0, one thread", [*driver("rensa_pairs.py"), "{input}", "{output}"], faster_by=20),
        Contestant("datasketch 2.0.0, one thread", [*driver("datasketch_pairs.py"), "{input}", "{output}"],
                   faster_by=90, is_slow=True),
        Contestant("datatrove 0.10.1, two workers", [*driver("datatrove_removed.py"), "{halves}", "{work}"],
                   unit="documents removed", faster_by=350, is_slow=True),
    ]


def split_in_halves(source, folder):
    """Two files with the lines of one."""
    folder.mkdir()
    half = source.stat().st_size // 2
    with open(source, "rb") as lines, open(folder / "0.jsonl", "wb") as first, open(folder / "1.jsonl", "wb") as second:
        for line in lines:
            (first if first.tell() < half else second).write(line)


@dataclass
class Race:
    """Runs contestants on one input, in a separate folder for each run."""

    input: Path
    folder: Path
    halves: Path = field(init=False)

    def __post_init__(self):
        self.halves = self.folder / "halves"

    def filled_in(self, command, work):
        values = {"input": self.input, "halves": self.halves, "output": work / "pairs", "work": work / "work"}
        return [word.format(**values) for word in command]

    def run_once(self, contestant):
        """(cost, results) of one run."""
        if "{halves}" in contestant.command and not self.halves.exists():
            split_in_halves(self.input, self.halves)
        bring_into_cache(self.input)
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            work = Path(name)
            cost = cost_of(self.filled_in(contestant.command, work), work)
            return cost, results_of(cost, work / "pairs")

    def outcome(self, contestant):
        measured = [self.run_once(contestant) for _ in range(contestant.runs)]
        return Outcome([cost.seconds for cost, _ in measured], max(cost.memory_bytes for cost, _ in measured),
                       measured[-1][1])


def bring_into_cache(path):
    with open(path, "rb") as file:
        while file.read(1 << 20):
            pass


def results_of(cost, pairs):
    """The results a peer reports, or otherwise the number of lines of the file of pairs."""
    if cost.said.startswith("{"):
        return json.loads(cost.said)["results"]
    if pairs.is_dir():
        pairs = next(iter(pairs.glob("repeats.jsonl")), pairs / "passages.jsonl")
    return lines_of(pairs) if pairs.exists() else None


class KeptOutcomes:
    """The costs of the last runs, with their input: costs for another input are not used."""

    def __init__(self, file, source):
        self.file, self.input_bytes = file, source.stat().st_size
        self.kept = json.loads(file.read_text()) if file.exists() else {}

    def of(self, contestant):
        entry = self.kept.get(contestant.name)
        return Outcome(**entry["outcome"]) if entry and entry["input_bytes"] == self.input_bytes else None

    def keep(self, contestant, outcome):
        dated = {**asdict(outcome), "day": date.today().isoformat()}
        self.kept[contestant.name] = {"input_bytes": self.input_bytes, "outcome": dated}
        if self.file.parent.is_dir():
            self.file.write_text(json.dumps(self.kept, indent=1) + "\n")


def outcome_of(contestant, race, kept, quick):
    """A new outcome, or with `quick` the kept one of a slow contestant; None, with a sentence, if there is neither."""
    if quick and contestant.is_slow:
        return kept.of(contestant) or say_left_out(contestant, "it is slow and no earlier run of it was kept")
    try:
        outcome = race.outcome(contestant)
    except Failed as reason:
        return say_left_out(contestant, reason)
    kept.keep(contestant, outcome)
    return outcome


def say_left_out(contestant, reason):
    print(f"{contestant.name}: left out: {reason}", file=sys.stderr, flush=True)


def outcomes_of(contestants, race, kept, quick):
    """{name: outcome} of those that ran."""
    outcomes = {}
    for contestant in contestants:
        outcome = outcome_of(contestant, race, kept, quick)
        if outcome is None:
            continue
        outcomes[contestant.name] = outcome
        print(f"{contestant.name}: {outcome.best():.2f} s, {outcome.memory_bytes / 1e9:.2f} GB, {outcome.results}"
              f" {contestant.unit}{kept_remark(outcome)}", file=sys.stderr, flush=True)
    return outcomes


def kept_remark(outcome):
    return f" (kept from {outcome.day})" if outcome.day else ""


def met_by(contestant, over_exact, over_minhash):
    """Which of Cento's methods is fast enough compared with a contestant."""
    if not contestant.faster_by:
        return ""
    if over_exact >= contestant.faster_by:
        return verdict(True)
    return "by MinHash" if over_minhash >= contestant.faster_by else verdict(False)


def cells(contestant, outcome, exact, minhash):
    """The row of a contestant; `exact` and `minhash` are the outcomes of Cento's two methods."""
    over_exact, over_minhash = outcome.best() / exact.best(), outcome.best() / minhash.best()
    results = "" if outcome.results is None else f"{outcome.results:,} {contestant.unit}"
    target = f"≥ {contestant.faster_by:g}" if contestant.faster_by else ""
    return [contestant.name + kept_remark(outcome), f"{outcome.best():.2f} s ({outcome.median():.2f})",
            f"{outcome.memory_bytes / 1e9:.2f} GB", results, f"{over_exact:.2f}", f"{over_minhash:.2f}", target,
            met_by(contestant, over_exact, over_minhash)]


def own_targets(outcomes):
    """Sentences about Cento's own targets."""
    exact, minhash = outcomes[f"Cento, {EXACT}"], outcomes.get(f"Cento, {MINHASH}")
    yield (f"Peak memory of the exact method: {exact.memory_bytes / 1e9:.2f} GB, target ≤ {MEMORY_TARGET_BYTES / 1e9:g} GB,"
           f" met: {verdict(exact.memory_bytes <= MEMORY_TARGET_BYTES)}.")
    if minhash:
        ratio = exact.best() / minhash.best()
        yield (f"Time of the exact method over that of MinHash: {ratio:.2f}, target ≤ {MINHASH_TARGET:g}, met:"
               f" {verdict(ratio <= MINHASH_TARGET)}.")


def pairs_in(file):
    """{(a, b)} of a table of pairs; a header is left out."""
    rows = [line.split("\t")[:2] for line in file.read_text().splitlines()]
    return {tuple(sorted(row)) for row in rows if row != ["a", "b"]}


def brute_force_line(cento, source, folder):
    """A sentence about the recall of the exact method on a sample small enough to compare every pair."""
    all_pairs = Path(cento).parent / "all_pairs"
    if not all_pairs.exists():
        return f"There is no {all_pairs}: the exact method was not compared with brute force."
    sample, found = folder / "sample.jsonl", folder / "found.tsv"
    with open(source, "rb") as lines, open(sample, "wb") as out:
        out.writelines(collections.deque(lines, maxlen=SAMPLE_DOCUMENTS))
    subprocess.run([cento, "pairs", sample, "--method", EXACT, "--threshold", THRESHOLD, "-o", found, "--pairs-up-to",
                    str(SAMPLE_DOCUMENTS), "--quiet"], check=True)
    with open(folder / "expected.tsv", "w") as out:
        subprocess.run([all_pairs, "words:5", THRESHOLD, sample], stdout=out, check=True)
    expected, got = pairs_in(folder / "expected.tsv"), pairs_in(found)
    recall = len(expected & got) / len(expected) if expected else 1
    return (f"Against brute force over all pairs of the last {SAMPLE_DOCUMENTS:,} documents: {len(expected):,} pairs,"
            f" recall of the exact method {recall:g}, {len(got - expected)} pairs too many.")


def shown(command):
    """A command as people type it, with names for what differs between runs."""
    return " ".join(word.strip("{}").upper() if word.startswith("{") else word for word in command)


def as_markdown(contestants, outcomes, source, remark, brute_force):
    """The table, remarks on it, and the commands."""
    exact = outcomes[f"Cento, {EXACT}"]
    minhash = outcomes.get(f"Cento, {MINHASH}", exact)
    ran = [contestant for contestant in contestants if contestant.name in outcomes]
    rows = [cells(contestant, outcomes[contestant.name], exact, minhash) for contestant in ran]
    lines = [f"Machine: {machine()}; input: {source.name}, {source.stat().st_size / 1e6:.0f} MB.{remark}", "",
             *markdown_table(HEADER, "l" + "r" * 6 + "l", rows), "", *own_targets(outcomes), brute_force, "", REMARKS,
             ""]
    if any(outcome.day for outcome in outcomes.values()):
        lines += ["A row marked “kept from” was measured on that day and not in this run.", ""]
    commands = [shown(contestant.command) for contestant in ran]
    return "\n".join([*lines, "The commands, in the order of the rows:", "", "```sh", *commands, "```", ""])


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--cento", required=True)
    ask.add_argument("--input", type=Path, required=True)
    ask.add_argument("--peers", type=Path, required=True, metavar="DIR", help="the virtual environment of the peers")
    ask.add_argument("--repetitions", type=int, default=5, help="how often Cento and md5sum run")
    ask.add_argument("--quick", action="store_true", help="do not run the slow peers")
    ask.add_argument("--write", type=Path, metavar="PAGE")
    options = ask.parse_args()
    remark = " The machine was busy with other work." if machine_is_busy() else ""
    md5sum = Contestant("`md5sum`", ["md5sum", "{input}"], runs=options.repetitions)
    contestants = [md5sum, *cento_contestants(options.cento, options.repetitions), *peer_contestants(options.peers)]
    kept = KeptOutcomes(options.peers / KEPT, options.input)
    with tempfile.TemporaryDirectory(dir=options.input.parent) as folder:
        outcomes = outcomes_of(contestants, Race(options.input, Path(folder)), kept, options.quick)
        brute_force = brute_force_line(options.cento, options.input, Path(folder))
    if f"Cento, {EXACT}" not in outcomes:
        sys.exit("near_duplicates.py: Cento's exact method did not run, so there is nothing to compare with")
    table = as_markdown(contestants, outcomes, options.input, remark, brute_force)
    print(table)
    if options.write:
        write_between(options.write, "near-duplicates", table)


if __name__ == "__main__":
    main()
