"""Threads that ask the same on Spark are those that one machine finds."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cento
import cento.spark
import pyarrow
import pyarrow.parquet
import pytest

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "questions" / "threads.jsonl"
_PARTS = ("title", "description", "answer")
_SCHEMA = "id string, title string, description string, answer string, date string, answers long"

Thread = dict[str, Any]


def some_threads(seed: int, count: int) -> list[Thread]:
    """Threads of which many repeat texts of others, whole or with words changed; parts are missing; some are copies."""
    words = random.Random(seed)
    vocabulary = [f"word{number}" for number in range(90)] + ["not", "how", "7", "12"]
    usual = ["help", "how do i mend a kite", "it does not work"]

    def text_of(part: str, earlier: list[Thread]) -> str | None:
        kind = words.random()
        if kind < 0.1:
            return None
        if kind < 0.2:
            return words.choice(usual)
        known = [thread[part] for thread in earlier if thread[part]]
        if known and kind < 0.6:
            changed = words.choice(known).split()
            for _ in range(words.randrange(3)):
                changed[words.randrange(len(changed))] = words.choice(vocabulary)
            return " ".join(changed)
        return " ".join(words.choices(vocabulary, k=words.randrange(2, 30)))

    threads: list[Thread] = []
    for number in range(count):
        texts: Thread
        if threads and words.random() < 0.1:
            copied = words.choice(threads)
            texts = {part: copied[part] for part in _PARTS}
        else:
            texts = {part: text_of(part, threads) for part in _PARTS}
        texts["title"] = texts["title"] or "…"
        threads.append({"id": f"t{number}", **texts, "date": f"20{words.randrange(10, 25)}-01-01",
                        "answers": words.randrange(4)})
    threads[-1]["id"] = "t0"
    return threads


def frame_of_threads(spark: SparkSession, threads: list[Thread], partitions: int) -> DataFrame:
    rows = spark.sparkContext.parallelize([tuple(thread.values()) for thread in threads], partitions)
    return spark.createDataFrame(rows, _SCHEMA)


def table_of(threads: list[Thread]) -> pyarrow.Table:
    return pyarrow.Table.from_pylist(threads)


def rows_without_places(table: pyarrow.Table) -> list[str]:
    """Places differ: each partition counts its own rows."""
    dropped = [name for name in table.column_names if name.endswith(("place", "line"))]
    return [json.dumps(row) for row in table.drop_columns(dropped).to_pylist()]


def check_same(found: cento.spark.SparkThreads, alone: cento.ThreadsResult) -> None:
    pairs = found.pairs.orderBy("a", "b").drop("a", "b").toArrow()
    wanted = pyarrow.table(alone.pairs)
    assert pairs.column_names == wanted.column_names
    assert rows_without_places(pairs) == rows_without_places(wanted)
    clusters = found.clusters.toArrow()
    assert clusters.column_names == pyarrow.table(alone.clusters).column_names
    assert sorted(rows_without_places(clusters)) == sorted(rows_without_places(pyarrow.table(alone.clusters)))
    for name in ("documents", "text_bytes", "identical_threads", "without_features", "scored_pairs", "verified_pairs",
                 "capped_pairs", "pairs", "pairs_left_out", "clusters"):
        assert found.summary[name] == getattr(alone.summary, name), name


def test_threads_are_those_of_one_machine(spark: SparkSession, work: str) -> None:
    threads = some_threads(1, 150)
    options: dict[str, Any] = {"threshold": 0.4, "pairs_up_to": 2}
    found = cento.spark.threads(frame_of_threads(spark, threads, 3), work, groups=2, **options)
    alone = cento.threads(table_of(threads), **options)
    check_same(found, alone)
    assert alone.summary.verified_pairs > 50 and alone.summary.pairs_left_out > 0 and alone.summary.clusters > 10
    assert found.pairs.where("a_id = 't0' and a_place is null").count() == 0  # an id of two threads needs its place


@pytest.mark.slow
@pytest.mark.parametrize(("partitions", "groups", "by"), [(1, 1, "document"), (2, 7, "term"), (7, 2, "document")])
def test_neither_parts_nor_groups_nor_layouts_matter(
    spark: SparkSession, work: str, partitions: int, groups: int, by: str
) -> None:
    threads = some_threads(partitions, 120)
    options: dict[str, Any] = {"by": by, "compare": ["title=words*idf+order", "answer=shingle:2/contained"],
                               "threshold": 0.3}
    found = cento.spark.threads(frame_of_threads(spark, threads, partitions), work, groups=groups, **options)
    check_same(found, cento.threads(table_of(threads), **options))


@pytest.mark.slow
def test_other_measures_and_preferences(spark: SparkSession, work: str) -> None:
    threads = some_threads(6, 120)
    options: dict[str, Any] = {"by": "term", "parts": "title=1", "compare": ["title=content*idf2/rarest+grams:3"],
                               "keep": "answered"}
    found = cento.spark.threads(frame_of_threads(spark, threads, 3), work, **options)
    check_same(found, cento.threads(table_of(threads), **options))


@pytest.mark.slow
def test_a_model_that_was_learned_is_used(spark: SparkSession, work: str) -> None:
    threads = some_threads(4, 80)
    learned = {"threshold": 0.6, "number_guard": 0, "negation_guard": 0, "word_factors": {"word1": 3, "how": 0.2},
               "parts": [{"part": "title", "weight": 1, "by": {"words*idf": 1, "grams:2": 0.5}}]}
    found = cento.spark.threads(frame_of_threads(spark, threads, 2), work, model=learned)
    check_same(found, cento.threads(table_of(threads), model=learned))


@pytest.mark.slow
def test_threads_of_files_and_dumps(spark: SparkSession, work: str, tmp_path: Path) -> None:
    check_same(cento.spark.threads(cento.files(EXAMPLE), work), cento.threads(str(EXAMPLE)))
    dump = tmp_path / "Posts.xml"
    dump.write_text(_DUMP, encoding="utf-8")
    found = cento.spark.threads(cento.files(dump), f"{work}2")
    alone = cento.threads(str(dump))
    check_same(found, alone)
    assert alone.summary.verified_pairs == 1


_DUMP = """<?xml version="1.0" encoding="utf-8"?>
<posts>
<row Id="1" PostTypeId="1" CreationDate="2020-01-01T00:00:00" Title="How do I mend a kite?" Body="It tore." />
<row Id="2" PostTypeId="2" ParentId="1" CreationDate="2020-01-02T00:00:00" Body="With tape on both sides of it." />
<row Id="3" PostTypeId="1" CreationDate="2021-01-01T00:00:00" Title="How do I mend a kite?" Body="It is torn." />
<row Id="4" PostTypeId="2" ParentId="3" CreationDate="2021-01-02T00:00:00" Body="With tape on both sides of it!" />
<row Id="5" PostTypeId="1" CreationDate="2021-01-01T00:00:00" Title="Where does the ferry leave?" Body="To the isle." />
</posts>
"""


@pytest.mark.slow
def test_threads_go_on_where_they_were(spark: SparkSession, work: str) -> None:
    threads = some_threads(2, 40)
    frame = frame_of_threads(spark, threads, 2)
    cento.spark.threads(frame, work)
    for stage in ("met", "joined", "similar", "removals"):
        (Path(work) / stage / "_stage.json").unlink()
    again = cento.spark.threads(frame, work, resume=True)
    assert again.resumed == ["signed", "texts", "tallied"]
    check_same(again, cento.threads(table_of(threads)))
    with pytest.raises(cento.UsageError, match="stages of other options"):
        cento.spark.threads(frame, work, resume=True, threshold=0.7)


def test_what_needs_counts_of_words_is_refused(spark: SparkSession, work: str) -> None:
    frame = frame_of_threads(spark, some_threads(3, 2), 1)
    with pytest.raises(cento.UsageError, match='"spot:60" needs counts of the words'):
        cento.spark.threads(frame, work, compare=["title=spot:60"])
    with pytest.raises(cento.UsageError, match="threshold must be"):
        cento.spark.threads(frame, work, threshold=2)
    assert not Path(work).exists()


@pytest.mark.slow
def test_no_threads_have_no_pairs(spark: SparkSession, work: str) -> None:
    found = cento.spark.threads(frame_of_threads(spark, [], 2), work)
    assert (found.summary["documents"], found.summary["clusters"], found.pairs.count()) == (0, 0, 0)


@pytest.mark.slow
def test_threads_from_a_shell(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cento.spark", "threads", "--master", "local[2]", "--input", str(EXAMPLE),
               "--output", str(tmp_path), "--compare", "title=content+grams:3"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    summary = json.loads((tmp_path / "summary.json").read_text())
    alone = cento.threads(str(EXAMPLE), compare=["title=content+grams:3"])
    assert summary["verified_pairs"] == alone.summary.verified_pairs
    written = pyarrow.parquet.read_table(tmp_path / "pairs").sort_by([("a_id", "ascending"), ("b_id", "ascending")])
    wanted = pyarrow.table(alone.pairs).sort_by([("a_id", "ascending"), ("b_id", "ascending")])
    assert rows_without_places(written) == rows_without_places(wanted)
    assert pyarrow.parquet.read_table(tmp_path / "clusters").num_rows == len(alone.clusters)
