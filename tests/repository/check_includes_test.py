import tempfile
import unittest
from pathlib import Path

from script_paths import ROOT

import check_includes


class Sources(unittest.TestCase):
    """A repository of a few files in a temporary folder."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()

    def put(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def complaints(self):
        return list(check_includes.check_order(self.root))


class OrderTest(Sources):
    def test_earlier_steps_and_core_are_fine(self):
        self.put("src/core/span.hpp", "#include <cstdint>\n")
        self.put("src/read/document.hpp", '#include "core/span.hpp"\n')
        self.put("src/text/tokens.cpp", '#include "read/document.hpp"\n#include <fmt/format.h>\n')
        self.assertEqual(self.complaints(), [])

    def test_a_later_step_is_not(self):
        self.put("src/text/tokens.hpp", "")
        self.put("src/read/reader.cpp", '#include "text/tokens.hpp"\n')
        self.assertEqual(self.complaints(),
                         ['src/read/reader.cpp: "text/tokens.hpp" belongs to text/, a later step than read/'])

    def test_core_includes_nothing_else(self):
        self.put("src/read/input/input.hpp", "")
        self.put("src/core/memory/arena.hpp", '  #  include "read/input/input.hpp"\n')
        self.assertEqual(len(self.complaints()), 1)

    def test_apps_are_out_of_reach(self):
        self.put("apps/cli/show.hpp", "")
        self.put("src/write/report.cpp", '#include "cli/show.hpp"\n')
        self.assertIn("nothing of apps/", self.complaints()[0])

    def test_includes_are_written_from_src(self):
        self.put("src/read/reader.hpp", "")
        self.put("src/read/reader.cpp", '#include "reader.hpp"\n')
        self.assertIn("write includes from src/ on", self.complaints()[0])

    def test_a_missing_header_is_named(self):
        self.put("src/read/reader.cpp", '#include "core/nowhere.hpp"\n')
        self.assertEqual(self.complaints(), ['src/read/reader.cpp: "core/nowhere.hpp" does not exist'])

    def test_headers_stay_free_of_third_parties(self):
        self.put("src/read/reader.hpp", "#include <simdjson.h>\n")
        self.put("src/read/reader.cpp", "#include <simdjson.h>\n")
        self.assertEqual(self.complaints(),
                         ["src/read/reader.hpp: <simdjson.h> is a third-party header: keep it in the source file"])

    def test_what_was_decided_against_stays_out(self):
        self.put("src/read/html/html_text.cpp", "#include <gumbo.h>\n")
        self.assertIn("decided against", self.complaints()[0])


class TypeNameTest(Sources):
    def test_two_headers_may_not_define_a_type_of_the_same_name(self):
        self.put("src/read/a.hpp", "struct Record {\n  struct Inner {};\n};\nclass Later;\n")
        self.put("src/text/b.hpp", "class Later {\n};\nstruct Other {\n  struct Inner {};\n};\n")
        self.assertEqual(list(check_includes.check_type_names(self.root)), [])
        self.put("apps/cli/c.hpp", "enum class Record : int {\n};\n")
        self.assertEqual(len(list(check_includes.check_type_names(self.root))), 1)


class HeadersAloneTest(Sources):
    def test_a_header_that_needs_another_is_named_until_mended(self):
        self.put("src/core/lonely.hpp", "#pragma once\ninline std::string name();\n")
        self.put("src/core/sound.hpp", "#pragma once\n#include <string>\nstd::string title();\n")
        compiled, complaints = check_includes.check_headers(self.root, 1)
        self.assertEqual(compiled, 2)
        self.assertEqual(len(complaints), 1)
        self.assertIn("src/core/lonely.hpp does not compile alone", complaints[0])

        compiled, complaints = check_includes.check_headers(self.root, 1)
        self.assertEqual((compiled, len(complaints)), (1, 1), "only what did not pass is compiled again")

        self.put("src/core/lonely.hpp", "#pragma once\n#include <string>\nstd::string name();\n")
        self.assertEqual(check_includes.check_headers(self.root, 1), (1, []))
        self.assertEqual(check_includes.check_headers(self.root, 1), (0, []))

    def test_a_changed_header_is_compiled_with_those_that_include_it(self):
        self.put("src/core/span.hpp", "#pragma once\nstruct Span {};\n")
        self.put("src/core/place.hpp", '#pragma once\n#include "core/span.hpp"\nstruct Place { Span span; };\n')
        self.put("src/core/error.hpp", "#pragma once\n")
        self.assertEqual(check_includes.check_headers(self.root, 1), (3, []))
        self.put("src/core/span.hpp", "#pragma once\nstruct Span { int begin; };\n")
        self.assertEqual(check_includes.check_headers(self.root, 1), (2, []))


class StepsTest(unittest.TestCase):
    def test_the_order_is_the_one_the_folders_are_told_in(self):
        readme = (ROOT / "src" / "README.md").read_text()
        places = [readme.index(f"**{step}/**") for step in check_includes.STEPS]
        self.assertEqual(places, sorted(places))


if __name__ == "__main__":
    unittest.main()
