"""Passages and sentences that are cut on Spark are those of one machine, and rows have the texts that are left."""

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
    from pyspark.sql import DataFrame, SparkSession

NEWS = Path(__file__).resolve().parents[3] / "examples" / "dispatches"
_PLACES = ("place", "line", "kept_place", "kept_line")
_COUNTS = ("documents", "text_bytes", "kept", "removed", "cuts", "cut_sentences", "cut_bytes")
Rows = list[tuple[Any, ...]]


def some_texts(seed: int, count: int, distinct: int = 12) -> list[str]:
    """Texts of few different sentences, so that most repeat others; some in Chinese, some with emoji, some without words."""
    chance = random.Random(seed)
    known = [f"The ferry number {number} leaves at noon." for number in range(distinct)]
    known += ["这艘渡轮在中午离开港口。", "桥上的灯在夜里亮着。", "Schöne Grüße 😀 from the harbour!", "* * *"]
    texts = []
    for _ in range(count):
        sentences = chance.choices(known, k=chance.randrange(12))
        sentences += [f"Only number {chance.randrange(10**6)} says this."] * (chance.random() < 0.5)
        texts.append(chance.choice(["", " ", "\n"]) + chance.choice([" ", "\n", "\n\n"]).join(sentences))
    return texts


def some_rows(seed: int, count: int) -> list[Row]:
    rows = [(f"d{number}", text) for number, text in enumerate(some_texts(seed, count))]
    rows[-1] = ("d0", rows[-1][1])
    return rows


def cuts_alone(result: Any) -> Rows:
    table = pyarrow.table(result.cuts).drop_columns(list(_PLACES))
    return sorted((tuple(row.values()) for row in table.to_pylist()), key=repr)


def cuts_on_spark(found: cento.spark.SparkDedup) -> Rows:
    frame = found.cuts.drop(*_PLACES, "document", "kept_document")
    return sorted((tuple(row) for row in frame.collect()), key=repr)


def without_cuts(texts: dict[str, dict[str, str]], result: Any, only: str) -> dict[str, dict[str, str]]:
    """Texts by document and part, cut by hand as the records say. Ids must be unique."""
    left = {id: {part: text.encode() for part, text in parts.items()} for id, parts in texts.items()}
    for row in reversed(pyarrow.table(result.cuts).to_pylist()):
        part = row["part"] or only
        text = left[row["id"]][part]
        left[row["id"]][part] = text[: row["begin"]] + text[row["end"] :]
    return {id: {part: text.decode() for part, text in parts.items()} for id, parts in left.items()}


def assert_same(found: cento.spark.SparkDedup, alone: Any) -> None:
    assert cuts_on_spark(found) == cuts_alone(alone)
    for name in _COUNTS:
        assert found.summary.get(name, 0) == getattr(alone.summary, name), name


def rows_of(frame: DataFrame) -> Rows:
    return [tuple(row) for row in frame.collect()]


def test_the_cuts_are_those_of_one_machine(spark: SparkSession, work: str) -> None:
    documents = [(f"d{number}", text) for number, text in enumerate(some_texts(1, 60))]
    found = cento.spark.dedup(frame_of(spark, documents, 3), work, groups=2, level="passage", min_sentences=2)
    alone = cento.dedup(documents, level="passage", min_sentences=2)
    assert alone.summary.cuts > 20
    assert found.summary["rounds"] > 0
    assert_same(found, alone)
    left = without_cuts({id: {"": text} for id, text in documents}, alone, "")
    assert rows_of(found.clean) == [(id, left[id][""]) for id, _ in documents]


@pytest.mark.slow
@pytest.mark.parametrize(("partitions", "groups"), [(1, 1), (2, 7), (7, 3), (64, 5)])
def test_neither_partitions_nor_groups_matter(spark: SparkSession, work: str, partitions: int, groups: int) -> None:
    documents = some_rows(partitions, 100)
    given: dict[str, Any] = {"level": "sentence", "min_tokens": 2} if partitions == 2 else {
        "level": "passage", "min_sentences": 1 + partitions % 4}
    found = cento.spark.dedup(frame_of(spark, documents, partitions), work, groups=groups, **given)
    alone = cento.dedup(documents, **given)
    assert_same(found, alone)
    assert (found.summary["rounds"] > 0) == (partitions > 1)
    repeated = [row for row in found.cuts.collect() if row["id"] == "d0"]
    assert all(row["place"] is not None for row in repeated)  # an id of two documents needs its place


