"""Records that the program writes as Parquet and Arrow files, read by pyarrow and compared with its JSON lines.

    record_files_test.py PROGRAM
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

try:
    import pyarrow as pa
    import pyarrow.ipc
    import pyarrow.parquet
except ImportError:
    print("pyarrow cannot be imported; skipped")
    sys.exit(77)

import record_rows

PROGRAM = None

RAIN = "It rained all day in the valley. The river rose by a metre at noon. Nobody in town had expected that. "
DOME = "学校的圆顶在春天修好了。孩子们很高兴，老师也来看了。大家都说那是一个好日子。"
LONG_ID = "📚" * 20_000
LINES = ("line", "cluster_line", "kept_line")  # are not in JSON lines


def read_table(path):
    if path.suffix == ".parquet":
        return pa.parquet.read_table(path)
    with pa.memory_map(str(path)) as file:
        reader = pa.ipc.open_stream(file) if path.suffix == ".arrows" else pa.ipc.open_file(file)
        return reader.read_all()


def type_at(schema, path):
    """The type of a field of a struct in a list, or of a column: "places.id"."""
    name, *inner = path.split(".")
    found = schema.field(name).type
    for step in inner:
        found = found.value_type.field(step).type
    return found


class RecordFiles(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def cento(self, *arguments, code=0):
        words = [PROGRAM, *map(str, arguments), "--quiet"]
        done = subprocess.run(words, cwd=self.folder, capture_output=True)
        self.assertEqual(done.returncode, code, done.stderr.decode())
        return done

    def write(self, name, documents):
        lines = "".join(json.dumps(document, ensure_ascii=False) + "\n" for document in documents)
        (self.folder / name).write_text(lines, encoding="utf-8")

    def news(self):
        """Copies and near-copies, with ids of all kinds, one of them twice."""
        words = RAIN + "Shops closed early that day and the ferry did not leave."
        self.write("news.jsonl", [
            {"id": "monday", "text": words, "date": "2024-05-01"},
            {"id": "星期二", "text": words},
            {"id": "🎪 week\t\"end\"", "text": words + " More follows."},
            {"id": LONG_ID, "text": words},
            {"id": "monday", "text": words},
            {"id": "圆顶", "text": DOME},
            {"id": "圆顶（二）", "text": DOME},
            {"id": "other", "text": "Something else entirely happened here and nobody wrote about it."},
        ])

    def rows_of(self, name, row):
        lines = (self.folder / name).read_text(encoding="utf-8").splitlines()
        return [row(json.loads(line)) for line in lines]

    def check(self, table, lines, row, ids):
        """A table is the JSON lines, whatever its form."""
        path = self.folder / table
        found = read_table(path)
        found.validate(full=True)
        is_parquet = path.suffix == ".parquet"
        for field in ids:
            expected = pa.dictionary(pa.int32(), pa.string()) if is_parquet else pa.string()
            self.assertEqual(type_at(found.schema, field), expected, field)
        dictionaries = str(found.schema.to_string(truncate_metadata=False)).count("dictionary<")
        self.assertEqual(dictionaries > 0, is_parquet)
        plain = [{name: value for name, value in one.items() if name not in LINES} for one in found.to_pylist()]
        expected = self.rows_of(lines, row)
        self.assertEqual(len(plain), len(expected))
        for one, other in zip(plain, expected):
            self.assertEqual(list(one), list(other))
            self.assertEqual(record_rows.rounded(one), other)
        return found

    def check_forms(self, arguments, option, row, ids, forms=("parquet", "arrow", "feather", "arrows")):
        """The same run with its records in several forms."""
        self.cento(*arguments, option, "records.jsonl")
        for form in forms:
            name = f"records.{form}"
            self.cento(*arguments, option, name)
            found = self.check(name, "records.jsonl", row, ids)
        return found

    def test_pairs_and_clusters(self):
        self.news()
        found = self.check_forms(["pairs", "news.jsonl"], "-o", record_rows.pair, ["a_id", "b_id"])
        self.assertIn(LONG_ID, found["b_id"].to_pylist())
        self.assertEqual(sorted(set(map(bool, found["a_place"].to_pylist()))), [False, True])
        clusters = ["pairs", "news.jsonl", "-o", "pairs.out"]
        found = self.check_forms(clusters, "--clusters", record_rows.cluster, ["id", "cluster"])
        self.assertEqual(found["line"].to_pylist(), [1, 2, 3, 4, 5, 6, 7])

    def test_audits_of_dedup(self):
        self.news()
        dedup = ["dedup", "news.jsonl", "-o", "clean.jsonl"]
        found = self.check_forms(dedup, "--audit", record_rows.removal, ["id", "duplicate_of"])
        self.assertEqual(found["kept_line"].to_pylist(), [1, 1, 1, 1, 6])
        for level in ("passage", "sentence"):
            cuts = [*dedup, "--level", level]
            found = self.check_forms(cuts, "--audit", record_rows.cut, ["id", "kept_id"])
            self.assertEqual(set(found["reason"].to_pylist()), {level})

    def test_threads(self):
        self.write("threads.jsonl", [
            {"id": "1", "title": "When does the ferry to Westhaven leave?", "answer": "At nine, never on Sundays."},
            {"id": "渡轮", "title": "When does the ferry to Westhaven leave today?"},
            {"id": "3", "title": "When does the ferry to Westhaven leave?", "answer": "At nine, never on Sundays!"},
        ])
        found = self.check_forms(["threads", "threads.jsonl"], "-o", record_rows.forum_pair, ["a_id", "b_id"])
        parts = [part["similarity"] for row in found["parts"].to_pylist() for part in row]
        self.assertIn(None, parts)

    def scan(self, *arguments, files):
        self.cento("scan", *arguments, "-o", "lines")
        for form in ("parquet", "arrow", "arrows"):
            self.cento("scan", *arguments, "-o", form, "--as", form)
            names = sorted(path.name for path in (self.folder / form).iterdir())
            self.assertEqual(names, sorted([*(f"{name}.{form}" for name in files), "summary.json"]))
            for name, (row, ids) in files.items():
                found = self.check(f"{form}/{name}.{form}", f"lines/{name}.jsonl", row, ids)
                self.assertGreater(found.num_rows, 0)

    def test_scans(self):
        self.write("parts.jsonl", [
            {"id": "一", "title": RAIN, "body": DOME},
            {"id": "二", "title": "A title of its own.", "body": RAIN + DOME},
            {"id": "二", "title": "Another title.", "body": "A first sentence. " + RAIN},
        ])
        fields = ["parts.jsonl", "--text-field", "title,body"]
        self.scan(*fields, files={
            "documents": (record_rows.pair, ["a_id", "b_id"]),
            "passages": (record_rows.passage, ["a_id", "b_id"]),
            "families": (record_rows.family, ["places.id"]),
        })

    def test_scan_by_method_blog(self):
        self.news()
        self.scan("news.jsonl", "--method", "blog", "--collisions", "1",
                  files={"reports": (record_rows.report, ["id", "sources.id"])})

    def test_scan_by_method_substring(self):
        self.news()
        self.scan("news.jsonl", "--method", "substring", "--min-tokens", "5",
                  files={"repeats": (record_rows.repeat, ["id", "also_id"])})

    def test_answers(self):
        self.news()
        self.cento("index", "create", "index", "--reuse")
        self.cento("index", "add", "index", "news.jsonl")
        self.write("new.jsonl", [
            {"id": "new 📰", "text": RAIN + DOME},
            {"id": "monday", "text": RAIN + "Shops closed early that day and the ferry did not leave."},
            {"id": "nothing", "text": "Quite alone."},
        ])
        kinds = ["documents,passages,blog,reuse", "identical", "passages"]
        for kind in kinds:
            asking = ["query", "index", "new.jsonl", "--answers", kind, "--limit", "2"]
            found = self.check_forms(asking, "-o", record_rows.answer, ["id", "identical.id", "passages.b_id"])
            self.assertEqual(found["reused"].null_count, 0 if kind == kinds[0] else 3)

    def test_answers_about_threads(self):
        self.write("threads.jsonl", [
            {"id": "2", "title": "How can I mend a kite string?", "answer": "Tie a reef knot."},
            {"id": "3", "title": "How do I bake bread?"},
        ])
        self.cento("index", "create", "forum", "--forum", "--no-passages", "--no-documents", "--no-blog")
        self.cento("index", "add", "forum", "threads.jsonl")
        self.write("new.jsonl", [{"id": "new", "title": "How do I mend the string of a kite?"}])
        asking = ["query", "forum", "new.jsonl"]
        found = self.check_forms(asking, "-o", record_rows.answer, ["id", "asked_before.id"])
        self.assertEqual(len(found["asked_before"].to_pylist()[0]), 1)

    def test_answers_to_documents_that_are_added(self):
        self.news()
        adding = ["news.jsonl", "--add", "-o"]
        for name in ("lines", "rows"):
            self.cento("index", "create", name)
        self.cento("query", "lines", *adding, "answers.jsonl")
        self.cento("query", "rows", *adding, "answers.parquet")
        self.check("answers.parquet", "answers.jsonl", record_rows.answer, ["id"])

    def test_no_records(self):
        self.write("one.jsonl", [{"id": "1", "text": RAIN}])
        found = self.check_forms(["pairs", "one.jsonl"], "-o", record_rows.pair, ["a_id"])
        self.assertEqual(found.schema.names,
                         ["a_id", "a_place", "b_id", "b_place", "similarity", "contained_a", "contained_b"])
        self.cento("scan", "one.jsonl", "-o", "found", "--as", "parquet")
        for name in ("documents", "passages", "families"):
            self.assertEqual(read_table(self.folder / f"found/{name}.parquet").num_rows, 0)

    def test_names_that_are_not_utf_8(self):
        (self.folder / "texts").mkdir()
        for name in (b"a\xff.txt", b"b\xfe.txt"):
            Path(os.fsdecode(os.fsencode(self.folder / "texts") + b"/" + name)).write_text(RAIN)
        found = self.check_forms(["pairs", "texts"], "-o", record_rows.pair, ["a_id", "b_id"])
        self.assertIn("\ufffd", found["a_id"].to_pylist()[0])

    def copies(self, count, id_of):
        self.write("copies.jsonl", [{"id": id_of(i), "text": RAIN} for i in range(count)])
        return ["pairs", "copies.jsonl", "--pairs-up-to", "1000", "--memory", "2G"]

    def test_many_rows_in_several_row_groups(self):
        arguments = self.copies(600, lambda i: f"copy {i}")
        found = self.check_forms(arguments, "-o", record_rows.pair, ["a_id", "b_id"], ["arrow", "parquet"])
        self.assertEqual(found.num_rows, 600 * 599 // 2)
        metadata = pa.parquet.read_metadata(self.folder / "records.parquet")
        groups = [metadata.row_group(i) for i in range(metadata.num_row_groups)]
        self.assertEqual([group.num_rows for group in groups], [1 << 17, found.num_rows - (1 << 17)])
        for group in groups:
            self.assertEqual(group.column(0).compression, "ZSTD")
            self.assertIn("RLE_DICTIONARY", group.column(0).encodings)

    def test_row_groups_of_large_rows(self):
        arguments = self.copies(150, lambda i: f"{i}" + "長" * 700)
        self.check_forms(arguments, "-o", record_rows.pair, ["a_id", "b_id"], ["arrows", "parquet"])
        metadata = pa.parquet.read_metadata(self.folder / "records.parquet")
        self.assertEqual(metadata.num_row_groups, 2)

    def test_ids_that_are_too_large_for_a_dictionary_of_a_row_group(self):
        self.write("copies.jsonl", [{"id": f"{i}" + "長" * 700, "text": RAIN} for i in range(3000)])
        arguments = ["pairs", "copies.jsonl", "--memory", "2G"]
        found = self.check_forms(arguments, "-o", record_rows.pair, ["a_id", "b_id"], ["parquet"])
        self.assertGreater(sum(len(name.encode()) for name in set(found["b_id"].to_pylist())), 4 << 20)
        self.assertEqual(pa.parquet.read_metadata(self.folder / "records.parquet").num_row_groups, 1)

    def test_bytes_do_not_depend_on_threads(self):
        self.write("in.jsonl", [{"id": f"{i}", "text": RAIN + f"Day {i}. It was number {i}. " + DOME * (i % 3)}
                                for i in range(300)])
        for threads in (1, 2, 5):
            for form in ("parquet", "arrow"):
                options = ["--threads", threads, "--pairs-up-to", "all"]
                self.cento("scan", "in.jsonl", "-o", f"{form}{threads}", "--as", form, *options)
                for name in ("documents", "passages", "families"):
                    path = f"/{name}.{form}"
                    first = (self.folder / (f"{form}1" + path)).read_bytes()
                    self.assertEqual((self.folder / (f"{form}{threads}" + path)).read_bytes(), first, path)

    def test_a_family_of_very_many_places_is_one_row(self):
        self.write("in.jsonl", [{"id": f"copy {i}", "text": f"Number {i} begins. " + RAIN} for i in range(20_000)])
        self.cento("scan", "in.jsonl", "-o", "lines", "--pairs-up-to", "2")
        self.cento("scan", "in.jsonl", "-o", "rows", "--pairs-up-to", "2", "--as", "parquet")
        found = self.check("rows/families.parquet", "lines/families.jsonl", record_rows.family, ["places.id"])
        self.assertEqual(len(found["places"].to_pylist()[0]), 20_000)

    def test_standard_output(self):
        self.news()
        self.cento("pairs", "news.jsonl", "-o", "records.jsonl")
        for form in ("parquet", "arrow", "arrows"):
            done = self.cento("pairs", "news.jsonl", "--as", form)
            (self.folder / f"records.{form}").write_bytes(done.stdout)
            self.check(f"records.{form}", "records.jsonl", record_rows.pair, ["a_id", "b_id"])


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=1)
