"""The user's own rows, chosen by verdicts: each task reads the verdicts on its own partition."""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from .. import _cento
from ._blocks import begin_task, keys_of_tasks, versions
from ._folder import read_table, write_table
from ._addresses import Piece, facts_of, is_table, local_path, open_file
from ._signing import ROW_HASH, parts_of_files

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType

_VERDICTS = "part int, place string, line long, row_hash long, cluster string, duplicate_of string, similarity double, reason string"


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
    names = [column.split()[0] for column in _VERDICTS.split(", ")]
    write_for_parts(removed.union(kept).select(*names), first_part, parts, folder, name)


def write_for_parts(known: DataFrame, first_part: int, parts: int, folder: str, name: str) -> None:
    """Writes a file for each partition from `first_part` on, with the rows of its `part`, by their `line`."""
    from pyspark.sql import functions as f

    keys = f.array(*(f.lit(key) for key in keys_of_tasks(parts)))
    known = known.where(f.col("part") >= first_part)
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

    known.repartition(parts, "key").mapInArrow(run, "rows long").count()


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

    def begin(known: Any, first_row: int) -> RowWork:
        return _RowVerdicts(known, first_row, choice, columns)

    return rows_of_frame(documents, begin, _schema_of(own.schema, columns), folder, name, counts)


def chosen_rows_of_tables(
    spark: SparkSession, parts: list[list[Piece]], choice: Choice, folder: str, name: str
) -> DataFrame:
    """The same for the rows of Parquet files. Raises Error when some are of another format."""
    own = schema_of_tables(spark, parts, "`removals` says which documents to leave out")
    columns = choice.columns_beside(own.names)

    def begin(known: Any, first_row: int) -> RowWork:
        return _RowVerdicts(known, first_row, choice, columns)

    return rows_of_tables(spark, parts, begin, own, _schema_of(own, columns), folder, name)


class RowWork(Protocol):
    """Makes of rows that come one batch after another what the user gets of them."""

    row: int  #: before the next batch

    def choose(self, batch: Any) -> Any: ...


#: Begins with what is known of some rows of a partition or of a file, and the number of the first row that comes.
Begin = Callable[[Any, int], RowWork]


def rows_of_frame(
    documents: DataFrame, begin: Begin, schema: StructType, folder: str, name: str, counts: list[int]
) -> DataFrame:
    wanted = versions()

    def run(batches: Iterable[Any]) -> Iterator[Any]:
        part = begin_task(wanted)
        work = begin(read_table(folder, name, part), 0)
        for batch in batches:
            yield work.choose(batch)
        if work.row != (counts[part] if part < len(counts) else 0):
            raise _other_rows()

    return documents.mapInArrow(run, schema)


def rows_of_tables(
    spark: SparkSession, parts: list[list[Piece]], begin: Begin, own: StructType, schema: StructType, folder: str,
    name: str,
) -> DataFrame:
    facts = {path: facts_of(path) for pieces in parts for path, *_ in pieces}
    wanted = versions()

    def run(batches: Iterable[Any]) -> Iterator[Any]:
        from pyspark.sql.pandas.types import to_arrow_schema

        part = begin_task(wanted)
        known, read_as = read_table(folder, name, part), to_arrow_schema(own)
        for piece in [tuple(row.values()) for batch in batches for row in batch.to_pylist()]:
            path, _, first, end = piece
            if facts_of(path) != facts[path]:
                raise _cento.Error(f"{path} has changed since it was read first")
            yield from _rows_of_piece(path, first, end, known, read_as, begin)

    return parts_of_files(spark, parts).mapInArrow(run, schema)


def _rows_of_piece(path: str, first: int, end: int, known: Any, schema: Any, begin: Begin) -> Iterator[Any]:
    import pyarrow
    import pyarrow.parquet

    file = pyarrow.parquet.ParquetFile(open_file(path))
    rows = [file.metadata.row_group(group).num_rows for group in range(file.num_row_groups)]
    groups = range(first, min(end, len(rows)))
    own = None
    if known is not None:
        named = [place.rpartition(", row ")[0] == path for place in known.column("place").to_pylist()]
        own = known.filter(pyarrow.array(named, pyarrow.bool_())).sort_by("line")
    work = begin(own, sum(rows[:first]))
    for batch in file.iter_batches(row_groups=list(groups)):
        converted = pyarrow.Table.from_batches([batch]).cast(schema).combine_chunks().to_batches()
        for one in converted:
            yield work.choose(one)


def are_tables(parts: list[list[Piece]]) -> bool:
    """Whether all are Parquet files."""
    return all(is_table(path) for path in {path for pieces in parts for path, *_ in pieces})


def schema_of_tables(spark: SparkSession, parts: list[list[Piece]], instead: str) -> StructType:
    """That of the first file, as Spark reads it; of a table elsewhere, for which Spark may not be set up, as pyarrow
    does. Raises Error when some are no tables; `instead`: what has the result for these."""
    if not are_tables(parts):
        raise _cento.Error(
            f"rows are chosen in data frames and in Parquet files, and some inputs are other files: {instead}"
        )
    path = next(path for pieces in parts for path, *_ in pieces)
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


class KnownRows:
    """What is known of some of the rows that come one batch after another: a table, by their lines."""

    def __init__(self, table: Any, first_row: int) -> None:
        self.table = table
        self.lines: list[int] = [] if table is None else table.column("line").to_pylist()
        self.row: int = first_row  #: before the next batch
        self.next: int = bisect.bisect_right(self.lines, first_row)  #: the first of the table that was not used

    def take(self, batch: Any) -> tuple[Any, list[int], Any]:
        """The rows without their hashes; which of them are known, and the part of the table about these."""
        end = self.row + batch.num_rows
        begin, self.next = self.next, bisect.bisect_right(self.lines, end)
        positions = [line - 1 - self.row for line in self.lines[begin : self.next]]
        known = None if self.table is None else self.table.slice(begin, self.next - begin)
        rows = batch
        if ROW_HASH in batch.schema.names:
            _check_hashes(batch, positions, known)
            rows = batch.select([name for name in batch.schema.names if name != ROW_HASH])
        self.row = end
        return rows, positions, known


class _RowVerdicts(KnownRows):
    """The verdicts on rows."""

    def __init__(self, table: Any, first_row: int, choice: Choice, columns: list[str]) -> None:
        super().__init__(table, first_row)
        self.choice, self.columns = choice, columns

    def choose(self, batch: Any) -> Any:
        import pyarrow

        rows, positions, known = self.take(batch)
        reasons = _spread(batch.num_rows, positions, known, "reason")
        choice = self.choice
        wanted = [number for number, reason in enumerate(reasons) if (choice.kept if reason is None else choice.removed)]
        if self.columns:
            rows = _with_columns(rows, self.columns, positions, known)
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
