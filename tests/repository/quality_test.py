import contextlib
import io
import json
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from script_paths import ROOT

import eval as evaluation
import quality

PAIR = '{"a":"x","b":"y","similarity":0.75,"contained_a":1,"contained_b":0.75}'
TABLE = "a\\tb\\tsimilarity\\tcontained_a\\tcontained_b\\nx\\ty\\t0.75\\t1\\t0.75\\n"


class VerdictTest(unittest.TestCase):
    def test_a_figure_may_rise_but_not_fall(self):
        self.assertEqual(quality.verdict({"recorded": 0.9}, 0.9), "ok")
        self.assertEqual(quality.verdict({"recorded": 0.9}, 0.91), "rose")
        self.assertEqual(quality.verdict({"recorded": 0.9}, 0.899999), "FELL")

    def test_limits_come_before_what_was_recorded(self):
        self.assertEqual(quality.verdict({"at_least": 0.96, "recorded": 0.5}, 0.95), "UNDER 0.96")
        self.assertEqual(quality.verdict({"at_least": 0.96, "recorded": 0.97}, 0.965), "FELL")
        self.assertEqual(quality.verdict({"at_most": 0.02, "recorded": 0.001}, 0.02), "ok")
        self.assertEqual(quality.verdict({"at_most": 0.02, "recorded": 0.5}, 0.021), "OVER 0.02")

    def test_a_figure_that_was_never_recorded_fails(self):
        self.assertEqual(quality.verdict({}, 1.0), "NOT RECORDED")

    def test_what_fails_is_in_upper_case(self):
        self.assertTrue("UNDER 0.96".isupper() and "OVER 0.02".isupper() and "NOT RECORDED".isupper())
        self.assertFalse("ok".isupper() or "rose".isupper())


