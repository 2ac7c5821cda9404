#!/usr/bin/env python3
"""Times the Python package: beside the command, beside other libraries, and asking an index; and Parquet files.

    python.py --input en.jsonl [--cento build/release/cento] [--python PYTHON] [--programs build/bench]
              [--peers build/peers] [--text-dedup build/peers-text-dedup] [--without PEER] [--times 5] [--texts N]
              [--rest 4] [--only jobs|parquet|peers|paragraphs|index] [--write docs/benchmarks.md] [--peers-page docs/peers.md]

PYTHON has the package and pyarrow; library_asks and library_reads are in build/bench; the other folders are virtual
environments that bench/peers.sh creates, and peers that they lack are left out. Everything takes turns with `md5sum` of the input, after some seconds of rest (--rest) each; medians count. Peers take part in the first
turns only: --peer-times (3), slow ones once. --write and --peers-page write the tables between the marks of the pages,
each part between its own, so that parts can be measured in several sittings.
"""

import argparse
import itertools
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from measure import Bench, CannotRun, OwnClock, WallClock, on_file
from page import machine, machine_is_busy, markdown_table, verdict, write_between
from process_cost import cost_of

HERE = Path(__file__).resolve().parent
THREADS = "2"
JOBS = ("scan", "pairs")
LITTLE_MEMORY = 200  # MB
JOB_TARGET = 1.05  # over the command's time without its reading
PARQUET_TARGET = 1.25  # over JSON lines of the same text
DEDUP_TARGET_MBS = 200  # of text, Parquet to Parquet
MANY_TARGET = 1.1  # over the library's own time
ASK_TARGET_US = 20
QUESTIONS = 1000
SENTENCES_A_QUESTION = 20
# Title, environment, and how many times as fast Cento should be. Without its model semhash does only a part of its work.
PEERS = {
    "rensa": ("rensa", "peers", 15),
    "datasketch": ("datasketch", "peers", 60),
    "semhash": ("semhash", "peers", 100),
    "semhash_hashed": ("semhash without the time of a model", "peers", None),
    "datatrove": ("datatrove", "peers", None),
    "text_dedup": ("text-dedup", "text_dedup", None),
}
SLOW = {"datatrove", "text_dedup"}
ON_PARAGRAPHS = {"rensa": 15, "datasketch": 60, "semhash": 100, "semhash_hashed": 100}
PARAGRAPH_WORDS = (20, 400)  # models of semhash read 512 tokens
TABLE = ["what", "median (least to most)", "peak memory", "results", "ratio", "target", "met"]
ALIGNMENT = "lrrlrrl"
PEER_TABLE = ["what", "median (least to most)", "peak memory", "results", "over Cento", "over its MinHash", "target", "met"]
PEER_ALIGNMENT = "lrrlrrrl"
PEER_PARTS = ("peers", "paragraphs")
REMARKS = """The command reads the file, and writes its results; from Python the job reads a table of pyarrow in memory, and its
results are tables. *The command without reading* is the median of the command less that of `library_reads`, a program that
only reads the file's documents, with as many threads. Peak memory of jobs from Python is what they add to the
interpreter, pyarrow and the table, with the results; of peers it is everything, and of programs that start others, the
largest of those is added. Ratios are medians of the ratios of all turns: of jobs and questions, their time over that of
the row that they name; of peers, the median of their time over that of Cento's, by default and by MinHash, and the verdicts on both."""


class FreshOutput(WallClock):
    """A command whose output is removed before each run."""

    def __init__(self, command, output, size_bytes):
        super().__init__([*command, "-o", str(output)], size_bytes)
        self.output = output

    def measure(self):
        if self.output.is_dir():
            shutil.rmtree(self.output)
        self.output.unlink(missing_ok=True)
        super().measure()


class Questions(OwnClock):
    """Questions from Python: a program that reports two lists of times."""

    def measure(self):
        done = subprocess.run(self.command, capture_output=True, text=True)
        if done.returncode != 0:
            raise CannotRun(done.stderr.strip())
        self.result = json.loads(done.stdout)


