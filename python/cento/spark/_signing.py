"""The first stage of each job: documents are read and signed where they are, each partition of the input by one task."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .. import _cento
from .._given import json_options, run_options
from .._sources import Files, documents_of
from ._blocks import SCHEMA, Block, batch_of, begin_task, keys_of_tasks, outgoing, report_of, versions
from ._folder import write_sets

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame, SparkSession


PATH = "cento_path"
_PART_BYTES = 64 << 20


def parts_of_files(spark: SparkSession, files: Files) -> DataFrame:
    """The paths, in the order in which the command reads them, some for each task: files are opened where it runs."""
    parts: list[list[str]] = [[]]
    size = 0
    for path, size_bytes in _cento.input_files(files.paths):
        if parts[-1] and size + size_bytes > _PART_BYTES:
            parts.append([])
            size = 0
        parts[-1].append(path)
        size += size_bytes
    rows = spark.sparkContext.parallelize(parts, len(parts)).flatMap(lambda paths: [(path,) for path in paths])
    return spark.createDataFrame(rows, f"{PATH} string")


def sign(
    documents: DataFrame,
    text: str | Sequence[str] | None,
    id: str | None,
    options: Mapping[str, Any],
    groups: int,
    memory: int | str | None,
    folder: str,
    files: Files | None = None,
) -> DataFrame:
    """A row a block, of the kinds members, documents, rejects and counts. The sets are files in the folder."""
    wanted, keys = versions(), keys_of_tasks(groups)
    options_of_files = files.options if files is not None else None
    has_ids = files is not None or id is not None or any(name in documents.columns for name in _cento.usual_id_fields())

    def run(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        from pyspark import TaskContext

        begin, part = time.perf_counter(), begin_task(wanted)
        context = TaskContext.get()
        assert context is not None
        signed = _signed(batches)
        write_sets(folder, part, context.taskAttemptId(), signed.pop("sets"))
        sent = 0
        for block in _blocks_of(part, signed):
            sent += len(block.bytes)
            yield batch_of(block, keys)
        facts = {"received_bytes": 0, "sent_bytes": sent, "seconds": time.perf_counter() - begin}
        yield batch_of(report_of("signed", part, facts), keys)

    def _signed(batches: Iterator[pyarrow.RecordBatch]) -> dict[str, Any]:
        import pyarrow

        first = next((batch for batch in batches if batch.num_rows > 0), None)
        if first is None:
            return {"sets": [], "members": [], "ids": [], "places": [], "text_bytes": [], "rejected_records": 0}
        everything = itertools.chain([first], batches)
        if options_of_files is None:
            given: Any = pyarrow.RecordBatchReader.from_batches(first.schema, everything)
        else:
            paths = [path for batch in everything for path in batch.column(PATH).to_pylist()]
            given = Files(paths, options_of_files)
        source = documents_of(given, text, id).open()
        return _cento.sign_part(source, json_options(options), groups, run_options(1, memory, None, False))

    def _blocks_of(part: int, signed: dict[str, Any]) -> Iterator[Block]:
        yield from outgoing("members", part, signed["members"])
        yield Block("documents", part, 0, 0, _documents_table(part, signed, has_ids))
        rejects = signed.get("rejects")
        if rejects is not None and len(rejects) > 0:
            yield Block("rejects", part, 0, 0, as_stream(_table_of(rejects)))
        counts = {"documents": len(signed["ids"]), "text_bytes": sum(signed["text_bytes"]),
                  "rejected_records": signed["rejected_records"]}
        yield Block("counts", part, 0, 0, json.dumps(counts).encode())

    return documents.mapInArrow(run, SCHEMA)


def _documents_table(part: int, signed: Mapping[str, Any], has_ids: bool) -> bytes:
    import pyarrow

    count = len(signed["ids"])
    ids = pyarrow.array(signed["ids"] if has_ids else [None] * count, pyarrow.string())
    table = pyarrow.table({
        "part": pyarrow.array([part] * count, pyarrow.int32()),
        "row": pyarrow.array(range(count), pyarrow.int64()),
        "id": ids,
        "place": pyarrow.array(signed["places"], pyarrow.string()),
    })
    return as_stream(table)


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

    def run(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow

        begin_task(wanted)
        for batch in batches:
            for block in batch.column("block").to_pylist():
                yield from pyarrow.ipc.open_stream(block).read_all().to_batches()

    return blocks.select("block").mapInArrow(run, schema)
