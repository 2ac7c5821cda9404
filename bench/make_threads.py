#!/usr/bin/env python3
"""Writes a collection of question threads as JSON lines, the same for the same arguments.

    make_threads.py --questions LABELLED.jsonl[.zst] --text en.txt --threads 1000000 --out FILE

Titles are real questions in which content words are replaced by others from the questions, so that threads differ;
descriptions and answers are real sentences of the text. One thread in six is an edited copy of an earlier one: words
are dropped, added, replaced or exchanged, sentences left out or added, sometimes a part is missing. An id is
FAMILY-MEMBER, so the copies are known. Dates ascend.
"""

import argparse
import json
import random
import re
import subprocess
from pathlib import Path

SEED = 7
COPIES = 1 / 6
STOP = set("a an the is are was were be do does did i you he she it we they my your to of in on at by for from with as and "
           "or if what how why which who when where can could should would will there this that have has had".split())


def questions_of(path):
    raw = subprocess.run(["zstd", "-dc", path], capture_output=True, check=True).stdout if path.suffix == ".zst" \
        else path.read_bytes()
    texts = {text for line in raw.decode().splitlines() for text in (json.loads(line)["a"], json.loads(line)["b"])}
    return sorted(text.split() for text in texts if 3 <= len(text.split()) <= 25)


def sentences_of(path, most_bytes=120_000_000):
    with path.open(encoding="utf-8", errors="replace") as text:
        lines = re.split(r"(?<=[.!?])\s+", text.read(most_bytes))
    return [line for line in (" ".join(line.split()) for line in lines) if 40 <= len(line) <= 220]


class Maker:
    """Makes threads. Everything comes from one random number generator."""

    def __init__(self, questions, sentences):
        self.random = random.Random(SEED)
        self.questions = questions
        self.sentences = sentences
        self.words = [word for question in questions for word in question if word.lower().strip("?.,!") not in STOP]

    def title(self):
        words = []
        for word in self.random.choice(self.questions):
            is_content = word.lower().strip("?.,!") not in STOP
            words.append(self.random.choice(self.words) if is_content and self.random.random() < 0.7 else word)
        return words

    def some_sentences(self, most):
        return [self.random.choice(self.sentences) for _ in range(self.random.randint(1, most))]

    def original(self):
        return {"title": self.title(),
                "description": self.some_sentences(3) if self.random.random() < 0.7 else [],
                "answer": self.some_sentences(5) if self.random.random() < 0.8 else []}

    def edited_words(self, words):
        words = list(words)
        for _ in range(self.random.choice((0, 0, 1, 1, 2, 3))):
            place = self.random.randrange(len(words))
            edit = self.random.random()
            if edit < 0.3 and len(words) > 3:
                del words[place]
            elif edit < 0.6:
                words.insert(place, self.random.choice(self.words))
            elif edit < 0.8:
                words[place] = self.random.choice(self.words)
            else:
                other = self.random.randrange(len(words))
                words[place], words[other] = words[other], words[place]
        return words

    def edited_sentences(self, sentences):
        kept = [" ".join(self.edited_words(sentence.split())) for sentence in sentences if self.random.random() < 0.9]
        return kept + (self.some_sentences(1) if self.random.random() < 0.2 else [])

    def copy_of(self, thread):
        return {"title": self.edited_words(thread["title"]),
                "description": self.edited_sentences(thread["description"]) if self.random.random() < 0.9 else [],
                "answer": self.edited_sentences(thread["answer"]) if self.random.random() < 0.9 else []}


def record(name, number, thread):
    fields = {"id": name, "date": f"{2000 + number // 40_000:04d}-01-01T00:00:{number % 60:02d}",
              "title": " ".join(thread["title"])}
    for part in ("description", "answer"):
        if thread[part]:
            fields[part] = " ".join(thread[part])
    return json.dumps(fields, ensure_ascii=False)


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--questions", type=Path, required=True)
    ask.add_argument("--text", type=Path, required=True)
    ask.add_argument("--threads", type=int, required=True)
    ask.add_argument("--out", type=Path, required=True)
    options = ask.parse_args()
    maker = Maker(questions_of(options.questions), sentences_of(options.text))
    recent = []
    with options.out.open("w", encoding="utf-8") as out:
        for number in range(options.threads):
            if recent and maker.random.random() < COPIES:
                family, members, thread = entry = maker.random.choice(recent)
                entry[1] = members + 1
                made, name = maker.copy_of(thread), f"{family}-{members}"
            else:
                made, name = maker.original(), f"{number}-0"
                entry = [number, 1, made]
                if len(recent) < 5_000:
                    recent.append(entry)
                else:
                    recent[maker.random.randrange(len(recent))] = entry
            out.write(record(name, number, made) + "\n")


if __name__ == "__main__":
    main()
