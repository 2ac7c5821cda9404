"""What users pass as documents, and how it becomes a source of the engine."""

from __future__ import annotations

import itertools
import os
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex, Union, Unpack, runtime_checkable

from . import _cento
from ._given import json_options
from ._pyarrow import look_for_pyarrow

if TYPE_CHECKING:
    from uuid import UUID

    from ._options import FileOptions

_TABLES = {("pyarrow", "Table"), ("pyarrow", "RecordBatch"), ("polars", "DataFrame")}
_NEED_IDS = "documents of an index need ids of their own: pass (id, text) pairs, or name the column or key with id="


@runtime_checkable
class ArrowStream(Protocol):
    """Anything that gives its rows as an Arrow stream."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


class Files:
    """Files, folders and globs, and how they are read. Made by `files()`."""

    def __init__(self, paths: Sequence[str], options: Mapping[str, object]) -> None:
        self.paths: list[str] = list(paths)
        self.options: dict[str, object] = dict(options)

    def __repr__(self) -> str:
        return f"cento.files({', '.join(map(repr, self.paths))})"


def files(*paths: str | os.PathLike[str], **options: Unpack[FileOptions]) -> Files:
    """Several paths or globs, or files that need options to be read.

    >>> import cento
    >>> cento.files("news/*.jsonl.zst", "more.csv", text_field=["title", "body"])
    cento.files('news/*.jsonl.zst', 'more.csv')
    """
    given: dict[str, object] = dict(options)
    if isinstance(given.get("text_field"), str):
        given["text_field"] = [given["text_field"]]
    return Files([os.fspath(path) for path in paths], given)


Id = Union[str, SupportsIndex, "UUID"]
Texts = Iterable[str] | Iterable[tuple[Id, str]] | Iterable[Mapping[Any, Any]]
Source = str | os.PathLike[str] | Files | ArrowStream | Texts


class Documents:
    """A source as the user gave it, and whether it can be read again."""

    def __init__(self, given: Any, text: str | Sequence[str] | None, id: str | None) -> None:
        self.given = given
        self.text: list[str] | None = [text] if isinstance(text, str) else list(text) if text is not None else None
        self.id = id
        self.was_read: bool = False
        self.wants_metadata: bool = False
        self.usual_parts: list[str] = []  #: what a job reads as texts unless `text` names them; empty: one text

    def open(self) -> _cento.Source:
        """A new source of the engine. Raises Error when the documents can be read only once and have been."""
        if self.was_read and self.reads_once:
            raise _cento.Error(
                "the documents can be read only once and have been read; pass a list or a table instead of an iterator"
            )
        self.was_read = True
        return self._open()

    @property
    def reads_once(self) -> bool:
        return False

    def need_metadata(self, why: str) -> None:
        """Other fields of the documents are needed. Raises UsageError where they are not read."""
        self.wants_metadata = True

    def hold(self) -> None:
        """Makes sure that rows which are chosen later are those that were read, whatever becomes of the original."""

    def require_ids(self) -> None:
        """Raises UsageError when documents would be named by their number."""

    def texts_in(self, names: Container[str]) -> list[str]:
        """The fields with the text: those that the user named, or those that are usual and there."""
        parts = [name for name in self.usual_parts if name in names]
        if self.text is None and parts:
            return parts
        usual = _cento.usual_text_fields()
        return self.text or [next((name for name in usual if name in names), usual[0])]

    def id_in(self, names: Container[str]) -> str:
        """The field with the id: the one that the user named, or one that is usual and there; "" for none."""
        return self.id if self.id is not None else next((name for name in _cento.usual_id_fields() if name in names), "")

    def _open(self) -> _cento.Source:
        raise NotImplementedError


class FileDocuments(Documents):
    def _open(self) -> _cento.Source:
        options = dict(self.given.options)
        if self.text is not None or (self.usual_parts and "text_field" not in options):
            options["text_field"] = self.text or self.usual_parts
        if self.id is not None:
            options["id_field"] = self.id
        look_for_pyarrow()
        return _cento.files(self.given.paths, json_options(options))


class TableDocuments(Documents):
    """Rows of something with an Arrow stream. A stream that was begun gives an error of its own when it is read again."""

    def _open(self) -> _cento.Source:
        capsule = self.given.__arrow_c_stream__()
        columns = _cento.stream_columns(capsule)
        return _cento.arrow(capsule, self.texts_in(columns), self.id_in(columns), self.wants_metadata, self._is_in_memory)

    @property
    def _is_in_memory(self) -> bool:
        """Whether a stream has the table's own batches, which nobody changes, instead of making them."""
        kind = type(self.given)
        return (kind.__module__.partition(".")[0], kind.__name__) in _TABLES

    def hold(self) -> None:
        kind = type(self.given).__module__.partition(".")[0]
        if kind == "pandas":
            self.given = self.given.copy(deep=False)
        elif kind not in ("polars", "pyarrow"):  # a relation of DuckDB would run its query again
            try:
                import pyarrow
            except ImportError:
                return
            self.given = pyarrow.RecordBatchReader.from_stream(self.given).read_all()

    def require_ids(self) -> None:
        if self.id is None and not self.id_in(_cento.stream_columns(self.given.__arrow_c_stream__())):
            raise _cento.UsageError(_NEED_IDS)


