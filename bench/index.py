#!/usr/bin/env python3
"""Times the durable index: adding, opening, querying, adding one by one, against SQLite's FTS5 and RocksDB.

    index.py --build build/bench --corpus build/bench-corpus [--sentences 20000000] [--write PAGE]

The large index holds the English corpus and generated text up to the given number of sentences. The peers hold only the
corpus, as does the index that they are compared with. Questions are documents of twenty sentences, asked one after the
other on one thread, once to warm up and then three times, of which the best counts. For reused sentences the time is
given per sentence.
"""

import argparse
import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from page import machine, machine_is_busy, markdown_table, verdict, write_between
from process_cost import cost_of

MEGA = 1e6
THREADS = "2"
GENERATED_BYTES_A_SENTENCE = 112
ADD_TARGET = 100
OPEN_TARGET = 0.1
BYTES_TARGET = 24
LATENCY_TARGETS = {"blog": 50, "passages": 300, "qsign": 1000}
ASK_RATIO = 10
SPREAD = 10
SPREADS = {"similar": 20}
SENTENCES_A_QUESTION = 20
ONE_BY_ONE = {"batch": 2000, "each": 200}
OLD_SENTENCES = (500_000, 800_000)
NEW_SENTENCES = 100_000
PEERS = {"fts5": "SQLite FTS5", "rocksdb": "RocksDB"}


class Bench:
    """Runs programs in a separate folder and records the commands."""

    def __init__(self, build, work):
        self.build, self.work, self.commands = build, work, []

    def cento(self, *arguments):
        command = [str(self.build / "cento"), *map(str, arguments)]
        self.commands.append(" ".join(word.replace(str(self.work), "WORK") for word in command))
        return cost_of(command, self.work)

    def program(self, name, *arguments):
        command = [str(self.build / name), *map(str, arguments)]
        self.commands.append(" ".join(word.replace(str(self.work), "WORK") for word in command))
        return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)

    def stats(self, folder):
        said = subprocess.run([str(self.build / "cento"), "index", "stats", str(folder), "--json"], capture_output=True,
                              text=True, check=True).stdout
        return json.loads(said)


def row(what, value, target="", is_met=None):
    return [what, value, target, "" if is_met is None else verdict(is_met)]


def lines_with_sentences(path, bench, wanted, skip=0):
    """Lines of a collection, from line `skip` on, with about `wanted` sentences together; and the next line."""
    bytes_a_sentence = 80
    taken, size, number = [], 0, 0
    with path.open("rb") as file:
        for number, line in enumerate(file):
            if number < skip:
                continue
            taken.append(line)
            size += min(len(line), 200_000)
            if size >= wanted * bytes_a_sentence:
                break
    return taken, number + 1


def large_collection(bench, corpus, sentences):
    """Files with about `sentences` sentences: the corpus, and generated text for the rest."""
    have = 3_100_000
    if sentences <= have:
        return [corpus / "en.jsonl"]
    generated = bench.work / "generated.jsonl"
    with generated.open("wb") as out:
        subprocess.run([str(bench.build / "make_collection"), str(corpus / "en.txt"),
                        str((sentences - have) * GENERATED_BYTES_A_SENTENCE), "1"], stdout=out, check=True)
    return [corpus / "en.jsonl", generated]


def latency_rows(what, times, sentences=1):
    """Rows about the median of some questions, per sentence, and how much slower the slowest are."""
    target = LATENCY_TARGETS.get(what)
    median = times["median_us"] / sentences
    unit = "µs per sentence" if sentences > 1 else "µs"
    yield row(f"ask for {what}: median ({times['results']:,} results)", f"{median:.0f} {unit}",
              f"≤ {target} {unit}" if target else "", median <= target if target else None)
    spread = times["p99_us"] / times["median_us"]
    most = SPREADS.get(what, SPREAD if target else None)
    yield row(f"ask for {what}: p99 over median", f"{spread:.1f}", f"≤ {most}" if most else "",
              spread <= most if most else None)


def large_index(bench, corpus, inputs):
    """Rows about an index of a large collection."""
    folder = bench.work / "large"
    bench.cento("index", "create", folder)
    cost = bench.cento("index", "add", folder, *inputs, "--threads", THREADS, "--quiet")
    stats = bench.stats(folder)
    rate = stats["text_bytes"] / MEGA / cost.seconds
    bare = stats["segment_bytes"] / stats["sentences"]
    asked = bench.program("index_ask", folder, corpus / "en.jsonl")
    yield row(f"add {stats['sentences']:,} sentences, {stats['text_bytes'] / MEGA:,.0f} MB of text", f"{rate:.0f} MB/s",
              f"≥ {ADD_TARGET} MB/s", rate >= ADD_TARGET)
    yield row("memory while adding", f"{cost.memory_bytes / 1e9:.2f} GB")
    yield row("index without text", f"{bare:.1f} bytes per sentence", f"≤ {BYTES_TARGET}", bare <= BYTES_TARGET)
    yield row("open", f"{asked['open_s'] * 1000:.1f} ms", f"≤ {OPEN_TARGET * 1000:.0f} ms", asked["open_s"] <= OPEN_TARGET)
    for kind in ("blog", "passages", "similar"):
        yield from latency_rows(kind, asked[kind])
    shutil.rmtree(folder)