@dataclass
class Setting:
    """Where everything is, and how often it is measured."""

    options: argparse.Namespace
    work: Path
    bench: Bench
    is_busy: bool = False

    @property
    def input(self):
        return self.options.input

    def cento(self, *arguments):
        return [str(self.options.cento), *map(str, arguments), "--threads", THREADS, "--quiet"]

    def python(self, program, *arguments):
        return [str(self.options.python), str(HERE / program), *map(str, arguments)]

    def environment(self, name):
        """The interpreter of an environment of peers, or None."""
        folder = self.options.peers if name == "peers" else self.options.text_dedup
        python = folder / "bin" / "python3" if folder else None
        return python if python and python.exists() else None


def spread(seconds, unit=1.0, name="s"):
    """ "1.23 s (1.20 to 1.31)" """
    median, least, most = (value * unit for value in (statistics.median(seconds), min(seconds), max(seconds)))
    return f"{median:.2f} {name} ({least:.2f} to {most:.2f})"


def middle_ratio(seconds, other_seconds):
    """The median of the ratios of all turns: what slows a whole turn down does not count."""
    return statistics.median(one / other for one, other in zip(seconds, other_seconds))


def size(memory_bytes):
    return f"{memory_bytes / 1e6:,.0f} MB" if memory_bytes else ""


def counted(counts):
    return ", ".join(f"{count:,} {name}" for name, count in counts.items())


def row(what, seconds, memory_bytes=0, results="", ratio=None, target="", is_met=None):
    shown = "" if ratio is None else f"{ratio:.2f}"
    return [what, seconds, size(memory_bytes), results, shown, target, "" if is_met is None else verdict(is_met)]


def job_rows(setting, job):
    """A job by the command and from Python, in turns with reading alone and with md5sum."""
    size_bytes = setting.input.stat().st_size
    yardstick = on_file(setting.input, "md5sum")
    reading = WallClock([str(setting.options.programs / "library_reads"), str(setting.input), THREADS], size_bytes)
    command = FreshOutput(setting.cento(job, setting.input), setting.work / f"{job}.out", size_bytes)
    table = write_table(setting)
    python = OwnClock(setting.python("python_job.py", job, table, "--threads", THREADS))
    setting.bench.take_turns(yardstick, reading, command, python)
    once = setting.cento(job, setting.input, "-o", setting.work / f"{job}.once")
    memory_bytes = cost_of(once, setting.work).memory_bytes
    without_reading = [whole - part for whole, part in zip(command.seconds, reading.seconds)]
    ratio = middle_ratio(python.seconds, without_reading)
    yield row("`md5sum` of the file", spread(yardstick.seconds))
    yield row("`library_reads`: reading", spread(reading.seconds))
    yield row(f"`cento {job}`, results written", spread(command.seconds), memory_bytes)
    yield row(f"`cento.{job}(table)`, over the command without reading ({statistics.median(without_reading):.2f} s)",
              spread(python.seconds), python.result["memory_bytes"], counted(python.result["results"]), ratio,
              f"≤ {JOB_TARGET}", ratio <= JOB_TARGET)
    little = OwnClock(setting.python("python_job.py", job, table, "--threads", THREADS, "--memory",
                                     f"{LITTLE_MEMORY}M"))
    setting.bench.rest()
    little.measure()
    result = little.result
    most = LITTLE_MEMORY * 1.1 * (1 << 20) + result["results_bytes"]
    yield row(f"`cento.{job}(table, memory=\"{LITTLE_MEMORY}M\")`, once", spread(little.seconds),
              result["memory_bytes"], counted(result["results"]), None,
              f"≤ {LITTLE_MEMORY * 1.1:.0f} MiB and {size(result['results_bytes'])} of results",
              result["memory_bytes"] <= most)


def with_pyarrow(setting, program, path):
    """Runs a line of Python that makes the file `path` of the input."""
    imports = "import sys; from python_job import *; import pyarrow.parquet; "
    subprocess.run([str(setting.options.python), "-c", imports + program, str(setting.input), str(path)], check=True,
                   env={**os.environ, "PYTHONPATH": str(HERE)})
    return path