class ItemDocuments(Documents):
    """Strings, pairs of id and text, or dicts. An iterator is read once; anything else as often as it is needed.

    Dicts are read as lines of JSON are.
    """

    needs_ids = False

    @property
    def reads_once(self) -> bool:
        return isinstance(self.given, Iterator)

    def need_metadata(self, why: str) -> None:
        first = self._look_at_first()
        if first and not isinstance(first[0], Mapping):
            raise _cento.UsageError(f"{why} needs further fields of the documents, which texts and pairs do not have")

    def hold(self) -> None:
        if isinstance(self.given, Collection):
            self.given = list(self.given)
        elif not self.reads_once:
            self.given = iter(self.given)

    def require_ids(self) -> None:
        self.needs_ids = True
        first = self._look_at_first()
        has_id = not first or isinstance(first[0], (tuple, list))
        if not has_id and not (isinstance(first[0], Mapping) and (self.id or self.id_in(first[0]))):
            raise _cento.UsageError(_NEED_IDS)

    def _look_at_first(self) -> list[Any]:
        """The first document, if there is one. It is still there afterwards."""
        items = iter(self.given)
        first = list(itertools.islice(items, 1))
        if self.reads_once:
            self.given = itertools.chain(first, items)
        return first

    def _open(self) -> _cento.Source:
        items = iter(self.given)
        first = list(itertools.islice(items, 1))
        everything = itertools.chain(first, items)
        if first and isinstance(first[0], Mapping):
            return _cento.dicts(everything, self.text or self.usual_parts, self.id or "", self.needs_ids)
        return _cento.documents(everything, bool(first) and isinstance(first[0], (tuple, list)))


def documents_of(source: Any, text: str | Sequence[str] | None, id: str | None) -> Documents:
    """Sorts out what `source` is. Raises TypeError when it is nothing that holds documents."""
    if isinstance(source, (str, os.PathLike)):
        return FileDocuments(files(source), text, id)
    if isinstance(source, Files):
        return FileDocuments(source, text, id)
    if type(source).__name__ == "Series":  # a column of pandas or polars
        return ItemDocuments(source, text, id)
    if hasattr(source, "to_pylist") and not hasattr(source, "column_names"):  # a column of pyarrow
        return ItemDocuments(source.to_pylist(), text, id)
    if hasattr(source, "__arrow_c_stream__"):
        return TableDocuments(source, text, id)
    if isinstance(source, (bytes, bytearray, Mapping)) or not isinstance(source, Iterable):
        raise TypeError(
            "the source must be a path, cento.files(…), an iterable of texts, (id, text) pairs or dicts, or a table with "
            f"an Arrow stream, not {type(source).__name__}"
        )
    return ItemDocuments(source, text, id)
