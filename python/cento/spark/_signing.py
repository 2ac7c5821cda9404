"""The first stage of each job: documents are read and signed where they are, each partition of the input by one task."""

from __future__ import annotations

import itertools
import json
import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import _cento
from .._given import json_options, run_options
from .._pyarrow import look_for_pyarrow
from .._sources import Files, documents_of
from ._addresses import ALL_GROUPS, Found, Piece, fetched, files_at, files_of, group_rows, is_address
from ._blocks import SCHEMA, Block, batch_of, begin_task, keys_of_tasks, outgoing, report_of, versions
from ._folder import write_blocks, write_table

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame, SparkSession


PART_BYTES = 32 << 20
_PIECE = "cento_path string, cento_walked boolean, cento_first long, cento_end long"


def pieces_in_parts(files: Files) -> list[list[Piece]]:
    """The files in the order in which the command reads them, some for each task; large Parquet files by groups of rows."""
    parts: list[list[Piece]] = [[]]
    size = 0
    for path, bytes_of_file, walked, _ in found_files(files):
        for first, end, bytes_of_piece in _pieces_of(path, bytes_of_file):
            if parts[-1] and size + bytes_of_piece > PART_BYTES:
                parts.append([])
                size = 0
            parts[-1].append((path, walked, first, end))
            size += bytes_of_piece
    return parts


def found_files(files: Files) -> list[Found]:
    """In the order in which the command reads them."""
    found: list[Found] = []
    for are_addresses, paths in itertools.groupby(files.paths, is_address):
        if are_addresses:
            found += itertools.chain.from_iterable(map(files_at, paths))
        else:
            found += files_of([_absolute(path) for path in paths])
    return found


def _absolute(path: str) -> str:
    """Tasks run in folders of their own."""
    if path == "-":
        raise _cento.UsageError("standard input (-) cannot be read on Spark: name files")
    return os.path.abspath(path)


def _pieces_of(path: str, size: int) -> Iterator[tuple[int, int, int]]:
    """The groups of a file that fit in a part together, and their likely bytes."""
    rows = group_rows(path) if size > PART_BYTES else []
    total = sum(rows)
    begin = 0
    while begin < len(rows) and total > 0:
        end, taken = begin + 1, rows[begin]
        while end < len(rows) and (taken + rows[end]) * size <= PART_BYTES * total:
            taken += rows[end]
            end += 1
        yield begin, end if end < len(rows) else ALL_GROUPS, taken * size // total
        begin = end
    if begin == 0:
        yield 0, ALL_GROUPS, size


def parts_of_files(spark: SparkSession, parts: list[list[Piece]]) -> DataFrame:
    """A partition for each task, with the pieces that it opens."""
    rows = spark.sparkContext.parallelize(parts, len(parts)).flatMap(lambda pieces: pieces)
    return spark.createDataFrame(rows, _PIECE)


def _opened_pieces(
    pieces: Sequence[Piece], names: Sequence[str], files: Mapping[str, object], text: str | Sequence[str] | None,
    id: str | None,
) -> _cento.Source:
    """The source of a task's pieces, which places call by these names."""
    options = dict(files)
    if text is not None:
        options["text_field"] = [text] if isinstance(text, str) else list(text)
    if id is not None:
        options["id_field"] = id
    look_for_pyarrow()
    return _cento.file_pieces(pieces, json_options(options), names)


class SigningJob(NamedTuple):
    """What a part of any input is signed for."""

    name: str  #: of the table of options
    sign: str  #: the function of the native module
    options: Mapping[str, Any]
    groups: int
    memory: int | str | None
    folder: str
    needs_rows: bool  #: to find rows again, and which of them is preferred
    needs_part_names: bool = False  #: of documents with several parts
    sends_ids: bool = False  #: to find those that several documents have; and ids and places stay with the part


def sum_of_hashes(rows: DataFrame) -> int:
    """Of rows of with_hashes(); the tasks that sign count the same."""
    from pyspark.sql import functions as f

    total = rows.select(f.sum(f.col(ROW_HASH).cast("decimal(38, 0)")).alias("total")).first()
    return 0 if total is None or total.total is None else int(total.total)


