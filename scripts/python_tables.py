#!/usr/bin/env python3
"""Writes the tables of options of docs/python.md from the engine's tables.

    python_tables.py [--check]

Needs the installed package. --check writes nothing: it fails if the page differs from what would be written.
"""

import argparse
import re
import sys
from pathlib import Path

from cento import _cento

PAGE = Path(__file__).resolve().parent.parent / "docs" / "python.md"
MARKED = re.compile(r"(?<=<!-- options begin -->\n).*(?=<!-- options end -->)", re.DOTALL)
# The title of each table. `model` of threads is a parameter of its own.
TITLES = {
    "files": "files",
    "scan": "scan",
    "pairs": "pairs",
    "dedup": "dedup",
    "threads": "threads",
    "compare": "compare",
    "index": "Index, when it is made",
    "ask": "Index.ask and Index.ask_many",
}
PARAMETERS = {"threads": {"model"}}


def value_of(row):
    """What the option may be, and what it is when it is not given."""
    default = row["default"] or {"true": "True", "false": "False"}.get(row["json"], "")
    allowed = row["limits"].replace("`", "") or {"flag": "True or False"}.get(row["kind"], "")
    return allowed, default


def cells(row):
    allowed, default = value_of(row)
    meaning = row["meaning"] + (f" ({row['symbol']})" if row["symbol"] else "")
    return [f"`{row['name']}`", *(cell.replace("|", "\\|") for cell in (meaning, allowed, default))]


def table(job):
    rows = [row for row in _cento.describe_options(job) if row["name"] not in PARAMETERS.get(job, ())]
    yield f"### {TITLES[job]}"
    yield ""
    yield "| option | meaning | values | default |"
    yield "| --- | --- | --- | --- |"
    for row in rows:
        yield "| " + " | ".join(cells(row)) + " |"
    yield ""


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--check", action="store_true")
    check = ask.parse_args().check
    page = PAGE.read_text(encoding="utf-8")
    tables = "\n" + "\n".join(line for job in TITLES for line in table(job)) + "\n"
    written, places = MARKED.subn(lambda _: tables, page)
    if places != 1:
        print(f"{PAGE.name} must have the marks of the options once", file=sys.stderr)
        return 1
    if not check:
        PAGE.write_text(written, encoding="utf-8")
    elif written != page:
        print(f"The options in {PAGE.name} are out of date: run scripts/python_tables.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