def write_table(setting):
    return with_pyarrow(setting, "table_file(sys.argv[1], sys.argv[2])", setting.work / "input.arrow")


def write_parquet(setting):
    """The input as pyarrow writes it without options: one row group for each million rows, Snappy."""
    return with_pyarrow(setting, "pyarrow.parquet.write_table(table_of(sys.argv[1]), sys.argv[2])",
                        setting.work / "input.parquet")


def parquet_rows(setting):
    """Jobs of the command from Parquet and from JSON lines; and the copy that `dedup` makes."""
    parquet = write_parquet(setting)
    size_bytes = setting.input.stat().st_size
    for job in ("pairs", "scan", "dedup"):
        lines = FreshOutput(setting.cento(job, setting.input), setting.work / f"{job}_lines.jsonl", size_bytes)
        table = FreshOutput(setting.cento(job, parquet), setting.work / (f"{job}_table.jsonl" if job != "dedup" else
                                                                         "dedup_table.parquet"), size_bytes)
        yardstick = on_file(setting.input, "md5sum")
        setting.bench.take_turns(yardstick, lines, table)
        yield row("`md5sum` of the JSON lines", spread(yardstick.seconds))
        cost = cost_of(setting.cento(job, setting.input, "-o", setting.work / f"{job}_lines.once"), setting.work)
        yield row(f"`cento {job}` of JSON lines", spread(lines.seconds), cost.memory_bytes)
        last = setting.work / ("table.once.parquet" if job == "dedup" else f"{job}_table.once")
        cost = cost_of(setting.cento(job, parquet, "-o", last), setting.work)
        if job == "dedup":
            rate = text_bytes(setting) / statistics.median(table.seconds) / 1e6
            yield row("`cento dedup`, Parquet to Parquet", spread(table.seconds), cost.memory_bytes,
                      f"{rate:,.0f} MB of text/s", middle_ratio(table.seconds, lines.seconds),
                      f"≥ {DEDUP_TARGET_MBS} MB/s", rate >= DEDUP_TARGET_MBS)
            continue
        ratio = middle_ratio(table.seconds, lines.seconds)
        yield row(f"`cento {job}` of Parquet, over JSON lines", spread(table.seconds), cost.memory_bytes, "", ratio,
                  f"≤ {PARQUET_TARGET}", ratio <= PARQUET_TARGET)


def text_bytes(setting):
    with open(setting.input, encoding="utf-8") as lines:
        return sum(len(json.loads(line)["text"].encode()) for line in lines)


def limited(setting):
    return ["--texts", str(setting.options.texts)] if setting.options.texts else []


def peer_contender(setting, name, python, source=None):
    program = str(HERE / "python_peers" / "run_one.py")
    return OwnClock([str(python), program, name, str(source or setting.input), *limited(setting)])


def could_run(contender, title):
    """Whether a library ran once more; if not, the reason is shown."""
    try:
        contender.measure()
    except CannotRun as reason:
        print(f"left out: {title}: {str(reason).splitlines()[-1] if str(reason) else 'it failed'}", file=sys.stderr)
        return False
    return True


def installed_peers(setting, source):
    """{name: contender} of those whose environment exists."""
    peers = {}
    for name, (title, environment, _) in PEERS.items():
        python = setting.environment(environment)
        if python is None or name in setting.options.without:
            reason = "its environment does not exist" if python is None else "as asked"
            print(f"left out: {title}: {reason}", file=sys.stderr)
            continue
        peers[name] = peer_contender(setting, name, python, source)
    return peers


def turns_of(name, options):
    return 1 if name in SLOW else min(options.times, options.peer_times)


def take_turns_with_peers(setting, always, peers):
    """Measures all in turns; peers that cannot run are dropped."""
    for turn in range(setting.options.times):
        for contender in always:
            setting.bench.rest()
            contender.measure()
        for name in [name for name in peers if turn < turns_of(name, setting.options)]:
            setting.bench.rest()
            if not could_run(peers[name], PEERS[name][0]):
                del peers[name]


