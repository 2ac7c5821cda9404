"""Times programs alternately and makes rows of ratios from them."""

import json
import re
import statistics
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

REPEATS_IN_PROGRAM = 3
MEGA = 1e6


class CannotRun(Exception):
    """A benchmark program that this machine cannot run, such as one for vector instructions it lacks."""


@dataclass
class Bench:
    """Where things are, and how often each is measured."""

    build: Path
    corpus: Path
    repetitions: int = 5
    rest_seconds: float = 0  # before each run: see rest()

    def program(self, name, *arguments):
        return OwnClock([str(self.build / name), *arguments])

    def text_program(self, file, kernel, *more):
        return self.program("bench_text", str(self.corpus / file), "--kernel", kernel, "--repeat",
                            str(REPEATS_IN_PROGRAM), *more)

    def take_turns(self, *contenders):
        """Measures all contenders alternately, as often as requested."""
        for _ in range(self.repetitions):
            for contender in contenders:
                self.rest()
                contender.measure()

    def rest(self):
        """Waits, so that each run finds the machine as it is when nothing ran before: virtual machines give memory that
        was freed back to their host after some seconds, and a run that comes sooner would be faster for it."""
        time.sleep(self.rest_seconds)


class Contender:
    """A command with the times it took over some bytes."""

    def __init__(self, command, size_bytes=0):
        self.command = command
        self.size_bytes = size_bytes
        self.seconds = []

    def best(self):
        return min(self.seconds)

    def rate(self):
        return self.size_bytes / self.best()

    def cell(self):
        return f"{self.best():.3f} s ({statistics.median(self.seconds):.3f}), {self.rate() / 1e9:.2f} GB/s"


class WallClock(Contender):
    """A program that is timed from start to end, its output discarded."""

    def measure(self):
        self.seconds.append(wall_seconds(self.command))


class OwnClock(Contender):
    """A benchmark program that times itself and prints a JSON object with `bytes`, `seconds_best` and counts."""

    def measure(self):
        done = subprocess.run(self.command, capture_output=True, text=True)
        if done.returncode != 0:
            raise CannotRun(done.stderr.strip())
        self.result = json.loads(done.stdout)
        self.size_bytes = self.result["bytes"]
        self.seconds.append(self.result["seconds_best"])


@dataclass
class Row:
    """One comparison. `ratio` is what the target refers to: speed for at_least, time for at_most."""

    name: str
    cento: Contender
    yardstick: Contender
    counts: str
    at_least: float = None
    at_most: float = None

    def ratio(self):
        faster = self.cento.rate() / self.yardstick.rate()
        return faster if self.at_least is not None else 1 / faster

    def target(self):
        return f"≥ {self.at_least:g}" if self.at_least is not None else f"≤ {self.at_most:g}"

    def is_met(self):
        return self.ratio() >= self.at_least if self.at_least is not None else self.ratio() <= self.at_most

    def cells(self):
        return [self.name, self.cento.cell(), self.yardstick.cell(), f"{self.ratio():.2f}", self.target(),
                "yes" if self.is_met() else "**no**", self.counts]


def wall_seconds(command):
    begin = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin


def on_file(path, *command):
    """A program that reads a file, which is first loaded into the page cache."""
    wall_seconds(["cat", str(path)])
    return WallClock([*command, str(path)], path.stat().st_size)


def counted(counts, *names):
    """ "12,345 tokens, 67 sentences": those of the names that have a count."""
    return ", ".join(f"{counts[name]:,} {name}" for name in names if counts.get(name))


def text_row(bench, name, file, kernel, **target):
    """Folding, tokens and hashes of a file's beginning in memory, against md5sum of the file."""
    yardstick, program = on_file(bench.corpus / file, "md5sum"), bench.text_program(file, kernel)
    bench.take_turns(yardstick, program)
    return Row(name, program, yardstick, counted(program.result, "documents", "tokens"), **target)


def html_row(bench, name, file, **target):
    """Web pages to text. The program itself alternates with md5sum on the same bytes and prints both rates."""
    command = [str(bench.build / "html_text_bench"), str(bench.corpus / file), str(bench.repetitions)]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    size_bytes, (rate, md5_rate, pages) = html_size(said), html_rates(said)
    cento, md5 = Contender(command, size_bytes), Contender(command, size_bytes)
    cento.seconds, md5.seconds = [size_bytes / rate], [size_bytes / md5_rate]
    return Row(name, cento, md5, f"{pages:,} pages", **target)


def html_size(said):
    """The bytes of HTML that html_text_bench processed."""
    return float(re.search(r"([\d.]+) MB of HTML", said).group(1)) * MEGA


def html_rates(said):
    """Bytes per second of Cento's fastest kernel and of md5sum, and the pages, as printed by html_text_bench."""
    lines = re.findall(r"(\d+) MB/s +md5sum +(\d+) MB/s .*?(\d+) pages", said)
    rate, md5_rate, pages = max(tuple(map(int, line)) for line in lines)
    return rate * MEGA, md5_rate * MEGA, pages


def sentences_row(bench, name, file, kernel, **target):
    """Tokens and sentences against only tokens."""
    both, tokens = bench.text_program(file, kernel, "--sentences"), bench.text_program(file, kernel)
    bench.take_turns(tokens, both)
    return Row(name, both, tokens, counted(both.result, "tokens", "sentences"), **target)


def command_row(bench, name, file, yardstick, **target):
    """`cento show --as none` against another program on the same file, from start to end."""
    path = bench.corpus / file
    other = on_file(path, yardstick)
    cento = on_file(path, str(bench.build / "cento"), "show", "--as", "none", "--quiet", "--threads", "1")
    bench.take_turns(other, cento)
    return Row(name, cento, other, counted(stats_of(cento.command), "documents", "sentences", "tokens"), **target)


def stats_of(command):
    """The counts of a `cento` command."""
    with tempfile.NamedTemporaryFile(suffix=".json") as stats:
        wall_seconds([*command, "--stats-json", stats.name])
        return json.loads(Path(stats.name).read_text())
