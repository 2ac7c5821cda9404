#!/usr/bin/env python3
"""Times cento.spark beside the command, and counts what its steps move.

    spark.py --input en.jsonl [--cento build/release/cento] [--python build/venv/bin/python] [--programs build/bench]
             [--times 5] [--rest 4] [--work FOLDER] [--only JOB|jobs|steps|growth|workers|crossover|passim]
             [--reuters docs.jsonl.zst] [--quick]
             [--write docs/benchmarks.md] [--page docs/spark.md] [--figure docs/images/spark-cores.svg]

PYTHON has the package, pyspark and pyarrow; Java 17 is needed. The input is written as Parquet first. Times are those of a
run in a session that is there already: Spark's start is reported beside. Jobs and the command take turns with `md5sum` of
the input; medians count. `--only pairs` is the part `jobs` for this job alone. `growth` reads 1, 2, 4, 8 and 16 times the
text, which make_copies (in PROGRAMS) makes, and needs 20 GB in FOLDER; --quick stops at 4 times. `passim` scans the
newswire that passim was once run on, if it is there.
The rows of python/cento/spark/_plan_table.py are printed after the part `steps`.
"""

import argparse
import json
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from growth import exponent
from line_chart import line_chart
from measure import Bench, CannotRun, OwnClock, on_file
from page import machine, machine_is_busy, markdown_table, verdict, write_between
from python import FreshOutput

HERE = Path(__file__).resolve().parent
CORES = 2
LOCAL = f"local[{CORES}]"
CLUSTER = "local-cluster[{workers},{cores},2048]"
ROWS_IN_GROUP = 2000
SKEW_MOST = 3
PASSIM_SECONDS = 778  # see bench/passages.py
PASSIM_TARGET = 50
SHUFFLED_MOST = 0.7
EXPONENT_MOST = 1.1
DRIVER_MOST = 1.2  # times its memory at 1 x
FACTORS = [1, 2, 4, 8, 16]
SEED = "1"


@dataclass
class Job:
    """What is measured of a job."""

    seconds: float = None  # target, beyond Spark's start; None for none


# A further job is a row here and, if its results have other names, in spark_job.tables_of().
JOBS = {"pairs": Job(seconds=5), "dedup": Job(), "scan": Job(seconds=15)}
# Bytes of the records in blocks, by step and kind; "" is any step. What is not here has records of various sizes.
RECORD_BYTES = {("", "members"): 40, ("", "later"): 12, ("", "common_counts"): 12, ("", "commons"): 16,
                ("", "proposals"): 12, ("", "sent"): 8, ("propose 0", "shown"): 8, ("propose 1", "shown"): 8,
                ("propose 2", "shown"): 24, ("send", "pairs"): 24, ("compare", "pairs"): 12,
                ("", "text_members"): 40, ("", "later_texts"): 4, ("", "holders"): 24, ("", "sentence_members"): 16,
                ("", "repeated"): 16, ("", "class_holders"): 8, ("", "keyed"): 12, ("", "runs"): 24,
                ("", "candidates"): 16, ("", "wanted_sets"): 8, ("", "wanted_runs"): 16, ("", "wanted_rests"): 16,
                ("", "near_found"): 24, ("", "near"): 24, ("", "near_places"): 32, ("", "proposed"): 32, ("", "wanted_texts"): 8,
                ("", "families"): 16, ("", "family_places"): 16, ("", "wanted_words"): 12, ("", "listed"): 88}
STAGES = {"signed": "signed", "classes": "classes", "show 0": "proposed", "propose 0": "proposed",
          "show 1": "proposed", "propose 1": "proposed", "show 2": "proposed", "propose 2": "proposed", "homes": "similar",
          "send": "similar", "compare": "similar",
          "equal texts": "repeated", "show sentences": "repeated", "repeated sentences": "repeated",
          "show keys and runs": "repeated", "candidates": "repeated", "sets of large keys": "shared",
          "large keys": "shared", "sets and windows": "shared", "compare; long windows": "shared",
          "near classes; rests": "shared", "near places; families": "shared", "near texts; end families": "shared",
          "send texts": "aligned", "match": "aligned", "words": "aligned", "passages": "aligned", "list": "listed"}
STAGE_OF_NAMES = {"pairs": "similar", "dedup": "similar", "scan": "listed"}  # of the steps "name a" and "name b"


def stage_of(job, step):
    return STAGE_OF_NAMES[job] if step.startswith("name ") else STAGES.get(step, "")