def peer_row(title, measured, own, target=None):
    """A row with the times as often as those of Cento by default and by MinHash; a target is one for either."""
    default, minhash = (statistics.median(measured.seconds) / statistics.median(by.seconds) for by in own)
    met = [verdict(ratio >= target) if target else "" for ratio in (default, minhash)]
    return [title, spread(measured.seconds), size(measured.result["memory_bytes"]), f"{measured.result['results']:,}",
            f"{default:.2f}", f"{minhash:.2f}", f"≥ {target}" if target else "", ", ".join(filter(None, met))]


def peer_rows(setting):
    """Near-duplicates of texts in a list, by Cento and its peers."""
    yardstick = on_file(setting.input, "md5sum")
    own = [peer_contender(setting, name, setting.options.python) for name in ("cento", "cento_minhash")]
    peers = installed_peers(setting, setting.input)
    take_turns_with_peers(setting, [yardstick, *own], peers)
    yield ["`md5sum` of the file", spread(yardstick.seconds), *[""] * 6]
    yield peer_row(f"Cento, {own[0].result['documents']:,} texts in a list", own[0], own)
    yield peer_row("Cento, `method=\"minhash\"`", own[1], own)
    for name, peer in peers.items():
        yield peer_row(PEERS[name][0], peer, own, PEERS[name][2])


def paragraph_rows(setting):
    """The same for short texts, which is what models of semhash read whole."""
    source = write_paragraphs(setting.input, setting.work / "paragraphs.jsonl")
    own = [peer_contender(setting, name, setting.options.python, source) for name in ("cento", "cento_minhash")]
    peers = {name: peer for name, peer in installed_peers(setting, source).items() if name in ON_PARAGRAPHS}
    take_turns_with_peers(setting, own, peers)
    yield peer_row(f"Cento, {own[0].result['documents']:,} paragraphs in a list", own[0], own)
    yield peer_row("Cento, `method=\"minhash\"`", own[1], own)
    for name, peer in peers.items():
        yield peer_row(PEERS[name][0], peer, own, ON_PARAGRAPHS[name])


def write_paragraphs(source, target):
    """The distinct lines of the texts that have 20 to 400 words."""
    seen = set()
    with open(source, encoding="utf-8") as lines, open(target, "w", encoding="utf-8") as out:
        for line in lines:
            for paragraph in json.loads(line)["text"].split("\n"):
                if paragraph not in seen and PARAGRAPH_WORDS[0] <= len(paragraph.split()) <= PARAGRAPH_WORDS[1]:
                    seen.add(paragraph)
                    out.write(json.dumps({"text": paragraph}) + "\n")
    return target


def sentences_cut(text, count):
    """The beginning of a text, about so many sentences."""
    pieces = text.split(". ")
    return ". ".join(pieces[:count])


