"""Blocks of bytes on their way between tasks.

A shuffle does not move rows of numbers: a task packs its records into few large blocks, one or more for each task that
gets some, and Spark moves the blocks. A row is a block; `to` names the task and `key` is a number that Spark's hash
partitioning sends there.
"""

from __future__ import annotations

import array
import json
import sys
import time
import zipimport
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import __version__, _cento

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame

SCHEMA = "kind string, part int, seq int, key int, block binary"
_MASK = 0xFFFFFFFF


class Block(NamedTuple):
    """Bytes (or a buffer) from a part or group, for task `to`. `seq` is its place among those of its kind."""

    kind: str
    part: int
    seq: int
    to: int
    bytes: Any


def _mixed(value: int) -> int:
    value = value * 0xCC9E2D51 & _MASK
    value = (value << 15 | value >> 17) & _MASK
    return value * 0x1B873593 & _MASK


def hash_of_int(value: int, seed: int = 42) -> int:
    """Spark's hash of an int (Murmur3), as a signed number."""
    hashed = seed ^ _mixed(value & _MASK)
    hashed = (hashed << 13 | hashed >> 19) & _MASK
    hashed = (hashed * 5 + 0xE6546B64) & _MASK
    hashed ^= 4
    hashed ^= hashed >> 16
    hashed = hashed * 0x85EBCA6B & _MASK
    hashed ^= hashed >> 13
    hashed = hashed * 0xC2B2AE35 & _MASK
    hashed ^= hashed >> 16
    return hashed - (1 << 32) if hashed >> 31 else hashed


def keys_of_tasks(tasks: int) -> list[int]:
    """For each of so many tasks a number that `repartition(tasks, "key")` sends to it and to no other.

    >>> [hash_of_int(key) % 3 for key in keys_of_tasks(3)]
    [0, 1, 2]
    """
    keys: list[int | None] = [None] * tasks
    missing, number = tasks, 0
    while missing:
        task = hash_of_int(number) % tasks
        if keys[task] is None:
            keys[task], missing = number, missing - 1
        number += 1
    return [key for key in keys if key is not None]


def versions() -> tuple[str, int]:
    """What driver and tasks must have in common."""
    return __version__, _cento.TASK_VERSION


def begin_task(wanted: tuple[str, int]) -> int:
    """The number of the task that this process is to do. Raises Error when it has another Cento than the driver."""
    from pyspark import TaskContext

    _forget_archives()
    if wanted != versions():
        raise _cento.Error(
            f"the driver runs Cento {wanted[0]} (tasks {wanted[1]}) and this executor Cento {versions()[0]} "
            f"(tasks {versions()[1]}): ship the same package to both"
        )
    context = TaskContext.get()
    assert context is not None
    return context.partitionId()


def attempt_of_task() -> int:
    """A number that no other attempt at this task has."""
    from pyspark import TaskContext

    context = TaskContext.get()
    assert context is not None
    return context.taskAttemptId()


def _forget_archives() -> None:
    """Before each task PySpark has Python look again what its archives contain, once for each folder in them that a
    module came from: a tenth of a second. Finders that are forgotten are not asked; they are made again, from what is
    known of the archives, when something is imported."""
    for path, finder in list(sys.path_importer_cache.items()):
        if isinstance(finder, zipimport.zipimporter):
            del sys.path_importer_cache[path]


Kinds = dict[str, list[Block]]
Task = Callable[[int, Kinds], Iterable[Block]]


def _blocks_by_kind(batches: Iterable[pyarrow.RecordBatch]) -> Kinds:
    kinds: Kinds = {}
    for batch in batches:
        columns = [batch.column(name).to_pylist() for name in ("kind", "part", "seq")]
        for kind, part, seq, block in zip(*columns, batch.column("block")):
            kinds.setdefault(kind, []).append(Block(kind, part, seq, -1, block.as_buffer()))
    return kinds


def batch_of(block: Block, keys: list[int]) -> pyarrow.RecordBatch:
    """The row of a block, whose bytes are not copied."""
    import pyarrow

    kind = pyarrow.array([block.kind], pyarrow.string())
    numbers = [pyarrow.array([number], pyarrow.int32()) for number in (block.part, block.seq, keys[block.to])]
    columns = [kind, *numbers, array_of_block(block.bytes)]
    return pyarrow.RecordBatch.from_arrays(columns, names=["kind", "part", "seq", "key", "block"])


def array_of_block(content: Any) -> pyarrow.Array:
    """Bytes or a buffer as a column of one row, not copied."""
    import pyarrow

    ends = pyarrow.py_buffer(array.array("i", [0, len(content)]))
    return pyarrow.Array.from_buffers(pyarrow.binary(), 1, [None, ends, pyarrow.py_buffer(content)])


def run_tasks(step: str, blocks: DataFrame, tasks: int, work: Task, next_tasks: int) -> DataFrame:
    """Sends each block to its task, of which there are `tasks`, and runs `work(number of the task, blocks by kind)` in
    each, also where none arrived. The blocks that it gives are for as many tasks as `next_tasks` says. What each task
    did is a block of the kind `reports`, and goes on as it is, as `counts` do. In a union with blocks of a stage the result
    comes first: the number of a task is its place in the whole union."""
    wanted, keys = versions(), keys_of_tasks(next_tasks)

    def run(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        begin, task = time.perf_counter(), begin_task(wanted)
        kinds = _blocks_by_kind(batches)
        earlier = kinds.pop("reports", []) + kinds.pop("counts", [])
        received = {kind: sum(len(block.bytes) for block in one) for kind, one in kinds.items()}
        sent = 0
        for block in work(task, kinds):
            sent += len(block.bytes)
            yield batch_of(block, keys)
        for report in earlier:
            yield batch_of(report._replace(to=0), keys)
        facts = {"received": received, "sent_bytes": sent, "seconds": time.perf_counter() - begin}
        yield batch_of(report_of(step, task, facts), keys)

    return blocks.repartition(tasks, "key").mapInArrow(run, SCHEMA)


def report_of(step: str, task: int, facts: Mapping[str, Any]) -> Block:
    return Block("reports", task, 0, 0, json.dumps({"step": step, "task": task, **facts}).encode())


def outgoing(kind: str, task: int, blocks: Iterable[tuple[int, bytes]]) -> Iterator[Block]:
    """The blocks that a kernel made for other tasks."""
    for seq, (to, content) in enumerate(blocks):
        yield Block(kind, task, seq, to, content)


def contents(kinds: Kinds, kind: str) -> list[Any]:
    """The blocks of a kind in an order that does not depend on how they arrived."""
    return [block.bytes for block in sorted(kinds.get(kind, []), key=lambda block: (block.part, block.seq))]


def numbers(content: bytes) -> Any:
    """32-bit numbers as an array of pyarrow, without a copy."""
    import pyarrow

    return pyarrow.Array.from_buffers(pyarrow.uint32(), len(content) // 4, [None, pyarrow.py_buffer(content)])
