"""The jobs, as functions."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Unpack

from .. import _cento
from .._given import json_options
from .._sources import Files
from ._folder import RunFolder, absolute_folder
from ._join import Documents, JoinFlow
from ._listing import list_pairs
from ._result import SparkDedup, SparkPairs
from ._signing import ROW_HASH, SigningJob, parts_of_files, pieces_in_parts, read_columns, with_hashes

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from .._options import DedupOptions, PairsOptions

# Of a session of our own: few large rows in a batch, and partitions that stay as they are asked for.
_SETTINGS = {
    "spark.sql.execution.arrow.maxRecordsPerBatch": "8",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.maxConcurrentOutputFileWriters": "16",
}


def pairs(
    documents: DataFrame | Files,
    folder: str,
    *,
    text: str | Sequence[str] | None = None,
    id: str | None = None,
    groups: int | None = None,
    memory: int | str | None = None,
    resume: bool = False,
    **options: Unpack[PairsOptions],
) -> SparkPairs:
    """Finds all pairs of near-duplicate documents, each with its verified similarity.

    `documents` is a data frame, or `cento.files(…)`, which are opened where tasks run. `folder` is where the stages of the
    run are kept, which driver and executors reach by the same name. `groups` is the number of tasks that group features
    (by default as many as there are partitions), `memory` what one of them may hold before it uses temporary files. With
    `resume=True` stages that are there are not made again.
    """
    run = _Run("pairs", [documents], folder, text, id, groups, memory, resume, options)
    with _clear_errors():
        rows = _rows_of(run.spark, documents, text, id, False)
        found = run.flow.run(Documents(rows, text, id, _files(documents)))
    run.end()
    listed = list_pairs(found.documents, found.later, found.similar, run.flow.option("pairs_up_to"))
    return SparkPairs(listed, found.rejects, run.flow.summary, found.steps, run.folder.resumed)


def dedup(
    documents: DataFrame | Files,
    folder: str,
    *,
    against: DataFrame | Files | None = None,
    text: str | Sequence[str] | None = None,
    id: str | None = None,
    groups: int | None = None,
    memory: int | str | None = None,
    resume: bool = False,
    **options: Unpack[DedupOptions],
) -> SparkDedup:
    """Finds which documents to remove so that no two near-duplicates stay; every removed one was compared with the one
    that stays.

    The arguments are those of `pairs()`. What `against` contains is removed, too; nothing is removed from it.
    """
    given = [documents] if against is None else [documents, against]
    run = _Run("dedup", given, folder, text, id, groups, memory, resume, options)
    with _clear_errors():
        rows = _rows_of(run.spark, documents, text, id, True)
        inputs = Documents(rows, text, id, _files(documents))
        reference = None
        if against is not None:
            known = _rows_of(run.spark, against, text, id, True)
            reference = Documents(known, text, id, _files(against))
        found = run.flow.run(inputs, reference)
        result = SparkDedup(found, run.flow, pieces_in_parts(documents) if isinstance(documents, Files) else rows)
    run.end()
    return result


class _Run:
    """What all jobs begin with: a session with settings of its own, and the folder of the run."""

    def __init__(
        self, job: str, inputs: Sequence[DataFrame | Files], folder: str, text: str | Sequence[str] | None, id: str | None,
        groups: int | None, memory: int | str | None, resume: bool, options: Mapping[str, Any],
    ) -> None:
        _check(job, options)
        self.spark = _session_of(inputs[0])
        self.own = self.spark.newSession()
        tasks = groups or max(1, _parts_of(inputs[0]))
        for name, value in {**_SETTINGS, "spark.sql.shuffle.partitions": str(tasks)}.items():
            self.own.conf.set(name, value)
        facts = {"job": job, "options": dict(options), "text": text, "id": id, "groups": tasks,
                 "inputs": [_input_facts(one) for one in inputs]}
        self.folder = RunFolder(self.own, absolute_folder(self.spark, folder), facts, resume)
        self.flow = JoinFlow(self.folder, SigningJob(job, options, tasks, memory, self.folder.path, job == "dedup"), tasks)

    def end(self) -> None:
        self.own.conf.set("spark.sql.adaptive.enabled", "true")  # for whoever reads the records


def _check(job: str, options: Mapping[str, Any]) -> None:
    """Raises UsageError for options that no task would take, before there is one."""
    _cento.check_task(job, json_options(options))


def _files(documents: DataFrame | Files) -> Files | None:
    return documents if isinstance(documents, Files) else None


def _parts_of(documents: DataFrame | Files) -> int:
    return len(pieces_in_parts(documents)) if isinstance(documents, Files) else documents.rdd.getNumPartitions()


def _rows_of(
    spark: SparkSession, documents: DataFrame | Files, text: str | Sequence[str] | None, id: str | None, is_kept: bool
) -> DataFrame:
    """What tasks read. Rows that are chosen later have a hash; of others only what is compared is needed."""
    if isinstance(documents, Files):
        return parts_of_files(spark, pieces_in_parts(documents))
    columns = read_columns(documents, text, id)
    hashed = with_hashes(documents, columns)
    return hashed if is_kept or not all(name.startswith("`") for name in columns) else hashed.select(*columns, ROW_HASH)


def _session_of(documents: DataFrame | Files) -> SparkSession:
    from pyspark.sql import SparkSession

    if not isinstance(documents, Files):
        if not hasattr(documents, "_jdf"):
            raise _cento.UsageError("Spark Connect is not supported: make the session on the cluster's own driver")
        return documents.sparkSession
    active = SparkSession.getActiveSession()
    if active is None:
        raise _cento.UsageError("there is no Spark session: make one with SparkSession.builder before this call")
    return active


def _input_facts(documents: DataFrame | Files) -> dict[str, Any]:
    """What identifies the documents: files with their sizes, or a query and the files that it reads."""
    if isinstance(documents, Files):
        return {"files": [_file_facts(path) for pieces in pieces_in_parts(documents) for path, *_ in pieces],
                "reading": documents.options}
    java: Any = documents
    plan = java._jdf.queryExecution().analyzed().canonicalized().toString()
    return {"query": plan, "files": sorted(documents.inputFiles())}


def _file_facts(path: str) -> list[Any]:
    known = os.stat(path)
    return [path, known.st_size, known.st_mtime_ns]


class _clear_errors:
    """Says in a sentence what went wrong in a task, instead of pages of traces."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if error is None or type(error).__module__.startswith("cento"):
            return
        said = str(error)
        if "No module named 'cento'" in said:
            raise _cento.Error(
                "the executors' Python does not have Cento: set PYSPARK_PYTHON to the interpreter of an environment that "
                "does, or ship one with --archives"
            ) from error
        for line in reversed(said.splitlines()):
            name, _, sentence = line.strip().partition(": ")
            if name in ("cento.Error", "cento.InputError", "cento.UsageError") and sentence:
                raise getattr(_cento, name.partition(".")[2])(sentence) from error
