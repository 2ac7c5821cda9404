"""What jobs on Spark give back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .. import _cento
from .._sources import Files
from ._addresses import Piece
from ._cuts import CUT_COLUMNS
from ._faults import in_sentences
from ._folder import write_json
from ._listing import list_pairs, with_places
from ._row_cuts import cut_rows, cut_rows_of_tables
from ._rows import Choice, are_tables, chosen_rows, chosen_rows_of_tables, write_for_parts, write_verdicts
from ._survivors import removals
from ._threads import count_listed, members_of_clusters

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from ._blog import FoundReports
    from ._cuts import CutsFlow, CutsFound
    from ._flow import Documents
    from ._join import Joined, JoinFlow
    from ._reuse import FoundReuse
    from ._scan import ScanFound
    from ._substring import RepeatsFound
    from ._threads import FoundThreads, ThreadsFlow


class SparkResult:
    """What every job gives back besides its records."""

    def __init__(
        self, rejects: DataFrame, summary: Mapping[str, Any], steps: Sequence[Mapping[str, Any]], resumed: Sequence[str]
    ) -> None:
        self.rejects: DataFrame = rejects  #: what could not be read, with its place and the reason
        self.summary: dict[str, Any] = dict(summary)
        self.steps: list[dict[str, Any]] = [dict(step) for step in steps]  #: tasks, bytes and skew of each step
        self.resumed: list[str] = list(resumed)  #: stages that were there from an earlier run

    def note(self, path: str) -> None:
        """Writes the summary, with the steps, as a file of JSON."""
        write_json(path, {**self.summary, "resumed": self.resumed, "steps": self.steps})

    def __repr__(self) -> str:
        facts = ", ".join(f"{name}={value:,}" for name, value in self.summary.items())
        return f"{type(self).__name__}({facts})"


class SparkPairs(SparkResult):
    """The pairs of near-duplicates as a data frame, with the columns of the command's tables."""

    def __init__(
        self,
        pairs: DataFrame,
        rejects: DataFrame,
        summary: Mapping[str, Any],
        steps: Sequence[Mapping[str, Any]],
        resumed: Sequence[str],
    ) -> None:
        super().__init__(rejects, summary, steps, resumed)
        self.pairs: DataFrame = pairs


class SparkScan(SparkResult):
    """Passages, the pairs of documents that share them, and families, with the columns of the command's tables."""

    def __init__(self, found: ScanFound, summary: Mapping[str, Any], resumed: Sequence[str]) -> None:
        super().__init__(found.rejects, summary, found.steps, resumed)
        self.passages: DataFrame = found.passages
        self.documents: DataFrame = found.documents
        self.families: DataFrame = found.families


class SparkSubstring(SparkResult):
    """Repeated runs of tokens as a data frame, with the columns of the command's tables."""

    def __init__(self, found: RepeatsFound, summary: Mapping[str, Any], resumed: Sequence[str]) -> None:
        super().__init__(found.rejects, summary, found.steps, resumed)
        #: A row for each maximal range of tokens that occur elsewhere, and one other place of it.
        self.repeats: DataFrame = found.repeats


class SparkBlog(SparkResult):
    """The documents put together from others as a data frame, with the columns of the command's table."""

    def __init__(self, found: FoundReports, summary: Mapping[str, Any], resumed: Sequence[str]) -> None:
        super().__init__(found.rejects, summary, found.steps, resumed)
        self.reports: DataFrame = found.reports


class SparkReuse(SparkResult):
    """The reused sentences as a data frame."""

    def __init__(self, found: FoundReuse, summary: Mapping[str, Any], resumed: Sequence[str]) -> None:
        super().__init__(found.rejects, summary, found.steps, resumed)
        self.reused: DataFrame = found.reused


class SparkThreads(SparkResult):
    """The pairs and clusters of threads that ask the same as data frames, with the columns of the command's tables."""

    def __init__(self, found: FoundThreads, flow: ThreadsFlow) -> None:
        super().__init__(found.rejects, flow.summary, found.steps, flow.folder.resumed)
        up_to = flow.option("pairs_up_to")
        #: A row for each pair; `parts` has the similarity of each part, null where one of the threads lacks it.
        self.pairs: DataFrame = _with_part_names(
            list_pairs(found.documents, found.later, found.similar, up_to, ["parts"]), found.parts
        )
        removed = flow.folder.table("removals", lambda: removals(
            with_places(found.documents), 0, found.later.drop("parts"), found.similar, "identical"
        ))
        #: A row for each thread in a cluster of several.
        self.clusters: DataFrame = members_of_clusters(removed)
        self.summary.update(count_listed(found.later, found.similar, up_to))
        self.summary["clusters"] = removed.select("kept").distinct().count()


def _with_part_names(pairs: DataFrame, parts: Sequence[str]) -> DataFrame:
    from pyspark.sql import functions as f

    named = [f.struct(f.lit(part).alias("part"), f.col("parts")[number].alias("similarity"))
             for number, part in enumerate(parts)]
    return pairs.withColumn("parts", f.array(*named)).drop("contained_a", "contained_b")


