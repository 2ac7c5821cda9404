#!/usr/bin/env python3
"""Measures Cento against md5sum and zcat on the same bytes in the same run, and prints a table of ratios.

    run.py --build build/bench --corpus build/bench-corpus [--data DIR] [--repetitions 5] [--only WORD] [--write PAGE]

Files are read from the page cache. Cento and its yardstick alternate, so that both see the same machine, and the best
times are compared. Then Cento's tokens are compared with ICU's and its text of web pages with a DOM parser's, on the
corpus and on the evaluation sets in DIR if it exists. --write puts all of it into a page, between its marks.
"""

import argparse
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from measure import Bench, CannotRun, command_row, html_row, sentences_row, text_row
from page import machine, machine_is_busy, markdown_table, write_between

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
    """The rows whose name contains the word, measured one by one; those that cannot run here are left out."""
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


def as_markdown(rows):
    lines = [f"Machine: {machine()}.", ""]
    lines += markdown_table(HEADER, "lrrrrll", [row.cells() for row in rows])
    commands = (shlex.join(contender.command) for row in rows for contender in (row.cento, row.yardstick))
    lines += ["", "The commands, in the order of the rows:", "", "```sh", *dict.fromkeys(commands), "```", ""]
    return "\n".join(lines)


def agreements(bench, data):
    """The last lines of the programs that compare with slow references, each with its command."""
    corpus = sorted(str(path) for path in bench.corpus.glob("??.jsonl"))
    token_agreement, html_agreement = str(bench.build / "token_agreement"), str(bench.build / "html_agreement")
    yield last_line([token_agreement, "--random", "1000000"])
    yield last_line([token_agreement, *corpus])
    yield last_line([html_agreement, str(bench.corpus / "html.jsonl")])
    if data is None or not data.is_dir():
        return
    yield last_line([token_agreement, str(data)], shown=["token_agreement", "DATA"])
    for name in ("articles", "guide"):
        with tempfile.TemporaryDirectory() as folder:
            pages = Path(folder) / f"{name}.jsonl"
            subprocess.run(["zstd", "-dqf", str(data / name / "docs.jsonl.zst"), "-o", str(pages)], check=True)
            yield last_line([html_agreement, str(pages)], shown=["html_agreement", f"DATA/{name}.jsonl"])


def last_line(command, shown=None):
    """A command and the last line it prints."""
    lines = subprocess.run(command, capture_output=True, text=True).stdout.splitlines()
    return f"$ {shlex.join(shown or command)}\n{lines[-1] if lines else 'failed'}\n"


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--build", type=Path, required=True)
    ask.add_argument("--corpus", type=Path, required=True)
    ask.add_argument("--data", type=Path)
    ask.add_argument("--repetitions", type=int, default=5)
    ask.add_argument("--only", default="", metavar="WORD", help="only rows with this word in their name, no agreement")
    ask.add_argument("--write", type=Path, metavar="PAGE")
    options = ask.parse_args()
    bench = Bench(options.build, options.corpus, options.repetitions)
    if machine_is_busy():
        print("The machine is busy with other work: the ratios will be rough.", file=sys.stderr, flush=True)
    table = as_markdown(list(measured_rows(bench, options.only)))
    print(table)
    if options.write:
        write_between(options.write, "table", table)
    if options.only:
        return
    agreement = "```text\n" + "".join(agreements(bench, options.data)) + "```\n"
    print(agreement)
    if options.write:
        write_between(options.write, "agreement", agreement)


if __name__ == "__main__":
    main()
