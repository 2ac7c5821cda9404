"""How far a run is, stage by stage: for a callback, or as lines for people who watch."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .._progress import somebody_watches

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_SECONDS_BETWEEN_LOOKS = 0.5
_LOOKS_AFTER_THE_END = 5
_GROUP = "spark.jobGroup.id"


@dataclass(frozen=True, slots=True)
class StageProgress:
    """How far a stage of a run is."""

    stage: str
    state: str  #: begun, running, done, failed; or kept, when an earlier run has finished it
    tasks_done: int
    tasks: int  #: of the stage; those that Spark knows of, until it is done
    bytes: int  #: that the stage wrote, once it is done
    seconds: float  #: since it began


StageWatcher = Callable[[StageProgress], object] | bool | None
"""What `progress=` takes: a function; True for lines on standard error, False for nothing; None for lines while
somebody watches."""


class StageWatch:
    """Reports to whoever watches; asks Spark nothing when nobody does."""

    def __init__(self, spark: SparkSession, watcher: StageWatcher) -> None:
        self._context = spark.sparkContext
        wants_lines = watcher is True or (watcher is None and somebody_watches())
        self._call: Callable[[StageProgress], object] | None = watcher if callable(watcher) else None
        if wants_lines:
            self._call = _write_line

    def keep(self, stage: str) -> None:
        """Says that a stage is there from an earlier run."""
        if self._call is not None:
            self._call(StageProgress(stage, "kept", 0, 0, 0, 0.0))

    @contextlib.contextmanager
    def stage(self, stage: str, written: Callable[[], int]) -> Iterator[None]:
        """Watches the jobs that this thread runs meanwhile. `written()` are the bytes of a stage that is done."""
        if self._call is None:
            yield
            return
        call, begin = self._call, time.perf_counter()
        call(StageProgress(stage, "begun", 0, 0, 0, 0.0))
        with _Jobs(self._context) as jobs:
            is_over = threading.Event()

            def look() -> None:
                while not is_over.wait(_SECONDS_BETWEEN_LOOKS):
                    done, tasks = jobs.tasks()
                    call(StageProgress(stage, "running", done, tasks, 0, time.perf_counter() - begin))

            looking = threading.Thread(target=look, daemon=True)
            looking.start()
            state = "failed"
            try:
                yield
                state = "done"
            finally:
                is_over.set()
                looking.join()
                done, tasks = jobs.last_tasks(state == "done")
                bytes = written() if state == "done" else 0
                call(StageProgress(stage, state, done, tasks, bytes, time.perf_counter() - begin))


class _Jobs:
    """The jobs of this thread from now on: those of its group, which is one of our own if it has none."""

    def __init__(self, context: Any) -> None:
        self._context, self._tracker = context, context.statusTracker()
        self._own: str | None = context.getLocalProperty(_GROUP)
        self._group = self._own or f"cento-{uuid.uuid4()}"
        self._before = set(self._tracker.getJobIdsForGroup(self._group))

    def __enter__(self) -> _Jobs:
        self._context.setLocalProperty(_GROUP, self._group)
        return self

    def __exit__(self, *given: object) -> None:
        self._context.setLocalProperty(_GROUP, self._own)

    def tasks(self, with_pending: bool = True) -> tuple[int, int]:
        """How many are done, of how many; with those of stages that are pending or turn out to be skipped."""
        done = tasks = 0
        for job in set(self._tracker.getJobIdsForGroup(self._group)) - self._before:
            known = self._tracker.getJobInfo(job)
            for stage in known.stageIds if known is not None else ():
                info = self._tracker.getStageInfo(stage)
                if info is not None and (with_pending or info.numCompletedTasks > 0):
                    done, tasks = done + info.numCompletedTasks, tasks + info.numTasks
        return done, tasks

    def last_tasks(self, are_all_done: bool) -> tuple[int, int]:
        """After the jobs' end, of which Spark hears a little later."""
        done, tasks = self.tasks(not are_all_done)
        for _ in range(_LOOKS_AFTER_THE_END if are_all_done else 0):
            if 0 < tasks <= done:
                break
            time.sleep(0.02)
            done, tasks = self.tasks(not are_all_done)
        return done, tasks


def _write_line(now: StageProgress) -> None:
    line = {
        "begun": f"{now.stage} begins",
        "kept": f"{now.stage}: kept from an earlier run",
        "done": f"{now.stage}: {now.tasks_done:,} of {now.tasks:,} tasks, {now.bytes / 1e6:,.1f} MB, {now.seconds:.1f} s",
        "failed": f"{now.stage} failed after {now.seconds:.1f} s: {now.tasks_done:,} of {now.tasks:,} tasks were done",
    }.get(now.state)
    if line is None:
        return
    with contextlib.suppress(OSError, ValueError):  # nobody watches any more
        sys.stderr.write(f"cento: {line}\n")
        sys.stderr.flush()
