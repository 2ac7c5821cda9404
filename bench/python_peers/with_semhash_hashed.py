import time
import zlib

import numpy
from semhash import SemHash


stand_in_seconds = []  # not the library's own time


class HashedShingles:
    """In place of a model: each run of five words counts in one of 256 numbers. Nothing is downloaded."""

    def encode(self, inputs, **options):
        begin = time.perf_counter()
        vectors = numpy.array([self.vector_of(text) for text in inputs])
        stand_in_seconds.append(time.perf_counter() - begin)
        return vectors

    def vector_of(self, text):
        words = text.lower().split()
        vector = numpy.zeros(256, dtype=numpy.float32)
        for at in range(max(1, len(words) - 4)):
            vector[zlib.crc32(" ".join(words[at : at + 5]).encode()) % 256] += 1
        return vector


def near_duplicates(texts):
    result = SemHash.from_records(records=texts, model=HashedShingles()).self_deduplicate(threshold=0.8)
    return [(duplicate.duplicate_of, duplicate.record) for duplicate in result.filtered]
