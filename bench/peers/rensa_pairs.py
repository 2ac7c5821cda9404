"""Near-duplicate documents by rensa: sketches of all word shingles, looked up in its LSH index. One thread."""

from pair_search import PERMUTATIONS, THRESHOLD, run
from rensa import RMinHash, RMinHashLSH
from word_shingles import word_shingles

BANDS = 16
SEED = 1


def sketch_of(text):
    sketch = RMinHash(num_perm=PERMUTATIONS, seed=SEED)
    sketch.update(word_shingles(text))
    return sketch


if __name__ == "__main__":
    run(__doc__, RMinHashLSH(threshold=THRESHOLD, num_perm=PERMUTATIONS, num_bands=BANDS), sketch_of)
