"""The jobs, as functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Unpack

from .. import _cento
from .._sources import Files
from ._folder import RunFolder
from ._pairs import PairsFlow
from ._result import SparkPairs
from ._signing import parts_of_files

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from .._options import PairsOptions

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
    spark = _session_of(documents)
    own = spark.newSession()
    for name, value in _SETTINGS.items():
        own.conf.set(name, value)
    files = documents if isinstance(documents, Files) else None
    rows = parts_of_files(spark, documents) if isinstance(documents, Files) else documents
    tasks = groups or max(1, rows.rdd.getNumPartitions())
    facts = {"job": "pairs", "options": dict(options), "text": text, "id": id, "groups": tasks}
    flow = PairsFlow(RunFolder(own, folder, {**facts, **_input_facts(documents)}, resume), options, tasks, memory)
    with _clear_errors():
        found = flow.run(rows, text, id, files)
    own.conf.set("spark.sql.adaptive.enabled", "true")  # for whoever reads the records
    return found


def _session_of(documents: DataFrame | Files) -> SparkSession:
    from pyspark.sql import SparkSession

    if not isinstance(documents, Files):
        return documents.sparkSession
    active = SparkSession.getActiveSession()
    if active is None:
        raise _cento.UsageError("there is no Spark session: make one with SparkSession.builder before this call")
    return active


def _input_facts(documents: DataFrame | Files) -> dict[str, Any]:
    """What identifies the documents: files with their sizes, or a query and the files that it reads."""
    if isinstance(documents, Files):
        return {"files": _cento.input_files(documents.paths), "reading": documents.options}
    plan = documents._jdf.queryExecution().analyzed().canonicalized().toString()
    return {"query": plan, "files": sorted(documents.inputFiles())}


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
