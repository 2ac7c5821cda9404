"""Tables on their way between tasks."""

from __future__ import annotations

import pyarrow
import pytest
from cento.spark._naming import blocks_by_part, read_rows


@pytest.mark.parametrize("count", [1, 2, 5, 40_000])
def test_tables_come_back_as_they_were(count: int) -> None:
    """Also of one row, and of columns without values; each row in the part that has its document."""
    rows = pyarrow.table({
        "document": pyarrow.array([number * 10 // count for number in range(count)], pyarrow.int64()),
        "id": pyarrow.array([["x", None, "Żółw", "x"][number % 4] for number in range(count)]),
        "falling": pyarrow.array(range(count, 0, -1), pyarrow.int32()),
        "large": pyarrow.array([(1 << 62) - number % 7 for number in range(count)], pyarrow.int64()),
        "similarity": pyarrow.array([0.5] * count, pyarrow.float64()),
        "nothing": pyarrow.array([None] * count, pyarrow.int32()),
        "no_names": pyarrow.array([None] * count, pyarrow.string()),
    })
    begins = [0, 3, 3, 10]
    parts: dict[int, list[pyarrow.Table]] = {}
    for part, block in blocks_by_part(rows, "document", begins):
        parts.setdefault(part, []).append(read_rows(block))
    for part, tables in parts.items():
        of_part = pyarrow.concat_tables(tables)
        assert all(begins[part] <= document < begins[part + 1] for document in of_part["document"].to_pylist())
    everything = pyarrow.concat_tables([table for part in sorted(parts) for table in parts[part]])
    assert everything.schema == rows.schema and everything.combine_chunks().equals(rows.combine_chunks())


def test_a_table_without_rows_is_not_sent() -> None:
    assert list(blocks_by_part(pyarrow.table({"a": pyarrow.array([], pyarrow.int64())}), "a", [0, 5])) == []
