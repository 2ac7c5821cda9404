import gzip
import json
import tempfile
import unittest
from pathlib import Path

import script_paths  # noqa: F401

import corpus
import measure
import run


def contender(size_bytes, *seconds):
    made = measure.Contender(["program"], size_bytes)
    made.seconds = list(seconds)
    return made


class CorpusTest(unittest.TestCase):
    def test_pages_lose_head_scripts_and_tags(self):
        page = "<html><head><title>no</title></head><body><h1>Title</h1><p>a &amp; b<script>x<y</script> c</p></body>"
        self.assertEqual(corpus.text_of_page(page), "Title\n\na & b c")

    def test_manual_pages_lose_requests(self):
        self.assertEqual(corpus.text_of_manual(".SH NAME\nls \\- list \\fBfiles\\fR\n"), "NAME\nls  list files\n")

    def test_the_archive_has_one_gzip_member_a_page(self):
        pages = [{"id": "a/b.html", "html": "<p>Grüße</p>"}, {"id": "c d.html", "html": "<p>two</p>"}]
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder)
            (out / "html.jsonl").write_text("".join(json.dumps(page) + "\n" for page in pages))
            corpus.build_archive(out)
            raw = (out / "html.warc.gz").read_bytes()
        self.assertEqual(raw.count(b"\x1f\x8b\x08"), 2)
        text = gzip.decompress(raw).decode()
        self.assertIn("WARC-Target-URI: http://bench.example/c_d.html\r\n", text)
        self.assertTrue(text.endswith("<p>two</p>\r\n\r\n"))

    def test_the_length_of_a_record_counts_the_bytes_of_its_block(self):
        head, block = corpus.archive_record(1, "a.html", "<p>Grüße</p>").split(b"\r\n\r\n", 1)
        self.assertIn(b"Content-Length: %d" % (len(block) - len(b"\r\n\r\n")), head)


class RowTest(unittest.TestCase):
    def test_at_least_speaks_of_speed(self):
        row = measure.Row("x", contender(100, 2.0, 1.0), contender(300, 6.0, 9.0), "", at_least=2.0)
        self.assertEqual((row.ratio(), row.target(), row.is_met()), (2.0, "≥ 2", True))

    def test_at_most_speaks_of_time(self):
        row = measure.Row("x", contender(100, 0.7), contender(100, 1.0), "", at_most=0.6)
        self.assertAlmostEqual(row.ratio(), 0.7)
        self.assertEqual((row.target(), row.is_met(), row.cells()[5]), ("≤ 0.6", False, "**no**"))

    def test_counts_name_only_what_was_counted(self):
        self.assertEqual(measure.counted({"documents": 1200, "tokens": 0}, "documents", "tokens", "sentences"),
                         "1,200 documents")

    def test_a_program_that_cannot_run_says_so(self):
        with self.assertRaises(measure.CannotRun):
            measure.OwnClock(["false"]).measure()

    def test_the_fastest_kernel_of_the_html_bench_counts(self):
        said = ("9 pages, 2.5 MB of HTML\n"
                "scalar       300 MB/s  md5sum    500 MB/s  ratio 0.60 (median)  9 pages, 100 bytes of text\n"
                "avx2        1100 MB/s  md5sum    550 MB/s  ratio 2.00 (median)  9 pages, 100 bytes of text\n")
        self.assertEqual(measure.html_size(said), 2.5e6)
        self.assertEqual(measure.html_rates(said), (1.1e9, 5.5e8, 9))

    def test_a_program_that_times_itself_is_believed(self):
        program = measure.OwnClock(["echo", '{"bytes": 10, "seconds_best": 0.5}'])
        program.measure()
        self.assertEqual(program.rate(), 20)


class PageTest(unittest.TestCase):
    def test_only_what_stands_between_the_marks_is_replaced(self):
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "page.md"
            page.write_text("before\n<!-- table begin -->\nold\n<!-- table end -->\nafter\n")
            run.write_between(page, "table", "new\n")
            self.assertEqual(page.read_text(), "before\n<!-- table begin -->\n\nnew\n\n<!-- table end -->\nafter\n")


if __name__ == "__main__":
    unittest.main()
