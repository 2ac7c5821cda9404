"""Pairs of documents with their names, listed by tasks: the same as `_listing.list_pairs()`, without joins.

A part knows the ids of its own documents. Of documents elsewhere that repeat one of its own, their parts tell it the
names. So a pair of similar sets becomes pairs of documents in two steps: in the part of one side, then in that of the
other.
"""

from __future__ import annotations

import bisect
import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .. import _cento
from ._blocks import numbers
from ._signing import as_stream

if TYPE_CHECKING:
    import pyarrow

PAIR_COLUMNS = ("a_id string, a_place string, b_id string, b_place string, similarity double, contained_a double, "
                "contained_b double, a long, b long")
_ROWS_IN_BLOCK = 1 << 15
_TYPES = b"cento.types"  # of the columns before they were packed
_BEGINS = b"cento.begins"  # the first numbers of columns that are steps from one row to the next


def compute() -> Any:
    """The functions of pyarrow on columns, which checkers of types do not know: they are made when it is imported."""
    import pyarrow.compute

    return pyarrow.compute


def names_of_part(facts: pyarrow.Table, begin: int, counted: int, repeated: Sequence[Any]) -> pyarrow.Table:
    """Number, id and place of the documents of a part, the place only where others have the same id (`repeated`: blocks
    of their rows); and the names of their parts, if these are known. Documents without ids are counted; `counted` were
    before these."""
    import pyarrow
    pc = compute()

    rows = pyarrow.array(range(facts.num_rows), pyarrow.int64())
    repeats = pyarrow.chunked_array([numbers(block) for block in repeated], pyarrow.uint32()).cast(pyarrow.int64())
    count = pc.cast(pc.add(rows, counted + 1), pyarrow.string())
    nothing = pyarrow.scalar(None, pyarrow.string())
    return pyarrow.table({
        "document": pc.add(rows, begin),
        "id": pc.coalesce(facts["id"], count),
        "place": pc.if_else(pc.is_in(rows, repeats), facts["place"], nothing),
        **{name: facts[name] for name in ("parts",) if name in facts.column_names},
    })


def later_names(names: pyarrow.Table, begin: int, later: Sequence[Any]) -> pyarrow.Table:
    """The names of the documents of a part that repeat an earlier one, with that."""
    import pyarrow
    pc = compute()

    columns = _cento.later_columns([bytes(block) for block in later])
    document, first, _ = (numbers(column).cast(pyarrow.int64()) for column in columns)
    own = names.take(pc.subtract(document, begin))
    return own.append_column("first", first)


def classes_of_part(names: pyarrow.Table, later: pyarrow.Table, members: Sequence[bytes]) -> pyarrow.Table:
    """The documents that are the first with their features, and those that repeat them (`members`: their names, as
    streams): a row each, with the first one and how many there are."""
    import pyarrow
    pc = compute()

    is_first = pc.invert(pc.is_in(names["document"], later["document"]))
    firsts = names.filter(is_first)
    firsts = firsts.append_column("first", firsts["document"])
    known = pyarrow.concat_tables([firsts, *(read_rows(block) for block in members)])
    sizes = known.group_by("first").aggregate([([], "count_all")]).rename_columns(["first", "size"])
    return known.join(sizes, "first", join_type="inner", use_threads=False)


def with_names_of_a(similar: Sequence[Any], classes: pyarrow.Table, pairs_up_to: int) -> pyarrow.Table:
    """Pairs of sets, with a row for each document of a's class that may be listed. `similar`: tables as streams."""
    import pyarrow
    pc = compute()

    own = classes.append_column("are_listed", pc.less_equal(classes["size"], pairs_up_to))
    own = own.filter(pc.or_(own["are_listed"], pc.equal(own["document"], own["first"])))
    own = own.select(["first", "document", "id", "place", "are_listed"])
    own = own.rename_columns(["a", "document_a", "a_id", "a_place", "a_listed"])
    rows = pyarrow.concat_tables([read_rows(block) for block in similar])
    return rows.join(own, "a", join_type="inner", use_threads=False)


def pairs_with_names(arrived: Sequence[Any], classes: pyarrow.Table, pairs_up_to: int) -> pyarrow.Table:
    """The pairs of documents: those of with_names_of_a() that arrived, and those of the part's own classes."""
    import pyarrow

    found = [_pairs_in_classes(classes, pairs_up_to)]
    if arrived:
        rows = pyarrow.concat_tables([read_rows(block) for block in arrived])
        found.append(_pairs_between(rows, classes, pairs_up_to))
    return pyarrow.concat_tables(found).sort_by([("a", "ascending"), ("b", "ascending")])


def _pairs_between(rows: pyarrow.Table, classes: pyarrow.Table, pairs_up_to: int) -> pyarrow.Table:
    import pyarrow
    pc = compute()

    own = classes.rename_columns([{"first": "b", "document": "document_b", "id": "b_id", "place": "b_place",
                                   "size": "class_b"}[name] for name in classes.column_names])
    rows = rows.join(own, "b", join_type="inner", use_threads=False)
    are_listed = pc.and_(rows["a_listed"], pc.less_equal(rows["class_b"], pairs_up_to))
    are_first = pc.and_(pc.equal(rows["document_a"], rows["a"]), pc.equal(rows["document_b"], rows["b"]))
    rows = rows.filter(pc.or_(are_listed, are_first))
    is_turned = pc.greater(rows["document_a"], rows["document_b"])

    def sides(of_a: Any, of_b: Any) -> tuple[Any, Any]:
        return pc.if_else(is_turned, of_b, of_a), pc.if_else(is_turned, of_a, of_b)

    shared, size_a, size_b = (rows[name].cast(pyarrow.float64()) for name in ("shared", "size_a", "size_b"))
    similarity = pc.divide(shared, pc.subtract(pc.add(size_a, size_b), shared))
    columns = [*_interleaved(sides(rows["a_id"], rows["b_id"]), sides(rows["a_place"], rows["b_place"])), similarity,
               *sides(pc.divide(shared, size_a), pc.divide(shared, size_b)),
               *sides(rows["document_a"], rows["document_b"])]
    return pyarrow.table(columns, names=_names_of_columns())


