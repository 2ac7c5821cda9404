"""Near-duplicates on Spark are those that one machine finds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cento
import cento.spark
import pytest
from cento.spark._blocks import hash_of_int, keys_of_tasks

from .conftest import frame_of, rows_of_command, rows_of_spark, some_documents

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

NEWS = Path(__file__).resolve().parents[3] / "examples" / "dispatches"


def test_the_pairs_are_those_of_one_machine(spark: SparkSession, work: str) -> None:
    documents = some_documents(1, 120)
    options: dict[str, Any] = {"threshold": 0.6, "method": "shingle:3", "pairs_up_to": 3}
    found = cento.spark.pairs(frame_of(spark, documents, 3), work, groups=2, **options)
    wanted = rows_of_command(documents, **options)
    assert rows_of_spark(found.pairs) == wanted
    alone = cento.pairs(documents, **options).summary
    assert len(wanted) > 50
    for name in ("documents", "identical_documents", "same_words_documents", "verified_pairs"):
        assert found.summary[name] == getattr(alone, name), name
    assert found.pairs.where("a_id = 'd0' and a_place is null").count() == 0  # an id of two documents needs its place


@pytest.mark.slow
@pytest.mark.parametrize(("partitions", "groups"), [(1, 1), (2, 7), (7, 2), (64, 5)])
def test_neither_partitions_nor_groups_matter(spark: SparkSession, work: str, partitions: int, groups: int) -> None:
    documents = some_documents(partitions, 150)
    choices: list[dict[str, Any]] = [{"threshold": 0.5}, {"threshold": 0.9, "method": "tokens"}]
    for number, options in enumerate(choices):
        frame = frame_of(spark, documents, partitions)
        found = cento.spark.pairs(frame, f"{work}{number}", groups=groups, **options)
        assert rows_of_spark(found.pairs) == rows_of_command(documents, **options)


@pytest.mark.slow
def test_features_of_characters_samples_and_identical_texts(spark: SparkSession, work: str) -> None:
    documents = some_documents(5, 80)
    choices: list[dict[str, Any]] = [{"method": "ndd", "sample": 1}, {"method": "exact"}]
    for number, options in enumerate(choices):
        found = cento.spark.pairs(frame_of(spark, documents, 2), f"{work}{number}", **options)
        assert rows_of_spark(found.pairs) == rows_of_command(documents, **options)


@pytest.mark.slow
def test_sketches_and_features_of_few_documents(spark: SparkSession, work: str) -> None:
    documents = some_documents(7, 150)
    choices: list[dict[str, Any]] = [
        {"method": "minhash:64", "features": "shingle:3", "threshold": 0.5, "recall": 0.8, "sct": 20},
        {"method": "shingle:3", "threshold": 0.5, "sct": 12},
    ]
    for number, options in enumerate(choices):
        found = cento.spark.pairs(frame_of(spark, documents, number * 3 + 1), f"{work}{number}", groups=2, **options)
        wanted = rows_of_command(documents, **options)
        assert rows_of_spark(found.pairs) == wanted
        assert len(wanted) > 20
        alone = cento.pairs(documents, **options).summary
        for name in ("candidate_pairs", "verified_pairs", "capped_features"):
            if name != "candidate_pairs" or options["method"] != "shingle:3":
                assert found.summary[name] == getattr(alone, name), name
        assert found.summary["sct_occurrences"] > 0


@pytest.mark.slow
def test_files_are_read_where_tasks_run(spark: SparkSession, work: str) -> None:
    found = cento.spark.pairs(cento.files(NEWS), work)
    assert rows_of_spark(found.pairs) == rows_of_command(str(NEWS))


def test_a_run_goes_on_where_it_was(spark: SparkSession, work: str) -> None:
    frame = frame_of(spark, some_documents(2, 30), 2)
    wanted = rows_of_spark(cento.spark.pairs(frame, work).pairs)
    (Path(work) / "proposed" / "_stage.json").unlink()
    (Path(work) / "similar" / "_stage.json").unlink()
    again = cento.spark.pairs(frame, work, resume=True)
    assert again.resumed and {"proposed", "similar"}.isdisjoint(again.resumed)
    assert rows_of_spark(again.pairs) == wanted
    with pytest.raises(cento.UsageError, match="has a run already"):
        cento.spark.pairs(frame, work)
    with pytest.raises(cento.UsageError, match="stages of other options"):
        cento.spark.pairs(frame, work, resume=True, threshold=0.7)


def test_what_is_not_there_yet_is_refused(spark: SparkSession, work: str) -> None:
    frame = frame_of(spark, [("a", "one two three")], 1)
    with pytest.raises(cento.UsageError, match="simhash is not available on Spark"):
        cento.spark.pairs(frame, work, method="simhash")
    with pytest.raises(cento.UsageError, match="counts of the whole collection"):
        cento.spark.pairs(frame, work, method="minhash", features="spot:60")
    with pytest.raises(cento.UsageError, match="threshold must be"):
        cento.spark.pairs(frame, f"{work}2", threshold=2)


@pytest.mark.slow
def test_a_null_text_goes_to_the_rejects(spark: SparkSession, work: str) -> None:
    rows = [("a", "one two three"), ("b", None), ("c", "one two three")]
    frame = spark.createDataFrame(rows, "id string, text string")
    found = cento.spark.pairs(frame, work)
    assert [(row.a_id, row.b_id) for row in found.pairs.collect()] == [("a", "c")]
    assert found.summary["rejected_records"] == 1
    assert found.rejects.count() == 1


@pytest.mark.slow
def test_an_empty_frame_has_no_pairs(spark: SparkSession, work: str) -> None:
    found = cento.spark.pairs(frame_of(spark, [], 2), work)
    assert (found.summary["documents"], found.pairs.count()) == (0, 0)


def test_keys_go_to_their_tasks(spark: SparkSession) -> None:
    from pyspark.sql import functions as f

    row = spark.range(1).select(f.hash(f.lit(7)), f.hash(f.lit(-3))).first()
    assert row is not None and tuple(row) == (hash_of_int(7), hash_of_int(-3))
    keys = keys_of_tasks(7)
    frame = spark.createDataFrame([(key,) for key in keys], "key int").repartition(7, "key")
    placed = {row.key: row.task for row in frame.select("key", f.spark_partition_id().alias("task")).collect()}
    assert [placed[key] for key in keys] == list(range(7))


@pytest.mark.slow
def test_from_a_shell(tmp_path: Path) -> None:
    def run(*more: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "cento.spark", "pairs", "--master", "local[2]", "--input", str(NEWS), "--output",
                   str(tmp_path), "--threshold", "0.7", *more]
        environment = {name: value for name, value in os.environ.items() if name != "PYSPARK_PYTHON"}
        return subprocess.run(command, capture_output=True, text=True, env=environment)

    done = run("--progress")
    assert done.returncode == 0, done.stderr
    assert "cento: signed begins" in done.stderr
    summary = json.loads((tmp_path / "summary.json").read_text())
    assert summary["verified_pairs"] == cento.pairs(str(NEWS), threshold=0.7).summary.verified_pairs
    assert [step["step"] for step in summary["steps"]][0] == "signed"
    again = run()
    assert (again.returncode, "has a run already" in again.stderr) == (2, True)
    assert run("--resume").returncode == 0
