from datasketch import MinHash, MinHashLSH


def shingles(text):
    words = text.lower().split()
    return [" ".join(words[at : at + 5]).encode() for at in range(max(1, len(words) - 4))]


def near_duplicates(texts):
    index, sketches, pairs = MinHashLSH(threshold=0.8, num_perm=128), [], []
    for number, text in enumerate(texts):
        sketch = MinHash(num_perm=128)
        sketch.update_batch(shingles(text))
        pairs += [(other, number) for other in index.query(sketch) if sketches[other].jaccard(sketch) >= 0.8]
        index.insert(number, sketch)
        sketches.append(sketch)
    return pairs
