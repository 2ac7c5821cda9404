"""Repeated runs of tokens: the steps of method substring as tasks, and the records of what they found.

    signed      a task a part     documents → tokens, and stretches of them with the same anchor
    windows     part and group    equal documents, stretches by anchor, windows by fingerprint: which windows repeat
    followed    a task a part     ranges; parts answer each other where a range also is and how it goes on there
    listed      a task a part     rows of ranges
    names       Spark's own       the ids of documents
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import _cento
from .._given import json_options
from ._blocks import Block, Kinds, run_tasks
from ._flow import Documents, counts_of, counts_of_tasks, sums, union
from ._folder import RunFolder
from ._passages import list_repeats, names_of
from ._signing import SigningJob, unpack
from ._steps import StepFlow, arrived, rows_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_LISTED = (
    "document long, part int, first_token int, end_token int, begin int, end int, also_document long, also_part int, "
    "also_first_token int, also_end_token int, also_begin int, also_end int, is_first boolean"
)
_ROWS_IN_BLOCK = 1 << 15
_FIRST_OF_RANGES = "cover"  # the step that begins the stage `followed`


class RepeatsFound(NamedTuple):
    """What was found, as data frames with the columns of the command's tables."""

    repeats: DataFrame
    rejects: DataFrame
    steps: list[dict[str, Any]]


class SubstringFlow(StepFlow):
    """The stages of method substring."""

    def __init__(self, folder: RunFolder, job: SigningJob, groups: int) -> None:
        super().__init__(folder, job, groups)
        self._tokens: list[int] = [0, 0]  # number of the first token of each part, then of all

    def steps(self) -> list[str]:
        return ["signed", *(name for name, _ in self._task().steps()), "list"]

    def run(self, documents: Documents, reference: Documents | None = None) -> RepeatsFound:
        signed = self.sign(documents, reference)
        of_part = counts_of_tasks(signed, "token_numbers")
        self._tokens = list(itertools.accumulate((of_part.get(part, 0) for part in range(self.parts)), initial=0))
        steps = self._task().steps()
        cut = [name for name, _ in steps].index(_FIRST_OF_RANGES)
        shown = signed.where("kind = 'run_documents'")
        windows = self.stage("windows", lambda: self._in_order(shown, steps[:cut], self.groups))
        repeated = windows.where("kind = 'repeated'")
        followed = self.stage("followed", lambda: self._in_order(repeated, steps[cut:], self._task().tasks))
        listed = self.stage("listed", lambda: self._list(followed.where("kind = 'original_places'")))
        self._summarise(union([windows, followed, listed]))
        names = self.folder.table("names", lambda: names_of(self.documents(signed)))
        report = self.report()
        rows = unpack(listed.where("kind = 'repeats'"), _LISTED)
        return RepeatsFound(list_repeats(names, rows), self.rejects(signed), report)

    def _task(self) -> _cento.SubstringTask:
        return _cento.SubstringTask(*self._task_arguments())

    def _task_arguments(self) -> tuple[Any, ...]:
        options = json_options(self.job.options)
        return options, self.begins, self._tokens, self.reference_parts, self.groups, self.memory, ""

    def _in_order(self, blocks: DataFrame, steps: Sequence[Any], first_tasks: int) -> DataFrame:
        """Steps one after another. Each task works on a part and on a group; those of the first step are for as many as
        the blocks were sent to."""
        given, all_tasks = self._task_arguments(), self._task().tasks
        tasks = first_tasks
        for name, stored in steps:
            blocks = self._step(blocks, name, stored, lambda: _cento.SubstringTask(*given), tasks, all_tasks)
            tasks = all_tasks
        return blocks

    def _list(self, places: DataFrame) -> DataFrame:
        given, task = self._task_arguments(), self._task()
        files = self.files(task.stored_for_listing)

        def work(number: int, kinds: Kinds) -> Iterator[Block]:
            found = _cento.SubstringTask(*given).list_found(number, files(number), arrived(kinds))
            for name, records in found["tables"].items():
                yield from rows_of(name, number, records, _ROWS_IN_BLOCK)
            yield counts_of(number, found["counts"])

        return run_tasks("list", places, task.tasks, work, 1)

    def _summarise(self, stages: DataFrame) -> None:
        counts = sums(stages)
        for name in ("identical_documents", "repeated_ranges", "repeated_tokens", "repeated_bytes", "later_ranges",
                     "later_tokens", "later_bytes"):
            self.summary[name] = counts.get(name, 0)
