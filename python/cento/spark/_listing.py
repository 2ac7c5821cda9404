"""From similar sets of features to pairs of documents, with their names: what Spark's own joins are for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame


def numbered(documents: DataFrame, begins: Sequence[int], references: int) -> DataFrame:
    """Documents with their numbers, and with ids: where the input has none, they are counted in their collection."""
    from pyspark.sql import functions as f

    parts = documents.sparkSession.createDataFrame(list(enumerate(begins)), "part int, begin long")
    number = f.col("begin") + f.col("row")
    count = number - f.when(number < references, 0).otherwise(references) + 1
    facts = [name for name in documents.columns if name not in ("part", "row", "id")]
    return documents.join(f.broadcast(parts), "part").select(
        number.alias("number"), f.coalesce("id", count.cast("string")).alias("id"), "part", *facts
    )


def list_pairs(
    documents: DataFrame, later: DataFrame, similar: DataFrame | None, pairs_up_to: int, carried: Sequence[str] = ()
) -> DataFrame:
    """All pairs of documents that similar sets imply, as the command lists them: of more than `pairs_up_to` documents
    with equal sets only the pairs with the first, which alone represents them in further pairs. `carried`: columns of
    `later` and `similar` that pairs have, too."""
    from pyspark.sql import functions as f

    named = with_places(documents)
    later = later.select("document", "first", *carried)
    sizes = later.groupBy("first").agg((f.count("*") + 1).alias("size"))
    sized = later.join(sizes, "first")
    others = sized.where(f.col("size") <= pairs_up_to)
    firsts = others.select("first", f.col("first").alias("document")).distinct()
    pairs = _pairs_in_classes(sized, others, firsts, pairs_up_to, carried)
    if similar is not None:
        members = others.select("first", "document").union(firsts)
        pairs = pairs.union(_pairs_between(similar, sizes, members, pairs_up_to, carried))
    return _with_names(pairs, named, carried)


def with_places(documents: DataFrame) -> DataFrame:
    """Documents with their places where the id is not unique, and with null where it is."""
    from pyspark.sql import functions as f

    repeated = documents.groupBy("id").count().where("count > 1").select("id", f.lit(True).alias("is_repeated"))
    place = f.when(f.col("is_repeated"), f.col("place")).alias("place")
    others = [name for name in documents.columns if name not in ("id", "place")]
    return documents.join(repeated, "id", "left").select("id", place, *others)


def _pairs_in_classes(
    sized: DataFrame, others: DataFrame, firsts: DataFrame, pairs_up_to: int, carried: Sequence[str]
) -> DataFrame:
    from pyspark.sql import functions as f

    later, members = others.alias("later"), others.select("first", "document").union(firsts).alias("earlier")
    listed = later.join(members, (f.col("later.first") == f.col("earlier.first")) &
                        (f.col("earlier.document") < f.col("later.document")))
    listed = listed.select(f.col("earlier.document").alias("a"), f.col("later.document").alias("b"),
                           *(f.col(f"later.{name}").alias(name) for name in carried))
    with_first = sized.where(f.col("size") > pairs_up_to).select(f.col("first").alias("a"), f.col("document").alias("b"),
                                                                 *carried)
    same = f.lit(1.0)
    return listed.union(with_first).select("a", "b", same.alias("similarity"), same.alias("contained_a"),
                                           same.alias("contained_b"), *carried)


def _pairs_between(
    similar: DataFrame, sizes: DataFrame, members: DataFrame, pairs_up_to: int, carried: Sequence[str]
) -> DataFrame:
    from pyspark.sql import functions as f

    sides = similar
    for side in ("a", "b"):
        size = sizes.select(f.col("first").alias(side), f.col("size").alias(f"class_{side}"))
        sides = sides.join(size, side, "left")
    is_listed = [f.coalesce(f.col(f"class_{side}"), f.lit(1)) <= pairs_up_to for side in ("a", "b")]
    sides = sides.withColumn("both", is_listed[0] & is_listed[1])
    for side in ("a", "b"):
        member = members.select(f.col("first").alias(f"first_{side}"), f.col("document").alias(f"document_{side}"))
        sides = sides.join(member, f.col("both") & (f.col(side) == f.col(f"first_{side}")), "left")
        sides = sides.withColumn(f"document_{side}", f.coalesce(f"document_{side}", side))
    similarity = f.col("shared") / (f.col("size_a") + f.col("size_b") - f.col("shared"))
    is_turned = f.col("document_a") > f.col("document_b")

    def turned(of_a: str, of_b: str) -> tuple[Column, Column]:
        return (f.when(is_turned, f.col(of_b)).otherwise(f.col(of_a)),
                f.when(is_turned, f.col(of_a)).otherwise(f.col(of_b)))

    sides = sides.withColumn("in_a", f.col("shared") / f.col("size_a")).withColumn(
        "in_b", f.col("shared") / f.col("size_b"))
    a, b = turned("document_a", "document_b")
    contained_a, contained_b = turned("in_a", "in_b")
    return sides.select(a.alias("a"), b.alias("b"), similarity.alias("similarity"), contained_a.alias("contained_a"),
                        contained_b.alias("contained_b"), *carried)


def _with_names(pairs: DataFrame, named: DataFrame, carried: Sequence[str]) -> DataFrame:
    from pyspark.sql import functions as f

    for side in ("a", "b"):
        names = named.select(f.col("number").alias(side), f.col("id").alias(f"{side}_id"),
                             f.col("place").alias(f"{side}_place"))
        pairs = pairs.join(names, side)
    return pairs.select("a_id", "a_place", "b_id", "b_place", "similarity", "contained_a", "contained_b", *carried,
                        "a", "b")
