import json
import tempfile
from pathlib import Path

from datatrove.data import Document
from datatrove.executor.local import LocalPipelineExecutor
from datatrove.pipeline.dedup import MinhashDedupBuckets, MinhashDedupCluster, MinhashDedupFilter, MinhashDedupSignature
from datatrove.pipeline.dedup.minhash import MinhashConfig
from datatrove.pipeline.writers.jsonl import JsonlWriter
from datatrove.utils.hashing import HashConfig


def near_duplicates(texts):
    config = MinhashConfig(hash_config=HashConfig(precision=64), n_grams=5)
    documents = [Document(text=text, id=str(number)) for number, text in enumerate(texts)]
    with tempfile.TemporaryDirectory() as work:
        signatures, buckets, ids, removed = (f"{work}/{name}" for name in ("signatures", "buckets", "ids", "removed"))
        writer = JsonlWriter(removed, output_filename="${rank}.jsonl", compression=None)
        stages = [
            (1, [documents, MinhashDedupSignature(signatures, config=config)]),
            (config.num_buckets, [MinhashDedupBuckets(signatures, buckets, config=config)]),
            (1, [MinhashDedupCluster(buckets, ids, config=config)]),
            (1, [documents, MinhashDedupFilter(ids, exclusion_writer=writer)]),
        ]
        for number, (tasks, pipeline) in enumerate(stages):
            logs = f"{work}/logs/{number}"
            LocalPipelineExecutor(pipeline, tasks=tasks, workers=min(tasks, 2), logging_dir=logs).run()
        return [json.loads(line)["id"] for file in Path(removed).glob("*.jsonl") for line in file.open()]
