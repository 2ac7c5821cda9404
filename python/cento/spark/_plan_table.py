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
SECONDS_OF_A_STAGE = 0.6
#: Until the first task runs.
SECONDS_OF_THE_START = 8.0

#: The slice in which common features are shown, where there are two before it.
COMMONS = "2"

_JOIN = (
    StepCost("signed", "signed", "part", 0.0, 0.9889, 3.1, 6.73),
    StepCost("classes", "classes", "group", 0.0051, 0.0002, 2.5, 0.06),
    StepCost("proposed", "show 0", "part", 0.0001, 0.0, 3.7, 2.34),
    StepCost("proposed", "propose 0", "group", 0.2635, 0.1489, 3.7, 4.04),
    StepCost("proposed", "show 1", "part", 0.0042, 0.0, 3.4, 0.85),
    StepCost("proposed", "propose 1", "group", 0.0592, 0.0902, 3.4, 1.04),
    StepCost("proposed", f"show {COMMONS}", "part", 0.1212, 0.0, 4.0, 1.45),
    StepCost("proposed", f"propose {COMMONS}", "group", 0.0069, 0.0069, 4.0, 0.12),
    StepCost("similar", "homes", "part", 0.1290, 0.1251, 4.2, 2.56),
    StepCost("similar", "send", "part", 0.0287, 0.0, 4.2, 0.77),
    StepCost("similar", "compare", "part", 0.1367, 0.0079, 4.2, 1.78),
)

_SCAN = (
    StepCost("signed", "signed", "part", 0.0, 1.9610, 7.0, 12.14),
    StepCost("repeated", "equal texts", "group", 0.0051, 0.0, 5.6, 0.06),
    StepCost("repeated", "show sentences", "both", 0.0006, 0.0, 5.6, 1.45),
    StepCost("repeated", "repeated sentences", "both", 0.1110, 0.0, 5.6, 0.73),
    StepCost("repeated", "show keys and runs", "both", 0.0164, 0.0, 5.6, 1.99),
    StepCost("repeated", "candidates", "both", 0.2620, 0.1412, 5.6, 1.35),
    StepCost("shared", "sets and windows", "both", 0.0270, 0.0, 8.8, 4.46),
    StepCost("shared", "compare; long windows", "both", 0.8743, 0.0, 8.8, 10.11),
    StepCost("shared", "near classes; rests", "both", 0.1976, 0.0, 8.8, 1.57),
    StepCost("shared", "near places; families", "both", 0.0022, 0.0, 8.8, 0.55),
    StepCost("shared", "near texts; end families", "both", 0.0037, 0.2001, 8.8, 0.27),
    StepCost("aligned", "send texts", "both", 0.0018, 0.0, 7.4, 0.50),
    StepCost("aligned", "match", "both", 0.0368, 0.0, 7.4, 2.15),
    StepCost("aligned", "words", "both", 0.0002, 0.0, 7.4, 0.83),
    StepCost("aligned", "passages", "both", 0.0168, 0.2808, 7.4, 3.33),
    StepCost("listed", "list", "both", 0.1320, 0.5266, 8.8, 3.37),
    StepCost("listed", "name a", "part", 0.5, 0.0, 8.8, 3.0),
    StepCost("listed", "name b", "part", 0.5, 0.5, 8.8, 3.0),
)

COSTS: dict[str, tuple[StepCost, ...]] = {
    "pairs": (
        *_JOIN,
        StepCost("similar", "name a", "part", 0.01, 0.0, 4.2, 1.0),
        StepCost("similar", "name b", "part", 0.01, 0.01, 4.2, 1.0),
    ),
    "dedup": (*_JOIN, StepCost("removals", "decide", "Spark", 0.0, 0.0012, 1.0, 16.4)),
    "scan": _SCAN,
}
