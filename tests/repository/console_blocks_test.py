import tempfile
import unittest
from pathlib import Path

import script_paths  # noqa: F401

import console_blocks

PAGE = """# Title

```sh
$ make
```

```console
$ cento show a.txt
one
two 12.5 MB/s
$ cento convert a.txt
```

End.
"""


class ConsoleBlocksTest(unittest.TestCase):
    def test_commands_and_their_output_are_found(self):
        block = console_blocks.BLOCK.search(PAGE).group(1)
        self.assertEqual(console_blocks.commands_of(block),
                         [("cento show a.txt", "one\ntwo 12.5 MB/s\n"), ("cento convert a.txt", "")])

    def test_a_page_with_the_real_output_stays_as_it_is(self):
        outputs = {"cento show a.txt": "one\ntwo 99.1 MB/s\n", "cento convert a.txt": ""}
        self.assertEqual(console_blocks.refreshed(PAGE, outputs.__getitem__), PAGE)

    def test_other_output_takes_its_place_and_nothing_else_changes(self):
        outputs = {"cento show a.txt": "three\n", "cento convert a.txt": "done\n"}
        expected = PAGE.replace("one\ntwo 12.5 MB/s\n", "three\n").replace("convert a.txt\n", "convert a.txt\ndone\n")
        self.assertEqual(console_blocks.refreshed(PAGE, outputs.__getitem__), expected)

    def test_counts_and_sizes_are_compared_but_times_are_not(self):
        self.assertEqual(console_blocks.masked("12 documents, 3.4 MB in 0.02 s, 613.6 kB/s of text, 15.0 MB of memory"),
                         "12 documents, 3.4 MB in …, … of text, …")
        self.assertNotEqual(console_blocks.masked("12 sentences"), console_blocks.masked("13 sentences"))

    def test_commands_find_the_examples_and_cento(self):
        with tempfile.TemporaryDirectory() as folder:
            programs = Path(folder) / "bin"
            programs.mkdir()
            (programs / "cento").write_text("#!/bin/sh\necho ours >&2\n")
            (programs / "cento").chmod(0o755)
            run = console_blocks.Runner(programs / "cento", Path(folder) / "work")
            self.assertEqual(run.output_of("cento && ls examples/README.md"), "ours\nexamples/README.md\n")


if __name__ == "__main__":
    unittest.main()
