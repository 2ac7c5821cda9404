"""Near-duplicates (papers ndd and threads): the exact join as stages of tasks.

    signed     a task a part         documents → sets of features, fingerprints of them
    classes    a task a group        equal fingerprints → which documents repeat an earlier one
    shown N    part, then group      sets show features, rare ones propose pairs; what is common is shown last
    homes      a task a part         proposals → where each pair is compared; sets go there
    similar    part, then part       pairs are compared: similarities
"""

from __future__ import annotations

import functools
import json
import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import _cento
from .._given import byte_size
from .._sources import Files
from ._blocks import Block, Kinds, begin_task, contents, numbers, outgoing, run_tasks, versions
from ._folder import RunFolder, read_sets
from ._listing import numbered
from ._signing import SigningJob, as_stream, facts_schema, sign, sum_of_hashes, unpack

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_GROUP_MEMORY = 256 << 20
_STEPS = ["signed", "classes", "show 0", "propose 0", "show 1", "propose 1", "show 2", "propose 2", "homes", "send", "compare"]


class Documents(NamedTuple):
    """Rows with documents, or with the paths of `files`."""

    rows: DataFrame
    text: str | Sequence[str] | None
    id: str | None
    files: Files | None


class Joined(NamedTuple):
    """What a join found, as data frames."""

    documents: DataFrame  #: of _signing.facts_schema(), with their numbers and their ids
    later: DataFrame  #: document, first, first_of_text
    similar: DataFrame | None  #: a, b, shared, size_a, size_b of first documents; None when only equal texts matter
    rejects: DataFrame
    steps: list[dict[str, Any]]