def _pairs_in_classes(classes: pyarrow.Table, pairs_up_to: int) -> pyarrow.Table:
    """Of documents with equal features: all pairs, or if there are too many documents those with the first one."""
    import pyarrow
    pc = compute()

    several = classes.filter(pc.greater(classes["size"], 1)).combine_chunks()
    later = several.rename_columns([f"b_{name}" for name in several.column_names])
    pairs = several.join(later, "first", "b_first", join_type="inner", use_threads=False)
    is_listed = pc.or_(pc.less_equal(pairs["size"], pairs_up_to), pc.equal(pairs["document"], pairs["first"]))
    pairs = pairs.filter(pc.and_(is_listed, pc.less(pairs["document"], pairs["b_document"])))
    same = pyarrow.array([1.0] * pairs.num_rows, pyarrow.float64())
    columns = [pairs["id"], pairs["place"], pairs["b_id"], pairs["b_place"], same, same, same, pairs["document"],
               pairs["b_document"]]
    return pyarrow.table(columns, names=_names_of_columns())


def _names_of_columns() -> list[str]:
    return [column.split()[0] for column in PAIR_COLUMNS.split(", ")]


def _interleaved(ids: tuple[Any, Any], places: tuple[Any, Any]) -> list[Any]:
    return [ids[0], places[0], ids[1], places[1]]


def read_rows(block: Any) -> pyarrow.Table:
    """The rows of a block of blocks_by_part(), or of another table."""
    import pyarrow
    pc = compute()

    rows = pyarrow.ipc.open_stream(block).read_all()
    metadata = rows.schema.metadata or {}
    if _TYPES not in metadata:
        return rows
    for name, begin in json.loads(metadata[_BEGINS]).items():
        steps = rows[name].cast(pyarrow.int64())
        rows = rows.set_column(rows.column_names.index(name), name, pc.add(pc.cumulative_sum(steps), begin))
    types = pyarrow.ipc.read_schema(pyarrow.py_buffer(metadata[_TYPES]))
    return rows.replace_schema_metadata(None).cast(types)


def _packed(rows: pyarrow.Table) -> pyarrow.Table:
    """The rows with each string once, as names come many times; numbers in as few bytes as they need, and those that ascend
    as steps."""
    import pyarrow
    pc = compute()

    begins: dict[str, int] = {}

    def packed(name: str, column: Any) -> Any:
        column = column.combine_chunks()
        if pyarrow.types.is_integer(column.type):
            steps = pc.pairwise_diff(column.cast(pyarrow.int64()))
            least = pc.min(steps).as_py()
            if column.null_count == 0 and least is not None and least >= 0:
                begins[name] = column[0].as_py()
                return _shortened(pc.fill_null(steps, 0))
            return _shortened(column)
        if not pyarrow.types.is_string(column.type):
            return column
        encoded = pc.dictionary_encode(column)
        return pyarrow.DictionaryArray.from_arrays(_shortened(encoded.indices), encoded.dictionary)

    columns = [packed(name, rows[name]) for name in rows.column_names]
    types = rows.schema.remove_metadata().serialize().to_pybytes()
    metadata = {_TYPES: types, _BEGINS: json.dumps(begins).encode()}
    return pyarrow.table(columns, names=rows.column_names, metadata=metadata)


def _shortened(numbers: Any) -> Any:
    import pyarrow
    pc = compute()

    least_and_most = pc.min_max(numbers)
    least, most = (least_and_most[name].as_py() or 0 for name in ("min", "max"))
    for kind in (pyarrow.int8(), pyarrow.int16(), pyarrow.int32()):
        if -(1 << kind.bit_width - 1) <= least and most < 1 << kind.bit_width - 1:
            return numbers.cast(kind)
    return numbers


def read_blocks_of_rows(blocks: Sequence[Any]) -> pyarrow.Table | None:
    """All rows; None if there are no blocks."""
    import pyarrow

    return pyarrow.concat_tables([read_rows(block) for block in blocks]) if blocks else None


def blocks_by_part(rows: pyarrow.Table, column: str, begins: Sequence[int]) -> Iterator[tuple[int, bytes]]:
    """The rows as tables for the parts that have the documents of a column."""
    if rows.num_rows == 0:
        return
    rows = rows.sort_by(column).combine_chunks()
    of_rows = rows[column].chunk(0)
    first = 0
    for part, end in enumerate(begins[1:]):
        last = bisect.bisect_left(of_rows, end, first, key=lambda one: one.as_py())
        for begin in range(first, last, _ROWS_IN_BLOCK):
            yield part, as_stream(_packed(rows.slice(begin, min(_ROWS_IN_BLOCK, last - begin))))
        first = last


def blocks_of(rows: pyarrow.Table, most: int = _ROWS_IN_BLOCK) -> Iterator[bytes]:
    """The rows as tables of at most so many."""
    for begin in range(0, rows.num_rows, most):
        yield as_stream(rows.slice(begin, most).combine_chunks())
