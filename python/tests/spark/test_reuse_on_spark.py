"""Reused sentences on Spark are those that an index finds."""

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
    from cento.spark import SparkReuse
    from pyspark.sql import SparkSession

ARTICLES = Path(__file__).resolve().parents[3] / "examples" / "articles"
_COMMAND = Path(sys.executable).with_name("cento")
_WHERE = ("part", "sentence", "begin", "end", "there_id", "there_part", "there_sentence", "there_begin", "there_end",
          "overlap")

Rows = list[tuple[Any, ...]]


def some_notes(seed: int, count: int) -> list[Row]:
    """Texts of sentences that share words with earlier ones, some all of them; an empty text; an id twice."""
    words = random.Random(seed)
    vocabulary = [f"w{number}" for number in range(80)]
    known: list[list[str]] = []
    rows: list[Row] = []
    for number in range(count):
        sentences = []
        for _ in range(words.randrange(7)):
            own = words.choices(vocabulary, k=words.randrange(1, 12))
            if known and words.random() < 0.6:
                own = list(words.choice(known))
                for _ in range(words.randrange(3)):
                    own[words.randrange(len(own))] = words.choice(vocabulary)
            sentences.append(own)
        known += sentences
        rows.append((f"d{number}", "\n\n".join(" ".join(one).capitalize() + "." for one in sentences)))
    rows[count // 2] = (f"d{count // 2}", "")
    rows[-1] = ("d0", rows[-1][1])
    return rows


def table_of(folder: Path, name: str, rows: list[Row]) -> str:
    path = folder / f"{name}.parquet"
    table = pyarrow.table({"id": [row[0] for row in rows], "text": [row[1] for row in rows]})
    pyarrow.parquet.write_table(table, path)
    return str(path)


def _run(*command: str) -> None:
    done = subprocess.run([str(_COMMAND), *command, "--quiet"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def by_index(
    folder: Path, known: str, asked: str, *flags: str, weighs: bool = False, reading: tuple[str, ...] = ()
) -> tuple[Rows, int]:
    """What an index of the known documents answers, and how many sentences it leaves out."""
    index, answers = str(folder / "index"), str(folder / "answers.parquet")
    create = ["--reuse", "--no-passages", "--no-blog", "--no-documents"]
    if weighs:
        _run("stats", known, "-o", str(folder / "words.stats"), *reading)
        create += ["--stats", str(folder / "words.stats")]
    _run("index", "create", index, *create)
    _run("index", "add", index, known, *reading)
    _run("query", index, asked, "--answers", "reuse", "-o", answers, *flags, *reading)
    rows, left_out = [], 0
    for answer in pyarrow.parquet.read_table(answers).to_pylist():
        rows += [(answer["id"], *(one[name] for name in _WHERE)) for one in answer["reused"]]
        left_out += answer["left_out_reused"]
    return rows, left_out


def rows_of(found: SparkReuse) -> Rows:
    return [tuple(row) for row in found.reused.orderBy("document", "row").select("id", *_WHERE).collect()]


def test_reused_sentences_are_those_of_an_index(spark: SparkSession, work: str, tmp_path: Path) -> None:
    notes = some_notes(1, 200)
    known, asked = notes[:120], notes[80:]
    found = cento.spark.reuse(frame_of(spark, asked, 3), work, against=frame_of(spark, known, 2), groups=2, theta=0.5,
                              limit=3)
    alone = by_index(tmp_path, table_of(tmp_path, "known", known), table_of(tmp_path, "asked", asked), "--theta", "0.5",
                     "--limit", "3")
    assert len(alone[0]) > 100 and alone[1] > 0
    assert (rows_of(found), found.summary["left_out_reused"]) == alone
    assert found.summary["reused"] == len(alone[0])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("partitions", "groups", "options", "weighs"),
    [
        (1, 1, {"theta": 0.6, "limit": 20}, True),
        (7, 2, {"theta": 1.5, "overlap": "paper", "limit": 5}, True),
        (2, 7, {"theta": 0.4, "reuse-by": "qsign", "distance": 12, "limit": 4}, False),
        (64, 5, {"theta": 0.7}, False),
    ],
)
def test_neither_partitions_nor_groups_matter(
    spark: SparkSession, work: str, tmp_path: Path, partitions: int, groups: int, options: dict[str, Any], weighs: bool
) -> None:
    notes = some_notes(partitions, 150)
    keywords = {name.replace("-", "_"): value for name, value in options.items()}
    against = frame_of(spark, notes, 2) if partitions == 64 else None  # the same by their ids
    found = cento.spark.reuse(frame_of(spark, notes, partitions), work, against=against, groups=groups,
                              weights="rarity" if weighs else "even", **keywords)
    table = table_of(tmp_path, "notes", notes)
    flags = [text for name, value in options.items() for text in (f"--{name}", str(value))]
    alone = by_index(tmp_path, table, table, *flags, weighs=weighs)
    assert len(alone[0]) > 20
    assert (rows_of(found), found.summary["left_out_reused"]) == alone


@pytest.mark.slow
def test_documents_without_ids_are_not_compared_with_themselves(spark: SparkSession, work: str, tmp_path: Path) -> None:
    texts = [text for _, text in some_notes(3, 80)]
    frame = spark.createDataFrame(spark.sparkContext.parallelize([(text,) for text in texts], 3), "text string")
    found = cento.spark.reuse(frame, work)
    table = table_of(tmp_path, "numbered", [(str(number), text) for number, text in enumerate(texts, 1)])
    assert rows_of(found) == by_index(tmp_path, table, table)[0]


@pytest.mark.slow
def test_parts_are_named(spark: SparkSession, work: str, tmp_path: Path) -> None:
    texts = [text for _, text in some_notes(4, 80)]
    rows = [(f"d{number}", *both) for number, both in enumerate(zip(texts[:40], texts[40:]))]
    frame = spark.createDataFrame(spark.sparkContext.parallelize(rows, 3), "id string, title string, body string")
    found = cento.spark.reuse(frame, work, text=["title", "body"], theta=0.5)
    table = str(tmp_path / "parts.parquet")
    pyarrow.parquet.write_table(pyarrow.table(dict(zip(("id", "title", "body"), zip(*rows)))), table)
    reading = ("--text-field", "title", "--text-field", "body")
    alone = by_index(tmp_path, table, table, "--theta", "0.5", reading=reading)
    assert rows_of(found) == alone[0]
    assert {(row[1], row[6]) for row in alone[0]} >= {("title", "body"), ("body", "title")}


@pytest.mark.slow
def test_a_run_goes_on_where_it_was(spark: SparkSession, work: str) -> None:
    frame = frame_of(spark, some_notes(2, 60), 2)
    wanted = rows_of(cento.spark.reuse(frame, work, theta=0.5))
    assert wanted
    for stage in ("queried", "compared"):
        (Path(work) / stage / "_stage.json").unlink()
    again = cento.spark.reuse(frame, work, resume=True, theta=0.5)
    assert set(again.resumed) == {"known", "signed", "names"}
    assert rows_of(again) == wanted


def test_values_out_of_range_are_refused(spark: SparkSession, work: str) -> None:
    frame = frame_of(spark, [("a", "One two three.")], 1)
    with pytest.raises(cento.UsageError, match="theta must be greater than 0 and at most 1, not 1.5"):
        cento.spark.reuse(frame, work, theta=1.5)
    with pytest.raises(cento.UsageError, match="qsign needs signatures"):
        cento.spark.reuse(frame, work, reuse_by="qsign", signature_bits=0)
    assert not Path(work).exists()


@pytest.mark.slow
def test_an_empty_frame_reuses_nothing(spark: SparkSession, work: str) -> None:
    found = cento.spark.reuse(frame_of(spark, [], 2), work, against=frame_of(spark, some_notes(1, 5), 1))
    assert (found.summary["documents"], found.summary["reused"], found.reused.count()) == (0, 0, 0)


@pytest.mark.slow
def test_reused_sentences_from_a_shell(tmp_path: Path) -> None:
    output = tmp_path / "found"
    command = [sys.executable, "-m", "cento.spark", "reuse", "--master", "local[2]", "--input", str(ARTICLES), "--against",
               str(ARTICLES), "--output", str(output), "--theta", "0.6"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    rows, left_out = by_index(tmp_path, str(ARTICLES), str(ARTICLES), "--theta", "0.6")
    written = pyarrow.parquet.read_table(output / "reused").to_pylist()
    assert sorted(map(str, rows)) == sorted(str((one["id"], *(one[name] for name in _WHERE))) for one in written)
    assert json.loads((output / "summary.json").read_text())["left_out_reused"] == left_out
