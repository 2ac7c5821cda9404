"""What jobs on Spark give back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .. import _cento
from ._addresses import Piece
from ._faults import in_sentences
from ._folder import write_json
from ._listing import list_pairs, with_places
from ._rows import Choice, are_tables, chosen_rows, chosen_rows_of_tables, write_verdicts
from ._survivors import removals
from ._threads import count_listed, members_of_clusters

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from ._blog import FoundReports
    from ._join import Joined, JoinFlow
    from ._reuse import FoundReuse
    from ._scan import ScanFound
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
