"""Whether `cento eval` agrees with the scorers next to the data: the part of eval.py that judges twice.

What Cento finds in some of the sets is judged by both, and so are random files with every case that the rules of
judging mention: equal scores, pairs scored twice or never, unknown ids, spans in pieces.
"""

import json
import random
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from quality_passages import output_of, rows_of

CLOSE = 1e-9
SEED = 7
SCORES = 20  # distinct values, so that many are equal


NEEDED = ("webpages/docs.jsonl.zst", "webpages/pairs.tsv", "guide/docs.jsonl.zst", "guide/clusters.tsv",
          "pan13/docs.jsonl.zst", "pan13/pairs.tsv", "pan13/spans.tsv", "questions/qqp-dev/pairs.jsonl.zst")


@dataclass
class Case:
    """Two files to be judged."""
    name: str
    scorer: str
    gold: Path
    found: Path
    options: list = field(default_factory=list)


def missing_files(tools):
    """Missing scorers and sets."""
    scorers = [tools.scorers / name for name in tools.missing_scorers()]
    return scorers + [tools.data / name for name in NEEDED if not (tools.data / name).is_file()]


def differences(expected, got, path=""):
    """Where Cento's result differs from the scorer's, as sentences."""
    if isinstance(expected, dict):
        if not isinstance(got, dict):
            return [f"{path or 'the result'} is {got}, not an object"]
        return [line for key, value in expected.items() for line in differences(value, got.get(key), f"{path}/{key}")]
    is_number = all(isinstance(x, (int, float)) and not isinstance(x, bool) for x in (expected, got))
    if abs(expected - got) <= CLOSE if is_number else expected == got:
        return []
    return [f"{path} is {got}, not {expected}"]


def judge(tools, case, folder):
    """How the two judgements of a case differ."""
    stats = folder / "stats.json"
    expected = output_of([sys.executable, tools.scorers / case.scorer, case.gold, case.found, "--json", *case.options])
    output_of([tools.cento, "eval", case.gold, case.found, *case.options, "--quiet", "-o", "/dev/null", "--stats-json",
               stats])
    return differences(json.loads(expected), json.loads(stats.read_text()))


def write_rows(path, rows):
    path.write_text("".join("\t".join(map(str, row)) + "\n" for row in rows))
    return path


def random_score(chance):
    return round(chance.randrange(SCORES) / SCORES, 2)


def random_pairs(chance, gold, path):
    """Most pairs with a score, some reversed, some twice, some without a score or unlisted."""
    rows = []
    for a, b, *_ in rows_of(gold)[1]:
        for _ in range(chance.choice((0, 1, 1, 1, 2))):
            row = chance.choice(((a, b), (b, a)))
            rows.append(row if chance.random() < 0.05 else (*row, random_score(chance)))
        if chance.random() < 0.1:
            rows.append((a, f"nobody {len(rows)}", random_score(chance)))
    chance.shuffle(rows)
    return write_rows(path, rows)


def random_question_scores(chance, gold, path):
    lines = subprocess.run(["zstd", "-dcq", gold], capture_output=True, check=True).stdout.decode().splitlines()
    rows = [("id", "score")]
    for record in map(json.loads, lines):
        nudge = 0.3 * record["label"]
        rows += [(record["id"], random_score(chance) + nudge) for _ in range(chance.choice((0, 1, 1, 2)))]
    return write_rows(path, [*rows, ("nobody", 1)])


def random_clusters(chance, gold, path):
    """Items that move, that are alone, and that are not in the gold."""
    rows = rows_of(gold)[1]
    names = [cluster for _, cluster in rows]
    moved = [(item, chance.choice(names) if chance.random() < 0.3 else cluster) for item, cluster in rows]
    kept = [row for row in moved if chance.random() < 0.8]
    return write_rows(path, [("id", "cluster"), *kept, ("nobody", names[0]), ("nobody else", "nowhere")])


def moved(chance, begin, end):
    """A range that overlaps, or does not."""
    size = max(2, end - begin)
    new_begin = max(0, begin + chance.randrange(-size, size))
    return new_begin, new_begin + chance.randrange(1, 2 * size)


