import json
import math
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import script_paths

sys.path.insert(0, str(script_paths.ROOT / "bench" / "peers"))

import growth
import near_duplicates
import page
import passages
import process_cost
import substring
import word_shingles

MEBI = 1 << 20


class InFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def script(self, name, text):
        """A script that replaces another program."""
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        return str(path)


class CostTest(InFolder):
    def cost_of(self, *command):
        return process_cost.cost_of(list(command), self.folder)

    def test_time_and_output_are_those_of_the_command(self):
        cost = self.cost_of("sh", "-c", "sleep 0.3; echo done")
        self.assertGreater(cost.seconds, 0.3)
        self.assertEqual(cost.said, "done\n")

    def test_memory_of_one_process_is_its_peak(self):
        cost = self.cost_of(sys.executable, "-c", f"held = b'x' * {200 * MEBI}; del held")
        self.assertGreater(cost.memory_bytes, 200 * MEBI)
        self.assertLess(cost.memory_bytes, 300 * MEBI)

    def test_memory_of_children_is_added_up(self):
        child = f"import time; held = b'x' * {100 * MEBI}; time.sleep(2)"
        parent = ("import subprocess, sys\n"
                  f"children = [subprocess.Popen([sys.executable, '-c', {child!r}]) for _ in range(2)]\n"
                  "[child.wait() for child in children]")
        self.assertGreater(self.cost_of(sys.executable, "-c", parent).memory_bytes, 200 * MEBI)

    def test_a_command_that_fails_says_why(self):
        with self.assertRaisesRegex(process_cost.Failed, "no such thing"):
            self.cost_of("sh", "-c", "echo first >&2; echo no such thing >&2; exit 3")


class RaceTest(InFolder):
    def setUp(self):
        super().setUp()
        self.input = self.folder / "en.jsonl"
        self.input.write_text("".join(json.dumps({"id": str(i), "text": f"text {i}"}) + "\n" for i in range(9)))
        (self.folder / "runs").mkdir()
        self.race = near_duplicates.Race(self.input, self.folder / "runs")

    def contestant(self, *command, **more):
        return near_duplicates.Contestant("peer", list(command), **more)

    def test_the_lines_of_the_file_of_pairs_are_the_results(self):
        cento = self.script("cento", 'test "$1" = pairs && head -3 "$2" > "$8"')
        contestant, *_ = near_duplicates.cento_contestants(cento, runs=2)
        outcome = self.race.outcome(contestant)
        self.assertEqual((outcome.results, len(outcome.seconds)), (3, 2))

    def test_a_peer_says_itself_what_it_found(self):
        outcome = self.race.outcome(self.contestant("echo", '{{"documents": 9, "results": 4}}'))
        self.assertEqual(outcome.results, 4)

    def test_halves_are_the_whole_line_by_line(self):
        self.race.outcome(self.contestant("ls", "{halves}"))
        halves = [(self.race.halves / name).read_text() for name in ("0.jsonl", "1.jsonl")]
        self.assertEqual("".join(halves), self.input.read_text())
        self.assertTrue(all(half.endswith("\n") for half in halves))

    def test_a_slow_peer_is_shown_from_an_earlier_run_of_the_same_input(self):
        kept = near_duplicates.KeptOutcomes(self.folder / "kept.json", self.input)
        slow = self.contestant("true", is_slow=True)
        with mock.patch("sys.stderr"):
            self.assertIsNone(near_duplicates.outcome_of(slow, self.race, kept, quick=True))
        near_duplicates.outcome_of(slow, self.race, kept, quick=False)
        again = near_duplicates.KeptOutcomes(self.folder / "kept.json", self.input)
        self.assertRegex(near_duplicates.kept_remark(near_duplicates.outcome_of(slow, self.race, again, quick=True)),
                         r"kept from \d{4}-\d\d-\d\d")
        self.input.write_text("{}\n")
        other = near_duplicates.KeptOutcomes(self.folder / "kept.json", self.input)
        self.assertIsNone(other.of(slow))

    def test_pairs_are_compared_whatever_their_order_and_header(self):
        with_header, without = self.folder / "a.tsv", self.folder / "b.tsv"
        with_header.write_text("a\tb\tsimilarity\nx\ty\t0.9\n")
        without.write_text("y\tx\t0.9\n")
        self.assertEqual(near_duplicates.pairs_in(with_header), {("x", "y")})
        self.assertEqual(near_duplicates.pairs_in(without), {("x", "y")})

    def test_the_table_has_ratios_and_targets(self):
        peer = self.contestant("peer", "{input}", faster_by=20)
        cento, *_ = near_duplicates.cento_contestants("cento", 1)
        outcomes = {cento.name: near_duplicates.Outcome([2.0, 1.0], int(4e8), 10),
                    "peer": near_duplicates.Outcome([15.0], int(1e9), 1234, "2024-05-06")}
        table = near_duplicates.as_markdown([cento, peer], outcomes, self.input, "", "Recall 1.")
        self.assertIn("| peer (kept from 2024-05-06) | 15.00 s (15.00) | 1.00 GB | 1,234 pairs | 15.00 | 15.00 | ≥ 20 | **no** |",
                      table)
        self.assertIn("0.40 GB, target ≤ 0.5 GB, met: yes", table)
        self.assertIn("peer INPUT\n", table)
        self.assertIn("not in this run", table)