# What tasks store of their parts besides the stage.
KEPT_BY_STAGE = {"proposed": ("later0", "proposals1", "commons1", "common_counts1", "proposals2", "commons2",
                              "common_counts2"),
                 "similar": ("early_sets", "own_names", "named_classes"), "listed": ("early_families", "early_named_places"),
                 "signed": ("sets", "sentences", "texts", "facts"),
                 "repeated": ("own_names", "contents", "holders", "classes", "class_holders"),
                 "shared": ("near", "windows", "families", "family_places", "proposed", "wanted_texts"),
                 "aligned": ("matched", "home_texts", "found", "own_words")}
CORES_A_MACHINE = 16
NETWORK_BYTES = 10e9 / 8 / CORES_A_MACHINE  # a second and core: 10 Gbit/s for each machine
TASKS_A_CORE = 4
SIMULATED_CORES = [1, 2, 4, 8, 16, 32, 64, 128]
SIMULATED_TEXT = 100e9
ASSUMPTIONS = f"""*Simulated* from the tasks of one worker with one core. A step takes its measured task seconds, for as much text, divided
among all cores in {TASKS_A_CORE} tasks each; the largest task is as much larger than the median as measured. Then what the tasks
received crosses a network of 10 Gbit/s for each machine of {CORES_A_MACHINE} cores, and nothing is computed meanwhile. Spark's own time is
what a run of two documents takes, whatever the number of cores; what it took more than that grows with the text and is
divided among the cores. Machines are like this one, disks keep up, no task is repeated, and time grows in proportion to the
text."""


