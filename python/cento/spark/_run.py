"""What all jobs begin and end with: a session with settings of its own, the folder of the run, and clear errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .. import _cento
from .._sources import Files
from ._faults import as_sentence, in_sentences
from ._flow import Documents
from ._folder import RunFolder, absolute_folder
from ._signing import ROW_HASH, SigningJob, found_files, parts_of_files, pieces_in_parts, read_columns, with_hashes
from ._stage_watch import StageWatch, StageWatcher

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

# Of a session of our own: few large rows in a batch, and partitions that stay as they are asked for.
_SETTINGS = {
    "spark.sql.execution.arrow.maxRecordsPerBatch": "8",
    "spark.sql.parquet.columnarReaderBatchSize": "8",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.maxConcurrentOutputFileWriters": "16",
    # Lists of places are made one family at a time, from sorted rows, instead of many at once in memory.
    "spark.sql.execution.useObjectHashAggregateExec": "false",
}


class Run:
    """A job while it runs. `facts` are arguments besides the options that a run which is resumed must have, too: among them
    `text` and `id`. What goes wrong in a task is raised as a sentence, instead of pages of traces."""

    def __init__(
        self, job: str, inputs: Sequence[DataFrame | Files], folder: str, groups: int | None, memory: int | str | None,
        resume: bool, options: Mapping[str, Any], facts: Mapping[str, Any], progress: StageWatcher = None,
    ) -> None:
        self.job, self.options, self.memory, self.facts = job, options, memory, facts
        self.spark = _session_of(inputs[0])
        self.own = self.spark.newSession()
        self.groups = groups or max(1, _parts_of(inputs[0]))
        for name, value in {**_SETTINGS, "spark.sql.shuffle.partitions": str(self.groups)}.items():
            self.own.conf.set(name, value)
        known = {"job": job, "options": dict(options), **facts, "groups": self.groups,
                 "inputs": [_input_facts(one) for one in inputs]}
        path = absolute_folder(self.spark, folder)
        with in_sentences(path):
            self.folder = RunFolder(self.own, path, known, resume)
        self.folder.watch = StageWatch(self.own, progress)

    def signing(
        self, function: str, needs_rows: bool, needs_part_names: bool = False, sends_ids: bool = False
    ) -> SigningJob:
        """How parts are signed: by a function of the native module. See SigningJob."""
        return SigningJob(self.job, function, self.options, self.groups, self.memory, self.folder.path, needs_rows,
                          needs_part_names, sends_ids)

    def documents(self, given: DataFrame | Files, is_kept: bool) -> Documents:
        """What tasks read. Rows that are chosen later (`is_kept`) have a hash; of others only what is compared is needed."""
        text, id = self.facts["text"], self.facts["id"]
        if isinstance(given, Files):
            return Documents(parts_of_files(self.spark, pieces_in_parts(given)), text, id, given)
        columns = read_columns(given, text, id)
        rows = with_hashes(given, columns)
        if not is_kept and all(name.startswith("`") for name in columns):
            rows = rows.select(*columns, ROW_HASH)
        return Documents(rows, text, id, None)

    def __enter__(self) -> Run:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        said = None if error is None else as_sentence(error, self.folder.path)
        if said is not None:
            raise said from error
        self.own.conf.set("spark.sql.adaptive.enabled", "true")  # for whoever reads the records


def _parts_of(documents: DataFrame | Files) -> int:
    return len(pieces_in_parts(documents)) if isinstance(documents, Files) else documents.rdd.getNumPartitions()


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
        files = [[file.path, file.size, file.changed] for file in found_files(documents)]
        return {"files": files, "reading": documents.options}
    java: Any = documents
    plan = java._jdf.queryExecution().analyzed().canonicalized().toString()
    return {"query": plan, "files": sorted(documents.inputFiles())}
