"""Paper threads as stages of tasks. A text is a set of features of a field; its first thread names it.

    signed      a task a part         threads → features of each part of them
    texts       a task a group        equal fingerprints → which threads are the same, which have the same texts
    tallied     part, then group      in how many texts each feature is; parts that asked get the answer
    met         part, then group      texts show their heaviest features; pairs that may be similar
    joined      part, then part       pairs of texts are compared; threads that have them
    similar     part, then part       pairs of threads are compared by all their parts: similarities
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import _cento
from .._given import json_options
from ._blocks import Block, Kinds, attempt_of_task, contents, numbers, outgoing, run_tasks
from ._flow import Documents, Flow, counts_of, sums
from ._folder import RunFolder, write_blocks
from ._signing import SigningJob, as_stream, unpack

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_STEPS = ["signed", "texts", "count", "tally", "show", "meet", "send texts", "compare texts", "send threads",
          "compare threads"]
_SIMILAR = "a long, b long, shared long, size_a long, size_b long, parts array<double>"
_SAME = "document long, first long, first_of_text long, parts array<double>"
_TALLIES = ("tallies", "short_tallies")
_ONE = 1 << 30  #: a similarity of 1 among the records of pairs


class FoundThreads(NamedTuple):
    """What was found, as data frames."""

    documents: DataFrame  #: of _signing.facts_schema(), with their numbers and their ids
    later: DataFrame  #: document, first, first_of_text; the similarities of its parts with themselves
    similar: DataFrame  #: a, b, shared, size_a, size_b of first threads; the similarities of their parts
    rejects: DataFrame
    steps: list[dict[str, Any]]
    parts: list[str]  #: the names of the parts


class ThreadsFlow(Flow):
    """The stages of paper threads."""

    def __init__(self, folder: RunFolder, job: SigningJob, groups: int) -> None:
        super().__init__(folder, job, groups)
        self.task: tuple[dict[str, str], list[int], int, list[int]] = ({}, [0, 0], 1, [])

    def steps(self) -> list[str]:
        return _STEPS

    def run(self, documents: Documents) -> FoundThreads:
        signed = self.sign(documents)
        self.task = (json_options(self.job.options), self.begins, self.groups, [])
        texts = self.stage("texts", lambda: self._find_texts(signed))
        self._count_texts(signed, texts)
        known = texts.where("kind in ('later', 'shared')")
        tallied = self.stage("tallied", lambda: self._tally(known))
        met = self.stage("met", lambda: self._meet(known.union(tallied.where(tallied.kind.isin(*_TALLIES)))))
        joined = self.stage("joined", lambda: self._join(texts, met))
        similar = self.stage("similar", lambda: self._compare(texts, joined))
        self._count_pairs(texts, joined, similar)
        return FoundThreads(
            self.documents(signed), unpack(similar.where("kind = 'same'"), _SAME),
            unpack(similar.where("kind = 'similar'"), _SIMILAR), self.rejects(signed), self.report(),
            _cento.ThreadsTask(*self.task).part_labels,
        )

    def _find_texts(self, signed: DataFrame) -> DataFrame:
        given, memory = self.task, self.memory

        def work(group: int, kinds: Kinds) -> Iterator[Block]:
            blocks = kinds.get("texts", [])
            parts = [block.part for block in blocks]
            found = _cento.ThreadsTask(*given).find_texts(parts, [block.bytes for block in blocks], memory, "")
            for kind in ("later", "shared", "members", "pairs"):
                yield from outgoing(kind, group, found.pop(kind))
            counts = {f"texts_{field}": count for field, count in enumerate(found.pop("texts"))}
            yield counts_of(group, {**counts, **found})

        return run_tasks("texts", signed.where("kind = 'texts'"), self.groups, work, self.parts)

    def _count_texts(self, signed: DataFrame, texts: DataFrame) -> None:
        counts = sums(texts)
        names = sorted((name for name in counts if name.startswith("texts_")), key=lambda name: int(name[6:]))
        self.task = (*self.task[:3], [counts[name] for name in names])
        self.summary["identical_threads"] = counts["identical"]
        self.summary["without_features"] = sums(signed).get("without_features", 0)

    def _tally(self, known: DataFrame) -> DataFrame:
        given, memory, state = self.task, self.memory, self._state()

        def count(part: int, kinds: Kinds) -> Iterator[Block]:
            for kind, blocks in _cento.ThreadsTask(*given).count(part, state(part, kinds)).items():
                yield from outgoing(kind, part, blocks)

        def tally(group: int, kinds: Kinds) -> Iterator[Block]:
            task = _cento.ThreadsTask(*given)
            for kind, counted in (("tallies", "counted"), ("short_tallies", "short_counted")):
                blocks = kinds.get(counted, [])
                parts, contents_of = [block.part for block in blocks], [block.bytes for block in blocks]
                yield from outgoing(kind, group, task.tally(parts, contents_of, kind == "short_tallies", memory, ""))

        counted = run_tasks("count", known, self.parts, count, self.groups)
        return run_tasks("tally", counted, self.groups, tally, self.parts)

    def _meet(self, known: DataFrame) -> DataFrame:
        given, memory, state, folder = self.task, self.memory, self._state(), self.folder.path

        def show(part: int, kinds: Kinds) -> Iterator[Block]:
            own = state(part, kinds)
            for kind in _TALLIES:
                own[kind] = contents(kinds, kind)
                # Later tasks of the part need them, too.
                write_blocks(folder, kind, part, attempt_of_task(), [bytes(block) for block in own[kind]])
            yield from outgoing("shown", part, _cento.ThreadsTask(*given).show(part, own))

        def meet(group: int, kinds: Kinds) -> Iterator[Block]:
            yield from outgoing("met", group, _cento.ThreadsTask(*given).meet(contents(kinds, "shown"), memory, ""))

        shown = run_tasks("show", known, self.parts, show, self.groups)
        return run_tasks("meet", shown, self.groups, meet, self.parts)

    def _join(self, texts: DataFrame, met: DataFrame) -> DataFrame:
        given, state = self.task, self._state(*_TALLIES)
        known = texts.where("kind in ('later', 'shared', 'members')")

        def send(part: int, kinds: Kinds) -> Iterator[Block]:
            sent = _cento.ThreadsTask(*given).send_texts(part, state(part, kinds), contents(kinds, "met"))
            for kind, blocks in sent.items():
                yield from outgoing(kind, part, blocks)

        def compare(part: int, kinds: Kinds) -> Iterator[Block]:
            pairs, sent = contents(kinds, "text_pairs"), contents(kinds, "text_sets")
            found = _cento.ThreadsTask(*given).compare_texts(part, state(part, kinds), pairs, sent)
            yield from outgoing("pairs", part, found.pop("pairs"))
            yield counts_of(part, found)

        sent = run_tasks("send texts", known.union(met.where("kind = 'met'")), self.parts, send, self.parts)
        return run_tasks("compare texts", sent.union(known), self.parts, compare, self.parts)

    def _compare(self, texts: DataFrame, joined: DataFrame) -> DataFrame:
        given, state = self.task, self._state(*_TALLIES)
        pairs = texts.where("kind = 'pairs'").union(joined.where("kind = 'pairs'"))

        def send(part: int, kinds: Kinds) -> Iterator[Block]:
            sent = _cento.ThreadsTask(*given).send_threads(part, state(part, kinds), contents(kinds, "pairs"))
            for kind in ("thread_pairs", "thread_sets"):
                yield from outgoing(kind, part, sent.pop(kind))
            yield counts_of(part, sent)

        def compare(part: int, kinds: Kinds) -> Iterator[Block]:
            task = _cento.ThreadsTask(*given)
            wanted, sent = contents(kinds, "thread_pairs"), contents(kinds, "thread_sets")
            similar, same = task.compare_threads(part, state(part, kinds), wanted, sent)
            yield Block("similar", part, 0, 0, _similar_table(similar, len(task.part_labels)))
            yield Block("same", part, 0, 0, _same_table(same, len(task.part_labels)))
            yield from (block._replace(to=0) for block in kinds.get("counts", []))
            yield counts_of(part, {"similar": len(similar[0]) // 4})

        later = texts.where("kind = 'later'")
        sent = run_tasks("send threads", pairs, self.parts, send, self.parts)
        return run_tasks("compare threads", sent.union(later), self.parts, compare, 1)

    def _state(self, *stored: str) -> Callable[[int, Kinds], dict[str, Sequence[Any]]]:
        """For tasks: what is known of the threads of a part."""
        readers = {name: self.stored(name) for name in ("threads", *stored)}

        def state(part: int, kinds: Kinds) -> dict[str, Sequence[Any]]:
            known: dict[str, Sequence[Any]] = {name: read(part) for name, read in readers.items()}
            for kind in ("later", "shared", "members"):
                known[kind] = contents(kinds, kind)
            return known

        return state

    def _count_pairs(self, texts: DataFrame, joined: DataFrame, similar: DataFrame) -> None:
        of_texts, of_joined, of_similar = sums(texts), sums(joined), sums(similar)
        self.summary["scored_pairs"] = of_similar["scored"]
        self.summary["verified_pairs"] = of_similar["similar"]
        self.summary["capped_pairs"] = of_texts["capped_pairs"] + of_joined["capped_pairs"]


def _lists_of_parts(content: bytes, parts: int) -> Any:
    """A list of similarities for each pair, with null for what is missing."""
    import pyarrow
    import pyarrow.compute

    compute: Any = pyarrow.compute
    values = pyarrow.Array.from_buffers(pyarrow.float64(), len(content) // 8, [None, pyarrow.py_buffer(content)])
    known = compute.if_else(compute.is_nan(values), None, values)
    return pyarrow.ListArray.from_arrays(pyarrow.array(range(0, len(values) + 1, parts), pyarrow.int32()), known)


def _similar_table(columns: Sequence[bytes], parts: int) -> bytes:
    import pyarrow

    a, b, shared = (numbers(column).cast(pyarrow.int64()) for column in columns[:3])
    ones = pyarrow.array([_ONE] * len(a), pyarrow.int64())
    return as_stream(pyarrow.table({"a": a, "b": b, "shared": shared, "size_a": ones, "size_b": shared,
                                    "parts": _lists_of_parts(columns[3], parts)}))


def _same_table(columns: Sequence[bytes], parts: int) -> bytes:
    import pyarrow

    first, document = (numbers(column).cast(pyarrow.int64()) for column in columns[:2])
    return as_stream(pyarrow.table({"document": document, "first": first, "first_of_text": first,
                                    "parts": _lists_of_parts(columns[3], parts)}))


def count_listed(later: DataFrame, similar: DataFrame, pairs_up_to: int) -> Mapping[str, int]:
    """How many pairs list_pairs() gives, and how many it leaves out, as the command counts them."""
    from pyspark.sql import functions as f

    sizes = later.groupBy("first").agg((f.count("*") + 1).alias("size")).cache()
    most = f.lit(pairs_up_to)
    pairs = f.expr("size * (size - 1) div 2")
    listed_pairs = f.when(f.col("size") <= most, pairs).otherwise(f.col("size") - 1)
    within = sizes.select(f.sum(pairs).alias("all"), f.sum(listed_pairs).alias("listed")).first()
    sided = similar.select("a", "b")
    for side in ("a", "b"):
        of_side = sizes.select(f.col("first").alias(side), f.col("size").alias(f"size_{side}"))
        sided = sided.join(of_side, side, "left").fillna(1, [f"size_{side}"])
    every = f.col("size_a") * f.col("size_b")
    is_listed = (f.col("size_a") <= most) & (f.col("size_b") <= most)
    listed_pairs = f.when(is_listed, every).otherwise(1)
    between = sided.select(f.sum(every).alias("all"), f.sum(listed_pairs).alias("listed")).first()
    sizes.unpersist()
    assert within is not None and between is not None
    listed = (within.listed or 0) + (between.listed or 0)
    return {"pairs": listed, "pairs_left_out": (within.all or 0) + (between.all or 0) - listed}


def members_of_clusters(removals: DataFrame) -> DataFrame:
    """A row for each thread in a cluster of several, with the columns of the command's table."""
    from pyspark.sql import functions as f

    named = removals.select("id", "place", "line", f.col("duplicate_of").alias("cluster"),
                            f.col("kept_place").alias("cluster_place"), f.col("kept_line").alias("cluster_line"),
                            f.lit(False).alias("is_kept"), "similarity")
    names = ("cluster", "cluster_place", "cluster_line")
    kept = removals.groupBy("kept").agg(
        *(f.first(own).alias(name) for own, name in zip(("duplicate_of", "kept_place", "kept_line"), names))
    )
    own = [f.col(name).alias(as_member) for name, as_member in zip(names, ("id", "place", "line"))]
    return named.union(kept.select(*own, *names, f.lit(True).alias("is_kept"), f.lit(1.0).alias("similarity")))
