from rensa import RMinHash, RMinHashLSH


def shingles(text):
    words = text.lower().split()
    return [" ".join(words[at : at + 5]) for at in range(max(1, len(words) - 4))]


def near_duplicates(texts):
    index, sketches, pairs = RMinHashLSH(threshold=0.8, num_perm=128, num_bands=16), [], []
    for number, text in enumerate(texts):
        sketch = RMinHash(num_perm=128, seed=1)
        sketch.update(shingles(text))
        pairs += [(other, number) for other in index.query(sketch) if sketches[other].jaccard(sketch) >= 0.8]
        index.insert(number, sketch)
        sketches.append(sketch)
    return pairs
