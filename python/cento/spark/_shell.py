"""What a job is in a shell: its name, what it takes, and which tables it writes."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import _cento
from .._sources import Files, files
from ._faults import in_sentences

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from ._result import SparkResult

_DONE, _WITH_REJECTS = 0, 3


class Found(NamedTuple):
    """What a job found, and the tables that are written, by their names."""

    result: SparkResult
    tables: Mapping[str, DataFrame]


class ShellJob(NamedTuple):
    """`run(inputs, folder of the run, keywords, arguments)` runs the job; keywords are those of its function."""

    name: str
    help: str
    output: str  #: what the output folder gets, besides rejects/, summary.json and run/
    options: Callable[[], Sequence[Mapping[str, Any]]]  #: rows of the table of options that can be given
    run: Callable[[Files, str, dict[str, Any], argparse.Namespace], Found]
    arguments: Callable[[argparse.ArgumentParser], object] = lambda parser: None  #: adds further ones


def options_of(job: str, leave_out: Sequence[str] = ()) -> Callable[[], Sequence[Mapping[str, Any]]]:
    """The options of a job of the library, without those that Spark does not take."""
    return lambda: [row for row in _cento.describe_options(job) if row["name"] not in leave_out]


def add_job(jobs: Any, job: ShellJob) -> None:
    parser: argparse.ArgumentParser = jobs.add_parser(
        job.name, help=job.help, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--input", nargs="+", required=True, metavar="PATH",
                        help="files, folders and globs in every format that Cento reads;\n"
                             "each file, or some row groups of it, is opened where its task runs")
    parser.add_argument("--output", required=True, metavar="FOLDER",
                        help=f"gets {job.output}, rejects/, summary.json and run/")
    parser.add_argument("--text-field", action="append", metavar="NAME", help="column or field with the text")
    parser.add_argument("--id-field", metavar="NAME", help="column or field with the id")
    parser.add_argument("--groups", type=int, metavar="N", help="tasks that group features (as many as partitions)")
    parser.add_argument("--task-memory", metavar="SIZE", help="what one of them may hold before it uses files (256M)")
    parser.add_argument("--resume", action="store_true", help="continue the run in FOLDER where it stopped")
    parser.add_argument("--progress", action="store_const", const=True,
                        help="show the stages also when standard error is no terminal")
    parser.add_argument("--master", metavar="URL", help="of the cluster; leave it out under spark-submit")
    job.arguments(parser)
    for row in job.options():
        add_option(parser, row)


def add_option(parser: argparse.ArgumentParser, row: Mapping[str, Any]) -> None:
    """Adds a row of the table of options."""
    flag = f"--{row['name'].replace('_', '-')}"
    help = f"{row['meaning']} ({row['default']})".replace("%", "%%")
    if row["kind"] == "flag":
        parser.add_argument(flag, action="store_const", const=True, help=row["meaning"].replace("%", "%%"))
    elif row["kind"] == "list":
        parser.add_argument(flag, action="append", metavar="VALUE", help=help)
    else:
        kind = {"real": float, "whole": int}.get(row["kind"], str)
        parser.add_argument(flag, type=kind, metavar="VALUE", help=help)


def run_job(job: ShellJob, given: argparse.Namespace) -> int:
    """Runs a job, writes its tables and the summary, and gives the exit code."""
    from pyspark.sql import SparkSession

    if given.master is not None and given.master.startswith("local"):
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # this machine has what we have
    builder = SparkSession.builder.appName(f"cento {job.name}")
    (builder.master(given.master) if given.master else builder).getOrCreate()
    output = given.output.rstrip("/")
    names = [row["name"] for row in job.options()]
    options: dict[str, Any] = {name: value for name in names if (value := getattr(given, name)) is not None}
    options.update(text=given.text_field, id=given.id_field, groups=given.groups, memory=given.task_memory,
                   resume=given.resume)
    if given.progress:
        options["progress"] = True
    found = job.run(files(*given.input), f"{output}/run", options, given)
    result = found.result
    with in_sentences(output):
        for name, rows in {**found.tables, "rejects": result.rejects}.items():
            _write(rows, f"{output}/{name}")
        result.note(f"{output}/summary.json")
    print(json.dumps(result.summary, indent=2))
    if result.resumed:
        print(f"kept from an earlier run: {', '.join(result.resumed)}", file=sys.stderr)
    return _WITH_REJECTS if result.summary["rejected_records"] + result.summary["rejected_files"] > 0 else _DONE


def _write(rows: DataFrame, path: str) -> None:
    rows.write.mode("overwrite").parquet(path)
