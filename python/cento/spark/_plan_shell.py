"""The plan of a job in a shell: python -m cento.spark plan pairs --size 10T --documents 1G"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Sequence
from typing import Any

from .. import _cento
from .._sources import files
from ._plan import amount_of_files, amount_of_size, as_text, plan
from ._plan_table import COSTS
from ._shell import ShellJob, add_option


def add_plan(commands: Any, jobs: Sequence[ShellJob]) -> None:
    """Adds `plan`, with a job in it for each that has a table of costs."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "plan", help="show what a job would need, without running it",
        description="Shows stages, tasks, bytes, memory and time that a job is expected to need, and reads no texts.",
    )
    planned = parser.add_subparsers(dest="planned", required=True)
    for job in jobs:
        if job.name in COSTS:
            _add_job(planned, job)


def _add_job(planned: Any, job: ShellJob) -> None:
    parser: argparse.ArgumentParser = planned.add_parser(
        job.name, help=job.help, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--input", nargs="+", metavar="PATH", help="what the job would read; only sizes are looked at")
    parser.add_argument("--size", metavar="SIZE", help="bytes of text, instead of --input: 250M, 10T")
    parser.add_argument("--documents", metavar="N", help="with --size: 250000, 1G (as many as English pages have)")
    parser.add_argument("--partitions", type=int, metavar="N", help="parts that are read (those of the files, or 32 MB each)")
    parser.add_argument("--groups", type=int, metavar="N", help="tasks that group features (as many as parts)")
    parser.add_argument("--cores", type=int, default=os.cpu_count(), metavar="N",
                        help=f"tasks that run at a time on all machines (as many as this machine has: {os.cpu_count()})")
    parser.add_argument("--text-field", action="append", metavar="NAME", help="column with the text, of Parquet files")
    for row in job.options():
        add_option(parser, row)


def show_plan(jobs: Sequence[ShellJob], given: argparse.Namespace) -> int:
    """Prints the plan and gives the exit code."""
    job = next(job for job in jobs if job.name == given.planned)
    if (given.input is None) == (given.size is None):
        raise _cento.UsageError("a plan needs --input or --size, and not both")
    if min(given.partitions or 1, given.groups or 1, given.cores) < 1:
        raise _cento.UsageError("--partitions, --groups and --cores must be at least 1")
    if given.size is not None:
        amount = amount_of_size(given.size, given.documents, given.partitions)
    else:
        amount = amount_of_files(files(*given.input), given.text_field, given.partitions)
    print(as_text(plan(job.name, amount, given.groups, given.cores, _options(job, given))))
    return 0


def _options(job: ShellJob, given: argparse.Namespace) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for row in job.options():
        value = getattr(given, row["name"])
        options[row["name"]] = json.loads(row["json"]) if value is None else value
    if options.get("level", "document") != "document":
        raise _cento.UsageError("only the level of documents has a plan: what cuts need is not known before")
    return options
