"""Cento's jobs on Apache Spark: the same kernels, with Spark's scheduling, shuffles, retries and storage round them.

A function takes a data frame of documents and gives data frames of records. Documents are in the order of the data frame,
and the results are those of the command for the same documents, whatever the number of partitions and executors.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Unpack

from ._folder import RunFolder
from ._pairs import PairsFlow
from ._result import SparkPairs

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from .._options import PairsOptions

__all__ = ["SparkPairs", "pairs"]


def pairs(
    documents: DataFrame,
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

    `folder` is where the stages of the run are kept, which driver and executors reach by the same name. `groups` is the
    number of reduce tasks (by default as many as the data frame has partitions), `memory` what one of them may hold before
    it uses temporary files. With `resume=True` stages that are there are not made again.
    """
    spark = documents.sparkSession.newSession()
    for name, value in _SETTINGS.items():
        spark.conf.set(name, value)
    tasks = groups or max(1, documents.rdd.getNumPartitions())
    facts = {"job": "pairs", "options": dict(options), "text": text, "id": id, "groups": tasks, **_input_facts(documents)}
    run = RunFolder(spark, folder, facts, resume)
    found = PairsFlow(run, options, tasks, memory).run(documents, text, id)
    spark.conf.set("spark.sql.adaptive.enabled", "true")  # for whoever reads the records
    return found


# Of a session of our own: few large rows in a batch, and partitions that stay as they are asked for.
_SETTINGS = {
    "spark.sql.execution.arrow.maxRecordsPerBatch": "8",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.maxConcurrentOutputFileWriters": "16",
}


def _input_facts(documents: DataFrame) -> dict[str, Any]:
    """What identifies the documents: the query and the files that it reads."""
    plan = documents._jdf.queryExecution().analyzed().canonicalized().toString()
    return {"query": plan, "files": sorted(documents.inputFiles())}
