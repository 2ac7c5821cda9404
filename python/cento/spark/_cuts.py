"""Passages and sentences that are cut out of texts: the steps of the method as tasks, and what they found.

    signed        a task a part     documents → sentences, and windows of them by their fingerprints
    repeated      group, then part  windows that occur in earlier parts; which sentences are cut, and what they equal
    kept0 …       part, then part   where that is kept, asked in the parts where it is; a round a stage, until all know
    listed        part              rows of cuts
    names         Spark's own       the ids of documents
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import _cento
from .._given import json_options
from ._blocks import Block, Kinds, attempt_of_task, outgoing, run_tasks
from ._flow import Documents, Flow, counts_of, sums, union
from ._folder import RunFolder, read_blocks, write_blocks
from ._listing import with_places
from ._passages import part_name
from ._signing import SigningJob, as_stream, unpack
from ._steps import arrived, signed_numbers

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_WHERE = ("first_sentence", "end_sentence", "begin", "end")
_LISTED = "document long, part int, first_sentence int, end_sentence int, begin int, end int, kept_document long, " \
    "kept_part int, kept_first_sentence int, kept_end_sentence int, kept_begin int, kept_end int"
_ROWS_IN_BLOCK = 1 << 15
_COUNTS = ("sentences", "cuts", "cut_sentences", "cut_bytes", "cut_documents", "cut_reference")
_OF_ROUND = "elsewhere"  #: what tasks store anew in each round

#: The columns of the library's table of cuts, and the numbers of both documents.
CUT_COLUMNS = ", ".join(
    f"{side}id string, {side}place string, {side}line long, {side}part string, {side}first_sentence int, "
    f"{side}end_sentence int, {side}begin int, {side}end int" for side in ("", "kept_")
) + ", reason string, document long, kept_document long"


class CutsFound(NamedTuple):
    """What is cut: the records, and the same by the rows of the inputs."""

    cuts: DataFrame
    of_rows: DataFrame  #: part, place, line and row_hash of each row with cuts, and these: part of it, begin, end
    rejects: DataFrame
    steps: list[dict[str, Any]]


class CutsFlow(Flow):
    """The stages of a search for cuts."""

    def __init__(self, folder: RunFolder, job: SigningJob, groups: int) -> None:
        super().__init__(folder, job, groups)
        self._names: list[str] = ["signed"]  # of steps, in their order
        self._tasks: int = 1

    def steps(self) -> list[str]:
        return self._names

    def run(self, documents: Documents, reference: Documents | None = None) -> CutsFound:
        signed = self.sign(documents, reference)
        task = self._task()
        self._tasks = task.tasks
        windows = signed.where("kind = 'windows'")
        stage = self.stage("repeated", lambda: self._chain(windows, task.marking_steps(), self.groups, -1))
        self._names += [name for name, _ in task.marking_steps()]
        rounds = 0
        while sums(stage).get("asked", 0) > 0:
            stage = self._round(stage.where("kind = 'asked'"), task.following_steps(), rounds)
            rounds += 1
        nothing = stage.where("kind = 'nothing'")
        listed = self.stage("listed", lambda: self._list(nothing, task.stored_for_cuts(), rounds))
        self._names.append("list")
        counts = sums(listed)
        self.summary.update({name: counts.get(name, 0) for name in _COUNTS}, rounds=rounds)
        return self._records(signed, listed)

    def _round(self, asked: DataFrame, steps: Sequence[tuple[str, list[str]]], number: int) -> DataFrame:
        self._names += [_name_in_round(name, number) for name, _ in steps]
        return self.stage(f"kept{number}", lambda: self._chain(asked, steps, self._tasks, number))

    def _task(self) -> _cento.CutTask:
        return _cento.CutTask(*self._task_arguments())

    def _task_arguments(self) -> tuple[Any, ...]:
        return json_options(self.job.options), self.begins, self.references, self.groups, self.memory, ""

    def _chain(
        self, blocks: DataFrame, steps: Sequence[tuple[str, list[str]]], first_tasks: int, of_round: int
    ) -> DataFrame:
        """Steps one after another. Each task works on a part and on a group; those of the first step are for as many as
        the blocks were sent to."""
        tasks = first_tasks
        for name, stored in steps:
            blocks = self._step(blocks, name, stored, tasks, of_round)
            tasks = self._tasks
        return blocks

    def _step(self, blocks: DataFrame, name: str, stored: Sequence[str], tasks: int, of_round: int) -> DataFrame:
        given, folder, files = self._task_arguments(), self.folder.path, self._files(stored, of_round)

        def work(number: int, kinds: Kinds) -> Iterator[Block]:
            done = _cento.CutTask(*given).run(name, number, files(number), arrived(kinds))
            for one, blocks in done["stored"].items():
                write_blocks(folder, _file_of_round(one, of_round + 1), number, attempt_of_task(), blocks)
            for kind, blocks in done["sent"].items():
                yield from outgoing(kind, number, blocks)
            if done["counts"]:
                yield counts_of(number, done["counts"])

        return run_tasks(_name_in_round(name, of_round), blocks, tasks, work, self._tasks)

    def _list(self, nothing: DataFrame, stored: Sequence[str], rounds: int) -> DataFrame:
        given, files = self._task_arguments(), self._files(stored, rounds)

        def work(number: int, kinds: Kinds) -> Iterator[Block]:
            found = _cento.CutTask(*given).list_cuts(number, files(number))
            table = signed_numbers(found["cuts"])
            for seq, begin in enumerate(range(0, len(table), _ROWS_IN_BLOCK)):
                yield Block("cuts", number, seq, 0, as_stream(table.slice(begin, _ROWS_IN_BLOCK)))
            yield counts_of(number, found["counts"])

        return run_tasks("list", nothing, self.parts, work, 1)

    def _files(self, names: Sequence[str], of_round: int) -> Callable[[int], dict[str, list[tuple[int, Any]]]]:
        """For tasks: what is stored of a part under these names; nothing for a task that has only a group."""
        parts, folder = self.parts, self.folder.path
        files = {name: _file_of_round(name, of_round) for name in names}
        return lambda number: {
            name: [(0, block) for block in read_blocks(folder, file, number)] for name, file in files.items()
        } if number < parts else {}

    def _records(self, signed: DataFrame, listed: DataFrame) -> CutsFound:
        from pyspark.sql import functions as f

        documents = self.documents(signed)
        names = self.folder.table(
            "names", lambda: with_places(documents).select("number", "id", "place", "line", "parts")
        )
        listed = unpack(listed.where("kind = 'cuts'"), _LISTED)
        cuts = listed
        for side in ("", "kept_"):
            of_side = {"number": f"{side}document", "parts": "names_of_parts",
                       **{name: f"{side}{name}" for name in ("id", "place", "line")}}
            cuts = cuts.join(names.withColumnsRenamed(of_side), f"{side}document")
            cuts = cuts.withColumn(f"{side}part", part_name("names_of_parts", f"{side}part")).drop("names_of_parts")
        columns = [column.split()[0] for column in CUT_COLUMNS.split(", ")]
        cuts = cuts.withColumn("reason", f.lit(self.option("level"))).select(*columns)
        report = self.report()
        return CutsFound(cuts, _of_rows(listed, documents), self.rejects(signed), report)


def _of_rows(listed: DataFrame, documents: DataFrame) -> DataFrame:
    from pyspark.sql import functions as f

    cut = f.struct("part", "begin", "end")
    by_document = listed.groupBy("document").agg(f.sort_array(f.collect_list(cut)).alias("cuts"))
    rows = documents.select(f.col("number").alias("document"), "part", "place", "line", "row_hash")
    return rows.join(by_document, "document").drop("document")


def _name_in_round(step: str, of_round: int) -> str:
    return step if of_round < 0 else f"{step} {of_round}"


def _file_of_round(name: str, of_round: int) -> str:
    """Tasks that are repeated read what they read first, so what is stored anew has another name."""
    return f"{name}{of_round}" if name == _OF_ROUND else name
