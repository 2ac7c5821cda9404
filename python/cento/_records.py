"""Records that jobs find: tables for data frames, dataclasses for loops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
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


#: How an object is made of a row: the number of a column, or a class, its fields, and how each of them is made.
Shape = int | tuple[type, tuple[str, ...], tuple[Any, ...]]


def _of(record: type, *values: Shape) -> Shape:
    return record, tuple(field.name for field in fields(record)), values


def _tuple(*values: Shape) -> Shape:
    return tuple, (), values


def _name(first: int) -> Shape:
    return _of(Name, first, first + 1)


def _stretch(id: int, part: int) -> Shape:
    """The columns of its id and place, and of the rest."""
    return _of(Stretch, id, id + 1, part, _tuple(part + 1, part + 2), _tuple(part + 3, part + 4))


PASSAGE = _of(Passage, _stretch(0, 2), _stretch(7, 9), 14, 15)
PAIR = _of(Pair, _name(0), _name(2), 4, 5, 6)
CLUSTER = _of(Cluster, _name(0), _name(3), 6, 7)
REMOVAL = _of(Removal, _name(0), _name(3), 6, 7, 8, 9)
CUT = _of(Cut, _stretch(0, 3), _stretch(8, 11), 16)
FAMILY = _of(Family, 0, 1, 2, 3, 4, (list, (), (5, _stretch(0, 2))))
FORUM_PAIR = _of(ForumPair, _name(0), _name(2), 4, (dict, (), (5, _tuple(0, 1))))
REJECT = _of(Reject, 0, 1, 2, 3)
_NESTED = ("places", "parts")  #: columns of lists


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
        shape: Shape,
        documents: Sequence[Documents] = (),
    ) -> None:
        self._table = table
        self._shape = shape
        self._documents = documents  # that the records are about

    def __len__(self) -> int:
        return len(self._table)

    def __iter__(self) -> Iterator[Record]:
        return self._objects(self._shape)

    def values(self, *columns: str) -> Iterator[tuple[Any, ...]]:
        """The values of some columns, a tuple for each record, which takes less time than a dataclass of all.

        >>> import cento
        >>> found = cento.pairs(["the same few words here", "the same few words here"])
        >>> list(found.pairs.values("a_id", "b_id", "similarity"))
        [('1', '2', 1.0)]
        """
        there = self.columns
        for name in columns:
            if name not in there:
                raise _cento.UsageError(f"there is no column {name!r}; the columns are {', '.join(there)}")
        nested = [name for name in columns if name in _NESTED]
        if nested:
            raise _cento.UsageError(f"the column {nested[0]!r} holds lists; iterate over the records instead")
        return self._objects(_tuple(*map(there.index, columns)))

    def _objects(self, shape: Shape) -> Iterator[Any]:
        reader = self._table.reader(shape)
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
        return Records(self._table.in_code_points(sources), self._shape, self._documents)

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
