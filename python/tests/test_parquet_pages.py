"""Parquet files of every kind give what JSON lines of the same rows give, and their copies keep rows as they are."""

from __future__ import annotations

import itertools
import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

COMMAND = Path(__file__).parents[2] / "build/release/cento"
WORDS = "river mill ferry lamp bread harbour winter 学校 圆顶 été schön station market rain school bridge".split()

pytestmark = pytest.mark.skipif(not COMMAND.exists(), reason="the command is not built")


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(COMMAND), *map(str, arguments)], capture_output=True, text=True)


def rows(seed: int, count: int) -> list[dict[str, object]]:
    """Long texts with near and exact repetitions, empty ones and missing ones."""
    chance = random.Random(seed)
    made: list[dict[str, object]] = []
    for i in range(count):
        kind = chance.random()
        text: str | None
        if made and kind < 0.3:
            text = chance.choice(made)["text"]  # type: ignore[assignment]
            if text and kind < 0.1:
                text += " " + chance.choice(WORDS)
        elif made and kind < 0.35:
            text = None if kind < 0.33 else ""
        else:
            text = " ".join(chance.choice(WORDS) for _ in range(chance.randint(1, 120)))
        tags = [chance.choice(WORDS) for _ in range(chance.randint(0, 3))] if i % 3 else None
        made.append({"id": f"row{i}", "text": text, "tags": tags, "stars": chance.choice([None, 1, 2])})
    return made


def write_lines(path: Path, made: list[dict[str, object]]) -> None:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in made), encoding="utf-8")


def kept_ids(path: Path) -> list[str]:
    return [json.loads(line)["id"] for line in path.read_text(encoding="utf-8").splitlines()]


WAYS: list[dict[str, Any]] = [
    dict(compression=compression, data_page_version=version, use_dictionary=dictionary)
    for compression, version, dictionary in itertools.product(
        ["NONE", "SNAPPY", "GZIP", "ZSTD", "BROTLI", "LZ4"], ["1.0", "2.0"], [True, False]
    )
] + [
    dict(use_dictionary=False, column_encoding={"text": encoding}, data_page_version="2.0")
    for encoding in ["DELTA_BYTE_ARRAY", "DELTA_LENGTH_BYTE_ARRAY"]
]


@pytest.mark.parametrize("way", range(len(WAYS)))
def test_same_as_json_lines(way: int, tmp_path: Path) -> None:
    chance = random.Random(way)
    made = rows(way, chance.choice([3, 40, 700]))
    table = pyarrow.Table.from_pylist(
        made, pyarrow.schema([("id", "string"), ("text", chance.choice(["string", "large_string"])),
                              ("tags", pyarrow.list_(pyarrow.string())), ("stars", "int8")])
    )
    # Small pages, several to a piece that a thread takes; also a dictionary that is given up after some pages.
    pyarrow.parquet.write_table(
        table, tmp_path / "in.parquet", row_group_size=chance.choice([64, 500, 5000]), write_batch_size=chance.choice([2, 7, 300]),
        data_page_size=chance.choice([1, 2000, 1 << 20]), dictionary_pagesize_limit=chance.choice([1, 4000, 1 << 20]),
        **WAYS[way],
    )
    write_lines(tmp_path / "in.jsonl", made)
    for threads in [1, 3]:
        for name in ["parquet", "jsonl"]:
            done = run("pairs", tmp_path / f"in.{name}", "-o", tmp_path / f"pairs.{name}.jsonl", "--threads", threads)
            assert done.returncode in (0, 3), done.stderr
            done = run("dedup", tmp_path / f"in.{name}", "-o", tmp_path / f"out.{name}", "--threads", threads)
            assert done.returncode in (0, 3), done.stderr
        assert (tmp_path / "pairs.parquet.jsonl").read_bytes() == (tmp_path / "pairs.jsonl.jsonl").read_bytes()
        kept = set(kept_ids(tmp_path / "out.jsonl"))
        whole = pyarrow.parquet.read_table(tmp_path / "in.parquet")
        expected = whole.filter(pyarrow.array([row["id"] in kept for row in made]))
        copied = pyarrow.parquet.read_table(tmp_path / "out.parquet")
        copied.validate(full=True)
        assert copied.equals(expected, check_metadata=True)
        for group in range(pyarrow.parquet.ParquetFile(tmp_path / "out.parquet").num_row_groups):
            statistics = pyarrow.parquet.read_metadata(tmp_path / "out.parquet").row_group(group).column(1).statistics
            read = pyarrow.parquet.ParquetFile(tmp_path / "out.parquet").read_row_group(group, columns=["text"])
            assert statistics is None or statistics.null_count == read["text"].null_count


@pytest.mark.parametrize("tags", [[None] * 3, [None, ["a", "b"], ["b"]], [["a", "b"], ["b"], None, None]])
def test_pages_without_values(tags: list[list[str] | None], tmp_path: Path) -> None:
    """Arrow writes an empty page before the last one here, where its reader says that nothing is next."""
    table = pyarrow.table({
        "id": [f"row{i}" for i in range(len(tags))], "text": [f"Text {i} is like no other, {i * 7}." for i in range(len(tags))],
        "tags": pyarrow.array(tags, pyarrow.list_(pyarrow.string())),
    })
    pyarrow.parquet.write_table(table, tmp_path / "in.parquet", data_page_size=1, write_batch_size=2)
    done = run("dedup", tmp_path / "in.parquet", "-o", tmp_path / "out.parquet")
    assert done.returncode == 0, done.stderr
    assert pyarrow.parquet.read_table(tmp_path / "out.parquet").equals(table)


@pytest.mark.parametrize("seed", range(12))
def test_damage_is_reported(seed: int, tmp_path: Path) -> None:
    """Whatever byte of the texts is damaged: a sentence and no crash, and the rows that can be read are read."""
    chance = random.Random(seed)
    made = rows(seed, 400)
    path = tmp_path / "in.parquet"
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(made), path, write_batch_size=50, data_page_size=1,
                                row_group_size=150, use_dictionary=seed % 2 == 0,
                                compression=chance.choice(["SNAPPY", "ZSTD", "NONE"]))
    column = pyarrow.parquet.read_metadata(path).row_group(1).column(1)
    begin = column.dictionary_page_offset or column.data_page_offset
    bytes_ = bytearray(path.read_bytes())
    for _ in range(chance.choice([1, 30])):
        bytes_[begin + chance.randrange(column.total_compressed_size)] ^= chance.randrange(1, 256)
    path.write_bytes(bytes_)
    outputs = set()
    for threads in [1, 2, 4]:
        done = run("pairs", path, "-o", tmp_path / "pairs.jsonl", "--threads", threads, "--rejects", tmp_path / "bad.jsonl")
        assert done.returncode in (0, 3), done.stderr
        outputs.add(((tmp_path / "pairs.jsonl").read_bytes(), (tmp_path / "bad.jsonl").read_bytes()))
    assert len(outputs) == 1
