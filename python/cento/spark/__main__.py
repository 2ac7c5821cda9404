"""Cento's jobs on Spark from a shell, or for spark-submit: python -m cento.spark pairs --input … --output …"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from .. import _cento, files
from ._jobs import pairs

_DONE, _FAILED, _WRONG_USAGE, _WITH_REJECTS = 0, 1, 2, 3


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m cento.spark", description=__doc__)
    jobs = parser.add_subparsers(dest="job", required=True)
    job = jobs.add_parser("pairs", help="find near-duplicate documents", formatter_class=argparse.RawTextHelpFormatter)
    job.add_argument("--input", nargs="+", required=True, metavar="PATH",
                     help="Parquet through Spark; files, folders and globs in other formats through Cento's readers")
    job.add_argument("--output", required=True, metavar="FOLDER", help="gets pairs/, rejects/, summary.json and run/")
    job.add_argument("--text-field", action="append", metavar="NAME", help="column or field with the text")
    job.add_argument("--id-field", metavar="NAME", help="column or field with the id")
    job.add_argument("--groups", type=int, metavar="N", help="tasks that group features (as many as partitions)")
    job.add_argument("--task-memory", metavar="SIZE", help="what one of them may hold before it uses files (256M)")
    job.add_argument("--resume", action="store_true", help="continue the run in FOLDER where it stopped")
    job.add_argument("--master", metavar="URL", help="of the cluster; leave it out under spark-submit")
    for row in _cento.describe_options("pairs"):
        if row["name"] in ("method", "threshold", "sample", "pairs_up_to"):
            kind = {"real": float, "whole": int}.get(row["kind"], str)
            job.add_argument(f"--{row['name'].replace('_', '-')}", type=kind, metavar="VALUE",
                             help=f"{row['meaning']} ({row['default']})".replace("%", "%%"))
    return parser


def _options(given: argparse.Namespace) -> dict[str, Any]:
    names = ("method", "threshold", "sample", "pairs_up_to")
    return {name: value for name in names if (value := getattr(given, name)) is not None}


def _run(given: argparse.Namespace) -> int:
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.appName("cento pairs")
    spark = (builder.master(given.master) if given.master else builder).getOrCreate()
    is_parquet = all(path.rstrip("/").endswith((".parquet", ".pq")) for path in given.input)
    documents: Any = spark.read.parquet(*given.input) if is_parquet else files(*given.input)
    found = pairs(documents, f"{given.output.rstrip('/')}/run", text=given.text_field, id=given.id_field,
                  groups=given.groups, memory=given.task_memory, resume=given.resume, **_options(given))
    found.pairs.drop("a", "b").write.mode("overwrite").parquet(f"{given.output}/pairs")
    found.rejects.write.mode("overwrite").parquet(f"{given.output}/rejects")
    found.note(f"{given.output.rstrip('/')}/summary.json")
    print(json.dumps(found.summary, indent=2))
    if found.resumed:
        print(f"kept from an earlier run: {', '.join(found.resumed)}", file=sys.stderr)
    return _WITH_REJECTS if found.summary["rejected_records"] > 0 else _DONE


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
