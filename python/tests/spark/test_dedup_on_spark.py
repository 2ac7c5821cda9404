"""What is removed on Spark is what one machine removes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cento
import cento.spark
import pyarrow
import pyarrow.parquet
import pytest

from .conftest import Row, frame_of, some_documents

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

NEWS = Path(__file__).resolve().parents[3] / "examples" / "dispatches"
_COLUMNS = ["id", "duplicate_of", "similarity", "contained", "contained_by", "reason"]


def removals_of_command(documents: Any, **options: Any) -> list[tuple[Any, ...]]:
    """What the engine removes on one machine, without the places, which differ."""
    table = pyarrow.table(cento.dedup(documents, **options).removals).select(_COLUMNS)
    return sorted(tuple(row.values()) for row in table.to_pylist())


def removals_of_spark(found: cento.spark.SparkDedup) -> list[tuple[Any, ...]]:
    return sorted(tuple(row) for row in found.removals.select(*_COLUMNS).collect())


def rows_of(frame: DataFrame) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in frame.collect()]


def with_scores(documents: list[Row]) -> list[dict[str, Any]]:
    """The documents with a score, which is missing, a whole number, another number or a text."""
    scores: list[Any] = [None, 3, 3.5, "high", 2**62 + 1, float(2**62), -1]
    return [
        {"id": id, "text": text, "score": json.dumps(scores[len(text) % len(scores)])}
        for id, text in documents
    ]


def test_the_same_rows_stay(spark: SparkSession, work: str) -> None:
    documents = some_documents(3, 120)
    found = cento.spark.dedup(frame_of(spark, documents, 3), work, threshold=0.5, keep="longest")
    alone = cento.dedup(pyarrow.table({"id": [d[0] for d in documents], "text": [d[1] for d in documents]}),
                        threshold=0.5, keep="longest")
    assert removals_of_spark(found) == removals_of_command(documents, threshold=0.5, keep="longest")
    assert rows_of(found.clean) == [tuple(row.values()) for row in alone.clean.to_pylist()]
    assert sorted(rows_of(found.removed)) == sorted(tuple(row.values()) for row in alone.removed.to_pylist())
    for name in ("documents", "kept", "removed", "clusters", "verified_pairs"):
        assert found.summary[name] == getattr(alone.summary, name), name


@pytest.mark.slow
@pytest.mark.parametrize("keep", ["first", "longest", "field:score", "field:score:min"])
def test_every_way_to_prefer(spark: SparkSession, work: str, keep: str) -> None:
    rows = with_scores(some_documents(len(keep), 100))
    frame = spark.createDataFrame(spark.sparkContext.parallelize(rows, 4), "id string, text string, score string")
    found = cento.spark.dedup(frame, work, threshold=0.5, keep=keep)
    table = pyarrow.Table.from_pylist(rows)
    alone = cento.dedup(table, threshold=0.5, keep=keep)
    wanted = pyarrow.table(alone.removals).select(_COLUMNS).to_pylist()
    assert removals_of_spark(found) == sorted(tuple(row.values()) for row in wanted)
    assert rows_of(found.annotated) == [tuple(row.values()) for row in alone.annotated.to_pylist()]


@pytest.mark.slow
def test_a_reference_stays_and_removes(spark: SparkSession, work: str) -> None:
    documents = some_documents(11, 150)
    known, new = documents[:50], documents[50:]
    choices: list[dict[str, Any]] = [{"threshold": 0.5}, {"method": "exact"}]
    for number, given in enumerate(choices):
        found = cento.spark.dedup(frame_of(spark, new, 3), f"{work}{number}", against=frame_of(spark, known, 2), **given)
        assert removals_of_spark(found) == removals_of_command(new, against=known, **given)
        alone = cento.dedup(pyarrow.table({"id": [d[0] for d in new], "text": [d[1] for d in new]}),
                            against=known, **given)
        assert rows_of(found.annotated) == [tuple(row.values()) for row in alone.annotated.to_pylist()]


@pytest.mark.slow
def test_another_threshold_compares_nothing_again(spark: SparkSession, work: str) -> None:
    documents = some_documents(4, 120)
    found = cento.spark.dedup(frame_of(spark, documents, 2), work, threshold=0.5)
    assert removals_of_spark(found.rethreshold(0.8)) == removals_of_command(documents, threshold=0.8)
    with pytest.raises(cento.UsageError, match="threshold must be from 0.5"):
        found.rethreshold(0.4)


@pytest.mark.slow
def test_rows_that_are_no_documents_stay(spark: SparkSession, work: str) -> None:
    rows = [("a", "one two three", 1), ("b", None, 2), ("c", "one two three", 3)]
    frame = spark.createDataFrame(spark.sparkContext.parallelize(rows, 1), "id string, text string, cluster int")
    found = cento.spark.dedup(frame, work)
    assert rows_of(found.clean) == rows[:2]
    assert found.removed.columns[3:] == ["cento_cluster", "duplicate_of", "similarity", "reason"]
    assert rows_of(found.removed) == [("c", "one two three", 3, "a", "a", 1.0, "identical")]


@pytest.mark.slow
def test_rows_in_another_order_are_an_error(spark: SparkSession, tmp_path: Path) -> None:
    """The rows come from a file that changes between the two readings."""
    source = tmp_path / "rows.json"

    def rows(batches: Any) -> Any:
        yield pyarrow.RecordBatch.from_pydict({"text": json.loads(source.read_text())})

    source.write_text(json.dumps(["one two three", "one two three", "four five six"]))
    frame = spark.range(1).coalesce(1).mapInArrow(rows, "text string")
    found = cento.spark.dedup(frame, str(tmp_path / "run"))
    assert rows_of(found.clean) == [("one two three",), ("four five six",)]
    for other in (["one two three", "four five six", "one two three"], ["one two three", "one two three"]):
        source.write_text(json.dumps(other))
        with pytest.raises(Exception, match="gave other rows"):
            found.clean.collect()


@pytest.mark.slow
def test_files_say_which_documents_to_leave_out(spark: SparkSession, work: str) -> None:
    found = cento.spark.dedup(cento.files(NEWS), work, threshold=0.3)
    assert removals_of_spark(found) == removals_of_command(str(NEWS), threshold=0.3)
    with pytest.raises(cento.Error, match="some inputs are other files"):
        found.clean


@pytest.mark.slow
def test_a_run_of_removals_goes_on(spark: SparkSession, work: str) -> None:
    frame = frame_of(spark, some_documents(6, 60), 2)
    wanted = removals_of_spark(cento.spark.dedup(frame, work, threshold=0.5))
    again = cento.spark.dedup(frame, work, resume=True, threshold=0.5)
    assert {"signed", "similar", "removals_0.5"} <= set(again.resumed)
    assert removals_of_spark(again) == wanted


@pytest.mark.slow
def test_rows_of_parquet_files_are_read_by_tasks_in_order(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two files, in pieces of a few row groups, some of them in one partition with pieces of the other file."""
    documents = some_documents(8, 150)
    for number, some in enumerate([documents[:60], documents[60:]]):
        rows = [{"id": id, "number": number, "text": text or None} for id, text in some]
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / f"{number}.parquet", row_group_size=7)
    monkeypatch.setattr("cento.spark._signing.PART_BYTES", 4000)
    inputs = cento.files(tmp_path / "0.parquet", tmp_path / "1.parquet")
    found = cento.spark.dedup(inputs, str(tmp_path / "run"), threshold=0.5)
    alone = cento.dedup(inputs, threshold=0.5)
    columns = ["id", "place", "line", "duplicate_of", "kept_place", "kept_line", "similarity", "reason"]
    wanted = sorted(tuple(row.values()) for row in pyarrow.table(alone.removals).select(columns).to_pylist())
    assert sorted(tuple(row) for row in found.removals.select(*columns).collect()) == wanted
    removed = {(row[1].rpartition(",")[0][-9], row[2]) for row in wanted}
    places = [(str(number), line + 1) for number, count in ((0, 60), (1, 90)) for line in range(count)]
    kept = [row[0] for row, place in zip(documents, places) if place not in removed]
    assert [row.id for row in found.clean.collect()] == kept
    assert found.removed.count() == len(wanted) and found.annotated.count() == len(documents)


@pytest.mark.slow
def test_from_a_shell_rows_of_parquet_files(tmp_path: Path) -> None:
    documents = some_documents(12, 40)
    source = tmp_path / "texts.parquet"
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist([{"id": id, "text": text} for id, text in documents]), source)
    command = [sys.executable, "-m", "cento.spark", "dedup", "--master", "local[2]", "--input", str(source), "--output",
               str(tmp_path / "out"), "--threshold", "0.5", "--keep", "longest"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    alone = cento.dedup(documents, threshold=0.5, keep="longest")
    assert json.loads(done.stdout)["kept"] == alone.summary.kept
    clean = pyarrow.parquet.read_table(tmp_path / "out" / "clean").to_pylist()
    assert [(row["id"], row["text"]) for row in clean] == alone.clean


def test_policies_that_are_not_there_are_refused(spark: SparkSession, work: str) -> None:
    frame = frame_of(spark, [("a", "one two three")], 1)
    with pytest.raises(cento.UsageError, match="`keep` must be"):
        cento.spark.dedup(frame, work, keep="loudest")
    assert not Path(work).exists()
