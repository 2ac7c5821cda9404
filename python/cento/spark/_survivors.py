"""Which documents stay: from similar sets of features to a verdict on each document, with its evidence.

The classes of documents with equal features are decided in the order of preference. A class is removed because of one
that stays and that it was compared with, so the order matters and one task decides; it sees the pairs sorted, and holds
nothing but the numbers of removed documents. Everything else are joins of Spark's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from .. import _cento
from ._blocks import begin_task, numbers, versions

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

_RANKED = ["later", "earlier", "by_reference", "shared", "size_later", "size_earlier"]
_REMOVED = ["document", "kept", "by_reference", "shared", "size", "size_kept"]


def removals(documents: DataFrame, references: int, later: DataFrame, similar: DataFrame | None, words: str) -> DataFrame:
    """A row for each document that is removed, with its own facts and those of the one that stays. `words` is the reason
    for documents that differ, but not in what is compared."""
    from pyspark.sql import functions as f

    ranks = documents.select(f.col("number").alias("document"), _rank(references).alias("rank"))
    members = later.union(later.select("first", "first", "first").distinct())
    best = _best_members(members, ranks)
    decided = None if similar is None else _decide(_ranked_pairs(similar, ranks, best, references))
    verdicts = _verdicts_of_members(members, best, decided, references, words)
    if decided is not None:
        verdicts = verdicts.union(_verdicts_of_best(decided))
    return _with_facts(verdicts, documents)


def _rank(references: int) -> Column:
    """What is preferred comes first: the reference before everything, then by the key, then in the order of the input."""
    from pyspark.sql import functions as f

    return f.struct((f.col("number") >= references).alias("is_input"), f.col("keep_key"), f.col("number"))


def _best_members(members: DataFrame, ranks: DataFrame) -> DataFrame:
    from pyspark.sql import functions as f

    best = members.join(ranks, "document").groupBy("first").agg(f.min("rank").alias("rank"))
    return best.select("first", f.col("rank.number").alias("best"), "rank")


def _ranked_pairs(similar: DataFrame, ranks: DataFrame, best: DataFrame, references: int) -> DataFrame:
    """The pairs in the order in which they are decided, each side named by its best member."""
    from pyspark.sql import functions as f

    pairs = similar
    for side in ("a", "b"):
        own = ranks.select(f.col("document").alias(side), f.col("rank").alias(f"own_{side}"))
        first = best.select(f.col("first").alias(side), f.col("rank").alias(f"best_{side}"))
        pairs = pairs.join(own, side).join(first, side, "left")
        pairs = pairs.withColumn(f"rank_{side}", f.coalesce(f"best_{side}", f"own_{side}"))
    is_b_later = f.col("rank_a") < f.col("rank_b")

    def chosen(if_b_later: str, otherwise: str) -> Column:
        return f.when(is_b_later, f.col(if_b_later)).otherwise(f.col(otherwise))

    ranked = pairs.select(
        chosen("rank_b", "rank_a").alias("rank_later"), chosen("rank_a", "rank_b").alias("rank_earlier"), "shared",
        chosen("size_b", "size_a").alias("size_later"), chosen("size_a", "size_b").alias("size_earlier"),
    ).where("rank_later.is_input")
    ranked = ranked.repartition(1).sortWithinPartitions("rank_later", "rank_earlier")
    return ranked.select(
        f.col("rank_later.number").alias("later"), f.col("rank_earlier.number").alias("earlier"),
        (f.col("rank_earlier.number") < references).cast("long").alias("by_reference"), "shared", "size_later",
        "size_earlier",
    )


def _decide(ranked: DataFrame) -> DataFrame:
    wanted = versions()

    def run(batches: Iterable[Any]) -> Iterator[Any]:
        begin_task(wanted)
        stream = _cento.SurvivorStream()
        for batch in batches:
            yield _removed_rows(stream.add([_bytes_of(batch.column(name)) for name in _RANKED]))
        yield _removed_rows(stream.finish())

    return ranked.mapInArrow(run, ", ".join(f"{name} long" for name in _REMOVED))


def _bytes_of(column: Any) -> Any:
    width = 8
    return column.buffers()[1].slice(column.offset * width, len(column) * width)


def _removed_rows(columns: Iterable[bytes]) -> Any:
    import pyarrow

    arrays = [numbers(column).cast(pyarrow.int64()) for column in columns]
    return pyarrow.RecordBatch.from_arrays(arrays, names=_REMOVED)


def _verdicts_of_best(decided: DataFrame) -> DataFrame:
    from pyspark.sql import functions as f

    reason = f.when(f.col("by_reference") > 0, "reference").otherwise("near-duplicate")
    return decided.select("document", "kept", *_evidence(), reason.alias("reason"))


def _evidence() -> list[Column]:
    from pyspark.sql import functions as f

    union = f.col("size") + f.col("size_kept") - f.col("shared")
    return [
        (f.col("shared") / union).alias("similarity"),
        (f.col("shared") / f.col("size")).alias("contained"),
        (f.col("shared") / f.col("size_kept")).alias("contained_by"),
    ]


def _verdicts_of_members(
    members: DataFrame, best: DataFrame, decided: DataFrame | None, references: int, words: str
) -> DataFrame:
    """Of classes of several documents, all but the best, which share its verdict or are removed because of it."""
    from pyspark.sql import functions as f

    texts = members.select(f.col("document").alias("best"), f.col("first_of_text").alias("text_of_best"))
    others = members.join(best.select("first", "best"), "first").join(texts, "best")
    others = others.where((f.col("document") != f.col("best")) & (f.col("document") >= references))
    same_text = f.col("first_of_text") == f.col("text_of_best")
    of_copy = f.when(f.col("best") < references, "reference").when(same_text, "identical").otherwise(words)
    same = f.lit(1.0)
    if decided is None:
        return others.select("document", f.col("best").alias("kept"), same.alias("similarity"), same.alias("contained"),
                             same.alias("contained_by"), of_copy.alias("reason"))
    verdicts = _verdicts_of_best(decided)
    because = verdicts.select(f.col("document").alias("best"), f.col("kept").alias("because"),
                              *(f.col(name).alias(f"of_{name}") for name in verdicts.columns[2:]))
    joined = others.join(because, "best", "left")
    return joined.select(
        "document", f.coalesce("because", "best").alias("kept"),
        *(f.coalesce(f"of_{name}", same).alias(name) for name in verdicts.columns[2:5]),
        f.coalesce("of_reason", of_copy).alias("reason"),
    )


def _with_facts(verdicts: DataFrame, documents: DataFrame) -> DataFrame:
    from pyspark.sql import functions as f

    own = documents.select(f.col("number").alias("document"), "id", "place", "line", "part", "row_hash")
    kept = documents.select(f.col("number").alias("kept"), f.col("id").alias("duplicate_of"),
                            f.col("place").alias("kept_place"), f.col("line").alias("kept_line"),
                            f.col("part").alias("kept_part"), f.col("row_hash").alias("kept_row_hash"))
    return verdicts.join(own, "document").join(kept, "kept")
