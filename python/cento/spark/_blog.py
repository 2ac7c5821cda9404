"""Documents put together from others (paper blog): the steps of the method as tasks, and its reports.

    signed      a task a part     documents → sentences, their words, and in how many documents of the part each is
    equal       group             words that too many documents have
                part              fingerprints of sentences without these words
                group             equal sentences: where they are stays with the group
                part              documents with enough sentences that others have
    reports     group             where these sentences are
                part              a row for each of these documents
    names       Spark's own       the ids of documents
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import _cento
from .._given import json_options
from ._blocks import Block, Kinds, run_tasks
from ._flow import Documents, sums
from ._passages import names_of
from ._signing import unpack
from ._steps import Step, StepFlow, arrived, rows_of

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

_SENTENCE = ("part", "sentence", "begin", "end")
_MATCH = ", ".join(f"`{side}{name}`: int" for side in ("", "there_") for name in _SENTENCE)
_LISTED = (
    "document long, sentences long, known long, "
    f"sources array<struct<source: long, collisions: long, matches: array<struct<{_MATCH}>>>>, sources_unlisted long"
)
_REPORTS_IN_BLOCK = 1 << 11
_FIRST_OF_REPORTS = "sources"


class FoundReports(NamedTuple):
    """What was found, as data frames."""

    reports: DataFrame
    rejects: DataFrame
    steps: list[dict[str, Any]]


class BlogFlow(StepFlow):
    """The stages of paper blog."""

    requires_files = True

    def steps(self) -> list[str]:
        return ["signed", *(name for name, _, _ in self._steps()), "list"]

    def run(self, documents: Documents, reference: Documents | None = None) -> FoundReports:
        signed = self.sign(documents, reference)
        given = self._task_arguments(reference is not None)
        steps = self._steps()
        cut = [name for name, _, _ in steps].index(_FIRST_OF_REPORTS)
        words = signed.where("kind = 'words'")
        equal = self.stage("equal", lambda: self.chain(words, steps[:cut], lambda: _cento.BlogTask(*given), self.groups))
        wanted = equal.where("kind = 'wanted'")
        reports = self.stage("reports", lambda: self._list(
            self.chain(wanted, steps[cut:], lambda: _cento.BlogTask(*given), self.parts), given
        ))
        self._summarise(equal)
        return self._records(signed, reports)

    def _task_arguments(self, has_reference: bool) -> tuple[Any, ...]:
        references = self.references if has_reference else None
        return json_options(self.job.options), self.begins, references, self.groups, self.memory, ""

    def _steps(self) -> list[Step]:
        return _cento.BlogTask({}, [0, 0], None, 1, 0, "").steps()

    def _list(self, sources: DataFrame, given: tuple[Any, ...]) -> DataFrame:
        files = self.files(_cento.BlogTask(*given).stored_for_reports)

        def work(part: int, kinds: Kinds) -> Iterator[Block]:
            found = _cento.BlogTask(*given).list_reports(part, files(part), arrived(kinds))
            yield from rows_of("reports_of_part", part, found, _REPORTS_IN_BLOCK)

        return run_tasks("list", sources, self.parts, work, 1)

    def _summarise(self, equal: DataFrame) -> None:
        counts = sums(equal)
        for name in ("sentences", "without_fingerprint", "left_out", "left_out_occurrences", "known_sentences",
                     "reported_documents"):
            self.summary[name] = counts.get(name, 0)

    def _records(self, signed: DataFrame, reports: DataFrame) -> FoundReports:
        listed = unpack(reports.where("kind = 'reports_of_part'"), _LISTED)
        names = self.folder.table("names", lambda: names_of(self.documents(signed)))
        report = self.report()
        return FoundReports(_with_names(names, listed), self.rejects(signed), report)


def _with_names(names: DataFrame, listed: DataFrame) -> DataFrame:
    """The reports with the columns of the library's table, and the number of the document."""
    from pyspark.sql import functions as f

    own = names.withColumnsRenamed({"number": "document", "parts": "own_parts"})
    named = listed.select("document", f.posexplode("sources").alias("rank", "one")).select("document", "rank", "one.*")
    there = names.withColumnsRenamed({"number": "source", "parts": "there_parts"})
    named = named.join(there, "source").join(own.select("document", "own_parts"), "document")
    matches = f.transform("matches", lambda one: f.struct(
        *_sentence(one, "", "own_parts"), *_sentence(one, "there_", "there_parts")))
    source = f.struct("rank", f.struct("id", "place", "collisions", matches.alias("matches")).alias("source"))
    sources = named.groupBy("document").agg(f.sort_array(f.collect_list(source)).alias("sources"))
    sources = sources.select("document", f.col("sources.source").alias("sources"))
    return listed.drop("sources").join(sources, "document").join(own, "document").select(
        "id", "place", "sentences", "known", "sources", "sources_unlisted", "document")


def _sentence(one: Column, side: str, parts: str) -> list[Column]:
    from pyspark.sql import functions as f

    part = f.when(f.size(parts) > 0, f.element_at(parts, one[f"{side}part"] + 1))
    return [part.alias(f"{side}part"), *(one[side + name].alias(side + name) for name in _SENTENCE[1:])]

