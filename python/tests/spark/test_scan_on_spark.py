"""Passages on Spark are those that one machine finds."""

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
import pytest

from .conftest import Row, frame_of

if TYPE_CHECKING:
    from cento.spark import SparkScan
    from pyspark.sql import DataFrame, SparkSession

ARTICLES = Path(__file__).resolve().parents[3] / "examples" / "articles"

Rows = list[tuple[Any, ...]]


def some_articles(seed: int, count: int) -> list[Row]:
    """Texts of sentences that repeat others': passages, some with a word changed; whole texts; a template in most; an empty
    one; an id twice."""
    words = random.Random(seed)
    vocabulary = [f"w{number}" for number in range(300)]

    def sentence() -> list[str]:
        return words.choices(vocabulary, k=words.randrange(6, 16))

    template = [sentence() for _ in range(3)]
    articles: list[list[list[str]]] = []
    for _ in range(count):
        kind = words.random()
        if articles and kind < 0.1:
            articles.append(words.choice(articles))
            continue
        own = [sentence() for _ in range(words.randrange(1, 8))]
        if articles and kind < 0.7:
            other = words.choice(articles)
            begin = words.randrange(max(1, len(other)))
            taken = [list(one) for one in other[begin : begin + words.randrange(2, 9)]]
            for one in taken:
                if words.random() < 0.2:
                    one[words.randrange(len(one))] = words.choice(vocabulary)
            own[words.randrange(len(own)) :] = taken
        articles.append([] if kind > 0.97 else own + (template if kind < 0.5 else []))
    texts = ["\n\n".join(" ".join(one).capitalize() + "." for one in article) for article in articles]
    rows = [(f"d{number}", text) for number, text in enumerate(texts)]
    rows[-1] = ("d0", rows[-1][1])
    return rows


def rows_of(table: Any, left_out: tuple[str, ...] = ("a_place", "b_place")) -> Rows:
    """Without places, which name rows of tables in one case and of partitions in the other."""
    flat = pyarrow.table(table)
    return sorted(tuple(row.values()) for row in flat.drop_columns(list(left_out)).to_pylist())


def frame_rows(frame: DataFrame, left_out: tuple[str, ...] = ("a_place", "b_place", "a", "b")) -> Rows:
    return sorted(tuple(row) for row in frame.drop(*left_out).collect())


def families_of(rows: Any) -> Rows:
    """Names, facts and places, without the places of documents."""
    families = []
    for row in rows:
        places = [tuple(value for name, value in place.items() if name != "place") for place in row["places"]]
        families.append((*(value for name, value in row.items() if name != "places"), tuple(places)))
    return sorted(families)


def assert_same(found: SparkScan, alone: Any) -> None:
    assert frame_rows(found.passages) == rows_of(alone.passages)
    assert frame_rows(found.documents) == rows_of(alone.documents)
    spark_families = families_of(row.asDict(recursive=True) for row in found.families.collect())
    assert spark_families == families_of(pyarrow.table(alone.families).to_pylist())
    for name in ("documents", "text_bytes", "sentences", "distinct_sentences", "document_pairs", "near_duplicate_pairs",
                 "passages", "families", "family_places", "boilerplate_families", "families_without_pairs", "capped"):
        assert found.summary[name] == getattr(alone.summary, name), name


def test_the_passages_are_those_of_one_machine(spark: SparkSession, work: str) -> None:
    articles = some_articles(1, 60)
    options: dict[str, Any] = {"threshold": 0.8, "signature": "shingle:1", "pairs_up_to": 12, "boilerplate": 10}
    found = cento.spark.scan(frame_of(spark, articles, 3), work, groups=2, **options)
    alone = cento.scan(articles, **options)
    assert alone.summary.passages > 50
    assert_same(found, alone)
    assert found.passages.where("a_id = 'd0' and a_place is null").count() == 0  # an id of two documents needs its place


