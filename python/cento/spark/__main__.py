"""Cento's jobs on Spark from a shell, or for spark-submit: python -m cento.spark pairs --input … --output …"""

# Imports are absolute because spark-submit runs this file as it is.
from __future__ import annotations

import argparse
import sys

from cento import _cento
from cento.spark import _jobs
from cento.spark._plan_shell import add_plan, show_plan
from cento.spark._shell import add_job, run_job

_FAILED, _WRONG_USAGE = 1, 2

_JOBS = (*_jobs.SHELL_JOBS,)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m cento.spark", description=__doc__)
    jobs = parser.add_subparsers(dest="job", required=True)
    for job in _JOBS:
        add_job(jobs, job)
    add_plan(jobs, _JOBS)
    return parser


def main() -> int:
    given = _parser().parse_args()
    try:
        if given.job == "plan":
            return show_plan(_JOBS, given)
        return run_job(next(job for job in _JOBS if job.name == given.job), given)
    except _cento.UsageError as error:
        print(f"cento.spark: {error}", file=sys.stderr)
        return _WRONG_USAGE
    except _cento.Error as error:
        print(f"cento.spark: {error}", file=sys.stderr)
        return _FAILED


if __name__ == "__main__":
    sys.exit(main())
