#!/usr/bin/env python3
"""Times the search for repeated runs of tokens, from a JSONL file to a file of ranges, against a suffix array.

    substring.py --build build/bench --input en.jsonl [--quick] [--write PAGE]

The input is read from the page cache. Cento runs several times, the suffix array (libdivsufsort, from Debian)
once. Its cost is kept in the build folder, with the date: --quick does not run it again.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from near_duplicates import Contestant, KeptOutcomes, Race, kept_remark, outcomes_of, shown
from page import machine, machine_is_busy, markdown_table, verdict, write_between

MIN_TOKENS = "50"
MIN_BYTES = "200"
THREADS = "2"
MEMORY = "1G"
MEMORY_TARGET_BYTES = 0.4e9
FASTER_BY = 100
# deduplicate-text-datasets on two cores, its suffix array, search and collection of ranges; measured once, elsewhere
QUOTED_SECONDS = 355
CENTO, SUFFIX_ARRAY = "Cento, runs of 50 tokens", "libdivsufsort, repeats of 200 bytes, one thread"
KEPT = "substring-measured.json"
HEADER = ["what", "best (median)", "peak memory", "results", "time over Cento's"]
REMARKS = """The two do not search for the same: a run of 50 tokens is about 320 bytes of this text, ignores case,
punctuation and white space, and its ranges begin and end with words. Both are exact for what they search for."""


def contestants_of(build, runs):
    scan = [str(build / "cento"), "scan", "{input}", "--method", "substring", "--min-tokens", MIN_TOKENS, "--threads",
            THREADS, "--memory", MEMORY, "--quiet", "-o", "{output}"]
    contestants = [Contestant("`md5sum`", ["md5sum", "{input}"], runs=runs),
                   Contestant(CENTO, scan, unit="ranges", runs=runs)]
    suffix_array = build / "suffix_array_ranges"
    if suffix_array.exists():
        contestants.append(Contestant(SUFFIX_ARRAY, [str(suffix_array), MIN_BYTES, "{input}"], unit="ranges",
                                      is_slow=True))
    else:
        print(f"There is no {suffix_array} (libdivsufsort-dev is missing): it is left out.", file=sys.stderr)
    return contestants


def row_of(contestant, outcome, cento):
    results = "" if outcome.results is None else f"{outcome.results:,} {contestant.unit}"
    return [contestant.name + kept_remark(outcome), f"{outcome.best():.2f} s ({outcome.median():.2f})",
            f"{outcome.memory_bytes / 1e9:.2f} GB", results, f"{outcome.best() / cento.best():.2f}"]


def as_markdown(contestants, outcomes, source, remark):
    """The table, remarks on it, and the commands."""
    cento = outcomes[CENTO]
    ran = [contestant for contestant in contestants if contestant.name in outcomes]
    rows = [row_of(contestant, outcomes[contestant.name], cento) for contestant in ran]
    memory = (f"Peak memory of Cento: {cento.memory_bytes / 1e9:.2f} GB, target ≤ {MEMORY_TARGET_BYTES / 1e9:g} GB, met:"
              f" {verdict(cento.memory_bytes <= MEMORY_TARGET_BYTES)}.")
    ratio = QUOTED_SECONDS / cento.best()
    quoted = (f"deduplicate-text-datasets, which the package registries do not have, was not run here; {QUOTED_SECONDS} s were"
              f" seen on two cores elsewhere, on the same text: {ratio:,.0f} ×, target ≥ {FASTER_BY}, met:"
              f" {verdict(ratio >= FASTER_BY)}.")
    return "\n".join([
        f"Machine: {machine()}; input: {source.name}, {source.stat().st_size / 1e6:.0f} MB.{remark}", "",
        *markdown_table(HEADER, "lrrrr", rows), "", memory, quoted, "", REMARKS, "",
        "The commands, in the order of the rows:", "", "```sh", *(shown(contestant.command) for contestant in ran),
        "```", ""])


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--build", type=Path, required=True)
    ask.add_argument("--input", type=Path, required=True)
    ask.add_argument("--repetitions", type=int, default=5, help="how often Cento and md5sum run")
    ask.add_argument("--quick", action="store_true", help="do not run the suffix array again")
    ask.add_argument("--write", type=Path, metavar="PAGE")
    options = ask.parse_args()
    remark = " The machine was busy with other work." if machine_is_busy() else ""
    contestants = contestants_of(options.build, options.repetitions)
    kept = KeptOutcomes(options.build / KEPT, options.input)
    with tempfile.TemporaryDirectory(dir=options.input.parent) as folder:
        outcomes = outcomes_of(contestants, Race(options.input, Path(folder)), kept, options.quick)
    if CENTO not in outcomes:
        sys.exit("substring.py: Cento did not run, so there is nothing to compare with")
    table = as_markdown(contestants, outcomes, options.input, remark)
    print(table)
    if options.write:
        write_between(options.write, "substring", table)


if __name__ == "__main__":
    main()
