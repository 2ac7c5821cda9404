"""What a run will need, before anything runs: its steps, tasks, bytes, memory and time for a given amount of text."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from .. import _cento
from .._given import byte_size
from .._sources import Files
from ._addresses import Found, open_file
from ._plan_table import (
    COMMONS,
    COSTS,
    FEATURES_OF_A_BYTE,
    IDLE_BYTES,
    SECONDS_OF_A_STAGE,
    SECONDS_OF_THE_START,
    SHOWN_BY_ALL,
    TEXT_BYTES_OF_A_DOCUMENT,
    WRITTEN_WITHOUT_SETS,
    StepCost,
)
from ._signing import PART_BYTES, found_files, pieces_in_parts, text_fields

_SAMPLED_TABLES = 20
_COMPRESSED = (".gz", ".zst", ".bz2", ".xz")
_COMPRESSION = 3  # about what these do to text
_TABLES = (".parquet", ".pq")
_MOST_DOCUMENTS = (1 << 32) - 1
_MANY_BLOCKS, _SMALL_BLOCK_BYTES = 10_000_000, 4096


class Amount(NamedTuple):
    """How much there is to read."""

    text_bytes: int
    documents: int
    partitions: int


class PlannedStep(NamedTuple):
    """A step as it is expected. Bytes and seconds are those of all its tasks together, memory that of one."""

    stage: str
    step: str
    tasks: int
    shuffled_bytes: int
    written_bytes: int  #: by the stage, at its last step
    memory_bytes: int
    seconds: float
    is_by_spark: bool  #: Spark's own joins, whose tasks are not counted


class Plan(NamedTuple):
    """What is expected of a run."""

    amount: Amount
    cores: int
    steps: list[PlannedStep]

    @property
    def stages(self) -> list[str]:
        return list(dict.fromkeys(step.stage for step in self.steps))

    @property
    def shuffled_bytes(self) -> int:
        return sum(step.shuffled_bytes for step in self.steps)

    @property
    def written_bytes(self) -> int:
        return sum(step.written_bytes for step in self.steps)

    @property
    def memory_bytes(self) -> int:
        return max(step.memory_bytes for step in self.steps)

    @property
    def seconds(self) -> float:
        """Beyond Spark's start: rounds of tasks, with all cores busy but in the last round."""
        working = sum(step.seconds / step.tasks * math.ceil(step.tasks / self.cores) for step in self.steps)
        return working + SECONDS_OF_A_STAGE * len(self.stages)


def plan(job: str, amount: Amount, groups: int | None, cores: int, options: Mapping[str, Any]) -> Plan:
    """The steps that a job will have with these options, and what each will cost."""
    groups = groups or amount.partitions
    steps: list[PlannedStep] = []
    for cost in _steps_of(job, amount, options):
        tasks = {"part": amount.partitions, "both": max(amount.partitions, groups)}.get(cost.by, groups)
        share = amount.text_bytes / tasks
        steps.append(PlannedStep(
            cost.stage, cost.step, tasks, int(cost.shuffled * amount.text_bytes), int(cost.written * amount.text_bytes),
            IDLE_BYTES + int(cost.held * share), cost.nanoseconds * amount.text_bytes / 1e9, cost.by == "Spark",
        ))
    return Plan(amount, cores, steps)


def _steps_of(job: str, amount: Amount, options: Mapping[str, Any]) -> Iterator[StepCost]:
    chosen = _CHOICES.get(job, _as_it_is)
    for cost in COSTS[job]:
        step = chosen(cost, amount, options)
        if step is not None:
            yield step


def _as_it_is(cost: StepCost, amount: Amount, options: Mapping[str, Any]) -> StepCost | None:
    return cost


def _step_of_join(cost: StepCost, amount: Amount, options: Mapping[str, Any]) -> StepCost | None:
    """The join without the slices that it does not need, and without what only sets of features need. A lower threshold
    shows more features."""
    if cost.stage == "removals":
        cost = cost._replace(stage=f"removals_{options['threshold']}")
    if options["method"] == "exact" and cost.step == "signed":
        return cost._replace(written=WRITTEN_WITHOUT_SETS)
    if options["method"] == "exact":
        return cost if cost.step in ("classes", "decide") else None
    features = int(FEATURES_OF_A_BYTE * amount.text_bytes)
    task = _cento.JoinTask(options["threshold"], [0, 0], 1, amount.documents, features)
    if cost.stage != "proposed":
        return cost
    what, slice = cost.step.split()
    if slice == COMMONS:
        return cost._replace(step=f"{what} {task.slices}")
    if int(slice) >= task.slices:
        return None
    if slice != "0":
        return cost
    more = task.shown_by_all / SHOWN_BY_ALL
    return cost._replace(shuffled=cost.shuffled * more, written=cost.written * more, nanoseconds=cost.nanoseconds * more)


#: How the options of a job change the rows of its table; None for a step that a run does not have.
_CHOICES: dict[str, Callable[[StepCost, Amount, Mapping[str, Any]], StepCost | None]] = {
    "pairs": _step_of_join,
    "dedup": _step_of_join,
}


