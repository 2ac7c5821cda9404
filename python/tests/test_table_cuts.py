"""Texts that are cut in tables are those that are cut in JSON lines of the same rows; all else stays as it is."""

from __future__ import annotations

import itertools
import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.ipc
import pyarrow.parquet
import pytest

COMMAND = Path(__file__).parents[2] / "build/release/cento"
WORDS = "river mill ferry lamp bread harbour winter 学校 圆顶 été schön station market rain school bridge".split()
Row = dict[str, object]

pytestmark = pytest.mark.skipif(not COMMAND.exists(), reason="the command is not built")


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(COMMAND), *map(str, arguments)], capture_output=True, text=True)


def texts(seed: int, count: int, longest: int) -> list[str | None]:
    """Sentences of which many occur before, in other texts and in the same; some texts are empty or missing."""
    chance = random.Random(seed)
    known = [" ".join(chance.choices(WORDS, k=chance.randint(1, 9))).capitalize() + "." for _ in range(count // 2 + 3)]
    made: list[str | None] = []
    for _ in range(count):
        kind = chance.random()
        sentences = [chance.choice(known) if chance.random() < 0.5 else f"Number {chance.randrange(10**6)} is new here."
                     for _ in range(chance.randint(1, longest))]
        if kind < 0.1:
            begin = chance.randrange(len(known) - 3)
            sentences += known[begin:begin + 4]
        made.append(None if kind > 0.95 else "" if kind > 0.92 else chance.choice([" ", "\n", "\n\n"]).join(sentences))
    return made


def rows(seed: int, count: int, longest: int) -> list[Row]:
    chance = random.Random(seed + 1000)
    titles = texts(seed + 1, count, 2)
    bodies = texts(seed + 2, count, longest)
    made: list[Row] = []
    for i, text in enumerate(texts(seed, count, longest)):
        tags = [chance.choice(WORDS) for _ in range(chance.randint(0, 3))] if i % 3 else None
        doc = {"title": titles[i], "body": bodies[i], "n": i} if chance.random() < 0.9 else None
        made.append({"id": f"row{i}", "text": text, "tags": tags, "doc": doc, "stars": chance.choice([None, 1, 2])})
    return made


def table_of(made: list[Row], text: pyarrow.DataType, body: pyarrow.DataType) -> pyarrow.Table:
    """Dictionaries are those of all rows, as a file must have them."""
    schema = pyarrow.schema([
        ("id", pyarrow.string()), ("text", text), ("tags", pyarrow.list_(pyarrow.string())),
        ("doc", pyarrow.struct([("title", pyarrow.string()), ("body", body), ("n", pyarrow.int32())])),
        ("stars", pyarrow.int8()),
    ])
    columns = {name: [row[name] for row in made] for name in schema.names}
    return pyarrow.table(columns, schema=schema.with_metadata({"origin": "written for tests"}))


def write_lines(path: Path, made: list[Row]) -> None:
    """What is null is no text, as in tables."""
    lines = []
    for row in made:
        doc = {name: value for name, value in (row["doc"] or {}).items() if value is not None}  # type: ignore[attr-defined]
        kept = {name: value for name, value in row.items() if value is not None} | {"doc": doc}
        lines.append(json.dumps(kept, ensure_ascii=False) + "\n")
    path.write_text("".join(lines), encoding="utf-8")


def expected_rows(made: list[Row], lines: Path, fields: list[str]) -> list[Row]:
    """The rows that are left, with their texts in the lines."""
    by_id = {row["id"]: row for row in made}
    expected = []
    for line in lines.read_text(encoding="utf-8").splitlines():
        cut = json.loads(line)
        row = dict(by_id[cut["id"]])
        for field in fields:
            if field == "text" and row["text"] is not None:
                row["text"] = cut["text"]
            elif field != "text" and row["doc"] is not None:
                name = field.removeprefix("doc.")
                row["doc"] = row["doc"] | {name: cut["doc"].get(name)}  # type: ignore[operator]
        expected.append(row)
    return expected


FIELDS = [["text"], ["doc.body"], ["doc.body", "text"], ["text", "doc.title", "doc.body"], ["text", "text"]]
LEVELS = [["--level", "sentence"], ["--level", "passage", "--min-sentences", "2"],
          ["--level", "sentence", "--drop-emptied"]]


def check(folder: Path, name: str, made: list[Row], read, chance: random.Random) -> None:  # type: ignore[no-untyped-def]
    """Cuts the table and the lines in several ways, with one thread and with three."""
    write_lines(folder / "in.jsonl", made)
    fields = chance.choice(FIELDS)
    level = chance.choice(LEVELS)
    whole = read(folder / name)
    for threads in [1, 3]:
        for source, out in [(name, "out" + name[2:]), ("in.jsonl", "out.jsonl")]:
            done = run("dedup", folder / source, "-o", folder / out, "--text-field", ",".join(fields), "--threads", threads,
                       "--audit", folder / f"{out}.audit", *level)
            assert done.returncode in (0, 3), done.stderr
        audits = [(folder / f"out{end}.audit").read_text(encoding="utf-8") for end in [name[2:], ".jsonl"]]
        assert audits[0] == audits[1]
        expected = expected_rows(made, folder / "out.jsonl", fields)
        assert len(made) < 100 or audits[0]
        copied = read(folder / ("out" + name[2:]))
        copied.validate(full=True)
        assert copied.schema.equals(whole.schema, check_metadata=True)
        assert in_words(copied.to_pylist()) == expected


def in_words(found: list[Row]) -> list[Row]:
    """Bytes of texts as words."""
    for row in found:
        if isinstance(row["text"], bytes):
            row["text"] = row["text"].decode()
    return found


WAYS: list[dict[str, Any]] = [
    dict(compression=compression, data_page_version=version, use_dictionary=dictionary)
    for compression, version, dictionary in itertools.product(
        ["NONE", "SNAPPY", "GZIP", "ZSTD", "BROTLI", "LZ4"], ["1.0", "2.0"], [True, False]
    )
] + [
    dict(use_dictionary=False, column_encoding={"text": encoding, "doc.body": encoding}, data_page_version="2.0")
    for encoding in ["DELTA_BYTE_ARRAY", "DELTA_LENGTH_BYTE_ARRAY"]
]


@pytest.mark.parametrize("way", range(2 * len(WAYS)))
def test_parquet(way: int, tmp_path: Path) -> None:
    chance = random.Random(way)
    made = rows(way, chance.choice([3, 150, 700]), chance.choice([2, 12]))
    kinds = [pyarrow.string(), pyarrow.large_string(), pyarrow.string_view(), pyarrow.binary(),
             pyarrow.dictionary(pyarrow.int32(), pyarrow.string())]
    if "column_encoding" in WAYS[way % len(WAYS)]:
        kinds.pop()  # pyarrow does not read such dictionaries
    table = table_of(made, chance.choice(kinds), chance.choice(kinds[:2]))
    pyarrow.parquet.write_table(
        table, tmp_path / "in.parquet", row_group_size=chance.choice([64, 500, 5000]),
        write_batch_size=chance.choice([2, 7, 300]), data_page_size=chance.choice([1, 2000, 1 << 20]),
        dictionary_pagesize_limit=chance.choice([1, 4000, 1 << 20]), **WAYS[way % len(WAYS)],
    )
    check(tmp_path, "in.parquet", made, pyarrow.parquet.read_table, chance)
    metadata = pyarrow.parquet.read_metadata(tmp_path / "out.parquet")
    assert metadata.metadata[b"origin"] == b"written for tests"
    file = pyarrow.parquet.ParquetFile(tmp_path / "out.parquet")
    for group in range(file.num_row_groups):
        statistics = metadata.row_group(group).column(1).statistics
        values = [row["text"] for row in file.read_row_group(group, columns=["text"]).to_pylist()]
        assert statistics is None or statistics.null_count == values.count(None)


def read_file(path: Path) -> pyarrow.Table:
    return pyarrow.ipc.open_file(path).read_all()


def read_stream(path: Path) -> pyarrow.Table:
    return pyarrow.ipc.open_stream(path).read_all()


KINDS = [
    pyarrow.string(), pyarrow.large_string(), pyarrow.string_view(), pyarrow.binary(), pyarrow.large_binary(),
    pyarrow.binary_view(),
] + [
    pyarrow.dictionary(index, values)
    for index in [pyarrow.int16(), pyarrow.uint32(), pyarrow.int64()]
    for values in [pyarrow.string(), pyarrow.large_string(), pyarrow.binary()]
]


@pytest.mark.parametrize("end", ["arrow", "arrows"])
@pytest.mark.parametrize("kind", range(2 * len(KINDS)))
def test_arrow(kind: int, end: str, tmp_path: Path) -> None:
    chance = random.Random(kind)
    made = rows(kind, chance.choice([3, 150, 700]), chance.choice([2, 12]))
    body = chance.choice([pyarrow.string(), pyarrow.string_view(), KINDS[6], KINDS[9]])
    table = table_of(made, KINDS[kind % len(KINDS)], body)
    make = pyarrow.ipc.new_file if end == "arrow" else pyarrow.ipc.new_stream
    with make(tmp_path / f"in.{end}", table.schema) as file:
        file.write_table(table, max_chunksize=chance.choice([50, 300, 5000]))
    check(tmp_path, f"in.{end}", made, read_file if end == "arrow" else read_stream, chance)


def test_dictionaries_of_a_stream_may_be_replaced(tmp_path: Path) -> None:
    made = rows(1, 300, 3)
    kind = pyarrow.dictionary(pyarrow.int16(), pyarrow.string())
    with pyarrow.ipc.new_stream(tmp_path / "in.arrows", table_of([], kind, pyarrow.string()).schema) as stream:
        for begin in range(0, 300, 60):
            stream.write_table(table_of(made[begin:begin + 60], kind, pyarrow.string()))
    check(tmp_path, "in.arrows", made, read_stream, random.Random(0))


@pytest.mark.parametrize("end", ["parquet", "arrow"])
def test_several_files(end: str, tmp_path: Path) -> None:
    """To one file and to a folder, which gives the same rows."""
    made = rows(3, 400, 6)
    (tmp_path / "in").mkdir()
    for begin in range(0, 400, 100):
        table = table_of(made[begin:begin + 100], pyarrow.string(), pyarrow.string())
        path = tmp_path / "in" / f"{begin // 100}.{end}"
        if end == "parquet":
            pyarrow.parquet.write_table(table, path, row_group_size=30)
        else:
            with pyarrow.ipc.new_file(path, table.schema) as file:
                file.write_table(table, max_chunksize=30)
    write_lines(tmp_path / "in.jsonl", made)
    read = pyarrow.parquet.read_table if end == "parquet" else read_file
    common = ["--text-field", "text,doc.body", "--level", "sentence"]
    for source, out in [("in.jsonl", "out.jsonl"), ("in", f"out.{end}"), ("in", "out/")]:
        done = run("dedup", tmp_path / source, "-o", f"{tmp_path}/{out}", *common)
        assert done.returncode in (0, 3), done.stderr
    expected = expected_rows(made, tmp_path / "out.jsonl", ["text", "doc.body"])
    assert expected != [row for row in made if row["id"] in {one["id"] for one in expected}]
    assert read(tmp_path / f"out.{end}").to_pylist() == expected
    assert [row for i in range(4) for row in read(tmp_path / "out" / f"{i}.{end}").to_pylist()] == expected


@pytest.mark.parametrize("end", ["parquet", "arrow"])
def test_pages_are_refused(end: str, tmp_path: Path) -> None:
    """What was extracted from HTML is not in the table; rows that keep all their text are copied."""
    page = "<p>The ferry leaves the northern pier at noon.</p>"
    for name, pages in [("twice", [page, page]), ("once", [page, "<p>Bread is baked before dawn.</p>"])]:
        table = pyarrow.table({"id": ["a", "b"], "html": pages})
        if end == "parquet":
            pyarrow.parquet.write_table(table, tmp_path / f"{name}.{end}")
        else:
            with pyarrow.ipc.new_file(tmp_path / f"{name}.{end}", table.schema) as file:
                file.write_table(table)
    done = run("dedup", tmp_path / f"twice.{end}", "-o", tmp_path / f"out.{end}", "--level", "sentence")
    assert done.returncode == 1 and f"twice.{end}, row 2: " in done.stderr and "--as-jsonl" in done.stderr, done.stderr
    assert not (tmp_path / f"out.{end}").exists()
    assert run("dedup", tmp_path / f"once.{end}", "-o", tmp_path / f"out.{end}", "--level", "sentence").returncode == 0
    lines = tmp_path / "out.jsonl"
    done = run("dedup", tmp_path / f"twice.{end}", "-o", lines, "--level", "sentence", "--as-jsonl")
    assert [json.loads(line)["text"] for line in lines.read_text().splitlines()][1] == "", done.stderr


def test_small_dictionary_is_refused(tmp_path: Path) -> None:
    made = [{**row, "text": f"New {i}. The ferry leaves at noon."} for i, row in enumerate(rows(2, 120, 3))]
    table = table_of(made, pyarrow.dictionary(pyarrow.int8(), pyarrow.string()), pyarrow.string())
    with pyarrow.ipc.new_file(tmp_path / "in.arrow", table.schema) as file:
        file.write_table(table)
    done = run("dedup", tmp_path / "in.arrow", "-o", tmp_path / "out.arrow", "--level", "sentence")
    assert done.returncode == 1 and "--as-jsonl" in done.stderr, done.stderr
    assert not (tmp_path / "out.arrow").exists()
