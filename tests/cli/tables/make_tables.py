#!/usr/bin/env python3
"""Writes the tables of this folder, with pyarrow. They are kept, so that the tests need no Python package."""

import datetime
from pathlib import Path

import pyarrow
import pyarrow.feather
import pyarrow.ipc
import pyarrow.parquet

FERRY = "The ferry leaves the northern pier at noon on most days of the week."
MILL = "Bread is baked before dawn in the old mill by the river, and sold before noon."

ROWS = [
    {"id": 1, "doc": {"title": "Ferry", "body": FERRY}, "tags": ["sea", None], "day": datetime.date(2024, 5, 31)},
    {"id": 2, "doc": {"title": None, "body": MILL}, "tags": [], "day": None},
    {"id": 3, "doc": None, "tags": None, "day": datetime.date(1999, 1, 1)},
    {"id": 4, "doc": {"title": "Again", "body": FERRY}, "tags": ["sea"], "day": datetime.date(2024, 6, 1)},
    {"id": 5, "doc": {"title": "Lamps", "body": "The reading room has new lamps since the spring."}, "tags": ["books"],
     "day": datetime.date(2020, 2, 29)},
]


def main():
    folder = Path(__file__).parent
    table = pyarrow.Table.from_pylist(ROWS).replace_schema_metadata({"origin": "written for tests"})
    pyarrow.parquet.write_table(table, folder / "news.parquet", row_group_size=2)
    pyarrow.feather.write_feather(table, folder / "news.feather")
    with pyarrow.OSFile(str(folder / "news.arrows"), "wb") as file:
        with pyarrow.ipc.new_stream(file, table.schema) as stream:
            stream.write_table(table, max_chunksize=2)


if __name__ == "__main__":
    main()
