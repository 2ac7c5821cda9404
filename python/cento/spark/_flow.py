"""What the flows of all jobs share: signing the inputs, stages in a folder, counts, and what each step moved."""

from __future__ import annotations

import functools
import json
import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import _cento
from .._given import byte_size
from .._sources import Files
from ._blocks import Block
from ._folder import RunFolder, read_blocks
from ._listing import numbered
from ._signing import SigningJob, facts_schema, sign, sum_of_hashes, unpack

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_GROUP_MEMORY = 256 << 20


class Documents(NamedTuple):
    """Rows with documents, or with the paths of `files`."""

    rows: DataFrame
    text: str | Sequence[str] | None
    id: str | None
    files: Files | None


class Flow:
    """One run: its stages in their order, each made of the blocks of earlier ones. Each kind of job has its own."""

    def __init__(self, folder: RunFolder, job: SigningJob, groups: int) -> None:
        self.folder: RunFolder = folder
        self.job: SigningJob = job
        self.groups: int = groups
        self.memory: int = _GROUP_MEMORY if job.memory is None else byte_size(job.memory)
        self.defaults: dict[str, Any] = {row["name"]: json.loads(row["json"]) for row in _cento.describe_options(job.name)}
        self.summary: dict[str, Any] = {}
        self.begins: list[int] = [0]  #: number of the first document of each part, then of all documents
        self.references: int = 0  #: documents of the reference, which come first
        self.reference_parts: int | None = None  #: parts of the reference, which come first; None: there is none
        self.rows: list[int] = []  #: of each partition of the inputs
        self.with_id: int = 0  #: documents that have an id
        self.stages: list[DataFrame] = []  #: all so far, in their order

    def option(self, name: str) -> Any:
        value = self.job.options.get(name)
        return self.defaults[name] if value is None else value

    @property
    def parts(self) -> int:
        return len(self.begins) - 1

    def stage(self, name: str, make: Callable[[], DataFrame]) -> DataFrame:
        """The blocks of a stage, from an earlier run or made now."""
        blocks = self.folder.stage(name, make)
        self.stages.append(blocks)
        return blocks

    def stored(self, name: str) -> Callable[[int], list[Any]]:
        """For tasks: what signing stored for a part under this name."""
        folder = self.folder.path
        return lambda part: read_blocks(folder, name, part)

    def sign(self, documents: Documents, reference: Documents | None = None) -> DataFrame:
        """Reads and signs the inputs: a part for each partition. The documents of the reference have the first numbers."""
        known = None
        if reference is not None:
            known = self.stage("known", lambda: self._sign_one(reference, 0))
            self._count_documents("known", known, reference)
            self.references = self.begins[-1]
            self.reference_parts = self.parts
        signed = self.stage("signed", lambda: self._sign_one(documents, self.parts))
        self._count_documents("signed", signed, documents)
        if self.begins[-1] >= 1 << 32:
            raise _cento.Error("a collection has at most 2^32 - 1 documents")
        if self.parts == 0:
            self.begins.append(0)
        return signed if known is None else known.union(signed)

    def documents(self, signed: DataFrame) -> DataFrame:
        """What is known of each document, with its number and its id."""
        facts = unpack(signed.where("kind = 'documents'"), facts_schema(self.job))
        return numbered(facts, self.begins, self.references)

    def rejects(self, signed: DataFrame) -> DataFrame:
        """What could not be read."""
        rows = signed.where("kind = 'rejects'")
        return unpack(rows, "place string, reason string, bytes binary, is_file boolean")

    def report(self) -> list[dict[str, Any]]:
        """What each step moved and how evenly its tasks worked, in the order of the steps. Called after the last stage."""
        steps: dict[str, list[dict[str, Any]]] = {}
        for row in union([stage.where("kind = 'reports'") for stage in self.stages]).select("block").collect():
            report = json.loads(bytes(row.block))
            steps.setdefault(report["step"], []).append(report)
        ordered = sorted(steps, key=self.steps().index)
        report = [_step_of(name, steps[name]) for name in ordered]
        self.summary["shuffled_bytes"] = sum(step["shuffled_bytes"] for step in report)
        return report

    def steps(self) -> list[str]:
        """The names of all steps in their order."""
        raise NotImplementedError

    def _sign_one(self, documents: Documents, first_part: int) -> DataFrame:
        return sign(documents.rows, documents.text, documents.id, self.job, first_part, documents.files)

    def _count_documents(self, stage: str, signed: DataFrame, documents: Documents) -> None:
        """Of the inputs, after those of the reference. Raises UsageError when they are others than those that a run which
        is resumed has signed."""
        rows = signed.where("kind = 'counts'").select("part", "block").collect()
        parts = {row.part: json.loads(bytes(row.block)) for row in rows}
        self.rows = []
        for part in range(self.parts, max(parts) + 1 if parts else self.parts):
            counts = parts.get(part, {"documents": 0, "rejected_records": 0})
            self.begins.append(self.begins[-1] + counts["documents"])
            self.rows.append(counts["documents"] + counts["rejected_records"])
            self.with_id += counts.get("with_id", 0)
        for name in ("documents", "text_bytes"):
            self.summary[name] = sum(counts[name] for counts in parts.values())
        for name in ("rejected_records", "rejected_files"):
            self.summary[name] = self.summary.get(name, 0) + sum(counts[name] for counts in parts.values())
        if documents.files is None and stage in self.folder.resumed:
            if sum(counts["hashes"] for counts in parts.values()) != sum_of_hashes(documents.rows):
                raise _cento.UsageError(f"{self.folder.path} has stages of other rows: name another folder")
        if documents.files is not None and self.summary["documents"] == 0 and self.summary["text_bytes"] == 0:
            self._require_documents(documents.files)

    def _require_documents(self, files: Files) -> None:
        if self.summary["rejected_records"] + self.summary["rejected_files"] > 0:
            names = ", ".join(files.paths)
            raise _cento.Error(f"{names} yields no documents: {self.folder.path} has the reasons among the stage's rejects")


def _step_of(name: str, reports: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    seconds = [report["seconds"] for report in reports]
    median = statistics.median(seconds)
    kinds: dict[str, int] = {}
    for report in reports:
        for kind, size in report["received"].items():
            kinds[kind] = kinds.get(kind, 0) + size
    return {
        "step": name,
        "tasks": len(reports),
        "shuffled_bytes": sum(kinds.values()),
        "shuffled": kinds,
        "seconds": sum(seconds),
        "largest_over_median": max(seconds) / median if median > 0 else 1.0,
    }


def union(frames: Sequence[DataFrame]) -> DataFrame:
    return functools.reduce(lambda one, other: one.union(other), frames)


def counts_of(task: int, counts: Mapping[str, int]) -> Block:
    """What a task counted; sums() adds these up over all tasks."""
    return Block("counts", task, 0, 0, json.dumps(dict(counts)).encode())


def sums(stage: DataFrame) -> dict[str, int]:
    totals: dict[str, int] = {}
    for row in stage.where("kind = 'counts'").select("block").collect():
        for name, count in json.loads(bytes(row.block)).items():
            totals[name] = totals.get(name, 0) + count
    return totals


def counts_of_tasks(stage: DataFrame, name: str) -> dict[int, int]:
    """What each task of a stage counted under a name."""
    counts: dict[int, int] = {}
    for row in stage.where("kind = 'counts'").select("part", "block").collect():
        counted = json.loads(bytes(row.block)).get(name, 0)
        counts[row.part] = counts.get(row.part, 0) + counted
    return counts
