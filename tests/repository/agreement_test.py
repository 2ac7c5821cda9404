import contextlib
import io
import json
import tempfile
import unittest
import unittest.mock
from pathlib import Path
from random import Random

import script_paths  # noqa: F401

import agreement
import quality


class DifferencesTest(unittest.TestCase):
    def test_what_cento_says_besides_does_not_matter(self):
        self.assertEqual(agreement.differences({"all": {"f1": 0.5}}, {"all": {"f1": 0.5, "more": 1}, "seconds": 2}), [])

    def test_the_last_digits_do_not_matter(self):
        self.assertEqual(agreement.differences({"f1": 1 / 3}, {"f1": 0.3333333333}), [])

    def test_each_difference_is_named(self):
        expected = {"all": {"f1": 0.5, "tp": 3, "best": None}, "kinds": {"x": {}}}
        got = {"all": {"f1": 0.6, "best": 0}, "kinds": {"x": None}}
        self.assertEqual(agreement.differences(expected, got),
                         ["/all/f1 is 0.6, not 0.5", "/all/tp is None, not 3", "/all/best is 0, not None",
                          "/kinds/x is None, not an object"])


class JudgeTest(unittest.TestCase):
    """Judges with a fake `cento` and scorer whose output the test chooses."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        cento = self.folder / "cento"
        cento.write_text('#!/bin/bash\n[ "$1 $2 $3 $4" = "eval gold found --closed" ] || exit 1\n'
                         'echo \'{"f1":0.5}\' >"${@: -1}"\n')
        cento.chmod(0o755)
        self.tools = quality.Tools(cento, None, self.folder, self.folder)

    def judge(self, f1):
        (self.folder / "score.py").write_text(f"print({json.dumps(json.dumps({'f1': f1}))})\n")
        case = agreement.Case("a case", "score.py", Path("gold"), Path("found"), ["--closed"])
        return agreement.judge(self.tools, case, self.folder)

    def test_both_get_the_same_files_and_options(self):
        self.assertEqual(self.judge(0.5), [])
        self.assertEqual(self.judge(0.25), ["/f1 is 0.5, not 0.25"])

    def test_missing_scorers_and_sets_are_named(self):
        missing = [path.name for path in agreement.missing_files(self.tools)]
        self.assertIn("score_spans.py", missing)
        self.assertIn("clusters.tsv", missing)


class ChanceTest(unittest.TestCase):
    """Random files contain the cases they are made for."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def rows(self, write, header, gold):
        agreement.write_rows(self.folder / "gold.tsv", [header, *gold])
        path = write(Random(1), self.folder / "gold.tsv", self.folder / "found.tsv")
        return [line.split("\t") for line in path.read_text().splitlines()]

    def test_pairs_have_missing_scores_and_unlisted_ids(self):
        rows = self.rows(agreement.random_pairs, ("a_id", "b_id", "label", "kind"),
                         [(f"a{i}", f"b{i}", 1, "k") for i in range(300)])
        self.assertEqual({len(row) for row in rows}, {2, 3})
        self.assertTrue(any(row[1].startswith("nobody") for row in rows))
        self.assertTrue(any(row[0].startswith("b") for row in rows))

    def test_clusters_leave_out_items_and_have_unknown_ones(self):
        rows = self.rows(agreement.random_clusters, ("id", "cluster"), [(i, i % 7) for i in range(100)])
        self.assertLess(len(rows), 100)
        self.assertIn("nobody", {row[0] for row in rows})

    def test_spans_are_sometimes_empty_or_elsewhere(self):
        rows = self.rows(agreement.random_spans, ("a_id", "a_begin", "a_end", "b_id", "b_begin", "b_end", "kind"),
                         [("a", i, i + 50, "b", 0, 20, "k") for i in range(300)])
        self.assertTrue(any(["5", "5"] in (row[1:3], row[4:6]) for row in rows))
        self.assertTrue(any("nobody" in (row[0], row[3]) for row in rows))


class EvaluateAgreementTest(unittest.TestCase):
    def test_without_the_sets_nothing_is_compared(self):
        import eval as evaluation
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as shown:
            options = unittest.mock.Mock(cento="cento", all_pairs="none", data=Path(folder) / "data", sets=[])
            self.assertTrue(evaluation.evaluate_agreement(options))
        self.assertIn("is not compared with the scorers", shown.getvalue())


if __name__ == "__main__":
    unittest.main()
