"""What each step of each job costs, for each byte of text: the one table that plans are made of.

The numbers come from `bench/spark.py --input en.jsonl --only steps`, which prints them as they stand here, on the English
corpus of `bench/corpus.py` in Parquet with the default options (2 cores, 4 partitions and groups). A job adds a row a step,
in the order of its steps.
"""

from __future__ import annotations

from typing import NamedTuple


class StepCost(NamedTuple):
    """A step, and what its tasks together cost for each byte of text."""

    stage: str  #: in whose folder its result is; a stage is written by the last of its steps
    step: str
    by: str  #: what its tasks are: "part", "group", or "both"; "Spark": its own joins, which are not counted
    shuffled: float  #: bytes that its tasks receive
    written: float  #: bytes that the stage leaves in the folder
    held: float  #: bytes that a task has in memory, for each byte of text of its part or group
    nanoseconds: float  #: of its tasks


#: Of the English corpus, for inputs whose documents nobody has counted.
TEXT_BYTES_OF_A_DOCUMENT = 7900
#: Features that sets have by default, for each byte of text.
FEATURES_OF_A_BYTE = 0.117
#: The share of their features that all sets of the English corpus show at the default threshold: see join.md.
SHOWN_BY_ALL = 0.289
#: What `signed` leaves of each byte of text when only equal texts matter, and no sets are kept.
WRITTEN_WITHOUT_SETS = 0.022
#: What a Python process of Spark holds before it does anything.
IDLE_BYTES = 84 << 20
#: Of the driver and of Spark's scheduling, for each stage.
SECONDS_OF_A_STAGE = 0.5
#: Until the first task runs.
SECONDS_OF_THE_START = 8.0

_JOIN = (
    StepCost("signed", "signed", "part", 0.0, 0.9894, 3.7, 11.74),
    StepCost("classes", "classes", "group", 0.0051, 0.0002, 2.6, 0.13),
    StepCost("shown0", "show 0", "part", 0.0001, 0.0, 4.2, 3.23),
    StepCost("shown0", "propose 0", "group", 0.2635, 0.1489, 4.2, 6.85),
    StepCost("shown1", "show 1", "part", 0.0042, 0.0, 2.4, 1.11),
    StepCost("shown1", "propose 1", "group", 0.0592, 0.0902, 2.4, 1.45),
    StepCost("commons", "show 2", "part", 0.1212, 0.0, 3.9, 2.27),
    StepCost("commons", "propose 2", "group", 0.0069, 0.0069, 3.9, 0.03),
    StepCost("homes", "homes", "part", 0.1290, 0.1251, 3.9, 3.19),
    StepCost("similar", "send", "part", 0.0287, 0.0, 3.2, 1.10),
    StepCost("similar", "compare", "part", 0.1367, 0.0079, 3.2, 2.44),
)

COSTS: dict[str, tuple[StepCost, ...]] = {
    "pairs": _JOIN,
    "dedup": (*_JOIN, StepCost("removals", "decide", "Spark", 0.0, 0.0012, 1.0, 27.0)),
}
