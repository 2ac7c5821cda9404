#!/usr/bin/env python3
"""Reads each evaluation set with `cento show --as none` and compares the counts with tests/eval/expected.json; then
scores the near-duplicates that `cento pairs` finds and compares the figures with tests/eval/quality.json (see
quality.py); last, compares the results of `cento eval` with those of the scorers (see agreement.py).

    eval.py --cento build/release/cento --all-pairs build/release/all_pairs --data DIR [--record] [SET…]

DIR holds the sets, which belong to others and are not part of the repository; the scorers are in DIR/../eval. --record
writes the counts and scores into the two files; check the difference before it is committed.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import agreement
import quality

EXPECTED = Path(__file__).resolve().parent.parent / "tests" / "eval" / "expected.json"
COLUMNS = ("set", "what", "expected", "got", "")
SOME_UNUSED = 3  # the exit code of a run that could not use all of its input
QUALITY_COLUMNS = ("set", "figure", "wanted", "recorded", "got", "")


def counts_of(stats):
    """The counts of a --stats-json file that an evaluation checks, by name."""
    counts = {what: stats.get(what, 0) for what in ("documents", "rejected", "table_rows", "table_topics")}
    counts["rejected"] += stats.get("rejected_files", 0)
    counts.update(stats.get("counts", {}))
    return counts


def measure(cento, data, entry):
    """Runs cento over the set; returns its counts."""
    with tempfile.NamedTemporaryFile(suffix=".json") as stats:
        command = [str(cento), "show", "--as", "none", "--quiet", "--stats-json", stats.name, *entry.get("options", []),
                   *(str(data / path) for path in entry["paths"])]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode == 1 and "yields no documents" in done.stderr:  # an error, and nothing else was counted
            return {**entry["expected"], "documents": 0}
        if done.returncode not in (0, SOME_UNUSED):  # bad records are counted as well
            raise SystemExit(f"eval.py: {' '.join(command)} failed: {done.stderr.strip()}")
        return counts_of(json.loads(Path(stats.name).read_text()))


def compare(name, expected, got):
    """Rows of the table: one for each count that is expected or not zero."""
    names = list(expected) + [what for what in sorted(got) if what not in expected and got[what]]
    for what in names:
        wanted, found = expected.get(what, 0), got.get(what, 0)
        yield name, what, str(wanted), str(found), "ok" if wanted == found else "DIFFERS"


def print_table(columns, rows):
    """Aligned columns; numbers, which follow the first two, are right-aligned."""
    widths = [max(len(row[i]) for row in [columns, *rows]) for i in range(len(columns))]
    sides = "<<" + ">" * (len(columns) - 3) + "<"
    for row in [columns, *rows]:
        cells = [f"{cell:{side}{width}}" for cell, side, width in zip(row, sides, widths)]
        print("  ".join(cells).rstrip())


def evaluate_counts(options):
    """Compares all counts, or records them; returns whether they are as expected."""
    entries = json.loads(EXPECTED.read_text())
    rows = []
    for entry in entries:
        if options.sets and entry["set"] not in options.sets:
            continue
        got = measure(options.cento, options.data, entry)
        rows += compare(entry["set"], entry["expected"], got)
        if options.record:
            kept = {what: 0 for what in entry["expected"]}
            entry["expected"] = {**kept, **{what: count for what, count in got.items() if count or what in kept}}
    print_table(COLUMNS, rows)
    if options.record:
        lines = ",\n".join(" " + json.dumps(entry, ensure_ascii=False) for entry in entries)
        EXPECTED.write_text(f"[\n{lines}\n]\n")
    return not any(row[-1] == "DIFFERS" for row in rows)


def tools_of(options):
    return quality.Tools(options.cento, options.all_pairs, options.data.parent / "eval", options.data)


def evaluate_quality(options):
    """Compares all quality figures, or records them; returns whether none fell or is outside its limits."""
    tools = tools_of(options)
    if missing := tools.missing_scorers():
        print(f"quality is not scored: {tools.scorers} has no {' and no '.join(missing)}")
        return True
    checks = json.loads(quality.QUALITY.read_text())
    rows = []
    for check in checks:
        if options.sets and check["set"] not in options.sets:
            continue
        print(quality.command_of(check), flush=True)
        got = quality.measure(tools, check)
        rows += quality.rows_of(check, got)
        if options.record:
            quality.record(check, got)
    print_table(QUALITY_COLUMNS, rows)
    if options.record:
        quality.write_record(checks)
    return not any(row[-1].isupper() for row in rows)


def evaluate_agreement(options):
    """Whether `cento eval` and the scorers agree; it counts as a set, "agreement"."""
    if options.sets and "agreement" not in options.sets:
        return True
    tools = tools_of(options)
    if missing := agreement.missing_files(tools):
        print(f"cento eval is not compared with the scorers: there is no {missing[0]}")
        return True
    return agreement.disagreements(tools) == 0


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--cento", type=Path, required=True)
    ask.add_argument("--all-pairs", type=Path, required=True)
    ask.add_argument("--data", type=Path, required=True)
    ask.add_argument("--record", action="store_true")
    ask.add_argument("sets", nargs="*", metavar="SET")
    options = ask.parse_args()
    if not options.data.is_dir():
        raise SystemExit(f"eval.py: there is no folder {options.data}; name the one that holds the sets with EVAL_DATA")
    counts_are_right = evaluate_counts(options)
    print(flush=True)
    quality_is_kept = evaluate_quality(options)
    print(flush=True)
    judges_agree = evaluate_agreement(options)
    return 0 if options.record or (counts_are_right and quality_is_kept and judges_agree) else 1


if __name__ == "__main__":
    sys.exit(main())