def facts_schema(job: SigningJob) -> str:
    """What is known of each document: its part and its place there; if rows are needed also its line or row, the key by
    which it is preferred, and a hash of the row; if they are needed, the names of its parts."""
    columns = "part int, row long, id string, place string"
    if job.needs_rows:
        columns += ", line long, keep_key binary, row_hash long"
    return f"{columns}, parts array<string>" if job.needs_part_names else columns


ROW_HASH = "cento_row_hash"


def with_hashes(documents: DataFrame, columns: Sequence[str]) -> DataFrame:
    """The rows with a hash of these columns, by which they are known again."""
    from pyspark.sql import functions as f

    return documents.withColumn(ROW_HASH, f.xxhash64(*(f.col(name) for name in columns)))


def have_ids(documents: DataFrame, id: str | None, files: Files | None) -> bool:
    """Whether documents have ids of their own; otherwise they are counted."""
    return files is not None or id is not None or any(name in documents.columns for name in _cento.usual_id_fields())


def read_columns(documents: DataFrame, text: str | Sequence[str] | None, id: str | None) -> list[str]:
    """The columns with texts and ids."""
    names = [*text_fields(documents.columns, text), documents_of(_NoTable(), None, id).id_in(documents.columns)]
    return list(dict.fromkeys(f"`{name}`" if name in documents.columns else name for name in names if name))


def text_fields(names: Sequence[str], text: str | Sequence[str] | None) -> list[str]:
    """Those that are read as texts of fields with these names."""
    return documents_of(_NoTable(), text, None).texts_in(names)


class _NoTable:
    """Stands for rows that are elsewhere."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        raise NotImplementedError


def sign(
    documents: DataFrame,
    text: str | Sequence[str] | None,
    id: str | None,
    job: SigningJob,
    first_part: int,
    files: Files | None = None,
) -> DataFrame:
    """A row a block: of the kinds that the job sends, and documents, rejects and counts. What stays with a part are files
    in the folder. Parts are numbered from `first_part` on."""
    wanted, keys = versions(), keys_of_tasks(job.groups)
    options_of_files = files.options if files is not None else None
    has_ids = have_ids(documents, id, files)
    keep = job.options.get("keep") or "first"

    def run(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        from pyspark import TaskContext

        begin, part = time.perf_counter(), first_part + begin_task(wanted)
        context = TaskContext.get()
        assert context is not None
        signed = _signed(iter(batches))
        for name, blocks in signed["stored"].items():
            write_blocks(job.folder, name, part, context.taskAttemptId(), blocks)
        if job.sends_ids:
            write_table(job.folder, "facts", part, context.taskAttemptId(), _facts_table(signed, has_ids, job))
        sent = 0
        for block in _blocks_of(part, signed):
            sent += len(block.bytes)
            yield batch_of(block, keys)
        facts = {"received": {}, "sent_bytes": sent, "seconds": time.perf_counter() - begin}
        yield batch_of(report_of("signed", part, facts), keys)

    def _signed(batches: Iterator[pyarrow.RecordBatch]) -> dict[str, Any]:
        import pyarrow

        hashes: list[Any] = []
        first = next((batch for batch in batches if batch.num_rows > 0), None)
        if first is None:
            return {**dict.fromkeys(("ids", "places", "rows", "text_bytes", "keep_keys", "part_names"), []), "blocks": {}, "stored": {},
                    "rejected_records": 0, "rejected_files": 0, "hashes": hashes}
        everything = _without_hashes(itertools.chain([first], batches), hashes)
        if options_of_files is not None:
            pieces: list[Piece] = [tuple(row.values()) for batch in everything for row in batch.to_pylist()]
            with fetched(pieces) as here:
                names = [piece[0] for piece in pieces]
                return {**_signed_source(_opened_pieces(here, names, options_of_files, text, id)), "hashes": hashes}
        columns = [name for name in first.schema.names if name != ROW_HASH]
        reader = pyarrow.RecordBatchReader.from_batches(first.select(columns).schema, everything)
        rows = documents_of(reader, text, id)
        if job.needs_rows and keep not in ("first", "longest"):
            rows.need_metadata(f'keep="{keep}"')
        return {**_signed_source(rows.open()), "hashes": hashes}

    def _signed_source(source: _cento.Source) -> dict[str, Any]:
        run = run_options(1, job.memory, None, False)
        signed: dict[str, Any] = getattr(_cento, job.sign)(source, job.name, json_options(job.options), job.groups, run)
        return signed

    def _blocks_of(part: int, signed: dict[str, Any]) -> Iterator[Block]:
        for kind, blocks in signed["blocks"].items():
            yield from outgoing(kind, part, blocks)
        if job.sends_ids and has_ids:
            given = [id or "" for id in signed["ids"]]  # where some have none, these are not used
            yield from outgoing("ids", part, _cento.show_ids(given, job.groups))
        yield Block("documents", part, 0, 0, _documents_table(part, signed, has_ids, job))
        rejects = signed.get("rejects")
        if rejects is not None and len(rejects) > 0:
            yield Block("rejects", part, 0, 0, as_stream(_table_of(rejects)))
        counts = {
            "documents": len(signed["ids"]),
            "with_id": sum(id is not None for id in signed["ids"]) if has_ids else 0, "text_bytes": sum(signed["text_bytes"]),
            "rejected_records": signed["rejected_records"], "rejected_files": signed["rejected_files"],
            "hashes": sum(sum(some.to_pylist()) for some in signed["hashes"]), **signed.get("counts", {}),
        }
        yield Block("counts", part, 0, 0, json.dumps(counts).encode())

    return documents.mapInArrow(run, SCHEMA)


def _without_hashes(
    batches: Iterable[pyarrow.RecordBatch], hashes: list[Any]
) -> Iterator[pyarrow.RecordBatch]:
    """The batches without the hashes of their rows, which are added to a list."""
    for batch in batches:
        names = batch.schema.names
        if ROW_HASH in names:
            hashes.append(batch.column(ROW_HASH))
            batch = batch.select([name for name in names if name != ROW_HASH])
        yield batch


def _facts_table(signed: Mapping[str, Any], has_ids: bool, job: SigningJob) -> pyarrow.Table:
    """What the part keeps of its documents' names."""
    import pyarrow

    ids = signed["ids"] if has_ids else [None] * len(signed["ids"])
    columns = {"id": pyarrow.array(ids, pyarrow.string()), "place": pyarrow.array(signed["places"], pyarrow.string())}
    if job.needs_part_names:
        columns["parts"] = pyarrow.array(signed["part_names"], pyarrow.list_(pyarrow.string()))
    return pyarrow.table(columns)


