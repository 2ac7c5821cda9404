"""Cento's jobs on Spark from a shell, or for spark-submit: python -m cento.spark pairs --input … --output …"""

# Imports are absolute because spark-submit runs this file as it is.
from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from cento import _cento, files
from cento.spark._jobs import dedup, pairs

if TYPE_CHECKING:
    from cento.spark._result import SparkResult
    from pyspark.sql import DataFrame

_DONE, _FAILED, _WRONG_USAGE, _WITH_REJECTS = 0, 1, 2, 3
_NOT_ON_SPARK = {"features", "recall", "distance", "sct", "stats", "level", "min_sentences", "min_tokens"}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m cento.spark", description=__doc__)
    jobs = parser.add_subparsers(dest="job", required=True)
    _add_job(jobs, "pairs", "find near-duplicate documents", "gets pairs/, rejects/, summary.json and run/")
    job = _add_job(jobs, "dedup", "remove near-duplicate documents",
                   "gets clean/ (of Parquet files), removals/, rejects/, summary.json and run/")
    job.add_argument("--against", nargs="+", metavar="PATH", help="also remove what these contain")
    return parser


def _add_job(jobs: Any, name: str, help: str, output: str) -> argparse.ArgumentParser:
    job: argparse.ArgumentParser = jobs.add_parser(name, help=help, formatter_class=argparse.RawTextHelpFormatter)
    job.add_argument("--input", nargs="+", required=True, metavar="PATH",
                     help="files, folders and globs in every format that Cento reads;\n"
                          "each file, or some row groups of it, is opened where its task runs")
    job.add_argument("--output", required=True, metavar="FOLDER", help=output)
    job.add_argument("--text-field", action="append", metavar="NAME", help="column or field with the text")
    job.add_argument("--id-field", metavar="NAME", help="column or field with the id")
    job.add_argument("--groups", type=int, metavar="N", help="tasks that group features (as many as partitions)")
    job.add_argument("--task-memory", metavar="SIZE", help="what one of them may hold before it uses files (256M)")
    job.add_argument("--resume", action="store_true", help="continue the run in FOLDER where it stopped")
    job.add_argument("--master", metavar="URL", help="of the cluster; leave it out under spark-submit")
    for row in _options_of(name):
        kind = {"real": float, "whole": int}.get(row["kind"], str)
        job.add_argument(f"--{row['name'].replace('_', '-')}", type=kind, metavar="VALUE",
                         help=f"{row['meaning']} ({row['default']})".replace("%", "%%"))
    return job


def _options_of(job: str) -> list[dict[str, Any]]:
    return [row for row in _cento.describe_options(job) if row["name"] not in _NOT_ON_SPARK]


def _run(given: argparse.Namespace) -> int:
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.appName(f"cento {given.job}")
    (builder.master(given.master) if given.master else builder).getOrCreate()
    output = given.output.rstrip("/")
    names = [row["name"] for row in _options_of(given.job)]
    options: dict[str, Any] = {name: value for name in names if (value := getattr(given, name)) is not None}
    options.update(text=given.text_field, id=given.id_field, groups=given.groups, memory=given.task_memory,
                   resume=given.resume)
    found: SparkResult
    if given.job == "pairs":
        listed = pairs(files(*given.input), f"{output}/run", **options)
        _write(listed.pairs.drop("a", "b"), f"{output}/pairs")
        found = listed
    else:
        against = None if given.against is None else files(*given.against)
        chosen = dedup(files(*given.input), f"{output}/run", against=against, **options)
        _write(chosen.removals, f"{output}/removals")
        if chosen.has_rows:
            _write(chosen.clean, f"{output}/clean")
        found = chosen
    _write(found.rejects, f"{output}/rejects")
    found.note(f"{output}/summary.json")
    print(json.dumps(found.summary, indent=2))
    if found.resumed:
        print(f"kept from an earlier run: {', '.join(found.resumed)}", file=sys.stderr)
    return _WITH_REJECTS if found.summary["rejected_records"] + found.summary["rejected_files"] > 0 else _DONE


def _write(rows: DataFrame, path: str) -> None:
    rows.write.mode("overwrite").parquet(path)


def main() -> int:
    given = _parser().parse_args()
    try:
        return _run(given)
    except _cento.UsageError as error:
        print(f"cento.spark: {error}", file=sys.stderr)
        return _WRONG_USAGE
    except _cento.Error as error:
        print(f"cento.spark: {error}", file=sys.stderr)
        return _FAILED


if __name__ == "__main__":
    sys.exit(main())
