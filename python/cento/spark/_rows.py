"""The user's own rows, chosen by verdicts: each task reads the verdicts on its own partition."""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import _cento
from ._blocks import begin_task, keys_of_tasks, versions
from ._folder import read_table, write_table
from ._addresses import Piece, facts_of, is_table, local_path, open_file
from ._signing import ROW_HASH, parts_of_files

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType

_VERDICTS = "part int, key int, place string, line long, row_hash long, cluster string, duplicate_of string, similarity double, reason string"


def write_verdicts(removals: DataFrame, first_part: int, parts: int, folder: str, name: str) -> None:
    """Writes a file for each partition, with what is known of its rows: of the removed ones, and of those that stay
    instead of others, which have no reason. The rows of a reference are left out."""
    from pyspark.sql import functions as f

    removed = removals.select("part", "place", "line", "row_hash", f.col("duplicate_of").alias("cluster"), "duplicate_of",
                              "similarity", "reason")
    nothing = f.lit(None)
    kept = removals.where("reason != 'reference'").select(
        f.col("kept_part").alias("part"), f.col("kept_place").alias("place"), f.col("kept_line").alias("line"), f.col("kept_row_hash").alias("row_hash"),
        f.col("duplicate_of").alias("cluster"), nothing.cast("string").alias("duplicate_of"),
        nothing.cast("double").alias("similarity"), nothing.cast("string").alias("reason"),
    ).distinct()
    keys = f.array(*(f.lit(key) for key in keys_of_tasks(parts)))
    known = removed.union(kept).where(f.col("part") >= first_part)
    known = known.withColumn("key", f.element_at(keys, f.col("part") - first_part + 1))
    wanted = versions()

    def run(batches: Iterable[Any]) -> Iterator[Any]:
        import pyarrow
        from pyspark import TaskContext

        part = begin_task(wanted)
        context = TaskContext.get()
        assert context is not None
        rows = [batch for batch in batches if batch.num_rows > 0]
        if rows:
            table = pyarrow.Table.from_batches(rows).drop_columns(["part", "key"]).sort_by("line")
            write_table(folder, name, part, context.taskAttemptId(), table)
        yield pyarrow.RecordBatch.from_pydict({"rows": pyarrow.array([sum(batch.num_rows for batch in rows)])})

    names = [column.split()[0] for column in _VERDICTS.split(", ")]
    known.select(*names).repartition(parts, "key").mapInArrow(run, "rows long").count()


class Choice(NamedTuple):
    """Which rows are wanted, and whether with the columns of the verdict on them."""

    kept: bool
    removed: bool
    with_columns: bool

    def columns_beside(self, own: Sequence[str]) -> list[str]:
        """Names of further columns that the rows do not use themselves."""
        return [f"cento_{one}" if one in own else one for one in _COLUMNS] if self.with_columns else []


def chosen_rows(documents: DataFrame, choice: Choice, folder: str, name: str, counts: list[int]) -> DataFrame:
    """`documents` are rows with their hashes; `counts` how many each partition had. A row that is not the one on which a
    verdict was given is an error: a data frame may give its rows in another order each time."""
    own = documents.drop(ROW_HASH)
    columns = choice.columns_beside(own.columns)
    wanted = versions()

    def run(batches: Iterable[Any]) -> Iterator[Any]:
        part = begin_task(wanted)
        verdicts = _RowVerdicts(read_table(folder, name, part))
        for batch in batches:
            yield verdicts.choose(batch, choice, columns)
        if verdicts.row != (counts[part] if part < len(counts) else 0):
            raise _other_rows()

    return documents.mapInArrow(run, _schema_of(own.schema, columns))


def chosen_rows_of_tables(
    spark: SparkSession, parts: list[list[Piece]], choice: Choice, folder: str, name: str
) -> DataFrame:
    """The same for the rows of Parquet files. Raises Error when some are of another format."""
    if not are_tables(parts):
        raise _cento.Error(
            "rows are chosen in data frames and in Parquet files, and some inputs are other files: `removals` says which "
            "documents to leave out"
        )
    facts = {path: facts_of(path) for pieces in parts for path, *_ in pieces}
    own = _schema_of_table(spark, next(iter(facts)))
    columns = choice.columns_beside(own.names)
    wanted = versions()

    def run(batches: Iterable[Any]) -> Iterator[Any]:
        from pyspark.sql.pandas.types import to_arrow_schema

        part = begin_task(wanted)
        verdicts, schema = read_table(folder, name, part), to_arrow_schema(own)
        for piece in [tuple(row.values()) for batch in batches for row in batch.to_pylist()]:
            path, _, first, end = piece
            if facts_of(path) != facts[path]:
                raise _cento.Error(f"{path} has changed since it was read first")
            yield from _chosen_of_piece(path, first, end, verdicts, schema, choice, columns)

    return parts_of_files(spark, parts).mapInArrow(run, _schema_of(own, columns))


