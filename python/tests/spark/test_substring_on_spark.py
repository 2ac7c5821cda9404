"""Repeated runs of tokens on Spark are those that the command finds."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cento
import cento.spark
import pytest

from .conftest import Row, frame_of

if TYPE_CHECKING:
    from cento.spark import SparkSubstring
    from pyspark.sql import DataFrame, SparkSession

ROOT = Path(__file__).resolve().parents[3]
COMMAND = ROOT / "build/release/cento"
pytestmark = pytest.mark.skipif(not COMMAND.exists(), reason="the command is not built")
ARTICLES = ROOT / "examples" / "articles"

Records = list[dict[str, Any]]
COUNTS = ("identical_documents", "repeated_ranges", "repeated_tokens", "repeated_bytes", "later_ranges", "later_tokens",
          "later_bytes")


def some_texts(seed: int, count: int) -> list[Row]:
    """Texts of few words, many of which repeat pieces of earlier ones, or themselves; whole copies with other spaces;
    an empty one; an id twice."""
    chance = random.Random(seed)
    words: list[list[str]] = [[]]
    for _ in range(count - 1):
        kind = chance.random()
        own = chance.choices("abcdefgh", k=chance.randrange(1, 40))
        if kind < 0.2:
            own = list(chance.choice(words))
        elif kind < 0.3:
            own = own[:3] * chance.randrange(1, 12)
        elif kind < 0.8:
            other = chance.choice(words)
            own[chance.randrange(len(own)) :] = other[chance.randrange(len(other) + 1) :]
        words.append(own)
    texts = ["".join(word + chance.choice([" ", "  ", ", "]) for word in own) for own in words]
    rows = [(f"d{number}", text) for number, text in enumerate(texts)]
    rows[-1] = ("d0", rows[-1][1])
    return rows


def found_by_command(folder: Path, inputs: list[Path], *options: str) -> tuple[Records, dict[str, Any]]:
    """The records, and the counts of the summary."""
    command = [COMMAND, "scan", "--method", "substring", *inputs, "--quiet", "-o", folder, *options]
    subprocess.run(list(map(str, command)), check=True)
    lines = (folder / "repeats.jsonl").read_text(encoding="utf-8").splitlines()
    summary = json.loads((folder / "summary.json").read_text())
    return [json.loads(line) for line in lines], summary


def lines_of(path: Path, rows: list[dict[str, str]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def documents_of(rows: list[Row]) -> list[dict[str, str]]:
    return [{"id": id, "text": text} for id, text in rows]


def records_of(repeats: DataFrame, with_places: bool) -> Records:
    """The rows as the command's records, sorted. Places name lines of files in one case, rows of partitions in the other."""

    def run(row: Any, side: str) -> dict[str, Any]:
        names = ["id", *(["place"] if with_places else []), "part"]
        record = {name: row[side + name] for name in names if row[side + name] is not None}
        return {**record, "tokens": [row[f"{side}first_token"], row[f"{side}end_token"]],
                "bytes": [row[f"{side}begin"], row[f"{side}end"]]}

    rows = repeats.collect()
    return in_order([{**run(row, ""), "also": run(row, "also_"), "first": row.is_first} for row in rows])


def in_order(records: Records) -> Records:
    return sorted(records, key=json.dumps)


def without_places(records: Records) -> Records:
    both = [{name: value for name, value in record.items() if name != "place"} for record in records]
    return [{**one, "also": {name: value for name, value in one["also"].items() if name != "place"}} for one in both]


def assert_same(found: SparkSubstring, command: tuple[Records, dict[str, Any]], with_places: bool = False) -> None:
    records, summary = command
    assert records_of(found.repeats, with_places) == in_order(records if with_places else without_places(records))
    assert {name: found.summary[name] for name in COUNTS} == {name: summary[name] for name in COUNTS}


def test_the_repeats_are_those_of_the_command(spark: SparkSession, work: str, tmp_path: Path) -> None:
    texts = some_texts(1, 80)
    found = cento.spark.substring(frame_of(spark, texts, 3), work, groups=2, min_tokens=5)
    file = lines_of(tmp_path / "a.jsonl", documents_of(texts))
    alone = found_by_command(tmp_path / "alone", [file], "--min-tokens", "5")
    assert alone[1]["repeated_ranges"] > 50 and alone[1]["identical_documents"] > 5
    assert_same(found, alone)
    for repeat in found.repeats.collect():
        assert (repeat.id == "d0") == (repeat.place is not None)  # an id of two documents needs its place


