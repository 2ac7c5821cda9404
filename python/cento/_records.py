"""Records that jobs find: tables for data frames, dataclasses for loops."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from . import _cento

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

    from ._sources import Documents

Record = TypeVar("Record")


@dataclass(frozen=True, slots=True)
class Name:
    """A document as records name it. `place` is given if its id is not unique."""

    id: str
    place: str | None = None


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of a document: half-open ranges of sentences and of UTF-8 bytes of the text of its part."""

    id: str
    place: str | None
    part: str | None
    sentences: tuple[int, int]
    bytes: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of one document that also occurs in another."""

    a: Stretch
    b: Stretch
    matched: int
    similarity: float


@dataclass(frozen=True, slots=True)
class Pair:
    """Two similar documents; `contained_a` is the share of a's features that b has."""

    a: Name
    b: Name
    similarity: float
    contained_a: float
    contained_b: float


@dataclass(frozen=True, slots=True)
class Cluster:
    """A document and its cluster, which is named after the document that stays."""

    document: Name
    kept: Name
    is_kept: bool
    similarity: float


@dataclass(frozen=True, slots=True)
class Removal:
    """A document that was removed, the one that stays, and how similar they are."""

    document: Name
    duplicate_of: Name
    similarity: float
    contained: float
    contained_by: float
    reason: str


@dataclass(frozen=True, slots=True)
class Cut:
    """A stretch to cut out of a document, and where the same stays."""

    cut: Stretch
    kept: Stretch
    reason: str


@dataclass(frozen=True, slots=True)
class Family:
    """A passage and every place where it occurs."""

    name: str
    documents: int
    sentences: int
    is_boilerplate: bool
    text: str
    places: tuple[Stretch, ...]


@dataclass(frozen=True, slots=True)
class ForumPair:
    """Two threads that ask the same; `parts` has the similarity of each part that both have."""

    a: Name
    b: Name
    similarity: float
    parts: dict[str, float | None]


@dataclass(frozen=True, slots=True)
class Reject:
    """A record or file that could not be used."""

    place: str
    reason: str
    bytes: bytes
    is_file: bool


def _stretch(row: tuple[Any, ...]) -> Stretch:
    id, place, part, first, end, begin_byte, end_byte = row
    return Stretch(id, place, part, (first, end), (begin_byte, end_byte))


def passage(row: tuple[Any, ...]) -> Passage:
    return Passage(_stretch(row[:7]), _stretch(row[7:14]), row[14], row[15])


def pair(row: tuple[Any, ...]) -> Pair:
    a, a_place, b, b_place, similarity, contained_a, contained_b = row
    return Pair(Name(a, a_place), Name(b, b_place), similarity, contained_a, contained_b)


def cluster(row: tuple[Any, ...]) -> Cluster:
    return Cluster(Name(*row[:2]), Name(*row[3:5]), *row[6:])


def removal(row: tuple[Any, ...]) -> Removal:
    return Removal(Name(*row[:2]), Name(*row[3:5]), *row[6:])


def cut(row: tuple[Any, ...]) -> Cut:
    return Cut(_stretch(row[:2] + row[3:8]), _stretch(row[8:10] + row[11:16]), row[16])


def family(row: tuple[Any, ...]) -> Family:
    name, documents, sentences, is_boilerplate, text, places = row
    return Family(name, documents, sentences, is_boilerplate, text, tuple(map(_stretch, places)))


def forum_pair(row: tuple[Any, ...]) -> ForumPair:
    return ForumPair(Name(*row[:2]), Name(*row[2:4]), row[4], dict(row[5]))


def reject(row: tuple[Any, ...]) -> Reject:
    return Reject(*row)


class Records(Generic[Record]):
    """A table of records. Iterating gives dataclasses; every library that takes Arrow streams takes it as it is.

    >>> import cento
    >>> found = cento.pairs(["the same few words here", "the same few words here"])
    >>> len(found.pairs), found.pairs.columns[:2]
    (1, ['a_id', 'a_place'])
    """

    def __init__(
        self,
        table: _cento.RecordTable,
        make: Callable[[tuple[Any, ...]], Record],
        documents: Sequence[Documents] = (),
    ) -> None:
        self._table = table
        self._make = make
        self._documents = documents  # that the records are about

    def __len__(self) -> int:
        return len(self._table)

    def __iter__(self) -> Iterator[Record]:
        for row in self._rows():
            yield self._make(row)

    def _rows(self) -> Iterator[tuple[Any, ...]]:
        reader = self._table.reader()
        while (rows := reader.next()) is not None:
            yield from rows

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._table.capsule()

    def __repr__(self) -> str:
        return f"<{len(self):,} records: {', '.join(self.columns)}>"

    def __reduce__(self) -> Any:
        raise TypeError("records cannot be pickled; pickle what to_arrow() or to_polars() returns")

    def offsets(self, unit: Literal["bytes", "codepoints"]) -> Records[Record]:
        """The same records with places in bytes, as they are, or in code points: indexes of Python's strings.

        The documents are read once more, so they must not have come from an iterator.

        >>> import cento
        >>> text = "它下了一整天雨。河水涨了一米。没有人料到。"
        >>> found = cento.scan([("a", text), ("b", "又来了！" + text)])
        >>> begin, end = next(iter(found.passages.offsets("codepoints"))).b.bytes
        >>> ("又来了！" + text)[begin:end] == text
        True
        """
        if unit == "bytes":
            return self
        if unit != "codepoints":
            raise _cento.UsageError(f'offsets are "bytes" or "codepoints", not {unit!r}')
        sources = [documents.open() for documents in self._documents]
        return Records(self._table.in_code_points(sources), self._make, self._documents)

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self._table.columns())

    def to_arrow(self) -> pyarrow.Table:
        """The table of pyarrow; nothing is copied."""
        import pyarrow

        return pyarrow.RecordBatchReader.from_stream(self).read_all()

    def to_polars(self) -> polars.DataFrame:
        """The data frame of polars."""
        import polars

        return polars.DataFrame(self)

    def to_pandas(self) -> pandas.DataFrame:
        """The data frame of pandas."""
        frame: pandas.DataFrame = self.to_arrow().to_pandas()
        return frame

    def to_pylist(self) -> list[Record]:
        """All records, as dataclasses."""
        return list(self)