def _chosen_of_piece(
    path: str, first: int, end: int, verdicts: Any, schema: Any, choice: Choice, columns: list[str]
) -> Iterator[Any]:
    import pyarrow
    import pyarrow.parquet

    file = pyarrow.parquet.ParquetFile(open_file(path))
    rows = [file.metadata.row_group(group).num_rows for group in range(file.num_row_groups)]
    groups = range(first, min(end, len(rows)))
    own = None
    if verdicts is not None:
        named = [place.rpartition(", row ")[0] == path for place in verdicts.column("place").to_pylist()]
        own = verdicts.filter(pyarrow.array(named, pyarrow.bool_())).sort_by("line")
    chosen = _RowVerdicts(own, sum(rows[:first]))
    for batch in file.iter_batches(row_groups=list(groups)):
        converted = pyarrow.Table.from_batches([batch]).cast(schema).combine_chunks().to_batches()
        for one in converted:
            yield chosen.choose(one, choice, columns)


def are_tables(parts: list[list[Piece]]) -> bool:
    """Whether all are Parquet files."""
    return all(is_table(path) for path in {path for pieces in parts for path, *_ in pieces})


def _schema_of_table(spark: SparkSession, path: str) -> StructType:
    """As Spark reads it; of a table elsewhere, for which Spark may not be set up, as pyarrow does."""
    plain = local_path(path)
    if plain is not None:
        return spark.read.parquet(plain).schema
    import pyarrow.parquet
    from pyspark.sql.pandas.types import from_arrow_schema

    return from_arrow_schema(pyarrow.parquet.read_schema(open_file(path)))


_COLUMNS = ("cluster", "duplicate_of", "similarity", "reason")


def _schema_of(own: StructType, columns: list[str]) -> StructType:
    from pyspark.sql import types

    fields = list(own.fields)
    for name in columns:
        kind: Any = types.DoubleType() if name.endswith("similarity") else types.StringType()
        fields.append(types.StructField(name, kind, True))
    return types.StructType(fields)


class _RowVerdicts:
    """The verdicts on rows that come one batch after another."""

    def __init__(self, table: Any, first_row: int = 0) -> None:
        self.table = table
        self.lines: list[int] = [] if table is None else table.column("line").to_pylist()
        self.row: int = first_row  #: before the next batch
        self.next: int = bisect.bisect_right(self.lines, first_row)  #: the first verdict that was not used

    def choose(self, batch: Any, choice: Choice, columns: list[str]) -> Any:
        import pyarrow

        end = self.row + batch.num_rows
        begin, self.next = self.next, bisect.bisect_right(self.lines, end)
        positions = [line - 1 - self.row for line in self.lines[begin : self.next]]
        known = None if self.table is None else self.table.slice(begin, self.next - begin)
        rows = batch
        if ROW_HASH in batch.schema.names:
            _check_hashes(batch, positions, known)
            rows = batch.select([name for name in batch.schema.names if name != ROW_HASH])
        reasons = _spread(batch.num_rows, positions, known, "reason")
        wanted = [number for number, reason in enumerate(reasons) if (choice.kept if reason is None else choice.removed)]
        if columns:
            rows = _with_columns(rows, columns, positions, known)
        self.row = end
        return rows if len(wanted) == batch.num_rows else rows.take(pyarrow.array(wanted, pyarrow.int64()))


def _check_hashes(batch: Any, positions: list[int], known: Any) -> None:
    import pyarrow

    if known is None or not positions:
        return
    now = batch.column(ROW_HASH).take(pyarrow.array(positions, pyarrow.int64()))
    if now.to_pylist() != known.column("row_hash").to_pylist():
        raise _other_rows()


def _spread(rows: int, positions: list[int], known: Any, column: str) -> list[Any]:
    """A value for each row, from those of some."""
    values: list[Any] = [None] * rows
    for position, value in zip(positions, [] if known is None else known.column(column).to_pylist()):
        values[position] = value
    return values


def _other_rows() -> Exception:
    return _cento.Error(
        "the data frame gave other rows, or in another order, than when they were read first: write it to files and read "
        "those"
    )


def _with_columns(rows: Any, columns: list[str], positions: list[int], known: Any) -> Any:
    import pyarrow

    for name, column in zip(columns, _COLUMNS):
        kind = pyarrow.float64() if column == "similarity" else pyarrow.string()
        rows = rows.append_column(name, pyarrow.array(_spread(rows.num_rows, positions, known, column), kind))
    return rows
