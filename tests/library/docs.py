#!/usr/bin/env python3
"""Compiles the examples of docs/library.md against the public headers.

    docs.py COMPILER
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
HEADERS = ("compare", "dedup", "error", "evaluate", "index", "option_table", "pairs", "read", "record_table", "scan",
           "source", "text", "threads", "tune")
BLOCK = re.compile(r"^```cpp\n(.*?)^```", re.MULTILINE | re.DOTALL)


def program(blocks):
    lines = [f"#include <cento/{name}.hpp>" for name in HEADERS]
    lines += ["#include <cstdio>", "#include <iostream>", "#include <stdexcept>", "#include <string>",
              "#include <vector>"]
    for number, block in enumerate(blocks):
        lines += [f"namespace example{number} {{", block, "}"]
    return "\n".join(lines)


def main():
    blocks = BLOCK.findall((ROOT / "docs" / "library.md").read_text(encoding="utf-8"))
    if len(blocks) < 8:
        sys.exit(f"docs/library.md has only {len(blocks)} examples")
    with tempfile.NamedTemporaryFile("w", suffix=".cpp") as source:
        source.write(program(blocks))
        source.flush()
        command = [sys.argv[1], "-std=c++20", "-Wall", "-Wextra", "-fsyntax-only", f"-I{ROOT / 'include'}", source.name]
        return subprocess.run(command).returncode


if __name__ == "__main__":
    sys.exit(main())
