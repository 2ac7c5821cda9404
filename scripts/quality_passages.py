"""How good the passages that `cento scan` finds in the evaluation sets are: ways of scoring for quality.py.

Located passages are scored by score_spans.py next to the data. The other ways use the share of documents that passages
cover, from documents.jsonl.
"""

import hashlib
import json
import subprocess
import sys
from statistics import mean


def output_of(command):
    """The output of a program."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"eval.py: {' '.join(map(str, command))} failed: {done.stderr.strip()}")
    return done.stdout


def scan(tools, check, folder):
    """Runs `cento scan` over the set; returns the folder of its results."""
    found = folder / "found"
    listed = ["--pairs", tools.data / check["listed"]] if "listed" in check else []
    output_of([tools.cento, "scan", tools.data / check["input"], *check["options"], *listed, "--quiet", "-o", found])
    return found


def records_of(path):
    with path.open() as lines:
        return [json.loads(line) for line in lines]


def rows_of(path):
    header, *rows = [line.split("\t") for line in path.read_text().splitlines()]
    return header, rows


def write_spans(passages, path):
    """The passages as score_spans.py reads them."""
    with path.open("w") as out:
        print("a_id", "a_begin", "a_end", "b_id", "b_begin", "b_end", "kind", sep="\t", file=out)
        for passage in passages:
            a, b = passage["a"], passage["b"]
            print(a["id"], *a["bytes"], b["id"], *b["bytes"], "found", sep="\t", file=out)
    return path


def in_first_half(identifier):
    """Splits the set in two by the names of the documents that copied."""
    return hashlib.md5(identifier.encode()).digest()[0] % 2 == 0


def write_half(table, first, path):
    header, rows = rows_of(table)
    kept = [row for row in rows if in_first_half(row[0]) == first]
    path.write_text("".join("\t".join(row) + "\n" for row in [header, *kept]))
    return path


def score_spans(tools, check, folder):
    spans = write_spans(records_of(scan(tools, check, folder) / "passages.jsonl"), folder / "spans.tsv")

    def score(gold, pairs):
        scorer = tools.scorers / "score_spans.py"
        return json.loads(output_of([sys.executable, scorer, gold, spans, "--pairs", pairs, "--json"]))

    gold, pairs = tools.data / check["gold"], tools.data / check["pairs"]
    scored = score(gold, pairs)
    figures = {"plagdet, all": scored["all"]["macro"]["plagdet"]}
    figures.update({f"plagdet, {kind}": scored["kinds"][kind]["macro"]["plagdet"] for kind in check["kinds"]})
    figures["pairs without reuse that have a passage"] = sum(
        kind["pairs_with_predictions"] for kind in scored["without_gold"].values())
    for name, first in (("first", True), ("second", False)):
        half = score(write_half(gold, first, folder / "gold.tsv"), write_half(pairs, first, folder / "pairs.tsv"))
        figures[f"plagdet, all, {name} half"] = half["all"]["macro"]["plagdet"]
    return figures


def shares_of(found):
    """By pair of ids, in both orders: the share of the first document that the second has."""
    shares = {}
    for record in records_of(found / "documents.jsonl"):
        shares[record["a"], record["b"]] = record["contained_a"]
        shares[record["b"], record["a"]] = record["contained_b"]
    return shares


def ranks_of(values):
    """Ranks from 1, with the mean rank for equal values."""
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks = [0.0] * len(values)
    begin = 0
    while begin < len(order):
        end = begin
        while end < len(order) and values[order[end]] == values[order[begin]]:
            end += 1
        for place in order[begin:end]:
            ranks[place] = (begin + end + 1) / 2
        begin = end
    return ranks


def correlation(x, y):
    mean_x, mean_y = mean(x), mean(y)
    covariance = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y))
    spread = (sum((a - mean_x) ** 2 for a in x) * sum((b - mean_y) ** 2 for b in y)) ** 0.5
    return covariance / spread if spread else 0.0


def order_by_share(tools, check, folder):
    """How much of the first document of a pair passages cover, by kind, and whether that falls from kind to kind."""
    shares = shares_of(scan(tools, check, folder))
    _, rows = rows_of(tools.data / check["gold"])
    by_kind = {kind: [] for kind in check["kinds"]}
    for a, b, label, kind, *_ in rows:
        if kind in by_kind and label == check.get("label", label):
            by_kind[kind].append(shares.get((a, b), 0.0))
    figures = {f"share, {kind}": mean(values) for kind, values in by_kind.items()}
    levels = [-level for level, values in enumerate(by_kind.values()) for _ in values]
    values = [value for values in by_kind.values() for value in values]
    figures["rank correlation"] = correlation(ranks_of(levels), ranks_of(values))
    means = [figures[f"share, {kind}"] for kind in check["kinds"]]
    figures["falls from kind to kind"] = float(all(x > y for x, y in zip(means, means[1:])))
    return figures


def found_pairs(tools, check, folder):
    """Which of the listed pairs share a passage at all."""
    shares = shares_of(scan(tools, check, folder))
    _, rows = rows_of(tools.data / check["gold"])
    found = [(label == "1", (a, b) in shares) for a, b, label, *_ in rows]
    true = sum(is_true and has for is_true, has in found)
    return {"recall": true / sum(is_true for is_true, _ in found),
            "precision": true / max(1, sum(has for _, has in found))}


WAYS = {"spans": score_spans, "shares": order_by_share, "found pairs": found_pairs}