class GrowthTest(InFolder):
    def point(self, size, seconds, memory_bytes=0):
        return growth.Point(1, size, 10, 5, seconds, memory_bytes)

    def test_the_exponent_is_the_slope_of_the_logarithms(self):
        points = [self.point(size, 3 * size**1.25) for size in (10, 40, 160, 640)]
        self.assertTrue(math.isclose(growth.exponent(points), 1.25))

    def test_a_collection_is_made_measured_and_removed(self):
        self.script("make_collection", 'echo "$1 $2"; echo b; echo c')
        self.script("cento", 'head -2 "$2" > "$8"')
        options = mock.Mock(of="pairs", build=self.folder, words=self.folder / "words.txt")
        before = sorted(self.folder.iterdir())
        with mock.patch("sys.stderr"):
            (point,) = growth.measured_points(options, [4], 1)
        self.assertEqual((point.factor, point.documents, point.pairs), (4, 3, 2))
        self.assertEqual(sorted(self.folder.iterdir()), before)

    def test_the_table_says_what_is_met(self):
        beyond = [self.point(400, 1000.0, 2**30 + 1)]
        table = growth.as_markdown("pairs", [self.point(10, 1.0), self.point(100, 20.0, int(1.1e9))], beyond, busy=True)
        self.assertIn("1.30 over all sizes, target ≤ 1.1, met: **no**", table)
        self.assertIn("1.10 GB, target ≤ 1.15 GB, met: yes", table)
        self.assertIn("1.07 GB, target ≤ 1.07 GB (1G), met: **no**", table)
        self.assertIn("| 1000.00 s |", table)
        self.assertIn("busy", table)


class ShinglesTest(unittest.TestCase):
    def test_runs_of_five_words_and_short_texts_whole(self):
        self.assertEqual(word_shingles.word_shingles("A b  c d\ne f"), ["a b c d e", "b c d e f"])
        self.assertEqual(word_shingles.word_shingles("Only two"), ["only two"])


class PeersScriptTest(InFolder):
    """Runs bench/peers.sh with a fake python3."""

    def run_script(self, pip):
        self.script("python3", 'mkdir -p "$3/bin"; touch "$3/pyvenv.cfg"; printf "#!/bin/sh\\n%s\\n" '
                               f"'echo pip >>{self.folder}/calls; {pip}' >\"$3/bin/pip\"; chmod +x \"$3/bin/pip\"")
        return subprocess.run([script_paths.ROOT / "bench" / "peers.sh", self.folder / "env"], text=True,
                              capture_output=True, env={"PATH": f"{self.folder}:/usr/bin:/bin"})

    def calls(self):
        return (self.folder / "calls").read_text().count("pip")

    def test_it_is_made_once(self):
        self.assertEqual([self.run_script("true").returncode, self.run_script("true").returncode], [0, 0])
        self.assertEqual(self.calls(), 1)

    def test_without_the_registry_it_says_so_and_leaves_nothing(self):
        done = self.run_script("false")
        self.assertEqual((done.returncode, self.calls()), (0, 1))
        self.assertIn("The peers are left out: they could not be downloaded from the package registry.", done.stderr)
        self.assertEqual(list(self.folder.glob("env*")), [])

    def test_another_folder_is_not_touched(self):
        (self.folder / "env").mkdir()
        (self.folder / "env" / "mine").touch()
        self.assertEqual(self.run_script("true").returncode, 2)
        self.assertTrue((self.folder / "env" / "mine").exists())


class TableTest(unittest.TestCase):
    def test_columns_are_aligned_as_asked(self):
        self.assertEqual(list(page.markdown_table(["a", "b"], "lr", [["1", "2"]])),
                         ["| a | b |", "| --- | ---: |", "| 1 | 2 |"])


class TablesTest(InFolder):
    """The tables of the benchmarks that time `cento scan`, from made-up times."""

    def outcome(self, *seconds, results=None):
        return near_duplicates.Outcome(list(seconds), 100 * MEBI, results)

    def test_repeated_runs_stand_beside_the_suffix_array_and_the_quoted_time(self):
        source = self.folder / "en.jsonl"
        source.write_text("text")
        contestants = [near_duplicates.Contestant(name, ["run", "{input}"], unit="ranges")
                       for name in (substring.CENTO, substring.SUFFIX_ARRAY)]
        outcomes = {substring.CENTO: self.outcome(3.0, 2.0, 4.0, results=1234), substring.SUFFIX_ARRAY: self.outcome(60.0)}
        table = substring.as_markdown(contestants, outcomes, source, "")
        self.assertIn(f"| {substring.CENTO} | 2.00 s (3.00) | 0.10 GB | 1,234 ranges | 1.00 |", table)
        self.assertIn(f"| {substring.SUFFIX_ARRAY} | 60.00 s (60.00) | 0.10 GB |  | 30.00 |", table)
        self.assertIn("elsewhere, on the same text: 178 ×, target ≥ 100, met: yes.", table)

    def test_a_scan_is_measured_by_md5sum(self):
        contestants = passages.contestants_of("cento", self.folder / "statistics", 1)
        self.assertEqual([contestant.name for contestant, _ in passages.compared(contestants)],
                         ["`md5sum`", "exact", "near"])
        exact, most = passages.compared(contestants)[1]
        row = passages.row_of(exact, most, self.outcome(1.3, 1.5), self.outcome(1.0), "")
        self.assertEqual(row[1:5], ["1.30 s (1.40)", "1.30", "≤ 1.2", page.verdict(False)])


if __name__ == "__main__":
    unittest.main()
