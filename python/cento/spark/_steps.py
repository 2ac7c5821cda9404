"""Flows whose tasks are lists of steps in the kernels: each step has a task for each part, or for each group."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from .. import _cento
from ._blocks import Block, Kinds, attempt_of_task, outgoing, run_tasks
from ._flow import Flow, counts_of
from ._folder import write_blocks
from ._signing import as_stream

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame

Step = tuple[str, bool, list[str]]
"""A step: its name, whether its tasks are those of parts, and which files of theirs they read."""
Blocks = dict[str, list[tuple[int, Any]]]


class StepTask(Protocol):
    """What the kernels' tasks have in common."""

    def steps(self) -> list[Any]: ...

    def run(self, step: str, number: int, stored: dict[str, Any], arrived: dict[str, Any]) -> dict[str, Any]: ...


class StepFlow(Flow):
    """A flow of such steps. `make_task` makes a task of arguments that are sent to where it runs."""

    requires_files: bool = False  #: whether all tasks but those of parts without documents store what a step reads

    def chain(
        self, blocks: DataFrame, steps: Sequence[Step], make_task: Callable[[], StepTask], last_tasks: int
    ) -> DataFrame:
        """Steps one after another. What the last one sends is for `last_tasks` tasks."""
        counts = [self.parts if of_part else self.groups for _, of_part, _ in steps]
        for (name, _, stored), tasks, next_tasks in zip(steps, counts, [*counts[1:], last_tasks]):
            blocks = self._step(blocks, name, stored, make_task, tasks, next_tasks)
        return blocks

    def _step(
        self, blocks: DataFrame, name: str, stored: Sequence[str], make_task: Callable[[], StepTask], tasks: int,
        next_tasks: int,
    ) -> DataFrame:
        folder, files = self.folder.path, self.files(stored)

        def work(number: int, kinds: Kinds) -> Iterator[Block]:
            done = make_task().run(name, number, files(number), arrived(kinds))
            for one, contents in done["stored"].items():
                write_blocks(folder, one, number, attempt_of_task(), contents)
            for kind, sent in done["sent"].items():
                yield from outgoing(kind, number, sent)
            if done["counts"]:
                yield counts_of(number, done["counts"])

        return run_tasks(name, blocks, tasks, work, next_tasks)

    def files(self, names: Sequence[str]) -> Callable[[int], Blocks]:
        """For tasks: what those of their number stored under these names."""
        read = {name: self.stored(name) for name in names}
        empty = frozenset(part for part in range(self.parts) if self.begins[part] == self.begins[part + 1])
        required = self.requires_files

        def stored(number: int) -> Blocks:
            blocks = {name: [(number, block) for block in of(number)] for name, of in read.items()}
            missing = [name for name, some in blocks.items() if not some]
            if required and missing and number not in empty:
                raise _cento.Error(f"files of the run are missing ({missing[0]}, {number}): start it again in another folder")
            return blocks

        return stored


def arrived(kinds: Kinds) -> Blocks:
    """Blocks by kind with their senders, in an order that does not depend on how they arrived."""
    return {
        kind: [(block.part, block.bytes) for block in sorted(blocks, key=lambda block: (block.part, block.seq))]
        for kind, blocks in kinds.items()
    }


def rows_of(kind: str, task: int, records: Any, rows_in_block: int) -> Iterator[Block]:
    """A table of the engine as blocks, with the types that Spark has."""
    table = signed_numbers(records)
    for seq, begin in enumerate(range(0, len(table), rows_in_block)):
        yield Block(kind, task, seq, 0, as_stream(table.slice(begin, rows_in_block)))


def signed_numbers(records: Any) -> pyarrow.Table:
    """A table of the engine with the types that Spark has."""
    import pyarrow

    table = pyarrow.RecordBatchReader._import_from_c_capsule(records.capsule()).read_all()
    return table.cast(pyarrow.schema([field.with_type(_signed(field.type)) for field in table.schema]))


def _signed(kind: pyarrow.DataType) -> pyarrow.DataType:
    """The type with signed numbers, also inside of lists of structs."""
    import pyarrow

    if isinstance(kind, pyarrow.ListType):
        return pyarrow.list_(kind.value_field.with_type(_signed(kind.value_type)))
    if isinstance(kind, pyarrow.StructType):
        return pyarrow.struct([field.with_type(_signed(field.type)) for field in kind])
    return {pyarrow.uint32(): pyarrow.int32(), pyarrow.uint64(): pyarrow.int64()}.get(kind, kind)