def amount_of_files(files: Files, text: Sequence[str] | None, partitions: int | None) -> Amount:
    """How much text files have, without reading it: what tables say of their columns, and the sizes of others."""
    found = found_files(files)
    tables = [file for file in found if file.path.endswith(_TABLES)]
    others = sum(file.size * (_COMPRESSION if file.path.endswith(_COMPRESSED) else 1) for file in found)
    others -= sum(file.size for file in tables)
    of_tables, rows = _amount_of_tables(tables, text)
    documents = rows + math.ceil(others / TEXT_BYTES_OF_A_DOCUMENT)
    return Amount(others + of_tables, documents, partitions or len(pieces_in_parts(files)))


def _amount_of_tables(tables: Sequence[Found], text: Sequence[str] | None) -> tuple[int, int]:
    """Text and rows of Parquet files; of many, some are looked at."""
    import pyarrow.parquet

    sampled = tables[:: math.ceil(len(tables) / _SAMPLED_TABLES)] if tables else []
    text_bytes = rows = 0
    for table in sampled:
        with open_file(table.path) as file:
            metadata = pyarrow.parquet.ParquetFile(file).metadata
            names = set(text_fields(metadata.schema.to_arrow_schema().names, text))
            rows += metadata.num_rows
            for group in map(metadata.row_group, range(metadata.num_row_groups)):
                columns = map(group.column, range(group.num_columns))
                text_bytes += sum(one.total_uncompressed_size for one in columns if one.path_in_schema in names)
    share = sum(table.size for table in tables) / max(1, sum(table.size for table in sampled))
    return int(text_bytes * share), int(rows * share)


def amount_of_size(size: str, documents: str | None, partitions: int | None) -> Amount:
    """As much as `--size` and `--documents` say, in parts like those of files."""
    text_bytes = byte_size(size)
    count = _count(documents) if documents else math.ceil(text_bytes / TEXT_BYTES_OF_A_DOCUMENT)
    return Amount(text_bytes, count, partitions or max(1, math.ceil(text_bytes / PART_BYTES)))


def _count(given: str) -> int:
    """
    >>> _count("1.5M")
    1500000
    """
    digits, unit = (given[:-1], given[-1].upper()) if given[-1:].isalpha() else (given, "")
    try:
        return int(float(digits) * {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}[unit])
    except (KeyError, ValueError):
        raise _cento.UsageError(f"--documents must be a number such as 250000 or 1G, not {given!r}") from None


def as_text(planned: Plan) -> str:
    """The plan as a table and what follows from it."""
    header = ["stage", "step", "tasks", "shuffled", "written", "a task holds", "task seconds"]
    rows = [
        [step.stage, step.step, "" if step.is_by_spark else f"{step.tasks:,}", _size(step.shuffled_bytes),
         _size(step.written_bytes), _size(step.memory_bytes), f"{step.seconds:,.1f}"]
        for step in planned.steps
    ]
    amount = planned.amount
    said = [
        f"{amount.documents:,} documents, {_size(amount.text_bytes)} of text, in {amount.partitions:,} parts; "
        f"{planned.cores:,} cores", "", *_aligned([header, *rows]), "",
        f"Tasks get {_size(planned.shuffled_bytes)} from each other. The folder of the run gets "
        f"{_size(planned.written_bytes)}. A task holds up to {_size(planned.memory_bytes)}, beside Java's heap.",
        f"About {_time(planned.seconds)}, and {SECONDS_OF_THE_START:.0f} seconds for Spark to start.", *_warnings(planned),
    ]
    return "\n".join(said)


def _warnings(planned: Plan) -> Iterator[str]:
    amount = planned.amount
    if amount.documents > _MOST_DOCUMENTS:
        yield f"Too many documents: a run has at most {_MOST_DOCUMENTS:,}. Divide the collection."
    blocks, most = max((_blocks_of(step, amount), step.shuffled_bytes) for step in planned.steps)
    if blocks > _MANY_BLOCKS and most / blocks < _SMALL_BLOCK_BYTES:
        yield (f"Up to {blocks:,} blocks of {most / blocks:,.0f} bytes go from task to task in one step, which takes far "
               "longer than their bytes: use fewer and larger parts (--partitions) and groups (--groups).")


def _blocks_of(step: PlannedStep, amount: Amount) -> int:
    return amount.partitions * step.tasks if step.shuffled_bytes else 0


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        cells = [cell.ljust(width) if number < 2 else cell.rjust(width)
                 for number, (cell, width) in enumerate(zip(row, widths))]
        yield "  ".join(cells).rstrip()


def _size(number: float) -> str:
    """
    >>> _size(1500000)
    '1.5 MB'
    """
    for unit in ("bytes", "kB", "MB", "GB", "TB"):
        if number < 1000:
            break
        number /= 1000
    else:
        unit = "PB"
    return f"{number:,.0f} bytes" if unit == "bytes" else f"{number:,.1f} {unit}"


def _time(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:,.0f} seconds"
    return f"{seconds / 60:,.0f} minutes" if seconds < 7200 else f"{seconds / 3600:,.0f} hours"