class JoinFlow:
    """One run: its stages in their order, each made of the blocks of earlier ones."""

    def __init__(self, folder: RunFolder, job: SigningJob, groups: int) -> None:
        self.folder: RunFolder = folder
        self.job: SigningJob = job
        self.groups: int = groups
        self.memory: int = _GROUP_MEMORY if job.memory is None else byte_size(job.memory)
        self.defaults: dict[str, Any] = {row["name"]: json.loads(row["json"]) for row in _cento.describe_options(job.name)}
        self.summary: dict[str, Any] = {}
        self.begins: list[int] = [0]
        self.references: int = 0  #: documents of the reference, which come first
        self.rows: list[int] = []  #: of each partition of the inputs
        self.task: tuple[float, list[int], int, int, int] = (0.0, [0, 0], 1, 0, 0)

    def option(self, name: str) -> Any:
        value = self.job.options.get(name)
        return self.defaults[name] if value is None else value

    @property
    def parts(self) -> int:
        return len(self.begins) - 1

    def _report(self, stages: Sequence[DataFrame]) -> list[dict[str, Any]]:
        """What each step moved and how evenly its tasks worked, in the order of the steps."""
        rows = _union([stage.where("kind = 'reports'") for stage in stages]).select("block").collect()
        steps: dict[str, list[dict[str, Any]]] = {}
        for row in rows:
            report = json.loads(bytes(row.block))
            steps.setdefault(report["step"], []).append(report)
        return [_step_of(name, steps[name]) for name in sorted(steps, key=_STEPS.index)]

    def run(self, documents: Documents, reference: Documents | None = None) -> Joined:
        signed = self._sign(documents, reference)
        classes = self._stage("classes", lambda: self._find_classes(signed))
        self._count_classes(classes)
        stages = [signed, classes]
        similar = self._similar(classes, stages) if self.option("method") != "exact" else None
        steps = self._report(stages)
        self.summary["shuffled_bytes"] = sum(step["shuffled_bytes"] for step in steps)
        pairs = None if similar is None else unpack(
            similar.where("kind = 'similar'"), "a long, b long, shared long, size_a long, size_b long"
        )
        facts = unpack(signed.where("kind = 'documents'"), facts_schema(self.job))
        rejects = unpack(
            signed.where("kind = 'rejects'"), "place string, reason string, bytes binary, is_file boolean"
        )
        later = _later_rows(classes.where("kind = 'later'"))
        return Joined(numbered(facts, self.begins, self.references), later, pairs, rejects, steps)

    def _stage(self, name: str, make: Any) -> DataFrame:
        return self.folder.stage(name, make)

    def _sign(self, documents: Documents, reference: Documents | None) -> DataFrame:
        """The documents of the reference have the first numbers."""
        known = None
        if reference is not None:
            known = self._stage("known", lambda: self._sign_one(reference, 0))
            self._count_documents("known", known, reference)
            self.references = self.begins[-1]
        signed = self._stage("signed", lambda: self._sign_one(documents, self.parts))
        self._count_documents("signed", signed, documents)
        if self.begins[-1] >= 1 << 32:
            raise _cento.Error("a collection has at most 2^32 - 1 documents")
        if self.parts == 0:
            self.begins.append(0)
        self.task = (self.option("threshold"), self.begins, self.groups, 0, 0)
        return signed if known is None else known.union(signed)

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

    def _find_classes(self, signed: DataFrame) -> DataFrame:
        given, memory = self.task, self.memory

        def work(group: int, kinds: Kinds) -> Iterator[Block]:
            members = kinds.get("members", [])
            parts = [block.part for block in members]
            found = _cento.JoinTask(*given).find_classes(parts, [block.bytes for block in members], memory, "")
            yield from outgoing("later", group, found.pop("later"))
            yield _counts(group, found)

        return run_tasks("classes", signed.where("kind = 'members'"), self.groups, work, self.parts)

    def _count_classes(self, classes: DataFrame) -> None:
        counts = _sums(classes)
        self.summary["identical_documents"] = counts["identical"]
        self.summary["same_words_documents"] = counts["same_features"]
        sets = self.begins[-1] - counts["identical"] - counts["same_features"]
        self.task = (*self.task[:3], sets, counts["features"])

    def _similar(self, classes: DataFrame, stages: list[DataFrame]) -> DataFrame:
        later = classes.where("kind = 'later'")
        shown: list[DataFrame] = []
        slices = _cento.JoinTask(*self.task).slices

        def known(*kinds: str) -> DataFrame:
            return _union([later, *(stage.where(stage.kind.isin(*kinds)) for stage in shown)])

        for slice in range(slices):
            shown.append(self._stage(f"shown{slice}", lambda: self._show(known("common_counts"), slice)))
        shown.append(self._stage("commons", lambda: self._show(known("common_counts", "commons"), slices)))
        homes = self._stage("homes", lambda: self._find_homes(known("common_counts", "proposals")))
        similar = self._stage("similar", lambda: self._compare(homes))
        counts = _sums(_union([*shown, similar]))
        stages += [*shown, homes, similar]
        self.summary["capped_features"] = counts["capped_features"]
        self.summary["candidate_pairs"] = counts["compared"]
        self.summary["verified_pairs"] = counts["similar"]
        return similar

    def _show(self, known: DataFrame, slice: int) -> DataFrame:
        given, memory, read_sets = self.task, self.memory, self._sets_reader()

        def show(part: int, kinds: Kinds) -> Iterator[Block]:
            later, counts = contents(kinds, "later"), contents(kinds, "common_counts")
            commons = contents(kinds, "commons")
            shown, _ = _cento.JoinTask(*given).show(part, read_sets(part), later, counts, commons, slice)
            yield from outgoing("shown", part, shown)

        def propose(group: int, kinds: Kinds) -> Iterator[Block]:
            found = _cento.JoinTask(*given).propose(slice, contents(kinds, "shown"), memory, "")
            yield from outgoing("proposals", group, found.pop("proposals"))
            yield from outgoing("commons", group, found.pop("commons"))
            yield from outgoing("common_counts", group, found.pop("counts"))
            yield _counts(group, found)

        shown = run_tasks(f"show {slice}", known, self.parts, show, self.groups)
        return run_tasks(f"propose {slice}", shown, self.groups, propose, self.parts)

    def _find_homes(self, known: DataFrame) -> DataFrame:
        given, read_sets = self.task, self._sets_reader()

        def work(part: int, kinds: Kinds) -> Iterator[Block]:
            later, counts = contents(kinds, "later"), contents(kinds, "common_counts")
            proposals = contents(kinds, "proposals")
            found = _cento.JoinTask(*given).find_homes(part, read_sets(part), later, counts, proposals)
            for kind in ("pairs", "sets", "sent"):
                yield from outgoing(kind, part, found[kind])

        return run_tasks("homes", known, self.parts, work, self.parts)

    def _compare(self, homes: DataFrame) -> DataFrame:
        given, read_sets = self.task, self._sets_reader()

        def send(part: int, kinds: Kinds) -> Iterator[Block]:
            pairs, sent = contents(kinds, "pairs"), contents(kinds, "sent")
            found = _cento.JoinTask(*given).send_sets(part, read_sets(part), pairs, sent)
            for kind in ("pairs", "sets"):
                yield from outgoing(kind, part, found[kind])

        def compare(part: int, kinds: Kinds) -> Iterator[Block]:
            pairs, sets = contents(kinds, "pairs"), contents(kinds, "sets")
            columns, compared = _cento.JoinTask(*given).compare(part, read_sets(part), sets, pairs)
            yield Block("similar", part, 0, 0, _similar_table(columns))
            yield _counts(part, {"compared": compared, "similar": len(columns[0]) // 4})

        sent = run_tasks("send", homes.where("kind in ('pairs', 'sent')"), self.parts, send, self.parts)
        return run_tasks("compare", sent.union(homes.where("kind = 'sets'")), self.parts, compare, 1)

    def _sets_reader(self) -> Any:
        folder = self.folder.path
        return lambda part: read_sets(folder, part)


def _step_of(name: str, reports: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    seconds = [report["seconds"] for report in reports]
    median = statistics.median(seconds)
    return {
        "step": name,
        "tasks": len(reports),
        "shuffled_bytes": sum(report["received_bytes"] for report in reports),
        "seconds": sum(seconds),
        "largest_over_median": max(seconds) / median if median > 0 else 1.0,
    }


def _union(frames: Sequence[DataFrame]) -> DataFrame:
    return functools.reduce(lambda one, other: one.union(other), frames)


def _counts(task: int, counts: Mapping[str, int]) -> Block:
    return Block("counts", task, 0, 0, json.dumps(dict(counts)).encode())


def _sums(stage: DataFrame) -> dict[str, int]:
    sums: dict[str, int] = {}
    for row in stage.where("kind = 'counts'").select("block").collect():
        for name, count in json.loads(bytes(row.block)).items():
            sums[name] = sums.get(name, 0) + count
    return sums


def _similar_table(columns: Iterable[bytes]) -> bytes:
    import pyarrow

    names = ("a", "b", "shared", "size_a", "size_b")
    return as_stream(pyarrow.table({name: numbers(one).cast(pyarrow.int64()) for name, one in zip(names, columns)}))


def _later_rows(blocks: DataFrame) -> DataFrame:
    """Rows of a document and the first one with its features."""

    wanted = versions()

    def run(batches: Iterable[Any]) -> Iterator[Any]:
        import pyarrow

        begin_task(wanted)
        for batch in batches:
            columns = _cento.later_columns(batch.column("block").to_pylist())
            arrays = [numbers(column).cast(pyarrow.int64()) for column in columns]
            yield pyarrow.RecordBatch.from_arrays(arrays, names=["document", "first", "first_of_text"])

    return blocks.select("block").mapInArrow(run, "document long, first long, first_of_text long")