def reuse_index(bench, corpus, inputs):
    """Rows about reused sentences. The index keeps only words and signatures."""
    folder = bench.work / "reuse"
    bench.cento("index", "create", folder, "--reuse", "--no-passages", "--no-blog", "--no-documents")
    bench.cento("index", "add", folder, *inputs, "--threads", THREADS, "--quiet")
    asked = bench.program("index_ask", folder, corpus / "en.jsonl")
    bare = bench.stats(folder)["segment_bytes"] / asked["sentences"]
    yield row(f"reused sentences among {asked['sentences']:,}: index without text", f"{bare:.0f} bytes per sentence")
    for way in ("words", "qsign"):
        yield from latency_rows(way, asked[way], SENTENCES_A_QUESTION)
    yield row(f"qsign: predicted recall, measured ({asked['recall_sentences']} sentences with changed copies)",
              f"{asked['predicted_recall']:.3f}, {asked['measured_recall']:.3f}")
    shutil.rmtree(folder)


def one_by_one(bench, corpus):
    """Rows about querying documents and then adding them."""
    lines, _ = lines_with_sentences(corpus / "en.jsonl", bench, 400_000)
    stream = bench.work / "stream.jsonl"
    stream.write_bytes(b"".join(lines))
    for durable, target in ONE_BY_ONE.items():
        folder = bench.work / f"stream-{durable}"
        bench.cento("index", "create", folder)
        cost = bench.cento("query", folder, stream, "--add", "--durable", durable, "-o", bench.work / "answers.jsonl",
                           "--quiet")
        rate = len(lines) / cost.seconds
        yield row(f"ask and add {len(lines):,} documents, durable {durable}", f"{rate:,.0f} documents/s", f"≥ {target:,}",
                  rate >= target)


def against_peers(bench, corpus):
    """Rows about the same question asked to other stores."""
    folder = bench.work / "small"
    bench.cento("index", "create", folder)
    cost = bench.cento("index", "add", folder, corpus / "en.jsonl", "--threads", THREADS, "--quiet")
    own = bench.program("index_ask", folder, corpus / "en.jsonl")["blog"]
    yield row(f"Cento, only the corpus: build, ask ({own['results']} known)",
              f"{cost.seconds:.1f} s, {own['median_us']:.0f} µs")
    for name, title in PEERS.items():
        try:
            peer = bench.program("index_peers", name, bench.work / name, corpus / "en.jsonl")
        except subprocess.CalledProcessError as failed:
            yield row(f"{title}: did not run", failed.stderr.strip())
            continue
        ratio = peer["blog"]["median_us"] / own["median_us"]
        yield row(f"{title}: build, ask ({peer['blog']['results']} known)",
                  f"{peer['build_s']:.1f} s, {peer['blog']['median_us']:.0f} µs, {ratio:.0f} × Cento's", f"≥ {ASK_RATIO} ×",
                  ratio >= ASK_RATIO)


def incremental(bench, corpus):
    """Rows as in the paper's Figure 13: new sentences are queried and added, or everything is, from the start."""
    for old_sentences in OLD_SENTENCES:
        old, after = lines_with_sentences(corpus / "en.jsonl", bench, old_sentences)
        new, _ = lines_with_sentences(corpus / "en.jsonl", bench, NEW_SENTENCES, skip=after)
        paths = {"old": old, "new": new, "all": old + new}
        for name, lines in paths.items():
            (bench.work / f"{name}.jsonl").write_bytes(b"".join(lines))
        folders = {name: bench.work / f"{name}-{old_sentences}" for name in ("grown", "fresh")}
        for folder in folders.values():
            bench.cento("index", "create", folder)
        bench.cento("index", "add", folders["grown"], bench.work / "old.jsonl", "--quiet")
        had = bench.stats(folders["grown"])["sentences"]
        ask = ("--add", "-o", bench.work / "answers.jsonl", "--quiet")
        grown = bench.cento("query", folders["grown"], bench.work / "new.jsonl", *ask).seconds
        fresh = bench.cento("query", folders["fresh"], bench.work / "all.jsonl", *ask).seconds
        came = bench.stats(folders["grown"])["sentences"] - had
        yield row(f"{came:,} new sentences on {had:,}: added, everything again", f"{grown:.2f} s, {fresh:.2f} s: "
                  f"{fresh / grown:.1f} ×", "paper: 5–7")


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--build", type=Path, required=True)
    ask.add_argument("--corpus", type=Path, required=True)
    ask.add_argument("--sentences", type=int, default=20_000_000, help="of the large index")
    ask.add_argument("--quick", action="store_true", help="only the corpus, and no peers")
    ask.add_argument("--write", type=Path, metavar="PAGE")
    options = ask.parse_args()
    remark = " The machine was busy with other work." if machine_is_busy() else ""
    with tempfile.TemporaryDirectory(dir=options.corpus) as folder:
        bench = Bench(options.build, Path(folder))
        inputs = large_collection(bench, options.corpus, 0 if options.quick else options.sentences)
        rows = list(large_index(bench, options.corpus, inputs))
        rows += reuse_index(bench, options.corpus, inputs)
        rows += one_by_one(bench, options.corpus)
        rows += incremental(bench, options.corpus)
        if not options.quick:
            rows += against_peers(bench, options.corpus)
    table = "\n".join([f"Machine: {machine()}.{remark}", "",
                       *markdown_table(["what", "measured", "target", "met"], "lrrl", rows), "", "The commands:", "",
                       "```sh", *bench.commands, "```", ""])
    print(table)
    if options.write:
        write_between(options.write, "index", table)


if __name__ == "__main__":
    main()
