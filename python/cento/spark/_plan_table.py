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
SECONDS_OF_A_STAGE = 1.0
#: Until the first task runs.
SECONDS_OF_THE_START = 8.0

#: The slice in which common features are shown, where there are two before it.
COMMONS = "2"

_JOIN = (
    StepCost("signed", "signed", "part", 0.0000, 1.0151, 3.1, 5.09),
    StepCost("classes", "classes", "group", 0.0081, 0.0004, 2.5, 0.04),
    StepCost("proposed", "show 0", "part", 0.0001, 0.0000, 4.0, 1.81),
    StepCost("proposed", "propose 0", "group", 0.2635, 0.0000, 4.0, 3.98),
    StepCost("proposed", "show 1", "part", 0.1476, 0.0000, 4.0, 0.93),
    StepCost("proposed", "propose 1", "group", 0.0592, 0.0000, 4.0, 0.70),
    StepCost("proposed", f"show {COMMONS}", "part", 0.0893, 0.0000, 4.0, 1.47),
    StepCost("proposed", f"propose {COMMONS}", "group", 0.0069, 0.2443, 4.0, 0.12),
    StepCost("similar", "homes", "part", 0.0068, 0.0000, 4.2, 1.57),
    StepCost("similar", "send", "part", 0.1253, 0.0000, 4.2, 1.05),
    StepCost("similar", "compare", "part", 0.0413, 0.1744, 4.2, 0.74),
)

_SCAN = (
    StepCost("signed", "signed", "part", 0.0000, 1.9877, 7.0, 7.35),
    StepCost("repeated", "equal texts", "group", 0.0081, 0.0000, 5.6, 0.06),
    StepCost("repeated", "show sentences", "both", 0.0006, 0.0000, 5.6, 1.16),
    StepCost("repeated", "repeated sentences", "both", 0.1110, 0.0000, 5.6, 0.36),
    StepCost("repeated", "show keys and runs", "both", 0.0164, 0.0000, 5.6, 1.19),
    StepCost("repeated", "candidates", "both", 0.2620, 0.1627, 5.6, 1.26),
    StepCost("shared", "sets and windows", "both", 0.0270, 0.0000, 8.8, 0.84),
    StepCost("shared", "compare; long windows", "both", 0.1095, 0.0000, 8.8, 0.66),
    StepCost("shared", "near classes; rests", "both", 0.0057, 0.0000, 8.8, 0.59),
    StepCost("shared", "near places; families", "both", 0.1330, 0.0000, 8.8, 3.33),
    StepCost("shared", "near texts; end families", "both", 0.1428, 0.2428, 8.8, 1.63),
    StepCost("aligned", "send texts", "both", 0.0018, 0.0000, 7.4, 0.49),
    StepCost("aligned", "match", "both", 0.0368, 0.0000, 7.4, 2.02),
    StepCost("aligned", "words", "both", 0.0002, 0.0000, 7.4, 0.95),
    StepCost("aligned", "passages", "both", 0.0168, 0.2808, 7.4, 4.27),
    StepCost("listed", "list", "both", 0.1320, 0.0000, 17.0, 9.49),
    StepCost("listed", "name a", "part", 0.2760, 0.0000, 17.0, 1.28),
    StepCost("listed", "name b", "part", 0.1003, 1.4951, 17.0, 7.92),
)

COSTS: dict[str, tuple[StepCost, ...]] = {
    "pairs": (
        *_JOIN,
        StepCost("similar", "name a", "part", 0.0019, 0.0000, 4.2, 0.82),
        StepCost("similar", "name b", "part", 0.0036, 0.0092, 4.2, 0.69),
    ),
    "dedup": (*_JOIN, StepCost("removals", "decide", "Spark", 0.0, 0.0012, 1.0, 14.6)),
    "scan": _SCAN,
}
