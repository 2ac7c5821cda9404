"""On a real cluster: a master and two workers, each with an executor of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import cento
import pyarrow
import pyspark
import pytest

from .conftest import Row, rows_of_command, some_documents
from .test_blog_on_spark import by_command
from .test_reuse_on_spark import by_index, table_of
from .test_scan_on_spark import rows_of, some_articles
from .test_substring_on_spark import documents_of, found_by_command, lines_of

PROGRAM = """
import json, os, signal, sys, threading, time
from pathlib import Path
from pyspark.sql import SparkSession
import cento.spark

documents, folder, job, stages = json.loads(Path(sys.argv[1]).read_text()), sys.argv[2], sys.argv[3], sys.argv[4:]
spark = SparkSession.builder.master("local-cluster[2,1,1024]").config("spark.ui.enabled", "false").getOrCreate()
spark.sparkContext.setLogLevel("OFF")


def kill_an_executor():
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes()
        except OSError:
            continue
        if b"CoarseGrainedExecutorBackend" in command and os.environ["CENTO_TEST"].encode() in command:
            os.kill(int(process.name), signal.SIGKILL)
            return


def kill_in_all_stages():
    # As soon as a stage has ended, an executor dies while it works on the next.
    for stage in stages:
        while not Path(folder, stage, "_stage.json").exists():
            time.sleep(0.01)
        time.sleep(0.2)
        kill_an_executor()
        print("killed after", stage, file=sys.stderr)


threading.Thread(target=kill_in_all_stages, daemon=True).start()
frame = spark.createDataFrame(spark.sparkContext.parallelize(documents, 5), "id string, text string")
if not stages:
    threads = cento.spark.threads(frame, folder + "-threads").pairs.orderBy("a", "b").collect()
    print(json.dumps([[row.a_id, row.b_id, row.similarity] for row in threads]))
if job == "pairs":
    found = cento.spark.pairs(frame, folder, threshold=0.5).pairs.orderBy("a", "b")
elif job == "blog":
    found = cento.spark.blog(frame, folder, collisions=1).reports.orderBy("document").select(
        "id", "known", "sources.id", "sources.collisions")
elif job == "reuse":
    found = cento.spark.reuse(frame, folder, theta=0.5).reused.orderBy("document", "row").select(
        "id", "sentence", "begin", "there_id", "there_sentence", "overlap")
elif job == "cuts":
    found = cento.spark.dedup(frame, folder, level="sentence").cuts.select("id", "begin", "end", "kept_id", "kept_begin")
elif job == "substring":
    found = cento.spark.substring(frame, folder, min_tokens=10).repeats.select(
        "id", "begin", "end", "also_id", "also_begin")
else:
    found = cento.spark.scan(frame, folder, threshold=0.8, signature="shingle:1").passages
rows = found.drop("a", "b", "a_place", "b_place").collect()
print(json.dumps([list(row) for row in rows]))
"""


@pytest.mark.slow
@pytest.mark.parametrize(("job", "stages"), [
    ("pairs", []), ("pairs", ["signed", "classes", "proposed"]),
    ("scan", ["signed", "repeated", "shared", "aligned"]),
    ("blog", ["signed", "equal"]), ("reuse", ["known", "signed", "queried"]),
    ("cuts", ["signed", "repeated", "kept0"]), ("substring", ["signed", "windows", "followed"]),
], ids=["calm", "pairs", "scan", "blog", "reuse", "cuts", "substring"])
def test_two_workers_find_the_same_also_when_they_die(tmp_path: Path, job: str, stages: list[str]) -> None:
    documents = some_documents(9, 200) if job == "pairs" else some_articles(9, 120)
    source, mark = tmp_path / "documents.json", f"cento.test.{os.getpid()}.{job}.{len(stages)}"
    source.write_text(json.dumps(documents))
    environment = {
        **os.environ,
        "SPARK_HOME": str(Path(pyspark.__file__).parent),
        "SPARK_SCALA_VERSION": "2.13",
        "SPARK_LOCAL_IP": "127.0.0.1",
        "PYSPARK_PYTHON": sys.executable,
        "CENTO_TEST": mark,
        "PYSPARK_SUBMIT_ARGS": f"--conf spark.executor.extraJavaOptions=-D{mark}=1 pyspark-shell",
        "SPARK_LOCAL_DIRS": str(tmp_path / "local"),
        "SPARK_WORKER_DIR": str(tmp_path / "workers"),
    }
    command = [sys.executable, "-c", PROGRAM, str(source), str(tmp_path / "run"), job, *stages]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300)
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stderr.count("killed after") == len(stages)
    printed = [json.loads(line) for line in done.stdout.splitlines()]
    if job in ("blog", "reuse"):
        assert printed[-1] == [list(row) for row in _rows_of_command(job, documents, tmp_path)]
        return
    if job in ("cuts", "substring"):
        assert sorted(printed[-1]) == sorted(_rows_of_runs(job, documents, tmp_path))
        return
    if job == "scan":
        alone = cento.scan(documents, threshold=0.8, signature="shingle:1")
        assert sorted(tuple(row) for row in printed[-1]) == rows_of(alone.passages)
        return
    assert [tuple(row) for row in printed[-1]] == rows_of_command(documents, threshold=0.5)
    if not stages:
        table = pyarrow.table({"id": [id for id, _ in documents], "text": [text for _, text in documents]})
        pairs = cento.threads(table).pairs.values("a_id", "b_id", "similarity")
        assert [tuple(row) for row in printed[0]] == list(pairs)


def _rows_of_runs(job: str, documents: list[Row], folder: Path) -> list[list[Any]]:
    """As the program above prints them, in any order."""
    if job == "cuts":
        columns = ("id", "begin", "end", "kept_id", "kept_begin")
        return [[row[name] for name in columns]
                for row in pyarrow.table(cento.dedup(documents, level="sentence").cuts).to_pylist()]
    records, _ = found_by_command(folder / "alone", [lines_of(folder / "documents.jsonl", documents_of(documents))],
                                  "--min-tokens", "10")
    return [[row["id"], *row["bytes"], row["also"]["id"], row["also"]["bytes"][0]] for row in records]


def _rows_of_command(job: str, documents: list[Row], folder: Path) -> list[list[Any]]:
    """As the program above prints them."""
    table = table_of(folder, "documents", documents)
    if job == "reuse":
        return [[row[0], *(row[number] for number in (2, 3, 5, 7, 10))]
                for row in by_index(folder, table, table, "--theta", "0.5")[0]]
    return [[one["id"], one["known"], *([source[name] for source in one["sources"]] for name in ("id", "collisions"))]
            for one in by_command(folder, [table], "--collisions", "1")[0]]
