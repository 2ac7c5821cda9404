"""What jobs return."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from . import _cento, _records
from ._records import Cluster, Cut, Family, ForumPair, Pair, Passage, Records, Reject, Removal
from ._row_choice import choose_rows
from ._sources import Documents


class Summary(Mapping[str, int]):
    """The counts of a job, as attributes and as a mapping."""

    def __init__(self, counts: Mapping[str, int]) -> None:
        self._counts = dict(counts)

    def __getattr__(self, name: str) -> int:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self.__dict__["_counts"][name]  # type: ignore[no-any-return]
        except KeyError:
            raise AttributeError(f"there is no count {name!r}; counts: {', '.join(self.__dict__['_counts'])}") from None

    def __getitem__(self, name: str) -> int:
        return self._counts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._counts)

    def __len__(self) -> int:
        return len(self._counts)

    def __repr__(self) -> str:
        return f"Summary({', '.join(f'{name}={count:,}' for name, count in self._counts.items() if count)})"


class JobResult:
    """What every job returns besides its records."""

    def __init__(self, result: Mapping[str, Any]) -> None:
        self.summary: Summary = Summary(result["summary"])
        #: Records and files that could not be used.
        self.rejects: Records[Reject] = Records(result["rejects"], _records.REJECT)
        #: Remarks about the input, a sentence each.
        self.remarks: list[str] = list(result["remarks"])

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.summary!r}>"


class ScanResult(JobResult):
    """The passages that documents share, the pairs of documents that share them, and families of passages."""

    def __init__(self, result: Mapping[str, Any], documents: Sequence[Documents]) -> None:
        super().__init__(result)
        self.passages: Records[Passage] = Records(result["passages"], _records.PASSAGE, documents)
        self.documents: Records[Pair] = Records(result["documents"], _records.PAIR)
        self.families: Records[Family] = Records(result["families"], _records.FAMILY, documents)


class PairsResult(JobResult):
    """All pairs of near-duplicate documents, and the members of clusters."""

    def __init__(self, result: Mapping[str, Any]) -> None:
        super().__init__(result)
        self.pairs: Records[Pair] = Records(result["pairs"], _records.PAIR)
        self.clusters: Records[Cluster] = Records(result["clusters"], _records.CLUSTER)


class ThreadsResult(JobResult):
    """The pairs of threads that ask the same, and the members of clusters."""

    def __init__(self, result: Mapping[str, Any]) -> None:
        super().__init__(result)
        self.pairs: Records[ForumPair] = Records(result["pairs"], _records.FORUM_PAIR)
        self.clusters: Records[Cluster] = Records(result["clusters"], _records.CLUSTER)


class DedupResult(JobResult):
    """What to remove so that nothing repeats, and the user's own rows without it."""

    def __init__(self, result: Mapping[str, Any], documents: Documents, reference: Documents | None) -> None:
        super().__init__(result)
        self._result = dict(result)
        self._documents = documents
        self._reference = reference
        #: The documents that are removed, each with the one that stays.
        self.removals: Records[Removal] = Records(result["removals"], _records.REMOVAL)
        #: At the levels of passages and sentences: the stretches to cut out.
        self.cuts: Records[Cut] = Records(
            result["cuts"], _records.CUT, [documents, *([] if reference is None else [reference])]
        )
        self.threshold: float = result["threshold"]

    def rethreshold(self, threshold: float) -> DedupResult:
        """The result for a higher threshold. Nothing is compared again.

        >>> import cento
        >>> texts = ["a b c d e f g h", "a b c d e f g x", "a b c d e f g h"]
        >>> result = cento.dedup(texts, threshold=0.5)
        >>> result.summary.removed, result.rethreshold(0.9).summary.removed
        (2, 1)
        """
        duplicates: _cento.Duplicates | None = self._result.get("duplicates")
        if duplicates is None:
            raise _cento.UsageError("only the level of documents has a threshold")
        chosen = {**self._result, **duplicates.choose(threshold)}
        return DedupResult(chosen, self._documents, self._reference)

    @cached_property
    def _removed_rows(self) -> dict[int, tuple[str, int, float, str]]:
        """Of each removed row, by its number: the id and the row of what stays, the similarity, and the reason."""
        lines = self.removals.values("line", "duplicate_of", "kept_line", "similarity", "reason")
        return {line - 1: (kept, kept_line - 1, similarity, reason) for line, kept, kept_line, similarity, reason in lines}

    @property
    def clean(self) -> Any:
        """The rows that stay, as a table of the kind that was passed in; of an iterable, a list of its items.

        >>> import cento
        >>> cento.dedup(["one two three", "one two three", "four five six"]).clean
        ['one two three', 'four five six']
        """
        self._require_documents()
        return choose_rows(self._documents, [row for row in range(self._row_count) if row not in self._removed_rows])

    @property
    def removed(self) -> Any:
        """The rows that are removed, with columns cluster, duplicate_of, similarity and reason."""
        self._require_documents()
        return self._with_columns(sorted(self._removed_rows))

    @property
    def annotated(self) -> Any:
        """All rows, with columns cluster, duplicate_of, similarity and reason; null for rows that are in no cluster."""
        self._require_documents()
        return self._with_columns(range(self._row_count))

    def _require_documents(self) -> None:
        if len(self.cuts) > 0:
            raise _cento.UsageError("rows are removed at the level of documents only; cuts has what to cut out of texts")

    @cached_property
    def _row_count(self) -> int:
        try:
            return len(self._documents.given)
        except TypeError:  # of rows that only a stream gives, each is a document or was rejected
            return self.summary.documents + self.summary.rejected_records

    def _with_columns(self, rows: Any) -> Any:
        # The rows that stay and their ids; those of a reference are not rows of this table.
        clusters = {row: kept for kept, row, _, reason in self._removed_rows.values() if reason != "reference"}
        removals = [self._removed_rows.get(row) for row in rows]
        columns: dict[str, Sequence[Any]] = {
            "cluster": [clusters.get(row) if removal is None else removal[0] for row, removal in zip(rows, removals)],
            "duplicate_of": [None if removal is None else removal[0] for removal in removals],
            "similarity": [None if removal is None else removal[2] for removal in removals],
            "reason": [None if removal is None else removal[3] for removal in removals],
        }
        return choose_rows(self._documents, rows, columns)
