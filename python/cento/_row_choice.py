"""Rows of the user's own table, in the user's own kind of table."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any

from . import _cento
from ._sources import Documents, FileDocuments, ItemDocuments


def kind_of(table: Any) -> str:
    """The library that a table belongs to."""
    return type(table).__module__.partition(".")[0]


def choose_rows(documents: Documents, rows: Sequence[int], columns: Mapping[str, Sequence[Any]] | None = None) -> Any:
    """The rows with these numbers, ascending, with further columns, as a table of the same kind; of an iterable, a list."""
    if isinstance(documents, FileDocuments):
        raise _cento.Error(
            "the documents are in files: `cento dedup -o FILE` writes them; removals and rethreshold() work as they are"
        )
    table = documents.given
    if isinstance(documents, ItemDocuments):
        if documents.reads_once:
            raise _cento.Error("the documents came from an iterator and are gone; pass a list or a table")
        chosen = set(rows)
        items = [item for number, item in enumerate(table) if number in chosen]
        return items if columns is None else _with_values(items, columns)
    kind = kind_of(table)
    if kind == "polars":
        return _polars_rows(table, rows, _beside(table.columns, columns or {}))
    if kind == "pandas":
        return _pandas_rows(table, rows, _beside(table.columns, columns or {}))
    return _arrow_rows(table, rows, columns or {})


def _beside(own: Container[str], columns: Mapping[str, Sequence[Any]]) -> dict[str, Sequence[Any]]:
    """The columns under names that the table does not use itself: "cento_cluster" beside a "cluster" of its own."""
    return {f"cento_{name}" if name in own else name: values for name, values in columns.items()}


def _with_values(items: list[Any], columns: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    """Each item as a dict, with the values of the columns beside it."""
    rows = []
    for number, item in enumerate(items):
        row = dict(item) if isinstance(item, Mapping) else {"document": item}
        row.update({name: values[number] for name, values in _beside(row, columns).items()})
        rows.append(row)
    return rows


def _polars_rows(table: Any, rows: Sequence[int], columns: Mapping[str, Sequence[Any]]) -> Any:
    import polars

    chosen = table[list(rows)] if len(rows) > 0 else table.clear()
    return chosen.with_columns([polars.Series(name, values, _polars_type(name)) for name, values in columns.items()])


def _polars_type(column: str) -> Any:
    import polars

    return polars.Float64 if column.endswith("similarity") else polars.String


def _pandas_rows(table: Any, rows: Sequence[int], columns: Mapping[str, Sequence[Any]]) -> Any:
    return table.iloc[list(rows)].assign(**{name: list(values) for name, values in columns.items()})


def _arrow_rows(table: Any, rows: Sequence[int], columns: Mapping[str, Sequence[Any]]) -> Any:
    try:
        import pyarrow
    except ImportError as error:
        raise _cento.Error("rows of this kind of table need pyarrow: `pip install 'cento-text[arrow]'`") from error
    whole = table if isinstance(table, pyarrow.Table) else _read_again(table)
    chosen = whole.take(pyarrow.array(rows, pyarrow.int64()))
    for name, values in _beside(whole.column_names, columns).items():
        kind = pyarrow.float64() if name.endswith("similarity") else pyarrow.string()
        chosen = chosen.append_column(name, pyarrow.array(values, kind))
    return chosen


def _read_again(table: Any) -> Any:
    import pyarrow

    if isinstance(table, pyarrow.RecordBatchReader):
        raise _cento.Error("a stream can be read only once and has been read; pass a table instead of a reader")
    return pyarrow.RecordBatchReader.from_stream(table).read_all()