@pytest.mark.slow
@pytest.mark.parametrize(("partitions", "groups"), [(1, 1), (2, 7), (7, 2), (64, 5)])
def test_neither_partitions_nor_groups_matter(spark: SparkSession, work: str, partitions: int, groups: int) -> None:
    articles = some_articles(partitions, 90)
    options: dict[str, Any] = {"threshold": 0.8, "signature": "shingle:2", "within": True, "pairs_up_to": "all"}
    choice: dict[str, Any] = options if partitions < 7 else {"match": "exact", "edges": "sentence", "min_sentences": 2}
    found = cento.spark.scan(frame_of(spark, articles, partitions), work, groups=groups, **choice)
    assert_same(found, cento.scan(articles, **choice))


@pytest.mark.slow
def test_only_what_is_also_in_a_reference(spark: SparkSession, work: str) -> None:
    articles = some_articles(3, 60)
    frames = [frame_of(spark, some, 2) for some in (articles[30:], articles[:30])]
    found = cento.spark.scan(frames[0], work, against=frames[1])
    assert_same(found, cento.scan(articles[30:], against=articles[:30]))


@pytest.mark.slow
def test_documents_of_several_parts(spark: SparkSession, work: str) -> None:
    texts = [text for _, text in some_articles(4, 40)]
    rows = [(f"d{number}", *both) for number, both in enumerate(zip(texts[:20], texts[20:]))]
    frame = spark.createDataFrame(spark.sparkContext.parallelize(rows, 3), "id string, title string, body string")
    found = cento.spark.scan(frame, work, text=["title", "body"])
    table = pyarrow.table({"id": [row[0] for row in rows], "title": texts[:20], "body": texts[20:]})
    assert_same(found, cento.scan(table, text=["title", "body"]))
    assert found.passages.where("a_part = 'title' and b_part = 'body'").count() > 0


@pytest.mark.slow
def test_files_are_read_where_tasks_run(spark: SparkSession, work: str) -> None:
    found = cento.spark.scan(cento.files(ARTICLES), work)
    alone = cento.scan(str(ARTICLES))
    assert alone.summary.families > 10
    assert_same(found, alone)


def test_a_scan_goes_on_where_it_was(spark: SparkSession, work: str) -> None:
    frame = frame_of(spark, some_articles(2, 20), 2)
    wanted = frame_rows(cento.spark.scan(frame, work).passages)
    for stage in ("aligned", "listed"):
        (Path(work) / stage / "_stage.json").unlink()
    again = cento.spark.scan(frame, work, resume=True)
    assert {"signed", "repeated", "shared"} == set(again.resumed)
    assert frame_rows(again.passages) == wanted


def test_what_a_scan_on_spark_cannot_do_is_refused(spark: SparkSession, work: str) -> None:
    frame = frame_of(spark, [("a", "One two three.")], 1)
    refused: list[tuple[dict[str, Any], str]] = [
        ({"match": "loose"}, "loose matching is not available"),
        ({"threshold": 0.5}, "at least 0.8"),
        ({"signature": "imatch:0.1:0.9"}, "counts of the whole collection"),
    ]
    for options, sentence in refused:
        with pytest.raises(cento.UsageError, match=sentence):
            cento.spark.scan(frame, work, **options)


@pytest.mark.slow
def test_an_empty_frame_has_no_passages(spark: SparkSession, work: str) -> None:
    found = cento.spark.scan(frame_of(spark, [], 2), work)
    assert (found.summary["documents"], found.passages.count(), found.families.count()) == (0, 0, 0)


@pytest.mark.slow
def test_a_scan_from_a_shell(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cento.spark", "scan", "--master", "local[2]", "--input", str(ARTICLES), "--output",
               str(tmp_path), "--min-sentences", "2"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    alone = cento.scan(str(ARTICLES), min_sentences=2).summary
    assert json.loads((tmp_path / "summary.json").read_text())["passages"] == alone.passages
    assert {"passages", "documents", "families", "rejects"} <= {path.name for path in tmp_path.iterdir()}
