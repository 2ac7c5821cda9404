"""Times a job of the Python package on a table in memory, in a process of its own:

    python_job.py JOB INPUT [--threads N] [--memory SIZE]

INPUT is an Arrow file with `id` and `text` (table_file() makes one of JSON lines), which is mapped into memory and touched
before the job is timed: making a table of JSON lines would leave freed memory behind, which virtual machines then give
back to their host while the job runs. Prints {"bytes",
"seconds_best", "documents", "results", "memory_bytes", "results_bytes"}: the text, the job, what it found, by how much the
process grew at most while the job ran, and the size of the results as tables of pyarrow.
"""

import argparse
import json
import re
import threading
import time
from pathlib import Path

import cento
import pyarrow
import pyarrow.ipc
import pyarrow.json

KIBI = 1024
PAGE_BYTES = 4096
BLOCK_BYTES = 64 << 20  # the longest line must fit
RESULTS = {"scan": ["passages", "families", "documents"], "pairs": ["pairs", "clusters"]}


def table_of(path):
    reading = pyarrow.json.ReadOptions(block_size=BLOCK_BYTES)
    return pyarrow.json.read_json(path, read_options=reading).select(["id", "text"])


def table_file(path, target):
    """Writes the table of a file of JSON lines as an Arrow file."""
    table = table_of(path)
    with pyarrow.ipc.new_file(target, table.schema) as out:
        out.write_table(table)


def mapped(path):
    """The table of an Arrow file; all its pages are in memory."""
    table = pyarrow.ipc.open_file(pyarrow.memory_map(path)).read_all()
    for column in table.columns:
        for chunk in column.chunks:
            for buffer in chunk.buffers():
                memoryview(buffer or b"")[::PAGE_BYTES].tobytes()
    return table


class MemoryWatch(threading.Thread):
    """Looks every 10 ms at the memory of this process without file pages, which the system can reclaim."""

    def __init__(self):
        super().__init__(daemon=True)
        self.before = self.most = self.look()
        self.is_over = threading.Event()

    @staticmethod
    def look():
        return int(re.search(r"RssAnon:\s*(\d+)", Path("/proc/self/status").read_text()).group(1)) * KIBI

    def run(self):
        while not self.is_over.wait(0.01):
            self.most = max(self.most, self.look())

    def grown(self):
        self.is_over.set()
        self.join()
        return self.most - self.before


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("job", choices=RESULTS)
    ask.add_argument("input")
    ask.add_argument("--threads", type=int, default=2)
    ask.add_argument("--memory")
    options = ask.parse_args()
    table = mapped(options.input)
    more = {"memory": options.memory} if options.memory else {}
    watch = MemoryWatch()
    watch.start()
    begin = time.perf_counter()
    found = getattr(cento, options.job)(table, threads=options.threads, progress=False, **more)
    seconds = time.perf_counter() - begin
    grown = watch.grown()
    counts = {name: len(getattr(found, name)) for name in RESULTS[options.job]}
    results_bytes = sum(getattr(found, name).to_arrow().nbytes for name in RESULTS[options.job])
    print(json.dumps({"bytes": found.summary.text_bytes, "seconds_best": seconds, "documents": found.summary.documents,
                      "results": counts, "memory_bytes": grown, "results_bytes": results_bytes}))


if __name__ == "__main__":
    main()
