import contextlib
import io
import json
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import script_paths  # noqa: F401

import run_clang_tidy


class RunClangTidyTest(unittest.TestCase):
    """Runs the script over a few sources with a clang-tidy that complains about files with the word "bad"."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()
        self.put(".clang-tidy", "Checks: bugprone-*\n")
        self.put("src/core/span.hpp", "struct Span {};\n")
        self.put("src/core/span.cpp", '#include "core/span.hpp"\n')
        self.put("src/core/place.cpp", "")
        self.put("tests/span_test.cpp", "bad, but not ours to check")
        commands = [{"file": str(path), "command": f"g++ {path}"} for path in sorted(self.root.rglob("*.cpp"))]
        self.put("build/release/compile_commands.json", json.dumps(commands))
        tidy = self.put("clang-tidy", '#!/bin/bash\n[ "$1" = --version ] && { echo 14; exit; }\n'
                        'grep -q bad "${!#}" && { echo "${!#}: warning: bad"; exit 1; }\nexit 0\n')
        tidy.chmod(0o755)

    def put(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def run_tidy(self, *more):
        """The exit code and the output."""
        out = io.StringIO()
        arguments = ["run_clang_tidy.py", "--build", str(self.root / "build" / "release"), "--jobs", "1", *more]
        with mock.patch.multiple(run_clang_tidy, ROOT=self.root, FOLDERS=(self.root / "src", self.root / "apps"),
                                 CLANG_TIDY=str(self.root / "clang-tidy")), mock.patch("sys.argv", arguments), \
                contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            return run_clang_tidy.main(), out.getvalue()

    def test_a_second_call_checks_nothing(self):
        self.assertEqual(self.run_tidy(), (0, "2 of 2 sources checked (the others did not change)\n"))
        self.assertEqual(self.run_tidy(), (0, "0 of 2 sources checked (the others did not change)\n"))

    def test_a_changed_header_has_its_sources_checked(self):
        self.run_tidy()
        self.put("src/core/span.hpp", "struct Span { int begin; };\n")
        self.assertIn("1 of 2 sources checked", self.run_tidy()[1])

    def test_the_first_way_to_compile_a_source_counts(self):
        commands = self.root / "build" / "release" / "compile_commands.json"
        entries = json.loads(commands.read_text())
        again = [dict(entry, command=entry["command"] + " -include tests.pch") for entry in entries]
        commands.write_text(json.dumps(entries + again))
        self.run_tidy()
        read = json.loads((self.root / "build" / "checks" / "compile_commands.json").read_text())
        self.assertEqual([entry["command"] for entry in read],
                         [entry["command"] for entry in entries if "/src/" in entry["file"]])

    def test_what_passed_before_an_interruption_is_not_checked_again(self):
        def interrupted(_, path):
            if path.name == "span.cpp":
                raise KeyboardInterrupt
            return ""
        with mock.patch.object(run_clang_tidy, "tidy", interrupted), self.assertRaises(KeyboardInterrupt):
            self.run_tidy()
        self.assertIn("1 of 2 sources checked", self.run_tidy()[1])

    def test_changed_settings_have_everything_checked(self):
        self.run_tidy()
        self.put(".clang-tidy", "Checks: performance-*\n")
        self.assertIn("2 of 2 sources checked", self.run_tidy()[1])

    def test_since_a_revision_only_what_it_touches_is_checked(self):
        def git(*arguments):
            names = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
            subprocess.run(["git", "-C", str(self.root), *names, *arguments], check=True, capture_output=True)
        self.put(".gitignore", "/build/\n")
        git("init")
        git("add", ".")
        git("commit", "--message", "all")
        self.assertIn("0 of 2 sources checked", self.run_tidy("--since", "HEAD")[1])
        self.put("src/core/span.hpp", "struct Span { int begin; };\n")
        self.assertIn("1 of 2 sources checked", self.run_tidy("--since", "HEAD")[1])
        self.put("src/core/place.cpp", "bad")
        code, said = self.run_tidy("--since", "HEAD")
        self.assertEqual(code, 1)
        self.assertIn("place.cpp: warning: bad", said)

    def test_complaints_fail_until_they_are_mended(self):
        self.put("src/core/place.cpp", "bad")
        for expected in ("2 of 2", "1 of 2"):
            code, said = self.run_tidy()
            self.assertEqual(code, 1)
            self.assertIn("place.cpp: warning: bad", said)
            self.assertIn(expected, said)


if __name__ == "__main__":
    unittest.main()
