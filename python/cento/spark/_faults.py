"""What goes wrong in tasks as one sentence that says what to change, instead of pages of traces."""

from __future__ import annotations

import contextlib
import errno
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from .. import _cento

_ROOM = (
    "give Python more room (spark.executor.memoryOverhead), run fewer tasks at a time on an executor "
    "(spark.executor.cores), or make tasks smaller (more partitions, larger groups=)"
)
_NO_SPACE = "No space left on device"
_FRAMES_BELOW = 30  # of a trace, which say who wrote


class _Failure(NamedTuple):
    """What Spark said, and the folder of the run."""

    text: str
    folder: str

    def finds(self, pattern: str) -> re.Match[str] | None:
        return re.search(pattern, self.text, re.MULTILINE)


def _without_cento(failure: _Failure) -> str | None:
    if not failure.finds(r"No module named 'cento'"):
        return None
    return (
        "the executors' Python does not have Cento: set PYSPARK_PYTHON to the interpreter of an environment that does, or "
        "ship one with --archives"
    )


# A task that names what another version does not have fails before it can compare the versions.
_OTHER_VERSION = (
    r"^ModuleNotFoundError: No module named 'cento\.|^ImportError: cannot import name .* from 'cento"
    r"|^AttributeError: (module 'cento|Can't get attribute .* on <module 'cento)"
)


def _other_version(failure: _Failure) -> str | None:
    found = failure.finds(_OTHER_VERSION)
    if found is None:
        return None
    line = failure.text[found.start() :].partition("\n")[0]
    return f"an executor has another version of Cento than the driver ({line}): ship the same package to both"


_NO_MEMORY = (
    r"^(numpy.*)?MemoryError|std::bad_alloc|ArrowMemoryError|Arrow stream cannot be read: Out of memory"
    r"|failed to map segment from shared object|Cannot allocate memory"
    r"|(^RuntimeError|Failed to launch worker thread): Resource temporarily unavailable"  # a thread got no stack
)


def _no_memory(failure: _Failure) -> str | None:
    return f"a task got no more memory: {_ROOM}" if failure.finds(_NO_MEMORY) else None


def _heap(failure: _Failure) -> str | None:
    """Java of an executor ends with code 52 when its heap is full."""
    if not failure.finds(r"java\.lang\.OutOfMemoryError|ExecutorLostFailure .*exited with code 52\b"):
        return None
    return "Java has too little memory: enlarge spark.executor.memory, or spark.driver.memory if it was the driver's"


def _is_java_gone(error: BaseException) -> bool:
    return isinstance(error, ConnectionError) or type(error).__name__ == "Py4JNetworkError"


def _lost_executor(failure: _Failure) -> str | None:
    found = failure.finds(r"ExecutorLostFailure \(.*?\) Reason: (.*)")
    if found is None:
        return None
    return f"executors died ({found[1].strip().rstrip('.')}), as they do when their machine or container has no more memory: {_ROOM}"


def _lost_worker(failure: _Failure) -> str | None:
    if not failure.finds(r"Python worker exited unexpectedly"):
        return None
    return f"a Python worker of Spark died, as it does when its machine or container has no more memory: {_ROOM}"


def _full_disk(failure: _Failure) -> str | None:
    place = failure.text.find(_NO_SPACE)
    if place < 0:
        return None
    lines_before = failure.text[:place].splitlines()[-_FRAMES_BELOW:]
    lines_after = failure.text[place:].splitlines()[:_FRAMES_BELOW]
    temporary = re.search(r"temporary file in (\S+):", lines_before[-1] if lines_before else "")
    if temporary or any("_addresses.py" in line for line in lines_before):
        folder = temporary[1] if temporary else "for temporary files"
        return f"the disk of the folder {folder} is full on an executor: make room, or set TMPDIR there (spark.executorEnv.TMPDIR)"
    if any(re.search(r"org\.apache\.spark\.(storage|shuffle|util\.collection)\.", line) for line in lines_after):
        return (
            "the disk for Spark's own files is full on an executor: make room, or name a larger one with spark.local.dir "
            "(SPARK_LOCAL_DIRS on a standalone cluster and Kubernetes, LOCAL_DIRS on YARN)"
        )
    return f"the disk of the run's folder {failure.folder} is full: make room and resume the run, or name another folder"


def _said_by_cento(failure: _Failure) -> Exception | None:
    for line in reversed(failure.text.splitlines()):
        name, _, sentence = line.strip().partition(": ")
        if name in ("cento.Error", "cento.InputError", "cento.UsageError") and sentence:
            kind: type[Exception] = getattr(_cento, name.partition(".")[2])
            return kind(sentence)
    return None


# In this order: what is said first explains what else the text has.
_KINDS: tuple[Callable[[_Failure], str | None], ...] = (
    _without_cento, _other_version, _full_disk, _no_memory, _heap,
)
_DEATHS = (_lost_executor, _lost_worker)


def as_sentence(error: BaseException, folder: str) -> Exception | None:
    """The error that says it in a sentence; None if it does already, or if nothing is known of it."""
    if type(error).__module__.startswith("cento"):
        return None
    if _is_java_gone(error):
        return _cento.Error("Spark's Java process has ended, as it does without memory: enlarge spark.driver.memory")
    is_full = isinstance(error, OSError) and error.errno == errno.ENOSPC
    failure = _Failure(f"{error}\n{_NO_SPACE}" if is_full else str(error), folder)
    for kinds in (_KINDS, (_said_by_cento,), _DEATHS):
        for kind in kinds:
            said = kind(failure)
            if said is not None:
                return _cento.Error(said) if isinstance(said, str) else said
    return None


@contextlib.contextmanager
def in_sentences(folder: str) -> Iterator[None]:
    """Raises what goes wrong inside as a sentence, with Spark's own error as its cause."""
    try:
        yield
    except Exception as error:
        said = as_sentence(error, folder)
        if said is None:
            raise
        raise said from error
