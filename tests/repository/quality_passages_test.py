import json
import tempfile
import unittest
from pathlib import Path

from script_paths import ROOT  # noqa: F401, which lets scripts/ be imported

import quality
import quality_passages

PASSAGE = {"a": {"id": "x", "sentences": [0, 3], "bytes": [10, 90]},
           "b": {"id": "y", "sentences": [4, 7], "bytes": [0, 81]}, "matched": 3, "similarity": 1}
PAIRS = [{"a": "x", "b": "y", "similarity": 0.5, "contained_a": 0.75, "contained_b": 0.25},
         {"a": "z", "b": "x", "similarity": 0.1, "contained_a": 0.125, "contained_b": 0.5}]


class PassageScoresTest(unittest.TestCase):
    """Scores the output of a fake `cento`."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "work").mkdir()
        (self.folder / "eval").mkdir()
        for name, records in (("passages", [PASSAGE]), ("documents", PAIRS)):
            (self.folder / f"{name}.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
        program = self.folder / "cento"
        program.write_text(f"""#!/bin/bash
echo "$@" >{self.folder}/arguments
while [ "$1" != -o ]; do shift; done
mkdir "$2"; cp {self.folder}/passages.jsonl {self.folder}/documents.jsonl "$2"
""")
        program.chmod(0o755)
        self.tools = quality.Tools(program, program, self.folder / "eval", self.folder)

    def check(self, rows, **more):
        (self.folder / "pairs.tsv").write_text("a_id\tb_id\tlabel\tkind\n" + "".join(row + "\n" for row in rows))
        return {"input": "news.jsonl", "options": ["--match", "near"], "gold": "pairs.tsv", **more}

    def test_shares_are_those_of_the_first_document_of_a_listed_pair(self):
        check = self.check(["x\ty\t1\tcopy", "x\tz\t1\trevised", "y\tz\t0\tother"], kinds=["copy", "revised", "other"])
        figures = quality_passages.order_by_share(self.tools, check, self.folder / "work")
        self.assertEqual(figures["share, copy"], 0.75)
        self.assertEqual(figures["share, revised"], 0.5)
        self.assertEqual(figures["share, other"], 0)
        self.assertEqual(figures["falls from kind to kind"], 1)
        self.assertAlmostEqual(figures["rank correlation"], 1)

    def test_shares_that_do_not_fall_are_told(self):
        check = self.check(["x\tz\t1\tcopy", "x\ty\t1\trevised"], kinds=["copy", "revised"])
        figures = quality_passages.order_by_share(self.tools, check, self.folder / "work")
        self.assertEqual(figures["falls from kind to kind"], 0)
        self.assertAlmostEqual(figures["rank correlation"], -1)

    def test_found_pairs(self):
        check = self.check(["y\tx\t1\tsame", "x\tz\t0\tother", "y\tz\t1\tsame"])
        figures = quality_passages.found_pairs(self.tools, check, self.folder / "work")
        self.assertEqual(figures, {"recall": 0.5, "precision": 0.5})

    def test_spans_are_scored_whole_and_by_halves(self):
        result = {"all": {"macro": {"plagdet": 0.9}}, "kinds": {"none": {"macro": {"plagdet": 0.95}}},
                  "without_gold": {"one": {"pairs_with_predictions": 2}, "two": {"pairs_with_predictions": 1}}}
        (self.folder / "eval" / "score_spans.py").write_text(f"print({json.dumps(json.dumps(result))})\n")
        (self.folder / "spans.tsv").write_text("a_id\ta_begin\n" + "x\t0\n")
        check = {**self.check(["x\ty\t1\tnone"]), "gold": "spans.tsv", "pairs": "pairs.tsv", "kinds": ["none"],
                 "listed": "pairs.tsv"}
        figures = quality_passages.score_spans(self.tools, check, self.folder / "work")
        self.assertEqual(figures["plagdet, all"], 0.9)
        self.assertEqual(figures["plagdet, none"], 0.95)
        self.assertEqual(figures["pairs without reuse that have a passage"], 3)
        self.assertIn("plagdet, all, second half", figures)
        self.assertIn(f"--pairs {self.folder}/pairs.tsv", (self.folder / "arguments").read_text())
        spans = (self.folder / "work" / "spans.tsv").read_text().splitlines()
        self.assertEqual(spans[1], "x\t10\t90\ty\t0\t81\tfound")

    def test_the_halves_are_disjoint_and_keep_the_header(self):
        table = self.folder / "table.tsv"
        table.write_text("a_id\tkind\n" + "".join(f"doc{i}\tx\n" for i in range(50)))
        first = quality_passages.write_half(table, True, self.folder / "first").read_text().splitlines()
        second = quality_passages.write_half(table, False, self.folder / "second").read_text().splitlines()
        self.assertEqual(first[0], "a_id\tkind")
        self.assertEqual(sorted(first[1:] + second[1:]), sorted(f"doc{i}\tx" for i in range(50)))
        self.assertTrue(first[1:] and second[1:])


if __name__ == "__main__":
    unittest.main()
