"""Near-duplicate documents by datasketch: MinHash of all word shingles, looked up in its LSH index. One thread."""

from datasketch import MinHash, MinHashLSH
from pair_search import PERMUTATIONS, THRESHOLD, run
from word_shingles import word_shingles


def sketch_of(text):
    sketch = MinHash(num_perm=PERMUTATIONS)
    sketch.update_batch([shingle.encode("utf-8") for shingle in word_shingles(text)])
    return sketch


if __name__ == "__main__":
    run(__doc__, MinHashLSH(threshold=THRESHOLD, num_perm=PERMUTATIONS), sketch_of)
