"""Files that are named by an address give what the same files give under their paths."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import cento
import cento.spark
import pyarrow
import pyarrow.parquet
import pytest
from cento.spark._addresses import fetched, files_at

from .conftest import rows_of_spark, some_documents
from .object_store import served

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

Address = Callable[[str], str]


def write_news(folder: Path) -> None:
    """Two files of lines and one of a table in folders with odd names, and what a walk leaves out."""
    documents = [{"id": id, "text": text} for id, text in some_documents(7, 90)]
    (folder / "a b" / "100%").mkdir(parents=True)
    (folder / ".hidden").mkdir()
    for name, some in (("a b/one.jsonl", documents[:40]), ("a b/100%/two.jsonl", documents[40:60]),
                       (".hidden/three.jsonl", documents)):
        (folder / name).write_text("".join(f"{json.dumps(one)}\n" for one in some))
    table = pyarrow.Table.from_pylist(documents[60:])
    pyarrow.parquet.write_table(table, folder / "more.parquet", row_group_size=7)


@pytest.fixture(params=["file", "s3"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Address]:
    """Files in the folder `news`, and their addresses: on this machine or on a server of objects."""
    write_news(tmp_path / "store" / "news")
    if request.param == "file":
        yield lambda name: f"file://{tmp_path}/store/{quote(name, safe='/*')}"
        return
    with served(tmp_path / "store") as (options, _):
        yield lambda name: f"s3://key:secret@{quote(name, safe='/*')}{options}"


def relative(address: str, root: str) -> str:
    return address.partition("?")[0].removeprefix(root.partition("?")[0])


@pytest.mark.parametrize(("name", "found"), [
    ("news", ["/a%20b/100%25/two.jsonl", "/a%20b/one.jsonl", "/more.parquet"]),
    ("news/", ["/a%20b/100%25/two.jsonl", "/a%20b/one.jsonl", "/more.parquet"]),
    ("news/more.parquet", ["/more.parquet"]),
    ("news/*/*.jsonl", ["/a%20b/one.jsonl"]),
    ("news/a*", ["/a%20b/100%25/two.jsonl", "/a%20b/one.jsonl"]),
])
def test_addresses_are_expanded_as_paths_are(address: Address, name: str, found: list[str]) -> None:
    assert [relative(file.path, address("news")) for file in files_at(address(name))] == found
    assert all(file.size > 0 and file.changed > 0 for file in files_at(address(name)))
    assert {file.walked for file in files_at(address(name))} == {not name.endswith(("jsonl", "parquet"))}


@pytest.mark.parametrize(("name", "reason"), [
    ("news/none.jsonl", "there is no such file"),
    ("news/*.csv", "no file matches this pattern"),
])
def test_what_is_missing_is_a_sentence(address: Address, name: str, reason: str) -> None:
    with pytest.raises(cento.InputError, match=reason) as error:
        files_at(address(name))
    assert "news/" in str(error.value)


def test_a_file_system_that_nobody_knows_is_a_sentence() -> None:
    with pytest.raises(cento.InputError, match="gopher://news/1: cannot read it: "):
        files_at("gopher://news/1")


def test_of_a_large_table_only_the_groups_of_rows_that_are_wanted_are_fetched(tmp_path: Path) -> None:
    (tmp_path / "store" / "news").mkdir(parents=True)
    rows = [{"number": number, "text": f"{number:0500}"} for number in range(1000)]
    path = tmp_path / "store" / "news" / "numbers.parquet"
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), path, row_group_size=100, compression="none")
    with served(tmp_path / "store") as (options, asked):
        with fetched([(f"s3://key:secret@news/numbers.parquet{options}", False, 4, 6)]) as pieces:
            copy = Path(pieces[0][0])
            assert copy.stat().st_size == path.stat().st_size
            groups = pyarrow.parquet.ParquetFile(copy).read_row_groups([4, 5])
            assert groups.column("number").to_pylist() == list(range(400, 600))
            assert copy.stat().st_blocks * 512 < path.stat().st_size / 2
        assert not copy.exists()
        whole = f"bytes=0-{path.stat().st_size - 1}"
        assert asked and not any(whole in one for one in asked)


@pytest.mark.slow
def test_the_pairs_are_those_of_plain_paths(
    spark: SparkSession, tmp_path: Path, address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cento.spark._signing.PART_BYTES", 4000)
    by_paths = cento.spark.pairs(cento.files(str(tmp_path / "store" / "news")), str(tmp_path / "paths"), threshold=0.5)
    found = cento.spark.pairs(cento.files(address("news")), str(tmp_path / "run"), threshold=0.5)
    assert rows_of_spark(found.pairs) == rows_of_spark(by_paths.pairs)
    assert found.steps[0]["tasks"] > 3
    again = cento.spark.pairs(cento.files(address("news")), str(tmp_path / "run"), resume=True, threshold=0.5)
    assert "similar" in again.resumed


@pytest.mark.slow
def test_rows_are_chosen_in_tables_elsewhere(spark: SparkSession, tmp_path: Path, address: Address) -> None:
    def result(source: str, folder: str) -> tuple[list[Any], list[Any]]:
        found = cento.spark.dedup(cento.files(source), str(tmp_path / folder), threshold=0.5)
        removals = [(row.id, row.duplicate_of, row.place.replace(source, "table")) for row in found.removals.collect()]
        return [tuple(row) for row in found.clean.collect()], sorted(removals)

    clean, removals = result(address("news/more.parquet"), "run")
    assert removals and all(place.startswith("table, row ") for _, _, place in removals)
    assert (clean, removals) == result(str(tmp_path / "store" / "news" / "more.parquet"), "paths")
