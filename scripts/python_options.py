#!/usr/bin/env python3
"""Writes python/cento/_options.py from the engine's tables of options, so that keywords have types and meanings.

    python_options.py [--check]

Needs the installed package. --check writes nothing: it fails if the file differs from what would be written.
"""

import argparse
import sys
import textwrap
from pathlib import Path

from cento import _cento

TARGET = Path(__file__).resolve().parent.parent / "python" / "cento" / "_options.py"
HEAD = '''"""The options of each job as keywords with types. Written by scripts/python_options.py from the engine's tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypedDict


'''
# The class for each table, what it is of, and options that the functions have as parameters of their own.
TABLES = {
    "files": ("FileOptions", "`files()`", ()),
    "scan": ("ScanOptions", "`scan()`", ()),
    "blog": ("BlogOptions", "`spark.blog()`", ()),
    "reuse": ("ReuseOptions", "`spark.reuse()`", ()),
    "pairs": ("PairsOptions", "`pairs()`", ()),
    "dedup": ("DedupOptions", "`dedup()`", ()),
    "threads": ("ThreadsOptions", "`threads()`", ("model",)),
    "substring": ("SubstringOptions", "`cento.spark.substring()`", ()),
    "compare": ("CompareOptions", "`compare()`", ()),
    "index": ("IndexOptions", "a new `Index`", ()),
    "ask": ("AskOptions", "`Index.ask()`", ()),
}
TYPES = {
    "flag": "bool",
    "whole": "int",
    "count": 'int | Literal["all"]',
    "real": "float",
    "size": "int",
    "text": "str",
    "list": "Sequence[str]",
}


def type_of(row):
    if row["choices"]:
        return "Literal[" + ", ".join(f'"{name}"' for name in row["choices"]) + "]"
    return TYPES[row["kind"]]


def comment_of(row):
    """Meaning, symbol, range and default, as a comment of lines of at most 120 characters."""
    text = row["meaning"]
    if row["symbol"]:
        text += f" ({row['symbol']})"
    if row["limits"] and not row["choices"]:
        text += f"; {row['limits']}"
    if row["default"]:
        text += f"; default: {row['default']}"
    return textwrap.fill(text, 112, initial_indent="    #: ", subsequent_indent="    #: ")


def class_text(job, name, of, without):
    rows = [row for row in _cento.describe_options(job) if row["name"] not in without]
    lines = [f"class {name}(TypedDict, total=False):", f'    """Options of {of}."""', ""]
    for row in rows:
        lines += [comment_of(row), f"    {row['name']}: {type_of(row)}"]
    return "\n".join(lines) + "\n"


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--check", action="store_true")
    check = ask.parse_args().check
    text = HEAD + "\n\n".join([""] + [class_text(job, *table) for job, table in TABLES.items()]).lstrip("\n")
    if check:
        if TARGET.read_text(encoding="utf-8") == text:
            return 0
        print(f"{TARGET.name} is out of date: run scripts/python_options.py", file=sys.stderr)
        return 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
