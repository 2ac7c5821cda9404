import json
import tempfile
import unittest
from pathlib import Path

from script_paths import ROOT  # noqa: F401, which lets scripts/ be imported

import quality
import quality_questions


class QuestionScoresTest(unittest.TestCase):
    """Scores the output of a fake `cento`."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.reported = {"f1": 0.75, "precision": 0.6, "recall": 1, "precision_at_recall": 0.9, "map": None}
        self.check = {"set": "questions", "input": "pairs.jsonl", "options": ["--folds", "3"],
                      "scored": "held-out labels", "figures": {}}

    def tools(self):
        (self.folder / "reported.json").write_text(json.dumps(self.reported))
        program = self.folder / "cento"
        program.write_text(f"""#!/bin/bash
echo "$@" >{self.folder}/arguments
for word; do last=$word; done
if [ "$1" = study ]; then mkdir $last; printf 'signature,f1_1,threshold_1\\nshingle:3,0.5,0.1\\n' >$last/table_1.csv
else cp {self.folder}/reported.json $last; fi
""")
        program.chmod(0o755)
        return quality.Tools(program, program, self.folder, self.folder)

    def test_tells_the_figures_of_held_out_labels(self):
        figures = quality.measure(self.tools(), self.check)
        self.assertEqual(figures, {"F1": 0.75, "precision at recall 0.5": 0.9})
        arguments = (self.folder / "arguments").read_text()
        self.assertIn(f"tune {self.folder}/pairs.jsonl --folds 3 --quiet", arguments)
        self.assertEqual(quality.command_of(self.check), "cento tune pairs.jsonl --folds 3")

    def test_tells_map_where_there_are_queries(self):
        self.reported["map"] = 0.5
        self.assertEqual(quality.measure(self.tools(), self.check)["MAP"], 0.5)

    def test_tells_the_best_of_each_signature(self):
        self.check["scored"] = "signatures"
        self.assertEqual(quality.measure(self.tools(), self.check), {"F1, shingle:3": 0.5})
        self.assertEqual(quality.command_of(self.check), "cento study threads pairs.jsonl --folds 3")

    def test_every_recorded_set_of_questions_has_a_way_to_be_scored(self):
        scored = [check["scored"] for check in json.loads(quality.QUALITY.read_text())
                  if check["input"].startswith("questions/")]
        self.assertEqual(set(scored), set(quality_questions.WAYS))


if __name__ == "__main__":
    unittest.main()