def random_spans(chance, gold, path):
    """Gold spans moved, in pieces, reversed, empty, and in pairs that have none."""
    rows = []
    for a, a_begin, a_end, b, b_begin, b_end, _ in rows_of(gold)[1]:
        for _ in range(chance.randrange(4)):
            sides = [(a, *moved(chance, int(a_begin), int(a_end))), (b, *moved(chance, int(b_begin), int(b_end)))]
            if chance.random() < 0.02:
                sides[0] = (a, 5, 5)
            if chance.random() < 0.02:
                sides[1] = ("nobody", 0, 9)
            chance.shuffle(sides)
            rows.append((*sides[0], *sides[1]))
    return write_rows(path, rows)


def found_cases(tools, folder):
    """What Cento finds in the sets."""
    data = tools.data
    output_of([tools.cento, "pairs", data / "webpages/docs.jsonl.zst", "--threshold", "0.3", "--quiet", "-o",
               folder / "pairs.jsonl"])
    output_of([tools.cento, "pairs", data / "guide/docs.jsonl.zst", "--quiet", "-o", "/dev/null", "--clusters",
               folder / "clusters.jsonl"])
    output_of([tools.cento, "scan", data / "pan13/docs.jsonl.zst", "--match", "near", "--quiet", "-o", folder / "scan"])
    passages = folder / "scan" / "passages.jsonl"
    pairs = data / "webpages/pairs.tsv"
    yield Case("webpages, pairs", "score_pairs.py", pairs, folder / "pairs.jsonl", ["--threshold", "0.8"])
    yield Case("webpages, pairs, closed", "score_pairs.py", pairs, folder / "pairs.jsonl", ["--closed"])
    yield Case("guide, clusters", "score_clusters.py", data / "guide/clusters.tsv", folder / "clusters.jsonl")
    yield Case("pan13, near passages", "score_spans.py", data / "pan13/spans.tsv", passages)
    yield Case("pan13, near passages of listed pairs", "score_spans.py", data / "pan13/spans.tsv", passages,
               ["--pairs", data / "pan13/pairs.tsv"])
    yield Case("pan13, passages as pairs", "score_pairs.py", data / "pan13/pairs.tsv", passages)


def random_cases(tools, folder):
    """Random files."""
    chance = random.Random(SEED)
    data = tools.data
    pairs = random_pairs(chance, data / "webpages/pairs.tsv", folder / "random_pairs.tsv")
    questions = data / "questions/qqp-dev/pairs.jsonl.zst"
    scores = random_question_scores(chance, questions, folder / "random_scores.tsv")
    clusters = random_clusters(chance, data / "guide/clusters.tsv", folder / "random_clusters.tsv")
    spans = random_spans(chance, data / "pan13/spans.tsv", folder / "random_spans.tsv")
    nothing = write_rows(folder / "nothing.tsv", [])
    yield Case("webpages, chance", "score_pairs.py", data / "webpages/pairs.tsv", pairs)
    yield Case("webpages, chance, closed", "score_pairs.py", data / "webpages/pairs.tsv", pairs,
               ["--closed", "--threshold", "0.25"])
    yield Case("webpages, nothing", "score_pairs.py", data / "webpages/pairs.tsv", nothing)
    yield Case("qqp, chance", "score_pairs.py", questions, scores, ["--threshold", "0.6"])
    yield Case("guide, chance", "score_clusters.py", data / "guide/clusters.tsv", clusters)
    yield Case("guide, nothing", "score_clusters.py", data / "guide/clusters.tsv", nothing)
    yield Case("pan13, chance", "score_spans.py", data / "pan13/spans.tsv", spans)
    yield Case("pan13, chance, listed pairs", "score_spans.py", data / "pan13/spans.tsv", spans,
               ["--pairs", data / "pan13/pairs.tsv"])
    yield Case("pan13, nothing", "score_spans.py", data / "pan13/spans.tsv", nothing)


def disagreements(tools):
    """Judges all cases twice and prints the outcome of each; returns the number of those that differ."""
    count = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for case in [*found_cases(tools, folder), *random_cases(tools, folder)]:
            lines = judge(tools, case, folder)
            print(f"cento eval and {case.scorer}: {case.name}: {'DIFFER' if lines else 'the same'}", flush=True)
            for line in lines:
                print(f"  {line}")
            count += bool(lines)
    return count
