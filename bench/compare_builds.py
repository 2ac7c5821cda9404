#!/usr/bin/env python3
"""Checks that two builds of Cento give the same bytes, and what the second costs beside the first.

    compare_builds.py OLD NEW [--examples DIR] [--corpus FILE] [--instructions]

OLD and NEW are programs. Each job runs with both; files and standard output must be equal but for summaries, which
hold times. --corpus adds a large collection of JSON lines, as bench/corpus.py makes it. --instructions counts the
instructions of each job with callgrind, with one thread, and prints the difference: of the jobs on the corpus if there is
one (a few megabytes take half an hour), otherwise of those on the examples, which mostly start and end.
Exit code 1 when a result differs.
"""

import argparse
import filecmp
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOT_COMPARED = {"summary.json"}


def jobs_on(collection, name):
    """Jobs over one collection: (name, arguments), with {out} for where results go."""
    yield f"{name}: scan", ["scan", collection, "-o", "{out}"]
    yield f"{name}: scan exact", ["scan", collection, "--match", "exact", "--pairs-up-to", "all", "-o", "{out}"]
    yield f"{name}: scan blog", ["scan", collection, "--method", "blog", "-o", "{out}"]
    yield f"{name}: scan substring", ["scan", collection, "--method", "substring", "-o", "{out}"]
    yield f"{name}: pairs", ["pairs", collection, "-o", "{out}", "--clusters", "{out}.clusters"]
    yield f"{name}: pairs ndd", ["pairs", collection, "--method", "ndd", "--threshold", "0.5", "-o", "{out}"]
    yield f"{name}: pairs minhash", ["pairs", collection, "--method", "minhash", "-o", "{out}"]
    yield f"{name}: dedup", ["dedup", collection, "-o", "{out}/", "--audit", "{out}.audit"]
    yield f"{name}: dedup passages", ["dedup", collection, "--level", "passage", "-o", "{out}/", "--audit", "{out}.audit"]
    yield f"{name}: dedup sentences", ["dedup", collection, "--level", "sentence", "-o", "{out}/"]
    yield f"{name}: index add", ["index", "add", "{out}.index", collection]
    yield f"{name}: query", ["query", "{out}.index", collection, "-o", "{out}"]
    yield f"{name}: query all answers", ["query", "{out}.index", collection, "-o", "{out}",
                                         "--answers", "documents,passages,blog"]


def example_jobs(examples):
    for name in ("articles", "dispatches", "news"):
        yield from jobs_on(str(examples / name), name)
        yield f"{name}: scan loose", ["scan", str(examples / name), "--match", "loose", "-o", "{out}"]
    threads = str(examples / "questions" / "threads.jsonl")
    yield "questions: threads", ["threads", threads, "-o", "{out}", "--clusters", "{out}.clusters"]
    yield "questions: threads by term", ["threads", threads, "--by", "term", "-o", "{out}"]
    english = str(examples / "articles" / "english.jsonl")
    yield "articles: show", ["show", english, "-o", "{out}"]
    yield "articles: convert", ["convert", english, "-o", "{out}"]


class Build:
    """A program, and the folder that its results go to."""

    def __init__(self, program, folder):
        self.program = program
        self.folder = folder
        folder.mkdir()

    def arguments(self, job):
        """An index has the same name in all jobs of its collection, which use it one after the other."""
        name, arguments = job
        collection = re.sub(r"\W+", "-", name.split(":")[0])
        out = self.folder / re.sub(r"\W+", "-", name)
        return [text.replace("{out}.index", str(self.folder / f"{collection}.index")).replace("{out}", str(out))
                for text in arguments]

    def run(self, job, before=()):
        done = subprocess.run([*before, self.program, *self.arguments(job), "--quiet"], capture_output=True)
        if done.returncode != 0:
            raise SystemExit(f"{self.program} {job[0]}: exit code {done.returncode}: {done.stderr.decode()[-400:]}")
        return done.stdout

    def results(self):
        return {path.relative_to(self.folder) for path in self.folder.rglob("*")
                if path.is_file() and path.name not in NOT_COMPARED and ".index" not in str(path)}

    def instructions(self, job):
        with tempfile.NamedTemporaryFile() as counts:
            self.run(job, ["valgrind", "--tool=callgrind", f"--callgrind-out-file={counts.name}"])
            return int(re.search(r"^(?:summary|totals): (\d+)", Path(counts.name).read_text(), re.MULTILINE)[1])


def differences(old, new):
    """Files that only one build wrote, or that differ."""
    for path in sorted(old.results() ^ new.results()):
        yield f"{path}: only one build wrote it"
    for path in sorted(old.results() & new.results()):
        if not filecmp.cmp(old.folder / path, new.folder / path, shallow=False):
            yield f"{path}: differs"


def compare(options, folder):
    old = Build(options.old, folder / "old")
    new = Build(options.new, folder / "new")
    jobs = list(example_jobs(options.examples))
    if options.corpus:
        jobs += jobs_on(str(options.corpus), "corpus")
    found = [f"{job[0]}: standard output differs" for job in jobs if old.run(job) != new.run(job)]
    found += differences(old, new)
    for line in found:
        print(line)
    print(f"{len(jobs)} jobs, {len(old.results())} files compared, {len(found)} differences")
    if options.instructions:
        old, new = Build(options.old, folder / "old-counted"), Build(options.new, folder / "new-counted")
        for job in jobs_on(str(options.corpus), "corpus") if options.corpus else example_jobs(options.examples):
            one_thread = (job[0], [*job[1], "--threads", "1"])
            before, after = old.instructions(one_thread), new.instructions(one_thread)
            print(f"{job[0]:32} {before:15,} {after:15,} {100 * (after / before - 1):+6.2f} %", flush=True)
    return 1 if found else 0


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("old", type=Path)
    ask.add_argument("new", type=Path)
    ask.add_argument("--examples", type=Path, default=ROOT / "examples")
    ask.add_argument("--corpus", type=Path)
    ask.add_argument("--instructions", action="store_true")
    options = ask.parse_args()
    for program in (options.old, options.new):
        if shutil.which(program) is None:
            raise SystemExit(f"{program} is not a program")
    with tempfile.TemporaryDirectory() as folder:
        return compare(options, Path(folder))


if __name__ == "__main__":
    sys.exit(main())