@pytest.mark.slow
def test_a_reference_is_not_cut(spark: SparkSession, work: str) -> None:
    documents = some_rows(3, 60)
    known, new = documents[:20], documents[20:-1]
    frames = [frame_of(spark, some, 3) for some in (new, known)]
    found = cento.spark.dedup(frames[0], work, against=frames[1], level="passage")
    alone = cento.dedup(new, against=known, level="passage")
    assert_same(found, alone)
    assert found.summary["cut_reference"] > 0
    left = without_cuts({id: {"": text} for id, text in new}, alone, "")
    assert rows_of(found.clean) == [(id, left[id][""]) for id, _ in new]


@pytest.mark.slow
def test_several_columns_of_which_some_are_null(spark: SparkSession, work: str) -> None:
    bodies, titles = some_texts(4, 50), some_texts(5, 50, 3)
    rows: list[Any] = []
    for number, (title, body) in enumerate(zip(titles, bodies)):
        rows.append((f"d{number}", None if number % 5 == 1 else title, number, None if number % 7 == 2 else (body,)))
    schema = "id string, title string, number int, page struct<body string>"
    frame = spark.createDataFrame(spark.sparkContext.parallelize(rows, 3), schema)
    found = cento.spark.dedup(frame, work, text=["title", "page.body"], level="sentence")
    pages = [None if row[3] is None else {"body": row[3][0]} for row in rows]
    given = pyarrow.array([row[1] for row in rows], pyarrow.string())
    table = pyarrow.table({"id": [row[0] for row in rows], "title": given, "page": pages})
    alone = cento.dedup(table, text=["title", "page.body"], level="sentence")
    assert_same(found, alone)
    texts: dict[str, dict[str, str]] = {}
    for id, title, _, page in rows:
        parts = {"title": title, "page.body": None if page is None else page[0]}
        texts[id] = {part: text for part, text in parts.items() if text is not None}
    cut = pyarrow.table(alone.cuts).to_pylist()
    for row in cut:  # a document with one text has no names of parts
        row["part"] = row["part"] or next(iter(texts[row["id"]]))
    left: dict[str, dict[str, str]] = {id: dict(parts) for id, parts in texts.items()}
    for row in reversed(cut):
        text = left[row["id"]][row["part"]].encode()
        left[row["id"]][row["part"]] = (text[: row["begin"]] + text[row["end"] :]).decode()
    wanted = [(id, left[id].get("title"), number, None if page is None else (left[id]["page.body"],))
              for id, _, number, page in rows]
    clean = [(row[0], row[1], row[2], None if row[3] is None else tuple(row[3])) for row in found.clean.collect()]
    assert clean == wanted


@pytest.mark.slow
def test_rows_in_another_order_are_an_error(spark: SparkSession, tmp_path: Path) -> None:
    """The rows come from a file that changes between the two readings."""
    source = tmp_path / "rows.json"

    def rows(batches: Any) -> Any:
        yield pyarrow.RecordBatch.from_pydict({"text": json.loads(source.read_text())})

    source.write_text(json.dumps(["It rains all day.", "Bread is baked. It rains all day."]))
    frame = spark.range(1).coalesce(1).mapInArrow(rows, "text string")
    found = cento.spark.dedup(frame, str(tmp_path / "run"), level="sentence")
    assert rows_of(found.clean) == [("It rains all day.",), ("Bread is baked.",)]
    for other in (["Bread is baked. It rains all day.", "It rains all day."], ["It rains all day."]):
        source.write_text(json.dumps(other))
        with pytest.raises(Exception, match="gave other rows"):
            found.clean.collect()