@pytest.mark.slow
@pytest.mark.parametrize(("partitions", "groups"), [(1, 1), (2, 7), (7, 2), (64, 5)])
def test_neither_partitions_nor_groups_matter(
    spark: SparkSession, work: str, tmp_path: Path, partitions: int, groups: int
) -> None:
    texts = some_texts(partitions, 120)
    found = cento.spark.substring(frame_of(spark, texts, partitions), work, groups=groups, min_tokens=3)
    assert_same(found, found_by_command(
        tmp_path / "alone", [lines_of(tmp_path / "a.jsonl", documents_of(texts))], "--min-tokens", "3"))


@pytest.mark.slow
def test_only_what_is_also_in_a_reference(spark: SparkSession, work: str, tmp_path: Path) -> None:
    texts = some_texts(3, 90)
    frames = [frame_of(spark, some, 3) for some in (texts[40:], texts[:40])]
    found = cento.spark.substring(frames[0], work, against=frames[1], min_tokens=4)
    files = [lines_of(tmp_path / name, documents_of(some))
             for name, some in (("a.jsonl", texts[40:]), ("b.jsonl", texts[:40]))]
    alone = found_by_command(tmp_path / "alone", files[:1], "--min-tokens", "4", "--against", str(files[1]))
    assert alone[1]["repeated_ranges"] > 20
    assert_same(found, alone)


@pytest.mark.slow
def test_documents_of_several_parts(spark: SparkSession, work: str, tmp_path: Path) -> None:
    texts = [text for _, text in some_texts(4, 80)]
    rows = [{"id": f"d{number}", "title": title, "body": body}
            for number, (title, body) in enumerate(zip(texts[:40], texts[40:]))]
    parts = spark.sparkContext.parallelize([tuple(row.values()) for row in rows], 3)
    frame = spark.createDataFrame(parts, "id string, title string, body string")
    found = cento.spark.substring(frame, work, text=["title", "body"], min_tokens=4)
    alone = found_by_command(tmp_path / "alone", [lines_of(tmp_path / "a.jsonl", rows)], "--min-tokens", "4",
                             "--text-field", "title", "--text-field", "body")
    assert_same(found, alone)
    assert found.repeats.where("part = 'title' and also_part = 'body'").count() > 0


@pytest.mark.slow
def test_files_are_read_where_tasks_run_and_a_run_goes_on(spark: SparkSession, work: str, tmp_path: Path) -> None:
    alone = found_by_command(tmp_path / "alone", [ARTICLES], "--min-tokens", "20")
    assert alone[1]["repeated_ranges"] > 10
    found = cento.spark.substring(cento.files(ARTICLES), work, min_tokens=20)
    assert_same(found, alone, with_places=True)
    for stage in ("followed", "listed"):
        (Path(work) / stage / "_stage.json").unlink()
    again = cento.spark.substring(cento.files(ARTICLES), work, min_tokens=20, resume=True)
    assert set(again.resumed) == {"signed", "windows", "names"}
    assert_same(again, alone, with_places=True)
    with pytest.raises(cento.UsageError, match="other options"):
        cento.spark.substring(cento.files(ARTICLES), work, min_tokens=21, resume=True)


def test_a_length_out_of_range_is_refused(spark: SparkSession, work: str) -> None:
    with pytest.raises(cento.UsageError, match="min_tokens"):
        cento.spark.substring(frame_of(spark, [("a", "One.")], 1), work, min_tokens=0)
    assert not Path(work).exists()


@pytest.mark.slow
def test_an_empty_frame_has_no_repeats(spark: SparkSession, work: str) -> None:
    found = cento.spark.substring(frame_of(spark, [], 2), work)
    assert (found.summary["documents"], found.repeats.count()) == (0, 0)


@pytest.mark.slow
def test_repeats_from_a_shell(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cento.spark", "substring", "--master", "local[2]", "--input", str(ARTICLES),
               "--output", str(tmp_path / "spark"), "--min-tokens", "20", "--against", str(ARTICLES)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    alone = found_by_command(tmp_path / "alone", [ARTICLES], "--min-tokens", "20", "--against", str(ARTICLES))
    summary = json.loads((tmp_path / "spark/summary.json").read_text())
    assert {name: summary[name] for name in COUNTS} == {name: alone[1][name] for name in COUNTS}
    assert {"repeats", "rejects"} <= {path.name for path in (tmp_path / "spark").iterdir()}