def _documents_table(part: int, signed: Mapping[str, Any], has_ids: bool, job: SigningJob) -> bytes:
    import pyarrow

    count = len(signed["ids"])
    columns = {
        "part": pyarrow.array([part] * count, pyarrow.int32()),
        "row": pyarrow.array(range(count), pyarrow.int64()),
        "id": pyarrow.array(signed["ids"] if has_ids else [None] * count, pyarrow.string()),
        "place": pyarrow.array(signed["places"], pyarrow.string()),
    }
    if job.needs_rows:
        lines = pyarrow.array(signed["rows"], pyarrow.int64())
        nothing = [None] * count
        hashes: Any = pyarrow.array(nothing, pyarrow.int64())
        if signed["hashes"]:
            rows = pyarrow.array([row - 1 for row in signed["rows"]], pyarrow.int64())
            hashes = pyarrow.chunked_array(signed["hashes"]).take(rows).combine_chunks()
        columns["line"] = lines
        columns["keep_key"] = pyarrow.array(signed["keep_keys"] or nothing, pyarrow.binary())
        columns["row_hash"] = hashes
    if job.needs_part_names:
        columns["parts"] = pyarrow.array(signed["part_names"], pyarrow.list_(pyarrow.string()))
    return as_stream(pyarrow.table(columns))


def _table_of(records: Any) -> pyarrow.Table:
    import pyarrow

    return pyarrow.RecordBatchReader._import_from_c_capsule(records.capsule()).read_all()


def as_stream(table: pyarrow.Table) -> bytes:
    import pyarrow

    sink = pyarrow.BufferOutputStream()
    with pyarrow.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return bytes(sink.getvalue())


def unpack(blocks: DataFrame, schema: str) -> DataFrame:
    """The rows of tables that were sent as blocks."""

    wanted = versions()

    def run(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow

        begin_task(wanted)
        for batch in batches:
            for block in batch.column("block").to_pylist():
                yield from pyarrow.ipc.open_stream(block).read_all().to_batches()

    return blocks.select("block").mapInArrow(run, schema)
