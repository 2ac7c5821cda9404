#!/usr/bin/env python3
"""Measures how time and memory of `cento pairs` or `cento scan` grow with the collection.

    growth.py --build build/bench --words en.txt [--of pairs|scan] [--quick] [--write PAGE]

Collections of 1, 4, 16 and 64 times a size, with the same share of duplicates, are generated from the words of a text
(make_collection.cpp), read from the page cache, and removed afterwards. The exponent e of time ~ size^e is the slope of
a straight line through the logarithms. --quick leaves out the largest. --beyond adds an even larger one, run once and
not part of the exponent, which must stay within --memory.
"""

import argparse
import json
import math
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from page import machine, machine_is_busy, markdown_table, verdict, write_between
from process_cost import Failed, cost_of, lines_of

UNIT_BYTES = 33_000_000  # 64 times that is more than 2 GB
FACTORS = [1, 4, 16, 64]
SEED = "1"
MEMORY = "1G"
EXPONENT_MOST = 1.1
MEMORY_MOST_BYTES = 1.15e9
MEMORY_BYTES = 2**30  # the same as MEMORY
SECTIONS = {"pairs": "growth", "scan": "growth of scan"}
REMARKS = """The texts are made up: words of the English text drawn by Zipf's law, one document in five a copy of another,
exact or with up to 5 % of its words changed, and shared paragraphs at the end of many."""


@dataclass
class Point:
    """One collection and what it cost."""

    factor: int
    size_bytes: int
    documents: int
    pairs: int
    seconds: float
    memory_bytes: int

    def cells(self):
        return [f"{self.factor} ×, {self.size_bytes / 1e6:,.0f} MB", f"{self.documents:,}", f"{self.pairs:,}",
                f"{self.pairs / max(1, self.documents):.3f}", f"{self.seconds:.2f} s",
                f"{self.size_bytes / self.seconds / 1e6:,.0f} MB/s", f"{self.memory_bytes / 1e9:.2f} GB"]


def header(what):
    found = "pairs" if what == "pairs" else "passages"
    return ["collection", "documents", found, f"{found} per document", "best time", "rate", "peak memory"]


def cento_command(cento, what, collection, found, temporary):
    """How Cento is called, the one place that says so."""
    own = {"pairs": ["--method", "shingle:5", "--threshold", "0.8", "-o", str(found)],
           "scan": ["--stats-json", str(found)]}
    return [str(cento), what, str(collection), *own[what], "--threads", "2", "--memory", MEMORY, "--temp-dir",
            str(temporary), "--quiet"]


def count_found(what, found):
    return lines_of(found) if what == "pairs" else json.loads(found.read_text())["passages"]


def generate(build, words, factor, path):
    """Writes a collection, which is then in the page cache."""
    with open(path, "wb") as out:
        subprocess.run([str(build / "make_collection"), str(words), str(UNIT_BYTES * factor), SEED],
                       stdout=out, check=True)


def measure(options, factor, repetitions, folder):
    """The best time and the highest peak of memory over some runs on a collection."""
    collection, found = folder / "collection.jsonl", folder / "found"
    generate(options.build, options.words, factor, collection)
    command = cento_command(options.build / "cento", options.of, collection, found, folder)
    costs = [cost_of(command, folder) for _ in range(repetitions)]
    return Point(factor, collection.stat().st_size, lines_of(collection), count_found(options.of, found),
                 min(cost.seconds for cost in costs), max(cost.memory_bytes for cost in costs))


def measured_points(options, factors, repetitions):
    for factor in factors:
        with tempfile.TemporaryDirectory(dir=options.words.parent) as folder:
            point = measure(options, factor, repetitions, Path(folder))
        print(", ".join(point.cells()), file=sys.stderr, flush=True)
        yield point


def exponent(points):
    """The slope of log(seconds) over log(bytes), by least squares."""
    sizes = [math.log(point.size_bytes) for point in points]
    times = [math.log(point.seconds) for point in points]
    size_mean, time_mean = sum(sizes) / len(sizes), sum(times) / len(times)
    shared = sum((size - size_mean) * (seconds - time_mean) for size, seconds in zip(sizes, times))
    return shared / sum((size - size_mean) ** 2 for size in sizes)


def beyond_lines(beyond):
    """Sentences about a collection that is far larger than the memory."""
    for point in beyond:
        yield (f"Peak memory on {point.factor} ×, run once, not part of the exponent:"
               f" {point.memory_bytes / 1e9:.2f} GB, target ≤ {MEMORY_BYTES / 1e9:.2f} GB ({MEMORY}),"
               f" met: {verdict(point.memory_bytes <= MEMORY_BYTES)}.")


def as_markdown(what, points, beyond, busy):
    slope, last_slope = exponent(points), exponent(points[-2:])
    largest = points[-1]
    return "\n".join([
        f"Machine: {machine()}.{' The machine was busy with other work.' if busy else ''}", "",
        *markdown_table(header(what), "l" + "r" * 6, [point.cells() for point in points + beyond]), "",
        f"Exponent of the time: {slope:.2f} over all sizes, target ≤ {EXPONENT_MOST:g}, met:"
        f" {verdict(slope <= EXPONENT_MOST)}; {last_slope:.2f} between the two largest.",
        f"Peak memory on the largest, with `--memory {MEMORY}`: {largest.memory_bytes / 1e9:.2f} GB, target"
        f" ≤ {MEMORY_MOST_BYTES / 1e9:g} GB, met: {verdict(largest.memory_bytes <= MEMORY_MOST_BYTES)}.",
        *beyond_lines(beyond), "",
        REMARKS, "", "```sh", f"make_collection en.txt BYTES {SEED} > COLLECTION",
        " ".join(cento_command("cento", what, "COLLECTION", "FOUND", "FOLDER")), "```", ""])


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--build", type=Path, required=True)
    ask.add_argument("--words", type=Path, required=True, help="a text whose words are used")
    ask.add_argument("--of", choices=SECTIONS, default="pairs", help="the command")
    ask.add_argument("--factors", type=int, nargs="+", default=FACTORS)
    ask.add_argument("--beyond", type=int, nargs=1, default=[], metavar="FACTOR")
    ask.add_argument("--repetitions", type=int, default=3)
    ask.add_argument("--quick", action="store_true", help="without the largest collection")
    ask.add_argument("--write", type=Path, metavar="PAGE")
    options = ask.parse_args()
    busy = machine_is_busy()
    try:
        factors = options.factors[:-1] if options.quick else options.factors
        points = list(measured_points(options, factors, options.repetitions))
        beyond = list(measured_points(options, [] if options.quick else options.beyond, 1))
    except Failed as reason:
        sys.exit(f"growth.py: cento failed: {reason}")
    table = as_markdown(options.of, points, beyond, busy)
    print(table)
    if options.write:
        write_between(options.write, SECTIONS[options.of], table)


if __name__ == "__main__":
    main()
