"""Times a job of the Python package on a table in memory, in a process of its own:

    python_job.py JOB INPUT [--threads N]

INPUT is a file of JSON lines with `id` and `text`; making a table of it with pyarrow is not timed. Prints {"bytes",
"seconds_best", "documents", "results", "memory_bytes", "table_bytes"}: the text, the job, what it found, the peak of the
process, and the size of the table.
"""

import argparse
import json
import resource
import time

import cento
import pyarrow.json

KIBI = 1024
BLOCK_BYTES = 64 << 20  # the longest line must fit
RESULTS = {"scan": ["passages", "families", "documents"], "pairs": ["pairs", "clusters"]}


def table_of(path):
    reading = pyarrow.json.ReadOptions(block_size=BLOCK_BYTES)
    return pyarrow.json.read_json(path, read_options=reading).select(["id", "text"])


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("job", choices=RESULTS)
    ask.add_argument("input")
    ask.add_argument("--threads", type=int, default=2)
    options = ask.parse_args()
    table = table_of(options.input)
    begin = time.perf_counter()
    found = getattr(cento, options.job)(table, threads=options.threads, progress=False)
    seconds = time.perf_counter() - begin
    counts = {name: len(getattr(found, name)) for name in RESULTS[options.job]}
    print(json.dumps({"bytes": found.summary.text_bytes, "seconds_best": seconds, "documents": found.summary.documents,
                      "results": counts, "table_bytes": table.nbytes,
                      "memory_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * KIBI}))


if __name__ == "__main__":
    main()
