"""The features for peers that take features: the runs of five words of each document."""

import json

WORDS_IN_SHINGLE = 5


def texts(path):
    """The texts of a JSONL file, in order."""
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)["text"]


def word_shingles(text):
    """Runs of five words, lower-cased; a shorter text is one run. Repeats are kept: the peers make their own sets."""
    words = text.lower().split()
    starts = range(max(1, len(words) - WORDS_IN_SHINGLE + 1))
    return [" ".join(words[start : start + WORDS_IN_SHINGLE]) for start in starts]