@pytest.mark.slow
def test_files_say_what_to_cut(spark: SparkSession, work: str) -> None:
    found = cento.spark.dedup(cento.files(NEWS), work, level="passage")
    alone = cento.dedup(str(NEWS), level="passage")
    assert alone.summary.cuts > 0
    assert_same(found, alone)
    with pytest.raises(cento.Error, match="some inputs are other files: `cuts` says"):
        found.clean
    for give in (lambda: found.removed, lambda: found.annotated, lambda: found.rethreshold(0.9)):
        with pytest.raises(cento.UsageError, match="only"):
            give()
    assert found.removals.count() == 0


@pytest.mark.slow
def test_a_run_goes_on_where_it_was(spark: SparkSession, work: str) -> None:
    frame = frame_of(spark, some_rows(6, 60), 4)
    wanted = cuts_on_spark(cento.spark.dedup(frame, work, level="passage"))
    for stage in ("kept0", "listed"):
        (Path(work) / stage / "_stage.json").unlink()
    again = cento.spark.dedup(frame, work, resume=True, level="passage")
    assert {"signed", "repeated", "names"} <= set(again.resumed)
    assert not {"kept0", "listed"} & set(again.resumed)
    assert cuts_on_spark(again) == wanted


@pytest.mark.slow
def test_an_empty_frame_has_no_cuts(spark: SparkSession, work: str) -> None:
    found = cento.spark.dedup(frame_of(spark, [], 2), work, level="sentence")
    assert (found.summary["documents"], found.cuts.count(), found.clean.count()) == (0, 0, 0)


def test_what_is_wrong_is_refused_before_anything_is_read(spark: SparkSession, work: str) -> None:
    frame = frame_of(spark, [("a", "One two three.")], 1)
    with pytest.raises(cento.UsageError, match="min_sentences must be"):
        cento.spark.dedup(frame, work, level="passage", min_sentences=0)
    wrong: Any = "word"
    with pytest.raises(cento.UsageError, match="level must be"):
        cento.spark.dedup(frame, work, level=wrong)
    assert not Path(work).exists()


@pytest.mark.slow
def test_passages_are_cut_from_a_shell(tmp_path: Path) -> None:
    """Two files, in pieces of a few row groups; the last row has no text."""
    documents = [(f"d{number}", text) for number, text in enumerate(some_texts(8, 150))]
    for number, some in enumerate([documents[:60], documents[60:]]):
        rows: list[dict[str, Any]] = [{"id": id, "number": number, "text": text} for id, text in some]
        rows.append({"id": "none", "number": 7, "text": None})
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / f"{number}.parquet", row_group_size=20)
    inputs = [str(tmp_path / "0.parquet"), str(tmp_path / "1.parquet")]
    run = [sys.executable, "-m", "cento.spark"]
    command = [*run, "dedup", "--master", "local[2]", "--input", *inputs, "--output", str(tmp_path / "out"),
               "--level", "passage", "--min-sentences", "2"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 3, done.stderr  # of rows without a text
    alone = cento.dedup(cento.files(*inputs), level="passage", min_sentences=2)
    assert json.loads((tmp_path / "out" / "summary.json").read_text())["cuts"] == alone.summary.cuts
    cuts = pyarrow.parquet.read_table(tmp_path / "out" / "cuts")
    wanted = pyarrow.table(alone.cuts)
    assert cuts.column_names == wanted.column_names
    assert sorted(map(repr, cuts.to_pylist())) == sorted(map(repr, wanted.to_pylist()))
    left = without_cuts({id: {"": text} for id, text in documents}, alone, "")
    clean = pyarrow.parquet.read_table(tmp_path / "out" / "clean").to_pylist()
    texts = [(row["id"], row["text"]) for row in clean if row["text"] is not None]
    assert texts == [(id, left[id][""]) for id, _ in documents]
    assert len(clean) == len(texts) + 2
    plan = [*run, "plan", "dedup", "--size", "1G", "--level", "passage"]
    planned = subprocess.run(plan, capture_output=True, text=True)
    assert (planned.returncode, "only the level of documents has a plan" in planned.stderr) == (2, True)