class SparkDedup(SparkResult):
    """Which documents are removed, and the rows of the data frame without them."""

    def __init__(
        self, found: Joined, flow: JoinFlow, rows: DataFrame | list[list[Piece]], threshold: float | None = None
    ) -> None:
        self.threshold: float = flow.option("threshold") if threshold is None else threshold
        self._found, self._flow, self._rows = found, flow, rows
        self._name = f"removals_{self.threshold}"
        self._all = flow.folder.table(self._name, self._choose)
        super().__init__(found.rejects, flow.summary, found.steps, flow.folder.resumed)
        self._count()
        #: A row for each removed document, with the columns of the command's table.
        self.removals: DataFrame = self._all.select(*_REMOVAL_COLUMNS)

    @property
    def cuts(self) -> DataFrame:
        """At the levels of passages and sentences: a row for each stretch that is cut, with the columns of the command's
        table."""
        return self.removals.sparkSession.createDataFrame([], CUT_COLUMNS)

    def rethreshold(self, threshold: float) -> SparkDedup:
        """The result for a higher threshold. Nothing is compared again."""
        least = self._flow.option("threshold")
        if not least <= threshold <= 1:
            raise _cento.UsageError(
                f"threshold must be from {least}, for which the pairs were found, to 1, not {threshold}"
            )
        with in_sentences(self._flow.folder.path):
            return SparkDedup(self._found, self._flow, self._rows, threshold)

    @property
    def has_rows(self) -> bool:
        """Whether rows can be chosen: those of data frames and Parquet files."""
        return not isinstance(self._rows, list) or are_tables(self._rows)

    @property
    def clean(self) -> DataFrame:
        """The rows that stay."""
        return self._chosen(Choice(kept=True, removed=False, with_columns=False))

    @property
    def removed(self) -> DataFrame:
        """The rows that are removed, with columns cluster, duplicate_of, similarity and reason."""
        return self._chosen(Choice(kept=False, removed=True, with_columns=True))

    @property
    def annotated(self) -> DataFrame:
        """All rows, with these columns; null for rows that are in no cluster."""
        return self._chosen(Choice(kept=True, removed=True, with_columns=True))

    def _choose(self) -> DataFrame:
        flow, similar = self._flow, self._found.similar
        documents, later = self._found.documents.cache(), self._found.later.cache()
        if similar is not None:
            similarity = "shared / (size_a + size_b - shared)"
            similar = similar.where(f"{similarity} >= {self.threshold!r}")
        words = _cento.reason_of_same_features(flow.option("method"), flow.option("features"))
        return removals(documents, flow.references, later, similar, words)

    def _count(self) -> None:
        from pyspark.sql import functions as f

        counts = self._all.select(f.count("*").alias("removed"), f.count_distinct(f.col("kept")).alias("clusters")).first()
        assert counts is not None
        self.summary["kept"] = self.summary["documents"] - counts.removed
        self.summary["removed"], self.summary["clusters"] = counts.removed, counts.clusters
        self._found.documents.unpersist()
        self._found.later.unpersist()

    def _chosen(self, choice: Choice) -> DataFrame:
        folder, name = self._flow.folder, f"verdicts_{self.threshold}"
        counts = self._flow.rows
        if not folder.is_done(name):
            first_part = self._flow.parts - len(counts)
            with in_sentences(folder.path):
                write_verdicts(self._all, first_part, len(counts), folder.path, name)
                folder.end(name)
        if isinstance(self._rows, list):
            return chosen_rows_of_tables(self.removals.sparkSession, self._rows, choice, folder.path, name)
        return chosen_rows(self._rows, choice, folder.path, name, counts)


_REMOVAL_COLUMNS = ("id", "place", "line", "duplicate_of", "kept_place", "kept_line", "similarity", "contained",
                    "contained_by", "reason")


class SparkCuts(SparkDedup):
    """What is cut out of texts, and the rows of the data frame with shorter texts."""

    def __init__(
        self, found: CutsFound, flow: CutsFlow, inputs: Documents, rows: DataFrame | list[list[Piece]]
    ) -> None:
        summary = {**flow.summary, "kept": flow.summary["documents"]}
        SparkResult.__init__(self, found.rejects, summary, found.steps, flow.folder.resumed)
        self._cuts_found, self._cuts_flow, self._inputs, self._rows = found, flow, inputs, rows
        self.removals: DataFrame = found.cuts.sparkSession.createDataFrame([], _REMOVAL_SCHEMA)

    @property
    def cuts(self) -> DataFrame:
        """A row for each stretch that is cut: the columns of the command's table, and the numbers of both documents."""
        return self._cuts_found.cuts

    @property
    def clean(self) -> DataFrame:
        """All rows, without what is cut out of their texts. A row stays also if nothing is left of them."""
        flow, name, counts = self._cuts_flow, "cuts_of_rows", self._cuts_flow.rows
        folder, inputs = flow.folder, self._inputs
        if not folder.is_done(name):
            with in_sentences(folder.path):
                write_for_parts(self._cuts_found.of_rows, flow.parts - len(counts), len(counts), folder.path, name)
                folder.end(name)
        if isinstance(self._rows, list):
            assert inputs.files is not None
            spark = self.removals.sparkSession
            return cut_rows_of_tables(spark, self._rows, inputs.files, inputs.text, folder.path, name)
        return cut_rows(self._rows, inputs.text, folder.path, name, counts)

    @property
    def removed(self) -> DataFrame:
        raise _cento.UsageError(_ONLY_CUTS)

    @property
    def annotated(self) -> DataFrame:
        raise _cento.UsageError(_ONLY_CUTS)

    def rethreshold(self, threshold: float) -> SparkDedup:
        raise _cento.UsageError("only the level of documents has a threshold")


_ONLY_CUTS = "rows are removed at the level of documents only; cuts has what is cut out of texts"
_REMOVAL_SCHEMA = (
    "id string, place string, line long, duplicate_of string, kept_place string, kept_line long, similarity double, "
    "contained double, contained_by double, reason string"
)
