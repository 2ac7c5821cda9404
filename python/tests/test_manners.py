"""A job is a guest: it can be stopped, reports to whoever wants it, prints nothing, and runs beside others."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import cento
import pytest


def large_texts(count: int = 30_000) -> list[str]:
    return [" ".join(f"word{(number * 31 + place * 7) % 5000}" for place in range(200)) + "." for number in range(count)]


@pytest.fixture(scope="module")
def large() -> list[str]:
    return large_texts()


@pytest.fixture
def python_handles_sigint() -> Iterator[None]:
    """Programs that run in the background may ignore the signal, and then so does Python."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("python_handles_sigint")
def test_control_c_stops_a_job_soon(large: list[str]) -> None:
    def interrupt() -> None:
        time.sleep(0.1)
        asked.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    asked: list[float] = []
    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        for _ in range(5):  # until the signal comes
            cento.pairs(large, threshold=0.1, method="shingle:1")
        pytest.fail("the job was not interrupted")
    except KeyboardInterrupt:
        stopped_after = time.monotonic() - asked[0]
    thread.join()
    assert stopped_after < 5, "it noticed the signal while it ran"
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_progress_is_reported_to_a_function(large: list[str]) -> None:
    reports: list[cento.Progress] = []
    cento.scan(large, progress=reports.append)
    assert {report.phase for report in reports} <= {"reading", "joining", "aligning", "writing", "recalling words"} or reports
    assert all(report.share is None or 0 <= report.share <= 1 for report in reports)


def test_an_exception_of_the_function_ends_the_job(large: list[str]) -> None:
    def refuse(now: cento.Progress) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        for _ in range(20):  # until a report comes
            cento.scan(large, progress=refuse)


def test_nothing_is_printed() -> None:
    code = "import cento; cento.scan(['One. Two. Three.'] * 3); cento.dedup(['x y', 'x y']).clean"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == done.stderr == ""


def test_jobs_at_the_same_time_give_the_same(large: list[str]) -> None:
    some = large[:600]
    expected = cento.pairs(some, threshold=0.3).pairs.to_pylist()
    results: list[object] = []
    threads = [
        threading.Thread(target=lambda: results.append(cento.pairs(some, threshold=0.3, threads=2).pairs.to_pylist()))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [expected] * 4


# A program whose other thread is in the middle of a job.
BUSY = """
import threading, time, cento
texts = [" ".join(f"word{(n * 31 + p * 7) % 5000}" for p in range(200)) for n in range(20000)]
def work():
    try:
        while True: cento.pairs(texts, threshold=0.1, method="shingle:1")
    except cento.Stopped:
        pass
threading.Thread(target=work, daemon=True).start()
time.sleep(0.3)
"""


def test_the_interpreter_may_end_while_a_job_runs() -> None:
    processes = [subprocess.Popen([sys.executable, "-c", BUSY], stderr=subprocess.PIPE, text=True) for _ in range(6)]
    ended = [(process.communicate(timeout=120)[1], process.returncode) for process in processes]
    assert ended == [("", 0)] * 6


def test_a_forked_process_ends_while_a_job_of_the_other_runs() -> None:
    code = BUSY + """
import os, sys
child = os.fork()
if child == 0:
    sys.exit(0)
raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    assert subprocess.run([sys.executable, "-c", code], timeout=60, stderr=subprocess.DEVNULL).returncode == 0


def test_a_job_works_in_a_forked_process() -> None:
    code = """
import os, cento
expected = len(cento.pairs(["one two three"] * 5).pairs)
child = os.fork()
if child == 0:
    os._exit(0 if len(cento.pairs(["one two three"] * 5).pairs) == expected else 1)
raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    assert subprocess.run([sys.executable, "-c", code], timeout=120).returncode == 0
