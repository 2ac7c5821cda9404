#!/usr/bin/env python3
"""Times `cento threads` over a million generated threads, by document and by term, and queries to an index of them.

    threads.py --build build/bench --corpus build/bench-corpus --questions QUESTIONS [--threads N] [--write PAGE]

The threads are made from real questions and sentences (make_threads.py); QUESTIONS is a labelled file of questions,
such as pairs.jsonl.zst of the Quora pairs.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from page import machine, machine_is_busy, markdown_table, verdict, write_between
from process_cost import cost_of

MEMORY = "2G"
THREADS = "2"
SECONDS_TARGET = 60
MEMORY_TARGET = 2 << 30
WITHIN = 2
SAVED_TARGET = 0.3
ASK_TARGET_US = 1000
ASK_SPREAD = 20
HEADER = ["what", "result", "target", "met"]
ALIGNMENT = "lrll"


def collection(options):
    """The generated threads, made once."""
    path = options.corpus / f"threads-{options.threads}.jsonl"
    if not path.exists():
        subprocess.run([sys.executable, str(Path(__file__).with_name("make_threads.py")), "--questions",
                        str(options.questions), "--text", str(options.corpus / "en.txt"), "--threads",
                        str(options.threads), "--out", str(path)], check=True)
    return path


def threads_command(cento, source, way, output, statistics):
    """How Cento is called, the one place that says so."""
    return [str(cento), "threads", str(source), "--by", way, "--threads", THREADS, "--memory", MEMORY, "--quiet",
            "--stats-json", str(statistics), "-o", str(output)]


def row(what, result, target="", is_met=None):
    return [what, result, target, "" if is_met is None else verdict(is_met)]


def rows_of(options, work):
    source = collection(options)
    seconds, found = {}, {}
    for way in ("document", "term"):
        output, statistics = work / f"{way}.tsv", work / f"{way}.json"
        cost = cost_of(threads_command(options.build / "cento", source, way, output, statistics), work)
        counts = json.loads(statistics.read_text())
        seconds[way], found[way] = cost.seconds, output.read_bytes()
        yield row(f"all pairs by {way}: {counts['pairs']:,} of {counts['documents']:,} threads", f"{cost.seconds:.1f} s",
                  f"≤ {SECONDS_TARGET} s", cost.seconds <= SECONDS_TARGET)
        yield row(f"peak memory by {way}", f"{cost.memory_bytes / 1e9:.2f} GB", f"≤ {MEMORY}",
                  cost.memory_bytes <= MEMORY_TARGET)
        if way == "document":
            saved = counts["given_up"] / max(1, counts["proposed_pairs"])
            yield row(f"verifications that the tighter bound ends early, of {counts['proposed_pairs']:,}",
                      f"{saved:.0%}", f"≥ {SAVED_TARGET:.0%}", saved >= SAVED_TARGET)
    ratio = max(seconds.values()) / min(seconds.values())
    yield row("the slower of the two ways, over the faster", f"{ratio:.2f}", f"≤ {WITHIN}", ratio <= WITHIN)
    yield row("both give the same bytes", "yes" if found["document"] == found["term"] else "**no**")


def asking_rows(options, work):
    """Asks an index of all threads whether a question was asked before: title and body of some, with words left out."""
    source = collection(options)
    folder = work / "index"
    cost_of([str(options.build / "cento"), "index", "create", str(folder), "--forum"], work)
    cost = cost_of([str(options.build / "cento"), "index", "add", str(folder), str(source), "--text-field",
                    "title,description,answer", "--threads", THREADS, "--quiet"], work)
    yield row("add them to an index", f"{cost.seconds:.1f} s, {cost.memory_bytes / 1e9:.2f} GB")
    asked = json.loads(cost_of([str(options.build / "forum_ask"), str(folder), str(source)], work).said)
    median, p99 = asked["ask"]["median_us"], asked["ask"]["p99_us"]
    yield row(f"ask before posting: median ({asked['found']:.1%} find their own thread)", f"{median:.0f} µs",
              f"≤ {ASK_TARGET_US:,} µs", median <= ASK_TARGET_US)
    yield row(f"ask before posting: p99 over median ({p99 / 1000:.1f} ms)", f"{p99 / median:.1f}", f"≤ {ASK_SPREAD}",
              p99 / median <= ASK_SPREAD)


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--build", type=Path, required=True)
    ask.add_argument("--corpus", type=Path, required=True)
    ask.add_argument("--questions", type=Path, required=True)
    ask.add_argument("--threads", type=int, default=1_000_000)
    ask.add_argument("--write", type=Path)
    options = ask.parse_args()
    if not options.questions.exists():
        print(f"{options.questions} does not exist: threads are not measured")
        return
    busy = machine_is_busy()
    with tempfile.TemporaryDirectory() as work:
        rows = [*rows_of(options, Path(work)), *asking_rows(options, Path(work))]
    command = " ".join(threads_command("cento", f"threads-{options.threads}.jsonl", "document", "pairs.tsv", "stats.json"))
    text = "\n".join([f"{machine()}" + ("; other work was going on" if busy else ""), "", f"`{command}`", "",
                      *markdown_table(HEADER, ALIGNMENT, rows)])
    print(text)
    if options.write:
        write_between(options.write, "threads", text)


if __name__ == "__main__":
    main()
