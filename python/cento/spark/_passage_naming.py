"""What a scan lists, with names, by tasks: the same as `_passages.py` does with joins.

Each row goes to the part of its document a, and then to that of document b; each place of a family to the part of its
document, and then to that of the family's first place. A part knows the names of its own documents.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ._blocks import Block, Kinds, attempt_of_task, contents, outgoing
from ._folder import read_table, write_table
from ._naming import blocks_by_part, blocks_of, names_of_part, read_blocks_of_rows

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


class PassageNaming:
    """The work of tasks. `begins`: of parts; `references`: documents of the reference, which come first; `families`: how
    many families begin in each part."""

    def __init__(self, folder: str, begins: Sequence[int], references: int, families: Sequence[int] = ()) -> None:
        self._folder, self._begins, self._references, self._families = folder, begins, references, families
        self._places_begin: list[int] = [part << 32 for part in range(len(begins))]  # numbers of sentences

    def keep_names(self, part: int, repeated: Sequence[Any]) -> None:
        """`repeated`: blocks of the rows of documents whose id others have, too."""
        begin = self._begins[part]
        counted = begin if begin < self._references else begin - self._references
        names = names_of_part(read_table(self._folder, "facts", part), begin, counted, repeated)
        write_table(self._folder, "own_names", part, attempt_of_task(), names)

    def send_listed(self, number: int, tables: dict[str, pyarrow.Table]) -> Iterator[Block]:
        """Keeps the families of a part, and sends everything else that its task listed to the part of a document."""
        for kind in ("passages", "documents"):
            yield from outgoing(kind, number, blocks_by_part(tables[kind], "a", self._begins))
        if "families" in tables:
            write_table(self._folder, "listed_families", number, attempt_of_task(), tables["families"])
            places = _short_numbers(tables["family_places"].drop_columns(["end_sentence"]))
            yield from outgoing("places", number, blocks_by_part(places, "document", self._begins))

    def name_a(self, part: int, kinds: Kinds) -> Iterator[Block]:
        for kind in ("passages", "documents"):
            rows = read_blocks_of_rows(contents(kinds, kind))
            if rows is not None:
                yield from outgoing(kind, part, blocks_by_part(self._named(part, rows, "a"), "b", self._begins))
        places = read_blocks_of_rows(contents(kinds, "places"))
        if places is not None:
            places = places.append_column("part_number", places["part"])
            places = self._with_names(part, places, "document", "id", "place_name", "part")
            yield from outgoing("places", part, blocks_by_part(places, "first", self._places_begin))

    def name_b(self, part: int, kinds: Kinds) -> Iterator[Block]:
        for kind, columns in _COLUMNS.items():
            rows = read_blocks_of_rows(contents(kinds, kind))
            if rows is not None:
                named = self._named(part, rows, "b").select([column.split()[0] for column in columns.split(", ")])
                yield from outgoing(kind, part, ((0, block) for block in blocks_of(named)))
        places = read_blocks_of_rows(contents(kinds, "places"))
        if places is not None:
            families = self._listed_families(part, places)
            yield from outgoing("families", part, ((0, block) for block in blocks_of(families, _FAMILIES_IN_BLOCK)))

    def _named(self, part: int, rows: pyarrow.Table, side: str) -> pyarrow.Table:
        return self._with_names(part, rows, side, f"{side}_id", f"{side}_place", f"{side}_part")

    def _with_names(self, part: int, rows: pyarrow.Table, document: str, id: str, place: str,
                    part_name: str) -> pyarrow.Table:
        """The rows with the id and place of a document, and the name of its part instead of the number."""
        import pyarrow.compute as pc

        names = read_table(self._folder, "own_names", part).combine_chunks()
        own = names.take(pc.subtract(rows[document], self._begins[part])).combine_chunks()
        rows = rows.append_column(id, own["id"]).append_column(place, own["place"])
        if part_name not in rows.column_names:
            return rows
        return rows.set_column(rows.column_names.index(part_name), part_name, _part_names(own["parts"], rows[part_name]))

    def _listed_families(self, part: int, places: pyarrow.Table) -> pyarrow.Table:
        """The families, named by their order, with their places in the order of the collection."""
        import pyarrow
        import pyarrow.compute as pc

        families = read_table(self._folder, "listed_families", part)
        order = [("first", "ascending"), ("sentences", "descending"), ("place", "ascending"), ("document", "ascending"),
                 ("part_number", "ascending")]
        places = places.sort_by(order).combine_chunks()
        ends_of_places = pc.add(places["first_sentence"], places["sentences"])
        places = places.append_column("end_sentence", ends_of_places)
        ends = _ends_of_runs(places["first"], places["sentences"])
        stretches = [places[name].combine_chunks() for name in ("id", "place_name", "part", *_WHERE)]
        rows = pyarrow.StructArray.from_arrays(_as_arrays(stretches), names=["id", "place", "part", *_WHERE])
        lists = pyarrow.ListArray.from_arrays(pyarrow.array([0, *ends], pyarrow.int32()), rows)
        first = 1 + sum(self._families[:part])
        numbers = pyarrow.array(range(first, first + families.num_rows), pyarrow.int64())
        family = pc.binary_join_element_wise("f", pc.cast(numbers, pyarrow.string()), "")
        return pyarrow.table({"family": family, **{name: families[name] for name in
                              ("documents", "sentences", "is_boilerplate", "text")}, "places": lists})


def _short_numbers(places: pyarrow.Table) -> pyarrow.Table:
    """Numbers of sentences in 32 bits, as texts have no more."""
    import pyarrow

    return places.set_column(places.column_names.index("sentences"), "sentences",
                             places["sentences"].cast(pyarrow.int32()))


def _as_arrays(columns: Sequence[Any]) -> list[Any]:
    """Chunked arrays of at most one chunk as arrays."""
    import pyarrow

    return [column.combine_chunks() if isinstance(column, pyarrow.ChunkedArray) else column for column in columns]


def _ends_of_runs(*columns: Any) -> list[int]:
    """Where rows that agree in these columns end; they are next to each other."""
    import pyarrow.compute as pc

    count = len(columns[0])
    differ = [pc.not_equal(column.slice(1), column.slice(0, count - 1)) for column in columns]
    is_end = differ[0]
    for other in differ[1:]:
        is_end = pc.or_(is_end, other)
    return [*pc.add(pc.indices_nonzero(is_end), 1).to_pylist(), count]


def _part_names(parts: Any, numbers: Any) -> Any:
    """Of each row the name of its part, from the names of all parts of the document; null if there is only one."""
    import pyarrow
    import pyarrow.compute as pc

    of_documents = parts.combine_chunks()
    if isinstance(of_documents, pyarrow.ChunkedArray):
        of_documents = pyarrow.concat_arrays(of_documents.chunks)
    counts = pc.fill_null(pc.list_value_length(of_documents), 0)
    begins = pc.subtract(pc.cumulative_sum(counts), counts)
    places = pc.if_else(pc.greater(counts, 0), pc.add(begins, numbers.combine_chunks()), None)
    return pc.list_flatten(of_documents).take(places)
