"""What a scan lists, with names, by tasks: the same as `_passages.py` does with joins.

A part knows the names of its own documents. Each row goes to the part of its document a, and then to that of document b.
Most places of a family are in documents of the part that lists them, and named there; the others go to the parts of their
documents. Then families and their places meet, spread evenly over all tasks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ._blocks import Block, Kinds, attempt_of_task, contents, outgoing
from ._folder import read_blocks, read_table, write_blocks, write_table
from ._naming import blocks_by_part, blocks_of, compute, names_of_part, read_blocks_of_rows

if TYPE_CHECKING:
    import pyarrow

_WHERE = ("first_sentence", "end_sentence", "begin", "end")
_STRETCH = "{0}_id string, {0}_place string, {0}_part string, " + ", ".join(f"{{0}}_{name} int" for name in _WHERE)
PASSAGE_COLUMNS = f"{_STRETCH.format('a')}, {_STRETCH.format('b')}, matched int, similarity double, a long, b long"
DOCUMENT_COLUMNS = ("a_id string, a_place string, b_id string, b_place string, similarity double, contained_a double, "
                    "contained_b double, a long, b long")
FAMILY_COLUMNS = ("family string, documents long, sentences long, is_boilerplate boolean, text string, places "
                  f"array<struct<id:string,place:string,part:string,{','.join(f'{name}:int' for name in _WHERE)}>>")
_COLUMNS = {"passages": PASSAGE_COLUMNS, "documents": DOCUMENT_COLUMNS}
_FAMILIES_IN_BLOCK = 1 << 10  # each has many places
_GOLDEN = 0x9E3779B97F4A7C15


class PassageNaming:
    """The work of tasks. `begins`: of parts; `references`: documents of the reference, which come first; `families`: how
    many families begin in each part."""

    def __init__(self, folder: str, begins: Sequence[int], references: int, families: Sequence[int] = ()) -> None:
        self._folder, self._begins, self._references, self._families = folder, begins, references, families
        self._tasks: int = len(begins) - 1

    def keep_names(self, part: int, repeated: Sequence[Any]) -> None:
        """`repeated`: blocks of the rows of documents whose id others have, too."""
        begin = self._begins[part]
        counted = begin if begin < self._references else begin - self._references
        names = names_of_part(read_table(self._folder, "facts", part), begin, counted, repeated)
        write_table(self._folder, "own_names", part, attempt_of_task(), names)

    def send_listed(self, number: int, tables: dict[str, pyarrow.Table]) -> Iterator[Block]:
        """Names the families of a part, and its places in its own documents."""
        for kind in ("passages", "documents"):
            yield from outgoing(kind, number, blocks_by_part(tables[kind], "a", self._begins))
        if "families" in tables:
            yield from self._spread("families", number, self._numbered(number, tables["families"]))
            own, others = self._divided(number, tables["family_places"])
            yield from outgoing("places", number, blocks_by_part(others, "document", self._begins))
            yield from self._spread("named_places", number, self._placed(number, own))

    def name_a(self, part: int, kinds: Kinds) -> Iterator[Block]:
        for kind in ("passages", "documents"):
            rows = read_blocks_of_rows(contents(kinds, kind))
            if rows is not None:
                yield from outgoing(kind, part, blocks_by_part(self._named(part, rows, "a"), "b", self._begins))
        for kind in ("families", "named_places"):
            write_blocks(self._folder, f"early_{kind}", part, attempt_of_task(), contents(kinds, kind))
        places = read_blocks_of_rows(contents(kinds, "places"))
        if places is not None:
            yield from self._spread("named_places", part, self._placed(part, places))

    def name_b(self, part: int, kinds: Kinds) -> Iterator[Block]:
        for kind, columns in _COLUMNS.items():
            rows = read_blocks_of_rows(contents(kinds, kind))
            if rows is not None:
                named = self._named(part, rows, "b").select([column.split()[0] for column in columns.split(", ")])
                yield from outgoing(kind, part, ((0, block) for block in blocks_of(named)))
        families = read_blocks_of_rows(read_blocks(self._folder, "early_families", part))
        if families is not None:
            early = read_blocks(self._folder, "early_named_places", part)
            places = read_blocks_of_rows(early + contents(kinds, "named_places"))
            assert places is not None
            listed = _with_places(families, places)
            yield from outgoing("families", part, ((0, block) for block in blocks_of(listed, _FAMILIES_IN_BLOCK)))

    def _spread(self, kind: str, task: int, rows: pyarrow.Table) -> Iterator[Block]:
        """Each family, and its places, to a task."""
        import pyarrow
        pc = compute()

        half, tasks, golden = (pyarrow.scalar(number, pyarrow.uint64()) for number in (32, self._tasks, _GOLDEN))
        first, sentences = rows["first"].cast(pyarrow.uint64()), rows["sentences"].cast(pyarrow.uint64())
        mixed = pc.shift_right(pc.multiply(pc.add(first, pc.shift_left(sentences, half)), golden), half)
        to = pc.shift_right(pc.multiply(mixed, tasks), half)
        blocks = blocks_by_part(rows.append_column("to", to.cast(pyarrow.int32())), "to", range(self._tasks + 1))
        yield from outgoing(kind, task, blocks)

    def _numbered(self, part: int, families: pyarrow.Table) -> pyarrow.Table:
        """Families are named by their order in the collection."""
        import pyarrow
        pc = compute()

        first = 1 + sum(self._families[:part])
        numbers = pyarrow.array(range(first, first + families.num_rows), pyarrow.int64())
        return families.append_column("family", pc.binary_join_element_wise("f", pc.cast(numbers, pyarrow.string()), ""))

    def _divided(self, part: int, places: pyarrow.Table) -> tuple[pyarrow.Table, pyarrow.Table]:
        """Places in documents of the part, and others; each with its part and its number there, which tell their order."""
        import pyarrow
        pc = compute()

        count = places.num_rows
        places = places.drop_columns(["place", "end_sentence"])
        places = places.append_column("listed_by", pyarrow.array([part] * count, pyarrow.int32()))
        places = places.append_column("row", pyarrow.array(range(count), pyarrow.int32()))
        places = places.set_column(1, "sentences", places["sentences"].cast(pyarrow.int32()))
        document = places["document"]
        is_own = pc.and_(pc.greater_equal(document, self._begins[part]), pc.less(document, self._begins[part + 1]))
        return places.filter(is_own), places.filter(pc.invert(is_own))

    def _placed(self, part: int, places: pyarrow.Table) -> pyarrow.Table:
        return self._with_names(part, places, "document", "id", "place", "part").drop_columns(["document"])

    def _named(self, part: int, rows: pyarrow.Table, side: str) -> pyarrow.Table:
        return self._with_names(part, rows, side, f"{side}_id", f"{side}_place", f"{side}_part")

    def _with_names(self, part: int, rows: pyarrow.Table, document: str, id: str, place: str,
                    part_name: str) -> pyarrow.Table:
        """The rows with the id and place of a document, and the name of its part instead of the number."""
        pc = compute()

        names = read_table(self._folder, "own_names", part).combine_chunks()
        own = names.take(pc.subtract(rows[document], self._begins[part])).combine_chunks()
        rows = rows.append_column(id, own["id"]).append_column(place, own["place"])
        if part_name not in rows.column_names:
            return rows
        return rows.set_column(rows.column_names.index(part_name), part_name, _part_names(own["parts"], rows[part_name]))


def _with_places(families: pyarrow.Table, places: pyarrow.Table) -> pyarrow.Table:
    """The families, each with its places in the order of the collection."""
    import pyarrow
    pc = compute()

    of_family = [("first", "ascending"), ("sentences", "ascending")]
    families = families.sort_by(of_family)
    places = places.sort_by([*of_family, ("listed_by", "ascending"), ("row", "ascending")]).combine_chunks()
    places = places.append_column("end_sentence", pc.add(places["first_sentence"], places["sentences"]))
    ends = _ends_of_runs(places["first"], places["sentences"])
    stretches = [places[name] for name in ("id", "place", "part", *_WHERE)]
    rows = pyarrow.StructArray.from_arrays(_as_arrays(stretches), names=["id", "place", "part", *_WHERE])
    lists = pyarrow.ListArray.from_arrays(pyarrow.array([0, *ends], pyarrow.int32()), rows)
    columns = {name: families[name] for name in ("family", "documents", "sentences", "is_boilerplate", "text")}
    return pyarrow.table({**columns, "places": lists})


def _as_arrays(columns: Sequence[Any]) -> list[Any]:
    """Chunked arrays of at most one chunk as arrays."""
    import pyarrow

    return [column.combine_chunks() if isinstance(column, pyarrow.ChunkedArray) else column for column in columns]


def _ends_of_runs(*columns: Any) -> list[int]:
    """Where rows that agree in these columns end; they are next to each other."""
    pc = compute()

    count = len(columns[0])
    differ = [pc.not_equal(column.slice(1), column.slice(0, count - 1)) for column in columns]
    is_end = differ[0]
    for other in differ[1:]:
        is_end = pc.or_(is_end, other)
    return [*pc.add(pc.indices_nonzero(is_end), 1).to_pylist(), count]


def _part_names(parts: Any, numbers: Any) -> Any:
    """Of each row the name of its part, from the names of all parts of the document; null if there is only one."""
    import pyarrow
    pc = compute()

    of_documents = parts.combine_chunks()
    if isinstance(of_documents, pyarrow.ChunkedArray):
        of_documents = pyarrow.concat_arrays(of_documents.chunks)
    counts = pc.fill_null(pc.list_value_length(of_documents), 0)
    begins = pc.subtract(pc.cumulative_sum(counts), counts)
    places = pc.if_else(pc.greater(counts, 0), pc.add(begins, numbers.combine_chunks()), None)
    return pc.list_flatten(of_documents).take(places)
