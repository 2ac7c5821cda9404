"""Runs a job of cento.spark as often as it is asked to, in one Spark session:

    spark_job.py JOB INPUT FOLDER [--master local[2]] [--options JSON]

Starts Spark, runs the job on two documents, twice, so that everything is loaded, and prints {"start_seconds",
"idle_bytes", "small"}: what a Python worker holds then, and the second of these runs. Then, for each line on standard
input, it runs the job with a new folder of the run below FOLDER, writes the results as Parquet, and prints
{"seconds", "stage_seconds", "held_bytes", "driver_bytes", "shuffle_bytes", "written", "summary", "steps"}: the whole run;
each stage; the most memory of a Python worker in each stage; the most memory of the driver, of Python and of Java, without
file pages; what Spark wrote for all shuffles, its own joins included, as it counts them; and what each stage wrote. On a cluster (local-cluster[…]) the driver's Java holds nothing else.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

KIBI = 1024
SMALL = [("a", "one two three four five"), ("b", "one two three four five")]


def table(path):
    """{pid: (parent, anonymous bytes, command)} of processes."""
    found = {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            status = (process / "status").read_text()
            command = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        held = re.search(r"RssAnon:\s*(\d+)", status)
        parent = re.search(r"PPid:\s*(\d+)", status)
        found[int(process.name)] = (int(parent.group(1)), int(held.group(1)) * KIBI if held else 0, command)
    return found


class Watch(threading.Thread):
    """Looks five times a second at the memory of the driver and of the workers below it."""

    def __init__(self):
        super().__init__(daemon=True)
        self.stage, self.held, self.driver = "", {}, {"python": 0, "java": 0}
        self.is_over = threading.Event()

    def run(self):
        while not self.is_over.wait(0.2):
            self.look()

    def look(self):
        processes = table("/proc")
        own = os.getpid()
        self.driver["python"] = max(self.driver["python"], processes[own][1])
        for parent, held, command in processes.values():
            if parent == own and "SparkSubmit" in command:
                self.driver["java"] = max(self.driver["java"], held)
            if "pyspark.daemon" in command and self._is_below(processes, parent, own):
                self.held[self.stage] = max(self.held.get(self.stage, 0), held)

    @staticmethod
    def _is_below(processes, process, ancestor):
        while process in processes and process != ancestor:
            process = processes[process][0]
        return process == ancestor

    def end(self):
        self.is_over.set()
        self.join()


def session(master):
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    if master.startswith("local-cluster"):
        import pyspark

        os.environ["SPARK_HOME"] = str(Path(pyspark.__file__).parent)
        os.environ["SPARK_SCALA_VERSION"] = "2.13"
    builder = SparkSession.builder.master(master).config("spark.ui.enabled", "false")
    spark = builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    return spark


def tables_of(job, found):
    """What the command in a shell writes."""
    if job == "pairs":
        return {"pairs": found.pairs.drop("a", "b")}
    if job == "dedup":
        return {"removals": found.removals, "clean": found.clean}
    return {name: getattr(found, name) for name in ("documents", "passages", "families", "pairs") if hasattr(found, name)}


def shuffled_so_far():
    """The bytes that Spark wrote for shuffles, which it compresses."""
    from pyspark.sql import SparkSession

    spark = SparkSession.getActiveSession().sparkContext._jsc.sc()
    spark.listenerBus().waitUntilEmpty()
    executors = spark.statusStore().executorList(False)
    return sum(executors.apply(number).totalShuffleWrite() for number in range(executors.size()))


def measured(job, source, folder, options):
    import cento.spark

    shuffled = shuffled_so_far()
    seconds, written = {}, {}
    watch = Watch()

    def take(now):
        if now.state == "begun":
            watch.stage = now.stage
        if now.state == "done":
            seconds[now.stage], written[now.stage] = now.seconds, now.bytes

    watch.start()
    begin = time.perf_counter()
    found = getattr(cento.spark, job)(source, f"{folder}/run", progress=take, **options)
    watch.stage = "results"
    for name, rows in tables_of(job, found).items():
        rows.write.mode("overwrite").parquet(f"{folder}/{name}")
    whole = time.perf_counter() - begin
    watch.end()
    kept = {path.name: int(subprocess.run(["du", "-sb", path], capture_output=True, text=True, check=True).stdout.split()[0])
            for path in Path(folder, "run").iterdir() if path.is_dir()}
    return {"seconds": whole, "stage_seconds": seconds, "held_bytes": watch.held, "driver_bytes": watch.driver,
            "shuffle_bytes": shuffled_so_far() - shuffled, "written": {**kept, **written}, "summary": found.summary, "steps": found.steps}


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("job")
    ask.add_argument("input")
    ask.add_argument("folder", type=Path)
    ask.add_argument("--master", default="local[2]")
    ask.add_argument("--options", type=json.loads, default={})
    given = ask.parse_args()
    begin = time.perf_counter()
    spark = session(given.master)
    import cento

    rows = spark.createDataFrame(SMALL, "id string, text string").coalesce(1)
    first = time.perf_counter() - begin
    for _ in range(2):
        small = fresh(given, rows)
    idle = Watch()
    idle.look()
    print(json.dumps({"start_seconds": first, "idle_bytes": idle.held.get("", 0), "small": small}), flush=True)
    for _ in sys.stdin:
        print(json.dumps(fresh(given, cento.files(given.input))), flush=True)


def fresh(given, source):
    shutil.rmtree(given.folder, ignore_errors=True)
    return measured(given.job, source, given.folder, given.options)


if __name__ == "__main__":
    main()
