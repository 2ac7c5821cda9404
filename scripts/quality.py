"""How good the results of `cento pairs`, `cento scan` and `cento tune` on the evaluation sets are, for eval.py.

tests/eval/quality.json lists the checks: what is read, with which options, how it is scored, and the figures recorded
so far. A figure may have a floor ("at_least") or a ceiling ("at_most"). Pairs and clusters are scored by score_pairs.py
and score_clusters.py next to the data; the exact methods are also compared with all_pairs, which compares every
document with every other.
"""

import json
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import quality_passages
import quality_questions
from quality_passages import output_of

QUALITY = Path(__file__).resolve().parent.parent / "tests" / "eval" / "quality.json"
DIGITS = 6  # recorded
SCORERS = ("score_pairs.py", "score_clusters.py", "score_spans.py")


@dataclass
class Tools:
    """The programs involved, and where the sets are."""
    cento: Path
    all_pairs: Path
    scorers: Path
    data: Path

    def missing_scorers(self):
        return [name for name in SCORERS if not (self.scorers / name).is_file()]


def threshold_of(check):
    return check["options"][check["options"].index("--threshold") + 1]


def find_pairs(tools, check, folder, *more):
    """Runs `cento pairs` over the set; returns the file of pairs."""
    pairs = folder / "pairs.jsonl"
    output_of([tools.cento, "pairs", tools.data / check["input"], *check["options"], "--quiet", "-o", pairs, *more])
    return pairs


def score(tools, scorer, gold, predicted, *more):
    return json.loads(output_of([sys.executable, tools.scorers / scorer, gold, predicted, "--json", *more]))


def score_pairs(tools, check, folder):
    scored = score(tools, "score_pairs.py", tools.data / check["gold"], find_pairs(tools, check, folder),
                   "--threshold", threshold_of(check))["all"]
    return {"F1": scored["f1"], "precision": scored["precision"], "recall": scored["recall"]}


def write_gold_of(gold, prefix, path):
    """Writes the lines of a table whose id has the prefix, with its header."""
    header, *lines = gold.read_text().splitlines(keepends=True)
    path.write_text(header + "".join(line for line in lines if line.startswith(prefix)))
    return path


def score_clusters(tools, check, folder):
    clusters = folder / "clusters.jsonl"
    find_pairs(tools, check, folder, "--clusters", clusters)
    gold = tools.data / check["gold"]

    def b_cubed(of_gold):
        return score(tools, "score_clusters.py", of_gold, clusters)["b_cubed"]["f1"]

    figures = {"B-cubed F1": b_cubed(gold)}
    parts = {prefix: b_cubed(write_gold_of(gold, prefix, folder / "gold.tsv")) for prefix in check["id_prefixes"]}
    figures.update({f"B-cubed F1 of {prefix}": value for prefix, value in parts.items()})
    figures["largest difference of these"] = max(parts.values()) - min(parts.values())
    return figures


def pairs_of_table(text):
    """How often each pair with its numbers is in a table: once, normally."""
    lines = (line.split("\t") for line in text.splitlines()[1:])
    return Counter((a, b, *map(float, numbers)) for a, b, *numbers in lines)


def pairs_of_records(path):
    records = map(json.loads, path.read_text().splitlines())
    return Counter((r["a"], r["b"], r["similarity"], r["contained_a"], r["contained_b"]) for r in records)


def compare_with_all_pairs(tools, check, folder):
    """The share of pairs, of those that either program found, in which both agree to the last digit."""
    table = output_of([tools.all_pairs, check["shingles"], threshold_of(check), tools.data / check["input"]])
    expected, got = pairs_of_table(table), pairs_of_records(find_pairs(tools, check, folder))
    if not expected:
        raise SystemExit(f"eval.py: {check['set']} has no pairs at all, so there is nothing to compare")
    return {"pairs as by brute force": (expected & got).total() / (expected | got).total(),
            "pairs": expected.total()}


WAYS = {"pairs": score_pairs, "clusters": score_clusters, "brute force": compare_with_all_pairs,
        **quality_passages.WAYS, **quality_questions.WAYS}


def measure(tools, check):
    """The figures of a check, by name."""
    with tempfile.TemporaryDirectory() as folder:
        figures = WAYS[check["scored"]](tools, check, Path(folder))
    return {name: round(value or 0, DIGITS) for name, value in figures.items()}


def verdict(wanted, got):
    """The verdict on a figure, given its limits and the recorded value; upper case fails the evaluation."""
    if got < wanted.get("at_least", got):
        return f"UNDER {wanted['at_least']}"
    if "at_most" in wanted:
        return f"OVER {wanted['at_most']}" if got > wanted["at_most"] else "ok"
    if "recorded" not in wanted:
        return "NOT RECORDED"
    if got < wanted["recorded"]:
        return "FELL"
    return "rose" if got > wanted["recorded"] else "ok"


def describe_limit(wanted):
    limits = [f"{sign} {wanted[name]}" for name, sign in (("at_least", "≥"), ("at_most", "≤")) if name in wanted]
    return ", ".join(limits)


def command_of(check):
    command = "cento scan" if check["scored"] in quality_passages.WAYS else "cento pairs"
    command = quality_questions.COMMANDS.get(check["scored"], command)
    listed = ["--pairs", check["listed"]] if "listed" in check else []
    return " ".join([command, check["input"], *check["options"], *listed])


def rows_of(check, got):
    """Rows of the table: set, figure, limit, recorded, got, verdict."""
    for name in list(check["figures"]) + [name for name in got if name not in check["figures"]]:
        wanted = check["figures"].get(name, {})
        found = got.get(name, 0)
        recorded = str(wanted.get("recorded", "-"))
        yield check["set"], name, describe_limit(wanted), recorded, str(found), verdict(wanted, found)


def record(check, got):
    limits = {name: {key: value for key, value in wanted.items() if key != "recorded"}
              for name, wanted in check["figures"].items()}
    check["figures"] = {name: {**limits.get(name, {}), "recorded": value} for name, value in got.items()}


def write_record(checks):
    lines = ",\n".join(" " + json.dumps(check, ensure_ascii=False) for check in checks)
    QUALITY.write_text(f"[\n{lines}\n]\n")
