#!/usr/bin/env python3
"""Writes python/cento/_cento.pyi, the types of the native module, with nanobind's stub generator.

    python_stub.py [--check]

Needs the installed package. --check writes nothing: it fails if the file differs from what would be written.
"""

import argparse
import re
import sys
from pathlib import Path

from cento import _cento
from nanobind.stubgen import StubGen

TARGET = Path(__file__).resolve().parent.parent / "python" / "cento" / "_cento.pyi"
# The generator knows containers without what they hold, which strict type checkers refuse.
REPLACED = [
    (r"\bdict\b(?!\[)", "dict[str, Any]"),
    (r"\blist\b(?!\[)", "list[Any]"),
    (r"\btuple\b(?!\[)", "tuple[Any, ...]"),
    (r"-> object:", "-> Any:"),
    (r"(option|place): None = None", r"\1: str | None = None"),
]


def stub():
    """The text of the stub."""
    for error in (_cento.Error, _cento.UsageError, _cento.InputError, _cento.Stopped):
        error.__module__ = _cento.__name__  # where they are made, not where users find them
    generator = StubGen(module=_cento, quiet=True)
    generator.put(_cento)
    text = generator.get()
    for pattern, replacement in REPLACED:
        text = re.sub(pattern, replacement, text)
    return re.sub(r"\A(from collections.abc import .*\n)", r"\1from typing import Any\n", text)


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--check", action="store_true")
    check = ask.parse_args().check
    text = stub()
    if check:
        if TARGET.read_text(encoding="utf-8") == text:
            return 0
        print(f"{TARGET.name} is out of date: run scripts/python_stub.py", file=sys.stderr)
        return 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
