"""A Spark of two threads, and documents among which there are near-duplicates of every kind."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cento
import pyarrow
import pytest

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

pytest.importorskip("pyspark")

Row = tuple[str, str]


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    folder = tmp_path_factory.mktemp("spark")
    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.local.dir", str(folder))
        .config("spark.sql.warehouse.dir", str(folder / "warehouse"))
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


def some_documents(seed: int, count: int) -> list[Row]:
    """Texts that repeat others, whole or with a few words changed; a template in most; some empty ones; an id twice."""
    words = random.Random(seed)
    vocabulary = [f"w{number}" for number in range(400)]
    template = " ".join(words.choices(vocabulary, k=25))
    documents: list[Row] = []
    for number in range(count):
        kind = words.random()
        if documents and kind < 0.15:
            text = words.choice(documents)[1]
        elif documents and kind < 0.55:
            changed = words.choice(documents)[1].split()
            for _ in range(words.randrange(4)):
                changed[words.randrange(len(changed)) if changed else 0 : 1] = [words.choice(vocabulary)]
            text = " ".join(changed)
        elif kind < 0.6:
            text = ""
        else:
            text = " ".join([*words.choices(vocabulary, k=words.randrange(5, 80)), template])
        documents.append((f"d{number}", text))
    documents[-1] = ("d0", documents[-1][1])
    return documents


def frame_of(spark: SparkSession, documents: list[Row], partitions: int) -> DataFrame:
    rows = spark.sparkContext.parallelize(documents, partitions)
    return spark.createDataFrame(rows, "id string, text string")


def rows_of_command(documents: Any, **options: Any) -> list[tuple[Any, ...]]:
    """The pairs that the engine finds on one machine, without the places, which differ."""
    table = pyarrow.table(cento.pairs(documents, **options).pairs)
    return [tuple(row.values()) for row in table.drop_columns(["a_place", "b_place"]).to_pylist()]


def rows_of_spark(pairs: DataFrame) -> list[tuple[Any, ...]]:
    ordered = pairs.orderBy("a", "b").drop("a", "b", "a_place", "b_place")
    return [tuple(row) for row in ordered.collect()]


@pytest.fixture
def work(tmp_path: Path) -> str:
    return str(tmp_path / "run")
