#!/usr/bin/env python3
"""Measures how much memory each command holds on an input far larger than its `--memory`, and what that costs in time.

    memory.py --cento build/bench/cento --input BIG.jsonl [--larger-input BIGGER.jsonl] [--threads-input THREADS.jsonl]
              [--loose-input SMALLER.jsonl] [--only WORD ...] [--memory SIZE ...] [--keep FOLDER] [--rows FILE]
              [--write PAGE]

Every 10 ms RssAnon and RssShmem of the process are read, which is its resident memory without file pages: the system
can reclaim those. Each command must stay within 1.1 times its `--memory`, and with a quarter of the memory it must take
less than twice the time. The largest --memory is also measured with --larger-input. --only runs the rows whose name
contains one of the words, --keep keeps the results in a folder for comparisons. --rows adds the measurements to a file
of JSON lines, and the table shows all that the file has: the whole takes more than an hour.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from page import machine, machine_is_busy, markdown_table, verdict, write_between

SECONDS_BETWEEN_LOOKS = 0.01
KIBI, MEBI, GIBI = 1 << 10, 1 << 20, 1 << 30
UNITS = {"K": KIBI, "M": MEBI, "G": GIBI}
RATIO_MOST = 1.1
TIME_MOST = 2
INPUT_TO_MEMORY = 8
THREADS = "2"
HEADER = ["command", "input", "`--memory`", "peak without file pages", "of it", "with them", "time",
          "over the time with more", "results", "met"]
ALIGNMENT = "lrrrrrrrrl"


@dataclass
class Row:
    """A command to measure: its arguments, the key of its summary that counts results, whether it takes -o, which
    of the inputs it reads, and how the index is prepared (empty with `create`, or holding the input with `add`)."""

    name: str
    arguments: tuple
    counts: str
    has_output: bool = True
    source: str = "input"
    index: str = ""


ROWS = [
    Row("show", ("show", "INPUT"), "documents"),
    Row("convert", ("convert", "INPUT"), "documents"),
    Row("stats", ("stats", "INPUT"), "distinct_tokens"),
    Row("stats of shingles", ("stats", "INPUT", "--features", "shingle:5"), "distinct_tokens"),
    Row("pairs", ("pairs", "INPUT"), "pairs"),
    Row("pairs by minhash", ("pairs", "INPUT", "--method", "minhash"), "pairs"),
    Row("pairs by ndd", ("pairs", "INPUT", "--method", "ndd"), "pairs"),
    Row("dedup", ("dedup", "INPUT"), "removed"),
    Row("dedup of passages", ("dedup", "INPUT", "--level", "passage"), "cuts"),
    Row("dedup of sentences", ("dedup", "INPUT", "--level", "sentence"), "cuts"),
    Row("scan exact", ("scan", "INPUT", "--match", "exact"), "passages"),
    Row("scan near", ("scan", "INPUT"), "passages"),
    Row("scan loose", ("scan", "INPUT", "--match", "loose"), "passages", source="loose_input"),
    Row("scan by blog", ("scan", "INPUT", "--method", "blog"), "reported_documents"),
    Row("scan by substring", ("scan", "INPUT", "--method", "substring"), "repeated_ranges"),
    Row("threads", ("threads", "INPUT"), "pairs", source="threads_input"),
    Row("index add", ("index", "add", "INDEX", "INPUT"), "index_documents", has_output=False),
    Row("query --add", ("query", "INDEX", "INPUT", "--add", "--answers", "identical"), "documents", index="create"),
    Row("query", ("query", "INDEX", "ASKED", "--answers", "documents"), "with_similar", index="add"),
]


@dataclass
class Point:
    """The cost of one run of a row. `memory_bytes` is without file pages, `all_bytes` with them."""

    name: str
    budget: str
    input_bytes: int
    memory_bytes: int
    all_bytes: int
    seconds: float
    results: int

    def ratio(self):
        return self.memory_bytes / bytes_of(self.budget)


def bytes_of(size):
    return int(size[:-1]) * UNITS[size[-1]] if size[-1] in UNITS else int(size)


def resident_bytes(pid):
    """Resident memory without file pages, and the peak with them; zeros once the process has ended."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0, 0
    fields = {line.split(":")[0]: line.split()[1] for line in status.splitlines() if line.endswith(" kB")}
    return tuple(sum(int(fields.get(name, 0)) for name in names) * KIBI for names in (("RssAnon", "RssShmem"), ("VmHWM",)))


def watched(command, folder):
    """Runs a command to its end: seconds, peak without file pages, peak with them. Exits when it fails."""
    with open(folder / "stderr", "wb") as errors:
        begin = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors)
        most, most_all = 0, 0
        while process.poll() is None:
            now, now_all = resident_bytes(process.pid)
            most, most_all = max(most, now), max(most_all, now_all)
            time.sleep(SECONDS_BETWEEN_LOOKS)
        seconds = time.perf_counter() - begin
    if process.returncode != 0:
        said = (folder / "stderr").read_text(errors="replace")
        sys.exit(f"memory.py: {' '.join(command)} ended with {process.returncode}: {said}")
    return seconds, most, most_all


def arguments_of(row, source, work):
    named = {"INPUT": source, "ASKED": work / "asked.jsonl", "INDEX": work / "index"}
    arguments = [str(named.get(argument, argument)) for argument in row.arguments]
    return arguments + (["-o", str(work / "output")] if row.has_output else [])


