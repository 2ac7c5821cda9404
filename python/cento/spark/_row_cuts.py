"""The user's own rows with texts that are cut: each task reads the cuts of its own partition."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from .. import _cento
from .._sources import Files
from ._addresses import Piece
from ._naming import compute
from ._rows import KnownRows, RowWork, rows_of_frame, rows_of_tables, schema_of_tables
from ._signing import ROW_HASH, text_fields

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_INSTEAD = "`cuts` says what to cut out of their texts"
_PAIR_OF_TEXTS = ["a", "b"]  #: columns of tables without a usual one


def cut_rows(
    documents: DataFrame, text: str | Sequence[str] | None, folder: str, name: str, counts: list[int]
) -> DataFrame:
    """The rows of a data frame, which have their hashes, without the cuts of the files of this name."""
    own = documents.drop(ROW_HASH)
    texts = text_fields(own.columns, text)

    def begin(known: Any, first_row: int) -> RowWork:
        return _RowCuts(known, first_row, texts)

    return rows_of_frame(documents, begin, own.schema, folder, name, counts)


def cut_rows_of_tables(
    spark: SparkSession, parts: list[list[Piece]], files: Files, text: str | Sequence[str] | None, folder: str,
    name: str,
) -> DataFrame:
    """The same for the rows of Parquet files. Raises Error when some are of another format, and for texts of web pages,
    which are not what their column has."""
    own = schema_of_tables(spark, parts, _INSTEAD)
    given: Any = text if text is not None else files.options.get("text_field")
    texts = text_fields(own.names, given)
    if given is None and texts[0] not in own.names:
        texts = _PAIR_OF_TEXTS
    pages = [name for name in texts if name.rpartition(".")[2] == "html"]
    if pages:
        raise _cento.Error(f"the text of a page is not what the column {pages[0]} has: {_INSTEAD}")

    def begin(known: Any, first_row: int) -> RowWork:
        return _RowCuts(known, first_row, texts)

    return rows_of_tables(spark, parts, begin, own, own, folder, name)


class _RowCuts(KnownRows):
    """The cuts of rows. The parts of a document are the columns that have a text in its row."""

    def __init__(self, table: Any, first_row: int, texts: Sequence[str]) -> None:
        super().__init__(table, first_row)
        self.texts = texts

    def choose(self, batch: Any) -> Any:
        rows, positions, known = self.take(batch)
        if not positions:
            return rows
        columns = {name: _texts_in(rows, name).take(positions) for name in self.texts}
        cut: dict[str, dict[int, list[tuple[int, int]]]] = {}  # of each column, by the number among the known rows
        for number, cuts in enumerate(known.column("cuts").to_pylist()):
            parts = [name for name in self.texts if columns[name][number].is_valid]
            for one in cuts:
                cut.setdefault(parts[one["part"]], {}).setdefault(number, []).append((one["begin"], one["end"]))
        for name, stretches in cut.items():
            column = columns[name]
            texts = {positions[number]: _without(column[number].as_py(), some) for number, some in stretches.items()}
            rows = _with_texts(rows, name, texts)
        return rows


def _without(text: bytes, stretches: Iterable[tuple[int, int]]) -> bytes:
    """A text without stretches of it, which overlap where a column was named twice.

    >>> _without(b"abcdefgh", [(1, 3), (2, 4), (6, 7)])
    b'aefh'
    """
    rest, behind = [], 0
    for begin, end in sorted(stretches):
        rest.append(text[behind : max(begin, behind)])
        behind = max(end, behind)
    return b"".join([*rest, text[behind:]])


def _path_of(schema: Any, name: str) -> list[str]:
    """A column, or a field in a struct: doc.body."""
    return [name] if name in schema.names else name.split(".")


def _texts_in(rows: Any, name: str) -> Any:
    """The texts of a column as bytes, null where a row has none."""
    import pyarrow

    path = _path_of(rows.schema, name)
    column = rows.column(path[0])
    for field in path[1:]:
        column = compute().struct_field(column, field)
    return column.cast(pyarrow.large_binary())


def _with_texts(rows: Any, name: str, texts: dict[int, bytes]) -> Any:
    """The rows with other texts in some of them, by their numbers."""
    path = _path_of(rows.schema, name)
    number = rows.schema.get_field_index(path[0])
    return rows.set_column(number, rows.schema.field(number), _replaced(rows.column(number), path[1:], texts))


def _replaced(column: Any, path: Sequence[str], texts: dict[int, bytes]) -> Any:
    import pyarrow

    if path:
        fields = [column.type.field(number) for number in range(column.type.num_fields)]
        children = [column.field(number) for number in range(len(fields))]
        number = column.type.get_field_index(path[0])
        children[number] = _replaced(children[number], path[1:], texts)
        return pyarrow.StructArray.from_arrays(children, fields=fields, mask=column.is_null())
    mask = pyarrow.array([number in texts for number in range(len(column))], pyarrow.bool_())
    new = pyarrow.array([texts[number] for number in sorted(texts)], pyarrow.large_binary())
    return compute().replace_with_mask(column.cast(pyarrow.large_binary()), mask, new).cast(column.type)