class QualityTest(unittest.TestCase):
    """Runs the evaluation with programs whose output the test chooses."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "eval").mkdir()
        (self.folder / "data").mkdir()
        (self.folder / "expected.json").write_text("[]")
        self.write_program("cento", f"""while [ $# -gt 0 ]; do
          case $1 in -o|--clusters) echo '{PAIR}' >"$2";; esac; shift; done""")
        self.write_program("all_pairs", f"printf '{TABLE}'")
        self.write_scorer("score_pairs.py", {"all": {"f1": 0.9, "precision": 1, "recall": None}})
        self.write_scorer("score_clusters.py", {"b_cubed": {"f1": 0.98}})
        self.write_scorer("score_spans.py", {})

    def write_program(self, name, body):
        path = self.folder / name
        path.write_text(f"#!/bin/bash\n{body}\n")
        path.chmod(0o755)

    def write_scorer(self, name, result):
        (self.folder / "eval" / name).write_text(f"print({json.dumps(json.dumps(result))})\n")

    def run_eval(self, check, *more):
        check = {"set": "news", "input": "news.jsonl", "options": ["--threshold", "0.5"], **check}
        record = self.folder / "quality.json"
        record.write_text(json.dumps([check]))
        arguments = ["eval.py", "--cento", str(self.folder / "cento"), "--all-pairs", str(self.folder / "all_pairs"),
                     "--data", str(self.folder / "data"), *more]
        shown = io.StringIO()
        with mock.patch.object(evaluation, "EXPECTED", self.folder / "expected.json"), \
                mock.patch.object(quality, "QUALITY", record), mock.patch("sys.argv", arguments), \
                contextlib.redirect_stdout(shown):
            code = evaluation.main()
        return code, shown.getvalue(), json.loads(record.read_text())[0]["figures"]

    def pairs_check(self, f1):
        return {"scored": "pairs", "gold": "pairs.tsv",
                "figures": {"F1": f1, "precision": {"recorded": 1}, "recall": {"recorded": 0}}}

    def test_kept_figures_pass_and_the_options_are_shown(self):
        code, shown, _ = self.run_eval(self.pairs_check({"at_least": 0.8, "recorded": 0.9}))
        self.assertEqual(code, 0)
        self.assertIn("cento pairs news.jsonl --threshold 0.5\n", shown)
        self.assertRegex(shown, r"news +F1 +≥ 0.8 +0.9 +0.9 +ok\n")

    def test_a_figure_that_fell_fails(self):
        code, shown, _ = self.run_eval(self.pairs_check({"recorded": 0.95}))
        self.assertEqual(code, 1)
        self.assertRegex(shown, r"F1 +0.95 +0.9 +FELL\n")

    def test_a_figure_under_its_floor_fails_even_if_recorded(self):
        self.assertEqual(self.run_eval(self.pairs_check({"at_least": 0.99, "recorded": 0.9}))[0], 1)

    def test_recording_keeps_the_limits(self):
        code, _, figures = self.run_eval(self.pairs_check({"at_least": 0.8, "recorded": 0.95}), "--record")
        self.assertEqual(code, 0)
        self.assertEqual(figures["F1"], {"at_least": 0.8, "recorded": 0.9})

    def test_clusters_are_scored_by_the_beginning_of_their_ids(self):
        (self.folder / "data" / "gold.tsv").write_text("id\tcluster\nen/1\tc\nja/1\td\n")
        figures = {"B-cubed F1": {"recorded": 0.98}, "B-cubed F1 of en/": {"recorded": 0.98},
                   "B-cubed F1 of ja/": {"recorded": 0.98}, "largest difference of these": {"at_most": 0.02}}
        check = {"scored": "clusters", "gold": "gold.tsv", "id_prefixes": ["en/", "ja/"], "figures": figures}
        self.assertEqual(self.run_eval(check)[0], 0)

    def test_brute_force_must_agree_to_the_last_digit(self):
        figures = {"pairs as by brute force": {"at_least": 1, "recorded": 1}, "pairs": {"recorded": 1}}
        check = {"scored": "brute force", "shingles": "words:5", "figures": figures}
        self.assertEqual(self.run_eval(check)[0], 0)
        for wrong in (TABLE.replace("0.75", "0.750001", 1), TABLE + "x\\tz\\t0.9\\t1\\t1\\n",
                      TABLE + "x\\ty\\t0.75\\t1\\t0.75\\n", TABLE.replace("x\\ty", "x\\tw")):
            self.write_program("all_pairs", f"printf '{wrong}'")
            self.assertEqual(self.run_eval(check)[0], 1, wrong)

    def test_no_pairs_at_all_prove_nothing(self):
        self.write_program("all_pairs", "echo a")
        with self.assertRaisesRegex(SystemExit, "nothing to compare"):
            self.run_eval({"scored": "brute force", "shingles": "words:5", "figures": {}})

    def test_a_program_that_fails_is_named(self):
        self.write_program("cento", "echo no such method >&2; exit 2")
        with self.assertRaisesRegex(SystemExit, "cento pairs .* failed: no such method"):
            self.run_eval(self.pairs_check({"recorded": 0.9}))

    def test_missing_scorers_are_told_and_passed_over(self):
        (self.folder / "eval" / "score_pairs.py").unlink()
        code, shown, _ = self.run_eval(self.pairs_check({"recorded": 2}))
        self.assertEqual(code, 0)
        self.assertRegex(shown, "quality is not scored: .*eval has no score_pairs.py")


class RecordTest(unittest.TestCase):
    def test_the_record_has_the_figures_that_are_promised(self):
        checks = {check["set"]: check for check in json.loads((ROOT / "tests" / "eval" / "quality.json").read_text())}
        self.assertGreaterEqual(checks["webpages"]["figures"]["F1"]["at_least"], 0.99)
        guide = checks["guide"]["figures"]
        self.assertGreaterEqual(guide["B-cubed F1"]["at_least"], 0.96)
        self.assertLessEqual(guide["largest difference of these"]["at_most"], 0.02)
        self.assertEqual(checks["reuters"]["figures"]["pairs as by brute force"]["at_least"], 1)


if __name__ == "__main__":
    unittest.main()
