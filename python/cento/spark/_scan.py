"""Passages (paper pdc): the steps of the method as tasks, and the records of what they found.

    signed      a task a part     documents → sentences, their features and words at their edges; texts, by their bytes
    repeated    part and group    equal texts, identical sentences, sentences with equal features; what may be near
    shared      part and group    near sentences are compared; passages with all their places; texts that share something
    aligned     part and group    texts meet in the part of one of them and are matched as a whole
    listed      part and group    rows of passages, pairs of documents, families and places; then with names, from the
                                  parts of the documents
    names       Spark's own       only where some documents have ids and others not: the ids of documents
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import _cento
from .._given import json_options
from ._blocks import Block, Kinds, attempt_of_task, contents, outgoing, run_tasks
from ._flow import Documents, Flow, counts_of, counts_of_tasks, sums, union
from ._folder import RunFolder, write_blocks
from ._naming import blocks_of
from ._passage_naming import DOCUMENT_COLUMNS, FAMILY_COLUMNS, PASSAGE_COLUMNS, PassageNaming
from ._passages import list_families, list_pairs_of_documents, list_passages, names_of
from ._signing import SigningJob, unpack
from ._steps import arrived, signed_numbers

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_LISTED = {
    "passages": "a long, a_part int, a_first_sentence int, a_end_sentence int, a_begin int, a_end int, b long, b_part int, "
    "b_first_sentence int, b_end_sentence int, b_begin int, b_end int, matched int, similarity double",
    "documents": "a long, b long, similarity double, contained_a double, contained_b double",
    "families": "first long, sentences long, documents long, is_boilerplate boolean, text string",
    "family_places": "first long, sentences long, place long, document long, part int, first_sentence int, "
    "end_sentence int, begin int, end int",
}
_STEP_OF_NAMES = "show sentences"  # what arrives there with others: rows whose id is not unique
_STORED_FAMILIES = ("sentences", "texts", "contents", "holders", "families", "family_places")

Step = tuple[str, list[str]]
"""A step of the method: its name, and what its tasks read of their parts."""


class ScanFound(NamedTuple):
    """What a scan found, as data frames with the columns of the library's tables."""

    passages: DataFrame
    documents: DataFrame
    families: DataFrame
    rejects: DataFrame
    steps: list[dict[str, Any]]


