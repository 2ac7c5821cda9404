"""Cento's jobs on Apache Spark: the same kernels, with Spark's scheduling, shuffles, retries and storage round them.

A function takes a data frame of documents, or files, and gives data frames of records. Documents are in the order of the
data frame, and the records are those of the command for the same documents, whatever the number of partitions and
executors.
"""

from __future__ import annotations

from ._jobs import blog, dedup, pairs, reuse, scan, substring, threads
from ._result import (
    SparkBlog,
    SparkCuts,
    SparkDedup,
    SparkPairs,
    SparkReuse,
    SparkScan,
    SparkSubstring,
    SparkThreads,
)
from ._stage_watch import StageProgress

__all__ = [
    "SparkBlog", "SparkCuts", "SparkDedup", "SparkPairs", "SparkReuse", "SparkScan", "SparkSubstring", "SparkThreads",
    "StageProgress", "blog", "dedup", "pairs", "reuse", "scan", "substring", "threads",
]