def write_questions(source, target):
    """The beginnings of documents all over the input."""
    with open(source, encoding="utf-8") as lines:
        total = sum(1 for _ in lines)
    step = max(1, total // QUESTIONS)
    with open(source, encoding="utf-8") as lines, open(target, "w", encoding="utf-8") as out:
        for number, line in enumerate(itertools.islice(lines, 0, None, step)):
            text = sentences_cut(json.loads(line)["text"], SENTENCES_A_QUESTION)
            out.write(json.dumps({"id": f"question {number}", "text": text}) + "\n")


def index_rows(setting):
    """Questions to an index of the input, from C++ and from Python, in turns: both warm, with all threads."""
    index, questions = setting.work / "index", setting.work / "questions.jsonl"
    subprocess.run(setting.cento("index", "add", index, setting.input), check=True, stdout=subprocess.DEVNULL)
    write_questions(setting.input, questions)
    library = Questions([str(setting.options.programs / "library_asks"), str(index), str(questions), "1"])
    python = Questions(setting.python("python_asks.py", index, questions, "--times", 1))
    seconds = {(by, way): [] for by in (library, python) for way in ("one_by_one_s", "many_s")}
    for _ in range(setting.options.times):
        for asked in (library, python):
            asked.measure()
            for way in ("one_by_one_s", "many_s"):
                seconds[asked, way] += asked.result[way]
    count, found = python.result["questions"], python.result["found"]
    each = 1e6 / count
    results = f"{found:,} of {count:,} known"

    def shown(by, way):
        return spread(seconds[by, way], each, "µs")

    more = [one - other for one, other in zip(seconds[python, "one_by_one_s"], seconds[library, "one_by_one_s"])]
    overhead = statistics.median(more) * each
    ratio = middle_ratio(seconds[python, "many_s"], seconds[library, "many_s"])
    yield row("`index.ask(text)` from C++, per question", shown(library, "one_by_one_s"))
    yield row(f"`index.ask(text)`, per question: {overhead:.0f} µs more", shown(python, "one_by_one_s"),
              python.result["memory_bytes"], results, None, f"≤ {ASK_TARGET_US} µs", overhead <= ASK_TARGET_US)
    yield row("`index.ask_many(texts)` from C++, per question", shown(library, "many_s"))
    yield row("`index.ask_many(texts)`, per question, over C++", shown(python, "many_s"), 0, results, ratio,
              f"≤ {MANY_TARGET}", ratio <= MANY_TARGET)


def as_markdown(name, rows, setting):
    head = [f"Machine: {machine()}.", "",
            f"Input: {setting.input.stat().st_size / 1e6:,.0f} MB. Medians of {setting.options.times}; {THREADS} threads."]
    if setting.is_busy:
        head += ["", "Other work used the processor meanwhile: the times are not to be relied on."]
    table = (PEER_TABLE, PEER_ALIGNMENT) if name in PEER_PARTS else (TABLE, ALIGNMENT)
    return "\n".join([*head, "", *markdown_table(*table, rows)]) + "\n"


def measured(setting):
    """{part: rows} of the parts that were asked for."""
    parts = {"jobs": lambda: [one for job in JOBS for one in job_rows(setting, job)],
             "parquet": lambda: list(parquet_rows(setting)), "peers": lambda: list(peer_rows(setting)),
             "paragraphs": lambda: list(paragraph_rows(setting)), "index": lambda: list(index_rows(setting))}
    return {name: rows() for name, rows in parts.items() if setting.options.only in (None, name)}


def parsed():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--input", type=Path, required=True, help="JSON lines with id and text")
    ask.add_argument("--cento", type=Path, default=Path("build/release/cento"))
    ask.add_argument("--programs", type=Path, default=Path("build/bench"), help="has library_asks and library_reads")
    ask.add_argument("--python", type=Path, default=Path(sys.executable), help="has the package and pyarrow")
    ask.add_argument("--peers", type=Path)
    ask.add_argument("--text-dedup", type=Path)
    ask.add_argument("--times", type=int, default=5)
    ask.add_argument("--peer-times", type=int, default=3)
    ask.add_argument("--rest", type=float, default=4, help="seconds of rest before each run")
    ask.add_argument("--without", action="append", default=[], choices=PEERS, help="a peer that is left out")
    ask.add_argument("--texts", type=int, help="peers: only the first N texts")
    ask.add_argument("--only", choices=["jobs", "parquet", "peers", "paragraphs", "index"])
    ask.add_argument("--write", type=Path, help="a page with the marks `python jobs`, `python parquet` and `python index`")
    ask.add_argument("--peers-page", type=Path, help="a page with the marks `peers` and `paragraphs`")
    return ask.parse_args()


def main():
    options = parsed()
    with tempfile.TemporaryDirectory() as work:
        bench = Bench(options.cento.parent, options.input.parent, options.times, options.rest)
        setting = Setting(options, Path(work), bench, machine_is_busy())
        parts = measured(setting)
    for name, rows in parts.items():
        table = as_markdown(name, rows, setting)
        print(table)
        page = options.peers_page if name in PEER_PARTS else options.write
        if page:
            write_between(page, name if name in PEER_PARTS else f"python {name}", table)
    print(REMARKS)


if __name__ == "__main__":
    main()
