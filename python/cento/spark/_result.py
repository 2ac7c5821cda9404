"""What jobs on Spark give back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


class SparkPairs:
    """The pairs of near-duplicates as a data frame, with the columns of the command's tables."""

    def __init__(
        self, pairs: DataFrame, rejects: DataFrame, summary: Mapping[str, Any], resumed: Sequence[str]
    ) -> None:
        self.pairs = pairs
        self.rejects = rejects
        self.summary: dict[str, Any] = dict(summary)
        self.resumed: list[str] = list(resumed)  #: stages that were there from an earlier run

    def __repr__(self) -> str:
        facts = ", ".join(f"{name}={value:,}" for name, value in self.summary.items())
        return f"SparkPairs({facts})"
