"""Sentences that are reused from other documents (paper qsign): the steps as tasks, and their rows.

    signed      a task a part     documents → sentences with their words, ids (known: those of the reference)
    queried     group             in how many known sentences each asked word is; ids that several documents have
                part              asked sentences, those with the same words once, ask for the lists of their rarest words
                group             which parts have these lists, and how much of each matters
    compared    known part        the lists: sentences with all their words
                group             asked sentences are compared with the lists
                asked part        a row for each pair of sentences, the best for each asked one
    names       Spark's own       the ids of documents
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import _cento
from .._given import json_options
from ._blocks import Block, Kinds, run_tasks
from ._flow import Documents, counts_of, sums, union
from ._passages import names_of, part_name
from ._signing import have_ids, unpack
from ._steps import Step, StepFlow, arrived, rows_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_LISTED = (
    "document long, row long, part int, sentence int, `begin` int, `end` int, there long, there_part int, "
    "there_sentence int, there_begin int, there_end int, overlap double"
)
_SENTENCE = ("part", "sentence", "begin", "end")
_ROWS_IN_BLOCK = 1 << 15
_FIRST_OF_COMPARED = "send lists"


class FoundReuse(NamedTuple):
    """What was found, as data frames."""

    reused: DataFrame
    rejects: DataFrame
    steps: list[dict[str, Any]]


class ReuseFlow(StepFlow):
    """The stages that find reused sentences."""

    requires_files = True

    def steps(self) -> list[str]:
        return ["signed", *(name for name, _, _ in self._steps()), "list"]

    def run(self, documents: Documents, known: Documents, is_same: bool) -> FoundReuse:
        signed = self.sign(documents, known)
        given = self._task_arguments(documents, known, is_same)
        steps = self._steps()
        cut = [name for name, _, _ in steps].index(_FIRST_OF_COMPARED)
        words = signed.where("kind in ('words', 'ids')")
        queried = self.stage(
            "queried", lambda: self.chain(words, steps[:cut], lambda: _cento.ReuseTask(*given), self.parts)
        )
        wanted = queried.where("kind = 'wanted'")
        compared = self.stage("compared", lambda: self._list(
            self.chain(wanted, steps[cut:], lambda: _cento.ReuseTask(*given), self.parts), given
        ))
        self._summarise(union([queried, compared]))
        return self._records(signed, compared)

    def _task_arguments(self, documents: Documents, known: Documents, is_same: bool) -> tuple[Any, ...]:
        ids = [have_ids(one.rows, one.id, one.files) for one in (known, documents)]
        return json_options(self.job.options), self.begins, self.references, *ids, is_same, self.groups, self.memory, ""

    def _steps(self) -> list[Step]:
        return _cento.ReuseTask({}, [0, 0], 0, False, False, False, 1, 0, "").steps()

    def _list(self, hits: DataFrame, given: tuple[Any, ...]) -> DataFrame:
        files = self.files(_cento.ReuseTask(*given).stored_for_list)

        def work(part: int, kinds: Kinds) -> Iterator[Block]:
            listed = _cento.ReuseTask(*given).list_reused(part, files(part), arrived(kinds))
            yield from rows_of("reused", part, listed["table"], _ROWS_IN_BLOCK)
            yield counts_of(part, listed["counts"])

        return run_tasks("list", hits, self.parts, work, 1)

    def _summarise(self, stages: DataFrame) -> None:
        counts = sums(stages)
        for name in ("asked_sentences", "different_sentences", "reused", "with_reused", "left_out_reused",
                     "left_out_candidates"):
            self.summary[name] = counts.get(name, 0)

    def _records(self, signed: DataFrame, compared: DataFrame) -> FoundReuse:
        listed = unpack(compared.where("kind = 'reused'"), _LISTED)
        names = self.folder.table("names", lambda: names_of(self.documents(signed)))
        report = self.report()
        return FoundReuse(_with_names(names, listed), self.rejects(signed), report)


def _with_names(names: DataFrame, listed: DataFrame) -> DataFrame:
    """The rows with ids and names of parts."""
    own = names.withColumnsRenamed({"number": "document", "parts": "own_parts"})
    there = names.withColumnsRenamed({"number": "there", "id": "there_id", "place": "there_place", "parts": "there_parts"})
    named = listed.join(own, "document").join(there, "there")
    named = named.withColumn("part", part_name("own_parts", "part"))
    named = named.withColumn("there_part", part_name("there_parts", "there_part"))
    columns = [f"{side}{name}" for side in ("", "there_") for name in ("id", "place", *_SENTENCE)]
    return named.select(*columns, "overlap", "document", "row")