class ScanFlow(Flow):
    """The stages of a scan."""

    def __init__(self, folder: RunFolder, job: SigningJob, groups: int) -> None:
        super().__init__(folder, job, groups)
        self._names: list[str] = ["signed"]  # of steps, in their order
        self._tasks: int = 1
        self._are_named: bool = False  # whether tasks name what they list, instead of Spark's joins

    def steps(self) -> list[str]:
        return self._names

    def run(self, documents: Documents, reference: Documents | None = None) -> ScanFound:
        signed = self.sign(documents, reference)
        self._tasks = self._task().tasks
        self._are_named = self.with_id in (0, self.begins[-1])
        members = signed.where("kind in ('text_members', 'ids')")
        first = self._task().first_steps()
        repeated = self.stage("repeated", lambda: self._chain(members, first, self.groups))
        self._names += [name for name, _ in first]
        rest = self._task().later_steps(sums(repeated).get("large_keys", 0))
        return self._find_passages(signed, repeated, rest)

    def _find_passages(self, signed: DataFrame, repeated: DataFrame, rest: list[Step]) -> ScanFound:
        cut = [name for name, _ in rest].index("send texts")
        stages = [repeated]
        for stage, steps in (("shared", rest[:cut]), ("aligned", rest[cut:])):
            earlier = stages[-1].where("kind not in ('counts', 'reports')")
            stages.append(self.stage(stage, lambda: self._chain(earlier, steps, self._tasks)))
            self._names += [name for name, _ in steps]
        of_part = counts_of_tasks(stages[1], "families")
        families = [of_part.get(part, 0) for part in range(self.parts)]
        listed = self.stage("listed", lambda: self._list(stages[-1].where("kind = 'listed'"), families))
        self._names += ["list", "name a", "name b"]
        self._summarise(union([*stages, listed]))
        return self._records(signed, families, listed)

    def _task(self) -> _cento.ScanTask:
        return _cento.ScanTask(*self._task_arguments())

    def _task_arguments(self) -> tuple[Any, ...]:
        return json_options(self.job.options), self.begins, self.references, self.groups, self.memory, ""

    def _chain(self, blocks: DataFrame, steps: list[Step], first_tasks: int) -> DataFrame:
        """Steps one after another. Each task works on a part and on a group; those of the first step are for as many as
        the blocks were sent to."""
        tasks = first_tasks
        for name, stored in steps:
            blocks = self._step(blocks, name, stored, tasks)
            tasks = self._tasks
        return blocks

    def _step(self, blocks: DataFrame, name: str, stored: list[str], tasks: int) -> DataFrame:
        given, folder, files = self._task_arguments(), self.folder.path, self._files(stored)
        naming, parts, are_named = PassageNaming(folder, self.begins, self.references), self.parts, self._are_named

        def work(number: int, kinds: Kinds) -> Iterator[Block]:
            if "ids" in kinds:
                ids = {"ids": [(block.part, block.bytes) for block in kinds.pop("ids")]}
                yield from outgoing("repeated_ids", number, _cento.find_repeated_ids(ids, parts, given[-2], ""))
            if name == _STEP_OF_NAMES and are_named and number < parts:
                naming.keep_names(number, contents(kinds, "repeated_ids"))
            done = _cento.ScanTask(*given).run(name, number, files(number), arrived(kinds))
            for one, blocks in done["stored"].items():
                write_blocks(folder, one, number, attempt_of_task(), blocks)
            for kind, blocks in done["sent"].items():
                yield from outgoing(kind, number, blocks)
            if done["counts"]:
                yield counts_of(number, done["counts"])

        return run_tasks(name, blocks, tasks, work, self._tasks)

    def _list(self, listed: DataFrame, families: list[int]) -> DataFrame:
        given, files, are_named = self._task_arguments(), self._files(_STORED_FAMILIES), self._are_named
        naming = PassageNaming(self.folder.path, self.begins, self.references, families)

        def work(number: int, kinds: Kinds) -> Iterator[Block]:
            found = _cento.ScanTask(*given).list_found(number, files(number), arrived(kinds))
            tables = {name: signed_numbers(records) for name, records in found["tables"].items()}
            if are_named:
                yield from naming.send_listed(number, tables)
            else:
                for name, table in tables.items():
                    yield from outgoing(name, number, ((0, block) for block in blocks_of(table)))
            yield counts_of(number, found["counts"])

        rows = run_tasks("list", listed, self._tasks, work, self.parts)
        if not are_named:
            return rows
        return run_tasks("name b", run_tasks("name a", rows, self.parts, naming.name_a, self.parts), self.parts,
                         naming.name_b, 1)

    def _files(self, names: Sequence[str]) -> Callable[[int], dict[str, list[tuple[int, Any]]]]:
        """For tasks: what is stored of their part and group under these names."""
        read = {name: self.stored(name) for name in names}
        return lambda number: {name: [(0, block) for block in of_task(number)] for name, of_task in read.items()}

    def _summarise(self, stages: DataFrame) -> None:
        counts = sums(stages)
        for name in ("sentences", "distinct_sentences", "near_sentence_pairs", "identical_texts", "proposed_pairs",
                     "document_pairs", "near_duplicate_pairs", "passages", "families", "family_places",
                     "boilerplate_families", "families_without_pairs", "capped"):
            self.summary[name] = counts.get(name, 0)

    def _records(self, signed: DataFrame, families: list[int], listed: DataFrame) -> ScanFound:
        of_kind = {name: listed.where(f"kind = '{name}'") for name in _LISTED}
        report = self.report()
        if self._are_named:
            return ScanFound(
                unpack(of_kind["passages"], PASSAGE_COLUMNS), unpack(of_kind["documents"], DOCUMENT_COLUMNS),
                unpack(of_kind["families"], FAMILY_COLUMNS), self.rejects(signed), report,
            )
        tables = {name: unpack(of_kind[name], schema) for name, schema in _LISTED.items()}
        names = self.folder.table("names", lambda: names_of(self.documents(signed)))
        begins = list(itertools.accumulate(families[:-1], initial=0))
        return ScanFound(
            list_passages(names, tables["passages"]),
            list_pairs_of_documents(names, tables["documents"]),
            list_families(names, tables["families"], tables["family_places"], begins),
            self.rejects(signed),
            report,
        )
