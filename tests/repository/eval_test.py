import contextlib
import io
import json
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from script_paths import ROOT

import eval as evaluation


class CompareTest(unittest.TestCase):
    def test_expected_counts_come_first_and_differences_are_marked(self):
        rows = list(evaluation.compare("news", {"documents": 3, "rejected": 0},
                                       {"documents": 3, "rejected": 1, "revisit records": 2, "nothing": 0}))
        self.assertEqual(rows, [("news", "documents", "3", "3", "ok"), ("news", "rejected", "0", "1", "DIFFERS"),
                                ("news", "revisit records", "0", "2", "DIFFERS")])


class EvalTest(unittest.TestCase):
    """Runs the script with a `cento` that always counts three documents."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.cento = self.folder / "cento"
        self.cento.write_text('#!/bin/bash\n'
                              '[ "$*" = "show --as none --quiet --stats-json $6 --split lines $9" ] || exit 1\n'
                              'echo \'{"documents":3,"rejected":0,"counts":{"revisit records":2}}\' >"$6"\n')
        self.cento.chmod(0o755)
        self.expected = self.folder / "expected.json"
        self.data = self.folder / "data"
        self.data.mkdir()

    def run_eval(self, documents, *more):
        entry = {"set": "news", "paths": ["news.txt"], "options": ["--split", "lines"],
                 "expected": {"documents": documents, "rejected": 0, "revisit records": 2}}
        self.expected.write_text(json.dumps([entry]))
        arguments = ["eval.py", "--cento", str(self.cento), "--all-pairs", "none", "--data", str(self.data), *more]
        with mock.patch.object(evaluation, "EXPECTED", self.expected), mock.patch("sys.argv", arguments), \
                contextlib.redirect_stdout(io.StringIO()):
            return evaluation.main()

    def test_equal_counts_pass(self):
        self.assertEqual(self.run_eval(3), 0)

    def test_a_difference_fails(self):
        self.assertEqual(self.run_eval(4), 1)

    def test_recording_writes_what_was_counted(self):
        self.assertEqual(self.run_eval(4, "--record"), 0)
        self.assertEqual(json.loads(self.expected.read_text())[0]["expected"],
                         {"documents": 3, "rejected": 0, "revisit records": 2})

    def test_a_missing_folder_is_named(self):
        with mock.patch("sys.argv", ["eval.py", "--cento", "cento", "--all-pairs", "none", "--data",
                                     str(self.folder / "nowhere")]):
            with self.assertRaisesRegex(SystemExit, "there is no folder .*nowhere"):
                evaluation.main()


class ExpectationsTest(unittest.TestCase):
    def test_each_set_is_named_once_and_expects_documents(self):
        entries = json.loads((ROOT / "tests" / "eval" / "expected.json").read_text())
        names = [entry["set"] for entry in entries]
        self.assertEqual(len(names), len(set(names)))
        self.assertTrue(all("documents" in entry["expected"] for entry in entries))


if __name__ == "__main__":
    unittest.main()
