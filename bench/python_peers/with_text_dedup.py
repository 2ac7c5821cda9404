import json
import subprocess
import sys
import tempfile
from pathlib import Path

from datasets import load_from_disk


def near_duplicates(texts):
    with tempfile.TemporaryDirectory() as work:
        source, kept = Path(work, "texts.jsonl"), Path(work, "kept")
        source.write_text("".join(json.dumps({"id": number, "text": text}) + "\n" for number, text in enumerate(texts)))
        command = [sys.executable, "-m", "text_dedup.minhash", "--path", "json", "--data_files", source,
                   "--split", "train", "--cache_dir", Path(work, "cache"), "--output", kept, "--column", "text",
                   "--threshold", "0.8", "--ngram", "5", "--num_perm", "128"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return sorted(set(range(len(texts))) - set(load_from_disk(kept)["id"]))
