"""From what the tasks of a scan list to records with ids: what Spark's own joins are for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ._listing import with_places

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

_WHERE = ("first_sentence", "end_sentence", "begin", "end")


def names_of(documents: DataFrame) -> DataFrame:
    """Number, id, place (where the id is not unique) and names of parts of all documents."""
    return with_places(documents).select("number", "id", "place", "parts")


def list_passages(names: DataFrame, passages: DataFrame) -> DataFrame:
    """The passages with the columns of the library's tables. `names`: of names_of()."""
    named = _with_names(names, passages)
    columns = [name for side in ("a", "b") for name in _stretch(side)]
    return named.select(*columns, "matched", "similarity", "a", "b")


def list_pairs_of_documents(names: DataFrame, pairs: DataFrame) -> DataFrame:
    """The pairs of documents that share passages, likewise."""
    named = _with_names(names, pairs)
    columns = ("a_id", "a_place", "b_id", "b_place", "similarity", "contained_a", "contained_b", "a", "b")
    return named.select(*columns)


def list_families(names: DataFrame, families: DataFrame, places: DataFrame, begins: Sequence[int]) -> DataFrame:
    """The families, named by their order, with their places in the order of the collection. `begins`: how many are in the
    parts before each."""
    from pyspark.sql import Window
    from pyspark.sql import functions as f

    part = f.shiftright("first", 32)
    first = families.sparkSession.createDataFrame(list(enumerate(begins)) or [(0, 0)], "part long, begin long")
    order = Window.partitionBy("part").orderBy("first", f.desc("sentences"))
    numbered = families.withColumn("part", part).withColumn("rank", f.row_number().over(order))
    numbered = numbered.join(f.broadcast(first), "part")
    of_document = names.withColumnsRenamed({"number": "document", "parts": "names_of_parts"})
    stretch = f.struct("place_of_first", "number", "part_number", "id", "place", "part", *_WHERE)
    listed = (
        places.withColumnRenamed("place", "place_of_first").withColumnRenamed("part", "part_number")
        .join(of_document, "document")
        .withColumn("part", part_name("names_of_parts", "part_number"))
        .withColumn("number", f.col("document"))
        .groupBy("first", "sentences").agg(f.sort_array(f.collect_list(stretch)).alias("sorted"))
    )
    items = f.transform("sorted", lambda one: f.struct(one["id"].alias("id"), one["place"].alias("place"),
                                                       one["part"].alias("part"),
                                                       *(one[name].alias(name) for name in _WHERE)))
    name = f.concat(f.lit("f"), (f.col("begin") + f.col("rank")).cast("string"))
    joined = numbered.join(listed, ["first", "sentences"])
    return joined.select(name.alias("family"), "documents", "sentences", "is_boilerplate", "text", items.alias("places"))


def list_repeats(names: DataFrame, repeats: DataFrame) -> DataFrame:
    """Repeated runs of tokens with the columns of the command's tables, and the numbers of the documents."""
    from pyspark.sql import functions as f

    columns: list[str] = []
    for side in ("", "also_"):
        of_side = {"number": f"{side}document", "id": f"{side}id", "place": f"{side}place", "parts": f"{side}parts"}
        repeats = repeats.join(names.withColumnsRenamed(of_side), f"{side}document")
        repeats = repeats.withColumn(f"{side}part", part_name(f"{side}parts", f"{side}part"))
        columns += [side + name for name in ("id", "place", "part", "first_token", "end_token", "begin", "end")]
    return repeats.select(*columns, f.col("is_first"), "document", "also_document")


def _stretch(side: str) -> list[str]:
    return [f"{side}_{name}" for name in ("id", "place", "part", *_WHERE)]


def part_name(parts: str, number: str) -> Column:
    """The name of a part; null if it is the document's only one."""
    from pyspark.sql import functions as f

    return f.when(f.size(parts) > 0, f.element_at(parts, f.col(number) + 1))


def _with_names(names: DataFrame, rows: DataFrame) -> DataFrame:
    for side in ("a", "b"):
        of_side = {"number": side, "id": f"{side}_id", "place": f"{side}_place", "parts": f"{side}_parts"}
        rows = rows.join(names.withColumnsRenamed(of_side), side)
        if f"{side}_part" in rows.columns:
            rows = rows.withColumn(f"{side}_part", part_name(f"{side}_parts", f"{side}_part"))
    return rows
