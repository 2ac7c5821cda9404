#!/usr/bin/env python3
"""Measures Cento against md5sum and zcat on the same bytes in the same run, and prints a table of ratios.

    run.py --build build/bench --corpus build/bench-corpus [--repetitions 5] [--only WORD] [--write docs/benchmarks.md]

Files are read from the page cache. Cento and its yardstick take turns, so that both see the same machine, and the best
times are compared. --write puts the table into a page, between its two marks.
"""

import argparse
import platform
import re
import shlex
import subprocess
import sys
from pathlib import Path

from measure import Bench, CannotRun, command_row, html_row, sentences_row, text_row

MARKED = re.compile(r"(?<=<!-- table begin -->\n).*?(?=<!-- table end -->)", re.DOTALL)
HEADER = ["what", "Cento, best (median)", "yardstick, best (median)", "ratio", "target", "met", "counts"]

# What is measured: name, function of measure.py, its arguments, and the target of the ratio.
ROWS = [
    ("English, fold + tokenise + hash, AVX-512", text_row, ("en.txt", "avx512"), {"at_least": 3.0}),
    ("English, fold + tokenise + hash, AVX2", text_row, ("en.txt", "avx2"), {"at_least": 2.0}),
    ("Chinese, fold + tokenise + hash, AVX-512", text_row, ("zh.txt", "avx512"), {"at_least": 1.1}),
    ("Chinese, fold + tokenise + hash, AVX2", text_row, ("zh.txt", "avx2"), {"at_least": 0.8}),
    ("English, sentences on top of tokens, AVX-512", sentences_row, ("en.txt", "avx512"), {"at_most": 1.4}),
    ("English, sentences on top of tokens, AVX2", sentences_row, ("en.txt", "avx2"), {"at_most": 1.4}),
    ("Chinese, sentences on top of tokens, AVX-512", sentences_row, ("zh.txt", "avx512"), {"at_most": 1.4}),
    ("Chinese, sentences on top of tokens, AVX2", sentences_row, ("zh.txt", "avx2"), {"at_most": 1.4}),
    ("JSONL file to sentences", command_row, ("en.jsonl", "md5sum"), {"at_least": 1.2}),
    ("HTML in memory to text", html_row, ("html.jsonl",), {"at_least": 1.8}),
    ("`.warc.gz` to sentences", command_row, ("html.warc.gz", "zcat"), {"at_most": 0.6}),
]


def measured_rows(bench, word):
    """The rows whose name has the word, measured one by one; those that cannot run here are left out with a remark."""
    for name, measure, arguments, target in ROWS:
        if word not in name:
            continue
        try:
            row = measure(bench, name, *arguments, **target)
        except CannotRun as reason:
            print(f"{name}: left out: {reason}", file=sys.stderr, flush=True)
            continue
        print(f"{name}: {row.ratio():.2f} (target {row.target()})", file=sys.stderr, flush=True)
        yield row


def machine():
    """The processor and compiler that the numbers come from."""
    model = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    compiler = subprocess.run(["g++", "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]
    return f"{model.group(1) if model else platform.machine()}; {compiler}"


def as_markdown(rows):
    lines = [f"Machine: {machine()}.", ""]
    lines += ["| " + " | ".join(HEADER) + " |", "| --- | ---: | ---: | ---: | ---: | --- | --- |"]
    lines += ["| " + " | ".join(row.cells()) + " |" for row in rows]
    commands = (shlex.join(contender.command) for row in rows for contender in (row.cento, row.yardstick))
    return "\n".join([*lines, "", "The commands, in the order of the rows:", "", "```sh", *dict.fromkeys(commands), "```", ""])


def write_table(page, table):
    content = page.read_text(encoding="utf-8")
    page.write_text(MARKED.sub(lambda _: f"\n{table}\n", content), encoding="utf-8")


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--build", type=Path, required=True)
    ask.add_argument("--corpus", type=Path, required=True)
    ask.add_argument("--repetitions", type=int, default=5)
    ask.add_argument("--only", default="", metavar="WORD", help="only the rows whose name has this word")
    ask.add_argument("--write", type=Path, metavar="PAGE")
    options = ask.parse_args()
    table = as_markdown(list(measured_rows(Bench(options.build, options.corpus, options.repetitions), options.only)))
    print(table)
    if options.write:
        write_table(options.write, table)


if __name__ == "__main__":
    main()
