"""Documents put together from others on Spark are those that the command finds."""

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

from .conftest import Row, frame_of

if TYPE_CHECKING:
    from cento.spark import SparkBlog
    from pyspark.sql import SparkSession

ARTICLES = Path(__file__).resolve().parents[3] / "examples" / "articles"
_COMMAND = Path(sys.executable).with_name("cento")
_COUNTS = ("sentences", "without_fingerprint", "left_out", "left_out_occurrences", "known_sentences", "reported_documents")

Report = dict[str, Any]


def some_posts(seed: int, count: int) -> list[Row]:
    """Texts of sentences many of which others have, too, some with their words in another order; a few are in most texts;
    an empty text; an id twice."""
    words = random.Random(seed)
    vocabulary = [f"w{number}" for number in range(120)]
    usual = [["so", "it", "is", *words.choices(vocabulary, k=5)] for _ in range(4)]
    known = [["so", "it", "is", *words.choices(vocabulary, k=6)] for _ in range(3 * count)]
    rows: list[Row] = []
    for number in range(count):
        begin = words.randrange(len(known))
        sentences = known[begin : begin + words.randrange(9)] + words.sample(usual, words.randrange(3))
        if words.random() < 0.1:
            sentences.append(["So", "it", "is"])
        turned = [words.sample(one, len(one)) if words.random() < 0.2 else one for one in sentences]
        rows.append((f"d{number}", "\n\n".join(" ".join(one).capitalize() + "." for one in turned)))
    rows[count // 2] = (f"d{count // 2}", "")
    rows[-1] = ("d0", rows[-1][1])
    return rows


def by_command(folder: Path, inputs: list[str], *options: str) -> tuple[list[Report], dict[str, Any]]:
    """The reports and the summary that the command writes."""
    output = folder / "alone"
    command = [str(_COMMAND), "scan", *inputs, "--method", "blog", "--as", "parquet", "-o", str(output), "--quiet", *options]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    summary = json.loads((output / "summary.json").read_text())
    return pyarrow.parquet.read_table(output / "reports.parquet").to_pylist(), summary


def table_of(folder: Path, name: str, rows: list[Row]) -> str:
    path = folder / f"{name}.parquet"
    table = pyarrow.table({"id": [row[0] for row in rows], "text": [row[1] for row in rows]})
    pyarrow.parquet.write_table(table, path)
    return str(path)


def without_places(reports: list[Report]) -> list[Report]:
    """Places name rows of tables in one case and of partitions in the other."""
    return [{**one, "place": one["place"] is None,
             "sources": [{**source, "place": source["place"] is None} for source in one["sources"]]} for one in reports]


def reports_of(found: SparkBlog) -> list[Report]:
    rows = found.reports.orderBy("document").drop("document").collect()
    return [row.asDict(recursive=True) for row in rows]


def assert_same(found: SparkBlog, alone: tuple[list[Report], dict[str, Any]]) -> None:
    reports, summary = alone
    assert without_places(reports_of(found)) == without_places(reports)
    assert {name: found.summary[name] for name in _COUNTS} == {name: summary[name] for name in _COUNTS}


def test_reports_are_those_of_the_command(spark: SparkSession, work: str, tmp_path: Path) -> None:
    posts = some_posts(1, 150)
    found = cento.spark.blog(frame_of(spark, posts, 3), work, groups=2, max_repeats=20, collisions=2)
    alone = by_command(tmp_path, [table_of(tmp_path, "posts", posts)], "--max-repeats", "20", "--collisions", "2")
    assert len(alone[0]) > 20 and alone[1]["left_out"] > 0 and alone[1]["without_fingerprint"] > 0
    assert_same(found, alone)
    assert any(source["place"] for one in reports_of(found) for source in one["sources"])  # of an id that two have


@pytest.mark.slow
@pytest.mark.parametrize(("partitions", "groups", "cutoff"), [(1, 1, 0.5), (2, 7, 40.0), (7, 2, 3.0), (64, 5, 0.6)])
def test_neither_partitions_nor_groups_matter(
    spark: SparkSession, work: str, tmp_path: Path, partitions: int, groups: int, cutoff: float
) -> None:
    posts = some_posts(partitions, 120)
    options: dict[str, Any] = {"df_cutoff": cutoff, "max_repeats": 10, "collisions": 1}
    found = cento.spark.blog(frame_of(spark, posts, partitions), work, groups=groups, **options)
    flags = ["--df-cutoff", str(cutoff), "--max-repeats", "10", "--collisions", "1"]
    assert_same(found, by_command(tmp_path, [table_of(tmp_path, "posts", posts)], *flags))


@pytest.mark.slow
def test_only_sentences_of_a_reference_are_known(spark: SparkSession, work: str, tmp_path: Path) -> None:
    posts = some_posts(3, 120)
    frames = [frame_of(spark, some, 2) for some in (posts[60:], posts[:60])]
    found = cento.spark.blog(frames[0], work, against=frames[1], collisions=1, max_repeats=8)
    inputs, reference = table_of(tmp_path, "inputs", posts[60:]), table_of(tmp_path, "known", posts[:60])
    alone = by_command(tmp_path, [inputs], "--against", reference, "--collisions", "1", "--max-repeats", "8")
    assert len(alone[0]) > 5
    assert_same(found, alone)


@pytest.mark.slow
def test_reports_name_parts(spark: SparkSession, work: str, tmp_path: Path) -> None:
    texts = [text for _, text in some_posts(4, 120)]
    rows = [(f"d{number}", *both) for number, both in enumerate(zip(texts[:60], texts[60:]))]
    frame = spark.createDataFrame(spark.sparkContext.parallelize(rows, 3), "id string, title string, body string")
    found = cento.spark.blog(frame, work, text=["title", "body"], collisions=1)
    table = tmp_path / "parts.parquet"
    pyarrow.parquet.write_table(pyarrow.table(dict(zip(("id", "title", "body"), zip(*rows)))), table)
    flags = ["--collisions", "1", "--text-field", "title", "--text-field", "body"]
    assert_same(found, by_command(tmp_path, [str(table)], *flags))
    matches = [match for one in reports_of(found) for source in one["sources"] for match in source["matches"]]
    assert {match["part"] for match in matches} == {match["there_part"] for match in matches} == {"title", "body"}


@pytest.mark.slow
def test_files_are_read_where_tasks_run(spark: SparkSession, work: str, tmp_path: Path) -> None:
    found = cento.spark.blog(cento.files(ARTICLES), work)
    alone = by_command(tmp_path, [str(ARTICLES)])
    assert len(alone[0]) > 0
    assert_same(found, alone)


@pytest.mark.slow
def test_a_run_goes_on_where_it_was(spark: SparkSession, work: str) -> None:
    frame = frame_of(spark, some_posts(2, 60), 2)
    wanted = reports_of(cento.spark.blog(frame, work, collisions=1))
    assert wanted
    for stage in ("equal", "reports"):
        (Path(work) / stage / "_stage.json").unlink()
    again = cento.spark.blog(frame, work, resume=True, collisions=1)
    assert set(again.resumed) == {"signed", "names"}
    assert reports_of(again) == wanted
    with pytest.raises(cento.UsageError, match="stages of other options"):
        cento.spark.blog(frame, work, resume=True, collisions=2)


def test_values_out_of_range_are_refused(spark: SparkSession, work: str) -> None:
    frame = frame_of(spark, [("a", "One two three.")], 1)
    with pytest.raises(cento.UsageError, match="max_repeats must be a whole number of at least 2"):
        cento.spark.blog(frame, work, max_repeats=1)
    assert not Path(work).exists()


@pytest.mark.slow
def test_an_empty_reference_knows_nothing(spark: SparkSession, work: str) -> None:
    found = cento.spark.blog(frame_of(spark, some_posts(3, 20), 2), work, against=frame_of(spark, [], 1), collisions=0)
    assert found.summary["sentences"] > 0
    assert (found.summary["reported_documents"], found.reports.count()) == (0, 0)


@pytest.mark.slow
def test_reports_from_a_shell(tmp_path: Path) -> None:
    output = tmp_path / "found"
    command = [sys.executable, "-m", "cento.spark", "blog", "--master", "local[2]", "--input", str(ARTICLES), "--against",
               str(ARTICLES), "--output", str(output), "--collisions", "5"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    reports, summary = by_command(tmp_path, [str(ARTICLES)], "--against", str(ARTICLES), "--collisions", "5")
    assert json.loads((output / "summary.json").read_text())["known_sentences"] == summary["known_sentences"]
    written = pyarrow.parquet.read_table(output / "reports").to_pylist()
    assert sorted(written, key=str) == sorted(reports, key=str)
