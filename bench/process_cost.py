"""What a command costs: its seconds, and the peak memory of it and its children together."""

import os
import subprocess
import threading
import time
from dataclasses import dataclass
from pathlib import Path

SECONDS_BETWEEN_LOOKS = 0.1
KIBI = 1024


class Failed(Exception):
    """A command that failed; the message is the last line it printed."""


@dataclass
class Cost:
    """`memory_bytes` is the peak of resident memory; `said` is what the command printed."""

    seconds: float
    memory_bytes: int
    said: str


def listed_children(pid):
    """The children of a process; none once it has ended."""
    try:
        tasks = os.listdir(f"/proc/{pid}/task")
        return [int(child) for task in tasks
                for child in Path(f"/proc/{pid}/task/{task}/children").read_text().split()]
    except OSError:
        return []


def children_of(pid):
    """The processes below a process, at any depth."""
    below = listed_children(pid)
    return below + [deeper for child in below for deeper in children_of(child)]


def proportional_bytes(pid):
    """Resident memory of a process, with shared memory divided among its users; 0 once it has ended."""
    try:
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * KIBI for line in rollup.splitlines() if line.startswith("Pss:"))


def family_bytes(pid):
    """Resident memory of a process and those below it, or 0 if it is alone: the system records the peak of one."""
    children = children_of(pid)
    return sum(proportional_bytes(member) for member in (pid, *children)) if children else 0


class FamilyWatch(threading.Thread):
    """Samples the memory of a process and those below it while it runs, and keeps the maximum."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.pid, self.most, self.ended = pid, 0, threading.Event()
        self.start()

    def run(self):
        while not self.ended.wait(SECONDS_BETWEEN_LOOKS):
            self.most = max(self.most, family_bytes(self.pid))

    def end(self):
        self.ended.set()
        self.join()
        return self.most


def wait_for(process):
    """The exit code of a process, when it ended, and its peak memory."""
    watch = FamilyWatch(process.pid)
    _, status, usage = os.wait4(process.pid, 0)
    end = time.perf_counter()
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, end, max(watch.end(), usage.ru_maxrss * KIBI)


def cost_of(command, folder):
    """Runs a command with its output in files of `folder`; raises Failed when it does not succeed."""
    out, err = folder / "stdout", folder / "stderr"
    with open(out, "w") as stdout, open(err, "w") as stderr:
        begin = time.perf_counter()
        process = subprocess.Popen(command, stdout=stdout, stderr=stderr)
        code, end, memory_bytes = wait_for(process)
    if code != 0:
        said = err.read_text(errors="replace").strip().splitlines()
        raise Failed(said[-1] if said else f"it ended with exit code {code}")
    return Cost(end - begin, memory_bytes, out.read_text(errors="replace"))


def lines_of(path):
    """How many lines, and so results, a file has."""
    with open(path, "rb") as lines:
        return sum(1 for _ in lines)
