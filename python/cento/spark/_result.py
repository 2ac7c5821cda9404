"""What jobs on Spark give back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ._folder import write_json

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


class SparkPairs:
    """The pairs of near-duplicates as a data frame, with the columns of the command's tables."""

    def __init__(
        self,
        pairs: DataFrame,
        rejects: DataFrame,
        summary: Mapping[str, Any],
        steps: Sequence[Mapping[str, Any]],
        resumed: Sequence[str],
    ) -> None:
        self.pairs = pairs
        self.rejects = rejects  #: what could not be read, with its place and the reason
        self.summary: dict[str, Any] = dict(summary)
        self.steps: list[dict[str, Any]] = [dict(step) for step in steps]  #: tasks, bytes and skew of each step
        self.resumed: list[str] = list(resumed)  #: stages that were there from an earlier run

    def note(self, path: str) -> None:
        """Writes the summary, with the steps, as a file of JSON."""
        write_json(path, {**self.summary, "resumed": self.resumed, "steps": self.steps})

    def __repr__(self) -> str:
        facts = ", ".join(f"{name}={value:,}" for name, value in self.summary.items())
        return f"SparkPairs({facts})"
