"""How good what `cento tune` learns from labelled pairs of questions is: a way of scoring for quality.py.

The figures are those of held-out labels, as reported by tune.
"""

import json

from quality_passages import output_of


def tune(tools, check, folder):
    """Runs `cento tune` over the set; returns its figures."""
    stats = folder / "stats.json"
    output_of([tools.cento, "tune", tools.data / check["input"], *check["options"], "--quiet", "--stats-json", stats])
    return json.loads(stats.read_text())


def held_out(tools, check, folder):
    reported = tune(tools, check, folder)
    figures = {"F1": reported["f1"], "precision at recall 0.5": reported["precision_at_recall"]}
    if reported["map"] is not None:
        figures["MAP"] = reported["map"]
    return figures


def rows_of_csv(path):
    header, *rows = [line.split(",") for line in path.read_text().splitlines()]
    return header, rows


def best_of_signatures(tools, check, folder):
    """Table 1 of threads: the best F1 of each signature."""
    tables = folder / "tables"
    output_of([tools.cento, "study", "threads", tools.data / check["input"], *check["options"], "--quiet", "-o", tables])
    _, rows = rows_of_csv(tables / "table_1.csv")
    return {f"F1, {row[0]}": float(row[1]) for row in rows}


COMMANDS = {"held-out labels": "cento tune", "signatures": "cento study threads"}
WAYS = {"held-out labels": held_out, "signatures": best_of_signatures}