class SparkJob(OwnClock):
    """A job in a Spark session that stays: each measurement runs it once more."""

    def __init__(self, setting, job, source, master=LOCAL, options=None):
        super().__init__([])
        self.folder = setting.work / f"spark-{job}-{len(setting.sessions)}"
        command = [str(setting.options.python), str(HERE / "spark_job.py"), job, str(source), str(self.folder), "--master",
                   master, "--options", json.dumps(options or {})]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)
        setting.sessions.append(self)
        first = self._answer()
        self.start_seconds, self.idle_bytes, self.small = first["start_seconds"], first["idle_bytes"], first["small"]
        self.results = []

    def measure(self):
        print("run", file=self.process.stdin, flush=True)
        self.result = self._answer()
        self.results.append(self.result)
        self.seconds.append(self.result["seconds"])

    def _answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise CannotRun("the Spark session ended: run spark_job.py alone to see why")
        return json.loads(line)

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def median_result(self):
        return sorted(self.results, key=lambda result: result["seconds"])[len(self.results) // 2]


@dataclass
class Setting:
    options: argparse.Namespace
    work: Path
    bench: Bench
    is_busy: bool
    sessions: list = field(default_factory=list)
    kept: dict = field(default_factory=dict)  # what several parts need

    def parquet(self, source=None, name="input.parquet"):
        """A file of JSON lines as Parquet."""
        path = self.work / name
        if not path.exists():
            program = ("import sys, pyarrow.json as j, pyarrow.parquet as p; "
                       "r = j.open_json(sys.argv[1], read_options=j.ReadOptions(block_size=64 << 20)); "
                       "w = p.ParquetWriter(sys.argv[2], r.schema); "
                       f"[w.write_batch(b, row_group_size={ROWS_IN_GROUP}) for b in r]; w.close()")
            source = source or self.options.input
            subprocess.run([str(self.options.python), "-c", program, str(source), str(path)], check=True)
        return path

    def command(self, job, source):
        output = self.work / f"{job}-of-command.parquet"  # of a scan a folder
        command = [str(self.options.cento), job, str(source), "--threads", str(CORES), "--quiet"]
        if job == "scan":
            command += ["--as", "parquet"]
        return FreshOutput(command, output, source.stat().st_size)


def spread(seconds):
    return f"{statistics.median(seconds):.2f} s ({min(seconds):.2f} to {max(seconds):.2f})"


def shuffled_share(result):
    """What Spark wrote for shuffles, in proportion to the text."""
    return result["shuffle_bytes"] / result["summary"]["text_bytes"]


def skew_of(result):
    """The step with the largest task in comparison with its median, among those that take more than a tenth of a second."""
    steps = [step for step in result["steps"] if step["seconds"] / step["tasks"] > 0.1] or result["steps"]
    return max(steps, key=lambda step: step["largest_over_median"])


def job_rows(setting):
    for job in [name for name in JOBS if setting.options.only in (None, "jobs", name)]:
        source = setting.parquet()
        yardstick, command = on_file(setting.options.input, "md5sum"), setting.command(job, source)
        spark = SparkJob(setting, job, source)
        setting.bench.take_turns(yardstick, command, spark)
        spark.close()
        result, target = spark.median_result, JOBS[job].seconds
        median, share, skew = statistics.median(spark.seconds), shuffled_share(result), skew_of(result)
        yield ["`md5sum` of the JSON lines", spread(yardstick.seconds), "", ""]
        yield [f"`cento {job}`, {CORES} threads", spread(command.seconds), "", ""]
        yield [f"`cento.spark.{job}`, after a start of {spark.start_seconds:.0f} s", spread(spark.seconds),
               f"≤ {target} s" if target else "", verdict(median <= target) if target else ""]
        blocks = result["summary"]["shuffled_bytes"] / result["summary"]["text_bytes"]
        yield ["… bytes shuffled over text, as Spark counts them", f"{share:.2f}", f"≤ {SHUFFLED_MOST}",
               verdict(share <= SHUFFLED_MOST)]
        yield ["… blocks of tasks over text, before Spark compresses them", f"{blocks:.2f}", "", ""]
        yield [f"… largest over median task, in {skew['step']}", f"{skew['largest_over_median']:.1f}", f"≤ {SKEW_MOST}",
               verdict(skew["largest_over_median"] <= SKEW_MOST)]


def once(setting, job="pairs"):
    """A measured job on the input."""
    if job not in setting.kept:
        spark = SparkJob(setting, job, setting.parquet())
        setting.bench.take_turns(spark)
        spark.close()
        setting.kept[job] = {**spark.median_result, "idle_bytes": spark.idle_bytes, "small": spark.small}
    return setting.kept[job]


def records_of(step):
    """ "1,234 members, 56 later", with the numbers of those whose size is fixed."""
    said = []
    for kind, size in sorted(step["shuffled"].items(), key=lambda one: -one[1]):
        each = RECORD_BYTES.get((step["step"], kind), RECORD_BYTES.get(("", kind)))
        said.append(f"{size // each:,} {kind}" if each else kind)
    return ", ".join(said)


def step_rows(setting, job):
    result = once(setting, job)
    text = result["summary"]["text_bytes"]
    for step in result["steps"]:
        size = step["shuffled_bytes"]
        yield [stage_of(job, step["step"]), step["step"], f"{step['tasks']:,}", records_of(step), f"{size / 1e6:,.1f} MB",
               f"{size / text:.3f}", f"{step['seconds']:.2f} s", f"{step['largest_over_median']:.1f}"]
    whole = result["summary"]["shuffled_bytes"]
    yield ["", "all", "", "", f"{whole / 1e6:,.1f} MB", f"{whole / text:.3f}",
           f"{sum(step['seconds'] for step in result['steps']):.2f} s", ""]


def plan_rows(result, job):
    """The rows of the table of plans, and what a worker holds without a task."""
    text, idle_bytes = result["summary"]["text_bytes"], result["idle_bytes"]
    yield f"IDLE_BYTES = {idle_bytes >> 20} << 20"
    steps = result["steps"]
    for number, step in enumerate(steps):
        stage = stage_of(job, step["step"])
        is_last = number + 1 == len(steps) or stage_of(job, steps[number + 1]["step"]) != stage
        kept = sum(result["written"].get(name, 0) for name in KEPT_BY_STAGE.get(stage, ()))
        written = result["written"].get(stage, 0) + kept
        held = max(0, result["held_bytes"].get(stage, idle_bytes) - idle_bytes) * step["tasks"] / text
        is_of_scan = job == "scan" and step["step"] not in ("signed", "equal texts", "name a", "name b")
        is_of_group = step["step"].startswith(("propose", "classes", "equal texts"))
        by = "both" if is_of_scan else "group" if is_of_group else "part"
        yield (f'    StepCost("{stage}", "{step["step"]}", "{by}", {step["shuffled_bytes"] / text:.4f}, '
               f'{written / text if is_last else 0:.4f}, {held:.1f}, {step["seconds"] / text * 1e9:.2f}),')
    own = sum(result["stage_seconds"].values()) - sum(step["seconds"] for step in steps) / CORES
    yield f"SECONDS_OF_A_STAGE = {own / len(result['stage_seconds']):.2f}"


def rows_of_spark_itself(result):
    """The rows of stages without steps of ours: Spark's own joins, without what they take for two documents."""
    text = result["summary"]["text_bytes"]
    for stage in [name for name in result["stage_seconds"] if name not in STAGES.values()]:
        seconds = max(0.0, result["stage_seconds"][stage] - result["small"]["stage_seconds"][stage]) * CORES
        yield (f'    StepCost("{stage}", "decide", "Spark", 0.0, {result["written"][stage] / text:.4f}, 1.0, '
               f'{seconds / text * 1e9:.2f}),')


@dataclass
class Point:
    """A collection of so many times the input, and what it cost."""

    factor: int
    size_bytes: int
    documents: int
    seconds: float
    command_seconds: float
    start_seconds: float
    driver: dict
    result: dict

    def cells(self):
        return [f"{self.factor} ×, {self.size_bytes / 1e6:,.0f} MB", f"{self.documents:,}", f"{self.seconds:.1f} s",
                f"{self.size_bytes / self.seconds / 1e6:,.0f} MB/s", f"{shuffled_share(self.result):.2f}",
                f"{skew_of(self.result)['largest_over_median']:.1f}", f"{self.driver['python'] / 1e6:,.0f} MB",
                f"{self.driver['java'] / 1e6:,.0f} MB", f"{self.command_seconds:.1f} s"]


def copies(setting, factor):
    """So many times the input as Parquet: copies in other words, as make_copies makes them."""
    if factor == 1:
        return setting.parquet()
    lines = setting.work / "copies.jsonl"
    size = setting.options.input.stat().st_size * factor
    with open(lines, "wb") as out:
        subprocess.run([str(setting.options.programs / "make_copies"), str(setting.options.input), str(size), SEED],
                       stdout=out, check=True)
    path = setting.parquet(lines, f"copies-{factor}.parquet")
    lines.unlink()
    return path


def growth_points(setting, job="pairs"):
    if "growth" in setting.kept:
        return setting.kept["growth"]
    points = []
    for factor in [one for one in FACTORS if one <= 4 or not setting.options.quick]:
        source = copies(setting, factor)
        spark = SparkJob(setting, job, source, CLUSTER.format(workers=1, cores=CORES))
        command = setting.command(job, source)
        for _ in range(setting.options.times if factor <= 4 else 1):
            for one in (command, spark):
                setting.bench.rest()
                one.measure()
        spark.close()
        result = spark.median_result
        driver = {name: max(one["driver_bytes"][name] for one in spark.results) for name in ("python", "java")}
        summary = result["summary"]
        points.append(Point(factor, summary["text_bytes"], summary["documents"], statistics.median(spark.seconds),
                            statistics.median(command.seconds), spark.start_seconds, driver, result))
        print(", ".join(points[-1].cells()), file=sys.stderr, flush=True)
        if factor > 1:
            source.unlink()
    setting.kept["growth"] = points
    return points


def growth_lines(setting):
    points = growth_points(setting)
    slope = exponent(points)
    grown = max(sum(point.driver.values()) for point in points) / sum(points[0].driver.values())
    header = ["text", "documents", "time", "rate", "shuffled/text", "largest/median task", "driver: Python", "Java",
              "the command"]
    return [*markdown_table(header, "l" + "r" * 8, [point.cells() for point in points]), "",
            f"Exponent of the time: {slope:.2f}, target ≤ {EXPONENT_MOST}, met: {verdict(slope <= EXPONENT_MOST)}. "
            f"The driver's memory grows {grown:.2f} times, target ≤ {DRIVER_MOST}, met: {verdict(grown <= DRIVER_MOST)}."]


def passim_lines(setting):
    """A scan of the newswire that passim was once run on, with the start of Spark, as there."""
    reuters = setting.options.reuters
    if reuters is None or not reuters.exists():
        return []
    spark = SparkJob(setting, "scan", reuters)
    setting.bench.take_turns(spark)
    spark.close()
    seconds = spark.start_seconds + statistics.median(spark.seconds)
    ratio, result = PASSIM_SECONDS / seconds, spark.median_result["summary"]
    return [f"Reuters-21578, {result['documents']:,} documents, {result['text_bytes'] / 1e6:.0f} MB of text, "
            f"{result['passages']:,} passages: {seconds:.1f} s, {spark.start_seconds:.1f} of them for Spark to start. passim 2 was "
            f"not run here, as the package registries do not have it; {PASSIM_SECONDS} s were seen with the same Spark on two "
            f"cores elsewhere: {ratio:.0f} ×, target ≥ {PASSIM_TARGET}, met: {verdict(ratio >= PASSIM_TARGET)}."]


def one_worker(setting):
    if "workers" not in setting.kept:
        runs = {}
        for workers in (1, 2):
            runs[workers] = SparkJob(setting, "pairs", setting.parquet(), CLUSTER.format(workers=workers, cores=1))
        setting.bench.take_turns(*runs.values())
        for spark in runs.values():
            spark.close()
        setting.kept["workers"] = runs
    return setting.kept["workers"]


def around(result):
    """The seconds that Spark took besides the tasks: in stages, and for its own joins and writing after them."""
    stages = sum(result["stage_seconds"].values())
    return max(0.0, stages - sum(step["seconds"] for step in result["steps"])), max(0.0, result["seconds"] - stages)


def simulated_seconds(run, cores, text_bytes):
    """See ASSUMPTIONS. `run` is that of one worker of one core."""
    result = run.median_result
    scale = text_bytes / result["summary"]["text_bytes"]
    more = sum(around(result)) - sum(around(run.small))
    seconds = sum(around(run.small)) + max(0.0, more) * scale / cores
    for step in result["steps"]:
        tasks = max(step["tasks"], TASKS_A_CORE * cores)
        each = step["seconds"] * scale / tasks
        seconds += max(math.ceil(tasks / cores) * each, each * step["largest_over_median"])
        if cores > CORES_A_MACHINE:
            seconds += step["shuffled_bytes"] * scale / (cores * NETWORK_BYTES)
    return seconds


def worker_rows(setting):
    runs = one_worker(setting)
    text = runs[1].result["summary"]["text_bytes"]
    for cores in SIMULATED_CORES:
        seconds = simulated_seconds(runs[1], cores, text)
        measured = f"{statistics.median(runs[cores].seconds):.1f} s" if cores in runs else ""
        large = simulated_seconds(runs[1], cores, SIMULATED_TEXT)
        yield [f"{cores}", measured, f"{seconds:.1f} s", f"{large / 60:,.0f} min"]


def crossover_rows(setting):
    """From which size on Spark would be faster than the command on this machine."""
    points = growth_points(setting)
    command = slope_of([(point.size_bytes, point.command_seconds) for point in points])
    here = slope_of([(point.size_bytes, point.start_seconds + point.seconds) for point in points])
    yield [f"{CORES}, measured", f"{command[1] * 1e9:.1f} s", f"{here[1] * 1e9:.1f} s", crossing(command, here)]
    run = one_worker(setting)[1]
    start = points[0].start_seconds
    for cores in SIMULATED_CORES[3:]:
        sizes = [10e9, 100e9]
        line = slope_of([(size, start + simulated_seconds(run, cores, size)) for size in sizes])
        yield [f"{cores}, simulated", f"{command[1] * 1e9:.1f} s", f"{line[1] * 1e9:.2f} s", crossing(command, line)]


def slope_of(points):
    """(seconds at nothing, seconds a byte) of the line through the points, by least squares."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    x_mean, y_mean = statistics.mean(xs), statistics.mean(ys)
    spread_of_x = sum((x - x_mean) ** 2 for x in xs)
    slope = sum((x - x_mean) * (y - y_mean) for x, y in points) / spread_of_x if spread_of_x else ys[0] / xs[0]
    return y_mean - slope * x_mean, slope


def crossing(command, spark):
    if spark[1] >= command[1]:
        return "never: the command is faster at every size"
    return f"{max(0.0, (spark[0] - command[0]) / (command[1] - spark[1])) / 1e9:,.1f} GB"


def head(setting):
    size = setting.options.input.stat().st_size
    busy = " Other work used the processor meanwhile: the times are not to be relied on." if setting.is_busy else ""
    return [f"Machine: {machine()}. Input: {size / 1e6:,.0f} MB of JSON lines, as Parquet. Medians of "
            f"{setting.options.times}; {CORES} cores.{busy}", ""]


def figure(setting):
    """The times by number of cores, as a drawing."""
    runs = one_worker(setting)
    text = runs[1].result["summary"]["text_bytes"]
    lines = {
        f"{text / 1e6:,.0f} MB, simulated": [(cores, simulated_seconds(runs[1], cores, text)) for cores in SIMULATED_CORES],
        f"{text / 1e6:,.0f} MB, measured": [(cores, statistics.median(runs[cores].seconds)) for cores in runs],
        f"{SIMULATED_TEXT / 1e9:,.0f} GB, simulated": [(cores, simulated_seconds(runs[1], cores, SIMULATED_TEXT))
                                                       for cores in SIMULATED_CORES],
    }
    return line_chart("cento.spark.pairs: seconds by cores", "cores", "seconds", lines)


def figure_lines(setting):
    """Writes the drawing, and gives the lines that show it on the page."""
    path, page = setting.options.figure, setting.options.page
    if not path:
        return []
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(figure(setting), encoding="utf-8")
    return ["", f"![Time by number of cores]({os.path.relpath(path, page.parent)})"] if page else []


def parts_of(setting):
    """{mark: (page, lines)} of the parts that were asked for."""
    only, options = setting.options.only, setting.options

    def wanted(part):
        return only in (None, part) or (part == "jobs" and only in JOBS)

    if wanted("jobs"):
        yield "spark jobs", options.write, [*head(setting), *markdown_table(
            ["what", "median (least to most)", "target", "met"], "lrrl", job_rows(setting))]
    if wanted("steps"):
        header = ["stage", "step", "tasks", "records that its tasks received", "bytes", "of text", "all tasks", "largest/median"]
        for job, mark in (("pairs", "spark steps"), ("scan", "spark steps of scan")):
            yield mark, options.page, [*head(setting), *markdown_table(header, "llrlrrrr", step_rows(setting, job))]
            print("\n".join(plan_rows(once(setting, job), job)))
        print("\n".join(rows_of_spark_itself(once(setting, "dedup"))))
    if wanted("passim"):
        lines = passim_lines(setting)
        if lines:
            yield "spark passim", options.write, [*head(setting), *lines]
    if wanted("growth"):
        yield "spark growth", options.write, [*head(setting), *growth_lines(setting)]
    if wanted("workers"):
        header = ["cores", "measured", "simulated", f"simulated, {SIMULATED_TEXT / 1e9:,.0f} GB"]
        yield "spark workers", options.page, [*head(setting), *markdown_table(header, "rrrr", worker_rows(setting)), "",
                                              ASSUMPTIONS, *figure_lines(setting)]
    if wanted("crossover"):
        header = ["Spark's cores", f"the command, {CORES} threads, a GB more", "Spark, a GB more", "Spark is faster from"]
        yield "spark crossover", options.page, [*head(setting), *markdown_table(header, "lrrl", crossover_rows(setting))]


def parsed():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--input", type=Path, required=True, help="JSON lines with id and text")
    ask.add_argument("--cento", type=Path, default=Path("build/release/cento"))
    ask.add_argument("--python", type=Path, default=Path("build/venv/bin/python"))
    ask.add_argument("--programs", type=Path, default=Path("build/bench"), help="has make_copies")
    ask.add_argument("--times", type=int, default=5)
    ask.add_argument("--rest", type=float, default=4, help="seconds of rest before each run")
    ask.add_argument("--work", type=Path, help="a folder for what is made; default: a temporary one")
    ask.add_argument("--only", choices=[*JOBS, "jobs", "steps", "growth", "workers", "crossover", "passim"])
    ask.add_argument("--reuters", type=Path, help="docs.jsonl.zst of Reuters-21578, if available")
    ask.add_argument("--quick", action="store_true", help="growth: at most 4 times the text")
    ask.add_argument("--write", type=Path, help="a page with the marks `spark jobs`, `spark passim` and `spark growth`")
    ask.add_argument("--page", type=Path, help="a page with the marks `spark steps`, `spark workers`, `spark crossover`")
    ask.add_argument("--figure", type=Path, help="the drawing of the part `workers`")
    return ask.parse_args()


def main():
    options = parsed()
    with tempfile.TemporaryDirectory(dir=options.work) as work:
        bench = Bench(options.cento.parent, options.input.parent, options.times, options.rest)
        setting = Setting(options, Path(work), bench, machine_is_busy())
        try:
            for mark, page, lines in parts_of(setting):
                text = "\n".join(lines) + "\n"
                print(f"== {mark}\n{text}")
                if page:
                    write_between(page, mark, text)
        except CannotRun as reason:
            sys.exit(f"spark.py: {reason}")
        finally:
            for session in setting.sessions:
                session.process.terminate()


if __name__ == "__main__":
    main()
