"""Times one way of finding near-duplicates of texts in a list:

    run_one.py NAME INPUT [--texts N]

NAME is that of a file with_NAME.py. INPUT is a file of JSON lines with `text`. Reading it and importing the library is
not timed, nor is what a module counts in `stand_in_seconds`, code in place of a part of the library. Prints {"bytes",
"seconds_best", "documents", "results", "memory_bytes"}; the last is the peak of the process and of the largest of those
that it started, with the list of texts in it.
"""

import argparse
import importlib
import itertools
import json
import resource
import sys
import time

KIBI = 1024


def texts_of(path, limit):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line)["text"] for line in itertools.islice(lines, limit)]


def peak_bytes():
    own, children = (resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return (own + children) * KIBI


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("name")
    ask.add_argument("input")
    ask.add_argument("--texts", type=int)
    options = ask.parse_args()
    texts = texts_of(options.input, options.texts)
    try:
        peer = importlib.import_module(f"with_{options.name}")
    except ImportError as error:
        sys.exit(f"not installed: {error}")
    begin = time.perf_counter()
    results = peer.near_duplicates(texts)
    seconds = time.perf_counter() - begin - sum(getattr(peer, "stand_in_seconds", []))
    print(json.dumps({"bytes": sum(len(text.encode()) for text in texts), "seconds_best": seconds,
                      "documents": len(texts), "results": len(results), "memory_bytes": peak_bytes()}))


if __name__ == "__main__":
    main()
