"""Times questions to an index from Python, one by one and many at once, in a process of its own:

    python_asks.py INDEX QUESTIONS [--times N]

QUESTIONS is a file of JSON lines with `text`. Both ways take turns, N times, after one round that is not counted. Prints
{"questions", "found", "one_by_one_s", "many_s", "memory_bytes"}; the times are lists of seconds for all questions.
"""

import argparse
import json
import resource
import time

import cento

KIBI = 1024


def one_by_one(index, texts):
    return [index.ask(text) for text in texts]


def many(index, texts):
    return index.ask_many(texts)


def seconds_of(ask, index, texts):
    begin = time.perf_counter()
    answers = ask(index, texts)
    return time.perf_counter() - begin, sum(map(bool, answers))


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("index")
    ask.add_argument("questions")
    ask.add_argument("--times", type=int, default=5)
    options = ask.parse_args()
    with open(options.questions, encoding="utf-8") as lines:
        texts = [json.loads(line)["text"] for line in lines]
    times = {one_by_one: [], many: []}
    with cento.Index(options.index) as index:
        for turn in range(options.times + 1):
            for way, seconds in times.items():
                took, found = seconds_of(way, index, texts)
                if turn > 0:
                    seconds.append(took)
    print(json.dumps({"questions": len(texts), "found": found, "one_by_one_s": times[one_by_one], "many_s": times[many],
                      "memory_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * KIBI}))


if __name__ == "__main__":
    main()