def cento_command(cento, row, source, budget, work):
    """How Cento is called, the one place that says so."""
    return [str(cento), *arguments_of(row, source, work), "--threads", THREADS, "--memory", budget, "--temp-dir", str(work),
            "--quiet", "--stats-json", str(work / "summary.json")]


def size_of(path):
    """The bytes of a file or of all files of a folder."""
    return sum(file.stat().st_size for file in path.rglob("*")) if path.is_dir() else path.stat().st_size


def removed(path):
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def write_asked(options, source):
    """Writes the first documents of an input, as queries to an index."""
    with open(source, "rb") as lines, open(options.work / "asked.jsonl", "wb") as out:
        for _, line in zip(range(options.asked), lines):
            out.write(line)


def prepare_index(options, row, source):
    removed(options.work / "index")
    if row.index == "":
        return
    write_asked(options, source)
    inputs = [str(source)] if row.index == "add" else []
    watched([str(options.cento), "index", row.index, str(options.work / "index"), *inputs, "--quiet"], options.work)


def measure(options, row, source, budget):
    prepare_index(options, row, source)
    seconds, most, most_all = watched(cento_command(options.cento, row, source, budget, options.work), options.work)
    results = json.loads((options.work / "summary.json").read_text())[row.counts]
    keep_or_remove(options, row, budget)
    return Point(row.name, budget, size_of(source), most, most_all, seconds, results)


def keep_or_remove(options, row, budget):
    output = options.work / "output"
    if options.keep and output.exists():
        kept = options.keep / f"{row.name.replace(' ', '-')}-{budget}"
        removed(kept)
        shutil.move(output, kept)
    removed(output)


def budgets_and_inputs(options, row):
    """The budgets and inputs of a command: most memory first, on the same input; then the larger input."""
    source = getattr(options, row.source)
    budgets = sorted(options.memory, key=bytes_of, reverse=True)
    yield from ((budget, source) for budget in budgets)
    if options.larger_input and source == options.input:
        yield budgets[0], options.larger_input


def cells(point, more):
    """A row of the table; `more` is the run on the same input with more memory, if there is one."""
    slower = point.seconds / more.seconds if more else None
    is_large = point.input_bytes >= INPUT_TO_MEMORY * bytes_of(point.budget)
    is_met = point.ratio() <= RATIO_MOST and (slower is None or slower < TIME_MOST)
    return [point.name, f"{point.input_bytes / 1e6:,.0f} MB", point.budget, f"{point.memory_bytes / MEBI:,.0f} MiB",
            f"{point.ratio():.2f}", f"{point.all_bytes / MEBI:,.0f} MiB", f"{point.seconds:.1f} s",
            f"{slower:.2f}" if slower else "", f"{point.results:,}", verdict(is_met) if is_large or more else ""]


def is_wanted(options, row):
    if getattr(options, row.source) is None:
        return False
    return not options.only or any(word in row.name for word in options.only)


def measured_points(options):
    for row in (row for row in ROWS if is_wanted(options, row)):
        for budget, source in budgets_and_inputs(options, row):
            point = measure(options, row, source, budget)
            print(", ".join(cells(point, None)), file=sys.stderr, flush=True)
            if options.rows:
                with open(options.rows, "a") as lines:
                    lines.write(json.dumps(asdict(point)) + "\n")
            yield point


def known_points(options, measured):
    """What was measured now, and before according to --rows; the last of equal runs."""
    points = measured
    if options.rows:
        points = [Point(**json.loads(line)) for line in options.rows.read_text().splitlines()]
    return list({(point.name, point.budget, point.input_bytes): point for point in points}.values())


def table_rows(points):
    """By command, then by input, the most memory first."""
    names = [row.name for row in ROWS]
    points.sort(key=lambda point: (names.index(point.name), point.input_bytes, -bytes_of(point.budget)))
    most = {}
    for point in points:
        yield cells(point, most.get((point.name, point.input_bytes)))
        most.setdefault((point.name, point.input_bytes), point)


def as_markdown(rows, busy):
    example = cento_command("cento", Row("", ("COMMAND", "INPUT"), ""), "INPUT", "SIZE", Path("FOLDER"))
    return "\n".join([f"Machine: {machine()}.{' The machine was busy with other work.' if busy else ''}", "",
                      *markdown_table(HEADER, ALIGNMENT, rows), "", "```sh", " ".join(example), "```", ""])


def parsed_options():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--cento", type=Path, required=True)
    ask.add_argument("--input", type=Path, required=True)
    ask.add_argument("--larger-input", type=Path)
    ask.add_argument("--threads-input", type=Path, help="threads of a forum; without it they are not measured")
    ask.add_argument("--loose-input", type=Path, help="for `scan --match loose`; without it that is not measured")
    ask.add_argument("--memory", nargs="+", default=["256M", "1G"])
    ask.add_argument("--only", nargs="+", default=[], metavar="WORD")
    ask.add_argument("--asked", type=int, default=2000, help="number of documents to query the index with")
    ask.add_argument("--keep", type=Path)
    ask.add_argument("--rows", type=Path, metavar="FILE", help="JSON lines of measurements, to which this adds")
    ask.add_argument("--work", type=Path, help="folder for temporary files")
    ask.add_argument("--write", type=Path, metavar="PAGE")
    return ask.parse_args()


def main():
    options = parsed_options()
    busy = machine_is_busy()
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=options.work or options.input.parent) as work:
        options.work = Path(work)
        table = as_markdown(table_rows(known_points(options, list(measured_points(options)))), busy)
    print(table)
    if options.write:
        write_between(options.write, "memory", table)


if __name__ == "__main__":
    main()
