"""Near-duplicate documents by datatrove: its four MinHash stages from a folder of JSONL files to the kept documents.

It distributes work by file: for two workers the folder holds two halves of the collection.
"""

import argparse
import json
from pathlib import Path

from datatrove.executor.local import LocalPipelineExecutor
from datatrove.pipeline.dedup import MinhashDedupBuckets, MinhashDedupCluster, MinhashDedupFilter, MinhashDedupSignature
from datatrove.pipeline.dedup.minhash import MinhashConfig
from datatrove.pipeline.readers import JsonlReader
from datatrove.pipeline.writers.jsonl import JsonlWriter
from datatrove.utils.hashing import HashConfig

WORKERS = 2
BUCKETS = 14
HASHES_IN_BUCKET = 8  # with 14 buckets, half of the pairs at a similarity of 0.72 are proposed: its own default
WORDS_IN_SHINGLE = 5


def stages(source, work):
    """(name, tasks, steps) of its documented pipeline."""
    config = MinhashConfig(hash_config=HashConfig(precision=64), num_buckets=BUCKETS,
                           hashes_per_bucket=HASHES_IN_BUCKET, n_grams=WORDS_IN_SHINGLE)
    signatures, buckets, removed = f"{work}/signatures", f"{work}/buckets", f"{work}/removed"
    documents = JsonlReader(source, compression=None)
    yield "signatures", WORKERS, [documents, MinhashDedupSignature(output_folder=signatures, config=config)]
    yield "buckets", BUCKETS, [MinhashDedupBuckets(input_folder=signatures, output_folder=buckets, config=config)]
    yield "clusters", 1, [MinhashDedupCluster(input_folder=buckets, output_folder=removed, config=config)]
    yield "filter", WORKERS, [documents, MinhashDedupFilter(input_folder=removed),
                              JsonlWriter(f"{work}/kept", compression=None)]


def lines_below(folder):
    return sum(1 for path in Path(folder).rglob("*.jsonl") for _ in open(path, "rb"))


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("input", help="the folder of JSONL files")
    ask.add_argument("work", help="an empty folder")
    options = ask.parse_args()
    for name, tasks, steps in stages(options.input, options.work):
        LocalPipelineExecutor(steps, tasks=tasks, workers=min(tasks, WORKERS),
                              logging_dir=f"{options.work}/logs/{name}").run()
    documents, kept = lines_below(options.input), lines_below(f"{options.work}/kept")
    print(json.dumps({"documents": documents, "results": documents - kept}))


if __name__ == "__main__":
    main()
