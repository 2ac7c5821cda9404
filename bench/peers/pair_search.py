"""The loop around a peer that has sketches and an index over them: look up each document, then add it."""

import argparse
import json

from word_shingles import texts

THRESHOLD = 0.8
PERMUTATIONS = 128


def similar_earlier(index, sketches, sketch):
    """Earlier documents whose sketch is similar enough, among those that the index proposes."""
    return [other for other in index.query(sketch) if sketches[other].jaccard(sketch) >= THRESHOLD]


def write_pairs(source, target, index, sketch_of):
    """Writes the pairs of document numbers, tab-separated; returns the numbers of documents and of pairs."""
    sketches, pairs = [], 0
    with open(target, "w", encoding="utf-8") as out:
        for number, text in enumerate(texts(source)):
            sketch = sketch_of(text)
            for other in similar_earlier(index, sketches, sketch):
                out.write(f"{other}\t{number}\n")
                pairs += 1
            index.insert(number, sketch)
            sketches.append(sketch)
    return len(sketches), pairs


def run(description, index, sketch_of):
    """The whole program of a peer: takes INPUT OUTPUT, prints a JSON object with the counts."""
    ask = argparse.ArgumentParser(description=description)
    ask.add_argument("input")
    ask.add_argument("output")
    options = ask.parse_args()
    documents, pairs = write_pairs(options.input, options.output, index, sketch_of)
    print(json.dumps({"documents": documents, "results": pairs}))
